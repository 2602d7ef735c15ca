//! A record whose words are public values, as a type of Rust.

use std::fmt::Write;

use super::GENERATED;
use super::names::camel;
use crate::model::{BitPlace, Field, Record};

/// Returns a struct with all fields of a record, and its encoding in words.
#[must_use]
pub fn descriptor(record: &Record) -> String {
    let name = camel(&record.name);
    let words = record.words;
    let mut text = format!("// {GENERATED}\n\nuse super::TD_WORDS;\n\n");
    let _ = write!(
        text,
        "/// {} The values are checked at admission\n/// (scheduler.md §2.3), not by this type.\n",
        record.doc
    );
    let _ = write!(
        text,
        "///\n/// ```\n/// use hws_types::TaskDescriptor;\n/// let td = TaskDescriptor {{ kernel_id: 7, thread_num: 4, block_num: 2, ..Default::default() }};\n\
         /// let words = td.encode().unwrap();\n/// assert_eq!(words[5], 4 | 2 << 16);\n/// assert_eq!(TaskDescriptor::decode(&words), td);\n/// ```\n"
    );
    text += "#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]\n";
    text += "#[cfg_attr(feature = \"serde\", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]\n";
    let _ = writeln!(text, "pub struct {name} {{");
    for field in &record.fields {
        let _ =
            writeln!(text, "    /// {}\n    pub {}: {},", documented(field), field.name, rust_type(field));
    }
    let _ = write!(text, "}}\n\nimpl {name} {{\n");
    let _ = write!(
        text,
        "    /// Decodes the words. Any words are a descriptor; reserved bits are ignored.\n    #[must_use]\n    pub const fn decode(words: &[u32; TD_WORDS]) -> Self {{\n        Self {{\n"
    );
    for field in &record.fields {
        let _ = writeln!(text, "            {}: {},", field.name, decoded(field));
    }
    text += "        }\n    }\n\n    /// The words without a look at fields that are too large for their bits, which are cut off.\n";
    let _ = write!(text, "    pub(super) const fn cut(&self) -> [u32; TD_WORDS] {{\n        [\n");
    for word in 0..words {
        let _ = writeln!(text, "            {},", encoded(record, word));
    }
    text + "        ]\n    }\n}\n"
}

fn documented(field: &Field) -> String {
    let bits = field.bits.unwrap_or_default();
    let words = match field.last_word() {
        last if last > bits.word => format!("Words {} to {last}", bits.word),
        _ => format!("Word {}", bits.word),
    };
    let live = if field.live { " (live)" } else { "" };
    let known = field.known_as.as_ref().map_or_else(String::new, |name| format!(", {name}"));
    let rule = field.rule.as_ref().map_or_else(String::new, |rule| format!(" ({rule})"));
    let range = field.range.as_ref().map_or_else(String::new, |range| format!(" Legal: {range}."));
    format!("{words}{live}{known}: {}{range}{rule}", field.doc)
}

/// The smallest type that holds a field.
pub(super) fn rust_type(field: &Field) -> String {
    let one = match field.width {
        1 => "bool",
        2..=8 => "u8",
        9..=16 => "u16",
        17..=32 => "u32",
        _ => "u64",
    };
    if field.count > 1 { format!("[{one}; {}]", field.count) } else { one.to_owned() }
}

/// The place of an element of a field.
fn place(field: &Field, element: u32) -> BitPlace {
    let bits = field.bits.unwrap_or_default();
    let low = bits.low + element * field.width;
    BitPlace { word: bits.word + low / 32, low: low % 32, high: low % 32 + field.width - 1 }
}

fn decoded(field: &Field) -> String {
    let one = |element| {
        let BitPlace { word, low, .. } = place(field, element);
        let shifted = if low == 0 { format!("words[{word}]") } else { format!("words[{word}] >> {low}") };
        match field.width {
            1 if low == 0 => format!("words[{word}] & 1 != 0"),
            1 => format!("({shifted}) & 1 != 0"),
            8 if low == 0 => format!("{shifted} as u8"),
            8 => format!("({shifted}) as u8"),
            16 if low == 0 => format!("{shifted} as u16"),
            16 => format!("({shifted}) as u16"),
            32 => shifted,
            width => {
                let kind = rust_type(&Field { count: 1, ..field.clone() });
                format!("({shifted} & {:#x}) as {kind}", (1_u64 << width) - 1)
            }
        }
    };
    if field.count == 1 {
        return one(0);
    }
    format!("[{}]", (0..field.count).map(one).collect::<Vec<_>>().join(", "))
}

fn encoded(record: &Record, word: u32) -> String {
    let mut parts = Vec::new();
    for field in &record.fields {
        for element in 0..field.count {
            let at = place(field, element);
            if at.word == word {
                parts.push(part(field, element, at.low));
            }
        }
    }
    if parts.is_empty() { "0".to_owned() } else { parts.join(" | ") }
}

fn part(field: &Field, element: u32, low: u32) -> String {
    let index = if field.count > 1 { format!("[{element}]") } else { String::new() };
    let value = format!("self.{}{index}", field.name);
    let word = match field.width {
        32 => return value,
        1 | 8 | 16 => format!("{value} as u32"),
        width => format!("(self.{}{index} as u32 & {:#x})", field.name, (1_u64 << width) - 1),
    };
    if low == 0 { word } else { format!("({word}) << {low}").replace("((", "(").replace("))", ")") }
}
