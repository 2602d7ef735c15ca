//! Either `est:` in time units, or `cost:` in operations and bytes.

use hws_plan::cost::KernelWork;
use hws_types::ThreadNum;

use crate::workload::error::{Fault, WorkloadReason};
use crate::workload::fields::Fields;
use crate::workload::node::Node;
use crate::workload::{Hardware, scalar};

/// Keys of a cost, which is for the whole kernel.
pub(in crate::workload) const COST_KEYS: &[&str] = &["ops", "bytes"];

/// The estimate of one block in time units.
pub(super) fn read(
    fields: &Fields<'_>,
    threads: ThreadNum,
    blocks: u16,
    hardware: &Hardware,
) -> Result<u32, Fault> {
    fields.not_both("est", "cost")?;
    match fields.get("cost") {
        Some(cost) => modelled(fields, cost, threads, blocks, hardware),
        None => {
            let est = scalar::integer(fields.required("est")?, "`est`", 1..=u32::MAX.into())?;
            // In range: the limit is that of the type.
            Ok(est as u32)
        }
    }
}

/// The estimate by the rates of the machine, rounded up to whole time units.
fn modelled(
    kernel: &Fields<'_>,
    cost: &Node,
    threads: ThreadNum,
    blocks: u16,
    hardware: &Hardware,
) -> Result<u32, Fault> {
    let fields = Fields::of(cost, "a cost", COST_KEYS)?;
    let amount = |key| scalar::integer(fields.required(key)?, format_args!("`{key}`"), 0..=u64::MAX);
    let work = KernelWork { ops: amount("ops")?, bytes: amount("bytes")? };
    let cycles = hardware.cost.block_cycles(work, threads.get(), blocks.into());
    let cycles = cycles.map_err(|error| Fault::at(cost.position(), WorkloadReason::Cost(error)))?;
    let units = cycles.div_ceil(hardware.time_unit.max(1).into()).max(1);
    u32::try_from(units).map_err(|_| {
        let task = kernel.required("id").and_then(|id| scalar::name(id, "`id`")).unwrap_or_default();
        let task = task.into_owned();
        Fault::at(cost.position(), WorkloadReason::EstTooLong { task, est: units.into() })
    })
}
