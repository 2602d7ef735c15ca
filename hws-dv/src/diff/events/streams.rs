//! Two logs, stream by stream: which event of A is which event of B.
//!
//! A stream is the events of one kind with one key, in their order. Both sides are read from their fronts. Fronts that
//! are equal are a match. Otherwise the other side is searched: up to `reorder` places for an event that is allowed to
//! come earlier or later, and further on to tell an event that is missing from one that is different.

use std::collections::{BTreeMap, VecDeque};

use super::log::{EventLogFile, FieldValue, Logged};
use super::names::Name;
use super::shape::{Shape, SharedKind};

/// How far events are searched to explain a difference.
const FAR: usize = 64;

/// What may differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// B shows at cycle c + N what A shows at cycle c.
    pub(super) offset: i64,
    /// Places by which events of a stream may be exchanged.
    pub(super) reorder: usize,
    /// Cycles by which an event may be earlier or later.
    pub(super) slack: u64,
}

/// A difference: places in the logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    OnlyA(usize),
    OnlyB(usize),
    /// The same place in the stream, but other fields.
    Changed(usize, usize),
    /// The same fields at another cycle.
    Moved(usize, usize),
    /// The same event at another place of the stream.
    Order(usize, usize),
}

/// The kind and the key.
pub(super) type StreamKey = (Name, Option<FieldValue>);

/// A stream, with what was found.
#[derive(Debug, Default)]
pub(super) struct Stream {
    pub(super) events: [Vec<usize>; 2],
    pub(super) matched: u64,
    pub(super) reordered: u64,
    pub(super) found: Vec<Found>,
}

/// All streams.
pub(super) type Streams = BTreeMap<StreamKey, Stream>;

/// The events that take part, by stream.
pub(super) fn streams(
    sides: [&EventLogFile; 2],
    shape: &Shape,
    is_wanted: impl Fn(usize, &Logged) -> bool,
) -> Streams {
    let mut streams = Streams::new();
    for (side, log) in sides.into_iter().enumerate() {
        for (place, event) in log.events.iter().enumerate().filter(|(_, event)| is_wanted(side, event)) {
            let Some(kind) = shape.kinds.get(&event.kind) else { continue };
            let key = kind.key.and_then(|key| log.value(event, key));
            streams.entry((event.kind, key)).or_default().events[side].push(place);
        }
    }
    streams
}

/// Compares two logs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matcher<'a> {
    pub(super) a: &'a EventLogFile,
    pub(super) b: &'a EventLogFile,
    pub(super) rules: Rules,
}

impl Matcher<'_> {
    /// Matches the events of a stream; returns the pairs.
    pub(super) fn run(&self, stream: &mut Stream, kind: &SharedKind) -> Vec<(usize, usize)> {
        let [a, b] = &stream.events;
        let (mut a, mut b): (VecDeque<usize>, VecDeque<usize>) =
            (a.iter().copied().collect(), b.iter().copied().collect());
        let mut pairs = Vec::new();
        loop {
            match (a.front(), b.front()) {
                (None, None) => break,
                (Some(&left), None) => {
                    stream.found.push(Found::OnlyA(left));
                    a.pop_front();
                }
                (None, Some(&right)) => {
                    stream.found.push(Found::OnlyB(right));
                    b.pop_front();
                }
                (Some(&left), Some(&right)) if self.is_equal(left, right, kind) => {
                    pairs.push((left, right));
                    drop_front(&mut a);
                    drop_front(&mut b);
                }
                (Some(&left), Some(&right)) => {
                    self.step((left, right), (&mut a, &mut b), kind, (stream, &mut pairs))
                }
            }
        }
        stream.matched = pairs.len() as u64;
        pairs
    }

    /// The fronts differ.
    fn step(
        &self,
        (left, right): (usize, usize),
        (a, b): (&mut VecDeque<usize>, &mut VecDeque<usize>),
        kind: &SharedKind,
        (stream, pairs): (&mut Stream, &mut Vec<(usize, usize)>),
    ) {
        let far = self.rules.reorder.max(FAR);
        let in_b = b.iter().take(far + 1).position(|&other| self.is_equal(left, other, kind));
        let in_a = a.iter().take(far + 1).position(|&other| self.is_equal(other, right, kind));
        let near = |place: Option<usize>| place.filter(|place| *place <= self.rules.reorder);
        if let Some(place) = near(in_b) {
            pairs.push((left, right_at(b, place)));
            a.pop_front();
            stream.reordered += 1;
        } else if let Some(place) = near(in_a) {
            pairs.push((right_at(a, place), right));
            b.pop_front();
            stream.reordered += 1;
        } else {
            let found = self.difference((left, right), (in_a, in_b), b, kind);
            match found {
                Found::OnlyA(_) => drop_front(a),
                Found::OnlyB(_) => drop_front(b),
                Found::Order(..) => {
                    right_at(b, in_b.unwrap_or(0));
                    drop_front(a);
                }
                Found::Changed(..) | Found::Moved(..) => {
                    drop_front(a);
                    drop_front(b);
                }
            }
            stream.found.push(found);
        }
    }

    fn difference(
        &self,
        (left, right): (usize, usize),
        (in_a, in_b): (Option<usize>, Option<usize>),
        b: &VecDeque<usize>,
        kind: &SharedKind,
    ) -> Found {
        match (in_a, in_b) {
            (Some(_), Some(place)) => Found::Order(left, b[place]),
            (Some(_), None) => Found::OnlyA(left),
            (None, Some(_)) => Found::OnlyB(right),
            (None, None) if self.has_equal_fields(left, right, kind) => Found::Moved(left, right),
            (None, None) => match self.time(left, 0).cmp(&self.time(right, 1)) {
                std::cmp::Ordering::Equal => Found::Changed(left, right),
                std::cmp::Ordering::Less => Found::OnlyA(left),
                std::cmp::Ordering::Greater => Found::OnlyB(right),
            },
        }
    }

    /// Epoch and cycle of an event, as A counts.
    pub(super) fn time(&self, place: usize, side: usize) -> (u32, i64) {
        let (log, offset) = if side == 0 { (self.a, 0) } else { (self.b, self.rules.offset) };
        let event = &log.events[place];
        (event.epoch, (event.cycle as i64).saturating_sub(offset))
    }

    fn is_equal(&self, left: usize, right: usize, kind: &SharedKind) -> bool {
        let (a, b) = (self.time(left, 0), self.time(right, 1));
        a.0 == b.0 && a.1.abs_diff(b.1) <= self.rules.slack && self.has_equal_fields(left, right, kind)
    }

    pub(super) fn has_equal_fields(&self, left: usize, right: usize, kind: &SharedKind) -> bool {
        kind.fields.iter().all(|field| !self.differs(left, right, *field))
    }

    /// A field that is unknown or absent on one side is not compared.
    pub(super) fn differs(&self, left: usize, right: usize, field: Name) -> bool {
        let values = (self.a.value(&self.a.events[left], field), self.b.value(&self.b.events[right], field));
        match values {
            (Some(FieldValue::Unknown) | None, _) | (_, Some(FieldValue::Unknown) | None) => false,
            (a, b) => a != b,
        }
    }
}

fn drop_front(events: &mut VecDeque<usize>) {
    events.pop_front();
}

/// Takes an event out of the middle.
fn right_at(events: &mut VecDeque<usize>, place: usize) -> usize {
    events.remove(place).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::log::Origin;
    use super::super::names::Names;
    use super::*;

    /// Events of one stream: cycle and value.
    fn log(events: &[(u64, u64)], names: &mut Names) -> EventLogFile {
        let mut log = EventLogFile::new(Origin::Log);
        let (kind, field) = (names.number("launch"), names.number("block"));
        for (cycle, value) in events {
            log.begin(1, *cycle, 0, kind).unwrap();
            log.field(field, FieldValue::Number(*value));
        }
        log
    }

    fn found(a: &[(u64, u64)], b: &[(u64, u64)], rules: Rules) -> (u64, u64, Vec<Found>) {
        let mut names = Names::new();
        let mut sides = [log(a, &mut names), log(b, &mut names)];
        let shape = Shape::new(&mut sides, &mut names);
        let mut all = streams([&sides[0], &sides[1]], &shape, |_, _| true);
        let (key, stream) = all.iter_mut().next().unwrap();
        let pairs = Matcher { a: &sides[0], b: &sides[1], rules }.run(stream, &shape.kinds[&key.0]);
        assert_eq!(pairs.len() as u64, stream.matched);
        (stream.matched, stream.reordered, std::mem::take(&mut stream.found))
    }

    const EXACT: Rules = Rules { offset: 0, reorder: 0, slack: 0 };

    #[test]
    fn an_event_that_is_missing_is_the_only_difference() {
        let all = [(1, 1), (2, 2), (2, 3), (4, 4)];
        for missing in 0..4 {
            let mut rest = all.to_vec();
            rest.remove(missing);
            assert_eq!(found(&all, &rest, EXACT), (3, 0, vec![Found::OnlyA(missing)]));
            assert_eq!(found(&rest, &all, EXACT), (3, 0, vec![Found::OnlyB(missing)]));
        }
    }

    #[test]
    fn a_changed_event_and_a_late_one_are_told_apart() {
        assert_eq!(found(&[(1, 1), (2, 2)], &[(1, 9), (2, 2)], EXACT).2, [Found::Changed(0, 0)]);
        assert_eq!(found(&[(1, 1), (5, 2)], &[(2, 1), (5, 2)], EXACT).2, [Found::Moved(0, 0)]);
        let slack = Rules { slack: 1, ..EXACT };
        assert_eq!(found(&[(1, 1), (5, 2)], &[(2, 1), (5, 2)], slack), (2, 0, Vec::new()));
    }

    #[test]
    fn an_order_is_a_difference_unless_it_is_within_the_bound() {
        let (a, b) = ([(1, 1), (1, 2), (1, 3)], [(1, 3), (1, 1), (1, 2)]);
        assert_eq!(found(&a, &b, EXACT).2, [Found::Order(0, 1), Found::Order(1, 2)]);
        assert_eq!(found(&a, &b, Rules { reorder: 1, ..EXACT }), (3, 2, Vec::new()));
        let far = [(1, 3), (1, 4), (1, 1)];
        assert_eq!(found(&[(1, 1), (1, 3), (1, 4)], &far, Rules { reorder: 2, ..EXACT }), (3, 1, Vec::new()));
    }

    #[test]
    fn an_offset_shifts_b() {
        let late = Rules { offset: 3, ..EXACT };
        assert_eq!(found(&[(1, 1), (4, 2)], &[(4, 1), (7, 2)], late), (2, 0, Vec::new()));
        let early = Rules { offset: -1, ..EXACT };
        assert_eq!(found(&[(1, 1)], &[(0, 1)], early), (1, 0, Vec::new()));
    }
}
