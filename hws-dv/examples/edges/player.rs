//! Plays operations on a machine and prints what reaches the ports of its HWS.

use std::io::{self, Write};

use hws_model::{Config, Hws};
use hws_regs::RegId;
use hws_sim::stimulus::{Op, Operation};
use hws_sim::{DueReport, Machine};
use hws_types::Cycle;

use crate::bus_layout::BusLayout;

pub(crate) struct Player<W> {
    machine: Machine<()>,
    layout: BusLayout,
    output: W,
}

impl<W: Write> Player<W> {
    pub(crate) fn new(output: W) -> Self {
        Self { machine: Machine::new(Hws::new(Config::default()), ()), layout: BusLayout::new(), output }
    }

    pub(crate) fn into_output(self) -> W {
        self.output
    }

    pub(crate) fn play(&mut self, operation: &Operation) -> io::Result<()> {
        self.pass(operation.at)?;
        self.print(&operation.op)?;
        // The RTL refuses what the model refuses.
        let _ = self.machine.apply(&operation.op);
        Ok(())
    }

    fn pass(&mut self, target: Cycle) -> io::Result<()> {
        while self.machine.cycle() < target {
            self.print_due_reports()?;
            let before = self.machine.cycle();
            self.machine.step(target);
            writeln!(self.output, "tick {:x}", self.machine.cycle().since(before))?;
        }
        Ok(())
    }

    /// The reports that the next step writes, taken from a copy of the SIPs.
    fn print_due_reports(&mut self) -> io::Result<()> {
        let now = self.machine.cycle();
        if self.machine.next_due().is_none_or(|due| due > now) {
            return Ok(());
        }
        let mut sips = self.machine.sips().cloned();
        while let Some(report) = sips.as_mut().and_then(|sips| sips.take_due(now)) {
            let (register, value) = match report {
                DueReport::PreComplete(report) => {
                    (RegId::SipReportPreComplete, fw_api::pre_complete_report(report).bits())
                }
                DueReport::Complete(report) => {
                    (RegId::SipReportComplete, fw_api::complete_report(report).bits())
                }
            };
            self.print(&Op::Write { target: register.into(), value })?;
        }
        Ok(())
    }

    fn print(&mut self, op: &Op) -> io::Result<()> {
        let out = &mut self.output;
        match op {
            Op::Mem { addr, words } => {
                write!(out, "mem {addr:x}")?;
                words.iter().try_for_each(|word| write!(out, " {word:x}"))?;
                writeln!(out)
            }
            Op::Write { target, value } => {
                writeln!(out, "write {:x} {value:x}", self.layout.address(*target))
            }
            Op::Read { target } => writeln!(out, "read {:x}", self.layout.address(*target)),
            Op::Hdr(push) => {
                writeln!(out, "hdr {:x} {:x} {:x}", push.hdr_id, push.hdr_entry_id, push.td_addr)
            }
            // The environment has no ports: its reports are writes.
            Op::SipArray { .. } | Op::End => Ok(()),
        }
    }
}
