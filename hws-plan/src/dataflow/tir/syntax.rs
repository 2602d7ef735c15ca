//! A parsed program.

use std::fmt;

use hws_input::Position;

/// `define void @name (…) pipe { … }`.
#[derive(Debug)]
pub(super) struct Function<'t> {
    pub(super) name: &'t str,
    pub(super) at: Position,
    pub(super) parameters: Vec<Variable<'t>>,
    pub(super) body: Vec<Instruction<'t>>,
}

/// `%name` or `@name`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variable<'t> {
    pub(super) is_global: bool,
    pub(super) name: &'t str,
    pub(super) at: Position,
}

/// The id of its node: a local without its `%`.
impl fmt::Display for Variable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_global { "@" } else { "" })?;
        f.write_str(self.name)
    }
}

impl<'t> Variable<'t> {
    /// Two variables are the same if their keys are equal.
    pub(super) fn key(&self) -> (bool, &'t str) {
        (self.is_global, self.name)
    }
}

/// An instruction of a function.
#[derive(Debug)]
pub(super) enum Instruction<'t> {
    /// `TYPE dest = OPCODE TYPE source, …`; operands that are constants are left out.
    Operation {
        dest: Variable<'t>,
        opcode: &'t str,
        of_type: &'t str,
        sources: Vec<Variable<'t>>,
        /// `!tir.reduction.size`.
        reduction: Option<i64>,
    },
    /// `call @callee (…)`.
    Call { callee: &'t str, at: Position, arguments: Vec<Variable<'t>> },
    /// `offstream`.
    Offset { dest: Variable<'t>, source: Variable<'t>, offset: i64 },
    /// `autoindex`.
    Index { dest: Variable<'t>, source: Variable<'t> },
    /// `split` into lanes.
    Split { lanes: Vec<Variable<'t>>, source: Variable<'t> },
    /// `merge` of lanes.
    Merge { dest: Variable<'t>, lanes: Vec<Variable<'t>> },
    /// `alloca` of an array.
    Memory { dest: Variable<'t> },
    /// `alloca` of a scalar.
    Scalar { dest: Variable<'t> },
    /// `store` of a constant.
    Store { dest: Variable<'t> },
    /// `streamread`; the memory does not matter.
    Read { dest: Variable<'t>, size: Option<(i64, Position)> },
    /// `streamwrite`.
    Write { source: Variable<'t> },
}
