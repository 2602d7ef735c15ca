//! Short register queries, and situations shared by the tests of §6 to §9.

use hws_model::Event;
use hws_regs::{LaunchInfo, Promote, RegId, RegIndex, RsFail, RsFlags, RsProgress, RsvThreadNum};
use hws_tests::rig::{Commit, Rig, RigTask, td};
use hws_types::TaskDescriptor;

pub(crate) fn fail_times(rig: &Rig, task: RigTask) -> u32 {
    RsFail::from_bits(rig.peek(RegId::RsFail(task.index()))).times()
}

pub(crate) fn is_r_task(rig: &Rig, task: RigTask) -> bool {
    RsFlags::from_bits(rig.peek(RegId::RsFlags(task.index()))).r_flag()
}

pub(crate) fn reserved(rig: &Rig, task: RigTask) -> u32 {
    rig.peek(RegId::RsReserved(task.index()))
}

pub(crate) fn reserved_all(rig: &Rig) -> u32 {
    rig.peek(RegId::ReservedSipMask)
}

pub(crate) fn online_priority(rig: &Rig, task: RigTask) -> u32 {
    rig.peek(RegId::RsOnlinePriority(task.index()))
}

/// LAUNCHED and TRIGGER.
pub(crate) fn progress(rig: &Rig, task: RigTask) -> (u32, u32) {
    let progress = RsProgress::from_bits(rig.peek(RegId::RsProgress(task.index())));
    (progress.launched(), progress.trigger())
}

/// RSV_THREAD_NUM of all SIPs.
pub(crate) fn reserved_threads(rig: &Rig) -> Vec<u32> {
    (0..32)
        .map(|sip| {
            RsvThreadNum::from_bits(rig.peek(RegId::RsvThreadNum(RegIndex::wrapping(sip)))).thread_num()
        })
        .collect()
}

pub(crate) fn launch_info(rig: &Rig, id: u8) -> LaunchInfo {
    LaunchInfo::from_bits(rig.peek(RegId::LaunchInfo(RegIndex::wrapping(id.into()))))
}

/// Promotes by no rule; up to 8 R-tasks.
pub(crate) fn no_rules() -> Promote {
    Promote::from_bits(0).with_rtask_max_masked(8)
}

/// RULE_THRESHOLD alone, up to 8 R-tasks.
pub(crate) fn threshold(fails: u32) -> Promote {
    no_rules().with_rule_threshold(true).with_threshold_masked(fails)
}

/// A kernel in its own DAG, so that it is a P-task.
pub(crate) fn of_dag(dag_tag: u16, td: TaskDescriptor) -> TaskDescriptor {
    TaskDescriptor { dag_tag, ..td }
}

/// `td` on these SIPs only.
pub(crate) fn on(affinity: u32, td: TaskDescriptor) -> TaskDescriptor {
    TaskDescriptor { affinity, ..td }
}

/// The entries whose reservation a tick cancelled, in order.
pub(crate) fn cancelled(events: &[Event]) -> Vec<u32> {
    let entry =
        |event: &Event| if let Event::Cancel { entry, .. } = event { Some(entry.get()) } else { None };
    events.iter().filter_map(entry).collect()
}

/// Lets a kernel of one block on one SIP of `affinity` run and finish, as the youngest of its DAG 900: a
/// launch from the P-pool that leaves its entry.
#[track_caller]
pub(crate) fn finish_a_young_kernel(rig: &mut Rig, affinity: u32) -> Commit {
    let young = rig.submit(of_dag(900, on(affinity, td(1, 1))));
    let commit = rig.attempt();
    assert_eq!(commit.launch().seq, young.seq, "another kernel was launched");
    rig.complete(commit.launch().mask);
    commit
}

/// Fills the MIH FIFO up to `count` messages, with rejected tasks.
pub(crate) fn unread(rig: &mut Rig, count: usize) {
    for _ in 0..count {
        rig.try_submit(td(5, 1)).unwrap_err();
    }
}

/// SIP 0 is busy for a long time, and no rule promotes, so kernels that need it wait.
pub(crate) fn blocked() -> Rig {
    let mut rig = Rig::new();
    rig.occupy(1, 1_000_000);
    rig.write((), no_rules());
    rig
}

/// A P-task in its own DAG that waits for SIP 0 and can reserve SIPs 0 and 1.
pub(crate) fn waiting(rig: &mut Rig, dag_tag: u16) -> RigTask {
    rig.submit(of_dag(dag_tag, on(0b11, td(2, 1))))
}
