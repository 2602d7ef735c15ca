//! One step of the firmware, and what it does besides launching kernels and reading messages.

use fw_api::{Bus, DagKind, EverySipWasReset, HwsError, Refusal};
use hws_regs::{RegId, params};
use hws_sim::stimulus::Op;
use hws_sim::{FirmwareRun, Observer};
use hws_types::{SipMask, ThreadNum};

use super::amos::Amos;
use super::kernels::LONGEST_RUN;

/// kernel_id of the blocks of firmware's own.
const OWN_KERNEL: u32 = u32::MAX;
/// Polls of a claim that waits until its SIPs are idle.
const CLAIM_POLLS: u32 = 60;
/// Cycles between two looks at SIPs that have to become idle.
const LOOK: u64 = 200;

impl<O: Observer> Amos<'_, '_, O> {
    pub(super) fn step(&mut self) {
        match self.choices.below(100) {
            0..=30 => self.launch(),
            31..=34 => self.launch_many(),
            35..=52 => self.wait(),
            53..=66 => {
                let most = self.choices.below(40) as usize;
                self.serve(most);
            }
            67..=71 => self.answer_requests(4),
            72..=75 => self.trigger(),
            76..=80 => self.share_sips(),
            81..=84 => self.change_usage(),
            85..=89 => self.reconfigure(),
            90 => self.open_dag(),
            91..=92 => self.close_a_dag(),
            93 => self.reset(),
            94 => self.try_forbidden(),
            95 => self.launch_from_nowhere(),
            96 => self.recover(),
            97 => self.move_topology(),
            98 => self.change_lead(),
            _ => self.push_kernels(),
        }
    }

    /// More kernels at once than the FIFOs hold.
    fn launch_many(&mut self) {
        let count = 2 + self.choices.below(20);
        (0..count).for_each(|_| self.launch());
    }

    fn wait(&mut self) {
        let most = self.choices.pick(&[8, 60, 300, 1000]);
        let ticks = 1 + self.choices.below(most);
        self.machine.advance(ticks.into());
    }

    /// SIPs move between HWS and firmware, which runs blocks of its own on them.
    fn share_sips(&mut self) {
        self.take_back();
        match self.choices.below(5) {
            0 | 1 => self.claim(),
            2 => self.claim_when_idle(),
            3 => self.run_own_block(),
            _ => self.release(),
        }
    }

    fn claim(&mut self) {
        let mask = SipMask(self.choices.few_sips());
        if let Some(claim) = self.call("claim_sips", |hws| hws.claim_sips(mask)) {
            self.owned |= claim.granted;
            self.ledger().reached.claims += u64::from(!claim.granted.is_empty());
        }
    }

    fn claim_when_idle(&mut self) {
        let (mask, masks) = (SipMask(self.choices.few_sips()), self.masks);
        let claim = self.attempt("claim_when_idle", |hws| hws.claim_when_idle(mask, &masks, CLAIM_POLLS));
        if let Ok(claim) = claim {
            self.owned |= claim.granted;
            self.ledger().reached.patient_claims += u64::from(!claim.granted.is_empty());
        }
    }

    fn run_own_block(&mut self) {
        let Some(sip) = (self.owned - self.own_busy).first() else { return };
        let cycles = 1 + self.choices.below(LONGEST_RUN / 2);
        self.machine
            .deliver(FirmwareRun { sip, kernel_id: OWN_KERNEL, block_id: 0, launch_id: None }, cycles.into());
        self.own_busy |= sip.mask();
        self.ledger().reached.own_blocks += 1;
    }

    /// Notes which blocks of firmware's own have ended.
    fn take_back(&mut self) {
        while let Some((_, run)) = self.machine.take_returned() {
            self.own_busy -= run.sip.mask();
        }
    }

    /// Gives back the SIPs that run nothing of firmware's own.
    pub(super) fn release(&mut self) {
        self.take_back();
        let free = self.owned - self.own_busy;
        if !free.is_empty() {
            self.call("release_sips", |hws| hws.release_sips(free));
            self.owned -= free;
        }
    }

    fn change_usage(&mut self) {
        let (ctx, threads) =
            (self.choices.below(params::N_CTX as u32) as u8, self.choices.pick(&ThreadNum::ALL));
        let mask = SipMask(self.choices.sips());
        self.masks[usize::from(ctx)][threads.class()] = mask;
        if self.choices.in_16(8) {
            self.call("set_usage_mask", |hws| hws.set_usage_mask(ctx, threads, mask));
        } else {
            self.call("set_usage_mask_no_wait", |hws| hws.set_usage_mask_no_wait(ctx, threads, mask));
        }
    }

    fn reconfigure(&mut self) {
        let policy = self.choices.below(10);
        self.set_policy(policy);
        self.ledger().reached.reconfigurations += 1;
    }

    pub(super) fn open_dag(&mut self) {
        let kind = if self.choices.in_16(5) {
            DagKind::Dynamic
        } else {
            DagKind::Static { total: 1 + self.choices.below(12) }
        };
        let (id, mut dags) = (self.next_dag, std::mem::take(&mut self.dags));
        self.next_dag += 1;
        let opened = self.attempt("open_dag", |hws| hws.open_dag(&mut dags, id, kind));
        self.dags = dags;
        self.ledger().reached.dag_commands += 1;
        if let Err(Some(refusal)) = opened
            && !matches!(refusal, Refusal::DagTableFull | Refusal::NoFreeTag)
        {
            self.blame(format!("open_dag: {refusal}"));
        }
    }

    fn close_a_dag(&mut self) {
        let open: Vec<u32> = self.dags.entries().map(|(id, _)| id).collect();
        if open.is_empty() {
            return;
        }
        let (id, mut dags) = (self.choices.pick(&open), std::mem::take(&mut self.dags));
        let _ = self.call("close_dag", |hws| hws.close_dag(&mut dags, id));
        self.dags = dags;
        self.ledger().reached.dag_commands += 1;
    }

    /// D22: with FORCE only together with a real reset of the SIPs, which the machine makes.
    fn reset(&mut self) {
        self.note_counters();
        if self.choices.in_16(6) {
            let permit = EverySipWasReset::i_have_reset_every_sip();
            self.call("soft_reset_after_sip_reset", |hws| hws.soft_reset_after_sip_reset(permit));
            self.forget();
        } else if self.wait_until_quiet() && self.soft_reset() {
            self.forget();
        }
        self.call("enable", |hws| hws.enable());
    }

    /// Waits until every SIP is idle and none is firmware's; false if that takes too long.
    fn wait_until_quiet(&mut self) -> bool {
        self.call("disable", |hws| hws.disable());
        (0..2 * u64::from(LONGEST_RUN) / LOOK).any(|_| {
            self.serve(usize::MAX);
            self.release();
            self.machine.advance(LOOK);
            self.machine.hws().peek(RegId::SipIdleMask) == u32::MAX && self.owned.is_empty()
        })
    }

    fn soft_reset(&mut self) -> bool {
        // The answer of the call is ERR_STATUS.CFG.
        self.call("clear_errors", |hws| hws.clear_errors(HwsError::Cfg.set()));
        self.attempt("soft_reset", |hws| hws.soft_reset()).is_ok()
    }

    /// Accesses and calls that the HWS refuses, which changes nothing but ERR_STATUS.
    fn try_forbidden(&mut self) {
        let is_refused = match self.choices.below(3) {
            0 => self.hws().bus().write32(RegId::HwsId.offset(), 0).is_err(),
            1 => self.hws().bus().read32(RegId::HwsId.offset() + 1).is_err(),
            _ => self.hws().bus().read32(u32::MAX - 3).is_err(),
        };
        if !is_refused {
            self.blame("an access outside the map was accepted".to_owned());
        }
        self.ledger().reached.refused += 1;
    }

    fn change_lead(&mut self) {
        let pre_lead = self.choices.pick(&[0, 5, 30, 100]);
        // Never refused.
        let _ = self.machine.apply(&Op::SipArray { pre_lead });
    }

    /// Adds the counters that a reset clears to what was reached.
    pub(super) fn note_counters(&mut self) {
        let Some(counters) = self.call("counters", |hws| hws.counters()) else { return };
        let reached = &mut self.ledger().reached;
        reached.backfills += u64::from(counters.backfills);
        reached.early_launches += u64::from(counters.early);
    }
}
