//! What the ports show.

use super::file::{Edges, WaveFile};
use super::{absent, fst, golden, stimulus, write};

fn edges(name: &str, lines: &[&str]) -> Edges {
    let path = absent(&format!("{name}.fst"));
    write(&stimulus(&format!("{name}.jsonl"), lines), &fst(&path));
    WaveFile::read(&path).edges()
}

#[test]
fn a_bus_access_shows_its_answer_and_a_push_its_refusal() {
    let push = r#"{"at":3,"op":"hdr","hdr_id":1,"hdr_entry_id":2,"td_addr":64}"#;
    let mut lines = vec![
        r#"{"at":3,"op":"read","reg":"HWS_ID"}"#,
        r#"{"at":3,"op":"read","reg":"DAG_CMD"}"#,
        r#"{"at":3,"op":"write","reg":"P_TOP_K","value":3}"#,
        r#"{"at":3,"op":"write","addr":2,"value":1}"#,
    ];
    lines.extend([push; 17]);
    lines.push(r#"{"at":4,"op":"end"}"#);
    let mut edges = edges("bus", &lines);
    let mut bus = Vec::new();
    for _ in 0..4 {
        assert!(edges.next_edge());
        let inputs = ["valid", "write", "addr"].map(|name| edges.input(&format!("hws.bus.bus_{name}")));
        let outputs = ["ready", "err", "rdata"].map(|name| edges.value(&format!("hws.bus.bus_{name}")));
        bus.push((
            inputs,
            outputs,
            edges.value("hws.FEATURE.P_TOP_K"),
            edges.value("hws.MIH_IRQ_ERR.ERR_STATUS"),
        ));
    }
    let id = u64::from(hws_regs::RegId::HwsId.reset());
    let [top_k, command] = [hws_regs::RegId::PTopK, hws_regs::RegId::DagCmd].map(|id| u64::from(id.offset()));
    let expected = [
        ([1, 0, 0], [1, 0, id], 1, 0),
        ([1, 0, command], [1, 1, id], 1, 1),
        ([1, 1, top_k], [1, 0, id], 3, 1),
        ([1, 1, 2], [1, 1, id], 3, 1),
    ];
    assert_eq!(bus, expected);
    let pushes: Vec<_> = (0..17)
        .map(|_| {
            assert!(edges.next_edge());
            let answer = ["ready", "err"].map(|name| edges.value(&format!("hws.hdr.hdr_{name}")));
            (edges.input("hws.hdr.hdr_valid"), answer)
        })
        .collect();
    assert_eq!(pushes[15..], [(1, [1, 0]), (1, [0, 1])], "the last one found the FIFO full");
    assert!(edges.next_edge());
    let tick = ["hws.tick_req", "hws.bus.bus_valid", "hws.hdr.hdr_valid"].map(|name| edges.input(name));
    assert_eq!(tick, [1, 0, 0]);
    assert_eq!(edges.value("hws.hdr.hdr_err"), 0);
    assert!(!edges.next_edge());
}

#[test]
fn the_words_of_a_descriptor_are_read_one_at_a_time_up_to_the_refused_one() {
    let lines = [
        r#"{"at":0,"op":"mem","addr":64,"words":[5,6]}"#,
        r#"{"at":0,"op":"hdr","hdr_id":1,"hdr_entry_id":2,"td_addr":64}"#,
        r#"{"at":50,"op":"end"}"#,
    ];
    let mut edges = edges("memory", &lines);
    let (mut asked, mut answers, mut busy) = (Vec::new(), Vec::new(), Vec::new());
    while edges.next_edge() {
        if edges.input("hws.sm.sm_req") == 1 {
            answers.push(["rdata", "err"].map(|name| edges.input(&format!("hws.sm.sm_{name}"))));
            busy.push((edges.value("hws.tick_busy"), edges.value("hws.cycle")));
        }
        if edges.value("hws.sm.sm_req") == 1 {
            asked.push(["addr", "loader"].map(|name| edges.value(&format!("hws.sm.sm_{name}"))));
        }
    }
    assert_eq!(asked, [[64, 1], [68, 1], [72, 1]]);
    assert_eq!(answers, [[5, 0], [6, 0], [6, 1]]);
    assert_eq!(busy, [(1, 8), (1, 8), (0, 9)], "all of them in tick 8");
}

/// Each command, message and report of the trace has an edge on which its port shows it.
#[test]
fn the_ports_show_every_command_message_and_report_of_the_trace() {
    let stimulus = &golden()[8];
    let path = absent("ports.fst");
    write(stimulus, &fst(&path));
    let trace = std::fs::read_to_string(stimulus.with_extension("trace")).unwrap();
    let events = |kind: &str, keys: &[&str]| -> Vec<Vec<u64>> {
        let lines = trace.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let lines = lines.filter(|line| line["ev"] == kind);
        lines.map(|line| keys.iter().map(|&key| line[key].as_u64().unwrap()).collect()).collect()
    };
    let (mut commands, mut messages, mut reports) = (Vec::new(), Vec::new(), Vec::new());
    let mut edges = WaveFile::read(&path).edges();
    while edges.next_edge() {
        let values = |cycle, names: &[&str]| -> Vec<u64> {
            [cycle].into_iter().chain(names.iter().map(|name| edges.value(name))).collect()
        };
        let cycle = edges.input("hws.cycle");
        if edges.value("hws.mdma.mdma_valid") == 1 {
            commands.push(values(
                cycle,
                &["hws.mdma.mdma_sip", "hws.mdma.mdma_thread_idx", "hws.mdma.mdma_launch_id"],
            ));
        }
        if edges.value("hws.mih.mih_push") == 1 {
            messages.push(values(cycle, &["hws.mih.mih_push_dw0", "hws.mih.mih_push_dw1"]));
        }
        if edges.value("hws.rpt.rpt_complete") == 1 && edges.value("hws.rpt.rpt_valid") == 1 {
            reports.push(values(cycle, &["hws.rpt.rpt_sip", "hws.rpt.rpt_launch_id"]));
        }
    }
    assert!(commands == events("mdma", &["c", "sip", "thread", "launch_id"]));
    assert!(messages == events("mih", &["c", "dw0", "dw1"]));
    assert!(reports == events("complete", &["c", "sip", "launch_id"]));
    assert!(commands.len() > 100 && messages.len() > 20 && reports.len() > 100);
}
