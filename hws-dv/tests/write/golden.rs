//! Every edge of the golden stimuli against the model.

use hws_dv::write::WaveOptions;

use super::compare::{Compared, Comparer};
use super::file::WaveFile;
use super::{absent, fst, golden, observed, stimuli, write};

/// Without optimisation, which makes it ten times slower, one of so many stimuli is compared edge by edge.
const SHARE: usize = if cfg!(debug_assertions) { 3 } else { 1 };

#[test]
fn every_edge_has_the_registers_of_the_model_and_no_change_is_left_out() {
    let mut all = Compared::default();
    let all_stimuli = ["golden", "dangers", "dangers_ours"].map(stimuli).into_iter().flatten();
    for stimulus in all_stimuli.step_by(SHARE) {
        let path = absent(&format!("golden/{}.fst", stimulus.file_stem().unwrap().display()));
        let end = write(&stimulus, &fst(&path));
        let (again, comparer) = observed(&stimulus, Comparer::new(&path, 16));
        assert_eq!(again, end, "the writer has changed the run");
        let compared = comparer.finish();
        assert_eq!(compared.ticks + compared.left_out, end.at.0, "{}", stimulus.display());
        all.accesses += compared.accesses;
        all.ticks += compared.ticks;
        all.left_out += compared.left_out;
        all.events += compared.events;
    }
    assert!(all.accesses > 10_000 && all.ticks > 10_000 && all.left_out > 100_000, "{all:?}");
    assert!(all.events > 10_000, "{all:?}");
}

#[test]
fn vcd_and_fst_have_the_same_changes() {
    for stimulus in golden().iter().step_by(5) {
        let name = stimulus.file_stem().unwrap().display();
        let [vcd, fst] = ["vcd", "fst"].map(|ending| absent(&format!("same/{name}.{ending}")));
        let options = WaveOptions { vcd: Some(vcd.clone()), fst: Some(fst.clone()), every_tick: None };
        write(stimulus, &options);
        let [vcd, fst] = [vcd, fst].map(|path| WaveFile::read(&path));
        assert_eq!(vcd.names, fst.names);
        assert_eq!(vcd.widths, fst.widths);
        assert_eq!(vcd.end, fst.end);
        assert!(vcd.changes == fst.changes, "{name}");
    }
}

#[test]
fn every_tick_of_the_range_is_written_and_the_others_are_as_before() {
    let stimulus = &golden()[0];
    let [all, some] = ["all", "some"].map(|name| absent(&format!("range/{name}.fst")));
    let end = write(stimulus, &WaveOptions { every_tick: "0..1000000".parse().ok(), ..fst(&all) });
    let (_, comparer) = observed(stimulus, Comparer::new(&all, 1));
    assert_eq!(comparer.finish().left_out, 0);
    write(stimulus, &WaveOptions { every_tick: "500..599".parse().ok(), ..fst(&some) });
    let (_, comparer) = observed(stimulus, Comparer::new(&some, 1));
    let compared = comparer.finish();
    let mut edges = WaveFile::read(&some).edges();
    let mut ticks = std::collections::BTreeSet::new();
    while edges.next_edge() {
        if edges.input("hws.tick_req") == 1 && edges.value("hws.tick_busy") == 0 {
            ticks.insert(edges.input("hws.cycle"));
        }
    }
    assert_eq!(ticks.range(500..600).count(), 100);
    assert!(ticks.range(600..).count() < 1000 && compared.left_out > 100, "{compared:?}");
    assert!(end.at.0 > 2000);
}
