//! The loader admits what was pushed, in its order: the kernel has the ids of its push, the content of its descriptor,
//! and the next kernel_seq.

use hws_types::{Cycle, Entry, Rule, Source, TaskDescriptor};

use super::Waiting;
use crate::check::books::Books;
use crate::check::view::{TaskView, View};
use crate::check::violation::{Invariant, Resource, Violation};

/// An admission, with the task that the loader had popped and its descriptor, as far as they are known.
#[derive(Clone, Copy)]
pub(in crate::check) struct Admission<'a> {
    pub(in crate::check) cycle: Cycle,
    pub(in crate::check) entry: Entry,
    pub(in crate::check) seq: u32,
    pub(in crate::check) kernel_id: u32,
    pub(in crate::check) task: Option<Waiting>,
    pub(in crate::check) td: Option<&'a TaskDescriptor>,
}

/// The kernel is the next, takes a free entry, and is what was pushed.
pub(in crate::check) fn admits_what_was_pushed(
    books: &Books,
    admission: &Admission<'_>,
    expected: u32,
    now: &View,
) -> Result<(), Violation> {
    let Admission { entry, seq, kernel_id, task, td, .. } = *admission;
    if seq != expected {
        return violated(
            admission,
            format!("is admitted where kernel {expected} is next"),
            Rule::Scheduler2_4,
        );
    }
    if let Some(other) = &books.kernels[entry.index()] {
        let how = format!("is admitted to entry {}, which kernel {} holds", entry.get(), other.seq);
        return violated(admission, how, Rule::Scheduler2_2);
    }
    if td.is_some_and(|td| td.kernel_id != kernel_id) {
        return violated(
            admission,
            format!("has kernel_id {kernel_id}, unlike its descriptor"),
            Rule::Scheduler2_4,
        );
    }
    let Some(shown) = now.tasks[entry.index()].filter(|shown| shown.seq == seq) else { return Ok(()) };
    if task.is_some_and(|task| !has_ids(&task, &shown)) {
        return violated(
            admission,
            "has other ids than the task that was popped".to_owned(),
            Rule::Scheduler2_4,
        );
    }
    match td {
        Some(td) if !is_described(td, &shown) => {
            violated(admission, "differs from its descriptor".to_owned(), Rule::Scheduler2_4)
        }
        _ => Ok(()),
    }
}

fn has_ids(task: &Waiting, shown: &TaskView) -> bool {
    let ids = (u32::from(task.ids.hdr_id), u32::from(task.ids.hdr_entry_id), task.ids.source);
    let source = if shown.flags.src() { Source::Firmware } else { Source::Hdr };
    ids == (shown.ids.hdr_id(), shown.ids.hdr_entry_id(), source)
}

fn is_described(td: &TaskDescriptor, shown: &TaskView) -> bool {
    let flags = shown.flags;
    let numbers = [shown.threads, shown.blocks, shown.est, shown.start_block, shown.affinity.0];
    let wanted =
        [td.thread_num.into(), td.block_num.into(), td.est_exec_time, td.start_block_idx.into(), td.affinity];
    let switches = [flags.coop(), flags.sip_alloc(), flags.l2_alloc(), flags.vc_alloc(), flags.on_cp()];
    let wanted_switches = [td.coop, td.enable_sip_alloc, td.enable_l2_alloc, td.enable_vc_alloc, td.on_cp];
    let paths = (flags.out_mdma(), flags.out_mih()) == (td.out_path_mdma, td.out_path_mih);
    numbers == wanted && switches == wanted_switches && paths && shown.ids.dag_tag() == u32::from(td.dag_tag)
}

fn violated(admission: &Admission<'_>, how: String, rule: Rule) -> Result<(), Violation> {
    Err(Violation::new(Invariant::I7, admission.cycle, Resource::Kernel(admission.seq), how, rule))
}
