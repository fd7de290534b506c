//! Section 6: the locks that an access holds, as evidence that excludes it from another access of the same object.
//!
//! Held(b,c) is the intersection over all edges into (b,c) of what they hand on, ∅ for main and forks, the greatest solution. A
//! lock that only some of the paths hold removes no pair.

mod held;
mod terms;
mod unique;

pub use held::{Held, Holding};
pub use terms::{Step, Term, Terms};

use crate::facts::{Facts, VarId};
use crate::objects::{Maker, ObjId};
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A lock that is held, or evidence of one at an access.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Lock {
    /// Unique evidence: one concrete object, and a path of stable fields from it.
    Unique(ObjId, Vec<Name>),
    /// A held lock by its path from a variable of the body: no evidence as such.
    From(VarId, Vec<Step>),
    /// Relative evidence: its path from the accessed object.
    Relative(Vec<Step>),
    /// The paper's: an object that is all that the lock may be.
    Object(ObjId),
}

racefree_grammar::index! {
    /// A lock by its number.
    LockId;
}

/// A set of locks, sorted.
pub type LockSet = Rc<[LockId]>;

racefree_grammar::index! {
    /// A set of locks by its number.
    SetId;
}

impl SetId {
    /// No lock.
    pub const EMPTY: SetId = SetId(0);
}

/// All sets of locks that are held at the beginning of a body.
#[derive(Debug)]
struct Sets {
    all: Vec<LockSet>,
    ids: FxHashMap<LockSet, SetId>,
    /// Intersections, of the smaller number with the greater one.
    both: FxHashMap<(SetId, SetId), SetId>,
}

impl Sets {
    fn new() -> Sets {
        let mut sets = Sets { all: Vec::new(), ids: FxHashMap::default(), both: FxHashMap::default() };
        sets.id(LockSet::default());
        sets
    }

    fn id(&mut self, set: LockSet) -> SetId {
        let next = SetId(self.all.len() as u32);
        let id = *self.ids.entry(set.clone()).or_insert(next);
        if id == next {
            self.all.push(set);
        }
        id
    }

    fn get(&self, id: SetId) -> &LockSet {
        &self.all[id.index()]
    }

    /// The locks in both of two sets.
    fn both(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || a == SetId::EMPTY || b == SetId::EMPTY {
            return if a == b { a } else { SetId::EMPTY };
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.both.get(&key) {
            return known;
        }
        let (one, other) = (self.get(a), self.get(b));
        let common: LockSet = one.iter().copied().filter(|l| other.binary_search(l).is_ok()).collect();
        let both = self.id(common);
        self.both.insert(key, both);
        both
    }
}

/// All locks that were met.
#[derive(Default, Debug)]
pub struct Locks {
    all: Vec<Lock>,
    ids: FxHashMap<Lock, LockId>,
    /// The fields that have the half of a lock that several may hold, and its whole.
    halves: Option<(Name, Name)>,
}

impl Locks {
    /// The number of a lock.
    pub fn id(&mut self, lock: Lock) -> LockId {
        if let Some(&id) = self.ids.get(&lock) {
            return id;
        }
        let id = LockId(self.all.len() as u32);
        self.all.push(lock.clone());
        self.ids.insert(lock, id);
        id
    }

    /// Locks of a program, in which some may have a half for readers.
    pub(crate) fn of(halves: Option<(Name, Name)>) -> Locks {
        Locks { halves, ..Locks::default() }
    }

    /// Returns true if two sorted sets have a lock in common that not both of them may hold. Of one that several readers hold one of the two has
    /// the whole.
    pub fn exclude(&self, a: &[LockId], b: &[LockId]) -> bool {
        let excludes = |l: LockId| match self.whole(l) {
            Some(whole) => whole.is_some_and(|whole| a.contains(&whole) || b.contains(&whole)),
            None => true,
        };
        meet(a, b) && a.iter().any(|&l| b.binary_search(&l).is_ok() && excludes(l))
    }

    /// Of the half of a lock that several may hold: the whole, if it was met.
    fn whole(&self, l: LockId) -> Option<Option<LockId>> {
        let (half, whole) = self.halves?;
        let mut lock = self.get(l).clone();
        match &mut lock {
            Lock::Unique(_, path) => *path.last_mut().filter(|f| **f == half)? = whole,
            Lock::From(_, path) | Lock::Relative(path) => path.last_mut().filter(|s| s.field == half)?.field = whole,
            Lock::Object(_) => return None,
        }
        Some(self.ids.get(&lock).copied())
    }

    /// A lock.
    pub fn get(&self, id: LockId) -> &Lock {
        &self.all[id.0 as usize]
    }
}

/// Returns true if two sorted sets have an element in common.
pub fn meet(a: &[LockId], b: &[LockId]) -> bool {
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
        }
    }
    false
}

/// A set of locks from a list.
pub(crate) fn set(mut locks: Vec<LockId>) -> LockSet {
    locks.sort_unstable();
    locks.dedup();
    locks.into()
}

/// An object as its class and the lines that make it: `Node@12/30`; of one that a harness makes the class alone.
pub fn object_text(
    facts: &Facts<'_>,
    objects: &crate::objects::Objects,
    h: ObjId,
    line: impl Fn(racefree_grammar::Span) -> String,
) -> String {
    if objects.is_constant(h)
        && let Maker::Literal(text) = objects.maker(h)
    {
        return facts.program().text(text).to_owned();
    }
    let class = facts.program().text(facts.resolved.get(objects.class(h)).name);
    // Static code makes objects for no object.
    let is_static = |m: &Maker| matches!(m, Maker::Literal(text) if facts.program().class_of_constant(*text).is_some());
    let sites = objects.sites(h).filter(|m| !is_static(m)).map(|m| match m {
        Maker::Node(n) => line(facts.program().span(n)),
        Maker::Literal(text) => format!("{:?}", facts.program().text(text)),
    });
    let sites: Vec<String> = sites.filter(|site| !site.is_empty()).collect();
    if sites.is_empty() { class.to_owned() } else { format!("{class}@{}", sites.join("/")) }
}

/// Evidence in words.
pub fn text(
    facts: &Facts<'_>,
    objects: &crate::objects::Objects,
    lock: &Lock,
    line: impl Fn(racefree_grammar::Span) -> String,
) -> String {
    let name = |f: Name| facts.program().text(f);
    let steps = |steps: &[Step]| -> String {
        steps
            .iter()
            .map(|s| if s.back { format!("~{}", name(s.field)) } else { format!(".{}", name(s.field)) })
            .collect()
    };
    match lock {
        Lock::Unique(h, path) => {
            let path: String = path.iter().map(|&f| format!(".{}", name(f))).collect();
            format!("{}{path}", object_text(facts, objects, *h, line))
        }
        Lock::From(v, path) => format!("{}{}", name(facts.var(*v).name), steps(path)),
        Lock::Relative(path) => format!("the object{}", steps(path)),
        Lock::Object(h) => object_text(facts, objects, *h, line),
    }
}
