"""Compiles a SystemRDL file with systemrdl-compiler and prints its register blocks as JSON.

Usage: read.py [--include FOLDER]... FILE

A block is an address map that has registers, register files or memories in it. The compiler's messages go to standard
error; the exit status is 1 if it refuses the file, and 3 if the compiler is not installed.
"""

import argparse
import json
import re
import sys

try:
    import systemrdl
    from systemrdl import RDLCompileError, RDLCompiler
    from systemrdl.node import AddressableNode, AddrmapNode, FieldNode, MemNode, RegfileNode, RegNode
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(3)

# The properties that a map has a place for; any other one that a file sets is reported.
CARRIED = {
    "addrmap": {"name", "desc", "addressing", "alignment", "littleendian", "lsb0"},
    "regfile": {"name", "desc", "alignment"},
    "mem": {"name", "desc", "memwidth", "mementries", "sw", "hdl_path_slice"},
    "reg": {"name", "desc", "regwidth", "accesswidth", "donttest", "dontcompare", "hdl_path"},
    "field": {
        "name", "desc", "sw", "hw", "reset", "onread", "onwrite", "rclr", "rset", "woclr", "woset", "singlepulse",
        "encode", "counter", "incrvalue", "decrvalue", "incrsaturate", "decrsaturate", "incr", "decr", "hwset",
        "precedence", "swwe", "swwel", "hdl_path_slice", "donttest", "dontcompare", "fieldwidth",
    },
}


def line_of(node):
    """The line on which a component is instantiated; 0 if it is in another file than the one given."""
    reference = node.inst.inst_src_ref or node.inst.def_src_ref
    return getattr(reference, "line", 0) or 0


def text_of(node, name):
    """A property that the file sets, as text."""
    value = node.get_property(name) if name in node.list_properties() else None
    return None if value is None else str(value)


def word(value):
    """The name of a value of an enumeration of the language, such as an access."""
    return getattr(value, "name", None)


def common(node, kind):
    """What every component has."""
    carried = CARRIED[kind]
    return {
        "kind": kind,
        "name": node.inst_name,
        "title": text_of(node, "name"),
        "description": text_of(node, "desc"),
        "line": line_of(node),
        "lost": sorted(name for name in node.list_properties() if name not in carried),
    }


def place(node):
    """Where an array of components is in what it is in."""
    dims = list(node.array_dimensions or [])
    return {"offset": node.raw_address_offset, "dims": dims, "stride": node.array_stride if dims else None}


def single(slices):
    """The path of something whose bits are all in one place in the RTL."""
    return slices[0] if slices and len(slices) == 1 else None


def brackets(node):
    """A pair of brackets for each dimension."""
    dims = node.array_dimensions if isinstance(node, AddressableNode) else None
    return "[]" * len(dims or [])


def full_name(reg, block):
    """The name of a register in a map: that of its group, a dot, and those of everything below."""
    path = []
    node = reg
    while node is not None and node.get_path() != block.get_path():
        path.insert(0, node)
        node = node.parent
    names = [one.inst_name for one in path]
    if len(path) == 1:
        return names[0] + brackets(path[0])
    dims = "".join(brackets(one) for one in path[1:])
    return f"{names[0]}{brackets(path[0])}.{'_'.join(names[1:])}{dims}"


def guard(field, block):
    """The bit of a register that a write enable or a lock is, if it is one."""
    for name, opens_at in (("swwe", True), ("swwel", False)):
        bit = field.get_property(name)
        if isinstance(bit, FieldNode):
            return {"register": full_name(bit.parent, block), "field": bit.inst_name, "opens_at": opens_at}
        if name in field.list_properties():
            return {"lost": name}
    return None


def enumeration(field):
    """The type of the field's named values."""
    kind = field.get_property("encode")
    if kind is None:
        return None
    values = [
        {"name": name, "title": value.rdl_name, "value": value.value, "description": value.rdl_desc}
        for name, value in kind.members.items()
    ]
    return {"name": kind.type_name, "values": values}


def counter(field):
    """The direction in which the field counts, and whether it stops at its ends."""
    if not field.get_property("counter"):
        return None
    up, down = field.is_up_counter, field.is_down_counter
    saturates = bool(field.get_property("incrsaturate") or field.get_property("decrsaturate"))
    return {"direction": "up_down" if up and down else "down" if down else "up", "saturates": saturates}


def of_field(field, block):
    """A field."""
    reset = field.get_property("reset")
    return common(field, "field") | {
        "msb": field.high,
        "lsb": field.low,
        "sw": word(field.get_property("sw")),
        "hw": word(field.get_property("hw")),
        "onread": word(field.get_property("onread")),
        "onwrite": word(field.get_property("onwrite")),
        "reset": reset if isinstance(reset, int) else None,
        "has_other_reset": reset is not None and not isinstance(reset, int),
        "pulse": bool(field.get_property("singlepulse")),
        "sets": bool(field.get_property("hwset")),
        "counter": counter(field),
        "enumeration": enumeration(field),
        "guard": guard(field, block),
        "hdl_path": single(field.get_property("hdl_path_slice")),
        "donttest": bool(field.get_property("donttest")),
        "dontcompare": bool(field.get_property("dontcompare")),
    }


def of_reg(reg, block):
    """A register."""
    return common(reg, "reg") | place(reg) | {
        "width": reg.get_property("regwidth"),
        "access_width": reg.get_property("accesswidth"),
        "alias_of": full_name(reg.alias_primary, block) if reg.is_alias else None,
        "hdl_path": reg.get_property("hdl_path"),
        "donttest": bool(reg.get_property("donttest")),
        "dontcompare": bool(reg.get_property("dontcompare")),
        "fields": [of_field(field, block) for field in reg.fields()],
    }


def of_mem(mem):
    """A memory."""
    return common(mem, "mem") | place(mem) | {
        "width": mem.get_property("memwidth"),
        "entries": mem.get_property("mementries"),
        "sw": word(mem.get_property("sw")),
        "hdl_path": single(mem.get_property("hdl_path_slice")),
        "registers": sum(1 for _ in mem.children()),
    }


def contents(node, block):
    """Everything in a block or register file, in the order of the addresses; an address map is a block of its own."""
    nodes = []
    for child in node.children():
        if isinstance(child, RegNode):
            nodes.append(of_reg(child, block))
        elif isinstance(child, RegfileNode):
            nodes.append(common(child, "regfile") | place(child) | {"contents": contents(child, block)})
        elif isinstance(child, MemNode):
            nodes.append(of_mem(child))
    return nodes


def parameters(node):
    """The parameters of an address map and the values for which it is elaborated."""
    values = [(one.name, one.get_value()) for one in node.inst.parameters]
    is_number = lambda value: isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 64
    return [{"name": name, "value": value if is_number(value) else None} for name, value in values]


def blocks(node, path):
    """The address maps that have something in them."""
    inner = contents(node, node)
    children = [child for child in node.children() if isinstance(child, AddrmapNode)]
    found = []
    if inner:
        lost = [child.inst_name for child in children]
        found.append(common(node, "addrmap") | {
            "path": path or node.inst_name, "base": node.raw_absolute_address, "parameters": parameters(node),
            "contents": inner, "blocks_in_it": lost,
        })
    for child in children:
        name = child.inst_name + brackets(child).replace("[]", "")
        found += blocks(child, f"{path}.{name}" if path else name)
    return found


STRING = r'"((?:[^"\\]|\\.)*)"'
VALUE = re.compile(
    r"^ {8}(\w+) = \d+'h([0-9a-f]+)(?: \{(?: name = " + STRING + r";)?(?: desc = " + STRING + r";)? \})?;$")


def unescaped(text):
    """What is in a string."""
    return None if text is None else re.sub(r"\\(.)", r"\1", text)


def own_enums(lines):
    """The enumerations of our own export, also those that no field has."""
    enums = []
    for line in lines:
        if found := re.match(r"    enum (\w+) \{$", line):
            enums.append({"name": found[1], "values": []})
        elif enums and (found := VALUE.match(line)):
            title, description = unescaped(found[3]), unescaped(found[4])
            value = {"name": found[1], "title": title, "value": int(found[2], 16), "description": description}
            enums[-1]["values"].append(value)
    return enums


def own_parameters(lines):
    """The names, limits and descriptions of the parameters of our own export, in their order."""
    found = ((number, re.match(r"    // (\w+), (\d+) to (\d+)(?:: (.*))?$", line)) for number, line in enumerate(lines, 1))
    return [
        {"line": number + 1, "name": one[1], "limits": [int(one[2]), int(one[3])], "description": one[4] or ""}
        for number, one in found if one and lines[number].startswith("    longint unsigned ")
    ]


def own_marks(path):
    """What our own exports say in their text and a compiler does not keep: the default width, the size of the window,
    the notes on the parameters, the enumerations in their order, and the pages."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    if not any(line.startswith("// Fingerprint of the map: 0x") for line in lines[:8]):
        return None
    width = next((int(found[1]) for line in lines if (found := re.match(r"    default regwidth = (\d+);", line))), 32)
    pages = []
    for number, line in enumerate(lines, 1):
        if found := re.match(r"    // Page (\w+)(?:, 0x([0-9a-f]+) bytes at 0x([0-9a-f]+))?(?:: (.*))?$", line):
            place = [int(found[3], 16), int(found[2], 16)] if found[2] else None
            pages.append({"line": number, "name": found[1], "range": place, "description": found[4] or ""})
    window = next((int(found[1], 16) for line in lines if (found := re.match(r"// The window has 0x([0-9a-f]+) bytes", line))), None)
    return {"width": width, "window": window, "parameters": own_parameters(lines), "enums": own_enums(lines), "pages": pages}


def main():
    """Reads the arguments and prints the blocks."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--include", action="append", default=[])
    arguments.add_argument("file")
    given = arguments.parse_args()
    compiler = RDLCompiler()
    try:
        compiler.compile_file(given.file, incl_search_paths=given.include)
        top = compiler.elaborate().top
        found = blocks(top, "")
        own = own_marks(given.file)
    except RDLCompileError:
        sys.exit(1)
    json.dump({"version": systemrdl.__about__.__version__, "own": own, "blocks": found}, sys.stdout)


main()
