"""Values and tables for a hall: what Python or pandas writes, in a form that the last row can read.

Outcomes become chips in the colours of the map, truths become yes and no, and minus signs are minus
signs. A few numbers become cards. Cells of a board become a board, and a position of a corridor a
little corridor. What waits for a press of the key
has its frame from the beginning, with a question mark in each place.
"""

from __future__ import annotations

import ast
import html
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from bs4 import BeautifulSoup, Tag

from gamecourse.show.colours import MARKS
from gamecourse.show.stage.drawing import CHASE
from gamecourse.show.stage.pieces import PIECES
from gamelib.core import Outcome

#: An outcome, and in how many moves, as a verdict is written: "WIN in 15".
VERDICT = re.compile(r"(WIN|LOSS|DRAW)(?: in (\d+))?")
#: A number below zero, or a sign alone.
NEGATIVE = re.compile(r"-(?=[\d∞])")
#: Python's brackets around a list of numbers, around a tuple of one number and of three or more (two
#: are a cell, or a pair of payoffs), and around a tuple of tuples.
LISTED = re.compile(r"\[(-?\d+(?:, -?\d+)*)\](?! \w)")
ALONE = re.compile(r"\((-?\d+),\)")
SEVERAL = re.compile(r"\((-?\d+(?:, -?\d+){2,})\)")
TWO = re.compile(r"\((-?\d+, -?\d+)\)")
NESTED = re.compile(r"\((\([^()]*\)(?:, \([^()]*\))+)\)")
#: A whole number of four digits or more, which is no row of bits, and a number in powers of ten.
LARGE = re.compile(r"(?!1[01]*1[01]*$)-?[1-9]\d{3,}")
#: The same in a list; there five digits or more, because four may be a year.
LARGE_IN_LIST = re.compile(r"(?<![\w.,/])(?!1[01]*1[01]*\b)[1-9]\d{4,}(?![\w./])")
#: The head of a column of years, in which no comma stands.
YEARS = "year"
POWER = re.compile(r"(\d(?:\.\d+)?)e([+-]\d+)")
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
#: An outcome and a number, as a tuple that is no verdict: "(WIN, 3)".
PAIR = re.compile(r"\((WIN|LOSS|DRAW), (\d+)\)")
#: Where no line may end: within a pair or a triple, beside the sign of a product or of a relation,
#: and before a number that ends the words.
UNBROKEN = re.compile(
    r"(?<=\d), (?=-?\d+\))|(?<=^\d), (?=\d, \d$)|(?<=^\d, \d), (?=\d$)|"
    r"(?<=\d) (?=×)|(?<=×) (?=\d)| (?=[≤≥=])|(?<=[a-z]) (?=\d+$)"
)
#: A square board of tic-tac-toe as lectures write it, row by row.
BOARD = re.compile(r"[XO.]{4}|[XO.]{9}|[XO.]{16}")
#: A corridor of lecture 4 as the game writes it, and perhaps the verdict of the position: "P.T WIN
#: in 3".
CORRIDOR = re.compile(
    r"(?=.*[PT])(?!.*P.*P)(?!.*T.*T)([PT*.]{3,})(?: ((?:WIN|LOSS|DRAW)(?: in \d+)?))?"
)
#: The most values that become cards, the most characters of each, and of each of more than two cards
#: that stand side by side.
MOST_CARDS, LONGEST_ON_CARD, LONGEST_SIDE_BY_SIDE = 4, 14, 5
#: A value with more characters is long even if it stands on a wide card.
LONG = 6

Cell = tuple[int, int]


def as_table(text: str) -> str:
    """A value as Python writes it, in a form for a lecture hall: a dict as rows, a list as words.

    A dict from the cells of a board is that board; so is a dict from verdicts to lists of cells.

    >>> as_table("{'positions': 1250, 'won': [1, 2]}")
    '<table><tr><th>positions</th><td>1,250</td></tr><tr><th>won</th><td>1, 2</td></tr></table>'
    >>> as_table("{(0, 0): 1, (0, 1): -1}")
    '<table class="board" style="--longest: 2"><tr><td>1</td><td>−1</td></tr></table>'
    """
    try:
        value = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        return f"<pre>{html.escape(text)}</pre>"
    return _as_html(value)


def _as_html(value: ast.expr) -> str:
    """A parsed value as HTML (``as_table``)."""
    match value:
        case ast.Dict():
            return _board(_by_cell(value)) or _rows(value)
        case ast.List(items) | ast.Set(items):
            return ", ".join(map(_as_html, items)) or "–"
        case ast.Constant(int(number)) if not isinstance(number, bool):
            return f"{number:,}"
        case ast.Constant(str(text)):
            return html.escape(text)
    return html.escape(said(ast.unparse(value)))


def _rows(value: ast.Dict) -> str:
    """A dict as a table of two columns."""
    rows = (
        f"<tr><th>{_as_html(key)}</th><td>{_as_html(entry)}</td></tr>"
        for key, entry in zip(value.keys, value.values, strict=True)
        if key  # a ** in a dict has none
    )
    return f"<table>{''.join(rows)}</table>"


def _by_cell(value: ast.Dict) -> Mapping[Cell, str]:
    """What a dict says of each cell of a board, as HTML; {} if it does not speak of cells."""
    words: dict[Cell, str] = {}
    for key, entry in zip(value.keys, value.values, strict=True):
        cell = _cell(key)
        if cell is not None:
            words[cell] = _as_html(entry)
        elif key is not None and (cells := _cells_with_verdict(key, entry)):
            words |= dict.fromkeys(cells, _as_html(key))
        else:
            return {}
    return words


def _cells_with_verdict(key: ast.expr, entry: ast.expr) -> list[Cell]:
    """The cells of an entry such as ``'LOSS in 6': [(0, 3), (0, 4)]``; [] for any other entry."""
    match key, entry:
        case ast.Constant(str(words)), ast.List(items) if VERDICT.fullmatch(words):
            cells = [cell for cell in map(_cell, items) if cell is not None]
            return cells if len(cells) == len(items) else []
    return []


def _cell(value: ast.expr | None) -> Cell | None:
    """The row and the column that a parsed value names; None if it is no cell."""
    match value:
        case ast.Tuple([ast.Constant(int(row)), ast.Constant(int(column))]):
            return row, column
    return None


def _board(words: Mapping[Cell, str]) -> str:
    """A board with these words on its cells, as HTML; "" if there is none."""
    if not words:
        return ""
    rows = range(1 + max(row for row, _ in words))
    columns = range(1 + max(column for _, column in words))
    lines = (
        "<tr>" + "".join(f"<td>{words.get((row, column), '')}</td>" for column in columns) + "</tr>"
        for row in rows
    )
    # All cells are as wide as the longest words need, so that a board shows nothing before a press.
    longest = max(len(_words_in(word)) for word in words.values())
    return f'<table class="board" style="--longest: {longest}">{"".join(lines)}</table>'


def _words_in(markup: str) -> str:
    """The words of a cell without its HTML."""
    return BeautifulSoup(markup, "html.parser").get_text()


def said(text: str) -> str:
    """A word of a table as a lecturer would say it.

    >>> said("True"), said("-3"), said("None"), said("[0, 4, 8, 12]"), said("(3,)")
    ('yes', '−3', '–', '0, 4, 8, 12', '3')
    >>> said("(3, 4, 5)"), said("12640"), said("3.4e+30")
    ('3,\\xa04,\\xa05', '12,640', '3.4\\xa0·\\xa010³⁰')
    """
    plain = {"True": "yes", "False": "no", "None": "–"}
    if text in plain:
        return plain[text]
    if LARGE.fullmatch(text):
        text = f"{int(text):,}"
    for brackets in (LISTED, ALONE, SEVERAL, NESTED):
        text = brackets.sub(r"\1", text)
    text = LARGE_IN_LIST.sub(lambda number: f"{int(number[0]):,}", text)
    text = POWER.sub(_power_of_ten, text)
    text = UNBROKEN.sub(lambda space: space[0].replace(" ", "\u00a0"), text)
    return NEGATIVE.sub("−", text)


def _power_of_ten(number: re.Match[str]) -> str:
    """A number such as 3.4e+30 as it is written by hand."""
    exponent = str(int(number[2])).translate(SUPERSCRIPTS)
    return f"{number[1]}\u00a0·\u00a010{exponent}"


def chip(outcome: str, remoteness: str | None, soup: BeautifulSoup) -> Tag:
    """An outcome in the colours of the map, with its sign, as HTML."""
    mark = MARKS[Outcome[outcome]]
    words = f"{mark.sign} {mark.word}" + (f" in {remoteness}" if remoteness else "")
    tag = soup.new_tag("span", attrs={"class": f"chip {outcome.lower()}"})
    tag.string = words
    return tag


def _little_board(squares: str, columns: int, soup: BeautifulSoup) -> Tag:
    """A board with so many columns, drawn small, as HTML."""
    board = soup.new_tag("span", attrs={"class": "little", "style": f"--columns: {columns}"})
    board["role"] = "img"
    rows = (squares[begin : begin + columns] for begin in range(0, len(squares), columns))
    board["aria-label"] = " / ".join(rows)
    for square in squares:
        place = soup.new_tag("i")
        if square in CHASE:
            piece = f'<svg viewBox="-0.5 -0.5 1 1">{PIECES[CHASE[square]]}</svg>'
            place.append(BeautifulSoup(piece, "html.parser"))
        elif square != ".":
            place.string = square
        board.append(place)
    return board


def _corridor(cells: str, verdict: str | None, soup: BeautifulSoup) -> Tag:
    """A little corridor, and beside it the verdict of its position, as HTML: the sign and the
    remoteness, as on a map.
    """
    both = soup.new_tag("span", attrs={"class": "judged"})
    both.append(_little_board(cells, len(cells), soup))
    if verdict:
        told = soup.new_tag("span", attrs={"class": "verdict"})
        told.append(_on_map(verdict, soup))
        both.append(told)
    return both


def _on_map(verdict: str, soup: BeautifulSoup) -> Tag:
    """A verdict as on a map: a chip with the sign of its outcome and the remoteness."""
    outcome, _, remoteness = verdict.partition(" in ")
    mark = chip(outcome, None, soup)
    if remoteness:
        mark.string = f"{MARKS[Outcome[outcome]].sign} {remoteness}"
    return mark


def _verdict(words: str, soup: BeautifulSoup) -> Tag:
    """A verdict such as "WIN in 15" as a chip."""
    outcome, _, remoteness = words.partition(" in ")
    return chip(outcome, remoteness or None, soup)


def for_hall(table: str, step: int = 0, given: Sequence[str] = ()) -> tuple[str, str]:
    """A table as HTML, in a form for a hall: "cards" or "table", and the HTML.

    Parameters
    ----------
    table
        HTML with one table in it, or without any.
    step
        The press of the key for which the values wait; 0 if they wait for none.
    given
        The names of the rows, columns or cards that do not wait.

    Raises
    ------
    ValueError
        If the table has no row, column or card of a name that is given.

    Examples
    --------
    >>> for_hall("<table><tr><th>passes</th><td>20</td></tr></table>")
    ('cards', '<div class="numbers"><div><b>20</b><span>passes</span></div></div>')
    """
    soup = BeautifulSoup(table, "html.parser")
    if not soup.find("table", id=True):  # a style sheet of pandas is for one table, by its id
        for style in soup.find_all("style"):
            style.decompose()
    found = soup.find("table")
    if not isinstance(found, Tag):
        return "table", table
    _join_heads(found)
    _drop_counting_column(found)
    if _is_numbered_like_a_board(found):
        found["class"] = "board dataframe"
    on_cards = _fits_on_cards(found)
    _drop_brackets(found)
    years = {id(place) for place in _below(found, YEARS)}
    for place in found.find_all(["td", "th"]):
        if id(place) not in years:
            _say(place, soup)
    names = _names(found)
    for name in given:
        if name not in names:
            raise ValueError(f"nothing is called {name!r} here, only {', '.join(names)}")
    if on_cards:
        return "cards", _as_cards(found, step, given)
    if step:
        for place in _values(found, given):
            told = place.find(class_="verdict")  # beside a picture, which says what is asked
            _veil(told if isinstance(told, Tag) else place, step, soup)
    return "table", str(soup)


def _lines(table: Tag) -> list[list[Tag]]:
    """The cells of a table, line by line, with its head and the names of its rows."""
    return [list(line.find_all(["th", "td"])) for line in table.find_all("tr")]


def _heads(table: Tag) -> list[str]:
    """The heads of a table's columns; [] if it has none."""
    lines = _lines(table)
    return list(map(_name, lines[0])) if lines and table.find("thead") else []


def _below(table: Tag, head: str) -> list[Tag]:
    """The cells of the column with this head; [] if there is none."""
    heads = _heads(table)
    if head not in heads:
        return []
    column = heads.index(head)
    return [places[column] for places in _lines(table)[1:] if column < len(places)]


def _names(table: Tag) -> list[str]:
    """The names of a table's columns, rows or cards, each once."""
    rows = [_name(places[0]) for places in _lines(table) if places]
    return [name for name in dict.fromkeys([*_heads(table), *rows]) if name]


def _values(table: Tag, given: Sequence[str]) -> Iterator[Tag]:
    """Yield the cells of a table that wait for a press of the key: all but its head and the first
    column, which say what is asked, and but the rows and columns of the names that are given. On a
    board all cells wait.
    """
    is_board = "board" in (table.get("class") or [])
    seen = {id(place) for head in given for place in _below(table, head)}
    for places in _lines(table):
        is_given = bool(places) and _name(places[0]) in given
        if not is_board:
            places = [] if is_given else places[1:]
        for place in places:
            is_value = place.name == "td" and place.find("table") is None
            if is_value and id(place) not in seen and place.get_text(strip=True):
                yield place


def _name(place: Tag) -> str:
    """What a head, or the first cell of a row, is called."""
    return place.get_text(" ", strip=True).replace("\u00a0", " ")


def _say(place: Tag, soup: BeautifulSoup) -> None:
    """Write a cell of a table as a lecturer would say it."""
    if place.find("table") is not None:
        return
    on_board = place.find_parent("table", class_="board") is not None
    for text in list(place.find_all(string=True)):
        words = str(text).strip()
        if VERDICT.fullmatch(words):
            text.replace_with(_on_map(words, soup) if on_board else _verdict(words, soup))
        elif pair := PAIR.fullmatch(words):
            text.replace_with(chip(pair[1], None, soup), f" {pair[2]}")
        elif BOARD.fullmatch(words):
            text.replace_with(_little_board(words, math.isqrt(len(words)), soup))
        elif corridor := CORRIDOR.fullmatch(words):
            text.replace_with(_corridor(corridor[1], corridor[2], soup))
        elif words:
            text.replace_with(said(words))


def _drop_brackets(table: Tag) -> None:
    """Drop the brackets of pairs in a column where the brackets of longer or shorter tuples go: there
    they are sequences, such as heaps, and neither cells nor payoffs.
    """
    for column in zip_longest(*_lines(table)):
        places = [place for place in column if place is not None and place.find("table") is None]
        words = [place.get_text(strip=True) for place in places]
        if any(ALONE.fullmatch(word) or SEVERAL.fullmatch(word) for word in words):
            for place, word in zip(places, words, strict=True):
                if two := TWO.fullmatch(word):
                    place.string = two[1].replace(" ", "\u00a0")


def _veil(place: Tag, step: int, soup: BeautifulSoup) -> None:
    """Let what is in a place wait for a press of the key; a question mark stands in its place."""
    veil = soup.new_tag("span", attrs={"class": "fragment", "data-fragment-index": str(step)})
    for content in list(place.contents):
        veil.append(content.extract())
    place.append(veil)
    place["class"] = "waits"


def _join_heads(table: Tag) -> None:
    """Join pandas' two lines of a head, of which the second has only the name of the index."""
    head = table.find("thead")
    lines = head.find_all("tr") if isinstance(head, Tag) else []
    if len(lines) != 2:
        return
    above, below = (line.find_all(["th", "td"]) for line in lines)
    names = [place.get_text(strip=True) for place in below]
    levels = len([name for name in names if name])
    if not levels or len(above) != len(below) or not all(names[:levels]):
        return
    if any(place.get_text(strip=True) for place in above[:levels]):
        return  # the name of all the columns, which has no other place
    for place, name in zip(above[:levels], names[:levels], strict=True):
        place.string = name
    lines[1].decompose()


def _drop_counting_column(table: Tag) -> None:
    """Leave out a first column that only counts the rows and has no name."""
    body, head = table.find("tbody"), table.find("thead")
    if not isinstance(body, Tag) or not isinstance(head, Tag):
        return
    lines = [*head.find_all("tr"), *body.find_all("tr")]
    firsts = [line.find(["th", "td"]) for line in lines]
    counted = [first.get_text(strip=True) for first in firsts if first is not None]
    heads = len(head.find_all("tr"))
    rows = counted[heads:]
    columns = [place.get_text(strip=True) for place in lines[0].find_all(["th", "td"])][1:]
    numbered = all(column.isdecimal() for column in columns)  # such as a board, row by row
    counts = rows == [str(k) for k in range(len(rows))]
    if counts and not any(counted[:heads]) and not numbered:
        for first in firsts:
            if first is not None:
                first.decompose()


def _is_numbered_like_a_board(table: Tag) -> bool:
    """Whether the rows and the columns of a table have the numbers 0, 1, 2, ..., and no names."""
    lines = _lines(table)
    if table.find("thead") is None or len(lines) < 3:
        return False
    across = [place.get_text(strip=True) for place in lines[0]]
    down = [line[0].get_text(strip=True) for line in lines[1:] if line]
    return across == ["", *map(str, range(len(across) - 1))] and down == [
        str(k) for k in range(len(lines) - 1)
    ]


def _pairs(table: Tag) -> Iterator[tuple[Tag, Tag]]:
    """Yield the label and the value of each row of a table of two columns."""
    for line in table.find_all("tr"):
        places = line.find_all(["th", "td"])
        if len(places) == 2:
            yield places[0], places[1]


def _fits_on_cards(table: Tag) -> bool:
    """Whether a table has so few and so short values that they become cards."""
    if table.find("thead") is not None or "board" in (table.get("class") or []):
        return False
    lines = table.find_all("tr")
    pairs = list(_pairs(table))
    short = all(len(value.get_text()) <= LONGEST_ON_CARD for _, value in pairs)
    plain = table.find("table") is None
    return plain and short and len(pairs) == len(lines) <= MOST_CARDS


def _as_cards(table: Tag, step: int, given: Sequence[str]) -> str:
    """A table of a few values as cards: a large value, and below it what it is. All wait for a press
    of the key, but those of the names that are given.
    """
    fragment = f' class="fragment" data-fragment-index="{step}"'
    values = [value.get_text() for _, value in _pairs(table)]
    longest = max(map(len, values))
    cards: list[str] = []
    for label, value in _pairs(table):
        waits = step > 0 and _name(label) not in given
        number = f"<b{fragment if waits else ''}>{value.decode_contents()}</b>"
        name = f"<span>{label.decode_contents()}</span>"
        veil = ' class="waits"' if waits else ""
        cards.append(f"<div{veil}>{number}{name}</div>")
    kinds = ["numbers"]
    if len(values) > 2 and longest > LONGEST_SIDE_BY_SIDE:
        kinds.append("wide")
    if longest > LONG:
        kinds.append("long")
    return f'<div class="{" ".join(kinds)}">{"".join(cards)}</div>'
