//! What each command reads and writes, as far as its options say so.
//!
//! `main` refuses clashes before a command begins. Commands whose inputs name further files, or whose outputs are named after what
//! they read, add these later and check again.

mod plan;

use std::path::{Path, PathBuf};

use hws_dv::minimise::test_file_name;
use hws_host::sweep::{sweep_files, tune_files};
use hws_host::{CommandFiles, files, run};
use hws_run::policy;
use hws_run::sweep::Axis;

use super::check::Check;
use super::coverage::Coverage;
use super::diff::Diff;
use super::explore::Explore;
use super::run::{Imports, Machine};
use super::sweep::Sweep;
use super::tune::Tune;
use super::waves::Waves;
use super::{Command, Replay, Run, fuzz, regs};

/// What is added to the name of a waveform for its save files.
const SAVE_FILES: [&str; 2] = [".gtkw", ".sucl"];

impl Command {
    /// The files of the command; those of options that print something else instead are among them.
    pub(crate) fn files(&self) -> CommandFiles {
        match self {
            Self::Run(args) => args.files(),
            Self::Sweep(args) => args.files(),
            Self::Tune(args) => args.files(),
            Self::Compare(args) => {
                CommandFiles::default().reading_reports(&args.runs).writing("--html", args.html.as_ref())
            }
            Self::Replay(args) => args.files(),
            Self::Check(args) => args.files(),
            Self::Explore(args) => args.files(),
            Self::Fuzz(args) => {
                let fuzz::Action::ToStimulus(args) = &args.action;
                CommandFiles::default().reading([&args.input]).writing("--out", args.out.as_ref())
            }
            Self::Diff(args) => args.files(),
            Self::Coverage(args) => args.files(),
            Self::Plan(args) => args.planner.files(),
            Self::Regs(args) => args.command.files(),
            // These only print; the file of a socket is never that of something else.
            Self::Explain(_)
            | Self::Debug(_)
            | Self::Serve(_)
            | Self::Interfaces(_)
            | Self::ExplainError { .. }
            | Self::Schema { .. }
            | Self::Completions { .. } => CommandFiles::default(),
        }
    }
}

impl Machine {
    fn read(&self) -> impl Iterator<Item = &PathBuf> {
        self.config.iter()
    }
}

impl Imports {
    fn read(&self) -> impl Iterator<Item = &PathBuf> {
        self.models.ops.iter()
    }
}

impl Run {
    pub(crate) fn files(&self) -> CommandFiles {
        let given = self.firmware.image.iter().chain(&self.firmware.platform);
        let all = self.workloads.iter().chain(self.machine.read()).chain(self.imports.read()).chain(given);
        let files =
            CommandFiles::default().reading(all).writing_into("--out", self.out.as_deref(), run::names());
        self.waves.add_to(files)
    }
}

impl Waves {
    fn add_to(&self, files: CommandFiles) -> CommandFiles {
        let waves = [("--vcd", self.vcd.as_ref()), ("--fst", self.fst.as_ref())];
        waves.into_iter().fold(files, |files, (option, path)| {
            files.writing(option, path).writing_with_endings(option, path, &SAVE_FILES)
        })
    }
}

impl Replay {
    fn files(&self) -> CommandFiles {
        let snapshot = self.snapshot.as_ref().map(|snapshot| &snapshot.file);
        self.waves.add_to(CommandFiles::default().reading([&self.stimulus]).writing("--snapshot", snapshot))
    }
}

impl Sweep {
    pub(crate) fn files(&self) -> CommandFiles {
        let mut axes = self.axes.iter().filter_map(|axis| Axis::parse(axis).ok());
        let axis = axes.find(|axis| axis.key == policy::WORKLOAD);
        let of_axis: Vec<PathBuf> = axis
            .iter()
            .flat_map(|axis| &axis.values)
            .flat_map(|value| files::together(&value.text))
            .collect();
        let all = self.workloads.iter().chain(self.machine.read()).chain(self.imports.read()).chain(&of_axis);
        let names = sweep_files(&self.folder.options(None));
        CommandFiles::default().reading(all).writing_into("--out", self.folder.out.as_deref(), names)
    }
}

impl Tune {
    pub(crate) fn files(&self) -> CommandFiles {
        let workloads: Vec<PathBuf> =
            self.workloads.iter().flat_map(|path| files::together_at(path)).collect();
        let all = workloads.iter().chain(self.machine.read()).chain(self.imports.read());
        let names = tune_files(&self.folder.options(None));
        CommandFiles::default().reading(all).writing_into("--out", self.folder.out.as_deref(), names)
    }
}

impl Check {
    pub(crate) fn files(&self) -> CommandFiles {
        // The word `quiet` is not a file.
        let snapshot = self.start.iter().filter(|start| *start != Path::new("quiet"));
        let test = self.minimise.as_ref().map(|path| path.with_file_name(test_file_name(path)));
        CommandFiles::default()
            .reading(
                self.dumps
                    .iter()
                    .chain(&self.map)
                    .chain(&self.hierarchy)
                    .chain(&self.waivers)
                    .chain(snapshot),
            )
            .writing("--monitor", self.monitor.as_ref())
            .writing("--json", self.json.as_ref())
            .writing("--junit", self.junit.as_ref())
            .writing("--stimulus", self.stimulus.as_ref())
            .writing("--minimise", self.minimise.as_ref())
            .writing("--minimise", test.as_ref())
    }
}

impl Explore {
    pub(crate) fn files(&self) -> CommandFiles {
        // What it writes has the names of kernels, which are not known yet.
        CommandFiles::default().reading(&self.files)
    }
}

impl Diff {
    fn files(&self) -> CommandFiles {
        let fst = self.fst.as_ref();
        CommandFiles::default()
            .reading(
                [&self.a, &self.b].into_iter().chain(&self.map).chain(&self.hierarchy).chain(&self.waivers),
            )
            .writing("--json", self.json.as_ref())
            .writing("--html", self.html.as_ref())
            .writing("--fst", fst)
            .writing_with_endings("--fst", fst, &SAVE_FILES)
            .writing("--junit", self.junit.as_ref())
    }
}

impl Coverage {
    pub(crate) fn files(&self) -> CommandFiles {
        CommandFiles::default()
            .reading_runs(&self.files)
            .reading(self.map.iter().chain(&self.hierarchy))
            .writing("--json", self.json.as_ref())
            .writing("--html", self.html.as_ref())
            .writing("--ucis", self.ucis.as_ref())
            .writing("--save", self.save.as_ref())
    }
}

impl regs::Command {
    fn files(&self) -> CommandFiles {
        match self {
            Self::Export(args) => args.files(),
            Self::Import(args) => args.files(),
            Self::Check(_)
            | Self::Explain(_)
            | Self::Schema
            | Self::Show(_)
            | Self::Grep(_)
            | Self::Diff(_) => CommandFiles::default(),
        }
    }
}

impl regs::Export {
    pub(crate) fn files(&self) -> CommandFiles {
        CommandFiles::default().reading(&self.map).writing("--out", self.out.as_ref())
    }
}

impl regs::Import {
    pub(crate) fn files(&self) -> CommandFiles {
        // With --all, it is a folder whose files have the names of blocks, which are not known yet.
        let out = self.out.as_ref().filter(|_| !self.all);
        CommandFiles::default().reading([&self.file]).writing("--out", out)
    }
}
