//! Every kind of malformed line, with its whole message.
//!
//! In the lines of the cases, `▲` precedes the byte whose column the message gives.

use std::io::{self, BufReader, ErrorKind, Read};

use rstest::rstest;

use super::{END, Op, Reader, StimulusError, StimulusReason, read, read_bytewise};

/// A line between a valid one and a valid `end` is refused with this message, on both paths.
fn check(marked: &str, message: &str) {
    let line = marked.replacen('▲', "", 1);
    let column = marked.find('▲').expect("the place is marked") + 1;
    check_bytes(line.as_bytes(), column, message);
}

fn check_bytes(line: &[u8], column: usize, message: &str) {
    let text = [b"{\"at\":5,\"op\":\"sip_array\",\"pre_lead\":0}\n", line, b"\n", END.as_bytes()].concat();
    let expected = format!("file:2:{column}: {message}");
    assert_eq!(read(&text).unwrap_err().to_string(), expected);
    assert_eq!(read_bytewise(&text).unwrap_err().to_string(), expected);
}

#[rstest]
#[case::nothing("▲")]
#[case::blanks("▲ \t\r")]
fn blank_lines(#[case] line: &str) {
    check(line, "blank line; every line holds one operation; remove it");
}

#[test]
fn a_byte_order_mark() {
    check("▲\u{FEFF}{\"at\":9,\"op\":\"end\"}", "byte-order mark; save the file as plain UTF-8");
}

#[rstest]
#[case::array("▲[]", "'{'")]
#[case::number("▲7", "'{'")]
#[case::form_feed("▲\u{c}{}", "'{'")]
#[case::late_byte_order_mark(" ▲\u{FEFF}{}", "'{'")]
#[case::cut(r#"{"at":9▲"#, "',' or '}'")]
#[case::two_objects(r#"{"at":9,"op":"end"}▲{}"#, "the end of the line")]
#[case::comment(r#"{"at":9,"op":"end"} ▲// end"#, "the end of the line")]
#[case::trailing_comma(r#"{"at":9,▲}"#, "a key in quotes")]
#[case::bare_key(r#"{▲at:9}"#, "a key in quotes")]
#[case::no_colon(r#"{"at" ▲9}"#, "':'")]
#[case::open_string(r#"{"at▲"#, "the end of the string")]
#[case::open_escape(r#"{"at\▲"#, "the end of the string")]
#[case::open_behind_escape(r#"{"at\n▲"#, "the end of the string")]
#[case::raw_tab("{\"a▲\tt\":9}", "the end of the string")]
#[case::raw_tab_behind_escape("{\"\\n▲\tt\":9}", "the end of the string")]
#[case::bad_escape(r#"{▲"\x61t":9}"#, "a string with legal escapes")]
#[case::lone_surrogate(r#"{▲"\ud800":9}"#, "a string with legal escapes")]
#[case::hex(r#"{"at":0▲x10,"op":"end"}"#, "',' or '}'")]
#[case::op_number(r#"{"at":9,"op":▲1}"#, "a name in quotes")]
#[case::reg_null(r#"{"at":9,"op":"read","reg": ▲null}"#, "a register name in quotes")]
#[case::words_number(r#"{"at":9,"op":"mem","addr":0,"words":▲1}"#, "'[' of the array \"words\"")]
#[case::words_open(r#"{"at":9,"op":"mem","addr":0,"words":[1▲}"#, "',' or ']'")]
fn lines_that_are_not_a_flat_object(#[case] line: &str, #[case] expected: &str) {
    check(line, &format!("not one flat JSON object: {expected} expected; correct the JSON"));
}

#[rstest]
#[case::empty("{▲}", "op")]
#[case::no_op(r#"{"at":9▲}"#, "op")]
#[case::no_at(r#"{"op":"end" ▲}"#, "at")]
fn keys_that_every_line_needs(#[case] line: &str, #[case] key: &str) {
    check(line, &format!("missing key `{key}`; every operation has `at` and `op`"));
}

#[rstest]
#[case(r#"{"at":9,"op":"write","reg":"HWS_CTRL"▲}"#, "value", "write")]
#[case(r#"{"at":9,"op":"mem","addr":0▲}"#, "words", "mem")]
#[case(r#"{"at":9,"op":"mem","words":[]▲}"#, "addr", "mem")]
#[case(r#"{"at":9,"op":"hdr","hdr_id":0,"hdr_entry_id":0▲}"#, "td_addr", "hdr")]
#[case(r#"{"at":9,"op":"hdr","hdr_id":0,"td_addr":0▲}"#, "hdr_entry_id", "hdr")]
#[case(r#"{"at":9,"op":"hdr","hdr_entry_id":0,"td_addr":0 ▲} "#, "hdr_id", "hdr")]
#[case(r#"{"at":9,"op":"sip_array"▲}"#, "pre_lead", "sip_array")]
fn keys_that_an_operation_needs(#[case] line: &str, #[case] key: &str, #[case] op: &str) {
    check(line, &format!("missing key `{key}` in `{op}`; add it"));
}

#[rstest]
#[case::plain(r#"{"at":9,▲"at":9,"op":"end"}"#, "at")]
#[case::escaped(r#"{"at":9,"op":"end", ▲"\u006fp":"end"}"#, "op")]
fn keys_given_twice(#[case] line: &str, #[case] key: &str) {
    check(line, &format!("duplicate key `{key}`; give it once"));
}

#[rstest]
#[case(r#"{"at":9,"op":"end",▲"value":0}"#, "value", "end")]
#[case(r#"{▲"value":0,"at":9,"op":"end"}"#, "value", "end")]
#[case(r#"{"at":9,"op":"read","reg":"HWS_ID",▲"value":0}"#, "value", "read")]
#[case(r#"{"at":9,"op":"mem","addr":0,"words":[],▲"reg":"HWS_ID"}"#, "reg", "mem")]
fn keys_of_another_operation(#[case] line: &str, #[case] key: &str, #[case] op: &str) {
    check(line, &format!("unknown key `{key}` in `{op}`; remove it"));
}

#[rstest]
#[case(r#"{"at":9,"op":"end",▲"note":"x"}"#, "note", "")]
#[case::case_matters(r#"{▲"AT":9,"op":"end"}"#, "AT", "did you mean `at`? ")]
#[case::empty(r#"{▲"":9}"#, "", "")]
fn keys_of_no_operation(#[case] line: &str, #[case] name: &str, #[case] meant: &str) {
    check(line, &unknown_key(name, meant));
}

fn unknown_key(name: &str, meant: &str) -> String {
    format!(
        "unknown key `{name}`; {meant}the keys are at, op, addr, words, reg, value, hdr_id, hdr_entry_id, td_addr, pre_lead"
    )
}

#[test]
fn an_unknown_operation() {
    let message =
        "unknown operation `End`; did you mean `end`? give one of mem, write, read, hdr, sip_array, end";
    check(r#"{"at":9,"op": ▲"End"}"#, message);
}

#[rstest]
#[case::minus_zero("-0", "is negative; all numbers are unsigned")]
#[case::negative("-1", "is negative; all numbers are unsigned")]
#[case::point("9.0", "is fractional; write an integer without point and exponent")]
#[case::exponent("9e3", "is fractional; write an integer without point and exponent")]
#[case::big_exponent("0E0", "is fractional; write an integer without point and exponent")]
#[case::leading_zero("09", "has a leading zero; remove it")]
#[case::plus("+9", "is not an integer; write a decimal number without quotes")]
#[case::text("\"9\"", "is not an integer; write a decimal number without quotes")]
#[case::truth("true", "is not an integer; write a decimal number without quotes")]
#[case::nothing("", "is not an integer; write a decimal number without quotes")]
#[case::nested("{}", "is not an integer; write a decimal number without quotes")]
#[case::array("[9]", "is not an integer; write a decimal number without quotes")]
#[case::first_too_large("9223372036854775808", "is too large; at most 9223372036854775807")]
#[case::wraps_to_nine("18446744073709551625", "is too large; at most 9223372036854775807")]
#[case::past_64_bits("99999999999999999999999", "is too large; at most 9223372036854775807")]
fn numbers_by_their_spelling(#[case] number: &str, #[case] message: &str) {
    check(&format!(r#"{{"at":▲{number},"op":"end"}}"#), &format!("`at` {message}"));
}

#[rstest]
#[case(r#"{"at":9,"op":"write","addr":0,"value":▲}"#, "value")]
#[case(r#"{"at":9,"op":"mem","addr":▲,"words":[]}"#, "addr")]
#[case(r#"{"at":9,"op":"mem","addr":0,"words":[1,▲]}"#, "words")]
#[case(r#"{"at":9,"op":"mem","addr":0,"words":[1,▲[2]]}"#, "words")]
fn numbers_that_are_missing(#[case] line: &str, #[case] key: &str) {
    check(line, &format!("`{key}` is not an integer; write a decimal number without quotes"));
}

#[rstest]
#[case(r#"{"at":9,"op":"hdr","hdr_id":▲16,"hdr_entry_id":0,"td_addr":0}"#, "hdr_id", 15)]
#[case(r#"{"at":9,"op":"hdr","hdr_id":0,"hdr_entry_id":▲256,"td_addr":0}"#, "hdr_entry_id", 255)]
#[case(r#"{"at":9,"op":"hdr","hdr_id":0,"hdr_entry_id":0,"td_addr":▲4294967296}"#, "td_addr", 4294967295)]
#[case(r#"{"at":9,"op":"sip_array","pre_lead":▲4294967296}"#, "pre_lead", 4294967295)]
#[case(r#"{"at":9,"op":"read","addr":▲4294967296}"#, "addr", 4294967295)]
#[case(r#"{"at":9,"op":"write","addr":0,"value":▲4294967296}"#, "value", 4294967295)]
#[case(r#"{"at":9,"op":"mem","addr":0,"words":[0,▲4294967296]}"#, "words", 4294967295)]
fn ranges(#[case] line: &str, #[case] key: &str, #[case] limit: u64) {
    check(line, &format!("`{key}` is too large; at most {limit}"));
    let largest = line.replace('▲', "").replace(&(limit + 1).to_string(), &limit.to_string());
    read(format!("{largest}\n{END}")).unwrap();
}

#[rstest]
#[case(
    r#"{"at":9,"op":"mem","addr":▲2,"words":[]}"#,
    "memory address 2 is not a multiple of 4; write whole 32-bit words"
)]
#[case(
    r#"{"at":9,"op":"mem","words":[1,2],"addr":▲4294967292}"#,
    "2 words from address 4294967292 run past 2^32; shared memory ends there; split or move them"
)]
fn memory_that_cannot_be_written(#[case] line: &str, #[case] message: &str) {
    check(line, message);
}

#[rstest]
#[case("NOPE", "no register has this name")]
#[case("RS[4]", "no register has this name")]
#[case("HWS_CTRL.ENABLE", "no register has this name")]
#[case("RS[04].FLAGS", "it is spelled RS[4].FLAGS")]
fn unknown_registers(#[case] name: &str, #[case] why: &str) {
    let message = unknown_register(name, why);
    check(&format!(r#"{{"at":9,"op":"read","reg":▲"{name}"}}"#), &message);
}

fn unknown_register(name: &str, why: &str) -> String {
    // A question needs no separator.
    let separator = if why.ends_with('?') { "" } else { ";" };
    format!("unknown register `{name}`: {why}{separator} write names as in registers.md, without fields")
}

/// The messages of the register map have their own tests; this one checks that they are passed on.
#[rstest]
#[case("SIP_USAGE_MASK[0]", "needs an index")]
#[case("SIP_USAGE_MASK[4][0]", "index 4")]
#[case("RS[99999999999].FLAGS", "the indices are 0 to 31")]
#[case("\\ud83d\\ude00", "no register has this name")]
fn messages_of_the_map_are_passed_on(#[case] name: &str, #[case] part: &str) {
    let error = read(format!(r#"{{"at":9,"op":"read","reg":"{name}"}}"#)).unwrap_err().to_string();
    assert!(error.starts_with("file:1:27: unknown register `") && error.contains(part), "{error}");
}

#[test]
fn a_bus_access_names_one_target() {
    check(r#"{"at":9,"op":"read"▲}"#, "`read` has neither `reg` nor `addr`; give one of them");
    let both = "`write` has both `reg` and `addr`; give one of them";
    check(r#"{"at":9,"op":"write","reg":"HWS_CTRL",▲"addr":0,"value":0}"#, both);
    check(r#"{"at":9,"op":"write","addr":0,"value":0,▲"reg":"HWS_CTRL"}"#, both);
}

#[test]
fn bytes_that_are_not_utf_8_are_refused_in_their_place() {
    check_bytes(b"{\"a\xFFt\":9}", 2, &unknown_key("a\u{FFFD}t", "did you mean `at`? "));
    let register = unknown_register("HWS_ID\u{FFFD}", "no register has this name; did you mean `HWS_ID`?");
    check_bytes(b"{\"at\":9,\"op\":\"read\",\"reg\":\"HWS_ID\xFF\"}", 27, &register);
    check_bytes(b"\xFF", 1, "not one flat JSON object: '{' expected; correct the JSON");
    check_bytes(
        b"{\"\\n\xFF\":9}",
        2,
        "not one flat JSON object: a string with legal escapes expected; correct the JSON",
    );
}

#[test]
fn time_must_not_decrease() {
    let message = "`at` decreases from 5 to 4; order the lines by `at`";
    check(r#"{"at":▲4,"op":"end"}"#, message);
    check(r#"{"op":"read", "reg":"HWS_ID", "at": ▲4}"#, message);
}

fn message(text: &str) -> String {
    let message = read(text).unwrap_err().to_string();
    assert_eq!(read_bytewise(text).unwrap_err().to_string(), message);
    message
}

#[test]
fn an_end_is_required_and_nothing_may_follow_it() {
    let no_end = "no `end`; add `{\"at\":CYCLE,\"op\":\"end\"}` as the last line";
    assert_eq!(message(""), format!("file:1:1: {no_end}"));
    let unfinished = "{\"at\":0,\"op\":\"sip_array\",\"pre_lead\":0}\n";
    assert_eq!(message(unfinished), format!("file:2:1: {no_end}"));
    for behind in ["\n", "\r\n", " ", END] {
        let expected = "file:2:1: text after `end`; the stimulus ends there; remove it";
        assert_eq!(message(&format!("{END}\n{behind}")), expected, "{behind:?}");
    }
    // An `end` is yielded only if it ends the stimulus.
    assert!(Reader::new("file", format!("{END}\n\n").as_bytes()).all(|operation| operation.is_err()));
}

#[test]
fn the_place_of_an_error_is_also_given_in_parts() {
    let StimulusError { file, line, column, .. } = read(r#"{"at":9,"op":"stop"}"#).unwrap_err();
    assert_eq!((file.as_str(), line, column), ("file", 1, 14));
}

#[test]
fn the_reader_stops_after_an_error() {
    let text = format!("x\n{END}");
    let mut reader = Reader::new("file", text.as_bytes());
    assert!(reader.next().unwrap().is_err());
    assert!(reader.next().is_none());
}

/// An input that fails once and then is at its end.
struct Failing(Option<ErrorKind>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), |kind| Err(io::Error::new(kind, "gone")))
    }
}

#[rstest]
#[case::at_once("", 1)]
#[case::between_lines("{\"at\":0,\"op\":\"sip_array\",\"pre_lead\":0}\n", 2)]
#[case::within_a_line("{\"at\":0,\"op\":\"sip_array\",\"pre_lead\":0}\n{\"at\":", 2)]
#[case::behind_the_end("{\"at\":0,\"op\":\"end\"}\n", 2)]
fn a_failing_input_is_an_error_with_its_line(#[case] before: &str, #[case] line: u64) {
    let input = BufReader::new(before.as_bytes().chain(Failing(Some(ErrorKind::Other))));
    let result: Result<Vec<_>, _> = Reader::new("file", input).collect();
    assert_eq!(
        result.unwrap_err().to_string(),
        format!("file:{line}:1: cannot read further: gone; copy the file again")
    );
}

#[test]
fn an_interrupted_input_is_read_again() {
    let input = BufReader::new(Failing(Some(ErrorKind::Interrupted)).chain(END.as_bytes()));
    let operations: Result<Vec<_>, _> = Reader::new("file", input).collect();
    assert!(matches!(operations.as_deref(), Ok([operation]) if operation.op == Op::End));
}

#[test]
fn a_line_without_an_end_is_refused_before_it_fills_memory() {
    let endless = std::io::BufReader::new(std::io::repeat(b' '));
    let error = Reader::new("zeros", endless).next().unwrap().unwrap_err();
    assert_eq!((error.line, error.column), (1, 1));
    assert_eq!(error.reason, StimulusReason::TooLong { limit: 1 << 24 });
}

/// Of a line that is cut anywhere, no part is taken for a whole one, and nothing waits for the rest.
#[test]
fn a_stimulus_that_is_cut_is_refused() {
    let text = format!("{{\"at\":1,\"op\":\"read\",\"reg\":\"SIP_USAGE_MASK[0][3]\"}}\n{END}");
    for length in 0..text.len() {
        let error = read(&text[..length]).unwrap_err();
        assert_eq!(read_bytewise(&text[..length]).unwrap_err(), error);
        assert!(error.line <= 2, "{error}");
    }
    read(text).unwrap();
}
