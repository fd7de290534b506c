//! Header of an exercise: its `//!` lines, by key.

/// The keys that a line can have; any other line is prose.
const KEYS: [&str; 16] = [
    "exercise", "task", "points", "score", "hint", "option", "system", "ask", "at", "blank", "goal", "allow",
    "at-most", "keep", "forks", "source",
];

/// The lines of a header.
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// The first line.
    pub title: String,
    /// The prose after it.
    pub prose: Vec<String>,
    lines: Vec<(&'static str, String)>,
}

impl Header {
    /// Reads the `//!` lines at the top of a text.
    pub fn read(text: &str) -> Header {
        let mut header = Header::default();
        for line in text.lines().map_while(|line| line.strip_prefix("//!")) {
            let line = line.trim();
            let keyed = line.split_once(':').and_then(|(key, value)| {
                let key = KEYS.iter().find(|known| **known == key.trim())?;
                Some((*key, value.trim().to_owned()))
            });
            match keyed {
                Some(keyed) => header.lines.push(keyed),
                None if header.title.is_empty() => line.clone_into(&mut header.title),
                None => header.prose.push(line.to_owned()),
            }
        }
        header
    }

    /// The values of a key.
    pub fn all<'h>(&'h self, key: &str) -> impl Iterator<Item = &'h str> + use<'h> {
        let key = KEYS.iter().find(|known| **known == key).copied();
        self.lines.iter().filter(move |line| Some(line.0) == key).map(|line| line.1.as_str())
    }

    /// The value of a key that stands once.
    ///
    /// # Errors
    ///
    /// It stands more than once.
    pub fn one(&self, key: &str) -> Result<Option<&str>, String> {
        let mut all = self.all(key);
        let first = all.next();
        if all.next().is_some() {
            return Err(format!("there are two lines `{key}`"));
        }
        Ok(first)
    }

    /// The value of a key that stands once and may not be left out.
    ///
    /// # Errors
    ///
    /// It stands more than once, or not at all.
    pub fn needed(&self, key: &str) -> Result<&str, String> {
        self.one(key)?.filter(|value| !value.is_empty()).ok_or_else(|| format!("there is no line `{key}`"))
    }

    /// The elements of the lists that a key has for values: separated by commas outside of quotes.
    pub fn list(&self, key: &str) -> Vec<&str> {
        self.all(key).flat_map(commas).filter(|element| !element.is_empty()).collect()
    }

    /// Fails if a key stands there that means nothing for this kind of exercise.
    ///
    /// # Errors
    ///
    /// The key.
    pub fn only(&self, kind: &str, keys: &[&str]) -> Result<(), String> {
        let common = ["exercise", "task", "points", "score", "hint", "option", "system", "source"];
        let foreign = self.lines.iter().find(|line| !common.contains(&line.0) && !keys.contains(&line.0));
        foreign.map_or(Ok(()), |line| Err(format!("a `{kind}` exercise has no line `{}`", line.0)))
    }
}

/// The parts of a text between its commas, those in quotes aside.
pub fn commas(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut quoted) = (Vec::new(), 0, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}
