//! The content of a file of interfaces.

use serde::Serialize;

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Interfaces {
    /// The name of the device.
    pub title: String,
    /// The file of its register map.
    pub registers: Option<String>,
    /// Names that numbers have.
    pub enums: Vec<Enum>,
    /// Words in memory and in FIFOs.
    pub records: Vec<Record>,
    /// The ports of the design.
    pub ports: Vec<Port>,
    /// The monitor lanes.
    pub lanes: Lanes,
    /// The operations of a stimulus.
    pub operations: Vec<Message>,
    /// The lines of a trace.
    pub events: Vec<Message>,
    /// The rules of the specification.
    pub rules: Vec<RuleEntry>,
}

/// Numbers with names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Enum {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// The rule that defines it.
    pub rule: Option<String>,
    /// Its values, in the order of the file.
    pub values: Vec<EnumValue>,
}

/// A value of an [`Enum`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EnumValue {
    /// Its name.
    pub name: String,
    /// Its number.
    pub value: u32,
    /// What it means.
    pub doc: String,
    /// The rule that defines it.
    pub rule: Option<String>,
}

/// A group of values, packed into words or not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Record {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: String,
    /// The rule that defines it.
    pub rule: Option<String>,
    /// The number of its 32-bit words; 0 for one without bit positions.
    pub words: u32,
    /// Its fields.
    pub fields: Vec<Field>,
}

/// An operation, or a line of a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Message {
    /// Its name.
    pub name: String,
    /// Its number on monitor lanes; none if it is not an event of the device.
    pub kind: Option<u32>,
    /// What it is.
    pub doc: String,
    /// The rule that defines it.
    pub rule: Option<String>,
    /// Its keys, in their order.
    pub fields: Vec<Field>,
}

/// A value of a record or a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its name in the design documents, if another.
    pub known_as: Option<String>,
    /// The number of bits; of one element, if it has several.
    pub width: u32,
    /// The place in the words of a record.
    pub bits: Option<BitPlace>,
    /// The number of elements, one after the other; 1 for most.
    pub count: u32,
    /// What it holds.
    pub shape: FieldShape,
    /// Its type in Rust, if not the smallest integer that holds it: for records without bit positions.
    pub rust: Option<String>,
    /// Its unit.
    pub unit: Option<String>,
    /// The legal values, if not all that fit.
    pub range: Option<String>,
    /// The value that a new record has.
    pub default: u32,
    /// Read again after admission.
    pub live: bool,
    /// What it means.
    pub doc: String,
    /// The rule that reads or defines it.
    pub rule: Option<String>,
}

/// The place of a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BitPlace {
    /// The word.
    pub word: u32,
    /// The highest bit.
    pub high: u32,
    /// The lowest bit.
    pub low: u32,
}

/// What a field holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldShape {
    /// A number.
    Number(Show),
    /// True or false.
    Flag,
    /// A value of an enum, by its name.
    Names(String),
    /// A number or none; none is all ones on a lane, -1 in a trace.
    Optional,
    /// Numbers.
    List,
    /// A text: `register` or `digest`. With `or`, a number under that name can stand in its place.
    Text {
        /// What the text is.
        of: String,
        /// The name of the number.
        or: Option<String>,
    },
}

impl Default for FieldShape {
    fn default() -> Self {
        Self::Number(Show::Decimal)
    }
}

/// How a number is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Show {
    /// In decimal.
    #[default]
    Decimal,
    /// In hexadecimal: masks, addresses, packed words.
    Hex,
}

/// A port of the design.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Port {
    /// Whether it drives the design.
    pub is_input: bool,
    /// When a comparison with the design samples it.
    pub sampled: Sampled,
    /// Name, width and meaning.
    #[serde(flatten)]
    pub field: Field,
}

/// When a port is sampled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sampled {
    /// Just before the clock edge, as most inputs are.
    Before,
    /// At the end of the time stamp of the clock edge, as all outputs are.
    #[default]
    After,
    /// Not at all.
    Never,
}

/// The monitor lanes of a design.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Lanes {
    /// The number of lanes.
    pub count: u32,
    /// The bits of the kind.
    pub kind_width: u32,
    /// The values of an event.
    pub words: u32,
}

/// A rule of the specification.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RuleEntry {
    /// The citation: `scheduler.md §5.6`.
    pub rule: String,
    /// Its title.
    pub title: String,
    /// The registers and words that it reads: `RS[].FAIL`, `task_descriptor.ctx`.
    pub reads: Vec<String>,
    /// The registers and words that it writes.
    pub writes: Vec<String>,
}

impl Interfaces {
    /// Returns an enum by its name.
    #[must_use]
    pub fn find_enum(&self, name: &str) -> Option<&Enum> {
        self.enums.iter().find(|known| known.name == name)
    }

    /// Returns the values that a field has names for, in the order of their numbers; none for other fields.
    #[must_use]
    pub fn values(&self, field: &Field) -> &[EnumValue] {
        let FieldShape::Names(name) = &field.shape else { return &[] };
        self.find_enum(name).map_or(&[], |known| &known.values)
    }

    /// Returns a record by its name.
    #[must_use]
    pub fn find_record(&self, name: &str) -> Option<&Record> {
        self.records.iter().find(|known| known.name == name)
    }

    /// Returns the events of the device in the order of their numbers.
    #[must_use]
    pub fn kinds(&self) -> Vec<&Message> {
        let mut kinds: Vec<&Message> = self.events.iter().filter(|event| event.kind.is_some()).collect();
        kinds.sort_by_key(|event| event.kind);
        kinds
    }
}

impl Field {
    /// Returns the last word that the field has bits of.
    #[must_use]
    pub fn last_word(&self) -> u32 {
        let bits = self.bits.unwrap_or_default();
        bits.word + (bits.low + self.width * self.count).saturating_sub(1) / 32
    }
}

impl Message {
    /// Returns the rule of one of its fields: its own, or else that of the message.
    #[must_use]
    pub fn rule_of<'m>(&'m self, field: &'m Field) -> Option<&'m str> {
        field.rule.as_deref().or(self.rule.as_deref())
    }
}
