//! Where events come from: a trace, a log in CSV, or a dump with monitor lanes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use super::log::EventLogFile;
use hws_input::{StandardInput, gzip};

use super::names::Names;
use super::{csv_log, lanes, trace};
use crate::diff::options::SideOptions;
use crate::input::STANDARD_INPUT;

/// A format with nothing but events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EventFormat {
    Trace,
    Csv,
}

/// As much of a file as its format needs to show.
const START: usize = 4096;

/// Whether the file has events and no signals.
pub(super) fn has_only_events(path: &Path) -> bool {
    format(path).is_some()
}

/// Reads all events of a side.
pub(super) fn read(path: &Path, side: &SideOptions, names: &mut Names) -> Result<EventLogFile, String> {
    match format(path) {
        None => lanes::read(path, side, names),
        Some(format) => {
            let input = open(path).map_err(|error| format!("cannot be read: {error}"))?;
            if let Some(option) = of_dumps(side) {
                return Err(format!("{option} concerns a dump, and this is an event log"));
            }
            format.read(input, names)
        }
    }
}

/// Reads all events of a log that is in memory already.
pub(super) fn read_bytes(log: &[u8], names: &mut Names) -> Result<EventLogFile, String> {
    let format = of_start(&log[..log.len().min(START)]).ok_or("is not an event log")?;
    let input = gzip::unpacked(Box::new(log)).map_err(|error| format!("cannot be read: {error}"))?;
    format.read(input, names)
}

impl EventFormat {
    fn read(self, input: impl BufRead, names: &mut Names) -> Result<EventLogFile, String> {
        match self {
            Self::Trace => trace::read(input, names),
            Self::Csv => csv_log::read(input, names),
        }
    }
}

fn of_dumps(side: &SideOptions) -> Option<&'static str> {
    let given = [("--clock", side.clock.is_some()), ("--prefix", side.prefix.is_some())];
    given.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
}

fn open(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    let input: Box<dyn BufRead + Send> = if path == Path::new(STANDARD_INPUT) {
        Box::new(StandardInput::default())
    } else {
        Box::new(BufReader::new(File::open(path)?))
    };
    gzip::unpacked(input)
}

/// The format that the content shows; of a pipe, which can be read only once, the one of its name.
fn format(path: &Path) -> Option<EventFormat> {
    if path == Path::new(STANDARD_INPUT) {
        // What is looked at here stays in the buffer of standard input.
        return of_start(StandardInput::default().fill_buf().unwrap_or(&[]));
    }
    match std::fs::metadata(path) {
        Ok(data) if data.is_file() => of_start(&start(File::open(path).ok()?)),
        Ok(data) if !data.is_dir() => of_name(path),
        _ => None,
    }
}

fn start(input: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What cannot be read shows when it is opened.
    let _ = input.take(START as u64).read_to_end(&mut bytes);
    bytes
}

fn of_start(first: &[u8]) -> Option<EventFormat> {
    let unpacked = gzip::beginning_of_text(first, START);
    let text = String::from_utf8_lossy(&unpacked);
    let text = text.trim_start_matches('\u{FEFF}').trim_start();
    if text.starts_with('{') {
        return Some(EventFormat::Trace);
    }
    let header = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'))?;
    csv_log::is_header(header).then_some(EventFormat::Csv)
}

fn of_name(path: &Path) -> Option<EventFormat> {
    let name = path.to_string_lossy().to_ascii_lowercase();
    match name.trim_end_matches(".gz") {
        name if name.ends_with(".jsonl") => Some(EventFormat::Trace),
        name if name.ends_with(".csv") => Some(EventFormat::Csv),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("{\"c\":1}", Some(EventFormat::Trace))]
    #[case("\u{FEFF}\n {\"c\":1}", Some(EventFormat::Trace))]
    #[case("# by hand\ncycle,kind,entry\n", Some(EventFormat::Csv))]
    #[case("Cycle, Kind, SIP mask\n", Some(EventFormat::Csv))]
    #[case("cycle,irq,state\n", None)]
    #[case("$date", None)]
    #[case("", None)]
    fn the_content_shows_whether_there_are_only_events(
        #[case] text: &str,
        #[case] format: Option<EventFormat>,
    ) {
        assert_eq!(of_start(text.as_bytes()), format, "{text}");
    }
}
