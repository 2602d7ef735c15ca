//! Reading a file of waivers: a YAML list.

use hws_input::yaml::{Node, YamlFile, YamlRead};

use hws_input::nearest;
use hws_types::Rule;

use super::{Waiver, WaiverDate};
use crate::diff::{DiffError, Skip, skip};
use crate::map::yaml_limits::LIMITS;

/// The keys of a waiver; the first only of those for `hws check`.
const KEYS: [&str; 6] = ["rule", "signal", "when", "reason", "bug", "expires"];

/// For which comparison waivers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaiverKind {
    /// Two dumps: values of signals.
    Diff,
    /// A dump and the model: the differences of a tick, by signal or by rule. A window is one of cycles.
    Check,
}

/// Reads waivers; those that expired before `today` are marked.
///
/// # Errors
/// The first mistake, with file, line and column.
pub fn waivers(
    file: &str,
    text: &str,
    kind: WaiverKind,
    today: WaiverDate,
) -> Result<Vec<Waiver>, DiffError> {
    read(YamlFile::new(file), text, kind, today).map_err(DiffError::from)
}

fn read(file: YamlFile<'_>, text: &str, kind: WaiverKind, today: WaiverDate) -> YamlRead<Vec<Waiver>> {
    let tree = file.parse(text, &LIMITS)?;
    let waivers = file.list(&tree, "waivers: `- signal: …` in each entry")?;
    waivers.iter().map(|node| one(file, node, kind, today)).collect()
}

fn one(file: YamlFile<'_>, node: &Node, kind: WaiverKind, today: WaiverDate) -> YamlRead<Waiver> {
    let (mut rule, mut signal, mut when, mut reason, mut bug, mut expires) = Default::default();
    let keys = if kind == WaiverKind::Check { &KEYS[..] } else { &KEYS[1..] };
    for (key, value) in file.entries(node, "a waiver", keys)? {
        match key.name.as_str() {
            "rule" => rule = Some(of_rule(file, value)?),
            "signal" => signal = Some(file.text(value, "a text")?.to_owned()),
            "when" => when = Some(window(file, value, kind)?),
            "reason" => reason = Some(file.text(value, "a text")?.to_owned()),
            "bug" => bug = Some(text_or_number(file, value)?),
            _ => expires = Some(date(file, value)?),
        }
    }
    Ok(Waiver {
        place: node.place.position.in_file(file.name).to_string(),
        signal: match rule {
            Some(_) => signal.unwrap_or_else(|| "*".to_owned()),
            None if kind == WaiverKind::Check => needed(file, node, "rule` or `signal", signal)?,
            None => needed(file, node, "signal", signal)?,
        },
        rule,
        when,
        reason: needed(file, node, "reason", reason)?,
        bug,
        is_expired: expires.is_some_and(|expires| expires < today),
        expires,
    })
}

fn needed(file: YamlFile<'_>, node: &Node, key: &str, found: Option<String>) -> YamlRead<String> {
    let missing = || file.at("missing-key", node.place, format!("missing key `{key}` in a waiver"), "add it");
    found.ok_or_else(missing)
}

/// A text, or a number as a text: `bug: 1234`.
fn text_or_number(file: YamlFile<'_>, node: &Node) -> YamlRead<String> {
    node.integer()
        .map_or_else(|| file.text(node, "a text").map(str::to_owned), |number| Ok(number.to_string()))
}

/// A rule as reports cite it: `scheduler.md §6.6`.
fn of_rule(file: YamlFile<'_>, node: &Node) -> YamlRead<Rule> {
    let text = file.text(node, "a rule such as `scheduler.md §6.6`")?;
    Rule::from_cite(text).ok_or_else(|| {
        let near = nearest(text, Rule::ALL.iter().map(|rule| rule.cite()));
        let fault = file.at(
            "unknown-name",
            node.place,
            format!("unknown rule `{text}`"),
            "give it as reports cite it: `scheduler.md §6.6`",
        );
        Box::new(fault.suggest(near))
    })
}

/// A window as `--skip` has it; a number is one cycle.
fn window(file: YamlFile<'_>, node: &Node, kind: WaiverKind) -> YamlRead<(String, Skip)> {
    let text = text_or_number(file, node)?;
    let refused = |reason: String, remedy: &str| file.at("illegal-value", node.place, reason, remedy);
    let window = skip(&text).map_err(|error| refused(error.to_string(), ""))?;
    if kind == WaiverKind::Check && !matches!(window, Skip::Cycles(..)) {
        return Err(refused(format!("`{text}` is not a window of cycles"), "give a cycle, or A..B"));
    }
    Ok((text, window))
}

fn date(file: YamlFile<'_>, node: &Node) -> YamlRead<WaiverDate> {
    let text = text_or_number(file, node)?;
    WaiverDate::parse(&text).map_err(|error| file.at("illegal-value", node.place, error.to_string(), ""))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn read(text: &str) -> Result<Vec<Waiver>, DiffError> {
        waivers("w.yaml", text, WaiverKind::Diff, WaiverDate::parse("2027-06-15").unwrap())
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
    #[case("- {signal: a}", "w.yaml:1:3: missing key `reason` in a waiver")]
    #[case("- {reason: a}", "w.yaml:1:3: missing key `signal` in a waiver")]
    #[case("- signal: a\n  reson: b", "w.yaml:2:3: unknown key `reson` in a waiver; did you mean `reason`? ")]
    #[case("- {signal: a, reason: ''}", "w.yaml:1:23: an empty text is not legal here; give a text")]
    #[case("- {signal: a, reason: b, expires: 2027-02-30}", "w.yaml:1:35: `2027-02-30` is not a date")]
    #[case("- {signal: a, reason: b, when: 7..3}", "w.yaml:1:32: `7..3` is an empty window")]
    #[case("- {signal: [a], reason: b}", "w.yaml:1:12: a list is not legal here; give a text")]
    #[case("signal: a", "w.yaml:1:1: a map is not legal here; give a list of waivers")]
    #[case("", "w.yaml:1:1: nothing is not legal here; give a list of waivers")]
    #[case("- a", "w.yaml:1:3: `a` is not legal here; give a waiver, with some of the keys")]
    #[case("- {signal: a, signal: b, reason: c}", "w.yaml:1:15: ")]
    #[case("- {signal: a", "w.yaml:")]
    fn a_mistake_is_shown_at_its_place(#[case] text: &str, #[case] message: &str) {
        let shown = read(text).unwrap_err().to_string();
        assert!(shown.starts_with(message), "{shown}");
    }
}
