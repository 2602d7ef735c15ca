//! Commands, each for an entry or a DAG that probably exists.

use hws_regs::{BlockTriggerCnt, DagCmd, Op, RegId, RegIndex, RsFlags, RsIds, TdRefresh, params::N_RS};

use super::driver::{Driver, PLACES};

impl Driver {
    /// Any index of an array of registers.
    pub(super) fn index<const COUNT: usize>(&mut self) -> RegIndex<COUNT> {
        RegIndex::wrapping(self.numbers.below(COUNT as u32))
    }

    /// Any entry, mostly a valid one.
    pub(super) fn entry(&mut self) -> RegIndex<N_RS> {
        let valid: Vec<_> = RegIndex::all()
            .filter(|&entry| RsFlags::from_bits(self.peek(RegId::RsFlags(entry))).valid())
            .collect();
        if valid.is_empty() || self.numbers.chance(1, 8) {
            return self.index();
        }
        self.numbers.pick(&valid)
    }

    pub(super) fn trigger(&mut self) {
        let entry = self.entry();
        let ids = RsIds::from_bits(self.peek(RegId::RsIds(entry)));
        let present = BlockTriggerCnt::from_bits(self.peek(RegId::BlockTriggerCnt(entry))).count();
        let count = if self.numbers.chance(1, 8) { self.numbers.up_to(0xFFFF) } else { present + 1 };
        let hdr_id = if self.numbers.chance(1, 8) { self.numbers.below(16) } else { ids.hdr_id() };
        let written = BlockTriggerCnt::from_bits(0)
            .with_count_masked(count)
            .with_entry_id_masked(ids.hdr_entry_id())
            .with_hdr_id_masked(hdr_id)
            .with_check(self.numbers.chance(1, 2));
        self.write(RegId::BlockTriggerCnt(entry), written.bits());
    }

    pub(super) fn refresh(&mut self) {
        let entry = self.entry();
        let ids = RsIds::from_bits(self.peek(RegId::RsIds(entry)));
        if self.numbers.chance(1, 4) {
            let place = ids.hdr_entry_id() % PLACES;
            let trigger = self.numbers.below(8);
            self.places[place as usize][6] = trigger << 16;
            self.write_place(place, 6, 1);
        }
        self.write_refresh(entry);
    }

    pub(super) fn write_refresh(&mut self, entry: RegIndex<N_RS>) {
        let ids = RsIds::from_bits(self.peek(RegId::RsIds(entry)));
        let written = TdRefresh::from_bits(0)
            .with_entry_masked(entry.into())
            .with_entry_id_masked(ids.hdr_entry_id())
            .with_hdr_id_masked(ids.hdr_id())
            .with_check(self.numbers.chance(3, 4));
        self.write(RegId::TdRefresh, written.bits());
    }

    pub(super) fn dag_command(&mut self) {
        if self.numbers.chance(1, 2) {
            return self.init_dag();
        }
        let tag = self.tag();
        self.write(RegId::DagCmdTag, tag);
        self.write(RegId::DagCmd, DagCmd::from_bits(0).with_op(Op::Reset).bits());
        self.read(RegId::DagCmdStatus);
    }

    /// More commands than the queue holds, if an attempt is in flight.
    pub(super) fn burst_of_commands(&mut self) {
        for _ in 0..self.numbers.between(3, 12) {
            match self.numbers.below(4) {
                0 => self.trigger(),
                1 => self.refresh(),
                2 if self.features.claims => self.claim_or_release(),
                _ => self.dag_command(),
            }
        }
        self.read(RegId::DagCmdStatus);
    }

    pub(super) fn claim_or_release(&mut self) {
        let mask = (1 + self.numbers.below(15)) << self.numbers.below(32);
        if self.numbers.chance(1, 2) {
            self.write(RegId::HrmFwClaim, mask);
        } else {
            let mask = if self.numbers.chance(1, 2) { u32::MAX } else { mask };
            self.write(RegId::HrmFwRelease, mask);
        }
    }
}
