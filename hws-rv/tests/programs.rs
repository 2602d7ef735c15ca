//! Programs: their source is beside the words (`programs/NAME.s`).

use hws_rv::{Core, CoreInputs, Interrupt, SemihostingCall, StepKind};

use super::board::{Board, run};

#[test]
fn a_loop_and_a_call_add_up_to_55() {
    let mut board = Board::with_program(include_str!("programs/sum.words"));
    let mut core = Core::new(0);
    run(&mut core, &mut board, CoreInputs::default());
    assert_eq!(core.register(10), 55);
    // 6 before the loop, 10 times 4 in it, the call; in it 5 before the loop, 10 times 6 in it and the last branch,
    // 5 after it.
    let instructions = 6 + 40 + 1 + 4 + 60 + 1 + 5;
    assert_eq!((core.register(8), core.register(9)), (instructions, instructions + 1));
}

#[test]
fn every_exception_has_its_cause_and_its_value() {
    let mut board = Board::with_program(include_str!("programs/traps.words"));
    let mut core = Core::new(0);
    run(&mut core, &mut board, CoreInputs::default());
    let nowhere = 0x4000_0000;
    let expected = [
        (11, 0),          // ecall
        (3, 0),           // ebreak
        (2, 0),           // the word 0
        (2, 0xF140_1073), // csrw mhartid, zero
        (2, 0x1800_2373), // csrr t1, satp
        (5, nowhere),     // lw
        (7, nowhere + 4), // sw
        (4, 0x838 + 1),   // lw: s0 has moved on by 8 bytes a note
        (4, 0x840 + 3),   // lh
        (6, 0x848 + 2),   // sw
        (6, 0x850 + 1),   // sh
        (7, nowhere),     // amoadd.w
        (4, 0x860 + 2),   // lr.w
        (6, 0x860 + 2),   // sc.w
        (1, nowhere + 8), // jalr
    ];
    let noted = (0..expected.len()).map(|note| (board.word(0x800 + 8 * note), board.word(0x804 + 8 * note)));
    assert_eq!(noted.collect::<Vec<_>>(), expected);
    assert_eq!(core.register(8), 0x800 + 8 * 15, "the last instruction does not trap");
}

#[test]
fn interrupts_are_taken_by_priority_and_vectored() {
    let lines = |external, software, timer| CoreInputs { external, software, timer, time: 0 };
    let cases = [
        (lines(true, true, true), Interrupt::External, 11),
        (lines(false, true, true), Interrupt::Software, 3),
        (lines(false, false, true), Interrupt::Timer, 7),
    ];
    for (inputs, interrupt, handler) in cases {
        let mut board = Board::with_program(include_str!("programs/interrupts.words"));
        let mut core = Core::new(0);
        run(&mut core, &mut board, CoreInputs::default());
        assert_eq!((core.register(9), core.register(18)), (0, 0), "it waits at the first wfi");
        let mut taken = None;
        while taken.is_none() {
            match core.step(&mut board, inputs).kind {
                StepKind::Interrupted(interrupt) => taken = Some(interrupt),
                kind => assert_eq!(kind, StepKind::Retired),
            }
        }
        assert_eq!(taken, Some(interrupt));
        assert_eq!(core.register(9), 1, "the first wfi ended without a handler");
        core.step(&mut board, inputs);
        core.step(&mut board, inputs);
        assert_eq!(core.register(19), handler);
    }
}

#[test]
fn a_handler_sees_where_it_came_from_and_masks_interrupts() {
    let mut board = Board::with_program(include_str!("programs/interrupts.words"));
    let mut core = Core::new(0);
    let inputs = CoreInputs { external: true, ..CoreInputs::default() };
    // Up to the handler, through it, and on: the handler clears mie, so that the second wfi waits for ever.
    run(&mut core, &mut board, inputs);
    assert_eq!(core.register(19), 11);
    assert_eq!(core.register(20), 0x24, "mepc: the second wfi, which is the tenth instruction");
    assert_eq!(core.register(21), 0x8000_000B, "mcause");
    assert_eq!(core.register(22), 0x1880, "mstatus: MPP is M, MPIE is set, MIE is clear");
    assert_eq!(core.csrs().read(0x300), Some(0x1888), "mret has restored MIE");
    assert!(core.is_waiting());
}

#[test]
fn a_semihosting_call_is_recognised_only_if_wanted() {
    let program = [0x01F0_1013, 0x0010_0073, 0x4070_5013, 0x1050_0073];
    let mut core = Core::new(0).with_semihosting();
    core.set_register(10, SemihostingCall::EXIT);
    core.set_register(11, SemihostingCall::APPLICATION_EXIT);
    let mut board = Board::with_words(&program);
    core.step(&mut board, CoreInputs::default());
    let call = SemihostingCall { operation: 0x18, parameter: 0x20026 };
    assert_eq!(core.step(&mut board, CoreInputs::default()).kind, StepKind::Semihosting(call));
    assert_eq!(core.pc(), 8);
    let mut core = Core::new(0);
    core.step(&mut board, CoreInputs::default());
    core.step(&mut board, CoreInputs::default());
    assert_eq!(core.csrs().read(0x342), Some(3), "a breakpoint");
    let mut lone = Board::with_words(&[0x0000_0013, 0x0010_0073, 0x4070_5013]);
    let mut core = Core::new(0).with_semihosting();
    core.step(&mut lone, CoreInputs::default());
    core.step(&mut lone, CoreInputs::default());
    assert_eq!(core.csrs().read(0x342), Some(3), "a breakpoint without the sequence");
}

#[test]
fn no_instruction_makes_the_core_panic() {
    // A fixed sequence of pseudo-random words, executed one after the other on whatever state they leave.
    let mut board = Board::with_words(&[]);
    let mut core = Core::new(0);
    let mut word: u32 = 1;
    for _ in 0..200_000 {
        word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        board.set_word(0x100, word ^ word >> 13);
        core.set_pc(0x100);
        core.step(&mut board, CoreInputs { external: word.is_multiple_of(97), ..CoreInputs::default() });
    }
    assert_eq!(core.register(0), 0);
}
