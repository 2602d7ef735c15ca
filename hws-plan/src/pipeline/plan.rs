//! The neutral plan of a pipeline (planner §5, rows 004): a kernel for each unit, a block for each row.
//!
//! Credits are triggers: an output row waits for its rows, a row for the output rows that free its place. Row r
//! lies in place r mod pipeline_num (J17), which is where a block finds its parameters, too. Units that
//! pipeline no rows with each other are a chain by dependencies (J12, J14).

mod draft;
mod operations;
