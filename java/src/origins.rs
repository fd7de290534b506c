//! Names of the elaborated program as Java has them.

use crate::annotations::MONITOR;
use crate::spelling::plain;
use racefree_grammar::name::{Name, Names};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// Meaning of a name that elaboration made.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Meaning {
    /// The same thing under its Java name.
    Named(String),
    /// Field of the enclosing instance, whose class is this: `this.this$0` is `Outer.this`.
    Outer(String),
    /// Field of a captured variable: `this.val$x` is `x`.
    Captured(String),
}

/// Java names of what the elaboration named. Places need no map: every span of the program is one of the text.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    meanings: FxHashMap<String, Meaning>,
    /// Fields of explicit locks.
    explicit: FxHashSet<String>,
}

impl Origins {
    pub(crate) fn named(&mut self, made: &str, java: &str) {
        if made != java {
            self.meanings.insert(made.to_owned(), Meaning::Named(plain(java).into_owned()));
        }
    }

    pub(crate) fn explicit_lock(&mut self, field: &str) {
        self.explicit.insert(field.to_owned());
    }

    /// A lock as an annotation has it: the monitor of an explicit lock is another one than that of its methods.
    pub fn written_lock(&self, path: &str) -> String {
        let last = path.rsplit_once('.').map_or(path, |(_, last)| last);
        let java = self.in_java(path);
        if self.explicit.contains(last) { format!("{MONITOR}({java})") } else { java }
    }

    pub(crate) fn outer(&mut self, field: &str, class: &str) {
        self.meanings.insert(field.to_owned(), Meaning::Outer(plain(class).into_owned()));
    }

    pub(crate) fn captured(&mut self, field: &str, variable: &str) {
        self.meanings.insert(field.to_owned(), Meaning::Captured(plain(variable).into_owned()));
    }

    /// A name as Java has it.
    pub fn name<'n>(&'n self, names: &'n Names, name: Name) -> Cow<'n, str> {
        let made = names.text(name);
        match self.meanings.get(made) {
            Some(Meaning::Named(java) | Meaning::Outer(java) | Meaning::Captured(java)) => Cow::Borrowed(java),
            None => plain(made),
        }
    }

    /// A message about the elaborated program in Java's names: `this.this$0.f` becomes `Outer.this.f`, `C.class.f` becomes `C.f`.
    pub fn in_java(&self, message: &str) -> String {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
        let (mut out, mut rest) = (String::with_capacity(message.len()), message);
        while let Some(start) = rest.find(|c: char| is_part(c) && c != '.') {
            out.push_str(&rest[..start]);
            rest = &rest[start..];
            let len = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            // A dot at the end is one of the sentence.
            let word = rest[..len].trim_end_matches('.');
            self.path(word, &mut out);
            rest = &rest[word.len()..];
        }
        out.push_str(rest);
        out
    }

    /// Writes a path `x.f.g`.
    fn path(&self, path: &str, out: &mut String) {
        if !path.contains('$') && !path.contains(".class.") {
            out.push_str(path);
            return;
        }
        let begin = out.len();
        let segments: Vec<&str> = path.split('.').collect();
        for (i, segment) in segments.iter().enumerate() {
            let text = match self.meanings.get(*segment) {
                Some(Meaning::Outer(class)) => {
                    out.truncate(begin);
                    out.push_str(class);
                    ".this"
                }
                Some(Meaning::Captured(variable)) => {
                    out.truncate(begin);
                    variable
                }
                Some(Meaning::Named(java)) => java,
                None if *segment == "locked$" => continue,
                None if *segment == "read$" => "readLock()",
                None if *segment == "class" && i > 0 && i + 1 < segments.len() => continue,
                None if *segment == "class" && i > 0 && segments[i - 1] == "Some$lock" => continue,
                None => &plain(segment),
            };
            if out.len() > begin && !text.starts_with('.') {
                out.push('.');
            }
            out.push_str(text);
        }
    }
}
