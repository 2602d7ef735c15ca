//! The waits of kernels before their admission, and the order of all waits.

use hws_sim::KernelState;
use hws_types::Cycle;

use super::Shape;
use crate::run::{KernelRecord, RunRecord};
use crate::timeline::{WaitSpan, Why};

/// All waits: by kernel, then start; without overlap, and with neighbours of the same reason joined.
pub(super) fn with_waits_at_the_ports(
    mut waits: Vec<WaitSpan>,
    shapes: &[Shape],
    record: &RunRecord,
) -> Vec<WaitSpan> {
    let kernels = record.kernels.iter().zip(0..).take(shapes.len());
    waits.extend(kernels.flat_map(|(kernel, id)| before_admission(kernel, id, record.end)));
    waits.sort_by_key(|wait| (wait.kernel, wait.from, wait.to));
    joined(waits)
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

fn joined(waits: Vec<WaitSpan>) -> Vec<WaitSpan> {
    let mut joined: Vec<WaitSpan> = Vec::with_capacity(waits.len());
    for mut wait in waits {
        if let Some(last) = joined.last_mut().filter(|last| last.kernel == wait.kernel) {
            wait.from = wait.from.max(last.to);
            if wait.from == last.to && wait.why == last.why {
                last.to = wait.to.max(last.to);
                continue;
            }
        }
        if wait.from < wait.to {
            joined.push(wait);
        }
    }
    joined
}
