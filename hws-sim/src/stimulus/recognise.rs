//! Recognising a stimulus among other inputs.

use std::path::Path;

use serde_json::{Map, Value};

/// The longest beginning of a file by which it is recognised.
const BEGINNING: usize = 4096;

/// Returns whether a file that begins so, once unpacked, is a stimulus: its first line is an operation, it is empty, or its
/// name says so.
///
/// ```
/// use hws_sim::stimulus::is_stimulus;
/// use std::path::Path;
/// assert!(is_stimulus(Path::new("-"), b"{\"at\":0,\"op\":\"end\"}\n"));
/// assert!(is_stimulus(Path::new("broken.jsonl"), b"hardware:"));
/// assert!(!is_stimulus(Path::new("detector.yaml"), b"hardware:"));
/// ```
#[must_use]
pub fn is_stimulus(path: &Path, beginning: &[u8]) -> bool {
    let line = beginning.iter().take(BEGINNING).take_while(|&&byte| byte != b'\n');
    let line: Vec<u8> = line.copied().collect();
    let is_named = path.extension().is_some_and(|end| end == "jsonl");
    beginning.is_empty() || is_named || is_operation(&String::from_utf8_lossy(&line))
}

/// Whether the line is an operation, even a malformed one: an object with the keys of every operation, or the beginning
/// of one.
fn is_operation(line: &str) -> bool {
    let object: Option<Map<String, Value>> = serde_json::from_str(line).ok();
    let is_begun =
        || line.trim_start().starts_with('{') && line.contains("\"op\"") && line.contains("\"at\"");
    object.map_or_else(is_begun, |keys| keys.contains_key("op") || keys.contains_key("at"))
}
