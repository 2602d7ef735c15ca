//! The changes that are tried, by kind, each kind by ascending size.

use hws_model::{Assumption, Pool};
use hws_regs::{EnableEarlyLaunchSip, EnableSecondRscSch, PTopK, RegId, SipFillupTaskFirst, SipTopology};
use hws_types::{Cluster, Die, Entry, SipMask, Topology};

use super::Search;
use super::places::completions;
use crate::explain::change::{StateChange, Step};
use crate::explain::facts::Facts;
use crate::explain::state::{margin_register, register};
use crate::explain::words::Sips;

impl Search<'_> {
    /// Every kind, each by ascending size.
    pub(super) fn proposals(&self) -> Vec<Vec<Step>> {
        vec![
            self.enable(),
            self.triggers(),
            self.idle(),
            self.released(),
            self.usage_masks(),
            self.early_launch(),
            self.top_k(),
            self.margins(),
            self.fill_up_first(),
            self.second_resources_off(),
            self.grants(),
            self.unreserved(),
            self.affinity(),
            self.priority(),
            self.estimates(),
            self.absent(),
        ]
    }

    /// The changes to which another one is added when no single one helps.
    pub(super) fn decisive(&self) -> Vec<Step> {
        let winner = self.view.decision.choice.as_ref().map(|choice| choice.entry);
        let others = self.absent().into_iter().filter(
            |step| matches!(&step.change, StateChange::Absent { kernel } if Some(kernel.entry) == winner),
        );
        [
            self.enable(),
            self.triggers(),
            self.early_launch(),
            self.second_resources_off(),
            self.grants(),
            self.unreserved(),
            others.collect(),
            vec![self.prioritised(u32::MAX)],
        ]
        .concat()
    }

    fn enable(&self) -> Vec<Step> {
        if self.state.enabled { Vec::new() } else { vec![Step::enable()] }
    }

    fn triggers(&self) -> Vec<Step> {
        let Facts { launched, trigger, blocks, .. } = *self.facts;
        if self.facts.is_eligible() || launched >= blocks {
            return Vec::new();
        }
        let entry = self.entry();
        let change = StateChange::Trigger { entry, from: trigger, to: launched + 1 };
        vec![Step::new(change, Assumption::Trigger { entry, count: (launched + 1) as u16 }, 1)]
    }

    /// The SIPs that are allowed and ready.
    fn have(&self) -> SipMask {
        self.allowed() & self.state.ready
    }

    fn allowed(&self) -> SipMask {
        self.facts.allowed(self.hws())
    }

    fn complete(&self, have: SipMask, could: SipMask, step: impl Fn(SipMask) -> Step) -> Vec<Step> {
        completions(self.facts.shape(), have, could).into_iter().map(step).collect()
    }

    fn idle(&self) -> Vec<Step> {
        let (have, busy) = (self.have(), self.allowed() - self.state.ready - self.state.owned);
        let others = self.state.reserved - self.facts.reserved;
        let step =
            |sips: SipMask| Step::new(StateChange::Idle { sips }, Assumption::Idle { sips }, sips.len());
        let mut steps = self.complete(have, busy, step);
        // A single SIP can help from any place: its group remains busy for less time, or another fill-up is none.
        steps.extend((self.state.present - self.state.idle).iter().map(|sip| step(sip.mask())));
        // Places that are reserved for others may not help even if they are idle.
        steps.extend(self.complete(have - others, busy - others, step));
        // Stable: among equals, those that complete a place come first.
        steps.sort_by_key(|step| step.size);
        steps
    }

    fn released(&self) -> Vec<Step> {
        let step = |sips: SipMask| {
            Step::new(StateChange::Released { sips }, Assumption::Released { sips }, sips.len())
        };
        self.complete(self.have(), self.allowed() & self.state.owned, step)
    }

    fn usage_masks(&self) -> Vec<Step> {
        let id = self.facts.usage_register();
        let excluded = (self.facts.affinity & self.state.ready) - self.facts.usage_mask;
        self.complete(self.have(), excluded, |sips| {
            let value = (self.facts.usage_mask | sips).0;
            Step::register(self.hws(), id, value, format!("{} added", Sips(sips)), sips.len())
        })
    }

    fn affinity(&self) -> Vec<Step> {
        let entry = self.entry();
        let outside = (self.facts.usage_mask & self.state.ready) - self.facts.affinity;
        self.complete(self.have(), outside, |added| {
            let sips = self.facts.affinity | added;
            Step::new(StateChange::Affinity { added }, Assumption::Affinity { entry, sips }, added.len())
        })
    }

    fn switch(&self, id: RegId, value: u32, meaning: &str) -> Vec<Step> {
        vec![Step::register(self.hws(), id, value, meaning.to_owned(), 1)]
    }

    fn early_launch(&self) -> Vec<Step> {
        let on = EnableEarlyLaunchSip::default().with_enable(true);
        self.switch(RegId::EnableEarlyLaunchSip, on.bits(), "early launch on")
    }

    fn second_resources_off(&self) -> Vec<Step> {
        let off = EnableSecondRscSch::default().with_enable(false);
        self.switch(RegId::EnableSecondRscSch, off.bits(), "second resources off")
    }

    fn fill_up_first(&self) -> Vec<Step> {
        let other = SipFillupTaskFirst::default().with_enable(!self.state.fill_up_first);
        let meaning = if self.state.fill_up_first { "no fill-ups first" } else { "fill-ups first" };
        self.switch(RegId::SipFillupTaskFirst, other.bits(), meaning)
    }

    fn top_k(&self) -> Vec<Step> {
        let present = self.state.p_top_k;
        let higher = (present + 1..).map_while(|k| PTopK::default().with_k(k).ok().map(|to| (k, to)));
        let step = |(k, to): (u32, PTopK)| {
            let meaning = format!("{k} P-tasks of each DAG");
            Step::register(self.hws(), RegId::PTopK, to.bits(), meaning, k - present)
        };
        higher.map(step).collect()
    }

    /// The offsets at which a group of reserved SIPs just passes the backfill filter, from the present one down.
    fn margins(&self) -> Vec<Step> {
        if self.is_r_task() {
            return Vec::new();
        }
        let est = i64::from(self.facts.est_exec_time);
        let mut offsets: Vec<i64> = self.remains().iter().map(|&remain| i64::from(remain) - est).collect();
        offsets.retain(|&offset| offset < self.state.backfill_offset);
        offsets.sort_unstable_by(|a, b| b.cmp(a));
        offsets.dedup();
        let step = |offset| {
            let meaning = format!("backfill offset {offset} instead of {}", self.state.backfill_offset);
            let id = RegId::RsvdSipBackfillMarginOffset;
            Some(Step::register(self.hws(), id, margin_register(offset)?.bits(), meaning, 1))
        };
        offsets.into_iter().filter_map(step).collect()
    }

    /// The estimates at which a group of reserved SIPs just passes the backfill filter, from the present one down.
    fn estimates(&self) -> Vec<Step> {
        if self.is_r_task() {
            return Vec::new();
        }
        let (entry, from) = (self.entry(), self.facts.est_exec_time);
        let longest = |&remain: &u32| i64::from(remain) - self.state.backfill_offset;
        let mut estimates: Vec<u32> =
            self.remains().iter().map(longest).filter_map(|units| u32::try_from(units).ok()).collect();
        estimates.retain(|&units| units < from);
        estimates.sort_unstable_by(|a, b| b.cmp(a));
        estimates.dedup();
        let step =
            |to| Step::new(StateChange::Estimate { from, to }, Assumption::Estimate { entry, units: to }, 1);
        estimates.into_iter().map(step).collect()
    }

    fn is_r_task(&self) -> bool {
        !self.facts.reserved.is_empty()
    }

    /// The remaining times of the groups that are reserved for others.
    fn remains(&self) -> Vec<u32> {
        crate::explain::at::groups(self.hws()).iter().map(|group| group.remain).collect()
    }

    fn grants(&self) -> Vec<Step> {
        let topology = register::<SipTopology>(self.hws());
        // Only legal pairs are stored.
        let topology =
            Topology::new(topology.cluster_sip_num(), topology.cluster_num()).unwrap_or(Topology::FULL);
        let entry = self.entry();
        let vgs = topology.clusters().filter(|_| self.facts.needs_l2 && self.state.second_resources);
        let dies = Die::BOTH.into_iter().filter(|_| self.facts.needs_vc && self.state.second_resources);
        let l2 = vgs.map(|vg: Cluster| Step::l2_grant(entry, vg));
        let vc = dies.clone().map(|die| Step::vc_grant(entry, die));
        let pools = dies.map(|die| {
            let change = StateChange::VcPoolFree { die: die.index() as u32 };
            Step::new(change, Assumption::VcPoolFree { die }, 1)
        });
        l2.chain(vc).chain(pools).collect()
    }

    fn unreserved(&self) -> Vec<Step> {
        let others = self.others().into_iter().filter(|other| !other.reserved.is_empty());
        let step = |other: Facts| {
            let of = other.kernel;
            Step::new(StateChange::Unreserved { of }, Assumption::Unreserved { entry: of.entry }, 1)
        };
        others.map(step).collect()
    }

    fn absent(&self) -> Vec<Step> {
        self.others().into_iter().map(|other| Step::absent(other.kernel)).collect()
    }

    /// The other kernels of the pools.
    fn others(&self) -> Vec<Facts> {
        let entries = Entry::all().filter(|&entry| entry != self.entry());
        let in_a_pool = entries.filter(|&entry| self.view.task(entry).is_some());
        in_a_pool.filter_map(|entry| Facts::of(self.hws(), entry)).collect()
    }

    fn priority(&self) -> Vec<Step> {
        let is_wanted = self.is_in_p_or_o_pool();
        is_wanted.then(|| self.lowest_priority(&[])).flatten().into_iter().collect()
    }

    fn is_in_p_or_o_pool(&self) -> bool {
        self.view.task(self.entry()).is_some_and(|task| task.pool != Pool::R)
    }
}
