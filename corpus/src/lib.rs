//! The corpus: programs of RaceFreeJava, one idea each, in folders by where they come from. The `//!` lines at the top of
//! each say what must be true of it.
//!
//! ```text
//! //! Bank account, the client locks            a title, then whatever prose helps a learner
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
//! Where a program cannot run, `run: cannot` stands for the last four. `proves: RULE, …` names rules that the program is
//! the witness of; `sole-cause: RULE/premise` says that the program is rejected, and accepted with that premise switched
//! off. Programs about atomicity say `atomicity: Account.read = (held this ? mover : atomic), line 6 = cmpd` (of a method its body
//! at any locks, of a block what it is with the locks held there) and `claims: ok`, or the claims that fail, as under `check`. `system: NAME` says by which type system it is judged, if that is not the base. `option: …` gives arguments that the verdict holds under.

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

/// What a program says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The first line.
    pub title: String,
    /// The prose after it.
    pub prose: Vec<String>,
    /// The other lines, as key and value, in order.
    pub claims: Vec<(String, String)>,
}

/// The keys that a header line can have; any other line is prose.
pub const KEYS: [&str; 16] = [
    "source",
    "system",
    "check",
    "race",
    "deadlock",
    "exception",
    "explore",
    "serializable",
    "harm",
    "run",
    "infer",
    "proves",
    "sole-cause",
    "option",
    "atomicity",
    "claims",
];

impl Header {
    /// Reads the `//!` lines at the top of a program.
    pub fn read(source: &str) -> Header {
        let mut header = Header::default();
        for line in source.lines().map_while(|line| line.strip_prefix("//!")) {
            let line = line.trim();
            match line.split_once(':') {
                Some((key, value)) if KEYS.contains(&key.trim()) => {
                    header.claims.push((key.trim().to_owned(), value.trim().to_owned()));
                }
                _ if header.title.is_empty() => line.clone_into(&mut header.title),
                _ => header.prose.push(line.to_owned()),
            }
        }
        header
    }

    /// The value of a key.
    pub fn claim(&self, key: &str) -> Option<&str> {
        self.claims.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }

    /// The type system that the program is of.
    pub fn system(&self) -> &str {
        self.claim("system").unwrap_or("base")
    }

    /// The values of a key that lists several, separated by commas.
    pub fn list(&self, key: &str) -> Vec<&str> {
        self.claims.iter().filter(|(k, _)| k == key).flat_map(|(_, v)| v.split(',')).map(str::trim).collect()
    }
}

impl Entry {
    /// What the program says of itself.
    pub fn header(&self) -> Header {
        Header::read(self.source)
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

/// The programs in the words of the base: those of the system of owners have words of their own.
pub fn plain_entries() -> Vec<Entry> {
    entries().into_iter().filter(|entry| !entry.header().system().starts_with("owners")).collect()
}

/// The shortest program whose sole reason for rejection by a system is a premise, given as `RULE/premise`.
pub fn witness_of(system: &str, premise: &str) -> Option<Entry> {
    shortest(system, "sole-cause", premise)
}

/// The shortest program that is the witness of a rule of a system.
pub fn example_of(system: &str, rule: &str) -> Option<Entry> {
    shortest(system, "proves", rule)
}

fn shortest(system: &str, key: &str, value: &str) -> Option<Entry> {
    let claims = |e: &Entry| Some(e.header()).is_some_and(|h| h.system() == system && h.list(key).contains(&value));
    entries().into_iter().filter(claims).min_by_key(|e| program_text(e.source).len())
}

/// A program without its `//!` lines.
pub fn program_text(source: &str) -> &str {
    let mut rest = source;
    while rest.starts_with("//!") {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    rest.trim_start_matches('\n')
}
