//! Random stimuli: turns a seed into a list of operations for `hws replay`.
//!
//! A stimulus is recorded from a run: a random driver, similar to firmware, operates a [`hws_sim::Machine`]
//! and reads its registers to do useful things (missing grants, reports of what really runs, triggers). The
//! result is a plain list that can be run on any implementation, cut, shortened and saved. The same seed gives
//! the same list.
//!
//! Each stimulus enables a random subset of the features, so that they occur in all combinations.

mod actions;
mod changes;
mod chaos;
mod commands;
mod descriptor;
mod driver;
mod features;
mod housekeeping;
mod numbers;
mod reached;
mod setup;
mod submissions;

use hws_model::Config;
use hws_sim::stimulus::Operation;

pub use numbers::Numbers;
pub use reached::{goals, reached};

use driver::Driver;

/// The default number of stimuli of a test, with seeds from 0 on; together they reach all [`goals`].
pub const CASES: u64 = 64;

/// A stimulus and the size of the HWS it is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stimulus {
    /// The sizes; the default for most.
    pub config: Config,
    /// The operations, `end` last.
    pub operations: Vec<Operation>,
}

/// Returns the stimulus of a seed.
#[must_use]
pub fn stimulus(seed: u64) -> Stimulus {
    let mut numbers = Numbers::new(seed);
    let config = config(&mut numbers);
    let steps = 30 + numbers.below(100);
    let mut driver = Driver::new(config, numbers, seed);
    driver.set_up(seed as usize);
    for _ in 0..steps {
        driver.step();
    }
    Stimulus { config, operations: driver.end() }
}

/// Returns the seeds to run: [`CASES`] from 0 on, or `HWS_CASES` of them from `HWS_FIRST` on.
///
/// # Panics
/// If a variable is not a number.
#[must_use]
pub fn seeds() -> std::ops::Range<u64> {
    let variable = |name: &str, default: u64| {
        std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
    };
    let first = variable("HWS_FIRST", 0);
    first..first + variable("HWS_CASES", CASES)
}

fn config(numbers: &mut Numbers) -> Config {
    if numbers.chance(7, 8) {
        return Config::default();
    }
    let mut size = || Config::MIN + numbers.below(Config::MAX - Config::MIN + 1);
    Config::new(size(), size()).expect("the sizes are legal")
}
