//! Guards and ghost arguments from what runs show (specification, section 6, steps 2 to 4): resolve_locks and
//! resolve_polymorphic of FindLocks.

use super::seen::{Frame, Obj, Seen};
use crate::clauses::Lit;
use crate::fixpoint::Survivors;
use crate::slots::{Facts, Place};
use crate::system::System;
use racefree_grammar::ast::TypeId;
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_program::ClassId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// A lock that was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lock {
    /// A candidate.
    Known(Path),
    /// A new ghost of a class, by its number.
    Ghost(u32, u32),
}

/// Results for a whole program.
#[derive(Clone, Default, Debug)]
pub struct Found {
    /// Guards by field.
    pub guards: BTreeMap<u32, Lock>,
    /// Fields made final.
    pub finals: Vec<u32>,
    /// Classes made thread-local.
    pub local: Vec<u32>,
    /// Number of ghosts of each class.
    pub ghosts: BTreeMap<u32, u32>,
    /// Arguments by occurrence and ghost.
    pub args: BTreeMap<(TypeId, u32), Lock>,
    /// Fields for which nothing was found.
    pub failed: Vec<u32>,
    /// Fields that no run accessed.
    pub unseen: Vec<u32>,
}

/// Relation of two ghosts if runs have shown the argument of only one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unseen {
    /// Equal: both have the same argument.
    IsEqual,
    /// Different: the other has another argument.
    Differs,
}

/// A lock set with the frame in which its lock is to be named.
type Named = (Frame, Vec<Obj>);

/// Position of an occurrence of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Occurs {
    Extends,
    Field(u32),
    Bound,
    New,
    Let,
}

/// State of the resolver.
pub struct Resolver<'a, 't> {
    system: &'a System<'t>,
    seen: &'a Seen,
    survivors: &'a Survivors,
    /// Occurrences of classes with the class in whose text they are, in program order.
    occurrences: FxHashMap<u32, Vec<(TypeId, Occurs, Option<u32>)>>,
    candidates: FxHashMap<TypeId, Vec<Path>>,
    /// Names are compared without their roots.
    unrooted: bool,
    found: Found,
}

impl<'a, 't> Resolver<'a, 't> {
    /// Resolver of a program. The candidates of occurrences are those of a system in which every class has a ghost.
    pub fn new(
        system: &'a System<'t>,
        with_ghosts: &System<'_>,
        seen: &'a Seen,
        survivors: &'a Survivors,
        facts: &Facts,
        unrooted: bool,
    ) -> Resolver<'a, 't> {
        let program = &system.template.program;
        let mut occurs: FxHashMap<TypeId, Occurs> = FxHashMap::default();
        for class in program.classes.iter() {
            class.extends.into_iter().for_each(|t| _ = occurs.insert(t, Occurs::Extends));
            for f in class.fields.indices() {
                occurs.insert(program.fields[f].ty, Occurs::Field(f as u32));
            }
            for m in program.methods_of(class) {
                occurs.insert(m.ret, Occurs::Bound);
                program.params_of(m).iter().for_each(|p| _ = occurs.insert(p.ty, Occurs::Bound));
            }
        }
        for expr in &program.exprs {
            if let racefree_grammar::ast::Expr::New(t) = *expr {
                occurs.insert(t, Occurs::New);
            }
        }
        let mut occurrences: FxHashMap<u32, Vec<(TypeId, Occurs, Option<u32>)>> = FxHashMap::default();
        for (t, class) in facts.class_of_type.iter().enumerate() {
            let ty = TypeId::new(t as u32);
            let span = program.ty(ty).span;
            if let Some(class) = *class {
                let kind = occurs.get(&ty).copied().unwrap_or(Occurs::Let);
                let owner = crate::edits::owner(program, span.start);
                occurrences.entry(class).or_default().push((ty, kind, owner));
            }
        }
        for list in occurrences.values_mut() {
            list.sort_by_key(|o| program.ty(o.0).span.start);
        }
        // Paths of the two systems differ by their tables; the names are the same.
        let mut candidates: FxHashMap<TypeId, Vec<Path>> = FxHashMap::default();
        for slot in &with_ghosts.slots {
            if let Place::Arg(t, 0) = slot.place {
                candidates.entry(t).or_default().extend(&slot.candidates);
            }
        }
        let found = Found::default();
        Resolver { system, seen, survivors, occurrences, candidates, unrooted, found }
    }

    /// Step 2, and 4. Fields that are refused get no ghost.
    pub fn resolve_locks(mut self, paths: &System<'_>, refused: &FxHashSet<u32>, unseen: Unseen) -> Found {
        let program = &self.system.template.program;
        let closed = self.system.slots.iter().filter_map(|s| match s.place {
            Place::Guard(f) => Some((f, s)),
            _ => None,
        });
        let mut slots: Vec<_> = closed.collect();
        slots.sort_by_key(|s| s.0);
        for (f, slot) in slots {
            let fin = self.system.finals[f as usize];
            if fin != Lit::FALSE && self.survivors.has(fin) {
                self.found.finals.push(f);
                continue;
            }
            let Some(cells) = self.seen.cells.get(&f) else {
                self.found.unseen.push(f);
                continue;
            };
            let sets: Vec<(Obj, Vec<Obj>)> = cells.iter().map(|(o, cell)| (*o, self.seen.lockset(*o, cell))).collect();
            let named: Vec<Named> = sets.iter().map(|(o, s)| (vec![(Name::THIS, *o)], s.clone())).collect();
            let guard = slot.candidates.iter().copied().find(|&l| self.names(self.system, l, &named));
            if let Some(l) = guard {
                self.found.guards.insert(f, Lock::Known(l));
                continue;
            }
            let owner = self.system.cx.heard.class_of_field(f);
            let class = self.system.cx.classes.declared(owner).unwrap_or(0);
            let named = sets.iter().all(|(_, s)| !s.is_empty()) && !refused.contains(&f);
            if named && program.classes[class as usize].ghosts.is_empty() {
                let before = self.found.clone();
                let ghost = self.new_ghost(class);
                let mut family = BTreeMap::from([(class, ghost)]);
                if self.resolve_polymorphic(paths, &sets, class, ghost, &mut family) {
                    self.found.guards.insert(f, Lock::Ghost(class, ghost));
                    continue;
                }
                self.found = before;
            }
            let local = self.system.local[class as usize];
            if local != Lit::FALSE && self.survivors.has(local) && self.is_local(owner) {
                if !self.found.local.contains(&class) {
                    self.found.local.push(class);
                }
                continue;
            }
            self.found.failed.push(f);
        }
        self.merge(unseen);
        self.found
    }

    /// Returns true if each object of a class was used only by the thread that made it.
    fn is_local(&self, class: ClassId) -> bool {
        self.seen.are_local(|of| self.system.cx.classes.below(of, class))
    }

    fn new_ghost(&mut self, class: u32) -> u32 {
        let many = self.found.ghosts.entry(class).or_default();
        *many += 1;
        *many - 1
    }

    /// Returns true if a path names a lock of the set in every frame.
    fn names(&self, of: &System<'_>, l: Path, all: &[Named]) -> bool {
        if self.unrooted {
            // A name without its root is held if some held lock is at the end of such fields of any object.
            let fields = of.cx.types.paths.fields_of(l);
            return all.iter().all(|(frame, set)| {
                let own = self.seen.denotes(of, l, frame).is_some_and(|o| set.contains(&o));
                own || !fields.is_empty() && set.iter().any(|&o| self.is_at_end(&fields, o))
            });
        }
        all.iter().all(|(frame, set)| self.seen.denotes(of, l, frame).is_some_and(|o| set.contains(&o)))
    }

    /// Returns true if an object is at the end of these fields of some object.
    fn is_at_end(&self, fields: &[Name], o: Obj) -> bool {
        let Some(&last) = fields.last() else { return false };
        let program = &self.system.template.program;
        let mut named = (0..program.fields.len()).filter(|&f| program.fields[f].name == last);
        named.any(|f| self.seen.stored_in(f as u32, o).next().is_some())
    }

    /// Step 3, for each occurrence of a class that gets a ghost: whether there is an argument everywhere.
    fn resolve_polymorphic(
        &mut self,
        paths: &System<'_>,
        sets: &[(Obj, Vec<Obj>)],
        class: u32,
        ghost: u32,
        family: &mut BTreeMap<u32, u32>,
    ) -> bool {
        for (t, kind, owner) in self.occurrences.get(&class).cloned().unwrap_or_default() {
            if self.found.args.contains_key(&(t, ghost)) {
                continue;
            }
            // The rule for recursion, so that it ends.
            if let Some(&own) = owner.and_then(|owner| family.get(&owner)) {
                let owner = owner.unwrap_or(class);
                self.found.args.insert((t, ghost), Lock::Ghost(owner, own));
                continue;
            }
            let named = match kind {
                Occurs::Let => continue,
                Occurs::Extends => {
                    let Some(sub) = owner else { return false };
                    let below = self.subclass_sets(sub, sets);
                    if !self.hand_on(paths, &below, (t, ghost), sub, family) {
                        return false;
                    }
                    continue;
                }
                Occurs::New | Occurs::Field(_) | Occurs::Bound => self.named_at(t, kind, sets),
            };
            if named.is_empty() {
                continue;
            }
            let candidates = self.candidates.get(&t).cloned().unwrap_or_default();
            if let Some(l) = candidates.into_iter().find(|&l| self.names(paths, l, &named)) {
                self.found.args.insert((t, ghost), Lock::Known(l));
                continue;
            }
            let Some(around) = owner else { return false };
            if !self.system.template.program.classes[around as usize].ghosts.is_empty() {
                return false;
            }
            let this = |(frame, s): &Named| {
                let this = frame.iter().find(|(name, _)| *name == Name::THIS)?;
                Some((this.1, s.clone()))
            };
            let around_sets: Vec<(Obj, Vec<Obj>)> = named.iter().filter_map(this).collect();
            if !self.hand_on(paths, &around_sets, (t, ghost), around, family) {
                return false;
            }
        }
        true
    }

    /// Gives the ghost's position in a type a new ghost of the class around it, or of the subclass.
    fn hand_on(
        &mut self,
        paths: &System<'_>,
        sets: &[(Obj, Vec<Obj>)],
        at: (TypeId, u32),
        to: u32,
        family: &mut BTreeMap<u32, u32>,
    ) -> bool {
        let new = self.new_ghost(to);
        family.insert(to, new);
        self.found.args.insert(at, Lock::Ghost(to, new));
        self.resolve_polymorphic(paths, sets, to, new, family)
    }

    /// The frames in which objects occurred at a type, with the locks of these objects.
    fn named_at(&self, t: TypeId, kind: Occurs, sets: &[(Obj, Vec<Obj>)]) -> Vec<Named> {
        let frames = |o: Obj| -> Vec<Frame> {
            match kind {
                Occurs::New => {
                    self.seen.alloc(o).filter(|(ty, _)| *ty == t).map(|(_, frame)| frame).into_iter().collect()
                }
                Occurs::Field(f) => self.seen.stored_in(f, o).map(|into| vec![(Name::THIS, into)]).collect(),
                Occurs::Bound => self.seen.bound(t, o),
                Occurs::Let | Occurs::Extends => Vec::new(),
            }
        };
        sets.iter().flat_map(|(o, s)| frames(*o).into_iter().map(|frame| (frame, s.clone()))).collect()
    }

    fn subclass_sets(&self, sub: u32, sets: &[(Obj, Vec<Obj>)]) -> Vec<(Obj, Vec<Obj>)> {
        let id = self.system.cx.classes.of_declaration(sub as usize);
        let is_below = |o: &Obj| self.seen.class(*o).is_some_and(|class| self.system.cx.classes.below(class, id));
        sets.iter().filter(|(o, _)| is_below(o)).cloned().collect()
    }

    /// Step 4: two ghosts of a class with equal arguments everywhere are one.
    fn merge(&mut self, unseen: Unseen) {
        while let Some((class, kept, gone)) = self.equal_ghosts(unseen) {
            let rename = |lock: Lock| match lock {
                Lock::Ghost(c, i) if c == class && i == gone => Lock::Ghost(c, kept),
                Lock::Ghost(c, i) if c == class && i > gone => Lock::Ghost(c, i - 1),
                other => other,
            };
            let of_class: Vec<TypeId> =
                self.occurrences.get(&class).into_iter().flatten().map(|occurrence| occurrence.0).collect();
            let args = std::mem::take(&mut self.found.args);
            for ((t, i), lock) in args {
                let here = of_class.contains(&t);
                let i = match i {
                    // An observation of one ghost holds for both.
                    i if here && i == gone => {
                        self.found.args.entry((t, kept)).or_insert(rename(lock));
                        continue;
                    }
                    i if here && i > gone => i - 1,
                    i => i,
                };
                self.found.args.insert((t, i), rename(lock));
            }
            self.found.guards.values_mut().for_each(|lock| *lock = rename(*lock));
            if let Some(many) = self.found.ghosts.get_mut(&class) {
                *many -= 1;
            }
        }
    }

    fn equal_ghosts(&self, unseen: Unseen) -> Option<(u32, u32, u32)> {
        for (&class, &many) in &self.found.ghosts {
            for (i, j) in (0..many).flat_map(|j| (0..j).map(move |i| (i, j))) {
                let same = |a: Option<&Lock>, b: Option<&Lock>| match (a, b) {
                    (Some(Lock::Ghost(c, a)), Some(Lock::Ghost(d, b))) => {
                        c == d && (a == b || *c == class && *a == i && *b == j)
                    }
                    (None, Some(_)) | (Some(_), None) => unseen == Unseen::IsEqual,
                    (a, b) => a == b,
                };
                let mut all = self.occurrences.get(&class).into_iter().flatten();
                let args = &self.found.args;
                if all.all(|&(t, ..)| same(args.get(&(t, i)), args.get(&(t, j)))) {
                    return Some((class, i, j));
                }
            }
        }
        None
    }
}
