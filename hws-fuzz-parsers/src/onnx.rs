//! ONNX models: a graph with priorities and a plan, fused or not, or a refusal that names the node.

use hws_plan::import::{ImportFormat, ImportOptions, graph, recognise};
use hws_plan::plan::{GraphPlanOptions, Plan};
use hws_plan::{TaskGraph, priorities};

use crate::edit::Edited;
use crate::place::has_remedy;
use crate::plans::is_sound;
use crate::target::{Checked, FileVerdict, ParserTarget};

/// The target `onnx`.
pub static ONNX: ParserTarget = ParserTarget::new(
    "onnx",
    &[include_bytes!("../files/small.onnx"), include_bytes!("../../examples/models/squeezenet.onnx")],
    Vec::new,
    Edited::Protobuf,
    check,
);

fn check(file: &[u8]) -> Checked {
    let (format, content) = match recognise(file) {
        Ok(recognised) => recognised,
        Err(error) => return has_remedy(&error.diagnostic()).map(|()| FileVerdict::Refused),
    };
    if format != ImportFormat::Onnx {
        return Ok(FileVerdict::Refused);
    }
    let mut verdict = FileVerdict::Refused;
    for fuse in [false, true] {
        let options = ImportOptions { fuse, ..ImportOptions::default() };
        match graph(format, &content, "m", &options) {
            Ok(graph) => {
                accepted(&graph)?;
                verdict = FileVerdict::Accepted;
            }
            Err(error) => has_remedy(&error.diagnostic())?,
        }
    }
    Ok(verdict)
}

fn accepted(graph: &TaskGraph) -> Result<(), String> {
    let ranked = priorities(graph);
    if ranked.rank.len() != graph.len() {
        return Err("a task has no rank".to_owned());
    }
    match Plan::from_graph(graph, &GraphPlanOptions::default()) {
        Ok(plan) => is_sound(&plan),
        Err(error) => has_remedy(&error),
    }
}
