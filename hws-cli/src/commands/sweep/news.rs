//! What sweeps and tunings tell alike on standard error.

use hws_host::sweep::SweepNews;
use hws_input::counted;
use indicatif::ProgressBar;

/// Tells about the journal, and moves the bar.
pub(in crate::commands) fn tell(news: &SweepNews<'_>, bar: Option<&ProgressBar>) {
    match news {
        SweepNews::Repaired { journal } => {
            eprintln!("{}: the last line was incomplete and has been removed", journal.display());
        }
        SweepNews::OtherBuild => eprintln!("the kept rows come from another build of hws and are not used"),
        SweepNews::Made => bar.into_iter().for_each(|bar| bar.inc(1)),
        SweepNews::Ended => bar.into_iter().for_each(|bar| bar.finish_and_clear()),
        SweepNews::WithoutTables { runs } => {
            eprintln!("{runs} runs have no rows yet in the tables of --tables and are made again");
        }
        SweepNews::Written { file, rows } => eprintln!("{}: {}", file.display(), counted(*rows, "row")),
        SweepNews::Outdated { file, table } => eprintln!(
            "{}: not written, it has the runs of an earlier sweep; add --tables {} to bring it up to date",
            file.display(),
            table.name()
        ),
        SweepNews::Begins { .. } | SweepNews::Left { .. } => (),
    }
}
