//! Every setting of a run by name: scheduling policies, register fields, the machine, firmware, imports, real times, faults.
//!
//! A policy is a key and a value, `promote.rtask_max=4`. [`KEYS`] lists every key with its values, unit, default and effect; runs,
//! sweeps and the bindings share it. A scheduling policy becomes the register settings that the firmware API would make ([`fw_api`]'s
//! typed setters validate the value), `reg.PROMOTE.RTASK_MAX=4` changes a field of a register directly. Both override the workload's
//! settings of those fields and leave the others unchanged. The later of two policies wins, as a later write does.
//!
//! No value contains a comma, so that several values of a key can be listed with commas.
//!
//! ```
//! use hws_run::policy::{self, RunSettings};
//! let mut settings = RunSettings::default();
//! policy::set(&mut settings, "p_top_k", "4").unwrap();
//! assert_eq!(settings.hardware.top_k(), 4);
//! assert_eq!(policy::get(&settings, "reg.P_TOP_K.K").as_deref(), Some("4"));
//! let error = policy::set(&mut settings, "p_topk", "4").unwrap_err();
//! assert_eq!(error.to_string(), "policy p_topk=4: unknown key; did you mean `p_top_k`? see `hws run --policy list`");
//! ```

mod error;
mod fault_rates;
mod files;
mod firmware;
mod imports;
mod keys;
mod list;
mod machine;
mod overlap;
mod register_field;
mod registers;
mod scheduling;
mod setters;
mod settings;
mod settings_bus;
mod values;

pub(crate) use firmware::L2_BYTES;

pub use error::{PolicyError, PolicyReason};
pub use files::WORKLOAD;
pub use imports::ERROR_MODEL;
pub use keys::{KEYS, PolicyGroup, PolicyKey};
pub use list::{PolicyEntry, entries, list, markdown};
pub use overlap::{is_set, overlap};
pub use settings::RunSettings;
pub use values::PolicyValues;

use keys::Known;

/// Applies a policy to the settings of a run.
///
/// # Errors
/// A key that does not exist, or a value that it does not take. Nothing is changed then.
pub fn set(settings: &mut RunSettings, key: &str, value: &str) -> Result<(), PolicyError> {
    let known = Known::find(key).map_err(|reason| PolicyError::new(key, value, reason))?;
    known.set(settings, value).map_err(|reason| PolicyError::new(key, value, reason))
}

/// Returns the present value of a policy, in its shortest form; none if the key does not exist, or has no value in a run.
///
/// A register that no setting changes has the value that firmware leaves it with.
#[must_use]
pub fn get(settings: &RunSettings, key: &str) -> Option<String> {
    Known::find(key).ok()?.get(settings)
}

/// Returns the unit of a policy's numbers and its meaning; none if the key does not exist.
#[must_use]
pub fn describe(key: &str) -> Option<(&'static str, String)> {
    Some(Known::find(key).ok()?.describe())
}

/// Returns the part of the run that a policy sets; none if the key does not exist.
#[must_use]
pub fn group(key: &str) -> Option<PolicyGroup> {
    Some(Known::find(key).ok()?.group())
}

/// Returns whether estimates, priorities or the fit of kernels follow from the key, so that it must be set before
/// a workload is read.
#[must_use]
pub fn shapes_workload(key: &str) -> bool {
    Known::find(key).is_ok_and(|known| known.shapes_workload())
}

#[cfg(test)]
mod tests;
