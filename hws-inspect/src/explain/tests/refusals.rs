//! Questions that a stimulus cannot answer, and stimuli that cannot be read.

use hws_types::TaskDescriptor;
use rstest::rstest;

use super::bench::{Bench, END, attempt, reader, td};
use crate::explain::{Question, explain};

fn refused(lines: &[u8], question: Question) -> String {
    explain(reader(lines), question).unwrap_err().to_string()
}

#[rstest]
#[case(
    Question::Cycle(100_000),
    "cycle 100000 is beyond the end: the stimulus stops before tick 100000; give a cycle from 0 to 99999"
)]
#[case(
    Question::Cycle(u64::MAX),
    "cycle 18446744073709551615 is beyond the end: the stimulus stops before tick 100000; give a cycle from 0 to 99999"
)]
#[case(Question::Kernel(5), "no kernel with id 5 is pushed to the HWS; the nearest ids are 1, 3, 9")]
#[case(Question::Sip(32), "no SIP 32; logical SIPs are 0 to 31")]
fn a_question_that_does_not_fit_names_what_would(#[case] question: Question, #[case] expected: &str) {
    let bench = Bench::new(&[]).kernels(&[td(1, 4, u32::MAX), td(3, 4, u32::MAX), td(9, 4, u32::MAX)]);
    assert_eq!(refused(&bench.lines(END), question), expected);
}

#[rstest]
#[case(b"", Question::Sip(1), "bench:1:1: no `end`; add `{\"at\":CYCLE,\"op\":\"end\"}` as the last line")]
#[case(
    b"{\"at\":0,\"op\":\"end\"}",
    Question::Cycle(0),
    "cycle 0 is beyond the end: the stimulus stops before tick 0; it has no cycle to explain"
)]
#[case(
    b"{\"at\":9,\"op\":\"end\"}",
    Question::Kernel(0),
    "no kernel with id 0 is pushed to the HWS; the stimulus pushes no kernel with a readable descriptor"
)]
fn an_empty_stimulus_is_one_sentence(
    #[case] lines: &[u8],
    #[case] question: Question,
    #[case] expected: &str,
) {
    assert_eq!(refused(lines, question), expected);
}

/// Far more cycles than could be made one by one.
#[test]
fn idle_time_costs_nothing() {
    let bench = Bench::new(&[]).kernels(&[td(1, 4, u32::MAX)]);
    let lines = bench.lines(1 << 60);
    let seen = attempt(&lines, 1 << 59);
    assert!(seen.attempt.is_none() && seen.cycle.0 == 1 << 59);
    assert!(explain(reader(&lines), Question::Kernel(1)).is_ok());
    assert!(explain(reader(&lines), Question::Sip(1)).is_ok());
}

/// A kernel that waits for its trigger has an attempt in every 48 cycles, which fail; only those near the cycle are looked at.
#[test]
fn an_attempt_behind_many_that_failed_is_explained() {
    let bench = Bench::new(&[]).kernels(&[TaskDescriptor { block_trigger_cnt: 0, ..td(1, 4, u32::MAX) }]);
    let lines = bench.lines(1 << 41);
    let latch = |cycle| attempt(&lines, cycle).attempt.map(|attempt| (attempt.latch.0, attempt.commit.0));
    let late = (1 << 40) / 48 * 48 + 8;
    for (of_first, of_late) in [(56, late), (57, late + 1), (100, late + 44), (104, late + 48)] {
        let (first, late) = (latch(of_first), latch(of_late));
        assert_eq!(late.map(|(from, to)| (from + of_first - of_late, to + of_first - of_late)), first);
    }
    let seen = attempt(&lines, late + 20);
    assert_eq!(seen.attempt.map(|attempt| (attempt.latch.0, attempt.committed)), Some((late, true)));
    assert!(seen.chosen.is_none() && seen.outside.len() == 1);
}

#[test]
fn the_boundaries_of_an_attempt_are_its_latch_and_its_commit() {
    let bench = Bench::new(&[]).kernels(&[td(1, 4, u32::MAX)]);
    let latch = |cycle| bench.at(cycle).attempt.map(|attempt| (attempt.latch.0, attempt.commit.0));
    assert_eq!([7, 8, 9, 56, 57].map(latch), [None, Some((8, 56)), Some((8, 56)), Some((8, 56)), None]);
    let two = Bench::new(&[]).together(&[td(1, 4, u32::MAX), td(2, 4, u32::MAX)]);
    let first = two.now();
    let seen = two.at(first + 48);
    assert_eq!(seen.attempt.map(|attempt| attempt.latch.0), Some(first), "the attempt that commits");
    assert!(seen.next_latched);
    assert_eq!(two.at(first + 49).attempt.map(|attempt| attempt.latch.0), Some(first + 48));
}

/// An attempt whose COMMIT is never reached.
#[test]
fn an_attempt_may_be_cut_short() {
    let bench = Bench::new(&[]).kernels(&[td(1, 4, u32::MAX)]);
    let seen = attempt(&bench.lines(30), 20);
    assert_eq!(seen.attempt.map(|attempt| attempt.committed), Some(false));
    assert!(seen.launched.is_empty() && seen.chosen.is_some());
    assert!(seen.to_string().contains("which was not reached"), "{seen}");
}
