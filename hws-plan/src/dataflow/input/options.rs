//! The options of a dataflow input.

use crate::input::{InputError, InputNode};

/// The options of an input, in the terms of planner §7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Options {
    /// What a linear reduction does to latency and rate (T5).
    pub(in super::super) reductions: ReductionModel,
    /// How outputs are aligned (T7).
    pub(in super::super) outputs: OutputSync,
    /// The firing interval of a function (T10).
    pub(in super::super) lfi: LfiRule,
    /// When a consumer may start (T4).
    pub(in super::super) sd: SdRule,
    /// The deepest FIFO that does not stall its producer, if there is a limit (T18).
    pub(in super::super) fifo_limit: Option<i64>,
    /// Start of the top function.
    pub(in super::super) sd0: i64,
}

/// Timing of a linear reduction of N tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum ReductionModel {
    /// LAT of the operator, FPO = N.
    Fpo,
    /// LAT + N - 1, FPO = 1.
    Latency,
    /// LAT + N - 1 and FPO = N: N counted twice, as in the published formulas, to show the effect.
    Literal,
}

/// The quantity in which the outputs of a function are aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum OutputSync {
    /// SD + LAT: the first outputs appear together.
    Opd,
    /// SD, as published: the outputs fire together, whatever their latencies.
    Sd,
}

/// How the LFI of a function follows from its nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum LfiRule {
    /// The largest ceil(LFI / D).
    Exact,
    /// The largest LFI.
    Max,
    /// The largest LFI of the inputs.
    Input,
}

/// When the first token of an edge counts as arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum SdRule {
    /// SD + (LAT - 1) + AFI x FPO: safe, late by AFI - 1.
    Seed,
    /// SD + LAT + (FPO - 1) x AFI: exactly when it is valid.
    Tight,
}

impl Options {
    pub(super) fn read(root: &InputNode<'_, '_>) -> Result<Self, InputError> {
        use {LfiRule as L, OutputSync as O, ReductionModel as R, SdRule as S};
        Ok(Self {
            reductions: word(
                root,
                "reduction_model",
                &[("fpo", R::Fpo), ("latency", R::Latency), ("literal", R::Literal)],
            )?,
            outputs: word(root, "output_sync", &[("opd", O::Opd), ("sd", O::Sd)])?,
            lfi: word(root, "lfi_rule", &[("exact", L::Exact), ("max", L::Max), ("input", L::Input)])?,
            sd: word(root, "sd_rule", &[("seed", S::Seed), ("tight", S::Tight)])?,
            fifo_limit: root.maybe("fifo_limit").map(|limit| limit.at_least(0)).transpose()?,
            sd0: root.maybe("sd0").map_or(Ok(0), |sd0| sd0.at_least(0))?,
        })
    }
}

/// One of several words; the first one if the key is absent.
fn word<T: Copy>(root: &InputNode<'_, '_>, key: &str, words: &[(&str, T)]) -> Result<T, InputError> {
    root.maybe(key).map_or(Ok(words[0].1), |node| node.word(words))
}
