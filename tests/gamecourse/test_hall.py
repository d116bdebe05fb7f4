"""Tables as a hall reads them (``gamecourse/publish/hall.py``)."""

import pandas as pd
import pytest
from bs4 import BeautifulSoup

from gamecourse.publish.hall import as_table, for_hall, said


def rows(html):
    """The words of a table, row by row."""
    lines = BeautifulSoup(html, "html.parser").find_all("tr")
    return [[place.get_text() for place in line.find_all(["th", "td"])] for line in lines]


def shown(frame, step=0):
    """A frame of pandas as a slide shows it."""
    kind, html = for_hall(frame._repr_html_(), step)
    assert kind == "table"
    return html


def test_outcomes_are_chips_and_truths_are_words():
    frame = pd.DataFrame({"verdict": ["WIN in 3", "LOSS", "DRAW"], "same": [True, False, None]})
    html = shown(frame)
    assert rows(html)[1:] == [["▲ won in 3", "yes"], ["▼ lost", "no"], ["● drawn", "–"]]
    chips = BeautifulSoup(html, "html.parser").find_all(class_="chip")
    assert [chip["class"] for chip in chips] == [
        ["chip", "win"],
        ["chip", "loss"],
        ["chip", "draw"],
    ]


def test_a_word_that_only_begins_like_an_outcome_stays():
    assert as_table("{'LOSSES': 'WINNER takes all'}").count("chip") == 0
    html = shown(pd.DataFrame({"word": ["WINNER", "DRAW or LOSS"], "x": [1, 2]}))
    assert rows(html)[1:] == [["WINNER", "1"], ["DRAW or LOSS", "2"]]


def test_a_name_of_the_index_stands_in_the_first_line_of_the_head():
    frame = pd.DataFrame({"queue": [10, 20]}, index=pd.Index([5, 7], name="n"))
    assert rows(shown(frame)) == [["n", "queue"], ["5", "10"], ["7", "20"]]


def test_two_names_of_an_index_as_well():
    index = pd.MultiIndex.from_tuples([("policeman", 0), ("thief", 1)], names=["to move", "on"])
    html = shown(pd.DataFrame({"seen": [1, 2], "settled": [3, 4]}, index=index))
    assert rows(html)[0] == ["to move", "on", "seen", "settled"]


def test_a_name_of_all_columns_is_not_lost():
    frame = pd.DataFrame({"a": [1]}, index=pd.Index(["x"], name="row"))
    frame.columns.name = "column"
    assert rows(shown(frame))[:2] == [["column", "a"], ["row", ""]]


def test_a_column_that_only_counts_the_rows_is_left_out():
    assert rows(shown(pd.DataFrame({"takes": ["(1, 3)"], "period": [2]}))) == [
        ["takes", "period"],
        ["(1,\u00a03)", "2"],
    ]


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame([[1, 2], [3, 4]]),  # a board: its rows and columns are numbers
        pd.DataFrame({"queue": [3, 4]}, index=pd.Index([0, 1], name="round")),
        pd.DataFrame({"queue": [3, 4]}, index=[1, 2]),
    ],
    ids=["board", "named", "from one"],
)
def test_a_first_column_that_says_something_stays(frame):
    assert len(rows(shown(frame))[-1]) == 1 + len(frame.columns)


def test_what_waits_has_its_frame_and_a_place_for_each_value():
    html = shown(pd.DataFrame({"verdict": ["WIN in 3", ""]}, index=["a", "b"]), step=2)
    soup = BeautifulSoup(html, "html.parser")
    (veil,) = soup.find_all(class_="fragment")
    assert veil["data-fragment-index"] == "2"
    assert veil.get_text() == "▲ won in 3"
    assert "waits" in veil.parent["class"]
    assert [place.get_text() for place in soup.find_all("th")] == ["", "verdict", "a", "b"]


def test_a_few_values_are_cards_and_many_or_long_ones_are_a_table():
    assert for_hall(as_table("{'passes': 20, 'same': True}"))[0] == "cards"
    assert for_hall(as_table("{'a': 1, 'b': 2, 'c': 3, 'd': 4, 'e': 5}"))[0] == "table"
    assert for_hall(as_table("{'years': '70,000,870,001,800,001'}"))[0] == "table"
    _, html = for_hall(as_table("{'same': True}"), 1)
    assert '<b class="fragment" data-fragment-index="1">yes</b>' in html


def test_cells_become_the_board():
    html = as_table("{'LOSS in 6': [(0, 1)], 'WIN in 7': [(1, 0), (1, 2)]}")
    kind, board = for_hall(html)
    assert kind == "table"
    assert rows(board) == [["", "▼ 6", ""], ["▲ 7", "", "▲ 7"]]
    pairs = as_table("{(1, 3): 4, (2, 2): 1}")
    assert rows(pairs)[2] == ["", "", "1", ""]


def test_a_dict_of_something_else_is_no_board():
    assert "board" not in as_table("{'a': [(0, 1)], 'WIN': 3}")
    assert "board" not in as_table("{'WIN in 3': []}")


def test_a_board_as_text_is_drawn():
    html = shown(pd.DataFrame({"right": ["XOO....X."]}, index=["case"]))
    (board,) = BeautifulSoup(html, "html.parser").find_all(class_="little")
    assert [square.get_text() for square in board.find_all("i")] == list("XOO") + [""] * 4 + [
        "X",
        "",
    ]
    assert board["aria-label"] == "XOO / ... / .X."


def test_a_corridor_is_drawn_and_only_its_verdict_waits():
    html = shown(pd.DataFrame({"thief on 2": ["P.T WIN in 3"]}, index=["P on 0"]), step=1)
    soup = BeautifulSoup(html, "html.parser")
    (corridor,) = soup.find_all(class_="little")
    assert [bool(square.find("svg")) for square in corridor.find_all("i")] == [True, False, True]
    assert corridor.find_parent(class_="fragment") is None
    assert soup.find(class_="fragment").get_text() == "▲ 3"


def test_letters_that_are_no_corridor_stay_letters():
    assert "little" not in shown(pd.DataFrame({"blocks": ["PP.PP"]}, index=["lost"]))


def test_a_table_numbered_from_0_on_both_sides_is_a_board():
    board = shown(pd.DataFrame([["1/9", "0"], ["0", "5/27"]]))
    assert "board" in BeautifulSoup(board, "html.parser").table["class"]
    from_one = shown(pd.DataFrame([[1, 2], [3, 4]], index=[1, 2], columns=[1, 2]))
    assert "board" not in BeautifulSoup(from_one, "html.parser").table["class"]


@pytest.mark.parametrize(
    ("written", "said_in_a_hall"),
    [
        ("(10, 0)", "(10,\u00a00)"),
        ("((2, 2), (0, 1))", "(2,\u00a02), (0,\u00a01)"),
        ("(2, 1, 1)", "2,\u00a01,\u00a01"),
        ("300 × 300", "300\u00a0×\u00a0300"),
        ("8.1e-05", "8.1\u00a0·\u00a010⁻⁵"),
        ("0010001001100101", "0010001001100101"),
        ("1110000010101011", "1110000010101011"),
        ("[0] row 0 of 7", "[0] row 0 of\u00a07"),
        ("cells: n ≤", "cells: n\u00a0≤"),
        ("1919", "1,919"),
        ("1000", "1,000"),
        ("6433/10368 = 0.6205", "6433/10368\u00a0= 0.6205"),
        ("(731328, 700000, 100000)", "731,328, 700,000, 100,000"),
        ("1001", "1001"),
        ("-32768", "−32,768"),
    ],
)
def test_what_a_lecturer_would_not_write_as_python_does(written, said_in_a_hall):
    assert said(written) == said_in_a_hall


def test_an_outcome_with_a_number_that_is_no_remoteness():
    html = shown(pd.DataFrame({"depth first": ["(WIN, 3)"]}, index=["a"]))
    assert BeautifulSoup(html, "html.parser").td.get_text() == "▲ won 3"


def test_years_have_no_comma():
    html = shown(pd.DataFrame({"year": [1993], "positions": [5478]}, index=["checkers"]))
    assert [cell.get_text() for cell in BeautifulSoup(html, "html.parser").find_all("td")] == [
        "1993",
        "5,478",
    ]


class TestGiven:
    """What says what is asked does not wait for the press of the key."""

    TABLE = pd.DataFrame({"graphs": [112, 853], "copwin": [68, 403]}, index=[6, 7])

    def waiting(self, *given):
        soup = BeautifulSoup(for_hall(self.TABLE._repr_html_(), 1, given)[1], "html.parser")
        return [cell.get_text() for cell in soup.find_all(class_="waits")]

    def test_columns_and_rows(self):
        assert self.waiting() == ["112", "68", "853", "403"]
        assert self.waiting("graphs") == ["68", "403"]
        assert self.waiting("graphs", "7") == ["68"]

    def test_cards(self):
        cards = as_table("{'games': 1000, 'won by the plan': 1000}")
        soup = BeautifulSoup(for_hall(cards, 1, ["games"])[1], "html.parser")
        assert [card.get_text() for card in soup.find_all(class_="waits")] == [
            "1,000won by the plan"
        ]

    def test_an_unknown_name_is_refused(self):
        with pytest.raises(ValueError, match="'graph' here, only graphs, copwin, 6, 7"):
            self.waiting("graph")


def test_long_values_stand_two_by_two_on_cards():
    assert 'class="numbers wide"' in for_hall(as_table("{'a': 15090, 'b': 8511, 'c': True}"))[1]
    assert 'class="numbers"' in for_hall(as_table("{'a': 15090, 'b': 8511}"))[1]
    assert 'class="numbers long"' in for_hall(as_table("{'a': 14872578, 'b': 2808450}"))[1]
