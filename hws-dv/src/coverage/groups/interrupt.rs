//! The interrupt line (registers.md §5).

use hws_types::Rule;

use crate::coverage::spec::{CrossSpec, GroupSpec, PointSpec};
use crate::coverage::step::{Glance, Step};

/// A change of the interrupt line, or a cause that arises while it is not enabled.
pub(in crate::coverage) struct Interrupting {
    change: usize,
    causes: u32,
}

const CHANGES: &[&str] = &["rises", "falls", "masked"];
const CAUSES: &[&str] = &["MIH", "ERR", "both"];

pub(in crate::coverage) static INTERRUPT: GroupSpec<Interrupting> = GroupSpec {
    name: "interrupt",
    rule: Rule::Registers5,
    title: "a change of the interrupt line, or of a cause that is not enabled",
    points: &[
        PointSpec::new("change", Rule::Registers5, CHANGES, |at: &Interrupting| Some(at.change)),
        PointSpec::new("cause", Rule::Registers5, CAUSES, |at: &Interrupting| {
            (at.causes as usize).checked_sub(1)
        }),
    ],
    crosses: &[CrossSpec::new("change × cause", Rule::Registers5, &["change", "cause"], &[])],
};

impl Interrupting {
    /// The change of a step. The causes of a fall are those that have ended.
    pub(in crate::coverage) fn of(step: &Step<'_>, now: &Glance) -> Option<Self> {
        let before = step.before;
        let (were, are) =
            (before.causes.bits() & before.enables.bits(), now.causes.bits() & now.enables.bits());
        let arisen = now.causes.bits() & !before.causes.bits() & !now.enables.bits();
        match (were, are) {
            (0, 1..) => Some(Self { change: 0, causes: are }),
            (1.., 0) => Some(Self { change: 1, causes: were }),
            _ if arisen != 0 => Some(Self { change: 2, causes: arisen }),
            _ => None,
        }
    }
}
