//! Operations on the interface of an HWS, decoded from bytes.

use arbitrary::{Arbitrary, Result, Unstructured};
use hws_regs::FwTaskPush;
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

/// A set of SIPs that a claim or release is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    Idle,
    Running,
    Reserved,
    Owned,
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
    /// Firmware writes a descriptor and pushes it itself.
    SubmitByFirmware { words: [u32; TD_WORDS], td_addr: u32, push: u32 },
    /// The HDR pushes an arbitrary task.
    Push(HdrPush),
    /// One word of a descriptor changes in memory.
    Poke { address: u32, value: u32 },
    /// Done counters of a resident kernel grow in memory, and its entry is refreshed.
    Grant { first: u32, word: u32, by: u32 },
    /// The trigger of a resident kernel is written.
    Trigger { first: u32, count: u32 },
    /// `count` SIPs of a set, from `first` on, are claimed.
    Claim { aim: Aim, first: u32, count: u32 },
    /// `count` SIPs of a set, from `first` on, are released.
    Release { aim: Aim, first: u32, count: u32 },
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
            5..=22 => {
                let (offset, value) = register_write::plausible(u)?;
                Self::Write { offset, value }
            }
            23..=41 => submit(u)?,
            42..=43 => submit_by_firmware(u)?,
            44 => Self::Push(HdrPush { td_addr: near_descriptors(u)?, ..push(u, 0)? }),
            45..=46 => poke(u)?,
            47..=48 => grant(u)?,
            49..=65 => Self::Honest { report: report(u)?, first: below(u, 32)?, count: 1 + below(u, 16)? },
            66..=67 => Self::Almost { report: report(u)?, first: below(u, 32)?, bit: below(u, u32::BITS)? },
            68 => Self::Forged { report: report(u)?, value: u32::arbitrary(u)? },
            69..=70 => Self::Trigger { first: below(u, 32)?, count: number(u, u16::MAX.into())? },
            71 => Self::Claim { aim: aim(u)?, first: below(u, 32)?, count: 1 + below(u, 4)? },
            72 => Self::Release { aim: aim(u)?, first: below(u, 32)?, count: 1 + below(u, 4)? },
            73..=76 => Self::DrainMdma(1 + below(u, 64)?),
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

fn submit_by_firmware(u: &mut Unstructured<'_>) -> Result<Operation> {
    let place = below(u, PLACES)?;
    let ids = FwTaskPush::from_bits(0).with_entry_id_masked(place).with_hdr_id_masked(below(u, 16)?);
    let push = ids.with_ctx_masked(below(u, 4)?).bits();
    Ok(Operation::SubmitByFirmware { words: descriptor::words(u)?, td_addr: places::address(place), push })
}

/// An address among the descriptors, most often no word's or the last ones of the address space; or any address.
fn near_descriptors(u: &mut Unstructured<'_>) -> Result<u32> {
    let place = places::address(below(u, PLACES)?);
    Ok(match below(u, 4)? {
        0 => u32::arbitrary(u)?,
        1 => place.wrapping_add(below(u, TD_WORDS as u32)? * 4),
        2 => place.wrapping_add(below(u, 8)?),
        _ => 0_u32.wrapping_sub(below(u, 80)?),
    })
}

/// One more grant of L2 or VCs, usually: the counters are bytes and halves of these words.
fn grant(u: &mut Unstructured<'_>) -> Result<Operation> {
    let by = (1 + below(u, 4)?) << (below(u, 4)? * u8::BITS);
    Ok(Operation::Grant { first: below(u, 32)?, word: 9 + below(u, 3)?, by })
}

fn aim(u: &mut Unstructured<'_>) -> Result<Aim> {
    u.choose(&[Aim::Idle, Aim::Running, Aim::Reserved, Aim::Owned, Aim::Owned]).copied()
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
