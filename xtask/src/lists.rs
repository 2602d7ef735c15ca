//! The lists of steps, as the command line names them.

use crate::changed::Changed;
use crate::repository::{Outcome, command, text};
use crate::runner::{After, run};
use crate::steps::{NIGHTLY, RUN, Step, WEEKLY, parts};
use std::process::ExitCode;

/// Every step of `.ci/run`.
pub(crate) fn ci() -> ExitCode {
    run(&RUN.iter().collect::<Vec<_>>(), &[], After::Ends)
}

/// The steps of `.ci/run` whose files changed since a revision; says why it leaves out the others.
pub(crate) fn check(revision: &str) -> Outcome<ExitCode> {
    let changed = Changed::since(revision)?;
    let mut steps = Vec::new();
    for step in RUN {
        match changed.reason(step)? {
            Some(file) => {
                println!("runs:    {} ({file} changed)", step.name);
                steps.push(step);
            }
            None => println!("skipped: {}: none of its files changed since {revision}", step.name),
        }
    }
    // What a developer compiles is kept, and incremental.
    let incremental = std::env::var("CARGO_INCREMENTAL").unwrap_or_else(|_| "1".to_owned());
    Ok(run(&steps, &[("CARGO_INCREMENTAL", incremental)], After::Ends))
}

/// The parts of a campaign, all without a name; or their names, with `--list`.
pub(crate) fn campaign(list: &str, words: &[&str]) -> Outcome<ExitCode> {
    let steps = if list == "weekly" { WEEKLY } else { NIGHTLY };
    if words == ["--list"] {
        print!("{}", listed(steps));
        return Ok(ExitCode::SUCCESS);
    }
    let chosen = chosen(list, steps, words)?;
    let first = first_seed()?;
    println!("HWS_FIRST={first}");
    Ok(run(&chosen, &seeds(first), After::GoesOn))
}

fn listed(steps: &[Step]) -> String {
    let minutes = |part: &str| {
        let steps = steps.iter().filter(|step| step.part == part);
        steps.map(|step| step.budget).sum::<u64>().div_ceil(60)
    };
    let line = |part: &&str| {
        let names = steps.iter().filter(|step| step.part == *part).map(|step| format!("    {}\n", step.name));
        format!("{part} ({} minutes)\n{}", minutes(part), names.collect::<String>())
    };
    parts(steps).iter().map(line).collect()
}

fn chosen<'a>(list: &str, steps: &'a [Step], words: &[&str]) -> Outcome<Vec<&'a Step>> {
    let known = parts(steps);
    if let Some(unknown) = words.iter().find(|word| !known.contains(word)) {
        return Err(format!("{list}: unknown part `{unknown}`; the parts are {}", known.join(", ")));
    }
    Ok(steps.iter().filter(|step| words.is_empty() || words.contains(&step.part)).collect())
}

/// The first seed of the random runs: of the date, so that every night takes others. `HWS_FIRST=SEED` repeats a night.
fn first_seed() -> Outcome<u64> {
    let seed = match std::env::var("HWS_FIRST") {
        Ok(seed) => seed,
        Err(_) => text(command("date").arg("+%Y%m%d00000"))?,
    };
    seed.trim().parse().map_err(|_| format!("HWS_FIRST: `{}` is not a number", seed.trim()))
}

/// What the steps know of it: seeds of libFuzzer have 32 bits, and the number of the night chooses samples.
fn seeds(first: u64) -> [(&'static str, String); 3] {
    let seed = u32::try_from(first % (1 << 32)).expect("below 2^32");
    [
        ("HWS_FIRST", first.to_string()),
        ("HWS_SEED", seed.to_string()),
        ("HWS_NIGHT", (first / 100_000).to_string()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_gives_the_seeds_and_the_samples_of_the_night() {
        let [first, seed, night] = seeds(2_026_112_800_000);
        assert_eq!(first.1, "2026112800000");
        assert_eq!(seed.1, "3183203584");
        assert_eq!(night.1, "20261128");
    }

    #[test]
    fn a_part_runs_alone() {
        let chosen = chosen("nightly", NIGHTLY, &["space"]).expect("a part");
        assert!(!chosen.is_empty() && chosen.iter().all(|step| step.part == "space"));
    }

    #[test]
    fn an_unknown_part_is_refused_with_the_parts() {
        let refused = chosen("nightly", NIGHTLY, &["space", "time"]).expect_err("no such part");
        assert!(
            refused.starts_with("nightly: unknown part `time`; the parts are tests, random, "),
            "{refused}"
        );
    }

    #[test]
    fn every_step_of_a_campaign_is_listed() {
        for steps in [NIGHTLY, WEEKLY] {
            let text = listed(steps);
            assert!(steps.iter().all(|step| text.contains(&format!("\n    {}\n", step.name))), "{text}");
        }
    }
}
