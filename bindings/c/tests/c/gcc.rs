//! Runs the C compiler, with the libraries that it links, and programs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of this crate.
pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Returns whether a tool is installed. A test without its tool reports that it is skipped; in CI it fails.
pub(crate) fn has(tool: &str) -> bool {
    if Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success()) {
        return true;
    }
    assert!(std::env::var_os("CI").is_none(), "{tool} is missing");
    eprintln!("skipped: this test needs {tool}, which is not here");
    false
}

/// The folder of this test and of the libraries, which have no hash in their names.
fn libraries() -> PathBuf {
    std::env::current_exe().unwrap().parent().unwrap().to_path_buf()
}

/// A file that this test may write.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c");
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// A compiler with both headers that treats warnings as errors.
pub(crate) fn strict(compiler: &str, standard: &str) -> Command {
    let mut command = Command::new(compiler);
    command.arg(format!("-std={standard}"));
    command.args(["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wundef"]);
    command.args(["-Wredundant-decls", "-Werror"]);
    command.arg("-I").arg(folder("include")).arg("-I").arg(folder("../c-model/include"));
    command
}

/// Links a program with libraries of this workspace.
pub(crate) fn link_with(files: &[&str], sources: &[PathBuf], options: &[&str], name: &str) -> PathBuf {
    let (program, libraries) = (scratch(name), libraries());
    let mut command = strict("gcc", "c99");
    command.args(options).args(sources).arg("-o").arg(&program);
    command.args(files.iter().map(|file| libraries.join(file)));
    command.arg(format!("-Wl,-rpath,{}", libraries.display())).args(["-lpthread", "-ldl", "-lm"]);
    succeed(&mut command);
    program
}

/// Runs a command that has to succeed.
pub(crate) fn succeed(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    let (said, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{said}\n{errors}", output.status);
    output
}
