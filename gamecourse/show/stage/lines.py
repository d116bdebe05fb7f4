"""Lines between spots, as paths that the browser draws: straight, bent, with a head, round a corner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

#: How long and how wide half a head is, and how far a line reaches into it.
LONG, HALF, INTO = 0.2, 0.09, 0.14


def drawn(lines: Sequence[dict[str, Any]], spots: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines as the browser is told of them: their paths, their heads, and where their labels stand.

    A line goes ``from`` a spot ``to`` another, both by number. It may ``bend`` as ``layout.bends`` says, and have a
    head, if ``arrow`` says so: then it keeps outside both spots. From a spot to itself it goes round on the side that
    ``away`` says. With a ``knee`` it slants as far as that x, and is level from there on.

    >>> drawn([{"from": 0, "to": 1}], [{"x": 0, "y": 1}, {"x": 2, "y": 1}])
    [{'from': 0, 'to': 1, 'path': 'M0 1Q1 1 2 1'}]
    >>> drawn([{"from": 0, "to": 1, "label": "1/2"}], [{"x": 0, "y": 1}, {"x": 2, "y": 1}])[0]["at"]
    [0.995, 1.0]
    """
    told = []
    for line in lines:
        a, b = spots[line["from"]], spots[line["to"]]
        shape = _elbow(a, b, line["knee"]) if "knee" in line else _loop(a, line) if a is b else _curve(a, b, line)
        middle = shape.pop("at")
        if label := line.get("label"):
            shape |= {"label": label, "at": [round(middle.real, 3), round(middle.imag, 3)]}
        told.append({"from": line["from"], "to": line["to"], **shape})
    return told


def _curve(a: dict[str, Any], b: dict[str, Any], line: dict[str, Any]) -> dict[str, Any]:
    begin, end = _middle(a), _middle(b)
    control = (begin + end) / 2 + line.get("bend", 0) * (end - begin) * 1j
    (p, _), (q, back) = _border(a, control, 0.02), _border(b, control, 0.04)
    shape: dict[str, Any] = {"at": (p + 2 * control + q) / 4}
    if not line.get("arrow"):
        return shape | {"path": f"M{_at(begin)}Q{_at(control)} {_at(end)}"}
    return shape | {"path": f"M{_at(p)}Q{_at(control)} {_at(q + INTO * back)}", "head": _head(q, -back)}


def _loop(a: dict[str, Any], line: dict[str, Any]) -> dict[str, Any]:
    out = complex(*line.get("away", (0, -1)))

    def place(far: float, aside: float) -> complex:
        return _middle(a) + float(a.get("w", 1)) / 2 * (far + aside * 1j) * out

    path = f"M{_at(place(0.87, 0.5))}C{_at(place(2.4, 1.3))} {_at(place(2.4, -1.3))} {_at(place(1.05, -0.55))}"
    return {"path": path, "head": _head(place(0.87, -0.5), (-0.89 + 0.45j) * out), "at": place(2.2, 0)}


def _elbow(a: dict[str, Any], b: dict[str, Any], knee: float) -> dict[str, Any]:
    begin, end = _middle(a), _middle(b)
    middle = complex((knee + end.real - b.get("w", 1) / 2) / 2, end.imag - 0.12)
    return {"path": f"M{_at(begin)}L{_at(complex(knee, end.imag))}L{_at(end)}", "at": middle}


def _head(tip: complex, way: complex) -> str:
    back = tip - LONG * way
    return f"M{_at(tip)}L{_at(back - HALF * way * 1j)}L{_at(back + HALF * way * 1j)}Z"


def _border(spot: dict[str, Any], toward: complex, air: float) -> tuple[complex, complex]:
    """The point where a line leaves a spot, with some air, and its direction there."""
    middle = _middle(spot)
    way = (toward - middle) / (abs(toward - middle) or 1)
    square = max(abs(way.real), abs(way.imag)) if spot.get("shape") == "square" else 1
    return middle + (spot.get("w", 1) / 2 / square + air) * way, way


def _middle(spot: dict[str, Any]) -> complex:
    return complex(spot["x"], spot["y"])


def _at(point: complex) -> str:
    return f"{round(point.real, 3) + 0:g} {round(point.imag, 3) + 0:g}"
