//! Two runs event by event: where they part and why, and what that was worth to each kernel.

use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use hws_host::run::RunFile;
use hws_host::{files, stimuli};
use hws_inspect::explain::{ComparedRun, Parting, RunHistory, part};
use hws_sim::stimulus::Reader;
use serde::Serialize;

use super::kernels::{AlignedKernels, GraphChange, KernelChange, changes, graphs};
use super::load::Run;
use super::path::{PathChange, path};
use crate::failure::Failure;

/// The kernels of a run that are named in a refusal.
const NAMED: usize = 3;

/// Everything that two runs have in common, and where they part.
#[derive(Serialize)]
pub(super) struct PairExplanation {
    /// The number of kernels that both runs have.
    pub(super) common_kernels: usize,
    /// The kernels that only one of them has.
    pub(super) only: [Vec<String>; 2],
    /// What cannot be compared, in sentences.
    pub(super) notes: Vec<String>,
    /// Where the runs part; `None` with the problem that prevents it.
    pub(super) parting: Option<Parting>,
    /// Why events are not compared, or only up to a place.
    pub(super) problem: Option<String>,
    /// The graphs in the order of the first run.
    pub(super) graphs: Vec<GraphChange>,
    /// The kernels whose times differ: those that paid most come first, those that gained most last.
    pub(super) kernels: Vec<KernelChange>,
    /// The paths that end the first and the second run.
    pub(super) paths: [Option<PathChange>; 2],
    /// Why a path does not say anything.
    pub(super) no_paths: Vec<String>,
    /// Both runs as they ran, for a page.
    #[serde(skip)]
    pub(super) histories: Option<[RunHistory; 2]>,
    #[serde(skip)]
    pub(super) aligned: AlignedKernels,
}

impl PairExplanation {
    /// Compares two runs; problems with their events are part of the result.
    pub(super) fn new(runs: [&Run<'_>; 2]) -> Self {
        let aligned = AlignedKernels::new(runs);
        let mut kernels = changes(runs, &aligned);
        let graphs = graphs(&kernels);
        kernels.retain(|change| change.times[0] != change.times[1]);
        kernels.sort_by_key(|change| std::cmp::Reverse(change.paid()));
        let (parting, problem, histories) = match events(runs, &aligned) {
            Ok((parting, problem, histories)) => (Some(parting), problem, Some(histories)),
            Err(failure) => (None, Some(failure.to_string()), None),
        };
        let (mut paths, mut no_paths) = ([None, None], Vec::new());
        for side in [0, 1].into_iter().filter(|_| aligned.common() > 0) {
            match path(runs, &aligned, side) {
                Ok(found) => paths[side] = Some(found),
                Err(reason) => no_paths.push(reason),
            }
        }
        let only = [0, 1].map(|side| aligned.only(side).into_iter().map(str::to_owned).collect());
        let (common_kernels, notes) = (aligned.common(), notes(runs));
        Self {
            common_kernels,
            only,
            notes,
            parting,
            problem,
            graphs,
            kernels,
            paths,
            no_paths,
            histories,
            aligned,
        }
    }
}

fn is_same(runs: [&Run<'_>; 2], key: &str) -> bool {
    runs[0].report["machine"][key] == runs[1].report["machine"][key]
}

/// What differs so that numbers cannot be compared.
fn notes(runs: [&Run<'_>; 2]) -> Vec<String> {
    let topology = "the topologies differ: SIPs of one run are not those of the other, so decisions are compared by kernel and \
                    block only";
    let unit = "the time units differ: times are compared in cycles, but estimates and backfill margins are in different units";
    let notes = [("topology", topology), ("time_unit", unit)];
    notes.into_iter().filter(|(key, _)| !is_same(runs, key)).map(|(_, note)| note.to_owned()).collect()
}

type Events = (Parting, Option<String>, [RunHistory; 2]);

/// Replays both stimuli and compares them.
fn events(runs: [&Run<'_>; 2], aligned: &AlignedKernels) -> Result<Events, Failure> {
    if aligned.common() == 0 {
        return Err(Failure::usage(nothing_in_common(runs, aligned)));
    }
    let stimuli = [stimulus_of(runs[0])?, stimulus_of(runs[1])?];
    let names = stimuli.each_ref().map(|path| files::name(path));
    let histories = [record(&stimuli[0], &names[0])?, record(&stimuli[1], &names[1])?];
    for side in [0, 1] {
        belongs(&names[side], &histories[side], runs[side], aligned, side)?;
    }
    let opens = stimuli.each_ref().map(|path| {
        || -> io::Result<Box<dyn BufRead>> {
            let input = stimuli::open(path).map_err(io::Error::other)?;
            Ok(input)
        }
    });
    let compared = [0, 1].map(|side| ComparedRun {
        file: &names[side],
        open: &opens[side],
        kernels: &aligned.names[side],
        partners: &aligned.partners[side],
    });
    let [first, second] = &compared;
    let histories_by_run = [&histories[0], &histories[1]];
    let parting = part([first, second], histories_by_run, is_same(runs, "topology"));
    let parting = parting.map_err(|error| Failure::usage(error.to_string()))?;
    let cut = histories.iter().find_map(|history| Some((history.cut.as_ref()?, history.end)));
    let problem = cut.map(|(error, end)| format!("{error}; the events are compared up to cycle {end}"));
    Ok((parting, problem, histories))
}

fn nothing_in_common(runs: [&Run<'_>; 2], aligned: &AlignedKernels) -> String {
    let named = |side: usize| match aligned.names[side].as_slice() {
        [] => format!("{} has no kernel", runs[side].name),
        names => {
            let more = if names.len() > NAMED { ", …" } else { "" };
            format!("{} has {}{more}", runs[side].name, names[..names.len().min(NAMED)].join(", "))
        }
    };
    let remedy = "compare runs of workloads that have graphs and kernels of the same name";
    format!("the runs have no kernel in common: {}; {}; {remedy}", named(0), named(1))
}

/// The stimulus in the folder of a run; a report is in this folder.
fn stimulus_of(run: &Run<'_>) -> Result<PathBuf, Failure> {
    let is_folder = run.path.is_dir();
    let path = if is_folder { stimuli::stimulus_in(&run.path) } else { stimuli::stimulus_beside(&run.path) };
    if path.exists() {
        return Ok(path);
    }
    let (file, of) = (RunFile::Stimulus.name(), &run.name);
    Err(Failure::usage(format!(
        "{of}: {file} is missing, from which decisions are replayed; run the workload again with `--keep report,stimulus` or \
         without --keep, or give --tables to compare only the reports"
    )))
}

fn record(path: &Path, name: &str) -> Result<RunHistory, Failure> {
    Ok(RunHistory::record(Reader::new(name, stimuli::open(path)?)))
}

/// Refuses a stimulus that is not that of the report.
fn belongs(
    name: &str,
    history: &RunHistory,
    run: &Run<'_>,
    aligned: &AlignedKernels,
    side: usize,
) -> Result<(), Failure> {
    let names = &aligned.names[side];
    let stale = |what: String| {
        Failure::usage(format!(
            "{name}: not the stimulus of the report of {}: {what}; run the workload again",
            run.name
        ))
    };
    if let Some(unknown) = history.last_kernel().filter(|&kernel| kernel as usize >= names.len()) {
        return Err(stale(format!("it has kernel {unknown}, and the report has {} kernels", names.len())));
    }
    let reported = run.kernels.iter().map(|kernel| kernel.times.start);
    for ((launched, reported), kernel) in
        history.first_launches(names.len()).into_iter().zip(reported).zip(names)
    {
        match (launched, reported) {
            (Some(launched), Some(reported)) if launched.0 != reported => {
                return Err(stale(format!("it launches {kernel} at cycle {launched}, not at {reported}")));
            }
            (Some(launched), None) => {
                return Err(stale(format!("it launches {kernel} at cycle {launched}, and the report never")));
            }
            _ => (),
        }
    }
    Ok(())
}
