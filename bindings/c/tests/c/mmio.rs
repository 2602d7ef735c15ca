//! The real register window, here an array: words are read and written at their offsets and nowhere else.

use std::ffi::c_void;
use std::ptr::null_mut;

use fw_api::regs::WINDOW_BYTES;
use hws_fw::hws_status::*;
use hws_fw::*;

const WORDS: usize = WINDOW_BYTES as usize / size_of::<u32>();

fn empty() -> hws_bus {
    hws_bus { ctx: null_mut(), read32: None, write32: None, error: null_mut() }
}

#[test]
fn a_call_through_the_window_reads_and_writes_its_registers() {
    let mut window = vec![0_u32; WORDS];
    let base: *mut c_void = window.as_mut_ptr().cast();
    let (mut bus, mut units) = (empty(), 0);
    // SAFETY: the window has the size and alignment of the real one, outlives the handle, and is read only afterwards.
    let statuses = unsafe {
        [hws_mmio_bus(base, &mut bus), hws_set_time_unit(&bus, 10), hws_get_time_unit(&bus, &mut units)]
    };
    assert_eq!((statuses, units), ([HWS_OK; 3], 10));
    let changed: Vec<_> = window.iter().enumerate().filter(|(_, word)| **word != 0).collect();
    let place = fw_api::regs::RegId::TimeUnit.offset() as usize / size_of::<u32>();
    assert_eq!(changed, [(place, &9)]);
}

#[test]
fn offsets_outside_the_window_or_unaligned_fail_with_a_code() {
    let mut window = vec![5_u32; WORDS];
    let (mut bus, mut value) = (empty(), 7);
    // SAFETY: as above.
    assert_eq!(unsafe { hws_mmio_bus(window.as_mut_ptr().cast(), &mut bus) }, HWS_OK);
    for offset in [1, 2, WINDOW_BYTES - 1, WINDOW_BYTES, u32::MAX - 3] {
        // SAFETY: as above.
        let read = unsafe { bus.read32.unwrap()(bus.ctx, offset, &mut value) };
        // SAFETY: as above.
        let written = unsafe { bus.write32.unwrap()(bus.ctx, offset, 1) };
        assert_eq!((read, written, value), (HWS_NO_SUCH_WORD, HWS_NO_SUCH_WORD, 7), "{offset}");
    }
    assert!(window.iter().all(|&word| word == 5));
}

#[test]
fn an_invalid_base_is_refused() {
    let mut error = hws_error::default();
    for (base, status) in
        [(0, HWS_NULL_POINTER), (0x1002, HWS_MISALIGNED_POINTER), (usize::MAX - 3, HWS_ARGUMENT)]
    {
        let mut bus = hws_bus { error: &mut error, ..empty() };
        // SAFETY: no window is made from a base that is refused.
        assert_eq!(unsafe { hws_mmio_bus(std::ptr::without_provenance_mut(base), &mut bus) }, status);
        assert!(bus.read32.is_none() && bus.error == &raw mut error);
    }
}
