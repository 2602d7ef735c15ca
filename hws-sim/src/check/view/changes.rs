//! The differences between two views: by register for the RW registers, by part for the rest.

use std::sync::LazyLock;

use hws_model::Hws;
use hws_regs::{RegFile, RegId};

use super::View;

/// The RW registers, in offset order.
static STORED: LazyLock<Vec<RegId>> =
    LazyLock::new(|| RegId::all().filter(|register| register.info().is_stored()).collect());

/// A part of a view that changes as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::check) enum Part {
    Engine,
    Loader,
    Commands,
    ReadyStation,
    Sips,
    Launches,
    Dags,
    Pools,
    Messages,
    Errors,
    Counters,
}

impl Part {
    pub(in crate::check) const fn name(self) -> &'static str {
        match self {
            Self::Engine => "HWS_STATUS.ATTEMPT_BUSY",
            Self::Loader => "the loader",
            Self::Commands => "HWS_STATUS.CMD_PENDING",
            Self::ReadyStation => "the RS page",
            Self::Sips => "the SIP status",
            Self::Launches => "the LAUNCH page",
            Self::Dags => "the DAG page",
            Self::Pools => "VC_POOL_FREE",
            Self::Messages => "the MIH FIFO",
            Self::Errors => "ERR_STATUS",
            Self::Counters => "the COUNTER page",
        }
    }
}

/// The first part, apart from the RW registers, that differs and is not in `expected`.
pub(in crate::check) fn first_change(before: &View, now: &View, expected: &[Part]) -> Option<Part> {
    let changed = [
        (Part::Engine, before.is_attempting != now.is_attempting),
        (Part::Loader, (before.is_loading, before.hdr_count) != (now.is_loading, now.hdr_count)),
        (Part::Commands, before.cmd_pending != now.cmd_pending),
        (Part::ReadyStation, station(before) != station(now)),
        (Part::Sips, sips(before) != sips(now) || remain_changed(before, now)),
        (Part::Launches, before.launches != now.launches),
        (Part::Dags, before.dag_finish != now.dag_finish),
        (Part::Pools, before.vc_free != now.vc_free),
        (Part::Messages, before.mih != now.mih),
        (Part::Errors, (before.errors, before.first_error) != (now.errors, now.first_error)),
        (Part::Counters, counters(before) != counters(now)),
    ];
    changed.into_iter().find(|(part, differs)| *differs && !expected.contains(part)).map(|(part, _)| part)
}

/// The RS page. RSC_OPEN follows configuration (scheduler.md §9.1), so it is left out.
fn station(view: &View) -> impl PartialEq + '_ {
    let closed = |task: &super::TaskView| super::TaskView { open: Default::default(), ..*task };
    let tasks = view.tasks.each_ref().map(|task| task.as_ref().map(closed));
    (view.rs_count, view.rtask_count, view.reserved, tasks)
}

fn sips(view: &View) -> impl PartialEq + '_ {
    let launches = view.sips.each_ref().map(|sip| (sip.running, sip.pending));
    (view.idle, view.pre_idle, view.pending, view.count_en, view.owned, launches)
}

/// Time that passes without events counts SIPs down, so remaining times compare within one cycle only.
fn remain_changed(before: &View, now: &View) -> bool {
    let remain = |view: &View| view.sips.each_ref().map(|sip| sip.remain);
    before.cycle == now.cycle && remain(before) != remain(now)
}

const fn counters(view: &View) -> [u32; 3] {
    [view.rejected, view.done, view.dropped]
}

/// The RW registers of an HWS.
pub(in crate::check) fn stored_registers(hws: &Hws) -> RegFile {
    let mut regs = RegFile::reset();
    for &register in STORED.iter() {
        // The HWS stores legal values only.
        let _ = regs.write(register, hws.peek(register));
    }
    regs
}

/// The RW registers that differ.
pub(in crate::check) fn changed_registers<'a>(
    before: &'a RegFile,
    now: &'a RegFile,
) -> impl Iterator<Item = RegId> + 'a {
    STORED.iter().copied().filter(|&register| before.read(register) != now.read(register))
}
