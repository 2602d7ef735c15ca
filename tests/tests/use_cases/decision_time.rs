//! An attempt takes a fixed number of cycles, whatever its result (hardware requirement 1 of the use cases).

use hws_regs::params::ATTEMPT_CYCLES;
use hws_tests::rig::td;
use hws_types::TaskDescriptor;

use crate::use_cases::bench::Bench;
use crate::use_cases::story::Story;

const FIXED: u64 = ATTEMPT_CYCLES as u64;

/// Kernels of every size, more than there are entries: some attempts launch, others find no placement.
fn full_ready_station() -> Story {
    let mut bench = Bench::new(4, 0);
    bench.fw().enable().unwrap();
    for index in 0..40 {
        let threads = [16, 1, 12, 9, 8, 2, 6, 4, 3][index % 9];
        let dag_tag = (index % 7) as u16;
        bench.submit(TaskDescriptor { dag_tag, est_exec_time: 400 + 13 * index as u32, ..td(threads, 3) });
    }
    bench.end()
}

/// Only a cooperative kernel of 32 blocks, which sends 64 messages in one COMMIT.
fn widest_launch() -> Story {
    let mut bench = Bench::new(4, 0);
    bench.fw().enable().unwrap();
    bench.submit(TaskDescriptor { coop: true, out_path_mih: true, ..td(1, 32) });
    bench.end()
}

/// One block, then one that waits for SIPs it can never have while the first runs.
fn hopeless() -> Story {
    let mut bench = Bench::new(4, 0);
    bench.fw().enable().unwrap();
    bench.submit(TaskDescriptor { affinity: 0xF, ..td(4, 1) });
    bench.submit(TaskDescriptor { affinity: 0xF, ..td(4, 1) });
    bench.end()
}

/// Every COMMIT comes exactly ATTEMPT_CYCLES after its LATCH, with and without a launch.
#[test]
fn every_attempt_takes_the_same_time() {
    const { assert!(FIXED < 50, "the requirement is fewer than 50 cycles") };
    for (story, fails) in [(full_ready_station(), true), (widest_launch(), false), (hopeless(), true)] {
        let ends: Vec<(u64, bool)> = story.attempts.iter().map(|attempt| attempt.commit.unwrap()).collect();
        for (attempt, (commit, _)) in story.attempts.iter().zip(&ends) {
            assert_eq!(commit - attempt.latch, FIXED);
        }
        assert!(ends.iter().any(|&(_, launched)| launched));
        assert_eq!(ends.iter().any(|&(_, launched)| !launched), fails);
    }
}

/// While there is work and a ready SIP, the next attempt starts in the cycle in which one ends.
#[test]
fn attempts_follow_each_other_without_a_gap() {
    let story = hopeless();
    let latches: Vec<u64> = story.attempts.iter().map(|attempt| attempt.latch).collect();
    assert!(latches.len() > 20, "the second kernel waits for 1000 cycles");
    assert!(latches.windows(2).all(|pair| pair[1] - pair[0] == FIXED), "{latches:?}");
}
