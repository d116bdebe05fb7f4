"""The widgets in a real browser: JupyterLab on this machine, Chromium, mouse and keyboard.

Run by ``make browser``. Screenshots are kept in build/screenshots, to be looked at: no assertion sees that a page
is ugly.
"""

import itertools
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import nbformat
import networkx as nx
import pytest
from playwright.sync_api import expect, sync_playwright

from gamelib import Misere, Sum, chance_values, deepen, solve, winning_move
from gamelib.course import lay
from gamelib.games import ConnectFour, CopsAndThief, Matches, Nim, Octal, OverwriteTicTacToe, TicTacToe, Token
from gamelib.show.heaps import nim_sum_lines
from gamelib.solvers.forward.searched import Searched

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / "build" / "screenshots"
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
QUIET += ["--disable-background-networking", "--disable-component-update"]


def chromium():
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert found, "no Chromium here; on Debian: apt install chromium"
    return found


@pytest.fixture(scope="session")
def course(tmp_path_factory):
    """The copy of the course that belongs to a reader: nothing is stored in it, so that what is seen was run."""
    folder = tmp_path_factory.mktemp("reader") / "course"
    lay(folder)
    return folder


@pytest.fixture(scope="session")
def lab(course, tmp_path_factory):
    """JupyterLab on the reader's copy, with settings of its own; its address."""
    home = tmp_path_factory.mktemp("lab")
    (home / "config" / "labconfig").mkdir(parents=True)
    news = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    (home / "config" / "labconfig" / "page_config.json").write_text(json.dumps(news))
    tracker = home / "settings" / "@jupyterlab" / "notebook-extension" / "tracker.jupyterlab-settings"
    tracker.parent.mkdir(parents=True)
    tracker.write_text(json.dumps({"windowingMode": "none"}))  # every output is on the page, seen or not
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {
        **os.environ,
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_PREFER_ENV_PATH": "1",
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
    }
    command = [sys.executable, "-m", "jupyter", "lab", "--no-browser", "--allow-root", f"--port={port}"]
    command += ["--ServerApp.ip=127.0.0.1", "--IdentityProvider.token=", f"--ServerApp.root_dir={course}"]
    command += ["--LabApp.expose_app_in_browser=True"]
    with (home / "log").open("w") as log, subprocess.Popen(command, env=environment, stdout=log, stderr=log) as server:
        address = f"http://127.0.0.1:{port}"
        for _ in range(120):
            try:
                urllib.request.urlopen(f"{address}/api", timeout=5)
                break
            except OSError:
                assert server.poll() is None, (home / "log").read_text()
                time.sleep(0.5)
        try:
            yield address
        finally:
            server.terminate()


@pytest.fixture(scope="session")
def browser():
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium(), args=QUIET) as running,
    ):
        yield running


#: Whether the code cells have been run as the numbers given. Asked of the notebook: a folded cell shows no number.
COUNTS = """wanted => {
    const cells = window.jupyterapp.shell.currentWidget.content.widgets.filter(cell => cell.model.type === 'code');
    return JSON.stringify(cells.map(cell => cell.model.executionCount)) === JSON.stringify(wanted);
}"""


def open_and_run(browser, lab, name):
    """The notebook's page with all cells run afresh."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{lab}/lab/tree/{name}?reset")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell", timeout=90_000)
    page.get_by_text(re.compile(r"Python 3.*\| Idle")).first.wait_for(timeout=90_000)
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    cells = [c for c in nbformat.read(ROOT / "notebooks" / name, as_version=4).cells if c.cell_type == "code"]
    page.wait_for_function(COUNTS, arg=list(range(1, len(cells) + 1)), timeout=120_000)
    assert page.locator(".jp-OutputArea [data-mime-type='application/vnd.jupyter.error']").count() == 0
    return page


def widgets(page):
    """The play widgets, each by its row of tools."""
    return page.locator(".widget-vbox", has=page.get_by_role("button", name="New game")).filter(
        has=page.get_by_role("button", name="Who wins?")
    )


def widgets_without_hints(page):
    """All play widgets, those without hints and with hints of another kind, too."""
    return page.locator(".widget-vbox", has=page.get_by_role("button", name="New game"))


def shot(widget, name):
    SHOTS.mkdir(parents=True, exist_ok=True)
    widget.scroll_into_view_if_needed()
    widget.page.wait_for_timeout(300)
    widget.page.screenshot(path=SHOTS / f"{name}.png")


def boxes_apart(boxes):
    """No two rectangles overlap by more than a pixel."""
    return all(
        a["x"] + a["width"] <= b["x"] + 1
        or b["x"] + b["width"] <= a["x"] + 1
        or a["y"] + a["height"] <= b["y"] + 1
        or b["y"] + b["height"] <= a["y"] + 1
        for a, b in itertools.combinations(boxes, 2)
    )


def test_matches_are_played_and_won_by_mouse_and_by_keyboard(browser, lab):
    page = open_and_run(browser, lab, "01-matches.ipynb")
    widget = widgets(page).first
    shot(widget, "matches-start")
    solution, pile = solve(Matches(15)), 15
    for turn in itertools.count():
        button = widget.get_by_role("button", name=f"take {solution.best(pile)}")
        if turn % 2:
            button.focus()
            page.keyboard.press("Enter")
        else:
            button.click()
        pile -= solution.best(pile)
        if not pile:
            break
        pile -= solution.best(pile)
        expect(widget.locator("pre")).to_contain_text(f"({pile})")
    expect(widget).to_contain_text("You have won.")
    shot(widget, "matches-won")
    widget.get_by_role("button", name="Take back").click()
    expect(widget).to_contain_text("(3)")
    widget.get_by_role("button", name="New game").click()
    widget.get_by_role("button", name="Who wins?").click()
    expect(widget).to_contain_text("The position is a ▲ WIN in 7 for you.")
    expect(widget.get_by_role("button", name="take 3 ▲7")).to_be_visible()
    shot(widget, "matches-hints")
    widget.get_by_role("button", name="Change sides").click()
    expect(widget).to_contain_text("Your opponent: take 3.")
    page.close()


def test_the_policeman_catches_the_thief_cell_by_cell(browser, lab):
    page = open_and_run(browser, lab, "04-policeman-and-thief.ipynb")
    widget = widgets(page).first
    board = CopsAndThief.from_text("..P..E\n...**.\n......\n.*...T\n....**")
    solution, position = solve(board), board.start()
    cells = widget.locator(".widget-gridbox button")
    assert cells.count() == 30
    assert boxes_apart([cells.nth(i).bounding_box() for i in range(30)])
    shot(widget, "cops-start")

    def seen():
        """The board as the page shows it, in the characters of the board's text."""
        words = [text.strip() or "." for text in cells.all_text_contents()]
        return ["".join(words[k : k + 6]) for k in range(0, 30, 6)]

    def text():
        return board.text(position).replace("*", ".").split("\n")[:5]

    def expect_board():
        """The page follows its widget a cell at a time: wait until it has caught up."""
        for _ in range(50):
            if seen() == text():
                return
            page.wait_for_timeout(100)
        assert seen() == text()

    expect_board()
    cells.nth(3 * 6 + 5).click()
    expect(widget).to_contain_text("Not allowed: the policeman at (0, 2) cannot go to (3, 5).")
    while True:
        row, column = solution.best(position)
        button = cells.nth(row * 6 + column)
        if row % 2:
            button.focus()
            page.keyboard.press("Space")
        else:
            button.click()
        position = board.play(position, (row, column))
        if board.outcome(position) is not None:
            break
        position = board.play(position, solution.best(position))
        expect_board()
    expect(widget).to_contain_text("You have won.")
    expect_board()
    shot(widget, "cops-won")
    widget.get_by_role("button", name="New game").click()
    widget.get_by_role("button", name="Who wins?").click()
    expect(cells.nth(3)).to_have_text("▲15")
    shot(widget, "cops-hints")
    shot(widgets(page).nth(1), "thief-start")
    editor = page.locator(".widget-vbox", has=page.get_by_role("button", name="exit", exact=True)).last
    expect(editor).to_contain_text("LOSS in 2")
    shot(editor, "editor-start")
    editor.get_by_role("button", name="thief", exact=True).click()
    cells = editor.locator(".widget-gridbox button")
    assert boxes_apart([cells.nth(i).bounding_box() for i in range(16)])
    expect(editor.get_by_role("button", name="thief", exact=True)).to_have_class(re.compile("mod-active"))
    cells.nth(2 * 4 + 0).click()
    mine = CopsAndThief(("....", ".**.", "....", "...E"), (0, 0), (2, 0))
    expect(editor).to_contain_text(str(solve(mine)[mine.start()]))
    editor.get_by_role("button", name="wall", exact=True).focus()
    page.keyboard.press("Enter")
    expect(editor.get_by_role("button", name="wall", exact=True)).to_have_class(re.compile("mod-active"))
    cells.nth(1 * 4 + 0).focus()
    page.keyboard.press("Space")
    mine = CopsAndThief(("....", "***.", "....", "...E"), (0, 0), (2, 0))
    expect(editor).to_contain_text(str(solve(mine)[mine.start()]))
    expect(editor.locator("svg").first).to_be_visible()
    expect(editor.locator("textarea")).to_have_value("P...\n***.\nT...\n...E")
    shot(editor, "editor-changed")
    page.close()


def test_nim_is_won_by_clicking_matches_and_the_nim_sum_is_shown_or_hidden(browser, lab):
    page = open_and_run(browser, lab, "05-nim.ipynb")
    widget = widgets_without_hints(page).first
    matches = widget.get_by_role("button", name="┃")
    expect(matches).to_have_count(12)
    assert boxes_apart([matches.nth(i).bounding_box() for i in range(12)])
    expect(widget.get_by_role("button", name="Nim-sum")).to_have_count(0)  # nothing here answers the first questions
    shot(widget, "nim-start")
    win_nim(page, widget, Nim((3, 4, 5)))
    widget = widgets(page).first
    widget.get_by_role("button", name="Nim-sum").click()
    expect(widget).to_contain_text("010 = 2 (nim-sum)")
    shot(widget, "nim-sum")
    win_nim(page, widget, Misere(Nim((3, 4, 5))), nim_sum=True)
    widget.get_by_role("button", name="Nim-sum").click()
    expect(widget).not_to_contain_text("nim-sum")
    page.close()


def win_nim(page, widget, game, nim_sum=False):
    """Win by clicks on matches, every other by keyboard; ``nim_sum``: after each answer it stands there."""
    matches, heaps, solution = widget.get_by_role("button", name="┃"), game.start(), solve(game)
    for turn in itertools.count():
        k, take = solution.best(heaps)
        button = matches.nth(sum(heaps[:k]) + heaps[k] - take)
        if turn % 2:
            button.focus()
            page.keyboard.press("Enter")
        else:
            button.click()
        heaps = game.play(heaps, (k, take))
        if game.outcome(heaps) is not None:
            break
        heaps = game.play(heaps, solution.best(heaps))
        expect(matches).to_have_count(sum(heaps))
        if nim_sum:
            expect(widget).to_contain_text(f"{nim_sum_lines(game, heaps)[-1][1]} (nim-sum)")
        if game.outcome(heaps) is not None:
            break
    expect(widget).to_contain_text("You have won.")


def test_a_sum_of_different_games_is_won_on_one_board(browser, lab):
    page = open_and_run(browser, lab, "06-sprague-grundy.ipynb")
    widget = widgets_without_hints(page).first
    G = nx.DiGraph([("a", "b"), ("a", "c"), ("b", "c"), ("b", "d"), ("c", "d"), ("c", "e"), ("d", "e")])
    game = Sum(Octal((7,), "0.77"), Nim((4,)), Token(G, "a"))
    solution, position = solve(game), game.start()
    shot(widget, "sum-start")
    while True:
        move = winning_move(game, position)
        words = [game.move_text(position, other) for other in game.moves(position)]
        buttons = widget.locator(".widget-hbox").first.locator("button")
        expect(buttons).to_have_text(words)  # the page follows its widget button by button: wait for all of them
        buttons.nth(game.moves(position).index(move)).click()
        position = game.play(position, move)
        if game.outcome(position) is not None:
            break
        position = game.play(position, solution.best(position))
        expect(widget.locator("pre")).to_have_text(game.text(position))
    expect(widget).to_contain_text("You have won.")
    shot(widget, "sum-won")
    page.close()


def play_cells(page, widget, game, best, columns):
    """Play X by ``best``, every other move by keyboard, to the end; the seconds that the slowest answer took."""
    cells, position, slowest = widget.locator(".widget-gridbox button"), game.start(), 0.0
    for turn in itertools.count():
        row, column = best(position)
        position = game.play(position, (row, column))
        over = game.outcome(position) is not None
        answer = None if over else best(position)
        begin = time.perf_counter()
        if turn % 2:
            cells.nth(row * columns + column).focus()
            page.keyboard.press("Enter")
        else:
            cells.nth(row * columns + column).click()
        if not over:
            expect(widget).to_contain_text(f"Your opponent: {game.move_text(position, answer)}.")
            position = game.play(position, answer)
        slowest = max(slowest, time.perf_counter() - begin)
        if game.outcome(position) is not None:
            return slowest


def answers_within_a_second(page, widget, game, best, columns):
    """Whether in one of three games every answer comes within 1.5 seconds, the page's time included."""
    for again in range(3):
        if again:
            widget.get_by_role("button", name="New game").click()
            expect(widget).to_contain_text("Your move")
        if play_cells(page, widget, game, best, columns) < 1.5:
            return True
    return False


def test_tic_tac_toe_is_played_to_a_draw(browser, lab):
    page = open_and_run(browser, lab, "08-tic-tac-toe.ipynb")
    widget, game = widgets(page).first, TicTacToe()
    shot(widget, "tictactoe-start")
    widget.get_by_role("button", name="Who wins?").click()
    expect(widget).to_contain_text("The position is a ● DRAW for you.")
    shot(widget, "tictactoe-hints")
    widget.get_by_role("button", name="Who wins?").click()
    assert answers_within_a_second(page, widget, game, solve(game).best, 3)
    expect(widget).to_contain_text("It is a draw.")
    page.close()


def test_four_in_a_row_answers_within_a_second_and_the_window_is_stepped_through(browser, lab):
    page = open_and_run(browser, lab, "09-alpha-beta.ipynb")
    widget, game = widgets_without_hints(page).first, TicTacToe(4, 4, 4)
    shot(widget, "four-start")
    assert answers_within_a_second(page, widget, game, Searched(game).best, 4)
    expect(widget).to_contain_text("It is a draw.")
    stepper = page.locator(".widget-vbox", has=page.get_by_role("button", name="Next")).last
    stepper.get_by_role("button", name="Next").click()
    expect(stepper).to_contain_text("Enter A, Max to move, alpha = -∞, beta = ∞.")
    stepper.get_by_role("button", name="Last").focus()
    page.keyboard.press("Enter")
    expect(stepper).to_contain_text("All children of A are done: its value is 8.")
    expect(stepper.locator("svg").first).to_be_visible()
    shot(stepper, "alphabeta-end")
    stepper.get_by_role("button", name="Back").click()
    expect(stepper).to_contain_text("A (Max): alpha =")
    page.close()


def test_connect_four_is_played_by_clicking_columns(browser, lab):
    page = open_and_run(browser, lab, "10-large-games.ipynb")
    widget, game = widgets_without_hints(page).first, ConnectFour()
    cells = widget.locator(".widget-gridbox button")
    expect(cells).to_have_count(42)
    shot(widget, "connect-four-start")
    position = game.start()
    for column, row in ((3, 0), (3, 5), (2, 2)):  # a click anywhere in the column will do
        cells.nth(row * 7 + column).click()
        position = game.play(position, column)
        answer = deepen(game, position, nodes=1_000, order=game.order, evaluate=game.evaluate).line[0]
        expect(widget).to_contain_text(f"Your opponent: {game.move_text(position, answer)}.")
        position = game.play(position, answer)
        if game.outcome(position) is not None:
            break
    expect(cells).to_have_text(list(position.replace("\n", "").replace(".", " ")))  # waits for the last mark
    shot(widget, "connect-four-played")
    page.close()


def test_overwriting_is_played_to_its_end_with_the_die_shown(browser, lab):
    page = open_and_run(browser, lab, "11-chance.ipynb")
    widget, game = widgets_without_hints(page).first, OverwriteTicTacToe(3)
    best, cells, seen = chance_values(game).best, widget.locator(".widget-gridbox button"), []
    expect(cells).to_have_count(9)
    widget.get_by_role("button", name="What is it worth?").click()
    expect(widget).to_contain_text("With best play on both sides this is worth +0.185 to you.")
    expect(cells.nth(4)).to_have_text("+.19")
    assert cells.nth(4).evaluate("button => button.scrollWidth <= button.clientWidth")  # else it shows an ellipsis
    assert boxes_apart([cells.nth(i).bounding_box() for i in range(9)])
    shot(widget, "overwriting-hints")
    widget.get_by_role("button", name="What is it worth?").click()
    expect(cells).to_have_text([""] * 9)
    for _ in range(200):
        board = "".join(text.strip() or "." for text in cells.all_text_contents())
        seen.append(widget.locator(".widget-html").first.inner_text())
        if "You have" in seen[-1]:
            break
        row, column = best((board, "X"))
        cells.nth(3 * row + column).click()
        page.wait_for_timeout(500)  # two throws may tell the same: there is no change to wait for
    assert "You have won." in seen[-1] or "You have lost." in seen[-1]
    assert any(face in told for told in seen for face in "⚀⚁⚂⚃⚄⚅")
    shot(widget, "overwriting-end")
    shaded = widgets_without_hints(page).nth(1)
    shaded.locator(".widget-gridbox button").nth(4).click()
    expect(shaded).to_contain_text(re.compile(r"The die shows \d of 7: .* is shaded\."))
    expect(shaded.locator(".widget-gridbox button:disabled")).to_have_count(1)
    shot(shaded, "shaded")
    page.close()


def test_a_newcomer_lands_on_the_first_page_and_plays(browser, lab):
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{lab}/lab/tree/index.ipynb?reset")
    page.get_by_role("heading", name="Who wins, how fast, and why?").wait_for(timeout=90_000)
    page.get_by_text(re.compile(r"Python 3.*\| Idle")).first.wait_for(timeout=90_000)
    for picture in page.locator(".jp-RenderedMarkdown img").all():
        expect(picture).not_to_have_js_property("naturalWidth", 0)
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    widgets(page).first.wait_for(timeout=60_000)
    shot(page.locator(".jp-Notebook"), "first-page")
    page.get_by_role("link", name=re.compile("Fifteen matches")).first.click()
    page.get_by_role("heading", name=re.compile("^1 · ")).wait_for(timeout=60_000)
    assert page.locator(".jp-OutputArea-output").count() == page.locator(".jp-OutputArea-output:not(:visible)").count()
    page.close()


ANSWERS = {
    "other-takes-answer": "def wins(n):\n    return n % 7 in (0, 2)",
    "leave-answer": "piles = range(1, 31, 5)",
    "strategy-answer": "def my_take(pile):\n    return min(pile, 3)",
    "two-answer": "def period(a, b):\n    while True:\n        pass",
}


def test_answers_are_met_with_a_play_a_solution_or_words(browser, lab, course):
    path = course / "exercises" / "01-matches.ipynb"
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        cell.source = ANSWERS.get(cell.id, cell.source)
    nbformat.write(notebook, path)
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{lab}/lab/tree/exercises/01-matches.ipynb?reset")
    page.get_by_text(re.compile(r"Python 3.*\| Idle")).first.wait_for(timeout=90_000)
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    expect(page.locator(".jp-Notebook")).to_contain_text("have won and lost changed places?", timeout=60_000)
    forward = page.get_by_role("button", name="one forward")
    replay = page.locator(".widget-vbox", has=forward)
    expect(replay).to_contain_text("✗ wrong: you have not won.")
    forward.click()
    expect(replay).to_contain_text("This gives the win away: take 2 keeps it.")
    forward.click()
    expect(replay).to_contain_text("Your opponent: take 5.")
    replay.get_by_role("button", name="take 5").click()
    expect(replay).to_contain_text("You have taken over.")
    shot(replay, "replay")
    solution = page.locator("details", has_text="Our solution, and why it works")
    expect(solution).to_have_count(1)
    expect(solution.locator("pre")).not_to_be_visible()
    solution.locator("summary").click()
    expect(solution.locator("pre")).to_contain_text("range(1, 31, 5)")
    shot(solution, "solution")
    expect(page.locator(".jp-Notebook")).to_contain_text(
        "your function has run for 5 seconds at period(1, 2)", timeout=60_000
    )
    page.close()
