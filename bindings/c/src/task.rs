//! Tasks in flight: pushing them, their flow control, and the reports of SIPs.

use fw_api::FirmwareTask;
use fw_api::types::{SipReport, Source, TaskIds};

use crate::boundary::{Answer, call, from_c, get, give, read};
use crate::number::{self, byte, either, half};
use crate::{hws_bus, hws_error, hws_status};

/// The source of a task: one of the HWS_SOURCE constants.
pub type hws_source = u32;
/// The HDR.
pub const HWS_SOURCE_HDR: u32 = 0;
/// Firmware, through `hws_push_task`.
pub const HWS_SOURCE_FIRMWARE: u32 = 1;

/// The ids that a task carries for its whole life.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct hws_task_ids {
    /// The source of the task.
    pub source: hws_source,
    /// hdr_id, 0..=15.
    pub hdr_id: u32,
    /// hdr_entry_id, 0..=255.
    pub hdr_entry_id: u32,
}

impl From<TaskIds> for hws_task_ids {
    fn from(ids: TaskIds) -> Self {
        let source = match ids.source {
            Source::Hdr => HWS_SOURCE_HDR,
            Source::Firmware => HWS_SOURCE_FIRMWARE,
        };
        Self { source, hdr_id: ids.hdr_id.into(), hdr_entry_id: ids.hdr_entry_id.into() }
    }
}

impl hws_task_ids {
    fn decode(self) -> Answer<TaskIds> {
        Ok(TaskIds {
            source: either("source", self.source, Source::Hdr, Source::Firmware)?,
            hdr_id: byte("hdr_id", self.hdr_id)?,
            hdr_entry_id: byte("hdr_entry_id", self.hdr_entry_id)?,
        })
    }
}

/// A task that firmware pushes to the HWS.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct hws_firmware_task {
    /// Byte address of the task descriptor, a multiple of 4.
    pub td_addr: u32,
    /// hdr_id, 0..=15, which every message of the task carries.
    pub hdr_id: u32,
    /// hdr_entry_id, 0..=255, likewise.
    pub hdr_entry_id: u32,
    /// Context, 0..=3; the one in the descriptor is ignored.
    pub ctx: u32,
}

impl hws_firmware_task {
    fn decode(self) -> Answer<FirmwareTask> {
        Ok(FirmwareTask {
            td_addr: self.td_addr,
            hdr_id: byte("hdr_id", self.hdr_id)?,
            hdr_entry_id: byte("hdr_entry_id", self.hdr_entry_id)?,
            ctx: byte("ctx", self.ctx)?,
        })
    }
}

/// A report of a SIP, with values from its MDMA command.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct hws_sip_report {
    /// The launch that the SIP runs, 0..=63.
    pub launch_id: u32,
    /// The block of that launch, 0..=65535.
    pub block_id: u32,
    /// The reporting SIP, 0..=31.
    pub sip: u32,
}

impl hws_sip_report {
    fn decode(self) -> Answer<SipReport> {
        Ok(SipReport {
            launch_id: number::launch_id(self.launch_id)?,
            block_id: half("block_id", self.block_id)?,
            sip: number::sip("sip", self.sip)?,
        })
    }
}

/// Pushes a task into the firmware FIFO. It is scheduled exactly once, however many blocks it has. The descriptor
/// must be visible to the HWS before the call.
///
/// Errors: HWS_NOT_FIRMWARE_INPUT before anything is written; HWS_TASK_FIFO_FULL. After HWS_BUS the task may have
/// been pushed, and pushing it again may run it twice, so look for its ids in the messages first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_push_task(bus: *const hws_bus, task: *const hws_firmware_task) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.push_task(&read(task, "task")?.decode()?)?)))
}

/// Gets the ids that messages of a task carry.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_firmware_task_ids(
    task: *const hws_firmware_task,
    ids: *mut hws_task_ids,
    error: *mut hws_error,
) -> hws_status {
    from_c!(give(ids, "ids", error, || Ok(read(task, "task")?.decode()?.ids().into())))
}

/// Allows the kernel `ids` in `entry` (0..=31) to start blocks until `count` (0..=65535) have started in total.
///
/// The entry comes from a HWS_MESSAGE_SCHED_INFO or a request. If the entry holds another kernel when the command
/// retires, it only sets ERR_STATUS.TRIGGER_ENTRY. A count below the current one changes nothing and sets
/// ERR_STATUS.TRIGGER_REGRESS. Repeating the call is harmless.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_trigger_blocks(
    bus: *const hws_bus,
    entry: u32,
    ids: *const hws_task_ids,
    count: u32,
) -> hws_status {
    from_c!(call(bus, |hws| {
        let (entry, ids) = (number::entry(entry)?, read(ids, "ids")?.decode()?);
        Ok(hws.trigger_blocks(entry, ids, half("count", count)?)?)
    }))
}

/// Gets how many blocks the kernel in `entry` may start in total; 0 if the entry is not valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_triggered_blocks(
    bus: *const hws_bus,
    entry: u32,
    count: *mut u32,
) -> hws_status {
    from_c!(get(bus, count, "count", |hws| Ok(hws.triggered_blocks(number::entry(entry)?)?.into())))
}

/// Makes the HWS read the live words of the descriptor of kernel `ids` in `entry` again: the trigger and, with
/// second resources on, the grants. Write them to shared memory first. Repeating the call is harmless.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_refresh_descriptor(
    bus: *const hws_bus,
    entry: u32,
    ids: *const hws_task_ids,
) -> hws_status {
    from_c!(call(bus, |hws| {
        Ok(hws.refresh_descriptor(number::entry(entry)?, read(ids, "ids")?.decode()?)?)
    }))
}

/// Reports that a SIP has completed its part of the block.
///
/// A report that matches no running launch changes nothing and sets ERR_STATUS.SPURIOUS_COMPLETE. After HWS_BUS it
/// may have been delivered. It was if `done` of `hws_get_launch` contains the SIP, or if the entry is free or belongs
/// to another launch.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sipComplete(bus: *const hws_bus, report: *const hws_sip_report) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.sip_complete(read(report, "report")?.decode()?)?)))
}

/// Reports that a SIP is about to complete its part of the block; ignored while the HWS uses its own estimate.
///
/// A report that matches no running launch changes nothing and sets ERR_STATUS.SPURIOUS_PRE_COMPLETE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sipPreComplete(bus: *const hws_bus, report: *const hws_sip_report) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.sip_pre_complete(read(report, "report")?.decode()?)?)))
}
