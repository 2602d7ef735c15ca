//! Requests and answers in JSON: all that a page and its session exchange.

mod registers;

use hws_inspect::explain::Question;
use hws_run::workload::InputFile;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::session::{Session, SessionError, Step};

/// What a page asks for.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    /// The registers: names, offsets, fields.
    Registers,
    /// Opens files, whose bytes follow the request one after the other.
    Open { files: Vec<FileHead> },
    /// Goes to a cycle.
    Seek { cycle: u64 },
    /// Goes so many steps.
    Step { step: Step, count: i64 },
    /// Why the attempt of the last tick decided as it did.
    Reasons,
    /// The life of a kernel.
    Kernel { id: u32 },
    /// What a SIP ran, and why it was idle.
    Sip { sip: u32 },
    /// The stimulus.
    Stimulus,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileHead {
    name: String,
    bytes: usize,
}

/// A page's side of a session: what is open, if anything is.
#[derive(Debug, Default)]
pub struct Answers {
    session: Option<Session>,
}

/// Answers a request: a line of JSON, and the bytes that follow it. The answer is JSON, `{"ok": …}` or `{"error": TEXT}`.
/// A request that fails changes nothing: what was open stays open.
///
/// ```
/// use hws_wasm::{Answers, answer};
/// let mut answers = Answers::default();
/// let stimulus = "{\"at\":100,\"op\":\"end\"}\n";
/// let request = format!("{{\"ask\":\"open\",\"files\":[{{\"name\":\"idle.jsonl\",\"bytes\":{}}}]}}\n{stimulus}", stimulus.len());
/// assert!(answer(&mut answers, request.as_bytes()).contains("\"end\":100"));
/// assert!(answer(&mut answers, b"{\"ask\":\"seek\",\"cycle\":7}").contains("\"cycle\":7"));
/// assert!(answer(&mut answers, b"{\"ask\":\"dance\"}").contains("unknown variant `dance`"));
/// ```
#[must_use]
pub fn answer(answers: &mut Answers, request: &[u8]) -> String {
    let line = request.iter().position(|&byte| byte == b'\n').unwrap_or(request.len());
    let (head, body) = request.split_at(line);
    let done = serde_json::from_slice(head)
        .map_err(|error| format!("the request is not one: {error}"))
        .and_then(|request| answers.perform(request, body.get(1..).unwrap_or_default()));
    let answer = done.map_or_else(|error| json!({ "error": error }), |ok| json!({ "ok": ok }));
    answer.to_string()
}

impl Answers {
    fn perform(&mut self, request: Request, body: &[u8]) -> Result<Value, String> {
        match request {
            Request::Registers => as_json(registers::all()),
            Request::Open { files } => {
                let session = Session::open(split(files, body)?).map_err(in_words)?;
                let answer =
                    json!({ "opened": as_json(session.opened())?, "view": as_json(session.view())? });
                self.session = Some(session);
                Ok(answer)
            }
            Request::Seek { cycle } => {
                let session = self.open()?;
                session.seek(cycle);
                as_json(session.view())
            }
            Request::Step { step, count } => {
                let session = self.open()?;
                session.step(step, count);
                as_json(session.view())
            }
            Request::Reasons => as_json(self.open()?.reasons().map_err(in_words)?),
            Request::Kernel { id } => as_json(self.open()?.ask(Question::Kernel(id)).map_err(in_words)?),
            Request::Sip { sip } => as_json(self.open()?.ask(Question::Sip(sip)).map_err(in_words)?),
            Request::Stimulus => as_json(String::from_utf8_lossy(self.open()?.stimulus())),
        }
    }

    fn open(&mut self) -> Result<&mut Session, String> {
        self.session.as_mut().ok_or_else(|| "nothing is open; open a workload or a stimulus first".to_owned())
    }
}

fn in_words(error: SessionError) -> String {
    error.to_string()
}

fn as_json(value: impl Serialize) -> Result<Value, String> {
    serde_json::to_value(value).map_err(|error| error.to_string())
}

/// The files, whose bytes lie one after the other.
fn split(heads: Vec<FileHead>, mut bytes: &[u8]) -> Result<Vec<InputFile>, String> {
    let mut files = Vec::new();
    for FileHead { name, bytes: length } in heads {
        let Some((own, rest)) = bytes.split_at_checked(length) else {
            return Err(format!("{name}: the request has {} bytes of it, not {length}", bytes.len()));
        };
        files.push(InputFile { name, bytes: own.to_vec() });
        bytes = rest;
    }
    Ok(files)
}
