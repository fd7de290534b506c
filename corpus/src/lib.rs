//! The corpus: programs of RaceFreeJava, one idea each, in folders by where they come from. The `//!` lines at the top of
//! each say what must be true of it.
//!
//! ```text
//! //! Bank account, the client locks            a title, then whatever prose helps a learner
//! //! level: lesson 3                            or: beginner, …; left out: by its folder
//! //! teaches: requires                          left out: by the rules of the other lines
//! //! source: Flanagan & Freund 2000, section 3.1
//! //! check: ok                                  or: EXP REF/guard-held @ 7, …  (rule/premise @ line)
//! //! race: none                                 or: Account.balance, …
//! //! deadlock: no                               or: yes
//! //! exception: none                            or: some, always
//! //! explore: complete                          or: too-big
//! //! serializable: yes                          or: no; of programs with atomic blocks
//! //! harm: yes                                  or: no; of those that are not: an outcome that no serial run has
//! ```
//!
//! For a program that cannot run, `run: cannot` stands for the last four. `proves: RULE, …` names rules that the
//! program is the witness of; `sole-cause: RULE/premise` says that the program is rejected, and accepted with that
//! premise switched off. Programs about atomicity say `atomicity: Account.read = (held this ? mover : atomic), line 6 =
//! cmpd` (for a method its body at any locks, for a block its atomicity with the locks held there) and `claims: ok`, or
//! the claims that fail, as under `check`. `system: NAME` names the type system that judges it, if that is not the
//! base. `option: …` gives arguments under which the verdict holds. Litmus tests say how their runs end under sequential consistency
//! (`sc: 0/1 1/0 1/1`) and with store buffers (`tso`, `pso`), by what `observed: threads` or `observed: heap` says: the ends of the forked
//! threads, or the fields of all objects.

mod header;
pub mod index;

pub use header::{Header, KEYS, program_text};
use include_dir::Dir;
#[cfg(not(target_arch = "wasm32"))]
use include_dir::include_dir;

#[cfg(not(target_arch = "wasm32"))]
static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR");

/// A page has the programs beside its engine, and loads them when they are wanted.
#[cfg(target_arch = "wasm32")]
static FILES: Dir<'_> = Dir::new("", &[]);

/// A program of the corpus.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its path below `corpus/`.
    pub path: &'static str,
    /// Its whole text.
    pub source: &'static str,
}

impl Entry {
    /// Header of the program.
    pub fn header(&self) -> Header {
        Header::read(self.source)
    }

    /// Returns true for a program with forms of Java above the calculus.
    pub fn is_java(&self) -> bool {
        self.source.contains("//! dialect: java\n")
    }
}

/// Every program, by path.
pub fn entries() -> Vec<Entry> {
    let mut found = Vec::new();
    let mut dirs = vec![&FILES];
    while let Some(dir) = dirs.pop() {
        dirs.extend(dir.dirs());
        for file in dir.files() {
            if file.path().extension().is_some_and(|e| e == "rfj")
                && let (Some(path), Some(source)) = (file.path().to_str(), file.contents_utf8())
            {
                found.push(Entry { path, source });
            }
        }
    }
    found.sort_by_key(|e| e.path);
    found
}

/// The program at a path below `corpus/`.
pub fn entry(path: &str) -> Option<Entry> {
    let file = FILES.get_file(path)?;
    Some(Entry { path: file.path().to_str()?, source: file.contents_utf8()? })
}

/// The programs in the base's notation: the system of owners has notation of its own.
pub fn plain_entries() -> Vec<Entry> {
    entries().into_iter().filter(|entry| !entry.header().system().starts_with("owners")).collect()
}

/// The shortest program whose sole reason for rejection by a system is a premise, given as `RULE/premise`: its path.
pub fn witness_of(system: &str, premise: &str) -> Option<&'static str> {
    shortest(system, "sole-cause", premise)
}

/// The shortest program that is the witness of a rule of a system: its path.
pub fn example_of(system: &str, rule: &str) -> Option<&'static str> {
    shortest(system, "proves", rule)
}

/// Table of `build.rs`: a system, a key and a value of it, and the path of the shortest program with that header line.
static SHORTEST: &[[&str; 4]] = include!(concat!(env!("OUT_DIR"), "/shortest.in"));

fn shortest(system: &str, key: &str, value: &str) -> Option<&'static str> {
    let found = SHORTEST.binary_search_by(|row| row[..3].cmp(&[system, key, value]));
    found.ok().map(|row| SHORTEST[row][3])
}
