//! Looks up the numbers that are written as a parameter's name.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Parameter, Placed, Position};
use crate::source::Number;
use serde_saphyr::Spanned;

/// The parameters, and what was asked of them in vain.
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

    /// Notes another thing that is wrong.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// The number meant; `fallback` (and a diagnostic) when no parameter has the name.
    pub(super) fn value(&mut self, number: &Number, position: Position, fallback: u32) -> u32 {
        match number {
            Number::Literal(value) => *value,
            Number::Parameter(name) => self.parameter(name, position).unwrap_or(fallback),
        }
    }

    /// An array's length, and the parameter it comes from.
    pub(super) fn count(&mut self, number: Spanned<Number>) -> (Placed<u32>, Option<String>) {
        let number = Placed::from(number);
        let count = self.value(&number.value, number.position, 1);
        let parameter = match &number.value {
            Number::Parameter(name) => Some(name.clone()),
            Number::Literal(_) => None,
        };
        (number.with(count), parameter)
    }

    fn parameter(&mut self, name: &str, position: Position) -> Option<u32> {
        let found = self.parameters.iter().find(|parameter| parameter.name.value == name);
        if found.is_none() {
            self.diagnostics.push(unknown(name, position, self.parameters));
        }
        found.map(|parameter| parameter.value.value)
    }
}

fn unknown(name: &str, position: Position, parameters: &[Parameter]) -> Diagnostic {
    let known: Vec<&str> = parameters.iter().map(|parameter| parameter.name.value.as_str()).collect();
    let message = format!("{name} is not a parameter");
    Diagnostic::new(Code::UnknownParameter, position, message, format!("known: {}", known.join(", ")))
}
