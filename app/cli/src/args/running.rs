//! Arguments of the commands that run a program once or often.

use clap::{Args as ClapArgs, ValueEnum};
use racefree_answers::options::{MemoryWord, OverheadOptions, Running, TestingOptions};
use std::path::PathBuf;

/// End of the `--help` text.
pub const SCHEDULERS: &str = "Schedulers: random (every thread that can step is as likely as any other); pct:D (priorities, \
changed at D - 1 random points); pos (partial order sampling); round-robin[:Q] (turns of Q scheduling points); replay:WHAT (run \
only), where WHAT is a file that --save-schedule wrote, a JSON file with the schedule, or the schedule itself, as in \
replay:0*12,1*3,0 - 12 steps of thread 0, 3 of thread 1, one of thread 0.";

/// Arguments of `racefree run`.
#[derive(ClapArgs, Debug)]
pub struct RunArgs {
    /// The program; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub running: Running,
    /// Memory model of a schedule that is replayed: with tso and pso it has turns like `1!0`, too, where thread 1 performs the oldest of its
    /// writes that wait. The steps are printed.
    #[arg(long, value_name = "MODEL", default_value = "sc", conflicts_with_all = ["trace", "step", "save_schedule"])]
    pub memory_model: MemoryWord,
    /// Write the schedule to a file, for `racefree run --scheduler replay:FILE`.
    #[arg(long, value_name = "FILE")]
    pub save_schedule: Option<PathBuf>,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: RunFormat,
    /// Print the steps of every thread.
    #[arg(long, value_name = "FORM")]
    pub trace: Option<TraceForm>,
    /// Write the trace to a file instead of standard output.
    #[arg(long, value_name = "FILE", requires = "trace")]
    pub trace_file: Option<PathBuf>,
    /// With --trace text or mermaid: also show steps that no other thread can observe.
    #[arg(long, requires = "trace")]
    pub all_steps: bool,
    /// Step by hand: choose the thread that steps, go back, ask why a thread cannot step. With --scheduler replay:WHAT, the run
    /// begins with that schedule.
    #[arg(long, conflicts_with_all = ["trace", "seed"])]
    pub step: bool,
}

/// Arguments of `racefree test`.
#[derive(ClapArgs, Debug)]
pub struct TestArgs {
    /// The program; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub options: TestingOptions,
    /// Write the schedule to a file, for `racefree run --scheduler replay:FILE`.
    #[arg(long, value_name = "FILE")]
    pub save_schedule: Option<PathBuf>,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: RunFormat,
}

/// Arguments of `racefree overhead`.
#[derive(ClapArgs, Debug)]
pub struct OverheadArgs {
    /// The programs; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub options: OverheadOptions,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: RunFormat,
}

/// Output formats of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RunFormat {
    /// For people.
    #[value(alias = "text")]
    Human,
    /// One JSON object.
    Json,
}

/// Forms of traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceForm {
    /// A table with a column for each thread.
    #[value(alias = "human")]
    Text,
    /// One JSON object with every step.
    Json,
    /// One self-contained page to step through.
    Html,
    /// A sequence diagram for documents.
    Mermaid,
    /// The program as a term after each step, every thread with its redex marked; the rule, the event, heap and locks.
    Terms,
    /// The same as one self-contained page to step through, back and forth.
    TermsHtml,
    /// One event per line, T0|acq(L1)|12, in the standard format of RAPID.
    Std,
}
