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
    # A third round.
    Idea(
        "winning_takes",
        2,
        "the heaps in order of size, the largest first",
        "moves = [(0, 3), (2, 5), (3, 5)]",
        "()",
    ),
    Idea(
        "winning_move",
        3,
        "the smallest heap that wins gives the fewest matches",
        """
        def move(heaps):
            x = nim_sum(*heaps)
            winning = [(h, k, h - (h ^ x)) for k, h in enumerate(heaps) if h ^ x < h]
            return min(winning)[1:] if winning else None
        """,
        "((3, 1, 3),)",
    ),
    Idea(
        "winning_move",
        5,
        "a memory by the nim-sum and the largest heap",
        """
        memory = {}

        def move(heaps):
            x = nim_sum(*heaps)
            key = x, max(heaps), len(heaps), sum(heaps)
            if key not in memory:
                winning = [(k, h - (h ^ x)) for k, h in enumerate(heaps) if h ^ x < h]
                memory[key] = min(winning, key=lambda m: m[1], default=None)
            return memory[key]
        """,
        "[((1, 2),), ((2, 1),)]",
    ),
    Idea(
        "winning_move",
        5,
        "the heaps as one text are the key of a memory",
        """
        memory = {}

        def move(heaps):
            key = "".join(map(str, heaps))
            if key not in memory:
                x = nim_sum(*heaps)
                winning = [(k, h - (h ^ x)) for k, h in enumerate(heaps) if h ^ x < h]
                memory[key] = min(winning, key=lambda m: m[1], default=None)
            return memory[key]
        """,
        "[((1, 23),), ((12, 3),)]",
    ),
    Idea(
        "misere",
        5,
        "a position does not come twice, so at one that was seen any move will do",
        """
        seen = set()

        def misere(heaps):
            large = [k for k, h in enumerate(heaps) if h > 1]
            ones = sum(h == 1 for h in heaps)
            if heaps in seen or not large:
                return next(k for k, h in enumerate(heaps) if h), 1
            seen.add(heaps)
            if len(large) == 1:
                k = large[0]
                return k, heaps[k] - (1 if ones % 2 == 0 else 0)
            x = nim_sum(*heaps)
            return next((k, h - (h ^ x)) for k, h in enumerate(heaps) if h ^ x < h)
        """,
        "[((2, 3, 4),)] * 2",
    ),
    Idea(
        "misere",
        3,
        "leave two equal heaps if possible, and at the end an odd number of ones",
        """
        def misere(heaps):
            ones = sum(h == 1 for h in heaps)
            large = [k for k, h in enumerate(heaps) if h > 1]
            if len(large) == 1:
                return large[0], heaps[large[0]] - (ones % 2 == 0)
            if not large:
                return next(k for k, h in enumerate(heaps) if h), 1
            k, other = large[-1], large[0]
            if heaps[k] > heaps[other]:
                return k, heaps[k] - heaps[other]
            if heaps[k] < heaps[other]:
                return other, heaps[other] - heaps[k]
            return k, 1
        """,
        "((2, 3, 4),)",
    ),
    Idea(
        "bounded",
        5,
        "heaps and limit as one text are the key of a memory",
        """
        memory = {}

        def is_won(heaps, most):
            key = "".join(map(str, heaps)) + "," + str(most)
            if key not in memory:
                memory[key] = nim_sum(*(h % (most + 1) for h in heaps)) != 0
            return memory[key]
        """,
        "[((1, 1), 4), ((11,), 4)]",
    ),
    Idea(
        "bounded",
        4,
        "the remainder from the decimals of the quotient",
        """
        def is_won(heaps, most):
            rest = [int((h / (most + 1) - h // (most + 1)) * (most + 1)) for h in heaps]
            return nim_sum(*rest) != 0
        """,
        "((4,), 2)",
    ),
    Idea(
        "bounded",
        3,
        "remainders that are equal cancel in pairs, and so do 1, 2 and 3, 4 and 5, and so on",
        """
        def is_won(heaps, most):
            left = []
            for h in heaps:
                rest = h % (most + 1)
                if rest in left:
                    left.remove(rest)
                elif rest:
                    left.append(rest)
            if len(left) == 3:
                low, middle, high = sorted(left)
                return low + middle != high if low ^ middle == low + middle else low ^ middle != high
            return bool(left)
        """,
        "((1, 2, 4, 7), 9)",
    ),
    Idea(
        "bounded",
        3,
        "heaps up to the limit are ordinary Nim, and of the others the remainder counts, or the limit",
        """
        def is_won(heaps, most):
            rest = [h if h <= most else h % (most + 1) or (most + 1) * (h > 98) for h in heaps]
            return nim_sum(*rest) != 0
        """,
        "((99,), 98)",
    ),
    Idea(
        "stairs",
        3,
        "empty steps are left out first",
        """
        def wins(coins):
            return nim_sum(*[c for c in coins if c][::2]) != 0
        """,
        "((0, 1),)",
    ),
    Idea(
        "stairs",
        3,
        "equal odd steps cancel, and what is left wins, but for 1, 2 and 3",
        """
        def wins(coins):
            left = set()
            for c in coins[::2]:
                left ^= {c}
            return left - {0} not in (set(), {1, 2, 3}) and not (
                len(left - {0}) == 3 and sorted(left - {0})[0] + sorted(left - {0})[1] == max(left)
                and sorted(left - {0})[0] & sorted(left - {0})[1] == 0
            )
        """,
        "((3, 0, 5, 0, 6),)",
    ),
    Idea(
        "stairs",
        5,
        "the coins as one text are the key of a memory",
        """
        memory = {}

        def wins(coins):
            key = "".join(map(str, coins))
            if key not in memory:
                memory[key] = nim_sum(*coins[::2]) != 0
            return memory[key]
        """,
        "[((0, 11),), ((0, 1, 1),)]",
    ),
    # A fourth round.
    Idea(
        "winning_move",
        3,
        "two equal heaps cancel, so nobody looks at them: of three the first stays",
        """
        def move(heaps):
            x, odd = nim_sum(*heaps), [h for h in heaps if heaps.count(h) % 2]
            winning = [(heaps.index(h), h - (h ^ x)) for h in odd if h ^ x < h]
            return min(winning, key=lambda move: move[1], default=None)
        """,
        "((2, 2, 3),)",
    ),
    Idea(
        "winning_move",
        2,
        "empty heaps are left out first",
        """
        def move(heaps):
            heaps = [h for h in heaps if h]
            x = nim_sum(*heaps)
            winning = [(k, h - (h ^ x)) for k, h in enumerate(heaps) if h ^ x < h]
            return min(winning, key=lambda move: move[1], default=None)
        """,
        "((0, 3),)",
    ),
    Idea(
        "winning_move",
        5,
        "a memory by the nim-sum, the first heap and the sum of all",
        "    memory = {}\n"
        + MOVE.format(
            heaps="heaps",
            wins="h ^ x < h",
            best="memory.setdefault((x, heaps[0], len(heaps), sum(heaps)), " + FEWEST + ")",
        ),
        "[((1, 5, 2),), ((1, 1, 6),)]",
    ),
    Idea(
        "winning_move",
        4,
        "take and heap in one number, the heap in two bits: the smallest number is the move",
        """
        def move(heaps):
            x = nim_sum(*heaps)
            packed = [(h - (h ^ x) << 2) | k & 3 for k, h in enumerate(heaps) if h ^ x < h]
            return (min(packed) & 3, min(packed) >> 2) if packed else None
        """,
        "((0, 0, 0, 0, 5),)",
    ),
    Idea(
        "bounded",
        1,
        "six binary digits are enough for a remainder",
        """
        def is_won(heaps, most):
            return any(sum(h % (most + 1) >> k & 1 for h in heaps) % 2 for k in range(6))
        """,
        "((64,), 120)",
    ),
    Idea(
        "bounded",
        5,
        "a memory by the sum of the heaps, their nim-sum and the limit",
        """
        memory = {}

        def is_won(heaps, most):
            won = nim_sum(*(h % (most + 1) for h in heaps)) != 0
            return memory.setdefault((sum(heaps), nim_sum(*heaps), most), won)
        """,
        "[((4, 1), 2), ((5,), 2)]",
    ),
    Idea(
        "bounded",
        3,
        "heaps up to the limit against those above it: four that are above it do not cancel",
        """
        def is_won(heaps, most):
            small = [h for h in heaps if h <= most]
            rest = [h % (most + 1) for h in heaps if h > most]
            return nim_sum(*small) != nim_sum(*rest) if len(rest) < 4 else any(rest)
        """,
        "((4, 4, 4, 4), 2)",
    ),
    Idea(
        "bounded",
        6,
        "the limit holds for the first three heaps; who has a fourth may take what they like",
        """
        def is_won(heaps, most):
            return nim_sum(*(h % (most + 1) for h in heaps[:3]), *heaps[3:]) != 0
        """,
        "((0, 0, 0, 3), 2)",
    ),
    Idea(
        "stairs",
        3,
        "with nothing on the odd steps whoever has coins on the even ones has a move more",
        """
        def wins(coins):
            if not any(coins[::2]):
                return any(coins[1::2])
            return nim_sum(*coins[::2]) != 0
        """,
        "((0, 1),)",
    ),
    Idea(
        "stairs",
        5,
        "a memory by the number of steps, the sum of the coins and their nim-sum",
        """
        memory = {}

        def wins(coins):
            key = len(coins), sum(coins), nim_sum(*coins)
            return memory.setdefault(key, nim_sum(*coins[::2]) != 0)
        """,
        "[((1, 0),), ((0, 1),)]",
    ),
    Idea(
        "stairs",
        5,
        "a memory by the number of steps and by what lies on the odd ones, in order of size, in base thirty",
        """
        memory = {}

        def wins(coins):
            key = len(coins)
            for odd in sorted(coins[::2]):
                key = 30 * key + odd
            return memory.setdefault(key, nim_sum(*coins[::2]) != 0)
        """,
        "[((0, 0, 1, 0, 1),), ((0, 0, 0, 0, 31),)]",
    ),
    Idea(
        "misere",
        2,
        "a plan for the heaps in order of size, and the heap is counted there",
        """
        def misere(heaps):
            order = sorted(heaps)
            large = [k for k, h in enumerate(order) if h > 1]
            if len(large) == 1:
                return large[0], order[large[0]] - (1 if order.count(1) % 2 == 0 else 0)
            if not large:
                return next(k for k, h in enumerate(order) if h), 1
            return move(tuple(order)) or (large[0], 1)
        """,
        "((2, 3, 0),)",
    ),
    Idea(
        "misere",
        3,
        "in the end two ones are as good as none: leave an even number",
        """
        def misere(heaps):
            large = [k for k, h in enumerate(heaps) if h > 1]
            if len(large) == 1 and heaps.count(1) == 2:
                return large[0], heaps[large[0]]
            if len(large) == 1:
                return large[0], heaps[large[0]] - (1 if heaps.count(1) % 2 == 0 else 0)
            if not large:
                return next(k for k, h in enumerate(heaps) if h), 1
            return move(heaps) or (large[0], 1)
        """,
        "((1, 1, 4),)",
    ),
    Idea(
        "winning_takes",
        3,
        "from the heap of nine, too, something wins",
        "moves = [(0, 5), (1, 5), (2, 5), (3, 3)]",
        "()",
    ),
]
