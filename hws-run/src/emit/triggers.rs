//! How block_trigger_cnt rises: what firmware does when it hears that a block has finished.
//!
//! block_trigger_cnt of a kernel is the least that all lines of the kernel allow, at most block_num, and
//! never falls. A kernel without lines has all its triggers from the beginning, a cooperative one always.

use serde::Serialize;

use crate::workload::{Role, Triggers, Workload};

/// A line of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Trigger {
    /// kernel_id of the kernel whose triggers rise.
    pub kernel_id: u32,
    /// GRAPH/KERNEL.
    pub kernel: String,
    /// By what.
    #[serde(flatten)]
    pub wait: Wait,
}

/// What allows how many blocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Wait {
    /// When so many first blocks of another kernel have finished without a gap, this many are allowed.
    Credit {
        /// kernel_id of the other kernel.
        of: u32,
        /// Its name, GRAPH/KERNEL.
        of_kernel: String,
        /// How many of its first blocks.
        finished: u16,
        /// The count to write.
        block_trigger_cnt: u16,
    },
    /// As many blocks of its own as have finished, and so many more.
    Window {
        /// Blocks in flight.
        plus: u16,
    },
    /// As many first blocks of its own as have finished without a gap, and so many more: slots of parameters.
    Queue {
        /// Slots.
        plus: u16,
    },
}

pub(super) fn of(workload: &Workload) -> Vec<Trigger> {
    let (names, firsts) = (super::names(workload), super::firsts(workload));
    let mut lines = Vec::new();
    for (dag, &first) in workload.dags.iter().zip(&firsts) {
        for (kernel, kernel_id) in dag.kernels.iter().zip(first..) {
            if kernel.coop || matches!(kernel.role, Role::PrefetchOf(_)) {
                continue;
            }
            let mut waits = Vec::new();
            match &kernel.triggers {
                Triggers::All => {}
                &Triggers::Window(plus) => waits.push(Wait::Window { plus }),
                Triggers::Credits(credits) => credits.iter().for_each(|credit| {
                    let of = first + credit.kernel as u32;
                    waits.extend(steps(&credit.need, of, &names[of as usize]));
                }),
            }
            let queue = kernel.needs.params.map(|params| params.queue);
            waits.extend(queue.filter(|&queue| queue < kernel.blocks).map(|plus| Wait::Queue { plus }));
            let kernel = &names[kernel_id as usize];
            lines.extend(waits.into_iter().map(|wait| Trigger { kernel_id, kernel: kernel.clone(), wait }));
        }
    }
    lines
}

/// A step for each number that is needed: how many blocks need no more.
pub(super) fn steps(need: &[u16], of: u32, of_kernel: &str) -> Vec<Wait> {
    let last_of = |&(block, finished): &(usize, u16)| need.get(block + 1) != Some(&finished);
    let steps = need.iter().copied().enumerate().filter(last_of);
    steps
        .map(|(block, finished)| Wait::Credit {
            of,
            of_kernel: of_kernel.to_owned(),
            finished,
            // No list is longer than block_num.
            block_trigger_cnt: u16::try_from(block + 1).unwrap_or(u16::MAX),
        })
        .collect()
}
