//! Operations on the interface of an HWS, decoded from bytes.

use arbitrary::{Arbitrary, Result, Unstructured};
use hws_types::{HdrPush, TD_WORDS};

use super::register_write;
use crate::choose::{below, in_16, number};
use crate::descriptor;
use crate::places::{self, PLACES};

/// The kind of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Report {
    /// SIP_REPORT_COMPLETE.
    Complete,
    /// SIP_REPORT_PRE_COMPLETE.
    PreComplete,
}

/// One operation on the HWS.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    /// A bus read at any offset.
    Read(u32),
    /// A bus write at any offset.
    Write { offset: u32, value: u32 },
    /// Firmware writes a descriptor and the HDR pushes it.
    Submit { words: [u32; TD_WORDS], push: HdrPush },
    /// The HDR pushes an arbitrary task.
    Push(HdrPush),
    /// One word of a descriptor changes in memory.
    Poke { address: u32, value: u32 },
    /// `count` busy SIPs, starting at `first`, report what they really run.
    Honest { report: Report, first: u32, count: u32 },
    /// A busy SIP, searched from `first` on, reports what it runs with one bit wrong in the SIP, block or launch.
    Almost { report: Report, first: u32, bit: u32 },
    /// A SIP makes an arbitrary report.
    Forged { report: Report, value: u32 },
    /// The environment takes commands out of the MDMA FIFO.
    DrainMdma(u32),
    /// Firmware pops messages.
    DrainMih(u32),
    /// One tick.
    Tick,
    /// Many ticks.
    Advance(u64),
}

impl Operation {
    /// The next operation of the input.
    pub(super) fn decode(u: &mut Unstructured<'_>) -> Result<Self> {
        Ok(match below(u, 100)? {
            0..=2 => Self::Read(register_write::any_offset(u)?),
            3..=4 => Self::Write { offset: register_write::any_offset(u)?, value: u32::arbitrary(u)? },
            5..=24 => {
                let (offset, value) = register_write::plausible(u)?;
                Self::Write { offset, value }
            }
            25..=44 => submit(u)?,
            45 => Self::Push(HdrPush { td_addr: u32::arbitrary(u)?, ..push(u, 0)? }),
            46..=48 => poke(u)?,
            49..=66 => Self::Honest { report: report(u)?, first: below(u, 32)?, count: 1 + below(u, 16)? },
            67..=68 => Self::Almost { report: report(u)?, first: below(u, 32)?, bit: below(u, u32::BITS)? },
            69 => Self::Forged { report: report(u)?, value: u32::arbitrary(u)? },
            70..=76 => Self::DrainMdma(1 + below(u, 64)?),
            77..=80 => Self::DrainMih(1 + below(u, 64)?),
            81..=84 => Self::Tick,
            _ => Self::Advance(u64::from(u8::arbitrary(u)?) << below(u, 5)?),
        })
    }
}

fn submit(u: &mut Unstructured<'_>) -> Result<Operation> {
    let place = below(u, PLACES)?;
    Ok(Operation::Submit { words: descriptor::words(u)?, push: push(u, place)? })
}

fn push(u: &mut Unstructured<'_>, place: u32) -> Result<HdrPush> {
    Ok(HdrPush { hdr_id: below(u, 16)? as u8, hdr_entry_id: place as u8, td_addr: places::address(place) })
}

fn poke(u: &mut Unstructured<'_>) -> Result<Operation> {
    let address = places::word_address(below(u, PLACES)?, below(u, TD_WORDS as u32)?);
    Ok(Operation::Poke { address, value: number(u, u32::MAX)? })
}

fn report(u: &mut Unstructured<'_>) -> Result<Report> {
    Ok(if in_16(u, 11)? { Report::Complete } else { Report::PreComplete })
}
