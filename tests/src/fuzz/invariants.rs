//! The invariants I1, I4 and I5 of `verification.md`, each clause a function of a [`View`].
//!
//! A clause gives the first resource that breaks it, lowest index first. [`check`] asks all of them.

use std::fmt;

use hws_types::{Cycle, LaunchId, Sip, SipMask};

use super::view::{SipView, View};

/// Which invariant of `verification.md`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Invariant {
    /// SIPs and launches belong to each other.
    I1,
    /// The status masks agree with what SIPs do.
    I4,
    /// Reservations belong to R-tasks.
    I5,
}

/// A broken invariant: which, when, what of, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The invariant.
    pub invariant: Invariant,
    /// When it was seen broken.
    pub cycle: Cycle,
    /// What breaks it: `SIP 3`, `launch 7`, `entry 2`.
    pub resource: String,
    /// How.
    pub how: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { invariant, cycle, resource, how } = self;
        write!(f, "{invariant:?} is violated at cycle {cycle}: {resource} {how}")
    }
}

/// A clause of an invariant.
pub type Clause = fn(&View) -> Result<(), Violation>;

/// The clauses that one view decides.
pub const CLAUSES: [Clause; 11] = [
    i1_one_launch_per_place,
    i1_places_name_live_launches,
    i1_launches_own_what_is_not_done,
    i1_shared_sips_are_running_and_pending,
    i4_idle_is_neither_running_nor_pending,
    i4_idle_is_pre_idle,
    i4_counting_is_running,
    i5_reserved_is_the_disjoint_union,
    i5_one_r_task_per_cluster,
    i5_reserved_is_not_owned,
    i5_thread_numbers_are_the_r_tasks,
];

/// Everything that must hold now, and [`i5_r_tasks_within_limit`] since the view before.
///
/// # Errors
/// The first [`Violation`].
pub fn check(now: &View, before: &View) -> Result<(), Violation> {
    CLAUSES.iter().try_for_each(|clause| clause(now))?;
    i5_r_tasks_within_limit(now, before)
}

/// I1, first part: a SIP holds a pending launch only behind a running one, and not the same.
///
/// That it runs *at most one* and holds *at most one* is the shape of the register SIP_LAUNCH.
///
/// # Errors
/// The SIP.
pub fn i1_one_launch_per_place(view: &View) -> Result<(), Violation> {
    let wrong =
        |sip: &SipView| sip.pending.is_some() && (sip.running.is_none() || sip.running == sip.pending);
    sip_where(view, Invariant::I1, wrong, |sip| {
        format!("runs {} and holds {} as pending", show(sip.running), show(sip.pending))
    })
}

/// I1: SIP_LAUNCH names live launches only.
///
/// # Errors
/// The SIP.
pub fn i1_places_name_live_launches(view: &View) -> Result<(), Violation> {
    let is_dead = |id: &LaunchId| view.launches[id.index()].is_none();
    let dead = |sip: &SipView| [sip.running, sip.pending].into_iter().flatten().find(is_dead);
    sip_where(
        view,
        Invariant::I1,
        |sip| dead(sip).is_some(),
        |sip| format!("names launch {}, which is not live", show(dead(sip))),
    )
}

/// I1, second part: each live launch owns exactly the SIPs of its mask that are not done, at least one.
///
/// # Errors
/// The launch.
pub fn i1_launches_own_what_is_not_done(view: &View) -> Result<(), Violation> {
    for (id, launch) in view.live() {
        let (due, owned) = (launch.mask - launch.done, owned_by(view, id));
        if !launch.mask.contains(launch.done) {
            let how = format!("is done on {} outside its mask {}", launch.done, launch.mask);
            return violated(view, Invariant::I1, launch_name(id), how);
        }
        if due.is_empty() || due != owned {
            let how = format!("is not done on {due} but owns {owned}");
            return violated(view, Invariant::I1, launch_name(id), how);
        }
    }
    Ok(())
}

/// I1, third part: two live launches share a SIP that neither is done with only as running and pending.
///
/// # Errors
/// The SIP.
pub fn i1_shared_sips_are_running_and_pending(view: &View) -> Result<(), Violation> {
    for sip in Sip::all() {
        let on_sip = |(_, launch): &(LaunchId, _)| is_due(launch, sip);
        let sharing: Vec<LaunchId> = view.live().filter(on_sip).map(|(id, _)| id).collect();
        let SipView { running, pending, .. } = view.sips[sip.index()];
        let agrees = match sharing[..] {
            [] | [_] => true,
            [a, b] => [(Some(a), Some(b)), (Some(b), Some(a))].contains(&(running, pending)),
            _ => false,
        };
        if !agrees {
            let ids: Vec<u32> = sharing.iter().map(|id| id.get()).collect();
            let how =
                format!("is shared by the launches {ids:?}, runs {}, holds {}", show(running), show(pending));
            return violated(view, Invariant::I1, sip_name(sip), how);
        }
    }
    Ok(())
}

/// I4: idle ⇔ no running and no pending, and SIP_PENDING_MASK is PENDING_VALID.
///
/// # Errors
/// The SIP.
pub fn i4_idle_is_neither_running_nor_pending(view: &View) -> Result<(), Violation> {
    let idle = sips_where(view, |sip| sip.running.is_none() && sip.pending.is_none());
    let pending = sips_where(view, |sip| sip.pending.is_some());
    none_of(view, Invariant::I4, difference(idle, view.idle), "is idle or not against its launches")?;
    none_of(view, Invariant::I4, difference(pending, view.pending), "is pending or not against its launches")
}

/// I4: idle ⇒ pre_idle.
///
/// # Errors
/// The SIP.
pub fn i4_idle_is_pre_idle(view: &View) -> Result<(), Violation> {
    none_of(view, Invariant::I4, view.idle - view.pre_idle, "is idle but not pre-idle")
}

/// I4: count_en ⇒ running.
///
/// # Errors
/// The SIP.
pub fn i4_counting_is_running(view: &View) -> Result<(), Violation> {
    let running = sips_where(view, |sip| sip.running.is_some());
    none_of(view, Invariant::I4, view.count_en - running, "counts down but runs nothing")
}

/// I5: RESERVED_SIP_MASK is the disjoint union of the R-tasks' reserved masks, none of them empty;
/// no other task reserves; RTASK_COUNT counts them.
///
/// # Errors
/// The entry, the SIP, or RTASK_COUNT.
pub fn i5_reserved_is_the_disjoint_union(view: &View) -> Result<(), Violation> {
    let mut union = SipMask::EMPTY;
    for (entry, task) in view.valid_tasks() {
        let name = format!("entry {}", entry.get());
        if task.is_r_task == task.reserved.is_empty() {
            let how = format!("has R_FLAG = {} and reserves {}", task.is_r_task, task.reserved);
            return violated(view, Invariant::I5, name, how);
        }
        if union.intersects(task.reserved) {
            return violated(
                view,
                Invariant::I5,
                name,
                format!("reserves {}, partly another's", task.reserved),
            );
        }
        union |= task.reserved;
    }
    none_of(view, Invariant::I5, difference(union, view.reserved), "is reserved or not against the R-tasks")?;
    let count = view.r_tasks().count() as u32;
    if count != view.rtask_count {
        let how = format!("is {} for {count} R-tasks", view.rtask_count);
        return violated(view, Invariant::I5, "RTASK_COUNT".to_owned(), how);
    }
    Ok(())
}

/// I5: RTASK_COUNT ≤ RTASK_MAX unless it was lowered: a count above the limit has not grown.
///
/// # Errors
/// RTASK_COUNT.
pub fn i5_r_tasks_within_limit(now: &View, before: &View) -> Result<(), Violation> {
    if now.rtask_count <= now.rtask_max.max(before.rtask_count) {
        return Ok(());
    }
    let how =
        format!("rose from {} to {} with RTASK_MAX {}", before.rtask_count, now.rtask_count, now.rtask_max);
    violated(now, Invariant::I5, "RTASK_COUNT".to_owned(), how)
}

/// I5: at most one R-task holds reserved SIPs in a cluster.
///
/// # Errors
/// The cluster.
pub fn i5_one_r_task_per_cluster(view: &View) -> Result<(), Violation> {
    for cluster in view.topology.clusters() {
        let sips = view.topology.cluster_mask(cluster);
        let holders = view.r_tasks().filter(|(_, task)| task.reserved.intersects(sips));
        let holders: Vec<u32> = holders.map(|(entry, _)| entry.get()).collect();
        if holders.len() > 1 {
            let how = format!("holds reserved SIPs of the entries {holders:?}");
            return violated(view, Invariant::I5, format!("cluster {}", cluster.get()), how);
        }
    }
    Ok(())
}

/// I5: no reserved SIP is firmware-owned.
///
/// # Errors
/// The SIP.
pub fn i5_reserved_is_not_owned(view: &View) -> Result<(), Violation> {
    none_of(view, Invariant::I5, view.reserved & view.owned, "is reserved and firmware-owned")
}

/// I5: RSV_THREAD_NUM is the thread_num of the R-task that holds the SIP, 0 elsewhere.
///
/// # Errors
/// The SIP.
pub fn i5_thread_numbers_are_the_r_tasks(view: &View) -> Result<(), Violation> {
    for sip in Sip::all() {
        let holder = view.r_tasks().find(|(_, task)| task.reserved.contains(sip.mask()));
        let (expected, actual) =
            (holder.map_or(0, |(_, task)| task.threads), view.sips[sip.index()].reserved_for);
        if expected != actual {
            let how = format!("has RSV_THREAD_NUM {actual} instead of {expected}");
            return violated(view, Invariant::I5, sip_name(sip), how);
        }
    }
    Ok(())
}

fn is_due(launch: &super::LaunchView, sip: Sip) -> bool {
    (launch.mask - launch.done).contains(sip.mask())
}

/// The SIPs that run the launch or hold it as pending.
fn owned_by(view: &View, id: LaunchId) -> SipMask {
    sips_where(view, |sip| sip.running == Some(id) || sip.pending == Some(id))
}

fn sips_where(view: &View, is_wanted: impl Fn(&SipView) -> bool) -> SipMask {
    let wanted = Sip::all().filter(|sip| is_wanted(&view.sips[sip.index()]));
    wanted.fold(SipMask::EMPTY, |all, sip| all | sip.mask())
}

/// What is in one of the sets only.
fn difference(a: SipMask, b: SipMask) -> SipMask {
    (a - b) | (b - a)
}

/// No SIP may be in `wrong`.
fn none_of(view: &View, invariant: Invariant, wrong: SipMask, how: &str) -> Result<(), Violation> {
    match wrong.first() {
        Some(sip) => violated(view, invariant, sip_name(sip), how.to_owned()),
        None => Ok(()),
    }
}

/// No SIP may be `wrong`; `how` says what is wrong with the first.
fn sip_where(
    view: &View,
    invariant: Invariant,
    wrong: impl Fn(&SipView) -> bool,
    how: impl Fn(&SipView) -> String,
) -> Result<(), Violation> {
    match sips_where(view, wrong).first() {
        Some(sip) => violated(view, invariant, sip_name(sip), how(&view.sips[sip.index()])),
        None => Ok(()),
    }
}

fn violated(view: &View, invariant: Invariant, resource: String, how: String) -> Result<(), Violation> {
    Err(Violation { invariant, cycle: view.cycle, resource, how })
}

fn sip_name(sip: Sip) -> String {
    format!("SIP {}", sip.get())
}

fn launch_name(id: LaunchId) -> String {
    format!("launch {}", id.get())
}

fn show(id: Option<LaunchId>) -> String {
    id.map_or("nothing".to_owned(), |id| id.get().to_string())
}
