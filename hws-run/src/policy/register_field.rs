//! `reg.PROMOTE.THRESHOLD`: a register that firmware sets at power-on, or a field of it.

use std::fmt;

use hws_regs::{FieldInfo, Legal, RegId};

use super::error::Problem;
use super::settings::RunSettings;
use super::settings_bus;
use super::values::{self, PolicyValues};

/// A register, or one of its fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RegisterField {
    pub(super) register: RegId,
    pub(super) field: Option<&'static FieldInfo>,
}

impl RegisterField {
    /// Sets it; the other fields of the register keep their values.
    pub(super) fn set(&self, settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
        let value = self.number(value)?;
        let word = match self.field {
            Some(field) if value > field.max() => return Err(Problem::Value),
            Some(field) => self.word(settings) & !field.mask() | value << field.lsb,
            None => value,
        };
        if !self.register.is_legal(word) {
            return Err(Problem::Value);
        }
        if let RegId::SipUsageMask(ctx, class) = self.register {
            // Firmware writes the masks of the contexts after the registers.
            let is_other = |&(other, threads, _): &(u8, hws_types::ThreadNum, _)| {
                u32::from(other) != ctx.get() || threads.class() != class.index()
            };
            settings.usage_masks.retain(is_other);
        }
        settings.hardware.set_register(self.register, word);
        Ok(())
    }

    /// Its value: the number.
    pub(super) fn get(&self, settings: &RunSettings) -> String {
        let word = self.word(settings);
        self.field.map_or(word, |field| field.extract(word)).to_string()
    }

    fn word(&self, settings: &RunSettings) -> u32 {
        if let RegId::SipUsageMask(ctx, class) = self.register {
            let mut masks = settings.usage_masks.iter().rev();
            let own = masks.find(|(other, threads, _)| {
                u32::from(*other) == ctx.get() && threads.class() == class.index()
            });
            if let Some((_, _, mask)) = own {
                return mask.0;
            }
        }
        settings_bus::word(&settings.hardware, self.register)
    }

    fn number(&self, value: &str) -> Result<u32, Problem> {
        let Some(field) = self.field else { return values::number(value) };
        match (field.legal, value) {
            (Legal::Enumerated(named), _) => {
                let named = named.iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
                named.map_or_else(|| values::number(value), |&(_, number)| Ok(number))
            }
            (Legal::Any, "on" | "off") if field.width == 1 => Ok(u32::from(value == "on")),
            _ => values::number(value),
        }
    }

    pub(super) fn values(&self) -> PolicyValues {
        let Some(field) = self.field else { return PolicyValues::WORD };
        match field.legal {
            Legal::Any => PolicyValues::Integers { least: 0, most: field.max().into() },
            Legal::Range { min, max } => PolicyValues::Integers { least: min.into(), most: max.into() },
            Legal::MultipleOf(of) => PolicyValues::Multiples { of, most: field.max() / of.max(1) * of },
            Legal::Enumerated(named) => PolicyValues::Named(named),
        }
    }

    /// The meaning of the register, and of its field if it has several.
    pub(super) fn doc(&self) -> String {
        let info = self.register.info();
        let register = info.description.trim_end_matches('.');
        match self.field.filter(|_| info.fields.len() > 1) {
            Some(field) => format!("{register}: {}", field.description.trim_end_matches('.')),
            None => register.to_owned(),
        }
    }

    /// The map has no units; those of a setting are in its name.
    pub(super) fn unit(&self) -> &'static str {
        match self.field.map(|field| field.name) {
            Some("UNITS" | "MAGNITUDE") => "time units",
            Some("OFFSET") => "bytes",
            _ => "",
        }
    }
}

/// `PROMOTE.THRESHOLD`.
impl fmt::Display for RegisterField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.register)?;
        self.field.map_or(Ok(()), |field| write!(f, ".{}", field.name))
    }
}
