//! The steps of each list: one row for every check.

mod nightly;
mod run;
mod weekly;

/// The steps of `.ci/run`.
pub(crate) use run::STEPS as RUN;

/// The parts of `.ci/nightly`.
pub(crate) use nightly::STEPS as NIGHTLY;

/// The parts of `.ci/weekly`.
pub(crate) use weekly::STEPS as WEEKLY;

/// A check, as the table of a list has it.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) name: &'static str,
    /// A line for Bash, in the root of the repository, with the functions of `.ci/lib`.
    pub(crate) command: &'static str,
    /// Minutes after which the step is stopped.
    pub(crate) limit: u64,
    /// Seconds that the step should take on two cores that do nothing else.
    pub(crate) budget: u64,
    /// What `.ci/nightly` calls the group of the step; empty in `.ci/run`.
    pub(crate) part: &'static str,
    /// Crates that the result depends on, together with the crates that these use.
    pub(crate) crates: &'static [&'static str],
    /// Beginnings of the paths that the result depends on besides. The files that the command names are added.
    pub(crate) paths: &'static [&'static str],
}

const fn check(
    name: &'static str,
    command: &'static str,
    limit: u64,
    budget: u64,
    crates: &'static [&'static str],
    paths: &'static [&'static str],
) -> Step {
    Step { name, command, limit, budget, part: "", crates, paths }
}

const fn campaign(
    part: &'static str,
    name: &'static str,
    command: &'static str,
    limit: u64,
    budget: u64,
) -> Step {
    Step { name, command, limit, budget, part, crates: &[], paths: &[] }
}

/// The names of the parts, each once, in the order of the list.
pub(crate) fn parts(steps: &[Step]) -> Vec<&'static str> {
    let mut parts = Vec::new();
    for step in steps {
        if !parts.contains(&step.part) {
            parts.push(step.part);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packages::Packages;
    use crate::readme;
    use crate::repository::root;

    fn seconds(steps: &[Step]) -> u64 {
        steps.iter().map(|step| step.budget).sum()
    }

    #[test]
    fn budgets_hold_the_promised_times() {
        assert!(seconds(RUN) <= 30 * 60, "{} s", seconds(RUN));
        assert!(seconds(NIGHTLY) <= 6 * 3600, "{} s", seconds(NIGHTLY));
    }

    #[test]
    fn a_limit_leaves_room_for_a_busy_machine() {
        for step in RUN.iter().chain(NIGHTLY).chain(WEEKLY) {
            assert!(step.budget > 0 && step.limit * 60 >= 2 * step.budget, "{}", step.name);
        }
    }

    #[test]
    fn names_are_unique_within_a_list() {
        for steps in [RUN, NIGHTLY, WEEKLY] {
            let mut names: Vec<&str> = steps.iter().map(|step| step.name).collect();
            names.sort_unstable();
            assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
        }
    }

    #[test]
    fn every_command_of_the_readme_is_a_step() {
        let text = std::fs::read_to_string(root().join("README.md")).expect("README.md is readable");
        for name in readme::names(&text) {
            let command = format!("cargo xtask readme {name}");
            assert!(RUN.iter().any(|step| step.command == command), "no step runs `{command}`");
        }
    }

    #[test]
    fn the_packages_of_the_lists_use_all_others() {
        let all = Packages::all().expect("the manifests");
        let found: Vec<String> =
            run::PACKAGES.iter().flat_map(|name| all.folders(name).expect("a package")).collect();
        let missing: Vec<&String> = all
            .0
            .iter()
            .filter(|(_, package)| !found.contains(&package.folder))
            .map(|(name, _)| name)
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn every_path_that_a_step_names_exists() {
        for step in RUN {
            for path in step.paths {
                assert!(root().join(path).exists(), "{}: {path}", step.name);
            }
        }
    }

    #[test]
    fn parts_are_named_and_follow_each_other() {
        for steps in [NIGHTLY, WEEKLY] {
            assert!(steps.iter().all(|step| !step.part.is_empty()));
            let changes = steps.windows(2).filter(|pair| pair[0].part != pair[1].part).count();
            assert_eq!(changes + 1, parts(steps).len(), "a part is split: {:?}", parts(steps));
        }
    }
}
