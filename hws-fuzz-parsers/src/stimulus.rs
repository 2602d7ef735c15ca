//! Stimuli: both ways of reading a line agree, what is read is written and read again, and an error is on its line.

use std::io::{BufRead, BufReader};

use hws_sim::stimulus::{Operation, Reader, StimulusError, Writer};

use crate::edit::Edited;
use crate::target::{Checked, FileVerdict, ParserTarget};

/// The target `stimulus`.
pub static STIMULUS: ParserTarget = ParserTarget::new(
    "stimulus",
    &[
        include_bytes!("../../examples/explain/reserved.jsonl"),
        include_bytes!("../../tests/dangers/V-16_grants_need_a_refresh.jsonl"),
        include_bytes!("../files/every_operation.jsonl"),
    ],
    Vec::new,
    Edited::Text,
    check,
);

type Read = (Vec<Operation>, Option<StimulusError>);

fn check(file: &[u8]) -> Checked {
    let (operations, error) = read(file);
    // A buffer of one byte never holds a line, so every line takes the slow path.
    if read(BufReader::with_capacity(1, file)) != (operations.clone(), error.clone()) {
        return Err("the file is read differently when it arrives byte by byte".to_owned());
    }
    match error {
        None => round_trip(&operations).map(|()| FileVerdict::Accepted),
        Some(error) => refused(file, operations.len(), &error).map(|()| FileVerdict::Refused),
    }
}

fn read(input: impl BufRead) -> Read {
    let mut operations = Vec::new();
    for operation in Reader::new("s.jsonl", input) {
        match operation {
            Ok(operation) => operations.push(operation),
            Err(error) => return (operations, Some(error)),
        }
    }
    (operations, None)
}

fn round_trip(operations: &[Operation]) -> Result<(), String> {
    let written = Writer::write(Vec::new(), operations).map_err(|error| error.to_string())?;
    let (again, error) = read(written.as_slice());
    if let Some(error) = error {
        return Err(format!("what is written is refused: {error}"));
    }
    if again != operations {
        return Err("what is written reads differently".to_owned());
    }
    Ok(())
}

/// Every operation is a line, so the error is on the next one; behind `end`, on the line after it.
fn refused(file: &[u8], operations: usize, error: &StimulusError) -> Result<(), String> {
    let lines: Vec<&[u8]> = file.split(|byte| *byte == b'\n').collect();
    let line = error.line as usize;
    if line != operations + 1 && line != operations + 2 {
        return Err(format!("after {operations} operations the error is on line {line}: {error}"));
    }
    let length = lines.get(line - 1).map_or(0, |line| line.len());
    if error.column == 0 || error.column as usize > length + 1 {
        return Err(format!("the error is outside its line of {length} bytes: {error}"));
    }
    Ok(())
}
