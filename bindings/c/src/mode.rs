//! The source of tasks, the destination of launches, and the master switch.

use fw_api::{InPath, OutPath};

use crate::boundary::{call, from_c, get};
use crate::number::either;
use crate::{hws_bus, hws_status};

// The next four are enumerators in C (cbindgen.toml), because the exported register header has them too, and each
// header declares the enums only if the other has not.

/// The MDMA delivers the launch.
pub const HWS_OUT_PATH_MDMA: u32 = 0;
/// Firmware delivers the launch after a message.
pub const HWS_OUT_PATH_MIH: u32 = 1;

/// The HDR.
pub const HWS_IN_PATH_HDR: u32 = 0;
/// Firmware, through `hws_push_task`.
pub const HWS_IN_PATH_FIRMWARE: u32 = 1;

/// The paths, and whether launches are reported.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct hws_mode {
    /// What delivers a launch: a value of `enum hws_out_path`.
    pub out_path: u32,
    /// The source of tasks: a value of `enum hws_in_path`.
    pub in_path: u32,
    /// Launches and finishes are also reported by message while the MDMA delivers.
    pub report: bool,
}

/// Sets the two paths, values of `enum hws_out_path` and `enum hws_in_path`; whether launches are reported does not
/// change.
///
/// A task keeps the source it was popped from. The output path is read when a block is launched.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setHWSmode(bus: *const hws_bus, out_path: u32, in_path: u32) -> hws_status {
    from_c!(call(bus, |hws| {
        let out_path = either("out_path", out_path, OutPath::Mdma, OutPath::Mih)?;
        let in_path = either("in_path", in_path, InPath::Hdr, InPath::Firmware)?;
        Ok(hws.set_mode(out_path, in_path)?)
    }))
}

/// If `enable` is not 0, launches and finishes are also reported by message while the MDMA delivers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enableHWSreportAmos(bus: *const hws_bus, enable: u32) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.set_report(enable != 0)?)))
}

/// Gets the paths, and whether launches are reported.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_mode(bus: *const hws_bus, mode: *mut hws_mode) -> hws_status {
    from_c!(get(bus, mode, "mode", |hws| {
        let mode = hws.mode()?;
        let out_path = if mode.out_path() == OutPath::Mih { HWS_OUT_PATH_MIH } else { HWS_OUT_PATH_MDMA };
        let is_firmware = mode.in_path() == InPath::Firmware;
        let in_path = if is_firmware { HWS_IN_PATH_FIRMWARE } else { HWS_IN_PATH_HDR };
        Ok(hws_mode { out_path, in_path, report: mode.report_en() })
    }))
}

/// Allows scheduling attempts to start.
///
/// Errors: HWS_MAP_NOT_PERMUTATION if the scheduler stayed disabled.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_enable(bus: *const hws_bus) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.enable()?)))
}

/// Prevents new attempts from starting and waits until the one in flight has committed. SIPs keep running.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_disable(bus: *const hws_bus) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.disable()?)))
}

/// Gets whether attempts may start.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_is_enabled(bus: *const hws_bus, is_enabled: *mut bool) -> hws_status {
    from_c!(get(bus, is_enabled, "is_enabled", |hws| Ok(hws.is_enabled()?)))
}
