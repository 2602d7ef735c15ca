//! `hws explain`: why the HWS decided as it did.

use std::io::{BufRead, Read};
use std::path::Path;
use std::process::ExitCode;

use hws_host::{files, stimuli};
use hws_inspect::explain::{ExplainError, Explanation, Question, explain};
use hws_run::run::{RunRecord, before_push, run};
use hws_run::workload::{InputFile, Inputs, Workload};
use hws_sim::stimulus::{Reader, Writer};

use super::{answer, inputs, policies};
use crate::args::explain::{Explain, OfRun};
use crate::failure::Failure;

pub(crate) fn execute(args: &Explain) -> Result<ExitCode, Failure> {
    if args.of_run.machine.lists_policies() {
        return policies::print(args.json);
    }
    let question = question(args)?;
    files::only_one_standard_input([&args.file].into_iter().chain(&args.of_run.machine.config))?;
    let path = stimuli::stimulus_in(&args.file);
    let name = files::name(&path);
    let mut input = stimuli::open(&path)?;
    let explanation = if stimuli::is_stimulus(&path, stimuli::beginning(&path, &mut input)?) {
        no_options_of_run(&name, &args.of_run)?;
        explain(Reader::new(&name, input), question)
    } else {
        let run = recorded(&inputs_of_run(&name, input, &path, &args.of_run)?)?;
        explain(Reader::new(&name, run.stimulus.as_slice()), question).map(|told| run.completed(told))
    };
    answer::print(&explanation.map_err(failure(&name))?, args.json)?;
    Ok(ExitCode::SUCCESS)
}

/// The only question of the command line.
fn question(args: &Explain) -> Result<Question, Failure> {
    let Explain { at, kernel, sip, .. } = *args;
    let asked = [at.map(Question::Cycle), kernel.map(Question::Kernel), sip.map(Question::Sip)];
    let mut asked = asked.into_iter().flatten();
    match (asked.next(), asked.next()) {
        (Some(only), None) => Ok(only),
        (None, _) => Err(use_one("nothing to explain is given")),
        (Some(_), Some(_)) => Err(use_one("several questions are given")),
    }
}

fn use_one(problem: &str) -> Failure {
    Failure::usage(format!("{problem}; give one of --at CYCLE, --kernel ID and --sip N"))
}

fn failure(name: &str) -> impl FnOnce(ExplainError) -> Failure {
    let file = name.to_owned();
    move |error| match error {
        ExplainError::Stimulus(error) => error.into(),
        error => Failure::explain(&file, &error),
    }
}

/// A stimulus has its register writes and its times: no option can change them.
pub(super) fn no_options_of_run(name: &str, of_run: &OfRun) -> Result<(), Failure> {
    if *of_run == OfRun::default() {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "{name} is a stimulus, whose machine, policies and times are fixed; give the workload to run it with other ones"
    )))
}

/// Opens a workload with the options of its run.
pub(super) fn inputs_of_run(
    name: &str,
    mut input: Box<dyn BufRead>,
    path: &Path,
    of_run: &OfRun,
) -> Result<Inputs, Failure> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).map_err(Failure::read(path))?;
    let files = vec![InputFile { name: name.to_owned(), bytes }];
    Ok(Inputs {
        files,
        error_kind: of_run.real_times.error_model,
        seed: of_run.real_times.seed,
        ..inputs::on_machine(&of_run.machine, inputs::options(&of_run.imports)?)?
    })
}

/// The run of a workload.
pub(super) struct RecordedRun {
    pub(super) stimulus: Vec<u8>,
    workload: Workload,
    record: RunRecord,
}

impl RecordedRun {
    /// Adds what the stimulus does not have: what firmware and resolver have recorded.
    fn completed(&self, explanation: Explanation) -> Explanation {
        match explanation {
            Explanation::Kernel(kernel) => {
                let told = before_push(&self.workload, &self.record, kernel.kernel_id);
                Explanation::Kernel(kernel.with_time_before_push(&told))
            }
            other => other,
        }
    }
}

/// Runs inputs and records the stimulus.
pub(super) fn recorded(inputs: &Inputs) -> Result<RecordedRun, Failure> {
    let workload = inputs.read(&mut files::beside)?;
    let (record, writer) = run(&workload, Writer::new(Vec::new()))?;
    Ok(RecordedRun { stimulus: writer.finish()?, workload, record })
}
