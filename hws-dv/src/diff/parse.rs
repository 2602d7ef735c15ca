//! The values of options, as they are written on the command line.

use super::DiffError;
use super::class::Class;
use super::options::{Mask, PerClass, SampleAt, Skip};
use super::span::attoseconds;
use crate::wave::Radix;

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
    use crate::diff::options::chosen;

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
