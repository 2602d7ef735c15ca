//! `hws plan pipeline`: JSON in, JSON or tables out.

use std::{fmt, io};

use serde_json::Value;

use super::matching::Match;
use super::phase::Phase;
use super::rows::{RowPipeline, WhatIf};
use super::soma_router::SomaRouter;
use super::strategy::Strategies;
use super::support::Support;
use crate::PlannerAnswer;
use crate::input::{InputError, InputFault, InputNode};

/// The result of one `op` of the pipeline mode.
#[derive(Clone, Debug)]
pub struct Pipeline(pub(crate) Operation);

/// The answer by operation.
#[derive(Clone, Debug)]
pub(crate) enum Operation {
    Strategy(Strategies),
    Rows(RowPipeline),
    Match(Match),
    SomaRouter(SomaRouter),
    Phase(Phase),
    Support(Support),
}

#[derive(Clone, Copy)]
enum Op {
    Strategy,
    Rows,
    Match,
    SomaRouter,
    Phase,
    Support,
}

const OPS: [(&str, Op); 6] = [
    ("strategy", Op::Strategy),
    ("row_pipeline", Op::Rows),
    ("match", Op::Match),
    ("soma_router", Op::SomaRouter),
    ("phase", Op::Phase),
    ("support", Op::Support),
];

impl Pipeline {
    /// Answers an input by its `op`.
    ///
    /// # Errors
    /// An input that breaks planner §7, or an answer beyond signed 64 bits.
    pub fn from_json(input: &Value) -> Result<Self, InputError> {
        let root = InputNode::new(input);
        Ok(Self(match root.key("op")?.word(&OPS)? {
            Op::Strategy => Operation::Strategy(Strategies::of(&root)?),
            Op::Rows => Operation::Rows(RowPipeline::of(&root)?),
            Op::Match => Operation::Match(Match::of(&root)?),
            Op::SomaRouter => Operation::SomaRouter(SomaRouter::of(&root)?),
            Op::Phase => Operation::Phase(Phase::of(&root)?),
            Op::Support => Operation::Support(Support::of(&root)?),
        }))
    }

    /// Returns the row pipeline with pipeline_num 1 to `last`.
    ///
    /// # Errors
    /// Another `op`, or a buffer beyond signed 64 bits.
    pub fn what_if(&self, last: u16) -> Result<WhatIf, InputError> {
        match &self.0 {
            Operation::Rows(rows) => WhatIf::of(rows, last.into()),
            _ => Err(InputError::new(
                "op",
                InputFault::Infeasible {
                    what: "only a row_pipeline has a pipeline_num to vary".to_owned(),
                    remedy: "use the op row_pipeline",
                },
            )),
        }
    }

    fn answer(&self) -> &dyn PlannerAnswer {
        match &self.0 {
            Operation::Strategy(answer) => answer,
            Operation::Rows(answer) => answer,
            Operation::Match(answer) => answer,
            Operation::SomaRouter(answer) => answer,
            Operation::Phase(answer) => answer,
            Operation::Support(answer) => answer,
        }
    }
}

impl PlannerAnswer for Pipeline {
    fn json(&self) -> Value {
        self.answer().json()
    }

    fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.answer().write_json(out)
    }

    fn is_good(&self) -> bool {
        self.answer().is_good()
    }
}

impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.answer().fmt(f)
    }
}
