//! An event log in CSV: a header with `cycle` and `kind`, and one event per line.

use std::io::BufRead;

use csv::{ReaderBuilder, StringRecord, Trim};
use hws_input::{did_you_mean, nearest};

use super::lines::{Epochs, cut, end_or_error};
use super::log::{EventLogFile, FieldValue, Origin, field_name, parsed};
use super::names::Names;

const CYCLE: [&str; 4] = ["cycle", "c", "tick", "ticks"];
const KIND: [&str; 3] = ["kind", "ev", "event"];

/// Whether a line is the header of an event log.
pub(super) fn is_header(line: &str) -> bool {
    let columns: Vec<String> = line.split(',').map(column).collect();
    let has = |names: &[&str]| columns.iter().any(|column| names.contains(&column.as_str()));
    has(&CYCLE) && has(&KIND)
}

/// `SIP mask` is `sip_mask`.
fn column(text: &str) -> String {
    text.trim().trim_matches('"').trim().to_lowercase().replace([' ', '-'], "_")
}

/// Reads a log to its end.
pub(super) fn read(input: impl BufRead, names: &mut Names) -> Result<EventLogFile, String> {
    let mut log = EventLogFile::new(Origin::Log);
    let mut reader =
        ReaderBuilder::new().flexible(true).comment(Some(b'#')).trim(Trim::All).from_reader(input);
    let header: Vec<String> = match reader.headers() {
        Ok(header) => header.iter().map(|text| column(text.trim_start_matches('\u{FEFF}'))).collect(),
        Err(error) => return Err(format!("line 1: {error}")),
    };
    let columns = Columns::new(header)?;
    let (mut record, mut epochs) = (StringRecord::new(), Epochs::new());
    loop {
        let is_more = match reader.read_record(&mut record) {
            Ok(is_more) => is_more,
            Err(error) => {
                let byte = reader.position().byte();
                return match error.into_kind() {
                    csv::ErrorKind::Io(error) => end_or_error(&error, byte, &mut log).map(|()| log),
                    other => Err(format!("line {}: {other:?}", reader.position().line())),
                };
            }
        };
        if !is_more {
            return Ok(log);
        }
        let line = record.position().map_or(0, csv::Position::line);
        if record.len() != columns.names.len() {
            let (here, there) = (record.len(), columns.names.len());
            let byte = reader.position().byte();
            if here < there && is_end(&mut reader) {
                log.cut = Some(cut("a line", byte));
                return Ok(log);
            }
            return Err(format!("line {line}: has {here} values, and the header has {there} columns"));
        }
        columns
            .event(&record, line, &mut epochs, &mut log, names)
            .map_err(|reason| format!("line {line}: {reason}"))?;
    }
}

fn is_end(reader: &mut csv::Reader<impl BufRead>) -> bool {
    matches!(reader.read_record(&mut StringRecord::new()), Ok(false) | Err(_))
}

/// The columns of a log.
struct Columns {
    names: Vec<String>,
    cycle: usize,
    kind: usize,
}

impl Columns {
    fn new(names: Vec<String>) -> Result<Self, String> {
        let find = |known: &[&str]| {
            let place = names.iter().position(|name| known.contains(&name.as_str()));
            place.ok_or_else(|| {
                let meant = did_you_mean(nearest(known[0], names.iter().map(String::as_str)));
                let have = names.join(", ");
                format!("line 1: the header has no column `{}`; {meant}it has {have}", known[0])
            })
        };
        let (cycle, kind) = (find(&CYCLE)?, find(&KIND)?);
        let twice = names.iter().enumerate().find(|(place, name)| names[..*place].contains(name));
        match twice {
            Some((_, name)) => Err(format!("line 1: the header has the column `{name}` twice")),
            None => Ok(Self { names, cycle, kind }),
        }
    }

    fn event(
        &self,
        record: &StringRecord,
        line: u64,
        epochs: &mut Epochs,
        log: &mut EventLogFile,
        names: &mut Names,
    ) -> Result<(), String> {
        let cycle = match parsed("cycle", &record[self.cycle], names) {
            FieldValue::Number(cycle) => cycle,
            _ => return Err(format!("`{}` is not a cycle: expected a number from 0", &record[self.cycle])),
        };
        if record[self.kind].is_empty() {
            return Err(format!("the column `{}` is empty", self.names[self.kind]));
        }
        let kind = names.number(&record[self.kind].to_lowercase());
        let epoch = epochs.next(cycle, line, log);
        log.begin(epoch, cycle, line, kind)?;
        let cells = record.iter().zip(&self.names).enumerate();
        for (_, (text, column)) in cells.filter(|(place, _)| *place != self.cycle && *place != self.kind) {
            if !text.is_empty() {
                let name = field_name(kind, column, names);
                let field = names.text(name).to_owned();
                let value = parsed(&field, text, names);
                log.field(name, value);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn read_text(text: &str) -> Result<(EventLogFile, Names), String> {
        let mut names = Names::new();
        read(text.as_bytes(), &mut names).map(|log| (log, names))
    }

    #[test]
    fn columns_have_the_names_of_the_trace() {
        let text =
            "# bench 7\nCycle, Kind, Entry, Kernel, SIP mask\n17,LAUNCH,0x2,5,4'hf\n18,promote,3,,0b11\n";
        let (log, names) = read_text(text).unwrap();
        let shown: Vec<String> = log.events.iter().map(|event| log.describe(event, &names)).collect();
        assert_eq!(shown, ["launch entry 2 kernel_id 0x5 sip_mask 0xf", "promote entry 3 mask 0x3"]);
        assert_eq!((log.events[0].cycle, log.events[0].place), (17, 3));
    }

    #[test]
    fn a_short_last_line_is_a_cut() {
        let (log, _) = read_text("cycle,kind,entry\n1,commit,0\n2,com").unwrap();
        assert_eq!(log.events.len(), 1);
        assert!(log.cut.unwrap().starts_with("ends inside a line at byte "));
    }

    #[rstest]
    #[case("cycle,knd\n", "line 1: the header has no column `kind`; did you mean `knd`? it has cycle, knd")]
    #[case("cycle,kind,a,a\n", "line 1: the header has the column `a` twice")]
    #[case("cycle,kind,a\n1,b\n2,b,3\n", "line 2: has 2 values, and the header has 3 columns")]
    #[case("cycle,kind\nx,b\n", "line 2: `x` is not a cycle")]
    #[case("cycle,kind\n1,\n", "line 2: the column `kind` is empty")]
    fn a_wrong_line_is_refused(#[case] text: &str, #[case] reason: &str) {
        let shown = read_text(text).unwrap_err();
        assert!(shown.starts_with(reason), "{shown}");
    }
}
