//! Breakpoints, watchpoints, steps, interrupts.

use crate::client::with_client;
use crate::program::{
    AFTER_LOOP, HANDLER, LOOP, PROGRAM, PROMOTE, PROMOTE_AFTER, PROMOTE_BEFORE, START, STORE, STORE_WORD,
    WORD,
};

/// s0 counts the interrupts, t3 the rounds.
const S0: u32 = 8;
const T3: u32 = 28;

#[test]
fn the_core_halts_before_its_first_instruction_and_has_a_description() {
    with_client(&PROGRAM, |mut gdb, _| {
        assert!(gdb.ask("?").starts_with("T05"));
        assert_eq!((gdb.pc(), gdb.register(11)), (START, 0x2000_0000));
        let description = gdb.ask("qXfer:features:read:target.xml:0,1000");
        // In this order, as the DTD of gdb has it.
        let machine = "<architecture>riscv:rv32</architecture>\n<osabi>none</osabi>\n<feature ";
        assert!(description.contains(machine), "{description}");
        assert!(description.contains("<reg name=\"mepc\" bitsize=\"32\" regnum=\"898\""), "65 and 0x341");
        let all = gdb.ask("g");
        assert_eq!(all.len(), 2 * 4 * 33);
        gdb.ask("k")
    });
}

#[test]
fn a_breakpoint_stops_before_its_instruction() {
    with_client(&PROGRAM, |mut gdb, _| {
        gdb.breakpoint(STORE);
        assert!(gdb.ask("c").contains("swbreak"));
        assert_eq!((gdb.pc(), gdb.memory(PROMOTE)), (STORE, PROMOTE_BEFORE));
        assert_eq!(gdb.ask("s"), "S05");
        assert_eq!((gdb.pc(), gdb.memory(PROMOTE)), (STORE + 4, PROMOTE_AFTER));
        assert_eq!(gdb.ask(&format!("z0,{STORE:x},2")), "OK");
        assert_eq!(gdb.ask(&format!("Z1,{AFTER_LOOP:x},2")), "OK");
        assert!(gdb.ask("c").contains("hwbreak"));
        assert_eq!((gdb.pc(), gdb.register(T3)), (AFTER_LOOP, 0));
        gdb.ask("k")
    });
}

#[test]
fn a_breakpoint_in_a_loop_stops_in_every_round() {
    with_client(&PROGRAM, |mut gdb, _| {
        gdb.breakpoint(LOOP);
        for round in 0..20 {
            assert!(gdb.ask("c").contains("swbreak"));
            assert_eq!(gdb.register(T3), 20 - round);
        }
        assert_eq!(gdb.ask("c"), "W00");
    });
}

#[test]
fn a_watchpoint_on_a_register_stops_before_the_write_and_counts_once() {
    with_client(&PROGRAM, |mut gdb, _| {
        assert_eq!(gdb.ask(&format!("Z2,{PROMOTE:x},4")), "OK");
        let stop = gdb.ask("c");
        assert!(stop.contains(&format!("watch:{PROMOTE:x};")), "{stop}");
        assert_eq!((gdb.pc(), gdb.memory(PROMOTE)), (STORE, PROMOTE_BEFORE));
        assert_eq!(gdb.ask("c"), "W00", "the read behind it is not watched");
    });
}

#[test]
fn watchpoints_tell_reads_from_writes_and_know_their_bytes() {
    with_client(&PROGRAM, |mut gdb, _| {
        // A read of one byte in the word, both kinds of access, a write beside it.
        assert_eq!(gdb.ask(&format!("Z3,{:x},1", PROMOTE + 2)), "OK");
        assert_eq!(gdb.ask(&format!("Z4,{WORD:x},4")), "OK");
        assert_eq!(gdb.ask(&format!("Z2,{:x},4", PROMOTE + 4)), "OK");
        assert!(gdb.ask("c").contains("rwatch:"));
        assert_eq!(gdb.pc(), STORE + 4);
        assert!(gdb.ask("c").contains("awatch:"));
        assert_eq!((gdb.pc(), gdb.memory(WORD)), (STORE_WORD, 0));
        assert_eq!(gdb.ask(&format!("z4,{WORD:x},4")), "OK");
        assert_eq!(gdb.ask(&format!("z4,{WORD:x},4")), "E16", "it was removed");
        assert_eq!(gdb.ask("c"), "W00");
    });
}

#[test]
fn steps_pass_over_interrupt_handlers_in_which_breakpoints_stop() {
    let rounds = |gdb: &mut crate::client::Client| {
        gdb.breakpoint(LOOP);
        gdb.ask("c");
        gdb.ask(&format!("z0,{LOOP:x},2"));
    };
    with_client(&PROGRAM, |mut gdb, _| {
        rounds(&mut gdb);
        for step in 0..40 {
            assert_eq!(gdb.pc(), LOOP + 4 * (step % 2), "step {step}");
            assert_eq!(gdb.ask("s"), "S05");
        }
        assert_eq!((gdb.pc(), gdb.register(S0)), (AFTER_LOOP, 1), "the interrupt was served meanwhile");
        gdb.ask("k")
    });
    with_client(&PROGRAM, |mut gdb, _| {
        rounds(&mut gdb);
        gdb.breakpoint(HANDLER);
        let range = format!("vCont;r{LOOP:x},{AFTER_LOOP:x}");
        assert!(gdb.ask(&range).contains("swbreak"));
        assert_eq!((gdb.pc(), gdb.register(S0)), (HANDLER, 0));
        assert_eq!(gdb.ask("s"), "S05");
        assert_eq!(gdb.pc(), HANDLER + 4, "in a handler, steps are steps");
        gdb.ask("k")
    });
}

#[test]
fn a_running_image_can_be_interrupted() {
    // j .
    let served = with_client(&[0x0000_006F], |mut gdb, _| {
        gdb.send("c");
        gdb.send_raw(&[3]);
        let stop = gdb.answer();
        // It may have lost its patience before.
        assert!(stop == "S02" || stop == "S06", "{stop}");
        assert_eq!(gdb.pc(), START);
        gdb.ask("k")
    });
    assert!(served.0.outcome.script.stop_after.is_some());
}
