//! The folder of a sweep: a refusal changes nothing in it, and finished runs are not lost.

mod run_tables;

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use hws_run::sweep::{Axis, Grid, Seeds};
use hws_run::workload::{InputFile, Inputs};
use rstest::rstest;

use super::journal::Journal;
use super::*;

const NEVER: SweepStop<'static> = SweepStop { is_asked: &|| false, look: &|| () };

/// A new path in the folder for temporary files.
fn absent(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("hws-host-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

/// A folder with this journal.
fn with_journal(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let folder = absent(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("rows.jsonl"), content).unwrap();
    folder
}

fn workload(name: &str, est: u32) -> (Option<String>, Inputs) {
    let bytes = format!("dags: [{{id: d, kernels: [{{id: a, threads: 4, est: {est}}}]}}]").into_bytes();
    let file = InputFile { name: format!("{name}.yaml"), bytes };
    (Some(name.to_owned()), Inputs { files: vec![file], ..Inputs::default() })
}

fn request() -> SweepRequest {
    SweepRequest {
        workloads: vec![workload("short", 100), workload("long", 900)],
        grid: Grid::new(vec![Axis::parse("promote.threshold=1,16").unwrap()]).unwrap(),
        seeds: Some(Seeds::parse("2").unwrap()),
        error_kind: None,
    }
}

/// Four of the eight runs.
fn half() -> Sweep {
    SweepRequest { seeds: Some(Seeds::parse("1").unwrap()), ..request() }.plan().unwrap()
}

fn sweep() -> Sweep {
    request().plan().unwrap()
}

fn into(folder: &Path) -> SweepOptions<'_> {
    SweepOptions { out: Some(folder), jobs: NonZeroUsize::new(1), ..SweepOptions::default() }
}

fn journal(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("rows.jsonl")).unwrap()
}

fn files(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[rstest]
#[case::text("text", "once upon a time\n", 1)]
#[case::no_newline("no_newline", "once", 1)]
#[case::later("later", "\n{\"key\":1}\n", 2)]
fn a_file_that_is_no_journal_is_refused_and_stays(
    #[case] name: &str,
    #[case] content: &str,
    #[case] line: u64,
) {
    let folder = with_journal(name, content);
    let error = sweep().make(&into(&folder), &NEVER, &mut |_| ()).unwrap_err();
    assert_eq!(u64::from(error.diagnostic().place.line()), line, "{error}");
    assert!(error.to_string().contains("choose another folder"), "{error}");
    assert_eq!((journal(&folder).as_slice(), files(&folder)), (content.as_bytes(), 1));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_folder_that_is_a_file_is_refused_and_stays() {
    let folder = with_journal("file", "mine");
    let file = folder.join("rows.jsonl");
    let error = sweep().make(&into(&file), &NEVER, &mut |_| ()).unwrap_err();
    assert!(matches!(&error, HostError::Write { path, .. } if *path == file), "{error}");
    assert_eq!(journal(&folder), b"mine");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_folder_that_another_sweep_uses_is_refused_and_stays() {
    let folder = absent("locked");
    half().make(&into(&folder), &NEVER, &mut |_| ()).unwrap();
    let (before, held) = (journal(&folder), Journal::open(&folder).unwrap());
    let error = sweep().make(&into(&folder), &NEVER, &mut |_| ()).unwrap_err();
    assert!(error.to_string().contains("locked by another sweep"), "{error}");
    assert_eq!(journal(&folder), before);
    drop(held);
    sweep().make(&into(&folder), &NEVER, &mut |_| ()).unwrap();
    assert!(journal(&folder).len() > before.len());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_sweep_reuses_the_rows_of_another_and_a_torn_line_is_made_again() {
    let expected = sweep().make(&SweepOptions::default(), &NEVER, &mut |_| ()).unwrap();
    let folder = absent("torn");
    let half = half().make(&into(&folder), &NEVER, &mut |_| ()).unwrap();
    assert_eq!((half.len(), expected.len()), (4, 8));
    let whole = journal(&folder);
    fs::write(folder.join("rows.jsonl"), &whole[..whole.len() - 9]).unwrap();
    let (mut is_repaired, mut begun, mut made) = (false, None, 0);
    let rows = sweep().make(&into(&folder), &NEVER, &mut |news| match news {
        SweepNews::Repaired { .. } => is_repaired = true,
        SweepNews::Begins { kept, .. } => begun = Some(kept),
        SweepNews::Made => made += 1,
        _ => (),
    });
    assert_eq!((rows.unwrap(), is_repaired, begun, made), (expected, true, Some(3), 5));
    assert_eq!(journal(&folder).iter().filter(|&&byte| byte == b'\n').count(), 8);
    fs::remove_dir_all(folder).unwrap();
}

/// A sweep that stops after half as many steps as the whole one has, however fast they are made.
fn stopped(options: &SweepOptions<'_>, listener: &mut SweepListener<'_>) -> Vec<Option<SweepRow>> {
    let asked = AtomicUsize::new(0);
    let count = || asked.fetch_add(1, Ordering::Relaxed);
    let never = SweepStop { is_asked: &|| count() == usize::MAX, look: &|| () };
    sweep().make(&SweepOptions::default(), &never, &mut |_| ()).unwrap();
    let half = asked.swap(0, Ordering::Relaxed) / 2;
    let stop = SweepStop { is_asked: &|| count() >= half, look: &|| () };
    sweep().make(options, &stop, listener).unwrap()
}

#[test]
fn a_stopped_sweep_keeps_its_rows_and_goes_on() {
    let folder = absent("stopped");
    let mut left = 0;
    let rows = stopped(&SweepOptions { jobs: NonZeroUsize::new(1), ..into(&folder) }, &mut |news| {
        if let SweepNews::Left { runs } = news {
            left = runs;
        }
    });
    let made = rows.iter().flatten().count();
    assert!((1..8).contains(&made) && left == 8 - made, "{made} {left}");
    let kept = journal(&folder);
    let again = sweep().make(&into(&folder), &NEVER, &mut |_| ()).unwrap();
    assert_eq!(again, sweep().make(&SweepOptions::default(), &NEVER, &mut |_| ()).unwrap());
    assert!(journal(&folder).starts_with(&kept), "what was made is not made again");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_workload_may_be_given_once() {
    let twice = SweepRequest { workloads: vec![workload("short", 100), workload("short", 900)], ..request() };
    let error = twice.plan().unwrap_err().to_string();
    assert!(error.starts_with("workload 2 is `short` again"), "{error}");
}

/// The files of an axis, each by itself or joined; the others have the options of the template.
#[test]
fn files_are_the_values_of_an_axis() {
    let folder = absent("axis");
    fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, est: u32| {
        let path = folder.join(name);
        fs::write(&path, format!("dags: [{{id: d, kernels: [{{id: a, threads: 4, est: {est}}}]}}]")).unwrap();
        path.display().to_string()
    };
    let (short, long) = (write("short.yaml", 100), write("long.yaml", 900));
    let axis = Axis::parse(&format!("workload={long},{short}+{long}")).unwrap();
    let options = Inputs { policies: vec![("p_top_k".to_owned(), "2".to_owned())], ..Inputs::default() };
    let workloads = workloads_of(&axis, &options).unwrap();
    let sweep = SweepRequest { workloads, ..request() }.plan().unwrap();
    let names: Vec<&str> = sweep.parts().iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, [long.clone(), format!("{short}+{long}")]);
    let graphs: Vec<usize> = sweep.parts().iter().map(|part| part.plan.inputs(0).0.dags.len()).collect();
    assert_eq!(graphs, [1, 2]);
    let rows = sweep.make(&SweepOptions::default(), &NEVER, &mut |_| ()).unwrap();
    let table = sweep.table(&rows);
    assert_eq!(table.columns[0].name, "workload");
    assert_eq!(table.rows[4][0], hws_run::sweep::Cell::Text(names[1].to_owned()));
    let summary = sweep.summary(&rows, SweepOrder::default());
    assert_eq!((summary.settings.len(), summary.varying.len()), (4, 2));
    let missing = Axis::parse("workload=/no/such/file").unwrap();
    assert!(
        workloads_of(&missing, &options)
            .unwrap_err()
            .to_string()
            .starts_with("/no/such/file: cannot be read")
    );
    let twice = Axis::parse("workload=-,-+a").unwrap();
    assert!(matches!(workloads_of(&twice, &options), Err(HostError::Input(_))));
    fs::remove_dir_all(folder).unwrap();
}

/// A workload without a name has that of its files.
#[test]
fn every_workload_has_a_name() {
    let (_, inputs) = workload("short", 100);
    let sweep = SweepRequest { workloads: vec![(None, inputs)], ..request() }.plan().unwrap();
    assert_eq!(sweep.parts()[0].name, "short.yaml");
    let workloads = vec![(None, Inputs::default())];
    assert_eq!(SweepRequest { workloads, ..request() }.plan().unwrap().parts()[0].name, "built-in");
}

/// What the workload, the option and the policy say about real times, the last of them counts.
#[test]
fn the_policy_of_the_error_model_overrides_the_option() {
    let model = |option: Option<&str>, policy: Option<&str>| {
        let (name, inputs) = workload("short", 100);
        let policies = policy.map(|model| ("error_model".to_owned(), model.to_owned())).into_iter().collect();
        let workloads = vec![(name, Inputs { policies, ..inputs })];
        let error_kind = option.map(|model| model.parse().unwrap());
        let sweep = SweepRequest { workloads, error_kind, ..request() }.plan().unwrap();
        let plan = &sweep.parts()[0].plan;
        // The real times are drawn for each run.
        assert!(plan.inputs(0).0.dags[0].kernels[0].actual.is_none());
        plan.options().error_kind.to_string()
    };
    assert_eq!(model(None, None), "low");
    assert_eq!(model(Some("none"), None), "none");
    assert_eq!(model(Some("none"), Some("uniform:9%")), "uniform:9%");
    assert_eq!(model(None, Some("none")), "none");
}

/// Rows that another process has made, in another order, some of them twice.
#[test]
fn rows_may_come_from_elsewhere() {
    let expected = sweep().make(&SweepOptions::default(), &NEVER, &mut |_| ()).unwrap();
    let (sweep, list) = (sweep(), sweep().list());
    let folder = absent("elsewhere");
    let mut rows = SweepRows::begin(&sweep, &into(&folder), &NEVER, &mut |_| ()).unwrap();
    assert_eq!(rows.missing(), [0, 1, 2, 3, 4, 5, 6, 7]);
    for run in [7, 0, 3, 3, 5, 1, 0] {
        rows.add_lines(run, &list.line(run, expected[run].as_ref().unwrap())).unwrap();
    }
    let before = journal(&folder);
    assert_eq!((rows.missing(), before.iter().filter(|&&byte| byte == b'\n').count()), (vec![2, 4, 6], 5));
    let line = list.line(2, expected[2].as_ref().unwrap());
    for (run, text) in
        [(4, line.as_str()), (8, &line), (2, &line[..40]), (2, &line.replace("makespan", "span")), (2, "")]
    {
        let error = rows.add_lines(run, text).unwrap_err().to_string();
        assert!(error.starts_with("a worker has returned "), "{error}");
    }
    assert_eq!((journal(&folder), rows.missing()), (before, vec![2, 4, 6]));
    drop(rows);
    let again = sweep.make(&into(&folder), &NEVER, &mut |_| ()).unwrap();
    assert_eq!(again, expected);
    fs::remove_dir_all(folder).unwrap();
}

/// The rows live on in their owner, who has finished them.
#[test]
fn a_folder_is_free_as_soon_as_its_rows_are_finished() {
    let folder = absent("finished");
    let sweep = half();
    let mut rows = SweepRows::begin(&sweep, &into(&folder), &NEVER, &mut |_| ()).unwrap();
    let row = sweep.row_under(0, &Control::default()).unwrap();
    rows.add(0, MadeRun { row: row.clone(), tables: Vec::new() }).unwrap();
    assert!(sweep.make(&into(&folder), &NEVER, &mut |_| ()).is_err(), "locked while rows are added");
    rows.finish(SweepFormat::Csv, &mut |_| ()).unwrap();
    assert_eq!(sweep.make(&into(&folder), &NEVER, &mut |_| ()).unwrap()[0], Some(row));
    // A file that cannot be written does not keep the folder either.
    let mut rows = SweepRows::begin(&sweep, &into(&folder), &NEVER, &mut |_| ()).unwrap();
    fs::create_dir(folder.join("sweep.csv.part")).unwrap();
    assert!(rows.finish(SweepFormat::Csv, &mut |_| ()).is_err());
    fs::remove_dir(folder.join("sweep.csv.part")).unwrap();
    sweep.make(&into(&folder), &NEVER, &mut |_| ()).unwrap();
    fs::remove_dir_all(folder).unwrap();
}

/// A run that ended its worker is not tried again, and is not a sign of another build.
#[test]
fn a_lost_run_is_kept() {
    let sweep = sweep();
    let folder = absent("lost");
    let mut rows = SweepRows::begin(&sweep, &into(&folder), &NEVER, &mut |_| ()).unwrap();
    rows.lose(0).unwrap();
    drop(rows);
    let mut is_other = false;
    let rows =
        sweep.make(&into(&folder), &NEVER, &mut |news| is_other |= matches!(news, SweepNews::OtherBuild));
    assert!(rows.unwrap()[0].as_ref().is_some_and(SweepRow::is_lost) && !is_other);
    fs::remove_dir_all(folder).unwrap();
}
