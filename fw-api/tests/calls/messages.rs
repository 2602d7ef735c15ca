//! Messages are drained in order, unknown ones are reported, and a dead bus ends the iteration.

use fw_api::regs::*;
use fw_api::types::{BlockHeader, LaunchId, MihMessage, RawMih, SipMask, UnknownMessage};
use fw_api::*;

use crate::calls::script_bus::{Fault, ScriptBus, run};

fn finish(block_id: u16) -> MihMessage {
    let of = BlockHeader { block_id, ..Default::default() };
    MihMessage::BlockFinish { of, launch_id: LaunchId::wrapping(3), kernel_finish: false }
}

/// An encoding whose source is neither HDR nor firmware.
fn unknown() -> RawMih {
    RawMih { dw0: u32::MAX, dw1: 0 }
}

fn bus(messages: &[RawMih]) -> ScriptBus {
    let mut bus = ScriptBus::default();
    let left = (0..=messages.len() as u32).rev();
    bus.answer((), left.map(|n| MihStatus::from_bits(0).with_count(n).unwrap().with_empty(n == 0)));
    bus.answer((), messages.iter().map(|m| MihDataLo::from_bits(m.dw0)));
    bus.answer((), messages.iter().map(|m| MihDataHi::from_bits(m.dw1)));
    bus
}

#[test]
fn the_fifo_is_drained_in_order() {
    let result = MihMessage::Result { of: BlockHeader::default(), sips: SipMask(0xF0) };
    let mut bus = bus(&[result.encode(), finish(1).encode(), finish(2).encode()]);
    let (drained, log) = run(&mut bus, |hws| hws.messages().collect::<Vec<_>>());
    assert_eq!(drained, [Ok(result), Ok(finish(1)), Ok(finish(2))]);
    assert_eq!(log.len(), 3 * 3 + 1);
}

#[test]
fn an_empty_fifo_is_not_popped() {
    let (message, log) = run(&mut bus(&[RawMih::default()]), |hws| {
        let _ = hws.next_message();
        hws.next_message()
    });
    assert_eq!(message, Ok(None));
    assert_eq!(log.len(), 3 + 1);
}

#[test]
fn an_unknown_message_is_reported_and_the_rest_follows() {
    let mut bus = bus(&[unknown(), finish(1).encode()]);
    let (drained, _) = run(&mut bus, |hws| hws.messages().collect::<Vec<_>>());
    let error = Error::UnknownMessage(UnknownMessage { raw: unknown() });
    assert_eq!(drained, [Err(error), Ok(finish(1))]);
}

#[test]
fn a_bus_error_is_the_last_item_and_messages_follow_later() {
    let mut bus = bus(&[finish(1).encode(), finish(2).encode()]);
    bus.fault_at = Some(3);
    let (drained, _) = run(&mut bus, |hws| hws.messages().take(9).collect::<Vec<_>>());
    assert_eq!(drained, [Ok(finish(1)), Err(Error::Bus(Fault))]);
    bus.forget();
    assert_eq!(run(&mut bus, |hws| hws.next_message()).0, Ok(Some(finish(2))));
}
