//! Prints what the importer makes of an ONNX model, for comparison with other tools: a JSON line per
//! tensor, then a JSON line per kernel.
//!
//! `cargo run -p hws-plan --example onnx_shapes -- MODEL.onnx [--fuse] [--unknown-op FORM] [NAME=N…]`

use std::process::ExitCode;

use hws_plan::import::onnx::{self, OnnxModel};
use hws_plan::import::{ImportOptions, recognise};
use serde_json::json;

fn main() -> ExitCode {
    match dump() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn dump() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("give a model")?;
    let mut options = ImportOptions::default();
    while let Some(argument) = arguments.next() {
        match argument.split_once('=') {
            None if argument == "--unknown-op" => {
                let form = arguments.next().ok_or("give a form after --unknown-op")?;
                options.unknown_op = Some(form.parse()?);
            }
            Some((name, value)) => {
                let value = value.parse().map_err(|error| format!("{argument}: {error}"))?;
                options.dims.insert(name.to_owned(), value);
            }
            None if argument == "--fuse" => options.fuse = true,
            None => return Err(format!("{argument}: give --fuse, --unknown-op FORM or NAME=N")),
        }
    }
    let bytes = std::fs::read(&path).map_err(|error| format!("{path}: {error}"))?;
    let model = recognise(&bytes).and_then(|(_, content)| onnx::read(content.bytes(), &options));
    print(&model.map_err(|error| error.in_file(&path).to_string())?);
    Ok(())
}

fn print(model: &OnnxModel) {
    for tensor in &model.tensors {
        let (dtype, is_constant) = (tensor.dtype.name(), tensor.is_constant);
        println!(
            "{}",
            json!({"tensor": tensor.name, "dtype": dtype, "shape": tensor.shape, "constant": is_constant})
        );
    }
    for kernel in &model.kernels {
        let (work, demand) = (kernel.work, kernel.demand);
        println!(
            "{}",
            json!({
                "kernel": kernel.name, "operators": kernel.operators, "macs": kernel.macs, "ops": work.ops,
                "bytes": work.bytes, "threads": demand.threads, "blocks": demand.blocks, "est": demand.est,
                "preds": kernel.preds,
            })
        );
    }
}
