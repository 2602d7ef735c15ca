//! The shape of every kind of entry: its keys and the types of their values.
//!
//! One table serves the check of a text ([`crate::parse::conform`]), the JSON Schema for editors
//! ([`super::schema`]) and readers of this file.

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

/// A key of an entry.
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) takes: Takes,
    pub(crate) required: bool,
    /// Its meaning, one sentence.
    pub(crate) about: &'static str,
}

/// The type of a key's value.
#[derive(Clone, Copy)]
pub(crate) enum Takes {
    /// A sentence or a citation; nothing else depends on it.
    Prose,
    /// A name.
    Name,
    Flag,
    /// A number of 32 bits.
    Number,
    /// A number or the name of a parameter.
    NumberOrParameter,
    /// A number, the name of a parameter, or `{base, step}`.
    Reset,
    /// One of some words.
    Word(&'static [&'static str]),
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

const ACCESS: Takes = Takes::Word(&["RW", "RO", "WO", "W1C", "RP"]);
const HARDWARE: Takes = Takes::Word(&["reads", "writes", "sets", "both"]);
const UNIT: Takes = Takes::Word(&["count", "cycles"]);
const ACCESS_ABOUT: &str = "The bus side: RW, RO, WO, W1C (write one to clear), RP (a read pops).";
const HARDWARE_ABOUT: &str = "The hardware side: reads, writes, sets or both.";
const SPEC_ABOUT: &str = "The place in the specification, such as `scheduler.md §0`.";
const STRIDE_ABOUT: &str = "Bytes between adjacent elements, a multiple of 4.";
const INDEX_ABOUT: &str = "The meaning of the index.";

/// The whole file.
pub(crate) const MAP: Shape = Shape {
    name: "map",
    about: "A register map: parameters and pages of registers.",
    keys: &[
        needs("name", Takes::Name, "The name of the block."),
        needs("window_bytes", Takes::Number, "The size of the register window in bytes."),
        needs("same_cycle", Takes::Prose, "The order of a bus access and a tick in the same cycle."),
        needs("parameters", Takes::Entries(&PARAMETER), "Numbers that the whole design shares."),
        needs("pages", Takes::Entries(&PAGE), "The parts of the window."),
    ],
};

/// A number the whole design shares.
pub(crate) const PARAMETER: Shape = Shape {
    name: "parameter",
    about: "A number that the whole design shares.",
    keys: &[
        needs("name", Takes::Name, "Its name, in capitals."),
        needs("value", Takes::Number, "Its value."),
        needs("min", Takes::Number, "The least legal value."),
        needs("max", Takes::Number, "The greatest legal value."),
        may("unit", UNIT, "Its unit: count (the default) or cycles."),
        may(
            "fixed",
            Takes::Flag,
            "Whether it must not change, because words and arrays of the interface depend on it.",
        ),
        needs("description", Takes::Prose, "Its meaning."),
        needs("spec", Takes::Prose, SPEC_ABOUT),
    ],
};

/// A part of the window.
pub(crate) const PAGE: Shape = Shape {
    name: "page",
    about: "A part of the window; it only groups and bounds its registers.",
    keys: &[
        needs("name", Takes::Name, "Its name."),
        needs("base", Takes::Number, "Its first byte."),
        needs("size", Takes::Number, "Its length in bytes."),
        needs("description", Takes::Prose, "Its contents."),
        may("registers", Takes::Entries(&REGISTER), "Registers and arrays of one word."),
        may("groups", Takes::Entries(&GROUP), "Arrays whose elements have several words."),
    ],
};

/// A register or an array of them.
pub(crate) const REGISTER: Shape = Shape {
    name: "register",
    about: "A register or an array of them; without fields it has one, VALUE[31:0] with reset 0.",
    keys: &[
        needs("name", Takes::Name, "Its name, in capitals."),
        needs("offset", Takes::Number, "Its byte offset in the window, stable once published."),
        may("dims", Takes::Entries(&DIM), "The dimensions of an array, outermost first."),
        needs("access", ACCESS, ACCESS_ABOUT),
        may("queued", Takes::Flag, "Whether a write is a command that takes effect at the next boundary."),
        needs("hardware", HARDWARE, HARDWARE_ABOUT),
        may("fields", Takes::Entries(&FIELD), "Its fields."),
        may("legal", Takes::Entry(&LEGAL), "Fields that are legal only in the listed combinations."),
        may(
            "same_cycle",
            Takes::Prose,
            "The order of a bus access and a tick in the same cycle, where it adds to the map's rule.",
        ),
        needs("description", Takes::Prose, "Its purpose."),
        needs("spec", Takes::Prose, SPEC_ABOUT),
    ],
};

/// An array of elements with several named words each.
pub(crate) const GROUP: Shape = Shape {
    name: "group",
    about: "An array of elements with several named words each.",
    keys: &[
        needs("name", Takes::Name, "Its name, in capitals."),
        needs("offset", Takes::Number, "The byte offset of element 0."),
        needs("count", Takes::NumberOrParameter, "Number of elements: a number or a parameter."),
        needs("stride", Takes::Number, STRIDE_ABOUT),
        needs("index", Takes::Prose, INDEX_ABOUT),
        needs("access", ACCESS, ACCESS_ABOUT),
        needs("hardware", HARDWARE, HARDWARE_ABOUT),
        needs("spec", Takes::Prose, SPEC_ABOUT),
        may("reserved", Takes::Numbers, "Unnamed words of an element, which are mapped and read 0."),
        needs("words", Takes::Entries(&WORD), "The named words of an element."),
    ],
};

/// A word of a group's element.
pub(crate) const WORD: Shape = Shape {
    name: "word",
    about: "A named word of a group's element.",
    keys: &[
        needs("name", Takes::Name, "Its name, in capitals."),
        needs("word", Takes::Number, "Its number in the element, from 0."),
        may("fields", Takes::Entries(&FIELD), "Its fields."),
        needs("description", Takes::Prose, "Its purpose."),
        may("spec", Takes::Prose, SPEC_ABOUT),
    ],
};

/// A dimension of an array.
pub(crate) const DIM: Shape = Shape {
    name: "dimension",
    about: "A dimension of an array.",
    keys: &[
        needs("count", Takes::NumberOrParameter, "Number of elements: a number or a parameter."),
        needs("stride", Takes::Number, STRIDE_ABOUT),
        needs("index", Takes::Prose, INDEX_ABOUT),
    ],
};

/// A field of a register.
pub(crate) const FIELD: Shape = Shape {
    name: "field",
    about: "A group of bits of a register with one meaning.",
    keys: &[
        needs("name", Takes::Name, "Its name, in capitals."),
        needs("bits", Takes::Numbers, "[msb, lsb] or [bit]."),
        needs("reset", Takes::Reset, "A number, a parameter's name, or {base, step}: base + step × index."),
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
        may("values", Takes::Entries(&VALUE), "The named values; other values refuse the whole write."),
        may(
            "pulse",
            Takes::Flag,
            "Whether writing 1 takes effect at once and is not stored; the field reads 0.",
        ),
        needs("description", Takes::Prose, "Its meaning."),
    ],
};

/// A named value of a field.
pub(crate) const VALUE: Shape = Shape {
    name: "value",
    about: "A named value of a field.",
    keys: &[
        needs("name", Takes::Name, "Its name, in capitals."),
        needs("value", Takes::Number, "Its encoding."),
        needs("description", Takes::Prose, "Its meaning."),
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
