//! What test benches need: reads without effect, events, snapshots, call-backs for memory, comparison with a design.

#[path = "common/model.rs"]
mod model;

use std::ffi::{c_int, c_void};
use std::ptr::{null, null_mut};

use hws_model_c::hws_model_status::*;
use hws_model_c::*;
use hws_regs::{ErrStatus, RegId};
use hws_types::TaskDescriptor;
use model::Model;

impl Model {
    fn peek(&self, offset: u32) -> (hws_model_status, u32) {
        let mut value = 7;
        // SAFETY: the model is from this test.
        (unsafe { hws_model_peek32(self.0, offset, &mut value) }, value)
    }

    fn write(&self, id: RegId, value: u32) {
        // SAFETY: the model is from this test.
        assert_eq!(unsafe { hws_model_write32(self.0, id.offset(), value) }, HWS_MODEL_OK);
    }

    fn tick(&self, ticks: u64) {
        // SAFETY: the model is from this test.
        assert_eq!(unsafe { hws_model_tick(self.0, ticks) }, HWS_MODEL_OK);
    }

    fn compare(&self, offset: u32, value: u32) -> (hws_model_status, u32) {
        let mut expected = 7;
        // SAFETY: the model is from this test.
        (unsafe { hws_model_compare(self.0, offset, value, &mut expected) }, expected)
    }

    fn compared(&self) -> [u64; 3] {
        let [mut compared, mut differed, mut skipped] = [7; 3];
        // SAFETY: the model and the places are from this test.
        let status = unsafe { hws_model_compared(self.0, &mut compared, &mut differed, &mut skipped) };
        assert_eq!(status, HWS_MODEL_OK);
        [compared, differed, skipped]
    }

    /// A kernel of two threads, in memory at 0 and in the port.
    fn push_kernel(&self) {
        let td = words();
        // SAFETY: the model and the words are from this test.
        unsafe {
            assert_eq!(hws_model_write_memory(self.0, 0, td.as_ptr(), td.len()), HWS_MODEL_OK);
            assert_eq!(hws_model_push_hdr(self.0, 0, 0, 0), HWS_MODEL_OK);
        }
        self.write(RegId::HwsCtrl, 1);
    }

    fn pop(&self) -> (hws_model_status, [u32; 11]) {
        let mut values = [7; 11];
        let [a, b, c, d, e, f, g, h, i, j, k] = &mut values;
        // SAFETY: the model and the places are from this test.
        (unsafe { hws_model_pop_mdma_scalars(self.0, a, b, c, d, e, f, g, h, i, j, k) }, values)
    }
}

fn words() -> [u32; 16] {
    let td = TaskDescriptor {
        kernel_id: 5,
        affinity: u32::MAX,
        out_path_mdma: true,
        out_path_mih: true,
        enable_sip_alloc: true,
        thread_num: 2,
        block_num: 1,
        block_trigger_cnt: 1,
        ..Default::default()
    };
    td.encode().unwrap()
}

#[test]
fn a_peek_pops_nothing_and_reports_nothing() {
    let model = Model::new(64);
    model.push_kernel();
    model.tick(100);
    let (data, status) = (RegId::MihDataHi.offset(), RegId::MihStatus.offset());
    let before = model.peek(status);
    assert_eq!(model.peek(data), model.peek(data));
    assert!(model.peek(data).1 != 0 && model.peek(status) == before);
    assert_eq!(model.peek(3), (HWS_MODEL_UNALIGNED, 7));
    assert_eq!(model.peek(0x10_0000), (HWS_MODEL_UNMAPPED, 7));
    assert_eq!(model.peek(RegId::SipReportComplete.offset()), (HWS_MODEL_WRITE_ONLY, 7));
    assert_eq!(model.peek(RegId::ErrStatus.offset()), (HWS_MODEL_OK, 0), "a refused peek is not a bus error");
}

#[test]
fn a_command_is_taken_as_scalars() {
    let model = Model::new(64);
    assert_eq!(model.pop(), (HWS_MODEL_EMPTY, [7; 11]));
    model.push_kernel();
    model.tick(100);
    // SAFETY: the model and the places are from this test.
    unsafe {
        let mut one = 7;
        let p: *mut u32 = &mut one;
        let status = hws_model_pop_mdma_scalars(model.0, p, p, p, p, p, null_mut(), p, p, p, p, p);
        assert_eq!((status, one), (HWS_MODEL_NULL_POINTER, 7));
    }
    for thread in 0..2 {
        let (status, [thread_idx, block_id, sip, physical_sip, launch_id, kernel_id, ..]) = model.pop();
        assert_eq!(
            (status, [thread_idx, block_id, sip, physical_sip, kernel_id]),
            (HWS_MODEL_OK, [thread, 0, 30 + thread, 30 + thread, 5])
        );
        assert_eq!(launch_id, 0);
    }
    assert_eq!(model.pop().0, HWS_MODEL_EMPTY);
}

#[test]
fn events_are_kept_up_to_the_capacity_and_the_others_counted() {
    let event = || hws_event { cycle: 7, kind: 7, words: [7; 6] };
    let model = Model::new(64);
    let (mut first, mut lost) = (event(), 7);
    // SAFETY: the model and the places are from this test.
    unsafe {
        model.push_kernel();
        assert_eq!(hws_model_pop_event(model.0, &mut first), HWS_MODEL_EMPTY, "recording is off");
        assert_eq!(hws_model_record_events(model.0, 2), HWS_MODEL_OK);
        model.tick(200);
        assert_eq!(hws_model_pop_event(model.0, null_mut()), HWS_MODEL_NULL_POINTER);
        assert_eq!(hws_model_pop_event(model.0, &mut first), HWS_MODEL_OK);
        assert_eq!((first.kind, first.words), (0, [0, 0, 5, 0, 0, 0]), "admit: entry 0, seq 0, kernel 5");
        assert_eq!(hws_model_pop_event(model.0, &mut first), HWS_MODEL_OK);
        let second = first;
        assert_eq!(hws_model_pop_event(model.0, &mut first), HWS_MODEL_EMPTY);
        assert_eq!(first, second, "nothing was filled");
        assert_eq!((hws_model_lost_events(model.0, &mut lost), lost > 2), (HWS_MODEL_OK, true));
        assert_eq!(hws_model_record_events(model.0, 0), HWS_MODEL_OK);
        assert_eq!((hws_model_lost_events(model.0, &mut lost), lost), (HWS_MODEL_OK, 0));
    }
}

#[test]
fn a_snapshot_returns_the_model_to_its_state() {
    let (model, other) = (Model::new(64), Model::new(128));
    model.push_kernel();
    model.tick(60);
    let mut snapshot = null_mut();
    // SAFETY: the models, the snapshot and the places are from this test.
    unsafe {
        assert_eq!(hws_model_take_snapshot(model.0, null_mut()), HWS_MODEL_NULL_POINTER);
        assert_eq!(hws_model_take_snapshot(model.0, &mut snapshot), HWS_MODEL_OK);
        assert_eq!(hws_model_restore(other.0, snapshot), HWS_MODEL_NO_MEMORY);
        assert_eq!(hws_model_restore(model.0, null()), HWS_MODEL_NULL_POINTER);
        let launched = |model: &Model| {
            assert_eq!(hws_model_write_memory(model.0, 0, [9; 16].as_ptr(), 16), HWS_MODEL_OK);
            model.tick(100);
            let mut cycle = 0;
            assert_eq!(hws_model_cycle(model.0, &mut cycle), HWS_MODEL_OK);
            (cycle, model.pop(), model.pop(), model.pop().0)
        };
        let first = launched(&model);
        assert_eq!(first.0, 160);
        assert_eq!(hws_model_restore(model.0, snapshot), HWS_MODEL_OK);
        let mut word = 7;
        assert_eq!(hws_model_read_memory(model.0, 0, &mut word, 1), HWS_MODEL_OK);
        assert_eq!(word, words()[0]);
        assert_eq!(launched(&model), first);
        hws_snapshot_free(snapshot);
        hws_snapshot_free(null_mut());
    }
}

/// Answers from the words that `context` points to; refuses everything behind them.
unsafe extern "C" fn read_words(context: *mut c_void, address: u32, word: *mut u32) -> c_int {
    let index = (address / 4) as usize;
    if index >= 16 {
        return -1;
    }
    // SAFETY: `context` points to 16 words of the test, `word` to a place of the model.
    unsafe { *word = *context.cast::<u32>().add(index) };
    0
}

#[test]
fn the_hws_reads_memory_of_the_caller() {
    let model = Model::new(0);
    let mut td = words();
    // SAFETY: the model and the words are from this test.
    unsafe {
        assert_eq!(hws_model_use_memory(null_mut(), Some(read_words), null_mut()), HWS_MODEL_NULL_POINTER);
        assert_eq!(hws_model_use_memory(model.0, Some(read_words), td.as_mut_ptr().cast()), HWS_MODEL_OK);
        assert_eq!(hws_model_push_hdr(model.0, 0, 0, 0), HWS_MODEL_OK);
        model.write(RegId::HwsCtrl, 1);
        model.tick(100);
        assert_eq!(model.pop().0, HWS_MODEL_OK);
        assert_eq!(hws_model_push_hdr(model.0, 0, 0, 0x100), HWS_MODEL_OK);
        assert_eq!(model.peek(RegId::ErrStatus.offset()), (HWS_MODEL_OK, 0));
        model.tick(20);
        assert_ne!(model.peek(RegId::ErrStatus.offset()).1, 0, "the descriptor was refused");
        assert_eq!(hws_model_use_memory(model.0, None, null_mut()), HWS_MODEL_OK);
    }
}

#[test]
fn memory_of_the_caller_is_read_at_multiples_of_4_only() {
    let mut td = words();
    let error = ErrStatus::default().with_td_read(true).bits();
    for (td_addr, expected) in [(0, 0), (1, error), (2, error), (3, error)] {
        let model = Model::new(0);
        // SAFETY: the model and the words are from this test.
        unsafe {
            assert_eq!(hws_model_use_memory(model.0, Some(read_words), td.as_mut_ptr().cast()), HWS_MODEL_OK);
            assert_eq!(hws_model_push_hdr(model.0, 0, 0, td_addr), HWS_MODEL_OK);
        }
        model.tick(20);
        assert_eq!(model.peek(RegId::ErrStatus.offset()), (HWS_MODEL_OK, expected), "td_addr {td_addr}");
    }
}

#[test]
fn registers_are_compared_in_the_bits_of_their_masks() {
    let model = Model::new(0);
    let unit = RegId::TimeUnit.offset();
    model.write(RegId::TimeUnit, 0x1234);
    assert_eq!(model.compare(unit, 0x1234), (HWS_MODEL_OK, 0x1234));
    assert_eq!(model.compare(unit, 0x1235), (HWS_MODEL_DIFFERENT, 0x1234));
    // SAFETY: the model is from this test.
    let set = |mask| unsafe { hws_model_set_mask(model.0, unit, mask) };
    assert_eq!(set(0xFFF0), HWS_MODEL_OK);
    assert_eq!(model.compare(unit, 0x1235), (HWS_MODEL_OK, 0x1234));
    assert_eq!(model.compare(unit, 0x1334).0, HWS_MODEL_DIFFERENT);
    assert_eq!((set(0), model.compare(unit, 0)), (HWS_MODEL_OK, (HWS_MODEL_OK, 0x1234)));
    assert_eq!(model.compared(), [4, 2, 1]);
    assert_eq!(model.compare(1, 0), (HWS_MODEL_UNALIGNED, 7));
    assert_eq!(model.compare(RegId::SipReportComplete.offset(), 0), (HWS_MODEL_WRITE_ONLY, 7));
    // SAFETY: the model is from this test.
    unsafe {
        assert_eq!(hws_model_set_mask(model.0, 0x10_0000, 1), HWS_MODEL_UNMAPPED);
        let mut count = 7;
        assert_eq!(hws_model_compared(model.0, &mut count, null_mut(), &mut count), HWS_MODEL_NULL_POINTER);
        assert_eq!(count, 7);
    }
    assert_eq!(model.compared(), [4, 2, 1], "refused calls do not count");
}
