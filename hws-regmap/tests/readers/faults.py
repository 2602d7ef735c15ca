"""Faults for a device, each with the test that has to find it: one of each kind, where the map has a place for it."""

from device import Device
from expected import elements


def faults(document):
    """Triples of a fault, the test that finds it, and the name of the register."""
    every = [Place(element) for element in elements(document)]
    shared = {name for element in every for name in [element.alias, element.name if element.alias else None] if name}
    guards = {guard["register"] for place in every for field in place.fields for guard in field.guards}
    own = [place for place in every if place.name not in shared and place.name not in guards]
    kinds = [reset(own), stuck(own), write_one_clears(own), read_only(own), decoder(own), alias(document, every, guards)]
    return [fault for kind in kinds for fault in kind]


class Place:
    """An element, and what the tests do with it."""

    def __init__(self, element):
        self.element, self.offset, self.name = element, element.offset, element.title
        self.alias = element.register["alias_of"]
        self.fields = element.fields
        popped = any(field.read == "pops" for field in self.fields)
        readable = not popped and any(field.readable for field in self.fields)
        writable = any(field.writable for field in self.fields) and not element.queued
        skipped = element.register["skip_tests"]
        self.reset = readable and "reset" not in skipped
        self.access = readable and writable and "access" not in skipped
        self.bash = readable and writable and "bit_bash" not in skipped and not element.register["combinations"]

    def plain(self):
        """The fields that are stored as they are written."""
        return [field for field in self.fields if (field.read, field.write, field.legal, field.guards, field.pulse)
                == ("kept", "stores", None, [], False)]


def reset(places):
    """The lowest bit of the last field has another reset."""
    for place in reversed(places):
        fields = [field for field in place.fields if field.readable and field.is_known and not field.pulse]
        if place.reset and fields:
            yield ("reset", place.offset, 1 << fields[-1].lsb), "reset", place.name
            return


def stuck(places):
    """The highest bit of a stored field always reads 1."""
    for place in places:
        if place.bash and place.plain():
            yield ("stuck", place.offset, 1 << place.plain()[-1].msb), "bit_bash", place.name
            return


def write_one_clears(places):
    """A bit that is set ignores what clears it."""
    for place in places:
        for field in place.fields:
            if place.bash and field.write == "one_clears" and field.read == "kept" and not field.guards:
                yield ("w1c", place.offset, field.lsb), "bit_bash", place.name
                return


def read_only(places):
    """A read-only field beside writable ones can be written."""
    for place in places:
        for field in place.fields:
            if place.bash and field.write == "ignored" and field.read == "kept" and not field.guards:
                yield ("read-only", place.offset, field.lsb), "bit_bash", place.name
                return


def decoder(places):
    """A write reaches another register as well."""
    wide = [place for place in places if place.access and any(field.width >= 8 for field in place.plain())]
    for one, other in zip(wide, wide[1:]):
        mask = sum(field.mask for field in one.plain()) & sum(field.mask for field in other.plain())
        if mask.bit_count() >= 8 and one.element.width == other.element.width:
            yield ("decoder", other.offset, one.offset), "access", one.name
            return


def alias(document, places, guards):
    """An alias has storage of its own."""
    device = Device(document)
    for place in places:
        target = next((other for other in places if other.offset == device.storage(place.offset)), place)
        same = {(field.lsb, field.width) for field in place.plain()} & {(field.lsb, field.width) for field in target.plain()}
        if place.alias and same and target.access and place.access and place.name not in guards:
            yield ("alias", place.offset), "access", place.name
            return
