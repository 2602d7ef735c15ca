//! The decorators: what they report, record and break, and that they change nothing else.

use std::num::NonZeroU32;

use fw_api::regs::RegId;
use fw_api::{Bus, BusAccess, BusFault, Faulty, FaultyError, Occasions, Recorded, Traced};

/// One word at every offset; offset 0xBAD fails by itself.
#[derive(Debug, Default)]
struct Word {
    value: u32,
    delivered: u32,
    begun: Vec<&'static str>,
}

const BAD: u32 = 0xBAD;

impl Bus for Word {
    type Error = u32;

    fn read32(&mut self, offset: u32) -> Result<u32, u32> {
        self.delivered += 1;
        if offset == BAD { Err(offset) } else { Ok(self.value) }
    }

    fn write32(&mut self, offset: u32, value: u32) -> Result<(), u32> {
        self.delivered += 1;
        if offset == BAD {
            return Err(offset);
        }
        self.value = value;
        Ok(())
    }

    fn begin_call(&mut self, name: &'static str) {
        self.begun.push(name);
    }
}

/// Makes a write, a read of it, and one failing access of each kind; returns the bus's answers.
fn traffic<B: Bus>(bus: &mut B) -> [Result<u32, B::Error>; 4] {
    [bus.write32(4, 7).map(|()| 0), bus.read32(8), bus.write32(BAD, 9).map(|()| 0), bus.read32(BAD)]
}

const SEEN: [BusAccess<u32>; 4] = [
    BusAccess::Write { offset: 4, value: 7, answer: Ok(()) },
    BusAccess::Read { offset: 8, answer: Ok(7) },
    BusAccess::Write { offset: BAD, value: 9, answer: Err(BAD) },
    BusAccess::Read { offset: BAD, answer: Err(BAD) },
];
const ANSWERS: [Result<u32, u32>; 4] = [Ok(0), Ok(7), Err(BAD), Err(BAD)];

#[test]
fn a_listener_sees_every_access_with_its_answer() {
    let mut seen = Vec::new();
    let mut bus = Traced::new(Word::default(), |access: &BusAccess<&u32>| {
        seen.push((access.offset(), access.is_write(), access.is_failed()));
    });
    assert_eq!(traffic(&mut bus), ANSWERS);
    assert_eq!(bus.into_parts().0.delivered, 4);
    assert_eq!(seen, [(4, true, false), (8, false, false), (BAD, true, true), (BAD, false, true)]);
}

#[test]
fn every_decorator_passes_on_which_call_begins() {
    let mut bus = Traced::new(Recorded::<_, 1>::new(Word::default()), |_: &BusAccess<&u32>| ());
    bus.begin_call("resetDAG");
    fn begin<B: Bus>(mut bus: B) {
        bus.begin_call("errors");
    }
    begin(&mut bus);
    assert_eq!(bus.into_parts().0.into_bus().begun, ["resetDAG", "errors"]);
    let mut bus = Faulty::without_faults(Word::default());
    bus.begin_call("resetDAG");
    assert_eq!(bus.into_bus().begun, ["resetDAG"]);
}

#[test]
fn a_listener_sees_the_values() {
    let mut values = Vec::new();
    let listener = |access: &BusAccess<&u32>| match *access {
        BusAccess::Read { answer, .. } => values.push(answer.map_err(|error| *error)),
        BusAccess::Write { value, .. } => values.push(Ok(value)),
    };
    assert_eq!(traffic(&mut Traced::new(Word::default(), listener)), ANSWERS);
    assert_eq!(values, [Ok(7), Ok(7), Ok(9), Err(BAD)]);
}

#[test]
fn a_record_keeps_the_accesses_in_order() {
    let mut bus = Recorded::<_, 4>::new(Word::default());
    assert_eq!(traffic(&mut bus), ANSWERS);
    assert!(bus.accesses().eq(&SEEN));
    assert_eq!((bus.lost(), bus.is_overflowed()), (0, false));
}

#[test]
fn a_full_record_keeps_the_first_and_counts_the_rest() {
    let mut bus = Recorded::<_, 3>::new(Word::default());
    assert_eq!(traffic(&mut bus), ANSWERS, "an access that is not recorded is made all the same");
    assert!(bus.accesses().eq(&SEEN[..3]));
    assert_eq!((bus.lost(), bus.is_overflowed()), (1, true));
    bus.clear();
    assert_eq!((bus.accesses().count(), bus.lost()), (0, 0));
    assert_eq!(traffic(&mut bus), ANSWERS);
    assert_eq!((bus.accesses().count(), bus.into_bus().delivered), (3, 8));
}

#[test]
fn a_record_is_shown_with_its_accesses() {
    let mut bus = Recorded::<_, 1>::new(Word::default());
    let _ = traffic(&mut bus);
    let text = format!("{bus:?}");
    assert!(text.contains(&format!("{:?}", Some(SEEN[0]))), "{text}");
    assert!(text.contains("Word") && text.contains("3)"), "the bus, and the three that were lost: {text}");
}

#[test]
fn a_refused_access_is_not_delivered() {
    let mut bus = Faulty::with_fault_at(Word::default(), 0, BusFault::Refused);
    let injected = FaultyError::Injected(BusFault::Refused);
    assert_eq!(bus.write32(4, 7), Err(injected));
    assert_eq!((bus.bus().value, bus.bus().delivered), (0, 0));
    assert_eq!((bus.accesses(), bus.faults()), (1, 1));
}

#[test]
fn an_access_with_a_lost_answer_is_delivered() {
    let mut bus = Faulty::with_fault_at(Word::default(), 0, BusFault::AnswerLost);
    assert_eq!(bus.write32(4, 7), Err(FaultyError::Injected(BusFault::AnswerLost)));
    assert_eq!((bus.bus().value, bus.bus().delivered), (7, 1));
    assert_eq!(bus.into_bus().delivered, 1);
}

#[test]
fn only_the_chosen_access_fails_and_the_buss_own_errors_pass() {
    let injected = FaultyError::Injected(BusFault::AnswerLost);
    let answers = traffic(&mut Faulty::with_fault_at(Word::default(), 1, BusFault::AnswerLost));
    let own = Err(FaultyError::Bus(BAD));
    assert_eq!(answers, [Ok(0), Err(injected), own, own]);
    assert_eq!(traffic(&mut Faulty::without_faults(Word::default())), [Ok(0), Ok(7), own, own]);
}

/// Returns the faults of a seeded bus in 4000 reads.
fn seeded(seed: u64, one_in: u32) -> Vec<Option<BusFault>> {
    let mut bus = Faulty::with_seed(Word::default(), seed, NonZeroU32::new(one_in).unwrap());
    let faults = (0..4000).map(|_| match bus.read32(0) {
        Err(FaultyError::Injected(fault)) => Some(fault),
        _ => None,
    });
    let faults: Vec<_> = faults.collect();
    assert_eq!(bus.faults() as usize, faults.iter().flatten().count());
    assert_eq!(bus.accesses(), 4000);
    faults
}

#[test]
fn a_seed_always_gives_the_same_faults() {
    assert_eq!(seeded(1, 10), seeded(1, 10));
    assert_ne!(seeded(1, 10), seeded(2, 10));
}

#[test]
fn a_seed_gives_both_kinds_about_as_often_as_asked() {
    let of = |kind| seeded(1, 10).iter().filter(|&&fault| fault == Some(kind)).count();
    assert!((150..250).contains(&of(BusFault::Refused)), "{}", of(BusFault::Refused));
    assert!((150..250).contains(&of(BusFault::AnswerLost)), "{}", of(BusFault::AnswerLost));
    assert!(seeded(1, 1).iter().all(Option::is_some));
}

#[test]
fn an_access_names_its_register_if_its_offset_has_one() {
    let read = BusAccess::<u32>::Read { offset: RegId::PTopK.offset(), answer: Ok(1) };
    assert_eq!(read.register(), Some(RegId::PTopK));
    assert_eq!(SEEN[2].register(), None, "an offset without a register");
}

#[test]
fn an_injected_fault_says_what_became_of_the_access() {
    let said = |error: FaultyError<&str>| error.to_string();
    let injected = |fault| said(FaultyError::Injected(fault));
    assert_eq!(injected(BusFault::Refused), "injected fault: the access was not delivered");
    assert_eq!(
        injected(BusFault::AnswerLost),
        "injected fault: the access was delivered, but its answer was lost"
    );
    assert_eq!(said(FaultyError::Bus("no answer")), "no answer");
}

#[test]
fn the_highest_bit_of_a_number_is_the_kind_of_fault() {
    let kinds = [1 << 63, u64::MAX, 0, u64::MAX >> 1].map(BusFault::from_drawn);
    let [refused, lost] = [BusFault::Refused, BusFault::AnswerLost];
    assert_eq!(kinds, [refused, refused, lost, lost]);
}

#[test]
fn a_record_shows_its_accesses() {
    let mut bus = Recorded::<_, 1>::new(Word::default());
    assert_eq!((bus.write32(4, 7), bus.read32(8)), (Ok(()), Ok(7)));
    let shown = format!("{bus:?}");
    assert!(shown.contains("Write { offset: 4, value: 7") && shown.ends_with(", 1) }"), "{shown}");
}

/// The first numbers of SplitMix64 that begins with 0, as its author published them.
#[test]
fn occasions_are_drawn_by_split_mix_64() {
    let mut every = Occasions::with_seed(0, NonZeroU32::MIN);
    let drawn = [(); 3].map(|()| every.strikes());
    assert_eq!(drawn, [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F].map(Some));
    assert_eq!((every.seen(), every.struck()), (3, 3));
}

#[test]
fn chosen_occasions_happen_and_no_others() {
    let mut chosen = Occasions::with_chosen(1..3);
    let odd = 1 << 63;
    assert_eq!([(); 4].map(|()| chosen.strikes()), [None, Some(odd), Some(1), None]);
    let mut never = Occasions::new();
    assert_eq!((never.strikes(), never.seen(), never.struck()), (None, 1, 0));
}
