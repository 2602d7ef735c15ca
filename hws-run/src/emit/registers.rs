//! The register writes of firmware before a kernel runs.

use hws_sim::stimulus::{Op, Target};
use serde::Serialize;

use crate::run::InitialWrites;
use crate::workload::Workload;

/// The step in which a register is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EmitStep {
    /// At power-on.
    BringUp,
    /// At the opening of a graph.
    OpenGraph,
}

/// A register write.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RegisterWrite {
    /// Its step.
    pub step: EmitStep,
    /// The graph that is opened.
    pub dag: Option<String>,
    /// The register, such as `SIP_USAGE_MASK[0][3]`.
    pub name: String,
    /// Its offset on the bus.
    pub addr: u32,
    /// The value written.
    pub value: u32,
}

pub(super) fn of(workload: &Workload, done: &InitialWrites) -> Vec<RegisterWrite> {
    let bring_up = done.bring_up.iter().filter_map(|op| write(EmitStep::BringUp, None, op));
    let open = done.graphs.iter().flat_map(|(graph, ops)| {
        let dag = workload.dags.get(*graph).map(|dag| dag.name.as_str());
        ops.iter().filter_map(move |op| write(EmitStep::OpenGraph, dag, op))
    });
    bring_up.chain(open).collect()
}

fn write(step: EmitStep, dag: Option<&str>, op: &Op) -> Option<RegisterWrite> {
    let &Op::Write { target, value } = op else { return None };
    let name = match target {
        Target::Register(register) => register.to_string(),
        Target::Address(offset) => format!("{offset:#06x}"),
    };
    Some(RegisterWrite { step, dag: dag.map(str::to_owned), name, addr: target.offset(), value })
}
