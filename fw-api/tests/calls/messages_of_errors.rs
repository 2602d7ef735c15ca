//! The sentence of each error.

use std::collections::BTreeSet;

use fw_api::types::{RawMih, UnknownMessage};
use fw_api::{BusFault, Error, Expected, FaultyError, HwsDriver, HwsError, NoSuchWord, Refusal, Wait};

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

/// Each text says something else, and is a part of the sentence of an [`Error`].
fn assert_parts_of_sentences<T: ToString>(values: &[T]) {
    let texts: Vec<String> = values.iter().map(T::to_string).collect();
    assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), values.len(), "{texts:?}");
    assert!(texts.iter().all(|text| !text.is_empty() && !text.ends_with('.')), "{texts:?}");
}

#[test]
fn every_refusal_has_its_own_sentence() {
    let other = Refusal::OtherHardware { register: "HWS_ID", expected: 0xAB, found: 0xCD };
    assert_parts_of_sentences(&[
        other,
        Refusal::TopologyInUse,
        Refusal::MapInUse,
        Refusal::MapNotPermutation,
        Refusal::SipsInUse,
        Refusal::DagTableFull,
        Refusal::CommandDropped,
        Refusal::UnexpectedResult(7),
        Refusal::NotFirmwareInput,
        Refusal::TaskFifoFull,
        Refusal::MaskNotTaken,
        Refusal::NoMessages,
        Refusal::NoFreeTag,
        Refusal::UnknownDag,
    ]);
    let text = other.to_string();
    assert!(["HWS_ID", "0xab", "0xcd"].iter().all(|part| text.contains(part)), "{text}");
    assert!(Refusal::UnexpectedResult(7).to_string().contains(" 7,"));
}

#[test]
fn every_expectation_has_its_own_words() {
    let Err(Error::Argument(argument)) = HwsDriver::new(ScriptBus::default()).set_p_top_k(9) else {
        panic!("K = 9 was accepted; its legal values end at 4");
    };
    assert_parts_of_sentences(&[
        Expected::Range { min: 0, max: 3 },
        argument.expected,
        Expected::Permutation,
        Expected::Ascending,
        Expected::SomeSip,
        Expected::MultipleOf(4),
        Expected::PresentSips,
    ]);
    assert_eq!(Expected::MultipleOf(4).to_string(), "a multiple of 4");
}

#[test]
fn every_wait_names_what_it_waits_for() {
    assert_parts_of_sentences(&[
        Wait::CommandRoom,
        Wait::CommandRetired,
        Wait::AttemptCommitted,
        Wait::StableStatus,
        Wait::StableLaunch,
        Wait::SipsIdle { polls: 5 },
    ]);
}

#[test]
fn a_condition_of_err_status_is_named_before_its_meaning() {
    let meanings: BTreeSet<String> = HwsError::ALL
        .iter()
        .map(|error| {
            let (text, name) = (error.to_string(), format!("{}: ", error.name()));
            text.strip_prefix(&name).unwrap_or_else(|| panic!("{text}")).to_owned()
        })
        .collect();
    assert_eq!(meanings.len(), HwsError::ALL.len());
}

#[test]
fn an_error_of_a_bus_names_its_cause() {
    let text = NoSuchWord { offset: 0x1002 }.to_string();
    assert!(text.starts_with("0x1002 is not"), "{text}");
    let faults = [BusFault::Refused, BusFault::AnswerLost];
    assert_parts_of_sentences(&faults);
    for fault in faults {
        let text = FaultyError::<NoSuchWord>::Injected(fault).to_string();
        assert_eq!(text, format!("injected fault: {fault}"));
    }
    let own = NoSuchWord { offset: 1 };
    assert_eq!(FaultyError::Bus(own).to_string(), own.to_string(), "the error of the bus itself");
}
