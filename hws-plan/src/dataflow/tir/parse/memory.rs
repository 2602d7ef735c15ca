//! Memories, streams and scalars.

use super::super::expression;
use super::super::syntax::{Instruction, Variable};
use super::super::token::TokenKind;
use super::Parser;
use crate::import::ImportError;
use crate::import::LanguageFault;

/// Instructions whose result has no type before it.
const UNTYPED: [&str; 3] = ["alloca", "streamread", "merge"];
/// What a stream may have.
const STREAM: [&str; 4] = ["tir.stream.type", "tir.stream.size", "tir.stream.saddr", "tir.stream.stride"];

impl<'t> Parser<'_, 't> {
    /// `variable = alloca …`, `streamread …` or `merge …`.
    pub(super) fn untyped(&mut self) -> Result<Instruction<'t>, ImportError> {
        let dest = self.variable("a variable")?;
        self.cursor.mark('=', "`=`")?;
        let at = self.cursor.at();
        match self.cursor.word("`alloca`, `streamread` or `merge`")? {
            "alloca" => self.memory(dest),
            "streamread" => self.stream_read(dest),
            "merge" => self.merge(dest),
            "addrspace" => {
                let what = "a memory without `alloca`, an older form,";
                Err(LanguageFault::unsupported(what, "write `%memory = alloca [SIZE x TYPE], addrspace(N)`")
                    .at(at))
            }
            word @ ("bitcast" | "extractelement" | "insertelement" | "load") => {
                let remedy =
                    "divide a stream by `split`, join lanes by `merge`, read a memory by `streamread`";
                Err(LanguageFault::unsupported(format!("`{word}` without a type before the result"), remedy)
                    .at(at))
            }
            word => Err(LanguageFault::none_of("instruction", word, &UNTYPED).at(at)),
        }
    }

    /// `alloca [SIZE x TYPE], addrspace(N)`, or a scalar, which has no size.
    fn memory(&mut self, dest: Variable<'t>) -> Result<Instruction<'t>, ImportError> {
        let is_array = self.cursor.take_mark('[');
        if is_array {
            if let Some(TokenKind::Word("auto" | "AUTO")) = self.cursor.peek() {
                let remedy = "give its variable to both calls: the FIFO between them is computed";
                return Err(
                    LanguageFault::unsupported("a memory of size `auto`", remedy).at(self.cursor.at())
                );
            }
            expression::sum(&mut self.cursor)?;
            self.cursor.keyword("x", "`x`")?;
        }
        self.data_type()?;
        if is_array {
            self.cursor.mark(']', "`]`")?;
        }
        self.address_space()?;
        Ok(if is_array { Instruction::Memory { dest } } else { Instruction::Scalar { dest } })
    }

    /// `, addrspace(N)`, both optional.
    fn address_space(&mut self) -> Result<(), ImportError> {
        self.cursor.take_mark(',');
        if self.cursor.is_word("align") {
            let fault =
                LanguageFault::unsupported("`align`", "remove it: the schedule does not depend on it");
            return Err(fault.at(self.cursor.at()));
        }
        if self.cursor.is_word("addrspace") {
            self.cursor.skip();
            self.cursor.mark('(', "`(`")?;
            expression::sum(&mut self.cursor)?;
            self.cursor.mark(')', "`)`")?;
        }
        Ok(())
    }

    /// `streamread TYPE, TYPE* memory, !tir.stream.size !N, …`, behind the word.
    fn stream_read(&mut self, dest: Variable<'t>) -> Result<Instruction<'t>, ImportError> {
        self.data_type()?;
        self.comma()?;
        self.pointer_type()?;
        self.variable("the memory that is read")?;
        let size = self.metadata(&STREAM)?.size;
        Ok(Instruction::Read { dest, size })
    }

    /// `streamwrite TYPE source, TYPE* memory, …`, behind the word.
    pub(super) fn stream_write(&mut self) -> Result<Instruction<'t>, ImportError> {
        self.data_type()?;
        let source = self.variable("the stream that is written")?;
        self.comma()?;
        self.pointer_type()?;
        self.variable("the memory that is written")?;
        self.metadata(&STREAM)?;
        Ok(Instruction::Write { source })
    }

    /// `store TYPE constant, TYPE* dest`, behind the word.
    pub(super) fn store(&mut self) -> Result<Instruction<'t>, ImportError> {
        self.data_type()?;
        if let Some(source) = self.operand()? {
            let what = format!("a `store` of a variable, here `{source}`,");
            return Err(LanguageFault::unsupported(what, "copy it by `load`").at(source.at));
        }
        self.comma()?;
        self.pointer_type()?;
        Ok(Instruction::Store { dest: self.variable("the variable that takes the constant")? })
    }
}
