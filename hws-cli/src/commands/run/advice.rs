//! The last line of `hws run`: what to run next, if other settings would have ended the run earlier.

mod commands;

use hws_host::run::{Ran, advice};
use hws_run::report::{Advice, Report};
use hws_run::workload::{Inputs, Understood};

use crate::args::Run;
use crate::failure::Failure;
use crate::interrupt;

/// The run that advice is for.
pub(super) struct Of<'r> {
    pub(super) args: &'r Run,
    pub(super) inputs: &'r Inputs,
    pub(super) understood: &'r Understood,
    pub(super) ran: &'r Ran,
}

impl Of<'_> {
    /// The advice that is asked for; it belongs to the report.
    pub(super) fn asked(&self) -> Result<Option<Advice>, Failure> {
        if self.args.advice.advise { self.advice(true) } else { Ok(None) }
    }

    /// Prints the advice on standard error, because it is not a result of the run. Without `--advise`, it does so only if advice is cheap
    /// and there is any.
    pub(super) fn tell(&self, report: &Report) -> Result<(), Failure> {
        match (&report.advice, self.args.advice.advise) {
            _ if self.args.json => (),
            (Some(advice), _) => eprintln!("{}", self.line(advice)),
            (None, true) => eprintln!("advice: none: {}", self.reason()),
            (None, false) if self.is_unwanted() => (),
            (None, false) => match self.advice(false)? {
                Some(advice) if advice.better.is_some() => eprintln!("{}", self.line(&advice)),
                _ => (),
            },
        }
        Ok(())
    }

    fn advice(&self, is_asked: bool) -> Result<Option<Advice>, Failure> {
        Ok(advice(self.inputs, self.understood, self.ran, is_asked, &interrupt::is_asked)?)
    }

    /// Compiled firmware has settings of its own.
    fn is_unwanted(&self) -> bool {
        self.args.advice.no_advice || self.args.firmware.image.is_some()
    }

    /// Explains why there is no advice for this run.
    fn reason(&self) -> &'static str {
        match self.ran.record.drained {
            _ if interrupt::is_asked() => "stopped",
            false => "the run was not drained",
            true => "faults are injected",
        }
    }

    fn line(&self, advice: &Advice) -> String {
        let tune = commands::tune(self.args);
        let Some(better) = &advice.better else {
            return format!(
                "advice: none of {} other settings ends the run 1 % earlier; `{tune}` searches further",
                advice.tried
            );
        };
        let permille = better.change_permille.unsigned_abs();
        let run = commands::run(self.args, &better.policies);
        format!(
            "advice: {}.{} % earlier (makespan {}) with `{run}`; `{tune}` searches further",
            permille / 10,
            permille % 10,
            better.makespan
        )
    }
}
