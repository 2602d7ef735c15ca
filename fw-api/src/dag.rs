//! DAG commands: announce a graph before its kernels arrive, clear it when it is finished.

use hws_regs::{DagCmd, DagCmdStatus, DagCmdTag, DagCmdTotal, DagResult, Op};

use crate::{Bus, HwsDriver, Outcome, Refusal, Wait};

/// How the kernels of a DAG are ranked against each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DagKind {
    /// By the remaining share of `total` kernels, scaled by the priority table.
    Static {
        /// Kernels in the whole DAG. If the number is too small, the DAG stays at the highest scale.
        total: u32,
    },
    /// By their unscaled offline priorities.
    Dynamic,
}

/// The result of resetting a DAG.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use = "a DAG that is still resident keeps its slot and its tag"]
pub enum DagReset {
    /// The slot is free and the tag may be used again.
    Freed,
    /// Kernels of the DAG are still resident: its history is cleared, but it keeps its slot and tag.
    StillResident,
    /// No slot has the tag; it may be used.
    NotFound,
}

impl<B: Bus> HwsDriver<B> {
    /// Announces a DAG and waits until the slot of `tag` is set up. A repeated call changes only the
    /// kind, so the call can be repeated after a bus error.
    ///
    /// Registers: poll HWS_STATUS for room in the command queue; write DAG_CMD_TAG, DAG_CMD_TOTAL,
    /// DAG_CMD (INIT); poll DAG_CMD_STATUS until BUSY is 0.
    ///
    /// # Errors
    /// [`Refusal::DagTableFull`], [`Refusal::CommandDropped`]; timeouts ([`Wait::CommandRoom`],
    /// [`Wait::CommandRetired`]); bus errors.
    #[doc(alias = "initDAGProperty")]
    pub fn init_dag(&mut self, tag: u16, kind: DagKind) -> Outcome<(), B> {
        self.begins("initDAGProperty");
        let (total, dynamic) = match kind {
            DagKind::Static { total } => (total, false),
            DagKind::Dynamic => (0, true),
        };
        self.wait_for_room()?;
        self.write_dag_tag(tag)?;
        self.write((), DagCmdTotal::from_bits(0).with_total(total))?;
        self.write((), DagCmd::from_bits(0).with_op(Op::Init).with_dynamic(dynamic))?;
        let status = self.dag_result()?;
        match status.result() {
            Some(DagResult::Ok) => Ok(()),
            _ => Err(failure(status).into()),
        }
    }

    /// Clears the HWS's history of a DAG and frees its slot unless kernels still use it.
    ///
    /// Registers: poll HWS_STATUS for room in the command queue; write DAG_CMD_TAG, DAG_CMD (RESET);
    /// poll DAG_CMD_STATUS until BUSY is 0.
    ///
    /// # Errors
    /// [`Refusal::CommandDropped`]; timeouts ([`Wait::CommandRoom`], [`Wait::CommandRetired`]); bus
    /// errors, after which a repeated call may return [`DagReset::NotFound`] for a slot it freed.
    #[doc(alias = "resetDAG")]
    pub fn reset_dag(&mut self, tag: u16) -> Outcome<DagReset, B> {
        self.begins("resetDAG");
        self.wait_for_room()?;
        self.write_dag_tag(tag)?;
        self.write((), DagCmd::from_bits(0).with_op(Op::Reset))?;
        let status = self.dag_result()?;
        match status.result() {
            Some(DagResult::Ok) => Ok(DagReset::Freed),
            Some(DagResult::Busy) => Ok(DagReset::StillResident),
            Some(DagResult::NotFound) => Ok(DagReset::NotFound),
            _ => Err(failure(status).into()),
        }
    }

    fn write_dag_tag(&mut self, tag: u16) -> Outcome<(), B> {
        self.write((), DagCmdTag::from_bits(0).with_tag_masked(tag.into()))
    }

    /// Waits until the last DAG command has retired or was dropped.
    fn dag_result(&mut self) -> Outcome<DagCmdStatus, B> {
        self.wait(Wait::CommandRetired, |hws| {
            let status = hws.read::<DagCmdStatus>(())?;
            Ok((!status.busy()).then_some(status))
        })
    }
}

/// Maps a result that no operation reports as success.
fn failure(status: DagCmdStatus) -> Refusal {
    match status.result() {
        Some(DagResult::TableFull) => Refusal::DagTableFull,
        Some(DagResult::Dropped) => Refusal::CommandDropped,
        _ => Refusal::UnexpectedResult(status.result_bits()),
    }
}
