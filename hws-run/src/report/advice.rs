//! What a few other settings would have done to a run.

use schemars::JsonSchema;
use serde::Serialize;

/// What a few other settings would have done to a run; [`Adviser`](crate::tune::Adviser) finds out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Advice {
    /// The number of combinations of settings that were tried.
    pub tried: usize,
    /// What ends the run earlier by at least a hundredth; null if nothing does.
    pub better: Option<BetterSettings>,
}

/// Settings that end a run earlier.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BetterSettings {
    /// The settings, in addition to those of the run, as KEY=VALUE for `--policy`.
    pub policies: Vec<String>,
    /// The makespan with them.
    pub makespan: u64,
    /// Its difference to the makespan of the run, in thousandths of it, rounded towards zero; negative.
    pub change_permille: i64,
}
