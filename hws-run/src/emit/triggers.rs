//! The program of block triggers: how firmware raises block_trigger_cnt as blocks finish.
//!
//! block_trigger_cnt of a kernel is the minimum of what its lines allow, at most block_num, and never
//! decreases. A kernel without lines has all its triggers from the start, and so has a cooperative kernel.

use serde::Serialize;

use crate::workload::{Kernel, Triggers, Workload};

/// A line of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Trigger {
    /// kernel_id of the kernel whose triggers rise.
    pub kernel_id: u32,
    /// GRAPH/KERNEL.
    pub kernel: String,
    /// The condition.
    #[serde(flatten)]
    pub wait: TriggerWait,
}

/// A condition, and the number of blocks that it allows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum TriggerWait {
    /// Once the first `finished` blocks of another kernel have finished, `block_trigger_cnt` blocks are allowed.
    Credit {
        /// kernel_id of the other kernel.
        of: u32,
        /// Its name, GRAPH/KERNEL.
        of_kernel: String,
        /// The number of its first blocks that must finish.
        finished: u16,
        /// The count to write.
        block_trigger_cnt: u16,
    },
    /// The number of its own blocks that have finished, plus a window.
    Window {
        /// Blocks in flight.
        plus: u16,
    },
    /// The length of the finished prefix of its own blocks, plus the number of slots for parameters.
    Queue {
        /// Slots.
        plus: u16,
    },
}

pub(super) fn of(workload: &Workload) -> Vec<Trigger> {
    let names = super::names(workload);
    let mut lines = Vec::new();
    for (dag, first) in workload.dags.iter().zip(workload.first_kernels()) {
        let kernels = dag.kernels.iter().zip(first..);
        for (kernel, kernel_id) in kernels.filter(|(kernel, _)| !kernel.coop && kernel.runs()) {
            let waits = waits(kernel, first, &names);
            let kernel = &names[kernel_id as usize];
            lines.extend(waits.into_iter().map(|wait| Trigger { kernel_id, kernel: kernel.clone(), wait }));
        }
    }
    lines
}

/// The conditions of a kernel, in a graph whose first kernel is `first`.
fn waits(kernel: &Kernel, first: u32, names: &[String]) -> Vec<TriggerWait> {
    let mut waits = Vec::new();
    match &kernel.triggers {
        Triggers::All => {}
        &Triggers::Window(plus) => waits.push(TriggerWait::Window { plus }),
        Triggers::Credits(credits) => credits.iter().for_each(|credit| {
            let of = first + credit.kernel as u32;
            waits.extend(steps(&credit.need, of, &names[of as usize]));
        }),
    }
    let queue = kernel.needs.params.map(|params| params.queue).filter(|&queue| queue < kernel.blocks);
    waits.extend(queue.map(|plus| TriggerWait::Queue { plus }));
    waits
}

/// A step for each number needed: how many blocks need at most that many.
pub(super) fn steps(need: &[u16], of: u32, of_kernel: &str) -> Vec<TriggerWait> {
    let last_of = |&(block, finished): &(usize, u16)| need.get(block + 1) != Some(&finished);
    let steps = need.iter().copied().enumerate().filter(last_of);
    steps
        .map(|(block, finished)| TriggerWait::Credit {
            of,
            of_kernel: of_kernel.to_owned(),
            finished,
            // No list is longer than block_num.
            block_trigger_cnt: u16::try_from(block + 1).unwrap_or(u16::MAX),
        })
        .collect()
}
