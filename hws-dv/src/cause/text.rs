//! The cause in a report.

use std::fmt;

use hws_input::{counted, grouped};
use hws_plain::Mutant;

use super::{Cause, Suspect};

/// `scheduler.md §5.6: …`, and how far it agrees.
impl fmt::Display for Suspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mutant, edges, agrees_to_end } = self;
        write!(f, "{}: {} (agrees ", mutant.rule().cite(), mutant.text())?;
        match agrees_to_end {
            true => write!(f, "to the end, {} clock edges further)", grouped(*edges)),
            false => write!(f, "for {} further)", counted(*edges as usize, "clock edge")),
        }
    }
}

impl Cause {
    /// Returns the lines of a report: at most so many hypotheses.
    #[must_use]
    pub fn lines(&self, most: usize) -> Vec<String> {
        match self {
            Self::NotSearched { reason } => vec![format!("cause: not searched: {reason}")],
            Self::Searched { suspects, tried } if suspects.is_empty() => vec![format!(
                "cause: none of the {} broken rules of the catalogue explains it ({tried} of them matter before it)",
                Mutant::ALL.len()
            )],
            Self::Searched { suspects, .. } => {
                let shown = suspects.iter().take(most).enumerate();
                let mut lines: Vec<String> = shown
                    .map(|(number, suspect)| match number {
                        0 => format!("cause: {suspect}"),
                        _ => format!("    or: {suspect}"),
                    })
                    .collect();
                if suspects.len() > most {
                    lines.push(format!("    and {} more", suspects.len() - most));
                }
                lines
            }
        }
    }
}
