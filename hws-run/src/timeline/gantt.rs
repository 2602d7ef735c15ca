//! A timeline for the terminal: a line for each SIP, a letter for each graph.
//!
//! Each column represents the same number of cycles, the last one perhaps fewer. It shows the graph that used
//! most of it, and of two graphs that used the same share the one with the lower number; a SIP that no graph
//! used in the whole column was owned by firmware, reserved, or idle. A chart too narrow for single SIPs has a
//! line for each cluster, which shows the graph with most SIP cycles.

mod cell;
mod chart;

use std::fmt;

use anstyle::{AnsiColor, Style};

use super::Timeline;
use cell::{Cell, letter};
use chart::Chart;

/// Smallest width at which each SIP has a line.
const NARROW: usize = 40;
/// Width of the names at the beginning of lines.
const NAME: usize = 11;
/// Largest number of graphs named in the legend.
const LEGEND_MOST: usize = 26;

/// Displays a timeline.
#[derive(Clone, Copy, Debug)]
pub struct Gantt<'t> {
    timeline: &'t Timeline,
    width: usize,
    is_coloured: bool,
}

impl<'t> Gantt<'t> {
    /// Creates a chart of `width` columns, names included; at least 20 are used.
    #[must_use]
    pub const fn new(timeline: &'t Timeline, width: usize, is_coloured: bool) -> Self {
        Self { timeline, width: if width < 20 { 20 } else { width }, is_coloured }
    }

    fn legend(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:NAME$}. idle  - reserved  = owned by firmware  a-z backfilled", "")?;
        for (index, dag) in self.timeline.dags.iter().enumerate().take(LEGEND_MOST) {
            let style = self.style(index as u32);
            writeln!(f, "{:NAME$}{style}{}{style:#} {}", "", letter(index as u32), dag.name)?;
        }
        match self.timeline.dags.len().saturating_sub(LEGEND_MOST) {
            0 => Ok(()),
            more => writeln!(f, "{:NAME$}and {more} more, reusing these letters", ""),
        }
    }

    fn style(&self, dag: u32) -> Style {
        const COLOURS: [AnsiColor; 6] = [
            AnsiColor::Cyan,
            AnsiColor::Yellow,
            AnsiColor::Green,
            AnsiColor::Magenta,
            AnsiColor::Blue,
            AnsiColor::Red,
        ];
        let colour = COLOURS[dag as usize % COLOURS.len()];
        if self.is_coloured { colour.on_default() } else { Style::new() }
    }

    fn cell(&self, f: &mut fmt::Formatter<'_>, cell: Cell) -> fmt::Result {
        match cell.dag() {
            Some(dag) => {
                let style = self.style(dag);
                write!(f, "{style}{cell}{style:#}")
            }
            None => write!(f, "{cell}"),
        }
    }
}

impl fmt::Display for Gantt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chart = Chart::new(self.timeline, self.width - NAME, self.width < NARROW);
        writeln!(f, "{:NAME$}0 to {} cycles, {} each column", "", self.timeline.end, chart.cycles)?;
        for (name, cells) in &chart.lines {
            write!(f, "{name:<NAME$}")?;
            cells.iter().try_for_each(|&cell| self.cell(f, cell))?;
            writeln!(f)?;
        }
        self.legend(f)
    }
}

#[cfg(test)]
mod tests;
