//! The commands of `monitor`.

use crate::client::with_client;
use crate::program::{PROGRAM, STORE};

#[test]
fn registers_are_shown_by_name_with_their_fields() {
    with_client(&PROGRAM, |mut gdb, _| {
        let text = gdb.monitor("regs promote");
        assert!(text.starts_with("PROMOTE at 0x10000114 = 0x00041001"), "{text}");
        assert!(text.contains("RTASK_MAX            1"), "{text}");
        gdb.breakpoint(STORE + 4);
        gdb.ask("c");
        assert!(gdb.monitor("regs PROMOTE").contains("RTASK_MAX            3"));
        let masks = gdb.monitor("regs SIP_USAGE_MASK");
        assert_eq!(masks.lines().count(), 20, "an array is listed: {masks}");
        let two = gdb.monitor("regs HWS_CTRL, RS[31].FLAGS");
        assert!(
            two.contains("HWS_CTRL at 0x")
                && two.contains("RS[31].FLAGS at 0x10001")
                && two.contains(" = 0x00000000"),
            "{two}"
        );
        gdb.ask("k")
    });
}

#[test]
fn mistakes_get_the_next_best_word() {
    with_client(&PROGRAM, |mut gdb, _| {
        let cases = [
            ("tmie", "unknown command `tmie`; did you mean `time`?"),
            ("xyzzy", "unknown command `xyzzy`; `monitor help` lists all"),
            ("regs PROMOT", "no register `PROMOT`; did you mean `PROMOTE`?"),
            ("regs RS[32].FLAGS", "index 32"),
            ("regs", "give the name of a register"),
            ("why", "give a kernel"),
            ("why 100000", "no kernel 100000; the ids are 0 to"),
            ("why keyword/fc", "did you mean `keywords/fc`?"),
        ];
        for (command, expected) in cases {
            let text = gdb.monitor(command);
            assert!(text.contains(expected), "{command}: {text}");
        }
        assert_eq!(gdb.monitor("").lines().count(), gdb.monitor("help").lines().count());
        gdb.ask("k")
    });
}

#[test]
fn the_state_of_the_hws_before_anything_is_launched() {
    with_client(&PROGRAM, |mut gdb, _| {
        assert_eq!(gdb.monitor("rs"), "cycle 0\nthe Ready Station is empty\n");
        let sips = gdb.monitor("sips");
        assert_eq!(sips.lines().filter(|line| line.ends_with("idle")).count(), 32, "{sips}");
        let why = gdb.monitor("why 0");
        assert!(why.contains("at cycle 0: the image has not passed it to the resolver"), "{why}");
        gdb.ask("k")
    });
}
