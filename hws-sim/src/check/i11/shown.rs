//! What the bus shows is the state: the answer of a read, and IRQ_STATUS.

use hws_model::Hws;
use hws_regs::{Decoded, RegId};
use hws_types::Rule;

use super::violated;
use crate::check::view::View;
use crate::check::violation::{Resource, Violation};

/// A read has given what the register holds. A read of MIH_DATA_HI has changed it; I9 judges that.
pub(in crate::check) fn read_is_true(
    offset: u32,
    value: u32,
    hws: &Hws,
    now: &View,
) -> Result<(), Violation> {
    let (register, held) = match RegId::decode(offset) {
        Decoded::Register(RegId::MihDataHi) | Decoded::Unmapped | Decoded::Unaligned => return Ok(()),
        Decoded::Register(register) => (Resource::Register(register), hws.peek(register)),
        Decoded::Reserved => (Resource::Named("a reserved word"), 0),
    };
    if value == held {
        return Ok(());
    }
    let how = format!("reads {value:#x} and holds {held:#x}");
    Err(violated(now, register, how, Rule::Registers1))
}

/// IRQ_STATUS says whether messages wait and errors are set.
pub(in crate::check) fn irq_agrees(now: &View) -> Result<(), Violation> {
    let expected = (!now.mih.status.empty(), now.errors.bits() != 0);
    if (now.irq.mih(), now.irq.err()) == expected {
        return Ok(());
    }
    let [mih, err] = [expected.0, expected.1].map(u8::from);
    let how = format!("is {:#x} with MIH {mih} and ERR {err}", now.irq.bits());
    Err(violated(now, Resource::Register(RegId::IrqStatus), how, Rule::Registers5))
}
