"""A device made from the JSON export: a memory whose fields have their access. It shares nothing with the exports.

A fault alters it: the tests have to find it. Its hardware is idle, unless it is busy: then it changes what it may change at
every access.
"""

from expected import elements


class Refused(Exception):
    """A bus error."""


class Device:
    """The registers by their addresses."""

    def __init__(self, document, fault=None, base=0):
        self.elements = {base + element.offset: element for element in elements(document)}
        self.places = {(element.title, element.indices): address for address, element in self.elements.items()}
        self.fault = fault
        special = {name for element in self.elements.values() for name in (element.register["alias_of"],) if name}
        # Short cuts, for arrays of a thousand registers.
        self.plain = {address: element.register["field_mask"] for address, element in self.elements.items()
                      if is_plain(element) and element.title not in special and not (fault and fault[1] == address)}
        self.is_busy = False
        self.accesses = 0
        self.reset()

    def reset(self):
        """Every field gets its reset; what reset does not determine gets anything, but a legal value."""
        self.once = set()
        self.words = {}
        for address, element in self.elements.items():
            if not element.register["alias_of"]:
                self.words[address] = sum(first(field) << field.lsb for field in element.fields)
        kind, address, *rest = self.fault or (None, None)
        if kind == "reset":
            self.words[address] ^= rest[0]
        elif kind == "w1c":
            # Something is pending that cannot be cleared.
            self.words[address] |= 1 << rest[0]

    def storage(self, address):
        """The address whose word an element shows."""
        element = self.elements[address]
        alias = element.register["alias_of"]
        if not alias or self.fault == ("alias", address):
            return address
        return self.places.get((alias, element.indices), self.places.get((alias, ())))

    def access(self, address, width):
        """The element; refuses what a device refuses."""
        self.accesses += 1
        element = self.elements.get(address)
        if self.is_busy and element and address not in self.plain:
            self.change(self.storage(address))
        if element is None or element.width != width:
            raise Refused(f"no register of {width} bits at {address:#x}")
        return element

    def change(self, place):
        """The hardware acts."""
        mask = sum(field.mask for field in self.elements[place].fields if is_volatile(field))
        noise = self.accesses * 0x9E3779B97F4A7C15
        self.words[place] = self.words[place] & ~mask | noise & mask

    def read(self, address, width):
        """A bus read."""
        element = self.access(address, width)
        if address in self.plain:
            return self.words[address]
        if not any(field.readable for field in element.fields):
            raise Refused(f"{element.path} is write-only")
        assert not any(field.read == "pops" for field in element.fields), f"{element.path} was popped"
        place = self.storage(address)
        stored, word = self.words.setdefault(place, 0), 0
        for field in element.fields:
            if field.readable and not field.pulse:
                word |= stored & field.mask
            if field.read == "clears":
                stored &= ~field.mask
            elif field.read == "sets":
                stored |= field.mask
        self.words[place] = stored
        if self.fault and self.fault[:2] == ("stuck", address):
            word |= self.fault[2]
        return word

    def write(self, address, word, width):
        """A bus write; an illegal word is an error of the tests, not of the device."""
        element = self.access(address, width)
        if address in self.plain:
            self.words[address] = word & self.plain[address]
            return
        if not any(field.writable for field in element.fields):
            raise Refused(f"{element.path} is read-only")
        assert not element.queued, f"a command was written to {element.path}"
        self.check(element, word)
        place = self.storage(address)
        stored = before = self.words.setdefault(place, 0)
        for field in element.fields:
            if self.is_open(element, field):
                after = self.effect(field, place, before, word)
                stored = stored & ~field.mask | after & field.mask
        self.words[place] = stored
        if self.fault and self.fault[:2] == ("decoder", address):
            self.words[self.fault[2]] = stored

    def check(self, element, word):
        """The word is legal, and sets no pulse."""
        for field in element.fields:
            value = word >> field.lsb & field.max
            if field.writable:
                assert is_legal(field, value), f"{value:#x} was written to {element.path}.{field.name}"
                assert not (field.pulse and value), f"{element.path}.{field.name} was pulsed"
        combinations = element.register["combinations"]
        if combinations:
            by_name = {field.name: word >> field.lsb & field.max for field in element.fields}
            seen = [by_name[name] for name in combinations["fields"]]
            assert seen in combinations["tuples"], f"{seen} was written to {element.path}"

    def is_open(self, element, field):
        """Whether every guard lets writes through."""
        for guard in field.guards:
            name = guard["register"]
            place = self.places[name, tuple(element.indices[:name.count("[]")])]
            bit = next(other for other in self.elements[place].fields if other.name == guard["field"])
            if self.words[self.storage(place)] >> bit.lsb & 1 != guard["opens_at"]:
                return False
        return True

    def effect(self, field, place, old, word):
        """What a write makes of a field."""
        if field.pulse:
            return 0
        if field.write == "once":
            if (place, field.lsb) in self.once:
                return old
            self.once.add((place, field.lsb))
            return word
        if self.fault and self.fault == ("w1c", place, field.lsb):
            return old
        is_exposed = self.fault and self.fault == ("read-only", place, field.lsb)
        return {
            "ignored": word if is_exposed else old, "stores": word, "clears": 0, "sets": ~0,
            "one_clears": old & ~word, "one_sets": old | word, "one_toggles": old ^ word,
            "zero_clears": old & word, "zero_sets": old | ~word, "zero_toggles": old ^ ~word,
        }[field.write]


def is_plain(element):
    """Whether all of it is stored as it is written, and nothing else happens."""
    return not element.queued and not element.register["alias_of"] and all(
        (field.read, field.write, field.legal, field.guards, field.pulse) == ("kept", "stores", None, [], False)
        and not is_volatile(field) for field in element.fields)


def is_volatile(field):
    """Whether the hardware may change it."""
    return not field.is_constant and not field.pulse and bool(
        field.counter or field.hardware in ("writes", "sets", "both"))


def is_legal(field, value):
    """Whether a write of the value is accepted."""
    legal = field.legal or {}
    if "min" in legal:
        return legal["min"] <= value <= legal["max"]
    if "multiple_of" in legal:
        return value % legal["multiple_of"] == 0
    return not legal or legal["open"] or any(value == named["value"] for named in legal["values"])


def first(field):
    """The value after reset; of an unknown one the greatest that is legal."""
    if field.pulse:
        return 0
    if field.is_known:
        return field.reset
    legal = field.legal or {}
    if "min" in legal:
        return legal["max"]
    if "multiple_of" in legal:
        return field.max - field.max % legal["multiple_of"]
    return legal["values"][-1]["value"] if legal.get("values") else 0x5555555555555555 & field.max
