//! `hws coverage`: which rules files have exercised.

use std::io::{BufRead, Read};
use std::path::Path;
use std::process::ExitCode;

use hws_dv::check::{CheckOptions, DumpVerdict};
use hws_dv::coverage::{
    self, Collector, CoverageReport, CoverageSet, CoverageText, CoveredFile, CoveredKind, ModelText,
};
use hws_dv::input::is_dump;
use hws_dv::map::NameMap;
use hws_host::{CommandFiles, dumps, files, outputs, stimuli};
use hws_input::Diagnostic;
use hws_run::run::run;
use hws_run::workload::{InputFile, Inputs};
use hws_sim::stimulus::Reader;

use super::check::print;
use crate::args::coverage::Coverage;
use crate::diagnostics::other_format::COVERED;
use crate::failure::Failure;

pub(crate) fn execute(args: &Coverage) -> Result<ExitCode, Failure> {
    if args.model {
        print(&ModelText(coverage::model()))?;
        return Ok(ExitCode::SUCCESS);
    }
    files::only_one_standard_input(args.files.iter().chain(&args.map))?;
    let mut named = args.files();
    let map = dumps::name_map_among(args.map.as_deref(), &mut named)?;
    named.check()?;
    // What is counted is what the dump shows, however little.
    let options =
        CheckOptions { hierarchy: args.hierarchy.clone(), min_coverage: Some(0), ..CheckOptions::default() };
    let dumps = (map, options);
    let mut counted = Counted { named, ..Counted::default() };
    args.files.iter().for_each(|file| counted.add(file, &dumps));
    let Counted { named, unread, set, problems, refused, mut status } = counted;
    named.check()?;
    unread.iter().try_for_each(|workload| named.check_beside_unread(workload))?;
    let report = CoverageReport::new(set, args.at_least);
    write_files(args, &report)?;
    if !report.set.files.is_empty() {
        print(&CoverageText { report: &report, holes: args.holes, rank: args.rank })?;
    }
    let missed = coverage::missed_goals(&report, args.min.unwrap_or(0), &args.require);
    let goals = missed.iter().map(|goal| format!("goal missed: {}", goal.text));
    let notes = twice(&report.set).map(|text| format!("note: {text}"));
    let problems = problems.into_iter().map(|problem| format!("problem: {problem}"));
    let problems: Vec<String> = problems.collect();
    let counts = (problems.len(), missed.len());
    let lines: Vec<String> = problems.into_iter().chain(goals).collect();
    if !missed.is_empty() || report.impossible().next().is_some() {
        status = status.max(Status::Missed);
    }
    notes.iter().chain(&lines).try_for_each(|line| print(&format_args!("\n{line}\n")))?;
    print(&format_args!("\n{}\n", verdict(&report, status, counts)))?;
    match refused.is_empty() {
        true => Ok(ExitCode::from(status as u8)),
        false => Err(Failure::Told { found: refused, names_formats: true, status: status as u8 }),
    }
}

/// Names the files that are in the set more than once.
fn twice(set: &CoverageSet) -> Option<String> {
    let mut names: Vec<&str> = set.files.iter().map(|file| file.name.as_str()).collect();
    names.sort_unstable();
    let all = names.len();
    let again = names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])?;
    names.dedup();
    let count = all - names.len();
    Some(format!("`{again}` is counted more than once ({count} such): its hits add up"))
}

/// The result, and its exit status.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
enum Status {
    /// Counted, and every goal is reached.
    #[default]
    Reached = 0,
    /// A goal is missed, or a dump differs.
    Missed = 1,
    /// A file could not be read to its end.
    Unreadable = 2,
}

/// The last line.
fn verdict(report: &CoverageReport, status: Status, (problems, missed): (usize, usize)) -> String {
    let word = match status {
        Status::Reached => "reached",
        Status::Missed => "missed",
        Status::Unreadable => "unreadable",
    };
    let tally = report.tally();
    let (whole, tenth) = (tally.permille() / 10, tally.permille() % 10);
    let (covered, bins, excluded) = (tally.covered, tally.bins, tally.excluded);
    let files = report.set.files.len();
    format!(
        "verdict: {word} percent={whole}.{tenth} covered={covered} bins={bins} excluded={excluded} files={files} \
         problems={problems} missed={missed}"
    )
}

/// What has been counted so far.
#[derive(Default)]
struct Counted {
    /// The files of the command, with those that workloads name.
    named: CommandFiles,
    /// A workload that could not be read, so that not all files that it names are known.
    unread: Option<String>,
    set: CoverageSet,
    problems: Vec<String>,
    /// The problems of files that cannot be read to their end, for programs.
    refused: Vec<Diagnostic>,
    status: Status,
}

impl Counted {
    /// Counts a file. A problem with one file does not lose the others.
    fn add(&mut self, file: &Path, dumps: &(NameMap, CheckOptions)) {
        if let Err(failure) = self.count(file, dumps) {
            let failure = failure.naming_formats(COVERED);
            self.problem(failure.to_string(), Status::Unreadable);
            self.refused.extend(failure.diagnostics());
        }
    }

    fn problem(&mut self, text: String, status: Status) {
        self.problems.push(text);
        self.status = self.status.max(status);
    }

    fn count(&mut self, file: &Path, dumps: &(NameMap, CheckOptions)) -> Result<(), Failure> {
        let path = stimuli::stimulus_in(file);
        let name = files::name(&path);
        let mut input = stimuli::open(&path)?;
        let beginning = stimuli::beginning(&path, &mut input)?;
        if is_dump(&path, beginning) {
            // The dump is opened by its path; nothing of standard input has been consumed.
            drop(input);
            self.add_dump(&path, dumps);
        } else if coverage::is_saved_coverage(beginning) {
            self.add_saved(&name, &read(&path, input)?)?;
        } else if stimuli::is_stimulus(&path, beginning) {
            self.set.files.push(coverage::cover_stimulus(&name, Reader::new(&name, input))?);
        } else {
            let bytes = read(&path, input)?;
            self.add_workload(name, bytes)?;
        }
        Ok(())
    }

    fn add_workload(&mut self, name: String, bytes: Vec<u8>) -> Result<(), Failure> {
        let files = vec![InputFile { name: name.clone(), bytes }];
        let inputs = Inputs { files, ..Inputs::default() };
        let understood = inputs.understand(&mut |file, path| self.named.read_beside(file, path));
        let workload = understood.inspect_err(|_| self.unread = Some(name.clone()))?.workload;
        let (record, collector) = run(&workload, Collector::new())?;
        let counts = collector.into_counts();
        self.set.files.push(CoveredFile { name, kind: CoveredKind::Run, cycles: record.end.0, counts });
        Ok(())
    }

    fn add_saved(&mut self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let saved = coverage::read_saved(name, bytes)?;
        self.set.files.extend(saved.files);
        Ok(())
    }

    /// What agrees is counted, but a dump that differs or ends too early is a problem.
    fn add_dump(&mut self, path: &Path, (map, options): &(NameMap, CheckOptions)) {
        let (file, report) = coverage::cover_dump(path, map, options);
        let cycle = report.divergence.as_ref().map(|divergence| divergence.cycle);
        match (report.verdict, cycle) {
            (DumpVerdict::Equal, _) => (),
            (DumpVerdict::Differ, cycle) => {
                let cycle = cycle.unwrap_or_default();
                self.problem(
                    format!(
                        "{}: differs from the model at tick {cycle}: counted up to there; `hws check` explains it",
                        file.name
                    ),
                    Status::Missed,
                );
            }
            _ => report.refusal().into_iter().for_each(|found| {
                self.problem(found.to_string(), Status::Unreadable);
                self.refused.push(found);
            }),
        }
        if file.cycles > 0 {
            self.set.files.push(file);
        }
    }
}

fn read(path: &Path, mut input: Box<dyn BufRead>) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).map_err(Failure::read(path))?;
    Ok(bytes)
}

fn write_files(args: &Coverage, report: &CoverageReport) -> Result<(), Failure> {
    if let Some(path) = &args.json {
        outputs::file(path, |out| outputs::json(&coverage::coverage_json(report), out))?;
    }
    if let Some(path) = &args.html {
        outputs::file(path, |out| coverage::coverage_page(report, out))?;
    }
    if let Some(path) = &args.ucis {
        outputs::file(path, |out| coverage::write_ucis(report, out))?;
    }
    if let Some(path) = &args.save {
        outputs::file(path, |out| coverage::save(&report.set, out))?;
    }
    Ok(())
}
