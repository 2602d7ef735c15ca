"""The JSON export, element by element: the reference for the readers of all other formats."""

import json
import sys
from itertools import product


class Element:
    """One register at one address."""

    def __init__(self, register, indices, number, offset):
        self.register = register
        self.title = register["name"]
        self.indices = indices
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
    for register in document["registers"]:
        dims = register["dims"]
        for number, indices in enumerate(product(*(range(dim["count"]) for dim in dims))):
            offset = register["offset"] + sum(i * dim["stride"] for i, dim in zip(indices, dims))
            yield Element(register, indices, number, offset)


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
