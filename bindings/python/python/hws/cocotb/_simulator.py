"""cocotb, which only the parts that run in a simulator need."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def cocotb(module: str = "cocotb") -> Any:
    """A module of cocotb."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"{error.name} is not installed: `pip install 'hws-model[cocotb]'`", name=error.name) from None
