//! The shape of every kind of entry: its keys and the types of their values (docs/map-format.md).
//!
//! One table serves the check of a text ([`crate::parse::conform`]), the JSON Schema for editors
//! ([`super::schema`]) and readers of this file.

use crate::model::{HardwareAccess, MapAccess, MapImportFormat};

/// An entry with keys.
pub(crate) struct Shape {
    /// The name of such an entry.
    pub(crate) name: &'static str,
    /// Its purpose, one sentence.
    #[cfg_attr(
        not(feature = "exports"),
        expect(dead_code, reason = "only the JSON Schema describes entries")
    )]
    pub(crate) about: &'static str,
    pub(crate) keys: &'static [Key],
}

impl Shape {
    /// Returns the name with its article: `a page`, `an enum`.
    pub(crate) fn with_article(&self) -> String {
        let article = if self.name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {}", self.name)
    }
}

/// A key of an entry.
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) takes: Takes,
    pub(crate) required: bool,
    /// Its meaning, one sentence.
    pub(crate) about: &'static str,
}

impl Key {
    /// Returns its meaning as a part of a sentence.
    pub(crate) fn meaning(&self) -> String {
        let mut letters = self.about.trim_end_matches('.').chars();
        letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
    }
}

/// The type of a key's value.
#[derive(Clone, Copy)]
pub(crate) enum Takes {
    /// A sentence or a citation; nothing else depends on it.
    Prose,
    /// A name.
    Name,
    Flag,
    /// A number of 64 bits, or an expression of numbers and parameters.
    Number,
    /// A number or `{base, step}`.
    Reset,
    /// One of some words.
    Word(&'static [&'static str]),
    /// A list of some words.
    Words(&'static [&'static str]),
    Names,
    Numbers,
    /// Two numbers.
    Pair,
    /// Lists of numbers.
    Tuples,
    /// A list of entries.
    Entries(&'static Shape),
    /// One entry.
    Entry(&'static Shape),
}

const fn needs(name: &'static str, takes: Takes, about: &'static str) -> Key {
    Key { name, takes, required: true, about }
}

const fn may(name: &'static str, takes: Takes, about: &'static str) -> Key {
    Key { name, takes, required: false, about }
}

const ACCESS: Takes = Takes::Word(MapAccess::WORDS);
const HARDWARE: Takes = Takes::Word(HardwareAccess::WORDS);
const UNIT: Takes = Takes::Word(&["count", "cycles"]);
const TESTS: Takes = Takes::Words(&["reset", "access", "bit_bash", "all"]);
const COUNTER: Takes = Takes::Word(&["up", "down", "up_down"]);
const LEVEL: Takes = Takes::Word(&["event", "level"]);
const ORIGIN: Takes = Takes::Word(MapImportFormat::WORDS);
const CASE: Takes = Takes::Word(&["capitals", "any"]);
const ACCESS_ABOUT: &str =
    "The bus side: an access of IEEE 1800.2 such as RW, RO, WO, W1C, W1S, RC, W1, or RP (a read pops).";
const HARDWARE_ABOUT: &str = "The hardware side: none, r (reads), w (writes), sets or rw (both).";
const CONSTANT_ABOUT: &str = "Whether it always reads its reset value.";
const SPEC_ABOUT: &str = "The place in the specification, such as `scheduler.md §0`.";
const STRIDE_ABOUT: &str = "Bytes between adjacent elements.";
const INDEX_ABOUT: &str = "The meaning of the index.";
const COUNT_ABOUT: &str = "Number of elements.";
const NAME_ABOUT: &str = "Its name.";
const WIDTH_ABOUT: &str = "Its bits: 8, 16, 32 or 64.";
const PATH_ABOUT: &str = "Where it is in the RTL.";
const ENABLE_ABOUT: &str = "The bit that must be 1 for a write to have an effect: REGISTER.FIELD.";
const LOCK_ABOUT: &str = "The bit that must be 0 for a write to have an effect: REGISTER.FIELD.";
const SAME_CYCLE_ABOUT: &str =
    "The order of a bus access and a tick in the same cycle, where it adds to the map's rule.";
const INCLUDE_ABOUT: &str = "Files whose parameters, enums and pages precede those of this one.";
const PURPOSE_ABOUT: &str = "Its purpose.";
const MEANING_ABOUT: &str = "Its meaning.";

/// The whole file.
pub(crate) const MAP: Shape = Shape {
    name: "map",
    about: "A register map: parameters and pages of registers.",
    keys: &[
        needs("name", Takes::Name, "The name of the block."),
        needs("window_bytes", Takes::Number, "The size of the register window in bytes."),
        may("description", Takes::Prose, PURPOSE_ABOUT),
        may(
            "width",
            Takes::Number,
            "The bits of a register that does not say otherwise: 8, 16, 32 (the default) or 64.",
        ),
        may("names", CASE, "Whether names are in capitals (the default) or in any case."),
        may("include", Takes::Names, INCLUDE_ABOUT),
        may("same_cycle", Takes::Prose, "The order of a bus access and a tick in the same cycle."),
        may("parameters", Takes::Entries(&PARAMETER), "Numbers that the whole design shares."),
        may("enums", Takes::Entries(&ENUM), "Types of named values that several fields share."),
        may(
            "imported",
            Takes::Entry(&IMPORTED),
            "The export of another map that this one was imported from.",
        ),
        needs("pages", Takes::Entries(&PAGE), "The parts of the window."),
    ],
};

/// The file that a map was imported from.
pub(crate) const IMPORTED: Shape = Shape {
    name: "origin",
    about: "The export that a map was imported from; while the map is unchanged, it is exported as the same file.",
    keys: &[
        needs("format", ORIGIN, "The format of that file."),
        needs("fingerprint", Takes::Number, "The fingerprint that the file carries."),
        needs("unchanged", Takes::Number, "The fingerprint of this map when it was imported."),
    ],
};

/// A file that a map includes.
pub(crate) const INCLUDED: Shape = Shape {
    name: "included file",
    about: "A part of a register map in a file of its own.",
    keys: &[
        may("description", Takes::Prose, PURPOSE_ABOUT),
        may("include", Takes::Names, INCLUDE_ABOUT),
        may("parameters", Takes::Entries(&PARAMETER), "Numbers that the whole design shares."),
        may("enums", Takes::Entries(&ENUM), "Types of named values that several fields share."),
        may("pages", Takes::Entries(&PAGE), "The parts of the window."),
    ],
};

/// A number the whole design shares.
pub(crate) const PARAMETER: Shape = Shape {
    name: "parameter",
    about: "A number that the whole design shares.",
    keys: &[
        needs("name", Takes::Name, NAME_ABOUT),
        needs("value", Takes::Number, "Its value."),
        may("min", Takes::Number, "The least legal value; without it, the value."),
        may("max", Takes::Number, "The greatest legal value; without it, the value."),
        may("unit", UNIT, "Its unit: count (the default) or cycles."),
        may(
            "fixed",
            Takes::Flag,
            "Whether it must not change, because words and arrays of the interface depend on it.",
        ),
        may("description", Takes::Prose, MEANING_ABOUT),
        may("spec", Takes::Prose, SPEC_ABOUT),
    ],
};

/// A type of named values.
pub(crate) const ENUM: Shape = Shape {
    name: "enum",
    about: "A type of named values that several fields share.",
    keys: &[
        needs("name", Takes::Name, "The name of the type."),
        needs("values", Takes::Entries(&VALUE), "The named values."),
        may("description", Takes::Prose, MEANING_ABOUT),
    ],
};

/// A part of the window.
pub(crate) const PAGE: Shape = Shape {
    name: "page",
    about: "A part of the window; it only groups and bounds its registers.",
    keys: &[
        needs("name", Takes::Name, NAME_ABOUT),
        may("base", Takes::Number, "Its first byte; without it, 0."),
        may("size", Takes::Number, "Its length in bytes; without it, the rest of the window."),
        may("relative", Takes::Flag, "Whether offsets on this page count from its base."),
        may("description", Takes::Prose, "Its contents."),
        may("registers", Takes::Entries(&REGISTER), "Registers and arrays of one register."),
        may("groups", Takes::Entries(&GROUP), "Arrays whose elements have several registers."),
        may("interrupts", Takes::Entries(&INTERRUPT), "Sets of interrupt sources with their registers."),
        may("memories", Takes::Entries(&MEMORY), "Address ranges without registers."),
    ],
};

/// A register or an array of them.
pub(crate) const REGISTER: Shape = Shape {
    name: "register",
    about: "A register or an array of them; without fields it has one, VALUE over all bits with reset 0.",
    keys: &[
        needs("name", Takes::Name, NAME_ABOUT),
        needs("offset", Takes::Number, "Its byte offset in the window or page, stable once published."),
        may("width", Takes::Number, WIDTH_ABOUT),
        may("dims", Takes::Entries(&DIM), "The dimensions of an array, outermost first."),
        may("access", ACCESS, ACCESS_ABOUT),
        may("queued", Takes::Flag, "Whether a write is a command that takes effect at the next boundary."),
        may("hardware", HARDWARE, HARDWARE_ABOUT),
        may("constant", Takes::Flag, CONSTANT_ABOUT),
        may("fields", Takes::Entries(&FIELD), "Its fields."),
        may("legal", Takes::Entry(&LEGAL), "Fields that are legal only in the listed combinations."),
        may("write_enable", Takes::Name, ENABLE_ABOUT),
        may("lock", Takes::Name, LOCK_ABOUT),
        may("alias_of", Takes::Name, "The register whose storage this one shows at another address."),
        may("skip_tests", TESTS, "The automatic tests that must leave it alone."),
        may("hdl_path", Takes::Name, PATH_ABOUT),
        may("same_cycle", Takes::Prose, SAME_CYCLE_ABOUT),
        may("description", Takes::Prose, PURPOSE_ABOUT),
        may("spec", Takes::Prose, SPEC_ABOUT),
    ],
};

/// An array of elements with several named registers each.
pub(crate) const GROUP: Shape = Shape {
    name: "group",
    about: "An array of elements with several named registers each.",
    keys: &[
        needs("name", Takes::Name, NAME_ABOUT),
        needs("offset", Takes::Number, "The byte offset of element 0."),
        may("dims", Takes::Entries(&DIM), "The dimensions, outermost first, if there is more than one."),
        may("count", Takes::Number, COUNT_ABOUT),
        may("stride", Takes::Number, STRIDE_ABOUT),
        may("index", Takes::Prose, INDEX_ABOUT),
        may("width", Takes::Number, WIDTH_ABOUT),
        may("access", ACCESS, ACCESS_ABOUT),
        may("hardware", HARDWARE, HARDWARE_ABOUT),
        may("write_enable", Takes::Name, ENABLE_ABOUT),
        may("lock", Takes::Name, LOCK_ABOUT),
        may("description", Takes::Prose, PURPOSE_ABOUT),
        may("spec", Takes::Prose, SPEC_ABOUT),
        may("reserved", Takes::Numbers, "Unnamed 4-byte words of an element, which are mapped and read 0."),
        needs("words", Takes::Entries(&WORD), "The named registers of an element."),
    ],
};

/// A register of a group's element.
pub(crate) const WORD: Shape = Shape {
    name: "word",
    about: "A named register of a group's element.",
    keys: &[
        needs("name", Takes::Name, NAME_ABOUT),
        may("word", Takes::Number, "Its number in the element, in words of 4 bytes, from 0."),
        may("offset", Takes::Number, "Its byte offset in the element, instead of `word`."),
        may("width", Takes::Number, WIDTH_ABOUT),
        may("dims", Takes::Entries(&DIM), "The dimensions of an array in the element, outermost first."),
        may("access", ACCESS, ACCESS_ABOUT),
        may("queued", Takes::Flag, "Whether a write is a command that takes effect at the next boundary."),
        may("hardware", HARDWARE, HARDWARE_ABOUT),
        may("constant", Takes::Flag, CONSTANT_ABOUT),
        may("fields", Takes::Entries(&FIELD), "Its fields."),
        may("legal", Takes::Entry(&LEGAL), "Fields that are legal only in the listed combinations."),
        may("write_enable", Takes::Name, ENABLE_ABOUT),
        may("lock", Takes::Name, LOCK_ABOUT),
        may("alias_of", Takes::Name, "The register whose storage this one shows at another address."),
        may("skip_tests", TESTS, "The automatic tests that must leave it alone."),
        may("hdl_path", Takes::Name, PATH_ABOUT),
        may("same_cycle", Takes::Prose, SAME_CYCLE_ABOUT),
        may("description", Takes::Prose, PURPOSE_ABOUT),
        may("spec", Takes::Prose, SPEC_ABOUT),
    ],
};

/// A dimension of an array.
pub(crate) const DIM: Shape = Shape {
    name: "dimension",
    about: "A dimension of an array.",
    keys: &[
        needs("count", Takes::Number, COUNT_ABOUT),
        needs("stride", Takes::Number, STRIDE_ABOUT),
        may("index", Takes::Prose, INDEX_ABOUT),
    ],
};

/// A field of a register.
pub(crate) const FIELD: Shape = Shape {
    name: "field",
    about: "A group of bits of a register with one meaning.",
    keys: &[
        needs("name", Takes::Name, NAME_ABOUT),
        needs("bits", Takes::Numbers, "[msb, lsb] or [bit]."),
        may("reset", Takes::Reset, "A number, or {base, step}: base + step × index; without it, unknown."),
        may("access", ACCESS, ACCESS_ABOUT),
        may("hardware", HARDWARE, HARDWARE_ABOUT),
        may("constant", Takes::Flag, CONSTANT_ABOUT),
        may(
            "range",
            Takes::Pair,
            "The least and the greatest legal value; other values refuse the whole write.",
        ),
        may(
            "multiple_of",
            Takes::Number,
            "Legal values are multiples of this; other values refuse the whole write.",
        ),
        may("enum", Takes::Name, "The name of the type of the named values."),
        may(
            "values",
            Takes::Entries(&VALUE),
            "The named values, unless the type is one of `enums`; other values refuse the whole write.",
        ),
        may("open", Takes::Flag, "Whether values without a name are legal too."),
        may(
            "pulse",
            Takes::Flag,
            "Whether writing 1 takes effect at once and is not stored; the field reads 0.",
        ),
        may("counter", COUNTER, "The direction in which the hardware counts here."),
        may("saturates", Takes::Flag, "Whether the counter stops at its ends instead of wrapping."),
        may("write_enable", Takes::Name, ENABLE_ABOUT),
        may("lock", Takes::Name, LOCK_ABOUT),
        may("hdl_path", Takes::Name, PATH_ABOUT),
        may("description", Takes::Prose, MEANING_ABOUT),
    ],
};

/// A named value of a field.
pub(crate) const VALUE: Shape = Shape {
    name: "value",
    about: "A named value of a field.",
    keys: &[
        needs("name", Takes::Name, NAME_ABOUT),
        needs("value", Takes::Number, "Its encoding."),
        may("description", Takes::Prose, MEANING_ABOUT),
    ],
};

/// Fields that are legal only in the listed combinations.
pub(crate) const LEGAL: Shape = Shape {
    name: "combination",
    about: "Fields that are legal only in the listed combinations; other values refuse the whole write.",
    keys: &[
        needs("fields", Takes::Names, "The fields concerned."),
        needs("combinations", Takes::Tuples, "The legal tuples, one value for each field."),
    ],
};

/// A reset value that rises with the index.
pub(crate) const LINEAR: Shape = Shape {
    name: "reset",
    about: "A reset value that rises with the index: base + step × index.",
    keys: &[
        needs("base", Takes::Number, "The value of element 0."),
        needs("step", Takes::Number, "The difference between adjacent elements."),
    ],
};

/// A set of interrupt sources.
pub(crate) const INTERRUPT: Shape = Shape {
    name: "interrupt",
    about: "A set of interrupt sources and the registers that show, enable and test them.",
    keys: &[
        needs("name", Takes::Name, NAME_ABOUT),
        needs("status", Takes::Entry(&INTERRUPT_REGISTER), "The register of the pending sources."),
        may("enable", Takes::Entry(&INTERRUPT_REGISTER), "The register that enables them."),
        may("test", Takes::Entry(&INTERRUPT_REGISTER), "The register that raises them for a test."),
        needs("sources", Takes::Entries(&SOURCE), "The sources, one bit each."),
        may("spec", Takes::Prose, SPEC_ABOUT),
    ],
};

/// A register of a set of interrupt sources.
pub(crate) const INTERRUPT_REGISTER: Shape = Shape {
    name: "interrupt register",
    about: "A register of a set of interrupt sources.",
    keys: &[
        needs("name", Takes::Name, NAME_ABOUT),
        needs("offset", Takes::Number, "Its byte offset in the window or page."),
        may("skip_tests", TESTS, "The automatic tests that must leave it alone."),
        may("hdl_path", Takes::Name, PATH_ABOUT),
        may("description", Takes::Prose, PURPOSE_ABOUT),
    ],
};

/// An interrupt source.
pub(crate) const SOURCE: Shape = Shape {
    name: "interrupt source",
    about: "An interrupt source: the same bit in each register of the set.",
    keys: &[
        needs("name", Takes::Name, NAME_ABOUT),
        may("bit", Takes::Number, "Its bit; without it, the one after the source before."),
        may(
            "kind",
            LEVEL,
            "event (the default): stays pending until software clears it; level: follows its cause.",
        ),
        may("reset", Takes::Number, "Its bit of the status register after reset; 0 without it."),
        may("description", Takes::Prose, MEANING_ABOUT),
    ],
};

/// An address range without registers.
pub(crate) const MEMORY: Shape = Shape {
    name: "memory",
    about: "An address range without registers: RAM, a FIFO, a window of another block.",
    keys: &[
        needs("name", Takes::Name, NAME_ABOUT),
        needs("offset", Takes::Number, "Its first byte in the window or page."),
        needs("bytes", Takes::Number, "Its length in bytes."),
        may("width", Takes::Number, "The bits of an entry: 8, 16, 32 or 64."),
        may("access", Takes::Word(&["RW", "RO", "WO"]), "The bus side: RW (the default), RO or WO."),
        may("hdl_path", Takes::Name, PATH_ABOUT),
        may("description", Takes::Prose, PURPOSE_ABOUT),
    ],
};
