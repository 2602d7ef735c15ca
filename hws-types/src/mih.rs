//! The messages to firmware: 64 bits in the MIH FIFO (interfaces.md §4).

use core::fmt;

use crate::words::{
    MihBlockFinish, MihError, MihHeader, MihRequest, MihSchedInfo, MihTypeCode, NoticeCode, SourceCode,
};
use crate::{Entry, LaunchId, SipMask, Source, TaskIds};

/// A message in the packed form of the FIFO.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct RawMih {
    /// MIH_DATA_LO.
    pub dw0: u32,
    /// MIH_DATA_HI.
    pub dw1: u32,
}

/// The block that a message is about: the upper part of DW0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct BlockHeader {
    /// The ids of its task.
    pub ids: TaskIds,
    /// Its block id; 0 in ERROR messages.
    pub block_id: u16,
}

/// The contents of a NOTIFY message.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub enum Notice {
    /// The task was rejected.
    Error {
        /// The number of the bit in ERR_STATUS, 0..=31.
        code: u8,
    },
    /// A block needs an L2 grant.
    L2AllocReq {
        /// The Ready Station entry of the kernel.
        entry: Entry,
        /// Bit v: a block of the kernel fits in VG v.
        vgs: u8,
    },
    /// A block needs a VC grant.
    VcAllocReq {
        /// The Ready Station entry of the kernel.
        entry: Entry,
        /// Bit d: a block of the kernel fits on die d.
        dies: u8,
    },
}

/// A decoded message.
///
/// ```
/// use hws_types::{BlockHeader, MihMessage, SipMask};
/// let message = MihMessage::Result { of: BlockHeader::default(), sips: SipMask(0xF0) };
/// assert_eq!(MihMessage::decode(message.encode()), Ok(message));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub enum MihMessage {
    /// Type 0: where a block was placed.
    Result {
        /// The block.
        of: BlockHeader,
        /// Its SIPs, logical.
        sips: SipMask,
    },
    /// Type 1: details of a launch, sent directly after its RESULT.
    SchedInfo {
        /// The block.
        of: BlockHeader,
        /// The Ready Station entry of the kernel.
        entry: Entry,
        /// The launch.
        launch_id: LaunchId,
        /// The entry is freed by this COMMIT.
        last_block: bool,
        /// The first VC that the HWS allocated, 0..=63.
        vc_base: u8,
        /// The number of VCs that the HWS allocated, 0..=64.
        vc_num: u8,
    },
    /// Type 2: all SIPs of a block have completed.
    BlockFinish {
        /// The block.
        of: BlockHeader,
        /// The launch; 0 in the message of an allocation-only kernel, which has no launch.
        launch_id: LaunchId,
        /// The kernel has left the Ready Station and this was its last launch.
        kernel_finish: bool,
    },
    /// Type 3: a rejected task, or a request for a second resource.
    Notify {
        /// The task, and the block of a request.
        of: BlockHeader,
        /// The error or the request.
        notice: Notice,
    },
}

impl MihMessage {
    /// Encodes the message. Values wider than their field lose their high bits.
    #[must_use]
    pub fn encode(self) -> RawMih {
        let (kind, of, dw1) = match self {
            Self::Result { of, sips } => (MihTypeCode::Result, of, sips.0),
            Self::SchedInfo { of, entry, launch_id, last_block, vc_base, vc_num } => {
                let info = MihSchedInfo::new()
                    .with_hws_entry_id_masked(entry)
                    .with_launch_id_masked(launch_id)
                    .with_last_block(last_block)
                    .with_run_masked(vc_base, vc_num);
                (MihTypeCode::SchedInfo, of, info.into())
            }
            Self::BlockFinish { of, launch_id, kernel_finish } => {
                let finish =
                    MihBlockFinish::new().with_kernel_finish(kernel_finish).with_launch_id_masked(launch_id);
                (MihTypeCode::BlockFinish, of, finish.into())
            }
            Self::Notify { of, notice } => (MihTypeCode::Notify, of, notice.encode()),
        };
        RawMih { dw0: of.encode(kind), dw1 }
    }

    /// Decodes a message.
    ///
    /// # Errors
    /// [`UnknownMessage`] if interfaces.md does not define the source or the NOTIFY subtype.
    pub fn decode(raw: RawMih) -> Result<Self, UnknownMessage> {
        let header = MihHeader::from(raw.dw0);
        let of = BlockHeader::decode(header).ok_or(UnknownMessage { raw })?;
        let code = MihTypeCode::from_number(header.kind()).ok_or(UnknownMessage { raw })?;
        Ok(match code {
            MihTypeCode::Result => Self::Result { of, sips: SipMask(raw.dw1) },
            MihTypeCode::SchedInfo => Self::decode_sched_info(of, raw.dw1.into()),
            MihTypeCode::BlockFinish => {
                let finish = MihBlockFinish::from(raw.dw1);
                let launch_id = LaunchId::wrapping(u32::from(finish.launch_id()));
                Self::BlockFinish { of, launch_id, kernel_finish: finish.kernel_finish() }
            }
            MihTypeCode::Notify => {
                Self::Notify { of, notice: Notice::decode(raw.dw1).ok_or(UnknownMessage { raw })? }
            }
        })
    }

    fn decode_sched_info(of: BlockHeader, info: MihSchedInfo) -> Self {
        Self::SchedInfo {
            of,
            entry: Entry::wrapping(u32::from(info.hws_entry_id())),
            launch_id: LaunchId::wrapping(u32::from(info.launch_id())),
            last_block: info.last_block(),
            vc_base: info.vc_base(),
            vc_num: info.vc_num(),
        }
    }

    /// Returns the block that the message is about, with the ids of its task.
    #[must_use]
    pub const fn header(&self) -> BlockHeader {
        match *self {
            Self::Result { of, .. }
            | Self::SchedInfo { of, .. }
            | Self::BlockFinish { of, .. }
            | Self::Notify { of, .. } => of,
        }
    }

    /// Returns the same message about another block.
    #[must_use]
    pub const fn with_header(self, of: BlockHeader) -> Self {
        match self {
            Self::Result { sips, .. } => Self::Result { of, sips },
            Self::SchedInfo { entry, launch_id, last_block, vc_base, vc_num, .. } => {
                Self::SchedInfo { of, entry, launch_id, last_block, vc_base, vc_num }
            }
            Self::BlockFinish { launch_id, kernel_finish, .. } => {
                Self::BlockFinish { of, launch_id, kernel_finish }
            }
            Self::Notify { notice, .. } => Self::Notify { of, notice },
        }
    }
}

impl BlockHeader {
    fn encode(self, kind: MihTypeCode) -> u32 {
        let src = match self.ids.source {
            Source::Hdr => SourceCode::Hdr,
            Source::Firmware => SourceCode::Firmware,
        };
        // The masks make every value below fit its field, so the setters cannot fail.
        MihHeader::new()
            .with_hdr_entry_id(self.ids.hdr_entry_id)
            .with_block_id(self.block_id)
            .with_kind_checked(kind as u8 & 3)
            .and_then(|header| header.with_src_checked(src as u8))
            .and_then(|header| header.with_hdr_id_checked(self.ids.hdr_id & 15))
            .map_or(0, u32::from)
    }

    fn decode(header: MihHeader) -> Option<Self> {
        let source = match SourceCode::from_number(header.src())? {
            SourceCode::Hdr => Source::Hdr,
            SourceCode::Firmware => Source::Firmware,
        };
        let ids = TaskIds { source, hdr_id: header.hdr_id(), hdr_entry_id: header.hdr_entry_id() };
        Some(Self { ids, block_id: header.block_id() })
    }
}

impl Notice {
    fn encode(self) -> u32 {
        match self {
            Self::Error { code } => MihError::new().with_code_checked(code & 31).map_or(0, u32::from),
            Self::L2AllocReq { entry, vgs } => request(NoticeCode::L2AllocReq, entry, vgs),
            Self::VcAllocReq { entry, dies } => request(NoticeCode::VcAllocReq, entry, dies),
        }
    }

    fn decode(dw1: u32) -> Option<Self> {
        let (error, request) = (MihError::from(dw1), MihRequest::from(dw1));
        let entry = Entry::wrapping(u32::from(request.hws_entry_id()));
        Some(match NoticeCode::from_number(error.subtype())? {
            NoticeCode::Error => Self::Error { code: error.code() },
            NoticeCode::L2AllocReq => Self::L2AllocReq { entry, vgs: request.places() },
            NoticeCode::VcAllocReq => Self::VcAllocReq { entry, dies: request.places() },
        })
    }
}

fn request(subtype: NoticeCode, entry: Entry, places: u8) -> u32 {
    MihRequest::new()
        .with_places(places)
        .with_subtype_checked(subtype as u8 & 15)
        .and_then(|request| request.with_hws_entry_id_checked(entry.get() as u8))
        .map_or(0, u32::from)
}

impl MihSchedInfo {
    fn with_hws_entry_id_masked(self, entry: Entry) -> Self {
        self.with_hws_entry_id_checked(entry.get() as u8).unwrap_or(self)
    }

    fn with_launch_id_masked(self, launch_id: LaunchId) -> Self {
        self.with_launch_id_checked(launch_id.get() as u8).unwrap_or(self)
    }

    fn with_run_masked(self, base: u8, num: u8) -> Self {
        self.with_vc_base_checked(base & 63)
            .and_then(|info| info.with_vc_num_checked(num & 127))
            .unwrap_or(self)
    }
}

impl MihBlockFinish {
    fn with_launch_id_masked(self, launch_id: LaunchId) -> Self {
        self.with_launch_id_checked(launch_id.get() as u8).unwrap_or(self)
    }
}

/// Two words that are not a message of the HWS: the source or the subtype is undefined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownMessage {
    /// The words.
    pub raw: RawMih,
}

impl fmt::Display for UnknownMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a MIH message: DW0 {:#010x}, DW1 {:#010x}", self.raw.dw0, self.raw.dw1)
    }
}

impl core::error::Error for UnknownMessage {}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> BlockHeader {
        let ids = TaskIds { source: Source::Firmware, hdr_id: 9, hdr_entry_id: 0xA5 };
        BlockHeader { ids, block_id: 0x1234 }
    }

    #[test]
    fn messages_have_the_layout_of_interfaces_md() {
        let of = header();
        let (entry, launch_id) = (Entry::wrapping(21), LaunchId::wrapping(42));
        let dw0 = 0x1234_A594;
        let sched = MihMessage::SchedInfo { of, entry, launch_id, last_block: true, vc_base: 63, vc_num: 64 }
            .encode();
        assert_eq!(sched, RawMih { dw0: dw0 | 1, dw1: 21 | 42 << 8 | 1 << 16 | 63 << 17 | 64 << 23 });
        let finish = MihMessage::BlockFinish { of, launch_id, kernel_finish: true }.encode();
        assert_eq!(finish, RawMih { dw0: dw0 | 2, dw1: 42 << 8 | 1 << 16 });
        let error = MihMessage::Notify { of, notice: Notice::Error { code: 17 } }.encode();
        assert_eq!(error, RawMih { dw0: dw0 | 3, dw1: 17 });
        let l2 = MihMessage::Notify { of, notice: Notice::L2AllocReq { entry, vgs: 0x81 } }.encode();
        assert_eq!(l2.dw1, 1 << 28 | 21 << 8 | 0x81 << 16);
        let vc = MihMessage::Notify { of, notice: Notice::VcAllocReq { entry, dies: 3 } }.encode();
        assert_eq!(vc.dw1, 2 << 28 | 21 << 8 | 3 << 16);
    }

    #[test]
    fn unknown_encodings_are_errors() {
        let source_2 = RawMih { dw0: 2 << 2, dw1: 0 };
        assert_eq!(MihMessage::decode(source_2), Err(UnknownMessage { raw: source_2 }));
        let subtype_9 = RawMih { dw0: 3, dw1: 9 << 28 };
        assert_eq!(MihMessage::decode(subtype_9), Err(UnknownMessage { raw: subtype_9 }));
    }
}
