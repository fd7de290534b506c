//! The command line's arguments, as `clap` reads them: files, formats, and the options of the question that a command asks
//! ([`racefree_answers::options`]). They import nothing else of this crate.

pub mod ask;
mod campaigns;
mod checking;
pub mod exercise;
mod exploring;
pub mod help;
pub mod infer;
pub mod java;
pub mod pairs;
pub mod play;
mod running;
mod variants;

pub use campaigns::{CertifyArgs, FuzzAction, FuzzArgs};
pub use checking::{
    AtomicityArgs, CheckArgs, DerivationForm, ExamplesArgs, FmtArgs, FmtFormat, Format, RulesArgs, RulesFormat,
    WhyArgs, WhyFormat,
};
pub use exploring::{ExplainArgs, ExploreArgs, GraphForm};
pub use infer::{InferArgs, RewritingArgs};
pub use running::{OverheadArgs, RunArgs, RunFormat, TestArgs, TraceForm};
pub use variants::{CurveArgs, DiffArgs, MatrixArgs, TableFormat, VariantsAction, VariantsArgs};

use clap::{Parser, Subcommand, ValueEnum};
use racefree_answers::options::{EraseOptions, TranslateOptions};
use std::path::PathBuf;

/// Type checker and executable model of RaceFreeJava, the calculus of Flanagan and Freund's
/// "Type-Based Race Detection for Java" (PLDI 2000).
#[derive(Parser, Debug)]
#[command(name = "racefree", version, propagate_version = true, after_help = AFTER)]
pub struct Args {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
    /// When to colour the output.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// Print nothing but errors, and no summary.
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

const AFTER: &str = "`racefree COMMAND --help` shows the options of a command, and examples.

Examples:
  racefree examples show beginners/main-does-not-lock | racefree check -
  racefree examples show account-unlocked | racefree explore -

Exit status: 0 nothing wrong was found; 1 something is wrong with a program; \
2 the command could not be carried out; 3 a budget ran out; 130 interrupted.";

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
    /// Infer which methods are atomic, and check the claims.
    ///
    /// Also shows where the other methods can be interrupted.
    Atomicity(AtomicityArgs),
    /// Print programs in the canonical layout, comments kept.
    Fmt(FmtArgs),
    /// List the typing rules, or explain one.
    Rules(RulesArgs),
    /// Run a program once, and report what goes wrong.
    ///
    /// Reported are races, deadlocks, exceptions, and monitors that fire.
    #[command(after_help = running::SCHEDULERS)]
    Run(RunArgs),
    /// Run a program under many schedules, up to the first problem.
    ///
    /// Prints a short schedule that shows the problem.
    #[command(after_help = running::SCHEDULERS)]
    Test(TestArgs),
    /// Explore every schedule: what can go wrong, or that nothing does.
    ///
    /// Finds every race, deadlock, exception and outcome of a program, and says which methods no schedule calls.
    #[command(after_help = exploring::ALGORITHMS)]
    Explore(ExploreArgs),
    /// Decide for every type error whether it is real or a false alarm.
    ///
    /// A real one comes with a schedule that shows it, of the calculus the shortest.
    #[command(after_help = exploring::ALGORITHMS)]
    Explain(ExplainArgs),
    /// Find annotations that make a program check, or say why none do.
    Infer(Box<InferArgs>),
    /// Print a program without its annotations.
    Erase(RewritingArgs<EraseOptions>),
    /// Print Java source as a program of the calculus.
    Lower(java::LowerArgs),
    /// Put inferred annotations into Java source.
    Annotate(java::AnnotateArgs),
    /// Find the pairs of accesses that may race, without running.
    ///
    /// The four stages of Naik, Aiken and Whaley, sound, with a reason for each pair.
    #[command(after_help = pairs::AFTER)]
    Pairs(Box<pairs::PairsArgs>),
    /// Measure the cost of race detectors, and what types save of it.
    ///
    /// Types save the cost of watching fields that they prove free of races.
    Overhead(Box<OverheadArgs>),
    /// Translate a program to the system of owners, or back.
    Translate(RewritingArgs<TranslateOptions>),
    /// Show what a premise is for, with a program that needs it.
    ///
    /// The rule, the reason, the smallest program that goes wrong without the premise, its derivation and its run.
    Why(WhyArgs),
    /// List, show or copy the programs that are built in.
    ///
    /// They are the corpus, and the smallest program that needs each premise.
    Examples(ExamplesArgs),
    /// List, show, solve and grade exercises.
    ///
    /// Predictions, derivations with blanks, schedules, annotations and repairs. Their answers are computed.
    #[command(after_help = exercise::AFTER)]
    Exercise(exercise::ExerciseArgs),
    /// Open a program, its derivation and its schedules in a browser.
    #[command(after_help = play::AFTER)]
    Play(play::PlayArgs),
    /// Open the course in a browser, beside an editor.
    #[command(after_help = play::AFTER_COURSE)]
    Course(play::CourseArgs),
    /// Answer questions of pages and editors, in JSON.
    ///
    /// One JSON object per line on standard input, one answer per line.
    #[command(after_help = ask::AFTER)]
    Ask(ask::AskArgs),
    /// Serve an editor by the Language Server Protocol.
    Lsp {
        /// The default, which some editors ask for all the same.
        #[arg(long, hide = true)]
        stdio: bool,
    },
    /// List, show, compare and search rule variants.
    #[command(after_help = campaigns::COSTS)]
    Variants(VariantsArgs),
    /// Certify all programs up to a size: none that checks goes wrong.
    ///
    /// Enumerates all programs up to a size, counts the well-typed ones, and explores every schedule of these.
    #[command(after_help = campaigns::SIGNATURES)]
    Certify(CertifyArgs),
    /// Generate well-typed programs and look for one that goes wrong.
    #[command(after_help = campaigns::COSTS)]
    Fuzz(Box<FuzzArgs>),
    /// Print a script that completes arguments in a shell.
    ///
    /// Premises, rules, variants, systems and examples are completed as well. Of a premise, write the blanks as -, as in
    /// exp-ref/guard-held, or begin with a quote.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page of racefree, or of a command.
    Man {
        /// The command, as `check` or `fuzz merge`.
        command: Vec<String>,
        /// Write all pages into a folder, for `man` to find.
        #[arg(long, value_name = "DIR", conflicts_with = "command")]
        output: Option<PathBuf>,
    },
}
