//! Calls of the firmware API.

use std::ffi::{CStr, c_int, c_void};

use hws_fw::*;

use crate::argument::{Argument, Making};
use crate::bytes::Bytes;
use crate::memory::{Memory, Pointers, how, mostly};
use crate::model::Model;

/// Words of the register window, to which `hws_mmio_bus` makes a handle.
const WINDOW_WORDS: usize = 0x4000 / size_of::<u32>();

/// `name(arguments)`, and the length of its arrays of words if it has any; each argument is made by its type.
macro_rules! calls {
    ($($name:ident($($argument:tt)*) $(words $words:expr)?;)*) => {
        /// Every function of the header.
        #[cfg(test)]
        pub(crate) const NAMES: &[&str] =
            &[$(stringify!($name),)* "hws_mmio_bus", "hws_error_name", "hws_status_text", "hws_fw_abi_version", "hws_fw_abi_fits"];

        const CALLS: &[(&str, fn(&mut Making<'_, '_>) -> hws_status)] = &[$((stringify!($name), |making| {
            $(making.words = $words;)?
            // SAFETY: every pointer is NULL, misaligned, or to what its type says, and nothing else uses it.
            unsafe { $name($(made!(making, $argument)),*) }
        })),*];
    };
}

/// Polls that a call may make, fewer than this: one that never sees what it waits for takes as long as they do.
const POLLS: usize = 1 << 8;

/// One argument.
macro_rules! made {
    ($making:ident, polls) => {
        $making.bytes.below(POLLS) as u32
    };
    ($making:ident, $argument:tt) => {
        Argument::make($making)
    };
}

// A point stands for an argument; `polls` for a number of polls.
calls! {
    hws_claim_sips(. . .);
    hws_claim_when_idle(. . . polls .);
    hws_release_sips(. .);
    hws_get_owned_sips(. .);
    getSIPStatus(. .);
    hws_get_remaining_time(. . .);
    hws_get_counters(. .);
    hws_get_cycles(. .);
    hws_open_dag(. . . . . .);
    hws_close_dag(. . . .);
    hws_dag_table_tag(. . . .);
    hws_dag_table_id(. . . .);
    hws_dag_table_len(. . .);
    hws_dag_table_clear(. .);
    initDAGProperty(. . . .);
    resetDAG(. . .);
    hws_get_errors(. .);
    hws_get_first_error(. .);
    hws_clear_errors(. .);
    hws_enable_interrupts(. . .);
    hws_get_interrupts(. .);
    hws_identify(.);
    hws_get_status(. .);
    hws_kernel_action_compute(. . .) words HWS_TD_WORDS;
    hws_kernel_action_prefetch(. . .) words HWS_TD_WORDS;
    hws_copy_grants(. . .) words HWS_TD_WORDS;
    hws_block_param_addr(. . . .) words HWS_TD_WORDS;
    hws_needs_messages(. . .) words HWS_TD_WORDS;
    hws_check_messages(. .) words HWS_TD_WORDS;
    hws_get_launch(. . .);
    hws_firmware_launches(. . . .);
    hws_next_message(. .);
    hws_drain_messages(. . . .);
    hws_get_message_count(. .);
    setHWSmode(. . .);
    enableHWSreportAmos(. .);
    hws_get_mode(. .);
    hws_enable(.);
    hws_disable(.);
    hws_get_is_enabled(. .);
    hws_max_coop_blocks(. . . .);
    hws_pin_to_cluster(. . . . . . .);
    hws_pin_to_least_loaded_cluster(. . . . . . .) words HWS_N_CLUSTER;
    configEarlyLaunch(. . . .);
    configPromotionPolicy(. . . . .);
    configBackfill(. .);
    hws_config_backfill_safe(. .);
    configRscAllocation(. . .);
    hws_set_p_top_k(. .);
    hws_set_age_boost(. .);
    hws_set_second_resources(. .);
    setPriorityLookupTable(. . .);
    hws_set_priority_table(. .) words HWS_N_RANK;
    hws_priority_curve_linear(. . . .) words HWS_N_RANK;
    hws_priority_curve_geometric(. . . . .) words HWS_N_RANK;
    hws_priority_curve_points(. . . .) words HWS_N_RANK;
    hws_soft_reset(.);
    hws_soft_reset_after_sip_reset(. .);
    hws_push_task(. .);
    hws_firmware_task_ids(. . .);
    hws_trigger_blocks(. . . .);
    hws_get_triggered_blocks(. . .);
    hws_refresh_descriptor(. . .);
    sipComplete(. .);
    sipPreComplete(. .);
    hws_set_time_unit(. .);
    hws_get_time_unit(. .);
    hws_set_descriptor_offset(. .);
    hws_set_launch_delay(. .);
    hws_set_topology(. .);
    hws_get_topology(. .);
    hws_get_present_sips(. .);
    hws_set_xmc_map(. .) words HWS_N_SIP;
    hws_get_physical_sip(. . .);
    hws_sip_ids_to_logical(. . . .);
    hws_sip_ids_from_logical(. . . .);
    sipUsageMaskConfig(. . . .);
    hws_set_usage_mask_no_wait(. . . .);
    hws_get_usage_mask(. . . .);
    hws_get_usage_masks(. .);
    hws_set_usage_masks(. .);
}

/// Functions that fill their arrays or counts even when they fail, as their documentation says.
const FILL_WHEN_FAILING: [&str; 2] = ["hws_firmware_launches", "hws_drain_messages"];

/// Functions with arrays of a given length; the others take one value each.
const COUNTED: [&str; 3] = ["hws_firmware_launches", "hws_drain_messages", "hws_priority_curve_points"];

/// What a handle reaches.
struct Wire<'m> {
    model: &'m mut Model,
    /// The access, from now on, that fails, and how many follow in all.
    fails_at: usize,
    /// Every register reads as this, or as the model has it.
    answer: Option<u32>,
}

/// Calls a function on a handle of the model.
pub(crate) fn call(model: &mut Model, bytes: &mut Bytes<'_>) {
    if bytes.rarely(16) {
        texts(bytes);
    }
    let fails_at = if bytes.rarely(8) { bytes.below(16) } else { usize::MAX };
    let answer = bytes.rarely(8).then(|| bytes.number());
    let mut wire = Wire { model, fails_at, answer };
    let bus = hws_bus {
        ctx: (&raw mut wire).cast(),
        read32: (!bytes.rarely(32)).then_some(read as _),
        write32: (!bytes.rarely(32)).then_some(write as _),
        error: std::ptr::null_mut(),
    };
    perform(bus, bytes);
}

/// Calls a function on memory that looks like a register window.
pub(crate) fn call_mmio(bytes: &mut Bytes<'_>) {
    let fill = bytes.number();
    let mut window = vec![fill; WINDOW_WORDS];
    let base = mostly(window.as_mut_ptr().cast::<c_void>(), bytes);
    let mut bus =
        hws_bus { ctx: std::ptr::null_mut(), read32: None, write32: None, error: std::ptr::null_mut() };
    // SAFETY: NULL, misaligned, or a window, which lives longer than the handle.
    let status = unsafe { hws_mmio_bus(base, &raw mut bus) };
    let (is_right, is_ok) = (base == window.as_mut_ptr().cast(), status == hws_status::HWS_OK);
    assert!(is_right || !is_ok, "hws_mmio_bus accepts a pointer that it has to refuse");
    assert!(is_ok || !is_right, "hws_mmio_bus: {status:?}");
    if let (Some(read), Some(write)) = (bus.read32, bus.write32) {
        let (offset, mut value) = (bytes.number(), 0);
        let is_word = offset.is_multiple_of(4) && (offset as usize) < WINDOW_WORDS * size_of::<u32>();
        // SAFETY: the functions of a handle, with its `ctx` and memory for a word.
        let answers = unsafe { [read(bus.ctx, offset, &raw mut value), write(bus.ctx, offset, fill)] };
        assert_eq!(answers, [if is_word { 0 } else { HWS_NO_SUCH_WORD }; 2], "offset {offset:#x}");
        perform(bus, bytes);
    }
}

fn perform(mut bus: hws_bus, bytes: &mut Bytes<'_>) {
    let mut memory = Memory::default();
    let (name, function) = CALLS[bytes.below(CALLS.len())];
    let (how_bus, how_error) = (how(bytes), how(bytes));
    bus.error = match how_error {
        Pointers::Null => std::ptr::null_mut(),
        _ => memory.value(hws_error::default(), how_error).cast_mut(),
    };
    // The error of a handle that cannot be read does not matter.
    let bus = memory.value(bus, how_bus);
    let count = if COUNTED.contains(&name) { bytes.below(4) } else { 1 };
    let mut making = Making { memory, bytes, bus, words: 1, count, is_bus_used: false, is_wrong_bus: false };
    making.is_wrong_bus = std::mem::take(&mut making.memory.is_wrong);
    let status = function(&mut making);
    let is_wrong = making.memory.is_wrong || making.is_bus_used && making.is_wrong_bus;
    assert!(!is_wrong || status != hws_status::HWS_OK, "{name} accepts a pointer that it has to refuse");
    let may_fill = FILL_WHEN_FAILING.contains(&name);
    let is_changed = status != hws_status::HWS_OK && !may_fill && making.memory.is_changed();
    assert!(!is_changed, "{name} fails with {status:?} and changes its output");
}

/// Any number has a text, and is a version that fits or does not.
fn texts(bytes: &mut Bytes<'_>) {
    let number = bytes.number();
    assert!(!hws_fw_abi_fits(number) || number <= hws_fw_abi_version());
    // SAFETY: the texts are static and end with a zero.
    unsafe {
        assert!(!CStr::from_ptr(hws_status_text(number as i32)).to_bytes().is_empty());
        let name = hws_error_name(number);
        assert!(name.is_null() || !CStr::from_ptr(name).to_bytes().is_empty());
    }
}

unsafe extern "C" fn read(ctx: *mut c_void, offset: u32, value: *mut u32) -> c_int {
    // SAFETY: `ctx` is the wire of `call`, and `value` memory for a word.
    let wire = unsafe { &mut *ctx.cast::<Wire<'_>>() };
    match (wire.fails(), wire.answer) {
        (true, _) => 99,
        (false, Some(answer)) => {
            // SAFETY: as above.
            unsafe { value.write(answer) };
            0
        }
        (false, None) => wire.model.read(offset, value),
    }
}

unsafe extern "C" fn write(ctx: *mut c_void, offset: u32, value: u32) -> c_int {
    // SAFETY: `ctx` is the wire of `call`.
    let wire = unsafe { &mut *ctx.cast::<Wire<'_>>() };
    match (wire.fails(), wire.answer) {
        (true, _) => -1,
        (false, Some(_)) => 0,
        (false, None) => wire.model.write(offset, value),
    }
}

impl Wire<'_> {
    fn fails(&mut self) -> bool {
        let fails = self.fails_at == 0;
        self.fails_at = self.fails_at.saturating_sub(1);
        fails
    }
}
