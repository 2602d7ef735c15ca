//! Memory faults and rejections.

use fw_api::HwsError;
use hws_regs::{RegId, RegIndex, RsProgress};
use hws_types::{Entry, MihMessage, Notice, Source, TD_WORDS, TaskDescriptor, TaskIds};

use super::bench::{Bench, block, once};
use crate::fault::FaultKind;

/// The first kernel is rejected because of `error`, and leaves nothing behind; the second runs as if it were the first.
fn assert_first_rejected(mut bench: Bench, error: HwsError) {
    bench.assert_one_block_done();
    assert_eq!(bench.peek(RegId::CntTaskReject), 1);
    let messages = bench.messages();
    let ids = TaskIds { source: Source::Hdr, hdr_id: 1, hdr_entry_id: 0 };
    assert!(
        matches!(messages[0], MihMessage::Notify { of, notice: Notice::Error { code } }
            if of.ids == ids && u32::from(code) == error.code()),
        "{messages:?}"
    );
    assert!(messages[1..].iter().all(|message| message.header().ids.hdr_entry_id == 1));
    assert_eq!(messages.len(), 4);
    assert_eq!(bench.firmware().errors(), Ok(error.set()));
    let first = bench.firmware().first_error().unwrap().unwrap();
    assert_eq!((first.error, first.hdr_entry_id), (error, 0));
    let launches = bench.machine.hws().peek(RegId::CntLaunchP) + bench.machine.hws().peek(RegId::CntLaunchO);
    assert_eq!(launches, 1);
}

#[test]
fn a_refused_word_of_a_descriptor_rejects_the_task_and_nothing_else() {
    for word in 0..TD_WORDS as u64 {
        let bench = Bench::after(&once(FaultKind::MemoryFault, word), &[block(), block()]);
        assert_eq!(bench.machine.faults().unwrap().struck(FaultKind::MemoryFault), 1);
        assert_first_rejected(bench, HwsError::TdRead);
    }
}

#[test]
fn a_descriptor_without_a_legal_number_of_threads_rejects_the_task_and_nothing_else() {
    let bench = Bench::after(&once(FaultKind::Reject, 0), &[block(), block()]);
    assert_eq!(bench.machine.faults().unwrap().struck(FaultKind::Reject), 1);
    assert_first_rejected(bench, HwsError::TdThreadNum);
}

/// A kernel of which software allows the second block while the first one is being decided.
fn waiting() -> TaskDescriptor {
    TaskDescriptor { block_num: 2, ..block() }
}

#[test]
fn a_refused_live_word_keeps_the_trigger_until_a_refresh() {
    for (number, trigger) in [(u64::MAX - 1, 2), (TD_WORDS as u64, 1)] {
        let mut bench = Bench::new(&once(FaultKind::MemoryFault, number));
        bench.push(&waiting());
        bench.machine.advance(20);
        let raised = TaskDescriptor { block_trigger_cnt: 2, ..waiting() };
        bench.machine.write_memory(0x1000, raised.encode().unwrap().to_vec()).unwrap();
        bench.machine.advance(60);
        let progress = RsProgress::from_bits(bench.peek(RegId::RsProgress(RegIndex::at::<0>())));
        assert_eq!((progress.launched(), progress.trigger()), (1, trigger));
        let ids = TaskIds { source: Source::Hdr, hdr_id: 1, hdr_entry_id: 0 };
        if trigger == 1 {
            assert_eq!(bench.firmware().errors(), Ok(HwsError::TdRead.set()));
            assert_eq!(bench.firmware().first_error().unwrap().unwrap().hdr_id, ids.hdr_id);
            bench.firmware().refresh_descriptor(Entry::wrapping(0), ids).unwrap();
        }
        bench.machine.advance(1000);
        assert_eq!(bench.finished_blocks(), [0, 1]);
        bench.assert_one_block_done();
        assert_eq!(bench.peek(RegId::CntTaskReject), 0);
    }
}
