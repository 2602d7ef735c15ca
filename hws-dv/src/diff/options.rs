//! What is asked of a comparison of two dumps.

use std::path::PathBuf;

use super::class::Class;
use super::span::attoseconds;
use super::waiver::Waiver;
use super::{DiffError, DiffMap};
use crate::wave::{Radix, TableOptions};

/// When a signal is sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleAt {
    /// Just before the time stamp of the clock edge.
    Pre,
    /// At the end of the time stamp of the clock edge.
    Post,
}

/// How unknown bits are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum XRule {
    /// Unknown equals unknown only.
    Strict,
    /// Unknown on one side fits everything; unknown on both sides is a difference.
    #[default]
    Wild,
    /// Unknown is 0.
    Zero,
}

/// A setting for all signals, or for one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerClass<T> {
    /// The class; `None` is all.
    pub class: Option<Class>,
    /// The setting.
    pub value: T,
}

/// The last setting that concerns a class.
pub(super) fn chosen<T: Copy>(settings: &[PerClass<T>], class: Class) -> Option<T> {
    settings
        .iter()
        .rev()
        .find(|setting| setting.class.is_none_or(|of| of == class))
        .map(|setting| setting.value)
}

/// What concerns one side.
#[derive(Clone, Debug, Default)]
pub struct SideOptions {
    /// The clock; `clk` if absent.
    pub clock: Option<String>,
    /// Only edges at which this holds are sampled.
    pub enable: Option<String>,
    /// Sample points other than those of the classes.
    pub samples: Vec<PerClass<SampleAt>>,
    /// The scope below which names are paired; found automatically if absent.
    pub prefix: Option<String>,
    /// How a table or a memory image is read.
    pub tables: TableOptions,
}

/// Cycles that are not compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Skip {
    /// Both ends included.
    Cycles(u64, u64),
    /// Time stamps of A, both ends included.
    Times(u64, u64),
    /// Times of A in attoseconds, both ends included.
    Span(u128, u128),
    /// While the expression holds in A.
    While(String),
    /// Up to the first cycle at which the expression holds in A.
    Until(String),
    /// From the first cycle on at which the expression holds in A.
    After(String),
}

impl Skip {
    /// The expression that decides, if there is one.
    pub(super) fn condition(&self) -> Option<&str> {
        match self {
            Self::While(text) | Self::Until(text) | Self::After(text) => Some(text),
            Self::Cycles(..) | Self::Times(..) | Self::Span(..) => None,
        }
    }
}

/// Bits that are not compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    /// The signals.
    pub pattern: String,
    /// The bits, in words of 64, the lowest first.
    pub words: Vec<u64>,
}

/// All options.
#[derive(Clone, Debug)]
pub struct DiffOptions {
    /// Side A.
    pub a: SideOptions,
    /// Side B.
    pub b: SideOptions,
    /// How names become those of the other side.
    pub map: Option<DiffMap>,
    /// The signal that numbers the cycles.
    pub cycle: Option<String>,
    /// B shows at cycle c + N what A shows at cycle c.
    pub offsets: Vec<PerClass<i64>>,
    /// Masks.
    pub masks: Vec<Mask>,
    /// Patterns of signals whose differences do not count.
    pub volatile: Vec<String>,
    /// Patterns of signals that are not read.
    pub ignore: Vec<String>,
    /// Patterns of the signals that are compared; all without one.
    pub only: Vec<String>,
    /// Patterns of signals that must have been compared.
    pub require: Vec<String>,
    /// Cycles that are not compared.
    pub skips: Vec<Skip>,
    /// Differences that are known.
    pub waivers: Vec<Waiver>,
    /// How unknown bits are compared.
    pub x: XRule,
    /// Reals that differ by no more are equal.
    pub epsilon: f64,
    /// Edges of equal time are compared, not those of equal number.
    pub by_time: bool,
    /// Cycles of context on both sides of the first difference.
    pub around: usize,
    /// Fewer compared values are too few.
    pub min_compared: u64,
    /// A bit is not compared while neither side has changed it since the first edge.
    pub ignore_initial: bool,
    /// One side may end earlier.
    pub allow_shorter: bool,
    /// Event streams are compared, even if both sides have signals.
    pub events: bool,
    /// Places by which events of a stream may be exchanged.
    pub reorder: usize,
    /// Cycles by which an event may be earlier or later.
    pub slack: u64,
    /// Where to write a merged waveform.
    pub waveform: Option<PathBuf>,
    /// The seed of the self-test, if one is wanted.
    pub self_test: Option<u64>,
}

impl Default for DiffOptions {
    fn default() -> Self {
        let (a, b): (SideOptions, SideOptions) = Default::default();
        let (map, cycle, offsets, masks, volatile, ignore, only, require, skips, waivers, self_test) =
            Default::default();
        let (x, around, min_compared) = (XRule::default(), 3, 1);
        let (epsilon, by_time) = (0.0, false);
        let (ignore_initial, allow_shorter, events) = Default::default();
        let (reorder, slack, waveform) = Default::default();
        Self {
            a,
            b,
            map,
            cycle,
            offsets,
            masks,
            volatile,
            ignore,
            only,
            require,
            skips,
            waivers,
            x,
            epsilon,
            by_time,
            around,
            min_compared,
            ignore_initial,
            allow_shorter,
            events,
            reorder,
            slack,
            waveform,
            self_test,
        }
    }
}

impl DiffOptions {
    /// The conditions of windows, each with what to call it in errors: those of `--skip`, then those of waivers.
    pub(super) fn conditions(&self) -> impl Iterator<Item = (&str, &str)> {
        let skips = self.skips.iter().filter_map(|skip| Some(("--skip", skip.condition()?)));
        let waivers =
            self.waivers.iter().filter_map(|it| Some((it.place.as_str(), it.when.as_ref()?.1.condition()?)));
        skips.chain(waivers)
    }
}

/// Parses `post` or `inputs=post`.
///
/// # Errors
/// What is wrong with the text.
pub fn sample(text: &str) -> Result<PerClass<SampleAt>, DiffError> {
    let (class, value) = per_class(text)?;
    let value = match value {
        "pre" => SampleAt::Pre,
        "post" => SampleAt::Post,
        _ => {
            return Err(DiffError::new(format!("`{value}` is not a sample point: expected `pre` or `post`")));
        }
    };
    Ok(PerClass { class, value })
}

/// Parses `2` or `outputs=-1`.
///
/// # Errors
/// What is wrong with the text.
pub fn offset(text: &str) -> Result<PerClass<i64>, DiffError> {
    let (class, value) = per_class(text)?;
    match value.parse::<i64>() {
        Ok(value) if value.unsigned_abs() <= MAX_OFFSET => Ok(PerClass { class, value }),
        _ => Err(DiffError::new(format!(
            "`{value}` is not a valid offset: expected a number of cycles up to {MAX_OFFSET}"
        ))),
    }
}

/// The largest offset: so many cycles are held in memory.
const MAX_OFFSET: u64 = 100_000;

fn per_class(text: &str) -> Result<(Option<Class>, &str), DiffError> {
    match text.split_once('=') {
        None => Ok((None, text)),
        Some((class, value)) => Ok((Some(Class::parse(class)?), value)),
    }
}

/// Parses `SIGNAL=HEX`.
///
/// # Errors
/// What is wrong with the text.
pub fn mask(text: &str) -> Result<Mask, DiffError> {
    let wrong =
        || DiffError::new(format!("`{text}` is not a mask: expected `SIGNAL=HEX`, as in `CNT_CYCLE=ffff`"));
    let (pattern, digits) = text.rsplit_once('=').ok_or_else(wrong)?;
    let digits = digits.trim_start_matches("0x").trim_start_matches("0X").replace('_', "");
    if pattern.is_empty() || digits.is_empty() || !digits.is_ascii() {
        return Err(wrong());
    }
    let chunk = |chunk: &[u8]| u64::from_str_radix(std::str::from_utf8(chunk).ok()?, 16).ok();
    let words: Option<Vec<u64>> = digits.as_bytes().rchunks(16).map(chunk).collect();
    Ok(Mask { pattern: pattern.to_owned(), words: words.ok_or_else(wrong)? })
}

/// Parses the largest difference of two reals that are equal.
///
/// # Errors
/// What is wrong with the text.
pub fn epsilon(text: &str) -> Result<f64, DiffError> {
    let valid = text.parse::<f64>().ok().filter(|epsilon| epsilon.is_finite() && *epsilon >= 0.0);
    valid.ok_or_else(|| {
        DiffError::new(format!("`{text}` is not a valid difference: expected a number such as 1e-9"))
    })
}

/// Parses `dec`, `hex`, `bin` or `COLUMN=hex`.
///
/// # Errors
/// What is wrong with the text.
pub fn radix(text: &str) -> Result<(Option<String>, Radix), DiffError> {
    let (column, word) = text.rsplit_once('=').map_or((None, text), |(column, word)| (Some(column), word));
    let radix = match word {
        "dec" => Radix::Decimal,
        "hex" => Radix::Hex,
        "bin" => Radix::Binary,
        _ => return Err(DiffError::new(format!("`{word}` is not a radix: expected `dec`, `hex` or `bin`"))),
    };
    Ok((column.map(str::to_owned), radix))
}

/// Parses `A..B`, `A`, `@A..@B`, `until EXPR`, `after EXPR` or `EXPR`.
///
/// # Errors
/// What is wrong with the text.
pub fn skip(text: &str) -> Result<Skip, DiffError> {
    let text = text.trim();
    if let Some(condition) = text.strip_prefix("until ") {
        return Ok(Skip::Until(condition.to_owned()));
    }
    if let Some(condition) = text.strip_prefix("after ") {
        return Ok(Skip::After(condition.to_owned()));
    }
    if let Ok(cycle) = text.parse() {
        return Ok(Skip::Cycles(cycle, cycle));
    }
    let Some((from, to)) = text.split_once("..") else { return Ok(Skip::While(text.to_owned())) };
    let is_time = from.starts_with('@') || to.starts_with('@');
    let wrong = || {
        DiffError::new(format!(
            "`{text}` is not a window: expected `A..B` (cycles, both included), `@A..@B` (time stamps, or times such as `@10ns..@2us`), or an expression"
        ))
    };
    let empty = || DiffError::new(format!("`{text}` is an empty window: it ends before it begins"));
    let length = |text: &str| attoseconds(text.trim().trim_start_matches('@'));
    if is_time && (length(from).is_some() || length(to).is_some()) {
        let bound = |text: &str, open: u128| if text.trim().is_empty() { Some(open) } else { length(text) };
        return match (bound(from, 0), bound(to, u128::MAX)) {
            (Some(from), Some(to)) if from <= to => Ok(Skip::Span(from, to)),
            (Some(_), Some(_)) => Err(empty()),
            _ => Err(DiffError::new(format!("`{text}`: give both ends with a unit of time, or none"))),
        };
    }
    let bound = |text: &str, open: u64| match text.trim().trim_start_matches('@') {
        "" => Ok(open),
        digits => digits.parse().map_err(|_| wrong()),
    };
    let (from, to) = (bound(from, 0)?, bound(to, u64::MAX)?);
    if from > to {
        return Err(empty());
    }
    Ok(if is_time { Skip::Times(from, to) } else { Skip::Cycles(from, to) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_have_seven_forms() {
        assert_eq!(skip("5").unwrap(), Skip::Cycles(5, 5));
        assert_eq!(skip("3..7").unwrap(), Skip::Cycles(3, 7));
        assert_eq!(skip("..7").unwrap(), Skip::Cycles(0, 7));
        assert_eq!(skip("@10..").unwrap(), Skip::Times(10, u64::MAX));
        assert_eq!(skip("@10ns..").unwrap(), Skip::Span(10_000_000_000, u128::MAX));
        assert_eq!(skip("@1ns..@1.5ns").unwrap(), Skip::Span(1_000_000_000, 1_500_000_000));
        assert!(skip("@1ns..@5").unwrap_err().to_string().contains("both ends"));
        assert!(skip("@2ns..@1ns").unwrap_err().to_string().contains("empty window"));
        assert_eq!(skip("until rst_n").unwrap(), Skip::Until("rst_n".to_owned()));
        assert_eq!(skip("after irq == 1").unwrap(), Skip::After("irq == 1".to_owned()));
        assert_eq!(skip("!rst_n").unwrap(), Skip::While("!rst_n".to_owned()));
        assert!(skip("7..3").unwrap_err().to_string().contains("empty window"));
        assert!(skip("a..b").unwrap_err().to_string().contains("not a window"));
    }

    #[test]
    fn masks_may_be_wider_than_a_word() {
        assert_eq!(mask("a=0xF0").unwrap(), Mask { pattern: "a".to_owned(), words: vec![0xF0] });
        assert_eq!(mask("td=1_0000000000000002").unwrap().words, [2, 1]);
        for wrong in ["a", "a=", "=1", "a=g"] {
            assert!(mask(wrong).unwrap_err().to_string().contains("not a mask"), "{wrong}");
        }
    }

    #[test]
    fn settings_of_a_class_replace_those_of_all() {
        let settings = [offset("2").unwrap(), offset("outputs=-1").unwrap()];
        assert_eq!(chosen(&settings, Class::Output), Some(-1));
        assert_eq!(chosen(&settings, Class::Input), Some(2));
        assert!(offset("x").is_err() && offset("999999999").is_err() && sample("pins=pre").is_err());
        assert_eq!(sample("post").unwrap().value, SampleAt::Post);
    }
}
