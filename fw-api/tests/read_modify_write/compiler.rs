//! Runs the compiler on a file that uses this crate, with the library that the tests are linked with.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How a file is compiled.
pub(super) struct Compiler {
    /// The folder of the libraries, and of this test.
    libraries: PathBuf,
    fw_api: PathBuf,
}

impl Compiler {
    pub(super) fn new() -> Self {
        let test = env::current_exe().unwrap();
        let libraries = test.parent().unwrap().to_owned();
        Self { fw_api: newest(&libraries, "libfw_api-"), libraries }
    }

    /// Checks the types of a file.
    ///
    /// # Errors
    /// The output of the compiler if it refuses the file.
    pub(super) fn check(&self, file: &Path) -> Result<(), String> {
        let mut compiler = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()));
        compiler.args([
            "--edition=2024",
            "--crate-type=lib",
            "--emit=metadata",
            "--color=never",
            "--out-dir",
        ]);
        compiler.arg(env!("CARGO_TARGET_TMPDIR")).arg("-L").arg(prefixed("dependency=", &self.libraries));
        let output = compiler.arg("--extern").arg(prefixed("fw_api=", &self.fw_api)).arg(file).output();
        let output = output.expect("a machine that compiles this test has the compiler");
        let text = String::from_utf8(output.stderr).expect("the compiler writes text");
        output.status.success().then_some(()).ok_or(text)
    }
}

/// Among several builds of a library, finds the newest: older ones may lack their dependencies.
fn newest(folder: &Path, prefix: &str) -> PathBuf {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_library = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with(prefix) && name.ends_with(".rlib")
    };
    let built = |path: &PathBuf| fs::metadata(path).unwrap().modified().unwrap();
    files.filter(is_library).max_by_key(built).expect("cargo keeps the library beside its tests")
}

fn prefixed(prefix: &str, path: &Path) -> String {
    format!("{prefix}{}", path.display())
}
