//! The boundary: the numbers, handles and tables that are passed in, and the details that are returned.

use std::ffi::{CStr, c_int, c_void};
use std::ptr::null_mut;

use fw_api::Bus;
use hws_fw::hws_status::*;
use hws_fw::*;

use crate::world::{Fault, World};

unsafe extern "C" fn read32(ctx: *mut c_void, offset: u32, value: *mut u32) -> c_int {
    // SAFETY: `handle` makes handles only with worlds, and the library passes memory for the value.
    let (world, value) = unsafe { (&mut *ctx.cast::<World>(), &mut *value) };
    world.read32(offset).map_or_else(
        |code| code,
        |read| {
            *value = read;
            0
        },
    )
}

unsafe extern "C" fn write32(ctx: *mut c_void, offset: u32, value: u32) -> c_int {
    // SAFETY: `handle` makes handles only with worlds.
    let world = unsafe { &mut *ctx.cast::<World>() };
    world.write32(offset, value).err().unwrap_or(0)
}

/// Makes the handle of a world, which must outlive it.
pub(crate) fn handle(world: &mut World, error: &mut hws_error) -> hws_bus {
    let ctx = std::ptr::from_mut(world).cast();
    hws_bus { ctx, read32: Some(read32), write32: Some(write32), error }
}

/// Returns the status of a call, its details, and the accesses that it made.
fn outcome(fault: Fault, call: impl FnOnce(&hws_bus) -> hws_status) -> (hws_status, hws_error, String) {
    let (mut world, mut error) = (World::new(), hws_error::default());
    world.fault = fault;
    let status = call(&handle(&mut world, &mut error));
    (status, error, world.log)
}

/// Returns the name, value and expectation of a refused argument; checks that nothing was accessed.
fn refused(call: impl FnOnce(&hws_bus) -> hws_status) -> (String, i64, hws_expected, i64, i64) {
    let (status, error, log) = outcome(Fault::None, call);
    assert_eq!((status, error.status, log.as_str()), (HWS_ARGUMENT, HWS_ARGUMENT, ""));
    (name(&error), error.value, error.expected, error.min, error.max)
}

fn name(error: &hws_error) -> String {
    // SAFETY: the library ends a name with a zero.
    unsafe { CStr::from_ptr(error.name.as_ptr()) }.to_str().unwrap().to_owned()
}

/// Calls with valid pointers and one invalid number, and the details of the error.
macro_rules! refusals {
    ($($call:ident($($argument:expr),*) => $name:literal, $value:expr, $expected:ident($min:expr, $max:expr);)*) => {
        $(
            // SAFETY: handles and pointers are from this test.
            let said = refused(|bus| unsafe { $call(bus $(, $argument)*) });
            let wanted = ($name.to_owned(), $value, hws_expected::$expected, $min, $max);
            assert_eq!(said, wanted, "{}", stringify!($call));
        )*
    };
}

#[test]
fn a_wrong_number_is_an_argument_error_with_its_limits() {
    let mut word = 0_u32;
    let (mut ids, mut report) = (hws_task_ids::default(), hws_sip_report::default());
    (ids.hdr_id, report.launch_id) = (16, 64);
    let far_block = hws_sip_report { block_id: 65536, ..Default::default() };
    let far_sip = hws_sip_report { sip: 32, ..Default::default() };
    let task = hws_firmware_task { td_addr: 2, ..Default::default() };
    let wide = hws_firmware_task { hdr_entry_id: 256, ..Default::default() };
    let (mut twice, mut claim) = ([0; 32], hws_claim::default());
    twice[31] = 99;
    let masks = hws_usage_masks::default();
    refusals! {
        setPriorityLookupTable(32, 0) => "rank", 32, HWS_EXPECTED_RANGE(0, 31);
        setPriorityLookupTable(u32::MAX, 0) => "rank", 0xFFFF_FFFF, HWS_EXPECTED_RANGE(0, 31);
        configEarlyLaunch(1, 2, 0) => "source", 2, HWS_EXPECTED_RANGE(0, 1);
        configPromotionPolicy(16, 0, 1, 0) => "rules", 16, HWS_EXPECTED_RANGE(0, 15);
        configPromotionPolicy(0, 65536, 1, 0) => "threshold", 65536, HWS_EXPECTED_RANGE(0, 65535);
        configPromotionPolicy(0, 0, 9, 0) => "r_tasks_max", 9, HWS_EXPECTED_LEGAL(0, 0);
        configPromotionPolicy(0, 0, 257, 0) => "r_tasks_max", 257, HWS_EXPECTED_RANGE(0, 255);
        configBackfill(i32::MIN) => "margin", -0x8000_0000, HWS_EXPECTED_RANGE(-0x7FFF_FFFF, 0x7FFF_FFFF);
        setHWSmode(0, 2) => "in_path", 2, HWS_EXPECTED_RANGE(0, 1);
        initDAGProperty(65536, 0, 0) => "tag", 65536, HWS_EXPECTED_RANGE(0, 65535);
        sipUsageMaskConfig(4, 1, 0) => "ctx", 4, HWS_EXPECTED_RANGE(0, 3);
        sipUsageMaskConfig(256, 1, 0) => "ctx", 256, HWS_EXPECTED_RANGE(0, 3);
        sipUsageMaskConfig(0, 7, 0) => "threads", 7, HWS_EXPECTED_LEGAL(0, 0);
        sipComplete(&report) => "launch_id", 64, HWS_EXPECTED_RANGE(0, 63);
        sipPreComplete(&far_block) => "block_id", 65536, HWS_EXPECTED_RANGE(0, 65535);
        sipComplete(&far_sip) => "sip", 32, HWS_EXPECTED_RANGE(0, 31);
        hws_push_task(&task) => "td_addr", 2, HWS_EXPECTED_MULTIPLE(4, 0);
        hws_push_task(&wide) => "hdr_entry_id", 256, HWS_EXPECTED_RANGE(0, 255);
        hws_trigger_blocks(0, &ids, 1) => "hdr_id", 16, HWS_EXPECTED_RANGE(0, 15);
        hws_trigger_blocks(32, &ids, 1) => "entry", 32, HWS_EXPECTED_RANGE(0, 31);
        hws_refresh_descriptor(32, &ids) => "entry", 32, HWS_EXPECTED_RANGE(0, 31);
        hws_get_triggered_blocks(32, &mut word) => "entry", 32, HWS_EXPECTED_RANGE(0, 31);
        hws_get_physical_sip(32, &mut word) => "sip", 32, HWS_EXPECTED_RANGE(0, 31);
        hws_set_topology(hws_topology { cluster_sip_num: 5, cluster_num: 4 }) => "topology", 5, HWS_EXPECTED_LEGAL(0, 0);
        hws_set_xmc_map(twice.as_ptr()) => "map", 99, HWS_EXPECTED_RANGE(0, 31);
        hws_set_xmc_map([0_u32; 32].as_ptr()) => "map", 0, HWS_EXPECTED_PERMUTATION(0, 0);
        hws_set_time_unit(0) => "cycles", 0, HWS_EXPECTED_RANGE(1, 65536);
        hws_set_p_top_k(5) => "kernels", 5, HWS_EXPECTED_LEGAL(0, 0);
        hws_set_p_top_k(257) => "kernels", 257, HWS_EXPECTED_RANGE(0, 255);
        hws_release_sips(0) => "mask", 0, HWS_EXPECTED_SOME_SIP(0, 0);
        hws_claim_when_idle(1, &masks, 0, &mut claim) => "polls", 0, HWS_EXPECTED_RANGE(1, 0xFFFF_FFFF);
        hws_clear_errors(1 << 18) => "errors", 1 << 18, HWS_EXPECTED_LEGAL(0, 0);
        hws_soft_reset_after_sip_reset(0) => "permit", 0, HWS_EXPECTED_LEGAL(0, 0);
    }
}

#[test]
fn numbers_of_calls_without_hardware_are_checked_too() {
    let mut error = hws_error::default();
    let (mut table, mut word) = ([7_u32; 32], 7_u32);
    let unsorted = [hws_rank_ratio { rank: 5, ratio: 1 }, hws_rank_ratio { rank: 5, ratio: 2 }];
    let many = [hws_rank_ratio::default(); 40];
    let full = hws_topology { cluster_sip_num: 16, cluster_num: 2 };
    // SAFETY: the pointers are from this test.
    let statuses = unsafe {
        [
            hws_priority_curve_geometric(1, 1, 0, table.as_mut_ptr(), &mut error),
            hws_priority_curve_points(unsorted.as_ptr(), 2, table.as_mut_ptr(), &mut error),
            hws_priority_curve_points(unsorted.as_ptr(), 0, table.as_mut_ptr(), &mut error),
            hws_priority_curve_points(many.as_ptr(), 40, table.as_mut_ptr(), &mut error),
            hws_priority_curve_points(many.as_ptr(), usize::MAX, table.as_mut_ptr(), &mut error),
            hws_sip_ids_from_logical(hws_topology::default(), 1, &mut word, &mut error),
            hws_pin_to_cluster(full, 4, 1, 1, 8, &mut word, &mut error),
            hws_max_coop_blocks(full, 0, &mut word, null_mut()),
        ]
    };
    assert_eq!((statuses, table, word), ([HWS_ARGUMENT; 8], [7; 32], 7));
    assert_eq!((name(&error).as_str(), error.value, error.max), ("cluster", 8, 7));
}

#[test]
fn members_of_a_kernel_are_checked_by_name() {
    type Change = fn(&mut hws_kernel_action);
    const WRONG: [(&str, Change); 13] = [
        ("ctx", |action| action.ctx = 4),
        ("dag_tag", |action| action.dag_tag = 65536),
        ("threads", |action| action.threads = 5),
        ("blocks", |action| action.blocks = 0),
        ("blocks", |action| action.blocks = 65536),
        ("triggered", |action| action.triggered = 65536),
        ("l2_ahead", |action| (action.has_l2, action.l2_ahead) = (1, 256)),
        ("l2_prefetch_blocks", |action| (action.has_l2, action.l2_prefetch_blocks) = (1, 65536)),
        ("vc", |action| action.vc = 3),
        ("vc", |action| (action.vc, action.vc_num) = (HWS_VC_FROM_HWS, 65)),
        ("vc_base", |action| action.vc_base = 256),
        ("params_slots", |action| action.params_slots = 65536),
        ("params_slot_bytes", |action| action.params_slot_bytes = 65536),
    ];
    for (member, change) in WRONG {
        let (mut words, mut error) = ([7; HWS_TD_WORDS], hws_error::default());
        let mut action = hws_kernel_action { threads: 1, blocks: 1, ..Default::default() };
        change(&mut action);
        // SAFETY: the pointers are from this test.
        let status = unsafe { hws_kernel_action_compute(&action, words.as_mut_ptr(), &mut error) };
        assert_eq!((status, name(&error).as_str(), words), (HWS_ARGUMENT, member, [7; HWS_TD_WORDS]));
    }
}

#[test]
fn a_prefetch_of_nothing_is_refused() {
    let (mut words, mut error) = ([7; HWS_TD_WORDS], hws_error::default());
    let action = hws_kernel_action { threads: 1, blocks: 1, ..Default::default() };
    // SAFETY: the pointers are from this test.
    let status = unsafe { hws_kernel_action_prefetch(&action, words.as_mut_ptr(), &mut error) };
    assert_eq!((status, name(&error).as_str(), words), (HWS_ARGUMENT, "has_l2", [7; HWS_TD_WORDS]));
}

#[test]
fn words_that_are_not_a_table_are_refused() {
    let mut table = hws_dag_table { opaque: [0; HWS_DAG_TABLE_WORDS] };
    let mut tag = 7;
    // Count, next tag, two pairs of id and tag: too many, a wide tag, an id twice, a tag twice.
    for words in [[33, 0, 0, 0, 0, 0], [0, 65536, 0, 0, 0, 0], [2, 0, 5, 1, 5, 2], [2, 0, 5, 1, 6, 1]] {
        table.opaque[..6].copy_from_slice(&words);
        // SAFETY: the pointers are from this test.
        let said = refused(|bus| unsafe { hws_open_dag(bus, &mut table, 1, 1, 0, &mut tag) });
        assert_eq!((said.0.as_str(), tag, &table.opaque[..6]), ("table", 7, &words[..]));
    }
}

#[test]
fn a_handle_without_functions_or_details_works_as_far_as_it_can() {
    let (mut world, mut error) = (World::new(), hws_error::default());
    let good = handle(&mut world, &mut error);
    let lacking = [hws_bus { read32: None, ..good }, hws_bus { write32: None, ..good }];
    for (bus, missing) in lacking.iter().zip(["read32", "write32"]) {
        // SAFETY: the handle is from this test.
        assert_eq!(unsafe { hws_identify(bus) }, HWS_NULL_POINTER);
        assert_eq!(name(&error), missing);
    }
    let silent = hws_bus { error: null_mut(), ..good };
    // SAFETY: the handle is from this test.
    assert_eq!(unsafe { (hws_identify(&silent), hws_release_sips(&silent, 0)) }, (HWS_OK, HWS_ARGUMENT));
    let crooked = hws_bus { error: good.error.wrapping_byte_add(1), ..good };
    // SAFETY: the handle is from this test.
    assert_eq!(unsafe { hws_identify(&crooked) }, HWS_MISALIGNED_POINTER);
    assert_eq!(world.log.lines().count(), 4, "only the one call");
}

#[test]
fn the_details_of_other_failures_match_those_of_rust() {
    // SAFETY: the handles and pointers are from this test.
    let identify = |bus: &hws_bus| unsafe { hws_identify(bus) };
    let (status, error, _) = outcome(Fault::Fails(-7), identify);
    assert_eq!((status, error.bus_code), (HWS_BUS, -7));
    let (status, error, _) = outcome(Fault::Answers(0x1234_5678), identify);
    let id = i64::from(fw_api::regs::Register::bits(fw_api::regs::HwsId::default()));
    assert_eq!((status, name(&error).as_str(), error.value), (HWS_OTHER_HARDWARE, "HWS_ID", 0x1234_5678));
    assert_eq!((error.min, error.max), (id, id));
    // SAFETY: the handles and pointers are from this test.
    let release = |bus: &hws_bus| unsafe { hws_release_sips(bus, 1) };
    let (status, error, log) = outcome(Fault::Answers(0xF0), release);
    let room = fw_api::Wait::CommandRoom.polls();
    assert_eq!((status, error.wait, error.polls), (HWS_TIMEOUT, hws_wait::HWS_WAIT_COMMAND_ROOM, room));
    assert_eq!(log.lines().count(), room as usize);
    let mut message = hws_message { sips: 7, ..Default::default() };
    // SAFETY: the handles and pointers are from this test.
    let next = |bus: &hws_bus| unsafe { hws_next_message(bus, &mut message) };
    let (status, error, _) = outcome(Fault::Answers(8), next);
    assert_eq!((status, error.dw0, error.dw1, message.sips), (HWS_UNKNOWN_MESSAGE, 8, 8, 7));
    // SAFETY: the handles and pointers are from this test.
    let init = |bus: &hws_bus| unsafe { initDAGProperty(bus, 1, 1, 0) };
    let (status, error, _) = outcome(Fault::Answers(14), init);
    assert_eq!((status, error.value), (HWS_UNEXPECTED_RESULT, 7));
}

/// The reset value that configPromotionPolicy documents.
#[test]
fn the_documented_promotion_is_the_reset_value() {
    let reset = fw_api::regs::Register::bits(fw_api::regs::Promote::default());
    // SAFETY: the handle is from this test.
    let call = |bus: &hws_bus| unsafe { configPromotionPolicy(bus, HWS_PROMOTE_THRESHOLD, 4, 1, 0) };
    let (status, _, log) = outcome(Fault::None, call);
    assert_eq!((status, log.split(' ').nth(2)), (HWS_OK, Some(format!("{reset:08x}").as_str())));
}

#[test]
fn every_status_and_every_error_has_a_text_of_its_own() {
    // SAFETY: static texts that end with a zero.
    let text = |pointer| unsafe { CStr::from_ptr(pointer) }.to_str().unwrap();
    let mut texts: Vec<_> =
        hws_status::ALL.iter().map(|&status| text(hws_status_text(status as i32))).collect();
    texts.extend([text(hws_status_text(-1)), text(hws_error_name(18))]);
    texts.extend((0..18).map(|code| text(hws_error_name(code))));
    for error in fw_api::HwsError::ALL {
        assert_eq!(text(hws_error_name(error.code())), error.name());
    }
    let count = texts.len();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), count);
}
