//! The model and the plain implementation agree on random stimuli: every event, every answer, every register.
//!
//! `HWS_CASES=n` runs n stimuli, `HWS_FIRST=s` starts with seed s.

use hws_model::{Config, Hws};
use hws_plain::PlainHws;
use hws_sim::stimulus::{Operation, cut, shrink};
use hws_tests::compare::{ComparisonSettings, Difference, compare};
use hws_tests::failure::{TRIES, save};
use hws_tests::random::{Numbers, Stimulus, seeds, stimulus};

fn check(operations: &[Operation], settings: ComparisonSettings) -> Result<u64, Difference> {
    let pair = compare::<Hws, PlainHws>(operations, settings)?;
    Ok(pair.left.hws().cycle().0)
}

/// The settings of a replay for most stimuli; for the others, an MDMA FIFO that is emptied slowly or a memory
/// that refuses words.
fn settings(seed: u64, config: Config) -> ComparisonSettings {
    let mut numbers = Numbers::new(!seed);
    let mdma_period = if numbers.chance(7, 8) { 1 } else { numbers.between(2, 400).into() };
    let fault_salt = numbers.chance(1, 8).then(|| numbers.any());
    ComparisonSettings { config, mdma_period, fault_salt, registers_every: numbers.between(20, 60) as usize }
}

fn report(seed: u64, stimulus: &Stimulus, settings: ComparisonSettings) -> String {
    let every = ComparisonSettings { registers_every: 1, ..settings };
    let found = check(&stimulus.operations, every).expect_err("looking more often finds it too");
    let early = cut(&stimulus.operations, found.operation);
    let short = shrink(&early, TRIES, |operations| check(operations, every).is_err());
    let difference = check(&short, every).expect_err("shrinking keeps the failure");
    let path = save(&format!("seed_{seed}.jsonl"), &short);
    format!(
        "seed {seed}, {} of {} operations, {every:?}: model first, plain second, {difference}\n  \
         hws replay {}\n  \
         (which has the default sizes, takes MDMA commands at once and knows no memory faults)",
        short.len(),
        stimulus.operations.len(),
        path.display()
    )
}

#[test]
fn model_and_plain_agree() {
    let (mut cycles, mut operations) = (0, 0);
    for seed in seeds() {
        let stimulus = stimulus(seed);
        let settings = settings(seed, stimulus.config);
        match check(&stimulus.operations, settings) {
            Ok(ticks) => cycles += ticks,
            Err(_) => panic!("{}", report(seed, &stimulus, settings)),
        }
        operations += stimulus.operations.len();
    }
    println!("{} stimuli, {operations} operations, {cycles} cycles compared", seeds().count());
}
