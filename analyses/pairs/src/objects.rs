//! Abstract objects: strings of allocation sites, an object's own and then its maker's, cut to the length that k allows, and
//! interned. A context is such a string too (section 3: ctx(h) = h), ε is the empty one.

use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use racefree_program::ClassId;
use rustc_hash::FxHashMap;

racefree_grammar::index! {
    /// A string of sites.
    ObjId;
}

impl ObjId {
    /// ε
    pub const EMPTY: ObjId = ObjId(0);
}

/// Maker of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Maker {
    /// A node.
    Node(ExprId),
    /// lit(t): by no node, it is there from the beginning.
    Literal(Name),
}

/// A string, by its first site and the rest.
#[derive(Clone, Copy, Debug)]
struct Entry {
    maker: Maker,
    rest: ObjId,
    len: u32,
    /// This string, cut so that one more site fits in front.
    cut: ObjId,
    class: ClassId,
}

/// All strings.
#[derive(Debug)]
pub struct Objects {
    entries: Vec<Entry>,
    ids: FxHashMap<(Maker, ObjId), ObjId>,
    /// max(k, 1)
    longest: u32,
    /// A string has been cut.
    pub cut: bool,
}

impl Objects {
    /// ε alone.
    pub fn new(k: u32) -> Objects {
        let empty = Entry {
            maker: Maker::Node(ExprId::new(u32::MAX)),
            rest: ObjId::EMPTY,
            len: 0,
            cut: ObjId::EMPTY,
            class: ClassId::OBJECT,
        };
        Objects { entries: vec![empty], ids: FxHashMap::default(), longest: k.max(1), cut: false }
    }

    fn intern(&mut self, maker: Maker, rest: ObjId, class: ClassId) -> ObjId {
        if let Some(&id) = self.ids.get(&(maker, rest)) {
            return id;
        }
        let len = self.entries[rest.index()].len + 1;
        let cut = if len < self.longest { None } else { Some(self.shortened(maker, rest, class, self.longest - 1)) };
        let id = ObjId(self.entries.len() as u32);
        self.entries.push(Entry { maker, rest, len, cut: cut.unwrap_or(id), class });
        self.ids.insert((maker, rest), id);
        id
    }

    /// The first `len` sites of maker·rest.
    fn shortened(&mut self, maker: Maker, rest: ObjId, class: ClassId, len: u32) -> ObjId {
        if len == 0 {
            return ObjId::EMPTY;
        }
        let Entry { maker: next, rest: further, class: its, len: has, .. } = self.entries[rest.index()];
        let rest = if has < len { rest } else { self.shortened(next, further, its, len - 1) };
        self.intern(maker, rest, class)
    }

    /// heap(n,c)
    pub fn heap(&mut self, n: ExprId, c: ObjId, class: ClassId) -> ObjId {
        let rest = self.entries[c.index()].cut;
        self.cut |= rest != c;
        self.intern(Maker::Node(n), rest, class)
    }

    /// lit(t)
    pub fn literal(&mut self, text: Name) -> ObjId {
        self.intern(Maker::Literal(text), ObjId::EMPTY, ClassId::STRING)
    }

    /// The object of the static members of a class of Java.
    pub fn constant(&mut self, name: Name, class: ClassId) -> ObjId {
        self.intern(Maker::Literal(name), ObjId::EMPTY, class)
    }

    /// True for an object of static members.
    pub fn is_constant(&self, h: ObjId) -> bool {
        matches!(self.maker(h), Maker::Literal(_)) && self.class(h) != ClassId::STRING
    }

    /// cls(h)
    #[inline]
    pub fn class(&self, h: ObjId) -> ClassId {
        self.entries[h.index()].class
    }

    /// Returns the maker of an object.
    pub fn maker(&self, h: ObjId) -> Maker {
        self.entries[h.index()].maker
    }

    /// The sites of a string, the first first.
    pub fn sites(&self, h: ObjId) -> impl Iterator<Item = Maker> + '_ {
        let mut at = h;
        std::iter::from_fn(move || {
            let entry = self.entries[at.index()];
            at = entry.rest;
            (entry.len > 0).then_some(entry.maker)
        })
    }

    /// Number of strings.
    #[allow(clippy::len_without_is_empty)] // ε is always there
    pub fn len(&self) -> usize {
        self.entries.len()
    }
}
