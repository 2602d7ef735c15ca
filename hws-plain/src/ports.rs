//! The ports of tasks: the HDR port and FW_TASK_PUSH, each with a FIFO (§2.1).

use hws_model::ErrorBit;
use hws_regs::{FwTaskPush, InPath, LaunchInfo, params};
use hws_types::{HdrPush, Notice, Source, TaskIds};

use super::PlainHws;

/// A task in a FIFO or in the loader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Task {
    pub(super) ids: TaskIds,
    pub(super) td_addr: u32,
    /// FW_TASK_PUSH.CTX; an HDR task has the context of its descriptor.
    pub(super) ctx: Option<u8>,
}

impl PlainHws {
    /// Pushes into the HDR port; returns `false` if its FIFO is full (§2.1), or hdr_id does not fit into its bits.
    pub fn push_hdr(&mut self, push: HdrPush) -> bool {
        let _scope = self.enter();
        let HdrPush { hdr_id, hdr_entry_id, td_addr } = push;
        let ids = TaskIds { source: Source::Hdr, hdr_id, hdr_entry_id };
        let fits = u32::from(hdr_id) <= LaunchInfo::HDR_ID.max();
        let len = self.hdr_fifo.len();
        let has_room = rule!(HdrFifoShort, len < params::HDR_FIFO, len + 1 < params::HDR_FIFO);
        let has_room = rule!(HdrFifoLong, has_room, len <= params::HDR_FIFO);
        let is_open = rule!(HdrPortCloses, true, self.regs.hws_work_mode.in_path() == InPath::Hdr);
        let is_accepted = fits && has_room && is_open;
        if is_accepted {
            self.hdr_fifo.push_back(Task { ids, td_addr, ctx: None });
        } else if rule!(HdrRefusalIsError, false, fits) {
            self.error(ErrorBit::FwTaskOverflow, ids);
        }
        is_accepted
    }

    /// §2.1: FW_TASK_PUSH.
    pub(super) fn push_firmware_task(&mut self, push: FwTaskPush) {
        let (hdr_id, hdr_entry_id) = (push.hdr_id() as u8, push.entry_id() as u8);
        let ids = TaskIds { source: Source::Firmware, hdr_id, hdr_entry_id };
        let in_mode = self.regs.hws_work_mode.in_path() == InPath::Firmware;
        let len = self.fw_task_fifo.len();
        let is_full = rule!(FirmwareFifoShort, len >= params::FW_TASK_FIFO, len + 1 >= params::FW_TASK_FIFO);
        let is_full = rule!(FirmwareFifoLong, is_full, len > params::FW_TASK_FIFO);
        let (overflow, mode) = (ErrorBit::FwTaskOverflow, ErrorBit::FwTaskMode);
        let refusal = match (in_mode, is_full) {
            (false, true) => Some(rule!(FirmwareOverflowFirst, mode, overflow)),
            (false, false) => rule!(FirmwareInHdrMode, Some(mode), None),
            (true, true) => rule!(FirmwareOverflowSilent, Some(overflow), None),
            (true, false) => None,
        };
        if rule!(RejectCountsPushes, false, !in_mode) {
            self.counters.task_reject = self.counters.task_reject.wrapping_add(1);
        }
        if let Some(bit) = refusal {
            self.refuse_firmware_task(bit, ids);
        }
        let is_dropped = rule!(FirmwareInHdrMode, !in_mode, false) || is_full;
        let is_dropped = rule!(FirmwareModeAccepted, is_dropped, is_full);
        if rule!(FirmwareOverflowReplaces, false, is_full && in_mode) {
            self.fw_task_fifo.pop_front();
        } else if is_dropped {
            return;
        }
        let td_addr = self.regs.fw_task_td_addr.addr();
        let ctx = Some(rule!(FirmwareContextZero, push.ctx() as u8, 0));
        self.fw_task_fifo.push_back(Task { ids, td_addr, ctx });
    }

    /// §2.1: an error with the ids of the push, and no message.
    fn refuse_firmware_task(&mut self, bit: ErrorBit, ids: TaskIds) {
        let nobody = TaskIds::default();
        let bit = rule!(FirmwareErrorIsMode, bit, ErrorBit::FwTaskMode);
        let bit = rule!(FirmwareErrorIsOverflow, bit, ErrorBit::FwTaskOverflow);
        self.error(bit, rule!(PushErrorNameless, ids, nobody));
        if rule!(FirmwareErrorMessage, false, true) {
            self.send_notice(ids, 0, Notice::Error { code: bit.code() });
        }
    }

    /// §2.1: a write of HWS_WORK_MODE leaves the FIFO of the other source alone.
    pub(super) fn change_source(&mut self, was: InPath) {
        let now = self.regs.hws_work_mode.in_path();
        if rule!(SourceChangeClears, false, was != now) {
            match now {
                InPath::Hdr => self.fw_task_fifo.clear(),
                InPath::Firmware => self.hdr_fifo.clear(),
            }
        }
    }

    /// §2.1: the oldest task of the source that IN_PATH names now.
    pub(super) fn pop_source(&mut self) -> Option<Task> {
        let path = self.regs.hws_work_mode.in_path();
        let path = rule!(InPathHdr, path, InPath::Hdr);
        let path = rule!(InPathFirmware, path, InPath::Firmware);
        let path = rule!(InPathFirmwareFirst, path, self.waiting_source(InPath::Firmware));
        let path = rule!(InPathHdrFirst, path, self.waiting_source(InPath::Hdr));
        let is_firmware = path == InPath::Firmware;
        let path = rule!(InPathFallsBack, path, if is_firmware { self.waiting_source(path) } else { path });
        let path =
            rule!(InPathFallsForward, path, if is_firmware { path } else { self.waiting_source(path) });
        let fifo = match path {
            InPath::Hdr => &mut self.hdr_fifo,
            InPath::Firmware => &mut self.fw_task_fifo,
        };
        if rule!(FifoLast, false, fifo.len() > 1) { fifo.pop_back() } else { fifo.pop_front() }
    }

    /// A wrong reading of §2.1: that source, or the other one while it is empty.
    fn waiting_source(&self, path: InPath) -> InPath {
        match path {
            InPath::Hdr if self.hdr_fifo.is_empty() => InPath::Firmware,
            InPath::Firmware if self.fw_task_fifo.is_empty() => InPath::Hdr,
            _ => path,
        }
    }
}
