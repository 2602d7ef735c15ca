//! A command in a process group of its own, which ends with all that it has started: at its time limit, or when the
//! list is interrupted.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Time for a command to end by itself after it was told to.
const GRACE: Duration = Duration::from_secs(10);

/// How a command ended.
#[derive(Debug)]
pub(crate) enum End {
    Status(ExitStatus),
    OverLimit,
    Interrupted,
}

enum Event {
    /// The leader of this group ended.
    Ended(u32, io::Result<ExitStatus>),
    Interrupted,
}

/// Runs commands, one after the other.
pub(crate) struct Group {
    sender: Sender<Event>,
    receiver: Receiver<Event>,
}

impl Group {
    pub(crate) fn new() -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver }
    }

    /// The end of this input interrupts the command that runs then, or the next.
    pub(crate) fn watch(&self, mut input: impl Read + Send + 'static) {
        let sender = self.sender.clone();
        thread::spawn(move || {
            // An input that cannot be read is one that ended. Without a receiver, nothing is left to interrupt.
            let _ = io::copy(&mut input, &mut io::sink());
            let _ = sender.send(Event::Interrupted);
        });
    }

    /// Runs the command until it ends, without an input.
    pub(crate) fn run(&self, command: &mut Command, limit: Duration) -> io::Result<End> {
        let until = Instant::now() + limit;
        let mut child = command.stdin(Stdio::null()).process_group(0).spawn()?;
        let (id, sender) = (child.id(), self.sender.clone());
        thread::spawn(move || {
            // Without a receiver, nobody waits for the command any more.
            let _ = sender.send(Event::Ended(id, child.wait()));
        });
        match self.end(id, until)? {
            Some(End::Status(status)) => Ok(End::Status(status)),
            Some(end) => self.stop(id, end),
            None => self.stop(id, End::OverLimit),
        }
    }

    /// The end of the group, or an interruption; nothing at the given time.
    fn end(&self, id: u32, until: Instant) -> io::Result<Option<End>> {
        loop {
            match self.receiver.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(Event::Ended(ended, status)) if ended == id => {
                    return status.map(|status| Some(End::Status(status)));
                }
                // A group before this one, which outlived its end.
                Ok(Event::Ended(..)) => {}
                Ok(Event::Interrupted) => return Ok(Some(End::Interrupted)),
                // This object has a sender, so the channel is open.
                Err(_) => return Ok(None),
            }
        }
    }

    /// Tells the group to end, and ends what is left of it after a while.
    fn stop(&self, id: u32, mut end: End) -> io::Result<End> {
        for name in ["TERM", "KILL"] {
            signal(name, id)?;
            let until = Instant::now() + GRACE;
            loop {
                match self.end(id, until)? {
                    Some(End::Interrupted) => end = End::Interrupted,
                    // The leader ended; what it started may not have.
                    Some(_) => return signal("KILL", id).map(|()| end),
                    None => break,
                }
            }
        }
        Ok(end)
    }
}

/// Sends a signal to every process of a group; there may be none left.
fn signal(name: &str, group: u32) -> io::Result<()> {
    let line = format!("kill -s {name} -- -{group} 2>/dev/null");
    Command::new("bash").args(["-c", &line]).status().map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::{Path, PathBuf};

    const LONG: Duration = Duration::from_secs(60);

    fn bash(line: &str) -> Command {
        let mut command = Command::new("bash");
        command.args(["-c", line]);
        command
    }

    fn file(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("xtask-{}-{name}", std::process::id()));
        // A file that is not there is what the test needs.
        let _ = std::fs::remove_file(&path);
        path
    }

    /// A leader that waits for a process that writes on and on.
    fn writer(path: &Path) -> Command {
        bash(&format!("(trap '' TERM; while :; do echo x >>'{}'; sleep 0.02; done) & wait", path.display()))
    }

    fn size(path: &Path) -> u64 {
        std::fs::metadata(path).map_or(0, |data| data.len())
    }

    fn assert_quiet(path: &Path) {
        let before = size(path);
        assert!(before > 0, "the writer never ran");
        thread::sleep(Duration::from_millis(300));
        assert_eq!(size(path), before, "the writer still runs");
        std::fs::remove_file(path).expect("the file of the writer");
    }

    #[test]
    fn a_status_is_that_of_the_command() {
        let group = Group::new();
        for code in [0, 7] {
            let end = group.run(&mut bash(&format!("exit {code}")), LONG).expect("bash starts");
            assert!(matches!(end, End::Status(status) if status.code() == Some(code)), "{end:?}");
        }
        assert!(group.run(&mut Command::new("no-such-program"), LONG).is_err());
    }

    #[test]
    fn a_limit_ends_what_the_command_has_started() {
        let path = file("limit");
        let end = Group::new().run(&mut writer(&path), Duration::from_millis(500)).expect("bash starts");
        assert!(matches!(end, End::OverLimit), "{end:?}");
        assert_quiet(&path);
    }

    #[test]
    fn the_end_of_the_watched_input_interrupts_the_command() {
        let path = file("input");
        let (reader, open) = io::pipe().expect("a pipe");
        let group = Group::new();
        group.watch(reader);
        let closing = thread::spawn(move || {
            thread::sleep(Duration::from_millis(500));
            drop(open);
        });
        let end = group.run(&mut writer(&path), LONG).expect("bash starts");
        assert!(matches!(end, End::Interrupted), "{end:?}");
        assert_quiet(&path);
        closing.join().expect("the thread that closes the pipe");
    }

    #[test]
    fn a_command_has_no_input() {
        let end = Group::new().run(&mut bash("! read -r line"), LONG).expect("bash starts");
        assert!(matches!(end, End::Status(status) if status.success()), "{end:?}");
    }
}
