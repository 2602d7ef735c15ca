//! Reads a stimulus line by line, in constant memory.

use std::io::{self, BufRead, ErrorKind, Read};

use hws_types::Cycle;

use super::error::{Fault, StimulusError, StimulusReason};
use super::fields::parse_line;
use super::head::Head;
use super::plain;
use crate::operation::{Op, Operation};

/// The bytes of the longest line: more than a million words of memory.
const LONGEST_LINE: u64 = 1 << 24;

/// An iterator over the operations of a stimulus; it stops after the first error.
///
/// `end` is only yielded when nothing follows it, and a stimulus without it ends in an error: a reader that
/// has yielded [`Op::End`] has read a complete, well-formed stimulus.
///
/// ```
/// use hws_sim::stimulus::{Op, Reader, StimulusReason};
/// let text = "{\"at\":3,\"op\":\"sip_array\",\"pre_lead\":9}\n{\"at\":2,\"op\":\"end\"}";
/// let mut reader = Reader::new("stimulus.jsonl", text.as_bytes());
/// assert_eq!(reader.next().unwrap()?.op, Op::SipArray { pre_lead: 9 });
/// let error = reader.next().unwrap().unwrap_err();
/// assert_eq!((error.line, error.column), (2, 7));
/// assert_eq!(error.reason, StimulusReason::Decreasing { at: 2, previous: 3 });
/// assert_eq!(
///     error.to_string(),
///     "stimulus.jsonl:2:7: `at` decreases from 3 to 2; order the lines by `at`"
/// );
/// # Ok::<(), hws_sim::stimulus::StimulusError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    file: String,
    input: R,
    line: Vec<u8>,
    /// The lines that have been read.
    lines: u64,
    /// The operation that is given next, if any.
    next: Vec<Operation>,
    previous: Cycle,
    /// The beginning of the last line that did not begin like the one before.
    head: Box<Head>,
    is_finished: bool,
}

impl<R: BufRead> Reader<R> {
    /// Creates a reader of `input`; `file` is its name in errors.
    pub fn new(file: impl Into<String>, input: R) -> Self {
        Self {
            file: file.into(),
            input,
            line: Vec::new(),
            lines: 0,
            next: Vec::new(),
            previous: Cycle(0),
            head: Box::default(),
            is_finished: false,
        }
    }

    /// Adds operations until there are `most`, to the end of the stimulus at the latest. If a line is wrong, those before it are
    /// added.
    pub(super) fn read_part(
        &mut self,
        operations: &mut Vec<Operation>,
        most: usize,
    ) -> Result<(), StimulusError> {
        while operations.len() < most && !self.is_finished {
            self.read(operations, most).map_err(|fault| self.locate(fault))?;
        }
        Ok(())
    }

    /// Reads lines of the canonical spelling if there are any, otherwise one line of another spelling.
    fn read(&mut self, operations: &mut Vec<Operation>, most: usize) -> Result<(), Fault> {
        let before = operations.len();
        self.read_plain(operations, most)?;
        if operations.len() == before {
            operations.push(self.read_any()?);
            self.lines += 1;
        }
        if let Some(Operation { at, op }) = operations.last() {
            self.previous = *at;
            if *op == Op::End {
                // It is given only if it is the end.
                self.finish().inspect_err(|_| _ = operations.pop())?;
            }
        }
        Ok(())
    }

    /// The next lines in the canonical spelling, as far as the buffer holds all of them.
    fn read_plain(&mut self, operations: &mut Vec<Operation>, most: usize) -> Result<(), Fault> {
        let buffer = match self.input.fill_buf() {
            // The slow path tries again.
            Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(()),
            buffer => buffer.map_err(unreadable)?,
        };
        let (mut rest, mut previous, before) = (buffer, self.previous, operations.len());
        while operations.len() < most
            && let Some((operation, length)) = plain::parse(rest, &mut self.head)
            // The slow path refuses a line of the past, because it knows the column.
            && operation.at >= previous
        {
            rest = &rest[length..];
            previous = operation.at;
            let is_end = operation.op == Op::End;
            operations.push(operation);
            if is_end {
                break;
            }
        }
        let length = buffer.len() - rest.len();
        self.input.consume(length);
        self.lines += (operations.len() - before) as u64;
        Ok(())
    }

    fn read_any(&mut self) -> Result<Operation, Fault> {
        if self.next_line()? {
            parse_line(&self.line, self.previous)
        } else {
            Err(StimulusReason::NoEnd.at(1))
        }
    }

    /// Checks that nothing follows the last operation, not even a blank line.
    fn finish(&mut self) -> Result<(), Fault> {
        self.is_finished = true;
        if self.next_line()? { Err(StimulusReason::AfterEnd.at(1)) } else { Ok(()) }
    }

    /// Reads the next line without its line feed; false at the end of the file.
    fn next_line(&mut self) -> Result<bool, Fault> {
        self.line.clear();
        let mut bounded = (&mut self.input).take(LONGEST_LINE + 1);
        let read = bounded.read_until(b'\n', &mut self.line).map_err(unreadable)?;
        if self.line.last() == Some(&b'\n') {
            self.line.pop();
        }
        if self.line.len() as u64 > LONGEST_LINE {
            return Err(StimulusReason::TooLong { limit: LONGEST_LINE }.at(1));
        }
        Ok(read > 0)
    }

    fn locate(&mut self, Fault { column, reason }: Fault) -> StimulusError {
        self.is_finished = true;
        StimulusError { file: self.file.clone(), line: self.lines + 1, column: column as u64, reason }
    }
}

fn unreadable(error: io::Error) -> Fault {
    StimulusReason::Unreadable { message: error.to_string() }.at(1)
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Operation, StimulusError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_finished {
            return None;
        }
        let mut next = std::mem::take(&mut self.next);
        let read = self.read_part(&mut next, 1);
        let operation = next.pop();
        self.next = next;
        // Nothing was read before an error.
        read.map(|()| operation).transpose()
    }
}
