//! The page of two runs: both timelines one above the other, with a mark in each where they part.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use hws_host::outputs;
use hws_inspect::explain::{Parting, RunHistory};
use hws_plan::page::{self, PageKind};
use serde_json::{Value, json};

use super::explanation::PairExplanation;
use super::kernels::AlignedKernels;
use super::load::Run;
use crate::failure::Failure;

/// Writes the page; one that cannot be drawn is refused before the file is created.
pub(super) fn write(path: &Path, runs: [&Run<'_>; 2], explanation: &PairExplanation) -> Result<(), Failure> {
    let (Some(parting), Some(histories)) = (&explanation.parting, &explanation.histories) else {
        // The problem is the error of the command.
        return Ok(());
    };
    let title = format!("{} and {}", runs[0].name, runs[1].name);
    let input = json!({ "graphs": [graph(&title, runs, explanation, parting, histories)] });
    let mut bytes = Vec::new();
    let refused = |error: io::Error| Failure::usage(format!("--html: {error}"));
    page::write(PageKind::Compare, &title, &input, &Value::Null, &mut bytes).map_err(refused)?;
    Ok(outputs::file(path, |out| io::Write::write_all(out, &bytes))?)
}

fn graph(
    title: &str,
    runs: [&Run<'_>; 2],
    explanation: &PairExplanation,
    parting: &Parting,
    histories: &[RunHistory; 2],
) -> Value {
    let all = AllKernels::new(&explanation.aligned);
    let marks = marks(parting);
    let sections = [0, 1].map(|side| {
        let name = format!("run {}", side + 1);
        json!({
            "key": name,
            "title": name,
            "short": name,
            "bars": all.bars(&histories[side], side),
            "ready": all.ready(runs[side], side),
            "drained": runs[side].report["drained"] == true,
            "mark": marks[side],
        })
    });
    json!({
        "name": title,
        "place": "SIP",
        "kernels": all.kernels(runs, &explanation.aligned),
        "sections": sections,
        "notes": explanation.notes.iter().map(String::as_str).chain(parting.to_string().lines()).collect::<Vec<_>>(),
    })
}

/// The place of each run where they part: the decision, or else the first difference.
fn marks(parting: &Parting) -> [Value; 2] {
    let mark = |at: u64, what: &str| json!({ "at": at, "text": format!("{what}: cycle {at}") });
    if let Some(decision) = &parting.decision {
        return decision.sides.each_ref().map(|side| mark(side.cycle.0, "the first decision that parts"));
    }
    let cycles = parting.first.as_ref().and_then(|first| first.events.first()).map(|event| event.cycles);
    cycles.unwrap_or_default().map(|at| at.map_or(Value::Null, |at| mark(at.0, "the first difference")))
}

/// The kernels of both runs in one list: those of the first, then those that only the second one has.
struct AllKernels {
    /// The place of each kernel, by run and kernel_id.
    places: [Vec<usize>; 2],
    /// The run and the kernel_id from which name and predecessors are taken.
    from: Vec<(usize, usize)>,
}

impl AllKernels {
    fn new(aligned: &AlignedKernels) -> Self {
        let mut from: Vec<(usize, usize)> = (0..aligned.names[0].len()).map(|kernel| (0, kernel)).collect();
        let mut second = Vec::new();
        for (kernel, partner) in aligned.partners[1].iter().enumerate() {
            second.push(partner.map_or(from.len(), |partner| partner as usize));
            if partner.is_none() {
                from.push((1, kernel));
            }
        }
        Self { places: [(0..aligned.names[0].len()).collect(), second], from }
    }

    fn bars(&self, history: &RunHistory, side: usize) -> Vec<Value> {
        let place = |kernel: u32| self.places[side].get(kernel as usize);
        let bars = history.bars.iter().filter_map(|bar| Some((place(bar.kernel)?, bar)));
        bars.map(|(place, bar)| json!([place, bar.sip.get(), bar.from.0, bar.to.0])).collect()
    }

    /// The cycle in which each kernel became ready in a run.
    fn ready(&self, run: &Run<'_>, side: usize) -> Vec<Option<u64>> {
        let mut ready = vec![None; self.from.len()];
        for (kernel, &place) in run.kernels.iter().zip(&self.places[side]) {
            ready[place] = kernel.times.ready;
        }
        ready
    }

    /// Names, and the kernels before each.
    fn kernels(&self, runs: [&Run<'_>; 2], aligned: &AlignedKernels) -> Vec<Value> {
        let ids = [0, 1].map(|side| super::kernels::by_name(&aligned.names[side]));
        let kernel = |&(side, kernel): &(usize, usize)| {
            let deps = runs[side].kernels[kernel].names("deps");
            let place =
                |dep: Cow<'_, str>| ids[side].get(&(&*dep, 1)).map(|&id| self.places[side][id as usize]);
            json!({ "name": aligned.names[side][kernel], "after": deps.filter_map(place).collect::<Vec<_>>() })
        };
        self.from.iter().map(kernel).collect()
    }
}
