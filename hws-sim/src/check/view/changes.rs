//! The differences between two views: by register for the RW registers, by part for the rest.

use std::sync::LazyLock;

use hws_regs::{RegFile, RegId};
use hws_types::SipMask;

use super::{TaskView, Touched, View};

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

/// The first part, apart from the RW registers, that differs and is not in `expected`. Only the touched elements of the
/// tables can differ.
pub(in crate::check) fn first_change(
    before: &View,
    now: &View,
    touched: &Touched,
    expected: &[Part],
) -> Option<Part> {
    let changed = [
        (Part::Engine, before.is_attempting != now.is_attempting),
        (Part::Loader, (before.is_loading, before.hdr_count) != (now.is_loading, now.hdr_count)),
        (Part::Commands, before.cmd_pending != now.cmd_pending),
        (Part::ReadyStation, station_changed(before, now, touched)),
        (Part::Sips, sips_changed(before, now, touched) || remain_changed(before, now, touched)),
        (
            Part::Launches,
            touched.launches().any(|id| before.launches[id.index()] != now.launches[id.index()]),
        ),
        (Part::Dags, dags_changed(before, now, touched)),
        (Part::Pools, before.vc_free != now.vc_free),
        (Part::Messages, before.mih != now.mih),
        (Part::Errors, (before.errors, before.first_error) != (now.errors, now.first_error)),
        (Part::Counters, counters(before) != counters(now)),
    ];
    changed.into_iter().find(|(part, differs)| *differs && !expected.contains(part)).map(|(part, _)| part)
}

/// The RS page. RSC_OPEN follows configuration (scheduler.md §9.1), so it is left out.
fn station_changed(before: &View, now: &View, touched: &Touched) -> bool {
    let closed = |task: &TaskView| TaskView { open: Default::default(), ..*task };
    let task = |view: &View, index: usize| view.tasks[index].as_ref().map(closed);
    let counts = |view: &View| (view.rs_count, view.rtask_count, view.reserved);
    let differs = |index| task(before, index) != task(now, index);
    counts(before) != counts(now) || touched.tasks.iter().any(|entry| differs(entry.index()))
}

fn sips_changed(before: &View, now: &View, touched: &Touched) -> bool {
    let masks = |view: &View| [view.idle, view.pre_idle, view.pending, view.count_en, view.owned];
    let launches = |view: &View, sip: usize| (view.sips[sip].running, view.sips[sip].pending);
    let differs = |sip| launches(before, sip) != launches(now, sip);
    masks(before) != masks(now) || touched.sips.iter().any(|sip| differs(sip.index()))
}

fn dags_changed(before: &View, now: &View, touched: &Touched) -> bool {
    touched.dags().any(|slot| before.dags.get(slot) != now.dags.get(slot))
}

/// Time that passes without events counts SIPs down, so remaining times compare within one cycle only.
fn remain_changed(before: &View, now: &View, touched: &Touched) -> bool {
    let remain = |view: &View| view.sips.each_ref().map(|sip| sip.remain);
    touched.remain == SipMask::ALL && before.cycle == now.cycle && remain(before) != remain(now)
}

const fn counters(view: &View) -> [u32; 3] {
    [view.rejected, view.done, view.dropped]
}

/// Whether no RW register but this one differs.
pub(in crate::check) fn only_changed(before: &RegFile, now: &RegFile, register: RegId) -> bool {
    let mut expected = *before;
    // A register stores every value that it shows.
    let _ = now.read(register).map(|value| expected.write(register, value));
    expected == *now
}

/// The RW registers that differ.
pub(in crate::check) fn changed_registers<'a>(
    before: &'a RegFile,
    now: &'a RegFile,
) -> impl Iterator<Item = RegId> + 'a {
    STORED.iter().copied().filter(|&register| before.read(register) != now.read(register))
}
