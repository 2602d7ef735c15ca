//! A slow replay as soon as possible: at every instant, every block that may start does.
#![allow(dead_code, unreachable_pub, reason = "each test uses a part")]

use hws_plan::plan::{Plan, PlanKernel, PlanOn, PlanSlot, PlanTriggers};

/// The start of each slot, if blocks keep the planned order on each SIP and in each kernel.
pub fn starts(plan: &Plan) -> Vec<u64> {
    let mut start: Vec<Option<u64>> = vec![None; plan.slots.len()];
    for now in 0.. {
        while (0..start.len()).any(|slot| try_start(plan, &mut start, slot, now)) {}
        if start.iter().all(Option::is_some) {
            break;
        }
    }
    start.into_iter().flatten().collect()
}

fn kernel<'p>(plan: &'p Plan, dag: &str, id: &str) -> &'p PlanKernel {
    plan.kernels.iter().find(|kernel| kernel.id == id && kernel.dag == dag).unwrap()
}

fn of(plan: &Plan, slot: usize) -> &PlanKernel {
    kernel(plan, &plan.slots[slot].dag, &plan.slots[slot].kernel)
}

/// Starts a block, with all others of its kernel if it is cooperative; false if it may not start now.
fn try_start(plan: &Plan, start: &mut [Option<u64>], slot: usize, now: u64) -> bool {
    let own = of(plan, slot);
    let together: Vec<usize> = (0..start.len())
        .filter(|&other| if own.coop { of(plan, other) == own } else { other == slot })
        .collect();
    let may = start[slot].is_none() && together.iter().all(|&slot| may_start(plan, start, slot, now));
    if may {
        together.iter().for_each(|&slot| start[slot] = Some(now));
    }
    may
}

fn may_start(plan: &Plan, start: &[Option<u64>], slot: usize, now: u64) -> bool {
    let own = of(plan, slot);
    let ended = |other: usize| start[other].is_some_and(|at| at + of(plan, other).est <= now);
    let sips = |slot: usize| {
        let first = u32::from(plan.slots[slot].sip);
        first..first + of(plan, slot).thread_num
    };
    let planned: &PlanSlot = &plan.slots[slot];
    let is_before = |other: usize| {
        let is_shared = sips(slot).any(|sip| sips(other).contains(&sip));
        other != slot && is_shared && plan.slots[other].start < planned.start
    };
    let blocks = |other: &PlanKernel| {
        let (dag, id) = (other.dag.clone(), other.id.clone());
        (0..start.len()).filter(move |&slot| plan.slots[slot].dag == dag && plan.slots[slot].kernel == id)
    };
    let has_credit = match &own.triggers {
        PlanTriggers::Credits(credits) if !own.coop => credits.iter().all(|credit| {
            let need = credit.need[usize::from(planned.block)];
            blocks(kernel(plan, &own.dag, &credit.kernel))
                .all(|other| plan.slots[other].block >= need || ended(other))
        }),
        PlanTriggers::Window(window) if !own.coop => {
            blocks(own).filter(|&other| start[other].is_some() && !ended(other)).count()
                < usize::from(*window)
        }
        _ => true,
    };
    let place = |slot: usize| (plan.slots[slot].start, plan.slots[slot].block);
    let is_next = || blocks(own).all(|other| place(other) >= place(slot) || start[other].is_some());
    has_credit
        && (own.coop || is_next())
        && (0..start.len()).filter(|&other| is_before(other)).all(ended)
        && has_reached(plan, start, own, now)
}

fn has_reached(plan: &Plan, start: &[Option<u64>], own: &PlanKernel, now: u64) -> bool {
    let reached = |other: &PlanKernel, on: PlanOn, transfer: u64| {
        let Some(now) = now.checked_sub(transfer) else { return false };
        if other.prefetch.is_some() {
            return has_reached(plan, start, other, now);
        }
        let mut slots = (0..start.len()).filter(|&slot| of(plan, slot) == other);
        let time = |slot: usize| Some(start[slot]? + if on == PlanOn::Finish { other.est } else { 0 });
        slots.all(|slot| time(slot).is_some_and(|at| at <= now))
    };
    let arrival = plan.dags.iter().find(|dag| dag.id == own.dag).unwrap().arrival;
    let mut prefetches =
        plan.kernels.iter().filter(|k| k.dag == own.dag && k.prefetch.as_ref() == Some(&own.id));
    arrival <= now
        && own.deps.iter().all(|dep| {
            let before = kernel(plan, dep.dag.as_ref().unwrap_or(&own.dag), &dep.kernel);
            reached(before, dep.on, dep.transfer)
        })
        && prefetches.all(|prefetch| reached(prefetch, PlanOn::Launch, 0))
}

/// The most bytes of the buffers of a SIP that live at one instant, if the slots start at these times.
pub fn peak(plan: &Plan, starts: &[u64], sip: Option<u8>) -> u64 {
    let last = starts.iter().max().copied().unwrap_or(0);
    let lives = |at: u64, users: &[String], dag: &str| {
        let users: Vec<&PlanKernel> =
            users.iter().map(|user| kernel(plan, dag, user)).filter(|k| k.prefetch.is_none()).collect();
        let times = |user: &PlanKernel| {
            let slots = (0..starts.len()).filter(|&slot| of(plan, slot) == user);
            slots.map(|slot| starts[slot]).max().unwrap()
        };
        users.iter().any(|user| times(user) + user.est <= at) && users.iter().any(|user| times(user) > at)
    };
    let of_sip = || plan.buffers.iter().filter(|buffer| buffer.sip == sip && buffer.kind == "cache");
    let at =
        |now| of_sip().filter(|b| lives(now, &b.kernels, b.dag.as_ref().unwrap())).map(|b| b.bytes).sum();
    (0..=last).map(at).max().unwrap_or(0)
}
