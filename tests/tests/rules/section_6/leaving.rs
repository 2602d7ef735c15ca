//! 6.4: a kernel leaves its entry: for which tasks that counts as a failure, and what the DAG counts.

use hws_model::{Event, Pool};
use hws_regs::{DagFinish, RegId, RegIndex, RsFail};
use hws_tests::rig::{Rig, td};
use hws_types::TaskDescriptor;

use super::bench::{blocked, fail_times, finish_a_young_kernel, no_rules, of_dag, on, waiting};

fn finish(rig: &Rig, slot: u8) -> u32 {
    DagFinish::from_bits(rig.peek(RegId::DagFinish(RegIndex::wrapping(slot.into())))).bits()
}

/// (a): a launch that leaves blocks to launch counts nothing; the last launch counts once.
#[test]
fn a_failure_is_counted_when_a_kernel_leaves() {
    let mut rig = blocked();
    let old = waiting(&mut rig, 2);
    let young = rig.submit(of_dag(3, on(0xFF00, td(1, 3))));
    for (fails, stays) in [(0, true), (0, true), (1, false)] {
        assert_eq!(rig.attempt().launch().seq, young.seq);
        assert_eq!((fail_times(&rig, old), rig.is_resident(young)), (fails, stays));
    }
}

/// (a): a launch from the P-pool counts only for older P-tasks.
#[test]
fn a_p_launch_counts_for_older_p_tasks_only() {
    let mut rig = blocked();
    let oldest = waiting(&mut rig, 2);
    let free = rig.submit(of_dag(3, on(0xFF00, td(1, 1))));
    let younger = waiting(&mut rig, 4);
    assert_eq!(rig.attempt().launch().seq, free.seq);
    assert_eq!((fail_times(&rig, oldest), fail_times(&rig, younger)), (1, 0));
}

/// (a): a launch from the O-pool counts for every P-task, including younger ones.
#[test]
fn an_o_launch_counts_for_all_p_tasks() {
    let mut rig = blocked();
    let first = waiting(&mut rig, 2);
    let second = rig.submit(TaskDescriptor { offline_priority: 1, ..of_dag(2, on(0xFF00, td(1, 1))) });
    let younger = waiting(&mut rig, 4);
    let launch = rig.attempt().launch();
    assert_eq!((launch.seq, launch.pool), (second.seq, Pool::O));
    assert_eq!((fail_times(&rig, first), fail_times(&rig, younger)), (1, 1));
}

/// (a): an R launch counts for no task.
#[test]
fn an_r_launch_counts_for_no_task() {
    let mut rig = Rig::new();
    rig.occupy(0x8000_0001, 1_000_000);
    rig.write((), no_rules());
    let old = waiting(&mut rig, 2);
    rig.usage(0, 1, 0);
    let (reserved, _) = rig.promote(of_dag(3, on(0xFF00_0000, td(8, 1))));
    rig.usage(0, 1, u32::MAX);
    rig.complete(0x8000_0000);
    let launch = rig.attempt().launch();
    assert_eq!((launch.seq, launch.pool), (reserved.seq, Pool::R));
    assert_eq!(fail_times(&rig, old), 0);
    assert!(!rig.is_resident(reserved));
}

/// (a): O-tasks and R-tasks are not in the P-pool and count nothing.
#[test]
fn o_tasks_and_r_tasks_are_not_counted() {
    let mut rig = blocked();
    let (r_task, _) = rig.promote(of_dag(7, on(0b11, td(2, 1))));
    let p_task = waiting(&mut rig, 2);
    let o_task = rig.submit(TaskDescriptor { offline_priority: 1, ..of_dag(2, on(0b11, td(2, 1))) });
    finish_a_young_kernel(&mut rig, 0xFF00);
    let fails = [p_task, o_task, r_task].map(|task| fail_times(&rig, task));
    assert_eq!(fails, [1, 0, 0]);
}

/// (a): of the latched P-pool: a kernel admitted during the attempt is not in it.
#[test]
fn a_kernel_admitted_during_the_attempt_is_not_counted() {
    let mut rig = blocked();
    let old = waiting(&mut rig, 2);
    rig.submit(TaskDescriptor { offline_priority: 1, ..of_dag(2, on(0xFF00, td(1, 1))) });
    rig.latch();
    let late = waiting(&mut rig, 5);
    assert_eq!(rig.commit().launch().pool, Pool::O);
    assert_eq!((fail_times(&rig, old), fail_times(&rig, late)), (1, 0));
}

/// (a): the launched kernel does not count itself, and the next kernel in the entry of one that leaves is not
/// counted.
#[test]
fn the_launched_kernel_is_not_counted() {
    let mut rig = blocked();
    let task = rig.submit_firmware(of_dag(2, on(0xFF00, td(1, 3))), 0);
    rig.attempt();
    assert!(!rig.is_resident(task));
    let next = waiting(&mut rig, 3);
    assert_eq!((next.entry, fail_times(&rig, next)), (task.entry, 0));
}

/// (a), (c): a firmware task leaves after one launch, with blocks left, and counts as a failure then;
/// (b): the DAG does not count it.
#[test]
fn a_firmware_task_leaves_with_blocks_left() {
    let mut rig = blocked();
    let old = waiting(&mut rig, 2);
    let task = rig.submit_firmware(of_dag(3, on(0xFF00, td(1, 3))), 0);
    let commit = rig.attempt();
    assert_eq!(commit.launch().seq, task.seq);
    assert!(commit.events.iter().any(|event| matches!(event, Event::KernelDone { .. })));
    assert!(!rig.is_resident(task));
    assert_eq!(fail_times(&rig, old), 1);
    // Slot 0 is of the blocker, 1 of the waiting kernel, 2 of the firmware task.
    assert_eq!([0, 1, 2].map(|slot| finish(&rig, slot)), [1, 0, 0]);
}

/// (b): a firmware task of one block has launched all: the DAG counts it.
#[test]
fn a_firmware_task_of_one_block_is_finished() {
    let mut rig = Rig::new();
    rig.submit_firmware(of_dag(3, td(1, 1)), 0);
    rig.attempt();
    assert_eq!(finish(&rig, 0), 1);
}

/// (b): a cooperative firmware task launches all its blocks at once.
#[test]
fn a_cooperative_firmware_task_is_finished() {
    let mut rig = Rig::new();
    rig.submit_firmware(TaskDescriptor { coop: true, ..td(4, 3) }, 0);
    assert_eq!(rig.attempt().launches().len(), 3);
    assert_eq!(finish(&rig, 0), 1);
}

/// (b), (c): finish counts kernels, with the last block; kernel_done names entry, kernel and slot.
#[test]
fn finish_counts_with_the_last_block() {
    let mut rig = Rig::new();
    let other = rig.submit(TaskDescriptor { block_trigger_cnt: 0, ..of_dag(8, td(1, 1)) });
    let task = rig.submit(td(1, 2));
    rig.attempt();
    assert_eq!(finish(&rig, 1), 0);
    let commit = rig.attempt();
    assert_eq!((finish(&rig, 0), finish(&rig, 1)), (0, 1));
    let done = commit.events.iter().find_map(|event| match *event {
        Event::KernelDone { entry, seq, dag_slot } => Some((entry.get(), seq, dag_slot)),
        _ => None,
    });
    assert_eq!(done, Some((u32::from(task.entry), task.seq, Some(1))));
    assert!(rig.is_resident(other));
    assert_eq!(rig.peek(RegId::CntKernelDone), 1);
}

/// fail_times never decreases, not even by the kernel's own launch.
#[test]
fn fail_times_stays_after_an_own_launch() {
    let mut rig = blocked();
    let old = rig.submit(of_dag(2, on(0b11, td(2, 2))));
    finish_a_young_kernel(&mut rig, 0xFF00);
    finish_a_young_kernel(&mut rig, 0xFF00);
    rig.complete(1);
    assert_eq!(rig.attempt().launch().seq, old.seq);
    assert_eq!(fail_times(&rig, old), 2);
}

/// Saturating at 16 bits: 65536 kernels overtake, 65535 are counted.
#[test]
fn fail_times_saturates() {
    let mut rig = Rig::new();
    // The waiting kernel needs SIP 0, which is busy.
    rig.occupy(1, u32::MAX);
    rig.write((), no_rules());
    let old = waiting(&mut rig, 2);
    rig.enable(true);
    rig.memory.write_td(0x8000, &of_dag(3, on(0xFF00, td(1, 1))));
    let (mut hws, mut memory) = (rig.hws, rig.memory);
    let mut sink = Overtakers::default();
    let push = hws_types::HdrPush { hdr_id: 0, hdr_entry_id: 0, td_addr: 0x8000 };
    while sink.left < 65_536 {
        while hws.hdr_room() > 0 {
            hws.push_hdr(push).unwrap();
        }
        hws.advance_to_output(48, &mut memory, &mut sink);
        while hws.pop_mdma().is_some() {}
        for report in sink.running.drain(..) {
            hws.write((), report, &mut ()).unwrap();
        }
    }
    assert_eq!(RsFail::from_bits(hws.peek(RegId::RsFail(old.index()))).times(), 65_535);
}

/// Counts the kernels that leave, and records the pending report of each of their blocks.
#[derive(Default)]
struct Overtakers {
    left: u32,
    running: Vec<hws_regs::SipReportComplete>,
}

impl hws_model::EventSink for Overtakers {
    fn event(&mut self, _cycle: hws_types::Cycle, event: Event) {
        match event {
            Event::KernelDone { .. } => self.left += 1,
            Event::Mdma(command) => self.running.push(
                hws_regs::SipReportComplete::default()
                    .with_launch_id_masked(command.launch_id.get())
                    .with_sip_id_masked(command.sip.get()),
            ),
            _ => {}
        }
    }
}
