//! The cause in a report.

use std::fmt;

use hws_input::grouped;
use hws_plain::Mutant;

use super::{Cause, Suspect};

fn clock_edges(count: u64) -> String {
    format!("{} clock edge{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// `scheduler.md §5.6: …`, and how far it agrees.
impl fmt::Display for Suspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mutant, edges, agrees_to_end } = self;
        write!(f, "{}: {} (agrees ", mutant.rule().cite(), mutant.text())?;
        let further = edges.saturating_sub(1);
        match (agrees_to_end, further) {
            (true, 0) => write!(f, "in the first difference, with which the dump ends)"),
            (true, _) => write!(f, "to the end, {} further)", clock_edges(further)),
            (false, _) => write!(
                f,
                "for {} further, and then differs: not the whole mistake, or another)",
                clock_edges(further)
            ),
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
                "cause: none of the {} broken rules of the catalogue explains it ({tried} of them were run: the others change nothing up to there)",
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
                let equal = suspects.iter().filter(|suspect| suspect.agrees_to_end).count();
                if equal > 1 {
                    lines.push(format!(
                        "    {equal} of them agree to the end: this dump does not tell them apart"
                    ));
                }
                lines
            }
        }
    }
}
