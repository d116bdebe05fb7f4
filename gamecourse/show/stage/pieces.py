"""The pieces, as figures and the browser draw them: SVG in a square from -0.5 to 0.5
(``pieces.svg``).
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

#: A black chess piece is a white one with these colours exchanged.
EXCHANGED = {"#fff": "#111", "#111": "#fff"}


def _read() -> dict[str, str]:
    """Return the drawing of each piece, by its name; a crowd of policemen is a policeman with their
    number.
    """
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    drawings: dict[str, str] = {}
    for piece in ElementTree.parse(Path(__file__).with_name("pieces.svg")).getroot():
        name = piece.attrib.pop("id")
        piece.attrib.pop("transform")  # where it stands in the file
        drawings[name] = ElementTree.tostring(piece, encoding="unicode").strip()
    for name in [name for name in drawings if name.startswith("white")]:
        black = re.sub("#fff|#111", lambda colour: EXCHANGED[colour[0]], drawings[name])
        drawings.setdefault(name.replace("white", "black"), black)
    number = drawings.pop("several policemen")  # a 2, to put on a policeman
    for k in range(2, 10):
        drawings[f"{k} policemen"] = drawings["policeman"] + number.replace(">2<", f">{k}<")
    return drawings


#: The drawing of each piece, by its name.
PIECES = _read()
