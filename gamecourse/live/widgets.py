"""A stand-in for ipywidgets: widgets without a picture, whose traits can be read, set and observed.

It is enough for the exercise that makes a slider. A reader's own copy of the course has the real
one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

Observer = Callable[["Change"], Any]

#: The kinds of numbers, as an error names them.
NUMBERS = {int: "an int", float: "a float"}


class TraitError(Exception):
    """Raised for a value that a trait cannot have."""


class Change(dict[str, Any]):
    """What an observer is told of a change: ``name``, ``old``, ``new``, ``owner`` and ``type``, each
    by key or as an attribute.
    """

    __getattr__ = dict.__getitem__


class Widget:
    """A widget with traits that can be observed."""

    #: The traits and their values at the beginning.
    traits: ClassVar[dict[str, Any]] = {}

    def __init__(self, **values: Any) -> None:
        self._observers: list[tuple[Observer, set[str]]] = []
        for name, value in (*self.traits.items(), *values.items()):
            object.__setattr__(self, name, value)
        for name in self.traits:
            object.__setattr__(self, name, self.valid(name, getattr(self, name)))

    def valid(self, name: str, value: Any) -> Any:
        """The value that a trait gets if it is set to this one."""
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.traits:
            object.__setattr__(self, name, value)
            return
        old = getattr(self, name)
        new = self.valid(name, value)
        object.__setattr__(self, name, new)
        if new == old:
            return
        change = Change(name=name, old=old, new=new, owner=self, type="change")
        for observer, names in list(self._observers):
            if not names or name in names:
                observer(change)

    def observe(self, handler: Observer, names: str | Iterable[str] = ()) -> None:
        """Call the handler whenever one of these traits changes; all traits, if none is named."""
        self._observers.append((handler, {names} if isinstance(names, str) else set(names)))

    def unobserve(self, handler: Observer, names: str | Iterable[str] = ()) -> None:
        """Call the handler no more."""
        self._observers = [(each, which) for each, which in self._observers if each != handler]

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.traits)
        return f"{type(self).__name__}({values})"


class _Number(Widget):
    """A number between two others."""

    kind: ClassVar[type] = int
    min: Any
    max: Any
    step: Any
    value: Any

    def __init__(self, value: Any = None, min: Any = None, max: Any = None, **more: Any) -> None:
        given = {"value": value, "min": min, "max": max}
        super().__init__(**{name: x for name, x in given.items() if x is not None}, **more)

    def valid(self, name: str, value: Any) -> Any:
        """A number of this kind; the value lies between the ends."""
        try:
            number = self.kind(value)
        except (TypeError, ValueError):
            raise TraitError(_expected(self, name, NUMBERS[self.kind], value)) from None
        return min(self.max, max(self.min, number)) if name == "value" else number


class IntSlider(_Number):
    """A slider for whole numbers."""

    traits: ClassVar[dict[str, Any]] = {"min": 0, "max": 100, "step": 1, "value": 0}


class BoundedIntText(IntSlider):
    """A field for whole numbers."""


class FloatSlider(_Number):
    """A slider for numbers."""

    kind = float
    traits: ClassVar[dict[str, Any]] = {"min": 0.0, "max": 10.0, "step": 0.1, "value": 0.0}


class HTML(Widget):
    """A text as HTML."""

    traits: ClassVar[dict[str, Any]] = {"value": ""}
    value: str

    def __init__(self, value: str = "", **more: Any) -> None:
        super().__init__(value=value, **more)

    def valid(self, name: str, value: Any) -> Any:
        """A text."""
        if not isinstance(value, str):
            raise TraitError(_expected(self, name, "a unicode string", value))
        return value


class Label(HTML):
    """A text."""


class Text(HTML):
    """A field for a text."""


class VBox(Widget):
    """Widgets below each other."""

    traits: ClassVar[dict[str, Any]] = {"children": ()}

    def __init__(self, children: Iterable[Widget] = (), **more: Any) -> None:
        super().__init__(children=tuple(children), **more)


class HBox(VBox):
    """Widgets beside each other."""


def _expected(widget: Widget, name: str, kind: str, value: Any) -> str:
    """What traitlets says of a value of the wrong type."""
    article = "an" if type(widget).__name__[0] in "AEIOU" else "a"
    given = f"the {type(value).__name__} {value!r}"
    return (
        f"The {name!r} trait of {article} {type(widget).__name__} instance expected {kind}, "
        f"not {given}."
    )
