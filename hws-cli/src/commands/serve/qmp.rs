//! QEMU's monitor, as far as libqtest needs it: the greeting, `qmp_capabilities`, `quit` and two questions.

use std::io::{self, Write};
use std::process;
use std::thread;

use serde_json::{Value, json};

use super::stream::Stream;
use crate::args::serve::address::SocketAddress;
use crate::failure::Failure;

/// Connects to the client of the monitor, if there is one, and answers it on a thread of its own. It has no access to the
/// model.
pub(super) fn start(address: Option<&SocketAddress>) -> Result<(), Failure> {
    let Some(address) = address else { return Ok(()) };
    let stream = Stream::connect(address)?;
    // It ends with the connection or the program.
    thread::spawn(move || answer_all(stream));
    Ok(())
}

fn answer_all(mut stream: Stream) {
    let greeting = json!({"QMP": {"version": version(), "capabilities": []}});
    if send(&mut stream, &greeting).is_err() {
        return;
    }
    // What is not JSON ends the monitor, but not the test.
    while let Some(Ok(request)) = next_request(&mut stream) {
        let is_quit = request["execute"] == "quit";
        let sent = send(&mut stream, &answer(&request));
        if is_quit {
            process::exit(0);
        }
        if sent.is_err() {
            return;
        }
    }
}

fn next_request(stream: &mut Stream) -> Option<serde_json::Result<Value>> {
    serde_json::Deserializer::from_reader(stream).into_iter().next()
}

fn send(stream: &mut Stream, value: &Value) -> io::Result<()> {
    stream.write_all(format!("{value}\r\n").as_bytes())
}

/// libqtest asks for the version of the protocol, which has not changed since.
fn version() -> Value {
    json!({"qemu": {"major": 7, "minor": 2, "micro": 0}, "package": format!("hws {}", env!("CARGO_PKG_VERSION"))})
}

fn answer(request: &Value) -> Value {
    let result = match request["execute"].as_str() {
        Some("qmp_capabilities" | "quit") => Ok(json!({})),
        Some("query-version") => Ok(version()),
        Some("query-status") => Ok(json!({"status": "running", "singlestep": false, "running": true})),
        Some(other) => Err(("CommandNotFound", format!("The command {other} has not been found"))),
        None => Err(("GenericError", "QMP input lacks member 'execute'".to_owned())),
    };
    let mut answer = match result {
        Ok(result) => json!({"return": result}),
        Err((class, desc)) => json!({"error": {"class": class, "desc": desc}}),
    };
    if let Some(id) = request.get("id") {
        answer["id"] = id.clone();
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_answered_with_their_id_and_unknown_ones_by_their_name() {
        let cases = [
            (json!({"execute": "qmp_capabilities", "id": 4}), json!({"return": {}, "id": 4})),
            (
                json!({"execute": "stop"}),
                json!({"error": {"class": "CommandNotFound", "desc": "The command stop has not been found"}}),
            ),
            (
                json!([]),
                json!({"error": {"class": "GenericError", "desc": "QMP input lacks member 'execute'"}}),
            ),
        ];
        for (request, expected) in cases {
            assert_eq!(answer(&request), expected);
        }
    }
}
