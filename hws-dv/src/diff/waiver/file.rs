//! Reading a file of waivers: a YAML list.

use hws_input::yaml::{Node, Value};

use super::{Waiver, WaiverDate};
use crate::diff::{DiffError, Skip, skip};
use crate::map::yaml::YamlFile;

const KEYS: [&str; 5] = ["signal", "when", "reason", "bug", "expires"];

/// Reads waivers; those that expired before `today` are marked.
///
/// # Errors
/// The first mistake, with file, line and column.
pub fn waivers(file: &str, text: &str, today: WaiverDate) -> Result<Vec<Waiver>, DiffError> {
    read(&YamlFile::new(file), text, today).map_err(|error| DiffError::new(error.to_string()))
}

type Read<T> = Result<T, crate::map::MapError>;

fn read(file: &YamlFile<'_>, text: &str, today: WaiverDate) -> Read<Vec<Waiver>> {
    let tree = file.parse(text)?;
    match tree.value {
        Value::List(_) => tree.elements().iter().map(|node| one(file, node, today)).collect(),
        _ => Err(file.at(tree.place, "expected a list of waivers: `- signal: …` in each entry")),
    }
}

fn one(file: &YamlFile<'_>, node: &Node, today: WaiverDate) -> Read<Waiver> {
    let (mut signal, mut when, mut reason, mut bug, mut expires) = Default::default();
    for (key, value) in file.entries(node, "a waiver", &KEYS)? {
        match key.name.as_str() {
            "signal" => signal = Some(file.text(value)?),
            "when" => when = Some(window(file, value)?),
            "reason" => reason = Some(file.text(value)?),
            "bug" => bug = Some(file.text_or_number(value)?),
            _ => expires = Some(date(file, value)?),
        }
    }
    let missing = |key: &str| file.at(node.place, format!("the waiver has no `{key}`"));
    Ok(Waiver {
        place: node.place.position.in_file(file.name).to_string(),
        signal: signal.ok_or_else(|| missing("signal"))?,
        when,
        reason: reason.ok_or_else(|| missing("reason"))?,
        bug,
        is_expired: expires.is_some_and(|expires| expires < today),
        expires,
    })
}

/// A window as `--skip` has it; a number is one cycle.
fn window(file: &YamlFile<'_>, node: &Node) -> Read<(String, Skip)> {
    let text = file.text_or_number(node)?;
    let window = skip(&text).map_err(|error| file.at(node.place, error.to_string()))?;
    Ok((text, window))
}

fn date(file: &YamlFile<'_>, node: &Node) -> Read<WaiverDate> {
    let text = file.text_or_number(node)?;
    WaiverDate::parse(&text).map_err(|error| file.at(node.place, error.to_string()))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn read(text: &str) -> Result<Vec<Waiver>, DiffError> {
        waivers("w.yaml", text, WaiverDate::parse("2027-06-15").unwrap())
    }

    #[test]
    fn every_key_is_read() {
        let all = read(
            "- signal: RS[].FLAGS\n  when: 3..7\n  reason: known\n  bug: 1234\n  expires: 2027-06-15\n\
             - {signal: irq, when: 'state == 3', reason: late, expires: 2027-06-14}\n- {signal: a, when: 9, reason: b}\n",
        )
        .unwrap();
        assert_eq!((all[0].place.as_str(), all[0].signal.as_str()), ("w.yaml:1:3", "RS[].FLAGS"));
        assert_eq!(all[0].when, Some(("3..7".to_owned(), Skip::Cycles(3, 7))));
        assert_eq!((all[0].reason.as_str(), all[0].bug.as_deref()), ("known", Some("1234")));
        assert_eq!(all[1].when.as_ref().unwrap().1, Skip::While("state == 3".to_owned()));
        assert_eq!(all[2].when.as_ref().unwrap().1, Skip::Cycles(9, 9));
        // A waiver holds on its last day.
        assert_eq!(all.iter().map(|waiver| waiver.is_expired).collect::<Vec<_>>(), [false, true, false]);
        assert_eq!(read("[]").unwrap(), []);
    }

    #[rstest]
    #[case("- {signal: a}", "w.yaml:1:3: the waiver has no `reason`")]
    #[case("- {reason: a}", "w.yaml:1:3: the waiver has no `signal`")]
    #[case("- signal: a\n  reson: b", "w.yaml:2:3: unknown key `reson` in a waiver (did you mean `reason`? ")]
    #[case("- {signal: a, reason: ''}", "w.yaml:1:23: expected a text")]
    #[case("- {signal: a, reason: b, expires: 2027-02-30}", "w.yaml:1:35: `2027-02-30` is not a date")]
    #[case("- {signal: a, reason: b, when: 7..3}", "w.yaml:1:32: `7..3` is an empty window")]
    #[case("- {signal: [a], reason: b}", "w.yaml:1:12: expected a text")]
    #[case("signal: a", "w.yaml:1:1: expected a list of waivers")]
    #[case("", "w.yaml:1:1: expected a list of waivers")]
    #[case("- a", "w.yaml:1:3: a waiver consists of keys")]
    #[case("- {signal: a, signal: b, reason: c}", "w.yaml:1:15: ")]
    #[case("- {signal: a", "w.yaml:")]
    fn a_mistake_is_shown_at_its_place(#[case] text: &str, #[case] message: &str) {
        let shown = read(text).unwrap_err().to_string();
        assert!(shown.starts_with(message), "{shown}");
    }
}
