

class State:
    """What is known about the storage of an element."""

    def __init__(self, value: int = 0, known: int = 0, once: str = "unsure"):
        self.value = value
        self.known = known
        self.once = once  # whether a write-once field takes the next write: fresh, unsure, spent


def legal_value(field: Field, value: int) -> int:
    """The value, or a legal one in its place."""
    kind, low, high = field.legal
    if kind == "range":
        return min(max(value, low), high)
    if kind == "multiple":
        return value - value % low
    names = NAMED_VALUES[low:high]
    return value if kind == "any" or value in names else names[value % len(names)]


def neutral(element: Element, field: Field, state: State) -> int:
    """The value with which a write leaves the field as it is; a write-once field takes its one write."""
    now = field.of(state.value)
    if field.write == "stores":
        return element.reset_of(field) if field.read == "hidden" else now
    if field.write == "once":
        return now if state.once == "spent" else now ^ field.max
    if field.write.startswith("zero"):
        return field.max
    return now if field.write == "ignored" else 0


def placed(field: Field, value: int) -> int:
    """The value as it may be written to the field, in place."""
    if "pulse" in field.flags:
        return 0
    return (value if field.write == "ignored" else legal_value(field, value)) << field.lsb


def combined(register: Register, word: int, number: int) -> int:
    """The word with a legal combination: the one it has, or else that of the number."""
    if not register.patterns or word & register.pattern_mask in register.patterns:
        return word
    return word & ~register.pattern_mask | register.patterns[number % len(register.patterns)]


def word_with(element: Element, state: State, target: Optional[Field] = None, value: int = 0) -> int:
    """The word that writes a value to one field, or to none, and leaves the others as they are."""
    fields = element.register.fields
    word = sum(placed(field, value if field is target else neutral(element, field, state)) for field in fields)
    return combined(element.register, word, 0)


def pattern_of(element: Element, turn: int) -> int:
    """A word that depends on the address, or its complement in the second turn."""
    bits = (element.address + 1) * 0x9E3779B97F4A7C15 % (1 << 64)
    bits ^= bits >> 29
    bits = ~bits if turn else bits
    word = sum(placed(field, field.of(bits)) for field in element.register.fields)
    return combined(element.register, word, element.address // 4 + turn)
