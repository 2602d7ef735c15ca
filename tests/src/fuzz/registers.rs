//! The fuzz target `registers`: any bytes as operations on the whole outside of an HWS.

use arbitrary::{Result, Unstructured};
use hws_model::Config;

use super::choose::{below, in_16};
use super::driver::Driver;
use super::operation::Operation;
use super::reached::Reached;

/// The body of the fuzz target.
///
/// # Panics
/// When an invariant does not hold; the message names it, the resource and the cycle.
pub fn registers(data: &[u8]) {
    run(data);
}

/// The same, and what it reached.
///
/// # Panics
/// Like [`registers`].
pub fn run(data: &[u8]) -> Reached {
    let mut u = Unstructured::new(data);
    let mut driver = Driver::new(config(&mut u).unwrap_or_default());
    while !u.is_empty() {
        let Ok(operation) = Operation::decode(&mut u) else { break };
        driver.apply(operation);
    }
    driver.reached()
}

/// Mostly the machine of the map, sometimes a smaller one.
fn config(u: &mut Unstructured<'_>) -> Result<Config> {
    if in_16(u, 12)? {
        return Ok(Config::default());
    }
    let mut size = || Ok(Config::MIN + below(u, Config::MAX - Config::MIN + 1)?);
    Ok(Config::new(size()?, size()?).unwrap_or_default())
}
