//! A slow check of plans: every instant, every block.
#![allow(unreachable_pub, reason = "a module of a test")]

use hws_plan::plan::{Plan, PlanKernel, PlanOn, PlanSlot, PlanTriggers};

use super::scheduled::{MACHINES, slots};

/// Whether no slot breaks any rule.
pub fn slots_are_right(plan: &Plan) -> bool {
    plan.slots.is_empty()
        || (plan.kernels.iter().all(|kernel| kernel_is_right(plan, kernel)) && is_one_at_a_time(plan))
}

fn kernel_is_right(plan: &Plan, kernel: &PlanKernel) -> bool {
    if kernel.prefetch.is_some() {
        return true;
    }
    let mine = slots(plan, kernel);
    let blocks: Vec<u16> = mine.iter().map(|slot| slot.block).collect();
    blocks == (0..kernel.block_num).collect::<Vec<_>>()
        && mine
            .iter()
            .all(|slot| slot.end == slot.start + kernel.est && has_arrived(plan, kernel, slot.start))
        && mine.iter().all(|slot| place_is_right(plan, kernel, slot))
        && mine.iter().all(|slot| has_reached_deps(plan, kernel, slot.start))
        && mine.iter().all(|slot| has_credit(plan, kernel, slot))
        && (!kernel.coop || mine.iter().all(|slot| slot.start == mine[0].start))
        && mine.iter().all(|slot| fits_window(kernel, &mine, slot.start))
}

fn has_arrived(plan: &Plan, kernel: &PlanKernel, at: u64) -> bool {
    plan.dags.iter().find(|dag| dag.id == kernel.dag).unwrap().arrival <= at
}

fn place_is_right(plan: &Plan, kernel: &PlanKernel, slot: &PlanSlot) -> bool {
    let machine = plan.machine.map_or((16, 2), |machine| (machine.cluster_sip_num, machine.cluster_num));
    let (sips, clusters, stride) = *MACHINES.iter().find(|known| (known.0, known.1) == machine).unwrap();
    let first = u32::from(slot.sip);
    let cluster = first / stride;
    let is_there = |sip: u32| sip / stride < clusters && sip % stride < sips;
    let mut power = 1;
    while power < kernel.thread_num {
        power *= 2;
    }
    first % power == 0
        && (first..first + kernel.thread_num).all(|sip| is_there(sip) && sip / stride == cluster)
        && (first..first + kernel.thread_num).all(|sip| kernel.affinity & 1 << sip != 0)
}

fn is_one_at_a_time(plan: &Plan) -> bool {
    let threads = |slot: &PlanSlot| {
        plan.kernels
            .iter()
            .find(|kernel| kernel.id == slot.kernel && kernel.dag == slot.dag)
            .unwrap()
            .thread_num
    };
    let on =
        |slot: &PlanSlot, sip: u32| (slot.sip.into()..u32::from(slot.sip) + threads(slot)).contains(&sip);
    let end = plan.slots.iter().map(|slot| slot.end).max().unwrap_or(0);
    let runs = |slot: &PlanSlot, at: u64| slot.start <= at && at < slot.end;
    (0..end).all(|at| {
        (0..32).all(|sip| plan.slots.iter().filter(|slot| runs(slot, at) && on(slot, sip)).count() <= 1)
    })
}

fn find<'p>(plan: &'p Plan, dag: &str, id: &str) -> &'p PlanKernel {
    plan.kernels.iter().find(|kernel| kernel.id == id && kernel.dag == dag).unwrap()
}

fn prefetches<'p>(plan: &'p Plan, kernel: &'p PlanKernel) -> impl Iterator<Item = &'p PlanKernel> {
    plan.kernels.iter().filter(|other| other.dag == kernel.dag && other.prefetch.as_ref() == Some(&kernel.id))
}

/// Whether the dependencies of a kernel have made enough progress at this time.
fn has_reached_deps(plan: &Plan, kernel: &PlanKernel, at: u64) -> bool {
    let reached = |other: &PlanKernel, on: PlanOn, transfer: u64| {
        let Some(at) = at.checked_sub(transfer) else { return false };
        if other.prefetch.is_some() {
            return has_arrived(plan, other, at) && has_reached_deps(plan, other, at);
        }
        let time = |slot: &PlanSlot| if on == PlanOn::Finish { slot.end } else { slot.start };
        slots(plan, other).iter().all(|slot| time(slot) <= at)
    };
    let deps = kernel.deps.iter();
    deps.map(|dep| (find(plan, dep.dag.as_ref().unwrap_or(&kernel.dag), &dep.kernel), dep))
        .all(|(other, dep)| reached(other, dep.on, dep.transfer))
        && prefetches(plan, kernel).all(|other| reached(other, PlanOn::Launch, 0))
}

fn has_credit(plan: &Plan, kernel: &PlanKernel, slot: &PlanSlot) -> bool {
    let PlanTriggers::Credits(credits) = &kernel.triggers else { return true };
    kernel.coop
        || credits.iter().all(|credit| {
            let other = slots(plan, find(plan, &kernel.dag, &credit.kernel));
            let need = credit.need[usize::from(slot.block)];
            other.iter().filter(|other| other.block < need).all(|other| other.end <= slot.start)
        })
}

fn fits_window(kernel: &PlanKernel, mine: &[&PlanSlot], at: u64) -> bool {
    let PlanTriggers::Window(window) = kernel.triggers else { return true };
    kernel.coop || mine.iter().filter(|slot| slot.start <= at && at < slot.end).count() <= window.into()
}

/// Whether every block runs if each runs as soon as it may, one after the other, until no further block can run.
pub fn all_get_done(plan: &Plan) -> bool {
    let mut done = vec![0_u16; plan.kernels.len()];
    let place = |dag: &str, id: &str| plan.kernels.iter().position(|k| k.id == id && k.dag == dag).unwrap();
    loop {
        let before = done.clone();
        for (index, kernel) in plan.kernels.iter().enumerate() {
            let is_done = |other: usize| done[other] == plan.kernels[other].block_num;
            let deps = kernel
                .deps
                .iter()
                .all(|dep| is_done(place(dep.dag.as_ref().unwrap_or(&kernel.dag), &dep.kernel)));
            let prefetched = prefetches(plan, kernel).all(|other| is_done(place(&other.dag, &other.id)));
            let allows = |list: &Vec<hws_plan::plan::PlanCredit>| {
                list.iter().all(|credit| {
                    done[place(&kernel.dag, &credit.kernel)] >= credit.need[usize::from(done[index])]
                })
            };
            let may = match &kernel.triggers {
                PlanTriggers::Credits(list) if !kernel.coop => is_done(index) || allows(list),
                _ => true,
            };
            if deps && prefetched && may && !is_done(index) {
                done[index] += 1;
            }
        }
        if done == before {
            return done.iter().zip(&plan.kernels).all(|(&done, kernel)| done == kernel.block_num);
        }
    }
}

/// Asserts that the kernels named by a reason wait for one another in a cycle.
pub fn assert_cycle(plan: &Plan, reason: &str) {
    let waits: Vec<(&str, &str)> = reason
        .split("; ")
        .map(|wait| {
            let names: Vec<&str> = wait.split('`').skip(1).step_by(2).collect();
            (names[0], names[1])
        })
        .collect();
    for (wait, next) in waits.iter().zip(waits.iter().cycle().skip(1)) {
        assert_eq!(wait.1, next.0, "{reason}");
        let (dag, id) = wait.0.split_once('/').unwrap();
        let (_, other) = wait.1.split_once('/').unwrap();
        let kernel = find(plan, dag, id);
        let by_credit = match &kernel.triggers {
            PlanTriggers::Credits(list) => list.iter().any(|credit| credit.kernel == other),
            _ => false,
        };
        let by_dep = kernel.deps.iter().any(|dep| dep.kernel == other);
        let by_prefetch = prefetches(plan, kernel).any(|prefetch| prefetch.id == other);
        assert!(by_credit || by_dep || by_prefetch, "{reason}");
    }
}
