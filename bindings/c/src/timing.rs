//! The length of a time unit, the delay of a launch, and where descriptors start.

use crate::boundary::{call, from_c, get};
use crate::{hws_bus, hws_status};

/// Sets the length of a time unit, the unit of estimates, offsets and margins: 1..=65536 cycles.
///
/// A safe backfill margin depends on the time unit: repeat `hws_config_backfill_safe`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_set_time_unit(bus: *const hws_bus, cycles: u32) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.set_time_unit(cycles)?)))
}

/// Gets the length of a time unit in cycles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_time_unit(bus: *const hws_bus, cycles: *mut u32) -> hws_status {
    from_c!(get(bus, cycles, "cycles", |hws| Ok(hws.time_unit()?)))
}

/// Sets the byte offset of the scheduling part in a task descriptor: a multiple of 4, below 64 KiB.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_set_descriptor_offset(bus: *const hws_bus, bytes: u32) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.set_descriptor_offset(bytes)?)))
}

/// Sets the time that is added to the estimate of a launch on an idle SIP, in time units.
///
/// A safe backfill margin depends on this delay: repeat `hws_config_backfill_safe`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_set_launch_delay(bus: *const hws_bus, units: u32) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.set_launch_delay(units)?)))
}
