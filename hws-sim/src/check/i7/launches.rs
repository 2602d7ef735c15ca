//! Blocks launched = blocks finished + live, and each launch entry is freed exactly once: the LAUNCH page
//! agrees with the launches and complete reports.

use hws_types::{Cycle, LaunchId, Rule, Sip};

use crate::check::books::{Books, LaunchBook};
use crate::check::launched::Launched;
use crate::check::view::{LaunchView, Touched, View};
use crate::check::violation::{Invariant, Resource, Violation};

/// A launch_id is used only when it is free.
pub(in crate::check) fn begins_once(books: &Books, launch: Launched) -> Result<(), Violation> {
    match &books.live[launch.id.index()] {
        Some(old) => {
            let how = format!("is used for kernel {} while kernel {} has it", launch.seq, old.launch.seq);
            Err(violated(launch.cycle, launch.id, how, Rule::Scheduler6_2)
                .since("launched", old.launch.cycle))
        }
        None => Ok(()),
    }
}

/// A SIP completes only a live launch that it runs, and only once. Returns whether this ends the launch.
pub(in crate::check) fn completes_once(
    books: &mut Books,
    cycle: Cycle,
    sip: Sip,
    id: LaunchId,
) -> Result<bool, Violation> {
    match &mut books.live[id.index()] {
        Some(book) if (book.launch.sips - book.done).contains(sip.mask()) => {
            book.done |= sip.mask();
            Ok(book.done == book.launch.sips)
        }
        book => Err(does_not_run(book.as_ref(), cycle, sip, id)),
    }
}

#[cold]
fn does_not_run(book: Option<&LaunchBook>, cycle: Cycle, sip: Sip, id: LaunchId) -> Violation {
    let Some(book) = book else {
        let how = format!("completes on SIP {} after it was freed", sip.get());
        return violated(cycle, id, how, Rule::Scheduler7_3);
    };
    let how = format!("completes on SIP {}, where it is not running", sip.get());
    violated(cycle, id, how, Rule::Scheduler7_3).since("launched", book.launch.cycle)
}

/// The LAUNCH page holds what was launched and has not finished.
pub(in crate::check) fn table_agrees(books: &Books, now: &View, touched: &Touched) -> Result<(), Violation> {
    touched.launches().try_for_each(|id| entry_agrees(books, now, id))
}

fn entry_agrees(books: &Books, now: &View, id: LaunchId) -> Result<(), Violation> {
    match (&books.live[id.index()], &now.launches[id.index()]) {
        (None, None) => Ok(()),
        (Some(book), Some(shown)) if is_same(book, shown) => Ok(()),
        (book, shown) => disagrees(book.as_ref(), shown.as_ref(), now.cycle, id),
    }
}

#[cold]
fn disagrees(
    book: Option<&LaunchBook>,
    shown: Option<&LaunchView>,
    cycle: Cycle,
    id: LaunchId,
) -> Result<(), Violation> {
    match (book, shown) {
        (None, None) => Ok(()),
        (Some(book), None) => {
            let how = format!("is free, but SIPs {} have not completed", book.launch.sips - book.done);
            Err(violated(cycle, id, how, Rule::Scheduler7_3).since("launched", book.launch.cycle))
        }
        (None, Some(_)) => {
            let how = "is live, but was never launched or all its SIPs have completed".to_owned();
            Err(violated(cycle, id, how, Rule::Scheduler7_3))
        }
        (Some(book), Some(LaunchView { mask, done, block_id, seq, .. })) => {
            let how = format!(
                "shows kernel {seq}, block {block_id}, SIPs {mask}, done {done}: not what was launched and completed"
            );
            Err(violated(cycle, id, how, Rule::Scheduler6_2).since("launched", book.launch.cycle))
        }
    }
}

fn is_same(book: &LaunchBook, shown: &LaunchView) -> bool {
    let Launched { sips, block, seq, .. } = book.launch;
    book.ids.is_none_or(|ids| ids == shown.ids)
        && (sips, book.done, block, seq) == (shown.mask, shown.done, shown.block_id, shown.seq)
}

fn violated(cycle: Cycle, id: LaunchId, how: String, rule: Rule) -> Violation {
    Violation::new(Invariant::I7, cycle, Resource::Launch(id), how, rule)
}
