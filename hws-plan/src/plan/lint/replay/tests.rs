//! The replay against a slow reference, start by start.

#[path = "../../../../tests/common/scheduled.rs"]
mod scheduled;
#[path = "../../../../tests/common/slow_replay.rs"]
mod slow_replay;

use proptest::prelude::*;

use super::Replay;
use crate::PlannerAnswer;
use crate::plan::Plan;
use crate::plan::check::{Placed, resolve};

/// Inserts pauses before the slots, in the order of their starts; slots that start together stay together.
fn delay(plan: &mut Plan, delays: &[u64]) {
    let mut order: Vec<usize> = (0..plan.slots.len()).collect();
    order.sort_by_key(|&slot| plan.slots[slot].start);
    let (mut by, mut before) = (0, None);
    for (slot, delay) in order.into_iter().zip(delays.iter().cycle()) {
        let slot = &mut plan.slots[slot];
        if before.replace(slot.start) != Some(slot.start) {
            by += delay;
        }
        (slot.start, slot.end) = (slot.start + by, slot.end + by);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn starts_are_those_of_a_slow_replay(
        mut plan in scheduled::any_scheduled(), delays in prop::collection::vec(0..9_u64, 24), keep: u64,
    ) {
        // With fewer dependencies, more slots can start earlier.
        let mut bits = (0..64).cycle().map(|bit| keep >> bit & 1 == 1);
        plan.kernels.iter_mut().for_each(|kernel| kernel.deps.retain(|_| bits.next().unwrap_or(false)));
        delay(&mut plan, &delays);
        prop_assume!(plan.check().is_good());
        let resolved = resolve(&plan).unwrap();
        let replayed = Replay::of(&Placed::of_right(&plan, &resolved)).start;
        prop_assert_eq!(&replayed, &slow_replay::starts(&plan));
        prop_assert!(plan.slots.iter().zip(&replayed).all(|(slot, &start)| start <= slot.start));
    }
}
