//! What an HWS shows its surroundings beside registers: events, outputs, descriptors, refusals.

use hws_model::{BusError, Config, Decision, Event, EventSink, HdrRefused, Hws};
use hws_regs::{IrqEnable, IrqStatus, RegId};
use hws_types::{Cycle, Entry, HdrPush};

use crate::snapshot::Scene;

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
