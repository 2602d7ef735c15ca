//! scheduler.md §4: pools and priorities.

mod online;
mod order;
mod pools;

use hws_model::Pool;
use hws_regs::PTopK;
use hws_tests::rig::{Rig, RigTask, td};
use hws_types::TaskDescriptor;

/// A kernel of one thread in a DAG with a priority.
fn of(dag_tag: u16, offline_priority: u32) -> TaskDescriptor {
    TaskDescriptor { dag_tag, offline_priority, ..td(1, 1) }
}

fn top_k(rig: &mut Rig, k: u32) {
    rig.write((), PTopK::default().with_k(k).unwrap());
}

fn entries(tasks: &[RigTask]) -> Vec<u8> {
    tasks.iter().map(|task| task.entry).collect()
}

/// The entries of the P-pool of an attempt that is discarded afterwards.
fn p_pool(rig: &mut Rig) -> Vec<u8> {
    rig.latch();
    let pool = rig.p_pool().iter().map(|task| task.0).collect();
    rig.commit();
    pool
}

/// The pools and entries of the next launches, in order.
fn launches(rig: &mut Rig, count: usize) -> Vec<(Pool, u8)> {
    (0..count).map(|_| rig.attempt().launch()).map(|launch| (launch.pool, launch.entry)).collect()
}
