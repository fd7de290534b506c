//! Fresh (section 5): accesses to an object that no other thread can know yet. What leaks an object is noted while bodies are
//! walked through, and judged when all of them are known.
//!
//! (a) An init-write of field i, or an access of `this` in initialiser i, if no initialiser up to and including i leaks `this`.
//! (b) `x.f` in the body that has `let x = new C`, if no initialiser of C leaks `this`, no leaking use of x comes before, and
//! none shares with it a `while` inside the let.

use super::{BodyKind, Facts, LoopId, Site, VarId};
use crate::budget::Watch;
use crate::options::Mistake;
use racefree_grammar::name::Name;
use racefree_program::ClassId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Use of the value of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// Target of a load or store, lock, operand of `==` or `!=`, printed, or dropped.
    Harmless,
    /// Anything else.
    Leaks,
}

/// Point of an event on the object of a variable: its place in the evaluation order, and the outermost loop around it
/// that is inside the scope.
#[derive(Clone, Copy)]
struct At {
    order: u32,
    inner: Option<LoopId>,
}

/// Context of a leaking use.
#[derive(Clone, Copy)]
pub(super) struct Leak {
    /// True in a written type.
    pub in_type: bool,
    /// True in a fork inside the scope.
    pub in_fork: bool,
}

/// Events on the object of one variable.
#[derive(Default)]
struct Noted {
    /// `let x = new C`; none for `this` of an initialiser.
    class: Option<ClassId>,
    /// Number of loops around the let.
    depth: usize,
    /// Leaking uses.
    leaks: Vec<(At, Leak)>,
    accesses: Vec<(usize, Option<LoopId>)>,
    /// Constructors called on it.
    constructed: Vec<(At, Name)>,
}

/// Events on fresh objects.
pub(super) struct Notes {
    of: FxHashMap<VarId, Noted>,
    /// For each field, its init-write.
    init_writes: Vec<(usize, usize)>,
    mistake: Option<Mistake>,
}

impl Notes {
    pub(super) fn new(mistake: Option<Mistake>) -> Notes {
        Notes { of: FxHashMap::default(), init_writes: Vec::new(), mistake }
    }

    pub(super) fn let_new(&mut self, v: VarId, class: ClassId, depth: usize) {
        self.of.insert(v, Noted { class: Some(class), depth, ..Noted::default() });
    }

    pub(super) fn init_write(&mut self, field: usize, access: usize) {
        self.init_writes.push((field, access));
    }

    pub(super) fn under_construction(&mut self, this: VarId) {
        self.of.insert(this, Noted::default());
    }

    pub(super) fn access(&mut self, v: VarId, access: usize, loops: &[LoopId]) {
        if let Some(noted) = self.of.get_mut(&v) {
            noted.accesses.push((access, loops.get(noted.depth).copied()));
        }
    }

    pub(super) fn leak(&mut self, v: VarId, order: u32, loops: &[LoopId], leak: Leak) {
        if let Some(noted) = self.of.get_mut(&v) {
            let inner = loops.get(noted.depth).copied();
            noted.leaks.push((At { order, inner }, leak));
        }
    }

    /// A constructor that is called on the object leaks it if its own code does.
    pub(super) fn construct(&mut self, v: VarId, order: u32, loops: &[LoopId], constructor: Name) {
        if let Some(noted) = self.of.get_mut(&v) {
            let inner = loops.get(noted.depth).copied();
            noted.constructed.push((At { order, inner }, constructor));
        }
    }

    /// Has the calls of constructors that leak `this` leak.
    fn constructors(&mut self, facts: &Facts<'_>, constructors: &FxHashMap<Name, usize>, watch: &Watch) {
        let this = |m: usize| facts.body(facts.methods[m]).formals[0];
        let mut leaking: FxHashSet<Name> = FxHashSet::default();
        loop {
            let leaks = |(name, m): (&Name, &usize)| {
                let noted = self.of.get(&this(*m))?;
                let leaks = !noted.leaks.is_empty() || noted.constructed.iter().any(|(_, c)| leaking.contains(c));
                (leaks && !leaking.contains(name)).then_some(*name)
            };
            let more: Vec<Name> = constructors.iter().filter_map(leaks).collect();
            if more.is_empty() || watch.look().is_some() {
                break;
            }
            leaking.extend(more);
        }
        for noted in self.of.values_mut() {
            let leaks = noted.constructed.iter().filter(|(_, c)| leaking.contains(c));
            let leak = Leak { in_type: false, in_fork: false };
            noted.leaks.extend(leaks.map(|&(at, _)| (at, leak)).collect::<Vec<_>>());
        }
    }

    /// Marks the accesses that are fresh.
    pub(super) fn finish(mut self, facts: &mut Facts<'_>, constructors: &FxHashMap<Name, usize>, watch: &Watch) {
        if watch.look().is_some() {
            return;
        }
        self.constructors(facts, constructors, watch);
        let ghosts_run = !facts.ghosts.is_empty();
        for noted in self.of.values_mut() {
            noted.leaks.retain(|(_, leak)| match self.mistake {
                Some(Mistake::OnlyForksLeak) => leak.in_fork,
                Some(Mistake::ForksLeakNothing) => !leak.in_fork,
                Some(Mistake::InitialisersLeakNothing) => noted.class.is_some(),
                _ => !leak.in_type || ghosts_run,
            });
        }
        // For each field, true if an initialiser up to and including its own leaks `this`; superclasses come first.
        let mut leaks = vec![false; facts.inits.len()];
        let mut by_class = vec![false; facts.resolved.len()];
        let classes: Vec<ClassId> = facts.resolved.iter().map(|(c, _)| c).collect();
        for class in classes {
            let mut leaked = facts.resolved.get(class).superclass().is_some_and(|s| by_class[s.index()]);
            for f in facts.resolved.decl(class).map_or(Default::default(), |c| c.fields).indices() {
                let this = facts.body(facts.inits[f]).formals[0];
                leaked |= self.of.get(&this).is_some_and(|n| !n.leaks.is_empty());
                leaks[f] = leaked;
            }
            by_class[class.index()] = leaked;
        }
        for &(field, access) in &self.init_writes {
            facts.accesses[access].fresh = !leaks[field];
        }
        for (v, noted) in self.of.iter().take_while(|_| !watch.over()) {
            match (noted.class, facts.body(facts.var(*v).body).kind) {
                (None, BodyKind::Method(m)) => {
                    let class = facts.body(facts.methods[m as usize]).class;
                    if class.is_some_and(|c| by_class[c.index()]) {
                        continue;
                    }
                    mark(noted, facts, watch);
                }
                (Some(class), _) if !by_class[class.index()] => mark(noted, facts, watch),
                (None, BodyKind::Init(f)) if facts.var(*v).formal.is_some() && !leaks[f.index()] => {
                    noted.accesses.iter().for_each(|&(access, _)| facts.accesses[access].fresh = true);
                }
                _ => {}
            }
        }
    }
}

/// Marks the accesses before which nothing leaks the object.
fn mark(noted: &Noted, facts: &mut Facts<'_>, watch: &Watch) {
    for &(access, inner) in noted.accesses.iter().take_while(|_| !watch.over()) {
        let Site::Expr(n) = facts.accesses[access].site else { continue };
        let order = facts.node(n).order;
        let leaked = |&(l, _): &(At, Leak)| l.order < order || (l.inner.is_some() && l.inner == inner);
        facts.accesses[access].fresh = !noted.leaks.iter().any(leaked);
    }
}
