//! A trace: JSON lines with a cycle, a kind and further keys, as in interfaces.md §7.

use std::io::{BufRead, Read};

use serde_json::{Map, Value};

use super::lines::{Epochs, cut, end_or_error};
use super::log::{EventLogFile, FieldValue, Origin, field_name, parsed};
use super::names::Names;

/// The longest line.
const LONGEST: usize = 1 << 20;
/// Bytes that are read of a line: enough to see that it is too long, blanks around it included.
const READ: u64 = 2 * LONGEST as u64;

/// Reads a trace to its end.
pub(super) fn read(mut input: impl BufRead, names: &mut Names) -> Result<EventLogFile, String> {
    let mut log = EventLogFile::new(Origin::Trace);
    let (mut line, mut byte, mut number) = (Vec::new(), 0, 0);
    let mut epochs = Epochs::new();
    loop {
        line.clear();
        number += 1;
        // A file without line feeds must not be read whole.
        match (&mut input).take(READ).read_until(b'\n', &mut line) {
            Ok(0) => break,
            Ok(count) => byte += count as u64,
            Err(error) => {
                end_or_error(&error, byte, &mut log)?;
                break;
            }
        }
        let text = line.trim_ascii();
        if text.len() > LONGEST || line.len() as u64 == READ {
            return Err(format!(
                "line {number}: is longer than {LONGEST} bytes; expected one event per line"
            ));
        }
        let is_whole = line.ends_with(b"\n");
        match object(text, number == 1) {
            Ok(None) => (),
            Ok(Some(object)) => event(&object, number, &mut epochs, &mut log, names)
                .map_err(|reason| format!("line {number}: {reason}"))?,
            Err(_) if !is_whole => log.cut = Some(cut("a line", byte)),
            Err(reason) => return Err(format!("line {number}: {reason}")),
        }
    }
    Ok(log)
}

/// The object of a line; `None` for an empty one.
fn object(text: &[u8], is_first: bool) -> Result<Option<Map<String, Value>>, String> {
    let text = if is_first { text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text) } else { text };
    if text.is_empty() {
        return Ok(None);
    }
    match serde_json::from_slice(text) {
        Ok(object) => Ok(Some(object)),
        Err(error) => Err(format!("is not a JSON object: {error}")),
    }
}

fn event(
    object: &Map<String, Value>,
    line: u64,
    epochs: &mut Epochs,
    log: &mut EventLogFile,
    names: &mut Names,
) -> Result<(), String> {
    let given = |keys: [&'static str; 2]| keys.into_iter().find_map(|key| Some((key, object.get(key)?)));
    let Some((kind_key, kind)) = given(["ev", "kind"]) else { return Err(no_kind(object)) };
    let (cycle_key, cycle) = given(["c", "cycle"]).ok_or("has no cycle: expected a key `c`")?;
    let kind = kind.as_str().ok_or_else(|| format!("`{kind_key}` is not a text"))?;
    let cycle =
        cycle.as_u64().ok_or_else(|| format!("`{cycle_key}` is not a cycle: expected a number from 0"))?;
    if kind_key == "kind" {
        log.origin = Origin::Log;
    }
    let kind = names.number(kind);
    let epoch = epochs.next(cycle, line, log);
    log.begin(epoch, cycle, line, kind)?;
    for (key, value) in object.iter().filter(|(key, _)| *key != kind_key && *key != cycle_key) {
        if let Some(value) = scalar(key, value, names)? {
            let name = field_name(kind, key, names);
            log.field(name, value);
        }
    }
    Ok(())
}

fn no_kind(object: &Map<String, Value>) -> String {
    if object.contains_key("op") {
        return "is an operation of a stimulus and not an event: `hws replay FILE` writes the trace of a stimulus".to_owned();
    }
    "has no kind of event: expected a key `ev`".to_owned()
}

fn scalar(key: &str, value: &Value, names: &mut Names) -> Result<Option<FieldValue>, String> {
    let text = match value {
        Value::Null => return Ok(None),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(_) | Value::Object(_) => {
            return Err(format!("`{key}` is a list or an object; expected a number or a text"));
        }
    };
    Ok(Some(parsed(key, &text, names)))
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
    fn events_have_the_words_of_the_lanes() {
        let line =
            r#"{"c":17,"ev":"launch","entry":0,"seq":0,"pool":"P","block":3,"launch_id":0,"sip_mask":15}"#;
        let done = r#"{"c":18,"ev":"kernel_done","entry":1,"seq":0,"dag_slot":-1}"#;
        let (log, mut names) = read_text(&format!("{line}\n\n{done}\n")).unwrap();
        let (launch, done) = (&log.events[0], &log.events[1]);
        assert_eq!((launch.cycle, launch.place, launch.kind), (17, 1, 4));
        let value = |event, name: &str, names: &mut Names| log.value(event, names.number(name));
        assert_eq!(value(launch, "pool", &mut names), Some(FieldValue::Number(1)));
        assert_eq!(value(done, "dag_slot", &mut names), Some(FieldValue::Number(u32::MAX.into())));
        assert_eq!((log.end, log.place(done)), ((1, 18), "line 3".to_owned()));
    }

    #[test]
    fn a_line_without_an_end_is_a_cut_and_not_an_error() {
        let (log, _) = read_text("{\"c\":1,\"ev\":\"commit\"}\n{\"c\":2,\"e").unwrap();
        assert_eq!(
            (log.events.len(), log.cut.as_deref()),
            (1, Some("ends inside a line at byte 31: the file is cut"))
        );
        assert_eq!(read_text("{\"c\":1,\"ev\":\"commit\"}").unwrap().0.cut, None, "a last line need not end");
    }

    #[test]
    fn a_cycle_that_falls_begins_an_epoch() {
        let (log, _) = read_text("{\"c\":5,\"ev\":\"a\"}\n{\"c\":0,\"ev\":\"a\"}\n").unwrap();
        assert_eq!(log.events.iter().map(|event| event.epoch).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(log.warnings, ["line 2: the cycle falls from 5 to 0: a new run begins"]);
    }

    #[test]
    fn a_line_that_does_not_end_is_not_read_to_its_end() {
        let endless = std::io::BufReader::new(std::io::repeat(b'x'));
        let shown = super::read(endless, &mut Names::new()).unwrap_err();
        assert!(shown.starts_with("line 1: is longer than 1048576 bytes"), "{shown}");
        let blanks = std::io::BufReader::new(std::io::repeat(b' '));
        assert!(super::read(blanks, &mut Names::new()).is_err());
    }

    #[rstest]
    #[case("{\"at\":0,\"op\":\"write\"}", "line 1: is an operation of a stimulus")]
    #[case("{\"c\":0}", "line 1: has no kind of event")]
    #[case("{\"ev\":\"a\"}", "line 1: has no cycle")]
    #[case("{\"c\":-1,\"ev\":\"a\"}", "line 1: `c` is not a cycle")]
    #[case("{\"c\":1,\"ev\":2}", "line 1: `ev` is not a text")]
    #[case("{\"c\":1,\"ev\":\"a\",\"b\":[]}", "line 1: `b` is a list or an object")]
    #[case("\n{\"c\":1\n", "line 2: is not a JSON object")]
    fn a_wrong_line_is_refused(#[case] text: &str, #[case] reason: &str) {
        let shown = read_text(text).unwrap_err();
        assert!(shown.starts_with(reason), "{shown}");
    }
}
