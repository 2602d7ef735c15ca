"""The stub of the registers, `hws/_registers.pyi`: a class for each register, with its fields as properties.

`python tests/register_stubs.py FILE` writes it for the map of the installed package; a test compares the two.
"""

from __future__ import annotations

import enum
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from hws import regmap

HEAD = '''"""The registers of the map for type checkers and completion. It has no module at run time.

tests/register_stubs.py writes this file.
"""

from collections.abc import Iterator
from typing import Literal, type_check_only

from . import enums
from ._hws import LiveRegister, RegisterGroup
'''


@dataclass
class Node:
    """A part of a name: a register, an array of nodes, or a group of named nodes."""

    path: str
    register: regmap.Register | None = None
    element: Node | None = None
    members: dict[str, Node] = field(default_factory=dict)

    def child(self, part: str) -> Node:
        if part == "[]":
            self.element = self.element or Node(f"{self.path}[]")
            return self.element
        return self.members.setdefault(part, Node(f"{self.path}.{part}".lstrip(".")))

    @property
    def class_name(self) -> str:
        """`RS[].FLAGS` is RsFlags; the array `RS` is RsArray, its elements are Rs."""
        words = re.findall(r"[A-Z0-9]+", self.path)
        array = "" if self.element is None else "Array" if self.element.element is None else "Arrays"
        return "".join(word.capitalize() for word in words) + array


def tree() -> Node:
    root = Node("")
    for name, register in regmap.registers.items():
        node = root
        for part in re.findall(r"\[\]|[^.\[\]]+", name):
            node = node.child(part)
        node.register = register
    return root


def types(one: regmap.Field) -> tuple[str, str]:
    """What a field reads as, and what it may be set to."""
    if one.enumeration is not None:
        assert issubclass(one.enumeration, enum.Enum)
        name = f"enums.{one.enumeration.__name__}"
        return name, f"int | Literal[{', '.join(repr(member.name) for member in one.enumeration)}]"
    # A single bit is a bool.
    return ("bool", "int") if one.width == 1 else ("int", "int")


def prose(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', "'").strip()


def heading(node: Node, base: str, text: str) -> Iterator[str]:
    yield "@type_check_only"
    yield f"class {node.class_name}({base}):"
    yield f'    """{prose(text)}"""'
    yield ""


def register_class(node: Node, register: regmap.Register) -> Iterator[str]:
    yield from heading(node, "LiveRegister", f"{node.path}: {register.description}")
    is_written = register.access not in ("RO", "RP")
    for name, one in register.fields.items():
        read, written = types(one)
        bits = f"[{one.msb}:{one.lsb}]" if one.width > 1 else f"[{one.lsb}]"
        yield "    @property"
        yield f"    def {name}(self) -> {read}:"
        yield f'        """{bits} {prose(one.description)}"""'
        yield ""
        if is_written:
            yield f"    @{name}.setter"
            yield f"    def {name}(self, value: {written}) -> None: ..."
    if is_written:
        fields = ", ".join(f"{name}: {types(one)[1]} = ..." for name, one in register.fields.items())
        yield f"    def write(self, word: int | None = None, /, *, {fields}) -> None: ...  # type: ignore[override]"


def array_class(node: Node, element: Node) -> Iterator[str]:
    yield from heading(node, "RegisterGroup", f"{element.path}, by its index.")
    yield f"    def __getitem__(self, index: int, /) -> {element.class_name}: ..."
    if element.register is not None:
        yield "    def __setitem__(self, index: int, value: int, /) -> None: ..."
    yield f"    def __iter__(self) -> Iterator[{element.class_name}]: ..."


def member(name: str, node: Node) -> Iterator[str]:
    yield "    @property"
    yield f"    def {name}(self) -> {node.class_name}: ..."
    if node.register is not None and node.register.access not in ("RO", "RP"):
        yield f"    @{name}.setter"
        yield f"    def {name}(self, value: int) -> None: ..."


def classes(node: Node) -> Iterator[str]:
    """The classes of everything below a node, then its own."""
    below = [*node.members.values(), *([node.element] if node.element else [])]
    for one in below:
        yield from classes(one)
    if node.register is not None:
        yield from register_class(node, node.register)
    elif node.element is not None:
        yield from array_class(node, node.element)
    elif node.path:
        yield from heading(node, "RegisterGroup", f"The registers {node.path}.")
    else:
        yield "@type_check_only"
        yield "class Registers:"
        yield '    """All registers by name."""'
        yield ""
    for name, one in node.members.items():
        yield from member(name, one)
    yield ""


def text() -> str:
    """Return the stub."""
    return HEAD + "\n" + "\n".join(classes(tree())).rstrip() + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(text())
