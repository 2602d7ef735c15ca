//! Use case 5: SIPs move while everything runs, between contexts and between HWS and firmware.
//!
//! The requirement: once firmware's call has returned, no block of that context and class starts on a SIP that
//! was removed. It must hold in whichever cycle of an attempt the call is made, so each scenario is swept over
//! more than two attempts.

use fw_api::UsageMasks;
use hws_regs::params::ATTEMPT_CYCLES;
use hws_tests::rig::td;
use hws_types::{SipMask, TaskDescriptor, ThreadNum};

use crate::use_cases::bench::Bench;
use crate::use_cases::story::{Block, Story};

const ATTEMPT: u64 = ATTEMPT_CYCLES as u64;

/// The cycles at which firmware begins: more than two attempts, in the middle of the run.
const SWEEP: std::ops::RangeInclusive<u64> = 400..=500;

const LOWER: SipMask = SipMask(0x0000_FFFF);
const UPPER: SipMask = SipMask(0xFFFF_0000);

fn threads(count: u32) -> ThreadNum {
    ThreadNum::new(count).unwrap()
}

/// A kernel of a context, in its own DAG, whose blocks are short enough that some SIP is always free.
fn kernel(ctx: u8, threads: u16, blocks: u16) -> TaskDescriptor {
    TaskDescriptor { ctx, dag_tag: u16::from(ctx), est_exec_time: 250, ..td(threads, blocks) }
}

/// The blocks that were launched from `from` on and use a SIP of `sips`.
fn launched_on(story: &Story, kernel: u32, sips: SipMask, from: u64) -> Vec<Block> {
    let blocks = story.blocks_of(kernel).filter(|block| block.launch >= from && block.sips.intersects(sips));
    blocks.copied().collect()
}

/// How the usage mask is narrowed.
type Narrow = fn(&mut Bench);

fn and_wait(bench: &mut Bench) {
    bench.fw().set_usage_mask(0, threads(1), LOWER).unwrap();
}

fn without_waiting(bench: &mut Bench) {
    bench.fw().set_usage_mask_no_wait(0, threads(1), LOWER).unwrap();
}

/// Context 0 uses every SIP with blocks of one and of four; from `at` on, the blocks of one SIP lose the upper
/// half. Returns the story and the cycle in which the call returned.
fn narrowed(bus_cycles: u32, at: u64, narrow: Narrow) -> (Story, u64) {
    let mut bench = Bench::new(bus_cycles, 0);
    bench.submit(kernel(0, 1, 40));
    bench.submit(TaskDescriptor { dag_tag: 9, ..kernel(0, 4, 30) });
    bench.fw().enable().unwrap();
    bench.advance_to(at);
    narrow(&mut bench);
    let returned = bench.now();
    (bench.end(), returned)
}

/// After the call, nothing of that context and class starts there; other classes continue.
#[test]
fn no_launch_on_a_sip_after_sip_usage_mask_config_returned() {
    for (bus_cycles, at) in [1, 9].into_iter().flat_map(|bus| SWEEP.map(move |at| (bus, at))) {
        let (story, returned) = narrowed(bus_cycles, at, and_wait);
        assert_eq!(launched_on(&story, 0, UPPER, returned), [], "bus {bus_cycles}, at {at}");
        assert!(!launched_on(&story, 0, LOWER, returned).is_empty(), "the kernel goes on in the lower half");
        assert!(!launched_on(&story, 0, UPPER, 0).is_empty(), "it used the upper half before");
        assert!(!launched_on(&story, 1, UPPER, returned).is_empty(), "blocks of 4 SIPs keep the upper half");
    }
}

/// The form that does not wait lets the attempt in flight launch on such a SIP, so the test above can fail.
#[test]
fn without_waiting_the_attempt_in_flight_still_launches_there() {
    let late = SWEEP.filter_map(|at| {
        let (story, returned) = narrowed(1, at, without_waiting);
        launched_on(&story, 0, UPPER, returned).first().copied().map(|block| (at, block))
    });
    let late: Vec<(u64, Block)> = late.collect();
    assert!(late.len() > 10, "{late:?}");
    for (at, block) in late {
        assert!(block.latch < at && block.launch < at + ATTEMPT, "only the attempt in flight: {block:?}");
    }
}

/// The hardware's part of the guarantee: an attempt that starts after the write uses the new mask, so the change is
/// complete a fixed time after it, and firmware waits no longer than necessary.
#[test]
fn a_mask_holds_from_the_next_attempt_on() {
    for at in SWEEP {
        let (story, returned) = narrowed(4, at, and_wait);
        let &(write, ctx, class, mask) = story.mask_writes.last().unwrap();
        assert_eq!((ctx, class, mask), (0, 0, LOWER));
        assert!(story.blocks_of(0).all(|block| block.latch < write || LOWER.contains(block.sips)));
        assert_eq!(launched_on(&story, 0, UPPER, write + ATTEMPT), []);
        // Two reads, an attempt that began during them, and a poll of two reads that just missed its end.
        assert!(returned - write <= ATTEMPT + 5 * 4 + 1, "{} cycles", returned - write);
    }
}

/// The upper half moves from context 0 to context 1 and back; the two never both start blocks there in between.
#[test]
fn sips_move_between_contexts() {
    for at in SWEEP {
        let mut bench = Bench::new(4, 0);
        // The older one goes first wherever both could.
        let [one, zero] = [1, 0].map(|ctx| bench.submit(kernel(ctx, 1, 60)));
        bench.fw().set_usage_mask(1, threads(1), SipMask::EMPTY).unwrap();
        bench.fw().enable().unwrap();
        bench.advance_to(at);
        bench.fw().set_usage_mask(0, threads(1), LOWER).unwrap();
        let given = bench.now();
        bench.fw().set_usage_mask(1, threads(1), UPPER).unwrap();
        bench.advance_to(at + 900);
        bench.fw().set_usage_mask(1, threads(1), LOWER).unwrap();
        let taken_back = bench.now();
        bench.fw().set_usage_mask(0, threads(1), UPPER).unwrap();
        let story = bench.end();
        let of_one: Vec<u64> = launched_on(&story, one, UPPER, 0).iter().map(|block| block.launch).collect();
        assert!(of_one.iter().all(|launch| (given..taken_back).contains(launch)), "{of_one:?}");
        assert!(of_one.len() > 5, "context 1 uses what it was given");
        let of_zero = launched_on(&story, zero, UPPER, given);
        assert!(!of_zero.is_empty() && of_zero.iter().all(|block| block.launch >= taken_back));
    }
}

/// Eight busy SIPs move to firmware, which uses them, and back while the HWS is busy elsewhere.
#[test]
fn sips_move_to_firmware_and_back() {
    const OWN: SipMask = SipMask(0xFF00_0000);
    for at in SWEEP.step_by(3) {
        let mut bench = Bench::new(4, 0);
        let kernel = bench.submit(TaskDescriptor { est_exec_time: 400, ..kernel(0, 1, 120) });
        bench.fw().enable().unwrap();
        bench.advance_to(at);
        let masks: UsageMasks = bench.fw().usage_masks().unwrap();
        let claim = bench.fw().claim_when_idle(OWN, &masks, 1000).unwrap();
        let claimed = bench.now();
        assert_eq!((claim.owned, claim.refused), (OWN, SipMask::EMPTY));
        bench.run_on_own(OWN, 700);
        let released = bench.now();
        bench.fw().release_sips(OWN).unwrap();
        assert_eq!(bench.fw().usage_masks().unwrap(), masks);
        let story = bench.end();
        assert!(launched_on(&story, kernel, OWN, 0).iter().any(|block| block.launch < claimed));
        let meanwhile = launched_on(&story, kernel, OWN, claimed);
        assert!(meanwhile.iter().all(|block| block.launch > released), "{meanwhile:?}");
        assert!(!meanwhile.is_empty(), "the HWS uses them again");
        let elsewhere = launched_on(&story, kernel, SipMask::ALL - OWN, claimed);
        assert!(elsewhere.iter().any(|block| block.launch < released), "the HWS was at work meanwhile");
    }
}

/// A claim grants the SIPs that are idle at that moment and refuses the rest; no SIP is taken from a running block.
#[test]
fn a_plain_claim_never_takes_a_busy_sip() {
    for at in SWEEP {
        let mut bench = Bench::new(4, 0);
        bench.submit(kernel(0, 1, 20));
        bench.fw().enable().unwrap();
        bench.advance_to(at);
        let claim = bench.fw().claim_sips(UPPER).unwrap();
        assert_eq!((claim.granted | claim.refused, claim.granted & claim.refused), (UPPER, SipMask::EMPTY));
        assert!(!claim.refused.is_empty() && !claim.granted.is_empty());
        bench.run_on_own(claim.granted, 300);
        bench.fw().release_sips(claim.granted).unwrap();
        bench.end();
    }
}

/// A reservation on SIPs that are removed ends with the next attempt; the kernel starts elsewhere.
#[test]
fn a_reservation_goes_with_the_sips() {
    for at in SWEEP {
        let mut bench = Bench::new(4, 0);
        let wide = TaskDescriptor { offline_priority: 900, dag_tag: 7, affinity: LOWER.0, ..kernel(0, 8, 1) };
        bench.submit(TaskDescriptor { affinity: LOWER.0, est_exec_time: 3000, ..kernel(0, 1, 16) });
        bench.fw().enable().unwrap();
        bench.advance_to(at + 600);
        let wide = bench.submit(wide);
        for dag_tag in 20..24 {
            let overtaking = TaskDescriptor { dag_tag, affinity: UPPER.0, ..kernel(0, 1, 1) };
            bench.submit(TaskDescriptor { offline_priority: 1, ..overtaking });
        }
        while bench.story().promotions.is_empty() {
            bench.advance(1);
        }
        let reserved = bench.story().promotions[0].2;
        bench.fw().set_usage_mask(0, threads(8), LOWER - reserved).unwrap();
        let returned = bench.now();
        let story = bench.end();
        assert_eq!(story.cancels.first().map(|&(_, mask)| mask), Some(reserved));
        assert!(story.cancels[0].0 <= returned + ATTEMPT);
        assert_eq!(launched_on(&story, wide, reserved, returned), []);
        assert!((LOWER - reserved).contains(story.sips_of(wide)));
    }
}
