//! The table at the end of a list.

use std::fmt::Write as _;

/// How a step ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Passed,
    /// How, in words.
    Failed(String),
    /// The limit in minutes.
    OverLimit(u64),
    Interrupted,
}

impl Verdict {
    pub(super) fn is_passed(&self) -> bool {
        *self == Self::Passed
    }

    fn remark(&self) -> String {
        match self {
            Self::Passed => String::new(),
            Self::Failed(how) => format!(": FAILED ({how})"),
            Self::OverLimit(minutes) => format!(": FAILED (over its limit of {minutes} minutes)"),
            Self::Interrupted => ": INTERRUPTED".to_owned(),
        }
    }
}

/// A step that ran.
pub(super) struct Line {
    pub(super) name: &'static str,
    pub(super) seconds: u64,
    pub(super) budget: u64,
    pub(super) verdict: Verdict,
}

impl Line {
    /// Whether the step took more than its budget and half of it.
    fn is_over_budget(&self) -> bool {
        2 * self.seconds > 3 * self.budget
    }
}

/// The steps that ran, those over their budgets, and those that did not run.
pub(super) fn table(lines: &[Line], not_run: &[&str], seconds: u64) -> String {
    let mut text = "\n==== time of each step, and its budget ====\n".to_owned();
    for line in lines {
        let mark = if line.is_over_budget() { '*' } else { ' ' };
        let remark = line.verdict.remark();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:>5} s {mark} {:>5} s  {}{remark}", line.seconds, line.budget, line.name);
    }
    let budgets: u64 = lines.iter().map(|line| line.budget).sum();
    let _ = writeln!(text, "{seconds:>5} s   {budgets:>5} s  together");
    for line in lines.iter().filter(|line| line.is_over_budget()) {
        let _ =
            writeln!(text, "over budget: {} took {} s, budget {} s", line.name, line.seconds, line.budget);
    }
    for name in not_run {
        let _ = writeln!(text, "not run: {name}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &'static str, seconds: u64, budget: u64, verdict: Verdict) -> Line {
        Line { name, seconds, budget, verdict }
    }

    #[test]
    fn only_half_a_budget_more_is_over() {
        let lines = [line("a", 90, 60, Verdict::Passed), line("b", 91, 60, Verdict::Passed)];
        let expected = "
==== time of each step, and its budget ====
   90 s      60 s  a
   91 s *    60 s  b
  181 s     120 s  together
over budget: b took 91 s, budget 60 s
";
        assert_eq!(table(&lines, &[], 181), expected);
    }

    #[test]
    fn a_failure_says_how_and_what_did_not_run() {
        let failed = line("a", 1, 10, Verdict::Failed("exit status: 3".to_owned()));
        let text = table(&[failed, line("b", 60, 60, Verdict::OverLimit(1))], &["c", "d"], 61);
        assert!(text.contains("    1 s      10 s  a: FAILED (exit status: 3)\n"), "{text}");
        assert!(text.contains("b: FAILED (over its limit of 1 minutes)\n"), "{text}");
        assert!(text.ends_with("together\nnot run: c\nnot run: d\n"), "{text}");
    }
}
