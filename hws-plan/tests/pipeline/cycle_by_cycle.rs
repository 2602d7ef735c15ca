//! The credit rules of planner §7 cycle by cycle, word for word: the reference for the event loop.

use serde_json::{Value, json};

use super::random::Rows;

/// A unit that works on a row for some more cycles, or is idle.
#[derive(Default)]
struct Unit {
    left: Option<i64>,
    done: i64,
    idle: i64,
    end: i64,
}

impl Unit {
    /// A cycle passes.
    fn pass(&mut self, rows: i64) {
        match &mut self.left {
            Some(left) => *left -= 1,
            None if self.done < rows => self.idle += 1,
            None => {}
        }
    }

    fn finishes(&mut self, now: i64) -> bool {
        let finishes = self.left == Some(0);
        if finishes {
            (self.left, self.done, self.end) = (None, self.done + 1, now);
        }
        finishes
    }
}

/// The rows of the map that output row `o` reads end here: the last real row of its window, from 1.
fn last_row(rows: &Rows, o: i64) -> i64 {
    let window = (0..rows.ky).map(|k| o * rows.sy + k - rows.pad_top);
    window.filter(|row| (0..rows.ny).contains(row)).max().map_or(0, |row| row + 1)
}

/// What the mode answers, without bytes, warnings and what is a formula.
pub(crate) fn run(rows: &Rows) -> Value {
    let (mut axon, mut soma) = (Unit::default(), Unit::default());
    let (mut cnt, mut peak, mut released, mut at) = (0, 0, 0, 0);
    let mut events = Vec::new();
    // No row takes longer than 14 cycles, and one unit always works unless both wait.
    for now in 0.. {
        let mut tell = |name: &str, row: i64, cnt: i64| {
            at = now;
            events.push(json!([now, name, row, cnt]));
        };
        if soma.finishes(now) {
            let given_back = (soma.done * rows.sy - rows.pad_top).max(0) - released;
            released += given_back;
            cnt -= given_back;
            tell("soma_done", soma.done - 1, cnt);
        }
        if axon.finishes(now) {
            cnt += 1;
            tell("axon_done", axon.done - 1, cnt);
        }
        peak = peak.max(cnt);
        if soma.left.is_none() && soma.done < rows.n_out() && cnt >= last_row(rows, soma.done) - released {
            soma.left = Some(rows.t_soma[soma.done as usize]);
            tell("soma_start", soma.done, cnt);
        }
        let is_open = cnt.max(0) < rows.pipeline_num || soma.done == rows.n_out();
        if axon.left.is_none() && axon.done < rows.ny && is_open {
            axon.left = Some(rows.t_axon[axon.done as usize]);
            tell("axon_start", axon.done, cnt);
        }
        if axon.left.is_none() && soma.left.is_none() {
            break;
        }
        axon.pass(rows.ny);
        soma.pass(rows.n_out());
    }
    if soma.done < rows.n_out() {
        return json!({"deadlock": true, "at": at, "rows_in": axon.done, "rows_out": soma.done, "cnt": cnt, "events": events});
    }
    json!({
        "deadlock": false, "total": soma.end, "axon_end": axon.end, "rows_in": axon.done, "n_out": soma.done,
        "peak_cnt": peak, "axon_stall": axon.idle, "soma_wait": soma.idle, "events": events,
    })
}
