//! Every golden stimulus, through the binary, gives its trace byte for byte, and breaks no invariant.

use crate::repository::{Outcome, command, files, output, root, succeed, target};

/// Pairs of a stimulus and a trace that have to be there at least.
const FLOOR: usize = 65;

pub(crate) fn run() -> Outcome {
    succeed(command("cargo").args(["build", "--quiet"]))?;
    let files = files()?;
    let is_stimulus = |file: &&String| {
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        ["tests/golden", "tests/dangers"].contains(&folder) && file.ends_with(".jsonl")
    };
    let stimuli: Vec<&String> = files.iter().filter(is_stimulus).collect();
    for stimulus in &stimuli {
        replays(stimulus)?;
    }
    println!("{} pairs", stimuli.len());
    if stimuli.len() < FLOOR { Err(format!("tests/golden: fewer than {FLOOR} pairs")) } else { Ok(()) }
}

fn replays(stimulus: &str) -> Outcome {
    let trace = format!("{}.trace", stimulus.trim_end_matches(".jsonl"));
    let expected = std::fs::read(root().join(&trace)).map_err(|error| format!("{trace}: {error}"))?;
    for options in [&["replay"][..], &["replay", "--check"]] {
        let mut hws = command(&target().join("debug/hws").to_string_lossy());
        let replay = output(hws.args(options).arg(stimulus))?;
        if let Some(line) = first_difference(&replay.stdout, &expected) {
            return Err(format!(
                "{trace}:{line}: `hws {} {stimulus}` prints another line",
                options.join(" ")
            ));
        }
        if !replay.status.success() {
            return Err(format!("{stimulus}: `hws {}` ended with {}", options.join(" "), replay.status));
        }
    }
    Ok(())
}

/// The line of the first byte in which two texts differ.
fn first_difference(left: &[u8], right: &[u8]) -> Option<usize> {
    let same = left.iter().zip(right).take_while(|(left, right)| left == right).count();
    let is_same = same == left.len() && same == right.len();
    (!is_same).then(|| 1 + right[..same].iter().filter(|byte| **byte == b'\n').count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_found_with_its_line() {
        assert_eq!(first_difference(b"a\nb\n", b"a\nb\n"), None);
        assert_eq!(first_difference(b"a\nb\n", b"a\nc\n"), Some(2));
        assert_eq!(first_difference(b"a\n", b"a\nb\n"), Some(2));
        assert_eq!(first_difference(b"a\nb", b"a"), Some(1));
    }
}
