//! Reading a map file: every key and every value is checked where it stands.

use std::path::Path;

use hws_input::Place;
use hws_input::yaml::{Node, Value, YamlFile};
use regex_lite::Regex;

use super::{BusKind, NameMap, NameRule, Rename};
use crate::map::yaml_limits::LIMITS;
use crate::map::{AddressMap, ClockEdge, MapError, SamplePoint};

const KEYS: [&str; 11] =
    ["version", "scope", "prefix", "clock", "reset", "sample", "idle", "bus", "signals", "rules", "ignore"];
const CLOCK_KEYS: [&str; 3] = ["signal", "edge", "enable"];
const RULE_KEYS: [&str; 2] = ["from", "to"];
const RESET_KEYS: [&str; 2] = ["signal", "active"];
const SAMPLE_KEYS: [&str; 1] = ["inputs"];
const BUS_KEYS: [&str; 7] = ["kind", "addresses", "base", "prefix", "signals", "effect", "latency"];

/// Opens a file that the map names.
pub(super) type Open<'a> = &'a dyn Fn(&str) -> std::io::Result<String>;

impl NameMap {
    /// Reads a map file; `open` opens the address map that it may name.
    ///
    /// # Errors
    /// [`MapError`] with the place of the first mistake.
    pub fn from_yaml(file: &str, text: &str, open: Open<'_>) -> Result<Self, MapError> {
        let yaml = YamlFile::new(file);
        let tree = yaml.parse(text, &LIMITS)?;
        let mut reader = Reader { yaml, open, map: Self { file: file.to_owned(), ..Self::default() } };
        reader.whole(&tree)?;
        Ok(reader.map)
    }

    /// Reads the text of a map file; the address map that it may name is looked for beside `path`.
    ///
    /// # Errors
    /// [`MapError`] with the place of the first mistake.
    pub fn from_yaml_at(path: &Path, file: &str, text: &str) -> Result<Self, MapError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::from_yaml(file, text, &|name| std::fs::read_to_string(folder.join(name)))
    }
}

struct Reader<'a> {
    yaml: YamlFile<'a>,
    open: Open<'a>,
    map: NameMap,
}

type Read = Result<(), MapError>;

impl Reader<'_> {
    fn whole(&mut self, tree: &Node) -> Read {
        for (key, value) in self.yaml.entries(tree, "a map", &KEYS)? {
            match key.name.as_str() {
                "version" => self.yaml.version(value)?,
                "scope" => self.map.scope = Some(self.name(value)?),
                "prefix" => self.map.prefix = self.name(value)?,
                "clock" => self.clock(value)?,
                "reset" => self.reset(value)?,
                "sample" => self.sample(value)?,
                "idle" => {
                    let choices = [("dumped", false), ("skipped", true)];
                    self.map.may_skip_idle = self.yaml.choice(value, &choices)?;
                }
                "bus" => self.bus(value)?,
                "signals" => self.signals(value)?,
                "rules" => self.rules(value)?,
                _ => self.map.ignore = self.names(value)?,
            }
        }
        Ok(())
    }

    /// `clock: clk`, or `clock: {signal: clk, edge: falling}`.
    fn clock(&mut self, value: &Node) -> Read {
        if let Some(name) = value.text() {
            self.rename("clk", name, value.place);
            return Ok(());
        }
        for (key, value) in self.yaml.entries(value, "`clock`", &CLOCK_KEYS)? {
            if key.name == "signal" {
                let name = self.name(value)?;
                self.rename("clk", &name, value.place);
            } else if key.name == "enable" {
                self.map.enable = Some((value.place, self.name(value)?));
            } else {
                self.map.edge = self
                    .yaml
                    .choice(value, &[("rising", ClockEdge::Rising), ("falling", ClockEdge::Falling)])?;
            }
        }
        Ok(())
    }

    /// `reset: rst_n`, or `reset: {signal: rst, active: high}`.
    fn reset(&mut self, value: &Node) -> Read {
        if let Some(name) = value.text() {
            self.rename("rst_n", name, value.place);
            return Ok(());
        }
        for (key, value) in self.yaml.entries(value, "`reset`", &RESET_KEYS)? {
            if key.name == "signal" {
                let name = self.name(value)?;
                self.rename("rst_n", &name, value.place);
            } else {
                self.map.is_reset_active_high = self.yaml.choice(value, &[("low", false), ("high", true)])?;
            }
        }
        Ok(())
    }

    fn sample(&mut self, value: &Node) -> Read {
        for (_, value) in self.yaml.entries(value, "`sample`", &SAMPLE_KEYS)? {
            let points = [("before", SamplePoint::Before), ("after", SamplePoint::After)];
            self.map.inputs = self.yaml.choice(value, &points)?;
        }
        Ok(())
    }

    fn bus(&mut self, value: &Node) -> Read {
        let mut is_at_end = None;
        for (key, value) in self.yaml.entries(value, "`bus`", &BUS_KEYS)? {
            match key.name.as_str() {
                "kind" => {
                    let kinds =
                        [("flat", BusKind::Flat), ("apb", BusKind::Apb), ("axi4-lite", BusKind::Axi4Lite)];
                    self.map.bus = self.yaml.choice(value, &kinds)?;
                }
                "effect" => {
                    is_at_end = Some(self.yaml.choice(value, &[("request", false), ("answer", true)])?)
                }
                "addresses" => self.map.addresses = self.addresses(value)?,
                "base" => self.map.bus_base = self.yaml.number(value, "a number of 32 bits")?,
                "latency" => self.map.bus_latency = self.yaml.number(value, "a number of 32 bits")?,
                "prefix" => self.map.bus_prefix = self.name(value)?,
                _ => self.signals(value)?,
            }
        }
        self.map.is_bus_effective_at_end = is_at_end.unwrap_or(self.map.bus == BusKind::Apb);
        Ok(())
    }

    fn addresses(&self, value: &Node) -> Result<AddressMap, MapError> {
        let name = self.name(value)?;
        match name.as_str() {
            "reference" => return Ok(AddressMap::reference().clone()),
            "model" => return Ok(AddressMap::of_model()),
            _ => (),
        }
        let text = (self.open)(&name).map_err(|error| {
            let message = format!("`{name}` cannot be read: {error}");
            self.yaml.at("cannot-read", value.place, message, "give a CSV file, `reference` or `model`")
        })?;
        AddressMap::from_csv(&text).map_err(|(line, reason)| {
            let message = format!("`{name}`, line {line}: {reason}");
            self.yaml.at("address-map", value.place, message, "correct the CSV file")
        })
    }

    fn signals(&mut self, value: &Node) -> Read {
        for (key, value) in self.yaml.map(value, "`NAME: NAME IN THE DUMP` in each line")? {
            let theirs = match value.value {
                // The bits, the highest first.
                Value::List(_) => format!("{{{}}}", self.names(value)?.join(", ")),
                _ => self.name(value)?,
            };
            self.rename(&key.name, &theirs, key.place);
        }
        Ok(())
    }

    /// `- {from: REGEX, to: NAME}`.
    fn rules(&mut self, value: &Node) -> Read {
        for node in self.yaml.list(value, "rules, as in `- {from: REGEX, to: NAME}`")? {
            self.yaml.entries(node, "a rule", &RULE_KEYS)?;
            let remedy =
                "a rule has `from`, a regular expression, and `to`, a name of the HWS with `$1` for groups";
            let from = self.yaml.required(node, "from", "a rule", remedy)?;
            let to = self.name(self.yaml.required(node, "to", "a rule", remedy)?)?;
            let text = self.name(from)?;
            if let Err(error) = Regex::new(&text) {
                let message = format!("not a valid regular expression: {error}");
                return Err(self.yaml.at("illegal-expression", from.place, message, "correct it"));
            }
            self.map.rules.push(NameRule { place: node.place, from: text, to });
        }
        Ok(())
    }

    fn name(&self, value: &Node) -> Result<String, MapError> {
        self.yaml.text(value, "a text").map(str::to_owned)
    }

    fn names(&self, value: &Node) -> Result<Vec<String>, MapError> {
        self.yaml.list(value, "names")?.iter().map(|element| self.name(element)).collect()
    }

    fn rename(&mut self, ours: &str, theirs: &str, place: Place) {
        self.map.renames.push(Rename { place, ours: ours.to_owned(), theirs: theirs.to_owned() });
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use rstest::rstest;

    use super::*;

    fn read(text: &str) -> Result<NameMap, MapError> {
        NameMap::from_yaml("m.yaml", text, &|name| match name {
            "layout.csv" => Ok("HWS_ID,0x8,,\n".to_owned()),
            "wrong.csv" => Ok("HWS_ID,8\n".to_owned()),
            _ => Err(io::ErrorKind::NotFound.into()),
        })
    }

    #[test]
    fn every_key_is_read() {
        let map = read(
            "version: 1\nscope: top.u_hws\nprefix: p_\nclock: {signal: aclk, edge: falling}\n\
             reset: {signal: rst, active: high}\nsample: {inputs: after}\nidle: skipped\n\
             bus: {kind: apb, addresses: layout.csv, base: 0x4000, prefix: s_, effect: request, latency: 2, signals: {psel: sel}}\n\
             signals: {irq: irq_o, \"RS[].FLAGS\": \"rs[].flags\"}\nignore: [CNT_*]\n",
        )
        .unwrap();
        assert_eq!((map.scope.as_deref(), map.prefix.as_str()), (Some("top.u_hws"), "p_"));
        assert_eq!((map.edge, map.inputs), (ClockEdge::Falling, SamplePoint::After));
        assert!(map.is_reset_active_high && map.may_skip_idle);
        assert_eq!(
            (map.bus, map.bus_base, map.bus_prefix.as_str(), map.bus_latency),
            (BusKind::Apb, 0x4000, "s_", 2)
        );
        assert!(!map.is_bus_effective_at_end);
        assert_eq!(map.addresses, AddressMap::from_csv("HWS_ID,8,,").unwrap());
        let renames: Vec<_> =
            map.renames.iter().map(|rename| (rename.ours.as_str(), rename.theirs.as_str())).collect();
        let expected = [
            ("clk", "aclk"),
            ("rst_n", "rst"),
            ("psel", "sel"),
            ("irq", "irq_o"),
            ("RS[].FLAGS", "rs[].flags"),
        ];
        assert_eq!(renames, expected);
        assert_eq!(map.ignore, ["CNT_*"]);
    }

    #[rstest]
    #[case("scop: a", "m.yaml:1:1: unknown key `scop` in a map; did you mean `scope`? ")]
    #[case("- a", "m.yaml:1:1: a list is not legal here; give a map, with some of the keys version")]
    #[case(
        "bus: {kind: ahb}",
        "m.yaml:1:13: `ahb` is not legal here; did you mean `apb`? give `flat` or `apb` or `axi4-lite`"
    )]
    #[case("bus: {base: -1}", "m.yaml:1:13: `-1` is not legal here; give a number of 32 bits")]
    #[case("bus: {addresses: nowhere.csv}", "m.yaml:1:18: `nowhere.csv` cannot be read")]
    #[case("bus: {addresses: wrong.csv}", "m.yaml:1:18: `wrong.csv`, line 1: expected `register,")]
    #[case("version: 2", "m.yaml:1:10: `2` is not legal here; give the version 1")]
    #[case("ignore: LAUNCH*", "m.yaml:1:9: `LAUNCH*` is not legal here; give a list of names")]
    #[case("signals: [a]", "m.yaml:1:10: a list is not legal here; give `NAME: NAME IN THE DUMP`")]
    #[case("scope: ''", "m.yaml:1:8: an empty text is not legal here; give a text")]
    fn a_mistake_is_shown_at_its_place(#[case] text: &str, #[case] message: &str) {
        let shown = read(text).unwrap_err().to_string();
        assert!(shown.starts_with(message), "{shown}");
    }
}
