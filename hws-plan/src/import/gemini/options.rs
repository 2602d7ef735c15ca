//! Options of a schedule: `{"ir": …, "options": …}` of planner §7.

use std::num::NonZeroU64;

use serde::Deserialize;

use super::field::GeminiField;
use crate::import::error::{FilePlace, ImportError, ImportReason};

/// The options of a schedule; `None` where an option is not given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GeminiOptions {
    /// DRAM bytes per cycle (G17), from 1; `None`: loads take no time.
    pub dram_bw: Option<i64>,
    /// SIPs of a kernel, from 1; `None`: one.
    pub thread_num: Option<i64>,
    /// Divisor of the ranks, from 1; `None`: 1.
    pub rank_div: Option<i64>,
    /// Numerator and denominator, both from 1, that turn times into SP cycles, rounded up (G18).
    pub time_scale: Option<[i32; 2]>,
}

impl GeminiOptions {
    /// Options with a bandwidth only. No tensor has so many bytes that one beyond 2^63 would make a difference.
    #[must_use]
    pub fn at_bandwidth(bytes_per_cycle: Option<NonZeroU64>) -> Self {
        let dram_bw = bytes_per_cycle.map(|bytes| i64::try_from(bytes.get()).unwrap_or(i64::MAX));
        Self { dram_bw, ..Self::default() }
    }

    /// These options, completed by those of `other` where not given.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            dram_bw: self.dram_bw.or(other.dram_bw),
            thread_num: self.thread_num.or(other.thread_num),
            rank_div: self.rank_div.or(other.rank_div),
            time_scale: self.time_scale.or(other.time_scale),
        }
    }

    /// Returns ceil(time × num / den): below 2^62, as the time and both factors are below 2^31. Negative times count
    /// as 0.
    pub(super) fn scaled(&self, time: i64) -> u64 {
        let [num, den] = self.time_scale.unwrap_or([1, 1]).map(|factor| u64::from(factor.unsigned_abs()));
        (u64::try_from(time).unwrap_or(0) * num).div_ceil(den.max(1))
    }
}

/// The options as read from the file.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Given {
    #[serde(default)]
    dram_bw: GeminiField<i64>,
    #[serde(default)]
    thread_num: GeminiField<i64>,
    #[serde(default)]
    rank_div: GeminiField<i64>,
    #[serde(default)]
    time_scale: GeminiField<[i32; 2]>,
}

impl Given {
    /// Options are not part of the schedule, so an invalid one is not a finding but refuses the input.
    pub(super) fn check(&self) -> Result<GeminiOptions, ImportError> {
        Ok(GeminiOptions {
            dram_bw: checked("dram_bw", &self.dram_bw, |&value| value > 0)?,
            thread_num: checked("thread_num", &self.thread_num, |&value| value > 0)?,
            rank_div: checked("rank_div", &self.rank_div, |&value| value > 0)?,
            time_scale: checked("time_scale", &self.time_scale, |pair| pair.iter().all(|&value| value > 0))?,
        })
    }
}

fn checked<T: Copy>(
    key: &str,
    field: &GeminiField<T>,
    fits: impl Fn(&T) -> bool,
) -> Result<Option<T>, ImportError> {
    match field.good().copied() {
        Some(value) if fits(&value) => Ok(Some(value)),
        None if !field.is_given() => Ok(None),
        _ => Err(ImportError::new(FilePlace::Path(format!("options.{key}")), ImportReason::Option)),
    }
}
