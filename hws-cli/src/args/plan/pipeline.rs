//! Options of `hws plan pipeline`.

use std::path::PathBuf;

use hws_host::files;
use hws_plan::input;
use serde::Serialize;
use serde_json::Value;

use super::Page;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The input is the JSON of the planner specification. Its key `op` is strategy, row_pipeline, match, soma_router,
phase or support. Options override its keys; with --op and without FILE, nothing is read. A value is JSON, a
comma-separated list (--t-axon 4,4,9) or a word; `match` takes --axon and --soma as JSON.

Exit status: 0 success, 1 a deadlock or no match, 2 usage error or invalid input.

Examples:
  hws plan pipeline rows.json
  hws plan pipeline --json < rows.json > timeline.json
  hws plan pipeline --op row_pipeline --ny 6 --ky 2 --sy 2 --pipeline-num 3 --t-axon 10 --t-soma 15
  hws plan pipeline rows.json --what-if 6
  hws plan pipeline rows.json --pipeline-num 4 --out rows.plan.json
  hws plan pipeline rows.json --html rows.html
  hws plan pipeline --op phase --axon 200 --soma1 60 --router 40 --soma2 25 --a2s2-mode 1
")]
pub(crate) struct Pipeline {
    /// The input, optionally gzipped; - is standard input, and the default without --op.
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Print JSON instead of tables.
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the plan of a row_pipeline, soma_router or phase to this file; a deadlock has no plan.
    #[arg(short, long, value_name = "PLAN")]
    pub(crate) out: Option<PathBuf>,
    /// Print a table of the row_pipeline for pipeline_num 1 to LAST instead.
    #[arg(long, value_name = "LAST", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) what_if: Option<u16>,
    #[command(flatten)]
    pub(crate) page: Page,
    #[command(flatten)]
    pub(crate) keys: Keys,
}

impl Pipeline {
    /// Returns the file to read; none if `--op` is given without a file.
    pub(crate) fn file(&self) -> Option<PathBuf> {
        self.file.clone().or_else(|| self.keys.op.is_none().then(|| files::STANDARD_INPUT.into()))
    }
}

/// Keys of the input, by their names there.
#[derive(Debug, Serialize, clap::Args)]
#[command(next_help_heading = "Keys of the input")]
pub(crate) struct Keys {
    /// The operation.
    #[arg(long, value_name = "OP", value_parser = value)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) op: Option<Value>,
    /// Rows of Axon's output.
    #[arg(long, value_name = "N", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    ny: Option<Value>,
    /// Columns of Axon's output.
    #[arg(long, value_name = "N", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    nx: Option<Value>,
    /// Values per position of Axon's output.
    #[arg(long, value_name = "N", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    nf: Option<Value>,
    /// Whether each row is 32 values of nf: true or false.
    #[arg(long, value_name = "BOOL", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    mlp: Option<Value>,
    /// Rows that fit between Axon and Soma.
    #[arg(long, value_name = "N", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pipeline_num: Option<Value>,
    /// Rows of a window.
    #[arg(long, value_name = "N", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    ky: Option<Value>,
    /// Columns of a window.
    #[arg(long, value_name = "N", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    kx: Option<Value>,
    /// Rows between windows.
    #[arg(long, value_name = "N", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    sy: Option<Value>,
    /// Columns between windows.
    #[arg(long, value_name = "N", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    sx: Option<Value>,
    /// Padding above the first row.
    #[arg(long, value_name = "N", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pad_top: Option<Value>,
    /// Padding below the last row.
    #[arg(long, value_name = "N", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pad_bottom: Option<Value>,
    /// Cycles per row, or one number for each row.
    #[arg(long, value_name = "T", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    t_axon: Option<Value>,
    /// Cycles per output row, or one number for each; cycles per packet (soma_router).
    #[arg(long, value_name = "T", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    t_soma: Option<Value>,
    /// Cycles until firmware passes on a credit.
    #[arg(long, value_name = "T", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    fw_latency: Option<Value>,
    /// Columns of the map (strategy).
    #[arg(long, value_name = "W", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<Value>,
    /// Rows of the map (strategy).
    #[arg(long, value_name = "H", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<Value>,
    /// Bytes per value (strategy).
    #[arg(long, value_name = "BYTES", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    elem_bytes: Option<Value>,
    /// Size of a block, in output values (strategy).
    #[arg(long, value_name = "BH,BW", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<Value>,
    /// Packets of 16 bytes (soma_router).
    #[arg(long, value_name = "N", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    packets: Option<Value>,
    /// Packets that fit between Soma and Router.
    #[arg(long, value_name = "N", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    dout_length: Option<Value>,
    /// Cycles to send a packet.
    #[arg(long, value_name = "T", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    t_send: Option<Value>,
    /// The memory in which packets wait: 3 or 2.
    #[arg(long, value_name = "MEM", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    mem: Option<Value>,
    /// Bytes per value of Soma's output (mem 2).
    #[arg(long, value_name = "BYTES", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    precision: Option<Value>,
    /// Cycles of Axon (phase), or its output (match).
    #[arg(long, value_name = "T|JSON", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    axon: Option<Value>,
    /// The Soma primitive (match).
    #[arg(long, value_name = "JSON", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    soma: Option<Value>,
    /// A row pipeline of Axon and Soma1 (phase).
    #[arg(long, value_name = "JSON", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    axon_soma1: Option<Value>,
    /// Cycles of Soma1 (phase).
    #[arg(long, value_name = "T", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    soma1: Option<Value>,
    /// Cycles of the Router (phase).
    #[arg(long, value_name = "T", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    router: Option<Value>,
    /// Whether the Router sends while Soma1 computes: true or false.
    #[arg(long, value_name = "BOOL", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    router_overlap: Option<Value>,
    /// Cycles of Soma2 (phase).
    #[arg(long, value_name = "T", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    soma2: Option<Value>,
    /// 1: Soma2 does not wait for Axon (phase).
    #[arg(long, value_name = "MODE", value_parser = value, allow_negative_numbers = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    a2s2_mode: Option<Value>,
}

/// Reads JSON, a comma-separated list, or a word.
fn value(text: &str) -> Result<Value, std::convert::Infallible> {
    let one = |text: &str| input::parse(text).unwrap_or_else(|_| Value::from(text));
    Ok(match input::parse(text) {
        Err(_) if text.contains(',') && !text.starts_with(['{', '[', '"']) => {
            text.split(',').map(one).collect()
        }
        _ => one(text),
    })
}
