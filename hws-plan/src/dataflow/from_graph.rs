//! An imported graph as a dataflow program: one function with a node for each task.

use serde_json::{Value, json};

use crate::TaskGraph;
use crate::input::{InputError, InputFault};

/// Returns the dataflow input for a task graph: each task becomes an instruction whose latency is its time, at least 1;
/// edges stay as they are.
///
/// # Errors
/// A time of 2^31 or more.
pub fn from_graph(graph: &TaskGraph) -> Result<Value, InputError> {
    let tasks = graph.tasks();
    let mut nodes = Vec::with_capacity(tasks.len());
    for task in tasks {
        if task.time >= 1 << 31 {
            let fault =
                InputFault::Value { found: task.time.to_string(), wanted: "a time below 2^31".to_owned() };
            return Err(InputError::new(format!("task {:?}", task.id), fault));
        }
        nodes.push(json!({ "id": task.id, "kind": "op", "lat": task.time.max(1) }));
    }
    let edge = |from: usize, to: &str| json!({ "from": tasks[from].id, "to": to });
    let edges = tasks.iter().flat_map(|task| task.preds.iter().map(|&from| edge(from, &task.id)));
    let edges: Vec<Value> = edges.collect();
    Ok(json!({ "functions": { "main": { "nodes": nodes, "edges": edges } }, "top": "main" }))
}
