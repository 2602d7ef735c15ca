//! One run of a test program.

use crate::repository::Outcome;
use std::io::{BufReader, Read};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The letter of libtest for a test that fails, with `--quiet`.
const FAILS: u8 = b'F';

/// Whether all tests pass in time. The command is stopped at the first that fails, or at its limit.
pub(super) fn passes(command: &mut Command, limit: Duration) -> Outcome<bool> {
    let until = Instant::now() + limit;
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let started = command.spawn();
    let mut tests =
        started.map_err(|error| format!("{}: {error}", command.get_program().to_string_lossy()))?;
    let letters = letters(tests.stdout.take().ok_or("a test program has no output")?);
    if !end_well(&letters, until) {
        stop(&mut tests)?;
    }
    let status = tests.wait().map_err(|error| format!("a test program: {error}"))?;
    Ok(status.success())
}

/// The letters of a program, as it prints them.
fn letters(output: ChildStdout) -> Receiver<u8> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        // An output that cannot be read is one that ended. Without a receiver, the program was stopped.
        BufReader::new(output).bytes().map_while(Result::ok).try_for_each(|letter| sender.send(letter))
    });
    receiver
}

/// Whether the letters end in time, without that of a test that fails.
fn end_well(letters: &Receiver<u8>, until: Instant) -> bool {
    loop {
        match letters.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(FAILS) | Err(RecvTimeoutError::Timeout) => return false,
            Ok(_) => {}
            Err(RecvTimeoutError::Disconnected) => return true,
        }
    }
}

fn stop(tests: &mut Child) -> Outcome {
    tests.kill().map_err(|error| format!("a test program: not stopped: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    fn shell(line: &str, limit: Duration) -> (bool, Duration) {
        let began = Instant::now();
        let passes = passes(Command::new("sh").args(["-c", line]), limit).expect("the shell starts");
        (passes, began.elapsed())
    }

    #[test]
    fn tests_pass_with_a_status_of_0_and_no_letter_of_a_failure() {
        assert!(shell("echo 'running 2 tests'; echo ..", LONG).0);
        // What ends its output before itself is not stopped.
        assert!(shell("echo ..; exec >&-; sleep 0.3", LONG).0);
        assert!(!shell("echo ..; exit 101", LONG).0);
        assert!(!shell("kill -ABRT $$", LONG).0);
    }

    #[test]
    fn the_first_failure_is_enough() {
        let (passes, took) = shell("printf .F; exec sleep 40", LONG);
        assert!(!passes && took < Duration::from_secs(30), "{took:?}");
    }

    #[test]
    fn a_program_is_stopped_at_its_limit() {
        let (passes, took) = shell("printf ..; exec sleep 40", Duration::from_millis(200));
        assert!(!passes && took < Duration::from_secs(30), "{took:?}");
    }

    #[test]
    fn a_program_that_does_not_start_is_a_fault() {
        let missing = passes(&mut Command::new("no-such-program"), LONG).expect_err("no such program");
        assert!(missing.starts_with("no-such-program: "), "{missing}");
    }
}
