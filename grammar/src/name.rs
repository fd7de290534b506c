//! Names and string literals, interned: equal text, equal number.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::fmt;
use std::hash::{Hash, Hasher};

/// An interned identifier (class, field, method, variable or ghost name). Compare by `==`, print through [`Names::text`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub u32);

impl Name {
    /// The variable `this`, interned first in every table.
    pub const THIS: Name = Name(0);
    /// The predefined class `Object`.
    pub const OBJECT: Name = Name(1);
    /// The predefined class `String`.
    pub const STRING: Name = Name(2);
    /// The formal owner of a class that declares none, in programs of the dialect of owners alone: interned there next.
    pub const THIS_OWNER: Name = Name(3);
    /// A constructor that has no other name, in programs of the dialect of Java that were parsed: interned there next.
    pub(crate) const CONSTRUCTOR: Name = Name(3);
    /// A static initialiser, likewise.
    pub(crate) const STATIC: Name = Name(4);

    /// The position of this name in tables indexed by name.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// The table of all names of a program. String literals live in it too, so that one literal text is one number.
#[derive(Clone)]
pub struct Names {
    table: HashTable<Name>,
    /// All texts, one after the other.
    buffer: String,
    /// End of the text of each name; it starts at the end of the one before.
    ends: Vec<u32>,
}

impl Default for Names {
    fn default() -> Self {
        let mut names = Names { table: HashTable::new(), buffer: String::new(), ends: Vec::new() };
        for text in ["this", "Object", "String"] {
            names.intern(text);
        }
        names
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}

fn slice<'b>(buffer: &'b str, ends: &[u32], i: usize) -> &'b str {
    let start = if i == 0 { 0 } else { ends[i - 1] };
    &buffer[start as usize..ends[i] as usize]
}

impl Names {
    /// The name with this text, made if it is new.
    pub fn intern(&mut self, text: &str) -> Name {
        let hash_of = hash(text);
        if let Some(name) = self.find_by(hash_of, text) {
            return name;
        }
        let Names { table, buffer, ends } = self;
        let name = Name(ends.len() as u32);
        buffer.push_str(text);
        ends.push(buffer.len() as u32);
        table.insert_unique(hash_of, name, |n| hash(slice(buffer, ends, n.index())));
        name
    }

    #[inline]
    fn find_by(&self, hash_of: u64, text: &str) -> Option<Name> {
        self.table.find(hash_of, |n| slice(&self.buffer, &self.ends, n.index()) == text).copied()
    }

    /// The name with this text, if the program has it.
    pub fn find(&self, text: &str) -> Option<Name> {
        self.find_by(hash(text), text)
    }

    /// A text that is no name yet: this one, with underscores behind it as far as they are needed.
    pub fn unused(&self, text: &str) -> String {
        let mut text = text.to_owned();
        while self.find(&text).is_some() {
            text.push('_');
        }
        text
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        slice(&self.buffer, &self.ends, name.index())
    }

    /// Number of names; every [`Name::index`] is below it.
    #[allow(clippy::len_without_is_empty)] // never empty: `this`, `Object` and `String` are always there
    pub fn len(&self) -> usize {
        self.ends.len()
    }
}
