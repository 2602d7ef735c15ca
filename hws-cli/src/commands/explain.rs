//! `hws explain`: why the HWS decided as it did.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hws_dv::explain::{ExplainError, Explanation, Question, explain};
use hws_run::run::run;
use hws_run::workload::{InputFile, Inputs};
use hws_sim::stimulus::{Reader, Writer};
use serde_json::{Map, Value};

use super::{inputs, outputs};
use crate::args::explain::Explain;
use crate::failure::Failure;

/// The longest beginning of a file by which it is recognised.
const BEGINNING: usize = 4096;

/// The stimulus in a folder of `hws run --out`.
const STIMULUS: &str = "stimulus.jsonl";

pub(crate) fn execute(args: &Explain) -> Result<ExitCode, Failure> {
    let question = question(args)?;
    let path = stimulus_in(&args.file);
    let name = inputs::name(&path);
    let mut input = open(&path)?;
    let explanation = if is_stimulus(&path, &mut input)? {
        explain(Reader::new(&name, input), question)
    } else {
        let stimulus = stimulus_of_run(&name, input, &path)?;
        explain(Reader::new(&name, stimulus.as_slice()), question)
    };
    print(&explanation.map_err(failure(&name))?, args.json)?;
    Ok(ExitCode::SUCCESS)
}

/// The stimulus in a folder of `hws run --out`; any other path as it is.
fn stimulus_in(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(STIMULUS) } else { path.to_owned() }
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
    Failure::Use(format!("{problem}; give one of --at CYCLE, --kernel ID and --sip N"))
}

fn failure(name: &str) -> impl FnOnce(ExplainError) -> Failure {
    let file = name.to_owned();
    move |error| match error {
        ExplainError::Stimulus(error) => error.into(),
        error => Failure::Explain { file, error },
    }
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if path == Path::new(inputs::STANDARD_INPUT) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(Failure::read(path))?;
    Ok(Box::new(BufReader::with_capacity(BEGINNING * 16, file)))
}

/// Whether the first line is an operation, the file is empty, or its name says that it is a stimulus.
fn is_stimulus(path: &Path, input: &mut dyn BufRead) -> Result<bool, Failure> {
    let beginning = input.fill_buf().map_err(Failure::read(path))?;
    let line = beginning.iter().take(BEGINNING).take_while(|&&byte| byte != b'\n');
    let line: Vec<u8> = line.copied().collect();
    let is_named = path.extension().is_some_and(|end| end == "jsonl");
    Ok(beginning.is_empty() || is_named || is_operation(&String::from_utf8_lossy(&line)))
}

/// Whether the line is an operation, even a malformed one: an object with the keys of every operation, or the beginning
/// of one.
fn is_operation(line: &str) -> bool {
    let object: Option<Map<String, Value>> = serde_json::from_str(line).ok();
    let is_begun =
        || line.trim_start().starts_with('{') && line.contains("\"op\"") && line.contains("\"at\"");
    object.map_or_else(is_begun, |keys| keys.contains_key("op") || keys.contains_key("at"))
}

/// Runs a workload and records its stimulus.
fn stimulus_of_run(name: &str, mut input: Box<dyn BufRead>, path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).map_err(Failure::read(path))?;
    let files = vec![InputFile { name: name.to_owned(), bytes }];
    let understood = Inputs { files, ..Inputs::default() }.understand(&mut inputs::beside)?;
    let (_, writer) = run(&understood.workload, Writer::new(Vec::new()))?;
    Ok(writer.finish()?)
}

fn print(explanation: &Explanation, json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        return outputs::json(explanation, &mut out);
    }
    write!(out, "{explanation}")?;
    out.flush()
}
