//! The command line's arguments.

pub mod certify;
pub mod diff;
mod exploring;
pub mod matrix;

pub use exploring::{AlgorithmArg, ExplainArgs, ExploreArgs, Exploring, GraphForm};

use crate::running::Who;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Type checker and executable model of RaceFreeJava, the calculus of Flanagan and Freund's
/// "Type-Based Race Detection for Java" (PLDI 2000).
#[derive(Parser, Debug)]
#[command(name = "racefree", version, propagate_version = true, after_help = EXIT_STATUS)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// When to colour the output.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// Print nothing but errors, and no summary.
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

const EXIT_STATUS: &str = "Exit status: 0 nothing wrong was found; 1 something is wrong with a program; \
2 the command could not be carried out; 3 a budget ran out; 130 interrupted.";

const SCHEDULERS: &str = "Schedulers: random (every thread that can step is as likely as any other); pct:D (priorities, \
changed at D - 1 random points); pos (partial order sampling); round-robin[:Q] (turns of Q scheduling points); replay:WHAT (run \
only), where WHAT is a file that --save-schedule wrote, a JSON file with the schedule, or the schedule itself, as in \
replay:0*12,1*3,0 - 12 steps of thread 0, 3 of thread 1, one of thread 0.";

/// When to colour the output. The variable NO_COLOR is honoured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// When it goes to a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Parse and type check programs.
    Check(CheckArgs),
    /// Print programs in the canonical layout, comments kept.
    Fmt(FmtArgs),
    /// List the typing rules, or explain one.
    Rules(RulesArgs),
    /// Run a program once, and say what goes wrong: races, deadlocks, exceptions, monitors.
    #[command(after_help = SCHEDULERS)]
    Run(RunArgs),
    /// Run a program under many schedules, stop at the first problem, and print a short schedule that shows it.
    #[command(after_help = SCHEDULERS)]
    Test(TestArgs),
    /// Explore every schedule of a program: every race, deadlock, exception and outcome, or that there is none.
    #[command(after_help = exploring::ALGORITHMS)]
    Explore(ExploreArgs),
    /// For every type error, say whether it is real, with the shortest schedule that shows it, or a false alarm.
    #[command(after_help = exploring::ALGORITHMS)]
    Explain(ExplainArgs),
    /// List the rule variants, show one, or show what each lets through: the matrix.
    Variants(VariantsArgs),
    /// Look at all programs up to a size: how many there are, how many are well typed, that none of these goes wrong in any
    /// schedule.
    #[command(after_help = certify::SIGNATURES)]
    Certify(certify::CertifyArgs),
    /// Generate well-typed programs and look for one that goes wrong.
    Fuzz(FuzzArgs),
    /// Print a script that completes racefree's arguments in a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page.
    Man,
}

/// The rules to check by.
#[derive(ClapArgs, Debug, Default, Clone)]
pub struct RuleArgs {
    /// Check by a rule variant: a built-in name (`racefree variants`) or a TOML file.
    #[arg(long, value_name = "V")]
    pub variant: Vec<String>,
    /// Switch a premise off, as in "EXP FORK2/empty-lock-set".
    #[arg(long, value_name = "RULE/premise")]
    pub off: Vec<String>,
    /// Silence errors of a kind everywhere, as in exp_ref_guard_held (`racefree rules --kinds`).
    #[arg(long, value_name = "KIND", value_delimiter = ',')]
    pub no_warn: Vec<String>,
    /// Check initialisers as if they held the lock of the object under construction (unsound).
    #[arg(long)]
    pub constructor_holds_lock: bool,
    /// Fill in missing annotations by the paper's heuristics (section 6.2) before checking.
    #[arg(long)]
    pub defaults: bool,
}

/// Arguments of `racefree check`.
#[derive(ClapArgs, Debug)]
pub struct CheckArgs {
    /// The programs; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub rules: RuleArgs,
    /// How to print the verdict.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: Format,
    /// Also print the derivation.
    #[arg(long, value_name = "FORM")]
    pub derivation: Option<DerivationForm>,
    /// With --derivation: show only so many levels.
    #[arg(long, value_name = "N", requires = "derivation")]
    pub depth: Option<usize>,
    /// With --derivation: show only the judgment about the smallest expression or declaration at this place.
    #[arg(long, value_name = "LINE:COLUMN", requires = "derivation")]
    pub at: Option<String>,
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Human,
    /// One JSON object per file.
    Json,
    /// One SARIF 2.1.0 log.
    Sarif,
}

/// Forms of derivations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DerivationForm {
    /// A tree of lines that fit a terminal.
    Text,
    /// A LaTeX document (package mathpartir or bussproofs).
    Latex,
    /// One self-contained page.
    Html,
    /// One JSON object.
    Json,
}

/// Arguments of `racefree fmt`.
#[derive(ClapArgs, Debug)]
pub struct FmtArgs {
    /// The programs; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print nothing; say which files are not in the canonical layout, and fail if there are any.
    #[arg(long)]
    pub check: bool,
    /// Rewrite the files in place instead of printing them.
    #[arg(long, conflicts_with = "check")]
    pub write: bool,
    /// Print the program with missing annotations filled in by the paper's heuristics (section 6.2).
    #[arg(long)]
    pub defaults: bool,
}

/// Arguments of `racefree rules`.
#[derive(ClapArgs, Debug)]
pub struct RulesArgs {
    /// A rule, as in "EXP REF", or a premise, as in "EXP REF/guard-held".
    #[arg(value_name = "RULE")]
    pub rule: Option<String>,
    /// List the kinds of errors that `no_warn` can name.
    #[arg(long, conflicts_with = "rule")]
    pub kinds: bool,
    /// How to print.
    #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = ["human", "json"])]
    pub format: String,
}

/// Arguments of `racefree variants`.
#[derive(ClapArgs, Debug)]
pub struct VariantsArgs {
    /// What to do; without it, list the variants.
    #[command(subcommand)]
    pub action: Option<VariantsAction>,
}

/// What `racefree variants` can do.
#[derive(Subcommand, Debug)]
pub enum VariantsAction {
    /// List the built-in variants.
    List,
    /// Compare two rule sets: the smallest programs that only one of them accepts, whether these go wrong, and the share of
    /// race-free programs that each accepts.
    Diff(diff::DiffArgs),
    /// Show one variant.
    Show {
        /// Its name, or a TOML file.
        variant: String,
    },
    /// Every premise and variant against the smallest program found that it lets through and that goes wrong.
    Matrix(matrix::MatrixArgs),
}

/// Arguments of `racefree fuzz`.
#[derive(ClapArgs, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct FuzzArgs {
    /// What else to do.
    #[command(subcommand)]
    pub action: Option<FuzzAction>,
    /// How many programs the campaign has, over all its shards.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub programs: u64,
    /// Stop after so many seconds.
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<u64>,
    /// The seed. Without it, one is drawn and printed.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Look at every N-th program alone, beginning with number I: the shards 0/N to N-1/N are the whole campaign.
    #[arg(long, value_name = "I/N", default_value = "0/1")]
    pub shard: String,
    /// Workers; without it, as many as there are processors.
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Keep the results in this file: an interrupted campaign goes on from there, and `fuzz merge` joins such files.
    #[arg(long, value_name = "FILE")]
    pub results: Option<PathBuf>,
    /// Where failures are kept, to be looked at first next time.
    #[arg(long, value_name = "DIR", default_value = "racefree-failures")]
    pub failures: PathBuf,
    /// Leave out the vacuity guard.
    #[arg(long)]
    pub no_guard: bool,
    /// How to print the result.
    #[arg(long, value_name = "HOW", default_value = "human")]
    pub format: RunFormat,
    /// The rules in force.
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// What else `racefree fuzz` can do.
#[derive(Subcommand, Debug)]
pub enum FuzzAction {
    /// Join the results of the shards of one campaign.
    Merge {
        /// The results.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Where to put them; without it, they are printed.
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

/// What running a program once or often has in common.
#[derive(ClapArgs, Debug)]
pub struct Running {
    /// The seed of every random choice: the same seed gives the same run on every machine. Without it, one is drawn and
    /// printed.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Who chooses the thread that steps: random, pct:D, pos, round-robin or round-robin:Q, and for `run` replay:WHAT.
    #[arg(long, value_name = "WHO", default_value = "random")]
    pub scheduler: Who,
    /// Stop a run after so many reduction steps.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_steps: u64,
    /// Whether the owner of a lock may acquire it again (as in Java), or has to wait for itself (as in the paper's calculus).
    #[arg(long, value_name = "LOCKS", default_value = "reentrant")]
    pub locks: LocksArg,
    /// Which race detectors watch. The alarms of lockset can be false, and do not count as something wrong.
    #[arg(long, value_name = "DETECTOR", value_delimiter = ',', default_value = "happens-before")]
    pub detector: Vec<DetectorArg>,
    /// Which monitors watch, the invariants that well-typed programs keep: all, none, or auto, all for a program that the
    /// checker accepts with no error silenced; of another one, auto watches its `holds` only, because the checker has said
    /// the rest already.
    #[arg(long, value_name = "WHICH", default_value = "auto")]
    pub monitors: MonitorsArg,
    /// Write the schedule to a file, for `racefree run --scheduler replay:FILE`.
    #[arg(long, value_name = "FILE")]
    pub save_schedule: Option<PathBuf>,
    /// How to print the result.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: RunFormat,
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// Arguments of `racefree run`.
#[derive(ClapArgs, Debug)]
pub struct RunArgs {
    /// The program; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub running: Running,
    /// Print what every thread did, step by step.
    #[arg(long, value_name = "FORM")]
    pub trace: Option<TraceForm>,
    /// Write the trace to a file instead of standard output.
    #[arg(long, value_name = "FILE", requires = "trace")]
    pub trace_file: Option<PathBuf>,
    /// With --trace text or mermaid: also show the steps that no other thread can notice.
    #[arg(long, requires = "trace")]
    pub all_steps: bool,
    /// Step by hand: choose the thread that steps, go back, ask why a thread cannot step. The schedule starts with that of
    /// --scheduler replay:WHAT, if that is given.
    #[arg(long, conflicts_with_all = ["trace", "seed"])]
    pub step: bool,
}

/// Arguments of `racefree test`.
#[derive(ClapArgs, Debug)]
pub struct TestArgs {
    /// The program; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How many schedules to run; 1000, or as many as --time allows.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub runs: Option<u64>,
    /// Start no further run after so many seconds.
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<f64>,
    /// So many runs at a time. The result is the same with any number.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    #[command(flatten)]
    pub running: Running,
}

/// Output formats of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RunFormat {
    /// For people.
    Human,
    /// One JSON object.
    Json,
}

/// Forms of traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceForm {
    /// A table with a column for each thread.
    Text,
    /// One JSON object with every step.
    Json,
    /// One self-contained page to step through.
    Html,
    /// A sequence diagram for documents.
    Mermaid,
}

/// Kinds of locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LocksArg {
    /// The owner may acquire again.
    Reentrant,
    /// A second acquire by the owner blocks.
    Binary,
}

/// Sets of monitors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MonitorsArg {
    /// As the type checker's verdict suggests.
    Auto,
    /// All of them.
    All,
    /// None.
    None,
}

/// Race detectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DetectorArg {
    /// Two threads are about to access a field at the same time.
    Adjacent,
    /// Two accesses that neither forks nor locks order.
    HappensBefore,
    /// No lock protects a field throughout (Eraser); may be wrong.
    Lockset,
}
