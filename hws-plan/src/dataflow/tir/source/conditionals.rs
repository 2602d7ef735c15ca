//! Nested `#if … #elif … #else … #endif`.

use hws_input::Position;

use crate::import::ImportError;
use crate::import::LanguageFault;

/// Directives that count in lines that are left out, too.
pub(super) const NAMES: [&str; 6] = ["if", "ifdef", "ifndef", "elif", "else", "endif"];

/// The conditionals around a line, the innermost last.
#[derive(Debug, Default)]
pub(super) struct Conditionals {
    open: Vec<Conditional>,
}

#[derive(Debug)]
struct Conditional {
    at: Position,
    /// Whether the lines around it count.
    is_reached: bool,
    /// Whether the present branch holds.
    holds: bool,
    /// Whether a branch has held.
    has_held: bool,
    has_else: bool,
}

impl Conditionals {
    /// Returns whether lines count here.
    pub(super) fn are_met(&self) -> bool {
        self.open.last().is_none_or(|innermost| innermost.is_reached && innermost.holds)
    }

    /// Returns whether the condition of an `#elif` decides anything here.
    pub(super) fn is_elif_open(&self) -> bool {
        self.open.last().is_some_and(|innermost| innermost.is_reached && !innermost.has_held)
    }

    pub(super) fn open(&mut self, holds: bool, at: Position) {
        let is_reached = self.are_met();
        self.open.push(Conditional { at, is_reached, holds, has_held: holds, has_else: false });
    }

    pub(super) fn alternative(&mut self, holds: bool, at: Position) -> Result<(), ImportError> {
        let innermost = self.innermost("#elif", at)?;
        innermost.holds = holds && !innermost.has_held;
        innermost.has_held |= holds;
        Ok(())
    }

    pub(super) fn otherwise(&mut self, at: Position) -> Result<(), ImportError> {
        let innermost = self.innermost("#else", at)?;
        (innermost.holds, innermost.has_held, innermost.has_else) = (!innermost.has_held, true, true);
        Ok(())
    }

    pub(super) fn close(&mut self, at: Position) -> Result<(), ImportError> {
        match self.open.pop() {
            Some(_) => Ok(()),
            None => {
                Err(LanguageFault::rule("`#endif` without an `#if`", "remove it, or add the `#if`").at(at))
            }
        }
    }

    /// Returns the conditional that another branch belongs to.
    fn innermost(&mut self, name: &str, at: Position) -> Result<&mut Conditional, ImportError> {
        match self.open.last_mut() {
            Some(innermost) if !innermost.has_else => Ok(innermost),
            Some(_) => {
                Err(LanguageFault::rule(format!("`{name}` after an `#else`"), "remove one of them").at(at))
            }
            None => {
                Err(LanguageFault::rule(format!("`{name}` without an `#if`"), "remove it, or add the `#if`")
                    .at(at))
            }
        }
    }

    pub(super) fn all_closed(&self) -> Result<(), ImportError> {
        match self.open.last() {
            Some(open) => Err(LanguageFault::rule("no `#endif` ends this", "add one").at(open.at)),
            None => Ok(()),
        }
    }
}
