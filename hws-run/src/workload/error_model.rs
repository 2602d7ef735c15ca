//! Error models: real execution times that differ from the estimates, reproducibly for each seed.
//!
//! A model sets `actual` of each kernel that has none. All blocks of a kernel take the same time, because the
//! descriptor has one sim_exec_time. The deviation depends only on the seed and on GRAPH/KERNEL: adding or removing
//! a kernel does not change the others, and each instance of a repeated graph has its own deviation.

use std::fmt;
use std::str::FromStr;

use hws_input::fnv_1a;
use thiserror::Error;

use super::Workload;

/// How real times deviate from estimates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// Real times are the estimates.
    None,
    /// Estimates run low: real times are longer, by 1.09 % on average and by 39 % at most.
    Low,
    /// Real times are shorter or longer by at most this many percent, every deviation equally likely.
    Uniform {
        /// 1..=99.
        percent: u8,
    },
}

/// A kind and a seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ErrorModel {
    /// How real times deviate.
    pub kind: ErrorKind,
    /// Selects one of the runs that the kind allows.
    pub seed: u64,
}

hws_input::faults! {
    /// A real time that does not fit in the 32 bits of sim_exec_time.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct RealTimeTooLong {
        /// GRAPH/KERNEL.
        pub kernel: String,
        /// Its cycles.
        pub cycles: u64,
    } = "real-time-too-long",
        ("a block of {kernel} would take {cycles} cycles, but sim_exec_time has 32 bits"),
        ("lower its estimate, or give its `actual`");
}

/// Largest percentage of [`ErrorKind::Uniform`]: a block takes at least one cycle.
pub(super) const PERCENT_MOST: u8 = 99;

/// The distribution of [`ErrorKind::Low`]: this many of 1024 draws are spread evenly over these thousandths.
const BANDS: [(u64, std::ops::RangeInclusive<u64>); 5] =
    [(512, 0..=4), (512 - 128, 5..=14), (96, 15..=39), (24, 40..=119), (8, 120..=390)];
/// Number of draws of [`BANDS`], in bits.
const DRAW_BITS: u32 = 10;

impl ErrorKind {
    /// Converts random bits to a deviation, in thousandths of the estimate.
    fn permille(self, bits: u64) -> i64 {
        match self {
            Self::None => 0,
            Self::Low => low(bits),
            Self::Uniform { percent } => {
                let most = 10 * i64::from(percent);
                evenly(bits, 2 * most.unsigned_abs() + 1) as i64 - most
            }
        }
    }
}

fn low(bits: u64) -> i64 {
    let mut draw = bits >> (u64::BITS - DRAW_BITS);
    for (draws, band) in BANDS {
        if draw < draws {
            // At most 390.
            return (band.start() + evenly(bits, band.end() - band.start() + 1)) as i64;
        }
        draw -= draws;
    }
    0
}

/// Maps the lower half of the bits to one of `count` numbers from 0.
fn evenly(bits: u64, count: u64) -> u64 {
    ((bits & u64::from(u32::MAX)) * count) >> 32
}

impl ErrorModel {
    /// Returns the real cycles of one block for an estimate of `cycles`, at least 1. The deviation is rounded
    /// towards the estimate.
    #[must_use]
    pub fn real_cycles(&self, graph: &str, kernel: &str, cycles: u64) -> u64 {
        let name = graph.bytes().chain(*b"/").chain(kernel.bytes());
        let bits = split_mix_64(split_mix_64(self.seed) ^ fnv_1a(name));
        let deviation = i128::from(cycles) * i128::from(self.kind.permille(bits)) / 1000;
        // An estimate has 48 bits at most.
        u64::try_from(i128::from(cycles) + deviation).unwrap_or(u64::MAX).max(1)
    }

    /// Sets `actual` of each kernel that computes and has none. A second model has no effect on a workload to which
    /// one has been applied; apply it to the original workload.
    ///
    /// # Errors
    /// A real time that exceeds 32 bits; the kernels before it have been changed.
    pub fn apply(&self, workload: &mut Workload) -> Result<(), RealTimeTooLong> {
        if self.kind == ErrorKind::None {
            return Ok(());
        }
        let unit = u64::from(workload.hardware.time_unit);
        for dag in &mut workload.dags {
            let runs = |kernel: &&mut super::Kernel| kernel.runs();
            for kernel in dag.kernels.iter_mut().filter(runs).filter(|kernel| kernel.actual.is_none()) {
                let cycles = self.real_cycles(&dag.name, &kernel.name, u64::from(kernel.est) * unit);
                let too_long =
                    |_| RealTimeTooLong { kernel: format!("{}/{}", dag.name, kernel.name), cycles };
                kernel.actual = Some(u32::try_from(cycles).map_err(too_long)?);
            }
        }
        Ok(())
    }
}

/// The output function of SplitMix64: every bit of the result depends on every bit of the state.
const fn split_mix_64(state: u64) -> u64 {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

/// The values of `error_model` and `--error-model`.
pub(super) const WANTED: &str = "none, low, or uniform:N% with N from 1 to 99";

/// A text that is not an [`ErrorKind`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("unknown error model; give {WANTED}")]
pub struct UnknownErrorKind;

impl FromStr for ErrorKind {
    type Err = UnknownErrorKind;

    fn from_str(text: &str) -> Result<Self, UnknownErrorKind> {
        match text {
            "none" => Ok(Self::None),
            "low" => Ok(Self::Low),
            _ => uniform(text).ok_or(UnknownErrorKind),
        }
    }
}

fn uniform(text: &str) -> Option<ErrorKind> {
    let percent = text.strip_prefix("uniform:")?.strip_suffix('%')?;
    let digits = percent.strip_prefix('±').unwrap_or(percent);
    let is_plain = digits.bytes().all(|digit| digit.is_ascii_digit());
    let percent = digits.parse().ok().filter(|percent| (1..=PERCENT_MOST).contains(percent))?;
    is_plain.then_some(ErrorKind::Uniform { percent })
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Low => f.write_str("low"),
            Self::Uniform { percent } => write!(f, "uniform:{percent}%"),
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::workload::built_in;

    /// The mean of the bands is 11212 / 1024 thousandths: 512·2 + 384·9.5 + 96·27 + 24·79.5 + 8·255.
    #[test]
    fn the_bands_match_the_documentation() {
        assert_eq!(BANDS.iter().map(|(draws, _)| draws).sum::<u64>(), 1 << DRAW_BITS);
        let twice = BANDS.iter().map(|(draws, band)| draws * (band.start() + band.end()));
        assert_eq!(twice.sum::<u64>(), 2 * 11_212);
        assert!(BANDS.windows(2).all(|pair| pair[0].1.end() + 1 == *pair[1].1.start()), "no gap");
    }

    /// 2^20 kernels: the mean is within a tenth of a thousandth (its standard error is below 0.03), the longest real
    /// time is 39 % longer, none is shorter.
    #[test]
    fn estimates_run_low_by_one_percent_and_at_most_by_39() {
        let model = ErrorModel { kind: ErrorKind::Low, seed: 1 };
        let mut counts = [0_u64; 1001];
        for kernel in 0..1_u32 << 20 {
            counts[model.real_cycles("g", &kernel.to_string(), 1000) as usize - 1000] += 1;
        }
        let sum: u64 = counts.iter().zip(0..).map(|(count, permille)| count * permille).sum();
        let mean_1024 = sum / (1 << 10);
        assert!((11_212 - 103..=11_212 + 103).contains(&mean_1024), "{mean_1024}");
        assert_eq!(counts.iter().rposition(|&count| count > 0), Some(390));
        assert!(counts[..=390].iter().all(|&count| count > 0), "every deviation occurs");
    }

    /// 2^20 kernels: both ends of the range occur, nothing beyond them, and the mean is zero to a thousandth.
    #[test]
    fn uniform_deviations_fill_their_range() {
        let model = ErrorModel { kind: ErrorKind::Uniform { percent: 20 }, seed: 1 };
        let real = (0..1_u32 << 20).map(|kernel| model.real_cycles("g", &kernel.to_string(), 1000));
        let deviations: Vec<i64> = real.map(|cycles| cycles as i64 - 1000).collect();
        assert_eq!((deviations.iter().min(), deviations.iter().max()), (Some(&-200), Some(&200)));
        assert!(deviations.iter().sum::<i64>().abs() < 1 << 20);
    }

    #[test]
    fn the_published_sequence_of_splitmix64() {
        // Seed 1234567: the first numbers of the reference implementation, states a constant apart.
        let states = [0, 1, 2_u64].map(|turn| 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(turn));
        let numbers = states.map(|state| split_mix_64(1_234_567_u64.wrapping_add(state)));
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    /// With sixteen kernels; a single kernel may get the same thousandth by chance.
    #[test]
    fn a_deviation_depends_only_on_seed_and_names() {
        let real = |seed, graph: &str, kernel: &str| {
            let model = ErrorModel { kind: ErrorKind::Low, seed };
            (0..16).map(|turn| model.real_cycles(graph, &format!("{kernel}{turn}"), 1000)).collect::<Vec<_>>()
        };
        assert_eq!(real(1, "g", "a"), real(1, "g", "a"));
        let all = [real(1, "g", "a"), real(2, "g", "a"), real(1, "h", "a"), real(1, "g", "b")];
        assert!((1..4).all(|other| all[0] != all[other]), "{all:?}");
    }

    #[test]
    fn a_given_actual_is_kept_and_a_prefetch_has_none() {
        let mut workload = built_in();
        workload.dags[0].kernels[0].actual = Some(7);
        workload.dags[0].kernels[1].role = crate::workload::Role::PrefetchOf(2);
        let model = ErrorModel { kind: ErrorKind::Uniform { percent: 50 }, seed: 0 };
        let before = workload.clone();
        model.apply(&mut workload).unwrap();
        let actual = |kernel: usize| workload.dags[0].kernels[kernel].actual;
        assert_eq!((actual(0), actual(1)), (Some(7), None));
        let est = before.dags[0].kernels[2].est;
        assert_eq!(
            actual(2).map(u64::from),
            Some(model.real_cycles(&before.dags[0].name, &before.dags[0].kernels[2].name, est.into()))
        );
        let mut same = before.clone();
        ErrorModel { kind: ErrorKind::None, seed: 3 }.apply(&mut same).unwrap();
        assert_eq!(same, before);
    }

    #[test]
    fn a_real_time_beyond_32_bits_is_refused() {
        let mut workload = built_in();
        workload.dags[0].kernels[0].est = u32::MAX;
        workload.hardware.time_unit = 2;
        let error = ErrorModel { kind: ErrorKind::Low, seed: 0 }.apply(&mut workload).unwrap_err();
        assert!(error.cycles >= 2 * u64::from(u32::MAX));
        assert_eq!(error.kernel, format!("{}/{}", workload.dags[0].name, workload.dags[0].kernels[0].name));
    }

    /// 1 cycle less 99 % rounds towards the estimate.
    #[test]
    fn a_block_takes_a_cycle() {
        let model = ErrorModel { kind: ErrorKind::Uniform { percent: 99 }, seed: 0 };
        assert!((0..100).all(|kernel| model.real_cycles("g", &kernel.to_string(), 1) == 1));
    }

    #[rstest]
    #[case("none", Some(ErrorKind::None))]
    #[case("low", Some(ErrorKind::Low))]
    #[case("uniform:1%", Some(ErrorKind::Uniform { percent: 1 }))]
    #[case("uniform:±99%", Some(ErrorKind::Uniform { percent: 99 }))]
    #[case("uniform:0%", None)]
    #[case("uniform:100%", None)]
    #[case("uniform:+5%", None)]
    #[case("uniform:5", None)]
    #[case("uniform:%", None)]
    #[case("Low", None)]
    #[case("", None)]
    fn kinds_are_parsed_and_displayed(#[case] text: &str, #[case] kind: Option<ErrorKind>) {
        assert_eq!(text.parse().ok(), kind);
        if let Some(kind) = kind {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
    }
}
