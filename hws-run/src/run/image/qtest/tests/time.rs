//! The clock of the client.

use super::*;

#[test]
fn accesses_cost_no_time_and_the_clock_never_goes_back() {
    let lines = "readl 0x10000000\nclock_set 100\nclock_set 50\nclock_step 0\nclock_step\n";
    assert_eq!(said(lines), "OK 0x0000000048575330\nOK 100\nOK 100\nOK 100\nOK 100\n");
}

#[test]
fn a_step_without_a_time_goes_to_what_happens_next() {
    let mtime = Platform::default().timer + 0xBFF8;
    let compare = Platform::default().timer + 0x4000;
    let lines = format!(
        "writel {compare:#x} 77\nwritel {:#x} 0\nclock_step\nreadl {mtime:#x}\nclock_step\n",
        compare + 4
    );
    assert_eq!(said(&lines), "OK\nOK\nOK 77\nOK 0x000000000000004d\nOK 77\n");
}

#[test]
fn cycles_are_whole_periods_of_the_clock() {
    let mtime = Platform::default().timer + 0xBFF8;
    let slow = Frequency::new(800_000_000).unwrap();
    // A period is 1.25 ns: after 9 ns, 7 have passed; after 10 ns, 8.
    let lines = format!("clock_step 9\nreadl {mtime:#x}\nclock_step 1\nreadl {mtime:#x}\n");
    let expected = "OK 9\nOK 0x0000000000000007\nOK 10\nOK 0x0000000000000008\n";
    assert_eq!(said_at(slow, &lines), expected);
}

#[test]
fn a_time_that_no_clock_can_show_is_refused_and_a_long_one_costs_nothing() {
    let lines =
        "clock_set 9223372036854775807\nclock_step 1\nclock_step 18446744073709551615\nclock_step 0\n";
    let told = said(lines);
    let answers: Vec<&str> = told.lines().collect();
    assert_eq!(answers[0], "OK 9223372036854775807");
    assert!(answers[1].starts_with("FAIL the clock cannot show 9223372036854775808 ns"), "{told}");
    assert!(answers[2].starts_with("FAIL the clock cannot show"), "{told}");
    assert_eq!(answers[3], answers[0]);
    let fast = Frequency::new(1_000_000_000_000).unwrap();
    assert!(said_at(fast, "clock_set 9223372036854775807\n").contains("before cycle 2^63"));
}

#[test]
fn frequencies_are_read_with_their_units() {
    let hertz = |text: &str| text.parse::<Frequency>().map(Frequency::hertz).ok();
    assert_eq!(
        ["1", "20Hz", "3kHz", "4 MHz", "1000GHz"].map(hertz),
        [Some(1), Some(20), Some(3000), Some(4_000_000), Some(1_000_000_000_000)]
    );
    assert_eq!(["0", "", "-1", "1.5GHz", "1001GHz", "MHz", "99999999999GHz", "5mhz"].map(hertz), [None; 8]);
}
