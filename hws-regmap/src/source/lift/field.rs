//! Fields of registers.

use super::{Lift, flag, is_absent_or_list, name, optional_text, place, text, word};
use crate::model::{CountDirection, Placed, Reset};
use crate::source::{FieldSource, Restriction};
use hws_input::yaml::{Node, Value};

impl Lift {
    pub(super) fn field(&mut self, node: &Node) -> Option<FieldSource> {
        self.needs(node, "saturates", &["counter"]);
        self.needs(node, "open", &["enum"]);
        let bits = node.get("bits").and_then(|bits| self.numbers(bits));
        let reset = self.reset(node);
        let (defaults, restriction) = (self.defaults(node), self.restriction(node));
        Some(FieldSource {
            name: name(node, "name")?,
            bits: bits?,
            reset: reset.0,
            parameter: reset.1,
            defaults: defaults?,
            // Without a part that has been reported, the others would seem to be wrong.
            restriction: restriction.unwrap_or_default(),
            pulse: flag(node, "pulse"),
            counter: word(node, "counter", CountDirection::ALL, CountDirection::as_str)
                .map(|word| word.value),
            saturates: flag(node, "saturates"),
            hdl_path: optional_text(node, "hdl_path"),
            description: text(node, "description"),
        })
    }

    /// Returns the reset value and the parameter that it is; unknown when it is missing or has been reported, so that
    /// the rest of the field is checked.
    fn reset(&mut self, node: &Node) -> (Placed<Reset>, Option<String>) {
        let Some(reset) = node.get("reset") else {
            let at = node.get("name").unwrap_or(node);
            return (place(at, Reset::Unknown), None);
        };
        if matches!(reset.value, Value::Map(_)) {
            let (base, step) = (self.number(reset, "base"), self.number(reset, "step"));
            let linear =
                base.zip(step).map(|(base, step)| Reset::Linear { base: base.value, step: step.value });
            return (place(reset, linear.unwrap_or(Reset::Unknown)), None);
        }
        let value = self.value(reset).map_or(Reset::Unknown, |value| Reset::Constant(value.value));
        (place(reset, value), self.parameter_of(reset))
    }

    /// Returns how the field restricts its values; `None` when a part of it has no value.
    fn restriction(&mut self, node: &Node) -> Option<Restriction> {
        let range = match node.get("range") {
            Some(range) => Some(self.pair(range)?),
            None => None,
        };
        Some(Restriction {
            range,
            multiple_of: self.optional(node, "multiple_of")?,
            enumeration: name(node, "enum"),
            values: self.all(node, "values", Self::variant).filter(|_| is_absent_or_list(node, "values"))?,
            is_open: flag(node, "open"),
        })
    }
}
