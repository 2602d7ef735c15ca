//! Why a sweep is refused: option, place in it, reason, remedy.

use thiserror::Error;

use crate::workload::WorkloadError;

/// What is wrong with an axis: `OPTION, column N: reason (remedy)`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{option}, column {column}: {reason}")]
pub struct AxisError {
    /// The option as it was given, without `--set`.
    pub option: String,
    /// Column from 1, in characters.
    pub column: usize,
    /// What is wrong, and the remedy.
    pub reason: AxisReason,
}

/// What is wrong with an option; the text in brackets is the remedy.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AxisReason {
    /// No equals sign.
    #[error("no values are given (write KEY=VALUES, such as promote.threshold=1,4,16)")]
    NoValues,
    /// Nothing before the equals sign.
    #[error("no setting is named (write KEY=VALUES, such as promote.threshold=1,4,16)")]
    NoKey,
    /// Nothing between two separators.
    #[error("a value is missing (give one, or remove the separator)")]
    EmptyValue,
    /// One value, or one setting, twice.
    #[error("the value {value} is given twice (remove one; both would make the same runs)")]
    ValueTwice {
        /// The value.
        value: String,
    },
    /// A second axis of one setting.
    #[error("{key} is given twice, first by {first} (give all its values in one option)")]
    SettingTwice {
        /// The setting.
        key: String,
        /// The first option.
        first: String,
    },
    /// Two spellings of one value.
    #[error("{value} is the same as {first} (remove one; both would make the same runs)")]
    SameValue {
        /// The value.
        value: String,
        /// The first spelling.
        first: String,
    },
    /// Two axes that set the same field of a register.
    #[error("{key} sets what {first} sets (keep one of them)")]
    Overlap {
        /// The setting.
        key: String,
        /// The setting of the first axis.
        first: String,
    },
    /// A text with two dots that is not a range.
    #[error("{range} is not a valid range (write FIRST..LAST or FIRST..LAST:STEP with integers of 64 bits)")]
    NoRange {
        /// The text.
        range: String,
    },
    /// A step of 0.
    #[error("the step is 0 (give a step that leads from the first number to the last)")]
    NoStep,
    /// A step that leads away from the end.
    #[error("a step of {step} does not lead from {first} to {last} (write {first}..{last}:{})", step.saturating_neg())]
    WrongWay {
        /// First number.
        first: i64,
        /// Last number.
        last: i64,
        /// The step.
        step: i64,
    },
    /// More numbers than a range may have.
    #[error("the range has {count} numbers, which is more than the limit of {most} (use a larger step)")]
    LongRange {
        /// Its numbers.
        count: u128,
        /// The limit.
        most: u64,
    },
    /// Neither a count nor a range of seeds.
    #[error("{text} is not a valid number of seeds (give 1 to {most}, or a range such as 5..9)")]
    NoSeeds {
        /// The text.
        text: String,
        /// The limit.
        most: u64,
    },
    /// A range of seeds that begins or ends below 0.
    #[error("{range} contains negative seeds (seeds are unsigned)")]
    NegativeSeed {
        /// The text.
        range: String,
    },
    /// A value that is illegal for the setting, or for the workload with it.
    #[error("{0}")]
    Illegal(String),
}

/// Why a sweep is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SweepError {
    /// A setting or value.
    #[error("--set {0}")]
    Axis(#[from] AxisError),
    /// The seeds.
    #[error("--seeds {0}")]
    Seeds(AxisReason),
    /// More runs than a sweep may have.
    #[error("the sweep has {runs} runs, which is more than the limit of {most} (give fewer values or seeds)")]
    TooManyRuns {
        /// Its runs.
        runs: u128,
        /// The limit.
        most: u128,
    },
    /// The workload.
    #[error(transparent)]
    Workload(#[from] WorkloadError),
}
