

class BusError(Exception):
    """The device answered an access with an error."""


class Result(NamedTuple):
    """What a test did."""

    comparisons: int
    skipped: int


class Tester:
    """The accesses of one test, and what they leave behind."""

    def __init__(self, test, bus, reset, hardware_is_idle, skip):
        self.test, self.bus, self.reset = test, bus, reset
        self.hardware_is_idle = hardware_is_idle
        self.skip = frozenset(skip)
        self.comparisons = self.skipped = 0
        self.failures: List[str] = []
        unknown = self.skip - {register.name for register in REGISTERS}
        if unknown:
            raise ValueError(f"skip names no register: {', '.join(sorted(unknown))}")

    def fail(self, element: Element, text: str) -> None:
        """Keeps a failure for the end."""
        self.failures.append(f"{element.path} at {element.address:#x}: {text}")

    def compare(self, element: Element, expected: int, found: int, mask: int, place: str = "") -> None:
        """Compares the bits of the mask."""
        self.comparisons += mask != 0
        if (expected ^ found) & mask:
            fields = [field for field in element.register.fields if (expected ^ found) & mask & field.mask]
            values = [f"{field.name} is {field.of(found):#x}, not {field.of(expected):#x}" for field in fields]
            self.fail(element, f"{place}{', '.join(values)}")

    def comparable(self, register: Register) -> int:
        """The bits that can be compared after a write."""
        return sum(field.mask for field in register.fields
                   if field.read != "hidden" and "pulse" not in field.flags and self.is_stable(field))

    def is_stable(self, field: Field) -> bool:
        """Whether the hardware leaves it alone."""
        return self.hardware_is_idle or "volatile" not in field.flags

    def forget_volatile(self, register: Register, state: State) -> None:
        """The hardware may change this at any time."""
        for field in register.fields:
            if not self.is_stable(field):
                state.known &= ~field.mask

    async def read(self, element: Element, state: State) -> None:
        """Reads the element, compares what is known, and learns the rest."""
        try:
            found = int(await self.bus.read(element.address, element.register.width))
        except BusError as error:
            self.fail(element, f"a read was refused {error}".strip())
            state.known = 0
            return
        for field in element.register.fields:
            if field.read == "hidden":
                found = found & ~field.mask | state.value & field.mask
        readable = sum(field.mask for field in element.register.fields if field.read != "hidden")
        self.compare(element, state.value, found, state.known & readable)
        state.known |= readable
        for field in element.register.fields:
            found = {"clears": found & ~field.mask, "sets": found | field.mask}.get(field.read, found)
        state.value = found
        self.forget_volatile(element.register, state)

    async def write(self, element: Element, state: State, word: int) -> None:
        """Writes the word, and predicts what it leaves behind."""
        after, was_shut = State(state.value, state.known, state.once), False
        for field in element.register.fields:
            is_open = await self.is_open(element, state, field)
            value, known = stored(field, word, after)
            if is_open is False and "pulse" not in field.flags:
                value, known = after.value, after.known
            if is_open is None:
                known &= ~field.mask | (after.known & ~(after.value ^ value))
            after.value = after.value & ~field.mask | value & field.mask
            after.known = after.known & ~field.mask | known & field.mask
            was_shut |= is_open is not True
        # Whether a write that was kept out is the one write is for the device to say.
        after.once = "unsure" if was_shut and state.once != "spent" else "spent"
        self.forget_volatile(element.register, after)
        if not await self.put(element, word):
            after.known = 0
        state.value, state.known, state.once = after.value, after.known, after.once

    async def put(self, element: Element, word: int) -> bool:
        """Writes the word; whether the device took it."""
        try:
            await self.bus.write(element.address, word, element.register.width)
        except BusError as error:
            self.fail(element, f"a write of {word:#x} was refused {error}".strip())
            return False
        return True

    async def is_open(self, element: Element, state: State, field: Field) -> Optional[bool]:
        """Whether a write to the field counts; None if nobody knows."""
        seen = [await self.look_at(element, state, guard) for guard in field.guards]
        return False if False in seen else None if None in seen else True

    async def look_at(self, element: Element, state: State, guard: Guard) -> Optional[bool]:
        """Whether a guard is open: by its bit in the element itself, or read from its register."""
        other = Element(REGISTERS[guard.register], element.indices)
        if guard.is_volatile and not self.hardware_is_idle:
            return None
        if other.register is element.register:
            word, is_known = state.value, state.known >> guard.bit & 1
        else:
            is_known = has_plain_reads(other.register) and self.may(other.register, "reset", "read")
            try:
                word = int(await self.bus.read(other.address, other.register.width)) if is_known else 0
            except BusError:
                return None
        return (word >> guard.bit & 1) == guard.opens_at if is_known else None

    async def open_guards(self, element: Element) -> None:
        """Opens the guards of an element that are plain bits of other registers."""
        for guard in (guard for field in element.register.fields for guard in field.guards):
            other = Element(REGISTERS[guard.register], element.indices)
            bit = next(field for field in other.register.fields if field.mask >> guard.bit & 1)
            is_plain = (bit.write, bit.read, bit.guards) == ("stores", "kept", ()) and "pulse" not in bit.flags
            can_write = self.may(other.register, "bash") and has_plain_reads(other.register)
            if other.register is element.register or not is_plain or not can_write:
                continue
            state = State(once="spent")
            if await self.look_at(element, state, guard) is False:
                await self.read(other, state)
                await self.put(other, word_with(other, state, bit, guard.opens_at))

    def may(self, register: Register, *flags: str) -> bool:
        """Whether one of the flags allows it, and the caller does."""
        return register.name not in self.skip and any(register.may(flag) for flag in flags)


def has_plain_reads(register: Register) -> bool:
    """Whether a read changes nothing."""
    return all(field.read in ("kept", "hidden") for field in register.fields)


def stored(field: Field, word: int, state: State) -> Tuple[int, int]:
    """What a write makes of the value of a field, and which of its bits are known then."""
    mask, now, known = field.mask, state.value, state.known
    one, zero = word & mask, ~word & mask
    once = {"fresh": (word, known | mask), "unsure": (word, known & ~(now ^ word)), "spent": (now, known)}
    if "pulse" in field.flags:
        return now & ~mask, known | mask
    return {
        "ignored": (now, known), "stores": (word, known | mask), "once": once[state.once],
        "one_clears": (now & ~one, known | one), "one_sets": (now | one, known | one), "one_toggles": (now ^ one, known),
        "zero_clears": (now & ~zero, known | zero), "zero_sets": (now | zero, known | zero),
        "zero_toggles": (now ^ zero, known), "clears": (now & ~mask, known | mask), "sets": (now | mask, known | mask),
    }[field.write]
