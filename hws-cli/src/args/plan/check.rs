//! What `hws plan check` takes.

use super::Input;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The input is a plan file (docs/planner/plan-file.md): what another program made, or what --out of a planner
wrote. Everything it can be wrong about by itself is checked: names, cycles, credits, slots.

Exit status: 0 right, 1 something is violated, 2 bad use or no plan file.

Examples:
  hws plan check plan.json
  hws plan check --json < plan.json
")]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) input: Input,
}
