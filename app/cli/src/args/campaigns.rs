//! Arguments of campaigns: `racefree certify` and `racefree fuzz`.

use super::RunFormat;
use clap::{Args as ClapArgs, Subcommand};
use racefree_answers::options::{CertifyOptions, FuzzOptions, seconds};
use std::path::PathBuf;

/// End of the `--help` text of `racefree certify`.
pub const SIGNATURES: &str = "Signatures: locks, paths, ghosts, methods, local, all, and with owners also owners, moves; or what may occur, and how often at \
most, as in \"classes=1 fields=1 locals=2 forks=1 +guards +int\". Numbers: classes (of a program), ghosts, formals (owners), \
fields, methods (of a class), params, requires (of a method), locals (nested lets), forks (of a body), path (steps of a lock). Flags: +guards (guarded \
fields), +final, +init (initialisers), +inherit, +local (thread_local classes), +object (the class Object), +int, +null, +upcast \
(lets at supertypes), +dependent (ghosts whose types mention earlier ghosts), +mistyped (ghost arguments of any class), +nested (lets \
in brackets), +values (values as statements); with owners also +moves (moves and takes), +where (clauses of formals), +reads (of \
methods), +polymorphic (a formal owner of a method), +qualified (owners f$p). With owners, what is said of ghosts is said of formals.

Every class, ghost, superclass, field, method, parameter, and every variable, step, literal and operator of expressions and locks \
is a node; modifiers and types without ghosts are none.

A certificate that is interrupted, or whose time is over, is saved to --output as far as it is and goes on with --resume. \
Shards of one certificate are joined with --merge.";

/// End of the `--help` text of commands that take rules apart.
pub const COSTS: &str = "Rules of your own are a file of a few lines (docs/variants.md). What a new premise, a new rule and a new form cost: docs/costs.md.";

/// Arguments of `racefree certify`.
#[derive(ClapArgs, Debug, Clone)]
#[command(allow_negative_numbers = true)]
pub struct CertifyArgs {
    #[command(flatten)]
    pub options: CertifyOptions,
    /// Write the certificate to a file, every half minute and at the end.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Continue the certificate saved in --output.
    #[arg(long, requires = "output", conflicts_with_all = ["merge", "verify"])]
    pub resume: bool,
    /// Join the shards of a certificate.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "verify")]
    pub merge: Vec<PathBuf>,
    /// Compute a certificate again and compare.
    #[arg(long, value_name = "FILE")]
    pub verify: Option<PathBuf>,
    /// Print program number K instead. The programs over well-typed skeletons are numbered from 0.
    #[arg(long, value_name = "K", conflicts_with_all = ["merge", "verify", "output"])]
    pub program: Option<u128>,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: RunFormat,
}

/// Arguments of `racefree fuzz`.
#[derive(ClapArgs, Debug)]
#[command(args_conflicts_with_subcommands = true, allow_negative_numbers = true)]
pub struct FuzzArgs {
    /// Another action.
    #[command(subcommand)]
    pub action: Option<FuzzAction>,
    #[command(flatten)]
    pub options: FuzzOptions,
    /// Keep the results in this file. An interrupted campaign continues from it, and `fuzz merge` joins such files.
    #[arg(long, value_name = "FILE")]
    pub results: Option<PathBuf>,
    /// Directory for failures, which the next campaign tests first.
    #[arg(long, value_name = "DIR", default_value = "racefree-failures")]
    pub failures: PathBuf,
    /// Time limit in seconds for reducing each of the first failures, within --time; 0 keeps failures as they were generated.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub reduce: f64,
    /// Print program number K of the campaign and do nothing else.
    #[arg(long, value_name = "K", requires = "seed", conflicts_with_all = ["results", "shard", "time"])]
    pub program: Option<u64>,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: RunFormat,
}

/// Other actions of `racefree fuzz`.
#[derive(Subcommand, Debug)]
pub enum FuzzAction {
    /// Join the results of the shards of one campaign.
    Merge {
        /// The results.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// File for the joined results.
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Output format; by default json, or none with --output.
        #[arg(long, value_name = "HOW")]
        format: Option<RunFormat>,
    },
}
