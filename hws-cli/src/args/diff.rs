//! The arguments of `hws diff`.

use std::path::PathBuf;

use clap::ValueEnum;
use hws_dv::check::DEFAULT_MIN_COVERAGE;
use hws_dv::diff::{Mask, PerClass, SampleAt, Skip, WaiverDate};
use hws_dv::wave::Radix;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A dump is VCD, FST, GHW, CSV with a column `cycle` or `time`, or a memory image of $writememh or $writememb, recognised by
its content, also as .gz; one of the two may be -, standard input. Signals are
paired by name; PATTERN is a name below the scope, * is any text, [] is every index, or @CLASS. EXPR is an expression such as
`rst_n && state == 3`. CLASS is inputs, outputs, registers or others. docs/diff.md describes every option.

Exit status: 0 equal, 1 the dumps differ or a waiver is stale, 2 usage error, a dump that cannot be read, or equal up to a cut, 3 nothing or
too little compared. The last line is for programs.

Examples:
  hws diff before.fst after.fst
  hws diff verilator.vcd icarus.vcd.gz --skip 'until rst_n'
  hws diff a.vcd b.vcd --clock 'posedge clk_i' --sample-b inputs=post --ignore 'dbg_*'
  hws diff a.fst b.fst --json diff.json --junit diff.xml --html diff.html --fst merged.fst
  hws diff a.fst b.fst --waivers known.yaml
  hws replay stimulus.jsonl | hws diff - rtl.vcd
  fsdb2vcd nightly.fsdb -o - | hws diff golden.fst -
")]
pub(crate) struct Diff {
    /// The first dump.
    #[arg(value_name = "A")]
    pub(crate) a: PathBuf,
    /// The second dump.
    #[arg(value_name = "B")]
    pub(crate) b: PathBuf,
    /// The clock of both sides: a signal or an expression, with `negedge ` in front for falling edges.
    #[arg(long, value_name = "EXPR")]
    pub(crate) clock: Option<String>,
    /// The clock of A.
    #[arg(long, value_name = "EXPR")]
    pub(crate) clock_a: Option<String>,
    /// The clock of B.
    #[arg(long, value_name = "EXPR")]
    pub(crate) clock_b: Option<String>,
    /// When signals are sampled: pre, just before the time stamp of the edge, or post, at its end. By default, inputs
    /// of the HWS are sampled before the edge, everything else after it.
    #[arg(long, value_name = "[CLASS=]pre|post", value_parser = hws_dv::diff::sample)]
    pub(crate) sample: Vec<PerClass<SampleAt>>,
    /// The same for A.
    #[arg(long, value_name = "[CLASS=]pre|post", value_parser = hws_dv::diff::sample)]
    pub(crate) sample_a: Vec<PerClass<SampleAt>>,
    /// The same for B.
    #[arg(long, value_name = "[CLASS=]pre|post", value_parser = hws_dv::diff::sample)]
    pub(crate) sample_b: Vec<PerClass<SampleAt>>,
    /// Sample only edges at which this expression holds.
    #[arg(long, value_name = "EXPR")]
    pub(crate) enable: Option<String>,
    /// The same for A.
    #[arg(long, value_name = "EXPR")]
    pub(crate) enable_a: Option<String>,
    /// The same for B.
    #[arg(long, value_name = "EXPR")]
    pub(crate) enable_b: Option<String>,
    /// The scope of A below which names are compared; by default the scopes with the most common names.
    #[arg(long, value_name = "SCOPE")]
    pub(crate) prefix_a: Option<String>,
    /// The scope of B.
    #[arg(long, value_name = "SCOPE")]
    pub(crate) prefix_b: Option<String>,
    /// A finished FST of the same design, or a `.hier` file, with the names of a dump that its simulator has not closed;
    /// without it, the file `DUMP.hier` is read.
    #[arg(long, value_name = "FILE")]
    pub(crate) hierarchy: Option<PathBuf>,
    /// Which names belong together: pairs, and rules that rename the signals of a side (YAML).
    #[arg(long, value_name = "FILE")]
    pub(crate) map: Option<PathBuf>,
    /// Print a map file with a partner for each signal that has none, with a confidence, and compare nothing.
    #[arg(long, conflicts_with_all = ["json", "junit", "self_test"])]
    pub(crate) suggest_map: bool,
    /// The signal that numbers the cycles; edges of equal number are compared. Without it, edges are counted from 0.
    #[arg(long, value_name = "SIGNAL", conflicts_with = "offset")]
    pub(crate) cycle: Option<String>,
    /// Compare edges of equal time instead of equal number; the time scales of both dumps are taken into account.
    #[arg(long, conflicts_with_all = ["cycle", "offset"])]
    pub(crate) by_time: bool,
    /// How digits without a prefix are read in CSV and memory images: dec, hex (as `%h` writes them) or bin (`%b`), for
    /// all columns or those that match a pattern. By default, dec in CSV and hex in memory images.
    #[arg(long, value_name = "[COLUMN=]dec|hex|bin", value_parser = hws_dv::diff::radix)]
    pub(crate) radix: Vec<(Option<String>, Radix)>,
    /// The same for A.
    #[arg(long, value_name = "[COLUMN=]dec|hex|bin", value_parser = hws_dv::diff::radix)]
    pub(crate) radix_a: Vec<(Option<String>, Radix)>,
    /// The same for B.
    #[arg(long, value_name = "[COLUMN=]dec|hex|bin", value_parser = hws_dv::diff::radix)]
    pub(crate) radix_b: Vec<(Option<String>, Radix)>,
    /// The array that a memory image shows, by its name in the other dump; `mem` by default.
    #[arg(long, value_name = "NAME")]
    pub(crate) memory: Option<String>,
    /// Real numbers that differ by no more than this are equal.
    #[arg(long, value_name = "E", default_value = "0", value_parser = hws_dv::diff::epsilon, allow_hyphen_values = true)]
    pub(crate) epsilon: f64,
    /// Compare cycle c of A with cycle c + N of B.
    #[arg(long, value_name = "[CLASS=]N", value_parser = hws_dv::diff::offset, allow_hyphen_values = true)]
    pub(crate) offset: Vec<PerClass<i64>>,
    /// Do not compare the bits that are 1 in HEX.
    #[arg(long, value_name = "PATTERN=HEX", value_parser = hws_dv::diff::mask)]
    pub(crate) mask: Vec<Mask>,
    /// Signals whose differences are counted but do not make the dumps differ.
    #[arg(long, value_name = "PATTERN")]
    pub(crate) volatile: Vec<String>,
    /// Signals that are not compared.
    #[arg(long, value_name = "PATTERN")]
    pub(crate) ignore: Vec<String>,
    /// Compare these signals only.
    #[arg(long, value_name = "PATTERN")]
    pub(crate) only: Vec<String>,
    /// Do not compare cycles A to B (both included), time stamps `@A..@B` of A, cycles at which an expression holds in
    /// A, or those `until EXPR` or `after EXPR` first holds.
    #[arg(long, value_name = "A..B|EXPR", value_parser = hws_dv::diff::skip)]
    pub(crate) skip: Vec<Skip>,
    /// A YAML list of known differences, each with `signal` (a PATTERN), `reason`, and optionally `when` (as for
    /// --skip), `bug` and `expires` (YYYY-MM-DD). Waivers that have expired or waive nothing fail: exit 1.
    #[arg(long, value_name = "FILE")]
    pub(crate) waivers: Option<PathBuf>,
    /// The day that decides whether waivers have expired; today by default.
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = WaiverDate::parse, requires = "waivers")]
    pub(crate) today: Option<WaiverDate>,
    /// Unknown bits: strict, x equals x only; wild, x on one side equals everything and x on both is a difference;
    /// zero, x is 0.
    #[arg(long, value_name = "RULE", default_value = "wild")]
    pub(crate) x: X,
    /// Exit with 3 if no signal of this name was compared.
    #[arg(long, value_name = "PATTERN")]
    pub(crate) require: Vec<String>,
    /// Exit with 3 if fewer values than this were compared.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) min_compared: u64,
    /// Equal is exit status 3, PARTIAL, if less than this percentage of the bits of the dump that has more was compared.
    #[arg(long, value_name = "PERCENT", default_value_t = DEFAULT_MIN_COVERAGE, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) min_coverage: u8,
    /// Do not compare a bit while neither dump has changed it since the first edge, such as a bit that no reset sets.
    #[arg(long)]
    pub(crate) ignore_initial: bool,
    /// One dump may have fewer cycles than the other.
    #[arg(long)]
    pub(crate) allow_shorter: bool,
    /// Compare launches, completions, messages and other events instead of signals; always on if a file is an event log.
    #[arg(long)]
    pub(crate) events: bool,
    /// Events of a stream may be exchanged by up to N places.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub(crate) reorder: u16,
    /// Events may be up to N cycles earlier or later.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) slack: u32,
    /// Show this many cycles before and after the first difference.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    pub(crate) around: u16,
    /// Also flip a bit of a copy of A at a random cycle, chosen by the seed, and check that the comparison finds it there.
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    pub(crate) self_test: Option<u64>,
    /// Write the report as JSON.
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write the report as one HTML page that needs no network.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write both sides as one FST: scopes a, b and diff; with save files for GTKWave and Surfer at the first
    /// difference. With more than 2,000 signals, only those that differ.
    #[arg(long, value_name = "FILE")]
    pub(crate) fst: Option<PathBuf>,
    /// Write the report as JUnit XML, one test case per signal or array.
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
}

/// How unknown bits are compared.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum X {
    /// Unknown equals unknown only.
    Strict,
    /// Unknown on one side equals everything; on both sides it is a difference.
    Wild,
    /// Unknown is 0.
    Zero,
}
