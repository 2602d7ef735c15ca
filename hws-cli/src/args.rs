//! The command line.

pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod coverage;
pub(crate) mod debug;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod explore;
mod files;
pub(crate) mod fuzz;
pub(crate) mod interfaces;
pub(crate) mod plan;
pub(crate) mod regs;
pub(crate) mod run;
pub(crate) mod serve;
pub(crate) mod sweep;
pub(crate) mod sweep_folder;
pub(crate) mod tune;
pub(crate) mod waves;

use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::{ArgValueCompleter, Shell};
use hws_host::run::RunFile;
use hws_regs::params;
use hws_sim::TraceKind;

use crate::diagnostics::ErrorFormat;

/// Runs task graphs on a bit-exact model of a hardware scheduler.
#[derive(Debug, Parser)]
#[command(name = "hws", version = crate::version::text(), about, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The command; without one, the built-in example is run.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// The form in which an error is printed on standard error: human, json or sarif.
    #[arg(long, global = true, value_name = "FORMAT", value_enum)]
    error_format: Option<ErrorFormat>,
    /// The same for every command that has no `--format` of its own.
    #[arg(long, global = true, hide = true, value_name = "FORMAT", value_parser = words::<ErrorFormat>())]
    format: Option<String>,
}

/// The words of an enum as texts: options that are called `--format` have one type, since one of them is global.
pub(crate) fn words<T: ValueEnum>() -> PossibleValuesParser {
    T::value_variants().iter().filter_map(T::to_possible_value).collect::<Vec<_>>().into()
}

impl Args {
    /// The form in which errors are printed.
    pub(crate) fn error_format(&self) -> ErrorFormat {
        use regs::Command::{Export, Import};
        let has_own = match &self.command {
            Some(Command::Regs(regs)) => matches!(regs.command, Export(_) | Import(_)),
            command => matches!(command, Some(Command::Sweep(_) | Command::Tune(_))),
        };
        let format = self.format.as_deref().filter(|_| !has_own);
        self.error_format.unwrap_or_else(|| ErrorFormat::of(format))
    }
}

const EXAMPLES: &str = "\
Examples:
  hws                                 run the built-in example
  hws run graph.stg --out result      run a graph; keep stimulus, trace and report
  hws sweep --set p_top_k=1..4        run it with four settings and compare
  hws tune graph.stg                  find the best settings for a graph
  hws replay result/stimulus.jsonl    print the trace of a stimulus
  hws explain graph.stg --kernel 3    why a kernel waited, and which change would have started it
  hws debug graph.stg                 step through a run, forwards and back
  hws explore small.yaml              every state of a small machine
  hws fuzz to-stimulus crash          the stimulus of a crash of a fuzz target
  hws compare before after            compare two such folders
  hws check nightly.fst               compare a dump of an RTL with the model
  hws diff before.vcd after.fst       compare two dumps
  hws serve --qtest hws.sock          a socket for clients of QEMU's qtest protocol
  hws coverage tests/*.jsonl          which rules stimuli have exercised
  hws plan rank graph.json            upward ranks and priorities of a graph
  hws regs show PROMOTE               describe a register
  hws interfaces check interfaces.yaml    check words, events and rules
  hws explain-error unknown-key       what the code behind an error message means
";

const COMPLETIONS: &str = "\
The script calls `hws`, which has to be in the path, so it remains correct when `hws` is updated.

Examples:
  source <(hws completions bash)                                  in ~/.bashrc
  source <(hws completions zsh)                                   in ~/.zshrc
  hws completions fish > ~/.config/fish/completions/hws.fish
";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run a workload until everything is drained.
    Run(Run),
    /// Run a workload with many settings and seeds; one row per run.
    Sweep(sweep::Sweep),
    /// Find the best settings for given workloads, and measure their gain.
    Tune(Box<tune::Tune>),
    /// Compare runs: settings, figures, the first decision that differs, and the kernels that became faster or slower.
    Compare(compare::Compare),
    /// Run a stimulus file and print its trace.
    Replay(Replay),
    /// Compare waveform dumps of an RTL with the model, cycle by cycle.
    Check(check::Check),
    /// Explain why the HWS decided as it did: at a cycle, for a kernel, or for a SIP.
    Explain(explain::Explain),
    /// Step through a stimulus or a run on the terminal, forwards and back.
    Debug(Box<debug::Debug>),
    /// Visit every state of small configurations and check safety and liveness.
    Explore(explore::Explore),
    /// Work with the inputs of fuzz targets.
    Fuzz(fuzz::Fuzz),
    /// Compare two waveform dumps and find the first cycle at which they differ.
    Diff(Box<diff::Diff>),
    /// Count the rules of the specification that stimuli, runs and dumps have exercised.
    Coverage(Box<coverage::Coverage>),
    /// Let a client of QEMU's qtest protocol drive the model over a socket.
    Serve(serve::Serve),
    /// Plan what runs when and where, before a run.
    Plan(plan::Plan),
    /// Check, export, show and compare register maps.
    Regs(regs::Regs),
    /// Check and compare files of interfaces: words, ports, events and rules.
    Interfaces(interfaces::Interfaces),
    /// Explain the code behind an error message; without one, list all codes.
    ExplainError {
        /// The code, such as `unknown-key`.
        #[arg(add = ArgValueCompleter::new(crate::completion::error_codes))]
        code: Option<String>,
    },
    /// Print the JSON Schema of a format, for editors and other programs.
    Schema {
        /// The format.
        of: run::SchemaOf,
    },
    /// Print a completion script for a shell: commands, files, and the names of registers, fields, policies and formats.
    #[command(after_help = COMPLETIONS)]
    Completions {
        /// The shell.
        shell: Shell,
    },
}

impl Default for Command {
    fn default() -> Self {
        Self::Run(Run::default())
    }
}

#[derive(Debug, Default, clap::Args)]
#[command(after_help = "\
Formats are recognised by content, gzip included: workloads in YAML, plans, ONNX models, Standard Task Graphs, Gemini
IR, CNN text files, WfCommons instances, rank inputs, Task IR.

Ctrl-C stops a run; the report, the stimulus, the trace and the waveforms then cover the cycles up to there.

Exit status: 0 drained, 1 stuck or an invariant violated (--check), 2 usage error or invalid input, 130 stopped.

Examples:
  hws run
  hws run --check
  hws run robot.stg --json
  hws run robot.stg robot.stg detector.yaml
  hws run robot.stg --explain-workload
  hws run robot.stg --error-model low --seed 7
  hws run robot.stg --policy promote.rtask_max=4 --policy early_launch=estimate
  hws run resnet.json --mapping static --out result
  hws run robot.stg --fst robot.fst
  hws run resnet50.onnx --fuse
  hws run bert.onnx --dim batch=1 --dim sequence=128
  hws run montage.json --bw 125000
  hws run robot.stg --advise
  hws run robot.stg --firmware amos.elf
  hws run robot.stg --firmware amos.elf --gdb 1234
")]
pub(crate) struct Run {
    /// The workloads, all on one machine; - is standard input. Without any, the built-in example.
    #[arg(value_name = "FILE")]
    pub(crate) workloads: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) machine: run::Machine,
    #[command(flatten)]
    pub(crate) real_times: run::RealTimes,
    #[command(flatten)]
    pub(crate) faults: run::Faults,
    #[command(flatten)]
    pub(crate) firmware: run::Firmware,
    /// Write report.json, timeline.html, trace.json (for Perfetto), stimulus.jsonl and trace.jsonl to this folder,
    /// which is created if necessary.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Write only these files of --out: report, timeline, perfetto (trace.json), stimulus, trace; separated by
    /// commas.
    #[arg(long, value_name = "FILES", value_delimiter = ',', requires = "out", value_parser = run::run_file())]
    pub(crate) keep: Vec<RunFile>,
    /// Compress stimulus and trace of --out: stimulus.jsonl.gz and trace.jsonl.gz, which every command reads.
    #[arg(long, requires = "out")]
    pub(crate) gzip: bool,
    #[command(flatten)]
    pub(crate) waves: waves::Waves,
    #[command(flatten)]
    pub(crate) imports: run::Imports,
    /// Print how the workload was understood, without running it: the machine, every register that differs from its
    /// reset value and where it was set, graphs and kernels with times, priorities and SIPs, and bounds.
    #[arg(long, conflicts_with_all = ["out", "check", "vcd", "fst"])]
    pub(crate) explain_workload: bool,
    /// Print JSON instead of text: report.json, or the content of --explain-workload.
    #[arg(long)]
    pub(crate) json: bool,
    /// Check the invariants I1-I9, I11 and I13 in every state and report the result on standard error; a violation
    /// makes the exit status 1. The run itself does not change.
    #[arg(long)]
    pub(crate) check: bool,
    /// Measure how long each graph takes alone, even for large workloads. The default is to measure only up to
    /// 10000 kernels, counting equal graphs once.
    #[arg(long)]
    pub(crate) slowdown: bool,
    /// Print a Gantt chart of the run before the summary, as wide as the terminal.
    #[arg(long, conflicts_with = "json")]
    pub(crate) gantt: bool,
    #[command(flatten)]
    pub(crate) advice: run::Advice,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Ctrl-C stops a replay that writes waveforms; these can be read up to there.

Exit status: 0 replayed, 1 an invariant violated (--check), 2 usage error or invalid input, 130 stopped.

Examples:
  hws replay tests/golden/01_basic_2001.jsonl
  hws replay --digest stimulus.jsonl
  hws replay --only launch,kernel_done --from 1000 --to 2000 stimulus.jsonl.gz
  hws replay --digest --check stimulus.jsonl
  hws replay --digest --fst run.fst stimulus.jsonl
  hws replay --digest --vcd run.vcd --every-tick 1000..2000 stimulus.jsonl
")]
pub(crate) struct Replay {
    /// The stimulus (JSON Lines, also as .gz); - is standard input.
    pub(crate) stimulus: PathBuf,
    /// Print only the end line, with the digest of the state.
    #[arg(long)]
    pub(crate) digest: bool,
    /// Print only lines of these kinds: values of "ev", such as launch,kernel_done.
    #[arg(long, value_name = "KIND", value_delimiter = ',', conflicts_with = "digest")]
    pub(crate) only: Vec<TraceKind>,
    /// Print only lines from this cycle on. Everything is replayed.
    #[arg(
        long,
        value_name = "CYCLE",
        default_value_t = 0,
        hide_default_value = true,
        conflicts_with = "digest"
    )]
    pub(crate) from: u64,
    /// Print only lines up to this cycle, which is included. Everything is replayed.
    #[arg(long, value_name = "CYCLE", default_value_t = u64::MAX, hide_default_value = true, conflicts_with = "digest")]
    pub(crate) to: u64,
    /// Check the invariants I1-I9, I11 and I13 in every state and report the result on standard error; a violation
    /// makes the exit status 1, also before a malformed line. The trace does not change; when its reader closes the pipe,
    /// the check continues.
    #[arg(long)]
    pub(crate) check: bool,
    /// End the replay at the first violation.
    #[arg(long, requires = "check")]
    pub(crate) stop_at_first_violation: bool,
    /// Entries of the Ready Station, 16 to 32.
    #[arg(long, value_name = "NUMBER", default_value_t = params::N_RS as u32)]
    pub(crate) n_rs: u32,
    /// Slots of the DAG table, 16 to 32.
    #[arg(long, value_name = "NUMBER", default_value_t = params::N_DAG as u32)]
    pub(crate) n_dag: u32,
    /// Write the state before the operations and the tick of CYCLE, for `hws check --start`.
    #[arg(long, value_name = "CYCLE=FILE")]
    pub(crate) snapshot: Option<SnapshotAt>,
    #[command(flatten)]
    pub(crate) waves: waves::Waves,
}

/// `CYCLE=FILE`.
#[derive(Clone, Debug)]
pub(crate) struct SnapshotAt {
    pub(crate) cycle: u64,
    pub(crate) file: PathBuf,
}

impl FromStr for SnapshotAt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (cycle, file) = text.split_once('=').ok_or("expected CYCLE=FILE, such as 1000=state.json")?;
        let cycle = cycle.parse().map_err(|_| format!("`{cycle}` is not a cycle; expected a number"))?;
        Ok(Self { cycle, file: file.into() })
    }
}
