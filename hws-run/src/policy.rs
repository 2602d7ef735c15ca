//! Scheduling policies by name: the settings of an experiment, in words instead of register fields.
//!
//! A policy is a key and a value, `promote.rtask_max=4`. It becomes the register settings that the firmware
//! API would make ([`fw_api`]'s typed setters validate the value), so it overrides the workload's settings of
//! those registers and leaves the others unchanged. `registers:` of a workload remains the way to set any
//! register to any legal value. The later of two policies wins, as a later write does.
//!
//! No value contains a comma, so that several values of a key can be listed with commas.
//!
//! ```
//! use hws_run::{hardware::Hardware, policy};
//! let mut hardware = Hardware::default();
//! policy::set(&mut hardware, "p_top_k", "4").unwrap();
//! assert_eq!(hardware.top_k(), 4);
//! let error = policy::set(&mut hardware, "p_topk", "4").unwrap_err();
//! assert_eq!(error.to_string(), "policy p_topk=4: unknown key; did you mean `p_top_k`?");
//! ```

mod error;
mod keys;
mod list;
mod setters;
mod settings_bus;
mod values;

use hws_input::nearest;

use crate::hardware::Hardware;

pub use error::{PolicyError, PolicyReason};
pub use keys::{KEYS, PolicyKey};
pub use list::{list, markdown};

/// Applies a policy to a machine.
///
/// # Errors
/// A key that does not exist, or a value that it does not take. Nothing is changed then.
pub fn set(hardware: &mut Hardware, key: &str, value: &str) -> Result<(), PolicyError> {
    let fail = |reason| PolicyError::new(key, value, reason);
    let Some(known) = find(key) else {
        let closest = nearest(key, KEYS.iter().map(|known| known.name)).map(str::to_owned);
        return Err(fail(PolicyReason::UnknownKey { closest }));
    };
    (known.set)(hardware, value).map_err(|problem| fail(problem.reason(known.values)))
}

/// Returns whether estimates, priorities or the fit of kernels follow from the key, so that it must be set before
/// a workload is read.
#[must_use]
pub fn shapes_workload(key: &str) -> bool {
    find(key).is_some_and(|known| known.shapes_workload)
}

fn find(key: &str) -> Option<&'static PolicyKey> {
    KEYS.iter().find(|known| known.name == key)
}

#[cfg(test)]
mod tests;
