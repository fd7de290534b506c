//! Index of the programs: how hard each is, and the ideas that it teaches. The header says it (`level`, `teaches`), or else the folder and
//! the rules and claims of the header do, so that nothing is written for hundreds of programs by hand.

use crate::Header;

/// Levels, the easiest first. `level: lesson N` in a header makes a program the Nth of those to begin with.
pub const LEVELS: [&str; 4] = ["lesson", "beginner", "intermediate", "advanced"];

/// Level of the programs of a folder; of all others it is the last.
const FOLDERS: [(&str, &str); 9] = [
    ("beginners", "beginner"),
    ("flanagan-freund-2000", "beginner"),
    ("idioms", "beginner"),
    ("concurrent-java", "intermediate"),
    ("escapes", "intermediate"),
    ("rules", "intermediate"),
    ("syntax", "intermediate"),
    ("types-against-races", "intermediate"),
    ("why", "intermediate"),
];

/// Ideas of the rules and premises whose names hold a word; the first that fits.
const BY_RULE: [(&str, &str); 17] = [
    ("syntax", "syntax"),
    ("override", "overriding"),
    ("requires", "requires"),
    ("LOCAL CLASS", "thread-local classes"),
    ("SHAR", "thread-local classes"),
    ("shared", "thread-local classes"),
    ("guard", "guards"),
    ("FORK", "fork"),
    ("GHOST", "ghosts"),
    ("ghost", "ghosts"),
    ("INSTANTIATION", "ghosts"),
    ("arg", "ghosts"),
    ("FINAL", "final locks"),
    ("final", "final locks"),
    ("SYNC", "synchronized"),
    ("HOLDS", "aliases"),
    ("", "types"),
];

/// The level of a program at a path, and the place among the lessons if it is one.
pub fn level(path: &str, header: &Header) -> (&'static str, Option<u32>) {
    let said = header.claim("level").map(|level| level.split_once(' ').unwrap_or((level, "")));
    if let Some((level, place)) = said
        && let Some(known) = LEVELS.into_iter().find(|known| *known == level)
    {
        return (known, place.parse().ok());
    }
    let folder = path.split('/').next().unwrap_or_default();
    let of_base = matches!(header.system(), "base" | "concurrent-java");
    let found = FOLDERS.into_iter().find(|(name, _)| of_base && *name == folder);
    (found.map_or(LEVELS[LEVELS.len() - 1], |(_, level)| level), None)
}

/// The ideas of a program, each once.
pub fn ideas(header: &Header) -> Vec<String> {
    let said = header.list("teaches");
    if !said.is_empty() {
        return said.into_iter().map(str::to_owned).collect();
    }
    let mut ideas: Vec<&str> = Vec::new();
    let mut add = |idea| {
        if !ideas.contains(&idea) {
            ideas.push(idea);
        }
    };
    for system in header.system().split('+') {
        match system {
            "owners" => add("owners"),
            "atomicity" => add("atomicity"),
            _ => {}
        }
    }
    let race = header.claim("race");
    let rules = ["sole-cause", "check", "proves"].into_iter().flat_map(|key| header.list(key));
    for rule in rules.filter(|rule| *rule != "ok") {
        if rule.contains("-held") && race == Some("none") {
            add("false alarms");
        }
        if let Some((_, idea)) = BY_RULE.into_iter().find(|(word, _)| rule.contains(word)) {
            add(idea);
        }
    }
    for (key, nothing, idea) in
        [("race", "none", "races"), ("deadlock", "no", "deadlocks"), ("exception", "none", "exceptions")]
    {
        if header.claim(key).is_some_and(|found| found != nothing) {
            add(idea);
        }
    }
    ideas.into_iter().map(str::to_owned).collect()
}
