//! `--gantt`: the run as a chart on standard output.

use std::io::{self, Write};

use hws_run::timeline::Timeline;
use hws_run::timeline::gantt::Gantt;
use terminal_size::Width;

use crate::terminal;

/// Columns where there is no terminal.
const WIDTH: usize = 80;

pub(super) fn print(timeline: &Timeline) -> io::Result<()> {
    let stdout = io::stdout();
    let width = terminal_size::terminal_size_of(&stdout).map_or(WIDTH, |(Width(width), _)| width.into());
    writeln!(stdout.lock(), "{}", Gantt::new(timeline, width, terminal::has_colours(&stdout)))
}
