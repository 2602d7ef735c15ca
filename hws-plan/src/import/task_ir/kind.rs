//! Types of blocks and precisions, by name or by number.

/// What a block does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Holds data, or passes it on: no kernel.
    Store,
    /// Computes so many operations for each point of its shape; a multiply-add counts as two.
    Compute { ops: u64 },
    /// Adds its branches, point by point.
    Add,
}

/// A type of blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kind {
    pub(super) name: &'static str,
    number: i64,
    pub(super) role: Role,
}

const fn store(name: &'static str, number: i64) -> Kind {
    Kind { name, number, role: Role::Store }
}

const fn compute(name: &'static str, number: i64, ops: u64) -> Kind {
    Kind { name, number, role: Role::Compute { ops } }
}

const KINDS: [Kind; 23] = [
    store("SI", 0),
    store("SW", 1),
    store("SIC2D", 2),
    store("SIFC", 3),
    store("SIC", 4),
    store("SB", 5),
    store("SWFC", 6),
    store("SW2D", 7),
    Kind { name: "CADD", number: 8, role: Role::Add },
    compute("CVVH", 9, 1),
    compute("CVM", 10, 2),
    compute("CC", 11, 2),
    compute("CAX", 12, 2),
    compute("CC2D", 13, 2),
    compute("CVS", 14, 1),
    compute("CCMPB", 15, 1),
    compute("CAVG", 16, 1),
    compute("CCMPS", 17, 1),
    compute("CLUT", 18, 1),
    // A leak and an input, as one multiply-add, a comparison with the threshold, a reset.
    compute("CLIF", 19, 4),
    store("INPUT", 50),
    store("OUTPUT", 51),
    store("TASK_NULL", 100),
];

/// The number of bits of a value, by the name and the number of its precision.
const PRECISIONS: [(&str, i64, u64); 12] = [
    ("INT_8", 0, 8),
    ("UINT_8", 1, 8),
    ("INT_16", 2, 16),
    ("UINT_16", 3, 16),
    ("INT_32", 4, 32),
    ("UINT_32", 5, 32),
    ("FLOAT_16", 6, 16),
    ("FLOAT_32", 7, 32),
    ("TERNARY", 8, 2),
    ("INT_28", 9, 28),
    ("UINT_4", 10, 4),
    ("INT_9", 100, 9),
];

impl Kind {
    pub(super) fn find(word: &str) -> Option<Self> {
        KINDS.into_iter().find(|kind| is(word, kind.name, kind.number))
    }

    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        KINDS.iter().map(|kind| kind.name)
    }

    /// Whether its blocks are kernels.
    pub(super) fn computes(self) -> bool {
        self.role != Role::Store
    }
}

/// The bits of a precision.
pub(super) fn bits(word: &str) -> Option<u64> {
    PRECISIONS.into_iter().find(|&(name, number, _)| is(word, name, number)).map(|(.., bits)| bits)
}

pub(super) fn precisions() -> impl Iterator<Item = &'static str> {
    PRECISIONS.iter().map(|&(name, ..)| name)
}

fn is(word: &str, name: &str, number: i64) -> bool {
    word == name || word.parse() == Ok(number)
}
