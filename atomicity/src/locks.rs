//! The locks that atomicities test: final paths, compared by their text, in the order of the normal form (`this…` first, then
//! name by name); and the variables in scope, which say whether a path is final here.

use racefree_grammar::ast::{ExprId, Program, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Paths, Root, Step};
use racefree_program::{ClassId, FieldId, Resolved};
use smallvec::SmallVec;
use std::cmp::Ordering;

/// The paths met so far, each with its place in the order of the normal form.
pub struct Locks<'p> {
    program: &'p Program,
    /// The table.
    pub paths: Paths,
    /// Paths of more fields than this decide nothing (D-A5).
    longest: u32,
}

impl<'p> Locks<'p> {
    /// For a program.
    pub fn new(program: &'p Program) -> Locks<'p> {
        let mut locks = Locks { program, paths: Paths::default(), longest: 2 };
        locks.longest = locks.longest_written().max(2);
        locks
    }

    /// How many fields the longest lock path has that the program writes.
    fn longest_written(&mut self) -> u32 {
        use racefree_grammar::ast::{Atom, Expr};
        let p = self.program;
        let guards = p.fields.iter().flat_map(|f| f.guard.into_iter().chain(f.write_guard));
        let classes = p.classes.iter().filter_map(|c| c.guard);
        let requires = p.methods.iter().flat_map(|m| p.list(m.requires).iter().copied());
        let types = (0..p.types.len() as u32).flat_map(|t| p.locks_of(TypeId(t)).iter().copied());
        let atoms = p.atoms.iter().filter_map(|a| match a {
            Atom::Held { lock, .. } => Some(*lock),
            Atom::Basic(_) => None,
        });
        let code = p.exprs.iter().filter_map(|e| match e {
            Expr::Sync { lock, .. } | Expr::Holds(lock) => Some(*lock),
            _ => None,
        });
        let all = guards.chain(classes).chain(requires).chain(types).chain(atoms).chain(code);
        let mut longest = 0;
        for l in all {
            let path = self.paths.of_expr(p, l);
            if let Root::Var(_) = self.paths.root(path) {
                longest = longest.max(self.paths.len(path));
            }
        }
        longest
    }

    /// Whether a path is short enough to be tested.
    pub fn is_short(&self, path: Path) -> bool {
        self.paths.len(path) <= self.longest
    }

    /// An expression as a path.
    pub fn of(&mut self, e: ExprId) -> Path {
        self.paths.of_expr(self.program, e)
    }

    /// A path of another table.
    pub fn from(&mut self, other: &Paths, path: Path) -> Path {
        let mut fields: SmallVec<[Name; 8]> = SmallVec::new();
        let mut at = path;
        let mut own = loop {
            match other.step(at) {
                Step::Field(before, field) => {
                    fields.push(field);
                    at = before;
                }
                Step::Root(Root::Var(x)) => break self.paths.var(x),
                Step::Root(Root::Expr(e)) => break self.of(e),
                Step::Root(Root::Open(_)) => unreachable!("only inference makes locks that are not known yet"),
            }
        };
        for field in fields.into_iter().rev() {
            own = self.paths.field(own, field);
        }
        own
    }

    /// Whether one path comes before another in the normal form: `this…` first, then name by name.
    pub fn compare(&self, a: Path, b: Path) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let (a, b) = (self.names(a), self.names(b));
        let differ = a.iter().zip(&b).find(|(a, b)| a != b);
        differ.map_or(a.len().cmp(&b.len()), |(&a, &b)| {
            let key = |name: Name| (name != Name::THIS, self.program.text(name));
            key(a).cmp(&key(b))
        })
    }

    /// The names of a path, what it starts with first. What is no path is tested nowhere.
    fn names(&self, path: Path) -> SmallVec<[Name; 8]> {
        let (mut names, mut at) = (SmallVec::new(), path);
        loop {
            match self.paths.step(at) {
                Step::Field(before, field) => {
                    names.push(field);
                    at = before;
                }
                Step::Root(root) => {
                    names.extend(if let Root::Var(x) = root { Some(x) } else { None });
                    names.reverse();
                    return names;
                }
            }
        }
    }

    /// The text of a path.
    pub fn text(&self, path: Path, source: &str) -> String {
        self.paths.text(path, self.program, source)
    }
}

/// The variables in scope with the classes of their types.
#[derive(Default)]
pub struct Scope {
    bound: Vec<(Name, Option<ClassId>, u32)>,
    /// Of each name, one more than its innermost binding; 0 if it is not in scope.
    current: Vec<u32>,
}

impl Scope {
    /// How many variables are in scope: a place to come back to.
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

    /// The variables in scope, the outermost first.
    pub fn names(&self) -> impl Iterator<Item = Name> + '_ {
        self.bound.iter().map(|b| b.0)
    }

    /// The class of a variable's type, if the variable is in scope.
    pub fn class(&self, x: Name) -> Option<Option<ClassId>> {
        let at = self.current.get(x.index())?.checked_sub(1)?;
        Some(self.bound[at as usize].1)
    }

    /// P; E ⊢final l : c for some class type c.
    pub fn is_final(&self, classes: &Resolved<'_>, paths: &Paths, path: Path) -> bool {
        self.class_of(classes, paths, path).is_some()
    }

    /// The class of a final path's type.
    pub fn class_of(&self, classes: &Resolved<'_>, paths: &Paths, path: Path) -> Option<ClassId> {
        let mut fields: SmallVec<[Name; 8]> = SmallVec::new();
        let mut at = path;
        let mut class = loop {
            match paths.step(at) {
                Step::Field(before, field) => {
                    fields.push(field);
                    at = before;
                }
                Step::Root(Root::Var(x)) => break self.class(x)??,
                Step::Root(Root::Expr(_) | Root::Open(_)) => return None,
            }
        };
        for field in fields.into_iter().rev() {
            let (_, FieldId(f)) = classes.field(class, field)?;
            let field = &classes.program.fields[f as usize];
            if !field.is_final {
                return None;
            }
            class = class_of_type(classes, field.ty)?;
        }
        Some(class)
    }
}

/// The class of a written type, if it is one.
pub fn class_of_type(classes: &Resolved<'_>, ty: TypeId) -> Option<ClassId> {
    match classes.program.ty(ty).kind {
        TypeKind::Class { name, .. } => classes.find(name),
        TypeKind::Int | TypeKind::Boolean | TypeKind::Void => None,
    }
}
