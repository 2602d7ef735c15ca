//! I2: every launch's SIPs lie in affinity & usage mask (as latched) & present, form an aligned contiguous
//! block of the kernel's thread_num, and cross no cluster.

use hws_types::{Rule, SipMask, ThreadNum};

use super::launched::Judged;
use super::violation::{Invariant, Resource, Violation};

pub(super) type InvariantClause = fn(&Judged<'_>) -> Result<(), Violation>;

pub(super) const CLAUSES: [InvariantClause; 3] = [is_allowed, is_a_block, is_in_one_cluster];

/// The block lies in the affinity, in the usage mask, and in the SIPs present.
fn is_allowed(judged: &Judged<'_>) -> Result<(), Violation> {
    let Judged { task, latched, launch } = judged;
    let usage = ThreadNum::new(task.threads).map_or(SipMask::EMPTY, |t| latched.usage(task.flags.ctx(), t));
    let present = latched.topology().present();
    if (task.affinity & usage & present).contains(launch.sips) {
        return Ok(());
    }
    let masks = [("its affinity", task.affinity), ("the usage mask", usage), ("the present SIPs", present)];
    for (name, mask) in masks {
        if let Some(sip) = (launch.sips - mask).first() {
            return violated(
                judged,
                format!("takes SIP {} outside {name} {mask}", sip.get()),
                Rule::Scheduler5_1,
            );
        }
    }
    Ok(())
}

/// The block has thread_num SIPs and starts at a multiple of its slot.
fn is_a_block(judged: &Judged<'_>) -> Result<(), Violation> {
    let (sips, threads) = (judged.launch.sips, judged.task.threads);
    let is_block = |t: ThreadNum| {
        let first = sips.first().map_or(0, |sip| sip.get());
        first.is_multiple_of(t.slot()) && sips == SipMask::block(first, t)
    };
    if ThreadNum::new(threads).is_some_and(is_block) {
        return Ok(());
    }
    violated(judged, format!("takes {sips}, not an aligned block of {threads} SIPs"), Rule::Scheduler5_2)
}

fn is_in_one_cluster(judged: &Judged<'_>) -> Result<(), Violation> {
    let (sips, topology) = (judged.launch.sips, judged.latched.topology());
    let Some(first) = sips.first().map(|sip| topology.cluster_of(sip)) else { return Ok(()) };
    if topology.cluster_mask(first).contains(sips) {
        return Ok(());
    }
    match sips.iter().map(|sip| topology.cluster_of(sip)).find(|&cluster| cluster != first) {
        Some(other) => {
            let (from, other) = (first.get(), other.get());
            violated(judged, format!("takes {sips} in clusters {from} and {other}"), Rule::Scheduler5_2)
        }
        None => Ok(()),
    }
}

fn violated(judged: &Judged<'_>, how: String, rule: Rule) -> Result<(), Violation> {
    let launch = judged.launch;
    let how = format!("of kernel {} {how}", launch.seq);
    let violation = Violation::new(Invariant::I2, launch.cycle, Resource::Launch(launch.id), how, rule);
    Err(violation.since("latched", judged.latched_at()))
}
