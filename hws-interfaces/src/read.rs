//! Reading: every key and every value is checked where it stands, and every fault is reported.

use hws_input::yaml::{Key, Limits, Node, Oddities, Value, parse};
use hws_input::{Diagnostic, Place, nearest};

use crate::model::{
    BitPlace, Enum, EnumValue, Field, FieldShape, Interfaces, Lanes, Message, Port, Record, RuleEntry,
    Sampled, Show,
};

const LIMITS: Limits = Limits { depth: 16, nodes: 1_000_000, replayed: 0, oddities: Oddities::Refused };

/// The places of what has a name, in the order of the file: for faults that are found later.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places(Vec<(String, Place)>);

impl Places {
    /// The place of a path such as `events.launch.pool`.
    pub(crate) fn of(&self, path: &str) -> Place {
        self.0.iter().find(|(known, _)| known == path).map_or(Place::UNKNOWN, |(_, place)| *place)
    }
}

/// Reads a text; an empty list of faults says that it is well formed.
pub(crate) fn read(text: &str) -> (Interfaces, Places, Vec<Diagnostic>) {
    let mut reader = Reader::default();
    let interfaces = match parse(text, &LIMITS) {
        Ok(tree) => reader.interfaces(&tree),
        Err(error) => {
            let remedy = "write YAML: `key: value`, lists with `-`";
            reader.faults.push(Diagnostic::new("syntax", error.place, error.message).remedy(remedy));
            Interfaces::default()
        }
    };
    (interfaces, reader.places, reader.faults)
}

#[derive(Default)]
struct Reader {
    places: Places,
    faults: Vec<Diagnostic>,
}

/// A map of the file, its keys known.
struct Entries<'n> {
    place: Place,
    entries: &'n [(Key, Node)],
}

impl<'n> Entries<'n> {
    fn get(&self, key: &str) -> Option<&'n Node> {
        self.entries.iter().find(|(known, _)| known.name == key).map(|(_, value)| value)
    }
}

const TOP: &[&str] =
    &["version", "title", "registers", "enums", "records", "ports", "lanes", "operations", "events", "rules"];
const FIELD: &[&str] = &[
    "name", "known_as", "word", "bits", "width", "count", "show", "values", "flag", "optional", "list",
    "text", "or", "rust", "unit", "range", "default", "live", "doc", "rule",
];
const PORT: &[&str] = &["name", "direction", "width", "sampled", "show", "unit", "doc", "rule"];

impl Reader {
    fn fault(&mut self, code: &'static str, place: Place, message: String, remedy: &str) {
        self.faults.push(Diagnostic::new(code, place, message).remedy(remedy));
    }

    /// A map with known keys; the required ones are there.
    fn entries<'n>(&mut self, node: &'n Node, of: &str, known: &[&str], required: &[&str]) -> Entries<'n> {
        let Value::Map(entries) = &node.value else {
            self.fault(
                "illegal-value",
                node.place,
                format!("{of} is not a map"),
                &format!("its keys are {}", known.join(", ")),
            );
            return Entries { place: node.place, entries: &[] };
        };
        for (key, _) in entries.iter().filter(|(key, _)| !known.contains(&key.name.as_str())) {
            let candidates = nearest(&key.name, known.iter().copied());
            let fault =
                Diagnostic::new("unknown-key", key.place, format!("unknown key `{}` in {of}", key.name))
                    .suggest(candidates.map(str::to_owned))
                    .remedy(format!("its keys are {}", known.join(", ")));
            self.faults.push(fault);
        }
        let found = Entries { place: node.place, entries };
        for key in required.iter().filter(|key| found.get(key).is_none()) {
            self.fault(
                "missing-key",
                node.place,
                format!("missing key `{key}` in {of}"),
                &format!("add `{key}:`"),
            );
        }
        found
    }

    fn interfaces(&mut self, node: &Node) -> Interfaces {
        let top = self.entries(node, "the file", TOP, &["version", "title", "events", "rules"]);
        if let Some(version) = top.get("version").filter(|node| node.integer() != Some(1)) {
            self.fault(
                "version",
                version.place,
                "unknown version of the format".to_owned(),
                "write `version: 1`",
            );
        }
        Interfaces {
            title: self.text(&top, "title").unwrap_or_default(),
            registers: self.text(&top, "registers"),
            enums: self.list(&top, "enums", Self::an_enum),
            records: self.list(&top, "records", Self::record),
            ports: self.list(&top, "ports", Self::port),
            lanes: top.get("lanes").map(|node| self.lanes(node)).unwrap_or_default(),
            operations: self.list(&top, "operations", |reader, node| reader.message(node, "operations")),
            events: self.list(&top, "events", |reader, node| reader.message(node, "events")),
            rules: self.list(&top, "rules", Self::rule),
        }
    }

    fn list<T>(&mut self, of: &Entries<'_>, key: &str, each: impl Fn(&mut Self, &Node) -> T) -> Vec<T> {
        let Some(node) = of.get(key) else { return Vec::new() };
        if !matches!(node.value, Value::List(_)) {
            self.fault(
                "illegal-value",
                node.place,
                format!("`{key}` is not a list"),
                "begin each element with `-`",
            );
        }
        node.elements().iter().map(|element| each(self, element)).collect()
    }

    fn text(&mut self, of: &Entries<'_>, key: &str) -> Option<String> {
        let node = of.get(key)?;
        let text = node.text().map(str::to_owned);
        if text.as_deref().is_none_or(str::is_empty) {
            self.fault(
                "illegal-value",
                node.place,
                format!("`{key}` is not a text"),
                "write a text, in quotes if it has `: `",
            );
        }
        text
    }

    fn texts(&mut self, of: &Entries<'_>, key: &str) -> Vec<String> {
        self.list(of, key, |reader, node| {
            node.text().map(str::to_owned).unwrap_or_else(|| {
                reader.fault(
                    "illegal-value",
                    node.place,
                    "not a text".to_owned(),
                    "write the name of a register or a word",
                );
                String::new()
            })
        })
    }

    fn number(&mut self, of: &Entries<'_>, key: &str, most: u32) -> Option<u32> {
        let node = of.get(key)?;
        let number =
            node.integer().and_then(|number| u32::try_from(number).ok()).filter(|number| *number <= most);
        if number.is_none() {
            self.fault(
                "illegal-value",
                node.place,
                format!("`{key}` is not a number from 0 to {most}"),
                "write an integer",
            );
        }
        number
    }

    fn flag(&mut self, of: &Entries<'_>, key: &str) -> bool {
        match of.get(key).map(|node| (&node.value, node.place)) {
            Some((Value::Bool(flag), _)) => *flag,
            Some((_, place)) => {
                self.fault(
                    "illegal-value",
                    place,
                    format!("`{key}` is neither true nor false"),
                    "write `true` or leave it out",
                );
                false
            }
            None => false,
        }
    }

    /// The name of something, whose place is kept.
    fn name(&mut self, of: &Entries<'_>, key: &str, within: &str) -> String {
        let name = self.text(of, key).unwrap_or_default();
        let place = of.get(key).map_or(of.place, |node| node.place);
        self.places.0.push((format!("{within}.{name}"), place));
        name
    }

    fn an_enum(&mut self, node: &Node) -> Enum {
        let map =
            self.entries(node, "an enum", &["name", "doc", "rule", "values"], &["name", "doc", "values"]);
        let name = self.name(&map, "name", "enums");
        let within = format!("enums.{name}");
        Enum {
            doc: self.text(&map, "doc").unwrap_or_default(),
            rule: self.text(&map, "rule"),
            values: self.list(&map, "values", |reader, node| reader.enum_value(node, &within)),
            name,
        }
    }

    fn enum_value(&mut self, node: &Node, within: &str) -> EnumValue {
        let keys = ["name", "value", "doc", "rule"];
        let map = self.entries(node, "a value of an enum", &keys, &["name", "value", "doc"]);
        EnumValue {
            name: self.name(&map, "name", within),
            value: self.number(&map, "value", u32::MAX).unwrap_or_default(),
            doc: self.text(&map, "doc").unwrap_or_default(),
            rule: self.text(&map, "rule"),
        }
    }

    fn record(&mut self, node: &Node) -> Record {
        let keys = ["name", "doc", "rule", "words", "fields"];
        let map = self.entries(node, "a record", &keys, &["name", "doc", "fields"]);
        let name = self.name(&map, "name", "records");
        let within = format!("records.{name}");
        Record {
            doc: self.text(&map, "doc").unwrap_or_default(),
            rule: self.text(&map, "rule"),
            words: self.number(&map, "words", 1024).unwrap_or_default(),
            fields: self.list(&map, "fields", |reader, node| reader.field(node, &within)),
            name,
        }
    }

    fn message(&mut self, node: &Node, within: &str) -> Message {
        let keys = ["name", "kind", "doc", "rule", "fields"];
        let map =
            self.entries(node, &format!("one of `{within}`"), &keys, &["name", "doc", "rule", "fields"]);
        let name = self.name(&map, "name", within);
        let path = format!("{within}.{name}");
        Message {
            kind: self.number(&map, "kind", u32::MAX),
            doc: self.text(&map, "doc").unwrap_or_default(),
            rule: self.text(&map, "rule"),
            fields: self.list(&map, "fields", |reader, node| reader.field(node, &path)),
            name,
        }
    }

    fn port(&mut self, node: &Node) -> Port {
        let map = self.entries(node, "a port", PORT, &["name", "direction", "width", "doc"]);
        let direction = self.text(&map, "direction");
        if !matches!(direction.as_deref(), None | Some("in" | "out")) {
            self.fault("direction", map.place, "unknown direction".to_owned(), "write `in` or `out`");
        }
        let is_input = direction.as_deref() == Some("in");
        let sampled = self.sampled(&map, is_input);
        Port { is_input, sampled, field: self.field_of(&map, "ports") }
    }

    /// An output has its value only after the edge.
    fn sampled(&mut self, map: &Entries<'_>, is_input: bool) -> Sampled {
        match self.text(map, "sampled").as_deref() {
            None if is_input => Sampled::Before,
            Some("before") if is_input => Sampled::Before,
            None | Some("after") => Sampled::After,
            Some("never") => Sampled::Never,
            Some(text) => {
                let place = map.get("sampled").map_or(map.place, |node| node.place);
                let (message, remedy) = if text == "before" {
                    ("an output that is sampled before the edge", "write `after` or `never`")
                } else {
                    ("unknown moment of a sample", "write `before`, `after` or `never`")
                };
                self.fault("sampled", place, message.to_owned(), remedy);
                Sampled::default()
            }
        }
    }

    fn field(&mut self, node: &Node, within: &str) -> Field {
        let map = self.entries(node, "a field", FIELD, &["name", "doc"]);
        self.field_of(&map, within)
    }

    fn field_of(&mut self, map: &Entries<'_>, within: &str) -> Field {
        let bits = self.bits(map);
        let width = self.number(map, "width", 64);
        let shape = self.shape(map);
        let is_sized = bits.is_some() || width.is_some() || matches!(shape, FieldShape::Text { .. });
        if !is_sized {
            self.fault(
                "missing-key",
                map.place,
                "a field without a width".to_owned(),
                "add `width:`, or `word:` and `bits:`",
            );
        }
        Field {
            name: self.name(map, "name", within),
            known_as: self.text(map, "known_as"),
            width: bits.map_or(width.unwrap_or_default(), |bits| bits.high - bits.low + 1),
            bits,
            count: self.number(map, "count", 1024).unwrap_or(1),
            shape,
            rust: self.text(map, "rust"),
            unit: self.text(map, "unit"),
            range: self.text(map, "range"),
            default: self.number(map, "default", u32::MAX).unwrap_or_default(),
            live: self.flag(map, "live"),
            doc: self.text(map, "doc").unwrap_or_default(),
            rule: self.text(map, "rule"),
        }
    }

    /// `bits: "25:24"` or `"16"`.
    fn bits(&mut self, of: &Entries<'_>) -> Option<BitPlace> {
        let node = of.get("bits")?;
        let word = self.number(of, "word", 1023).unwrap_or_default();
        let text = node.text().map(str::to_owned).or_else(|| node.integer().map(|bit| bit.to_string()))?;
        let (high, low) = text.split_once(':').unwrap_or((&text, &text));
        let bound = |text: &str| text.trim().parse::<u32>().ok().filter(|bit| *bit < 32);
        match (bound(high), bound(low)) {
            (Some(high), Some(low)) if low <= high => Some(BitPlace { word, high, low }),
            _ => {
                let remedy = "write `bits: \"HIGH:LOW\"`, from 31 to 0";
                self.fault("bits", node.place, format!("`{text}` is not a range of bits"), remedy);
                None
            }
        }
    }

    fn shape(&mut self, map: &Entries<'_>) -> FieldShape {
        if let Some(name) = self.text(map, "values") {
            return FieldShape::Names(name);
        }
        if let Some(of) = self.text(map, "text") {
            return FieldShape::Text { of, or: self.text(map, "or") };
        }
        if self.flag(map, "flag") {
            return FieldShape::Flag;
        }
        if self.flag(map, "optional") {
            return FieldShape::Optional;
        }
        if self.flag(map, "list") {
            return FieldShape::List;
        }
        match self.text(map, "show").as_deref() {
            Some("hex") => FieldShape::Number(Show::Hex),
            None | Some("dec") => FieldShape::Number(Show::Decimal),
            Some(_) => {
                let place = map.get("show").map_or(map.place, |node| node.place);
                self.fault("show", place, "unknown form of a number".to_owned(), "write `hex` or `dec`");
                FieldShape::default()
            }
        }
    }

    fn lanes(&mut self, node: &Node) -> Lanes {
        let keys = ["count", "kind_width", "words"];
        let map = self.entries(node, "`lanes`", &keys, &keys);
        let mut number = |key| self.number(&map, key, 64).unwrap_or_default();
        Lanes { count: number("count"), kind_width: number("kind_width"), words: number("words") }
    }

    fn rule(&mut self, node: &Node) -> RuleEntry {
        let keys = ["rule", "title", "reads", "writes"];
        let map = self.entries(node, "a rule", &keys, &["rule", "title"]);
        RuleEntry {
            rule: self.name(&map, "rule", "rules"),
            title: self.text(&map, "title").unwrap_or_default(),
            reads: self.texts(&map, "reads"),
            writes: self.texts(&map, "writes"),
        }
    }
}
