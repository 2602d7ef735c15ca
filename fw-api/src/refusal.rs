//! Refusals: arguments and accesses were fine, but the state of the hardware, or of a table, forbids it.

use core::fmt;

/// Why a call was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// This crate was built for other hardware: identity, version or parameters differ.
    OtherHardware {
        /// The register that differs.
        register: &'static str,
        /// The value that this crate was built for.
        expected: u32,
        /// The value read.
        found: u32,
    },
    /// A kernel is resident, the loader is busy, or a SIP is not idle or owned by firmware: the
    /// topology keeps its value.
    TopologyInUse,
    /// ENABLE is set, an attempt is in flight, or a SIP is not idle: XMC_SIP_MAP was not touched.
    MapInUse,
    /// XMC_SIP_MAP is not a permutation: the scheduler was not enabled.
    MapNotPermutation,
    /// A SIP is not idle or is owned by firmware: nothing was reset.
    SipsInUse,
    /// The DAG table has no free slot.
    DagTableFull,
    /// The command queue was full although it had just had room: another master writes commands.
    CommandDropped,
    /// DAG_CMD_STATUS holds a result that is impossible for the command.
    UnexpectedResult(u32),
    /// Tasks come from the HDR (IN_PATH): nothing was pushed.
    NotFirmwareInput,
    /// The firmware task FIFO was full: the task was dropped.
    TaskFifoFull,
    /// A usage mask does not read back as written: another master writes it.
    MaskNotTaken,
    /// The kernel's flow control needs messages, but neither its out_path_mih, OUT_PATH = MIH nor
    /// REPORT_EN would send them.
    NoMessages,
    /// The firmware's DAG table is full.
    NoFreeTag,
    /// The DAG id has no tag.
    UnknownDag,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            Self::OtherHardware { register, expected, found } => {
                return write!(f, "{register} reads {found:#x}, but this API was built for {expected:#x}");
            }
            Self::UnexpectedResult(result) => {
                return write!(f, "DAG_CMD_STATUS.RESULT is {result}, which this command cannot give");
            }
            Self::TopologyInUse => "the topology cannot change while a kernel, the loader or a SIP is busy",
            Self::MapInUse => "XMC_SIP_MAP cannot change while the scheduler is enabled or a SIP is busy",
            Self::MapNotPermutation => "XMC_SIP_MAP is not a permutation, so the scheduler stays disabled",
            Self::SipsInUse => "a soft reset needs every SIP idle and none owned by firmware",
            Self::DagTableFull => "the DAG table has no free slot",
            Self::CommandDropped => "the command queue was full and the command was dropped",
            Self::NotFirmwareInput => "tasks can be pushed only while IN_PATH is firmware",
            Self::TaskFifoFull => "the firmware task FIFO was full and the task was dropped",
            Self::MaskNotTaken => "the usage mask does not read back as written",
            Self::NoMessages => "the kernel needs messages, and no path sends them",
            Self::NoFreeTag => "every DAG tag is taken",
            Self::UnknownDag => "the DAG has no tag",
        };
        f.write_str(text)
    }
}

impl core::error::Error for Refusal {}
