//! Arguments of `racefree certify`.

use super::RunFormat;
use clap::Args as ClapArgs;
use racefree_answers::options::CertifyOptions;
use std::path::PathBuf;

/// End of the `--help` text.
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

/// Arguments of `racefree certify`.
#[derive(ClapArgs, Debug)]
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
