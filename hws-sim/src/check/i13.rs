//! I13: the VC runs of live launches are disjoint per die, and VC_POOL_FREE is exactly their complement.
//!
//! The run of a launch is the one in its SCHED_INFO, or else the one in its MDMA commands, provided that its
//! descriptor leaves the allocation to the HWS. If neither is known (no message, no descriptor in known
//! memory), the run counts as allocated by the HWS if the pool lost all of it in that COMMIT.

use hws_types::{Cycle, Die, Rule, SipMask};

use super::books::{Books, LaunchBook, VcRun};
use super::launched::Judged;
use super::view::View;
use super::violation::{Invariant, Resource, Violation};

/// The VCs of a run as a mask; none for a base beyond the pool.
fn bits((base, num): VcRun) -> u64 {
    let ones = if u32::from(num) >= u64::BITS { u64::MAX } else { (1 << num) - 1 };
    ones.checked_shl(base.into()).unwrap_or(0)
}

/// Records the run of a new launch, which must have been free.
pub(super) fn take_run(
    books: &mut Books,
    judged: &Judged<'_>,
    before: &View,
    now: &View,
) -> Result<(), Violation> {
    let launch = judged.launch;
    let Some(die) = die_of(launch.sips) else { return Ok(()) };
    let lost = before.vc_free[die] & !now.vc_free[die];
    let Some(book) = books.live[launch.id.index()].as_ref() else { return Ok(()) };
    let own = run_is_the_kernels(books, book, judged);
    let vcs = vcs_of(books, book, judged, lost);
    let other = holders(books, die).find(|other| other.launch.id != launch.id && other.vcs & vcs != 0);
    let overlap = other.map(|other| (other.launch.id, other.launch.cycle, other.vcs & vcs));
    books.hold_vcs(launch.id, vcs);
    match overlap {
        Some((id, since, both)) => {
            let how = format!("takes VCs {both:#x} of die {die}, which launch {} holds", id.get());
            let violation = Violation::new(
                Invariant::I13,
                launch.cycle,
                Resource::Launch(launch.id),
                how,
                Rule::Scheduler9_2,
            );
            Err(violation.since("launched", since))
        }
        None => own,
    }
}

/// The run in SCHED_INFO and in the commands is that of scheduler.md §9.2: cdte_vc_num VCs where the HWS allocates them,
/// otherwise none in the message and those of the descriptor in the commands.
fn run_is_the_kernels(books: &Books, book: &LaunchBook, judged: &Judged<'_>) -> Result<(), Violation> {
    let kernel = books.kernel(judged.launch.entry, judged.launch.seq);
    let Some((_, td)) = kernel.and_then(|kernel| kernel.descriptor.as_ref()) else { return Ok(()) };
    let is_pool = judged.latched.regs.enable_second_rsc_sch.enable() && td.enable_vc_alloc && td.vc_hw_alloc;
    let own = (td.edte_vc_base, td.edte_vc_num);
    let is_right = |(base, num): VcRun, otherwise: VcRun| {
        if is_pool { num == td.cdte_vc_num } else { (base, num) == otherwise }
    };
    let agree = match (book.info_run, book.command_run) {
        (Some(info), Some(command)) if is_pool => info == command,
        _ => true,
    };
    let info = book.info_run.is_none_or(|run| is_right(run, (0, 0)));
    if info && agree && book.command_run.is_none_or(|run| is_right(run, own)) {
        return Ok(());
    }
    let how = format!(
        "has VCs {:?} in its SCHED_INFO and {:?} in its commands, but its kernel needs {} (base, number)",
        book.info_run, book.command_run, td.cdte_vc_num
    );
    let launch = judged.launch;
    Err(Violation::new(Invariant::I13, launch.cycle, Resource::Launch(launch.id), how, Rule::Scheduler9_2))
}

/// The VCs that the HWS allocated to a launch.
fn vcs_of(books: &Books, book: &LaunchBook, judged: &Judged<'_>, lost: u64) -> u64 {
    if !judged.latched.regs.enable_second_rsc_sch.enable() || !judged.task.flags.vc_alloc() {
        return 0;
    }
    let named = book.command_run.map_or(0, bits);
    let kernel = books.kernel(judged.launch.entry, judged.launch.seq);
    match (book.info_run, kernel.and_then(|kernel| kernel.descriptor.as_ref())) {
        (Some(run), _) => bits(run),
        (None, Some((_, td))) => {
            if td.vc_hw_alloc {
                named
            } else {
                0
            }
        }
        (None, None) => {
            if lost & named == named {
                named
            } else {
                0
            }
        }
    }
}

/// The index of the die whose VCs a launch uses.
pub(super) fn die_of(sips: SipMask) -> Option<usize> {
    sips.first().map(|sip| Die::from_sip(sip).index())
}

fn holders(books: &Books, die: usize) -> impl Iterator<Item = &LaunchBook> {
    books.vc_holders().filter(move |book| die_of(book.launch.sips) == Some(die))
}

/// VC_POOL_FREE is the complement of the VCs that live launches hold.
pub(super) fn pools_agree(books: &Books, now: &View, unknown: [u64; Die::COUNT]) -> Result<(), Violation> {
    for (die, free) in now.vc_free.into_iter().enumerate() {
        let held = holders(books, die).fold(unknown[die], |held, book| held | book.vcs);
        if free != !held {
            return Err(pool_disagrees(books, now.cycle, die, free, held));
        }
    }
    Ok(())
}

fn pool_disagrees(books: &Books, cycle: Cycle, die: usize, free: u64, held: u64) -> Violation {
    let how = format!("has free VCs {free:#x}, but live launches hold {held:#x}");
    let violation = Violation::new(Invariant::I13, cycle, Resource::Die(die), how, Rule::Scheduler9_2);
    let last = holders(books, die).filter(|book| book.vcs & free != 0).map(|book| book.launch.cycle).max();
    last.map_or(violation.clone(), |at| violation.since("launched", at))
}
