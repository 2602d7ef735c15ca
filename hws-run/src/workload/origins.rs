//! Where the settings of a machine come from: the file, configuration or policy that set each last.

use std::collections::BTreeMap;

use hws_regs::RegId;

use super::Hardware;
use super::inputs::Masks;

/// The last layer that changed each setting; none for settings that have their default value.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Origins {
    keys: BTreeMap<&'static str, String>,
    registers: BTreeMap<RegId, String>,
    masks: BTreeMap<(u8, usize), String>,
}

impl Origins {
    /// Returns the origin of a key of `hardware`.
    #[must_use]
    pub fn of_key(&self, key: &str) -> Option<&str> {
        self.keys.get(key).map(String::as_str)
    }

    /// Returns the origin of a register's value, set by name or through `hardware` or `contexts`.
    #[must_use]
    pub fn of_register(&self, register: RegId) -> Option<&str> {
        match register {
            RegId::SipTopology => self.of_key("topology"),
            RegId::TimeUnit => self.of_key("time_unit"),
            RegId::SipUsageMask(ctx, class) => {
                // Contexts are written after registers.
                let mask = self.masks.get(&(ctx.get() as u8, class.index()));
                mask.or_else(|| self.registers.get(&register)).map(String::as_str)
            }
            _ => self.registers.get(&register).map(String::as_str),
        }
    }

    /// Notes that `origin` changed the machine.
    pub(super) fn note(&mut self, origin: &str, before: &Hardware, after: &Hardware) {
        let keys = [
            ("topology", before.topology != after.topology),
            ("time_unit", before.time_unit != after.time_unit),
            ("bus_cycles", before.bus_cycles != after.bus_cycles),
            ("pre_complete_lead", before.pre_complete_lead != after.pre_complete_lead),
            ("cost", before.cost != after.cost),
        ];
        let changed = keys.into_iter().filter(|&(_, is_changed)| is_changed);
        self.keys.extend(changed.map(|(key, _)| (key, origin.to_owned())));
        self.registers.retain(|&register, _| after.setting(register).is_some());
        for &(register, _) in &after.registers {
            if before.setting(register) != after.setting(register) {
                self.registers.insert(register, origin.to_owned());
            }
        }
    }

    /// Forgets the masks that a register setting has replaced.
    pub(super) fn keep_masks(&mut self, masks: &Masks) {
        let is_set =
            |mask: &(u8, usize)| masks.iter().any(|(ctx, threads, _)| (*ctx, threads.class()) == *mask);
        self.masks.retain(|mask, _| is_set(mask));
    }

    /// Notes that `origin` set these usage masks.
    pub(super) fn note_masks(&mut self, origin: &str, masks: &Masks) {
        let of = masks.iter().map(|(ctx, threads, _)| (*ctx, threads.class()));
        self.masks.extend(of.map(|mask| (mask, origin.to_owned())));
    }
}
