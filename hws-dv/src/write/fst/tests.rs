//! Files that are written here, read by an independent reader.

use std::io::Cursor;

use proptest::prelude::*;
use wellen::simple;

use super::*;

fn signals() -> Vec<Signal> {
    [("bit", 1), ("byte", 8), ("odd", 13), ("word", 32), ("wide", 64), ("row[3]", 5), ("one[0]", 1)]
        .map(|(name, width)| Signal { scope: Some("page"), name: name.to_owned(), width })
        .to_vec()
}

fn change((signal, value): (usize, u64)) -> Change {
    Change { signal: signal as u32, value: value & (u64::MAX >> (64 - signals()[signal].width)) }
}

/// Time stamps with the changes there, which differ from the values before.
fn any_changes() -> impl Strategy<Value = Vec<(u64, Vec<Change>)>> {
    let changes = proptest::collection::vec((0..signals().len(), any::<u64>()).prop_map(change), 0..8);
    proptest::collection::vec((1..2000u64, changes), 1..60).prop_map(|steps| {
        let (mut time, mut values) = (0, vec![0; signals().len()]);
        let step = |(wait, changes): (u64, Vec<Change>)| {
            time += wait;
            let mut seen = 0u32;
            let is_new = |change: &Change| {
                let is_first = seen >> change.signal & 1 == 0;
                seen |= 1 << change.signal;
                is_first
                    && std::mem::replace(&mut values[change.signal as usize], change.value) != change.value
            };
            (time, changes.into_iter().filter(is_new).collect())
        };
        steps.into_iter().map(step).collect()
    })
}

/// The file, with a block for each `per_block` time stamps.
fn written(steps: &[(u64, Vec<Change>)], per_block: usize) -> Vec<u8> {
    let mut file = FstFile::new(Cursor::new(Vec::new()), &signals(), &[0; 7]).unwrap();
    file.write(&[Change { signal: TIME, value: 0 }]).unwrap();
    for (number, (time, changes)) in steps.iter().enumerate() {
        if number % per_block == per_block - 1 {
            file.write_block().unwrap();
        }
        let stamp = Change { signal: TIME, value: *time };
        file.write(&[&[stamp], changes.as_slice()].concat()).unwrap();
    }
    file.finish().unwrap();
    file.output.into_inner()
}

/// All changes after time 0, by time and signal.
fn read(bytes: Vec<u8>) -> Vec<(u64, u32, u64)> {
    let mut file = simple::read_from_reader(Cursor::new(bytes)).unwrap();
    let variables: Vec<_> = file.hierarchy().all_vars().collect();
    let variables: Vec<_> = variables.iter().map(|&var| file.hierarchy()[var].signal_ref()).collect();
    file.load_signals(&variables);
    let mut all = Vec::new();
    for (number, variable) in (0..).zip(variables) {
        for (at, value) in file.get_signal(variable).unwrap().iter_changes() {
            let value = u64::from_str_radix(&value.to_bit_string().unwrap(), 2).unwrap();
            all.push((file.time_table()[at as usize], number, value));
        }
    }
    all.retain(|&(time, ..)| time > 0);
    all.sort();
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn every_change_is_read_back(steps in any_changes(), per_block in 1..70usize) {
        let mut expected: Vec<_> = steps
            .iter()
            .flat_map(|(time, changes)| changes.iter().map(|change| (*time, change.signal, change.value)))
            .collect();
        expected.sort();
        prop_assert_eq!(read(written(&steps, per_block)), expected);
    }
}

#[test]
fn a_file_can_be_read_after_each_block() {
    let stamp = |time| Change { signal: TIME, value: time };
    let mut file = FstFile::new(Cursor::new(Vec::new()), &signals(), &[0; 7]).unwrap();
    file.write(&[stamp(0), stamp(5), Change { signal: 1, value: 77 }]).unwrap();
    file.write_block().unwrap();
    file.write(&[stamp(9), Change { signal: 1, value: 78 }]).unwrap();
    assert_eq!(read(file.output.into_inner()), [(5, 1, 77)]);
}
