//! Looks up numbers that are written as a parameter's name.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Parameter, Place, Placed};
use crate::source::Number;
use hws_input::nearest;

/// The parameters, and the faults found while resolving.
pub(super) struct Numbers<'a> {
    parameters: &'a [Parameter],
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Numbers<'a> {
    pub(super) fn new(parameters: &'a [Parameter]) -> Self {
        Self { parameters, diagnostics: Vec::new() }
    }

    pub(super) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }

    /// Adds a diagnostic, up to the limit.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < crate::MOST_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Returns the number; `fallback` (and a diagnostic) when no parameter has the name.
    pub(super) fn value(&mut self, number: &Number, place: Place, fallback: u32) -> u32 {
        match number {
            Number::Literal(value) => *value,
            Number::Parameter(name) => self.parameter(name, place).unwrap_or(fallback),
        }
    }

    /// Returns an array's length, and the parameter it comes from.
    pub(super) fn count(&mut self, number: Placed<Number>) -> (Placed<u32>, Option<String>) {
        let count = self.value(&number.value, number.place, 1);
        (number.with(count), number.value.into_parameter())
    }

    fn parameter(&mut self, name: &str, place: Place) -> Option<u32> {
        let found = self.parameters.iter().find(|parameter| parameter.name.value == name);
        if found.is_none() {
            self.report(unknown(name, place, self.parameters));
        }
        found.map(|parameter| parameter.value.value)
    }
}

fn unknown(name: &str, place: Place, parameters: &[Parameter]) -> Diagnostic {
    // A longer list would not be read.
    let known = || parameters.iter().map(|parameter| parameter.name.value.as_str()).take(64);
    Diagnostic::new(Code::UnknownParameter, place, format!("unknown parameter {name}"))
        .label("unknown parameter")
        .remedy(format!("define it, or use one of {}", known().collect::<Vec<_>>().join(", ")))
        .suggest(nearest(name, known()))
}
