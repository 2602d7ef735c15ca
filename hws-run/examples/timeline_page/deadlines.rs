//! Deadlines for a synthetic run: of each graph, and of every fourth kernel, met and missed in turn.

use hws_run::timeline::Timeline;
use hws_types::Cycle;

/// Cycles between a deadline and the finish.
const OFF: u64 = 700;

/// Adds deadlines, and the finishes of graphs.
pub(crate) fn add(timeline: &mut Timeline) {
    for (index, dag) in (0..).zip(&mut timeline.dags) {
        let own = timeline.kernels.iter().filter(|kernel| kernel.dag == index);
        let finishes: Option<Vec<Cycle>> = own.map(|kernel| kernel.finish).collect();
        dag.finish = finishes.and_then(|finishes| finishes.into_iter().max());
        dag.deadline = Some(near(dag.finish.unwrap_or(timeline.end), index % 2 == 0));
    }
    for (index, kernel) in timeline.kernels.iter_mut().enumerate().filter(|(index, _)| index % 4 == 0) {
        kernel.deadline = Some(near(kernel.finish.unwrap_or(timeline.end), index % 8 == 0));
    }
}

fn near(finish: Cycle, is_met: bool) -> Cycle {
    if is_met { finish.after(OFF) } else { Cycle(finish.0.saturating_sub(OFF)) }
}
