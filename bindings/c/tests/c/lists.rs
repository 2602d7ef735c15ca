//! Calls that fill lists, and the table of DAGs: their contents after a call fails half-way.

use fw_api::types::{MihMessage, RawMih};
use fw_api::{Bus, DagKind, HwsDriver};
use hws_fw::hws_status::*;
use hws_fw::*;

use crate::boundary::handle;
use crate::every_call::busy;
use crate::world::{Fault, World};

/// The messages in the FIFO of the busy world, in Rust.
fn waiting() -> Vec<hws_message> {
    let mut world = busy();
    HwsDriver::new(&mut world).messages().map(|message| message.unwrap().into()).collect()
}

fn drain(world: &mut World, capacity: usize) -> (hws_status, Vec<hws_message>) {
    let (mut messages, mut count) = (vec![hws_message { sips: 7, ..Default::default() }; capacity], 99);
    let bus = handle(world, &mut hws_error::default());
    let bus = hws_bus { error: std::ptr::null_mut(), ..bus };
    // SAFETY: the handle and the pointers are of this test.
    let status = unsafe { hws_drain_messages(&bus, messages.as_mut_ptr(), capacity, &mut count) };
    let untouched = messages.split_off(count);
    assert!(untouched.iter().all(|message| message.sips == 7));
    (status, messages)
}

#[test]
fn messages_are_drained_in_chunks_of_the_capacity() {
    let (mut world, waiting) = (busy(), waiting());
    assert!(waiting.len() >= 4, "{waiting:?}");
    let (first, rest) = waiting.split_at(3);
    assert_eq!(drain(&mut world, 3), (HWS_OK, first.to_vec()));
    assert_eq!(drain(&mut world, 0), (HWS_OK, vec![]));
    assert_eq!(drain(&mut world, 64), (HWS_OK, rest.to_vec()));
    assert_eq!(drain(&mut world, 64), (HWS_OK, vec![]));
}

#[test]
fn a_failed_drain_reports_that_it_found_nothing() {
    for (fault, status) in [(Fault::Fails(1), HWS_BUS), (Fault::Answers(8), HWS_UNKNOWN_MESSAGE)] {
        let mut world = busy();
        world.fault = fault;
        assert_eq!(drain(&mut world, 4), (status, vec![]));
    }
}

#[test]
fn every_kind_of_message_has_its_fields() {
    use hws_message_kind::*;
    let said = |dw0: u32, dw1| {
        hws_message::from(MihMessage::decode(RawMih { dw0: dw0 | 0x1234_A594, dw1 }).unwrap())
    };
    let ids = hws_task_ids { source: HWS_SOURCE_FIRMWARE, hdr_id: 9, hdr_entry_id: 0xA5 };
    let plain = |kind| hws_message { kind, ids, block_id: 0x1234, ..Default::default() };
    assert_eq!(said(0, 0xF0), hws_message { sips: 0xF0, ..plain(HWS_MESSAGE_RESULT) });
    let sched = hws_message {
        entry: 21,
        launch_id: 42,
        last_block: true,
        vc_base: 63,
        vc_num: 64,
        ..plain(HWS_MESSAGE_SCHED_INFO)
    };
    assert_eq!(said(1, 21 | 42 << 8 | 1 << 16 | 63 << 17 | 64 << 23), sched);
    let finish = hws_message { launch_id: 42, kernel_finish: true, ..plain(HWS_MESSAGE_BLOCK_FINISH) };
    assert_eq!(said(2, 42 << 8 | 1 << 16), finish);
    assert_eq!(said(3, 17), hws_message { error: 17, ..plain(HWS_MESSAGE_ERROR) });
    let l2 = hws_message { entry: 21, places: 0x81, ..plain(HWS_MESSAGE_L2_ALLOC_REQ) };
    assert_eq!(said(3, 1 << 28 | 21 << 8 | 0x81 << 16), l2);
    let vc = hws_message { entry: 21, places: 3, ..plain(HWS_MESSAGE_VC_ALLOC_REQ) };
    assert_eq!(said(3, 2 << 28 | 21 << 8 | 3 << 16), vc);
}

#[test]
fn launches_beyond_the_capacity_are_counted() {
    for (capacity, status) in [(0, HWS_BUFFER), (1, HWS_BUFFER), (2, HWS_OK), (64, HWS_OK)] {
        let (mut world, mut launches, mut count) = (busy(), vec![hws_launch::default(); capacity], 99);
        let expected: Vec<hws_launch> =
            HwsDriver::new(&mut busy()).firmware_launches().map(|launch| launch.unwrap().into()).collect();
        let bus = handle(&mut world, &mut hws_error::default());
        let bus = hws_bus { error: std::ptr::null_mut(), ..bus };
        // SAFETY: the handle and the pointers are of this test.
        let said = unsafe { hws_firmware_launches(&bus, launches.as_mut_ptr(), capacity, &mut count) };
        assert_eq!((said, count), (status, 2));
        assert!(launches.iter().zip(&expected).all(|(found, expected)| found == expected));
        assert!(launches.iter().skip(2).all(|launch| !launch.valid));
    }
}

/// A bus on which launch entry 0 never reads the same twice.
struct Unstable(World, u32);

impl Bus for Unstable {
    type Error = i32;

    fn read32(&mut self, offset: u32) -> Result<u32, i32> {
        let is_entry_0 =
            offset == fw_api::regs::RegId::LaunchInfo(fw_api::regs::RegIndex::at::<0>()).offset();
        self.1 += u32::from(is_entry_0);
        let read = self.0.read32(offset)?;
        Ok(if is_entry_0 { read ^ (self.1 % 2) << 16 } else { read })
    }

    fn write32(&mut self, offset: u32, value: u32) -> Result<(), i32> {
        self.0.write32(offset, value)
    }
}

#[test]
fn a_launch_without_a_stable_reading_does_not_hide_the_others() {
    let mut bus = Unstable(busy(), 0);
    let mut hws = HwsDriver::new(&mut bus);
    let answers: Vec<_> = hws.firmware_launches().map(|launch| launch.is_ok()).collect();
    assert_eq!(answers, [false, true], "the world of this test");

    unsafe extern "C" fn read32(ctx: *mut std::ffi::c_void, offset: u32, value: *mut u32) -> i32 {
        // SAFETY: this test makes the handle.
        let (bus, value) = unsafe { (&mut *ctx.cast::<Unstable>(), &mut *value) };
        *value = bus.read32(offset).unwrap();
        0
    }
    let mut bus = Unstable(busy(), 0);
    let mut error = hws_error::default();
    let good = handle(&mut bus.0, &mut error);
    let handle = hws_bus { ctx: std::ptr::from_mut(&mut bus).cast(), read32: Some(read32), ..good };
    let (mut launches, mut count) = ([hws_launch::default(); 64], 99);
    // SAFETY: the handle and the pointers are of this test.
    let status = unsafe { hws_firmware_launches(&handle, launches.as_mut_ptr(), 64, &mut count) };
    assert_eq!((status, error.wait), (HWS_TIMEOUT, hws_wait::HWS_WAIT_STABLE_LAUNCH));
    assert_eq!((count, launches[0].launch_id, launches[0].valid), (1, 1, true));
}

#[test]
fn a_table_of_dags_is_kept_in_its_words() {
    let (mut world, mut error) = (World::new(), hws_error::default());
    let mut rust = (World::new(), fw_api::DagTable::<32>::new());
    let bus = handle(&mut world, &mut error);
    let mut table = hws_dag_table { opaque: [0; HWS_DAG_TABLE_WORDS] };
    let (mut tag, mut id, mut len, mut reset) = (99, 99, 99, hws_dag_reset::HWS_DAG_NOT_FOUND);
    // SAFETY: the handle and the pointers are of this test.
    unsafe {
        for dag in [70, 71, 72] {
            assert_eq!(hws_open_dag(&bus, &mut table, dag, 1, 0, &mut tag), HWS_OK);
            let kind = DagKind::Static { total: 1 };
            assert_eq!(HwsDriver::new(&mut rust.0).open_dag(&mut rust.1, dag, kind).map(u32::from), Ok(tag));
        }
        assert_eq!(hws_close_dag(&bus, &mut table, 71, &mut reset), HWS_OK);
        assert_eq!(reset, hws_dag_reset::HWS_DAG_FREED);
        assert_eq!(hws_dag_table_len(&table, &mut len, &mut error), HWS_OK);
        assert_eq!(hws_dag_table_id(&table, tag, &mut id, &mut error), HWS_OK);
        assert_eq!((len, id), (2, 72));
        assert_eq!(hws_dag_table_tag(&table, 71, &mut tag, &mut error), HWS_UNKNOWN_DAG);
        assert_eq!(hws_dag_table_clear(&mut table, &mut error), HWS_OK);
        assert_eq!(hws_dag_table_id(&table, 0, &mut id, &mut error), HWS_UNKNOWN_DAG);
        // The rotation of tags continues.
        assert_eq!((hws_open_dag(&bus, &mut table, 73, 1, 0, &mut tag), tag), (HWS_OK, 3));
    }
}

/// The hardware may have taken the tag, so the table keeps it.
#[test]
fn a_dag_keeps_its_tag_when_the_bus_fails() {
    let (mut world, mut error) = (World::new(), hws_error::default());
    world.fault = Fault::Fails(3);
    let bus = handle(&mut world, &mut error);
    let mut table = hws_dag_table { opaque: [0; HWS_DAG_TABLE_WORDS] };
    let (mut tag, mut len) = (99, 99);
    // SAFETY: the handle and the pointers are of this test.
    unsafe {
        assert_eq!(hws_open_dag(&bus, &mut table, 70, 1, 0, &mut tag), HWS_BUS);
        assert_eq!((hws_dag_table_len(&table, &mut len, &mut error), len, tag), (HWS_OK, 1, 99));
    }
}
