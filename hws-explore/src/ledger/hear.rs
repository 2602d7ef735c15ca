//! The events, each judged by what happened before.

use hws_model::Event;
use hws_types::{Entry, Sip, SipMask};

use super::{Block, Ledger, Phase};
use crate::finding::Finding;
use crate::scenario::{Early, Scenario};

impl Ledger {
    /// Records an event.
    pub(crate) fn hear(&mut self, scenario: &Scenario, event: &Event) -> Result<(), Finding> {
        match *event {
            Event::Admit { entry, kernel_id, .. } => self.admit(scenario, entry, kernel_id as usize),
            Event::Launch { entry, block, sip_mask, .. } => self.launch(scenario, entry, block, sip_mask),
            Event::KernelDone { entry, .. } => self.leave(scenario, entry),
            Event::Complete { sip, .. } => {
                self.complete(sip);
                Ok(())
            }
            Event::PreComplete { sip, .. } => {
                self.nearly |= sip.mask();
                Ok(())
            }
            Event::Error { bit, .. } => Err(Finding::Error(bit)),
            _ => Ok(()),
        }
    }

    fn admit(&mut self, scenario: &Scenario, entry: Entry, kernel: usize) -> Result<(), Finding> {
        let td = &scenario.configuration.kernels[kernel].td;
        let own = &mut self.kernels[kernel];
        if own.phase != Phase::Sent {
            return Err(Finding::AdmittedTwice { kernel });
        }
        (own.phase, own.entry, own.launched) = (Phase::Resident, entry.get() as u8, 0);
        own.trigger = td.block_trigger_cnt.min(td.block_num);
        Ok(())
    }

    /// The kernel in an entry.
    fn resident(&self, entry: Entry) -> Result<usize, Finding> {
        let is_there = |phase, at| phase == Phase::Resident && u32::from(at) == entry.get();
        let found = self.kernels.iter().position(|kernel| is_there(kernel.phase, kernel.entry));
        found.ok_or(Finding::NoKernel { entry: entry.get() })
    }

    fn launch(
        &mut self,
        scenario: &Scenario,
        entry: Entry,
        block: u16,
        sips: SipMask,
    ) -> Result<(), Finding> {
        let kernel = self.resident(entry)?;
        let td = &scenario.configuration.kernels[kernel].td;
        let own = &mut self.kernels[kernel];
        let limit = if td.coop { td.block_num } else { own.trigger };
        let expected = (own.launched < limit).then(|| td.start_block_idx + own.launched);
        if expected != Some(block) {
            return Err(Finding::Block { kernel, expected, found: block });
        }
        own.launched += 1;
        sips.iter().try_for_each(|sip| self.grant(scenario, sip, Block { kernel: kernel as u8, block }))
    }

    fn grant(&mut self, scenario: &Scenario, sip: Sip, block: Block) -> Result<(), Finding> {
        let to = block.kernel.into();
        if !scenario.configuration.sips.contains(sip.mask()) {
            return Err(Finding::Foreign { sip, to });
        }
        let is_ending = match scenario.early {
            Early::Never => false,
            Early::Reported => self.nearly.contains(sip.mask()),
            Early::Estimated => true,
        };
        let [running, pending] = &mut self.places[sip.index()];
        match (*running, *pending) {
            (None, _) => *running = Some(block),
            (Some(_), None) if is_ending => *pending = Some(block),
            (Some(other), _) => return Err(Finding::TwiceGranted { sip, to, of: other.kernel.into() }),
        }
        self.nearly -= sip.mask();
        Ok(())
    }

    fn complete(&mut self, sip: Sip) {
        let [running, pending] = &mut self.places[sip.index()];
        *running = pending.take();
        self.nearly -= sip.mask();
    }

    fn leave(&mut self, scenario: &Scenario, entry: Entry) -> Result<(), Finding> {
        let kernel = self.resident(entry)?;
        let own = &mut self.kernels[kernel];
        let launched = own.launched;
        (own.phase, own.entry, own.launched, own.trigger) = (Phase::Away, 0, 0, 0);
        if launched != scenario.configuration.kernels[kernel].td.block_num {
            return Err(Finding::LeftEarly { kernel, launched });
        }
        Ok(())
    }
}
