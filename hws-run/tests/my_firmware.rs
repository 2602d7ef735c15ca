//! The example of a custom policy compiles, runs, and has the effects that it describes.

use hws_run::workload::{Workload, built_in};

#[path = "../examples/my_firmware.rs"]
#[allow(dead_code)]
mod example;

use example::{MyFirmware, compare};

#[test]
fn the_example_drains_and_differs_from_the_reference() {
    let mut mine = MyFirmware::default();
    let (reference, own) = compare(&built_in(), &mut mine).unwrap();
    assert_ne!(reference, own);
    assert_eq!(mine.finished.len(), built_in().kernels().count(), "each kernel has finished once");
    let most = built_in().kernels().map(|(_, kernel)| kernel.blocks).max().unwrap();
    // Before the last block of that kernel finishes, all others have.
    assert_eq!(mine.widest, 4 + most);
}

/// Two kernels contend for the whole machine: the reference takes the one with the longer path, the example the
/// shorter one.
#[test]
fn the_shorter_job_goes_first() {
    let text = "dags:
  - id: g
    kernels:
      - { id: filler, threads: 16, blocks: 2, est: 3000 }
      - { id: long, threads: 16, blocks: 2, est: 5000 }
      - { id: short, threads: 16, blocks: 2, est: 500 }
";
    let workload = read(text);
    let first = |record: hws_run::run::RunRecord| {
        assert!(record.drained);
        if record.kernels[1].first_launch < record.kernels[2].first_launch { "long" } else { "short" }
    };
    assert_eq!(first(hws_run::run::run(&workload, ()).unwrap().0), "long");
    assert_eq!(first(hws_run::run::run_with(&workload, &mut MyFirmware::default(), ()).unwrap().0), "short");
}

fn read(text: &str) -> Workload {
    use hws_run::workload::{ReadOptions, read};
    let mut no_files = |_: &str| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
    read(text.as_bytes(), "test.yaml", &ReadOptions::default(), &mut no_files).unwrap()
}
