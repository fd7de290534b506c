//! Syntax inside annotation comments.

use super::{Annotation, Clause, GhostText, LockText, MONITOR, Misread, Notation};
use crate::kinds::premise_kind;
use racefree_grammar::Span;

/// Returns true for the text of a comment that may be one of annotations: behind `/*#` or `//#` comes a word in lower case, or a bracket.
/// Others, such as a line of signs, are comments for people.
pub fn is_annotation(comment: &str) -> bool {
    let inner = comment.strip_prefix("/*#").or_else(|| comment.strip_prefix("//#"));
    let begins = |text: &str| text.trim_start().starts_with(|c: char| c.is_ascii_lowercase() || c == '{' || c == '(');
    inner.is_some_and(begins) && !is_directive(comment)
}

/// Keywords of annotations.
const KEYWORDS: [&str; 11] = [
    "guarded_by",
    "requires",
    "elems_guarded_by",
    "thread_local",
    "thread_shared",
    "readonly",
    "holds",
    "no_warn",
    "atomic",
    "forks",
    "immediate",
];

/// Returns true for a line such as `//#ifdef TEST`, which is for another tool: it begins with a word that is none of ours, and has no such
/// word in it, however it is written.
pub fn is_directive(comment: &str) -> bool {
    let Some(text) = comment.strip_prefix("//#").filter(|text| text.starts_with(|c: char| c.is_ascii_lowercase()))
    else {
        return false;
    };
    let plain = |text: &str| text.to_lowercase().replace(['_', '-', ' '], "");
    let text = plain(text);
    !KEYWORDS.iter().any(|word| text.contains(&plain(word)))
}

/// Reads an annotation comment, from `/*#` or `//#` to its end, that stands at an offset. What cannot be read is reported, and what
/// comes before it counts.
pub fn read_comment(comment: &str, at: u32) -> (Vec<Annotation>, Vec<Misread>) {
    if !is_annotation(comment) {
        return (Vec::new(), Vec::new());
    }
    let inner = comment.get(3..).unwrap_or("");
    let inner = if comment.starts_with("/*") { inner.strip_suffix("*/").unwrap_or(inner) } else { inner };
    let mut reader = Reader { text: inner, pos: 0, at: at + 3, read: Vec::new(), wrong: Vec::new() };
    reader.skip_words();
    while reader.clause() {}
    (reader.read, reader.wrong)
}

/// Reads one lock, the whole of a text at an offset, as the string of an annotation has it.
pub(super) fn read_lock(text: &str, at: u32) -> Result<LockText, Misread> {
    let mut reader = Reader { text, pos: 0, at, read: Vec::new(), wrong: Vec::new() };
    let lock = reader.lock();
    reader.skip_blanks();
    let rest = reader.here();
    match lock {
        Some(lock) if reader.pos == text.len() => Ok(lock),
        Some(_) => Err(Misread { span: rest, message: "a lock ends before this".to_owned() }),
        None => Err(reader.wrong.remove(0)),
    }
}

/// Position in the text of a comment.
struct Reader<'t> {
    text: &'t str,
    pos: usize,
    /// Offset of the text.
    at: u32,
    read: Vec<Annotation>,
    wrong: Vec<Misread>,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.pos..]
    }

    fn offset(&self, pos: usize) -> u32 {
        self.at + pos as u32
    }

    /// Place of the next character, or the end.
    fn here(&self) -> Span {
        let len = self.rest().chars().next().map_or(0, char::len_utf8);
        Span::new(self.offset(self.pos), self.offset(self.pos + len))
    }

    fn since(&self, start: usize) -> Span {
        Span::new(self.offset(start), self.offset(self.pos))
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.pos += rest.len() - rest.trim_start().len();
    }

    /// Skips `(words)` behind the `#`.
    fn skip_words(&mut self) {
        if self.rest().starts_with('(') {
            self.pos += self.rest().find(')').map_or(self.rest().len(), |end| end + 1);
        }
    }

    fn takes(&mut self, sign: char) -> bool {
        self.skip_blanks();
        let taken = self.rest().starts_with(sign);
        self.pos += if taken { sign.len_utf8() } else { 0 };
        taken
    }

    fn word(&mut self) -> Option<&'t str> {
        self.skip_blanks();
        let rest = self.rest();
        let is_part = |c: char| c == '_' || c == '$' || c.is_alphanumeric();
        let len = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let word = &rest[..len];
        if word.is_empty() || word.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        self.pos += len;
        Some(word)
    }

    fn fails(&mut self, message: impl Into<String>) {
        let span = self.here();
        self.wrong.push(Misread { span, message: message.into() });
        self.pos = self.text.len();
    }

    /// Reads the next clause; false at the end.
    fn clause(&mut self) -> bool {
        while self.takes(';') {}
        self.skip_blanks();
        let start = self.pos;
        if self.rest().is_empty() {
            return false;
        }
        let clause = if self.takes('{') {
            self.braces()
        } else {
            let word = self.word();
            self.named(word, start)
        };
        if let Some(clause) = clause {
            let span = self.since(start);
            self.read.push(Annotation { clause, span, notation: Notation::Comment });
        }
        true
    }

    /// The clause of a keyword.
    fn named(&mut self, word: Option<&str>, start: usize) -> Option<Clause> {
        let clause = match word {
            Some("guarded_by") => Clause::GuardedBy(self.locks()?),
            Some("requires") => Clause::Requires(self.locks()?),
            Some("elems_guarded_by") => Clause::Elements(self.locks()?),
            Some("holds") => Clause::Holds(self.locks()?),
            Some("thread_local") => Clause::ThreadLocal,
            Some("thread_shared") => Clause::ThreadShared,
            Some("readonly") => Clause::Readonly,
            Some("atomic") => Clause::Atomic,
            Some("forks") => Clause::Forks,
            Some("immediate") => Clause::Immediate,
            Some("no_warn") => Clause::NoWarn(self.kinds()),
            other => {
                self.pos = start;
                let found = other.unwrap_or(self.rest()).lines().next().unwrap_or("").trim_end();
                let known = KEYWORDS.join(", ");
                self.fails(format!("`{found}` is no annotation; there are {known} and `{{…}}`"));
                return None;
            }
        };
        Some(clause)
    }

    /// `l, …`, one at least.
    fn locks(&mut self) -> Option<Vec<LockText>> {
        let mut locks = vec![self.lock()?];
        while self.takes(',') {
            locks.push(self.lock()?);
        }
        Some(locks)
    }

    /// A path, or the monitor of one, `synchronized(path)`; blanks are left out.
    fn lock(&mut self) -> Option<LockText> {
        self.skip_blanks();
        let start = self.pos;
        if self.word() == Some(MONITOR) && self.takes('(') {
            let inner = self.path()?;
            if !self.takes(')') {
                self.fails("`)` is missing");
                return None;
            }
            return Some(LockText { text: format!("{MONITOR}({})", inner.text), span: self.since(start) });
        }
        self.pos = start;
        self.path()
    }

    fn path(&mut self) -> Option<LockText> {
        self.skip_blanks();
        let (start, mut text) = (self.pos, String::new());
        loop {
            let Some(word) = self.word() else {
                self.fails("a lock is a path such as `this`, `this.f`, `C.class` or `x.f`");
                return None;
            };
            text.push_str(word);
            let end = self.pos;
            if self.takes('(') {
                if !self.takes(')') {
                    self.fails("a method that stands for a lock has no arguments: `m()`");
                    return None;
                }
                text.push_str("()");
            } else {
                self.pos = end;
            }
            let end = self.pos;
            if self.takes('[') {
                self.fails("an element of an array is no lock: it may be another object later");
                return None;
            }
            if !self.takes('.') {
                self.pos = end;
                return Some(LockText { text, span: self.since(start) });
            }
            text.push('.');
        }
    }

    /// The rest of `{ghost T x, …}` or `{l, …}`.
    fn braces(&mut self) -> Option<Clause> {
        let start = self.pos;
        let clause = if self.word() == Some("ghost") {
            self.pos = start;
            Clause::Ghosts(self.ghosts()?)
        } else {
            self.pos = start;
            Clause::Arguments(self.locks()?)
        };
        if !self.takes('}') {
            self.fails("`}` is missing");
            return None;
        }
        Some(clause)
    }

    fn ghosts(&mut self) -> Option<Vec<GhostText>> {
        let mut ghosts = Vec::new();
        loop {
            self.skip_blanks();
            let start = self.pos;
            // The keyword may be left out behind a comma, as in a list of declarations of one kind.
            let before = self.pos;
            if self.word() != Some("ghost") {
                self.pos = before;
            }
            let (Some(ty), Some(name)) = (self.lock(), self.word()) else {
                if self.wrong.is_empty() {
                    self.fails("a class parameter is written `ghost T x`");
                }
                return None;
            };
            ghosts.push(GhostText { ty: ty.text, name: name.to_owned(), span: self.since(start) });
            if !self.takes(',') {
                return Some(ghosts);
            }
        }
    }

    /// `KIND, …`, to the end of the comment or a `;`.
    fn kinds(&mut self) -> Vec<String> {
        let rest = self.rest();
        let len = rest.find([';', '\n']).unwrap_or(rest.len());
        self.pos += len;
        kinds_of(&rest[..len])
    }
}

/// Kinds in a list, in the spelling that kinds have: lower case with underscores.
pub(super) fn kinds_of(list: &str) -> Vec<String> {
    list.split(',').map(|kind| premise_kind(kind.trim())).filter(|kind| !kind.is_empty()).collect()
}
