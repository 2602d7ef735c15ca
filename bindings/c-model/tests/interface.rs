//! The C interface of the model: refusals, which calls let time pass, and that a kernel runs.

#[path = "common/model.rs"]
mod model;

use std::ptr::{null, null_mut};

use hws_model_c::hws_model_status::*;
use hws_model_c::*;
use hws_regs::RegId;
use hws_types::TaskDescriptor;
use model::Model;

impl Model {
    fn read(&self, offset: u32) -> (hws_model_status, u32) {
        let mut value = 7;
        // SAFETY: the model is from this test.
        (unsafe { hws_model_read32(self.0, offset, &mut value) }, value)
    }

    fn write(&self, offset: u32, value: u32) -> hws_model_status {
        // SAFETY: the model is from this test.
        unsafe { hws_model_write32(self.0, offset, value) }
    }

    fn cycle(&self) -> u64 {
        let mut cycle = 0;
        // SAFETY: the model is from this test.
        assert_eq!(unsafe { hws_model_cycle(self.0, &mut cycle) }, HWS_MODEL_OK);
        cycle
    }
}

#[test]
fn an_invalid_memory_size_is_refused() {
    let mut model = null_mut();
    // SAFETY: the place is from this test.
    unsafe {
        assert_eq!(hws_model_create(6, &mut model), HWS_MODEL_ARGUMENT);
        assert_eq!(hws_model_create(4, null_mut()), HWS_MODEL_NULL_POINTER);
        hws_model_free(null_mut());
    }
    assert!(model.is_null());
}

#[test]
fn direct_accesses_take_no_time_and_bus_accesses_one_cycle() {
    let model = Model::new(64);
    let (unit, mut value) = (RegId::TimeUnit.offset(), 0);
    assert_eq!((model.write(unit, 9), model.read(unit), model.cycle()), (HWS_MODEL_OK, (HWS_MODEL_OK, 9), 0));
    // SAFETY: the model is from this test.
    unsafe {
        assert_eq!(hws_model_bus_write32(model.0.cast(), unit, 5), 0);
        assert_eq!((hws_model_bus_read32(model.0.cast(), unit, &mut value), value), (0, 5));
        assert_eq!(hws_model_bus_read32(model.0.cast(), 1, &mut value), HWS_MODEL_UNALIGNED as i32);
        assert_eq!(hws_model_tick(model.0, 100), HWS_MODEL_OK);
    }
    assert_eq!(model.cycle(), 103);
}

#[test]
fn illegal_accesses_return_the_reason() {
    let model = Model::new(0);
    assert_eq!(model.read(2), (HWS_MODEL_UNALIGNED, 7));
    assert_eq!(model.read(0x10_0000), (HWS_MODEL_UNMAPPED, 7));
    assert_eq!(model.read(RegId::SipReportComplete.offset()), (HWS_MODEL_WRITE_ONLY, 7));
    assert_eq!(model.write(RegId::HwsId.offset(), 1), HWS_MODEL_READ_ONLY);
}

#[test]
fn pointers_are_checked() {
    let model = Model::new(64);
    let (mut value, crooked) = (7, model.0.wrapping_byte_add(1));
    // SAFETY: the model and the places are from this test.
    unsafe {
        assert_eq!(hws_model_read32(null_mut(), 0, &mut value), HWS_MODEL_NULL_POINTER);
        assert_eq!(hws_model_read32(crooked, 0, &mut value), HWS_MODEL_MISALIGNED_POINTER);
        assert_eq!(hws_model_read32(model.0, 0, null_mut()), HWS_MODEL_NULL_POINTER);
        assert_eq!(hws_model_pop_mdma(model.0, null_mut()), HWS_MODEL_NULL_POINTER);
        assert_eq!(hws_model_write_memory(model.0, 0, null(), 1), HWS_MODEL_NULL_POINTER);
        assert_eq!(hws_model_read_memory(model.0, 0, null_mut(), 1), HWS_MODEL_NULL_POINTER);
    }
    assert_eq!(value, 7);
}

#[test]
fn memory_returns_what_was_written_and_is_bounded() {
    let model = Model::new(16);
    let mut words = [7; 4];
    // SAFETY: the model and the places are from this test.
    unsafe {
        assert_eq!(hws_model_write_memory(model.0, 4, [1, 2].as_ptr(), 2), HWS_MODEL_OK);
        for (address, count) in [(2, 1), (16, 1), (12, 2), (0, 5), (u32::MAX - 3, 1), (0, usize::MAX)] {
            let written = hws_model_write_memory(model.0, address, [9; 5].as_ptr(), count);
            assert_eq!(written, HWS_MODEL_NO_MEMORY, "{address}, {count}");
            let read = hws_model_read_memory(model.0, address, words.as_mut_ptr(), count);
            assert_eq!((read, words), (HWS_MODEL_NO_MEMORY, [7; 4]), "{address}, {count}");
        }
        assert_eq!(hws_model_read_memory(model.0, 0, words.as_mut_ptr(), 4), HWS_MODEL_OK);
    }
    assert_eq!(words, [0, 1, 2, 0]);
}

#[test]
fn a_kernel_of_the_hdr_becomes_commands() {
    let model = Model::new(64);
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
    let mut command = None;
    let mut is_up = true;
    // SAFETY: the model and the places are from this test.
    unsafe {
        assert_eq!(hws_model_write_memory(model.0, 0, td.encode().unwrap().as_ptr(), 16), HWS_MODEL_OK);
        assert_eq!(hws_model_push_hdr(model.0, 16, 0, 0), HWS_MODEL_ARGUMENT);
        assert_eq!(hws_model_push_hdr(model.0, 0, 256, 0), HWS_MODEL_ARGUMENT);
        assert_eq!(hws_model_push_hdr(model.0, 15, 255, 0), HWS_MODEL_OK);
        model.write(RegId::IrqEnable.offset(), 1);
        model.write(RegId::HwsCtrl.offset(), 1);
        assert_eq!((hws_model_interrupt(model.0, &mut is_up), is_up), (HWS_MODEL_OK, false));
        assert_eq!(hws_model_tick(model.0, 100), HWS_MODEL_OK);
        assert_eq!((hws_model_interrupt(model.0, &mut is_up), is_up), (HWS_MODEL_OK, true));
        for thread in 0..2 {
            let place = command.insert(no_command());
            assert_eq!(hws_model_pop_mdma(model.0, place), HWS_MODEL_OK);
            assert_eq!((place.kernel_id, place.thread_idx, place.sip), (5, thread, 30 + thread));
        }
        let last = command;
        assert_eq!(hws_model_pop_mdma(model.0, command.insert(no_command())), HWS_MODEL_EMPTY);
        assert_ne!(command, last, "nothing was filled");
    }
}

fn no_command() -> hws_mdma_command {
    hws_mdma_command {
        thread_idx: 7,
        block_id: 7,
        sip: 7,
        physical_sip: 7,
        launch_id: 7,
        kernel_id: 7,
        edte_vc_base: 7,
        edte_vc_num: 7,
        block_param_addr: 7,
        est_exec_time: 7,
        sim_exec_time: 7,
    }
}

#[test]
fn the_port_of_the_hdr_fills_up() {
    let model = Model::new(0);
    // SAFETY: the model is from this test.
    let pushed = (0..1000).take_while(|_| unsafe { hws_model_push_hdr(model.0, 0, 0, 0) } == HWS_MODEL_OK);
    assert!((1..1000).contains(&pushed.count()));
    // SAFETY: the model is from this test.
    assert_eq!(unsafe { hws_model_push_hdr(model.0, 0, 0, 0) }, HWS_MODEL_FULL);
}

#[test]
fn every_status_has_a_text_of_its_own() {
    let mut texts: Vec<_> = (-1..12)
        // SAFETY: a static zero-terminated text.
        .map(|status| unsafe { std::ffi::CStr::from_ptr(hws_model_status_text(status)) }.to_owned())
        .collect();
    texts.sort();
    texts.dedup();
    assert_eq!((texts.len(), hws_model_status::ALL.len()), (13, 12));
}
