//! The example that runs when no workload is given.

use hws_input::Position;
use hws_plan::example::{self, ExampleDag, ExampleKernel};
use hws_regs::{EarlyLaunchMode, EarlyMode, EnableEarlyLaunchSip, PreIdleOffset, RegId, params};
use hws_types::{Cycle, ThreadNum};

use super::error::{Fault, WorkloadError};
use super::inputs::Masks;
use super::kernels::fit;
use super::{Dag, GraphKind, Hardware, Kernel, Workload, ranks};

/// What errors and `--explain-workload` call the example.
pub(super) const NAME: &str = "the built-in example";

/// Two ResNet-50 inferences, a BERT encoder and keyword spotting on the whole machine
/// ([`hws_plan::example`]), with early launch.
#[must_use]
pub fn built_in() -> Workload {
    on_machine(hardware(), Masks::new())
}

/// The machine of the example. A SIP is pre-idle from one cycle more than an attempt before the estimated end of
/// its block: the smallest offset with which the next block can be launched before the SIP is idle.
pub(super) fn hardware() -> Hardware {
    let mut hardware = Hardware::default();
    let enable = EnableEarlyLaunchSip::from_bits(0).with_enable(true);
    let mode = EarlyLaunchMode::from_bits(0).with_mode(EarlyMode::HwsEstimate);
    let offset = PreIdleOffset::from_bits(0).with_units(params::ATTEMPT_CYCLES + 1);
    hardware.set_register(RegId::EnableEarlyLaunchSip, enable.bits());
    hardware.set_register(RegId::EarlyLaunchMode, mode.bits());
    hardware.set_register(RegId::PreIdleOffset, offset.bits());
    hardware
}

/// The example on another machine, if its kernels fit there.
pub(super) fn on(hardware: Hardware, masks: Masks) -> Result<Workload, WorkloadError> {
    let workload = on_machine(hardware, masks);
    let topology = workload.hardware.topology;
    let problem = workload.kernels().find_map(|(_, kernel)| fit::problem(kernel, topology));
    match problem {
        Some((_, reason)) => Err(Fault::at(Position::UNKNOWN, reason).in_file(NAME)),
        None => Ok(workload),
    }
}

fn on_machine(hardware: Hardware, usage_masks: Masks) -> Workload {
    let dags = example::dags().iter().map(|dag| convert(dag, &hardware)).collect();
    Workload { hardware, usage_masks, ..Workload::new(dags) }
}

fn convert(dag: &ExampleDag, hardware: &Hardware) -> Dag {
    let mut kernels: Vec<Kernel> = dag.kernels.iter().map(|one| kernel(one, hardware.time_unit)).collect();
    // The example is a constant whose tests say that it is sound.
    let _ = ranks::set(&mut kernels, hardware.topology);
    let kind = if dag.dynamic { GraphKind::Dynamic } else { GraphKind::Static };
    Dag { arrival: Cycle(dag.arrival_cycles), kind, ..Dag::new(dag.id, kernels) }
}

fn kernel(kernel: &ExampleKernel, time_unit: u32) -> Kernel {
    let est = kernel.est_cycles_per_block.div_ceil(time_unit.into());
    let threads = ThreadNum::new(kernel.threads).unwrap_or_default();
    let blocks = u16::try_from(kernel.blocks).unwrap_or(u16::MAX);
    let est = u32::try_from(est).unwrap_or(u32::MAX);
    Kernel::new(&kernel.name, threads, blocks, est).after_finish(kernel.deps.iter().copied())
}
