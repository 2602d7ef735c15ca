//! `split` and `merge`.

use hws_input::Position;

use super::super::expression;
use super::super::syntax::{Instruction, Variable};
use super::Parser;
use crate::import::ImportError;
use crate::import::LanguageFault;

impl<'t> Parser<'_, 't> {
    /// `<a, b> = split TYPE source to <2 x TYPE>`, behind the first type.
    pub(super) fn split(&mut self) -> Result<Instruction<'t>, ImportError> {
        let at = self.cursor.at();
        let lanes = self.lanes()?;
        self.cursor.mark('=', "`=`")?;
        self.cursor.keyword("split", "`split`")?;
        self.data_type()?;
        let source = self.variable("the stream that is divided")?;
        self.cursor.keyword("to", "`to`")?;
        let count = self.lane_type()?;
        check_count(&lanes, count, at)?;
        Ok(Instruction::Split { lanes, source })
    }

    /// `merge <2 x TYPE> <a, b> to TYPE`, behind the word.
    pub(super) fn merge(&mut self, dest: Variable<'t>) -> Result<Instruction<'t>, ImportError> {
        let at = self.cursor.at();
        let count = self.lane_type()?;
        let lanes = self.lanes()?;
        check_count(&lanes, count, at)?;
        self.cursor.keyword("to", "`to`")?;
        self.data_type()?;
        Ok(Instruction::Merge { dest, lanes })
    }

    /// `<a, b, …>`.
    fn lanes(&mut self) -> Result<Vec<Variable<'t>>, ImportError> {
        self.cursor.mark('<', "`<`")?;
        let mut lanes = Vec::new();
        while lanes.is_empty() || !self.cursor.take_mark('>') {
            lanes.push(self.variable("the variable of a lane")?);
            self.cursor.take_mark(',');
        }
        Ok(lanes)
    }

    /// `<N x TYPE>`.
    fn lane_type(&mut self) -> Result<i64, ImportError> {
        self.cursor.mark('<', "`<`")?;
        let count = expression::sum(&mut self.cursor)?;
        self.cursor.keyword("x", "`x`")?;
        self.data_type()?;
        self.cursor.mark('>', "`>`").map(|()| count)
    }
}

fn check_count(lanes: &[Variable<'_>], count: i64, at: Position) -> Result<(), ImportError> {
    if usize::try_from(count) == Ok(lanes.len()) {
        return Ok(());
    }
    let what = format!("{} lanes, but a type of {count}", lanes.len());
    Err(LanguageFault::rule(what, "give as many lanes as the type has").at(at))
}
