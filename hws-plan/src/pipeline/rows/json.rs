//! The JSON of a row pipeline (planner §7), whose timeline may have millions of events.

use std::io;

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::pipeline::event_loop::{Event, Kind};

/// The JSON object.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Report<'e> {
    Ended(Ended<'e>),
    Deadlock(Deadlock<'e>),
}

#[derive(Serialize)]
pub(super) struct Ended<'e> {
    pub(super) deadlock: bool,
    pub(super) total: i64,
    pub(super) axon_end: i64,
    pub(super) rows_in: i64,
    pub(super) n_out: i64,
    pub(super) peak_cnt: i64,
    pub(super) axon_stall: i64,
    pub(super) soma_wait: i64,
    pub(super) buffer_bytes: i64,
    pub(super) buffer_bytes_padded: i64,
    pub(super) is_graph_pipeline: bool,
    pub(super) full_overlap_pipeline_num: Option<i64>,
    pub(super) warnings: Vec<&'static str>,
    pub(super) events: Events<'e>,
}

#[derive(Serialize)]
pub(super) struct Deadlock<'e> {
    pub(super) deadlock: bool,
    pub(super) at: i64,
    pub(super) rows_in: i64,
    pub(super) rows_out: i64,
    pub(super) cnt: i64,
    pub(super) reason: String,
    pub(super) events: Events<'e>,
}

impl Report<'_> {
    pub(super) fn json(&self) -> Value {
        serde_json::to_value(self).expect("keys are strings")
    }

    pub(super) fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        Ok(serde_json::to_writer_pretty(out, self)?)
    }
}

/// `[cycle, name, row, count after]` of each event.
pub(super) struct Events<'e>(pub(super) &'e [Event]);

impl Serialize for Events<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer
            .collect_seq(self.0.iter().map(|event| (event.time, name(event.kind), event.row, event.count)))
    }
}

/// Returns the name of an event.
pub(super) fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::ProducerStart => "axon_start",
        Kind::ProducerDone => "axon_done",
        Kind::ConsumerStart => "soma_start",
        Kind::ConsumerDone => "soma_done",
    }
}
