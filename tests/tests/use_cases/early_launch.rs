//! Early launch, by report and by estimate: the next block is sent to its SIPs before they are free.

use fw_api::PreIdleSource;
use hws_tests::rig::td;
use hws_types::TaskDescriptor;

use crate::use_cases::bench::Bench;
use crate::use_cases::play::{example_with, play};
use crate::use_cases::story::Story;

/// How long a block runs, and how long before its end the SIPs count as nearly idle.
const BLOCK: u64 = 300;
const LEAD: u32 = 120;

const BLOCKS: u16 = 12;

/// One kernel that fills a cluster of four SIPs with one block at a time.
fn chain(early_launch: Option<PreIdleSource>) -> Story {
    let mut bench = Bench::new(4, LEAD);
    let off = PreIdleSource::SipReport;
    bench.fw().set_early_launch(early_launch.is_some(), early_launch.unwrap_or(off)).unwrap();
    bench.fw().enable().unwrap();
    bench.submit(TaskDescriptor { affinity: 0xF, est_exec_time: BLOCK as u32, ..td(4, BLOCKS) });
    bench.end()
}

const MODES: [PreIdleSource; 2] = [PreIdleSource::SipReport, PreIdleSource::HwsEstimate { offset: LEAD }];

fn ends(story: &Story) -> Vec<u64> {
    story.blocks.iter().map(|block| block.finish.unwrap()).collect()
}

/// Without it each block waits for the attempt that starts when its SIPs are free.
#[test]
fn without_early_launch_every_block_waits_for_an_attempt() {
    let story = chain(None);
    assert_eq!(story.deepest, 1);
    for pair in ends(&story).windows(2) {
        let gap = pair[1] - pair[0] - BLOCK;
        assert!((48..=96).contains(&gap), "an attempt, and the rest of the one before: {gap}");
    }
}

/// With it the SIPs continue in the cycle in which they complete.
#[test]
fn with_early_launch_a_sip_goes_on_in_the_cycle_it_completes() {
    for mode in MODES {
        let story = chain(Some(mode));
        assert_eq!(story.deepest, 2, "one block runs, one waits, never more");
        assert!(ends(&story).windows(2).all(|pair| pair[1] - pair[0] == BLOCK), "{:?}", ends(&story));
    }
}

/// No block is sent to a SIP that is neither idle nor nearly idle when the attempt starts.
#[test]
fn no_block_is_launched_before_its_sips_are_nearly_idle() {
    for mode in MODES {
        let story = chain(Some(mode));
        for pair in story.blocks.windows(2) {
            let nearly_idle = pair[0].finish.unwrap() - u64::from(LEAD);
            assert!(pair[1].latch >= nearly_idle, "{:?} behind {:?}", pair[1], pair[0]);
            assert!(pair[1].launch < pair[0].finish.unwrap(), "it was early");
        }
    }
}

/// Both modes save the attempt of every block but the first.
#[test]
fn early_launch_is_faster_on_the_same_work() {
    let off = chain(None).makespan();
    for mode in MODES {
        let saved = off - chain(Some(mode)).makespan();
        assert!(saved >= 48 * u64::from(BLOCKS - 1), "{mode:?} saved {saved} cycles");
    }
}

/// Mixed sizes on the whole machine: faster as well, and no SIP has more than one block waiting.
#[test]
fn a_busy_machine_gains_as_well() {
    let mixed = |early: Option<PreIdleSource>| {
        let mut bench = Bench::new(4, LEAD);
        bench.fw().set_early_launch(early.is_some(), early.unwrap_or(PreIdleSource::SipReport)).unwrap();
        bench.fw().enable().unwrap();
        for (threads, blocks) in [(16, 6), (8, 10), (12, 4), (4, 20)] {
            bench.submit(TaskDescriptor { dag_tag: threads, est_exec_time: 1600, ..td(threads, blocks) });
        }
        bench.end()
    };
    let off = mixed(None);
    assert_eq!(off.deepest, 1);
    for mode in MODES {
        let on = mixed(Some(mode));
        assert_eq!(on.deepest, 2);
        assert!(on.makespan() < off.makespan(), "{mode:?}: {} and {}", on.makespan(), off.makespan());
    }
}

/// The example, with the reference firmware: both modes save an attempt in every round but the first of each
/// kernel, 24 / 2, 48 / 4 and 8 / 2 rounds.
#[test]
fn the_example_gains_in_both_modes() {
    let length = |policies: &[(&str, &str)]| {
        let story = play(&example_with("early_launch.yaml", policies, None)).story;
        story.makespan() - story.blocks[0].launch
    };
    let off = length(&[("early_launch", "off")]);
    let report = length(&[("early_launch", "report")]);
    let estimate = length(&[("early_launch", "estimate"), ("early_launch.offset", "160")]);
    assert!(off - report >= (11 + 11 + 3) * 48, "{off}, {report}");
    assert!(off - estimate >= (11 + 11 + 3) * 48, "{off}, {estimate}");
}
