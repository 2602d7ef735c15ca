//! Random row pipelines of every kind: padding, strides above the window, lists of times, deadlocks.

use proptest::prelude::*;
use serde_json::{Value, json};

/// A row pipeline as a test reads it.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    pub(crate) ny: i64,
    pub(crate) ky: i64,
    pub(crate) sy: i64,
    pub(crate) pad_top: i64,
    pub(crate) pad_bottom: i64,
    pub(crate) pipeline_num: i64,
    /// For each row.
    pub(crate) t_axon: Vec<i64>,
    /// For each output row.
    pub(crate) t_soma: Vec<i64>,
    pub(crate) is_listed: bool,
}

impl Rows {
    pub(crate) fn n_out(&self) -> i64 {
        self.t_soma.len() as i64
    }

    pub(crate) fn input(&self) -> Value {
        let mut input = json!({
            "op": "row_pipeline", "ny": self.ny, "ky": self.ky, "sy": self.sy, "pad_top": self.pad_top,
            "pad_bottom": self.pad_bottom, "pipeline_num": self.pipeline_num,
        });
        if self.is_listed {
            (input["t_axon"], input["t_soma"]) = (json!(self.t_axon), json!(self.t_soma));
        } else {
            (input["t_axon"], input["t_soma"]) = (json!(self.t_axon[0]), json!(self.t_soma[0]));
        }
        input
    }
}

/// Up to `most` rows; `None` of times has one for all.
pub(crate) fn rows(most: i64) -> impl Strategy<Value = Rows> {
    let window = (1..6i64, 1..7i64).prop_flat_map(|(ky, sy)| (Just(ky), Just(sy), 0..ky, 0..ky));
    let sizes = (1..=most, window, 1..9i64)
        .prop_filter("no output row", |&(ny, (ky, _, top, bottom), _)| ny + top + bottom >= ky);
    (sizes, any::<bool>()).prop_flat_map(|((ny, (ky, sy, pad_top, pad_bottom), pipeline_num), is_listed)| {
        let n_out = (ny + pad_top + pad_bottom - ky) / sy + 1;
        let times = move |rows: i64, most: i64| {
            prop::collection::vec(1..most, rows as usize).prop_map(move |mut times| {
                if !is_listed {
                    let first = times[0];
                    times.fill(first);
                }
                times
            })
        };
        (times(ny, 6), times(n_out, 14)).prop_map(move |(t_axon, t_soma)| Rows {
            ny,
            ky,
            sy,
            pad_top,
            pad_bottom,
            pipeline_num,
            t_axon,
            t_soma,
            is_listed,
        })
    })
}
