//! The interface of a hardware scheduler as a trait, so that one driver runs a stimulus on the model and on
//! the second implementation.

use fw_api::complete_report;
use hws_model::{BusError, Config, EventSink, Hws, SharedMemory};
use hws_regs::RegId;
use hws_types::{Cycle, HdrPush, MdmaCommand, SipMask, SipReport};

use hws_plain::PlainHws;

/// The external interface of a hardware scheduler: clock, register bus, HDR port, MDMA FIFO.
pub trait HwsInterface {
    /// Creates an HWS in its reset state at cycle 0.
    fn power_on(config: Config) -> Self;

    /// One rising clock edge.
    fn tick<M: SharedMemory, S: EventSink>(&mut self, memory: &mut M, sink: &mut S);

    /// `ticks` rising clock edges.
    fn advance<M: SharedMemory, S: EventSink>(&mut self, ticks: u64, memory: &mut M, sink: &mut S) {
        for _ in 0..ticks {
            self.tick(memory, sink);
        }
    }

    /// A bus read.
    ///
    /// # Errors
    /// If the bus refuses it.
    fn read32(&mut self, offset: u32) -> Result<u32, BusError>;

    /// A bus write.
    ///
    /// # Errors
    /// If the bus refuses it.
    fn write32<S: EventSink>(&mut self, offset: u32, value: u32, sink: &mut S) -> Result<(), BusError>;

    /// Pushes into the HDR port; returns `false` if the push is refused.
    fn push_hdr(&mut self, push: HdrPush) -> bool;

    /// Takes the oldest command out of the MDMA FIFO.
    fn pop_mdma(&mut self) -> Option<MdmaCommand>;

    /// Takes the oldest command out of the MDMA FIFO, possibly with those behind it of the same block. Returns the first one,
    /// and the SIPs of all.
    fn pop_mdma_block(&mut self) -> Option<(MdmaCommand, SipMask)> {
        let command = self.pop_mdma()?;
        Some((command, command.sip.mask()))
    }

    /// Writes SIP_REPORT_COMPLETE for each of these SIPs, ascending.
    fn complete_block<S: EventSink>(&mut self, report: SipReport, sips: SipMask, sink: &mut S) {
        for sip in sips.iter() {
            let written = complete_report(SipReport { sip, ..report }).bits();
            // The doorbell accepts every value.
            let _ = self.write32(RegId::SipReportComplete.offset(), written, sink);
        }
    }

    /// Returns what a bus read would return, without its effect.
    fn peek(&self, register: RegId) -> u32;

    /// Returns the number of completed ticks.
    fn cycle(&self) -> Cycle;

    /// Returns the state of the interrupt line.
    fn interrupt(&self) -> bool;
}

/// Implements [`HwsInterface`] by the inherent methods of the same names; those that differ are in braces.
macro_rules! hws_interface {
    ($hws:ident { $($different:item)* }) => {
        impl HwsInterface for $hws {
            #[inline]
            fn power_on(config: Config) -> Self {
                $hws::new(config)
            }
            #[inline]
            fn tick<M: SharedMemory, S: EventSink>(&mut self, memory: &mut M, sink: &mut S) {
                $hws::tick(self, memory, sink);
            }
            #[inline]
            fn read32(&mut self, offset: u32) -> Result<u32, BusError> {
                $hws::read32(self, offset)
            }
            #[inline]
            fn write32<S: EventSink>(&mut self, offset: u32, value: u32, sink: &mut S) -> Result<(), BusError> {
                $hws::write32(self, offset, value, sink)
            }
            #[inline]
            fn pop_mdma(&mut self) -> Option<MdmaCommand> {
                $hws::pop_mdma(self)
            }
            #[inline]
            fn peek(&self, register: RegId) -> u32 {
                $hws::peek(self, register)
            }
            #[inline]
            fn cycle(&self) -> Cycle {
                $hws::cycle(self)
            }
            #[inline]
            fn interrupt(&self) -> bool {
                self.is_interrupt_asserted()
            }
            $($different)*
        }
    };
}

hws_interface!(Hws {
    #[inline]
    fn push_hdr(&mut self, push: HdrPush) -> bool {
        Hws::push_hdr(self, push).is_ok()
    }

    #[inline]
    fn advance<M: SharedMemory, S: EventSink>(&mut self, ticks: u64, memory: &mut M, sink: &mut S) {
        Hws::advance(self, ticks, memory, sink);
    }

    #[inline]
    fn pop_mdma_block(&mut self) -> Option<(MdmaCommand, SipMask)> {
        Hws::pop_mdma_block(self)
    }

    #[inline]
    fn complete_block<S: EventSink>(&mut self, report: SipReport, sips: SipMask, sink: &mut S) {
        Hws::complete_block(self, report, sips, sink);
    }
});

hws_interface!(PlainHws {
    fn push_hdr(&mut self, push: HdrPush) -> bool {
        PlainHws::push_hdr(self, push)
    }
});
