//! Lines that the reader accepts; the other tests are grouped by subject.

use hws_regs::{RegId, RegIndex};
use hws_types::{Cycle, HdrPush};
use rstest::rstest;

use super::*;

mod agreement;
mod oracle;
mod refusals;
mod round_trip;

const END: &str = r#"{"at":9,"op":"end"}"#;

fn read(text: impl AsRef<[u8]>) -> Result<Vec<Operation>, StimulusError> {
    Reader::new("file", text.as_ref()).collect()
}

/// The same from a buffer too small for a line, so that every line takes the slow path.
fn read_bytewise(text: impl AsRef<[u8]>) -> Result<Vec<Operation>, StimulusError> {
    Reader::new("file", std::io::BufReader::with_capacity(1, text.as_ref())).collect()
}

fn one(line: &str) -> Op {
    let mut operations = read(format!("{line}\n{END}")).unwrap();
    assert_eq!(operations.len(), 2);
    operations.swap_remove(0).op
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
    let by_name = Target::Register(RegId::RsFlags(RegIndex::at::<4>()));
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
