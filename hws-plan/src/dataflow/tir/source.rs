//! The tokens of a program behind its directives: the part of the C preprocessor that the tool runs first.

mod conditionals;
mod macros;

use hws_input::Position;

use super::cursor::Cursor;
use super::token::{self, Token};
use crate::import::LanguageFault;
use crate::import::{FilePlace, ImportError, ImportReason};
use conditionals::Conditionals;
use macros::Macros;

const MACRO: &str = "the name of a macro";
const DIRECTIVES: [&str; 8] = ["define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif"];

/// A program without comments, directives and macros.
#[derive(Debug)]
pub(super) struct Source<'t> {
    pub(super) tokens: Vec<Token<'t>>,
    /// The place behind the last line.
    pub(super) end: Position,
}

impl<'t> Source<'t> {
    pub(super) fn read(text: &'t str) -> Result<Self, ImportError> {
        let mut reading = Reading::default();
        for (index, line) in text.lines().enumerate() {
            reading.line(line, index + 1)?;
        }
        reading.conditionals.all_closed()?;
        let end = Position::new(text.lines().count() + 1, 0);
        if reading.tokens.is_empty() {
            return Err(ImportError::new(FilePlace::File, ImportReason::Empty));
        }
        Ok(Self { tokens: reading.tokens, end })
    }
}

#[derive(Default)]
struct Reading<'t> {
    tokens: Vec<Token<'t>>,
    macros: Macros<'t>,
    conditionals: Conditionals,
}

impl<'t> Reading<'t> {
    fn line(&mut self, text: &'t str, line: usize) -> Result<(), ImportError> {
        if text.trim_start().starts_with('#') {
            return self.directive(text, line);
        }
        if self.conditionals.are_met() {
            for token in token::of_line(text, line)? {
                self.macros.expand(token, &mut self.tokens)?;
            }
        }
        Ok(())
    }

    fn directive(&mut self, text: &'t str, line: usize) -> Result<(), ImportError> {
        let at = Position::new(line, text.chars().take_while(|&c| c != '#').count() + 1);
        let is_met = self.conditionals.are_met();
        let behind = text.trim_start().trim_start_matches('#').trim_start();
        let name = behind.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
        if !is_met && !conditionals::NAMES.contains(&name) {
            return Ok(());
        }
        if !DIRECTIVES.contains(&name) {
            return Err(unknown(name).at(at));
        }
        // What stands behind the name is read only where it counts; behind `#else` and `#endif`, as in C, nowhere.
        let matters = match name {
            "elif" => self.conditionals.is_elif_open(),
            "else" | "endif" => false,
            _ => is_met,
        };
        let tokens = if matters { token::of_line(text, line)? } else { Vec::new() };
        let end = Position::new(line, text.chars().count() + 1);
        let mut rest = Cursor::new(tokens.get(2..).unwrap_or_default(), end);
        match name {
            "define" => self.macros.define(&mut rest)?,
            "undef" => self.macros.remove(rest.word(MACRO)?),
            "elif" => {
                let holds = matters && self.holds(name, &mut rest)?;
                self.conditionals.alternative(holds, at)?;
            }
            "else" => self.conditionals.otherwise(at)?,
            "endif" => self.conditionals.close(at)?,
            _ => {
                let holds = is_met && self.holds(name, &mut rest)?;
                self.conditionals.open(holds, at);
            }
        }
        rest.ended("the end of the line")
    }

    /// Evaluates the condition of an `#if`, `#elif`, `#ifdef` or `#ifndef`.
    fn holds(&self, name: &str, rest: &mut Cursor<'_, 't>) -> Result<bool, ImportError> {
        match name {
            "if" | "elif" => self.macros.condition(rest),
            _ => Ok(self.macros.has(rest.word(MACRO)?) == (name == "ifdef")),
        }
    }
}

fn unknown(name: &str) -> LanguageFault {
    match name {
        "include" => {
            LanguageFault::unsupported("`#include`", "insert the file, or run the C preprocessor first")
        }
        _ => LanguageFault::none_of("directive", name, &DIRECTIVES),
    }
}
