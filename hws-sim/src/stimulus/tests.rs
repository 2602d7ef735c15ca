//! The rules of malformedness, each with its line and reason, and the round trip.

use hws_regs::RegId;
use hws_types::{Cycle, HdrPush};
use proptest::prelude::*;
use rstest::rstest;

use super::*;
use crate::memory::MemoryError;

const END: &str = r#"{"at":9,"op":"end"}"#;

fn read(text: impl AsRef<[u8]>) -> Result<Vec<Operation>, StimulusError> {
    Reader::new("file", text.as_ref()).collect()
}

/// The reason why a line, followed by a good `end`, is refused; and it is refused at that line.
fn reason(line: impl AsRef<[u8]>) -> Reason {
    let text =
        [b"{\"at\":0,\"op\":\"sip_array\",\"pre_lead\":0}\n", line.as_ref(), b"\n", END.as_bytes()].concat();
    let error = read(text).unwrap_err();
    assert_eq!((error.file.as_str(), error.line), ("file", 2));
    error.reason
}

fn one(line: &str) -> Op {
    let mut operations = read(format!("{line}\n{END}")).unwrap();
    assert_eq!(operations.len(), 2);
    operations.swap_remove(0).op
}

#[rstest]
#[case::nothing("", Reason::Blank)]
#[case::blanks(" \t\r", Reason::Blank)]
#[case::byte_order_mark("\u{FEFF}{\"at\":0,\"op\":\"end\"}", Reason::ByteOrderMark)]
#[case::array("[]", Reason::NotAnObject { column: 1, expected: "'{'" })]
#[case::number("7", Reason::NotAnObject { column: 1, expected: "'{'" })]
#[case::cut(r#"{"at":0"#, Reason::NotAnObject { column: 8, expected: "',' or '}'" })]
#[case::two_objects(r#"{"at":0,"op":"end"}{}"#, Reason::NotAnObject { column: 20, expected: "the end of the line" })]
#[case::trailing_comma(r#"{"at":0,}"#, Reason::NotAnObject { column: 9, expected: "a key in quotes" })]
#[case::bare_key(r#"{at:0}"#, Reason::NotAnObject { column: 2, expected: "a key in quotes" })]
#[case::no_colon(r#"{"at" 0}"#, Reason::NotAnObject { column: 7, expected: "':'" })]
#[case::open_string(r#"{"at"#, Reason::NotAnObject { column: 5, expected: "the end of the string" })]
#[case::open_escape(r#"{"at\"#, Reason::NotAnObject { column: 7, expected: "the end of the string" })]
#[case::bad_escape(r#"{"\x61t":0}"#, Reason::NotAnObject { column: 2, expected: "a string with legal escapes" })]
#[case::lone_surrogate(r#"{"\ud800":0}"#, Reason::NotAnObject { column: 2, expected: "a string with legal escapes" })]
#[case::raw_tab("{\"a\tt\":0}", Reason::NotAnObject { column: 4, expected: "the end of the string" })]
#[case::comment(r#"{"at":0,"op":"end"} // end"#, Reason::NotAnObject { column: 21, expected: "the end of the line" })]
#[case::form_feed("\u{c}{}", Reason::NotAnObject { column: 1, expected: "'{'" })]
#[case::op_number(r#"{"at":0,"op":1}"#, Reason::NotAnObject { column: 14, expected: "a name in quotes" })]
#[case::reg_null(r#"{"at":0,"op":"read","reg":null}"#, Reason::NotAnObject { column: 27, expected: "a register name in quotes" })]
#[case::words_number(r#"{"at":0,"op":"mem","addr":0,"words":1}"#, Reason::NotAnObject { column: 37, expected: "'[' of the array \"words\"" })]
#[case::words_open(r#"{"at":0,"op":"mem","addr":0,"words":[1}"#, Reason::NotAnObject { column: 39, expected: "',' or ']'" })]
fn what_is_no_flat_object(#[case] line: &str, #[case] expected: Reason) {
    assert_eq!(reason(line), expected);
}

#[rstest]
#[case::empty("{}", Reason::MissingCommonKey { key: Key::Op })]
#[case::no_op(r#"{"at":0}"#, Reason::MissingCommonKey { key: Key::Op })]
#[case::no_at(r#"{"op":"end"}"#, Reason::MissingCommonKey { key: Key::At })]
#[case::no_value(r#"{"at":0,"op":"write","reg":"HWS_CTRL"}"#, Reason::MissingKey { key: Key::Value, op: "write" })]
#[case::no_words(r#"{"at":0,"op":"mem","addr":0}"#, Reason::MissingKey { key: Key::Words, op: "mem" })]
#[case::no_addr(r#"{"at":0,"op":"mem","words":[]}"#, Reason::MissingKey { key: Key::Addr, op: "mem" })]
#[case::no_td_addr(r#"{"at":0,"op":"hdr","hdr_id":0,"hdr_entry_id":0}"#, Reason::MissingKey { key: Key::TdAddr, op: "hdr" })]
#[case::no_entry(r#"{"at":0,"op":"hdr","hdr_id":0,"td_addr":0}"#, Reason::MissingKey { key: Key::HdrEntryId, op: "hdr" })]
#[case::no_hdr(r#"{"at":0,"op":"hdr","hdr_entry_id":0,"td_addr":0}"#, Reason::MissingKey { key: Key::HdrId, op: "hdr" })]
#[case::no_lead(r#"{"at":0,"op":"sip_array"}"#, Reason::MissingKey { key: Key::PreLead, op: "sip_array" })]
#[case::twice(r#"{"at":0,"at":0,"op":"end"}"#, Reason::DuplicateKey { key: Key::At })]
#[case::twice_escaped(r#"{"at":0,"op":"end","\u006fp":"end"}"#, Reason::DuplicateKey { key: Key::Op })]
#[case::foreign(r#"{"at":0,"op":"end","value":0}"#, Reason::ForeignKey { key: Key::Value, op: "end" })]
#[case::read_value(r#"{"at":0,"op":"read","reg":"HWS_ID","value":0}"#, Reason::ForeignKey { key: Key::Value, op: "read" })]
#[case::mem_reg(r#"{"at":0,"op":"mem","addr":0,"words":[],"reg":"HWS_ID"}"#, Reason::ForeignKey { key: Key::Reg, op: "mem" })]
#[case::unknown(r#"{"at":0,"op":"end","note":"x"}"#, Reason::UnknownKey { name: "note".into() })]
#[case::case_matters(r#"{"AT":0,"op":"end"}"#, Reason::UnknownKey { name: "AT".into() })]
#[case::empty_key(r#"{"":0}"#, Reason::UnknownKey { name: String::new() })]
#[case::no_target(r#"{"at":0,"op":"read"}"#, Reason::NoTarget { op: "read" })]
#[case::two_targets(r#"{"at":0,"op":"write","reg":"HWS_CTRL","addr":0,"value":0}"#, Reason::TwoTargets { op: "write" })]
#[case::operation(r#"{"at":0,"op":"End"}"#, Reason::UnknownOperation { name: "End".into() })]
fn keys_and_operations(#[case] line: &str, #[case] expected: Reason) {
    assert_eq!(reason(line), expected);
}

#[rstest]
#[case::minus_zero("-0", Reason::Negative { key: Key::At })]
#[case::negative("-1", Reason::Negative { key: Key::At })]
#[case::point("1.0", Reason::Fractional { key: Key::At })]
#[case::exponent("1e3", Reason::Fractional { key: Key::At })]
#[case::big_exponent("0E0", Reason::Fractional { key: Key::At })]
#[case::leading_zero("01", Reason::LeadingZero { key: Key::At })]
#[case::plus("+1", Reason::NotAnInteger { key: Key::At })]
#[case::hex("0x10", Reason::NotAnObject { column: 8, expected: "',' or '}'" })]
#[case::text("\"1\"", Reason::NotAnInteger { key: Key::At })]
#[case::truth("true", Reason::NotAnInteger { key: Key::At })]
#[case::nothing("", Reason::NotAnInteger { key: Key::At })]
#[case::nested("{}", Reason::NotAnInteger { key: Key::At })]
#[case::array("[1]", Reason::NotAnInteger { key: Key::At })]
#[case::first_too_large("9223372036854775808", Reason::TooLarge { key: Key::At, limit: i64::MAX as u64 })]
#[case::past_64_bits("99999999999999999999999", Reason::TooLarge { key: Key::At, limit: i64::MAX as u64 })]
fn numbers_by_their_spelling(#[case] number: &str, #[case] expected: Reason) {
    assert_eq!(reason(format!(r#"{{"at":{number},"op":"end"}}"#)), expected);
}

#[rstest]
#[case(r#"{"at":0,"op":"hdr","hdr_id":16,"hdr_entry_id":0,"td_addr":0}"#, Key::HdrId, 15)]
#[case(r#"{"at":0,"op":"hdr","hdr_id":0,"hdr_entry_id":256,"td_addr":0}"#, Key::HdrEntryId, 255)]
#[case(r#"{"at":0,"op":"hdr","hdr_id":0,"hdr_entry_id":0,"td_addr":4294967296}"#, Key::TdAddr, 4294967295)]
#[case(r#"{"at":0,"op":"sip_array","pre_lead":4294967296}"#, Key::PreLead, 4294967295)]
#[case(r#"{"at":0,"op":"read","addr":4294967296}"#, Key::Addr, 4294967295)]
#[case(r#"{"at":0,"op":"write","addr":0,"value":4294967296}"#, Key::Value, 4294967295)]
#[case(r#"{"at":0,"op":"mem","addr":0,"words":[0,4294967296]}"#, Key::Words, 4294967295)]
fn ranges(#[case] line: &str, #[case] key: Key, #[case] limit: u64) {
    assert_eq!(reason(line), Reason::TooLarge { key, limit });
    let largest = line.replace(&(limit + 1).to_string(), &limit.to_string());
    read(format!("{largest}\n{END}")).unwrap();
}

#[rstest]
#[case(r#"{"at":0,"op":"mem","addr":2,"words":[]}"#, MemoryError::Unaligned { addr: 2 })]
#[case(r#"{"at":0,"op":"mem","addr":4294967292,"words":[1,2]}"#, MemoryError::PastEnd { addr: 4294967292, words: 2 })]
fn memory_that_is_not_there(#[case] line: &str, #[case] expected: MemoryError) {
    assert_eq!(reason(line), Reason::Memory(expected));
}

#[rstest]
#[case("NOPE", "no register has this name")]
#[case("SIP_USAGE_MASK[4][0]", "index 4")]
#[case("SIP_USAGE_MASK[0]", "needs an index")]
#[case("RS[4]", "no register has this name")]
#[case("HWS_CTRL.ENABLE", "no register has this name")]
#[case("RS[04].FLAGS", "it is spelled RS[4].FLAGS")]
#[case("RS[99999999999].FLAGS", "beyond its 32 elements")]
#[case("\\ud83d\\ude00", "no register has this name")]
fn registers_that_are_not_there(#[case] name: &str, #[case] part: &str) {
    let reason = reason(format!(r#"{{"at":0,"op":"read","reg":"{name}"}}"#));
    assert!(matches!(reason, Reason::UnknownRegister { .. }), "{reason}");
    assert!(reason.to_string().contains(part), "{reason}");
}

#[test]
fn bytes_that_are_no_text_are_refused_where_they_stand() {
    let key = reason(b"{\"a\xFFt\":0}");
    assert_eq!(key, Reason::UnknownKey { name: "a\u{FFFD}t".into() });
    let register = reason(b"{\"at\":0,\"op\":\"read\",\"reg\":\"HWS_ID\xFF\"}");
    assert!(matches!(register, Reason::UnknownRegister { .. }));
    assert!(matches!(reason(b"\xFF"), Reason::NotAnObject { column: 1, .. }));
    assert!(matches!(reason(b"{\"\\n\xFF\":0}"), Reason::NotAnObject { column: 2, .. }));
}

fn error(text: &str) -> (u64, Reason) {
    let error = read(text).unwrap_err();
    (error.line, error.reason)
}

#[test]
fn time_does_not_go_back() {
    let text = format!("{END}\n").replace("end", "read\",\"reg\":\"HWS_ID") + r#"{"at":8,"op":"end"}"#;
    assert_eq!(error(&text), (2, Reason::Decreasing { at: 8, previous: 9 }));
}

#[test]
fn an_end_there_must_be_and_nothing_behind_it() {
    assert_eq!(error(""), (1, Reason::NoEnd));
    assert_eq!(error("{\"at\":0,\"op\":\"sip_array\",\"pre_lead\":0}\n"), (2, Reason::NoEnd));
    for behind in ["\n", "\r\n", " ", END] {
        assert_eq!(error(&format!("{END}\n{behind}")), (2, Reason::AfterEnd), "{behind:?}");
    }
    // Who sees an `end` has seen the whole stimulus.
    assert!(Reader::new("file", format!("{END}\n\n").as_bytes()).all(|operation| operation.is_err()));
}

#[test]
fn the_reader_stops_after_an_error() {
    let text = format!("x\n{END}");
    let mut reader = Reader::new("file", text.as_bytes());
    assert!(reader.next().unwrap().is_err());
    assert!(reader.next().is_none());
}

#[test]
fn a_failing_input_is_an_error_with_its_line() {
    struct Failing;
    impl std::io::Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("gone"))
        }
    }
    let error = Reader::new("file", std::io::BufReader::new(Failing)).next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "file:1: cannot read on: gone");
}

#[rstest]
#[case::no_last_newline(END)]
#[case::last_newline("{\"at\":9,\"op\":\"end\"}\n")]
#[case::crlf("{\"at\":9,\"op\":\"end\"}\r\n")]
#[case::blanks_around(" \t{\"at\":9,\"op\":\"end\"} \t\r\n")]
#[case::blanks_inside("{ \"at\"\t: 9 , \"op\" : \"end\" }")]
#[case::other_order(r#"{"op":"end","at":9}"#)]
#[case::escapes(r#"{"\u0061t":9,"o\u0070":"\u0065nd"}"#)]
fn one_end_in_many_spellings(#[case] text: &str) {
    assert_eq!(read(text).unwrap(), [Operation { at: Cycle(9), op: Op::End }]);
}

#[test]
fn every_operation_is_understood() {
    assert_eq!(one(r#"{"at":0,"op":"mem","addr":4096,"words":[]}"#), Op::Mem { addr: 4096, words: vec![] });
    assert_eq!(
        one(r#"{"at":0,"op":"mem","addr":4294967292,"words":[ 4294967295 ]}"#),
        Op::Mem { addr: 4294967292, words: vec![u32::MAX] }
    );
    let by_name = Target::Register(RegId::RsFlags(4));
    assert_eq!(
        one(r#"{"at":0,"op":"write","reg":"RS[4].FLAGS","value":1}"#),
        Op::Write { target: by_name, value: 1 }
    );
    assert_eq!(one(r#"{"at":0,"op":"read","reg":"\u0052S[4].FLAGS"}"#), Op::Read { target: by_name });
    // An unmapped or unaligned offset is a bus error, not malformed.
    assert_eq!(
        one(r#"{"at":0,"op":"read","addr":4294967295}"#),
        Op::Read { target: Target::Address(u32::MAX) }
    );
    let push = HdrPush { hdr_id: 15, hdr_entry_id: 255, td_addr: 3 };
    assert_eq!(one(r#"{"at":0,"op":"hdr","hdr_id":15,"hdr_entry_id":255,"td_addr":3}"#), Op::Hdr(push));
    assert_eq!(one(r#"{"at":0,"op":"sip_array","pre_lead":0}"#), Op::SipArray { pre_lead: 0 });
}

#[test]
fn the_last_cycle_is_legal() {
    let text = format!(r#"{{"at":{},"op":"end"}}"#, i64::MAX);
    assert_eq!(read(text).unwrap()[0].at, Cycle(i64::MAX as u64));
}

#[test]
fn canonical_lines_are_those_of_interfaces_md() {
    let mut writer = Writer::new(Vec::new());
    let register = Target::Register(RegId::SipUsageMask(0, 3));
    let push = HdrPush { hdr_id: 16, hdr_entry_id: 7, td_addr: 4096 };
    for op in [
        Op::Mem { addr: 4096, words: vec![1, 2] },
        Op::Write { target: register, value: 1 },
        Op::Write { target: Target::Address(8), value: 1 },
        Op::Read { target: register },
        Op::Hdr(push),
        Op::SipArray { pre_lead: 200 },
        Op::End,
    ] {
        writer.record(Cycle(5), &op);
    }
    let expected = "\
        {\"at\":5,\"op\":\"mem\",\"addr\":4096,\"words\":[1,2]}\n\
        {\"at\":5,\"op\":\"write\",\"reg\":\"SIP_USAGE_MASK[0][3]\",\"value\":1}\n\
        {\"at\":5,\"op\":\"write\",\"addr\":8,\"value\":1}\n\
        {\"at\":5,\"op\":\"read\",\"reg\":\"SIP_USAGE_MASK[0][3]\"}\n\
        {\"at\":5,\"op\":\"hdr\",\"hdr_id\":0,\"hdr_entry_id\":7,\"td_addr\":4096}\n\
        {\"at\":5,\"op\":\"sip_array\",\"pre_lead\":200}\n\
        {\"at\":5,\"op\":\"end\"}\n";
    assert_eq!(String::from_utf8(writer.finish().unwrap()).unwrap(), expected);
}

fn any_target() -> impl Strategy<Value = Target> {
    let registers: Vec<RegId> = RegId::all().collect();
    prop_oneof![
        any::<u32>().prop_map(Target::Address),
        proptest::sample::select(registers).prop_map(Target::Register)
    ]
}

fn any_op() -> impl Strategy<Value = Op> {
    prop_oneof![
        (0..1u32 << 29, proptest::collection::vec(any::<u32>(), 0..20))
            .prop_map(|(word, words)| Op::Mem { addr: word * 4, words }),
        (any_target(), any::<u32>()).prop_map(|(target, value)| Op::Write { target, value }),
        any_target().prop_map(|target| Op::Read { target }),
        (0..16u8, any::<u8>(), any::<u32>()).prop_map(|(hdr_id, hdr_entry_id, td_addr)| Op::Hdr(HdrPush {
            hdr_id,
            hdr_entry_id,
            td_addr
        })),
        any::<u32>().prop_map(|pre_lead| Op::SipArray { pre_lead }),
    ]
}

proptest! {
    #[test]
    fn what_the_writer_writes_the_reader_reads(
        steps in proptest::collection::vec((0..1u64 << 40, any_op()), 0..30),
    ) {
        let mut at = Cycle(0);
        let mut operations: Vec<Operation> = steps
            .into_iter()
            .map(|(ticks, op)| { at = at.after(ticks); Operation { at, op } })
            .collect();
        operations.push(Operation { at, op: Op::End });
        let mut writer = Writer::new(Vec::new());
        operations.iter().for_each(|operation| writer.record(operation.at, &operation.op));
        prop_assert_eq!(read(writer.finish().unwrap()).unwrap(), operations);
    }

    #[test]
    fn no_line_panics_and_what_is_accepted_json_accepts(line in "[{}\\[\\]\"':,a-z0-9\\\\ .eE+-]{0,60}") {
        let text = format!("{line}\n{END}");
        if read(&text).is_ok() {
            prop_assert!(serde_json::from_str::<serde_json::Value>(&line).is_ok());
        }
    }
}
