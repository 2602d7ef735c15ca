//! `hws check`: dumps of an RTL against the model.

mod monitor;
mod stimulus;

use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use hws_dv::cause::CauseProgress;
use hws_dv::check::{self, CheckOptions, DumpReport, DumpText, DumpVerdict, Summary, UnknownRule};
use hws_dv::diff::WaiverKind;
use hws_dv::map::NameMap;
use hws_host::{dumps, files, outputs};

use crate::args::check::{Check, Unknown};
use crate::failure::Failure;
use crate::progress;

pub(crate) fn execute(args: &Check) -> Result<ExitCode, Failure> {
    files::only_one_standard_input(args.dumps.iter().chain(&args.map))?;
    let mut named = args.files();
    let map = dumps::name_map_among(args.map.as_deref(), &mut named)?;
    named.check()?;
    if let Some(path) = &args.monitor {
        return monitor::write(args, &map, path);
    }
    let mut options = options(args)?;
    if args.suggest_map {
        return suggest(args, &map, &options);
    }
    let (mut reports, mut needed) = (Vec::new(), BTreeSet::new());
    for (number, dump) in args.dumps.iter().enumerate() {
        let is_last = number + 1 == args.dumps.len();
        // A waiver is stale if no dump needs it, which shows after the last one.
        options.needed_elsewhere = match is_last {
            true => needed.iter().copied().collect(),
            false => (0..options.waivers.len()).collect(),
        };
        options.progress = Arc::default();
        let what = Searched { dump, progress: &options.progress };
        let report = progress::during(&what, || check::check(dump, &map, &options));
        let used = report.waivers.iter().enumerate().filter(|(_, it)| !it.signals.is_empty());
        needed.extend(used.map(|(place, _)| place));
        print(&DumpText(&report))?;
        stimulus::write(args, &map, &report)?;
        reports.push(report);
    }
    write_files(args, &reports)?;
    print(&Summary(&reports))?;
    let worst = DumpVerdict::worst(reports.iter().map(|report| report.verdict));
    if worst == DumpVerdict::Unreadable {
        let unread = reports.iter().filter(|report| report.verdict == worst);
        let found = unread.filter_map(DumpReport::refusal).collect();
        let status = worst.exit_status();
        return Err(Failure::Told { found, names_formats: false, status });
    }
    Ok(ExitCode::from(worst.exit_status()))
}

/// What is done with a dump.
struct Searched<'a> {
    dump: &'a Path,
    progress: &'a CauseProgress,
}

/// `check a.vcd`, and how far the search for the cause is.
impl Display for Searched<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cause = self.progress.to_string();
        let separator = if cause.is_empty() { "" } else { ", cause: " };
        write!(f, "check {}{separator}{cause}", self.dump.display())
    }
}

/// The lines of a map for each dump.
fn suggest(args: &Check, map: &NameMap, options: &CheckOptions) -> Result<ExitCode, Failure> {
    for dump in &args.dumps {
        print(&check::suggest_map(dump, map, options)?)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn options(args: &Check) -> Result<CheckOptions, Failure> {
    let records_inputs = args.stimulus.is_some() || args.minimise.is_some();
    if records_inputs && args.dumps.len() > 1 {
        let option = if args.stimulus.is_some() { "--stimulus" } else { "--minimise" };
        return Err(Failure::usage(format!("{option} takes one dump; {} are given", args.dumps.len())));
    }
    let start = args.start.as_deref().map(dumps::start).transpose()?.unwrap_or_default();
    let unknown = match args.unknown {
        Unknown::Strict => UnknownRule::Strict,
        Unknown::Report => UnknownRule::Report,
        Unknown::Ignore => UnknownRule::Ignore,
    };
    Ok(CheckOptions {
        min_compared: args.min_compared,
        min_coverage: Some(args.min_coverage),
        records_inputs,
        start,
        unknown,
        hierarchy: args.hierarchy.clone(),
        waivers: dumps::waivers(args.waivers.as_deref(), WaiverKind::Check, args.today)?,
        needed_elsewhere: Vec::new(),
        max_differences: args.max_differences as usize,
        causes: args.causes,
        progress: Arc::default(),
    })
}

/// A reader that has closed the pipe has seen enough; the exit status remains the verdict.
pub(super) fn print(text: &impl Display) -> Result<(), Failure> {
    match write!(io::stdout().lock(), "{text}") {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

fn write_files(args: &Check, reports: &[DumpReport]) -> Result<(), Failure> {
    if let Some(path) = &args.json {
        outputs::file(path, |out| outputs::json(&check::json(reports), out))?;
    }
    if let Some(path) = &args.junit {
        outputs::file(path, |out| out.write_all(check::junit(reports).as_bytes()))?;
    }
    Ok(())
}
