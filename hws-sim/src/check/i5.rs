//! I5: reserved_all is the disjoint union of the R-tasks' reserved masks; RTASK_COUNT ≤ RTASK_MAX unless it
//! was lowered; at most one R-task holds reserved SIPs in a cluster; no reserved SIP is firmware-owned.

use hws_types::{Cluster, Rule, Sip, SipMask};

use super::clause::{difference, list, none_of};
use super::view::{TaskView, Touched, View};
use super::violation::{Invariant, Resource, Violation};

/// RESERVED_SIP_MASK is the disjoint union of the R-tasks' reserved masks, none of them empty; no other
/// task reserves; RTASK_COUNT counts them.
pub(super) fn reserved_is_the_disjoint_union(view: &View, touched: &Touched) -> Result<(), Violation> {
    if touched.tasks.is_empty() {
        return Ok(());
    }
    let nothing_is_shown = view.reserved.is_empty() && view.rtask_count == 0;
    if nothing_is_shown && view.reserving(touched.tasks & touched.reserving()).is_empty() {
        return Ok(());
    }
    let (mut union, mut count) = (SipMask::EMPTY, 0);
    for (entry, task) in view.tasks_of(touched.reserving()) {
        if task.is_r_task() == task.reserved.is_empty() {
            let how = format!("has R_FLAG = {} and reserves {}", task.is_r_task(), task.reserved);
            return violated(view, Resource::Entry(entry), how, Rule::Scheduler6_6);
        }
        if union.intersects(task.reserved) {
            let how = format!("reserves {}, which overlaps another reservation", task.reserved);
            return violated(view, Resource::Entry(entry), how, Rule::Scheduler6_6);
        }
        union |= task.reserved;
        count += u32::from(task.is_r_task());
    }
    let wrong = difference(union, view.reserved);
    none_of(
        view,
        Invariant::I5,
        wrong,
        "has a reserved bit that disagrees with the R-tasks",
        Rule::Scheduler6_6,
    )?;
    if count != view.rtask_count {
        let how = format!("is {} for {count} R-tasks", view.rtask_count);
        return violated(view, Resource::Named("RTASK_COUNT"), how, Rule::Scheduler6_5);
    }
    Ok(())
}

/// RTASK_COUNT ≤ RTASK_MAX unless it was lowered: a count above the limit has not grown.
pub(super) fn r_tasks_within_limit(now: &View, before: &View) -> Result<(), Violation> {
    let limit = now.regs.promote.rtask_max();
    if now.rtask_count <= limit.max(before.rtask_count) {
        return Ok(());
    }
    let how = format!("rose from {} to {} with RTASK_MAX {limit}", before.rtask_count, now.rtask_count);
    violated(now, Resource::Named("RTASK_COUNT"), how, Rule::Scheduler6_5)
}

/// At most one R-task holds reserved SIPs in a cluster.
pub(super) fn one_r_task_per_cluster(view: &View, touched: &Touched) -> Result<(), Violation> {
    if touched.tasks.is_empty() || view.reserved.is_empty() {
        return Ok(());
    }
    let topology = view.topology();
    let r_tasks = || view.tasks_of(touched.reserving()).filter(|(_, task)| task.is_r_task());
    let holders = |cluster: Cluster| {
        let sips = topology.cluster_mask(cluster);
        r_tasks().filter(move |(_, task)| task.reserved.intersects(sips)).map(|(entry, _)| entry.get())
    };
    let has_several = r_tasks().nth(1).is_some();
    match topology.clusters().find(|&cluster| has_several && holders(cluster).nth(1).is_some()) {
        Some(cluster) => {
            let holders: Vec<u32> = holders(cluster).collect();
            let how = format!("holds reserved SIPs of entries {}", list(&holders));
            violated(view, Resource::Cluster(cluster), how, Rule::Scheduler6_6)
        }
        None => Ok(()),
    }
}

/// No reserved SIP is firmware-owned.
pub(super) fn reserved_is_not_owned(view: &View, _: &Touched) -> Result<(), Violation> {
    none_of(
        view,
        Invariant::I5,
        view.reserved & view.owned,
        "is reserved and firmware-owned",
        Rule::Scheduler8_4,
    )
}

/// RSV_THREAD_NUM is the thread_num of the R-task that holds the SIP, 0 elsewhere.
pub(super) fn thread_numbers_are_the_r_tasks(view: &View, touched: &Touched) -> Result<(), Violation> {
    let threads = |sip: Sip| {
        if !view.reserved.contains(sip.mask()) {
            return 0;
        }
        let holds = |task: &TaskView| task.is_r_task() && task.reserved.contains(sip.mask());
        let holder = view.tasks_of(touched.reserving()).find(|(_, task)| holds(task));
        holder.map_or(0, |(_, task)| task.threads)
    };
    let wrong = touched.sips.iter().find(|&sip| view.sips[sip.index()].reserved_for != threads(sip));
    match wrong {
        Some(sip) => {
            let found = view.sips[sip.index()].reserved_for;
            let how = format!("has RSV_THREAD_NUM {found} instead of {}", threads(sip));
            violated(view, Resource::Sip(sip), how, Rule::Scheduler6_6)
        }
        None => Ok(()),
    }
}

fn violated(view: &View, resource: Resource, how: String, rule: Rule) -> Result<(), Violation> {
    Err(Violation::new(Invariant::I5, view.cycle, resource, how, rule))
}
