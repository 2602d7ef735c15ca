//! The backfill filter: each P- or O-task that could use reserved SIPs, with each group that they are reserved in
//! (scheduler.md §5.5).

use hws_model::{Hws, Pool};
use hws_regs::{RegId, RegIndex, RsvThreadNum};
use hws_types::{Rule, Sip, SipMask, ThreadNum};

use crate::coverage::kernel::{CLASSES, class};
use crate::coverage::spec::{CrossSpec, ExclusionSpec, GroupSpec, NO_YES, PointSpec, answer, never};
use crate::coverage::step::Latched;
use hws_inspect::explain::backfill_offset;

/// A task and a reserved group.
pub(in crate::coverage) struct Filtered {
    pool: Pool,
    threads: u32,
    /// The size of the reservation.
    reserved_for: u32,
    offset: i64,
    /// remain(group) - (est_exec_time + offset).
    surplus: i64,
    is_open: bool,
    /// Whether the SIP that stays busy longest is in the group, but not reserved.
    is_beyond: bool,
}

type Point = PointSpec<Filtered>;

const SURPLUS: &[&str] = &["-2 or less", "-1", "0", "1 or more"];

pub(in crate::coverage) static BACKFILL: GroupSpec<Filtered> = GroupSpec {
    name: "backfill",
    rule: Rule::Scheduler5_5,
    title: "a P- or O-task and a group of reserved SIPs that it could use",
    points: &[
        Point::new("pool", Rule::Scheduler5_4, &["P", "O"], |one| (one.pool as usize).checked_sub(1)),
        Point::new("reserved_for", Rule::Scheduler5_5, CLASSES, |one| class(one.reserved_for)),
        Point::new("task", Rule::Scheduler5_5, CLASSES, |one| class(one.threads)),
        Point::new("offset", Rule::Scheduler5_5, &["negative", "0", "positive"], |one| {
            Some((one.offset.signum() + 1) as usize)
        }),
        Point::new("surplus", Rule::Scheduler5_5, SURPLUS, |one| {
            (one.reserved_for > 1).then(|| (one.surplus.clamp(-2, 1) + 2) as usize)
        }),
        Point::new("open", Rule::Scheduler5_5, NO_YES, |one| answer(one.is_open)),
        Point::new("longest_beyond", Rule::Scheduler5_5, NO_YES, |one| {
            (one.reserved_for > 1).then_some(usize::from(one.is_beyond))
        }),
    ],
    crosses: &[
        CrossSpec::new("offset × surplus", Rule::Scheduler5_5, &["offset", "surplus"], &[]),
        CrossSpec::new("reserved_for × open", Rule::Scheduler5_5, &["reserved_for", "open"], ONE_THREAD),
        CrossSpec::new("surplus × open", Rule::Scheduler5_5, &["surplus", "open"], BY_SURPLUS),
        CrossSpec::new("reserved_for × task", Rule::Scheduler5_5, &["reserved_for", "task"], &[]),
        CrossSpec::new("pool × open", Rule::Scheduler5_4, &["pool", "open"], &[]),
    ],
};

const ONE_THREAD: &[ExclusionSpec] =
    &[never(&[("reserved_for", &["1"]), ("open", &["yes"])], "a reservation of one SIP is never opened")];

const BY_SURPLUS: &[ExclusionSpec] = &[
    never(&[("surplus", &["-2 or less", "-1"]), ("open", &["yes"])], "the group is free too early"),
    never(&[("surplus", &["0", "1 or more"]), ("open", &["no"])], "the group stays busy long enough"),
];

impl Filtered {
    /// Every task of an attempt with every group.
    pub(in crate::coverage) fn all(latched: &Latched) -> Vec<Self> {
        let Latched { hws, decision } = latched;
        let mut all = Vec::new();
        if (decision.reserved & decision.ready).is_empty() {
            return all;
        }
        let offset = backfill_offset(hws);
        for task in decision.tasks.iter().filter(|task| task.pool != Pool::R && !task.masks.rsv.is_empty()) {
            let Some(kernel) = hws.descriptor(task.entry) else { continue };
            let needed = i64::from(kernel.est_exec_time) + offset;
            for group in Group::all(hws, task.masks.rsv) {
                all.push(Self {
                    pool: task.pool,
                    threads: kernel.thread_num.into(),
                    reserved_for: group.threads,
                    offset,
                    surplus: i64::from(group.remain) - needed,
                    is_open: task.masks.backfill.intersects(group.sips),
                    is_beyond: group.is_beyond,
                });
            }
        }
        all
    }
}

/// A group in which SIPs are reserved.
struct Group {
    sips: SipMask,
    threads: u32,
    remain: u32,
    is_beyond: bool,
}

impl Group {
    /// The groups of some reserved SIPs.
    fn all(hws: &Hws, mut rest: SipMask) -> Vec<Self> {
        let mut groups = Vec::new();
        while let Some(first) = rest.first() {
            let group = Self::of(hws, first, rest);
            rest -= group.sips;
            groups.push(group);
        }
        groups
    }

    fn of(hws: &Hws, first: Sip, among: SipMask) -> Self {
        let index = RegIndex::wrapping(first.get());
        let threads = RsvThreadNum::from_bits(hws.peek(RegId::RsvThreadNum(index))).thread_num();
        let size = ThreadNum::new(threads).unwrap_or_default();
        let position = first.get() & !(size.slot() - 1);
        let all = SipMask::aligned_group(position, size.slot());
        let remain = |sip: Sip| hws.peek(RegId::SipRemainExecTime(RegIndex::wrapping(sip.get())));
        let longest = |sips: SipMask| sips.iter().map(remain).max().unwrap_or(0);
        let inside = longest(SipMask::block(position, size));
        Self { sips: among & all, threads, remain: longest(all), is_beyond: longest(all) > inside }
    }
}
