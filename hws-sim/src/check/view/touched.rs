//! The parts of a view that a step may have changed: all others still have their value.

use hws_types::{Entry, EntryMask, LaunchId, Sip, SipMask, ones};

/// A set of SIPs, launches, kernels and DAG slots. HWS_STATUS and the masks of SIPs are always read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Touched {
    /// The SIPs.
    pub sips: SipMask,
    /// The entries of the Ready Station.
    pub tasks: EntryMask,
    /// The launches, bit i for launch i.
    launches: u64,
    /// The DAG slots, bit i for slot i.
    dags: u32,
    /// The entries whose tasks are known not to be R-tasks and to reserve nothing.
    pub(in crate::check) unreserving: EntryMask,
    /// The VC pools.
    pub(in crate::check) pools: bool,
    /// The MIH FIFO and CNT_MIH_DROP.
    pub(in crate::check) messages: bool,
    /// The errors and CNT_TASK_REJECT.
    pub(in crate::check) errors: bool,
    /// The RW registers.
    pub(in crate::check) registers: bool,
    /// SIP_REMAIN_EXEC_TIME of these SIPs: passing time changes it, too.
    pub(in crate::check) remain: SipMask,
    /// RSC_OPEN of every kernel: launches and finished blocks of others change it, too.
    pub(in crate::check) open: bool,
    /// The counters of events.
    pub(in crate::check) totals: bool,
    /// All of these, but for the remaining times.
    is_all: bool,
}

impl Touched {
    /// Everything.
    pub const ALL: Self = Self {
        sips: SipMask::ALL,
        tasks: EntryMask::ALL,
        launches: u64::MAX,
        dags: u32::MAX,
        unreserving: EntryMask::EMPTY,
        pools: true,
        messages: true,
        errors: true,
        registers: true,
        remain: SipMask::ALL,
        open: true,
        totals: true,
        is_all: true,
    };

    /// Whether nothing but perhaps the remaining times is left out.
    #[must_use]
    pub const fn is_all(&self) -> bool {
        self.is_all
    }

    /// Everything, but the remaining times of these SIPs only.
    pub(in crate::check) const fn all_but_times(remain: SipMask, unreserving: EntryMask) -> Self {
        Self { remain, unreserving, ..Self::ALL }
    }

    /// Whether an element of a table is touched.
    pub(in crate::check) fn has_elements(&self) -> bool {
        u64::from(self.sips.0 | self.tasks.0 | self.dags) | self.launches != 0
    }

    /// What either touches. Every step needs this, so it has no branches.
    pub(in crate::check) fn with(self, other: &Self) -> Self {
        Self {
            sips: self.sips | other.sips,
            tasks: self.tasks | other.tasks,
            launches: self.launches | other.launches,
            dags: self.dags | other.dags,
            unreserving: self.unreserving & other.unreserving,
            pools: self.pools | other.pools,
            messages: self.messages | other.messages,
            errors: self.errors | other.errors,
            registers: self.registers | other.registers,
            remain: self.remain | other.remain,
            open: self.open | other.open,
            totals: self.totals | other.totals,
            is_all: self.is_all | other.is_all,
        }
    }

    pub(in crate::check) fn sip(&mut self, sip: Sip) {
        self.sips |= sip.mask();
    }

    pub(in crate::check) fn task(&mut self, entry: Entry) {
        self.tasks = self.tasks.with(entry);
    }

    pub(in crate::check) fn launch(&mut self, id: LaunchId) {
        self.launches |= 1 << id.get();
    }

    /// A DAG slot, or all of them.
    pub(in crate::check) fn dag(&mut self, slot: Option<u8>) {
        self.dags |= slot.map_or(u32::MAX, |slot| 1 << (u32::from(slot) % u32::BITS));
    }

    /// The entries whose tasks may be R-tasks or reserve SIPs.
    pub(in crate::check) fn reserving(&self) -> EntryMask {
        EntryMask::ALL - self.unreserving
    }

    /// The launches, ascending.
    pub fn launches(&self) -> impl Iterator<Item = LaunchId> + use<> {
        ones(self.launches).map(LaunchId::wrapping)
    }

    /// The DAG slots, ascending.
    pub fn dags(&self) -> impl Iterator<Item = usize> + use<> {
        ones(self.dags.into()).map(|slot| slot as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touching(touch: impl Fn(&mut Touched)) -> Touched {
        let mut touched = Touched::default();
        touch(&mut touched);
        touched
    }

    #[test]
    fn elements_of_different_tables_with_the_same_index_are_elements() {
        let touched = touching(|touched| {
            touched.sip(Sip::wrapping(2));
            touched.task(Entry::wrapping(2));
        });
        assert!(touched.has_elements());
        let touched = touching(|touched| {
            touched.task(Entry::wrapping(2));
            touched.dag(Some(2));
        });
        assert!(touched.has_elements());
        let touched = touching(|touched| {
            touched.launch(LaunchId::wrapping(2));
            touched.dag(Some(2));
        });
        assert!(touched.has_elements());
    }

    #[test]
    fn every_part_is_joined_and_only_elements_are_elements() {
        let elements: [fn(&mut Touched); 4] = [
            |touched| touched.sip(Sip::wrapping(3)),
            |touched| touched.task(Entry::wrapping(4)),
            |touched| touched.launch(LaunchId::wrapping(63)),
            |touched| touched.dag(Some(2)),
        ];
        let others: [fn(&mut Touched); 8] = [
            |touched| touched.pools = true,
            |touched| touched.messages = true,
            |touched| touched.errors = true,
            |touched| touched.registers = true,
            |touched| touched.remain = SipMask(8),
            |touched| touched.open = true,
            |touched| touched.totals = true,
            |touched| touched.is_all = true,
        ];
        let nothing = Touched::default();
        assert!(!nothing.has_elements());
        for (touch, is_element) in elements.map(|t| (t, true)).into_iter().chain(others.map(|t| (t, false))) {
            let touched = touching(touch);
            assert_ne!(touched, nothing);
            assert_eq!(touched.has_elements(), is_element, "{touched:?}");
            assert_eq!(
                [touched.with(&nothing), nothing.with(&touched), touched.with(&touched)],
                [touched; 3]
            );
        }
    }
}
