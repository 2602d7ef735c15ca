//! Macros without parameters.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::super::cursor::Cursor;
use super::super::expression;
use super::super::token::{Token, TokenKind};
use crate::import::ImportError;
use crate::import::LanguageFault;

/// Macros that may be open at once: a macro in a macro in a macro.
const DEPTH_MOST: usize = 64;
/// Tokens that the macros of a program may give.
const EXPANSIONS_MOST: usize = 1 << 20;

/// The macros defined so far.
#[derive(Debug, Default)]
pub(super) struct Macros<'t> {
    by_name: BTreeMap<&'t str, Vec<Token<'t>>>,
    /// Tokens that macros have given.
    expanded: Cell<usize>,
}

/// A macro that is being expanded.
struct Open<'m, 't> {
    name: &'t str,
    rest: std::slice::Iter<'m, Token<'t>>,
}

impl<'t> Macros<'t> {
    /// `NAME token…`, behind `#define`; the last definition counts.
    pub(super) fn define(&mut self, rest: &mut Cursor<'_, 't>) -> Result<(), ImportError> {
        let at = rest.at();
        let name = rest.word(super::MACRO)?;
        // In C, a bracket right behind the name begins parameters; one behind a space is part of the value.
        if rest.is_mark('(') && rest.at().column == at.column.saturating_add(width(name)) {
            let what = format!("`{name}`, a macro with parameters,");
            return Err(LanguageFault::unsupported(what, "write what it stands for where it is used").at(at));
        }
        let mut value = Vec::new();
        while let Some(kind) = rest.peek() {
            if kind == TokenKind::Mark('\\') {
                let fault =
                    LanguageFault::unsupported("a `#define` of several lines", "write it on one line");
                return Err(fault.at(rest.at()));
            }
            value.push(Token { kind, at: rest.at() });
            rest.skip();
        }
        self.by_name.insert(name, value);
        Ok(())
    }

    pub(super) fn remove(&mut self, name: &str) {
        self.by_name.remove(name);
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// Appends what a token stands for. As in C, a macro stands for itself inside itself.
    pub(super) fn expand(&self, token: Token<'t>, out: &mut Vec<Token<'t>>) -> Result<(), ImportError> {
        let at = token.at;
        let mut open = Vec::new();
        self.enter(token, &mut open, out)?;
        while let Some(innermost) = open.last_mut() {
            match innermost.rest.next() {
                Some(&Token { kind, .. }) => {
                    self.count().map_err(|fault| fault.at(at))?;
                    self.enter(Token { kind, at }, &mut open, out)?;
                }
                None => drop(open.pop()),
            }
        }
        Ok(())
    }

    /// Opens the macro that a token names, or appends the token.
    fn enter<'m>(
        &'m self,
        token: Token<'t>,
        open: &mut Vec<Open<'m, 't>>,
        out: &mut Vec<Token<'t>>,
    ) -> Result<(), ImportError> {
        let definition = match token.kind {
            TokenKind::Word(name) if open.iter().all(|open| open.name != name) => {
                self.by_name.get(name).map(|tokens| Open { name, rest: tokens.iter() })
            }
            _ => None,
        };
        match definition {
            None => out.push(token),
            Some(_) if open.len() == DEPTH_MOST => {
                let what = format!("more than {DEPTH_MOST} macros that name each other");
                return Err(LanguageFault::rule(what, "write the value instead").at(token.at));
            }
            Some(definition) => open.push(definition),
        }
        Ok(())
    }

    fn count(&self) -> Result<(), LanguageFault> {
        self.expanded.set(self.expanded.get() + 1);
        if self.expanded.get() <= EXPANSIONS_MOST {
            return Ok(());
        }
        let what = format!("the macros give more than {EXPANSIONS_MOST} tokens");
        Err(LanguageFault::rule(what, "define fewer macros by each other"))
    }

    /// Evaluates the condition of an `#if`. As in C, a name that is not a macro is 0.
    pub(super) fn condition(&self, rest: &mut Cursor<'_, 't>) -> Result<bool, ImportError> {
        let mut tokens = Vec::new();
        while let Some(kind) = rest.peek() {
            let at = rest.at();
            rest.skip();
            if kind == TokenKind::Word("defined") {
                let number = if self.is_defined(rest)? { "1" } else { "0" };
                tokens.push(Token { kind: TokenKind::Number(number), at });
            } else {
                self.expand(Token { kind, at }, &mut tokens)?;
            }
        }
        for token in &mut tokens {
            if matches!(token.kind, TokenKind::Word(_)) {
                token.kind = TokenKind::Number("0");
            }
        }
        let mut cursor = Cursor::new(&tokens, rest.at());
        let holds = expression::condition(&mut cursor)?;
        cursor.ended("the end of the line").map(|()| holds)
    }

    /// `NAME` or `(NAME)`, behind `defined`.
    fn is_defined(&self, rest: &mut Cursor<'_, 't>) -> Result<bool, ImportError> {
        let has_bracket = rest.take_mark('(');
        let name = rest.word(super::MACRO)?;
        if has_bracket {
            rest.mark(')', "`)`")?;
        }
        Ok(self.has(name))
    }
}

/// The length of a name in characters.
fn width(name: &str) -> u32 {
    u32::try_from(name.chars().count()).unwrap_or(u32::MAX)
}
