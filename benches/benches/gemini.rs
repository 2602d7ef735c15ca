//! Benchmarks of reading Gemini schedules: `cargo bench --package hws-benches --bench gemini`.
//!
//! The schedule is generated here, valid by every rule and without spaces between its tokens. Compare ratios, not
//! seconds: the plain JSON parser and the importer are measured in the same run.

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

/// serde_json to a tree of values: the minimum for any program that keeps the file.
#[divan::bench]
fn plain_json_values(bencher: Bencher<'_, '_>) {
    bytes(bencher, |text| drop(divan::black_box(serde_json::from_str::<serde_json::Value>(text).unwrap())));
}

/// The typed schedule, without applying rules.
#[divan::bench]
fn parse(bencher: Bencher<'_, '_>) {
    bytes(bencher, |text| drop(divan::black_box(gemini::parse(text).unwrap())));
}

/// The schedule with every rule applied.
#[divan::bench]
fn rules(bencher: Bencher<'_, '_>) {
    bytes(bencher, |text| drop(divan::black_box(gemini::analysis(text).unwrap())));
}

/// What `hws run` does: recognises the format, applies every rule, builds the task graph.
#[divan::bench]
fn import(bencher: Bencher<'_, '_>) {
    bytes(bencher, |text| {
        let (format, content) = import::recognise(text.as_bytes()).unwrap();
        divan::black_box(
            import::graph(format, &content, "bench", &import::ImportOptions::default()).unwrap(),
        );
    });
}

/// What `hws plan gemini` does, without its output.
#[divan::bench]
fn report(bencher: Bencher<'_, '_>) {
    bytes(bencher, |text| {
        drop(divan::black_box(GeminiReport::from_text(text, gemini::GeminiOptions::default()).unwrap()))
    });
}
