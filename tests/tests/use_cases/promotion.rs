//! Promotion: a kernel that needs a whole cluster among kernels that need one SIP.

use fw_api::{BackfillMargin, PromotionPolicy, PromotionRule, PromotionRules};
use hws_regs::params::ATTEMPT_CYCLES;
use hws_tests::rig::td;
use hws_types::TaskDescriptor;

use crate::use_cases::bench::Bench;
use crate::use_cases::play::{Played, example_with, play};
use crate::use_cases::story::Story;

const ATTEMPT: u64 = ATTEMPT_CYCLES as u64;

/// Cycles of a small block: some of the 16 SIPs are always busy, and some always free.
const SMALL: u64 = 600;

/// The number of small kernels, each of two blocks.
const SMALL_KERNELS: u16 = 60;

/// The DAG of the wide kernel is the first; each small kernel has its own DAG, so that every one of them competes.
fn crowd(rules: PromotionRules, margin: BackfillMargin) -> Story {
    let mut bench = Bench::new(4, 0);
    bench.fw().set_promotion(&PromotionPolicy { rules, threshold: 3, ..PromotionPolicy::default() }).unwrap();
    bench.fw().set_backfill(margin).unwrap();
    bench.fw().enable().unwrap();
    let small = |tag: u16| TaskDescriptor {
        affinity: 0xFFFF,
        dag_tag: 1 + tag % 20,
        est_exec_time: SMALL as u32,
        ..td(1, 2)
    };
    bench.submit(small(0));
    bench.advance(100);
    bench.submit(TaskDescriptor { affinity: 0xFFFF, dag_tag: 0, est_exec_time: 500, ..td(16, 1) });
    for tag in 1..SMALL_KERNELS {
        bench.submit(small(tag));
    }
    bench.end()
}

/// kernel_id of the wide kernel.
const WIDE: u32 = 1;

fn threshold() -> PromotionRules {
    PromotionRules::NONE.with(PromotionRule::Threshold)
}

fn launch_of_the_wide_one(story: &Story) -> u64 {
    story.life(WIDE).first_launch.unwrap()
}

/// Blocks of others launched after it came.
fn overtaken_by(story: &Story) -> usize {
    let wide = story.life(WIDE);
    let came = |launch| (wide.admit.unwrap()..wide.first_launch.unwrap()).contains(&launch);
    story.blocks.iter().filter(|block| block.kernel != WIDE && came(block.launch)).count()
}

/// Without promotion it starts when every small kernel has been launched.
#[test]
fn without_promotion_a_wide_kernel_is_starved() {
    let story = crowd(PromotionRules::NONE, BackfillMargin::default());
    assert!(story.promotions.is_empty());
    assert!(
        story
            .blocks
            .iter()
            .all(|block| block.kernel == WIDE || block.launch < launch_of_the_wide_one(&story))
    );
}

/// With the threshold rule and the safe margin it starts as soon as the blocks on its SIPs have ended.
#[test]
fn with_promotion_its_wait_is_bounded() {
    let story = crowd(threshold(), BackfillMargin::safe(0));
    let [(promoted, WIDE, sips)] = story.promotions[..] else { panic!("{:?}", story.promotions) };
    assert_eq!(sips.0, 0xFFFF);
    // A block launched at that COMMIT is the last on its SIPs; then the rest of one attempt, and one more.
    let bound = promoted + SMALL + 2 * ATTEMPT;
    assert!(launch_of_the_wide_one(&story) <= bound, "{} and {bound}", launch_of_the_wide_one(&story));
    let without = crowd(PromotionRules::NONE, BackfillMargin::default());
    assert!(2 * overtaken_by(&story) < overtaken_by(&without));
}

/// It is promoted when the third kernel has overtaken it, not before.
#[test]
fn it_is_promoted_when_it_has_failed_often_enough() {
    let story = crowd(threshold(), BackfillMargin::safe(0));
    let came = story.life(WIDE).admit.unwrap();
    let mut left: Vec<u64> =
        story.kernels.iter().filter(|(id, _)| **id > WIDE).filter_map(|(_, life)| life.depart).collect();
    left.sort_unstable();
    assert!(left[0] > came);
    assert_eq!(story.promotions[0].0, left[2]);
}

/// D1: with a margin of 0, blocks of the same length keep entering its reservation as long as there are any.
#[test]
fn a_margin_of_0_starves_the_promoted_kernel() {
    let zero = crowd(threshold(), BackfillMargin::exact(0));
    let safe = crowd(threshold(), BackfillMargin::safe(0));
    assert!(zero.promotions.iter().any(|&(_, kernel, _)| kernel == WIDE));
    let last_small = zero.blocks.iter().filter(|block| block.kernel != WIDE).map(|block| block.launch).max();
    assert!(launch_of_the_wide_one(&zero) > last_small.unwrap(), "only when none is left");
    assert!(launch_of_the_wide_one(&safe) < launch_of_the_wide_one(&zero) / 2);
}

/// The other rules promote the wide kernel too, without counting failures.
#[test]
fn every_rule_bounds_the_wait() {
    for rule in
        [PromotionRule::Threshold, PromotionRule::Top1FullVg, PromotionRule::Top1, PromotionRule::OnCp]
    {
        let mut bench = Bench::new(4, 0);
        let rules = PromotionRules::NONE.with(rule);
        bench.fw().set_promotion(&PromotionPolicy { rules, ..PromotionPolicy::default() }).unwrap();
        bench.fw().set_backfill(BackfillMargin::safe(0)).unwrap();
        bench.fw().enable().unwrap();
        let small = TaskDescriptor { affinity: 0xFFFF, est_exec_time: SMALL as u32, ..td(1, 10) };
        bench.submit(TaskDescriptor { dag_tag: 1, ..small });
        bench.advance(100);
        let wide = TaskDescriptor { affinity: 0xFFFF, dag_tag: 2, on_cp: true, ..td(16, 1) };
        // For rules about the first in the pool, the wide kernel has to be the first.
        let wide = bench.submit(TaskDescriptor { offline_priority: 500, ..wide });
        for dag_tag in 3..15 {
            bench.submit(TaskDescriptor { dag_tag, ..small });
        }
        let story = bench.end();
        let promoted = story.promotions.first().unwrap_or_else(|| panic!("{rule:?}")).0;
        let launch = story.life(wide).first_launch.unwrap();
        assert!(launch <= promoted + SMALL + 2 * ATTEMPT, "{rule:?}: {promoted}, {launch}");
        assert!(story.blocks.iter().any(|block| block.launch > launch), "{rule:?}: small ones are left");
    }
}

/// The example with a promotion rule and a margin.
fn starvation(rules: &str, margin: &str) -> Played {
    play(&example_with("starvation.yaml", &[("promote.rules", rules), ("backfill.margin", margin)], None))
}

/// When its wide kernel starts, in thousandths of the time until the last small one starts.
fn share(played: &Played) -> u64 {
    let wide = (played.record.kernels.len() - 1) as u32;
    let small =
        played.story.blocks.iter().filter(|block| block.kernel != wide).map(|block| block.launch).max();
    1000 * played.story.life(wide).first_launch.unwrap() / small.unwrap()
}

/// The example: starved without promotion and with a margin of 0, among the first with the safe one.
#[test]
fn the_example_shows_all_three() {
    assert!(share(&starvation("none", "safe")) > 1000);
    assert!(share(&starvation("threshold", "0")) > 1000);
    assert!(share(&starvation("threshold", "safe")) < 500, "{}", share(&starvation("threshold", "safe")));
}
