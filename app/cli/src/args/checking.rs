//! Arguments of the commands that check programs, print them, and explain the rules.

use super::RunFormat;
use super::java::{AdoptArgs, JavaArgs, Language};
use clap::{Args as ClapArgs, ValueEnum};
use racefree_answers::fixes::Choice;
use racefree_answers::options::{ClaimOptions, JavaOptions, system_name};
use racefree_answers::options::{DerivationOptions, WhyOptions};
use std::path::PathBuf;

/// Arguments of `racefree check`.
#[derive(ClapArgs, Debug, Clone)]
pub struct CheckArgs {
    /// The programs, and Java files, which are one program; folders are walked; `-` is standard input.
    #[arg(required_unless_present = "show", value_name = "PATH")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub options: DerivationOptions,
    #[command(flatten)]
    pub java_options: JavaOptions,
    #[command(flatten)]
    pub java: JavaArgs,
    #[command(flatten)]
    pub adopt: AdoptArgs,
    /// Language of standard input; files have it by their names.
    #[arg(long, value_name = "LANGUAGE", default_value = "rfj")]
    pub language: Language,
    /// Java: print the options of the profile.
    #[arg(long)]
    pub show: bool,
    /// Java: draw all errors, however many there are.
    #[arg(long)]
    pub all_errors: bool,
    /// Output format of the verdict.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: Format,
    /// Apply repairs, and print the difference: the first sure one of each error until none is left (`sure`, at most 20 rounds); with
    /// `all`, where there is no sure one, the first; or also the one that has this number in the list of the others.
    #[arg(long, value_name = "all|N", num_args = 0..=1, require_equals = true, default_missing_value = "sure", conflicts_with = "derivation")]
    pub fix: Option<Choice>,
    /// With --fix: print the difference even with --write.
    #[arg(long, requires = "fix")]
    pub diff: bool,
    /// With --fix: write the repaired programs; that of standard input goes to standard output.
    #[arg(long, requires = "fix")]
    pub write: bool,
    /// Also print the derivation.
    #[arg(long, value_name = "FORM")]
    pub derivation: Option<DerivationForm>,
}

/// Arguments of `racefree atomicity`.
#[derive(ClapArgs, Debug)]
pub struct AtomicityArgs {
    #[command(flatten)]
    pub check: CheckArgs,
    #[command(flatten)]
    pub claims: ClaimOptions,
    /// Print the program, with the inferred atomicity in an annotation comment at every method that declares none.
    #[arg(long, conflicts_with = "explain")]
    pub annotate: bool,
    /// Warnings count as something wrong.
    #[arg(long)]
    pub strict: bool,
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[value(alias = "text")]
    Human,
    /// One line per error: `file:line:column: error[RULE/premise]: message`.
    Short,
    /// One JSON object per file.
    Json,
    /// One SARIF 2.1.0 log.
    Sarif,
}

/// Forms of derivations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DerivationForm {
    /// A tree of lines that fit a terminal.
    #[value(alias = "human")]
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
    /// The type system, if the program does not name one; that of owners has keywords of its own.
    #[arg(long, value_name = "NAME", value_parser = system_name)]
    pub system: Option<String>,
    /// Print the program with missing annotations filled in by the paper's heuristics (section 6.2).
    #[arg(long)]
    pub defaults: bool,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text", conflicts_with_all = ["check", "write"])]
    pub format: FmtFormat,
}

/// Forms of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FmtFormat {
    /// The canonical layout.
    Text,
    /// The syntax tree on one line, as an s-expression, abbreviations written out.
    Sexp,
}

/// Arguments of `racefree rules`.
#[derive(ClapArgs, Debug)]
pub struct RulesArgs {
    /// A rule, as in "EXP REF", or a premise, as in "EXP REF/guard-held".
    #[arg(value_name = "RULE")]
    pub rule: Option<String>,
    /// The type system; by default, the base.
    #[arg(long, value_name = "NAME", value_parser = system_name)]
    pub system: Option<String>,
    /// Show the rules of a variant, with the premises that it switches off, adds or replaces marked.
    #[arg(long, value_name = "V", conflicts_with_all = ["systems", "kinds"])]
    pub variant: Option<String>,
    /// List the type systems.
    #[arg(long, conflicts_with = "rule")]
    pub systems: bool,
    /// List the forms of conditions in variants, and the names that each rule binds.
    #[arg(long, conflicts_with_all = ["rule", "systems", "kinds"])]
    pub conditions: bool,
    /// List the kinds of errors that `no_warn` can name.
    #[arg(long, conflicts_with = "rule")]
    pub kinds: bool,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: RulesFormat,
}

/// Forms of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RulesFormat {
    /// For people.
    #[value(alias = "text")]
    Human,
    /// One JSON object.
    Json,
    /// A LaTeX document.
    Latex,
    /// One self-contained page.
    Html,
}

/// Arguments of `racefree why`.
#[derive(ClapArgs, Debug)]
pub struct WhyArgs {
    #[command(flatten)]
    pub options: WhyOptions,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: WhyFormat,
}

/// Forms of a premise's page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WhyFormat {
    /// For people.
    #[value(alias = "text")]
    Human,
    /// One JSON object.
    Json,
    /// One self-contained page.
    Html,
}

/// Arguments of `racefree examples`.
#[derive(ClapArgs, Debug)]
pub struct ExamplesArgs {
    /// Action: list, show or copy; or the name of an example to show.
    #[arg(value_name = "ACTION")]
    pub action: Option<String>,
    /// Name of the example in the list, or the last part of its name. To list: a part of the name or title. To copy: by default, all
    /// examples.
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// To copy: the file, or the folder to copy to.
    #[arg(long, value_name = "PATH")]
    pub to: Option<PathBuf>,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: RunFormat,
}
