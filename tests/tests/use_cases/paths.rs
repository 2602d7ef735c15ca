//! Out-path and in-path in all four combinations: the same kernels are done, whichever side pushes them and starts
//! their blocks, and whichever messages are lost on the way.

use hws_model::ErrorBit;
use hws_regs::{InPath, OutPath};
use hws_run::workload::{Role, Workload};
use hws_types::ThreadNum;

use crate::use_cases::play::{Played, example, play};

const COMBINATIONS: [(OutPath, InPath); 4] = [
    (OutPath::Mdma, InPath::Hdr),
    (OutPath::Mdma, InPath::Firmware),
    (OutPath::Mih, InPath::Hdr),
    (OutPath::Mih, InPath::Firmware),
];

/// The example on these paths, with a firmware of this speed.
fn paths(out_path: OutPath, in_path: InPath, bus_cycles: u32) -> Workload {
    let mut workload = example("paths.yaml");
    (workload.firmware.out_path, workload.firmware.in_path) = (out_path, in_path);
    workload.hardware.bus_cycles = bus_cycles;
    workload
}

/// The same, run.
fn on(out_path: OutPath, in_path: InPath) -> (Workload, Played) {
    let workload = paths(out_path, in_path, 4);
    let played = play(&workload);
    (workload, played)
}

/// Every block of every kernel ran once, on as many SIPs as it has threads.
#[track_caller]
fn assert_all_done(workload: &Workload, played: &Played) {
    for (kernel_id, (_, kernel)) in (0..).zip(workload.kernels()) {
        let mut blocks: Vec<u16> = played.story.blocks_of(kernel_id).map(|block| block.block).collect();
        blocks.sort_unstable();
        let expected = if matches!(kernel.role, Role::PrefetchOf(_)) { 0 } else { kernel.blocks };
        assert_eq!(blocks, (0..expected).collect::<Vec<_>>(), "{}", kernel.name);
        let threads = |block: &crate::use_cases::story::Block| block.sips.len() == kernel.threads.get();
        assert!(played.story.blocks_of(kernel_id).all(threads));
    }
}

/// The four combinations do the same work.
#[test]
fn the_four_combinations_do_the_same_work() {
    for (out_path, in_path) in COMBINATIONS {
        let (workload, played) = on(out_path, in_path);
        assert_all_done(&workload, &played);
        assert_eq!(played.story.dropped_messages, 0, "{out_path:?} {in_path:?}");
        assert!(played.story.errors.is_empty(), "{:?}", played.story.errors);
    }
}

/// On the MIH path firmware starts every thread of every block once, on the MDMA path none.
#[test]
fn on_the_mih_path_firmware_starts_every_block() {
    for (out_path, in_path) in COMBINATIONS {
        assert_started_once(&on(out_path, in_path).1, out_path);
    }
}

#[track_caller]
fn assert_started_once(played: &Played, out_path: OutPath) {
    let threads = played.story.blocks.iter().flat_map(|block| {
        let of = (block.kernel, block.block);
        block.sips.iter().map(move |sip| (of, sip))
    });
    let mut expected: Vec<_> = threads.filter(|_| out_path == OutPath::Mih).collect();
    let started = played.story.delivered.iter().map(|(_, run)| ((run.kernel_id, run.block_id), run.sip));
    let mut started: Vec<_> = started.collect();
    expected.sort_unstable();
    started.sort_unstable();
    assert_eq!(started, expected);
}

/// In firmware-input mode each task is scheduled once, so firmware pushes a task for each block.
#[test]
fn on_the_firmware_path_each_task_is_scheduled_once() {
    for (out_path, in_path) in COMBINATIONS {
        let (workload, played) = on(out_path, in_path);
        let commits = |kernel: u32| {
            let mut commits: Vec<u64> = played.story.blocks_of(kernel).map(|block| block.launch).collect();
            commits.dedup();
            commits.len()
        };
        for (kernel_id, (_, kernel)) in (0..).zip(workload.kernels()) {
            let (tasks, launches) = (played.story.life(kernel_id).admissions, commits(kernel_id));
            let is_prefetch = matches!(kernel.role, Role::PrefetchOf(_));
            let expected = if in_path == InPath::Firmware && !is_prefetch { launches } else { 1 };
            assert_eq!(tasks, expected, "{in_path:?}: {}", kernel.name);
        }
    }
}

/// With a firmware so slow that messages are lost, and a kernel that sends more of them at once than fit, the lost
/// information is read back, and the same work is done.
#[test]
fn nothing_is_lost_with_the_messages() {
    for (out_path, in_path) in COMBINATIONS {
        let mut workload = paths(out_path, in_path, 200);
        workload.dags.truncate(2);
        for dag in &mut workload.dags {
            let reduce = dag.kernels.iter_mut().find(|kernel| kernel.coop).unwrap();
            (reduce.threads, reduce.blocks) = (ThreadNum::ONE, 32);
        }
        let played = play(&workload);
        assert!(played.story.dropped_messages > 0, "{out_path:?} {in_path:?}: none was dropped");
        assert_all_done(&workload, &played);
        assert_started_once(&played, out_path);
        let others = played.story.errors.iter().filter(|&&(_, bit)| bit != ErrorBit::MihOverflow);
        assert_eq!(others.count(), 0, "{:?}", played.story.errors);
    }
}
