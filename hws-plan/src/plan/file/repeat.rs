//! Periodic arrivals in a plan file: a graph that stands for many, and kernels ordered by their slots.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Periodic arrivals: a graph NAME with this key is a template that stands for `count` instances of its kernels.
///
/// Instance q arrives `q * period` later than the template, with its slots. Instances share graphs, `per_graph` at a
/// time: graph `NAME#f` holds the instances from `f * per_graph` on and arrives with the first of them. If several
/// share a graph, kernel K of instance q is called `K#q`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a repetition, an object")]
#[schemars(rename = "Repeat")]
pub struct PlanRepeat {
    /// Number of instances, at least 1.
    #[schemars(range(min = 1))]
    pub count: u32,
    /// Time from one instance to the next, in the unit of the plan.
    pub period: u64,
    /// Number of instances in a graph, at least 1.
    #[serde(default = "one_per_graph", skip_serializing_if = "is_one_per_graph")]
    #[schemars(range(min = 1))]
    pub per_graph: u32,
}

const fn one_per_graph() -> u32 {
    1
}

const fn is_one_per_graph(per_graph: &u32) -> bool {
    *per_graph == one_per_graph()
}

/// What orders the kernels of a plan on their SIPs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlanOrder {
    /// Their dependencies and priorities, as they are written.
    #[default]
    Explicit,
    /// Their slots: each kernel also waits for the one planned before it on each of its SIPs, and priorities fall with
    /// the planned start. Every kernel has one block and a slot.
    Planned,
}

impl PlanOrder {
    pub(in crate::plan) const fn is_explicit(&self) -> bool {
        matches!(self, Self::Explicit)
    }
}
