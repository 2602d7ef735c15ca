//! Writes a timeline page of a synthetic run, for tests of the page: of any size, with every mark, with names that
//! try to inject markup, or empty.
//!
//! ```sh
//! cargo run --package hws-run --example timeline_page -- blocks 100000 > target/timeline.html
//! cargo run --package hws-run --example timeline_page -- hostile > target/hostile.html
//! ```

mod deadlines;
mod firmware;
mod synthetic;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use hws_run::timeline::{Timeline, html};
use hws_types::Topology;

const USAGE: &str = "usage: timeline_page (blocks N | hostile | one | empty)";

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let words: Vec<_> = arguments.iter().map(String::as_str).collect();
    let Some((timeline, title)) = page(&words) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match write(&timeline, &title) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn write(timeline: &Timeline, title: &str) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    html::write(timeline, title, &mut out)?;
    out.flush()
}

fn page(words: &[&str]) -> Option<(Timeline, String)> {
    match words {
        ["blocks", count] => {
            let mut timeline = synthetic::run(count.parse().ok()?, &synthetic::NAMES, Topology::FULL);
            deadlines::add(&mut timeline);
            let firmware = Some(firmware::log(&timeline));
            Some((Timeline { firmware, ..timeline }, format!("synthetic, {count} blocks")))
        }
        ["hostile"] => {
            let topology = Topology::new(3, 4)?;
            let mut timeline = synthetic::run(300, &synthetic::HOSTILE, topology);
            deadlines::add(&mut timeline);
            Some((timeline, synthetic::HOSTILE[0].to_owned()))
        }
        ["one"] => Some((synthetic::run(1, &synthetic::NAMES, Topology::FULL), "one block".to_owned())),
        ["empty"] => Some((Timeline::new(Topology::FULL), "nothing".to_owned())),
        _ => None,
    }
}
