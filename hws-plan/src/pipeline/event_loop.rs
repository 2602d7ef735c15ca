//! The event loop of a pipeline. At one instant, the order is: consumer done, producer done, consumer starts,
//! producer starts (J3).

use super::credits::Credits;

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    ProducerStart,
    ProducerDone,
    ConsumerStart,
    ConsumerDone,
}

/// One line of a timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    /// Cycle.
    pub(crate) time: i64,
    pub(crate) kind: Kind,
    /// The row, or output row, from 0.
    pub(crate) row: i64,
    /// The count after the event.
    pub(crate) count: i64,
}

/// How a pipeline ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Run {
    /// Cycle of the last event.
    pub(crate) at: i64,
    /// The last finish of the producer.
    pub(crate) producer_end: i64,
    /// The last finish of the consumer.
    pub(crate) consumer_end: i64,
    /// Rows done.
    pub(crate) rows_done: i64,
    /// Output rows done.
    pub(crate) outputs_done: i64,
    /// The count at the end.
    pub(crate) count: i64,
    /// The largest count.
    pub(crate) peak: i64,
}

impl Run {
    /// Returns whether the units wait for each other.
    pub(crate) fn is_stuck(&self, credits: &Credits) -> bool {
        self.outputs_done < credits.outputs
    }
}

/// Runs a pipeline until no further event is possible; `sink` gets every event in order.
pub(crate) fn run(credits: &Credits, sink: &mut impl FnMut(Event)) -> Run {
    let mut now = State { credits, run: Run::default(), producing: None, consuming: None, sink };
    loop {
        now.finish();
        now.start();
        match [now.producing, now.consuming].into_iter().flatten().min() {
            Some(next) => now.run.at = next,
            None => return now.run,
        }
    }
}

/// Returns a run with all its events.
pub(crate) fn timeline(credits: &Credits) -> (Run, Vec<Event>) {
    let mut events = Vec::new();
    let run = run(credits, &mut |event| events.push(event));
    (run, events)
}

struct State<'a, S> {
    credits: &'a Credits,
    run: Run,
    /// When the current row is done.
    producing: Option<i64>,
    consuming: Option<i64>,
    sink: &'a mut S,
}

impl<S: FnMut(Event)> State<'_, S> {
    fn finish(&mut self) {
        let at = self.run.at;
        if self.consuming.take_if(|end| *end == at).is_some() {
            let output = self.run.outputs_done;
            self.run.count -= self.credits.released(output + 1) - self.credits.released(output);
            self.run.outputs_done += 1;
            self.run.consumer_end = at;
            self.tell(Kind::ConsumerDone, output);
        }
        if self.producing.take_if(|end| *end == at).is_some() {
            let row = self.run.rows_done;
            self.run.count += 1;
            self.run.peak = self.run.peak.max(self.run.count);
            self.run.rows_done += 1;
            self.run.producer_end = at;
            self.tell(Kind::ProducerDone, row);
        }
    }

    fn start(&mut self) {
        let Run { at, rows_done: row, outputs_done: output, count, .. } = self.run;
        if self.consuming.is_none() && self.credits.may_consume(output, count) {
            self.consuming = Some(at + self.credits.consumer.of(output));
            self.tell(Kind::ConsumerStart, output);
        }
        if self.producing.is_none() && self.credits.may_produce(row, output, count) {
            self.producing = Some(at + self.credits.producer.of(row));
            self.tell(Kind::ProducerStart, row);
        }
    }

    fn tell(&mut self, kind: Kind, row: i64) {
        let Run { at: time, count, .. } = self.run;
        (self.sink)(Event { time, kind, row, count });
    }
}
