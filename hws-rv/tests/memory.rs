//! Loads, stores and atomic operations; what the bus waits. The words are from GNU as; a3 is 0x404, a2 is given.

use hws_rv::{Core, CoreInputs, CoreStep, Exception, StepKind};

use super::board::{Board, execute};

const OLD: u32 = 0x80FE_7F81;

fn board() -> Board {
    let mut board = Board::with_words(&[]);
    board.set_word(0x400, OLD);
    board.set_word(0x404, OLD);
    board
}

#[test]
fn loads_extend_the_sign_or_do_not() {
    let loads = [
        (0xFFC6_8503, 0xFFFF_FF81), // lb a0, -4(a3)
        (0xFFC6_C503, 0x0000_0081), // lbu
        (0xFFC6_9503, 0x0000_7F81), // lh
        (0xFFC6_D503, 0x0000_7F81), // lhu
        (0xFFC6_A503, OLD),         // lw
    ];
    for (word, expected) in loads {
        let (core, _) = execute(word, [0, 0, 0x404], &mut board());
        assert_eq!(core.register(10), expected, "{word:#010x}");
    }
    let (core, _) = execute(0xFFC6_9503, [0, 0, 0x406], &mut board()); // lh of the upper half
    assert_eq!(core.register(10), 0xFFFF_80FE);
}

#[test]
fn stores_change_only_their_bytes() {
    let stores = [
        (0x00C6_8123, 0x404, 0x8044_7F81), // sb a2, 2(a3)
        (0x00C6_9123, 0x404, 0x3344_7F81), // sh a2, 2(a3)
        (0x00C6_A223, 0x408, 0x1122_3344), // sw a2, 4(a3)
    ];
    for (word, address, expected) in stores {
        let mut board = board();
        execute(word, [0, 0x1122_3344, 0x404], &mut board);
        assert_eq!(board.word(address), expected, "{word:#010x}");
        assert_eq!(board.word(0x400), OLD);
    }
}

type Definition = fn(u32, u32) -> u32;

const ATOMICS: &[(u32, Definition)] = &[
    (0x00C6_A52F, |old, operand| (u64::from(old) + u64::from(operand)) as u32), // amoadd.w a0, a2, (a3)
    (0x08C6_A52F, |_, operand| operand),                                        // amoswap.w
    (0x20C6_A52F, |old, operand| old ^ operand),                                // amoxor.w
    (0x40C6_A52F, |old, operand| old | operand),                                // amoor.w
    (0x60C6_A52F, |old, operand| old & operand),                                // amoand.w
    (0x80C6_A52F, |old, operand| (old as i32).min(operand as i32) as u32),      // amomin.w
    (0xA0C6_A52F, |old, operand| (old as i32).max(operand as i32) as u32),      // amomax.w
    (0xC0C6_A52F, |old, operand| old.min(operand)),                             // amominu.w
    (0xE0C6_A52F, |old, operand| old.max(operand)),                             // amomaxu.w
];

#[test]
fn atomic_operations_return_the_old_word_and_write_the_new_one() {
    for &(word, definition) in ATOMICS {
        for operand in [0, 1, 0x7FFF_FFFF, 0x8000_0000, u32::MAX] {
            let mut board = board();
            let (core, kind) = execute(word, [0, operand, 0x404], &mut board);
            assert_eq!(kind, StepKind::Retired);
            assert_eq!(core.register(10), OLD);
            assert_eq!(board.word(0x404), definition(OLD, operand), "{word:#010x} with {operand:#x}");
        }
    }
}

#[test]
fn a_conditional_store_needs_its_reservation_and_uses_it_up() {
    let mut board = board();
    // lr.w a0, (a3); sc.w a0, a2, (a3) twice
    for (place, word) in [0x1006_A52F, 0x18C6_A52F, 0x18C6_A52F].into_iter().enumerate() {
        board.set_word(4 * place, word);
    }
    let mut core = Core::new(0);
    core.set_register(12, 7);
    core.set_register(13, 0x404);
    let results = [(); 3].map(|()| {
        core.step(&mut board, CoreInputs::default());
        core.register(10)
    });
    assert_eq!(results, [OLD, 0, 1]);
    assert_eq!(board.word(0x404), 7);
    let (core, _) = execute(0x18C6_A52F, [0, 9, 0x404], &mut board);
    assert_eq!((core.register(10), board.word(0x404)), (1, 7), "without a reservation");
}

#[test]
fn what_the_bus_waits_is_added_to_the_instruction() {
    let mut board = board();
    board.wait = 20;
    board.set_word(0, 0x0006_A503); // lw a0, 0(a3)
    board.set_word(4, 0x00C6_A52F); // amoadd.w a0, a2, (a3): two accesses
    board.set_word(8, 0x0006_A503);
    let mut core = Core::new(0).with_cycles_per_instruction(3);
    core.set_register(13, 0x404);
    let step = |core: &mut Core, board: &mut Board| core.step(board, CoreInputs::default());
    assert_eq!(step(&mut core, &mut board), CoreStep { kind: StepKind::Retired, cycles: 23 });
    assert_eq!(step(&mut core, &mut board).cycles, 43);
    core.set_register(13, 0x4000_0000);
    let fault = CoreStep { kind: StepKind::Trapped(Exception::LoadFault), cycles: 23 };
    assert_eq!(step(&mut core, &mut board), fault);
    assert_eq!(core.csrs().read(0xB00), Some(89), "mcycle");
    assert_eq!(core.csrs().read(0xB02), Some(2), "minstret");
}
