"""A plain page, opened from a disk: no kernel, no network; every game is played to its end, and
perfectly.
"""

import random
import re

import networkx as nx
import pytest
from hand import KNIGHT, Hand, answered
from naive import game as game_of
from playing import to_the_end
from playwright.sync_api import expect
from seen import SHOTS, faults_of, pressed, shot, stages, tool, violations

from gamecourse.show import widgets
from gamecourse.show.dice import PlayDice
from gamecourse.show.heaps import PlayHeaps
from gamecourse.show.replay import Replay
from gamecourse.show.stage.widget import module, style
from gamefast import Ending, Searched, exact_values, solve
from gamelib import RIGHT, Misere, NormalPlay, Sum, deepen
from gamelib.games import (
    Clobber,
    ConnectFour,
    CopsAndThief,
    Domineering,
    Grundy,
    Matches,
    MinMaxTree,
    Nim,
    Octal,
    OverwriteTicTacToe,
    TicTacToe,
    ToadsAndFrogs,
    Token,
)
from gamelib.play import tricky

GRAPH = nx.DiGraph(
    [("a", "b"), ("a", "c"), ("b", "c"), ("b", "d"), ("c", "d"), ("c", "e"), ("d", "e")]
)
LOOPS = nx.DiGraph(
    [tuple(edge) for edge in ["at", "ap", "pa", "qa", "bq", "bc", "cb", "cd", "da", "dc"]]
)
BOARD = CopsAndThief.from_text("..P..E\n...**.\n......\n.*...T\n....**")
LEAVES = {"b1": 3, "b2": 12, "c1": 2, "c2": 15, "d1": 14, "d2": 5}
TREE = {"A": ["B", "C", "D"], "B": ["b1", "b2"], "C": ["c1", "c2"], "D": ["d1", "d2"], **LEAVES}


#: A reader's game: add 1 or 2; who is to move at 10 has lost. Its words must not become tags.
RACE = game_of(
    start=lambda self: 0,
    moves=lambda self, total: [step for step in (1, 2) if total + step <= 10],
    play=lambda self, total, step: total + step,
    outcome=lambda self, total: -1 if total == 10 else None,
    move_text=lambda self, total, step: f"<b>add</b> {step}",
    text=lambda self, total: f"<script>alert({total})</script>",
)


GAMES = {
    "matches": Matches(15),
    "misere matches": Misere(Matches(9)),
    "nim": Nim((3, 4, 5)),
    "kayles": Octal((7,), "0.77"),
    "grundy": Grundy((9,)),
    "token": Token(GRAPH, "a"),
    "token with loops": Token(LOOPS, "b"),
    "sum": Sum(Octal((5,), "0.77"), Nim((4,)), Token(GRAPH, "a")),
    "tic-tac-toe": TicTacToe(),
    "connect four": ConnectFour(3, 4, 3),
    "policeman": BOARD,
    "tree": MinMaxTree(TREE),
    "race": RACE,
    "knight": KNIGHT,
    "ending": Ending("KRK", 4, 4),
    "domineering": NormalPlay(Domineering(3, 4)),
    "domineering from the right": NormalPlay(Domineering(3, 3), RIGHT),
    "toads and frogs": NormalPlay(ToadsAndFrogs("TT..FF")),
    "clobber": NormalPlay(Clobber(3, 3)),
}


def seen_pieces(stage, hand):
    """Wait until the page shows the position that the hand has come to."""
    pieces, lie = hand.pieces, hand.lie()
    if not pieces.strip():
        return
    legend = hand.widget.scene["picture"]["legend"]
    expect(stage.locator("[data-spot]")).to_have_count(len(pieces))
    names = stage.locator("[data-spot]").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label'))"
    )
    for k, piece in enumerate(pieces):
        if hand.widget.scene["lays"] and piece == "#":
            assert re.search("domino of (left|right)", names[k])
        elif piece in legend:
            assert legend[piece] in names[lie[k]], (names[lie[k]], piece)


@pytest.mark.parametrize(("you", "name"), [(k % 2, name) for k, name in enumerate(GAMES)])
def test_a_game_is_played_perfectly_by_mouse_and_by_keyboard(opened, page, name, you):
    """From one side or the other: we play best, the page answers; every answer keeps the value and
    the remoteness.
    """
    game = GAMES[name]
    solution = solve(game)
    play = widgets.Play(game)
    (stage,) = opened(game=play)
    hand, position, ply = Hand(play), game.start(), 0
    status = stage.locator(".gl-status")
    if you:
        tool(stage, "Change sides").click()
        hand.begin_second()
        openings = [option for _, option in tricky(solution).pressing_steps(position)]
        position, ply = hand.widget.position, 1
        assert position in openings
    while game.outcome(position) is None and ply < 40:
        seen_pieces(stage, hand)
        expect(status).to_contain_text("Your move")
        move = solution.best(position)
        k = list(game.moves(position)).index(move)
        (words, ways), lie = hand.moves[k], hand.lie()
        side = next((side for side, way in enumerate(ways) if len(way) == 1), 0)
        for n, spot in enumerate(ways[side] if ways else ()):
            pressed(stage, lie[spot], keyboard=ply % 4 < 2 or n < len(ways[side]) - 1)
        if not ways:
            tool(stage, words).click()
        hand.press_move(k, side)
        position, ply = game.play(position, move), ply + 1
        if game.outcome(position) is None:
            before = solution[position]
            assert hand.widget.position in [
                option for _, option in tricky(solution).pressing_steps(position)
            ]
            position, ply = hand.widget.position, ply + 1
            expect(status).to_contain_text("Your opponent:")
            assert solution[position].outcome == -before.outcome
    if game.outcome(position) is not None:
        worth = game.outcome(position) * (1 if ply % 2 == you else -1)
        words = {1: "You have won.", -1: "You have lost.", 0: "It is a draw."}.get(
            worth, "It is worth"
        )
        expect(status).to_contain_text(words)
    else:  # a drawn game goes on for ever
        assert solution[game.start()].outcome == 0
    shot(stage, f"page-{name}-{you}")


def test_each_domino_lies_on_its_two_cells_and_shows_whose_it_is(opened, page):
    """Drawn from the moves, because a position does not hold who laid what; taken back, it is gone."""
    page.emulate_media(reduced_motion="reduce")
    game = NormalPlay(Domineering(4, 4))
    play = widgets.Play(game)
    (stage,) = opened(game=play)
    hand = Hand(play)
    dominoes = stage.locator(".gl-domino")
    expect(dominoes).to_have_count(0)
    for k in (0, 1):
        _, ways = hand.moves[k]
        for spot in reversed(ways[0]):  # the lower cell first
            pressed(stage, spot)
        hand.press_move(k)
        expect(dominoes).to_have_count(2 * k + 2)
        for nth, side in enumerate(["left", "right"] * (k + 1)):
            domino = dominoes.nth(nth)
            assert f"gl-domino-{side}" in domino.get_attribute("class")
            box = domino.bounding_box()
            assert (box["height"] > 1.5 * box["width"]) == (side == "left")
        for spot in ways[0]:
            cell = stage.locator(f"[data-spot='{spot}']")
            assert "domino of left" in cell.get_attribute("aria-label")
    expect(stage.locator(".gl-domino-last")).to_have_count(1)
    assert faults_of(stage) == []
    assert violations(page) == []
    shot(stage, "page-dominoes")
    tool(stage, "Take back").click()
    expect(dominoes).to_have_count(2)


@pytest.mark.parametrize(
    "game", [TicTacToe(4, 4, 4), ConnectFour()], ids=["four in a row", "connect four"]
)
def test_a_game_too_large_for_a_table_is_played_to_its_end(opened, page, game):
    """The page searches itself: whatever we do, it answers within a few seconds, and it does not
    lose.
    """
    (stage,) = opened(game=widgets.Play(game, solution=Searched(game)))
    assert re.search("You have lost|draw", to_the_end(stage)[-1])
    shot(stage, f"page-{type(game).__name__}-searched")


def place_of_picture(stage):
    """Where the picture stands in its widget, and how large it is."""
    return stage.evaluate(
        """stage => {
            const [a, b] = [stage, stage.querySelector('.gl-picture')].map(one => one.getBoundingClientRect());
            return [b.x - a.x, b.y - a.y, b.width, b.height, a.height];
        }"""
    )


def test_hints_are_there_at_once_and_nothing_jumps(opened, page):
    stages_ = opened(
        tictactoe=widgets.Play(TicTacToe()),
        thief=widgets.Play(BOARD),
        matches=widgets.Play(Matches(15)),
    )
    for stage, spot in zip(stages_, (4, 3, 14), strict=True):
        before = place_of_picture(stage)
        tool(stage, "Who wins?").click()
        expect(stage.locator(".gl-note", has_text=re.compile(r"[▲▼●]")).first).to_be_visible(
            timeout=100
        )
        pressed(stage, spot)
        page.wait_for_timeout(400)
        assert place_of_picture(stage) == before
        tool(stage, "Take back").click()
        tool(stage, "Who wins?").click()
        assert place_of_picture(stage) == before


def test_a_press_that_is_no_move_says_so_and_changes_nothing(opened):
    (stage,) = opened(thief=widgets.Play(BOARD))
    pressed(stage, 3 * 6 + 5)
    expect(stage).to_contain_text("Not allowed: row 3, column 5. What you may do has a frame.")
    expect(stage.locator("[data-spot='2']")).to_have_attribute(
        "aria-label", re.compile("policeman")
    )


def test_a_piece_is_dragged(opened, page):
    thief, knight = opened(thief=widgets.Play(BOARD), knight=widgets.Play(KNIGHT))
    for stage, start, end in ((thief, 2, 3), (knight, 0, 5)):
        stage.locator(f"[data-spot='{start}']").hover()
        page.mouse.down()
        stage.locator(f"[data-spot='{end}']").hover()
        page.mouse.up()
        expect(stage).to_contain_text("Your opponent:")


def test_the_board_as_text_is_escaped_and_can_be_read(opened, page):
    board, race = opened(thief=widgets.Play(BOARD), race=widgets.Play(RACE))
    tool(board, "As text").click()
    expect(board.locator(".gl-text")).to_have_text(BOARD.text(BOARD.start()))
    expect(race).to_contain_text("<script>alert(0)</script>")
    expect(race.get_by_role("button", name="<b>add</b> 2")).to_be_visible()


def test_the_columns_of_the_nim_sum_follow_a_move_under_the_pointer(opened, page):
    (stage,) = opened(nim=PlayHeaps(Nim((3, 4, 5))))
    tool(stage, "Nim-sum").click()
    expect(stage.locator(".gl-sum")).to_contain_text("= 2")
    stage.locator("[data-spot='1']").hover()  # leave one in the first heap: 1, 4, 5
    expect(stage.locator(".gl-sum")).to_contain_text("= 0")
    stage.locator("[data-spot='0']").focus()  # leave none there: 0, 4, 5
    expect(stage.locator(".gl-sum")).to_contain_text("= 1")


@pytest.mark.parametrize("n", [2, 3])
def test_dice_are_thrown_on_the_page(opened, page, n):
    """The page has a table of the small board; of the larger one it has values, and makes the
    moves.
    """
    game = OverwriteTicTacToe(n)
    play, values = PlayDice(game), exact_values(game)
    assert bool(play.scene["table"]) == (n == 2)
    (stage,) = opened(dice=play)
    tool(stage, "What is it worth?").click()
    expect(stage).to_contain_text(
        f"With best play on both sides this is worth {values.value()} to you."
    )
    tool(stage, "What is it worth?").click()
    said = to_the_end(stage)
    assert "You have" in said[-1]
    assert len(said) < 5 or any(re.search("The die shows [⚀⚁⚂⚃⚄⚅]", story) for story in said)
    shot(stage, f"page-dice-{n}")


def test_a_replay_is_stepped_through_and_taken_over(opened):
    line = [(0, 0), (1, 1), (2, 2), (0, 2), (1, 0), (2, 0)]
    replay = Replay(
        TicTacToe(),
        line,
        notes={4: "this loses: X at (2, 0) holds"},
        verdict="✗ wrong: you have lost.",
    )
    (stage,) = opened(replay=replay)
    expect(stage).to_contain_text("5 of 6 moves")  # it opens at the turning point
    expect(stage).to_contain_text("This loses: X at (2, 0) holds.")
    tool(stage, "First").click()
    expect(stage).to_contain_text("The play that shows it: 0 of 6 moves.")
    tool(stage, "Next").click()
    expect(stage).to_contain_text("You: X at (0, 0).")
    tool(stage, "To the turning point").click()
    expect(stage).to_contain_text("This loses: X at (2, 0) holds.")
    stage.get_by_role("slider").press("ArrowLeft")
    pressed(stage, 6)  # the better move
    expect(stage).to_contain_text("You have taken over.")
    tool(stage, "Next").click()
    expect(stage).to_contain_text("4 of 6 moves")
    tool(stage, "Last").click()
    expect(stage.locator(".gl-last")).to_have_count(3)  # a row wins
    tool(stage, "First").click()
    expect(stage).to_contain_text("0 of 6 moves")


#: A widget on a page, with a kernel behind it.
LIVE = """([scene, state]) => {
    const kept = { scene, state }, heard = {};
    const tell = (name, told) => (heard[name] ?? []).forEach((act) => act(told));
    window.model = {
        get: (name) => kept[name], set: (name, value) => { kept[name] = value; tell(`change:${name}`); },
        on: (name, act) => (heard[name] ??= []).push(act), save_changes: () => {},
        send: (asked) => window.kernel(asked).then((told) => tell("msg:custom", told)),
    };
    window.$stage.render({ el: document.body, model: window.model });
}"""


def live_stage(page, play):
    """The place of a widget on a page, with the kernel of this process behind it."""
    page.expose_function("kernel", lambda asked: answered(play, asked))
    night = "@media (prefers-color-scheme: dark) { body { background: #111; } }"
    page.set_content(
        f"<!doctype html><html lang=en><title>live</title><style>{night}</style><body></body>"
    )
    page.add_script_tag(
        type="module", content=module().replace("export default $stage;", "window.$stage = $stage;")
    )
    page.add_style_tag(content=style())
    page.wait_for_function("window.$stage")
    page.evaluate(LIVE, [play.scene, play.state])
    return stages(page).first


def test_one_sees_below_which_moves_a_program_has_worked(page):
    """By day and by night, and on a telephone."""
    game = ConnectFour(6, 7)
    play = widgets.PlayProgram(game, lambda game, p, seconds: deepen(game, p, depth=4).best)
    stage = live_stage(page, play)
    panel = stage.locator(".gl-thought")
    expect(panel).to_be_hidden()
    pressed(stage, 3)
    expect(stage).to_contain_text("Your opponent: O in column")
    page.evaluate("thought => window.model.set('thought', thought)", play.thought)
    expect(panel).to_contain_text(play.thought["words"])
    expect(panel.locator("dt")).to_have_count(7)
    expect(panel.locator("dt.gl-chosen")).to_have_count(1)
    for name, width, scheme in (("day", 1366, "light"), ("night", 420, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        shot(stage, f"page-program-{name}")
        assert faults_of(stage) == []
        assert violations(page) == []
    tool(stage, "New game").click()
    expect(panel).to_be_hidden()


def test_without_a_table_the_kernel_is_asked_and_what_fails_changes_nothing(page):
    game = TicTacToe()
    solution = solve(game)

    def opponent(position):
        return 1 / 0 if position[4] == "X" else solution.best(position)

    play = widgets.Play(game, opponent=opponent)
    stage = live_stage(page, play)
    pressed(stage, 4)
    expect(stage).to_contain_text(
        "Taken back, because your opponent, asked at '....X....', raises ZeroDivisionError"
    )
    expect(stage.locator("[data-spot='4']")).to_have_attribute(
        "aria-label", "row 1, column 1, X at (1, 1)"
    )
    pressed(stage, 0)
    expect(stage).to_contain_text("Your opponent: O at (1, 1).")
    tool(stage, "Who wins?").click()
    expect(stage).to_contain_text("The position is a ● DRAW for you.")
    expect(stage.locator(".gl-note", has_text="●").first).to_be_visible()
    tool(stage, "Take back").click()
    expect(stage.locator("[data-spot='0']")).to_have_attribute("aria-label", re.compile("X at"))
    tool(stage, "Change sides").click()
    expect(stage).to_contain_text("Your opponent: X at (0, 0).")


def take(stage, hand, words):
    """Make a move of Matches, on the page and by the hand, which then knows the answer to it."""
    ((spot,),) = next(ways for text, ways in hand.moves if text == words)
    pressed(stage, hand.lie()[spot])
    hand.press(words)
    expect(stage.locator("[data-spot][aria-label*=', match']")).to_have_count(hand.widget.position)


def won_by_the_rule(stage, hand):
    """Win Matches from where play stands: leave a multiple of four."""
    while not hand.widget.over:
        take(stage, hand, f"take {hand.widget.position % 4}")
    expect(stage).to_contain_text("You have won.")


def test_after_a_loss_the_first_mistake_is_shown_and_play_goes_on_from_there(opened, page):
    play = widgets.Play(Matches(15), hints=False)
    (stage,) = opened(matches=play)
    hand = Hand(play)
    offer = stage.get_by_role("button", name="Your first mistake was move 2: show me")
    take(stage, hand, "take 3")
    expect(offer).to_have_count(0)
    left = play.position
    take(stage, hand, next(f"take {k}" for k in (1, 2, 3) if k != left % 4))
    while not play.over:
        take(stage, hand, "take 1")
    expect(stage).to_contain_text("You have lost.")
    shot(stage, "page-mistake-offered")
    assert faults_of(stage) == []
    assert violations(page) == []
    offer.focus()
    page.keyboard.press("Enter")
    expect(stage).to_contain_text("Your move 2 was a mistake: take ")
    expect(stage).to_contain_text(f"Better: take {left % 4}.")
    expect(stage).to_contain_text(
        re.compile(r"was a ▲ WIN in \d+ for you; the move made it a ▼ LOSS in \d+")
    )
    expect(stage.locator(".gl-note", has_text="▲")).to_have_count(1)
    expect(stage.locator(".gl-note", has_text="▼")).to_have_count(1)
    expect(stage.locator("[data-spot]:focus")).to_have_attribute(
        "aria-label", re.compile(f"take {left % 4}")
    )
    shot(stage, "page-mistake-shown")
    assert faults_of(stage) == []
    assert violations(page) == []
    play.state = play.state | {"played": play.state["played"][:2]}
    won_by_the_rule(stage, hand)
    expect(stage.get_by_role("button", name="mistake")).to_have_count(0)


def test_whoever_could_not_have_won_is_told_so(opened):
    play = widgets.Play(Matches(8), hints=False)
    (stage,) = opened(matches=play)
    hand = Hand(play)
    while not play.over:
        take(stage, hand, "take 1")
    expect(stage).to_contain_text(
        "You could not have won: whoever moves second wins, and your opponent made no mistake."
    )
    expect(stage.get_by_role("button", name="mistake")).to_have_count(0)


def drawn_by_a_mistake(game, solution, opponent, rng):
    """Moves of the first player that lead to a draw though there was a win, and the number of the
    first mistake.
    """
    while True:
        position, ours, mistakes = game.start(), [], []
        while game.outcome(position) is None:
            ours.append(rng.choice(list(game.moves(position))))
            before = solution[position].outcome
            position = game.play(position, ours[-1])
            mistakes.append((before, -solution[position].outcome))
            if game.outcome(position) is None:
                position = game.play(position, opponent(position))
        first = next((k for k, (a, b) in enumerate(mistakes) if b < a), None)
        if game.outcome(position) == 0 and first is not None and mistakes[first] == (1, 0):
            return ours, first + 1


def test_with_a_kernel_a_draw_where_a_win_was_to_be_had_is_explained(page):
    """The opponent errs, and the kernel is asked what the positions are worth."""
    game = TicTacToe()
    solution = solve(game)

    def first_free(position):
        return game.moves(position)[0]

    ours, number = drawn_by_a_mistake(game, solution, first_free, random.Random(3))
    play = widgets.Play(game, opponent=first_free, solution=solution, hints=False)
    stage = live_stage(page, play)
    for row, column in ours:
        pressed(stage, 3 * row + column)
        expect(stage.locator(f"[data-spot='{3 * row + column}']")).to_have_attribute(
            "aria-label", re.compile("cross")
        )
        expect(stage).not_to_contain_text("Your opponent thinks.")
    expect(stage).to_contain_text("It is a draw.")
    stage.get_by_role("button", name=f"Your first mistake was move {number}: show me").click()
    row, column = ours[number - 1]
    expect(stage).to_contain_text(f"Your move {number} was a mistake: X at ({row}, {column}).")
    expect(stage).to_contain_text("the move made it a ● DRAW")
    expect(stage.locator(".gl-note", has_text="●")).to_have_count(1)
    expect(stage.locator(".gl-note", has_text="▲").first).to_be_visible()


def test_nothing_is_cut_or_overlaps_on_a_telephone_by_night(opened, page):
    page.set_viewport_size({"width": 420, "height": 768})
    page.emulate_media(color_scheme="dark")
    games = {
        name.replace(" ", "_").replace("-", "_"): widgets.Play(game) for name, game in GAMES.items()
    }
    found = [faults_of(stage) for stage in opened(**games, heaps=PlayHeaps(Nim((3, 4, 5))))]
    assert found == [[]] * len(found)
    assert violations(page) == []
    page.screenshot(path=SHOTS / "page-420-dark.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1")


def test_without_motion_nothing_moves(opened, page):
    page.emulate_media(reduced_motion="reduce")
    (stage,) = opened(matches=widgets.Play(Matches(15)))
    pressed(stage, 12)
    assert stage.evaluate("stage => stage.getAnimations({subtree: true}).length") == 0


def test_every_free_cell_is_reached_by_the_arrow_keys(opened, page):
    """Also the middle from the corners, though nothing lies straight beside them."""
    (stage,) = opened(game=widgets.Play(TicTacToe()))
    for spot in (1, 7):  # answered in between
        pressed(stage, spot)
    free = set(stage.locator(".gl-can").evaluate_all("all => all.map(one => one.dataset.spot)"))
    stage.locator(".gl-can").first.focus()
    seen = set()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        seen.add(page.evaluate("document.activeElement.dataset.spot"))
    assert seen == free
