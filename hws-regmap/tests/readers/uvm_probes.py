"""Predictions that show what guards and aliases do to a mirror.

A field is called by the address of its register and its lowest bit, in hexadecimal and decimal: `2c.4`.
"""

from expected import elements


def probes(document, work):
    """The argument that names the file of predictions for the bench, and the mirrors that it has to print."""
    places = {(element.title, tuple(element.indices)): element for element in elements(document)}
    found = [probe for element in places.values() for probe in [*of_guards(places, element), *of_alias(places, element)]]
    file = work / "probes.txt"
    lines = [line for number, (steps, field, _) in enumerate(found) for line in [*steps, f"MIRROR {field} {number:x}"]]
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return [f"+probes={file}"], {f"mirror {number:x}": value for number, (_, _, value) in enumerate(found)}


def of_guards(places, element):
    """A write is stored while all guards are open, and not while one of them is closed."""
    for field in stored(element):
        name, opened = place(element, field), opening(places, element, field)
        write = [f"DIRECT {name} 0", f"WRITE {name} {field.max:x}"]
        if field.guards:
            yield [*map(direct, opened), *write], name, field.max
        for guard, opens_at in opened:
            yield [*map(direct, opened), direct((guard, 1 - opens_at)), *write], name, 0


def of_alias(places, element):
    """A write of a field is a write of its alias."""
    if not element.register["alias_of"]:
        return
    target = at(places, element.register["alias_of"], element)
    for field in stored(target):
        for other in element.fields:
            if (other.name, other.lsb, other.width) == (field.name, field.lsb, field.width):
                name, alias = place(target, field), place(element, other)
                both = [f"DIRECT {name} 0", f"DIRECT {alias} 0", f"WRITE {name} {field.max:x}"]
                yield [*map(direct, opening(places, target, field)), *both], alias, field.max


def stored(element):
    """The fields that keep what is written."""
    return [field for field in element.fields if field.write == "stores" and not field.pulse]


def opening(places, element, field):
    """The guards of a field, and the values at which they allow writes."""
    found = []
    for guard in field.guards:
        register = at(places, guard["register"], element)
        bit = next(other for other in register.fields if other.name == guard["field"])
        found.append((place(register, bit), guard["opens_at"]))
    return found


def direct(guard):
    """Sets a guard."""
    return f"DIRECT {guard[0]} {guard[1]}"


def at(places, title, element):
    """The register of that name: one for all, or that of the same element."""
    return places[title, tuple(element.indices[:title.count("[]")])]


def place(element, field):
    """The field, as the bench finds it."""
    return f"{element.offset:x}.{field.lsb}"
