"""What the UVM model has to say, from the JSON."""

RESTRICTED = ("min", "multiple_of")


def memory_key(name):
    """A memory may not have the name of a register, but a mistake should not look like one."""
    return f"memory {name}"


def of_map(document):
    """The bytes of the widest access, and the base."""
    widths = [part["width"] for part in document["registers"] + document["memories"]]
    return max(widths) // 8, 0


def of_memory(memory):
    """Address, entries, their width, access and path."""
    paths = [(memory["hdl_path"], -1, -1)] if memory["hdl_path"] else []
    entries = memory["bytes"] * 8 // memory["width"]
    return memory["offset"], entries, memory["width"], memory["access"], paths


def of_register(document, element, guards):
    """Address, rights, width, fields, excluded tests and paths of one register."""
    return (element.offset, rights(element), element.width, [of_field(element, field) for field in element.fields],
            excluded(element, guards), paths(document, element))


def rights(element):
    """What the bus can do with the register."""
    readable, writable = any(f.readable for f in element.fields), any(f.writable for f in element.fields)
    return "RW" if readable and writable else "RO" if readable else "WO"


def of_field(element, field):
    """The arguments of its configure()."""
    access = "WO" if field.pulse else {"RP": "RO"}.get(field.access, field.access)
    changes = field.pulse or field.counter or field.hardware in ("writes", "sets", "both")
    volatile = bool(element.queued or changes and not field.is_constant)
    return field.name, field.lsb, field.width, access, volatile, field.reset if field.is_known else None


def excluded(element, guards):
    """The attributes that keep the built-in sequences away."""
    fields, skipped = element.fields, element.register["skip_tests"]
    has_effect = any(field.read in ("clears", "sets", "pops") for field in fields)
    unread = has_effect or rights(element) == "WO"
    unwritten = (unread or rights(element) == "RO" or element.queued or element.register["combinations"]
                 or any(field.pulse or field.guards or field.writable and is_restricted(field) for field in fields)
                 or {element.title, element.register["alias_of"]} & guards)
    tests = {"HW_RESET_TEST": unread or "reset" in skipped, "BIT_BASH_TEST": unwritten or "bit_bash" in skipped,
             "ACCESS_TEST": unwritten or "access" in skipped}
    if all(tests.values()):
        return {"NO_REG_TESTS"}
    return {f"NO_REG_{test}" for test, is_excluded in tests.items() if is_excluded}


def is_restricted(field):
    """Whether a write of some value is refused."""
    legal = field.legal or {}
    return any(key in legal for key in RESTRICTED) or "enum" in legal and not legal["open"]


def paths(document, element):
    """The slices in the RTL: an alias without a path of its own is where its target is."""
    register = element.register
    path = register["hdl_path"]
    if not path and register["alias_of"]:
        target = next(other for other in document["registers"] if other["name"] == register["alias_of"])
        path = target["hdl_path"] if len(target["dims"]) == len(register["dims"]) else None
    index = "".join(f"[{index}]" for index in element.indices)
    slices = [(join(path, index, field["hdl_path"]), field["lsb"], field["width"])
              for field in register["fields"] if field["hdl_path"]]
    return slices or ([(path + index, -1, -1)] if path else [])


def join(path, index, field):
    """The index is that of the array: of the register, or of its field where the register has no path."""
    return f"{path}{index}.{field}" if path else field + index
