//! How fast Gemini schedules are read: `cargo bench --package hws-benches --bench gemini`.
//!
//! The schedule is made here, valid in every rule and without a space between its tokens. Ratios count, not
//! seconds: the plain JSON parser stands beside the importer, in one run.

#[path = "../../hws-plan/tests/common/schedules.rs"]
mod schedules;

use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::BytesCount;
use hws_plan::gemini::GeminiReport;
use hws_plan::import::{self, gemini};

const CORES: usize = 4;
const WORKLOADS: usize = 10_000;

static TEXT: LazyLock<String> = LazyLock::new(|| schedules::schedule(1, CORES, WORKLOADS).to_string());

fn main() {
    divan::main();
}

fn bytes(bencher: Bencher<'_, '_>, read: impl Fn(&str) + Sync) {
    let text = TEXT.as_str();
    bencher.counter(BytesCount::of_str(text)).bench_local(|| read(text));
}

/// serde_json to a tree of values: what any program needs at least that keeps the file.
#[divan::bench]
fn plain_json_values(bencher: Bencher<'_, '_>) {
    bytes(bencher, |text| drop(divan::black_box(serde_json::from_str::<serde_json::Value>(text).unwrap())));
}

/// The typed schedule, no rule applied.
#[divan::bench]
fn parse(bencher: Bencher<'_, '_>) {
    bytes(bencher, |text| drop(divan::black_box(gemini::parse(text).unwrap())));
}

/// What `hws run` does: the format recognised, every rule applied, the task graph.
#[divan::bench]
fn import(bencher: Bencher<'_, '_>) {
    bytes(bencher, |text| {
        let (format, content) = import::recognise(text.as_bytes()).unwrap();
        divan::black_box(
            import::graph(format, &content, "bench", &import::ImportOptions::default()).unwrap(),
        );
    });
}

/// What `hws plan gemini` does, its output aside.
#[divan::bench]
fn report(bencher: Bencher<'_, '_>) {
    bytes(bencher, |text| {
        drop(divan::black_box(GeminiReport::from_text(text, gemini::GeminiOptions::default()).unwrap()))
    });
}
