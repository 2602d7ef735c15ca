//! Prints whether each line of standard input is valid JSON for the schema in the first line.

use std::io::{self, BufRead};

use hws_json_schema::Schema;

fn main() {
    let lines = io::stdin().lock().lines().map(|line| line.expect("standard input is text"));
    let mut values = lines.map(|line| serde_json::from_str(&line).expect("a line is JSON"));
    let schema = Schema::new(values.next().expect("the first line is a schema"));
    values.for_each(|value| println!("{}", schema.is_valid(&value)));
}
