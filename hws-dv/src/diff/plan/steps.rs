//! When a side is sampled, and what numbers its cycles.

use super::{Builder, CLOCK_OPTION, Names, Pairing};
use crate::diff::DiffError;
use crate::diff::options::{DiffOptions, SideOptions};
use crate::expr::Expr;
use crate::wave::{Steps, WaveTimeUnit};

/// The default name of the clock.
const CLOCK: &str = "clk";

/// When values are sampled.
#[derive(Clone, Debug)]
pub(in crate::diff) enum Sampling {
    /// At the edges of a clock.
    Clock { clock: Expr, is_falling: bool },
    /// At every time stamp: the rows of a table.
    Rows,
    /// Once, after everything: values that are compared with a memory image.
    End,
}

/// What numbers the sampled edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::diff) enum Numbering {
    /// They are counted from each reset on.
    Edges,
    /// The value of a lane.
    Lane(usize),
    /// Their time, times this factor.
    Time(u64),
}

/// From time stamps of a side to the largest unit of which both units are multiples.
pub(super) fn time_factor(pairing: &Pairing<'_>, is_a: bool) -> u64 {
    let unit = |names: &Names<'_>| names.hierarchy.timing().unit.map(WaveTimeUnit::attoseconds);
    let (Some(a), Some(b)) = (unit(&pairing.a), unit(&pairing.b)) else { return 1 };
    let own = if is_a { a } else { b };
    u64::try_from(own / greatest_common_divisor(a, b)).unwrap_or(u64::MAX)
}

fn greatest_common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

impl Builder<'_> {
    /// A table is sampled at each row, unless the clock is among its columns.
    pub(super) fn sampling(&mut self, side: &SideOptions) -> Result<Sampling, DiffError> {
        if self.samples_once {
            return Ok(Sampling::End);
        }
        let (text, is_falling) = clock_text(side.clock.as_deref().unwrap_or(CLOCK));
        // The clock is looked at after each time stamp.
        match self.expr(CLOCK_OPTION, text, Some(false)) {
            Ok(clock) if self.names.steps() == Steps::Edges || side.clock.is_some() => {
                Ok(Sampling::Clock { clock, is_falling })
            }
            Err(error) if self.names.steps() == Steps::Edges => Err(no_clock(error, side)),
            _ => {
                self.steering.clear();
                Ok(Sampling::Rows)
            }
        }
    }

    pub(super) fn numbering(&mut self, options: &DiffOptions) -> Result<Numbering, DiffError> {
        if options.by_time {
            return Ok(Numbering::Time(self.time_factor));
        }
        let Steps::Rows { cycle: Some(column) } = self.names.steps() else {
            let lane = options.cycle.as_deref().map(|name| self.cycle(name)).transpose()?;
            return Ok(lane.map_or(Numbering::Edges, Numbering::Lane));
        };
        // The column `cycle` stands for the cycle signal of the other side, unless the table has that, too.
        let named = options.cycle.as_deref().filter(|name| self.names.find(name).is_some());
        match named {
            Some(name) => self.cycle(name).map(Numbering::Lane),
            None => Ok(Numbering::Lane(self.extra(column, None))),
        }
    }

    fn cycle(&mut self, name: &str) -> Result<usize, DiffError> {
        let number = self.names.find(name);
        let number =
            number.ok_or_else(|| DiffError::new(format!("--cycle: {}", self.names.missing(name))))?;
        match self.names.variable(number).width {
            1..=64 => {
                self.steering.push(self.names.variable(number).id);
                Ok(self.extra(number, None))
            }
            width => Err(DiffError::new(format!("--cycle: `{name}` has {width} bits; expected 1 to 64"))),
        }
    }
}

/// `negedge clk` works at falling edges.
fn clock_text(text: &str) -> (&str, bool) {
    match text.strip_prefix("negedge ") {
        Some(rest) => (rest, true),
        None => (text.strip_prefix("posedge ").unwrap_or(text), false),
    }
}

fn no_clock(error: DiffError, side: &SideOptions) -> DiffError {
    match side.clock {
        Some(_) => error,
        None => DiffError::new(format!("{error}; name the clock with --clock")),
    }
}
