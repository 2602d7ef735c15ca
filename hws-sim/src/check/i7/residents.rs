//! A resident kernel keeps what it was admitted with, counts its launches, and leaves at its end.

use hws_regs::RsFlags;
use hws_types::{Cycle, Entry, Rule, SipMask};

use crate::check::books::Books;
use crate::check::launched::Launched;
use crate::check::view::{TaskView, Touched, View};
use crate::check::violation::{Invariant, Resource, Violation};

/// Only progress, priority and reservation of a kernel change: LAUNCHED is the number of its launches, and the trigger
/// never sinks.
pub(in crate::check) fn keeps_its_descriptor(
    books: &Books,
    before: &View,
    now: &View,
    touched: &Touched,
) -> Result<(), Violation> {
    touched.tasks.iter().try_for_each(|entry| {
        let (Some(was), Some(is)) = (&before.tasks[entry.index()], &now.tasks[entry.index()]) else {
            return Ok(());
        };
        let launched = books.kernel(entry, is.seq).map(|kernel| kernel.launched);
        kept(entry, was, is, now.cycle, launched)
    })
}

fn kept(
    entry: Entry,
    was: &TaskView,
    is: &TaskView,
    cycle: Cycle,
    launched: Option<u32>,
) -> Result<(), Violation> {
    if was.seq == is.seq && !is_as_admitted(was, is) {
        return violated(
            cycle,
            Resource::Entry(entry),
            "changes what it was admitted with".to_owned(),
            Rule::Scheduler2_4,
        );
    }
    if was.seq == is.seq && is.trigger < was.trigger {
        let how = format!("lowers its trigger from {} to {}", was.trigger, is.trigger);
        return violated(cycle, Resource::Entry(entry), how, Rule::Scheduler8_3);
    }
    match launched {
        Some(launched) if launched != is.launched => {
            let how = format!("shows LAUNCHED {} after {launched} launches", is.launched);
            violated(cycle, Resource::Entry(entry), how, Rule::Scheduler6_3)
        }
        _ => Ok(()),
    }
}

/// Whether everything is the same that does not change while the kernel is resident.
fn is_as_admitted(was: &TaskView, is: &TaskView) -> bool {
    let TaskView {
        flags,
        seq,
        kernel_id,
        ids,
        threads,
        blocks,
        affinity,
        est,
        start_block,
        launched: _,
        trigger: _,
        reserved: _,
        open: _,
    } = *is;
    // One word, so that there is one branch.
    let numbers = [
        (was.flags.bits() ^ flags.bits()) & !RsFlags::from_bits(0).with_r_flag(true).bits(),
        was.seq ^ seq,
        was.kernel_id ^ kernel_id,
        was.ids.bits() ^ ids.bits(),
        was.threads ^ threads,
        was.blocks ^ blocks,
        was.affinity.0 ^ affinity.0,
        was.est ^ est,
        was.start_block ^ start_block,
    ];
    numbers.into_iter().fold(0, |all, difference| all | difference) == 0
}

/// A kernel whose last block was launched leaves with that COMMIT, as does a task of firmware with its only one.
pub(in crate::check) fn leaves_at_its_end(
    books: &Books,
    launch: Launched,
    task: &TaskView,
    left: &[(Entry, u32)],
) -> Result<(), Violation> {
    let Some(kernel) = books.kernel(launch.entry, launch.seq) else { return Ok(()) };
    let is_over = kernel.launched >= task.blocks || task.flags.src();
    if !is_over || left.contains(&(launch.entry, launch.seq)) {
        return Ok(());
    }
    let how = format!("stays after {} of {} blocks", kernel.launched, task.blocks);
    violated(launch.cycle, Resource::Kernel(launch.seq), how, Rule::Scheduler6_4)
}

/// A promotion reserves what its event names, and at least one SIP.
pub(in crate::check) fn promotes_its_reservation(
    cycle: Cycle,
    entry: Entry,
    seq: u32,
    mask: SipMask,
    now: &View,
) -> Result<(), Violation> {
    match now.tasks[entry.index()] {
        Some(task) if task.seq == seq && task.reserved == mask && !mask.is_empty() => Ok(()),
        // A reservation can be cancelled in the same tick (scheduler.md §6.6).
        Some(task) if task.seq == seq && task.reserved.is_empty() => Ok(()),
        _ => violated(
            cycle,
            Resource::Entry(entry),
            format!("does not hold the reservation {mask}"),
            Rule::Scheduler6_6,
        ),
    }
}

/// A cancelled reservation is the one that the entry held, or that it was given in the same tick.
pub(in crate::check) fn cancels_its_reservation(
    cycle: Cycle,
    entry: Entry,
    (told, promoted): (SipMask, Option<SipMask>),
    before: &View,
    now: &View,
) -> Result<(), Violation> {
    let held = promoted.or_else(|| Some(before.tasks[entry.index()]?.reserved)).unwrap_or_default();
    let is_gone = now.tasks[entry.index()].is_some_and(|task| task.reserved.is_empty() && !task.is_r_task());
    if told == held && is_gone {
        return Ok(());
    }
    let how = format!("cancels the reservation {told}, but held {held}");
    violated(cycle, Resource::Entry(entry), how, Rule::Scheduler6_6)
}

fn violated(cycle: Cycle, resource: Resource, how: String, rule: Rule) -> Result<(), Violation> {
    Err(Violation::new(Invariant::I7, cycle, resource, how, rule))
}
