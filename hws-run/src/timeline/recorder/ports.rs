//! The waits of kernels before their admission, and the order of all waits.

use hws_sim::KernelState;

use super::ended::WaitKey;
use super::log::{Finished, SortedLog};
use crate::run::{KernelRecord, PushWait, RunRecord};
use crate::timeline::{WaitSpan, Why};

/// All waits of these kernels: by kernel, then start; without overlap, and with neighbours of the same reason joined.
pub(super) fn with_waits_at_the_ports(
    waits: SortedLog<WaitSpan, WaitKey>,
    kernels: usize,
    record: &RunRecord,
) -> Finished<WaitSpan> {
    let kernels = record.kernels.iter().zip(0..).take(kernels);
    let before = kernels.flat_map(|(kernel, id)| before_admission(record, kernel, id));
    waits.finish_as(before, joined)
}

/// From ready to pushed, and from pushed to admitted. A kernel that firmware runs itself does not wait here,
/// nor does a rejected one.
pub(super) fn before_admission(
    record: &RunRecord,
    kernel: &KernelRecord,
    id: u32,
) -> impl Iterator<Item = WaitSpan> {
    let end = record.end;
    let to_push = match kernel.state {
        KernelState::Ready => kernel.ready.zip(Some(end)),
        _ => kernel.ready.zip(kernel.pushed),
    };
    let to_admission = match kernel.state {
        KernelState::Pushed => kernel.pushed.zip(Some(end)),
        _ => kernel.pushed.zip(kernel.admitted),
    };
    let to_push = to_push.filter(|(from, to)| from < to);
    let to_push = to_push.map_or_else(Vec::new, |(from, to)| record.holds.between(id, from, to));
    let to_push =
        to_push.into_iter().map(move |(from, to, why)| WaitSpan { kernel: id, from, to, why: of(why) });
    let to_admission = to_admission.filter(|(from, to)| from < to);
    let why = Why::ReadyStation;
    to_push.chain(to_admission.map(|(from, to)| WaitSpan { kernel: id, from, to, why }))
}

const fn of(why: PushWait) -> Why {
    match why {
        PushWait::Credits => Why::Credits,
        PushWait::Parameters => Why::Parameters,
        PushWait::Window => Why::Window,
        PushWait::HdrFull => Why::HdrPort,
        PushWait::Firmware => Why::Firmware,
        PushWait::Unrecorded => Why::Unrecorded,
    }
}

fn joined(mut waits: impl Iterator<Item = WaitSpan>) -> impl Iterator<Item = WaitSpan> {
    let mut last: Option<WaitSpan> = None;
    std::iter::from_fn(move || {
        loop {
            let Some(mut wait) = waits.next() else { return last.take() };
            if let Some(last) = last.as_mut().filter(|last| last.kernel == wait.kernel) {
                wait.from = wait.from.max(last.to);
                if wait.from == last.to && wait.why == last.why {
                    last.to = wait.to.max(last.to);
                    continue;
                }
            }
            if wait.from < wait.to
                && let Some(whole) = last.replace(wait)
            {
                return Some(whole);
            }
        }
    })
}
