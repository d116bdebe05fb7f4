"""How far a long run has come, and what becomes of it if nobody keeps it."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Collection
from time import monotonic
from typing import Any

from numpy.typing import NDArray

from gamefast.machine.kernels import COMPILE_FROM

#: A bar appears after this many seconds.
DELAY = 2

#: A bar without a total.
SHORT = "{desc}: {n_fmt}{unit}, {elapsed}{postfix}"


class Progress:
    """A progress bar (tqdm) that appears only in long runs; only then is tqdm loaded, if it is
    installed.

    It is shown on a terminal and in a notebook; where errors go to a file or a pipe there is none.
    Nor is there one if the environment has ``TQDM_DISABLE``, which tqdm's own bar for notebooks
    ignores.

    Parameters
    ----------
    total
        How much there is to do; None if that is not known.
    what
        What is being done: "settling".
    size
        Positions and moves together: small work shows no bar.
    unit
        What is counted.

    Examples
    --------
    >>> with Progress(10, "settling", 10) as bar:
    ...     bar(4)
    ...     bar(6)
    >>> bar.done
    10
    """

    def __init__(self, total: int | None, what: str, size: int, unit: str = " positions") -> None:
        self._options: dict[str, Any] = {  # of tqdm
            "total": total,
            "desc": what,
            "unit": unit,
            "unit_scale": True,
            "leave": False,
        }
        if total is None:  # then a rate says little
            self._options |= {"unit_scale": False, "bar_format": SHORT}
        self._opens = math.inf  # the time from which on the bar is shown: never
        if size >= COMPILE_FROM and not os.environ.get("TQDM_DISABLE"):
            self._opens = monotonic() + DELAY
        self._bar: Any = None  # tqdm's bar, once it is shown
        self.done = 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, failed: object, *_: object) -> None:
        if self._bar is not None:
            # Drawn positions are never settled, so the work may be done before its total. Then the
            # bar is made full.
            if not failed:
                self._bar.total = self._bar.n
            self._bar.close()

    def __call__(self, more: int, where: str = "") -> None:
        """Report that ``more`` of the work is done, and perhaps how far it has come: "remoteness
        17".
        """
        if monotonic() > self._opens:
            self._open()
        self.done += more
        if self._bar is not None:
            if where:
                self._bar.set_postfix_str(where, refresh=False)
            self._bar.update(more)

    def _open(self) -> None:
        """Show the bar. Until then none of it exists: in a notebook it is nine widgets that nobody
        would see.
        """
        self._opens = math.inf  # so that this is not tried again
        if not is_watched():
            return
        try:
            from tqdm.auto import tqdm
        except ImportError:  # then there is no bar
            return
        self._bar = tqdm(initial=self.done, **self._options)


def is_watched() -> bool:
    """Whether somebody can see a bar move: this is a notebook, or stderr is a terminal."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is not None and "IPKernelApp" in shell.config:  # only in a notebook's kernel
        return True
    return sys.stderr is not None and sys.stderr.isatty()


class Run:
    """A long run of a solver, of which nothing is kept; ``storage.checkpoint`` has one in a file.

    A solver calls ``begun`` at first, to go on from where an earlier run was stopped, and then
    ``look`` now and then. ``holds``: the names of the arrays that an earlier run has kept.
    """

    holds: Collection[str] = ()

    def begun(self) -> dict[str, NDArray[Any]]:
        """What an earlier run has kept, handed over once; {} for a new run."""
        return {}

    def look(self, state: Callable[[], dict[str, NDArray[Any]]], remoteness: int) -> None:
        """Called between two pieces of work: ``state`` makes the arrays that could be kept, and
        ``remoteness`` says how far the run has come.
        """


#: The run that is not kept.
UNKEPT = Run()
