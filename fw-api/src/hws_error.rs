//! The error conditions of the HWS, as types instead of bits.

use core::fmt;

use hws_regs::{ErrFirst, ErrStatus};

use crate::{Bus, HwsDriver, Outcome};

/// Declares the conditions and their bits from one table: variant, setter, name, meaning.
macro_rules! conditions {
    ($($variant:ident $setter:ident $name:literal $meaning:literal;)*) => {
        /// One error condition of ERR_STATUS.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum HwsError {
            $(#[doc = $meaning] $variant,)*
        }

        impl HwsError {
            /// Every condition, in bit order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Returns the set of only this condition.
            #[must_use]
            pub fn set(self) -> HwsErrors {
                let none = ErrStatus::from_bits(0);
                HwsErrors(match self { $(Self::$variant => none.$setter(true)),* })
            }

            /// Returns the name of the bit in ERR_STATUS.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning),* }
            }
        }
    };
}

conditions! {
    Bus with_bus "BUS" "An unaligned, unmapped or wrong-direction access.";
    Cfg with_cfg "CFG" "A configuration write was refused.";
    TdRead with_td_read "TD_READ" "Shared memory refused a descriptor word.";
    TdThreadNum with_td_thread_num "TD_THREAD_NUM" "Rejected: thread_num is not a legal one.";
    TdCluster with_td_cluster "TD_CLUSTER" "Rejected: a block is larger than a cluster.";
    TdBlockNum with_td_block_num "TD_BLOCK_NUM" "Rejected: no block, or a block id past 65535.";
    TdOutPath with_td_out_path "TD_OUT_PATH" "Rejected: no output path.";
    TdCoop with_td_coop "TD_COOP" "Rejected: a cooperative kernel larger than the machine.";
    TdUnplaceable with_td_unplaceable "TD_UNPLACEABLE" "Rejected: the kernel fits nowhere.";
    DagTableFull with_dag_table_full "DAG_TABLE_FULL" "No slot for a task's tag: it stays an O-task.";
    SpuriousComplete with_spurious_complete "SPURIOUS_COMPLETE" "A completion that matches no launch.";
    SpuriousPreComplete with_spurious_pre_complete "SPURIOUS_PRE_COMPLETE" "A pre-completion that matches no launch.";
    MihOverflow with_mih_overflow "MIH_OVERFLOW" "A message was dropped.";
    CmdOverflow with_cmd_overflow "CMD_OVERFLOW" "A command was dropped.";
    FwTaskOverflow with_fw_task_overflow "FW_TASK_OVERFLOW" "A firmware task was dropped.";
    FwTaskMode with_fw_task_mode "FW_TASK_MODE" "A firmware task came while IN_PATH is HDR.";
    TriggerEntry with_trigger_entry "TRIGGER_ENTRY" "A trigger or refresh named an entry that is not the kernel's.";
    TriggerRegress with_trigger_regress "TRIGGER_REGRESS" "A trigger count went down.";
}

impl HwsError {
    /// Returns the condition's number: its bit, ERR_FIRST.CODE and the code of an ERROR message.
    #[must_use]
    pub fn code(self) -> u32 {
        self.set().0.bits().trailing_zeros()
    }

    /// Returns the condition with this number, if there is one.
    #[must_use]
    pub fn from_code(code: u32) -> Option<Self> {
        Self::ALL.iter().copied().find(|error| error.code() == code)
    }
}

impl fmt::Display for HwsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name(), self.meaning())
    }
}

/// A set of error conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HwsErrors(ErrStatus);

impl HwsErrors {
    /// Returns the empty set.
    #[must_use]
    pub fn none() -> Self {
        Self(ErrStatus::from_bits(0))
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.bits() == 0
    }

    /// Returns whether `error` is in the set.
    #[must_use]
    pub fn has(self, error: HwsError) -> bool {
        self.0.bits() & error.set().0.bits() != 0
    }

    /// Returns this set with `error` added.
    #[must_use]
    pub fn with(self, error: HwsError) -> Self {
        Self(ErrStatus::from_bits(self.0.bits() | error.set().0.bits()))
    }

    /// Returns the conditions of the set in bit order.
    pub fn iter(self) -> impl Iterator<Item = HwsError> {
        HwsError::ALL.iter().copied().filter(move |&error| self.has(error))
    }
}

/// The first error since ERR_STATUS was last clear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstError {
    /// The condition.
    pub error: HwsError,
    /// hdr_id of the kernel, task, push or message concerned; 0 if there is none.
    pub hdr_id: u8,
    /// hdr_entry_id, likewise.
    pub hdr_entry_id: u8,
}

impl<B: Bus> HwsDriver<B> {
    /// Returns the errors since they were last cleared.
    ///
    /// Registers: read ERR_STATUS.
    ///
    /// # Errors
    /// Bus errors.
    pub fn errors(&mut self) -> Outcome<HwsErrors, B> {
        self.begins("errors");
        // A bit that is not in the map would be in the set but in no list, so it is dropped here.
        let read = HwsErrors(self.read(())?);
        Ok(read.iter().fold(HwsErrors::none(), HwsErrors::with))
    }

    /// Returns the first error and its task; `None` if ERR_STATUS is clear.
    ///
    /// Registers: read ERR_FIRST.
    ///
    /// # Errors
    /// Bus errors.
    pub fn first_error(&mut self) -> Outcome<Option<FirstError>, B> {
        self.begins("first_error");
        let first = self.read::<ErrFirst>(())?;
        let error = HwsError::from_code(first.code()).filter(|_| first.valid());
        Ok(error.map(|error| FirstError {
            error,
            hdr_id: first.hdr_id() as u8,
            hdr_entry_id: first.entry_id() as u8,
        }))
    }

    /// Clears exactly the errors of a set. An error that recurs at the same time stays set.
    ///
    /// Registers: write ERR_STATUS.
    ///
    /// # Errors
    /// Bus errors.
    pub fn clear_errors(&mut self, errors: HwsErrors) -> Outcome<(), B> {
        self.begins("clear_errors");
        self.write((), errors.0)
    }
}
