//! Lines that are nearly right: both paths of the reader agree with the [`oracle`].

use std::io::{BufRead, BufReader};

use hws_types::Cycle;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::oracle::judge;
use super::round_trip::{any_op, written};
use super::{GiveOperations, Op, Operation, OperationParts, Reader, StimulusError, read, read_bytewise};

/// Late enough to follow every line.
const LAST: &str = r#"{"at":9223372036854775807,"op":"end"}"#;

/// Names of keys, as they can be spelled in a line.
const KEYS: &str = r#"at|op|addr|words|reg|value|hdr_id|hdr_entry_id|td_addr|note|\u0061t"#;

/// Values, legal and illegal.
const VALUES: &str = concat!(
    r#"0|-0|00|1.0|1e3|15|16|255|256|4294967292|4294967295|4294967296|9223372036854775807"#,
    r#"|9223372036854775808|18446744073709551616|28446744073709551616|99999999999999999999999|[]"#,
    r#"|[0,4294967295]|[4294967296]|[01]|[ 1 , 2 ]|[1,]|[,1]|"end"|"read"|"write"|"mem""#,
    r#"|"e\u006ed"|"HWS_CTRL"|"RS[4].FLAGS"|"RS[04].FLAGS"|"RS[32].FLAGS"|"\u0052S[4].FLAGS"|"""#,
    r#"|null|{}"#,
);

/// A change of a key with its value.
#[derive(Clone, Debug)]
enum PairChange {
    Drop,
    Double,
    Swap,
    Rename(&'static str),
    Value(&'static str),
}

/// A change of a byte.
#[derive(Clone, Debug)]
enum ByteChange {
    Delete,
    Double,
    Swap,
    Replace(u8),
}

fn one_of(list: &'static str) -> Vec<&'static str> {
    list.split('|').collect()
}

fn any_pair_change() -> impl Strategy<Value = PairChange> {
    prop_oneof![
        1 => Just(PairChange::Drop),
        1 => Just(PairChange::Double),
        2 => Just(PairChange::Swap),
        1 => select(one_of(KEYS)).prop_map(PairChange::Rename),
        3 => select(one_of(VALUES)).prop_map(PairChange::Value),
    ]
}

fn any_byte_change() -> impl Strategy<Value = ByteChange> {
    prop_oneof![
        Just(ByteChange::Delete),
        Just(ByteChange::Double),
        Just(ByteChange::Swap),
        select(&b"0123456789 \t\r\x0b\x00-+.eE,:\"\\[]{}aptRu\xFF"[..]).prop_map(ByteChange::Replace),
    ]
}

/// The pairs of a canonical line, each without its first quote.
fn pairs_of(line: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(line).unwrap();
    let inner = text.strip_prefix("{\"").and_then(|text| text.strip_suffix("}\n")).unwrap();
    inner.split(",\"").map(str::to_owned).collect()
}

fn change_pairs(pairs: &mut Vec<String>, index: &Index, change: &PairChange) {
    if pairs.is_empty() {
        return;
    }
    let at = index.index(pairs.len());
    let (name, value) = pairs[at].split_once("\":").unwrap();
    match change {
        PairChange::Drop => drop(pairs.remove(at)),
        PairChange::Double => pairs.push(pairs[at].clone()),
        PairChange::Swap => pairs.swap(0, at),
        PairChange::Rename(name) => pairs[at] = format!("{name}\":{value}"),
        PairChange::Value(value) => pairs[at] = format!("{name}\":{value}"),
    }
}

fn change_bytes(line: &mut Vec<u8>, index: &Index, change: &ByteChange) {
    let at = index.index(line.len());
    match change {
        ByteChange::Delete => drop(line.remove(at)),
        ByteChange::Double => line.insert(at, line[at]),
        ByteChange::Swap => {
            let next = (at + 1) % line.len();
            line.swap(at, next);
        }
        ByteChange::Replace(byte) => line[at] = *byte,
    }
}

prop_compose! {
    /// A line without its line feed, right or nearly so.
    fn any_line()(
        operation in (0..=i64::MAX as u64, prop_oneof![9 => any_op(), 1 => Just(Op::End)])
            .prop_map(|(at, op)| Operation { at: Cycle(at), op }),
        pair_changes in proptest::collection::vec((any::<Index>(), any_pair_change()), 0..3),
        comma in select(&[",\"", ",\"", ", \"", "\t,\r \""][..]),
        byte_changes in proptest::collection::vec((any::<Index>(), any_byte_change()), 0..3),
    ) -> Vec<u8> {
        let mut pairs = pairs_of(&written(&operation));
        pair_changes.iter().for_each(|(index, change)| change_pairs(&mut pairs, index, change));
        let quote = if pairs.is_empty() { "" } else { "\"" };
        let mut line = format!("{{{quote}{}}}", pairs.join(comma)).into_bytes();
        byte_changes.iter().for_each(|(index, change)| change_bytes(&mut line, index, change));
        line
    }
}

/// Checks a line as a whole stimulus.
fn stimulus(line: &[u8]) -> (Vec<u8>, Option<Vec<Operation>>) {
    let expected = judge(line);
    let is_end = expected.as_ref().is_some_and(|operation| operation.op == Op::End);
    let behind = if is_end { String::new() } else { format!("{LAST}\n") };
    let end = (!is_end).then_some(Operation { at: Cycle(i64::MAX as u64), op: Op::End });
    let text = [line, b"\n", behind.as_bytes()].concat();
    (text, expected.map(|operation| [operation].into_iter().chain(end).collect()))
}

fn check(line: &[u8]) -> Result<(), TestCaseError> {
    let (text, expected) = stimulus(line);
    let result = read(&text);
    prop_assert_eq!(&read_bytewise(&text), &result);
    if let Err(error) = &result {
        prop_assert_eq!(error.line, 1);
        prop_assert!((1..=line.len() as u64 + 1).contains(&error.column), "{}", error);
    }
    prop_assert_eq!(result.ok(), expected);
    Ok(())
}

fn in_parts(mut parts: OperationParts<impl BufRead>) -> Result<Vec<Operation>, StimulusError> {
    let mut operations = Vec::new();
    loop {
        match parts.give()? {
            [] => return Ok(operations),
            part => operations.extend_from_slice(part),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn nearly_right_lines_are_judged_alike(line in any_line()) {
        check(&line)?;
    }

    /// The boundaries of buffers and parts fall anywhere, in a line and between two of them.
    #[test]
    fn buffers_and_parts_change_nothing(
        steps in proptest::collection::vec((0..1000_u64, any_op()), 0..12),
        last in any_line(),
        capacity in 1..400_usize,
    ) {
        let mut at = Cycle(0);
        let lines = steps.into_iter().map(|(ticks, op)| {
            at = at.after(ticks);
            written(&Operation { at, op })
        });
        let mut text = lines.collect::<Vec<_>>().concat();
        text.extend([&last[..], b"\n", LAST.as_bytes()].concat());
        let whole = read(&text);
        let reader = || Reader::new("file", BufReader::with_capacity(capacity, text.as_slice()));
        prop_assert_eq!(&reader().collect::<Result<Vec<_>, _>>(), &whole);
        prop_assert_eq!(in_parts(OperationParts::new(reader())), whole);
    }

    #[test]
    fn lines_of_noise_are_judged_alike(line in "[{}\\[\\]\"':,a-z0-9\\\\ .eE+-]{0,60}") {
        check(line.as_bytes())?;
    }
}
