//! VCD, IEEE 1364: declarations by the crate `vcd`, changes as lines of bytes.

use std::io::{self, Write};

use vcd::{ReferenceIndex, TimescaleUnit, VarType};

use super::files::Format;
use super::signals::{Signal, TOP};
use super::stream::{Change, TIME};

/// A VCD that is being written.
pub(crate) struct VcdFile<W> {
    output: W,
    /// For each signal, the end of its line; whether it has one bit.
    variables: Vec<(Box<[u8]>, bool)>,
    /// Lines that are not written yet.
    lines: Vec<u8>,
}

impl<W: Write> VcdFile<W> {
    /// Writes declarations, and the values at time 0.
    pub(crate) fn new(output: W, signals: &[Signal], values: &[u64]) -> io::Result<Self> {
        let mut lines = Vec::new();
        let variables = declare(&mut vcd::Writer::new(&mut lines), signals)?;
        lines.extend_from_slice(b"#0\n$dumpvars\n");
        let mut file = Self { output, variables, lines };
        (0..).zip(values).for_each(|(signal, &value)| file.change(Change { signal, value }));
        file.lines.extend_from_slice(b"$end\n");
        file.pass_on()?;
        Ok(file)
    }

    fn change(&mut self, Change { signal, value }: Change) {
        let Self { variables, lines, .. } = self;
        let (end, is_bit) = &variables[signal as usize];
        if !is_bit {
            lines.push(b'b');
        }
        // Leading zeros are left out, as the standard allows.
        let digits = u64::BITS - value.leading_zeros();
        (0..digits.max(1)).rev().for_each(|bit| lines.push(b'0' + (value >> bit & 1) as u8));
        lines.extend_from_slice(end);
    }

    fn pass_on(&mut self) -> io::Result<()> {
        self.output.write_all(&self.lines)?;
        self.lines.clear();
        Ok(())
    }
}

impl<W: Write + Send> Format for VcdFile<W> {
    fn write(&mut self, changes: &[Change]) -> io::Result<()> {
        for &change in changes {
            // The stamp of time 0 is in the file already.
            if change.signal != TIME {
                self.change(change);
            } else if change.value > 0 {
                writeln!(self.lines, "#{}", change.value)?;
            }
        }
        self.pass_on()
    }

    fn finish(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Declares every signal; returns the end of the lines of its changes, and whether it has one bit.
fn declare<W: Write>(writer: &mut vcd::Writer<W>, signals: &[Signal]) -> io::Result<Vec<(Box<[u8]>, bool)>> {
    writer.version(concat!("hws ", env!("CARGO_PKG_VERSION")))?;
    writer.timescale(1, TimescaleUnit::PS)?;
    writer.add_module(TOP)?;
    let mut scope = None;
    let mut variables = Vec::with_capacity(signals.len());
    for signal in signals {
        if signal.scope != scope {
            enter(writer, scope, signal.scope)?;
            scope = signal.scope;
        }
        let range = signal.has_range().then(|| ReferenceIndex::Range(signal.width as i32 - 1, 0));
        let id = writer.add_var(VarType::Wire, signal.width, &signal.name, range)?;
        let end = if signal.width == 1 { format!("{id}\n") } else { format!(" {id}\n") };
        variables.push((end.into_bytes().into(), signal.width == 1));
    }
    enter(writer, scope, None)?;
    writer.upscope()?;
    writer.enddefinitions()?;
    Ok(variables)
}

fn enter<W: Write>(writer: &mut vcd::Writer<W>, from: Option<&str>, to: Option<&str>) -> io::Result<()> {
    if from.is_some() {
        writer.upscope()?;
    }
    to.map_or(Ok(()), |to| writer.add_module(to))
}
