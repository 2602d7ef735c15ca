//! The attempts: a slice for each, from LATCH to COMMIT.

use std::io::{self, Write};

use hws_regs::params;

use super::event::{Args, Emitter, Event};
use super::{ATTEMPTS, HWS};
use crate::timeline::Timeline;

pub(super) fn write(timeline: &Timeline, out: &mut Emitter<'_, impl Write>) -> io::Result<()> {
    let length = u64::from(params::ATTEMPT_CYCLES);
    for attempt in timeline.every_attempt() {
        let name = if attempt.launched { "launched" } else { "failed" };
        let (cat, pid, tid) = (Some("attempt"), HWS, Some(ATTEMPTS));
        let (ts, dur) = (Some(attempt.commit.0.saturating_sub(length)), Some(length));
        let args = Args::Attempt { idle_unusable: attempt.idle_unusable };
        out.event(&Event { ph: "X", name, cat, pid, tid, ts, dur, args, ..Event::default() })?;
    }
    Ok(())
}
