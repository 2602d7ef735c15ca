//! The first difference between a dump and the model, with what explains it.

use std::fmt;

use hws_model::Hws;
use hws_regs::RegId;
use hws_types::Rule;

use super::compare::UNKNOWN_BITS;
use crate::fields::differing;
use crate::wave::Bits;

/// What the edge did after which RTL and model differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A bus access, before the tick of the cycle.
    Access,
    /// An HDR push, before the tick of the cycle.
    Push,
    /// The tick of the cycle.
    Tick,
    /// Nothing.
    Idle,
}

/// A field of a register that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDifference {
    /// The name of the field.
    pub name: &'static str,
    /// Its value in the RTL.
    pub rtl: u32,
    /// Its value in the model.
    pub model: u32,
}

/// A signal that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelDifference {
    /// The name: of a port, a column of the monitor lanes, or of a register as in the data sheet.
    pub signal: String,
    /// The name in the dump, with its scope.
    pub path: String,
    /// The value in the dump.
    pub rtl: Bits,
    /// The value of the model.
    pub model: u64,
    /// The fields that differ, if it is a register with several.
    pub fields: Vec<FieldDifference>,
    /// The register, if it is one.
    pub register: Option<RegId>,
    /// What a number does not show.
    pub note: String,
}

impl ModelDifference {
    /// A port or a lane.
    pub(super) fn of_signal(signal: impl Into<String>, rtl: Bits, model: u64) -> Self {
        let (path, fields, note) = Default::default();
        Self { signal: signal.into(), path, rtl, model, fields, register: None, note }
    }

    /// A register.
    pub(super) fn of_register(id: RegId, rtl: u64, model: u32) -> Self {
        let fields = differing(id, rtl as u32, model);
        let fields = fields.map(|(name, rtl, model)| FieldDifference { name, rtl, model }).collect();
        let register = Some(id);
        let (path, note) = Default::default();
        Self {
            signal: id.to_string(),
            path,
            rtl: Bits::known(rtl),
            model: model.into(),
            fields,
            register,
            note,
        }
    }
}

/// `RS[3].FLAGS rtl 0x3 model 0x1: R_FLAG rtl 1 model 0`.
impl fmt::Display for ModelDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ModelDifference { signal, rtl, model, fields, note, .. } = self;
        write!(f, "{signal} rtl {rtl} model {model:#x}")?;
        let shown: Vec<String> = fields
            .iter()
            .map(|field| format!("{} rtl {} model {}", field.name, field.rtl, field.model))
            .collect();
        match (shown.is_empty(), note.is_empty()) {
            (false, _) => write!(f, ": {}", shown.join(", ")),
            (true, false) => write!(f, " {note}"),
            (true, true) => Ok(()),
        }
    }
}

/// The first difference and its surroundings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The cycle: ticks completed before.
    pub cycle: u64,
    /// What the edge did.
    pub moment: Moment,
    /// The time stamp.
    pub time: u64,
    /// The number of the edge, from 0.
    pub edge: u64,
    /// The run in the dump, from 1; a power-on reset begins the next one.
    pub epoch: u64,
    /// Everything that differs there; never empty.
    pub differences: Vec<ModelDifference>,
    /// The rule of the specification to read first; none if the register map is another and cites nothing that is known.
    pub rule: Option<Rule>,
    /// The registers that the rule reads, with their values.
    pub rule_inputs: Vec<String>,
    /// The inputs since the last tick after which both agreed.
    pub inputs: Vec<String>,
    /// The last inputs before those.
    pub earlier: Vec<String>,
    /// The events of the edge in the RTL and in the model, if they differ.
    pub events: Vec<String>,
    /// Where the kernels and launches come from that differ.
    pub origins: Vec<String>,
    /// The decision that the tick committed, as the model latched it.
    pub decision: Vec<String>,
}

impl Divergence {
    /// Whether no known bit differs.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        self.differences.iter().all(|difference| difference.note == UNKNOWN_BITS)
    }

    /// Returns the citation of the rule, or nothing.
    #[must_use]
    pub fn cite(&self) -> &'static str {
        self.rule.map_or("", Rule::cite)
    }

    /// Returns the first signal that differs.
    #[must_use]
    pub fn first_signal(&self) -> &str {
        self.differences.first().map_or("", |difference| &difference.signal)
    }
}

/// The decision of the attempt in flight.
pub(crate) fn decision(hws: &Hws) -> Vec<String> {
    let Some(attempt) = hws.attempt() else { return Vec::new() };
    let order: Vec<String> = attempt.p_pool.iter().map(ToString::to_string).collect();
    let pool = if order.is_empty() { "empty".to_owned() } else { order.join(", ") };
    let choice = match attempt.choice {
        None => "nothing could be launched".to_owned(),
        Some(choice) => choice.to_string(),
    };
    vec![format!("P pool in its order (§4.4): {pool}"), format!("choice (§5.6): {choice}")]
}
