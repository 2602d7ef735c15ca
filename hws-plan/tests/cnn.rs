//! CNN text files: accepted files, refusals and their places.

use crate::common;
use hws_plan::import::{self, ImportFormat, ImportOptions};
use hws_plan::{TaskGraph, priorities};
use proptest::prelude::*;
use rstest::rstest;

fn read(text: &str) -> Result<TaskGraph, String> {
    let (format, content) = import::recognise(text.as_bytes()).map_err(|error| error.to_string())?;
    assert_eq!(format, ImportFormat::Cnn);
    import::graph(format, &content, "test", &ImportOptions::default())
        .map_err(|error| error.in_file("f.in").to_string())
}

const FORK: &str = "3 2\n0 input input 0 0\n1 conv1 conv 8890 1\n2 pool1 pool 7 2\n0 2 0\n0 1 630\n";

#[test]
fn one_is_added_to_every_cost_and_size() {
    let graph = read(FORK).unwrap();
    let tasks: Vec<_> = graph.tasks().iter().map(|task| (task.id.as_str(), task.time)).collect();
    assert_eq!(tasks, [("input", 1), ("conv1", 8891), ("pool1", 8)]);
    assert_eq!(graph.tasks()[2].preds, [0]);
    assert_eq!(graph.bytes(), Some(&[vec![], vec![631], vec![1]][..]));
    assert!(!graph.is_in_cycles());
}

#[test]
fn nodes_of_one_name_are_told_apart_by_their_ids() {
    let graph = read("3 0\n0 conv conv 1 0\n1 pool pool 1 0\n2 conv conv 1 0\n").unwrap();
    let ids: Vec<_> = graph.tasks().iter().map(|task| task.id.as_str()).collect();
    assert_eq!(ids, ["0 conv", "1 pool", "2 conv"]);
}

#[rstest]
#[case("2 1\n0 a a 1 0\n1 b b 1 0\n", "f.in:1: the header announces 2 nodes and 1 edges, but 2 lines follow")]
#[case(
    "2 1\n0 a a 1 0\n1 b b 1 0\n0 1 1\n0 1 1\n",
    "f.in:1: the header announces 2 nodes and 1 edges, but 4"
)]
#[case("18446744073709551615 1\n0 a a 1 0\n", "f.in:1: the header announces 18446744073709551615 nodes")]
#[case("-1 2\n0 a a 1 0\n", "f.in:1: `-1` is not the number of nodes")]
#[case("1 -2\n0 a a 1 0\n", "f.in:1: `-2` is not the number of edges")]
#[case("1 0\n0 a a 1\n", "f.in:2: 4 words where `id name op cost layer` is expected")]
#[case("1 0\n0 a a 1 0 0\n", "f.in:2: 6 words where")]
#[case("1 0\n1 a a 1 0\n", "f.in:2: task id 1 where 0 is expected")]
#[case("1 0\n-1 a a 1 0\n", "f.in:2: `-1` is not a node id")]
#[case("1 0\n0 a a 1.5 0\n", "f.in:2: `1.5` is not a cost")]
#[case("1 0\n0 a a -1 0\n", "f.in:2: `-1` is not a cost")]
#[case("1 0\n0 a a 18446744073709551615 0\n", "f.in:2: `18446744073709551615` is not a cost")]
#[case("1 0\n0 a a 1 x\n", "f.in:2: `x` is not a layer")]
#[case("2 1\n0 a a 1 0\n1 b b 1 0\n0 1\n", "f.in:4: 2 words where `from to bytes` is expected")]
#[case(
    "2 1\n0 a a 1 0\n1 b b 1 0\n0 2 1\n",
    "f.in:4: node 2 does not exist: nodes are numbered from 0, and there are 2; "
)]
#[case(
    "2 1\n0 a a 1 0\n1 b b 1 0\n9 1 1\n",
    "f.in:4: node 9 does not exist: nodes are numbered from 0, and there are 2; "
)]
#[case("2 1\n0 a a 1 0\n1 b b 1 0\n1 1 1\n", "f.in:4: task 1 waits for itself")]
#[case("2 1\n0 a a 1 0\n1 b b 1 0\n0 1 x\n", "f.in:4: `x` is not a size in bytes")]
#[case(
    "2 1\n0 a a 1 0\n1 b b 1 0\n0 1 18446744073709551615\n",
    "f.in:4: `18446744073709551615` is not a size"
)]
#[case("2 2\n0 a a 1 0\n1 b b 1 0\n0 1 1\n0 1 2\n", "f.in:5: edge 0 -> 1 given twice")]
#[case(
    "3 3\n0 a a 1 0\n1 b b 1 0\n2 c c 1 0\n0 2 1\n1 2 1\n2 1 1\n",
    "f.in:3: task 1 waits for itself: 1 waits for 2, 2 for 1; "
)]
#[case("2 0\n0 a a 18446744073709551614 0\n1 b b 1 0\n", "f.in:3: the times up to task 1 add up")]
fn refusals_name_their_line(#[case] text: &str, #[case] start: &str) {
    let error = read(text).unwrap_err();
    assert!(error.starts_with(start), "{error}");
    assert!(error.contains("; "), "no remedy: {error}");
}

/// Sums of the file's own numbers, one added for each.
#[test]
fn squeezenet() {
    let Some(bytes) = common::shared("cnn/squeezenet.in.gz") else { return };
    let (format, content) = import::recognise(&bytes).unwrap();
    assert_eq!(format, ImportFormat::Cnn);
    let text = content.text().unwrap();
    let numbers = |line: &str, at: usize| line.split_whitespace().nth(at).unwrap().parse::<u64>().unwrap();
    let lines: Vec<&str> = text.lines().skip(1).collect();
    let graph = import::graph(format, &content, "squeezenet", &ImportOptions::default()).unwrap();
    assert_eq!(graph.len(), 34);
    assert_eq!(graph.total_time(), lines[..34].iter().map(|line| numbers(line, 3) + 1).sum::<u64>());
    let bytes: Vec<u64> = graph.bytes().unwrap().concat();
    assert_eq!(bytes.len(), 42);
    assert_eq!(bytes.iter().sum::<u64>(), lines[34..].iter().map(|line| numbers(line, 2) + 1).sum::<u64>());
    assert_eq!(priorities(&graph).critical_path, longest_path(&lines));
}

/// Relaxes every edge as often as there are nodes.
fn longest_path(lines: &[&str]) -> u64 {
    let numbers = |line: &&str| line.split_whitespace().map(|word| word.parse().unwrap_or(0)).collect();
    let rows: Vec<Vec<u64>> = lines.iter().map(numbers).collect();
    let (nodes, edges) = rows.split_at(34);
    let mut end: Vec<u64> = nodes.iter().map(|node| node[3] + 1).collect();
    for _ in nodes {
        for edge in edges {
            let (from, to) = (edge[0] as usize, edge[1] as usize);
            end[to] = end[to].max(end[from] + nodes[to][3] + 1);
        }
    }
    end.into_iter().max().unwrap()
}

proptest! {
    #[test]
    fn written_and_read_again(
        nodes in prop::collection::vec((0u64..1 << 40, 0u64..9), 1..12),
        edges in prop::collection::btree_map((0usize..12, 0usize..12), 0u64..1 << 40, 0..20),
    ) {
        let edges: Vec<_> =
            edges.iter().map(|(&(a, b), &size)| (a.min(b), a.max(b), size)).filter(|e| e.0 < e.1 && e.1 < nodes.len()).collect();
        let mut preds = vec![std::collections::BTreeMap::new(); nodes.len()];
        edges.iter().for_each(|&(from, to, size)| { preds[to].insert(from, size); });
        let count: usize = preds.iter().map(|list| list.len()).sum();
        let mut text = format!("{} {count}\n", nodes.len());
        for (id, (cost, layer)) in nodes.iter().enumerate() {
            text += &format!("{id} n{id} op {cost} {layer}\n");
        }
        for (to, list) in preds.iter().enumerate() {
            list.iter().for_each(|(from, size)| text += &format!("{from} {to} {size}\n"));
        }
        let graph = read(&text).unwrap();
        for (id, task) in graph.tasks().iter().enumerate() {
            prop_assert_eq!(&task.id, &format!("n{id}"));
            prop_assert_eq!(task.time, nodes[id].0 + 1);
            prop_assert_eq!(&task.preds, &preds[id].keys().copied().collect::<Vec<_>>());
            prop_assert_eq!(&graph.bytes().unwrap()[id], &preds[id].values().map(|size| size + 1).collect::<Vec<_>>());
        }
    }

    #[test]
    fn mutated_files_never_panic(at in 0usize..90, byte in any::<u8>(), cut in 0usize..90) {
        let mut bytes = FORK.as_bytes().to_vec();
        let len = bytes.len();
        bytes[at % len] = byte;
        bytes.truncate(len.saturating_sub(cut % 30));
        common::import_any(&bytes);
    }
}
