//! Back in the run, and forward again.

use crate::client::{Client, with_client};
use crate::program::{AFTER_LOOP, HANDLER, LOOP, PROGRAM, PROMOTE, PROMOTE_BEFORE, START, STORE, WORD};

const S0: u32 = 8;
const T3: u32 = 28;

fn go_to(gdb: &mut Client, address: u32) {
    gdb.breakpoint(address);
    assert!(gdb.ask("c").contains("swbreak"));
    assert_eq!(gdb.ask(&format!("z0,{address:x},2")), "OK");
    assert_eq!(gdb.pc(), address);
}

/// All registers, and words that the program changes.
fn state(gdb: &mut Client) -> (String, [u32; 2], String) {
    (gdb.ask("g"), [gdb.memory(PROMOTE), gdb.memory(WORD)], gdb.monitor("time"))
}

#[test]
fn every_step_back_leads_to_the_state_before_the_instruction() {
    with_client(&PROGRAM, |mut gdb, _| {
        let mut states = vec![state(&mut gdb)];
        for _ in 0..62 {
            assert_eq!(gdb.ask("s"), "S05");
            states.push(state(&mut gdb));
        }
        assert!(gdb.pc() > AFTER_LOOP && gdb.register(S0) == 1, "with the interrupt in between");
        let mut interrupted = 0;
        while let Some(expected) = states.pop() {
            let found = state(&mut gdb);
            if found != expected {
                // The interrupt was served between the step to this instruction and its execution.
                interrupted += 1;
                assert_eq!((gdb.register(S0), expected.2.contains("cycle 40,")), (1, true));
            }
            if !states.is_empty() {
                assert_eq!(gdb.ask("bs"), "S05");
            }
        }
        assert_eq!(interrupted, 1);
        assert!(gdb.ask("bs").contains("replaylog:begin"));
        assert_eq!(gdb.pc(), START);
        gdb.ask("k")
    });
}

#[test]
fn going_back_stops_at_breakpoints_and_behind_watched_writes() {
    with_client(&PROGRAM, |mut gdb, _| {
        go_to(&mut gdb, AFTER_LOOP);
        gdb.breakpoint(LOOP);
        assert!(gdb.ask("bc").contains("swbreak"));
        assert_eq!((gdb.pc(), gdb.register(T3)), (LOOP, 1), "the last round");
        assert!(gdb.ask("bc").contains("swbreak"));
        assert_eq!(gdb.register(T3), 2);
        gdb.ask(&format!("z0,{LOOP:x},2"));
        gdb.breakpoint(HANDLER);
        assert!(gdb.ask("bc").contains("swbreak"));
        assert_eq!((gdb.pc(), gdb.register(S0)), (HANDLER, 0));
        gdb.ask(&format!("Z2,{PROMOTE:x},4"));
        assert!(gdb.ask("bc").contains("watch:"));
        assert_eq!(gdb.pc(), STORE + 4);
        assert_eq!(gdb.ask("bs"), "S05");
        assert_eq!((gdb.pc(), gdb.memory(PROMOTE)), (STORE, PROMOTE_BEFORE));
        assert!(gdb.ask("bc").contains("replaylog:begin"));
        assert_eq!(gdb.pc(), START);
        gdb.ask("k")
    });
}

#[test]
fn after_going_back_the_same_run_follows() {
    let (served, printed) = with_client(&PROGRAM, |mut gdb, _| {
        go_to(&mut gdb, AFTER_LOOP);
        let there = state(&mut gdb);
        assert!(gdb.ask("bc").contains("replaylog:begin"));
        go_to(&mut gdb, AFTER_LOOP);
        assert_eq!(state(&mut gdb), there);
        gdb.breakpoint(0x4000_005C);
        gdb.ask("c");
        gdb.ask("bs");
        gdb.ask("bs");
        gdb.ask("z0,4000005c,2");
        assert_eq!(gdb.ask("c"), "W00");
        gdb.printed
    });
    assert_eq!(printed, "h", "what was shown is not shown again");
    assert!(served.outcome.script.edits.is_empty());
}

#[test]
fn a_change_in_the_past_begins_another_future_and_stays_in_it() {
    let (served, ()) = with_client(&PROGRAM, |mut gdb, _| {
        go_to(&mut gdb, AFTER_LOOP);
        assert_eq!(gdb.set_register(5, 1), "OK");
        gdb.breakpoint(LOOP);
        assert!(gdb.ask("bc").contains("swbreak"));
        assert_eq!(gdb.ask(&format!("z0,{LOOP:x},2")), "OK");
        // One round more than there was; the change at AFTER_LOOP does not happen any more.
        assert_eq!(gdb.set_register(T3, 2), "OK");
        assert_eq!(gdb.ask("s"), "S05");
        assert_eq!(gdb.ask("bs"), "S05");
        assert_eq!(gdb.register(T3), 2, "the change is part of the past");
        go_to(&mut gdb, AFTER_LOOP);
        assert_ne!(gdb.register(5), 1);
        assert_eq!(gdb.ask("c"), "W00");
    });
    let edits = served.outcome.script.edits;
    assert_eq!(edits.len(), 1);
    assert_eq!(served.outcome.instructions, crate::program::INSTRUCTIONS + 2);
}
