//! The locks that atomicities test: final paths, and over the system of owners formal owners, compared by their text, in the order of
//! the normal form (`this…` first, then name by name); and the variables in scope, which say whether a path is final here.

use indexmap::IndexSet;
use racefree_grammar::ast::{Atom, Dialect, Expr, ExprId, Extended, Program, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Paths, Root, Step};
use racefree_java_rules::{LOCKED, READ};
use racefree_program::{ClassId, FieldId, Resolved};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::cmp::Ordering;

/// A lock, by its number in [`Locks`]. Two are the same text exactly if they are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Lock(u32);

/// Form of a lock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// p
    Path(Path),
    /// `f$p`, or `f` where that is one lock whatever p is (`f$p ≡ f`, D-O13).
    Owned(Name, Option<Path>),
}

/// From this number on locks are formal owners; those below are paths.
const OWNED: u32 = 1 << 31;

/// The locks met so far, each with its place in the order of the normal form.
pub struct Locks<'p> {
    program: &'p Program,
    /// The table of paths.
    pub paths: Paths,
    owned: IndexSet<(Name, Option<Path>), FxBuildHasher>,
    /// Paths of more fields than this decide nothing (D-A5).
    longest: u32,
}

impl<'p> Locks<'p> {
    /// For a program.
    pub fn new(program: &'p Program) -> Locks<'p> {
        let mut locks = Locks { program, paths: Paths::default(), owned: IndexSet::default(), longest: 2 };
        locks.longest = locks.longest_written().max(2);
        locks
    }

    /// Returns the number of fields in the longest lock path that the program writes.
    fn longest_written(&mut self) -> u32 {
        let p = self.program;
        let guards = p.fields.iter().flat_map(|f| f.guard.into_iter().chain(f.write_guard));
        let classes = p.classes.iter().filter_map(|c| c.guard);
        let requires = p.methods.iter().flat_map(|m| p.list(m.requires).iter().copied());
        let types = (0..p.types.len() as u32).flat_map(|t| p.locks_of(TypeId::new(t)).iter().copied());
        let atoms = p.atoms.iter().filter_map(|a| match a {
            Atom::Held { lock, .. } => Some(*lock),
            Atom::Basic(_) => None,
        });
        let code = p.exprs.iter().filter_map(|e| match e {
            Expr::Sync { lock, .. } | Expr::Holds(lock) | Expr::Extended(Extended::Locked { lock, .. }) => Some(*lock),
            _ => None,
        });
        let all = guards.chain(classes).chain(requires).chain(types).chain(atoms).chain(code);
        let mut longest = 0;
        for l in all {
            let l = if let Expr::Qualified { path, .. } = p.expr(l) { path } else { l };
            let path = self.paths.of_expr(p, l);
            if let Root::Var(_) = self.paths.root(path) {
                longest = longest.max(self.paths.len(path));
            }
        }
        // An explicit lock is a field further.
        longest + u32::from(p.dialect == Dialect::Java)
    }

    /// The explicit lock of an object, or its read lock if the path is that; none if no lock of the program is named so: nothing needs it.
    pub fn explicit(&mut self, path: Path) -> Option<Lock> {
        let is_read = matches!(self.paths.step(path), Step::Field(_, field) if self.program.text(field) == READ);
        if is_read {
            return Some(self.lock(path));
        }
        let field = self.program.names.find(LOCKED)?;
        let path = self.paths.field(path, field);
        Some(self.lock(path))
    }

    /// The read lock of an explicit lock, with which one may read what that guards.
    pub fn read_lock(&mut self, lock: Lock) -> Option<Lock> {
        let Kind::Path(path) = self.kind(lock) else { return None };
        let Step::Field(of, field) = self.paths.step(path) else { return None };
        if self.program.text(field) != LOCKED {
            return None;
        }
        let path = self.paths.field(of, self.program.names.find(READ)?);
        Some(self.lock(path))
    }

    /// True for a lock that has the same name everywhere: one that begins with `C.class`.
    pub fn is_constant(&self, lock: Lock) -> bool {
        let root = self.path_in(lock).map(|path| self.paths.root(path));
        matches!(root, Some(Root::Var(x)) if self.program.class_of_constant(x).is_some())
    }

    /// True if a lock is short enough to be tested.
    pub fn is_short(&self, lock: Lock) -> bool {
        self.path_in(lock).is_none_or(|path| self.paths.len(path) <= self.longest)
    }

    /// A path as a lock.
    pub fn lock(&self, path: Path) -> Lock {
        Lock(path.0)
    }

    /// A formal owner as a lock.
    pub fn owned(&mut self, f: Name, path: Option<Path>) -> Lock {
        Lock(OWNED + self.owned.insert_full((f, path)).0 as u32)
    }

    /// Returns the form of a lock.
    #[inline]
    pub fn kind(&self, lock: Lock) -> Kind {
        match lock.0.checked_sub(OWNED) {
            None => Kind::Path(Path(lock.0)),
            Some(i) => Kind::Owned(self.owned[i as usize].0, self.owned[i as usize].1),
        }
    }

    /// The path in a lock: p of p and of `f$p`.
    pub fn path_in(&self, lock: Lock) -> Option<Path> {
        match self.kind(lock) {
            Kind::Path(path) => Some(path),
            Kind::Owned(_, path) => path,
        }
    }

    /// True if a lock is `this…`, or a formal owner of that.
    pub fn is_of_this(&self, lock: Lock) -> bool {
        self.path_in(lock).is_some_and(|path| self.paths.root(path) == Root::Var(Name::THIS))
    }

    /// A lock as it is named where these formals are never `self`: `f` for `f$p`.
    pub fn named(&mut self, lock: Lock, not_self: &[Name]) -> Lock {
        match self.kind(lock) {
            Kind::Owned(f, Some(_)) if not_self.contains(&f) => self.owned(f, None),
            _ => lock,
        }
    }

    /// An expression as a path.
    pub fn of(&mut self, e: ExprId) -> Path {
        self.paths.of_expr(self.program, e)
    }

    /// An expression as a lock.
    pub fn written(&mut self, e: ExprId) -> Lock {
        let path = self.of(e);
        self.lock(path)
    }

    /// A path of another table.
    pub fn from(&mut self, other: &Paths, path: Path) -> Path {
        let root = match other.root(path) {
            Root::Var(x) => self.paths.var(x),
            Root::Expr(e) => self.of(e),
            Root::Open(_) => unreachable!("only inference makes locks that are not known yet"),
        };
        other.fields_of(path).into_iter().fold(root, |own, field| self.paths.field(own, field))
    }

    /// Compares two locks in the order of the normal form: `this…` first, then name by name.
    pub fn compare(&self, a: Lock, b: Lock) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let (x, y) = (self.names(a), self.names(b));
        let differ = x.iter().zip(&y).find(|(x, y)| x != y);
        let order = differ.map_or(x.len().cmp(&y.len()), |(&x, &y)| {
            let key = |name: Name| (name != Name::THIS, self.program.text(name));
            key(x).cmp(&key(y))
        });
        // A formal owner may have the name of a variable: it comes after that.
        order.then_with(|| a.cmp(&b))
    }

    /// The names of a lock, what it starts with first. What is no path is tested nowhere.
    fn names(&self, lock: Lock) -> SmallVec<[Name; 8]> {
        let owned = if let Kind::Owned(f, _) = self.kind(lock) { Some(f) } else { None };
        let Some(path) = self.path_in(lock) else { return owned.into_iter().collect() };
        let root = if let Root::Var(x) = self.paths.root(path) { Some(x) } else { None };
        owned.into_iter().chain(root).chain(self.paths.fields_of(path)).collect()
    }

    /// The text of a lock.
    pub fn text(&self, lock: Lock, source: &str) -> String {
        let path = self.path_in(lock).map(|path| self.paths.text(path, self.program, source));
        match (self.kind(lock), path) {
            (Kind::Owned(f, _), Some(path)) => format!("{}${path}", self.program.text(f)),
            (Kind::Owned(f, _), None) => self.program.text(f).to_owned(),
            (Kind::Path(_), path) => path.unwrap_or_default(),
        }
    }
}

/// The class of the object that `C.class` is.
fn class_object(classes: &Resolved<'_>, x: Name) -> Option<ClassId> {
    let of = classes.program.class_of_constant(x)?;
    let statics = classes.program.names.find(&format!("{of}$class")).and_then(|name| classes.find(name));
    Some(statics.unwrap_or(ClassId::OBJECT))
}

/// The variables in scope with the classes of their types.
#[derive(Default)]
pub struct Scope {
    bound: Vec<(Name, Option<ClassId>, u32)>,
    /// Innermost binding of each name, plus one; 0 if it is not in scope.
    current: Vec<u32>,
    /// The formal owners that are never `self` here.
    pub not_self: Vec<Name>,
}

impl Scope {
    /// Returns the number of variables in scope, to which [`Scope::leave`] comes back.
    pub fn depth(&self) -> usize {
        self.bound.len()
    }

    /// Binds a variable.
    pub fn bind(&mut self, x: Name, class: Option<ClassId>) {
        if self.current.len() <= x.index() {
            self.current.resize(x.index() + 1, 0);
        }
        let hides = self.current[x.index()];
        self.bound.push((x, class, hides));
        self.current[x.index()] = self.bound.len() as u32;
    }

    /// Back to an earlier place.
    pub fn leave(&mut self, depth: usize) {
        while self.bound.len() > depth {
            if let Some((x, _, hides)) = self.bound.pop() {
                self.current[x.index()] = hides;
            }
        }
    }

    /// The class of a variable's type, if the variable is in scope.
    pub fn class(&self, x: Name) -> Option<Option<ClassId>> {
        let at = self.current.get(x.index())?.checked_sub(1)?;
        Some(self.bound[at as usize].1)
    }

    /// P; E ⊢final l : c for some class type c; of a formal owner, its path.
    pub fn is_final(&self, classes: &Resolved<'_>, locks: &Locks<'_>, lock: Lock) -> bool {
        locks.path_in(lock).is_none_or(|path| self.class_of(classes, &locks.paths, path).is_some())
    }

    /// The class of a final path's type.
    pub fn class_of(&self, classes: &Resolved<'_>, paths: &Paths, path: Path) -> Option<ClassId> {
        let Root::Var(x) = paths.root(path) else { return None };
        let mut class = match self.class(x) {
            Some(class) => class?,
            None => class_object(classes, x)?,
        };
        for field in paths.fields_of(path) {
            if classes.program.dialect == Dialect::Java && [LOCKED, READ].contains(&classes.program.text(field)) {
                class = ClassId::OBJECT;
                continue;
            }
            let (_, FieldId(f)) = classes.field(class, field)?;
            let field = &classes.program.fields[f as usize];
            if !field.is_final {
                return None;
            }
            class = classes.class_of_type(field.ty)?;
        }
        Some(class)
    }
}
