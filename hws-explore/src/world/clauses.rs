//! What has to hold in every state.

use hws_regs::{HwsStatus, RegId};
use hws_sim::check::{View, check_view};
use hws_types::{Sip, SipMask};

use super::World;
use crate::finding::Finding;
use crate::scenario::Scenario;

impl World {
    /// Checks the invariants that the registers decide (I1, I4, I5), and that the HWS agrees with the record.
    pub(crate) fn check(&self, scenario: &Scenario, first: &View) -> Result<(), Finding> {
        let now = View::new(&self.hws);
        check_view(&now, first).map_err(|violation| Finding::Invariant(Box::new(violation)))?;
        self.check_sips(scenario)?;
        self.check_counts(&now)
    }

    fn check_sips(&self, scenario: &Scenario) -> Result<(), Finding> {
        let idle = SipMask(self.hws.peek(RegId::SipIdleMask));
        let owned = SipMask(self.hws.peek(RegId::HrmFwOwned));
        for sip in Sip::all() {
            let (is_idle, runs) = (idle.contains(sip.mask()), self.ledger.runs(sip));
            if is_idle == runs.is_some() {
                return Err(Finding::Sip { sip, idle: is_idle });
            }
            if let Some(to) = runs
                && (owned.contains(sip.mask()) || !scenario.configuration.sips.contains(sip.mask()))
            {
                return Err(Finding::Foreign { sip, to });
            }
        }
        Ok(())
    }

    fn check_counts(&self, now: &View) -> Result<(), Finding> {
        let residents = HwsStatus::from_bits(self.hws.peek(RegId::HwsStatus)).rs_count() as usize;
        let launches = now.launches.iter().flatten().count();
        let counts = [
            ("resident kernels", residents, self.ledger.residents()),
            ("live launches", launches, self.ledger.live_blocks()),
        ];
        for (what, hws, events) in counts {
            if hws != events {
                return Err(Finding::Count { what, hws, events });
            }
        }
        let taken: u32 = now.vc_free.iter().map(|free| free.count_zeros()).sum();
        if launches == 0 && taken > 0 {
            let what = "VCs in use while nothing runs";
            return Err(Finding::Count { what, hws: taken as usize, events: 0 });
        }
        Ok(())
    }
}
