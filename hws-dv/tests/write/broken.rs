//! Files that cannot be written, and runs that end early.

use std::path::Path;

use hws_dv::write::{WaveOptions, WaveWriter};
use hws_model::{Config, Hws};
use hws_sim::Machine;

use super::file::WaveFile;
use super::{absent, fst, golden, observed};

#[test]
fn a_folder_that_does_not_exist_is_an_error_with_the_path() {
    let error = WaveWriter::create(&fst(Path::new("no/such/folder/run.fst"))).unwrap_err();
    assert!(error.to_string().starts_with("no/such/folder/run.fst: cannot be written: "), "{error}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported_when_the_files_are_completed() {
    let full = Some(Path::new("/dev/full").to_owned());
    for options in [
        WaveOptions { vcd: full.clone(), ..Default::default() },
        WaveOptions { fst: full, ..Default::default() },
    ] {
        let message = match WaveWriter::create(&options) {
            Err(error) => error.to_string(),
            Ok(writer) => observed(&golden()[0], writer).1.finish().unwrap_err().to_string(),
        };
        assert!(message.starts_with("/dev/full: cannot be written: No space left"), "{message}");
    }
}

#[test]
fn a_writer_that_is_dropped_leaves_files_that_can_be_read_up_to_there() {
    let [vcd, fst] = ["dropped.vcd", "dropped.fst"].map(absent);
    let options = WaveOptions { vcd: Some(vcd.clone()), fst: Some(fst.clone()), every_tick: None };
    let mut machine = Machine::new(Hws::new(Config::default()), WaveWriter::create(&options).unwrap());
    machine.write(hws_regs::RegId::PTopK.into(), 4).unwrap();
    machine.advance(70);
    drop(machine);
    for path in [vcd, fst] {
        let file = WaveFile::read(&path);
        assert_eq!(file.end, 70_000);
        let mut edges = file.edges();
        while edges.next_edge() {}
        assert_eq!(edges.value("hws.FEATURE.P_TOP_K"), 4);
    }
}

#[test]
fn a_cycle_beyond_the_times_of_viewers_is_an_error() {
    let path = absent("late.fst");
    let mut machine = Machine::new(Hws::new(Config::default()), WaveWriter::create(&fst(&path)).unwrap());
    machine.write(hws_regs::RegId::PTopK.into(), 4).unwrap();
    machine.advance(1 << 62);
    let error = machine.into_observer().finish().unwrap_err();
    assert!(error.to_string().starts_with("cycle 4611686018427387904 cannot be in a waveform"), "{error}");
    let mut edges = WaveFile::read(&path).edges();
    while edges.next_edge() {}
    assert_eq!(edges.value("hws.FEATURE.P_TOP_K"), 4, "what was written before is there");
}
