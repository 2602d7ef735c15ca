"""Flattens the result of systemrdl-compiler, and derives the expected result from the JSON.

Two readers use it: SystemRDL directly, and IP-XACT through peakrdl-ipxact's importer.
"""

from systemrdl.parser.SystemRDLLexer import SystemRDLLexer
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
    counter = get("counter")
    return {
        "bits": (field.low, field.width), "reset": get("reset"), "register": field.parent.get_property("regwidth"),
        "sw": get("sw").name, "hw": get("hw").name,
        "onread": name_of(get("onread")), "onwrite": name_of(get("onwrite")),
        "swmod": get("swmod"), "singlepulse": get("singlepulse"), "hwset": bool(get("hwset")),
        "counter": counts(get) if counter else None,
        "guards": [(field.parent.parent is guard.parent.parent, guard.parent.inst_name, guard.inst_name, opens)
                   for guard, opens in ((get("swwe"), True), (get("swwel"), False)) if guard],
        "values": {member.name: member.value for member in encode} if encode else {},
    }


def counts(get):
    """Direction and saturation of a counter."""
    up, down = get("incrvalue"), get("decrvalue")
    return "up_down" if up and down else "up" if up else "down", bool(get("incrsaturate") or get("decrsaturate"))


def seen(top, keys):
    """By absolute address: the name and the fields, reduced to the keys that the format can carry."""
    return {node.absolute_address: (node.inst_name, {field.inst_name: {key: of_field(field)[key] for key in keys}
                                                     for field in node.fields()})
            for node in registers(top)}


ONREAD = {"clears": "rclr", "sets": "rset", "pops": "ruser"}
ONWRITE = {"one_clears": "woclr", "one_sets": "woset", "one_toggles": "wot", "zero_clears": "wzc", "zero_sets": "wzs",
           "zero_toggles": "wzt", "clears": "wclr", "sets": "wset"}
HW = {"reads": "r", "writes": "w", "sets": "r", "both": "rw", "none": "na"}


def hardware(field):
    """The hardware side; SystemRDL has no field that nobody can read, and a counter needs no other source."""
    if field.counter and field.hardware == "writes" or field.hardware in ("writes", "none") and not field.readable:
        return "r"
    return HW[field.hardware]


def software(field):
    """The bus side."""
    if field.write == "once":
        return "rw1" if field.readable else "w1"
    return {(True, True): "rw", (True, False): "r", (False, True): "w"}[field.readable, field.write != "ignored"]


def guards(element, field):
    """The first guard: SystemRDL has one."""
    return [("." in guard["register"] or not "." in element.title, legal(guard["register"].split(".")[-1].replace("[]", "")),
             legal(guard["field"]), guard["opens_at"])
            for guard in field.guards[:1]]


def demanded(element, field):
    """The expected form of a field of the map (see the head of the export)."""
    return {
        "bits": (field.lsb, field.width), "reset": field.reset if field.is_known or field.pulse else None,
        "register": element.width,
        "sw": software(field), "hw": hardware(field),
        "onread": ONREAD.get(field.read), "onwrite": ONWRITE.get(field.write),
        "swmod": element.queued and field.write != "ignored",
        "singlepulse": field.pulse, "hwset": field.hardware == "sets",
        "counter": field.counter and (field.counter["direction"], field.counter["saturates"]),
        "guards": guards(element, field) if field.write != "ignored" else [],
        "values": {legal(name): value for name, value in field.values.items()},
    }


# Words that cannot be names: the compiler's own list, as `'reg'`. The export appends an underscore.
KEYWORDS = {word.strip("'") for word in SystemRDLLexer.literalNames}


def legal(name):
    """The name, as SystemRDL can have it."""
    return name + "_" if name in KEYWORDS else name


def names_in_tree(element, legal):
    """The names that an element may have: words of a group have their own name, elements that are shown one by one their
    indices in it, all of them or those in the group. Which arrays a format has to show so is its own affair."""
    word = element.title.replace("[]", "").split(".")[-1]
    numbers = ["".join(f"_{index}" for index in element.indices[at:]) for at in range(len(element.indices))]
    return {legal(name) for name in (element.ident, word)} | {name + number for name in (element.ident, word) for number in numbers}


def expected(elements, keys, tree, changes=lambda element, field: {}, legal=legal):
    """The same shape as `seen`, with the names of the tree where they may be; other formats have names as they are."""
    def name(element):
        names, found = names_in_tree(element, legal), tree.get(element.offset, ("",))[0]
        return found if found in names else element.path

    return {element.offset: (name(element),
                             {legal(field.name): {key: {**demanded(element, field), **changes(element, field)}[key] for key in keys}
                              for field in element.fields})
            for element in elements}
