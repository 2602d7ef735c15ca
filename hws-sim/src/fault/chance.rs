//! How often a fault strikes: a chance in text, exact.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use fw_api::Occasions;
use thiserror::Error;

/// The chance that a fault strikes at one of its occasions.
///
/// As text it is `1/N`, one of N occasions on average, or a percentage with up to four decimals. `0`, `0/N`, `0%` and `off` are never.
///
/// ```
/// use hws_sim::fault::Chance;
///
/// let chance: Chance = "1/200".parse()?;
/// assert_eq!(chance.to_string(), "1/200");
/// assert_eq!("0.5%".parse::<Chance>()?.to_string(), "0.5%");
/// assert!("0".parse::<Chance>()?.is_never());
/// assert!("1.5".parse::<Chance>().is_err());
/// # Ok::<(), hws_sim::fault::UnknownChance>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chance {
    strikes: u32,
    of: NonZeroU32,
}

/// A text that is not a [`Chance`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "unknown rate `{text}`; give 1/N with N from 1, or a percentage from 0% to 100%, such as 1/200 or 0.5%"
)]
pub struct UnknownChance {
    /// The text.
    pub text: String,
}

/// Percentages are kept in millionths: four decimals of a hundredth.
const MILLION: NonZeroU32 = NonZeroU32::new(1_000_000).expect("it is not 0");
const DECIMALS: usize = 4;
const PERCENT: u32 = 10_u32.pow(DECIMALS as u32);

impl Chance {
    /// One of this many occasions.
    #[must_use]
    pub const fn one_in(occasions: NonZeroU32) -> Self {
        Self { strikes: 1, of: occasions }
    }

    /// Returns whether it strikes at no occasion.
    #[must_use]
    pub const fn is_never(self) -> bool {
        self.strikes == 0
    }

    /// The occasions that it strikes, drawn from a seed.
    pub(super) const fn occasions(self, seed: u64) -> Occasions {
        Occasions::with_chance(seed, self.strikes, self.of)
    }

    fn from_fraction(text: &str) -> Option<Self> {
        let (strikes, occasions) = text.split_once('/')?;
        let strikes = ["0", "1"].iter().position(|&one| one == strikes)? as u32;
        NonZeroU32::new(plain(occasions)?).map(|of| Self { strikes, of })
    }

    fn from_percent(text: &str) -> Option<Self> {
        let text = if matches!(text, "0" | "off") { "0" } else { text.strip_suffix('%')? };
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        if decimals.len() > DECIMALS {
            return None;
        }
        let strikes = plain(whole)?.checked_mul(PERCENT)?.checked_add(plain(&format!("{decimals:0<4}"))?)?;
        (strikes <= MILLION.get()).then_some(Self { strikes, of: MILLION })
    }
}

/// A number of digits only.
fn plain(digits: &str) -> Option<u32> {
    digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok())?
}

impl FromStr for Chance {
    type Err = UnknownChance;

    fn from_str(text: &str) -> Result<Self, UnknownChance> {
        let chance = Self::from_fraction(text).or_else(|| Self::from_percent(text));
        chance.ok_or_else(|| UnknownChance { text: text.to_owned() })
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.of != MILLION {
            return write!(f, "{}/{}", self.strikes, self.of);
        }
        let (whole, decimals) = (self.strikes / PERCENT, self.strikes % PERCENT);
        let decimals = format!("{decimals:04}");
        match decimals.trim_end_matches('0') {
            "" => write!(f, "{whole}%"),
            decimals => write!(f, "{whole}.{decimals}%"),
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("1/1", "1/1", 1000)]
    #[case("1/2", "1/2", 500)]
    #[case("100%", "100%", 1000)]
    #[case("75%", "75%", 750)]
    #[case("12.50%", "12.5%", 125)]
    #[case("0%", "0%", 0)]
    #[case("0", "0%", 0)]
    #[case("off", "0%", 0)]
    #[case("0/5", "0/5", 0)]
    #[case("0.0001%", "0.0001%", 0)]
    fn a_chance_strikes_as_often_as_it_says(#[case] text: &str, #[case] shown: &str, #[case] permille: u64) {
        let chance: Chance = text.parse().unwrap();
        assert_eq!(chance.to_string(), shown);
        assert_eq!(shown.parse::<Chance>().unwrap().to_string(), shown);
        assert_eq!(chance.is_never(), permille == 0 && text != "0.0001%");
        let mut occasions = chance.occasions(3);
        let struck = (0..100_000).filter(|_| occasions.strikes().is_some()).count() as u64;
        assert!(struck.abs_diff(permille * 100) < 700, "{struck}");
        assert!(!permille.is_multiple_of(1000) || struck == permille * 100 || text == "0.0001%");
    }

    /// A million is written as a percentage, because it is the same chance.
    #[test]
    fn one_in_a_million_is_a_percentage() {
        assert_eq!("1/1000000".parse::<Chance>().unwrap().to_string(), "0.0001%");
    }

    #[rstest]
    #[case::empty("")]
    #[case::no_occasions("1/0")]
    #[case::never_of_no_occasions("0/0")]
    #[case::another_zero("00")]
    #[case::a_probability("0.01")]
    #[case::more_than_all("100.0001%")]
    #[case::too_exact("0.00001%")]
    #[case::another_fraction("2/3")]
    #[case::a_sign("+5%")]
    #[case::no_number("%")]
    #[case::too_large("1/4294967296")]
    fn another_text_is_refused_with_what_to_give(#[case] text: &str) {
        let error = text.parse::<Chance>().unwrap_err().to_string();
        assert!(error.starts_with(&format!("unknown rate `{text}`; give 1/N")), "{error}");
    }
}
