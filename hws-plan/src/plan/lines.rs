//! The layout of a plan file: a line for each entry of a list, so that files are small and can be compared line by line.

use std::io::{self, Write};

use serde_json::ser::Formatter;

/// Levels that have a line for each of their values: the plan, and what its keys hold.
const LEVELS: usize = 2;

/// JSON with a line for each key of the document and for each value below it; deeper values share the line.
#[derive(Debug, Default)]
pub(super) struct Lines {
    level: usize,
    has_value: bool,
}

impl Lines {
    fn open(&mut self, out: &mut (impl Write + ?Sized), bracket: &[u8]) -> io::Result<()> {
        self.level += 1;
        self.has_value = false;
        out.write_all(bracket)
    }

    fn close(&mut self, out: &mut (impl Write + ?Sized), bracket: &[u8]) -> io::Result<()> {
        self.level -= 1;
        if self.has_value && self.level < LEVELS {
            self.line(out)?;
        }
        out.write_all(bracket)
    }

    /// Begins a value of the level, or its key.
    fn next(&mut self, out: &mut (impl Write + ?Sized), first: bool) -> io::Result<()> {
        match (first, self.level <= LEVELS) {
            (true, true) => self.line(out),
            (true, false) => Ok(()),
            (false, true) => out.write_all(b",").and_then(|()| self.line(out)),
            (false, false) => out.write_all(b","),
        }
    }

    fn line(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        out.write_all(b"\n")?;
        (0..self.level).try_for_each(|_| out.write_all(b"  "))
    }
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(if self.level <= LEVELS { b": " } else { b":" })
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }
}
