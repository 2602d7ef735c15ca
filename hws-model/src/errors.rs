//! ERR_STATUS and ERR_FIRST: the sticky errors, and the first of them (registers.md §5).

use core::fmt;

use hws_regs::{ErrFirst, ErrStatus, Register};
use hws_types::TaskIds;

/// One bit of ERR_STATUS. `Display` is its name there; with the feature `serde` it is its number.
///
/// ```
/// use hws_model::ErrorBit;
///
/// assert_eq!((ErrorBit::TdCluster.to_string(), ErrorBit::TdCluster.code()), ("TD_CLUSTER".to_owned(), 4));
/// assert_eq!(ErrorBit::from_code(4), Some(ErrorBit::TdCluster));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "u8", try_from = "u8")
)]
pub enum ErrorBit {
    /// A bus access was refused.
    Bus,
    /// A register write was ignored: the value is illegal, or the state does not allow it.
    Cfg,
    /// Shared memory refused a descriptor word.
    TdRead,
    /// Rejected task: thread_num is not legal.
    TdThreadNum,
    /// Rejected task: thread_num is larger than a cluster.
    TdCluster,
    /// Rejected task: no block, or a block id past 65535.
    TdBlockNum,
    /// Rejected task: neither output path is on.
    TdOutPath,
    /// Rejected task: a cooperative kernel that is larger than the machine.
    TdCoop,
    /// Rejected task: the kernel could never be placed.
    TdUnplaceable,
    /// No DAG slot is free for the tag of an admitted kernel.
    DagTableFull,
    /// A complete report that does not match what the SIP runs.
    SpuriousComplete,
    /// A pre-complete report that does not match the state of the SIP.
    SpuriousPreComplete,
    /// A message was dropped: the MIH FIFO is full.
    MihOverflow,
    /// A command was dropped: the command queue is full.
    CmdOverflow,
    /// A firmware task was dropped: its FIFO is full.
    FwTaskOverflow,
    /// A firmware task was dropped: IN_PATH is HDR.
    FwTaskMode,
    /// A trigger or refresh named an entry that is not valid, or that holds another kernel.
    TriggerEntry,
    /// A trigger count is below the current one.
    TriggerRegress,
}

impl ErrorBit {
    /// Every bit, in ascending order.
    pub const ALL: [Self; 18] = [
        Self::Bus,
        Self::Cfg,
        Self::TdRead,
        Self::TdThreadNum,
        Self::TdCluster,
        Self::TdBlockNum,
        Self::TdOutPath,
        Self::TdCoop,
        Self::TdUnplaceable,
        Self::DagTableFull,
        Self::SpuriousComplete,
        Self::SpuriousPreComplete,
        Self::MihOverflow,
        Self::CmdOverflow,
        Self::FwTaskOverflow,
        Self::FwTaskMode,
        Self::TriggerEntry,
        Self::TriggerRegress,
    ];

    /// Returns the bit with that number; `None` if ERR_STATUS has no such bit.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|bit| bit.code() == code)
    }

    /// Returns the name of the bit in ERR_STATUS.
    #[must_use]
    pub fn name(self) -> &'static str {
        // Every bit is a field of its own.
        ErrStatus::INFO.fields.iter().find(|field| field.lsb == self.code()).map_or("", |field| field.name)
    }

    /// ERR_STATUS with only this bit set.
    #[must_use]
    pub fn status(self) -> ErrStatus {
        let none = ErrStatus::from_bits(0);
        match self {
            Self::Bus => none.with_bus(true),
            Self::Cfg => none.with_cfg(true),
            Self::TdRead => none.with_td_read(true),
            Self::TdThreadNum => none.with_td_thread_num(true),
            Self::TdCluster => none.with_td_cluster(true),
            Self::TdBlockNum => none.with_td_block_num(true),
            Self::TdOutPath => none.with_td_out_path(true),
            Self::TdCoop => none.with_td_coop(true),
            Self::TdUnplaceable => none.with_td_unplaceable(true),
            Self::DagTableFull => none.with_dag_table_full(true),
            Self::SpuriousComplete => none.with_spurious_complete(true),
            Self::SpuriousPreComplete => none.with_spurious_pre_complete(true),
            Self::MihOverflow => none.with_mih_overflow(true),
            Self::CmdOverflow => none.with_cmd_overflow(true),
            Self::FwTaskOverflow => none.with_fw_task_overflow(true),
            Self::FwTaskMode => none.with_fw_task_mode(true),
            Self::TriggerEntry => none.with_trigger_entry(true),
            Self::TriggerRegress => none.with_trigger_regress(true),
        }
    }

    /// Returns the number of the bit, which ERR_FIRST.CODE and ERROR messages contain.
    #[must_use]
    pub fn code(self) -> u8 {
        self.status().bits().trailing_zeros() as u8
    }
}

impl fmt::Display for ErrorBit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<ErrorBit> for u8 {
    fn from(bit: ErrorBit) -> Self {
        bit.code()
    }
}

impl TryFrom<u8> for ErrorBit {
    type Error = NoSuchErrorBit;

    fn try_from(code: u8) -> Result<Self, Self::Error> {
        Self::from_code(code).ok_or(NoSuchErrorBit)
    }
}

/// A number of no bit of ERR_STATUS.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NoSuchErrorBit;

impl fmt::Display for NoSuchErrorBit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ERR_STATUS has no such bit")
    }
}

impl core::error::Error for NoSuchErrorBit {}

/// ERR_STATUS and ERR_FIRST.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct ErrorLog {
    status: ErrStatus,
    first: ErrFirst,
}

impl ErrorLog {
    pub(crate) fn new() -> Self {
        Self { status: ErrStatus::from_bits(0), first: ErrFirst::from_bits(0) }
    }

    #[cfg(feature = "serde")]
    pub(crate) fn restored(status: ErrStatus, first: ErrFirst) -> Self {
        Self { status, first }
    }

    pub(crate) fn status(&self) -> ErrStatus {
        self.status
    }

    pub(crate) fn first(&self) -> ErrFirst {
        self.first
    }

    pub(crate) fn is_any(&self) -> bool {
        self.status.bits() != 0
    }

    /// Sets the bit. The first error since all bits were cleared is also recorded in ERR_FIRST, with its ids.
    pub(crate) fn raise(&mut self, bit: ErrorBit, ids: TaskIds) {
        if !self.is_any() {
            self.first = ErrFirst::from_bits(0)
                .with_code_masked(u32::from(bit.code()))
                .with_valid(true)
                .with_hdr_id_masked(u32::from(ids.hdr_id))
                .with_entry_id_masked(u32::from(ids.hdr_entry_id));
        }
        self.status = ErrStatus::from_bits(self.status.bits() | bit.status().bits());
    }

    /// A W1C write.
    pub(crate) fn clear(&mut self, ones: u32) {
        self.status = ErrStatus::from_bits(self.status.bits() & !ones);
        if !self.is_any() {
            self.first = ErrFirst::from_bits(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reserved bits are the others.
    #[test]
    fn the_bits_are_those_of_the_register_in_its_order() {
        let named = ErrorBit::ALL.map(|bit| (bit.name(), bit.code()));
        assert!(ErrStatus::INFO.fields.iter().map(|field| (field.name, field.lsb)).eq(named));
        let found = (0..=u8::MAX).filter_map(ErrorBit::from_code);
        assert!(found.eq(ErrorBit::ALL));
    }

    #[test]
    fn the_first_error_stays_until_all_are_cleared() {
        let mut log = ErrorLog::new();
        let ids = TaskIds { hdr_id: 3, hdr_entry_id: 200, ..Default::default() };
        log.raise(ErrorBit::TdCoop, ids);
        log.raise(ErrorBit::Cfg, TaskIds::default());
        log.clear(ErrorBit::TdCoop.status().bits());
        let first = log.first();
        assert_eq!((first.code(), first.hdr_id(), first.entry_id()), (7, 3, 200));
        log.clear(u32::MAX);
        assert_eq!(log.first().bits(), 0);
        log.raise(ErrorBit::Bus, TaskIds::default());
        assert!(log.first().valid());
        assert_eq!(log.first().code(), 0);
    }
}
