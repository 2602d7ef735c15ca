//! The repository: its root, its files, and commands that run in it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What went wrong, as it is printed.
pub(crate) type Outcome<T = ()> = Result<T, String>;

/// Packages outside the workspace, each with a lock file of its own.
pub(crate) const APART: [&str; 7] = [
    "bindings/python",
    "bindings/headers",
    "bindings/fuzz",
    "fuzz",
    "freestanding",
    "tests/mutation",
    "examples/firmware/rust",
];

/// The folder of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

/// The folder in which Cargo builds.
pub(crate) fn target() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// A command in the root, without what `cargo run` has told this program about itself.
pub(crate) fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    for (name, _) in std::env::vars_os() {
        let name_text = name.to_string_lossy();
        if name_text == "CARGO"
            || ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|start| name_text.starts_with(start))
        {
            command.env_remove(&name);
        }
    }
    command
}

/// A line for Bash, with the functions and settings of `.ci/lib`.
pub(crate) fn bash(line: &str) -> Command {
    let mut bash = command("bash");
    bash.args(["-euo", "pipefail", "-c", &format!("source .ci/lib; {line}")]);
    bash
}

/// Runs a command to its end; fails if its status is not 0.
pub(crate) fn succeed(command: &mut Command) -> Outcome {
    let status = command.status().map_err(|error| started(command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("{}: ended with {status}", shown(command))) }
}

/// Runs a command to its end, and keeps what it prints.
pub(crate) fn output(command: &mut Command) -> Outcome<Output> {
    command.output().map_err(|error| started(command, &error))
}

/// What a command prints on standard output; fails if its status is not 0, with what it prints on standard error.
pub(crate) fn text(command: &mut Command) -> Outcome<String> {
    let output = output(command)?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{}: ended with {}: {}", shown(command), output.status, said.trim_end()));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("{}: the output is not UTF-8", shown(command)))
}

fn started(command: &Command, error: &std::io::Error) -> String {
    format!("{}: not started: {error}", shown(command))
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Reads a file of the repository, given from the root.
pub(crate) fn read(path: impl AsRef<Path>) -> Outcome<String> {
    let path = root().join(path);
    std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Paths that git ends with a zero byte.
pub(crate) fn paths(zero_ended: &str) -> Vec<String> {
    zero_ended.split_terminator('\0').map(str::to_owned).collect()
}

/// The files of the working tree that git has or would add, from the root, in the order of their names.
pub(crate) fn files() -> Outcome<Vec<String>> {
    let listed = text(command("git").args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
        "--deduplicate",
    ]))?;
    let mut files = paths(&listed);
    // git still lists what was deleted and not committed.
    files.retain(|file| root().join(file).is_file());
    files.sort_unstable();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_says_how_it_failed() {
        let failed = text(command("bash").args(["-c", "echo why >&2; exit 3"])).expect_err("status 3");
        assert!(failed.ends_with("exit status: 3: why"), "{failed}");
        let missing = succeed(&mut command("no-such-program")).expect_err("no such program");
        assert!(missing.starts_with("no-such-program: not started"), "{missing}");
    }

    #[test]
    fn commands_do_not_see_what_cargo_says_of_this_program() {
        assert!(std::env::var_os("CARGO_PKG_NAME").is_some(), "cargo sets it for its tests");
        let seen = text(command("bash").args(["-c", "echo ${CARGO_PKG_NAME-none}"])).expect("bash runs");
        assert_eq!(seen, "none\n");
    }

    #[test]
    fn every_package_apart_has_a_lock_file() {
        assert_eq!(read("Cargo.toml").expect("a manifest").matches("exclude = [").count(), 1);
        for package in APART {
            assert!(root().join(package).join("Cargo.lock").is_file(), "{package}");
        }
    }
}
