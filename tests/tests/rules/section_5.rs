//! scheduler.md §5: allocation.

mod backfill;
mod choice;
mod masks;
mod options;
mod r_tasks;
mod select;

use hws_regs::{EnableEarlyLaunchSip, EnableSecondRscSch};
use hws_tests::rig::{Rig, td};
use hws_types::TaskDescriptor;

fn inside(affinity: u32, kernel: TaskDescriptor) -> TaskDescriptor {
    TaskDescriptor { affinity, ..kernel }
}

fn coop(threads: u16, blocks: u16) -> TaskDescriptor {
    TaskDescriptor { coop: true, ..td(threads, blocks) }
}

fn early_launch(rig: &mut Rig) {
    rig.write((), EnableEarlyLaunchSip::default().with_enable(true));
}

fn second_resources(rig: &mut Rig) {
    rig.write((), EnableSecondRscSch::default().with_enable(true));
}

/// Blocks of `mask` have run to their pre-complete report.
fn pre_idle(rig: &mut Rig, mask: u32) {
    rig.occupy(mask, 1000);
    rig.pre_complete(mask);
}

/// The masks of one attempt; empty when it fails.
fn attempt(rig: &mut Rig) -> Vec<u32> {
    rig.attempt().masks()
}

fn est(est_exec_time: u32, kernel: TaskDescriptor) -> TaskDescriptor {
    TaskDescriptor { est_exec_time, ..kernel }
}

/// An R-task has reserved SIPs 28..=31 and waits for SIP 28, which is busy for 1000 units; time stands still.
fn waiting_r_task() -> Rig {
    let mut rig = Rig::new();
    rig.freeze_time();
    rig.occupy(1 << 28, 1000);
    rig.promote(inside(0xF000_0000, td(4, 1)));
    rig
}
