//! The generator's type rules: the classes so far, members looked up, subtypes, final paths. A small reading of
//! sections 5.2 to 5.6 that consults the same switches as the checker; its mistakes are rejected by the checker.

use super::scope::Scope;
use crate::tree::{
    Class, ClassName, Field, FieldName, Method, MethodName, NO_PATH, OBJECT, Path, STRING, THIS, Type, Var,
};
use racefree_kernel::PremiseId;
use racefree_typeck::Options;
use racefree_typeck::rules::{final_ref, subtype_class, type_c};
use smallvec::SmallVec;

/// [paths/variables], all at once.
pub type Theta = SmallVec<[(Var, Path); 3]>;

/// Names of one sort.
pub type Names = SmallVec<[u8; 14]>;

/// A set of names.
#[derive(Clone, Copy, Default)]
pub struct Set([u64; 4]);

impl Set {
    /// Adds a name.
    #[inline]
    pub fn add(&mut self, name: u8) {
        self.0[name as usize / 64] |= 1 << (name % 64);
    }

    /// Returns true if a name is in it.
    #[inline]
    pub fn has(&self, name: u8) -> bool {
        self.0[name as usize / 64] >> (name % 64) & 1 == 1
    }

    /// Adds all of another set.
    #[inline]
    pub fn join(&mut self, more: &Set) {
        for (all, more) in self.0.iter_mut().zip(more.0) {
            *all |= more;
        }
    }
}

/// θ(l)
pub fn subst_path(l: &Path, theta: &[(Var, Path)]) -> Path {
    match theta.iter().find(|(x, _)| *x == l.root) {
        Some((_, put)) => l.after(put),
        None => *l,
    }
}

/// θ(t)
pub fn subst(t: &Type, theta: &[(Var, Path)]) -> Type {
    match t {
        Type::Class(c, args) if !args.is_empty() => {
            Type::Class(*c, args.iter().map(|l| subst_path(l, theta)).collect())
        }
        t => *t,
    }
}

/// The classes so far.
#[derive(Clone, Debug)]
pub struct World<'r> {
    /// Classes in the order of their names.
    pub classes: Vec<Class>,
    /// Premises that are off, and readings in force.
    pub options: &'r Options,
}

impl World<'_> {
    /// Returns true if a premise is off.
    pub fn off(&self, premise: PremiseId) -> bool {
        self.options.off.is_off(premise)
    }

    /// The declaration of a class.
    pub fn class(&self, c: ClassName) -> Option<&Class> {
        match self.classes.get(c.checked_sub(crate::tree::FIRST)? as usize) {
            Some(class) if class.name == c => Some(class),
            _ => self.classes.iter().find(|class| class.name == c),
        }
    }

    /// `thread_local` or not.
    pub fn shared(&self, t: &Type) -> bool {
        match t {
            Type::Class(c, _) => self.class(*c).is_none_or(|c| !c.local),
            _ => true,
        }
    }

    /// θ(t) for a type in the class type `at`, with `this` and parameters put in too.
    pub fn instance(&self, at: &Type, more: &[(Var, Path)], t: &Type) -> Type {
        match t {
            Type::Class(c, args) if !args.is_empty() => {
                Type::Class(*c, args.iter().map(|l| self.instance_path(at, more, l)).collect())
            }
            t => *t,
        }
    }

    /// A lock expression of a member, as seen at a class type.
    pub fn instance_path(&self, at: &Type, more: &[(Var, Path)], l: &Path) -> Path {
        match self.ghost(at, l.root) {
            Some(put) if self.options.reads(racefree_typeck::options::SUBSTITUTE_IN_TWO_STEPS) => {
                subst_path(&l.after(put), more)
            }
            Some(put) => l.after(put),
            None => subst_path(l, more),
        }
    }

    /// Argument for a ghost of the class of `at`.
    fn ghost<'t>(&self, at: &'t Type, ghost: Var) -> Option<&'t Path> {
        let Type::Class(c, args) = at else { return None };
        if args.is_empty() {
            return None;
        }
        self.class(*c)?.ghosts.iter().zip(args).find(|((_, x), _)| *x == ghost).map(|(_, put)| put)
    }

    /// The superclass of a class type.
    pub fn supertype(&self, t: &Type) -> Option<Type> {
        let Type::Class(c, _) = t else { return None };
        match (*c, self.class(*c)) {
            (OBJECT, _) => None,
            (STRING, _) | (_, None) => Some(Type::plain(OBJECT)),
            (_, Some(class)) => Some(self.instance(t, &[], &class.sup)),
        }
    }

    /// A class type and its supertypes, the nearest first.
    pub fn supertypes(&self, t: &Type) -> impl Iterator<Item = Type> {
        // Not for ever, if a class is below itself.
        std::iter::successors(Some(*t), |t| self.supertype(t)).take(self.classes.len() + 2)
    }

    /// The declarations of a class and of those above it, the nearest first.
    fn declarations(&self, t: &Type) -> impl Iterator<Item = &Class> {
        let class = |t: &Type| if let Type::Class(c, _) = t { self.class(*c) } else { None };
        std::iter::successors(class(t), move |below| class(&below.sup)).take(self.classes.len() + 1)
    }

    /// The supertype of `t` that is of class `c`.
    pub fn ancestor(&self, t: &Type, c: ClassName) -> Option<Type> {
        let Type::Class(d, _) = t else { return None };
        let found = |t: &Type| matches!(t, Type::Class(d, _) if *d == c);
        if self.inherits(*d, c) { self.supertypes(t).find(found) } else { None }
    }

    /// s <: t
    pub fn subtype(&self, s: &Type, t: &Type) -> bool {
        match (s, t) {
            (Type::Class(c, _), Type::Class(d, args)) if args.is_empty() => self.inherits(*c, *d),
            _ if s == t => true,
            (Type::Null, Type::Class(..)) => true,
            (Type::Class(..), Type::Class(d, _)) => {
                self.ancestor(s, *d).is_some_and(|up| up == *t || self.off(subtype_class::GHOST_ARGS))
            }
            _ => false,
        }
    }

    /// A member of a class type, with the supertype that declares it.
    fn member<M: 'static>(&self, t: &Type, of: impl Fn(&Class) -> Option<&M>) -> Option<(Type, &M)> {
        let own = |at: Type| if let Type::Class(c, _) = at { Some((at, of(self.class(c)?)?)) } else { None };
        self.supertypes(t).find_map(own)
    }

    /// A field of a class type, with the supertype that declares it.
    pub fn field(&self, t: &Type, fd: FieldName) -> Option<(Type, &Field)> {
        self.member(t, |class| class.fields.iter().find(|f| f.name == fd))
    }

    /// A method of a class type, with the supertype that declares it.
    pub fn method(&self, t: &Type, mn: MethodName) -> Option<(Type, &Method)> {
        self.member(t, |class| class.methods.iter().find(|m| m.name == mn))
    }

    /// Calls `found` with each field of a class type, inherited ones included, and the supertype that declares it.
    pub fn each_field(&self, t: &Type, mut found: impl FnMut(&Type, &Field)) {
        let mut seen = Set::default();
        for (at, class) in self.supertypes(t).zip(self.declarations(t)) {
            for field in &class.fields {
                // A name declared twice means the nearest.
                match seen.has(field.name).then(|| self.field(t, field.name)).flatten() {
                    Some((at, field)) => found(&at, field),
                    None => found(&at, field),
                }
                seen.add(field.name);
            }
        }
    }

    /// Returns true if a class type has fields, inherited ones included.
    pub fn has_fields(&self, t: &Type) -> bool {
        self.declarations(t).any(|class| !class.fields.is_empty())
    }

    /// The names of all fields of a class type, inherited ones included.
    pub fn fields(&self, t: &Type) -> Names {
        self.declarations(t).flat_map(|class| class.fields.iter().map(|f| f.name)).collect()
    }

    /// The names of all methods of a class type, inherited ones included.
    pub fn methods(&self, t: &Type) -> Names {
        let mut all = Names::new();
        for m in self.declarations(t).flat_map(|class| &class.methods) {
            all.extend((!all.contains(&m.name)).then_some(m.name));
        }
        all
    }

    /// Returns true if class `c` is `d` or inherits from it.
    pub fn inherits(&self, c: ClassName, d: ClassName) -> bool {
        let up = |class: &Class| matches!(class.sup, Type::Class(up, _) if up == d);
        c == d || d == OBJECT || self.declarations(&Type::plain(c)).any(up)
    }

    /// P; E ⊢final l : t
    pub fn final_path(&self, scope: &Scope, l: &Path) -> Option<Type> {
        if l.root == NO_PATH {
            return None;
        }
        let mut t = scope.get(l.root)?.ty;
        if l.fields.is_empty() {
            return Some(t);
        }
        let mut before = Path::var(l.root);
        for &fd in &l.fields {
            let (at, field) = self.field(&t, fd)?;
            if !field.is_final && !self.off(final_ref::FINAL) {
                return None;
            }
            t = self.instance(&at, &[(THIS, before)], &field.ty);
            before.fields.push(fd);
        }
        Some(t)
    }

    /// P; E ⊢ t
    pub fn well_formed(&self, scope: &Scope, t: &Type) -> bool {
        let Type::Class(c, args) = t else { return true };
        let Some(class) = self.class(*c).filter(|_| !args.is_empty()) else { return true };
        let mut theta = Theta::new();
        for ((ghost, x), arg) in class.ghosts.iter().zip(args) {
            theta.push((*x, *arg));
            match self.final_path(scope, arg) {
                None if self.off(type_c::ARG_FINAL) => {
                    if arg.root == NO_PATH || scope.get(arg.root).is_none() {
                        return false;
                    }
                }
                None => return false,
                Some(s) => {
                    if !self.off(type_c::ARG_TYPE) && !self.subtype(&s, &subst(ghost, &theta)) {
                        return false;
                    }
                }
            }
        }
        true
    }
}
