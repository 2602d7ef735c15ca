//! What an HWS shows its surroundings beside registers: events, outputs, descriptors, refusals.

use hws_model::{BusError, Config, Decision, Doorbell, Event, EventSink, HdrRefused, Hws};
use hws_regs::{IrqEnable, IrqStatus, RegId};
use hws_types::{Cycle, Entry, HdrPush, LaunchId, Sip, SipMask, SipReport};

use crate::snapshot::Scene;
use crate::waiting::Heard;

/// The numbers of events and of decisions.
#[derive(Default, PartialEq, Eq, Debug)]
struct Count {
    events: usize,
    decisions: usize,
}

impl EventSink for Count {
    fn event(&mut self, _cycle: Cycle, _event: Event) {
        self.events += 1;
    }

    fn latch(&mut self, _cycle: Cycle, decision: &dyn Fn() -> Decision) {
        self.decisions += usize::from(decision().choice.is_some());
    }
}

/// The next ticks, one by one.
fn hear_ticks(scene: &mut Scene, ticks: u64, heard: &mut Heard) {
    (0..ticks).for_each(|_| scene.hws.tick(&mut scene.memory, heard));
}

/// What a sink hears of the rest of the scene.
fn hear(mut sink: impl EventSink) {
    let mut scene = Scene::new();
    scene.advance_heard(200, &mut sink);
}

#[test]
fn a_sink_by_reference_and_both_of_a_pair_hear_everything() {
    let (mut alone, mut left, mut right) = (Count::default(), Count::default(), Count::default());
    hear(&mut alone);
    assert!(alone.events > 2 && alone.decisions > 1, "{alone:?}");
    hear((&mut left, &mut right));
    assert_eq!((&left, &right), (&alone, &alone));
}

/// The ninth tick rejects the task; the message asserts the interrupt, which stays.
#[test]
fn time_stops_when_the_interrupt_changes() {
    let mut hws = Hws::new(Config::default());
    hws.write((), IrqEnable::default().with_mih(true), &mut ()).unwrap();
    hws.push_hdr(HdrPush::default()).unwrap();
    assert_eq!(hws.advance_to_output(1000, &mut (), &mut ()), 9);
    assert!(hws.read::<IrqStatus>(()).unwrap().mih());
    assert_eq!(hws.advance_to_output(1000, &mut (), &mut ()), 1000);
}

/// A command that the environment leaves in the FIFO holds nothing up.
#[test]
fn time_goes_on_while_a_command_is_not_taken() {
    let (mut ticking, mut jumping) = (Scene::new(), Scene::new());
    let (mut by_ticks, mut heard) = (Heard::default(), Heard::default());
    hear_ticks(&mut ticking, 500, &mut by_ticks);
    let mut left = 500;
    while left > 0 {
        let passed = jumping.hws.advance_to_output(left, &mut jumping.memory, &mut heard);
        assert!((1..=left).contains(&passed), "{passed} of {left}");
        left -= passed;
    }
    assert!(jumping.hws.peek(RegId::CntAttempt) > 5);
    assert_eq!((jumping.hws, heard), (ticking.hws, by_ticks));
}

#[test]
fn steps_pass_time_as_ticks_do_and_end_with_what_happens() {
    let (mut ticking, mut stepping) = (Scene::new(), Scene::new());
    let (mut by_ticks, mut heard) = (Heard::default(), Heard::default());
    for most in [1, 2, 7, 48, 1_000].into_iter().cycle().take(300) {
        let known = heard.events.len();
        let passed = stepping.hws.step(most, &mut stepping.memory, &mut heard);
        assert!((1..=most).contains(&passed), "{passed} of {most}");
        let last = Cycle(stepping.hws.cycle().0 - 1);
        assert!(heard.events[known..].iter().all(|event| event.0 == last), "in the last tick of the step");
        hear_ticks(&mut ticking, passed, &mut by_ticks);
        assert_eq!(stepping.hws, ticking.hws);
    }
    assert_eq!(heard, by_ticks);
    assert!(heard.events.len() > 10, "{heard:?}");
    assert_eq!(stepping.hws.step(0, &mut stepping.memory, &mut heard), 0);
    assert_eq!((stepping.hws, heard), (ticking.hws, by_ticks));
}

/// Reports of one block that were never due are refused like any others; what runs something else, or something besides,
/// completes what it runs.
#[test]
fn reports_of_a_block_at_once_are_those_of_its_sips_one_by_one() {
    let (mut taken, mut refused) = (0, 0);
    for (launch_id, block_id, sips) in (0..5)
        .flat_map(|launch| (0..4).map(move |block| (LaunchId::wrapping(launch), block)))
        .flat_map(|(launch, block)| {
            [0, 0xFF, 0xF, 0xF0_0000, 0xF_0000, 0xFF_0000, u32::MAX]
                .map(|sips| (launch, block, SipMask(sips)))
        })
    {
        let (mut at_once, mut one_by_one) = (Scene::new().hws, Scene::new().hws);
        let (mut heard, mut each) = (Heard::default(), Heard::default());
        let report = |sip| SipReport { launch_id, block_id, sip };
        at_once.complete_block(report(Sip::wrapping(0)), sips, &mut heard);
        for sip in sips.iter() {
            let doorbell = Doorbell::complete(report(sip));
            one_by_one.write32(doorbell.offset(), doorbell.value, &mut each).unwrap();
        }
        assert_eq!(at_once, one_by_one, "launch {} block {block_id} on {sips}", launch_id.get());
        assert_eq!(heard, each);
        let is_complete = |event: &(Cycle, Event)| matches!(event.1, Event::Complete { .. });
        taken += heard.events.iter().filter(|event| is_complete(event)).count();
        refused += heard.events.iter().filter(|event| !is_complete(event)).count();
    }
    assert!(taken > 20 && refused > 20, "{taken} taken, {refused} refused");
}

#[test]
fn the_descriptor_of_an_entry_is_what_was_admitted() {
    let hws = Scene::new().hws;
    let shown = [0, 1, 2].map(|entry| hws.descriptor(Entry::wrapping(entry)).map(|td| td.thread_num));
    assert_eq!(shown, [Some(8), Some(4), Some(8)]);
    let valid = Entry::all().filter(|&entry| hws.descriptor(entry).is_some()).count();
    assert_eq!(valid as u32, hws_regs::HwsStatus::from_bits(hws.peek(RegId::HwsStatus)).rs_count());
}

#[test]
fn a_refusal_says_why() {
    let said = [BusError::Unaligned, BusError::Unmapped, BusError::WriteOnly, BusError::ReadOnly];
    assert_eq!(
        said.map(|error| error.to_string()),
        [
            "the offset is not a multiple of 4",
            "no register at this offset",
            "the register is write-only",
            "the register is read-only"
        ]
    );
    assert_eq!(HdrRefused::Full.to_string(), "the HDR FIFO is full");
    let wide = HdrRefused::HdrId { hdr_id: 16 };
    assert_eq!(wide.to_string(), "hdr_id 16 does not fit in the HDR port; it must be 0..=15");
}
