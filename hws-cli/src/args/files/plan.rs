//! What each planner reads and writes.

use std::path::PathBuf;

use hws_host::CommandFiles;
use hws_run::emit;

use crate::args::plan::compare::Compare;
use crate::args::plan::emit::Emit;
use crate::args::plan::import::Import;
use crate::args::plan::periodic::Periodic;
use crate::args::plan::rank::Rank;
use crate::args::plan::{Page, Planner};

impl Planner {
    /// The files of the planner.
    pub(super) fn files(&self) -> CommandFiles {
        match self {
            Self::Import(args) => args.files(),
            Self::Rank(args) => args.files(),
            Self::Periodic(args) => args.files(),
            Self::Gemini(args) => written(&args.out, Some(&args.page)).reading([&args.input.file]),
            Self::Dataflow(args) => written(&args.output.out, Some(&args.page)).reading([&args.input.file]),
            Self::Pipeline(args) => written(&args.out, Some(&args.page)).reading(&args.file()),
            Self::Compare(args) => args.files(),
            Self::Emit(args) => args.files(),
            // These only print.
            Self::Methods(_) | Self::Check(_) | Self::Lint(_) => CommandFiles::default(),
        }
    }
}

/// The plan and the page of a planner.
fn written(out: &Option<PathBuf>, page: Option<&Page>) -> CommandFiles {
    let html = page.and_then(|page| page.html.as_ref());
    CommandFiles::default().writing("--out", out.as_ref()).writing("--html", html)
}

impl Import {
    pub(crate) fn files(&self) -> CommandFiles {
        written(&self.out, None).reading([&self.file]).reading(&self.models.ops)
    }
}

impl Rank {
    pub(crate) fn files(&self) -> CommandFiles {
        written(&self.out, Some(&self.page)).reading(&self.files).reading(&self.models.ops)
    }
}

impl Periodic {
    pub(crate) fn files(&self) -> CommandFiles {
        written(&self.out, Some(&self.page)).reading([&self.input.file]).reading(&self.models.ops)
    }
}

impl Compare {
    pub(crate) fn files(&self) -> CommandFiles {
        let settings = self.machine.config.iter().chain(&self.models.ops);
        written(&None, Some(&self.page)).reading(&self.files).reading(settings).reading(&self.measured)
    }
}

impl Emit {
    pub(crate) fn files(&self) -> CommandFiles {
        let settings = self.machine.read().chain(self.imports.read());
        let names = emit::FILES.map(|(name, _)| name);
        CommandFiles::default().reading([&self.file]).reading(settings).writing_into(
            "--out",
            Some(self.out.as_path()),
            names,
        )
    }
}
