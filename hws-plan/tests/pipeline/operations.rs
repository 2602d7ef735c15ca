//! `strategy`, `soma_router`, `phase` and `support`.

use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

use super::{answer, with};

/// What is live at the worst moment when a consumer of a producer's values, both left to right and top to
/// bottom, takes each window as soon as it is there: the picture in the documentation of TianjicX (J13), "00..22" and "34 in, 11 out".
fn live_points(w: usize, h: usize, ky: usize, kx: usize) -> usize {
    let mut worst = 0;
    for y in 0..=h - ky {
        for x in 0..=w - kx {
            // From the first value of the window to its last.
            worst = worst.max((y + ky - 1) * w + x + kx - (y * w + x));
        }
    }
    worst
}

proptest! {
    #[test]
    fn strategies_buffer_what_their_windows_reach(
        (w, h) in (1usize..9, 1usize..9), (ky, kx) in (1usize..5, 1usize..5), (sy, sx) in (1usize..4, 1usize..4),
        (bh, bw) in (1usize..5, 1usize..5), (nf, bytes) in (1usize..4, 1usize..5),
    ) {
        prop_assume!(ky <= h && kx <= w);
        let input = json!({"op": "strategy", "width": w, "height": h, "ky": ky, "kx": kx, "sy": sy, "sx": sx,
                           "block": [bh, bw], "nf": nf, "elem_bytes": bytes});
        let rows: std::collections::BTreeSet<usize> =
            (0..bh).flat_map(|o| o * sy..o * sy + ky).filter(|row| *row < h).collect();
        let reach = |outputs: usize, stride: usize, window: usize, size: usize| {
            ((outputs - 1) * stride + window).min(size)
        };
        prop_assert!(sy > ky || rows.len() == reach(bh, sy, ky, h));
        let block = reach(bh, sy, ky, h) * reach(bw, sx, kx, w);
        let elements = json!({"graph": w * h, "row": ky * w, "point": live_points(w, h, ky, kx), "block": block});
        let found = answer(&input);
        prop_assert_eq!(&found["elements"], &elements);
        for (strategy, elements) in elements.as_object().unwrap() {
            prop_assert_eq!(&found["bytes"][strategy], &json!(elements.as_u64().unwrap() as usize * nf * bytes));
        }
    }
}

#[test]
fn strategies_of_the_specification() {
    let map = json!({"op": "strategy", "width": 8, "height": 6, "ky": 3, "kx": 3});
    assert_eq!(
        answer(&map),
        json!({
            "elements": {"graph": 48, "row": 24, "point": 19},
            "bytes": {"graph": 192, "row": 96, "point": 76},
        })
    );
    assert_eq!(answer(&with(&map, &json!({"block": [2, 4]})))["elements"]["block"], 24);
}

/// A window as large as the map has one output: it needs the whole map, whatever the strategy.
#[test]
fn a_window_as_large_as_the_map_fits() {
    let map = json!({"op": "strategy", "width": 8, "height": 6, "ky": 6, "kx": 8, "block": [2, 4]});
    assert_eq!(answer(&map)["elements"], json!({"graph": 48, "row": 48, "point": 48, "block": 48}));
}

/// Packets by the recurrence of a bounded queue: one is written when the one `length` before it is sent.
fn sent(packets: usize, length: usize, t_soma: i64, t_send: i64) -> (i64, usize) {
    let (mut written, mut sent): (Vec<i64>, Vec<i64>) = (Vec::new(), Vec::new());
    for p in 0..packets {
        let free = p.checked_sub(length).map_or(0, |before| sent[before]);
        written.push(free.max(written.last().copied().unwrap_or(0)) + t_soma);
        sent.push(written[p].max(sent.last().copied().unwrap_or(0)) + t_send);
    }
    let unsent =
        |now: i64| written.iter().filter(|w| **w <= now).count() - sent.iter().filter(|s| **s <= now).count();
    (sent[packets - 1], written.iter().map(|now| unsent(*now)).max().unwrap())
}

proptest! {
    #[test]
    fn packets_queue(packets in 1usize..20, length in 1usize..6, t_soma in 1i64..9, t_send in 1i64..9) {
        let input = json!({"op": "soma_router", "packets": packets, "dout_length": length, "t_soma": t_soma, "t_send": t_send});
        let (total, peak) = sent(packets, length, t_soma, t_send);
        let settings = json!({"memory_select": 1, "Soma_in_en": 1, "Dout_Mem_sel": 1});
        prop_assert_eq!(answer(&input), json!({"deadlock": false, "total": total, "peak_unsent": peak,
                                               "mem_bytes": 16 * length, "settings": settings}));
    }
}

#[test]
fn kept_packets_take_the_whole_output() {
    let input =
        json!({"op": "soma_router", "packets": 3, "dout_length": 2, "mem": 2, "ny": 5, "precision": 4});
    let found = answer(&with(&input, &json!({"nx": 3, "nf": 7})));
    assert_eq!(found["mem_bytes"], 5 * 3 * 7 * 4);
    assert_eq!(found["settings"], json!({"memory_select": 0, "Soma_in_en": 1, "Dout_Mem_sel": 0}));
    assert_eq!(answer(&input)["mem_bytes"], 5 * 4);
}

fn ends(phase: &Value) -> [i64; 5] {
    ["axon_end", "soma1_end", "router_end", "soma2_start", "phase_end"]
        .map(|key| phase[key].as_i64().unwrap())
}

#[rstest]
#[case(json!({}), [0, 0, 0, 0, 0])]
#[case(json!({"axon": 9, "soma1": 5, "router": 3, "soma2": 2}), [9, 5, 5, 9, 11])]
#[case(json!({"axon": 9, "soma1": 5, "router": 7, "soma2": 2}), [9, 5, 7, 9, 11])]
#[case(json!({"axon": 9, "soma1": 5, "router": 7, "soma2": 2, "router_overlap": false}), [9, 5, 12, 12, 14])]
#[case(json!({"axon": 9, "soma1": 5, "router": 3, "soma2": 2, "a2s2_mode": 1}), [9, 5, 5, 5, 9])]
#[case(json!({"axon": 9, "soma1": 5, "router": 3, "soma2": 6, "a2s2_mode": 1}), [9, 5, 5, 5, 11])]
#[case(json!({"axon": 1, "router": 30, "a2s2_mode": 0}), [1, 0, 30, 30, 30])]
fn a_phase_by_times(#[case] keys: Value, #[case] wanted: [i64; 5]) {
    assert_eq!(ends(&answer(&with(&json!({"op": "phase"}), &keys))), wanted);
}

/// Rows after the last output row keep Axon busy: it ends after Soma1, and Soma2 waits for it.
#[test]
fn a_phase_by_rows() {
    let rows = json!({"ny": 6, "ky": 1, "sy": 4, "pipeline_num": 2, "t_axon": 10, "t_soma": 4});
    let alone = answer(&with(&rows, &json!({"op": "row_pipeline"})));
    assert_eq!((&alone["axon_end"], &alone["total"]), (&json!(60), &json!(54)));
    let phase = json!({"op": "phase", "axon_soma1": rows, "soma2": 5, "axon": "not read", "soma1": -1});
    assert_eq!(ends(&answer(&phase)), [60, 54, 54, 60, 65]);
    assert_eq!(ends(&answer(&with(&phase, &json!({"a2s2_mode": 1})))), [60, 54, 54, 54, 60]);
}

#[test]
fn a_phase_that_hangs_reports_nothing_else() {
    let rows = json!({"ny": 6, "ky": 2, "pipeline_num": 1});
    assert_eq!(answer(&json!({"op": "phase", "axon_soma1": rows})), json!({"deadlock": true}));
}
