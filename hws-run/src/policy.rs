//! Scheduling policies by name: what an experiment changes, said in words instead of register fields.
//!
//! A policy is a key and a value, `promote.rtask_max=4`. It becomes the register settings that the
//! firmware API would make ([`fw_api`]'s typed setters judge the value), so it overrides what the
//! workload says of those registers and leaves the others alone. `registers:` of a workload remains the way
//! to set any register to anything legal. The later of two policies wins, as a later write does.
//!
//! No value contains a comma, so that several values of a key can be listed with commas.
//!
//! ```
//! use hws_run::{policy, workload};
//! let mut workload = workload::built_in();
//! policy::set(&mut workload, "p_top_k", "4").unwrap();
//! let error = policy::set(&mut workload, "p_topk", "4").unwrap_err();
//! assert_eq!(error.to_string(), "policy p_topk=4: there is no such key (did you mean `p_top_k`? see `hws run --policy list`)");
//! ```

mod error;
mod keys;
mod list;
mod setters;
mod settings_bus;
mod values;

pub use error::{PolicyError, PolicyReason};
pub use keys::{KEYS, Key};
pub use list::{list, markdown};

use hws_input::nearest;

use crate::workload::{Hardware, Workload};

/// Applies a policy to a workload.
///
/// # Errors
/// A key that does not exist, a value that it does not take, or a key that
/// [shapes the workload](Key::shapes_workload): that has to be known before the files are read
/// ([`Inputs::policies`](crate::workload::Inputs::policies)). Nothing is changed then.
pub fn set(workload: &mut Workload, key: &str, value: &str) -> Result<(), PolicyError> {
    let fail = |reason| Err(PolicyError::new(key, value, reason));
    if KEYS.iter().any(|known| known.name == key && known.shapes_workload) {
        return fail(PolicyReason::TooLate);
    }
    set_on(&mut workload.hardware, key, value)
}

/// The same for a machine that has no workload yet: every key will do.
pub(crate) fn set_on(hardware: &mut Hardware, key: &str, value: &str) -> Result<(), PolicyError> {
    let fail = |reason| PolicyError::new(key, value, reason);
    let Some(known) = KEYS.iter().find(|known| known.name == key) else {
        let closest = nearest(key, KEYS.iter().map(|known| known.name)).map(str::to_owned);
        return Err(fail(PolicyReason::UnknownKey { closest }));
    };
    (known.set)(hardware, value).map_err(|problem| fail(problem.reason(known.values)))
}

#[cfg(test)]
mod tests;
