//! What the generator knows of types: the classes so far, members looked up, subtypes, final paths. A small reading of sections
//! 5.2 to 5.6 that consults the same switches as the checker; what it gets wrong, the checker rejects.

use super::Freedom;
use crate::tree::{Class, Cn, Fd, Field, Method, Mn, NO_PATH, OBJECT, Path, STRING, T, THIS, Var};
use racefree_typeck::rules::{final_ref, subtype_class, type_c};

/// A variable in scope.
#[derive(Clone, Debug)]
pub struct Binding {
    /// Its name.
    pub name: Var,
    /// Its type.
    pub ty: T,
    /// Whether it is a ghost.
    pub ghost: bool,
}

/// Where an expression or a type stands.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// E
    pub vars: Vec<Binding>,
    /// Names that are in scope, but must not be used: in a fork, variables of types that are not shared.
    pub hidden: Vec<Var>,
    /// ls
    pub locks: Vec<Path>,
    /// Paths that what is being made relies on: the receiver of a call or an access, the arguments of a type that is wanted.
    pub relied: Vec<Path>,
    /// Methods with names from this one on are not called, so that calls come to an end.
    pub rank: Mn,
    /// Objects of classes with names from this one on are not made, so that initialisers come to an end.
    pub makes: Cn,
    /// The field that several threads shall meet at.
    pub hot: Option<(Path, Fd)>,
    /// The call that is wanted: of an override, or from two threads.
    pub callee: Option<(Path, Mn)>,
    /// What calls shall pass.
    pub passed: Option<Path>,
    /// How many more threads may be forked.
    pub forks: u8,
}

impl Scope {
    /// E(x)
    pub fn get(&self, x: Var) -> Option<&Binding> {
        self.vars.iter().rev().find(|b| b.name == x)
    }

    /// l ∈ ls
    pub fn holds(&self, l: &Path) -> bool {
        self.locks.contains(l)
    }
}

/// [paths/variables], all at once.
pub type Theta = Vec<(Var, Path)>;

/// θ(l)
pub fn subst_path(l: &Path, theta: &[(Var, Path)]) -> Path {
    let Some((_, put)) = theta.iter().find(|(x, _)| *x == l.root) else { return l.clone() };
    let mut path = put.clone();
    path.fields.extend_from_slice(&l.fields);
    path
}

/// θ(t)
pub fn subst(t: &T, theta: &[(Var, Path)]) -> T {
    match t {
        T::Class(c, args) if !args.is_empty() => T::Class(*c, args.iter().map(|l| subst_path(l, theta)).collect()),
        t => t.clone(),
    }
}

/// The classes so far.
#[derive(Clone, Debug)]
pub struct World<'r> {
    /// In the order of their names.
    pub classes: Vec<Class>,
    /// Which rules are in force.
    pub free: Freedom<'r>,
}

impl World<'_> {
    /// The declaration of a class.
    pub fn class(&self, c: Cn) -> Option<&Class> {
        match self.classes.get(c.checked_sub(crate::tree::FIRST)? as usize) {
            Some(class) if class.name == c => Some(class),
            _ => self.classes.iter().find(|class| class.name == c),
        }
    }

    /// `thread_local` or not.
    pub fn shared(&self, t: &T) -> bool {
        match t {
            T::Class(c, _) => self.class(*c).is_none_or(|c| !c.local),
            _ => true,
        }
    }

    /// [lᵢ/xᵢ] for a class type.
    pub fn ghosts(&self, at: &T) -> Theta {
        let T::Class(c, args) = at else { return Vec::new() };
        let Some(class) = self.class(*c) else { return Vec::new() };
        class.ghosts.iter().map(|(_, x)| *x).zip(args.iter().cloned()).collect()
    }

    /// θ(t) for a type in the class type `at`, with `this` and parameters put in too.
    pub fn instance(&self, at: &T, more: &[(Var, Path)], t: &T) -> T {
        match t {
            T::Class(c, args) if !args.is_empty() => {
                T::Class(*c, args.iter().map(|l| self.instance_path(at, more, l)).collect())
            }
            t => t.clone(),
        }
    }

    /// Likewise for a lock expression.
    pub fn instance_path(&self, at: &T, more: &[(Var, Path)], l: &Path) -> Path {
        let mut theta = self.ghosts(at);
        if self.free.options.readings.substitute_in_two_steps {
            return subst_path(&subst_path(l, &theta), more);
        }
        theta.extend_from_slice(more);
        subst_path(l, &theta)
    }

    /// The superclass of a class type.
    pub fn supertype(&self, t: &T) -> Option<T> {
        let T::Class(c, _) = t else { return None };
        match (*c, self.class(*c)) {
            (OBJECT, _) => None,
            (STRING, _) | (_, None) => Some(T::plain(OBJECT)),
            (_, Some(class)) => Some(subst(&class.sup, &self.ghosts(t))),
        }
    }

    /// The supertype of `t` that is of class `c`.
    pub fn ancestor(&self, t: &T, c: Cn) -> Option<T> {
        let mut at = t.clone();
        for _ in 0..=self.classes.len() + 1 {
            match &at {
                T::Class(d, _) if *d == c => return Some(at),
                _ => at = self.supertype(&at)?,
            }
        }
        None
    }

    /// s <: t
    pub fn subtype(&self, s: &T, t: &T) -> bool {
        if s == t {
            return true;
        }
        match (s, t) {
            (T::Null, T::Class(..)) => true,
            (T::Class(..), T::Class(d, _)) => {
                self.ancestor(s, *d).is_some_and(|up| up == *t || self.free.off(subtype_class::GHOST_ARGS))
            }
            _ => false,
        }
    }

    /// A field of a class type, with the supertype that declares it.
    pub fn field(&self, t: &T, fd: Fd) -> Option<(T, &Field)> {
        let mut at = t.clone();
        for _ in 0..=self.classes.len() + 1 {
            let T::Class(c, _) = &at else { return None };
            if let Some(field) = self.class(*c).and_then(|c| c.fields.iter().find(|f| f.name == fd)) {
                return Some((at, field));
            }
            at = self.supertype(&at)?;
        }
        None
    }

    /// A method of a class type, with the supertype that declares it.
    pub fn method(&self, t: &T, mn: Mn) -> Option<(T, &Method)> {
        let mut at = t.clone();
        for _ in 0..=self.classes.len() + 1 {
            let T::Class(c, _) = &at else { return None };
            if let Some(method) = self.class(*c).and_then(|c| c.methods.iter().find(|m| m.name == mn)) {
                return Some((at, method));
            }
            at = self.supertype(&at)?;
        }
        None
    }

    /// The names of all fields of a class type, inherited ones included.
    pub fn fields(&self, t: &T) -> Vec<Fd> {
        let mut all = Vec::new();
        let mut c = match t {
            T::Class(c, _) => *c,
            _ => return all,
        };
        for _ in 0..=self.classes.len() {
            let Some(class) = self.class(c) else { break };
            all.extend(class.fields.iter().map(|f| f.name));
            let T::Class(up, _) = &class.sup else { break };
            c = *up;
        }
        all
    }

    /// The names of all methods of a class type, inherited ones included.
    pub fn methods(&self, t: &T) -> Vec<Mn> {
        let mut all: Vec<Mn> = Vec::new();
        let mut c = match t {
            T::Class(c, _) => *c,
            _ => return all,
        };
        for _ in 0..=self.classes.len() {
            let Some(class) = self.class(c) else { break };
            for m in &class.methods {
                if !all.contains(&m.name) {
                    all.push(m.name);
                }
            }
            let T::Class(up, _) = &class.sup else { break };
            c = *up;
        }
        all
    }

    /// Whether class `c` is `d` or inherits from it.
    pub fn inherits(&self, c: Cn, d: Cn) -> bool {
        let mut at = c;
        for _ in 0..=self.classes.len() {
            if at == d || d == OBJECT {
                return true;
            }
            match self.class(at).map(|c| &c.sup) {
                Some(T::Class(up, _)) => at = *up,
                _ => return false,
            }
        }
        false
    }

    /// P; E ⊢final l : t
    pub fn final_path(&self, scope: &Scope, l: &Path) -> Option<T> {
        if l.root == NO_PATH {
            return None;
        }
        let mut t = scope.get(l.root)?.ty.clone();
        let mut before = Path::var(l.root);
        for &fd in &l.fields {
            let (at, field) = self.field(&t, fd)?;
            if !field.is_final && !self.free.off(final_ref::FINAL) {
                return None;
            }
            t = self.instance(&at, &[(THIS, before.clone())], &field.ty);
            before.fields.push(fd);
        }
        Some(t)
    }

    /// P; E ⊢ t
    pub fn well_formed(&self, scope: &Scope, t: &T) -> bool {
        let T::Class(c, args) = t else { return true };
        let Some(class) = self.class(*c) else { return true };
        let mut theta: Theta = Vec::new();
        for ((ghost, x), arg) in class.ghosts.iter().zip(args) {
            theta.push((*x, arg.clone()));
            match self.final_path(scope, arg) {
                None if self.free.off(type_c::ARG_FINAL) => {
                    if arg.root == NO_PATH || scope.get(arg.root).is_none() {
                        return false;
                    }
                }
                None => return false,
                Some(s) => {
                    if !self.free.off(type_c::ARG_TYPE) && !self.subtype(&s, &subst(ghost, &theta)) {
                        return false;
                    }
                }
            }
        }
        true
    }
}
