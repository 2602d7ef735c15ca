//! `--gantt`: the run as a chart on standard output.

use std::env;
use std::io::{self, IsTerminal, Write};

use hws_run::timeline::Timeline;
use hws_run::timeline::gantt::Gantt;
use terminal_size::Width;

/// Columns without a terminal.
const WIDTH: usize = 80;

pub(super) fn print(timeline: &Timeline) -> io::Result<()> {
    let stdout = io::stdout();
    let width = terminal_size::terminal_size_of(&stdout).map_or(WIDTH, |(Width(width), _)| width.into());
    writeln!(stdout.lock(), "{}", Gantt::new(timeline, width, is_coloured(&stdout)))
}

/// On a terminal, unless NO_COLOR is set to something (no-color.org).
fn is_coloured(stdout: &io::Stdout) -> bool {
    let is_unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    stdout.is_terminal() && !is_unwanted
}
