"""Exceptions with attributes, as one process sends them to another."""

from __future__ import annotations

from typing import Any


class PickledWithAttributes(Exception):
    """An exception whose class takes more than the arguments that Python keeps.

    Python would call the class with `args` alone, which fails in the process that receives it: a pool then waits for ever, or is broken.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (type(self), self.args), vars(self)


def _made_again(kind: type[Exception], args: tuple[Any, ...]) -> Exception:
    """An exception without its attributes, which pickle adds."""
    error = kind.__new__(kind)
    error.args = args
    return error
