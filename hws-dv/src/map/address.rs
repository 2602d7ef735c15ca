//! The address map of a bus: which register an address is.
//!
//! A map file in CSV has the columns `register,offset,count,stride`: one line per register, arrays with their count
//! and stride (`4x5` and `20x4` for two dimensions). The words of a group that no line names are reserved: they read
//! as 0. Every other address is a bus error.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use hws_regs::{Decoded, RegId, WINDOW_BYTES};

/// What an address of the bus is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A register.
    Register(RegId),
    /// A reserved word, which reads as 0.
    Reserved,
    /// Nothing: a bus error.
    Unmapped,
}

/// The address map of a bus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressMap {
    words: BTreeMap<u32, Word>,
}

/// The layout of the reference RTL.
const REFERENCE: &str = include_str!("reference.csv");

impl AddressMap {
    /// Returns the layout of the reference RTL, a file of this crate that a test reads.
    #[must_use]
    pub fn reference() -> &'static Self {
        static READ: LazyLock<AddressMap> = LazyLock::new(|| {
            let read = AddressMap::from_csv(REFERENCE);
            read.unwrap_or_else(|(line, reason)| panic!("reference.csv:{line}: {reason}"))
        });
        &READ
    }

    /// Returns the layout of the register map of this project.
    #[must_use]
    pub fn of_model() -> Self {
        let word = |at| match RegId::decode(at) {
            Decoded::Register(id) => Some((at, Word::Register(id))),
            Decoded::Reserved => Some((at, Word::Reserved)),
            Decoded::Unmapped | Decoded::Unaligned => None,
        };
        Self { words: (0..WINDOW_BYTES / 4).filter_map(|number| word(number * 4)).collect() }
    }

    /// Reads a map file.
    ///
    /// # Errors
    /// The line, from 1, and what is wrong there.
    pub fn from_csv(text: &str) -> Result<Self, (usize, String)> {
        let mut words = BTreeMap::new();
        let lines =
            text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
        let mut groups = BTreeMap::new();
        for (line, number) in lines.filter(|(line, _)| !line.starts_with("register,")) {
            let row = Row::read(line).map_err(|reason| (number, reason))?;
            row.place(&mut words).map_err(|reason| (number, reason))?;
            row.note_group(&mut groups).map_err(|reason| (number, reason))?;
        }
        groups.values().for_each(|group| group.reserve_rest(&mut words));
        if words.is_empty() {
            return Err((
                1,
                "no register is listed; expected lines of `register,offset,count,stride`".to_owned(),
            ));
        }
        Ok(Self { words })
    }

    /// Returns the lowest address of a reserved word.
    #[must_use]
    pub fn first_reserved(&self) -> Option<u32> {
        self.words.iter().find(|(_, word)| **word == Word::Reserved).map(|(address, _)| *address)
    }

    /// Returns what an address is.
    #[must_use]
    pub fn word(&self, address: u32) -> Word {
        self.words.get(&address).copied().unwrap_or(Word::Unmapped)
    }
}

/// The most bytes of all elements of a group: each of its words is remembered.
const GROUP_BYTES: u64 = 16 * WINDOW_BYTES as u64;

/// A group of words with elements, such as `RS[i]`.
struct Group {
    offset: u32,
    count: u32,
    stride: u32,
}

impl Group {
    /// The words of the elements that no line names are reserved.
    fn reserve_rest(&self, words: &mut BTreeMap<u32, Word>) {
        let start = u64::from(self.offset);
        let end = start + u64::from(self.count) * u64::from(self.stride);
        for address in (start..end.min(1 << 32)).step_by(4) {
            words.entry(address as u32).or_insert(Word::Reserved);
        }
    }
}

/// One line.
struct Row<'a> {
    name: &'a str,
    offset: u32,
    counts: Vec<u32>,
    strides: Vec<u32>,
}

impl<'a> Row<'a> {
    fn read(line: &'a str) -> Result<Self, String> {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        let [name, offset, counts, strides] = cells.as_slice() else {
            return Err(format!("expected `register,offset,count,stride`, found {} columns", cells.len()));
        };
        let row =
            Self { name, offset: number(offset)?, counts: numbers(counts)?, strides: numbers(strides)? };
        let dimensions = name.matches('[').count();
        if row.counts.len() != dimensions || row.strides.len() != dimensions {
            return Err(format!("`{name}` has {dimensions} indices; give as many counts and strides"));
        }
        Ok(row)
    }

    /// Enters every element.
    fn place(&self, words: &mut BTreeMap<u32, Word>) -> Result<(), String> {
        let total = self.counts.iter().try_fold(1_u32, |total, count| total.checked_mul(*count));
        let total = total.filter(|&total| total <= WINDOW_BYTES).ok_or("too many elements")?;
        if total == 0 {
            return Ok(());
        }
        let first = self.element_name(&self.indices(0));
        let info = RegId::parse(&first).map_err(|error| format!("`{first}`: {error}"))?.info();
        for element in 0..total {
            let indices = self.indices(element);
            let id = info
                .element(&indices)
                .map_err(|error| format!("`{}`: {error}", self.element_name(&indices)))?;
            let distance: u64 =
                indices.iter().zip(&self.strides).map(|(i, s)| u64::from(*i) * u64::from(*s)).sum();
            let address = u32::try_from(u64::from(self.offset) + distance).map_err(|_| "past 2^32")?;
            if let Some(Word::Register(other)) = words.insert(address, Word::Register(id)) {
                return Err(format!("{id} and {other} have the same address {address:#x}"));
            }
        }
        Ok(())
    }

    /// A group begins at its first word.
    fn note_group(&self, groups: &mut BTreeMap<String, Group>) -> Result<(), String> {
        let Some((name, _)) = self.name.split_once("].") else { return Ok(()) };
        let ([count], [stride]) = (self.counts.as_slice(), self.strides.as_slice()) else { return Ok(()) };
        if u64::from(*count) * u64::from(*stride) > GROUP_BYTES {
            return Err(format!(
                "the elements of `{name}]` take more than {GROUP_BYTES} bytes; lower the stride"
            ));
        }
        let new = Group { offset: self.offset, count: *count, stride: *stride };
        let group = groups.entry(name.to_owned()).or_insert(new);
        group.offset = group.offset.min(self.offset);
        Ok(())
    }

    fn indices(&self, element: u32) -> Vec<u32> {
        let mut rest = element;
        let mut indices: Vec<u32> = self
            .counts
            .iter()
            .rev()
            .map(|count| {
                let index = rest % count;
                rest /= count;
                index
            })
            .collect();
        indices.reverse();
        indices
    }

    fn element_name(&self, indices: &[u32]) -> String {
        let mut indices = indices.iter();
        let mut name = String::new();
        for (place, part) in self.name.split('[').enumerate() {
            match part.split_once(']') {
                Some((_, rest)) if place > 0 => {
                    let index = indices.next().copied().unwrap_or(0);
                    name.push_str(&format!("[{index}]{rest}"));
                }
                _ => name.push_str(part),
            }
        }
        name
    }
}

fn numbers(cell: &str) -> Result<Vec<u32>, String> {
    if cell.is_empty() {
        return Ok(Vec::new());
    }
    cell.split('x').map(number).collect()
}

/// A decimal or hexadecimal number.
fn number(text: &str) -> Result<u32, String> {
    let parsed = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| format!("`{text}` is not a valid number of 32 bits"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn register(name: &str) -> Word {
        Word::Register(RegId::parse(name).unwrap())
    }

    #[test]
    fn the_reference_layout_has_every_register_at_its_address() {
        let map = AddressMap::from_csv(REFERENCE).unwrap();
        assert_eq!(*AddressMap::reference(), map);
        assert_eq!(map.word(0x10), register("HWS_CTRL"));
        assert_eq!(map.word(0x140 + 20 * 2 + 4 * 3), register("SIP_USAGE_MASK[2][3]"));
        assert_eq!(map.word(0x828 + 4), register("VC_POOL_FREE[1][1]"));
        assert_eq!(map.word(0x1000 + 64 * 31 + 0x38), register("RS[31].RSC_REQ"));
        assert_eq!(map.word(0x1000 + 64 * 31 + 0x3C), Word::Reserved);
        assert_eq!(map.word(0x1800 + 32 + 0x14), Word::Reserved);
        assert_eq!(map.word(0x2000 + 16 * 63 + 12), register("LAUNCH[63].KERNEL_SEQ"));
        assert_eq!([map.word(0x2c), map.word(0x11), map.word(0x2400)], [Word::Unmapped; 3]);
        let listed = map.words.values().filter(|word| matches!(word, Word::Register(_))).count();
        assert_eq!(listed, RegId::all().count(), "no register is missing");
    }

    #[test]
    fn the_layout_of_the_model_is_its_own() {
        let map = AddressMap::of_model();
        let id = RegId::parse("RS[4].FLAGS").unwrap();
        assert_eq!(map.word(id.offset()), Word::Register(id));
        assert_eq!(map.word(WINDOW_BYTES), Word::Unmapped);
    }

    #[test]
    fn a_wrong_line_is_named() {
        let wrong = [
            ("PROMOTE,0x10", 1, "columns"),
            ("\nPROMOTE,zero,,", 2, "not a valid number"),
            ("PROMOT,0x10,,", 1, "PROMOT"),
            ("RS[i].FLAGS,0x10,,", 1, "1 indices"),
            ("HWS_ID,0x10,,\nPROMOTE,0x10,,", 2, "same address"),
            ("RS[i].FLAGS,0x10,33,64", 1, "RS[32].FLAGS"),
            ("RS[i].FLAGS,0x10,32,134217724", 1, "more than 262144 bytes"),
            ("# nothing", 1, "no register"),
        ];
        for (text, line, reason) in wrong {
            let (at, shown) = AddressMap::from_csv(text).unwrap_err();
            assert!(at == line && shown.contains(reason), "{text}: {at}: {shown}");
        }
    }
}
