//! Type arguments that are not written: each is a hole, which arguments, results and the place of a call fill.
//!
//! A hole keeps what is known of it, and stays open until the end of the code: what a later use says still counts (`new ArrayList<>()` that is passed
//! to a method). Java decides earlier; in programs that are right the answers agree where members are looked up.

use super::Attributor;
use crate::subtyping::Sure;
use crate::types::{Shape, Ty};
use racefree_grammar::stack::deep;

/// A type argument to be found. [`Ty::UNKNOWN`] stands for nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hole {
    /// It is this.
    equal: Ty,
    /// It is at least this.
    lower: Ty,
    /// It is at most this.
    upper: Ty,
    /// The erased bound of the type parameter.
    bound: Ty,
}

impl Attributor<'_, '_> {
    /// Makes a hole for a type parameter with this bound.
    pub(super) fn hole(&mut self, bound: Ty) -> Ty {
        let number = self.holes.len() as u32;
        self.holes.push(Hole { equal: Ty::UNKNOWN, lower: Ty::UNKNOWN, upper: Ty::UNKNOWN, bound });
        self.java.types.of(Shape::Hole(number))
    }

    fn change(&mut self, number: u32, change: impl FnOnce(&mut Hole)) {
        let hole = &mut self.holes[number as usize];
        if let Some(tried) = &mut self.tried {
            tried.push((number, *hole));
        }
        change(hole);
    }

    /// Asks something in which holes are filled, and takes that back. The answer is no if what is known of a hole contradicts itself then.
    pub(super) fn tries(&mut self, ask: impl FnOnce(&mut Self) -> Sure) -> Sure {
        let (since, around) = (self.holes.len(), self.tried.replace(Vec::new()));
        let mut answer = ask(self);
        let tried = std::mem::replace(&mut self.tried, around).unwrap_or_default();
        for (number, _) in &tried {
            let Hole { equal, lower, upper, .. } = self.holes[*number as usize];
            let [equal, lower, upper] = [equal, lower, upper].map(|ty| self.filled(ty));
            for (a, b) in [(lower, equal), (equal, upper), (lower, upper)] {
                if answer != Sure::No && a != Ty::UNKNOWN && b != Ty::UNKNOWN {
                    answer = answer.min(self.java.subtype(a, b));
                }
            }
        }
        for (number, before) in tried.into_iter().rev() {
            self.holes[number as usize] = before;
        }
        self.holes.truncate(since);
        answer
    }

    /// The type with what is found in the place of holes; holes of which nothing is known stay.
    pub(super) fn filled(&mut self, ty: Ty) -> Ty {
        if self.java.types.open(ty).holes { self.mapped(ty, false) } else { ty }
    }

    fn mapped(&mut self, ty: Ty, settles: bool) -> Ty {
        let holes = std::mem::take(&mut self.holes);
        let result = fill(self.java, &holes, ty, settles);
        self.holes = holes;
        result
    }

    /// The type of a value whose members are looked up: a hole of which nothing is known is the bound of its parameter.
    pub(super) fn found(&mut self, ty: Ty) -> Ty {
        let ty = self.filled(ty);
        let ty = match self.java.types.shape(ty) {
            Shape::Hole(number) => self.holes[number as usize].bound,
            _ => ty,
        };
        self.java.upper(ty)
    }

    /// The type without holes, at the end.
    pub(super) fn settled(&mut self, ty: Ty) -> Ty {
        if self.java.types.open(ty).holes { self.mapped(ty, true) } else { ty }
    }

    fn has_hole(&mut self, ty: Ty, number: u32) -> bool {
        match self.java.types.shape(ty) {
            _ if !self.java.types.open(ty).holes => false,
            Shape::Hole(n) => n == number,
            Shape::Array(part) | Shape::Extends(part) | Shape::Super(part) => deep(|| self.has_hole(part, number)),
            Shape::Class(_, list) | Shape::External(_, list) | Shape::Both(list) => {
                let items = self.java.types.items(list).to_vec();
                items.into_iter().any(|item| deep(|| self.has_hole(item, number)))
            }
            Shape::Unknown | Shape::Void | Shape::Null | Shape::Primitive(_) | Shape::Variable(_) | Shape::Any => false,
        }
    }

    /// The type that a hole can be bound to, if it is one: not itself, nor one that says nothing.
    fn bindable(&mut self, number: u32, ty: Ty) -> Option<Ty> {
        let ty = self.filled(ty);
        let ty = self.java.boxed(ty);
        let says = !matches!(ty, Ty::UNKNOWN | Ty::NULL | Ty::VOID);
        (says && !self.has_hole(ty, number)).then_some(ty)
    }

    /// Notes that `a` is a subtype of `b`, or can become a value of it.
    pub(super) fn below(&mut self, a: Ty, b: Ty) {
        if a == b || !(self.java.types.open(a).holes || self.java.types.open(b).holes) {
            return;
        }
        deep(|| match (self.java.types.shape(a), self.java.types.shape(b)) {
            (_, Shape::Hole(n)) => {
                if a == Ty::UNKNOWN && self.holes[n as usize].bound == self.java.known.object {
                    // It is something that is not known, and no object of nothing else.
                    self.change(n, |hole| hole.bound = Ty::UNKNOWN);
                }
                let a = self.java.upper(a);
                if let Some(a) = self.bindable(n, a) {
                    let lower = self.holes[n as usize].lower;
                    let lower = self.java.common(lower, a);
                    self.change(n, |hole| hole.lower = lower);
                    let equal = self.holes[n as usize].equal;
                    self.below(a, equal);
                }
            }
            (Shape::Hole(n), _) => {
                let b = self.java.upper(b);
                if let Some(b) = self.bindable(n, b) {
                    let hole = self.holes[n as usize];
                    let better = hole.upper == Ty::UNKNOWN || self.java.is_subtype(b, hole.upper);
                    if better {
                        self.change(n, |hole| hole.upper = b);
                    }
                    self.below(hole.lower, b);
                }
            }
            (_, Shape::Class(class, to)) => {
                let Some(seen) = self.java.as_super(a, class) else { return };
                let Shape::Class(_, from) = self.java.types.shape(seen) else { return };
                self.contained_lists(from, to);
            }
            (Shape::External(a, from), Shape::External(b, to)) if a == b => self.contained_lists(from, to),
            (Shape::Array(a), Shape::Array(b)) => self.below(a, b),
            (_, Shape::Extends(b)) => self.below(a, b),
            (Shape::Extends(a), _) => self.below(a, b),
            (_, Shape::Both(list)) => {
                let items = self.java.types.items(list).to_vec();
                items.into_iter().for_each(|item| self.below(a, item));
            }
            _ => {}
        });
    }

    fn contained_lists(&mut self, from: crate::types::List, to: crate::types::List) {
        let (from, to) = (self.java.types.items(from).to_vec(), self.java.types.items(to).to_vec());
        from.into_iter().zip(to).for_each(|(a, b)| self.contained(a, b));
    }

    /// Notes that the type argument `a` is one of those that `b` stands for.
    fn contained(&mut self, a: Ty, b: Ty) {
        match (self.java.types.shape(a), self.java.types.shape(b)) {
            (_, Shape::Extends(b)) => {
                let a = if let Shape::Extends(a) = self.java.types.shape(a) { a } else { a };
                self.below(a, b);
            }
            (Shape::Super(a), Shape::Super(b)) => self.below(b, a),
            (_, Shape::Super(b)) => self.below(b, a),
            (_, Shape::Any) => {}
            _ => self.same(a, b),
        }
    }

    /// Notes that both types are the same.
    pub(super) fn same(&mut self, a: Ty, b: Ty) {
        if a == b || !(self.java.types.open(a).holes || self.java.types.open(b).holes) {
            return;
        }
        deep(|| match (self.java.types.shape(a), self.java.types.shape(b)) {
            (Shape::Hole(n), _) => self.bind(n, b),
            (_, Shape::Hole(n)) => self.bind(n, a),
            (Shape::Class(a, from), Shape::Class(b, to)) if a == b => {
                let (from, to) = (self.java.types.items(from).to_vec(), self.java.types.items(to).to_vec());
                from.into_iter().zip(to).for_each(|(a, b)| self.same(a, b));
            }
            (Shape::Array(a), Shape::Array(b))
            | (Shape::Extends(a), Shape::Extends(b))
            | (Shape::Super(a), Shape::Super(b)) => self.same(a, b),
            _ => {}
        });
    }

    fn bind(&mut self, number: u32, ty: Ty) {
        let Some(ty) = self.bindable(number, ty) else { return };
        // A wildcard stands for one type of those that it allows.
        let ty = match self.java.types.shape(ty) {
            Shape::Extends(bound) | Shape::Super(bound) => bound,
            Shape::Any => self.java.known.object,
            _ => ty,
        };
        let hole = self.holes[number as usize];
        if hole.equal == Ty::UNKNOWN {
            self.change(number, |hole| hole.equal = ty);
            self.below(hole.lower, ty);
        } else {
            self.same(hole.equal, ty);
        }
    }

    /// Fills holes of a result of which nothing is known, from the type that is wanted.
    pub(super) fn wanted(&mut self, result: Ty, want: Ty) {
        let result = self.filled(result);
        if want == Ty::UNKNOWN || !self.java.types.open(result).holes {
            return;
        }
        let want = self.filled(want);
        let want = self.java.boxed(want);
        self.below(result, want);
    }
}

fn fill(java: &mut crate::Java, holes: &[Hole], ty: Ty, settles: bool) -> Ty {
    if !java.types.open(ty).holes {
        return ty;
    }
    if let Shape::Hole(number) = java.types.shape(ty) {
        let hole = holes[number as usize];
        let found = [hole.equal, hole.lower, hole.upper].into_iter().find(|ty| *ty != Ty::UNKNOWN);
        return match found {
            Some(found) => deep(|| fill(java, holes, found, settles)),
            None if settles => hole.bound,
            None => ty,
        };
    }
    java.map_parts(ty, &mut |java, part| fill(java, holes, part, settles))
}
