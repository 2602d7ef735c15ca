//! The writer's spelling, and that the reader accepts it on both of its paths.

use hws_regs::{RegId, RegIndex};
use hws_types::{Cycle, HdrPush};
use proptest::prelude::*;

use super::super::head::Head;
use super::super::plain;
use super::{Op, Operation, Target, Writer, read, read_bytewise};

#[test]
fn canonical_lines_are_those_of_interfaces_md() {
    let mut writer = Writer::new(Vec::new());
    let register = Target::Register(RegId::SipUsageMask(RegIndex::at::<0>(), RegIndex::at::<3>()));
    let push = HdrPush { hdr_id: 0, hdr_entry_id: 7, td_addr: 4096 };
    for op in [
        Op::Mem { addr: 4096, words: vec![1, 2] },
        Op::Write { target: register, value: 1 },
        Op::Write { target: Target::Address(8), value: 1 },
        Op::Read { target: register },
        Op::Hdr(push),
        Op::Hdr(HdrPush { hdr_id: 16, ..push }),
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

/// One operation as the writer spells it.
pub(super) fn written(operation: &Operation) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new());
    writer.record(operation.at, &operation.op);
    writer.finish().unwrap()
}

fn any_target() -> impl Strategy<Value = Target> {
    let registers: Vec<RegId> = RegId::all().collect();
    prop_oneof![
        any::<u32>().prop_map(Target::Address),
        proptest::sample::select(registers).prop_map(Target::Register)
    ]
}

pub(super) fn any_op() -> impl Strategy<Value = Op> {
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
    fn the_reader_reads_what_the_writer_writes(
        steps in proptest::collection::vec((0..1u64 << 40, any_op()), 0..30),
    ) {
        let mut at = Cycle(0);
        let mut operations: Vec<Operation> = steps
            .into_iter()
            .map(|(ticks, op)| { at = at.after(ticks); Operation { at, op } })
            .collect();
        operations.push(Operation { at, op: Op::End });
        let text: Vec<u8> = operations.iter().flat_map(written).collect();
        prop_assert_eq!(read(&text).unwrap(), operations.clone());
        prop_assert_eq!(read_bytewise(&text).unwrap(), operations);
    }

    #[test]
    fn the_fast_path_accepts_every_written_line(
        at in 0..=i64::MAX as u64,
        op in prop_oneof![any_op(), Just(Op::End)],
        behind in "[\\n}{0-9]{0,3}",
    ) {
        let operation = Operation { at: Cycle(at), op };
        let line = written(&operation);
        let length = line.len();
        let text = [line, behind.into_bytes()].concat();
        let mut head = Head::default();
        for _ in ["an unknown beginning", "the same as before"] {
            prop_assert_eq!(plain::parse(&text, &mut head), Some((operation.clone(), length)));
        }
        for cut in 0..length {
            prop_assert_eq!(plain::parse(&text[..cut], &mut head), None);
        }
    }
}
