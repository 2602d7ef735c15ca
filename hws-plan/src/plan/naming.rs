//! What a plan is called, and what its times mean.

use super::PlanTimeUnit;

/// The name of a plan and the meaning of its times.
#[derive(Clone, Copy, Debug)]
pub struct Naming<'a> {
    /// Name of the plan.
    pub name: &'a str,
    /// The file it is made from.
    pub source: &'a str,
    /// Unit of the times of the input.
    pub unit: PlanTimeUnit,
}
