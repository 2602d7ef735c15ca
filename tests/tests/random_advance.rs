//! `advance(n)` equals n times `tick()` (I12): equal state and equal events on random stimuli, split anywhere.
//!
//! `HWS_CASES=n` runs n stimuli, `HWS_FIRST=s` starts with seed s.

use hws_model::Hws;
use hws_sim::stimulus::{Operation, shrink};
use hws_tests::compare::{ComparisonSettings, Difference, Pair};
use hws_tests::failure::{TRIES, save};
use hws_tests::random::{Numbers, seeds, stimulus};

/// The longest jump: below an attempt, across several, or as far as the surroundings allow.
fn longest_jump(numbers: &mut Numbers) -> u64 {
    match numbers.below(4) {
        0 => u64::from(numbers.between(1, 8)),
        1 => u64::from(numbers.between(9, 200)),
        _ => u64::MAX,
    }
}

/// MDMA commands are taken slowly, so that jumps can span attempts.
fn check(operations: &[Operation], settings: ComparisonSettings, cuts: &Numbers) -> Result<(), Difference> {
    let mut cuts = cuts.clone();
    let mut pair: Pair<Hws, Hws> = Pair::new(settings);
    for (number, operation) in operations.iter().enumerate() {
        pair.left.perform(operation);
        pair.right.perform_in_jumps(operation, || longest_jump(&mut cuts));
        let same = pair.compare_logs();
        same.map_err(|(left, right)| Difference { operation: number, at: operation.at, left, right })?;
        if pair.left.hws() != pair.right.hws() {
            let show = |hws: &Hws| format!("{hws:?}");
            let (left, right) = (show(pair.left.hws()), show(pair.right.hws()));
            return Err(Difference { operation: number, at: operation.at, left, right });
        }
    }
    Ok(())
}

#[test]
fn advance_equals_ticks() {
    for seed in seeds() {
        let stimulus = stimulus(seed);
        let mut numbers = Numbers::new(seed ^ 0xAD);
        let mdma_period = numbers.pick(&[1, 64, 500, 5000]);
        let settings =
            ComparisonSettings { config: stimulus.config, mdma_period, fault_salt: None, registers_every: 1 };
        let fails = |operations: &[Operation]| check(operations, settings, &numbers).is_err();
        if fails(&stimulus.operations) {
            let short = shrink(&stimulus.operations, TRIES, fails);
            let difference = check(&short, settings, &numbers).expect_err("shrinking keeps the failure");
            let path = save(&format!("advance_{seed}.jsonl"), &short);
            panic!(
                "seed {seed}, {settings:?}: ticks first, advance second, {difference}\n{}",
                path.display()
            );
        }
    }
}
