"""Flattens the result of systemrdl-compiler, and derives the expected result from the JSON.

Two readers use it: SystemRDL directly, and IP-XACT through peakrdl-ipxact's importer.
"""

from systemrdl.node import AddressableNode, RegNode


def registers(node):
    """Every register node, arrays unrolled."""
    for child in node.children(unroll=True):
        if isinstance(child, RegNode):
            yield child
        elif isinstance(child, AddressableNode):
            yield from registers(child)


def name_of(value):
    """The name of an enumeration's member, or nothing."""
    return value.name if value is not None else None


def of_field(field):
    """Place, reset, both sides' access and effects."""
    get = field.get_property
    encode = get("encode")
    return {
        "bits": (field.low, field.width), "reset": get("reset"),
        "sw": get("sw").name, "hw": get("hw").name,
        "onread": name_of(get("onread")), "onwrite": name_of(get("onwrite")),
        "swmod": get("swmod"), "singlepulse": get("singlepulse"), "hwset": bool(get("hwset")),
        "values": {member.name: member.value for member in encode} if encode else {},
    }


def seen(top, keys):
    """By absolute address: the name and the fields, reduced to the keys that the format can carry."""
    return {node.absolute_address: (node.inst_name, {field.inst_name: {key: of_field(field)[key] for key in keys}
                                                     for field in node.fields()})
            for node in registers(top)}


# Bus access and hardware side of the map as SystemRDL expresses them (see the head of the export).
SW = {"RW": "rw", "RO": "r", "WO": "w", "W1C": "rw", "RP": "r"}
HW = {"reads": "r", "writes": "w", "sets": "r", "both": "rw"}


def demanded(element, field):
    """The expected form of a field of the map."""
    return {
        "bits": (field.lsb, field.width), "reset": field.reset,
        "sw": SW[element.access], "hw": HW[element.hardware],
        "onread": "ruser" if element.access == "RP" else None,
        "onwrite": "woclr" if element.access == "W1C" else None,
        "swmod": element.queued, "singlepulse": field.pulse, "hwset": element.hardware == "sets",
        "values": field.values,
    }


def name_in_tree(element, is_taken_apart):
    """Words of a group have their own name, elements of an unrolled array their index in it."""
    return element.unrolled if is_taken_apart else element.title.replace("[]", "").split(".")[-1]


def expected(elements, keys, changes=lambda element, field: {}):
    """The same shape as `seen`."""
    return {element.offset: (name_in_tree(element, element.is_linear),
                             {field.name: {key: {**demanded(element, field), **changes(element, field)}[key] for key in keys}
                              for field in element.fields})
            for element in elements}
