//! I5: reserved_all is the disjoint union of the R-tasks' reserved masks; RTASK_COUNT ≤ RTASK_MAX unless it
//! was lowered; at most one R-task holds reserved SIPs in a cluster; no reserved SIP is firmware-owned.

use hws_types::{Cluster, Sip, SipMask};

use super::clause::{difference, list, none_of};
use super::view::{TaskView, Touched, View};
use super::violation::{Invariant, Resource, Violation};

/// RESERVED_SIP_MASK is the disjoint union of the R-tasks' reserved masks, none of them empty; no other
/// task reserves; RTASK_COUNT counts them.
pub(super) fn reserved_is_the_disjoint_union(view: &View, touched: &Touched) -> Result<(), Violation> {
    if touched.tasks.is_empty() {
        return Ok(());
    }
    let reserves = |task: &TaskView| task.is_r_task() || !task.reserved.is_empty();
    let mut tasks = touched.tasks.iter().filter_map(|entry| view.tasks[entry.index()].as_ref());
    if view.reserved.is_empty() && view.rtask_count == 0 && !tasks.any(reserves) {
        return Ok(());
    }
    let mut union = SipMask::EMPTY;
    for (entry, task) in view.valid_tasks() {
        if task.is_r_task() == task.reserved.is_empty() {
            let how = format!("has R_FLAG = {} and reserves {}", task.is_r_task(), task.reserved);
            return violated(view, Resource::Entry(entry), how, "§6.6");
        }
        if union.intersects(task.reserved) {
            let how = format!("reserves {}, which overlaps another reservation", task.reserved);
            return violated(view, Resource::Entry(entry), how, "§6.6");
        }
        union |= task.reserved;
    }
    let wrong = difference(union, view.reserved);
    none_of(view, Invariant::I5, wrong, "has a reserved bit that disagrees with the R-tasks", "§6.6")?;
    let count = view.r_tasks().count() as u32;
    if count != view.rtask_count {
        let how = format!("is {} for {count} R-tasks", view.rtask_count);
        return violated(view, Resource::Named("RTASK_COUNT"), how, "§6.5");
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
    violated(now, Resource::Named("RTASK_COUNT"), how, "§6.5")
}

/// At most one R-task holds reserved SIPs in a cluster.
pub(super) fn one_r_task_per_cluster(view: &View, touched: &Touched) -> Result<(), Violation> {
    if touched.tasks.is_empty() || view.reserved.is_empty() {
        return Ok(());
    }
    let crowded = view.topology().clusters().find_map(|cluster| {
        let holders = holders(view, cluster);
        (holders.len() > 1).then_some((cluster, holders))
    });
    match crowded {
        Some((cluster, holders)) => {
            let how = format!("holds reserved SIPs of entries {}", list(&holders));
            violated(view, Resource::Cluster(cluster), how, "§6.6")
        }
        None => Ok(()),
    }
}

fn holders(view: &View, cluster: Cluster) -> Vec<u32> {
    let sips = view.topology().cluster_mask(cluster);
    let of_cluster = view.r_tasks().filter(|(_, task)| task.reserved.intersects(sips));
    of_cluster.map(|(entry, _)| entry.get()).collect()
}

/// No reserved SIP is firmware-owned.
pub(super) fn reserved_is_not_owned(view: &View, _: &Touched) -> Result<(), Violation> {
    none_of(view, Invariant::I5, view.reserved & view.owned, "is reserved and firmware-owned", "§8.4")
}

/// RSV_THREAD_NUM is the thread_num of the R-task that holds the SIP, 0 elsewhere.
pub(super) fn thread_numbers_are_the_r_tasks(view: &View, touched: &Touched) -> Result<(), Violation> {
    let threads = |sip: Sip| {
        if !view.reserved.contains(sip.mask()) {
            return 0;
        }
        let holder = view.r_tasks().find(|(_, task)| task.reserved.contains(sip.mask()));
        holder.map_or(0, |(_, task)| task.threads)
    };
    let wrong = touched.sips.iter().find(|&sip| view.sips[sip.index()].reserved_for != threads(sip));
    match wrong {
        Some(sip) => {
            let found = view.sips[sip.index()].reserved_for;
            let how = format!("has RSV_THREAD_NUM {found} instead of {}", threads(sip));
            violated(view, Resource::Sip(sip), how, "§6.6")
        }
        None => Ok(()),
    }
}

fn violated(view: &View, resource: Resource, how: String, rule: &'static str) -> Result<(), Violation> {
    Err(Violation::new(Invariant::I5, view.cycle, resource, how, rule))
}
