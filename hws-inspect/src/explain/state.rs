//! The state of the machine that a decision depends on, besides the kernels.

use std::fmt;

use hws_model::Hws;
use hws_regs::{
    EnableEarlyLaunchSip, EnableSecondRscSch, HwsCtrl, HwsStatus, PTopK, Promote, RegId, Register,
    RsvdSipBackfillMarginOffset, Sign, SipFillupTaskFirst, UseRsvdSipFirst,
};
use hws_types::SipMask;
use serde::Serialize;

use super::words::{Sips, count};

/// The machine at LATCH.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StateFacts {
    /// HWS_CTRL.ENABLE.
    pub enabled: bool,
    /// SIP_PRESENT_MASK.
    pub present: SipMask,
    /// SIP_READY_MASK: the SIPs that a launch may take (scheduler.md §7.1).
    pub ready: SipMask,
    /// SIP_IDLE_MASK.
    pub idle: SipMask,
    /// SIP_PRE_IDLE_MASK.
    pub pre_idle: SipMask,
    /// RESERVED_SIP_MASK.
    pub reserved: SipMask,
    /// HRM_FW_OWNED.
    pub owned: SipMask,
    /// ENABLE_SECOND_RSC_SCH.
    pub second_resources: bool,
    /// ENABLE_EARLY_LAUNCH_SIP.
    pub early_launch: bool,
    /// P_TOP_K.
    pub p_top_k: u32,
    /// USE_RSVD_SIP_FIRST.
    pub reserved_first: bool,
    /// SIP_FILLUP_TASK_FIRST.
    pub fill_up_first: bool,
    /// The offset of RSVD_SIP_BACKFILL_MARGIN_OFFSET: negative if it lets R-tasks be delayed (scheduler.md §5.5).
    pub backfill_offset: i64,
    /// The word of PROMOTE.
    pub promote: u32,
    /// Tasks in the HDR FIFO.
    pub hdr_count: u32,
    /// Whether the loader reads a descriptor.
    pub loader_busy: bool,
    /// Commands that wait for a boundary.
    pub commands: u32,
}

impl StateFacts {
    pub(super) fn of(hws: &Hws) -> Self {
        let mask = |id| SipMask(hws.peek(id));
        let status = register::<HwsStatus>(hws);
        Self {
            enabled: register::<HwsCtrl>(hws).enable(),
            present: mask(RegId::SipPresentMask),
            ready: mask(RegId::SipReadyMask),
            idle: mask(RegId::SipIdleMask),
            pre_idle: mask(RegId::SipPreIdleMask),
            reserved: mask(RegId::ReservedSipMask),
            owned: mask(RegId::HrmFwOwned),
            second_resources: register::<EnableSecondRscSch>(hws).enable(),
            early_launch: register::<EnableEarlyLaunchSip>(hws).enable(),
            p_top_k: register::<PTopK>(hws).k(),
            reserved_first: register::<UseRsvdSipFirst>(hws).enable(),
            fill_up_first: register::<SipFillupTaskFirst>(hws).enable(),
            backfill_offset: backfill_offset(hws),
            promote: hws.peek(RegId::Promote),
            hdr_count: status.hdr_count(),
            loader_busy: status.loader_busy(),
            commands: status.cmd_pending(),
        }
    }
}

/// A register that is not an array.
pub(super) fn register<R: Register<Index = ()>>(hws: &Hws) -> R {
    R::from_bits(hws.peek(R::id(())))
}

/// The register value of an offset; `None` if its magnitude does not fit.
pub(super) fn margin_register(offset: i64) -> Option<RsvdSipBackfillMarginOffset> {
    let magnitude = u32::try_from(offset.unsigned_abs()).ok()?;
    let sign = if offset > 0 { Sign::Positive } else { Sign::Negative };
    RsvdSipBackfillMarginOffset::default().with_sign(sign).with_magnitude(magnitude).ok()
}

/// `offset` of scheduler.md §5.5.
pub fn backfill_offset(hws: &Hws) -> i64 {
    let margin = register::<RsvdSipBackfillMarginOffset>(hws);
    let magnitude = i64::from(margin.magnitude());
    match margin.sign() {
        Sign::Positive => magnitude,
        Sign::Negative => -magnitude,
    }
}

impl fmt::Display for StateFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let absent = !self.present;
        writeln!(f, "  ready       {}", Sips(self.ready))?;
        writeln!(f, "  busy        {}", Sips(self.present - self.idle))?;
        writeln!(f, "  pre-idle    {}", Sips(self.pre_idle - self.idle))?;
        writeln!(f, "  reserved    {}", Sips(self.reserved))?;
        writeln!(f, "  firmware's  {}", Sips(self.owned))?;
        if !absent.is_empty() {
            writeln!(f, "  absent      {}", Sips(absent))?;
        }
        let on = |is_on| if is_on { "on" } else { "off" };
        write!(
            f,
            "  settings    P_TOP_K {}, early launch {}, second resources {}, backfill offset {}, reserved first {}, \
             fill-up first {}",
            self.p_top_k,
            on(self.early_launch),
            on(self.second_resources),
            self.backfill_offset,
            on(self.reserved_first),
            on(self.fill_up_first),
        )?;
        writeln!(f, "\n  promotion   {}", promotion(Promote::from_bits(self.promote)))?;
        let (loader, commands) =
            (if self.loader_busy { "busy" } else { "free" }, count(self.commands, "command"));
        write!(
            f,
            "  queues      {} in the HDR FIFO, loader {loader}, {commands}",
            count(self.hdr_count, "task")
        )
    }
}

/// PROMOTE in words.
pub(super) fn promotion(promote: Promote) -> String {
    let threshold = format!("passed over {} or more", count(promote.threshold(), "time"));
    let rules = [
        (promote.rule_threshold(), threshold.as_str()),
        (promote.rule_top1_full_vg(), "first and as large as a cluster"),
        (promote.rule_top1(), "first and overtaken"),
        (promote.rule_on_cp(), "overtaken on the critical path"),
    ];
    let on: Vec<&str> = rules.into_iter().filter(|(is_on, _)| *is_on).map(|(_, rule)| rule).collect();
    match on.as_slice() {
        [] => "off".to_owned(),
        on => format!("at most {}: {}", count(promote.rtask_max(), "R-task"), on.join("; ")),
    }
}

/// A condition of LATCH that does not hold (scheduler.md §3.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NoAttempt {
    /// HWS_CTRL.ENABLE is 0.
    Disabled,
    /// The Ready Station is empty.
    Empty,
    /// No SIP is ready.
    NothingReady,
    /// The MDMA FIFO has fewer than 32 free places.
    MdmaFull,
}

impl NoAttempt {
    /// The conditions that do not hold in a state without an attempt.
    pub(crate) fn of(hws: &Hws) -> Vec<Self> {
        let conditions = [
            (Self::Disabled, !register::<HwsCtrl>(hws).enable()),
            (Self::Empty, register::<HwsStatus>(hws).rs_empty()),
            (Self::NothingReady, hws.peek(RegId::SipReadyMask) == 0),
        ];
        let mut broken: Vec<_> =
            conditions.into_iter().filter(|(_, is_broken)| *is_broken).map(|(why, _)| why).collect();
        if broken.is_empty() {
            // It is the only other condition.
            broken.push(Self::MdmaFull);
        }
        broken
    }
}

impl fmt::Display for NoAttempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Disabled => "HWS_CTRL.ENABLE is 0",
            Self::Empty => "the Ready Station is empty",
            Self::NothingReady => "no SIP is ready",
            Self::MdmaFull => "the MDMA FIFO has fewer than 32 free places",
        })
    }
}
