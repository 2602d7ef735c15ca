//! From power-on to an enabled HWS, and the policies that firmware also changes later.

use fw_api::{
    AllocationOrder, BackfillMargin, Interrupts, OutPath, PreIdleSource, PriorityCurve, PromotionPolicy,
    PromotionRule, PromotionRules,
};
use hws_model::Config;
use hws_regs::{InPath, Register, SipTopology};
use hws_sim::Observer;
use hws_types::{Sip, Topology};

use super::amos::Amos;

impl<O: Observer> Amos<'_, '_, O> {
    pub(super) fn bring_up(&mut self) {
        // fw-api refuses a machine of other sizes.
        if self.config == Config::default() {
            self.call("identify", |hws| hws.identify());
        }
        self.choose_topology();
        if self.choices.in_16(2) {
            self.exchange_sips();
        }
        if self.choices.in_16(3) {
            self.td_offset = 0x40 * (1 + self.choices.below(8));
            let offset = self.td_offset;
            self.call("set_descriptor_offset", |hws| hws.set_descriptor_offset(offset));
        }
        (0..10).for_each(|policy| self.set_policy(policy));
        self.call("enable_interrupts", |hws| {
            hws.enable_interrupts(Interrupts { message: true, error: true })
        });
        (0..3).for_each(|_| self.open_dag());
        self.call("enable", |hws| hws.enable());
    }

    /// Half of the machines are harvested.
    fn choose_topology(&mut self) {
        let pair = if self.choices.in_16(8) {
            SipTopology::from_bits(self.choices.pick(legal_pairs()))
        } else {
            SipTopology::default()
        };
        let Some(topology) = Topology::new(pair.cluster_sip_num(), pair.cluster_num()) else { return };
        if self.attempt("set_topology", |hws| hws.set_topology(topology)).is_ok() {
            self.topology = topology;
            self.ledger().reached.harvested += u64::from(topology != Topology::FULL);
        }
    }

    /// Another topology, which the HWS takes only while nothing is in it. Grants name VGs, so a task that still waits in a FIFO
    /// would have them in places that no longer exist (D24).
    pub(super) fn move_topology(&mut self) {
        if self.are_tasks_taken() {
            self.choose_topology();
        }
    }

    /// Two logical SIPs exchange their physical ones.
    fn exchange_sips(&mut self) {
        let mut map = std::array::from_fn(|sip| Sip::wrapping(sip as u32));
        map.swap(self.choices.below(32) as usize, self.choices.below(32) as usize);
        self.call("set_xmc_map", |hws| hws.set_xmc_map(&map));
    }

    /// Changes a part of the configuration that firmware may change at any time.
    pub(super) fn set_policy(&mut self, policy: u32) {
        match policy {
            0 => self.set_paths(),
            1 => self.set_promotion(),
            2 => self.set_margin(),
            3 => self.set_early_launch(),
            4 => {
                let order = AllocationOrder {
                    use_reserved_first: self.choices.in_16(6),
                    fillup_first: self.choices.in_16(6),
                };
                self.call("set_allocation_order", |hws| hws.set_allocation_order(order));
            }
            5 => {
                let kernels = 1 + self.choices.below(4) as u8;
                self.call("set_p_top_k", |hws| hws.set_p_top_k(kernels));
            }
            6 => {
                let is_on = !self.choices.in_16(4);
                self.call("set_second_resources", |hws| hws.set_second_resources(is_on));
            }
            7 => {
                let (first, last) = (self.choices.number(1000), self.choices.number(10_000));
                if let Ok(table) = (PriorityCurve::Linear { first, last }).table() {
                    self.call("set_priority_table", |hws| hws.set_priority_table(&table));
                }
            }
            8 => {
                let (cycles, delay) = (1 + self.choices.below(12), self.choices.below(60));
                self.call("set_time_unit", |hws| hws.set_time_unit(cycles));
                self.call("set_launch_delay", |hws| hws.set_launch_delay(delay));
            }
            _ => {
                let boost = self.choices.in_16(4);
                self.call("set_age_boost", |hws| hws.set_age_boost(boost));
            }
        }
    }

    fn set_paths(&mut self) {
        let out = if self.choices.in_16(4) { OutPath::Mih } else { OutPath::Mdma };
        let input = if self.choices.in_16(5) { InPath::Firmware } else { InPath::Hdr };
        self.call("set_mode", |hws| hws.set_mode(out, input));
        self.in_path = input;
        let reports = self.choices.in_16(8);
        self.call("set_report", |hws| hws.set_report(reports));
    }

    fn set_promotion(&mut self) {
        let rules =
            [PromotionRule::Threshold, PromotionRule::Top1FullVg, PromotionRule::Top1, PromotionRule::OnCp];
        let set = rules
            .into_iter()
            .fold(PromotionRules::NONE, |set, rule| if self.choices.in_16(9) { set.with(rule) } else { set });
        let policy = PromotionPolicy {
            rules: set,
            threshold: self.choices.below(4) as u16,
            r_tasks_max: 1 + self.choices.below(8) as u8,
            most_failed_first: self.choices.in_16(5),
        };
        self.call("set_promotion", |hws| hws.set_promotion(&policy));
    }

    /// Any margin while kernels arrive; the drain sets one that I10 asks for.
    fn set_margin(&mut self) {
        let units = self.choices.number(400) as i32;
        let margin = match self.choices.below(3) {
            0 => BackfillMargin::exact(units),
            1 => BackfillMargin::exact(-units),
            _ => BackfillMargin::safe(units as u32),
        };
        self.call("set_backfill", |hws| hws.set_backfill(margin));
    }

    fn set_early_launch(&mut self) {
        let is_on = self.choices.in_16(10);
        let source = if self.choices.in_16(8) {
            PreIdleSource::SipReport
        } else {
            PreIdleSource::HwsEstimate { offset: self.choices.below(60) }
        };
        self.call("set_early_launch", |hws| hws.set_early_launch(is_on, source));
    }
}

/// Every legal value of SIP_TOPOLOGY, from the map (scheduler.md §8.8).
fn legal_pairs() -> &'static [u32] {
    // The register has restricted combinations.
    SipTopology::INFO.combinations.as_ref().map_or(&[], |legal| legal.patterns)
}
