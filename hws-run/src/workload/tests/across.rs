//! Dependencies across graphs, and credits, in our YAML.

use hws_sim::On;
use rstest::rstest;

use super::{kernel, read_text};
use crate::workload::{Credit, ExternalDep, Triggers};

/// A file with this kernel in graph `g`, on line 4 from column 5.
fn with_kernel(kernel: &str) -> String {
    format!(
        "dags:\n- id: g\n  kernels:\n  - {kernel}\n  - {{ id: b, threads: 1, blocks: 3, est: 9 }}\n\
         - {{ id: i, repeat: 2, every: 9, import: g.stg }}\n\
         - id: h\n  kernels:\n  - {{ id: x, threads: 1, est: 1 }}\n  - {{ id: y, threads: 1, est: 1, deps: [x] }}\n\
         - id: own\n  scheduler: firmware\n  kernels: [{{ id: x, threads: 1, est: 1 }}]\n"
    )
}

#[test]
fn a_kernel_may_wait_for_kernels_of_other_graphs() {
    let deps =
        "deps: [b, { dag: h, kernel: y, on: launch }, { dag: 'i#1', kernel: 3 }, { dag: i, kernel: 1 }]";
    let workload = read_text(&with_kernel(&format!("{{ id: a, threads: 1, est: 1, {deps} }}"))).unwrap();
    let a = kernel(&workload, 0, "a");
    let far = |dag, kernel, on| ExternalDep { dag, kernel, on, delay: 0 };
    // The tasks of the imported graph are 1, 2 and 3: the zero-time tasks are not kernels.
    assert_eq!(a.external, [far(1, 0, On::Finish), far(2, 2, On::Finish), far(3, 1, On::Launch)]);
    assert_eq!((a.deps.len(), a.deps[0].kernel), (1, 1));
    let names: Vec<_> = workload.dags.iter().map(|dag| dag.name.as_str()).collect();
    assert_eq!(names, ["g", "i", "i#1", "h", "own"]);
}

#[test]
fn blocks_may_wait_for_blocks() {
    let credits = "trigger: { credits: [{ kernel: b, need: [0, 3] }, { need: [1, 1], kernel: b }] }";
    let workload =
        read_text(&with_kernel(&format!("{{ id: a, threads: 1, est: 1, blocks: 2, {credits} }}"))).unwrap();
    let credit = |need: [u16; 2]| Credit { kernel: 1, need: need.to_vec() };
    assert_eq!(
        kernel(&workload, 0, "a").triggers,
        Triggers::Credits([credit([0, 3]), credit([1, 1])].into())
    );
}

#[test]
fn a_credit_allows_the_blocks_whose_needs_are_met() {
    let credit = Credit { kernel: 0, need: vec![0, 2, 2, 5] };
    assert_eq!([0, 1, 2, 4, 5, 9].map(|finished| credit.allowed(finished)), [1, 1, 3, 3, 4, 4]);
}

#[rstest]
#[case("deps: [{ dag: k, kernel: x }]", "4:48: unknown graph `k` in this file; ")]
#[case("deps: [{ dag: own_, kernel: x }]", "4:48: unknown graph `own_` in this file; did you mean `own`?")]
#[case("deps: [{ dag: h, kernel: z }]", "4:59: unknown kernel `z` in this graph; ")]
#[case("deps: [{ dag: i, kernel: z }]", "4:59: unknown kernel `z` in this graph; ")]
#[case("deps: [{ dag: g, kernel: b }]", "4:48: `g` is the graph itself; remove `dag`")]
#[case("deps: [{ dag: own, kernel: x }]", "4:48: `own` has a different scheduler")]
#[case(
    "deps: [{ dag: h, kernel: x }, { dag: h, kernel: x, on: launch }]",
    "4:71: dependency `x` of graph `h` is given"
)]
#[case("deps: [{ dag: [], kernel: x }]", "4:48: `dag` is a list")]
#[case(
    "trigger: { credits: [{ kernel: b, need: [1] }], window: 1 }",
    "4:82: `window` conflicts with `credits`"
)]
#[case("trigger: { credits: 1 }", "4:54: `credits` is 1; give a list")]
#[case("trigger: { credits: [{ kernel: b }] }", "4:55: missing key `need` in a credit")]
#[case("trigger: { credits: [{ kernel: c, need: [1] }] }", "4:65: unknown kernel `c`")]
#[case(
    "trigger: { credits: [{ kernel: b, need: [65536] }] }",
    "4:75: `need` is 65536; give an integer from 0 to 65535"
)]
#[case(
    "trigger: { credits: [{ kernel: b, need: [1, 2] }] }",
    "4:43: kernel `a` lists needs of b for 2 blocks, but has 1"
)]
#[case(
    "trigger: { credits: [{ kernel: b, need: [4] }] }",
    "4:43: kernel `a` needs 4 blocks of b, which has 3; "
)]
#[case(
    "trigger: { credits: [{ kernel: a, need: [0] }] }",
    "4:43: kernel `a` has credits from itself; use a window"
)]
#[case(
    "blocks: 2, trigger: { credits: [{ kernel: b, need: [2, 1] }] }",
    "4:54: kernel `a` needs less of b for block 1"
)]
#[case(
    "coop: true, trigger: { credits: [{ kernel: b, need: [1] }] }",
    "4:55: kernel `a` has credits, but its blocks start together"
)]
fn refusals(#[case] keys: &str, #[case] start: &str) {
    let text = with_kernel(&format!("{{ id: a, threads: 1, est: 1, {keys} }}"));
    let error = read_text(&text).unwrap_err().to_string();
    assert!(error.starts_with(&format!("w.yaml:{start}")), "\n found {error}\nwanted {start}");
    assert!(error.contains("; "), "no remedy: {error}");
}

#[test]
fn credits_of_a_prefetch_are_refused() {
    let text = "dags:\n- id: g\n  kernels:\n  - { id: l, prefetch: a }\n  - { id: a, threads: 1, est: 1 }\n  \
                - { id: c, threads: 1, est: 1, trigger: { credits: [{ kernel: l, need: [1] }] } }\n";
    let error = read_text(text).unwrap_err().to_string();
    assert!(
        error.starts_with("w.yaml:6:43: kernel `c` has credits from l, a prefetch; depend on"),
        "{error}"
    );
}

/// Through two graphs, and through a launch; the error names the first kernel of the cycle in the file.
#[test]
fn a_cycle_through_graphs_is_found() {
    let cyclic = |instances: &str, from: &str| {
        format!(
            "dags:\n- id: g\n  kernels:\n  - {{ id: a, threads: 1, est: 1 }}\n  \
             - {{ id: b, threads: 1, est: 1, deps: [{{ dag: {from}, kernel: y }}] }}\n\
             - id: h\n{instances}  kernels:\n  - {{ id: x, threads: 1, est: 1, deps: [{{ dag: g, kernel: b, on: launch }}] }}\n  \
             - {{ id: y, threads: 1, est: 1, deps: [x] }}\n"
        )
    };
    for (instances, from) in [("", "h"), ("  repeat: 3\n  every: 1\n", "h#2")] {
        let error = read_text(&cyclic(instances, from)).unwrap_err().to_string();
        assert_eq!(
            error,
            "w.yaml:5:5: kernel `g/b` waits for itself: `g/b` waits for `h/y`, `h/y` for `h/x`, `h/x` for `g/b`; remove one of these dependencies"
        );
    }
    assert!(read_text(&cyclic("", "h").replace("kernel: b, on", "kernel: a, on")).is_ok());
}
