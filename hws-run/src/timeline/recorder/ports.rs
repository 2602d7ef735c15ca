//! The waits of kernels before their admission, and the order of all waits.

use hws_sim::KernelState;
use hws_types::Cycle;

use super::ended::WaitKey;
use super::log::{Finished, SortedLog};
use crate::run::{KernelRecord, RunRecord};
use crate::timeline::{WaitSpan, Why};

/// All waits of these kernels: by kernel, then start; without overlap, and with neighbours of the same reason joined.
pub(super) fn with_waits_at_the_ports(
    waits: SortedLog<WaitSpan, WaitKey>,
    kernels: usize,
    record: &RunRecord,
) -> Finished<WaitSpan> {
    let kernels = record.kernels.iter().zip(0..).take(kernels);
    let before = kernels.flat_map(|(kernel, id)| before_admission(kernel, id, record.end));
    waits.finish_as(before, joined)
}

/// From ready to pushed, and from pushed to admitted. A kernel that firmware runs itself does not wait here,
/// nor does a rejected one.
pub(super) fn before_admission(kernel: &KernelRecord, id: u32, end: Cycle) -> impl Iterator<Item = WaitSpan> {
    let to_push = match kernel.state {
        KernelState::Ready => kernel.ready.zip(Some(end)),
        _ => kernel.ready.zip(kernel.pushed),
    };
    let to_admission = match kernel.state {
        KernelState::Pushed => kernel.pushed.zip(Some(end)),
        _ => kernel.pushed.zip(kernel.admitted),
    };
    let wait = move |why| move |(from, to): (Cycle, Cycle)| WaitSpan { kernel: id, from, to, why };
    let waits = [to_push.map(wait(Why::HdrPort)), to_admission.map(wait(Why::ReadyStation))];
    waits.into_iter().flatten().filter(|wait| wait.from < wait.to)
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
