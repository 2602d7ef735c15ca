//! Sets of SIPs and lists, in words.

use std::fmt::{self, Display};

use hws_types::SipMask;

/// A set of SIPs as ranges: `SIPs 0-3, 8`.
pub(super) struct Sips(pub(super) SipMask);

impl Display for Sips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranges = ranges(self.0);
        match (ranges.as_slice(), self.0.len()) {
            ([], _) => f.write_str("none"),
            (_, 1) => write!(f, "SIP {}", ranges.join(", ")),
            _ => write!(f, "SIPs {}", ranges.join(", ")),
        }
    }
}

/// The SIPs with their verb.
pub(super) fn are(sips: SipMask) -> String {
    if sips.is_empty() {
        "no SIP is".to_owned()
    } else if sips.len() == 1 {
        format!("{} is", Sips(sips))
    } else {
        format!("{} are", Sips(sips))
    }
}

fn ranges(sips: SipMask) -> Vec<String> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for sip in sips.iter().map(|sip| sip.get()) {
        match ranges.last_mut() {
            Some(last) if last.1 + 1 == sip => last.1 = sip,
            _ => ranges.push((sip, sip)),
        }
    }
    let text = |&(from, to): &(u32, u32)| if from == to { from.to_string() } else { format!("{from}-{to}") };
    ranges.iter().map(text).collect()
}

/// Items with commas.
pub(super) fn list<T: Display>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// A number with its noun in singular or plural.
pub(super) fn count(number: impl Into<u64>, noun: &str) -> String {
    match number.into() {
        1 => format!("1 {noun}"),
        other => format!("{other} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sips_are_listed_as_ranges() {
        assert_eq!(Sips(SipMask(0)).to_string(), "none");
        assert_eq!(Sips(SipMask(1 << 31)).to_string(), "SIP 31");
        assert_eq!(Sips(SipMask(0b1_0000_1111)).to_string(), "SIPs 0-3, 8");
    }
}
