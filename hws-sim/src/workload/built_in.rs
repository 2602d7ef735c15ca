//! The example that runs when no workload is given.

use hws_plan::example::{self, ExampleDag, ExampleKernel};
use hws_types::{Cycle, SipMask, ThreadNum};

use super::{Dag, DagKind, Dep, Hardware, Kernel, Role, Triggers, Workload, ranks};
use crate::hdr::On;

/// Two ResNet-50 inferences and a BERT encoder on the whole machine ([`hws_plan::example`]).
#[must_use]
pub fn built_in() -> Workload {
    let hardware = Hardware::default();
    let dags = example::dags().iter().map(|dag| convert(dag, &hardware)).collect();
    Workload { hardware, usage_masks: Vec::new(), dags, est_scale: 1 }
}

fn convert(dag: &ExampleDag, hardware: &Hardware) -> Dag {
    let mut kernels: Vec<Kernel> = dag.kernels.iter().map(kernel).collect();
    // The example is a constant whose tests say that it is sound.
    let _ = ranks::set(&mut kernels, hardware.topology);
    let kind = if dag.dynamic { DagKind::Dynamic } else { DagKind::Static };
    Dag { name: dag.id.to_owned(), arrival: Cycle(dag.arrival_cycles), kind, kernels }
}

fn kernel(kernel: &ExampleKernel) -> Kernel {
    Kernel {
        name: kernel.name.clone(),
        ctx: 0,
        threads: ThreadNum::new(kernel.threads).unwrap_or_default(),
        blocks: u16::try_from(kernel.blocks).unwrap_or(u16::MAX),
        est: u32::try_from(kernel.est_cycles_per_block).unwrap_or(u32::MAX),
        actual: None,
        affinity: SipMask::ALL,
        coop: false,
        priority: 0,
        on_cp: false,
        deps: kernel.deps.iter().map(|&kernel| Dep { kernel, on: On::Finish }).collect(),
        triggers: Triggers::All,
        role: Role::Compute,
    }
}
