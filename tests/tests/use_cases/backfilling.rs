//! Backfilling when the estimates are too low: how much a reserved kernel can be delayed.

use fw_api::{BackfillMargin, PromotionPolicy, PromotionRule, PromotionRules};
use hws_model::Pool;
use hws_regs::params::ATTEMPT_CYCLES;
use hws_run::timeline::{Reservation, ReservationOutcome};
use hws_run::workload::{ErrorKind, Workload};
use hws_tests::rig::td;
use hws_types::TaskDescriptor;

use crate::use_cases::bench::Bench;
use crate::use_cases::play::{Played, example_with, play};
use crate::use_cases::story::{Block, Story};

const ATTEMPT: u64 = ATTEMPT_CYCLES as u64;

/// The estimate of the block that the reserved kernel waits for.
const LONG: u32 = 6000;

/// The decreasing estimates of the blocks that backfill, so that one ends while others still pass.
const SHORT: [u32; 4] = [2400, 1200, 700, 300];

const WIDE: u32 = 1;

/// The real cycles of a block with the estimate `est`, which is `per_mille` too low.
const fn real(est: u32, per_mille: u32) -> u32 {
    est + est * per_mille / 1000
}

/// One long block on SIP 0, a kernel of 16 SIPs that is promoted and waits for it, and short kernels that may
/// backfill. All blocks take `per_mille` longer than their estimates.
fn reserved_and_backfilled(margin: BackfillMargin, per_mille: u32) -> Story {
    let mut bench = Bench::new(4, 0);
    let rules = PromotionRules::NONE.with(PromotionRule::Top1FullVg);
    bench.fw().set_promotion(&PromotionPolicy { rules, ..PromotionPolicy::default() }).unwrap();
    bench.fw().set_backfill(margin).unwrap();
    bench.fw().enable().unwrap();
    let kernel = |est: u32, threads, blocks| TaskDescriptor {
        affinity: 0xFFFF,
        est_exec_time: est,
        sim_exec_time: real(est, per_mille),
        ..td(threads, blocks)
    };
    bench.submit(TaskDescriptor { dag_tag: 1, affinity: 1, ..kernel(LONG, 1, 1) });
    bench.advance(100);
    bench.submit(TaskDescriptor { dag_tag: 2, offline_priority: 900, ..kernel(1000, 16, 1) });
    for (est, dag_tag) in SHORT.into_iter().zip(3..) {
        bench.submit(TaskDescriptor { dag_tag, ..kernel(est, 1, 30) });
    }
    bench.end()
}

/// Blocks on reserved SIPs before the start of the kernel for which they were reserved.
fn backfills(story: &Story) -> Vec<Block> {
    let (promoted, _, sips) = story.promotions[0];
    let launch = story.life(WIDE).first_launch.unwrap();
    let inside =
        |block: &&Block| (promoted + 1..launch).contains(&block.launch) && block.sips.intersects(sips);
    story.blocks.iter().filter(inside).copied().collect()
}

/// The time from the end of the block that the reserved kernel waited for to the kernel's start.
fn delay(story: &Story) -> u64 {
    let long = story.life(0).finish.unwrap();
    story.life(WIDE).first_launch.unwrap() - long
}

/// With correct estimates and the safe margin, backfilling does not delay the reserved kernel.
#[test]
fn true_estimates_delay_nothing() {
    let story = reserved_and_backfilled(BackfillMargin::safe(0), 0);
    assert!(backfills(&story).len() > 20, "{}", backfills(&story).len());
    assert!(delay(&story) <= 2 * ATTEMPT, "{}", delay(&story));
}

/// Estimates that are low by the mean and by the worst of real ones, 2.2 % and 39 %: the delay is at most what a
/// backfilling block overruns, less the margin, and two attempts.
#[test]
fn low_estimates_delay_by_no_more_than_the_overrun() {
    for per_mille in [3, 22, 100, 390] {
        let story = reserved_and_backfilled(BackfillMargin::safe(0), per_mille);
        let overrun = backfills(&story).iter().map(|block| overrun(block, per_mille)).max().unwrap();
        assert!(delay(&story) <= overrun + 2 * ATTEMPT, "{per_mille}: {} and {overrun}", delay(&story));
        assert_eq!(story.blocks.len(), 2 + 30 * SHORT.len(), "nothing is lost");
    }
}

fn overrun(block: &Block, per_mille: u32) -> u64 {
    let est = SHORT[block.kernel as usize - 2];
    u64::from(real(est, per_mille) - est)
}

/// Once the group has overrun its estimate, its remaining time is 0 and a positive margin closes it: whatever the
/// estimates, no further block enters.
#[test]
fn an_overrun_group_is_closed() {
    let story = reserved_and_backfilled(BackfillMargin::safe(0), 390);
    let expected_end = story.life(0).first_launch.unwrap() + u64::from(LONG);
    let latest = backfills(&story).iter().map(|block| block.launch).max().unwrap();
    assert!(latest < expected_end, "{latest} and {expected_end}");
    assert!(story.life(WIDE).first_launch.unwrap() > expected_end, "it waits for the real end");
}

/// The same with a margin of 0: more blocks pass, and the reserved kernel is delayed (dangers D1 and D27).
#[test]
fn a_margin_of_0_costs_the_reserved_kernel_more() {
    let [zero, safe] = [BackfillMargin::exact(0), BackfillMargin::safe(0)]
        .map(|margin| reserved_and_backfilled(margin, 100));
    assert!(backfills(&zero).len() > backfills(&safe).len());
    assert!(delay(&zero) > delay(&safe) + u64::from(SHORT[3]), "{} and {}", delay(&zero), delay(&safe));
}

/// The example under a model of low estimates.
fn low(kind: ErrorKind, seed: u64) -> (Workload, Played) {
    let workload = example_with("low_estimates.yaml", &[], Some((kind, seed)));
    let played = play(&workload);
    (workload, played)
}

const SEEDS: [u64; 2] = [3, 8];

const MODELS: [ErrorKind; 3] = [ErrorKind::None, ErrorKind::Low, ErrorKind::Uniform { percent: 30 }];

/// Whatever the seed, a backfilling block exceeds the expected end of the block that keeps its group busy by at
/// most its own overrun. The margin covers the attempt.
#[test]
fn whatever_the_estimates_a_backfill_costs_at_most_its_overrun() {
    let mut seen = 0;
    for (kind, seed) in MODELS.into_iter().flat_map(|kind| SEEDS.map(move |seed| (kind, seed))) {
        let (workload, played) = low(kind, seed);
        let kernels: Vec<_> = workload.kernels().map(|(_, kernel)| kernel).collect();
        for reservation in &played.timeline.reservations {
            for block in backfilled(&played, reservation) {
                let kernel = kernels[block.kernel as usize];
                let overrun = workload.block_cycles(kernel).saturating_sub(kernel.est.into());
                let limit = expected_end(&workload, &played, reservation) + overrun;
                assert!(block.finish.unwrap() <= limit, "{kind:?} {seed}: {block:?} after {limit}");
                seen += 1;
            }
        }
    }
    assert!(seen > 40, "{seen} blocks were backfilled");
}

/// Blocks of other kernels launched into a reservation.
fn backfilled<'p>(played: &'p Played, reservation: &'p Reservation) -> impl Iterator<Item = &'p Block> {
    played.story.blocks.iter().filter(|block| {
        let launch = block.launch;
        let is_inside = launch > reservation.from.0 && launch <= reservation.to.0;
        is_inside && block.pool != Pool::R && block.sips.intersects(reservation.sips)
    })
}

/// When everything on the reserved SIPs should have ended at its promotion, by the estimates.
fn expected_end(workload: &Workload, played: &Played, reservation: &Reservation) -> u64 {
    let kernels: Vec<_> = workload.kernels().map(|(_, kernel)| kernel).collect();
    let at = reservation.from.0;
    let runs = played.story.blocks.iter().filter(|block| {
        block.sips.intersects(reservation.sips) && block.launch <= at && block.finish.unwrap() > at
    });
    runs.map(|block| block.launch + u64::from(kernels[block.kernel as usize].est)).max().unwrap_or(0)
}

/// The reserved kernel starts when its SIPs are free: at most two attempts later, plus one for each launch of
/// another, older reserved kernel.
#[test]
fn a_reserved_kernel_starts_when_its_sips_are_free() {
    let mut seen = 0;
    for (kind, seed) in MODELS.into_iter().flat_map(|kind| SEEDS.map(move |seed| (kind, seed))) {
        let (_, played) = low(kind, seed);
        for reservation in
            played.timeline.reservations.iter().filter(|one| one.outcome == ReservationOutcome::Launched)
        {
            let runs = played
                .story
                .runs
                .iter()
                .filter(|run| reservation.sips.contains(run.sip.mask()) && run.from < reservation.to.0);
            let free = runs.map(|run| run.to).max().unwrap_or(0).max(reservation.from.0);
            let first = played.story.blocks.iter().filter(|block| {
                block.pool == Pool::R
                    && block.kernel != reservation.kernel
                    && (free..reservation.to.0).contains(&block.launch)
            });
            let bound = free + (2 + first.count() as u64) * ATTEMPT;
            assert!(reservation.to.0 <= bound, "{kind:?} {seed}: {reservation:?}, free at {free}");
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen} reservations");
}
