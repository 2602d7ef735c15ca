//! Conversations, byte by byte. Values are those of the register map and of interfaces.md.

mod memory;
mod refusals;
mod time;

use super::*;
use crate::run::Platform;
use hws_regs::{IrqEnable, RegId};
use hws_types::TaskDescriptor;

/// What a client that sends these lines gets.
fn said(lines: &str) -> String {
    said_at(Frequency::default(), lines)
}

fn said_at(frequency: Frequency, lines: &str) -> String {
    let mut nothing = ();
    let platform = QtestPlatform::new(&Platform::default(), frequency, &mut nothing);
    QtestSession::new(platform).receive(lines.as_bytes())
}

/// The address of a register.
fn at(register: RegId) -> String {
    format!("{:#x}", Platform::default().hws + register.offset())
}

/// Lines that bring the HWS up and let the resolver push one kernel of one block of four threads.
fn one_kernel() -> String {
    let td = TaskDescriptor {
        affinity: u32::MAX,
        out_path_mdma: true,
        enable_sip_alloc: true,
        thread_num: 4,
        block_num: 1,
        block_trigger_cnt: 1,
        est_exec_time: 100,
        ..Default::default()
    };
    let words = td.encode().unwrap();
    let bytes: String =
        words.iter().flat_map(|word| word.to_le_bytes()).map(|byte| format!("{byte:02x}")).collect();
    let resolver = Platform::default().resolver;
    let shared = Platform::default().shared.base;
    format!(
        "write {shared:#x} 64 0x{bytes}\nwritel {} 1\nwritel {:#x} 0\nwritel {:#x} {shared:#x}\nwritel {:#x} 0\nwritel {:#x} 0\n",
        at(RegId::HwsCtrl),
        resolver,
        resolver + 4,
        resolver + 0x1C,
        resolver + 0x20,
    )
}

#[test]
fn a_client_takes_a_kernel_from_memory_to_its_end() {
    let resolver = Platform::default().resolver;
    let lines = one_kernel()
        + &format!("readl {}\nclock_step 60\nreadl {}\n", at(RegId::SipIdleMask), at(RegId::SipIdleMask))
        + &format!("clock_step 1000\nreadl {}\nreadl {:#x}\n", at(RegId::SipIdleMask), resolver + 0x30);
    // The pop, the descriptor, the attempt, the COMMIT: 57 ticks; SIPs 28 to 31 are the highest of four.
    let expected = "OK\nOK\nOK\nOK\nOK\nOK\nOK 0x00000000ffffffff\nOK 60\nOK 0x000000000fffffff\nOK 1060\n\
                    OK 0x00000000ffffffff\nOK 0x0000000000000000\n";
    assert_eq!(said(&lines), expected);
}

#[test]
fn a_line_may_arrive_in_pieces_and_several_at_once() {
    let lines = "clock_step 5\nendianness\r\n\nclock_step\n";
    let whole = said(lines);
    assert_eq!(whole, "OK 5\nOK little\nFAIL Unknown command ''\nOK 5\n");
    let mut nothing = ();
    let platform = QtestPlatform::new(&Platform::default(), Frequency::default(), &mut nothing);
    let mut session = QtestSession::new(platform);
    let pieces: String = lines.bytes().map(|byte| session.receive(&[byte])).collect();
    assert_eq!(pieces, whole);
}

/// Lines by which the resolver pushes a kernel whose descriptor was never written: it is rejected, which is a message.
fn rejected_kernel() -> String {
    let resolver = Platform::default().resolver;
    let writes = [(0x00, 0), (0x1C, 0), (0x20, 0)];
    writes.map(|(offset, value)| format!("writel {:#x} {value}\n", resolver + offset)).concat()
}

#[test]
fn interrupt_lines_are_told_before_the_answer_that_they_precede() {
    let enable = IrqEnable::default().with_mih(true).bits();
    let lines = format!("irq_intercept_out /machine/hws\nwritel {} {enable}\n", at(RegId::IrqEnable))
        + &rejected_kernel()
        + &format!("clock_step 8\nclock_step 100\nreadl {}\n", at(RegId::MihDataHi));
    let told = said(&lines);
    // The ninth tick rejects it. Reading the message takes it from the FIFO.
    let (before, after) = told.split_once("OK 8\nIRQ raise 0\nOK 108\nIRQ lower 0\nOK 0x").expect(&told);
    assert_eq!((before, after.matches('\n').count()), ("OK\nOK\nOK\nOK\nOK\n", 1), "{told}");
}

#[test]
fn a_line_that_is_high_is_told_when_it_is_intercepted_and_the_inputs_of_the_core_have_their_bits() {
    let software = format!("writel {:#x} 1\nirq_intercept_in core\n", Platform::default().timer);
    assert_eq!(said(&software), "OK\nIRQ raise 3\nOK\n");
    let timer = Platform::default().timer + 0x4000;
    let lines = format!(
        "irq_intercept_in /machine/core\nwriteq {timer:#x} 0\nwritel {timer:#x} 50\nwritel {:#x} 0\nclock_step 49\nclock_step\n",
        timer + 4
    );
    let told = said(&lines);
    assert!(told.ends_with("OK\nOK\nOK 49\nIRQ raise 7\nOK 50\n"), "{told}");
}

/// libqtest reads a port to learn of interrupts.
#[test]
fn nothing_answers_at_a_port() {
    let lines = "inb 0\ninw 1\ninl 0xffff\noutb 0 1\noutw 0 1\noutl 0 1\n";
    assert_eq!(said(lines), "OK 0x00ff\nOK 0xffff\nOK 0xffffffff\nOK\nOK\nOK\n");
}

#[test]
fn one_device_is_intercepted() {
    let lines =
        "irq_intercept_out uart\nirq_intercept_out hws\nirq_intercept_in hws\nirq_intercept_out timer\n";
    let expected = "FAIL Unknown device\nOK\nOK\nFAIL IRQ intercept already enabled\n";
    assert_eq!(said(lines), expected);
}
