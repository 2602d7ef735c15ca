//! The identity of the hardware, and the state of its engine.

use crate::boundary::{call, from_c, get};
use crate::{hws_bus, hws_status};

/// The state of the engine, the loader and the queues.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct hws_engine {
    /// An attempt is in flight.
    pub attempt_busy: bool,
    /// The loader is reading a descriptor.
    pub loader_busy: bool,
    /// Commands waiting for a boundary.
    pub commands_pending: u32,
    /// Valid Ready Station entries.
    pub entries: u32,
    /// Valid entries that hold a reservation.
    pub r_tasks: u32,
    /// Tasks in the HDR FIFO.
    pub hdr_tasks: u32,
}

/// Checks the identity, the register-map version (the patch level may differ) and the parameters.
///
/// The bounds of all waits are derived from these parameters, so bring-up should start here.
///
/// Errors: HWS_OTHER_HARDWARE, with the register's name, its value (`value`) and the expected value (`min`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_identify(bus: *const hws_bus) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.identify()?)))
}

/// Gets the state of the engine, the loader and the queues.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_status(bus: *const hws_bus, engine: *mut hws_engine) -> hws_status {
    from_c!(get(bus, engine, "engine", |hws| {
        let status = hws.status()?;
        Ok(hws_engine {
            attempt_busy: status.attempt_busy(),
            loader_busy: status.loader_busy(),
            commands_pending: status.cmd_pending(),
            entries: status.rs_count(),
            r_tasks: status.rtask_count(),
            hdr_tasks: status.hdr_count(),
        })
    }))
}
