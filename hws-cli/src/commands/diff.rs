//! `hws diff`: two dumps against each other.

use std::io::Write;
use std::process::ExitCode;

use hws_dv::check::DumpVerdict;
use hws_dv::diff::{self, DiffError, DiffOptions, DiffText, SideOptions, WaiverKind, XRule};
use hws_dv::wave::{Radix, TableOptions};
use hws_host::{dumps, files, outputs};

use super::check;
use crate::args::diff::{Diff, X};
use crate::failure::Failure;

pub(crate) fn execute(args: &Diff) -> Result<ExitCode, Failure> {
    files::only_one_standard_input([&args.a, &args.b].into_iter().chain(&args.map).chain(&args.waivers))?;
    let options = options(args)?;
    if args.suggest_map {
        let map = diff::suggest_map(&args.a, &args.b, &options);
        check::print(&map.map_err(DiffError::into_diagnostic)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let report = diff::diff(&args.a, &args.b, &options);
    if let Some(path) = &args.json {
        outputs::file(path, |out| outputs::json(&diff::json(&report), out))?;
    }
    if let Some(path) = &args.junit {
        outputs::file(path, |out| out.write_all(diff::junit(&report).as_bytes()))?;
    }
    if let Some(path) = &args.html {
        outputs::file(path, |out| diff::page(&report, out))?;
    }
    check::print(&DiffText(&report))?;
    if let Some(Err(reason)) = &report.waveform {
        return Err(Failure::usage(reason.clone()));
    }
    if report.verdict == DumpVerdict::Unreadable {
        let (found, status) = (report.refused, report.verdict.exit_status());
        return Err(Failure::Told { found, names_formats: false, status });
    }
    Ok(ExitCode::from(report.verdict.exit_status()))
}

fn options(args: &Diff) -> Result<DiffOptions, Failure> {
    Ok(DiffOptions {
        a: SideOptions {
            clock: args.clock_a.clone().or_else(|| args.clock.clone()),
            enable: args.enable_a.clone().or_else(|| args.enable.clone()),
            samples: [&args.sample[..], &args.sample_a].concat(),
            prefix: args.prefix_a.clone(),
            tables: tables(args, &args.radix_a),
            hierarchy: args.hierarchy.clone(),
        },
        b: SideOptions {
            clock: args.clock_b.clone().or_else(|| args.clock.clone()),
            enable: args.enable_b.clone().or_else(|| args.enable.clone()),
            samples: [&args.sample[..], &args.sample_b].concat(),
            prefix: args.prefix_b.clone(),
            tables: tables(args, &args.radix_b),
            hierarchy: args.hierarchy.clone(),
        },
        map: args.map.as_deref().map(dumps::diff_map).transpose()?,
        cycle: args.cycle.clone(),
        offsets: args.offset.clone(),
        masks: args.mask.clone(),
        volatile: args.volatile.clone(),
        ignore: args.ignore.clone(),
        only: args.only.clone(),
        require: args.require.clone(),
        skips: args.skip.clone(),
        waivers: dumps::waivers(args.waivers.as_deref(), WaiverKind::Diff, args.today)?,
        x: match args.x {
            X::Strict => XRule::Strict,
            X::Wild => XRule::Wild,
            X::Zero => XRule::Zero,
        },
        epsilon: args.epsilon,
        by_time: args.by_time,
        around: args.around.into(),
        min_compared: args.min_compared,
        min_coverage: Some(args.min_coverage),
        ignore_initial: args.ignore_initial,
        allow_shorter: args.allow_shorter,
        events: args.events,
        reorder: args.reorder.into(),
        slack: args.slack.into(),
        waveform: args.fst.clone(),
        self_test: args.self_test,
    })
}

fn tables(args: &Diff, of_side: &[(Option<String>, Radix)]) -> TableOptions {
    TableOptions { radix: [&args.radix[..], of_side].concat(), memory: args.memory.clone() }
}
