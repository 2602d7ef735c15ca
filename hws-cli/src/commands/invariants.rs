//! `--check`: the verdict of the checker, on standard error.

use std::io::{self, Write};

use hws_sim::check::Verdict;

/// Prints the verdict; returns whether every invariant held.
pub(super) fn report(verdict: &Verdict) -> bool {
    // The exit status reports the same, even if standard error is closed.
    let _ = write(verdict, &mut io::stderr().lock());
    verdict.holds()
}

fn write(verdict: &Verdict, out: &mut impl Write) -> io::Result<()> {
    let prefix = if verdict.holds() { "" } else { "error: " };
    writeln!(out, "{prefix}{verdict}")
}

#[cfg(test)]
mod tests {
    use hws_sim::check::{Invariant, Resource, Violation};
    use hws_types::Rule;

    use super::*;

    #[test]
    fn a_violation_is_an_error_of_one_line() {
        let first = Violation {
            invariant: Invariant::I5,
            cycle: Default::default(),
            resource: Resource::Named("RTASK_COUNT"),
            how: "is 1 for 2 R-tasks".to_owned(),
            since: None,
            line: Some(7),
            rule: Rule::Scheduler6_5,
        };
        let verdict = Verdict { first: Some(first), more: 1234, ..Verdict::default() };
        let mut text = Vec::new();
        write(&verdict, &mut text).unwrap();
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "error: I5 is violated at cycle 0: RTASK_COUNT is 1 for 2 R-tasks, after line 7 of the stimulus (scheduler.md §6.5); 1,234 more \
             followed\n"
        );
    }
}
