//! The sentence of each error.

use fw_api::types::{RawMih, UnknownMessage};
use fw_api::{Error, HwsDriver, Refusal, Wait};

use crate::calls::script_bus::ScriptBus;

#[test]
fn every_error_says_what_happened() {
    let unknown = UnknownMessage { raw: RawMih { dw0: 3, dw1: u32::MAX } };
    let Err(Error::Argument(argument)) = HwsDriver::new(ScriptBus::default()).set_p_top_k(9) else {
        panic!("K = 9 was accepted; its legal values end at 4");
    };
    let cases: [(Error<&str>, String); 5] = [
        (Error::Argument(argument), argument.to_string()),
        (Error::Bus("no answer"), "the bus access failed: no answer".to_owned()),
        (Error::Refused(Refusal::SipsInUse), Refusal::SipsInUse.to_string()),
        (
            Error::Timeout { wait: Wait::CommandRoom, polls: 49 },
            "room in the command queue did not happen within 49 polls".to_owned(),
        ),
        (Error::UnknownMessage(unknown), unknown.to_string()),
    ];
    for (error, text) in cases {
        assert_eq!(error.to_string(), text);
        assert!(text.len() > 20, "{text}");
    }
    assert!(argument.to_string().starts_with("kernels is 9, "), "argument and value: {argument}");
}
