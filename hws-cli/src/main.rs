//! The command `hws`.
//!
//! Results go to standard output, diagnostics to standard error. Exit status: 0 success, 1 a check failed (a run
//! that did not drain, an invariant that does not hold, a dump that differs, a goal that is missed), 2 usage error or invalid input, 3 nothing
//! compared (`hws check`, `hws diff`), 130 stopped by Ctrl-C.

mod args;
mod commands;
mod completion;
mod diagnostics;
mod failure;
mod interrupt;
mod printed;
mod progress;
mod terminal;
mod version;

use std::io;
use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};
use diagnostics::ErrorFormat;
use failure::Failure;

fn main() -> ExitCode {
    completion::answer();
    hws_dv::silence_reader_panics();
    let (answered, format) = match Args::try_parse() {
        Ok(args) => {
            let format = args.error_format();
            let command = args.command.unwrap_or_default();
            (execute(&command, format).map_err(|failure| failure.naming_formats(command.formats())), format)
        }
        Err(error) if error.use_stderr() => match ErrorFormat::asked_for() {
            ErrorFormat::Human => error.exit(),
            format => (Err(Failure::arguments(&error)), format),
        },
        // A help text or the version is a result.
        Err(asked) => (asked.print().map(|()| ExitCode::SUCCESS).map_err(Failure::from), ErrorFormat::Human),
    };
    let flushed = |status| printed::flush(&mut io::stdout()).map(|()| status).map_err(Failure::from);
    answered.and_then(flushed).unwrap_or_else(|failure| failure.report(format))
}

fn execute(command: &Command, format: ErrorFormat) -> Result<ExitCode, Failure> {
    command.files().check()?;
    match command {
        Command::Run(run) => commands::run::execute(run),
        Command::Sweep(sweep) => commands::sweep::execute(sweep),
        Command::Tune(tune) => commands::tune::execute(tune),
        Command::Compare(compare) => commands::compare::execute(compare),
        Command::Replay(replay) => commands::replay::execute(replay),
        Command::Check(check) => commands::check::execute(check),
        Command::Explain(explain) => commands::explain::execute(explain),
        Command::Debug(debug) => commands::debug::execute(debug),
        Command::Explore(explore) => commands::explore::execute(explore),
        Command::Fuzz(fuzz) => commands::fuzz::execute(fuzz),
        Command::Coverage(coverage) => commands::coverage::execute(coverage),
        Command::Diff(diff) => commands::diff::execute(diff),
        Command::Serve(serve) => commands::serve::execute(serve),
        Command::Plan(plan) => commands::plan::execute(plan),
        Command::Regs(regs) => commands::regs::execute(regs, format),
        Command::Interfaces(args) => commands::interfaces::execute(&args.action, format),
        Command::ExplainError { code } => commands::explain_error::execute(code.as_deref()),
        Command::Schema { of } => commands::schema::execute(*of),
        Command::Completions { shell } => commands::completions::execute(*shell),
    }
}
