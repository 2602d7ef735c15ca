//! The fuzz target `registers`: interprets any bytes as operations on the whole interface of an HWS.

mod driver;
mod operation;
mod reached;
mod register_write;

use arbitrary::{Result, Unstructured};
use hws_model::Config;

use crate::choose::{below, in_16};
use driver::Driver;
use operation::Operation;

pub use reached::Reached;

/// The body of the fuzz target.
///
/// # Panics
/// If an invariant does not hold; the message contains the invariant, the resource and the cycle.
pub fn fuzz(data: &[u8]) {
    run(data);
}

/// Does the same and returns what it reached.
///
/// # Panics
/// Like [`fuzz`].
pub fn run(data: &[u8]) -> Reached {
    let mut u = Unstructured::new(data);
    let mut driver = Driver::new(config(&mut u).unwrap_or_default());
    while !u.is_empty() {
        let Ok(operation) = Operation::decode(&mut u) else { break };
        driver.apply(operation);
    }
    driver.finish();
    driver.reached()
}

/// The configuration of the map, sometimes a smaller one.
fn config(u: &mut Unstructured<'_>) -> Result<Config> {
    if in_16(u, 12)? {
        return Ok(Config::default());
    }
    let mut size = || Ok(Config::MIN + below(u, Config::MAX - Config::MIN + 1)?);
    Ok(Config::new(size()?, size()?).unwrap_or_default())
}
