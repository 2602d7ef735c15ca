//! What happens in a stimulus from its start to its end: the trace of `hws replay`.

use hws_model::{Config, Hws};
use hws_sim::stimulus::Operation;
use hws_sim::{Machine, TraceWriter};
use serde_json::Value;

use super::error::SessionError;

/// The most lines of a trace: a page that has more would hold on to a gigabyte.
const MOST: usize = 2_000_000;

/// The trace, line by line, and the cycles at which something happens.
#[derive(Debug)]
pub(super) struct Record {
    /// The cycle of each line, and the line.
    pub(super) lines: Vec<(u64, String)>,
    /// Ticks with events.
    pub(super) events: Stops,
    /// Ticks with a COMMIT.
    pub(super) commits: Stops,
    /// The cycle of `end`.
    pub(super) end: u64,
    /// The kernels that were admitted: cycle, kernel_seq, kernel_id.
    admitted: Vec<(u64, u32, u32)>,
}

impl Record {
    pub(super) fn of(operations: &[Operation]) -> Result<Self, SessionError> {
        let mut machine = Machine::new(Hws::new(Config::default()), TraceWriter::new(Vec::new()));
        for operation in operations {
            // A refusal is in the trace.
            let _ = machine.perform(operation);
        }
        let end = machine.cycle().0;
        // Memory accepts everything.
        let trace = machine.into_observer().finish().unwrap_or_default();
        let text = String::from_utf8_lossy(&trace);
        let lines: Vec<_> = text.lines().take(MOST + 1).map(|line| (cycle(line), line.to_owned())).collect();
        if lines.len() > MOST {
            return Err(SessionError::TooLong { most: MOST });
        }
        let is_end = |line: &str| line.contains("\"ev\":\"end\"");
        let events = lines.iter().filter(|(_, line)| !is_end(line));
        let commits = lines.iter().filter(|(_, line)| line.contains("\"ev\":\"commit\""));
        let admitted = lines.iter().filter_map(|(at, line)| admitted(*at, line)).collect();
        Ok(Self { events: Stops::of(events), commits: Stops::of(commits), end, admitted, lines })
    }

    /// The kernel that has this kernel_seq at a cycle; a soft reset counts anew.
    pub(super) fn kernel_id(&self, seq: u32, cycle: u64) -> Option<u32> {
        let mut earlier = self.admitted.iter().rev().skip_while(|(at, ..)| *at >= cycle);
        earlier.find(|(_, own, _)| *own == seq).map(|(.., kernel_id)| *kernel_id)
    }

    /// The number of lines of ticks that were made before a cycle, and of its operations.
    pub(super) fn lines_before(&self, cycle: u64) -> usize {
        self.lines.partition_point(|(at, _)| *at < cycle)
    }
}

/// What a line says of an admission.
fn admitted(at: u64, line: &str) -> Option<(u64, u32, u32)> {
    if !line.contains("\"ev\":\"admit\"") {
        return None;
    }
    let line: Value = serde_json::from_str(line).ok()?;
    let number = |key: &str| line[key].as_u64().and_then(|number| u32::try_from(number).ok());
    Some((at, number("seq")?, number("kernel_id")?))
}

fn cycle(line: &str) -> u64 {
    let digits = line.strip_prefix("{\"c\":").and_then(|rest| rest.split_once(','));
    digits.and_then(|(digits, _)| digits.parse().ok()).unwrap_or_default()
}

/// Ticks, ascending. The state after a tick is that of the next cycle.
#[derive(Debug)]
pub(super) struct Stops(Vec<u64>);

impl Stops {
    fn of<'l>(lines: impl Iterator<Item = &'l (u64, String)>) -> Self {
        let mut ticks: Vec<u64> = lines.map(|(at, _)| *at).collect();
        ticks.dedup();
        Self(ticks)
    }

    pub(super) fn cycles(&self) -> &[u64] {
        &self.0
    }

    /// The cycle after so many of these ticks from a cycle on; the start or the end if there are not as many.
    pub(super) fn from(&self, cycle: u64, count: i64, end: u64) -> u64 {
        let made = self.0.partition_point(|&tick| tick < cycle);
        // Backwards, a state directly after a tick is that of the tick itself.
        let is_between = count < 0 && made.checked_sub(1).is_some_and(|last| self.0[last] + 1 != cycle);
        let wanted = (made as i64).saturating_add(count).saturating_add(i64::from(is_between));
        match usize::try_from(wanted).ok().and_then(|wanted| wanted.checked_sub(1)) {
            None => 0,
            Some(place) => self.0.get(place).map_or(end, |tick| tick + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Stops;

    #[test]
    fn a_step_ends_after_a_tick() {
        let stops = Stops(vec![10, 20, 21]);
        for (from, count, to) in [
            (0, 1, 11),
            (10, 1, 11),
            (11, 1, 21),
            (15, 1, 21),
            (21, 1, 22),
            (22, 1, 99),
            (0, 2, 21),
            (0, 9, 99),
            (99, -1, 22),
            (22, -1, 21),
            (21, -1, 11),
            (15, -1, 11),
            (11, -1, 0),
            (5, -1, 0),
            (22, -2, 11),
            (99, -9, 0),
        ] {
            assert_eq!(stops.from(from, count, 99), to, "{count} from {from}");
        }
    }
}
