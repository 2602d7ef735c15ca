//! What the HWS tells is true: commands, ids of messages and launches, requests, error codes, reads, interrupts, counters.

use hws_model::{Config, ErrorBit, Event, Hws};
use hws_regs::{IrqStatus, RegId};
use hws_types::{Entry, MihMessage, Notice, Sip, TaskDescriptor};

use super::bench::{Bench, two_blocks};
use crate::check::view::Total;
use crate::check::{Act, InvariantChecker};

/// Replaces the first message of the cycle that `change` wants to change.
fn tell(bench: &mut Bench, cycle: u64, change: impl Fn(&mut MihMessage) -> bool) {
    bench.alter(cycle, |event| {
        let Event::Mih(raw) = event else { return false };
        let Ok(mut message) = MihMessage::decode(*raw) else { return false };
        let is_changed = change(&mut message);
        *raw = message.encode();
        is_changed
    });
}

#[test]
fn i8_a_command_goes_to_another_sip() {
    let mut bench = Bench::launched();
    bench.alter(56, |event| match event {
        Event::Mdma(command) => {
            command.physical_sip = Sip::wrapping(3);
            true
        }
        _ => false,
    });
    assert_eq!(
        bench.verdict(),
        "I8 is violated at cycle 56: launch 0 goes to physical SIP 3 instead of 28 (scheduler.md §8.6)"
    );
}

#[test]
fn i8_a_command_names_another_kernel_or_other_parameters() {
    for (kernel_id, param) in [(6, 0), (5, 4)] {
        let mut bench = Bench::launched();
        bench.alter(56, |event| match event {
            Event::Mdma(command) => {
                (command.kernel_id, command.block_param_addr) = (kernel_id, param);
                true
            }
            _ => false,
        });
        assert_eq!(
            bench.verdict(),
            format!(
                "I8 is violated at cycle 56: launch 0 has kernel_id {kernel_id}, parameters at {param:#x}, where its \
                 descriptor says 5, 0x0 (interfaces.md §3)"
            )
        );
    }
}

#[test]
fn i9_a_message_has_the_ids_of_another_task() {
    let mut bench = Bench::launched();
    for _ in ["RESULT", "SCHED_INFO"] {
        tell(&mut bench, 56, |message| match message {
            MihMessage::Result { of, .. } | MihMessage::SchedInfo { of, .. } if of.ids.hdr_entry_id == 2 => {
                of.ids.hdr_entry_id = 3;
                true
            }
            _ => false,
        });
    }
    let verdict = bench.verdict();
    assert!(
        verdict
            .starts_with("I9 is violated at cycle 56: the MIH FIFO gets a message that is not true: Result"),
        "{verdict}"
    );
}

#[test]
fn i7_the_launch_page_has_the_ids_of_another_task() {
    let mut bench = Bench::launched();
    bench.last().view.launches[0].as_mut().unwrap().ids.hdr_id = 7;
    let verdict = bench.verdict();
    assert!(
        verdict.starts_with("I7 is violated at cycle 110: launch 0 shows kernel 0, block 0"),
        "{verdict}"
    );
}

/// Two blocks that need an L2 grant each, and have none: both are requested at the boundary of cycle 8.
fn requesting() -> Bench {
    let mut bench = Bench::new();
    bench.write(RegId::EnableSecondRscSch, 1);
    bench.write(RegId::HwsCtrl, 1);
    bench.push(&TaskDescriptor {
        enable_l2_alloc: true,
        outstanding_block_num: 2,
        start_block_idx: 9,
        ..two_blocks()
    });
    bench.ticks(20);
    assert!(bench.verdict().starts_with("I1-I9, I11, I13 hold"), "{}", bench.verdict());
    bench
}

fn is_request(event: &Event, block: u16) -> bool {
    let Event::Mih(raw) = event else { return false };
    matches!(
        MihMessage::decode(*raw),
        Ok(MihMessage::Notify { of, notice: Notice::L2AllocReq { .. } }) if of.block_id == block
    )
}

#[test]
fn i9_a_request_is_missing() {
    let mut bench = requesting();
    let cycle = (0..20).find(|&at| bench.after_tick(at).events.iter().any(|(_, event)| is_request(event, 9)));
    let cycle = cycle.expect("block 9 is requested");
    bench.drop_events(cycle, |event| is_request(event, 9));
    assert_eq!(
        bench.verdict(),
        format!(
            "I9 is violated at cycle {cycle}: entry 0 requests a resource for block 10 where block 9 is next, admitted at \
             cycle 8 (scheduler.md §9.3)"
        )
    );
}

#[test]
fn i9_an_empty_entry_requests() {
    let mut bench = requesting();
    let cycle = (0..20).find(|&at| bench.after_tick(at).events.iter().any(|(_, event)| is_request(event, 9)));
    let cycle = cycle.expect("block 9 is requested");
    tell(&mut bench, cycle, |message| match message {
        MihMessage::Notify { notice: Notice::L2AllocReq { entry, .. }, .. } => {
            *entry = Entry::wrapping(30);
            true
        }
        _ => false,
    });
    assert_eq!(
        bench.verdict(),
        format!(
            "I9 is violated at cycle {cycle}: entry 30 requests a resource for no kernel (scheduler.md §9.3)"
        )
    );
}

#[test]
fn i9_a_message_is_dropped_without_an_error() {
    let mut bench = Bench::launched();
    bench.alter(56, |event| match *event {
        Event::Mih(raw) => {
            *event = Event::MihDrop(raw);
            true
        }
        _ => false,
    });
    assert_eq!(
        bench.verdict(),
        "I9 is violated at cycle 57: the MIH FIFO dropped 1 messages with 0 errors MIH_OVERFLOW (interfaces.md §4)"
    );
}

#[test]
fn i11_an_error_message_names_another_error() {
    let mut bench = Bench::with(&[TaskDescriptor { thread_num: 5, ..two_blocks() }]);
    bench.ticks(10);
    let code = ErrorBit::TdThreadNum.code();
    tell(&mut bench, 8, |message| match message {
        MihMessage::Notify { notice: Notice::Error { code }, .. } => {
            *code += 1;
            true
        }
        _ => false,
    });
    let verdict = bench.verdict();
    let expected = format!("an ERROR message names error {} after error Some({code})", code + 1);
    assert!(verdict.contains(&expected), "{verdict}");
}

#[test]
fn i11_irq_status_is_not_what_waits() {
    let mut bench = Bench::launched();
    bench.last().view.irq = IrqStatus::from_bits(0);
    assert_eq!(
        bench.verdict(),
        "I11 is violated at cycle 110: IRQ_STATUS is 0x0 with MIH 1 and ERR 0 (registers.md §5)"
    );
}

#[test]
fn i11_backfills_and_early_launches_are_counted() {
    for (total, register) in [(Total::Backfill, RegId::CntBackfill), (Total::Early, RegId::CntEarly)] {
        let mut bench = Bench::launched();
        bench.last().view.totals[total as usize] = 1;
        let expected =
            format!("I11 is violated at cycle 110: {register} is 1 after 0 events (registers.md §7)");
        assert_eq!(bench.verdict(), expected);
    }
}

#[test]
fn i11_a_read_gives_what_the_register_holds() {
    let said = |register: RegId, value| {
        let (hws, mut checker) = (Hws::new(Config::default()), InvariantChecker::new());
        checker.did(Act::Read { offset: register.offset(), value });
        checker.after(&hws);
        checker.verdict().to_string()
    };
    let held = RegId::HwsId.reset();
    assert!(said(RegId::HwsId, held).starts_with("I1-I9, I11, I13 hold"));
    let expected = format!("HWS_ID reads {:#x} and holds {held:#x}", held ^ 1);
    assert!(said(RegId::HwsId, held ^ 1).contains(&expected));
}
