//! Lost interrupts.

use hws_types::MihMessage;

use super::bench::{Bench, block, once};
use crate::fault::{FaultKind, LineFaults};

#[test]
fn after_a_lost_interrupt_the_causes_and_messages_can_still_be_read() {
    let plan = once(FaultKind::LostInterrupt, 0);
    let mut bench = Bench::after(&plan, &[block()]);
    let mut line = LineFaults::new(&plan);
    assert!(!line.sees(false));
    assert!(bench.machine.hws().is_interrupt_asserted());
    assert!(!line.sees(true) && !line.sees(true), "hidden for as long as it stays asserted");
    assert_eq!(line.struck(), 1);
    assert!(bench.firmware().interrupts().unwrap().message);
    assert_eq!(bench.firmware().message_count(), Ok(3));
    assert_eq!(bench.messages().len(), 3, "polling finds everything");
    assert!(!line.sees(bench.machine.hws().is_interrupt_asserted()));
    bench.push(&block());
    bench.machine.advance(1000);
    assert!(line.sees(bench.machine.hws().is_interrupt_asserted()), "the next one is seen");
    let last = bench.messages().pop();
    assert!(matches!(last, Some(MihMessage::BlockFinish { .. })));
}
