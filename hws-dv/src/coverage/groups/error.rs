//! Errors: every bit of ERR_STATUS that is raised (registers.md §5).

use hws_model::{ErrorBit, Event};
use hws_regs::{ErrStatus, FieldInfo, Register};
use hws_types::Rule;

use crate::coverage::spec::{CrossSpec, GroupSpec, PointSpec, answer};
use crate::coverage::step::{BusAccess, Cause, Step};

/// An error.
pub(in crate::coverage) struct Raised {
    bit: ErrorBit,
    is_first: bool,
}

type Point = PointSpec<Raised>;

/// The names of the bits, as in the map.
pub(super) const BITS: [&str; FIELDS.len()] = {
    let mut names = [""; FIELDS.len()];
    let mut bit = 0;
    while bit < names.len() {
        names[bit] = FIELDS[bit].name;
        assert!(FIELDS[bit].lsb as usize == bit);
        bit += 1;
    }
    names
};

const FIELDS: &[FieldInfo] = ErrStatus::INFO.fields;

pub(in crate::coverage) static ERROR: GroupSpec<Raised> = GroupSpec {
    name: "error",
    rule: Rule::Registers5,
    title: "an error",
    points: &[
        Point::new("bit", Rule::Registers5, &BITS, |error| Some(error.bit.code().into())),
        Point::new("recorded", Rule::Registers5, &["first since clear", "later"], |error| {
            answer(!error.is_first)
        }),
    ],
    crosses: &[CrossSpec::new("bit × recorded", Rule::Registers5, &["bit", "recorded"], &[])],
};

impl Raised {
    /// The errors of a step.
    pub(in crate::coverage) fn all(step: &Step<'_>) -> Vec<Self> {
        let bus =
            matches!(step.cause, Cause::Access(BusAccess { is_refused: true, .. })).then_some(ErrorBit::Bus);
        let events = step.events.iter().filter_map(|event| match *event {
            Event::Error { bit, .. } => Some(bit),
            _ => None,
        });
        let was_clear = step.before.errors.bits() == 0;
        let bits = bus.into_iter().chain(events).enumerate();
        bits.map(|(place, bit)| Self { bit, is_first: was_clear && place == 0 }).collect()
    }
}
