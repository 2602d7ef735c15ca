//! Writes the networks of `examples/models`: `cargo run -p hws-plan --example onnx_models -- FOLDER`.

mod networks;

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: onnx_models FOLDER");
        return ExitCode::from(2);
    };
    for (name, network) in networks::ALL {
        let path = folder.join(name).with_extension("onnx");
        if let Err(error) = std::fs::write(&path, network()) {
            eprintln!("error: {}: cannot be written: {error}", path.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
