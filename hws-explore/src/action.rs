//! What the surroundings may do in a state, and the operations that do it.

use std::fmt;

use hws_model::Hws;
use hws_regs::{
    BlockTriggerCnt, DagCmd, HwsStatus, LaunchInfo, Op as DagOp, RegId, RegIndex, SipLaunch,
    SipReportComplete, SipReportPreComplete, params,
};
use hws_sim::stimulus::Op;
use hws_types::{Sip, SipMask};

use crate::configuration::{Configuration, Repetition};
use crate::ledger::Ledger;
use crate::scenario::{Scenario, usage, write};

/// One action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Time passes to the next tick that matters.
    Time,
    /// The kernel with this index is pushed into the HDR port.
    Push(usize),
    /// The SIP reports that the block that it runs has completed.
    Complete(Sip),
    /// The SIP reports that the block that it runs will soon complete.
    PreComplete(Sip),
    /// One more block of the kernel may be launched.
    Trigger(usize),
    /// Firmware writes the next of the usage masks.
    NextUsageMask,
    /// Firmware claims the next set of SIPs.
    Claim,
    /// Firmware releases the SIPs that it has claimed.
    Release,
    /// Firmware resets the DAG of the first kernel.
    ResetDag,
}

impl Action {
    /// Every action that some state of the configuration may allow.
    pub(crate) fn all(configuration: &Configuration) -> Vec<Self> {
        let sips: Vec<Sip> = configuration.sips.iter().collect();
        let kernels = || 0..configuration.kernels.len();
        let mut actions = vec![Self::Time];
        actions.extend(sips.iter().map(|&sip| Self::Complete(sip)));
        actions.extend(sips.iter().filter(|_| configuration.pre_complete).map(|&sip| Self::PreComplete(sip)));
        actions.extend(kernels().map(Self::Push));
        let is_gated = |&kernel: &usize| {
            let td = &configuration.kernels[kernel].td;
            td.block_trigger_cnt < td.block_num && !td.coop
        };
        actions.extend(kernels().filter(is_gated).map(Self::Trigger));
        let others = [
            (Self::NextUsageMask, !configuration.usage_masks.is_empty()),
            (Self::Claim, !configuration.claims.is_empty()),
            (Self::Release, !configuration.claims.is_empty()),
            (Self::ResetDag, configuration.dag_resets > 0),
        ];
        actions.extend(others.into_iter().filter(|(_, exists)| *exists).map(|(action, _)| action));
        actions
    }

    /// Whether it has to happen at some time while it remains possible, for a run to be fair (I10): time passes, blocks
    /// complete, triggers are raised, masks are opened, claims are released.
    pub(crate) const fn is_due(self) -> bool {
        matches!(
            self,
            Self::Time | Self::Complete(_) | Self::Trigger(_) | Self::NextUsageMask | Self::Release
        )
    }

    /// The operations of the action; `None` if it is not possible now. Time has none.
    pub(crate) fn operations(self, scenario: &Scenario, hws: &Hws, ledger: &Ledger) -> Option<Vec<Op>> {
        let configuration = &scenario.configuration;
        match self {
            Self::Time => Some(Vec::new()),
            Self::Push(kernel) => {
                let may = ledger.may_push(kernel, configuration) && hws.hdr_room() > 0;
                may.then(|| push(hws, configuration, kernel)).flatten()
            }
            Self::Complete(sip) => ledger.is_running(sip).then(|| vec![complete(hws, sip)]),
            Self::PreComplete(sip) => {
                let may = ledger.is_running(sip) && is_undecided(hws, sip);
                may.then(|| vec![pre_complete(hws, sip)])
            }
            Self::Trigger(kernel) => {
                let (entry, count) = ledger.next_trigger(kernel, configuration)?;
                let word = BlockTriggerCnt::default().with_count_masked(count);
                command(
                    hws,
                    vec![write(RegId::BlockTriggerCnt(RegIndex::wrapping(entry.into())), word.bits())],
                )
            }
            Self::NextUsageMask => Some(usage(*configuration.usage_masks.get(ledger.masks_written())?)),
            Self::Claim => {
                let sips = ledger.next_claim(configuration)?;
                command(hws, vec![write(RegId::HrmFwClaim, sips.0)])
            }
            Self::Release => {
                let sips = ledger.claimed(configuration)?;
                command(hws, vec![write(RegId::HrmFwRelease, sips.0)])
            }
            Self::ResetDag => {
                let tag = configuration.kernels.first()?.td.dag_tag;
                ledger.may_reset(configuration).then(|| command(hws, reset_dag(tag))).flatten()
            }
        }
    }
}

/// A push. Before that of a kernel without end, firmware resets its DAG: the count of finished kernels, which would
/// otherwise grow without end, begins anew.
fn push(hws: &Hws, configuration: &Configuration, kernel: usize) -> Option<Vec<Op>> {
    let (spec, push) = (&configuration.kernels[kernel], Op::Hdr(Scenario::push(kernel)));
    match spec.times {
        Repetition::Times(_) => Some(vec![push]),
        Repetition::Forever => {
            let mut operations = reset_dag(spec.td.dag_tag);
            operations.push(push);
            command(hws, operations)
        }
    }
}

fn reset_dag(tag: u16) -> Vec<Op> {
    let reset = DagCmd::default().with_op(DagOp::Reset).bits();
    vec![write(RegId::DagCmdTag, tag.into()), write(RegId::DagCmd, reset)]
}

/// The writes, if the command queue has room.
fn command(hws: &Hws, writes: Vec<Op>) -> Option<Vec<Op>> {
    let pending = HwsStatus::from_bits(hws.peek(RegId::HwsStatus)).cmd_pending() as usize;
    (pending < params::CMD_QUEUE).then_some(writes)
}

/// Whether a pre-complete report of the SIP would be valid.
fn is_undecided(hws: &Hws, sip: Sip) -> bool {
    let mask = |register| SipMask(hws.peek(register));
    !(mask(RegId::SipPreIdleMask) | mask(RegId::SipPendingMask)).contains(sip.mask())
}

/// launch_id and block_id of what the SIP runs.
fn running(hws: &Hws, sip: Sip) -> (u32, u32) {
    let id = SipLaunch::from_bits(hws.peek(RegId::SipLaunch(RegIndex::wrapping(sip.get())))).running();
    (id, LaunchInfo::from_bits(hws.peek(RegId::LaunchInfo(RegIndex::wrapping(id)))).block_id())
}

fn complete(hws: &Hws, sip: Sip) -> Op {
    let (launch, block) = running(hws, sip);
    let report = SipReportComplete::default().with_launch_id_masked(launch).with_block_id_masked(block);
    write(RegId::SipReportComplete, report.with_sip_id_masked(sip.get()).bits())
}

fn pre_complete(hws: &Hws, sip: Sip) -> Op {
    let (launch, block) = running(hws, sip);
    let report = SipReportPreComplete::default().with_launch_id_masked(launch).with_block_id_masked(block);
    write(RegId::SipReportPreComplete, report.with_sip_id_masked(sip.get()).bits())
}

/// As in a story; kernels by their index.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time => f.write_str("time passes"),
            Self::Push(kernel) => write!(f, "kernel {kernel} is pushed"),
            Self::Complete(sip) => write!(f, "SIP {} completes", sip.get()),
            Self::PreComplete(sip) => write!(f, "SIP {} will soon complete", sip.get()),
            Self::Trigger(kernel) => write!(f, "firmware triggers one more block of kernel {kernel}"),
            Self::NextUsageMask => f.write_str("firmware writes the next usage masks"),
            Self::Claim => f.write_str("firmware claims SIPs"),
            Self::Release => f.write_str("firmware releases the SIPs that it has claimed"),
            Self::ResetDag => f.write_str("firmware resets the DAG"),
        }
    }
}
