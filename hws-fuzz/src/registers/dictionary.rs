//! The dictionary of the target: accesses of registers in the encoding of an input.

use std::fmt::Write;

use hws_regs::{FieldInfo, Legal, REGISTERS, RegInfo};

/// The choices that [`Operation::decode`](super::operation::Operation::decode) and
/// [`any_offset`](super::register_write::any_offset) read before the offset.
const READ: [u8; 2] = [0, 0];
const WRITE: [u8; 2] = [3, 0];

/// The dictionary in the format of libFuzzer, generated from the map: a read of each register, and writes of its smallest
/// and largest legal values, of enumerated values, and of legal combinations.
#[must_use]
pub fn dictionary() -> String {
    let mut text =
        "# Generated from regmap.yaml; BLESS=1 cargo test -p hws-tests dictionary writes it again.\n"
            .to_owned();
    for (name, bytes) in entries() {
        let escaped: String = bytes.iter().fold(String::new(), |mut all, byte| {
            // Writing to a string cannot fail.
            let _ = write!(all, "\\x{byte:02x}");
            all
        });
        let _ = writeln!(text, "{name}=\"{escaped}\"");
    }
    text
}

/// Names and bytes.
fn entries() -> Vec<(String, Vec<u8>)> {
    REGISTERS.iter().flat_map(|info| of_register(info)).collect()
}

fn of_register(info: &'static RegInfo) -> impl Iterator<Item = (String, Vec<u8>)> {
    let name = info.name.replace("[]", "").replace('.', "_");
    let read = info.access.is_readable().then(|| (name.clone(), access(READ, &[info.offset])));
    let values = if info.access.is_writable() { values(info) } else { Vec::new() };
    let writes = values.into_iter().map(move |value| {
        let bytes = access(WRITE, &[info.offset, value]);
        (format!("{name}_{value:x}"), bytes)
    });
    read.into_iter().chain(writes)
}

fn access(choices: [u8; 2], words: &[u32]) -> Vec<u8> {
    choices.into_iter().chain(words.iter().flat_map(|word| word.to_le_bytes())).collect()
}

/// Legal values of a register, ascending.
fn values(info: &RegInfo) -> Vec<u32> {
    let all =
        |of: fn(&FieldInfo) -> u32| info.fields.iter().fold(0, |word, field| word | (of(field) << field.lsb));
    let mut values = vec![all(lowest), all(highest)];
    values.extend(info.combinations.iter().flat_map(|combinations| combinations.patterns));
    for field in info.fields {
        if let Legal::Enumerated(named) = field.legal {
            values.extend(named.iter().map(|&(_, value)| all(lowest) | (value << field.lsb)));
        }
    }
    values.retain(|&value| info.is_legal(value));
    values.sort_unstable();
    values.dedup();
    values
}

fn lowest(field: &FieldInfo) -> u32 {
    match field.legal {
        Legal::Any | Legal::MultipleOf(_) => 0,
        Legal::Range { min, .. } => min,
        Legal::Enumerated(values) => values.iter().map(|&(_, value)| value).min().unwrap_or_default(),
    }
}

fn highest(field: &FieldInfo) -> u32 {
    match field.legal {
        Legal::Any => field.max(),
        Legal::Range { max, .. } => max,
        Legal::MultipleOf(step) => field.max() / step * step,
        Legal::Enumerated(values) => values.iter().map(|&(_, value)| value).max().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use arbitrary::Unstructured;

    use super::super::operation::Operation;
    use super::*;

    #[test]
    fn every_entry_is_the_access_of_a_register() {
        let offsets: Vec<u32> = REGISTERS.iter().map(|info| info.offset).collect();
        for (name, bytes) in entries() {
            let mut u = Unstructured::new(&bytes);
            let (Operation::Read(offset) | Operation::Write { offset, .. }) =
                Operation::decode(&mut u).unwrap()
            else {
                panic!("{name} is another operation")
            };
            assert!(u.is_empty() && offsets.contains(&offset), "{name}");
        }
    }

    #[test]
    fn legal_values_are_at_the_ends_of_their_ranges() {
        let of = |name: &str| values(REGISTERS.iter().find(|info| info.name == name).unwrap());
        // THRESHOLD, RTASK_MAX and the rules: all fields at once at both ends.
        let promote = of("PROMOTE");
        assert!(promote.len() >= 2 && promote.is_sorted(), "{promote:?}");
        assert_eq!(of("SIP_TOPOLOGY").len(), 12, "the legal topologies (scheduler.md §8.8)");
        assert_eq!(of("TDP_CFG"), [0, 0xFFFC]);
    }
}
