//! The events of one side, in their order.

use std::collections::{BTreeMap, BTreeSet};

use hws_types::{EventKind, EventShow, EventValue};

use super::names::{Name, Names, canonical};

/// The most events of a side, which are held in memory.
pub(super) const MOST: usize = 1 << 23;

/// The value of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum FieldValue {
    Number(u64),
    /// A text that is not a number.
    Text(Name),
    /// Bits are x or z.
    Unknown,
}

/// An event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Logged {
    /// A power-on reset begins the next epoch.
    pub(super) epoch: u32,
    pub(super) cycle: u64,
    /// The line of a text, the time stamp of a dump.
    pub(super) place: u64,
    pub(super) kind: Name,
    from: u32,
    to: u32,
}

/// Where the events come from, which decides what is missing and what was never there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Monitor lanes: all kinds of them.
    Lanes,
    /// A trace of the model: all kinds of the lanes, and some more.
    Trace,
    /// A log that has the kinds that occur in it.
    Log,
}

/// All events of a side.
#[derive(Debug)]
pub(super) struct EventLogFile {
    pub(super) origin: Origin,
    pub(super) events: Vec<Logged>,
    fields: Vec<(Name, FieldValue)>,
    /// The last cycle that the side shows.
    pub(super) end: (u32, u64),
    /// Why it ends too early.
    pub(super) cut: Option<String>,
    pub(super) warnings: Vec<String>,
    pub(super) scope: String,
}

impl EventLogFile {
    pub(super) fn new(origin: Origin) -> Self {
        let (events, fields, end, cut, warnings, scope) = Default::default();
        Self { origin, events, fields, end, cut, warnings, scope }
    }

    /// Adds an event whose fields follow; an error if there are too many.
    pub(super) fn begin(&mut self, epoch: u32, cycle: u64, place: u64, kind: Name) -> Result<(), String> {
        if self.events.len() >= MOST {
            return Err(format!(
                "has more than {MOST} events, which are held in memory: compare a part of it"
            ));
        }
        let from = self.fields.len() as u32;
        self.end = self.end.max((epoch, cycle));
        self.events.push(Logged { epoch, cycle, place, kind, from, to: from });
        Ok(())
    }

    /// Adds a field to the last event.
    pub(super) fn field(&mut self, name: Name, value: FieldValue) {
        self.fields.push((name, value));
        if let Some(event) = self.events.last_mut() {
            event.to = self.fields.len() as u32;
        }
    }

    pub(super) fn fields(&self, event: &Logged) -> &[(Name, FieldValue)] {
        &self.fields[event.from as usize..event.to as usize]
    }

    /// The value of a field; `None` if the event does not have it.
    pub(super) fn value(&self, event: &Logged, name: Name) -> Option<FieldValue> {
        self.fields(event).iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// The fields that occur in each kind.
    pub(super) fn shape(&self) -> BTreeMap<Name, BTreeSet<Name>> {
        let mut shape: BTreeMap<Name, BTreeSet<Name>> = BTreeMap::new();
        for event in &self.events {
            let known = shape.entry(event.kind).or_default();
            let names = self.fields(event).iter().map(|(name, _)| *name);
            known.extend(names.filter(|name| !known.contains(name)).collect::<Vec<_>>());
        }
        shape
    }

    /// Whether the side can have events of a kind.
    pub(super) fn may_have(&self, kind: Name, shape: &BTreeMap<Name, BTreeSet<Name>>) -> bool {
        shape.contains_key(&kind) || self.origin != Origin::Log && (kind as usize) < EventKind::ALL.len()
    }

    /// An event in words: `promote entry 3 seq 9 mask 0xf0`.
    pub(super) fn describe(&self, event: &Logged, names: &Names) -> String {
        let field = |(name, value): &(Name, FieldValue)| shown(names.text(*name), *value, names);
        let fields: String = self.fields(event).iter().map(field).collect();
        format!("{}{fields}", names.text(event.kind))
    }

    /// The time stamp, if there are any.
    pub(super) fn time(&self, event: &Logged) -> Option<u64> {
        (self.origin == Origin::Lanes).then_some(event.place)
    }

    /// "line 12" or "time 345".
    pub(super) fn place(&self, event: &Logged) -> String {
        let unit = if self.origin == Origin::Lanes { "time" } else { "line" };
        format!("{unit} {}", event.place)
    }

    /// Gives events that have an entry the kernel that was last admitted there, if they do not have one.
    pub(super) fn add_kernels(&mut self, kinds: &BTreeSet<Name>, names: &mut Names) {
        let (entry, kernel, admit) =
            (names.number("entry"), names.number("kernel_id"), names.number("admit"));
        let old = std::mem::take(&mut self.fields);
        let mut at_entry: BTreeMap<FieldValue, FieldValue> = BTreeMap::new();
        for event in &mut self.events {
            let own = &old[event.from as usize..event.to as usize];
            let value = |name: Name| own.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
            event.from = self.fields.len() as u32;
            self.fields.extend_from_slice(own);
            match (value(entry), value(kernel)) {
                (Some(entry), Some(kernel)) if event.kind == admit => {
                    at_entry.insert(entry, kernel);
                }
                (Some(entry), None) if kinds.contains(&event.kind) => {
                    self.fields.extend(at_entry.get(&entry).map(|value| (kernel, *value)));
                }
                _ => (),
            }
            event.to = self.fields.len() as u32;
        }
    }
}

/// How a value of that name is shown; one that no event of the HWS has is a plain number.
fn form(name: &str) -> EventShow {
    EventKind::field_named(name).map_or(EventShow::Decimal, |field| field.show)
}

pub(super) fn shown(name: &str, value: FieldValue, names: &Names) -> String {
    match value {
        FieldValue::Number(number) => match u32::try_from(number) {
            Ok(value) => format!(" {name} {}", EventValue { show: form(name), value }),
            Err(_) => format!(" {name} {number}"),
        },
        FieldValue::Text(text) => format!(" {name} {}", names.text(text)),
        FieldValue::Unknown => format!(" {name} x"),
    }
}

/// The value that a text of a log has.
pub(super) fn parsed(field: &str, text: &str, names: &mut Names) -> FieldValue {
    if let Some(number) = form(field).value_of(text) {
        return FieldValue::Number(number.into());
    }
    let digits = text.replace('_', "");
    let lower = digits.to_ascii_lowercase();
    let (base, digits) = match lower.split_once('\'') {
        Some((_, rest)) => rest.split_at(usize::from(rest.is_char_boundary(1) && !rest.is_empty())),
        None if lower.starts_with("0x") => ("h", &lower[2..]),
        None if lower.starts_with("0b") => ("b", &lower[2..]),
        None => ("d", lower.as_str()),
    };
    let radix = match base {
        "h" => 16,
        "b" => 2,
        "o" => 8,
        _ => 10,
    };
    if !digits.is_empty()
        && digits.contains(['x', 'z'])
        && digits.chars().all(|it| it == 'x' || it == 'z' || it.is_digit(radix))
    {
        return FieldValue::Unknown;
    }
    match u64::from_str_radix(digits, radix) {
        Ok(number) if !digits.starts_with('+') => FieldValue::Number(number),
        _ => FieldValue::Text(names.number(text)),
    }
}

/// The field of a kind, under the name of the trace.
pub(super) fn field_name(kind: Name, field: &str, names: &mut Names) -> Name {
    let field = canonical(kind, field).to_owned();
    names.number(&field)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("entry", "12", FieldValue::Number(12))]
    #[case("entry", "0x1F", FieldValue::Number(31))]
    #[case("mask", "0b101", FieldValue::Number(5))]
    #[case("mask", "8'hf_0", FieldValue::Number(0xF0))]
    #[case("mask", "xxxx", FieldValue::Unknown)]
    #[case("mask", "0x1x", FieldValue::Unknown)]
    #[case("pool", "P", FieldValue::Number(1))]
    #[case("op", "trigger", FieldValue::Number(2))]
    #[case("launched", "true", FieldValue::Number(1))]
    #[case("dag_slot", "-1", FieldValue::Number(u32::MAX as u64))]
    fn values_are_read_in_every_notation(#[case] field: &str, #[case] text: &str, #[case] value: FieldValue) {
        assert_eq!(parsed(field, text, &mut Names::new()), value, "{text}");
    }

    #[rstest]
    #[case("-5")]
    #[case("+5")]
    #[case("abc")]
    #[case("'")]
    #[case("8'")]
    #[case("99999999999999999999")]
    fn what_is_not_a_number_is_a_text(#[case] text: &str) {
        let mut names = Names::new();
        let FieldValue::Text(name) = parsed("entry", text, &mut names) else { panic!("{text}") };
        assert_eq!(names.text(name), text);
    }

    #[test]
    fn an_event_has_the_kernel_of_its_entry() {
        let mut names = Names::new();
        let [admit, launch, done] = ["admit", "launch", "kernel_done"].map(|name| names.number(name));
        let (entry, kernel) = (names.number("entry"), names.number("kernel_id"));
        let mut log = EventLogFile::new(Origin::Log);
        let mut add = |kind, fields: &[(Name, u64)]| {
            log.begin(1, 0, 0, kind).unwrap();
            fields.iter().for_each(|(name, value)| log.field(*name, FieldValue::Number(*value)));
        };
        add(launch, &[(entry, 3)]);
        add(admit, &[(entry, 3), (kernel, 7)]);
        add(launch, &[(entry, 3)]);
        add(done, &[(entry, 3)]);
        log.add_kernels(&BTreeSet::from([launch]), &mut names);
        let kernels: Vec<_> = log.events.iter().map(|event| log.value(event, kernel)).collect();
        assert_eq!(kernels, [None, Some(FieldValue::Number(7)), Some(FieldValue::Number(7)), None]);
    }
}
