//! Reading a map file of `hws diff`.

use hws_input::yaml::{Node, Value, YamlFile};
use regex_lite::Regex;

use super::{DiffMap, MapChange, MapPair, MapRule, MapSide};
use crate::map::MapError;
use crate::map::yaml_limits::LIMITS;
use crate::unescape::Unescape;

const KEYS: [&str; 4] = ["version", "a", "b", "pairs"];
const SIDE_KEYS: [&str; 3] = ["prefix", "unescape", "rules"];
const RULE_KEYS: [&str; 2] = ["match", "name"];

impl DiffMap {
    /// Reads a map file; `file` is its name in errors.
    ///
    /// # Errors
    /// [`MapError`] with the place of the first mistake.
    pub fn from_yaml(file: &str, text: &str) -> Result<Self, MapError> {
        let yaml = YamlFile::new(file);
        let mut map = Self { file: file.to_owned(), ..Self::default() };
        for (key, value) in yaml.entries(&yaml.parse(text, &LIMITS)?, "a map", &KEYS)? {
            match key.name.as_str() {
                "version" => yaml.version(value)?,
                "a" => map.sides[0] = side(yaml, value, "`a`")?,
                "b" => map.sides[1] = side(yaml, value, "`b`")?,
                _ => map.pairs = pairs(yaml, value)?,
            }
        }
        Ok(map)
    }
}

fn side(yaml: YamlFile<'_>, value: &Node, of: &str) -> Result<MapSide, MapError> {
    let mut side = MapSide::default();
    let mut unescaped = Vec::new();
    for (key, value) in yaml.entries(value, of, &SIDE_KEYS)? {
        match key.name.as_str() {
            "prefix" => side.prefix = Some((value.place, yaml.text(value, "a text")?.to_owned())),
            "unescape" => unescaped = unescape(yaml, value)?,
            _ => {
                let rules = yaml.list(value, "rules, as in `- {match: _q$, name: ''}`")?.iter();
                side.rules = rules.map(|node| rule(yaml, node)).collect::<Result<_, _>>()?;
            }
        }
    }
    // Rules see the names without escapes, wherever the key is in the file.
    side.rules.splice(0..0, unescaped);
    Ok(side)
}

/// `unescape: brackets`, or a list.
fn unescape(yaml: YamlFile<'_>, value: &Node) -> Result<Vec<MapRule>, MapError> {
    let choices = [("verilator", Unescape::Verilator), ("brackets", Unescape::Brackets)];
    let one = |node: &Node| {
        let change = MapChange::Unescape(yaml.choice(node, &choices)?);
        Ok(MapRule { place: node.place, change })
    };
    match value.value {
        Value::List(_) => value.elements().iter().map(one).collect(),
        _ => Ok(vec![one(value)?]),
    }
}

/// `{match: EXPRESSION, name: TEXT}`.
fn rule(yaml: YamlFile<'_>, node: &Node) -> Result<MapRule, MapError> {
    let entries = yaml.entries(node, "a rule", &RULE_KEYS)?;
    let value = |key: &str| entries.iter().find(|(known, _)| known.name == key).map(|(_, value)| value);
    let (Some(expression), Some(name)) = (value("match"), value("name")) else {
        let remedy = "add `match`, a regular expression, and `name`, the text that replaces each match";
        return Err(yaml.at("missing-key", node.place, "a rule without `match` or `name`", remedy));
    };
    let regex = Regex::new(yaml.text(expression, "a regular expression")?).map_err(|error| {
        let message = format!("not a valid regular expression: {error}");
        yaml.at("illegal-expression", expression.place, message, "correct it")
    })?;
    let text = name.text().ok_or_else(|| yaml.illegal(name, "a text"))?;
    let refused = |(message, remedy)| yaml.at("illegal-expression", name.place, message, remedy);
    check_groups(&regex, text).map_err(refused)?;
    Ok(MapRule { place: node.place, change: MapChange::Replace(regex, text.to_owned()) })
}

/// A reference to a group that the expression does not have would silently be empty.
fn check_groups(regex: &Regex, text: &str) -> Result<(), (String, &'static str)> {
    if text.contains('\\') {
        return Err(("a group is written as `\\1`".to_owned(), "write `$1`"));
    }
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('$') {
            rest = after;
            continue;
        }
        let group = match rest.strip_prefix('{') {
            Some(inside) => inside.split('}').next().unwrap_or(""),
            None => {
                let end = rest.find(|it: char| !(it.is_ascii_alphanumeric() || it == '_'));
                &rest[..end.unwrap_or(rest.len())]
            }
        };
        let is_number = |number: usize| number < regex.captures_len();
        let is_known =
            group.parse().map_or_else(|_| regex.capture_names().flatten().any(|it| it == group), is_number);
        if !is_known {
            let remedy = "write `${1}_x` for group 1 before a letter or `_`";
            return Err((format!("the expression has no group `{group}`"), remedy));
        }
    }
    Ok(())
}

/// `NAME IN A: NAME IN B`, or `NAME IN A: [BITS]`.
fn pairs(yaml: YamlFile<'_>, value: &Node) -> Result<Vec<MapPair>, MapError> {
    let entries = yaml.map(value, "`NAME IN A: NAME IN B` in each line")?;
    let one = |node: &Node| yaml.text(node, "a text").map(|text| (node.place, text.to_owned()));
    let pair = |(key, value): &(hws_input::yaml::Key, Node)| {
        let b = match value.value {
            Value::List(ref bits) if bits.is_empty() => {
                return Err(yaml.illegal(value, "the names of the bits, the highest first"));
            }
            Value::List(_) => value.elements().iter().map(one).collect::<Result<_, _>>()?,
            _ => vec![one(value)?],
        };
        Ok(MapPair { place: key.place, a: key.name.to_string(), b })
    };
    entries.iter().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("pair: {}", "m.yaml:1:1: unknown key `pair` in a map; did you mean `pairs`? ")]
    #[case("a: {prefx: t}", "m.yaml:1:5: unknown key `prefx` in `a`; did you mean `prefix`? ")]
    #[case("b: {rules: x}", "m.yaml:1:12: `x` is not legal here; give a list of rules")]
    #[case("b: {rules: [{match: x}]}", "m.yaml:1:13: a rule without `match`")]
    #[case("b: {rules: [{match: '(', name: x}]}", "m.yaml:1:21: not a valid regular expression: ")]
    #[case("b: {rules: [{match: '(x)', name: '$1_y'}]}", "m.yaml:1:34: the expression has no group `1_y`")]
    #[case(
        "b: {rules: [{match: '(x)', name: '\\1'}]}",
        "m.yaml:1:34: a group is written as `\\1`; write `$1`"
    )]
    #[case(
        "a: {unescape: vivado}",
        "m.yaml:1:15: `vivado` is not legal here; give `verilator` or `brackets`"
    )]
    #[case("pairs: [a]", "m.yaml:1:8: a list is not legal here; give `NAME IN A: NAME IN B`")]
    #[case("pairs: {a: []}", "m.yaml:1:12: a list is not legal here; give the names of the bits")]
    #[case("pairs: {a: 1}", "m.yaml:1:12: `1` is not legal here; give a text")]
    #[case("version: 3", "m.yaml:1:10: `3` is not legal here; give the version 1")]
    fn a_mistake_is_shown_at_its_place(#[case] text: &str, #[case] message: &str) {
        let shown = DiffMap::from_yaml("m.yaml", text).unwrap_err().to_string();
        assert!(shown.starts_with(message), "{shown}");
    }

    #[test]
    fn every_key_is_read() {
        let map = DiffMap::from_yaml(
            "m.yaml",
            "version: 1\na: {prefix: TOP, rules: [{match: '_(q|r)$', name: '$$$1'}], unescape: [brackets]}\n\
             b: {rules: [{match: '^(?<n>.)', name: '${n}'}]}\npairs: {a: b, c: [d, e]}\n",
        )
        .unwrap();
        assert!(matches!(map.sides[0].rules[0].change, MapChange::Unescape(Unescape::Brackets)));
        assert_eq!((map.sides[0].rules.len(), map.sides[1].rules.len(), map.pairs.len()), (2, 1, 2));
        assert_eq!(map.pairs[1].b.len(), 2);
    }
}
