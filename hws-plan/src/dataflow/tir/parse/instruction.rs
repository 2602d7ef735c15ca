//! Instructions that compute, and calls.

use hws_input::Position;

use super::super::latency::{BINARY, UNARY};
use super::super::syntax::{Instruction, Variable};
use super::super::token::TokenKind;
use super::{Parser, is_type};
use crate::import::ImportError;
use crate::import::LanguageFault;

/// Words that begin an instruction without a result.
const STATEMENTS: [&str; 5] = ["call", "ret", "store", "streamread", "streamwrite"];
/// Instructions with a form of their own.
const OTHERS: [&str; 4] = ["icmp", "select", "offstream", "autoindex"];

impl<'t> Parser<'_, 't> {
    /// Reads an instruction; `None` for `ret` and labels.
    pub(super) fn instruction(&mut self) -> Result<Option<Instruction<'t>>, ImportError> {
        let at = self.cursor.at();
        match self.cursor.peek() {
            Some(TokenKind::Local(_) | TokenKind::Global(_)) => self.untyped().map(Some),
            Some(TokenKind::Word(word)) if is_type(word) => {
                self.cursor.skip();
                if self.cursor.is_mark('<') { self.split() } else { self.typed() }.map(Some)
            }
            Some(TokenKind::Word(_) | TokenKind::Number(_))
                if self.cursor.peek_behind(1) == Some(TokenKind::Mark(':')) =>
            {
                self.cursor.skip();
                self.cursor.skip();
                Ok(None)
            }
            Some(TokenKind::Word(word)) => {
                self.cursor.skip();
                self.statement(word, at)
            }
            _ => Err(self.cursor.unexpected("an instruction or `}`")),
        }
    }

    fn statement(&mut self, word: &'t str, at: Position) -> Result<Option<Instruction<'t>>, ImportError> {
        match word {
            "ret" => self.cursor.keyword("void", "`void`").map(|()| None),
            "call" => self.call().map(Some),
            "store" => self.store().map(Some),
            "streamwrite" => self.stream_write().map(Some),
            "br" | "switch" => {
                let remedy = "compute both sides and choose by `select`";
                Err(LanguageFault::unsupported(format!("`{word}`, control flow,"), remedy).at(at))
            }
            _ => {
                let remedy = format!(
                    "an instruction begins with the type of its result, with a variable, or with {}",
                    STATEMENTS.join(", ")
                );
                Err(LanguageFault::unknown("instruction", word, STATEMENTS, remedy).at(at))
            }
        }
    }

    fn call(&mut self) -> Result<Instruction<'t>, ImportError> {
        let at = self.cursor.at();
        if self.cursor.is_mark('[') {
            let remedy = "divide its streams by `split`, and call it for each lane";
            return Err(LanguageFault::unsupported("`call [pndmap N]`, an older form,", remedy).at(at));
        }
        let callee = self.global("the function that is called, such as `@kernel`,")?;
        self.cursor.mark('(', "`(`")?;
        Ok(Instruction::Call { callee, at, arguments: self.arguments()? })
    }

    /// `TYPE dest = instruction …`, behind the type.
    fn typed(&mut self) -> Result<Instruction<'t>, ImportError> {
        let dest = self.variable("the variable that takes the result")?;
        self.cursor.mark('=', "`=`")?;
        let at = self.cursor.at();
        let opcode = self.cursor.word("an instruction, such as `add`,")?;
        match opcode {
            "icmp" => self.comparison(dest, opcode),
            "select" => self.selection(dest, opcode),
            "offstream" => self.offset(dest),
            "autoindex" => self.index(dest),
            _ if BINARY.contains(&opcode) => self.binary(dest, opcode),
            _ if UNARY.contains(&opcode) => {
                let of_type = self.data_type()?;
                let sources = Vec::from_iter(self.operand()?);
                self.operation(dest, opcode, of_type, sources)
            }
            _ if is_type(opcode) => Err(older_form().at(at)),
            _ => Err(unknown(opcode).at(at)),
        }
    }

    fn binary(&mut self, dest: Variable<'t>, opcode: &'t str) -> Result<Instruction<'t>, ImportError> {
        let of_type = self.data_type()?;
        let mut sources = Vec::from_iter(self.operand()?);
        self.comma()?;
        sources.extend(self.operand()?);
        self.operation(dest, opcode, of_type, sources)
    }

    /// Reads the metadata of an instruction.
    fn operation(
        &mut self,
        dest: Variable<'t>,
        opcode: &'t str,
        of_type: &'t str,
        sources: Vec<Variable<'t>>,
    ) -> Result<Instruction<'t>, ImportError> {
        let reduction = self.metadata(&["tir.reduction.size"])?.reduction;
        let accumulates = sources.iter().any(|source| source.key() == dest.key());
        match (reduction, accumulates) {
            (Some(_), false) => {
                let what = format!("the reduction `{dest}` does not read itself");
                Err(LanguageFault::rule(what, "make the result one of the operands").at(dest.at))
            }
            (None, true) => {
                let what = format!("`{dest}` reads itself, but is not a reduction");
                Err(LanguageFault::rule(what, "add `!tir.reduction.size !N`, or rename it").at(dest.at))
            }
            _ => Ok(Instruction::Operation { dest, opcode, of_type, sources, reduction }),
        }
    }

    /// `icmp eq TYPE a, b`.
    fn comparison(&mut self, dest: Variable<'t>, opcode: &'t str) -> Result<Instruction<'t>, ImportError> {
        let at = self.cursor.at();
        let relation = self.cursor.word("`eq` or `ne`")?;
        if !matches!(relation, "eq" | "ne") {
            return Err(LanguageFault::none_of("comparison", relation, &["eq", "ne"]).at(at));
        }
        let of_type = self.data_type()?;
        let mut sources = Vec::from_iter(self.operand()?);
        self.comma()?;
        sources.extend(self.operand()?);
        self.operation(dest, opcode, of_type, sources)
    }

    /// `select TYPE condition, TYPE a, TYPE b`; the type is that of `a` and `b`.
    fn selection(&mut self, dest: Variable<'t>, opcode: &'t str) -> Result<Instruction<'t>, ImportError> {
        self.data_type()?;
        let mut sources = Vec::from_iter(self.operand()?);
        self.comma()?;
        let of_type = self.data_type()?;
        sources.extend(self.operand()?);
        self.comma()?;
        let at = self.cursor.at();
        if self.data_type()? != of_type {
            let what = "the two values of a `select` have different types";
            return Err(LanguageFault::rule(what, "give both the same type").at(at));
        }
        sources.extend(self.operand()?);
        self.operation(dest, opcode, of_type, sources)
    }

    /// `offstream source, !tir.stream.offset !N`.
    fn offset(&mut self, dest: Variable<'t>) -> Result<Instruction<'t>, ImportError> {
        let source = self.variable("the stream that is shifted")?;
        let offset = self.metadata(&["tir.stream.offset"])?.offset;
        let missing =
            || LanguageFault::rule("no `!tir.stream.offset`", "add it, such as `!tir.stream.offset !+1`");
        Ok(Instruction::Offset { dest, source, offset: offset.ok_or_else(|| missing().at(dest.at))? })
    }

    /// `autoindex source, !tir.aindex.type !1d, !tir.aindex.range !0 !N`.
    fn index(&mut self, dest: Variable<'t>) -> Result<Instruction<'t>, ImportError> {
        let source = self.variable("the stream that is counted")?;
        self.metadata(&[
            "tir.aindex.type",
            "tir.aindex.range",
            "tir.aindex.dimNum",
            "tir.aindex.nestUnder",
            "tir.aindex.nestOver",
        ])?;
        Ok(Instruction::Index { dest, source })
    }
}

/// `i32 %x, !tir.stream.offset !+1` and `i32 0, !"counter"`.
fn older_form() -> LanguageFault {
    let remedy =
        "name the instruction: `offstream` for an offset, `autoindex` for a counter, `load` for a copy";
    LanguageFault::unsupported("a result without an instruction, an older form,", remedy)
}

fn unknown(opcode: &str) -> LanguageFault {
    let known: Vec<&str> = BINARY.iter().chain(&UNARY).chain(&OTHERS).copied().collect();
    match opcode {
        "extractelement" | "insertelement" | "bitcast" => LanguageFault::unsupported(
            format!("`{opcode}`"),
            "divide a stream by `split`, and join lanes by `merge`",
        ),
        "call" => {
            let remedy = "call it without a result, and give the result as an argument";
            LanguageFault::unsupported("a function that returns a value", remedy)
        }
        _ => LanguageFault::none_of("instruction", opcode, &known),
    }
}
