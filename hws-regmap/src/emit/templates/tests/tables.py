

class Legal(NamedTuple):
    """The values that may be written: low to high, multiples of low, or NAMED_VALUES[low:high]."""

    kind: str
    low: int
    high: int


class Guard(NamedTuple):
    """A bit of a register, by its number, the value with which it lets writes through, and whether the hardware may change it."""

    register: int
    bit: int
    opens_at: int
    is_volatile: bool


class Field(NamedTuple):
    """The effects of a read and of a write; `flags` are of known (by reset), volatile, pulse."""

    name: str
    lsb: int
    width: int
    read: str
    write: str
    flags: str
    reset: int
    step: int
    legal: Legal
    guards: Tuple[Guard, ...]
    hdl_path: Optional[str]

    @property
    def max(self) -> int:
        """The greatest value that fits."""
        return (1 << self.width) - 1

    @property
    def mask(self) -> int:
        """The bits in the register."""
        return self.max << self.lsb

    def of(self, word: int) -> int:
        """The value in a word."""
        return word >> self.lsb & self.max


class Register(NamedTuple):
    """`flags`: what the tests may do (reset, read, write, bash); whether it guards others, or shares its storage."""

    name: str
    offset: int
    width: int
    dims: Tuple[Tuple[int, int], ...]  # count and stride
    flags: str
    target: Optional[int]  # the number of the register it is an alias of
    target_mask: int
    pattern_mask: int
    patterns: Tuple[int, ...]  # the legal combinations in the bits of the mask
    hdl_path: Optional[str]
    fields: Tuple[Field, ...]

    def may(self, flag: str) -> bool:
        """Whether it has the flag."""
        return flag in self.flags.split()


class Element:
    """A register at one address."""

    def __init__(self, register: Register, indices: Tuple[int, ...]):
        self.register = register
        self.indices = tuple(indices[:len(register.dims)])
        self.address = BASE + register.offset
        self.number = 0
        for index, (count, stride) in zip(self.indices, register.dims):
            self.number = self.number * count + index
            self.address += index * stride

    @property
    def path(self) -> str:
        """The name with its indices: `CH[3].CTRL`."""
        parts = self.register.name.split("[]")
        ends = [f"[{index}]" for index in self.indices] + [""]
        return "".join(part + end for part, end in zip(parts, ends))

    def reset_of(self, field: Field) -> int:
        """The value of the field after reset."""
        return (field.reset + self.number * field.step) & field.max
