//! The tables of graphs and kernels in the folder of a sweep.

use std::sync::LazyLock;

use hws_run::sweep::{RunTable, UnknownRunTable};

use super::*;
use crate::sweep::table_journal::TableJournal;

/// The files of both tables, as the content of a folder.
const FILES: [&str; 4] = ["graphs.parquet", "graphs.csv", "kernels.parquet", "kernels.csv"];

fn tables(names: &str) -> RunTables {
    let names = names.split(',').filter(|name| !name.is_empty());
    names.map(str::parse).collect::<Result<RunTables, UnknownRunTable>>().unwrap()
}

fn with<'f>(folder: &'f Path, names: &str) -> SweepOptions<'f> {
    SweepOptions { tables: tables(names), format: SweepFormat::Both, ..into(folder) }
}

fn make(sweep: &Sweep, options: &SweepOptions<'_>) -> Vec<String> {
    let mut heard = Vec::new();
    sweep.make(options, &NEVER, &mut |news| heard.push(format!("{news:?}"))).unwrap();
    heard
}

fn contents(folder: &Path) -> Vec<Vec<u8>> {
    FILES.map(|file| fs::read(folder.join(file)).unwrap()).to_vec()
}

/// What one thread writes for the whole sweep at once.
static EXPECTED: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let folder = absent("expected");
    make(&sweep(), &with(&folder, "graphs,kernels"));
    let expected = contents(&folder);
    fs::remove_dir_all(folder).unwrap();
    expected
});

#[test]
fn a_table_has_a_row_for_each_run_and_graph() {
    let csv = String::from_utf8(EXPECTED[1].clone()).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("workload,promote.threshold,seed,graph,kind,"), "{}", lines[0]);
    assert_eq!(lines.len(), 1 + 8);
    assert!(lines[1].starts_with("short,1,0,d,static,"), "{}", lines[1]);
    assert!(lines[8].starts_with("long,16,1,d,static,"), "{}", lines[8]);
}

#[test]
fn nothing_is_written_that_is_not_asked_for() {
    let (folder, other) = (absent("unasked"), absent("asked"));
    make(&sweep(), &with(&folder, ""));
    let has = |folder: &Path, name: &str| folder.join(name).exists();
    assert!(!FILES.iter().chain(&["graphs.jsonl", "kernels.jsonl"]).any(|file| has(&folder, file)));
    make(&sweep(), &with(&other, "kernels"));
    assert!(has(&other, "kernels.csv") && !has(&other, "graphs.csv") && !has(&other, "graphs.jsonl"));
    for file in ["sweep.csv", "sweep.parquet", "sweep.html", "rows.jsonl"] {
        assert_eq!(fs::read(folder.join(file)).unwrap(), fs::read(other.join(file)).unwrap(), "{file}");
    }
    fs::remove_dir_all(folder).unwrap();
    fs::remove_dir_all(other).unwrap();
}

/// Several threads, an interruption, a torn line in each journal, `--restart`.
#[test]
fn the_bytes_do_not_depend_on_how_the_runs_were_made() {
    let (folder, expected) = (absent("ways"), &*EXPECTED);
    let options = with(&folder, "kernels,graphs");
    let jobs = SweepOptions { jobs: NonZeroUsize::new(3), ..options };
    stopped(&jobs, &mut |_| ());
    assert_ne!(&contents(&folder), expected, "the sweep was not interrupted");
    make(&sweep(), &jobs);
    assert_eq!(&contents(&folder), expected);
    for file in ["graphs.jsonl", "kernels.jsonl"] {
        let whole = fs::read(folder.join(file)).unwrap();
        fs::write(folder.join(file), &whole[..whole.len() - 30]).unwrap();
    }
    let heard = make(&sweep(), &options);
    assert_eq!(heard.iter().filter(|news| news.starts_with("Repaired")).count(), 2, "{heard:?}");
    assert!(heard.iter().any(|news| news.starts_with("WithoutTables")), "{heard:?}");
    assert_eq!(&contents(&folder), expected);
    make(&sweep(), &SweepOptions { restart: true, ..options });
    assert_eq!(&contents(&folder), expected);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_folder_that_was_begun_without_tables_is_completed() {
    let (folder, expected) = (absent("completed"), &*EXPECTED);
    make(&half(), &with(&folder, ""));
    let heard = make(&sweep(), &with(&folder, "graphs,kernels"));
    assert!(heard.contains(&"WithoutTables { runs: 4 }".to_owned()), "{heard:?}");
    assert_eq!(&contents(&folder), expected);
    let heard = make(&sweep(), &with(&folder, "graphs,kernels"));
    assert!(!heard.iter().any(|news| news == "Made" || news.starts_with("Without")), "{heard:?}");
    // A sweep without them leaves them as they are, and says so.
    let heard = make(&half(), &with(&folder, "kernels"));
    assert_eq!(heard.iter().filter(|news| news.starts_with("Outdated")).count(), 2, "{heard:?}");
    assert_eq!(contents(&folder)[..2], expected[..2]);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_file_that_is_no_table_is_refused_and_stays() {
    let folder = absent("no_table");
    make(&half(), &with(&folder, "graphs"));
    let before = journal(&folder);
    fs::write(folder.join("graphs.jsonl"), "once upon a time\n").unwrap();
    let error = sweep().make(&with(&folder, "graphs"), &NEVER, &mut |_| ()).unwrap_err();
    assert!(error.to_string().contains("graphs.jsonl:1:1: not a line of a sweep"), "{error}");
    assert_eq!(fs::read(folder.join("graphs.jsonl")).unwrap(), b"once upon a time\n");
    assert_eq!(journal(&folder), before);
    fs::remove_dir_all(folder).unwrap();
}

/// A line with a value that the table cannot have, and one with the columns of another program.
#[test]
fn a_line_that_does_not_fit_is_named_or_made_again() {
    let (folder, expected) = (absent("unfit"), &*EXPECTED);
    make(&sweep(), &with(&folder, "graphs,kernels"));
    let (path, csv) = (folder.join("graphs.jsonl"), fs::read(folder.join("graphs.csv")).unwrap());
    let whole = fs::read_to_string(&path).unwrap();
    let (first, rest) = whole.split_once('\n').unwrap();
    // Not in the first run, which is compared.
    fs::write(&path, format!("{first}\n{}", rest.replacen("\"kernels\":[1]", "\"kernels\":[true]", 1)))
        .unwrap();
    let error = sweep().make(&with(&folder, "graphs,kernels"), &NEVER, &mut |_| ()).unwrap_err();
    assert!(error.to_string().contains("graphs.jsonl:2:1: not the graphs of a run"), "{error}");
    assert_eq!(fs::read(folder.join("graphs.csv")).unwrap(), csv, "the earlier table stays");
    fs::write(&path, whole.replacen("\"turnaround\"", "\"flow_time\"", 1)).unwrap();
    let heard = make(&sweep(), &with(&folder, "graphs,kernels"));
    assert!(heard.contains(&"WithoutTables { runs: 1 }".to_owned()), "{heard:?}");
    assert_eq!(&contents(&folder), expected);
    fs::remove_dir_all(folder).unwrap();
}

/// Graphs that another build of the same version has measured differently.
#[test]
fn other_graphs_are_the_sign_of_another_build() {
    let folder = absent("other_graphs");
    make(&half(), &with(&folder, "graphs"));
    let path = folder.join("graphs.jsonl");
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, whole.replacen("\"launches\":[1]", "\"launches\":[2]", 1)).unwrap();
    let heard = make(&half(), &with(&folder, "graphs"));
    assert!(heard.contains(&"OtherBuild".to_owned()), "{heard:?}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn shards_are_merged_to_the_same_bytes() {
    let expected = &*EXPECTED;
    let folders = [absent("shard1"), absent("shard2")];
    for (folder, shard) in folders.iter().zip(["1/2", "2/2"]) {
        let shard = Some(shard.parse().unwrap());
        make(&sweep(), &SweepOptions { shard, ..with(folder, "graphs,kernels") });
    }
    let out = absent("merged");
    let merged = |tables: RunTables| {
        let mut merge = SweepMerge::read(&folders, tables)?;
        merge.write(&out, SweepFormat::Both, &mut |_| ())?;
        Ok::<_, HostError>(merge.missing_in_tables())
    };
    assert_eq!(merged(RunTables::default()).unwrap(), []);
    assert_eq!(&contents(&out), expected);
    // The result goes on like the folder of one sweep, also when its plan is read again.
    let heard = make(&sweep(), &with(&out, "graphs,kernels"));
    assert!(!heard.iter().any(|news| news == "Made"), "{heard:?}");
    fs::remove_dir_all(&out).unwrap();
    // A shard without a table: its runs are named, the others are there.
    fs::remove_file(folders[1].join("graphs.jsonl")).unwrap();
    assert_eq!(merged(RunTables::default()).unwrap(), [(RunTable::Graphs, vec![1, 3, 5, 7])]);
    assert_eq!(fs::read_to_string(out.join("graphs.csv")).unwrap().lines().count(), 1 + 4);
    assert_eq!(contents(&out)[2..], expected[2..]);
    // Another value for a run that both have.
    fs::remove_dir_all(&out).unwrap();
    let whole = fs::read_to_string(folders[0].join("graphs.jsonl")).unwrap();
    fs::copy(folders[0].join("rows.jsonl"), folders[1].join("rows.jsonl")).unwrap();
    fs::write(folders[1].join("graphs.jsonl"), whole.replacen("\"launches\":[1]", "\"launches\":[2]", 1))
        .unwrap();
    let error = merged(RunTables::default()).unwrap_err().to_string();
    assert!(error.contains("graphs.jsonl:1: other graphs than ") && error.contains("for run 0 ("), "{error}");
    assert!(!out.exists(), "nothing is written before all folders agree");
    folders.iter().for_each(|folder| fs::remove_dir_all(folder).unwrap());
}

/// Lines of other processes: those of the tables belong to the run, and nothing is added without them.
#[test]
fn graphs_may_come_from_elsewhere() {
    let (folder, expected) = (absent("tables_elsewhere"), &*EXPECTED);
    let sweep = sweep();
    let (list, both) = (sweep.list(), tables("graphs,kernels"));
    let lines = |run: usize, tables: RunTables| {
        list.lines(run, &sweep.made_under(run, tables, &Control::default()).unwrap())
    };
    let options = with(&folder, "graphs,kernels");
    let mut rows = SweepRows::begin(&sweep, &options, &NEVER, &mut |_| ()).unwrap();
    let (first, second) = (lines(0, both), lines(1, both));
    let mixed = format!("{}\n{}", first.split_once('\n').unwrap().0, second.split_once('\n').unwrap().1);
    let more = format!("{first}\n{{}}");
    for text in
        [&lines(0, tables("")), &lines(0, tables("graphs")), &lines(0, tables("kernels")), &mixed, &more]
    {
        let error = rows.add_lines(0, text).unwrap_err().to_string();
        assert!(error.starts_with("a worker has returned "), "{error}");
    }
    assert!(journal(&folder).is_empty());
    for run in [3, 1, 0, 2, 7, 6, 5, 4] {
        rows.add_lines(run, &lines(run, both)).unwrap();
    }
    rows.finish(SweepFormat::Both, &mut |_| ()).unwrap();
    assert_eq!(&contents(&folder), expected);
    fs::remove_dir_all(folder).unwrap();
}

/// A run that ended its worker has no graphs, and is not tried again because of them.
#[test]
fn a_lost_run_needs_no_graphs() {
    let folder = absent("lost_graphs");
    let sweep = half();
    let mut rows = SweepRows::begin(&sweep, &into(&folder), &NEVER, &mut |_| ()).unwrap();
    rows.lose(0).unwrap();
    drop(rows);
    make(&sweep, &with(&folder, "graphs"));
    assert!(journal(&folder).starts_with(b"{\"key\""));
    assert_eq!(fs::read_to_string(folder.join("graphs.csv")).unwrap().lines().count(), 1 + 3);
    let merge = SweepMerge::read(std::slice::from_ref(&folder), tables("graphs")).unwrap();
    assert!(merge.missing_in_tables().is_empty());
    fs::remove_dir_all(folder).unwrap();
}

/// More rows than a batch has: none is lost at its end.
#[test]
fn a_table_may_have_several_batches() {
    let folder = absent("batches");
    let (name, mut inputs) = workload("many", 100);
    let kernels = (0..3000).map(|kernel| format!("{{id: k{kernel}, threads: 1, est: 10}}"));
    let text = format!("dags: [{{id: d, kernels: [{}]}}]", kernels.collect::<Vec<_>>().join(", "));
    inputs.files[0].bytes = text.into_bytes();
    let request = SweepRequest { workloads: vec![(name, inputs)], grid: Grid::default(), ..request() };
    let seeds = Some(Seeds::parse("4").unwrap());
    let heard = make(&SweepRequest { seeds, ..request }.plan().unwrap(), &with(&folder, "kernels"));
    let has = |file: &str, rows: usize| {
        heard.iter().any(|news| news.contains(file) && news.ends_with(&format!("rows: {rows} }}")))
    };
    assert!(has("kernels.parquet", 12_000) && has("kernels.csv", 12_000), "{heard:?}");
    let csv = fs::read_to_string(folder.join("kernels.csv")).unwrap();
    assert!(csv.lines().skip(1).zip(0..).all(|(line, row): (&str, usize)| {
        line.starts_with(&format!("many,{},d,k{},", row / 3000, row % 3000))
    }));
    let (mut journal, _) = TableJournal::open(&folder, RunTable::Kernels).unwrap();
    assert!(journal.rows("0".repeat(32).parse().unwrap()).unwrap().is_none());
    fs::remove_dir_all(folder).unwrap();
}
