//! The rules of a schedule, a file per fact that a rule establishes.
//!
//! A rule reads the schedule and returns what breaks it; it changes nothing and knows no other rule.

mod acyclic;
mod data_edges;
mod ids_ascend;
mod one_producer;
mod times;
mod top_values;
mod transfers_exist;

pub(super) use acyclic::acyclic;
pub(super) use data_edges::data_edges;
pub(super) use ids_ascend::ids_ascend;
pub(super) use one_producer::one_producer;
pub(super) use times::times;
pub(super) use top_values::top_values;
pub(super) use transfers_exist::transfers_exist;

use super::finding::{Finding, Part, Rule, Where};
use super::kernels::Slot;

/// A finding in a workload.
fn at(slot: &Slot<'_>, part: Part, rule: Rule, msg: String) -> Finding {
    Finding { rule, place: workload(slot.core, slot.workload.workload_id, part), msg }
}

fn workload(core: u32, workload_id: i64, part: Part) -> Where {
    Where::Workload { core, workload_id, part }
}
