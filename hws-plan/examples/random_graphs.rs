//! Prints the random graphs of the rank mode as a JSON list of `{"name", "input"}`, for comparison with other tools.

#[path = "../tests/common/random_graphs.rs"]
mod random_graphs;

use serde_json::{Value, json};

fn main() {
    let named = |(name, input): (String, Value)| json!({ "name": name, "input": input });
    let graphs: Vec<Value> = random_graphs::random_graphs().into_iter().map(named).collect();
    println!("{}", Value::Array(graphs));
}
