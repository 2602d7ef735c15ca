//! The write side of the MIH FIFO. Of several messages at one edge its ports show the last.

use hws_types::EventKind;

use super::compare::Comparison;
use super::tick::EdgeRecord;
use crate::lane::LaneEvent;
use crate::map::Port;
use crate::sample::SampledEdge;
use crate::wave::Bits;

/// The ports at one edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct MessagePorts {
    push: Bits,
    dropped: Bits,
    words: [Bits; 2],
}

impl MessagePorts {
    pub(super) fn of(edge: &SampledEdge<'_>) -> Self {
        let value = |port: Port| edge.values[port as usize];
        let words = [value(Port::MihPushDw0), value(Port::MihPushDw1)];
        Self { push: value(Port::MihPush), dropped: value(Port::MihDropped), words }
    }

    fn is_active(&self) -> bool {
        self.push.get() == Some(1) || self.dropped.get() == Some(1)
    }
}

/// With lanes it is known which events belong to which edge, up to the first event
/// of another kind.
pub(super) fn compare_by_edge(
    edges: &[EdgeRecord],
    events: &[LaneEvent],
    aligned: usize,
    comparison: &mut Comparison<'_>,
) {
    let mut from = 0;
    for edge in edges {
        let to = from + edge.events;
        let of_edge = &events[from.min(events.len())..to.min(events.len())];
        compare_edge(&edge.messages, of_edge, comparison);
        if to > aligned {
            return;
        }
        from = to;
    }
}

fn is_message(event: &LaneEvent) -> bool {
    matches!(event.kind(), Some(EventKind::Mih | EventKind::MihDrop))
}

fn compare_edge(ports: &MessagePorts, events: &[LaneEvent], comparison: &mut Comparison<'_>) {
    let has = |kind| events.iter().any(|event| event.is(kind));
    comparison.port_had(Port::MihPush, ports.push, has(EventKind::Mih).into());
    comparison.port_had(Port::MihDropped, ports.dropped, has(EventKind::MihDrop).into());
    let last = events.iter().rev().find(|event| is_message(event));
    if let (Some(message), true) = (last, ports.is_active()) {
        compare_words(ports, message, comparison);
    }
}

fn compare_words(ports: &MessagePorts, message: &LaneEvent, comparison: &mut Comparison<'_>) -> bool {
    let of_port = [Port::MihPushDw0, Port::MihPushDw1].into_iter().zip(ports.words).zip(message.words);
    of_port.fold(true, |agrees, ((port, rtl), model)| comparison.port_had(port, rtl, model.into()) && agrees)
}

/// Without lanes, the messages that show must be messages of the model in their order, and the last one must show.
pub(super) fn compare_in_order(edges: &[EdgeRecord], events: &[LaneEvent], comparison: &mut Comparison<'_>) {
    if !comparison.has_port(Port::MihPush) {
        return;
    }
    let messages: Vec<&LaneEvent> = events.iter().filter(|event| is_message(event)).collect();
    let mut next = 0;
    for edge in edges.iter().filter(|edge| edge.messages.is_active()) {
        let ports = &edge.messages;
        match messages[next..].iter().position(|message| shows(ports, message)) {
            Some(skipped) => next += skipped + 1,
            None => return differ(ports, messages.get(next).copied(), comparison),
        }
        comparison.port_was_equal(Port::MihPush);
    }
    if next < messages.len() {
        comparison.port_had(Port::MihPush, Bits::known(0), 1);
    }
}

fn shows(ports: &MessagePorts, message: &LaneEvent) -> bool {
    let is_dropped = ports.push.get() != Some(1);
    let is_equal = |(word, model): (&Bits, &u32)| word.get().is_none_or(|value| value == u64::from(*model));
    message.is(EventKind::MihDrop) == is_dropped && ports.words.iter().zip(&message.words).all(is_equal)
}

fn differ(ports: &MessagePorts, message: Option<&LaneEvent>, comparison: &mut Comparison<'_>) {
    let Some(message) = message else {
        comparison.port_had(Port::MihPush, ports.push, 0);
        comparison.port_had(Port::MihDropped, ports.dropped, 0);
        return;
    };
    comparison.port_had(Port::MihPush, ports.push, message.is(EventKind::Mih).into());
    comparison.port_had(Port::MihDropped, ports.dropped, message.is(EventKind::MihDrop).into());
    compare_words(ports, message, comparison);
}
