//! What a comparison of event streams has found.

/// How an event differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EventState {
    /// Only A has it.
    OnlyA,
    /// Only B has it.
    OnlyB,
    /// B has another event of the stream in its place.
    Changed,
    /// B has it at another cycle.
    Moved,
    /// B has it at another place in the stream.
    Order,
}

impl EventState {
    /// Returns the word of reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::OnlyA => "only in A",
            Self::OnlyB => "only in B",
            Self::Changed => "changed",
            Self::Moved => "at another cycle",
            Self::Order => "in another order",
        }
    }
}

/// An event as one side has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownEvent {
    /// The cycle, as this side counts.
    pub cycle: u64,
    /// The time stamp, if the side is a dump.
    pub time: Option<u64>,
    /// "line 12" of a log, "time 345" of a dump.
    pub place: String,
    /// The event in words.
    pub text: String,
}

/// An event that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventDifference {
    /// The stream: `launch entry 3`.
    pub stream: String,
    /// How it differs.
    pub state: EventState,
    /// The run in the log, from 1.
    pub epoch: u32,
    /// The earlier cycle of both sides, as A counts.
    pub cycle: u64,
    /// The event of A.
    pub a: Option<ShownEvent>,
    /// The event of B.
    pub b: Option<ShownEvent>,
    /// The fields that differ.
    pub fields: Vec<String>,
}

/// A line of the surroundings of the first difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventContext {
    /// The cycle, as A counts.
    pub cycle: u64,
    /// Whether A has the event.
    pub is_in_a: bool,
    /// Whether B has it.
    pub is_in_b: bool,
    /// The event in words.
    pub text: String,
}

/// A stream, and how much of it agrees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventStream {
    /// Its name: `launch entry 3`.
    pub name: String,
    /// The events of A.
    pub a: u64,
    /// The events of B.
    pub b: u64,
    /// The events that both have.
    pub matched: u64,
    /// Those of them that another one overtakes, within the bound.
    pub reordered: u64,
    /// The differences.
    pub differing: u64,
}

/// The result of a comparison of event streams.
#[derive(Clone, Debug, Default)]
pub struct EventReport {
    /// The differences by cycle; not more than [`EventReport::KEPT`].
    pub differences: Vec<EventDifference>,
    /// How many there are.
    pub differing: u64,
    /// Events that take another place than in A, within the bound.
    pub reordered: u64,
    /// All streams, by name.
    pub streams: Vec<EventStream>,
    /// The events around the first difference.
    pub around: Vec<EventContext>,
    /// The kinds that only one side can have, and how many events they are.
    pub only: [Vec<(String, u64)>; 2],
    /// The fields that only one side has.
    pub fields_only: [Vec<String>; 2],
    /// The number of events of each side.
    pub events: [u64; 2],
}

impl EventReport {
    /// The most differences that are kept.
    pub const KEPT: usize = 10_000;

    /// Returns the differences of the first cycle.
    #[must_use]
    pub fn first(&self) -> &[EventDifference] {
        let Some(first) = self.differences.first() else { return &[] };
        let is_same = |it: &&EventDifference| (it.epoch, it.cycle) == (first.epoch, first.cycle);
        &self.differences[..self.differences.iter().take_while(is_same).count()]
    }
}
