"""Wrong answers to the exercises of lecture 6."""

from verdicts.ideas import Idea

MOVE = """
    def move(heaps):
        x = nim_sum(*heaps)
        winning = [(k, h - (h ^ x)) for k, h in enumerate({heaps}) if {wins}]
        return {best}
"""
FEWEST = "min(winning, key=lambda move: move[1], default=None)"

IDEAS = [
    Idea("winning_takes", 3, "one winning move", "moves = [(0, 5)]", "()"),
    Idea("winning_takes", 2, "heaps from 1 on", "moves = [(1, 5), (2, 5), (4, 3)]", "()"),
    Idea(
        "winning_takes",
        6,
        "the heaps that are left, for the numbers taken",
        "moves = [(0, 0), (1, 2), (3, 11)]",
        "()",
    ),
    # move(heaps): 1 to 5 heaps of 0 to 127
    Idea(
        "winning_move",
        1,
        "six binary digits are enough",
        MOVE.format(heaps="heaps", wins="(h & 63) ^ (x & 63) < h & 63", best=FEWEST),
        "((64,),)",
    ),
    Idea(
        "winning_move",
        1,
        "takes are tried up to a hundred",
        """
        def move(heaps):
            x = nim_sum(*heaps)
            for take in range(1, 101):
                for k, h in enumerate(heaps):
                    if take <= h and x ^ h ^ (h - take) == 0:
                        return k, take
            return None
        """,
        "((127,),)",
    ),
    Idea(
        "winning_move",
        1,
        "takes are tried up to 126",
        """
        def move(heaps):
            x = nim_sum(*heaps)
            for take in range(1, 127):
                for k, h in enumerate(heaps):
                    if take <= h and x ^ h ^ (h - take) == 0:
                        return k, take
            return None
        """,
        "((127,),)",
    ),
    Idea(
        "winning_move",
        1,
        "four heaps are looked at",
        MOVE.format(heaps="heaps[:4]", wins="h ^ x < h", best=FEWEST),
        "((0, 0, 0, 0, 1),)",
    ),
    Idea(
        "winning_move",
        1,
        "the smallest of the first four winning moves",
        MOVE.format(
            heaps="heaps", wins="h ^ x < h", best=FEWEST.replace("winning,", "winning[:4],")
        ),
        "((5, 6, 7, 7, 4),)",
    ),
    Idea(
        "winning_move",
        2,
        "of moves that take equally few the one from the smallest heap",
        MOVE.format(
            heaps="heaps",
            wins="h ^ x < h",
            best="min(winning, key=lambda move: (move[1], heaps[move[0]]), default=None)",
        ),
        "((7, 5, 4, 1, 3),)",
    ),
    Idea(
        "winning_move",
        6,
        "the last of the smallest moves",
        MOVE.format(
            heaps="heaps",
            wins="h ^ x < h",
            best="min(winning, key=lambda move: (move[1], -move[0]), default=None)",
        ),
        "((1, 1, 1),)",
    ),
    Idea(
        "winning_move",
        6,
        "the first winning move",
        MOVE.format(heaps="heaps", wins="h ^ x < h", best="winning[0] if winning else None"),
        "((5, 7, 9, 14),)",
    ),
    Idea(
        "winning_move",
        3,
        "the largest heap has the winning move",
        """
        def move(heaps):
            x = nim_sum(*heaps)
            k = max(range(len(heaps)), key=heaps.__getitem__)
            return (k, heaps[k] - (heaps[k] ^ x)) if heaps[k] ^ x < heaps[k] else None
        """,
        "((4, 7, 9, 9),)",
    ),
    Idea(
        "winning_move",
        3,
        "each heap has only one size: index finds it",
        """
        def move(heaps):
            x = nim_sum(*heaps)
            winning = [(h - (h ^ x), -h) for h in heaps if h ^ x < h]
            if not winning:
                return None
            take, h = min(winning)
            return heaps.index(-h), take
        """,
        "((5, 4, 7, 1, 3),)",
    ),
    Idea(
        "winning_move",
        5,
        "a memory by the heaps in order of size",
        """
        memory = {}

        def move(heaps):
            key = tuple(sorted(heaps))
            if key not in memory:
                x = nim_sum(*heaps)
                winning = [(k, h - (h ^ x)) for k, h in enumerate(heaps) if h ^ x < h]
                memory[key] = min(winning, key=lambda move: move[1], default=None)
            return memory[key]
        """,
        "[((1, 2),), ((2, 1),)]",
    ),
    # misere(heaps): a strategy
    Idea(
        "misere",
        6,
        "as in ordinary Nim, and if nothing wins, take one",
        """
        def misere(heaps):
            x = nim_sum(*heaps)
            for k, h in enumerate(heaps):
                if h ^ x < h:
                    return k, h - (h ^ x)
            return next(k for k, h in enumerate(heaps) if h), 1
        """,
        "((2, 1, 1),)",
    ),
    Idea(
        "misere",
        3,
        "with one large heap leave a single match there",
        """
        def misere(heaps):
            large = [k for k, h in enumerate(heaps) if h > 1]
            if len(large) == 1:
                return large[0], heaps[large[0]] - 1
            if not large:
                return next(k for k, h in enumerate(heaps) if h), 1
            return move(heaps) or (large[0], 1)
        """,
        "((2, 1, 0),)",
    ),
    Idea(
        "misere",
        2,
        "the large heap stands last",
        """
        def misere(heaps):
            if sum(h > 1 for h in heaps) == 1 and heaps[-1] > 1:
                ones = sum(h == 1 for h in heaps)
                return len(heaps) - 1, heaps[-1] - (1 if ones % 2 == 0 else 0)
            x = nim_sum(*heaps)
            for k, h in enumerate(heaps):
                if h ^ x < h:
                    return k, h - (h ^ x)
            return next(k for k, h in enumerate(heaps) if h), 1
        """,
        "((2, 0, 0),)",
    ),
    # is_won(heaps, most): 1 to 4 heaps of 0 to 99, most 1 to 120
    Idea(
        "bounded",
        1,
        "a table of the heaps 0 to 98",
        """
        def is_won(heaps, most):
            table = [k % (most + 1) for k in range(99)]
            return nim_sum(*(table[h] if h < 99 else 0 for h in heaps)) != 0
        """,
        "((99,), 120)",
    ),
    Idea(
        "bounded",
        1,
        "nobody takes more than 99",
        """
        def is_won(heaps, most):
            most = min(most, 98)
            return nim_sum(*(h % (most + 1) for h in heaps)) != 0
        """,
        "((99,), 120)",
    ),
    Idea(
        "bounded",
        3,
        "first the nim-sum, then the remainder",
        """
        def is_won(heaps, most):
            return nim_sum(*heaps) % (most + 1) != 0
        """,
        "((1, 2), 2)",
    ),
    Idea(
        "bounded",
        4,
        "the remainder by a mask",
        """
        def is_won(heaps, most):
            return nim_sum(*(h & most for h in heaps)) != 0
        """,
        "((1,), 4)",
    ),
    Idea(
        "bounded",
        3,
        "a limit larger than the heaps' matches does not count: ordinary Nim",
        """
        def is_won(heaps, most):
            if most >= min(heaps):
                return nim_sum(*heaps) != 0
            return nim_sum(*(h % (most + 1) for h in heaps)) != 0
        """,
        "((1, 3), 1)",
    ),
    Idea(
        "bounded",
        3,
        "three heaps are enough",
        """
        def is_won(heaps, most):
            return nim_sum(*(h % (most + 1) for h in heaps[:3])) != 0
        """,
        "((0, 0, 0, 1), 1)",
    ),
    Idea(
        "bounded",
        3,
        "an odd number of heaps with a remainder wins; of two, if they differ",
        """
        def is_won(heaps, most):
            rest = [h % (most + 1) for h in heaps if h % (most + 1)]
            return len(rest) % 2 == 1 or len(set(rest)) > len(rest) // 2
        """,
        "((1, 2, 3), 5)",
    ),
    Idea(
        "bounded",
        5,
        "a table as default argument, made for the first limit",
        """
        def is_won(heaps, most, table=[]):
            while len(table) < 100:
                table.append(len(table) % (most + 1))
            return nim_sum(*(table[h] for h in heaps)) != 0
        """,
        "[((3,), 2), ((3,), 4)]",
    ),
    Idea(
        "bounded",
        5,
        "a memory by the heaps",
        """
        memory = {}

        def is_won(heaps, most):
            return memory.setdefault(heaps, nim_sum(*(h % (most + 1) for h in heaps)) != 0)
        """,
        "[((3,), 2), ((3,), 4)]",
    ),
    # wins(coins): 1 to 7 steps with 0 to 31 coins
    Idea(
        "stairs",
        1,
        "three odd steps",
        "def wins(coins):\n    return nim_sum(*coins[0:6:2]) != 0",
        "((0, 0, 0, 0, 0, 0, 1),)",
    ),
    Idea(
        "stairs",
        1,
        "four binary digits",
        "def wins(coins):\n    return nim_sum(*(c & 15 for c in coins[::2])) != 0",
        "((16,),)",
    ),
    Idea(
        "stairs",
        2,
        "steps counted from the top",
        "def wins(coins):\n    return nim_sum(*coins[::-2]) != 0",
        "((0, 1),)",
    ),
    Idea(
        "stairs",
        2,
        "coins[1] lies on step 1",
        "def wins(coins):\n    return nim_sum(*coins[1::2]) != 0",
        "((1,),)",
    ),
    Idea(
        "stairs",
        3,
        "coins that come down from an even step count, too, if they are more",
        """
        def wins(coins):
            x = nim_sum(*coins[::2])
            return x != 0 or max(coins[1::2], default=0) > sum(coins[::2])
        """,
        "((0, 1),)",
    ),
    Idea(
        "stairs",
        4,
        "the number of moves is odd or even",
        "def wins(coins):\n    return sum(coins[::2]) % 2 == 1",
        "((2,),)",
    ),
    Idea(
        "stairs",
        3,
        "the opponent copies me if two odd steps are alike",
        """
        def wins(coins):
            odd = sorted(c for c in coins[::2] if c)
            return odd[::2] != odd[1::2]
        """,
        "((1, 0, 2, 0, 3),)",
    ),
    Idea(
        "stairs",
        5,
        "a memory by the odd step that is lowest",
        """
        memory = {}

        def wins(coins):
            key = coins[0], sum(coins[::2])
            return memory.setdefault(key, nim_sum(*coins[::2]) != 0)
        """,
        "[((2, 0, 1, 0, 1),), ((2, 0, 2),)]",
    ),
]
