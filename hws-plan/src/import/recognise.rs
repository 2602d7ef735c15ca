//! The format of a file, by its content.

use std::borrow::Cow;
use std::fmt;

use hws_input::json::quick;
use hws_input::nearest;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};

use super::error::{FilePlace, ImportError, ImportReason};
use super::inflate::inflate;
use super::{cnn, onnx, task_ir};

/// A format that the importers recognise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportFormat {
    /// Standard Task Graph: `n`, then lines `id time count predecessors…`.
    Stg,
    /// Gemini Scheduler IR, alone or as `{"ir": …, "options": …}`.
    Gemini,
    /// A workload file of this project (YAML with `dags:`); the caller reads it.
    Workload,
    /// A [plan](crate::plan::Plan) (JSON with `hws_plan`); the caller reads it.
    Plan,
    /// An ONNX model, the only binary format.
    Onnx,
    /// A CNN with measured times: `N M`, N lines `id name op cost layer`, M lines `from to bytes`.
    Cnn,
    /// A WfCommons workflow instance, WfFormat 1.4 to 1.6.
    WfCommons,
    /// Task IR of the TianjicX mapping tools: a protobuf in its text format, with `blocks` and `edges`.
    TaskIr,
    /// The input of `hws plan rank`: a JSON object with `tasks`, and `edges` unless there are none.
    Rank,
}

/// The inflated content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content<'a> {
    /// A text, without a byte order mark.
    Text(Cow<'a, str>),
    /// Anything else.
    Binary(Cow<'a, [u8]>),
}

impl Content<'_> {
    /// Returns the text; an error for a binary format.
    pub fn text(&self) -> Result<&str, ImportError> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Binary(bytes) => std::str::from_utf8(bytes).map_err(|error| not_text(error.valid_up_to())),
        }
    }

    /// Returns the bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Binary(bytes) => bytes,
        }
    }
}

/// Inflates gzip and returns the format of the content, which is text except for ONNX models.
///
/// The checks, in order: an ONNX model by the fields of its outer message (no text has them), a JSON object by its
/// keys, YAML by `dags:` at the start of a line, a CNN by its first two lines, a Standard Task Graph by a first line of
/// integers only, a Task IR by its first field. A TIR program is told from an unknown format, but is not a graph.
pub fn recognise(bytes: &[u8]) -> Result<(ImportFormat, Content<'_>), ImportError> {
    let bytes = inflate(bytes)?;
    if onnx::is_model(&bytes) {
        return Ok((ImportFormat::Onnx, Content::Binary(bytes)));
    }
    let text = text(bytes)?;
    let format = format_of(text.trim_start_matches('\u{feff}'))?;
    Ok((format, Content::Text(without_mark(text))))
}

/// Inflates gzip and returns the text without a byte order mark.
///
/// # Errors
/// Damaged gzip data, or bytes that are not UTF-8.
pub fn read_text(bytes: &[u8]) -> Result<Cow<'_, str>, ImportError> {
    Ok(without_mark(text(inflate(bytes)?)?))
}

fn text(bytes: Cow<'_, [u8]>) -> Result<Cow<'_, str>, ImportError> {
    match bytes {
        Cow::Borrowed(bytes) => {
            std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|e| not_text(e.valid_up_to()))
        }
        Cow::Owned(bytes) => {
            String::from_utf8(bytes).map(Cow::Owned).map_err(|e| not_text(e.utf8_error().valid_up_to()))
        }
    }
}

fn not_text(offset: usize) -> ImportError {
    ImportError::new(FilePlace::File, ImportReason::NotText { offset })
}

/// Removes the byte order mark that some editors put first.
fn without_mark(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Cow::Owned(text) => Cow::Owned(text.strip_prefix('\u{feff}').map(String::from).unwrap_or(text)),
    }
}

fn format_of(text: &str) -> Result<ImportFormat, ImportError> {
    let refused = |reason| Err(ImportError::new(FilePlace::File, reason));
    let start = text.trim_start();
    if start.is_empty() {
        return refused(ImportReason::Empty);
    }
    if start.starts_with('{')
        && let Some(format) = json_format(text)
    {
        return Ok(format);
    }
    if text.lines().any(is_dags_key) {
        return Ok(ImportFormat::Workload);
    }
    if cnn::is_cnn(text) {
        Ok(ImportFormat::Cnn)
    } else if first_line_is_integers(text) {
        Ok(ImportFormat::Stg)
    } else if task_ir::begins_like_task_ir(text) {
        Ok(ImportFormat::TaskIr)
    } else if start.starts_with(';') || text.lines().any(is_tir_function) {
        refused(ImportReason::TirIsNoGraph)
    } else if let Some((line, key)) = nearly_dags(text) {
        Err(ImportError::line(line, ImportReason::NearlyWorkload { key }))
    } else {
        refused(ImportReason::Unrecognised { found: opening(start) })
    }
}

/// A key at the start of a line that resembles `dags`, or means the same, with its line.
fn nearly_dags(text: &str) -> Option<(usize, String)> {
    let key = |line: &str| {
        let key = line.split_once(':')?.0.trim_end().trim_matches('"');
        // A nested key does not make a workload.
        let is_near = !key.starts_with(char::is_whitespace) && nearest(key, ["dags", "graphs"]).is_some();
        is_near.then(|| key.to_owned())
    };
    (1..).zip(text.lines()).find_map(|(number, line)| Some((number, key(line)?)))
}

/// `define` at the start of a line, or `#define`: a TIR program, which begins with either or with a comment.
fn is_tir_function(line: &str) -> bool {
    let line = line.trim_start();
    line.strip_prefix('#').unwrap_or(line).trim_start().starts_with("define ")
}

/// Returns the format of a JSON object by its top-level keys; of a damaged one by searching for the keys as text, so
/// that the reader of that format can report where it is damaged.
fn json_format(text: &str) -> Option<ImportFormat> {
    // What follows an object is not looked at here; the reader of its format refuses it.
    let any = || Keys::deserialize(&mut serde_json::Deserializer::from_str(text)).ok();
    let keys = quick::read(text, |_, _| true).or_else(any).unwrap_or_else(|| Keys::of_damaged(text));
    let of_key = [
        (keys.plan, ImportFormat::Plan),
        (keys.ir || keys.memory && keys.xlen, ImportFormat::Gemini),
        (keys.workflow, ImportFormat::WfCommons),
        // JSON is YAML, so a workload may be written as JSON.
        (keys.dags, ImportFormat::Workload),
        (keys.tasks, ImportFormat::Rank),
    ];
    of_key.into_iter().find_map(|(is_there, format)| is_there.then_some(format))
}

#[derive(Default)]
struct Keys {
    memory: bool,
    xlen: bool,
    ir: bool,
    dags: bool,
    workflow: bool,
    tasks: bool,
    plan: bool,
}

impl Keys {
    /// Keys in a text that is not a valid JSON object, at any depth.
    fn of_damaged(text: &str) -> Self {
        let has = |key| text.contains(key);
        // A file that was cut off may have lost the other key.
        let gemini = has("\"-1\"") || has("\"xlen\"");
        Self {
            memory: gemini,
            xlen: gemini,
            ir: false,
            dags: has("\"dags\""),
            workflow: has("\"workflow\""),
            tasks: has("\"tasks\""),
            plan: has("\"hws_plan\""),
        }
    }
}

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Self::default())
    }
}

impl<'de> Visitor<'de> for Keys {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self, A::Error> {
        while let Some(key) = map.next_key::<Cow<'de, str>>()? {
            match key.as_ref() {
                "-1" => self.memory = true,
                "xlen" => self.xlen = true,
                "ir" => self.ir = true,
                "dags" => self.dags = true,
                "workflow" => self.workflow = true,
                "tasks" => self.tasks = true,
                "hws_plan" => self.plan = true,
                _ => {}
            }
            map.next_value::<IgnoredAny>()?;
        }
        Ok(self)
    }
}

fn is_dags_key(line: &str) -> bool {
    let key = line.strip_prefix("dags").or_else(|| line.strip_prefix("\"dags\""));
    key.is_some_and(|rest| rest.trim_start().starts_with(':'))
}

/// One integer, or several followed by a second line of integers (a graph with communication costs, which its reader
/// refuses with a clear message; other text formats have words on their second line).
fn first_line_is_integers(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let numbers = |line: &str| {
        let mut tokens = line.split_whitespace();
        tokens.clone().all(|token| token.parse::<i128>().is_ok()).then(|| tokens.by_ref().count())
    };
    match lines.next().and_then(numbers) {
        Some(1) => true,
        Some(_) => lines.next().is_none_or(|line| numbers(line).is_some()),
        None => false,
    }
}

/// Returns the first characters, for the error message.
fn opening(text: &str) -> String {
    let line: String = text.lines().next().unwrap_or("").chars().take(40).collect();
    format!("`{}`", line.escape_debug())
}
