//! Declared atomicities of trees.

use super::Path;
use super::build::Builder;
use super::read::Reader;
use racefree_grammar::ast::{self, AtomId, Basic};

/// `a ::= α | (held l ? a : b)`
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Declared {
    /// α
    Is(Basic),
    /// `(held l ? a : b)`
    Held(Path, Box<Declared>, Box<Declared>),
}

impl Declared {
    /// (held l ? a : b)
    pub fn held(l: Path, a: Declared, b: Declared) -> Declared {
        Declared::Held(l, Box::new(a), Box::new(b))
    }

    /// The locks that it tests, to change.
    pub fn locks_mut(&mut self, f: &mut dyn FnMut(&mut Path)) {
        if let Declared::Held(l, a, b) = self {
            f(l);
            a.locks_mut(f);
            b.locks_mut(f);
        }
    }

    /// All that it is in some case, to change.
    pub fn basics_mut(&mut self, f: &mut dyn FnMut(&mut Basic)) {
        match self {
            Declared::Is(basic) => f(basic),
            Declared::Held(_, a, b) => {
                a.basics_mut(f);
                b.basics_mut(f);
            }
        }
    }

    /// Number of tokens.
    pub fn tokens(&self) -> usize {
        match self {
            Declared::Is(_) => 1,
            Declared::Held(l, a, b) => 6 + 2 * l.fields.len() + a.tokens() + b.tokens(),
        }
    }

    /// Encoding of the declaration as bytes.
    pub fn bytes(&self, out: &mut Vec<u8>) {
        match self {
            Declared::Is(basic) => out.push(*basic as u8),
            Declared::Held(l, a, b) => {
                out.extend([u8::MAX, l.root, l.fields.len() as u8]);
                out.extend(l.fields.iter());
                a.bytes(out);
                b.bytes(out);
            }
        }
    }
}

impl Builder {
    pub(super) fn declared(&mut self, a: &Declared) -> AtomId {
        let atom = match a {
            Declared::Is(basic) => ast::Atom::Basic(*basic),
            Declared::Held(l, a, b) => {
                let (lock, then, otherwise) = (self.path(l), self.declared(a), self.declared(b));
                ast::Atom::Held { lock, then, otherwise }
            }
        };
        self.p.add_atom(atom)
    }
}

impl Reader<'_> {
    pub(super) fn declared(&self, a: AtomId) -> Option<Declared> {
        Some(match self.p.atom(a) {
            ast::Atom::Basic(basic) => Declared::Is(basic),
            ast::Atom::Held { lock, then, otherwise } => {
                Declared::held(self.path(lock)?, self.declared(then)?, self.declared(otherwise)?)
            }
        })
    }
}
