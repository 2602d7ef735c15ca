//! Waivers: known differences with a reason, which count as known until they expire.

mod date;
mod file;
mod state;

use hws_types::Rule;

use super::options::Skip;

pub use date::WaiverDate;
pub use file::{WaiverKind, waivers};
pub(super) use state::{Waivers, check};

/// A difference that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiver {
    /// Where the file has it: `waivers.yaml:3:3`.
    pub place: String,
    /// The pattern of the signals; `*` if a rule is given alone.
    pub signal: String,
    /// The rule that the difference breaks, in waivers for `hws check`.
    pub rule: Option<Rule>,
    /// When it holds, as written; always if absent.
    pub when: Option<(String, Skip)>,
    /// Why the difference is accepted.
    pub reason: String,
    /// The number or the address of the report.
    pub bug: Option<String>,
    /// The last day on which it holds.
    pub expires: Option<WaiverDate>,
    /// That day has passed: the waiver has no effect.
    pub is_expired: bool,
}

/// What a waiver has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaiverUse {
    /// The waiver.
    pub waiver: Waiver,
    /// The signals with values that it waived, and how many.
    pub signals: Vec<(String, u64)>,
}

impl WaiverUse {
    /// Returns how many values it waived.
    #[must_use]
    pub fn values(&self) -> u64 {
        self.signals.iter().map(|(_, count)| count).sum()
    }

    /// Returns why the waiver is stale: it has expired, or it waives nothing.
    #[must_use]
    pub fn stale(&self) -> Option<String> {
        let Waiver { place, signal, expires, .. } = &self.waiver;
        match expires {
            Some(expires) if self.waiver.is_expired => {
                Some(format!("{place}: the waiver of `{signal}` expired on {expires}; renew or remove it"))
            }
            _ if self.signals.is_empty() => {
                Some(format!("{place}: the waiver of `{signal}` waives nothing; remove it"))
            }
            _ => None,
        }
    }
}
