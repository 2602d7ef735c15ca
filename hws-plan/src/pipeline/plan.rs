//! The plan of a pipeline (planner §5): a kernel for each unit, a block for each row. Where the times of rows differ, a
//! unit has a kernel for consecutive rows that take the same time ([`pieces`]).
//!
//! Credits become triggers: an output row waits for its input rows, an input row for the output rows that free its
//! place. Row r uses place r mod pipeline_num (J17), where its block also finds its parameters. Units that do not
//! pipeline rows with each other are chained by dependencies (J12, J14).

mod draft;
mod operations;
mod pieces;
