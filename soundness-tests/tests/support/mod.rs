//! What several tests need: how many cases to try, the well-typed programs of the corpus, tokens as texts.
#![allow(dead_code)] // each test uses its part

pub mod preservation;

use racefree_corpus::{Entry, Header, plain_entries, program_text};
use racefree_grammar::ast::Dialect;
use racefree_grammar::keywords::KEYWORDS;
use racefree_grammar::lexer::Lexer;
use racefree_grammar::token::Extras;
use racefree_interp::schedule::Stream;
use racefree_interp::{Lowered, lower};
use racefree_soundness::campaign::Progress;
use racefree_soundness::generate::Settings;
use racefree_typeck::rules::BOOK;
use racefree_typeck::{Options, check};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// A number that the environment gives.
fn given(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

/// Returns true if all is looked at, and not what an everyday run has the time for: `RACEFREE_ALL=1`.
pub fn all() -> bool {
    given("RACEFREE_ALL") == Some(1)
}

/// Number of cases: as many as in a whole run, an everyday run tries a fourth of them; or what `RACEFREE_CASES` says.
pub fn cases(whole: u64) -> u64 {
    given("RACEFREE_CASES").unwrap_or(if all() { whole } else { whole.div_ceil(4) })
}

/// Step in a list of which an everyday run looks at every `nth`.
pub fn every(nth: usize) -> usize {
    if all() { 1 } else { nth }
}

/// Seed of a campaign: in a whole run another one each time, which a failure prints, and one seed in everyday runs; or `RACEFREE_SEED`.
pub fn seed() -> u64 {
    given("RACEFREE_SEED").unwrap_or_else(|| if all() { RandomState::new().hash_one(0u8) >> 16 } else { 1 })
}

/// Of the programs of three seeds in a row one is wide, the others are small.
pub fn settings(seed: u64) -> Settings {
    if seed.is_multiple_of(3) { Settings::wide() } else { Settings::small() }
}

/// Nothing stops it, and it reports no progress.
pub const NEVER: Progress<'static> = Progress { stop: &|| false, found: &|_, _| {}, at: &|_, _| {} };

/// The programs of the calculus in the corpus that are well typed without escapes and can run.
pub fn well_typed() -> Vec<(&'static str, Arc<Lowered>)> {
    let lowered = |entry: Entry| {
        let program = racefree_grammar::parse(entry.source).ok()?;
        let report = check(&program, entry.source, &Options::default());
        let sound = report.is_ok() && report.silenced.is_empty() && report.escapes.holds.is_empty();
        sound.then_some(())?;
        let lowered = lower(program).ok().filter(|lowered| !lowered.on_reference());
        Some((entry.path, lowered?))
    };
    plain_entries().into_iter().filter_map(lowered).collect()
}

/// The tokens of a program as texts.
pub fn tokens(source: &str) -> Vec<&str> {
    tokens_of(source, Dialect::Base)
}

fn tokens_of(source: &str, dialect: Dialect) -> Vec<&str> {
    let spans: Vec<_> = Lexer::of(source, Extras::default(), dialect).collect();
    spans.into_iter().map(|(start, _, end)| &source[start as usize..end as usize]).filter(|t| !t.is_empty()).collect()
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// The corpus with a few tokens renamed, dropped, doubled, swapped or taken from elsewhere.
pub struct Mutants {
    programs: Vec<Vec<&'static str>>,
}

impl Mutants {
    pub fn new() -> Mutants {
        let programs = plain_entries().into_iter().map(|e| tokens(program_text(e.source)));
        Mutants { programs: programs.filter(|p| p.len() > 3).collect() }
    }

    /// Of the programs of the system of owners.
    pub fn of_owners() -> Mutants {
        let owners = |e: &Entry| e.header().system() == "owners";
        let programs = racefree_corpus::entries().into_iter().filter(owners);
        let programs = programs.map(|e| tokens_of(program_text(e.source), Dialect::Owners));
        Mutants { programs: programs.filter(|p| p.len() > 3).collect() }
    }

    /// The mutant of a number; it may not even parse.
    pub fn get(&self, seed: u64) -> String {
        let mut stream = Stream::new(seed);
        let mut below = |n: usize| stream.below(n as u32) as usize;
        let mut program = self.programs[below(self.programs.len())].clone();
        for _ in 0..1 + below(2) {
            let n = program.len();
            let (i, j) = (below(n), below(n));
            match below(9) {
                0 => drop(program.remove(i)),
                1 => program.insert(i, program[j]),
                2 => program.swap(i, j),
                3 => {
                    let other = &self.programs[below(self.programs.len())];
                    program[i] = other[below(other.len())];
                }
                _ => {
                    let names: Vec<usize> = (0..n).filter(|&i| is_name(program[i])).collect();
                    if !names.is_empty() {
                        program[names[i % names.len()]] = program[names[j % names.len()]];
                    }
                }
            }
        }
        program.join(" ")
    }

    /// A mutant with `synchronized` on what is no path: in the place of a lock, and in a new fork before an expression.
    pub fn with_odd_locks(&self, seed: u64) -> String {
        let source = if seed.is_multiple_of(3) { self.get(seed) } else { self.get_unchanged(seed) };
        let mut program: Vec<String> = tokens(&source).into_iter().map(str::to_owned).collect();
        let names: Vec<String> = program
            .iter()
            .filter(|t| is_name(t) && (*t == "this" || !KEYWORDS.contains(&t.as_str())))
            .cloned()
            .collect();
        let mut stream = Stream::new(seed ^ 0x5eed);
        let mut below = |n: usize| stream.below(n as u32) as usize;
        for _ in 0..1 + below(2) {
            let mut name = || names.get(below(names.len().max(1))).cloned().unwrap_or_default();
            let (x, y, z, w) = (name(), name(), name(), name());
            let lock = match below(9) {
                0 => format!("{x}.{y}()"),
                1 => format!("{x}.{y}({z})"),
                2 => format!("new {x}"),
                3 => format!("(let {y} {z} = {x} in {z})"),
                4 => format!("({x}.{y} = {z})"),
                5 => format!("({z}; {x})"),
                6 => format!("(if ({x} == {y}) {x} else {z})"),
                7 => format!("(fork {{ {x} }})"),
                _ => format!("{x}.{y}().{z}"),
            };
            let locks: Vec<usize> = (0..program.len()).filter(|&i| program[i] == "synchronized").collect();
            let starts: Vec<usize> =
                (0..program.len()).filter(|&i| ["{", ";", "in"].contains(&program[i].as_str())).collect();
            if !locks.is_empty() && below(2) == 0 {
                let at = locks[below(locks.len())] + 1;
                let end = (at..program.len()).find(|&i| program[i] == "in").unwrap_or(at);
                program.splice(at..end, [lock]);
            } else if !starts.is_empty() {
                let at = starts[below(starts.len())] + 1;
                let new = format!("fork {{ synchronized {lock} in {{ {w} }} }};");
                program.insert(at, new);
            }
        }
        program.join(" ")
    }

    /// A program of the corpus.
    fn get_unchanged(&self, seed: u64) -> String {
        self.programs[Stream::new(seed).below(self.programs.len() as u32) as usize].join(" ")
    }
}

/// The options that a program's `option` lines ask for.
pub fn options(entry: &Entry, header: &Header) -> Options {
    let mut options = Options::default();
    for option in header.list("option") {
        match option.split_once(' ').unwrap_or((option, "")) {
            ("--constructor-holds-lock", "") => {
                options.readings.insert(racefree_typeck::options::CONSTRUCTOR_HOLDS_LOCK)
            }
            ("--off", premise) => {
                options
                    .off
                    .switch_off(BOOK.find_premise(premise).unwrap_or_else(|| panic!("{}: {premise}", entry.path)));
            }
            ("--no-warn", kind) => options.no_warn.push(kind.to_owned()),
            ("--defaults", "") => {}
            _ => panic!("{}: unknown option line `{option}`", entry.path),
        }
    }
    options
}
