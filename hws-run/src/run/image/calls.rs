//! The semihosting calls of an image.

use hws_rv::{Core, SemihostingCall, Size};

use super::devices::Devices;

/// The register in which a call returns its result.
const A0: usize = 10;
/// The longest text of a call.
const TEXT_MOST: u32 = 4096;
/// What a call returns that is not implemented.
const NOT_IMPLEMENTED: u32 = u32::MAX;

/// Carries out a call, and returns its result to the image.
pub(super) fn answer<O>(core: &mut Core, devices: &mut Devices<O>, call: SemihostingCall) {
    let result = match call.operation {
        SemihostingCall::EXIT => {
            devices.exit = Some(u32::from(call.parameter != SemihostingCall::APPLICATION_EXIT));
            0
        }
        SemihostingCall::EXIT_EXTENDED => {
            let reason = word(devices, call.parameter);
            let code = word(devices, call.parameter.wrapping_add(4));
            let is_exit = reason == Some(SemihostingCall::APPLICATION_EXIT);
            devices.exit = Some(code.filter(|_| is_exit).unwrap_or(1));
            0
        }
        SemihostingCall::WRITE_CHARACTER => {
            print(devices, call.parameter, 1);
            0
        }
        SemihostingCall::WRITE_TEXT => {
            print(devices, call.parameter, TEXT_MOST);
            0
        }
        _ => NOT_IMPLEMENTED,
    };
    core.set_register(A0, result);
}

fn word<O>(devices: &Devices<O>, address: u32) -> Option<u32> {
    devices.ram.read(address, Size::Word)
}

/// Prints up to `most` characters, up to a zero.
fn print<O>(devices: &mut Devices<O>, address: u32, most: u32) {
    for at in 0..most {
        match devices.ram.read(address.wrapping_add(at), Size::Byte) {
            None | Some(0) => return,
            Some(byte) => devices.uart.put(byte as u8),
        }
    }
}
