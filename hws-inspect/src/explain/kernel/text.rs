//! The life of a kernel as text: in the order of time.

use std::fmt::{self, Formatter};

use hws_types::{Cycle, Source};

use super::{BlockRecord, KernelExplanation, KernelWait, Life, ReservationSpan};
use crate::explain::words::{Sips, count};

/// The number of changes shown for each wait; the data has all.
const SHOWN: usize = 2;

impl fmt::Display for KernelExplanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.lives.len() > 1 {
            writeln!(f, "kernel {} was pushed {} times", self.kernel_id, self.lives.len())?;
        }
        self.lives.iter().enumerate().try_for_each(|(index, life)| {
            if index > 0 {
                writeln!(f)?;
            }
            self.life(f, life)
        })
    }
}

impl KernelExplanation {
    fn life(&self, f: &mut Formatter<'_>, life: &Life) -> fmt::Result {
        let source = if life.source == Source::Hdr { "HDR port" } else { "firmware FIFO" };
        write!(f, "kernel {}, through the {source}, descriptor at {:#x}", self.kernel_id, life.td_addr)?;
        if let Some(facts) = &life.facts {
            let together = if facts.cooperative { " together" } else { "" };
            write!(f, "; entry {}, seq {}", facts.kernel.entry.get(), facts.kernel.seq)?;
            write!(f, "\n  {} of {}{together}", count(facts.blocks, "block"), count(facts.threads, "SIP"))?;
            write!(f, ", estimate {}, offline {}", facts.est_exec_time, facts.offline_priority)?;
            write!(f, ", DAG {}, affinity {}", facts.dag_tag, facts.affinity)?;
        }
        writeln!(f)?;
        let mut lines = moments(life);
        lines.sort_by_key(|(at, order, _)| (*at, *order));
        lines.iter().try_for_each(|(_, _, line)| writeln!(f, "{line}"))?;
        self.outcome(f, life)
    }

    fn outcome(&self, f: &mut Formatter<'_>, life: &Life) -> fmt::Result {
        if let Some(at) = life.finished {
            return writeln!(f, "{at:>10}  finished");
        }
        if let Some(at) = life.reset {
            return writeln!(f, "{at:>10}  dropped by a soft reset");
        }
        if life.rejected.is_none() {
            writeln!(f, "{:>10}  the stimulus ends; it is not finished", self.end)?;
        }
        Ok(())
    }
}

/// The lines with their cycles; among those of one cycle, what happened precedes what begins.
fn moments(life: &Life) -> Vec<(Cycle, u8, String)> {
    let mut lines = Vec::new();
    let mut add =
        |at: Option<Cycle>, text: &str| lines.extend(at.map(|at| (at, 0, format!("{at:>10}  {text}"))));
    add(life.pushed, "pushed");
    add(life.admitted, "admitted");
    if let Some(rejected) = &life.rejected {
        add(Some(rejected.at), &format!("rejected: ERR_STATUS.{} (§2.3)", rejected.error));
    }
    lines.extend(life.blocks.iter().flat_map(block));
    lines.extend(life.left.map(|at| (at, 1, format!("{at:>10}  leaves the Ready Station"))));
    lines.extend(life.reservations.iter().map(reservation));
    lines.extend(life.waits.iter().map(wait));
    lines
}

fn block(block: &BlockRecord) -> Vec<(Cycle, u8, String)> {
    let BlockRecord { at, sips, early, .. } = *block;
    let (number, id, from) = (block.block, block.launch_id.get(), block.pool.name());
    let how = block.way.map(|way| way.to_string()).unwrap_or_default();
    let early = if early.is_empty() { String::new() } else { format!(", early on {}", Sips(early)) };
    let line =
        format!("{at:>10}  block {number} launched on {} from the {from}-pool: {how}{early}", Sips(sips));
    let launched = (at, 0, line);
    let completed =
        block.completed.map(|at| (at, 0, format!("{at:>10}  block {number} complete (launch {id})")));
    [Some(launched), completed].into_iter().flatten().collect()
}

fn reservation(span: &ReservationSpan) -> (Cycle, u8, String) {
    let ReservationSpan { from, to, sips, cancelled } = *span;
    let end = if cancelled { "cancelled as stale (§6.6)" } else { "ended" };
    (from, 2, format!("{from:>10}  promoted, {} reserved; {end} at {to}", Sips(sips)))
}

fn wait(wait: &KernelWait) -> (Cycle, u8, String) {
    let KernelWait { from, to, reason, why_not } = wait;
    let mut line = format!("{from:>10} .. {to}: {reason}");
    for change in why_not.iter().take(SHOWN) {
        line += &format!("\n            why not: {change}");
    }
    (*from, 3, line)
}
