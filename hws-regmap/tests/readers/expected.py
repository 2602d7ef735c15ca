"""The JSON export, element by element: the reference for the readers of all other formats."""

import json
import sys
from itertools import product

# The effects of a read and of a write, by access; IEEE 1800.2, and RP.
EFFECTS = {
    "RW": ("kept", "stores"), "RO": ("kept", "ignored"), "WO": ("hidden", "stores"), "RP": ("pops", "ignored"),
    "W1C": ("kept", "one_clears"), "W1S": ("kept", "one_sets"), "W1T": ("kept", "one_toggles"),
    "W0C": ("kept", "zero_clears"), "W0S": ("kept", "zero_sets"), "W0T": ("kept", "zero_toggles"),
    "WC": ("kept", "clears"), "WS": ("kept", "sets"), "RC": ("clears", "ignored"), "RS": ("sets", "ignored"),
    "WRC": ("clears", "stores"), "WRS": ("sets", "stores"), "WCRS": ("sets", "clears"), "WSRC": ("clears", "sets"),
    "W1CRS": ("sets", "one_clears"), "W1SRC": ("clears", "one_sets"), "W0CRS": ("sets", "zero_clears"),
    "W0SRC": ("clears", "zero_sets"), "WOC": ("hidden", "clears"), "WOS": ("hidden", "sets"),
    "W1": ("kept", "once"), "WO1": ("hidden", "once"),
}


class Element:
    """One register at one address."""

    def __init__(self, register, indices, number, offset, is_unrolled):
        self.register = register
        self.is_unrolled = is_unrolled
        self.title = register["name"]
        self.indices, self.number = indices, number
        self.offset = offset
        self.access = register["access"]
        self.width = register["width"]
        self.bytes = register["width"] // 8
        self.queued = register["queued"]
        self.hardware = register["hardware"]
        reset = register["reset"]
        self.reset = reset[number] if isinstance(reset, list) else reset
        self.fields = [Field(field, number) for field in register["fields"]]

    @property
    def ident(self):
        """`RS[].FLAGS` as `RS_FLAGS`."""
        return self.title.replace("[]", "").replace(".", "_")

    @property
    def path(self):
        """`RS[3].FLAGS`."""
        parts, path = self.title.split("[]"), ""
        for part, index in zip(parts, self.indices):
            path += f"{part}[{index}]"
        return path + parts[-1]

    @property
    def unrolled(self):
        """The name in a format that unrolls the array: `XMC_SIP_MAP_3`."""
        return "_".join([self.ident, *map(str, self.indices)])

    @property
    def is_linear(self):
        """Elements differ in their reset."""
        return isinstance(self.register["reset"], list)


class Field:
    """A field of one element, its reset worked out."""

    def __init__(self, field, number):
        self.name, self.lsb, self.width = field["name"], field["lsb"], field["width"]
        self.mask, self.pulse, self.legal = field["mask"], field["pulse"], field["legal"]
        self.access, self.hardware, self.guards = field["access"], field["hardware"], field["guards"]
        self.read, self.write = EFFECTS[field["access"]]
        self.readable, self.writable = self.read != "hidden", self.write != "ignored"
        self.counter, self.is_constant = field["counter"], field["constant"]
        reset = field["reset"]
        self.is_known = reset is not None
        self.reset = reset["base"] + reset["step"] * number if isinstance(reset, dict) else reset or 0

    @property
    def symbol(self):
        """The name in constants of C and SystemVerilog, where every register has _WRITE_MASK and _PULSE_MASK."""
        return self.name + "_" if self.name.upper() in ("WRITE", "PULSE") else self.name

    @property
    def msb(self):
        """The highest bit."""
        return self.lsb + self.width - 1

    @property
    def max(self):
        """The greatest value that fits."""
        return (1 << self.width) - 1

    @property
    def values(self):
        """The named values, or none."""
        legal = self.legal or {}
        return {value["name"]: value["value"] for value in legal.get("values", [])}


def load(path):
    """The JSON export."""
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def elements(document):
    """Every register at every address, in the order of the map."""
    apart = unrolled(document)
    for register in document["registers"]:
        dims = register["dims"]
        for number, indices in enumerate(product(*(range(dim["count"]) for dim in dims))):
            offset = register["offset"] + sum(i * dim["stride"] for i, dim in zip(indices, dims))
            yield Element(register, indices, number, offset, register["name"] in apart)


def unrolled(document):
    """The arrays that a format with only regular arrays shows element by element.

    Elements that differ in their reset, steps that do not lead from the last element of an inner dimension to the first
    of the next one, and elements of other registers in between. A group is one array.
    """
    spans = {}
    for register in document["registers"]:
        unit = register["name"].split(".")[0] if "." in register["name"] else register["name"]
        end = register["offset"] + register["width"] // 8 + sum((dim["count"] - 1) * dim["stride"] for dim in register["dims"])
        first, last = spans.get(unit, (register["offset"], end))
        spans[unit] = min(first, register["offset"]), max(last, end)
    names = set()
    for register in document["registers"]:
        dims, name = register["dims"], register["name"]
        # A dimension of one element has no steps.
        stepping = [dim for dim in dims if dim["count"] > 1]
        irregular = any(outer["stride"] != inner["count"] * inner["stride"] for outer, inner in zip(stepping, stepping[1:]))
        first, last = spans.get(name, (0, 0))
        mixed = any(first < end and start < last for unit, (start, end) in spans.items() if unit != name)
        if dims and "." not in name and (irregular or mixed or isinstance(register["reset"], list)):
            names.add(name)
    return names


def compare(reader, expected, seen):
    """Compares two dictionaries; ends the process with every difference, or prints how much was equal."""
    differences = [f"{key}: JSON {expected.get(key)}, {reader} {seen.get(key)}"
                   for key in {**expected, **seen} if expected.get(key) != seen.get(key)]
    if not expected:
        differences.append("there is nothing to compare")
    for line in differences[:20]:
        print(line, file=sys.stderr)
    if differences:
        sys.exit(f"{reader}: {len(differences)} of {len(expected)} values differ")
    print(f"{reader}: {len(expected)} values equal the JSON")


def check_fingerprint(export, document):
    """Every export carries the map's fingerprint."""
    with open(export, encoding="utf-8") as file:
        if document["fingerprint"][2:] not in file.read():
            sys.exit(f"{export} does not carry the fingerprint {document['fingerprint']}")
