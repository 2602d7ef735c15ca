//! `row_pipeline`: Axon writes rows, from which Soma1 makes output rows (J1-J9, J17).

mod input;
mod json;
mod overlap;
mod pipeline;
mod what_if;

pub(super) use pipeline::RowPipeline;
pub use what_if::{WhatIf, WhatIfRow};
