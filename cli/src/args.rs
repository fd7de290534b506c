//! The command line's arguments.

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
    /// List the rule variants, or show one.
    Variants(VariantsArgs),
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
    /// Show one variant.
    Show {
        /// Its name, or a TOML file.
        variant: String,
    },
}
