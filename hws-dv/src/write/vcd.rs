//! VCD, IEEE 1364: declarations by the crate `vcd`, changes as lines of bytes.

mod lines;

use std::io::{self, Write};

use vcd::{ReferenceIndex, TimescaleUnit, VarType};

use super::files::Format;
use super::signals::{Signal, TOP};
use super::stream::{Change, TIME};
use lines::{Lines, Variable};

/// A VCD that is being written.
pub(crate) struct VcdFile<W> {
    output: W,
    /// For each signal, what its line is besides the digits.
    variables: Vec<Variable>,
    /// Lines that are not written yet.
    lines: Lines,
}

impl<W: Write> VcdFile<W> {
    /// Writes declarations, and the values at time 0.
    pub(crate) fn new(mut output: W, signals: &[Signal], values: &[u64]) -> io::Result<Self> {
        let mut declarations = Vec::new();
        let variables = declare(&mut vcd::Writer::new(&mut declarations), signals)?;
        output.write_all(&declarations)?;
        output.write_all(b"#0\n$dumpvars\n")?;
        let mut file = Self { output, variables, lines: Lines::default() };
        (0..).zip(values).try_for_each(|(signal, &value)| file.change(Change { signal, value }))?;
        file.pass_on()?;
        file.output.write_all(b"$end\n")?;
        Ok(file)
    }

    #[inline]
    fn change(&mut self, Change { signal, value }: Change) -> io::Result<()> {
        self.lines.value(value, &self.variables[signal as usize]);
        self.pass_on_if_full()
    }

    fn pass_on_if_full(&mut self) -> io::Result<()> {
        if self.lines.is_full() { self.pass_on() } else { Ok(()) }
    }

    fn pass_on(&mut self) -> io::Result<()> {
        self.output.write_all(self.lines.bytes())?;
        self.lines.clear();
        Ok(())
    }
}

impl<W: Write + Send> Format for VcdFile<W> {
    fn write(&mut self, changes: &[Change]) -> io::Result<()> {
        for &change in changes {
            // The stamp of time 0 is in the file already.
            if change.signal != TIME {
                self.change(change)?;
            } else if change.value > 0 {
                self.lines.time(change.value);
                self.pass_on_if_full()?;
            }
        }
        self.pass_on()
    }

    fn finish(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Declares every signal; returns what the lines of its changes are besides the digits.
fn declare<W: Write>(writer: &mut vcd::Writer<W>, signals: &[Signal]) -> io::Result<Vec<Variable>> {
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
        variables.push(Variable::new(signal.width, &id.to_string()));
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
