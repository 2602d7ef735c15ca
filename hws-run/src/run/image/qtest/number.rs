//! Numbers and data of the protocol, and the frequency of the clock.

use std::fmt::Write as _;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use thiserror::Error;

/// Cycles of the HWS in a second, from 1 Hz to 1 THz.
///
/// ```
/// use hws_run::run::Frequency;
///
/// assert_eq!("800MHz".parse(), Frequency::new(800_000_000).ok_or(()).map_err(|()| unreachable!()));
/// assert!("fast".parse::<Frequency>().is_err() && "0".parse::<Frequency>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frequency(u64);

const MOST_HERTZ: u64 = 1_000_000_000_000;
const UNITS: [(&str, u64); 4] = [("GHz", 1_000_000_000), ("MHz", 1_000_000), ("kHz", 1000), ("Hz", 1)];

impl Frequency {
    /// A number of cycles in a second, 1 to 10^12; none for others.
    #[must_use]
    pub fn new(hertz: u64) -> Option<Self> {
        (1..=MOST_HERTZ).contains(&hertz).then_some(Self(hertz))
    }

    /// Returns the number of cycles in a second.
    #[must_use]
    pub const fn hertz(self) -> u64 {
        self.0
    }
}

/// A cycle takes a nanosecond.
impl Default for Frequency {
    fn default() -> Self {
        Self(1_000_000_000)
    }
}

/// A text that is not a frequency.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "`{0}` is not a frequency from 1 Hz to 1000 GHz; give an integer of Hz, or with kHz, MHz or GHz: 800MHz"
)]
pub struct FrequencyError(String);

impl FromStr for Frequency {
    type Err = FrequencyError;

    fn from_str(text: &str) -> Result<Self, FrequencyError> {
        let unit = UNITS.iter().find_map(|&(name, factor)| Some((text.strip_suffix(name)?, factor)));
        let (digits, factor) = unit.unwrap_or((text, 1));
        let hertz = digits.trim_end().parse::<u64>().ok().and_then(|number| number.checked_mul(factor));
        hertz.and_then(Self::new).ok_or_else(|| FrequencyError(text.to_owned()))
    }
}

/// A number as `strtoul` with base 0 reads it: decimal, hexadecimal after `0x`, octal after `0`.
pub(super) fn parse(text: &str) -> Option<u64> {
    let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None if text.len() > 1 && text.starts_with('0') => (text, 8),
        None => (text, 10),
    };
    // `from_str_radix` would take a sign.
    let are_digits = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    are_digits.then(|| u64::from_str_radix(digits, radix).ok())?
}

/// Bytes as `0x` and two digits each.
pub(super) fn hex(data: &[u8]) -> String {
    data.iter().fold("0x".to_owned(), |mut text, byte| {
        // A string takes everything.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The bytes of `0x` and two digits each, filled with zeros or cut to their number.
pub(super) fn from_hex(text: &str, bytes: usize) -> Result<Vec<u8>, String> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let digits = digits.ok_or("DATA does not begin with 0x")?.as_bytes();
    if digits.is_empty() || !digits.len().is_multiple_of(2) {
        return Err(format!("DATA has {} digits after 0x; give two for each byte", digits.len()));
    }
    let digit = |&digit: &u8| char::from(digit).to_digit(16);
    let byte = |pair: &[u8]| pair.iter().try_fold(0, |byte, at| Some(byte << 4 | digit(at)?));
    let data: Option<Vec<u8>> = digits.chunks(2).map(|pair| byte(pair).map(|byte| byte as u8)).collect();
    let mut data = data.ok_or("DATA has a character that is not a hexadecimal digit")?;
    data.resize(bytes, 0);
    Ok(data)
}

pub(super) fn base64(data: &[u8]) -> String {
    STANDARD.encode(data)
}

/// The bytes of a Base64 text, cut to their number.
pub(super) fn from_base64(text: &str, bytes: usize) -> Result<Vec<u8>, String> {
    let mut data = STANDARD.decode(text).map_err(|error| format!("B64_DATA is not Base64: {error}"))?;
    if data.len() < bytes {
        return Err(format!("B64_DATA has {} bytes, SIZE is {bytes}", data.len()));
    }
    data.truncate(bytes);
    Ok(data)
}
