//! Which kernel is chosen (§5.6).

use hws_model::Pool;
use hws_types::SipMask;

use super::PlainHws;
use super::attempt::PlainChoice;
use super::machine::{die_of, sips_where};
use super::pools::Pools;

impl PlainHws {
    /// §5.6.
    pub(super) fn choose(&self, pools: &Pools) -> Option<PlainChoice> {
        let entries: Vec<usize> = pools.p.iter().map(|task| task.entry).collect();
        let r = self.choose_r(&pools.r);
        let (p, o) = (self.choose_among(&entries, Pool::P), self.choose_among(&pools.o, Pool::O));
        let (has_r, has_p) = (!pools.r.is_empty(), !entries.is_empty());
        let o = rule!(RTaskBlocksO, o.clone(), if has_r { None } else { o });
        let first = |order: [&Option<PlainChoice>; 3]| order.into_iter().flatten().next().cloned();
        let none = None;
        let chosen = first([&r, &p, &o]);
        let chosen = rule!(OBeforeP, chosen, first([&r, &o, &p]));
        let chosen = rule!(OTasksWait, chosen, first([&r, &p, &none]));
        let chosen = rule!(OTasksOnlyAlone, chosen, first([&r, &p, if has_p { &none } else { &o }]));
        let fill_up = self.fill_up_of_either(p.clone(), o.clone());
        let chosen = rule!(FillUpAcrossPools, chosen, first([&r, &fill_up, &none]));
        let blocked = if has_r { r.clone() } else { chosen.clone() };
        let chosen = rule!(RTaskBlocksOthers, chosen, blocked);
        let chosen = rule!(PBeforeR, chosen, first([&p, &o, &r]));
        let chosen = rule!(RBetweenPAndO, chosen, first([&p, &r, &o]));
        rule!(RTasksWait, chosen, first([&p, &o, &none]))
    }

    /// §5.6: the first launchable R-task.
    fn choose_r(&self, entries: &[usize]) -> Option<PlainChoice> {
        let place = |&entry: &usize| {
            let blocks = self.place_r_task(self.kernel(entry))?;
            Some(PlainChoice { entry, pool: Pool::R, blocks })
        };
        let found = entries.iter().find_map(place);
        let found = rule!(RTaskFirstOnly, found, entries.first().and_then(place));
        rule!(RTaskLast, found, entries.iter().rev().find_map(place))
    }

    /// §5.6: the first launchable task of the P- or O-pool, or the first that is a fill-up.
    fn choose_among(&self, entries: &[usize], pool: Pool) -> Option<PlainChoice> {
        let place = |&entry: &usize| {
            let blocks = self.place_other_task(self.kernel(entry), pool)?;
            Some(PlainChoice { entry, pool, blocks })
        };
        let launchable: Vec<PlainChoice> = entries.iter().filter_map(place).collect();
        let is_first = |choice: &&PlainChoice| entries.first() == Some(&choice.entry);
        let first: Vec<PlainChoice> = launchable.iter().filter(is_first).cloned().collect();
        let of_first = |only: Pool| if pool == only { first.clone() } else { launchable.clone() };
        let tried = rule!(FirstOnly, launchable.clone(), first.clone());
        let tried = rule!(FirstOfPOnly, tried, of_first(Pool::P));
        let launchable = rule!(FirstOfOOnly, tried, of_first(Pool::O));
        let fill_up = self.chosen_fill_up(&launchable);
        let first = self.regs.sip_fillup_task_first.enable();
        let first = rule!(FillUpNever, first, false);
        let first = rule!(FillUpNotOfP, first, first && pool != Pool::P);
        let first = rule!(FillUpNotOfO, first, first && pool != Pool::O);
        let single = launchable.first();
        let single = rule!(LastLaunchable, single, launchable.last());
        let single = rule!(FillUpOnly, single, single.filter(|_| !first));
        let chosen = match fill_up {
            Some(choice) if rule!(FillUpAlways, first, true) => Some(choice),
            _ => single,
        };
        rule!(FillUpAvoided, chosen, if first { self.without_fill_up(&launchable) } else { chosen }).cloned()
    }

    /// §5.6: the first fill-up.
    fn chosen_fill_up<'a>(&self, launchable: &'a [PlainChoice]) -> Option<&'a PlainChoice> {
        let mut fill_ups = launchable.iter().filter(|choice| self.is_fill_up(choice));
        let size = |choice: &&PlainChoice| choice.blocks.iter().map(|sips| sips.len()).sum::<u32>();
        let first = fill_ups.clone().next();
        let first = rule!(FillUpLargest, first, fill_ups.clone().rev().max_by_key(size));
        rule!(FillUpLast, first, fill_ups.next_back())
    }

    /// A wrong reading of §5.6: the first that is not a fill-up.
    fn without_fill_up<'a>(&self, launchable: &'a [PlainChoice]) -> Option<&'a PlainChoice> {
        launchable.iter().find(|choice| !self.is_fill_up(choice)).or(launchable.first())
    }

    /// A wrong reading of §5.6: the first fill-up of both pools.
    fn fill_up_of_either(&self, p: Option<PlainChoice>, o: Option<PlainChoice>) -> Option<PlainChoice> {
        let is_fill_up = |choice: &PlainChoice| self.is_fill_up(choice);
        let wanted = self.regs.sip_fillup_task_first.enable();
        if wanted && !p.as_ref().is_some_and(is_fill_up) && o.as_ref().is_some_and(is_fill_up) {
            return o;
        }
        p.or(o)
    }

    /// A wrong reading of §5.6: one cluster is enough.
    fn fills_one_cluster(&self, taken: SipMask) -> bool {
        let clusters = self.clusters();
        let all_of = |sip: hws_types::Sip| clusters.touched_by(sip.mask()) & self.ready();
        taken.iter().any(|sip| taken.contains(all_of(sip)))
    }

    /// §5.6: takes every ready SIP of every cluster it touches.
    fn is_fill_up(&self, choice: &PlainChoice) -> bool {
        let blocks = &choice.blocks;
        let ready = self.ready();
        let taken = blocks.iter().fold(SipMask::EMPTY, |all, &sips| all | sips);
        let first_block = blocks.first().copied().unwrap_or(SipMask::EMPTY);
        let touched = self.clusters().touched_by(taken);
        let fills = taken.contains(touched & ready);
        let allowed = self.allowed(self.kernel(choice.entry));
        let fills = rule!(FillUpAllowed, fills, taken.contains(touched & ready & allowed));
        let fills = rule!(FillUpUnreserved, fills, taken.contains((touched & ready) - self.reserved_all));
        let fills = rule!(FillUpAnyCluster, fills, self.fills_one_cluster(taken));
        let fills = rule!(FillUpIdleOnly, fills, taken.contains(touched & self.idle()));
        let fills = rule!(FillUpPreIdle, fills, taken.contains(touched & self.pre_idle()));
        let owned = touched & self.fw_owned & self.idle();
        let fills = rule!(FillUpOwned, fills, taken.contains((touched & ready) | owned));
        let fills = rule!(FillUpMachine, fills, taken.contains(ready));
        let fills = rule!(FillUpDie, fills, taken.contains(Self::dies_touched_by(taken) & ready));
        let of_first = self.clusters().touched_by(first_block) & ready;
        let fills = rule!(FillUpFirstBlock, fills, first_block.contains(of_first));
        let alone = |&sips: &SipMask| sips.contains(self.clusters().touched_by(sips) & ready);
        let fills = rule!(FillUpEachBlock, fills, blocks.iter().all(alone));
        let fills = rule!(FillUpNotReserved, fills, fills && !taken.intersects(self.reserved_all));
        rule!(FillUpWholeCluster, fills, taken.contains(touched))
    }

    /// A wrong reading of §5.6: dies instead of clusters.
    fn dies_touched_by(taken: SipMask) -> SipMask {
        let is_touched = |sip: u32| taken.iter().any(|other| die_of(other.get()) == die_of(sip));
        sips_where(is_touched)
    }
}
