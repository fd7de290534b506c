//! The current E, D and ls: variables and formals in scope, what was moved, the locks held.

use crate::owner::{Formals, Lists, Owner, Ty};
use crate::typing::{Binding, EnvId, FIRST_LOCKS, LocksId, Mode, ONE_OTHER_THREAD, Typing};
use racefree_grammar::ast::Expr;
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_program::ClassId;
use smallvec::SmallVec;
use std::rc::Rc;

impl Typing<'_> {
    /// The number of the binding of a variable in E.
    #[inline]
    pub(crate) fn binding(&self, x: Name) -> Option<u32> {
        self.by_name.get(x.index())?.checked_sub(1)
    }

    /// E(x): its type as the current thread sees it.
    pub(crate) fn type_of(&mut self, binding: u32) -> Ty {
        let Binding { ty, level, .. } = self.bindings[binding as usize];
        if level >= self.level {
            return ty;
        }
        let number = if self.options.reads(ONE_OTHER_THREAD) { 1 } else { level + 1 };
        match ty {
            Ty::Class(class, owners) => {
                let owners = self.lists.get(owners);
                if !owners.contains(&Owner::THIS_THREAD) {
                    return ty;
                }
                let other = |o: &Owner| if *o == Owner::THIS_THREAD { Owner::Other(number) } else { *o };
                let owners: SmallVec<[Owner; 4]> = owners.iter().map(other).collect();
                Ty::Class(class, self.lists.add(&owners))
            }
            other => other,
        }
    }

    /// E, t x
    pub(crate) fn bind(&mut self, ty: Ty, name: Name, span: Span, ghost: bool) {
        let number = self.bindings.len() as u32;
        let hidden = std::mem::replace(&mut self.by_name[name.index()], number + 1);
        let (outer, level) = (self.env, self.level);
        self.bindings.push(Binding { outer, ty, name, span, ghost, level, hidden, moved: None, moves: 0 });
        self.env = EnvId(number + 1);
        self.uniques += u32::from(self.is_unique(ty));
    }

    /// E without the last binding.
    pub(crate) fn unbind(&mut self) {
        let Some(number) = self.env.0.checked_sub(1) else { return };
        let Binding { outer, ty, name, hidden, .. } = self.bindings[number as usize];
        self.by_name[name.index()] = hidden;
        self.env = outer;
        self.uniques -= u32::from(self.is_unique(ty));
    }

    /// Leaves all bindings.
    pub(crate) fn unbind_all(&mut self) {
        while self.env.0 > 0 {
            self.unbind();
        }
        self.moved.clear();
    }

    /// The last binding of an environment.
    pub fn last(&self, env: EnvId) -> Option<Binding> {
        env.0.checked_sub(1).map(|i| self.bindings[i as usize])
    }

    /// The bindings of an environment, the last first.
    pub(crate) fn env(&self, env: EnvId) -> impl Iterator<Item = Binding> {
        std::iter::successors(self.last(env), |binding| self.last(binding.outer))
    }

    /// True if a formal is in scope.
    pub(crate) fn has_formal(&self, f: Name) -> bool {
        self.formals.contains(&f)
    }

    /// True if a name that is no variable is a formal.
    pub(crate) fn is_formal(&self, f: Name) -> bool {
        self.has_formal(f) || self.class_formals.contains(&f)
    }

    /// True if a name means a formal: there is no such variable.
    pub(crate) fn means_formal(&self, x: Name) -> bool {
        self.binding(x).is_none() && self.is_formal(x)
    }

    /// Enters a class.
    pub(crate) fn enter(&mut self, class: Option<ClassId>) {
        self.class_formals = class.map_or_else(Rc::default, |class| self.formals_of(class));
        self.not_self = class.map_or_else(Formals::default, |class| self.not_self_of(class));
        self.repeated = None;
    }

    /// The formals of which a class says `where f != self`.
    pub(crate) fn not_self_of(&self, class: ClassId) -> Formals {
        let clauses = self.resolved.decl(class).map_or(&[][..], |decl| self.program.not_self_of(&decl));
        clauses.iter().filter_map(|&f| if let Expr::Var(f) = self.program.expr(f) { Some(f) } else { None }).collect()
    }

    /// True if a formal of the current class is never self, as far as the current method knows.
    pub(crate) fn is_not_self(&self, f: Name) -> bool {
        self.not_self.contains(&f) && self.repeated.as_ref().is_none_or(|repeated| repeated.contains(&f))
    }

    /// The formals of a class.
    #[inline]
    pub(crate) fn formals_of(&self, class: ClassId) -> Rc<Formals> {
        self.declared[class.index()].clone()
    }

    /// cn<f₁…ₙ> of each class.
    pub(crate) fn types_of_this(&mut self) -> Vec<Ty> {
        let own = |class: ClassId, lists: &mut Lists| {
            let owners: Vec<Owner> = self.declared[class.index()].iter().copied().map(Owner::Formal).collect();
            Ty::Class(class, lists.add(&owners))
        };
        self.resolved.iter().map(|(class, _)| own(class, &mut self.lists)).collect()
    }

    /// cn<f₁…ₙ>
    pub(crate) fn this_type(&self, class: ClassId) -> Ty {
        self.own_types[class.index()]
    }

    // Locks.

    /// ls ∪ {l}; returns ls.
    pub(crate) fn hold(&mut self, lock: Owner, mode: Mode) -> LocksId {
        self.lock_sets.push((self.ls, lock, mode));
        std::mem::replace(&mut self.ls, LocksId(self.lock_sets.len() as u32))
    }

    /// The locks of a lock set that ls₀ does not have, the one taken last first.
    pub(crate) fn taken(&self, locks: LocksId) -> impl Iterator<Item = (Owner, Mode)> {
        let set = |locks: LocksId| locks.0.checked_sub(1).map(|i| self.lock_sets[i as usize]);
        std::iter::successors(set(locks), move |&(outer, ..)| set(outer)).map(|(_, l, mode)| (l, mode))
    }

    /// The elements of ls.
    pub(crate) fn locks(&self) -> impl Iterator<Item = (Owner, Mode)> {
        self.taken(self.ls).chain(FIRST_LOCKS)
    }

    /// True if a lock is held, in this mode or for writing.
    pub(crate) fn is_held(&self, l: Owner, mode: Mode) -> bool {
        self.locks().any(|(other, of)| of >= mode && self.same(l, other))
    }

    /// o ≡ o'
    pub(crate) fn same(&self, a: Owner, b: Owner) -> bool {
        a == b || self.plain(a) == self.plain(b)
    }

    /// A lock without what qualifies it, where that says nothing: f$p of a formal that is not self.
    pub(crate) fn plain(&self, o: Owner) -> Owner {
        match o {
            Owner::Qualified(f, _) if self.is_not_self(f) => Owner::Formal(f),
            o => o,
        }
    }

    // Moves.

    /// Returns the place at which a variable was moved.
    pub(crate) fn moved_at(&self, binding: u32) -> Option<Span> {
        self.bindings[binding as usize].moved
    }

    /// Moves a variable.
    pub(crate) fn move_out(&mut self, binding: u32, at: Span) {
        let it = &mut self.bindings[binding as usize];
        it.moved.get_or_insert(at);
        it.moves += 1;
        self.moved.push(binding);
    }

    /// Leaves out the moves of a variable since a mark, where its scope ends. What is moved last goes without a look at the others, or
    /// nested scopes would take quadratic time.
    pub(crate) fn forget_moves(&mut self, binding: u32, mark: usize) {
        let moves = &mut self.bindings[binding as usize].moves;
        while *moves > 0 && self.moved.pop_if(|last| *last == binding).is_some() {
            *moves -= 1;
        }
        if *moves > 0 {
            let own = self.moved.split_off(mark);
            self.moved.extend(own.into_iter().filter(|&moved| moved != binding));
        }
    }

    /// Takes back the moves since a mark: the variables are live again. Returns these variables, with the places of the
    /// moves.
    pub(crate) fn take_back(&mut self, mark: usize) -> Vec<(u32, Option<Span>)> {
        let taken = self.moved.split_off(mark);
        let found = taken.iter().map(|&b| (b, self.moved_at(b))).collect();
        for binding in taken {
            let it = &mut self.bindings[binding as usize];
            it.moves -= 1;
            if it.moves == 0 {
                it.moved = None;
            }
        }
        found
    }

    /// Moves what was taken back.
    pub(crate) fn put_back(&mut self, moved: Vec<(u32, Option<Span>)>) {
        for (binding, at) in moved {
            self.move_out(binding, at.unwrap_or(Span::NONE));
        }
    }
}
