//! A stimulus in parts: many operations at a time, for a replay that does not ask for each of them, or that reads them ahead.

use std::io::BufRead;

use super::error::StimulusError;
use super::reader::Reader;
use crate::operation::Operation;

/// Gives the operations of a stimulus.
pub trait GiveOperations {
    /// Gives the next operations in their order; none at the end.
    ///
    /// # Errors
    /// [`StimulusError`] at the first malformed line, when everything before it has been given.
    fn give(&mut self) -> Result<&[Operation], StimulusError>;
}

/// Reads the next operations when they are asked for.
#[derive(Debug)]
pub struct OperationParts<R> {
    reader: Reader<R>,
    part: OperationPart,
}

/// Operations that follow each other, and what is wrong with the line behind them.
#[derive(Debug, Default)]
pub struct OperationPart {
    operations: Vec<Operation>,
    error: Option<StimulusError>,
}

impl<R: BufRead> OperationParts<R> {
    /// Creates a source of what `reader` reads.
    pub fn new(reader: Reader<R>) -> Self {
        Self { reader, part: OperationPart::default() }
    }
}

impl<R: BufRead> GiveOperations for OperationParts<R> {
    fn give(&mut self) -> Result<&[Operation], StimulusError> {
        // An error follows the operations that were given last.
        self.part.end()?;
        self.part.read(&mut self.reader);
        self.part.given()
    }
}

impl OperationPart {
    /// The operations of a part: so many that another thread is woken rarely.
    const OPERATIONS: usize = 2048;

    /// Replaces the operations by the next ones; returns whether there are more, or an error.
    pub fn read<R: BufRead>(&mut self, reader: &mut Reader<R>) -> bool {
        self.operations.clear();
        self.error = reader.read_part(&mut self.operations, Self::OPERATIONS).err();
        self.error.is_some() || !self.operations.is_empty()
    }

    /// Gives the operations, and after them the error.
    ///
    /// # Errors
    /// [`StimulusError`] if there are no operations before it.
    pub fn given(&mut self) -> Result<&[Operation], StimulusError> {
        match self.error.take_if(|_| self.operations.is_empty()) {
            Some(error) => Err(error),
            None => Ok(&self.operations),
        }
    }

    /// Takes the error behind the operations.
    ///
    /// # Errors
    /// It, if there is one.
    pub fn end(&mut self) -> Result<(), StimulusError> {
        self.error.take().map_or(Ok(()), Err)
    }
}
