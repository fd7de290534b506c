//! Arguments of `racefree pairs`.

use super::values::seconds;
use clap::{Args as ClapArgs, ValueEnum};
use racefree_pairs::{MAX_K, Refinement};
use std::path::PathBuf;
use std::time::Duration;

pub(super) const AFTER: &str = "Refinements of the sound mode: once (two accesses of one thread need it to be many), clock (what main does before \
it forks a thread is over), fresh (no other thread knows the object yet), unique and relative (sorts of locks), dead (nothing runs under a \
lock on null), own (back from a part to its only holder), returns (a call is named by its result), threads (locks by the paths of one thread).

Exit status: 0 no pair is left, or all are false alarms; 1 pairs are left, or syntax errors; 2 the program cannot be analysed; 3 a budget \
ran out, or Ctrl-C.";

/// Arguments of `racefree pairs`.
#[derive(ClapArgs, Debug)]
pub struct PairsArgs {
    /// The programs; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The type system, where the program does not say (a line `//! system: NAME` at its top).
    #[arg(long, value_name = "NAME", value_parser = racefree_answers::options::system_name)]
    pub system: Option<String>,
    /// Sound: what is removed never races. Paper: the rules of Naik, Aiken and Whaley, which miss races.
    #[arg(long, value_name = "MODE", default_value = "sound")]
    pub mode: PairsMode,
    /// How many allocation sites name an object; or four numbers, for reachable, aliasing, escaping, unlocked.
    #[arg(long, value_name = "N", default_value = "3", value_parser = k)]
    pub k: KArg,
    /// Switch a refinement of the sound mode off.
    #[arg(long, value_name = "NAME", value_parser = refinement, value_delimiter = ',')]
    pub off: Vec<Refinement>,
    /// Of an open program, call the methods of this class, or this method (`C.m`).
    #[arg(long, value_name = "C|C.m", value_delimiter = ',')]
    pub interface: Vec<String>,
    /// Of an open program, make these calls alone, a thread each; a single one is made by two threads.
    #[arg(long, value_name = "A.m,B.n", value_delimiter = ',', conflicts_with = "interface")]
    pub calls: Vec<String>,
    /// Write the open program with its harness to this file.
    #[arg(long, value_name = "FILE")]
    pub harness: Option<PathBuf>,
    /// Assume that two threads never run in parallel, each named by the method that it calls or the line of its fork.
    #[arg(long, value_name = "A,B", value_parser = two)]
    pub not_parallel: Vec<(String, String)>,
    /// Assume that no two threads access a class's fields, or a field, at the same time.
    #[arg(long, value_name = "C|C.f", value_delimiter = ',')]
    pub local: Vec<String>,
    /// Assume what annotations say.
    #[arg(long, value_name = "SORT", value_delimiter = ',')]
    pub hints: Vec<Hint>,
    /// Ask the explorer about each pair that is left: REAL, FALSE ALARM or UNKNOWN.
    #[arg(long)]
    pub verify: bool,
    /// How to group the pairs.
    #[arg(long, value_name = "VIEW", default_value = "field")]
    pub view: View,
    /// List the pairs that this stage leaves.
    #[arg(long, value_name = "NAME", default_value = "unlocked")]
    pub stage: StageArg,
    /// List every original pair, with the last stage that has it.
    #[arg(long)]
    pub all: bool,
    /// Say why a pair was removed, or is left: two places, LINE or LINE:COLUMN.
    #[arg(long, value_name = "A,B", value_parser = two)]
    pub why: Option<(String, String)>,
    /// For many files: what the types say, what the pairs say, what the explorer says.
    #[arg(long)]
    pub compare: bool,
    /// Draw the call paths of the pairs instead.
    #[arg(long, value_name = "FORM")]
    pub graph: Option<PairsGraph>,
    /// Stop after so many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Stop when facts need so many megabytes of memory.
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    pub memory: Option<u64>,
    /// List at most so many pairs; more are counted.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub max_pairs: usize,
    /// How to print the result.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: PairsFormat,
}

/// `--k`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KArg(pub [u32; 4]);

fn k(text: &str) -> Result<KArg, String> {
    let wrong = || format!("k is a number from 0 to {MAX_K}, or four of them: 3 or 1,2,3,3");
    let numbers: Result<Vec<u32>, _> = text.split(',').map(|n| n.trim().parse::<u32>()).collect();
    let numbers = numbers.map_err(|_| wrong())?;
    match *numbers.as_slice() {
        _ if numbers.iter().any(|&n| n > MAX_K) => Err(wrong()),
        [n] => Ok(KArg([n; 4])),
        [r, a, e, u] => Ok(KArg([r, a, e, u])),
        _ => Err(wrong()),
    }
}

fn refinement(text: &str) -> Result<Refinement, String> {
    let names = || Refinement::ALL.map(Refinement::name).join(", ");
    Refinement::find(text).ok_or_else(|| format!("there is no refinement `{text}`; there are {}", names()))
}

fn two(text: &str) -> Result<(String, String), String> {
    match text.split_once(',') {
        Some((a, b)) if !a.trim().is_empty() && !b.trim().is_empty() => Ok((a.trim().to_owned(), b.trim().to_owned())),
        _ => Err("two are written A,B".to_owned()),
    }
}

/// By which rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PairsMode {
    /// What is removed never races.
    Sound,
    /// The paper's own rules.
    Paper,
}

/// Annotations that are believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Hint {
    /// Two accesses at which the checker misses no guard hold it.
    GuardedBy,
    /// Objects of thread-local classes do not escape.
    ThreadLocal,
    /// A `holds` is true: the rest of its block holds what it names.
    Holds,
}

/// How pairs are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum View {
    /// By field.
    Field,
    /// By set of objects.
    Object,
    /// By pair of threads.
    Threads,
}

/// The stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StageArg {
    /// The same field name, one a write.
    Original,
    /// Two threads make them in parallel.
    Reachable,
    /// Of one object.
    Aliasing,
    /// That more than one thread knows.
    Escaping,
    /// Without a common lock.
    Unlocked,
}

/// Forms of graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PairsGraph {
    /// For Graphviz.
    Dot,
    /// One self-contained page.
    Html,
}

/// Forms of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PairsFormat {
    /// For people.
    #[value(alias = "text")]
    Human,
    /// An object a file.
    Json,
    /// One log for all files.
    Sarif,
    /// A page a file.
    Html,
}
