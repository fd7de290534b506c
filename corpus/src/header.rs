//! Header of a program. The build reads it too, for the tables of [`crate::witness_of`] and [`crate::example_of`].

/// Claims of a program about itself.
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
pub const KEYS: [&str; 23] = [
    "source",
    "level",
    "teaches",
    "system",
    "check",
    "assumed",
    "race",
    "deadlock",
    "exception",
    "explore",
    "observed",
    "sc",
    "tso",
    "pso",
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

/// A program without its `//!` lines.
pub fn program_text(source: &str) -> &str {
    let mut rest = source;
    while rest.starts_with("//!") {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    rest.trim_start_matches('\n')
}
