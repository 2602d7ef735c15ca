//! The registers as the tables of registers.md name them.

/// A register of the specification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Specified {
    /// With `[]` in place of an index.
    pub(super) name: String,
    /// The number of elements in each dimension.
    pub(super) dims: Vec<u32>,
    pub(super) access: String,
    pub(super) is_queued: bool,
    pub(super) fields: Vec<SpecifiedField>,
    /// The number of its word, if it belongs to a page of words.
    pub(super) word: Option<u32>,
}

/// A field of the specification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SpecifiedField {
    pub(super) name: String,
    pub(super) msb: u32,
    pub(super) lsb: u32,
    /// What follows the equals sign, if there is one.
    pub(super) reset: Option<String>,
}

const TEXT: &str = include_str!("../../../docs/spec/registers.md");

/// All registers, in the order of the tables.
pub(super) fn registers() -> Vec<Specified> {
    let sections = TEXT.split("\n## ").skip(1);
    let rows = sections.flat_map(|section| rows(section).map(move |row| (section, row)));
    let mut registers: Vec<Specified> = Vec::new();
    for (section, row) in rows {
        let mut found = of_row(section, &row);
        if row.get(2) == Some(&"the same") {
            let above = registers.last().map_or(Vec::new(), |above| above.fields.clone());
            found.iter_mut().for_each(|register| register.fields.clone_from(&above));
        }
        registers.extend(found);
    }
    registers
}

/// The cells of the rows below the heading of a table.
fn rows(section: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = section.lines().filter(|line| line.starts_with('|')).skip(2);
    lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
}

fn of_row(section: &str, row: &[&str]) -> Vec<Specified> {
    let group = section
        .lines()
        .find_map(|line| line.split_once(", ").filter(|(_, rest)| rest.contains(" words each")));
    match (row, group) {
        ([_, "", _], Some(_)) | ([_, _], Some(_)) => Vec::new(),
        ([word, name, fields], Some((group, _))) => {
            vec![Specified { word: word.parse().ok(), ..named(&format!("{group}.{name}"), "RO", fields) }]
        }
        ([name, access, fields, _], None) => vec![named(name, access, fields)],
        ([names, fields], None) => names.split(", ").map(|name| named(name, "RO", fields)).collect(),
        _ => panic!("a row of another form: {row:?}"),
    }
}

fn named(name: &str, access: &str, fields: &str) -> Specified {
    let (mut plain, mut dims, mut rest) = (String::new(), Vec::new(), name);
    while let Some((before, behind)) = rest.split_once('[') {
        let (range, after) = behind.split_once(']').expect("a closed index");
        let last = range.rsplit("..").next().expect("a last index");
        dims.push(last.parse::<u32>().expect("a number") + 1);
        plain += &format!("{before}[]");
        rest = after;
    }
    let mut fields = fields_of(fields);
    if fields.is_empty() {
        fields.push(SpecifiedField { name: "VALUE".to_owned(), msb: 31, lsb: 0, reset: None });
    }
    let is_queued = access.ends_with(" cmd");
    let access = access.trim_end_matches(" cmd").to_owned();
    Specified { name: plain + rest, dims, access, is_queued, fields, word: None }
}

/// `NAME[31:16]`, `NAME[0]` or `NAME[4:0]=16`, among other text.
fn fields_of(text: &str) -> Vec<SpecifiedField> {
    let mut pieces = text.split('[');
    let mut before = pieces.next().unwrap_or_default();
    let mut fields = Vec::new();
    for piece in pieces {
        let name = before.rsplit(|c: char| !c.is_ascii_uppercase() && !c.is_ascii_digit() && c != '_').next();
        let name = name.unwrap_or_default().to_owned();
        if let Some((bits, after)) = piece.split_once(']') {
            let mut bits = bits.split(':').map(str::parse::<u32>);
            if let (false, Some(Ok(msb))) = (name.is_empty(), bits.next()) {
                let lsb = bits.next().map_or(msb, |lsb| lsb.expect("a lowest bit"));
                fields.push(SpecifiedField { name, msb, lsb, reset: reset(after) });
            }
        }
        before = piece;
    }
    fields
}

fn reset(after: &str) -> Option<String> {
    let value = after.trim_start().strip_prefix('=')?.trim_start();
    Some(value.split([' ', ',']).next().unwrap_or_default().to_owned())
}
