//! Options of `hws plan check`.

use super::Input;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The input is a plan file (docs/planner/plan-file.md), written by another program or by --out of a planner. It is
checked without a machine: names, cycles, credits, slots.

Exit status: 0 no violations, 1 violations found, 2 usage error or not a plan file.

Examples:
  hws plan check plan.json
  hws plan check --json < plan.json
")]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) input: Input,
}
