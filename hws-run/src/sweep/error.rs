//! Why a sweep is refused: option, place in it, reason, remedy.

use hws_input::Diagnostic;

use crate::workload::WorkloadError;

hws_input::faults! {
    /// What is wrong with an axis: `OPTION, column N: reason; remedy`.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct AxisError {
        /// The option as it was given, without `--set`.
        pub option: String,
        /// Column from 1, in characters.
        pub column: usize,
        /// What is wrong, and the remedy.
        pub reason: AxisReason,
    } => reason, ("{option}, column {column}: ");
}

hws_input::faults! {
    /// What is wrong with an option.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum AxisReason {
        /// No equals sign.
        NoValues = "missing-value", ("no values are given"), ("write KEY=VALUES, such as promote.threshold=1,4,16");
        /// Nothing before the equals sign.
        NoKey = "missing-key", ("no setting is named"), ("write KEY=VALUES, such as promote.threshold=1,4,16");
        /// Nothing between two separators.
        EmptyValue = "missing-value", ("a value is missing"), ("give one, or remove the separator");
        /// One value, or one setting, twice.
        ValueTwice {
            /// The value.
            value: String,
        } = "given-twice", ("the value {value} is given twice"), ("remove one; both would make the same runs");
        /// A second axis of one setting.
        SettingTwice {
            /// The setting.
            key: String,
            /// The first option.
            first: String,
        } = "given-twice", ("{key} is given twice, first by {first}"), ("give all its values in one option");
        /// Two spellings of one value.
        SameValue {
            /// The value.
            value: String,
            /// The first spelling.
            first: String,
        } = "given-twice", ("{value} is the same as {first}"), ("remove one; both would make the same runs");
        /// Two axes that set the same field of a register.
        Overlap {
            /// The setting.
            key: String,
            /// The setting of the first axis.
            first: String,
        } = "settings-overlap", ("{key} sets what {first} sets"), ("keep one of them");
        /// A text with two dots that is not a range.
        NoRange {
            /// The text.
            range: String,
        } = "illegal-range",
            ("{range} is not a valid range"),
            ("write FIRST..LAST or FIRST..LAST:STEP with integers of 64 bits");
        /// A step of 0.
        NoStep = "illegal-range", ("the step is 0"), ("give a step that leads from the first number to the last");
        /// A step that leads away from the end.
        WrongWay {
            /// First number.
            first: i64,
            /// Last number.
            last: i64,
            /// The step.
            step: i64,
        } = "illegal-range",
            ("a step of {step} does not lead from {first} to {last}"),
            ("write {first}..{last}:{}", step.saturating_neg());
        /// More numbers than a range may have.
        LongRange {
            /// Its numbers.
            count: u128,
            /// The limit.
            most: u64,
        } = "too-many",
            ("the range has {count} numbers, which is more than the limit of {most}"),
            ("use a larger step");
        /// Neither a count nor a range of seeds.
        NoSeeds {
            /// The text.
            text: String,
            /// The limit.
            most: u64,
        } = "illegal-value", ("{text} is not a valid number of seeds"), ("give 1 to {most}, or a range such as 5..9");
        /// A range of seeds that begins or ends below 0.
        NegativeSeed {
            /// The text.
            range: String,
        } = "illegal-value", ("{range} contains negative seeds"), ("seeds are unsigned");
        /// A value that is illegal for the setting, or for the workload with it.
        Illegal {
            /// The key or the value.
            what: String,
            /// What is wrong with it.
            problem: Box<Diagnostic>,
        } => problem, ("{what}: ");
    }
}

hws_input::faults! {
    /// Why a sweep is refused.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum SweepError {
        /// A setting or value.
        Axis(inner: AxisError) => inner, ("--set ");
        /// The seeds.
        Seeds(inner: AxisReason) => inner, ("--seeds: ");
        /// More runs than a sweep may have.
        TooManyRuns {
            /// Its runs.
            runs: u128,
            /// The limit.
            most: u128,
        } = "too-many",
            ("the sweep has {runs} runs, which is more than the limit of {most}"),
            ("give fewer values or seeds");
        /// The workload.
        Workload(inner: WorkloadError);
    }
}

impl From<AxisError> for SweepError {
    fn from(error: AxisError) -> Self {
        Self::Axis(error)
    }
}

impl From<WorkloadError> for SweepError {
    fn from(error: WorkloadError) -> Self {
        Self::Workload(error)
    }
}
