//! Compares the committed C headers with those that cbindgen generates from the sources.
//!
//! `cargo run --manifest-path bindings/headers/Cargo.toml` compares, as `.ci/run` does; `-- --write` rewrites them.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use cbindgen::{Builder, Config};

/// Folders of `bindings` and the headers in their `include`.
const HEADERS: [(&str, &str); 2] = [("c", "hws_fw.h"), ("c-model", "hws_model.h")];

fn main() -> ExitCode {
    let is_written = std::env::args().nth(1).as_deref() == Some("--write");
    let is_right = HEADERS.map(|(folder, header)| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
        let (file, generated) = (folder.join("include").join(header), generate(&folder));
        if is_written {
            fs::write(&file, &generated).expect("the header is writable");
        }
        is_same(header, &fs::read_to_string(&file).unwrap_or_default(), &generated)
    });
    if is_right == [true; 2] { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Generates the header of a crate. cbindgen is given the root and follows its modules; given every file, it would
/// declare everything twice.
fn generate(folder: &Path) -> String {
    let config = Config::from_file(folder.join("cbindgen.toml")).unwrap();
    let root = folder.join("src/lib.rs");
    let bindings = Builder::new().with_config(config).with_src(root).generate().unwrap();
    let mut text = Vec::new();
    bindings.write(&mut text);
    String::from_utf8(text).unwrap()
}

/// Returns whether the committed text equals the generated one; prints the first difference.
fn is_same(header: &str, committed: &str, generated: &str) -> bool {
    let lines = committed.lines().zip(generated.lines());
    let different = lines.take_while(|(committed, generated)| committed == generated).count();
    let is_same = committed == generated;
    match (is_same, generated.lines().nth(different)) {
        (true, _) => println!("{header}: {} lines, as generated", committed.lines().count()),
        (false, line) => {
            println!("{header}:{}: generated is {line:?}; `-- --write` rewrites it", different + 1)
        }
    }
    is_same
}
