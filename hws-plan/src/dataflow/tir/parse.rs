//! The grammar: functions, and the parts that all instructions share.

mod instruction;
mod lanes;
mod memory;
mod metadata;

use super::cursor::Cursor;
use super::expression;
use super::source::Source;
use super::syntax::{Function, Variable};
use super::token::TokenKind;
use crate::import::ImportError;
use crate::import::LanguageFault;

/// The function that holds memories and streams; it has no parameters.
pub(super) const MAIN: &str = "main";

/// Reads all functions.
pub(super) fn functions<'t>(source: &Source<'t>) -> Result<Vec<Function<'t>>, ImportError> {
    let mut parser = Parser { cursor: Cursor::new(&source.tokens, source.end) };
    let mut functions = Vec::new();
    while parser.cursor.peek().is_some() {
        functions.push(parser.function()?);
    }
    Ok(functions)
}

struct Parser<'a, 't> {
    cursor: Cursor<'a, 't>,
}

impl<'t> Parser<'_, 't> {
    /// `define void @name (TYPE variable, …) pipe { instruction … }`, without parameters and `pipe` for `main`.
    fn function(&mut self) -> Result<Function<'t>, ImportError> {
        self.start_of_function()?;
        let at = self.cursor.at();
        let name = self.global("the name of the function, such as `@kernel`")?;
        self.cursor.mark('(', "`(`")?;
        let parameters = self.arguments()?;
        if name == MAIN {
            if let Some(first) = parameters.first() {
                let fault =
                    LanguageFault::rule("`@main` has parameters", "read streams from memories instead");
                return Err(fault.at(first.at));
            }
        } else {
            self.pipe()?;
        }
        self.cursor.mark('{', "`{`")?;
        let mut body = Vec::new();
        while !self.cursor.take_mark('}') {
            body.extend(self.instruction()?);
        }
        Ok(Function { name, at, parameters, body })
    }

    fn start_of_function(&mut self) -> Result<(), ImportError> {
        if let Some(TokenKind::Global(name)) = self.cursor.peek() {
            let what = format!("`@{name}` outside of a function, an older form,");
            let remedy = "define memories in `@main`, by `%memory = alloca [SIZE x TYPE], addrspace(1)`";
            return Err(LanguageFault::unsupported(what, remedy).at(self.cursor.at()));
        }
        self.cursor.keyword("define", "`define`, which begins a function,")?;
        self.cursor.keyword("void", "`void`, as functions return nothing,")
    }

    /// The kind of a function.
    fn pipe(&mut self) -> Result<(), ImportError> {
        if let Some(TokenKind::Word(kind @ ("seq" | "par" | "comb"))) = self.cursor.peek() {
            let remedy = "write `pipe`, the only kind that the schedule is defined for";
            return Err(
                LanguageFault::unsupported(format!("a `{kind}` function"), remedy).at(self.cursor.at())
            );
        }
        self.cursor.keyword("pipe", "`pipe`")
    }

    /// `TYPE variable, …)`; commas may be left out, as in the grammar of the tool.
    fn arguments(&mut self) -> Result<Vec<Variable<'t>>, ImportError> {
        let mut arguments = Vec::new();
        while !self.cursor.take_mark(')') {
            self.data_type()?;
            arguments.push(self.variable("a variable, such as `%x`,")?);
            self.cursor.take_mark(',');
        }
        Ok(arguments)
    }

    /// `iN`, `uiN` or `floatN`.
    fn data_type(&mut self) -> Result<&'t str, ImportError> {
        let at = self.cursor.at();
        match self.cursor.peek() {
            Some(TokenKind::Mark('<')) => {
                Err(LanguageFault::unsupported("a vector type", "divide the stream by `split`").at(at))
            }
            Some(TokenKind::Word(word)) if is_type(word) => {
                self.cursor.skip();
                Ok(word)
            }
            Some(TokenKind::Word(word @ ("float" | "double" | "half"))) => {
                let what = format!("`{word}`, a type without its size,");
                Err(LanguageFault::unsupported(what, "write `float32`, `float64` or `float16`").at(at))
            }
            _ => Err(self.cursor.unexpected("a type, such as `i32`, `ui18` or `float32`,")),
        }
    }

    /// `TYPE*`.
    fn pointer_type(&mut self) -> Result<(), ImportError> {
        self.data_type()?;
        self.cursor.mark('*', "`*`, as the type of a memory is a pointer,")
    }

    fn variable(&mut self, wanted: &'static str) -> Result<Variable<'t>, ImportError> {
        let at = self.cursor.at();
        let (is_global, name) = match self.cursor.peek() {
            Some(TokenKind::Local(name)) => (false, name),
            Some(TokenKind::Global(name)) => (true, name),
            _ => return Err(self.cursor.unexpected(wanted)),
        };
        self.cursor.skip();
        Ok(Variable { is_global, name, at })
    }

    fn global(&mut self, wanted: &'static str) -> Result<&'t str, ImportError> {
        let Some(TokenKind::Global(name)) = self.cursor.peek() else {
            return Err(self.cursor.unexpected(wanted));
        };
        self.cursor.skip();
        Ok(name)
    }

    /// A variable, or `None` for a constant: its value does not matter.
    fn operand(&mut self) -> Result<Option<Variable<'t>>, ImportError> {
        if matches!(self.cursor.peek(), Some(TokenKind::Local(_) | TokenKind::Global(_))) {
            return self.variable("an operand").map(Some);
        }
        let sign = usize::from(matches!(self.cursor.peek(), Some(TokenKind::Mark('-' | '+'))));
        match self.cursor.peek_behind(sign) {
            Some(TokenKind::Number(digits)) if digits.contains('.') => {
                (0..=sign).for_each(|_| self.cursor.skip());
            }
            Some(TokenKind::Number(_) | TokenKind::Mark('(' | '-' | '+')) => {
                expression::sum(&mut self.cursor)?;
            }
            _ => return Err(self.cursor.unexpected("an operand: a variable or a constant")),
        }
        Ok(None)
    }

    fn comma(&mut self) -> Result<(), ImportError> {
        self.cursor.mark(',', "`,`")
    }
}

fn is_type(word: &str) -> bool {
    let bits =
        word.strip_prefix("float").or_else(|| word.strip_prefix("ui")).or_else(|| word.strip_prefix('i'));
    bits.is_some_and(|bits| !bits.is_empty() && bits.bytes().all(|byte| byte.is_ascii_digit()))
}
