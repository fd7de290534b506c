//! Lock expressions as paths `x.fd₁…fdₙ`, interned so that equality of text is equality of numbers, and the one
//! substitution of the calculus.
//!
//! Substitution is **simultaneous** (section 5.4, D11): the path substituted for one variable is never looked at again,
//! so a caller's `this` or `x` is not captured by a callee's. Paths bind nothing, so nothing else can be captured.

mod substitution;

pub use substitution::Substitution;

use crate::ast::{Expr, ExprId, Extended, Program};
use crate::name::Name;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// An interned path. Two paths of one table are the same text exactly if they are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Path(pub u32);

/// Root of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// A variable, a ghost or `this`.
    Var(Name),
    /// An expression that is no path, such as a call. Each occurrence is equal to itself alone.
    Expr(ExprId),
    /// A lock that is not known yet, by its number ([`Paths::open`]).
    Open(u32),
}

/// Knowledge of a lock that is not determined yet. A *slot* is a variable whose name comes after all names of the
/// program; it stands for a missing lock expression that is to be found.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Open {
    /// θ of a slot or of another open lock, delayed until that one is known.
    Delayed(Path, Box<[(Name, Path)]>),
    /// The lock that both are, if they are the same; no path otherwise.
    Agreed(Path, Path),
}

/// A path taken apart by its last step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Root alone.
    Root(Root),
    /// `path.fd`
    Field(Path, Name),
}

#[derive(Clone, Copy)]
struct Node {
    step: Step,
    root: Path,
    len: u32,
    /// The field that was asked for last, and the path with it; the path itself where none was.
    last: (Name, Path),
}

/// Number of steps walked before the memo for the rest is consulted.
const WALK: usize = 4;

/// The table of all paths.
#[derive(Default)]
pub struct Paths {
    nodes: Vec<Node>,
    /// The path that is just this name, by name; 0 means none yet, else one more than the path.
    vars: Vec<u32>,
    exprs: FxHashMap<ExprId, Path>,
    fields: FxHashMap<(Path, Name), Path>,
    /// Paths of field accesses whose receiver is one too, so that long chains are walked once.
    chains: FxHashMap<ExprId, Path>,
    /// The first name of a slot, if the program has any.
    slots: Option<Name>,
    opens: Vec<Open>,
    open_paths: FxHashMap<Open, Path>,
}

impl Paths {
    /// Makes variables slots from this name on.
    pub fn open_from(&mut self, first: Name) {
        self.slots = Some(first);
    }

    #[inline]
    fn is_slot(&self, x: Name) -> bool {
        self.slots.is_some_and(|first| x >= first)
    }

    /// The slot that a path starts with, if it starts with one.
    pub fn slot(&self, path: Path) -> Option<Name> {
        match self.root(path) {
            Root::Var(x) if self.is_slot(x) => Some(x),
            _ => None,
        }
    }

    /// Returns true if a path starts with a lock that is not known yet.
    #[inline]
    pub fn is_open(&self, path: Path) -> bool {
        match self.root(path) {
            Root::Var(x) => self.is_slot(x),
            Root::Expr(_) => false,
            Root::Open(_) => true,
        }
    }

    /// Knowledge of an open lock.
    pub fn open(&self, number: u32) -> &Open {
        &self.opens[number as usize]
    }

    /// The path that is just an open lock.
    pub fn open_path(&self, number: u32) -> Path {
        self.open_paths[&self.opens[number as usize]]
    }

    /// The lock that two are, if they are the same.
    pub fn agreed(&mut self, a: Path, b: Path) -> Path {
        if a == b { a } else { self.add_open(Open::Agreed(a.min(b), a.max(b))) }
    }

    /// Placeholder for a lock expression that is no path; it differs from every other.
    pub fn no_path(&mut self) -> Path {
        self.root_of(ExprId::new(u32::MAX))
    }

    /// The path that is just an expression.
    fn root_of(&mut self, e: ExprId) -> Path {
        if let Some(&known) = self.exprs.get(&e) {
            return known;
        }
        let path = self.add(Step::Root(Root::Expr(e)), None, 0);
        self.exprs.insert(e, path);
        path
    }

    fn add_open(&mut self, open: Open) -> Path {
        if let Some(&known) = self.open_paths.get(&open) {
            return known;
        }
        let number = self.opens.len() as u32;
        let path = self.add(Step::Root(Root::Open(number)), None, 0);
        self.opens.push(open.clone());
        self.open_paths.insert(open, path);
        path
    }

    /// θ of a path that starts with an open lock.
    #[cold]
    fn delay(&mut self, path: Path, theta: &Substitution) -> Path {
        let root = self.nodes[path.0 as usize].root;
        let put = self.add_open(Open::Delayed(root, theta.entries().into()));
        self.with_fields_of(put, path)
    }

    /// `path` with its root replaced by `put`.
    pub fn with_fields_of(&mut self, put: Path, path: Path) -> Path {
        self.fields_of(path).into_iter().fold(put, |path, field| self.field(path, field))
    }

    /// The fields of a path, the first one first.
    pub fn fields_of(&self, path: Path) -> SmallVec<[Name; 8]> {
        let mut fields = SmallVec::new();
        let mut at = path;
        while let Step::Field(before, field) = self.step(at) {
            fields.push(field);
            at = before;
        }
        fields.reverse();
        fields
    }

    fn add(&mut self, step: Step, root: Option<Path>, len: u32) -> Path {
        let path = Path(self.nodes.len() as u32);
        self.nodes.push(Node { step, root: root.unwrap_or(path), len, last: (Name::THIS, path) });
        path
    }

    /// The path `x`.
    #[inline]
    pub fn var(&mut self, x: Name) -> Path {
        if self.vars.len() <= x.index() {
            self.vars.resize(x.index() + 1, 0);
        }
        if self.vars[x.index()] == 0 {
            let path = self.add(Step::Root(Root::Var(x)), None, 0);
            self.vars[x.index()] = path.0 + 1;
        }
        Path(self.vars[x.index()] - 1)
    }

    /// The path `path.fd`.
    pub fn field(&mut self, path: Path, field: Name) -> Path {
        let Node { root, len, last, .. } = self.nodes[path.0 as usize];
        if last.0 == field && last.1 != path {
            return last.1;
        }
        let found = match self.fields.get(&(path, field)) {
            Some(&found) => found,
            None => {
                let new = self.add(Step::Field(path, field), Some(root), len + 1);
                self.fields.insert((path, field), new);
                new
            }
        };
        self.nodes[path.0 as usize].last = (field, found);
        found
    }

    /// An expression as a path: its own text if it is `x.fd₁…fdₙ`, else one rooted in an expression that is no path.
    pub fn of_expr(&mut self, program: &Program, e: ExprId) -> Path {
        match program.expr(e) {
            Expr::Var(x) => self.var(x),
            Expr::Field { recv, field } => {
                let mut chain: SmallVec<[Name; 8]> = smallvec![field];
                let mut inner = recv;
                let start = loop {
                    if chain.len() >= WALK
                        && let Some(&known) = self.chains.get(&inner)
                    {
                        break known;
                    }
                    match program.expr(inner) {
                        Expr::Field { recv, field } => {
                            chain.push(field);
                            inner = recv;
                        }
                        _ => break self.of_expr(program, inner),
                    }
                };
                let steps = chain.len();
                let path = chain.into_iter().rev().fold(start, |path, field| self.field(path, field));
                if steps > WALK {
                    self.chains.insert(e, path);
                }
                path
            }
            // Constants are like variables, and a cast leaves no trace.
            Expr::Extended(Extended::ClassConst(x)) => self.var(x),
            Expr::Extended(Extended::Cast { value, .. }) => crate::stack::deep(|| self.of_expr(program, value)),
            _ => self.root_of(e),
        }
    }

    /// The last step of a path.
    #[inline]
    pub fn step(&self, path: Path) -> Step {
        self.nodes[path.0 as usize].step
    }

    /// Root of a path.
    #[inline]
    pub fn root(&self, path: Path) -> Root {
        match self.nodes[self.nodes[path.0 as usize].root.0 as usize].step {
            Step::Root(root) => root,
            Step::Field(..) => unreachable!("the root of a path is no field"),
        }
    }

    /// The number of field steps.
    pub fn len(&self, path: Path) -> u32 {
        self.nodes[path.0 as usize].len
    }

    /// Number of paths in the table; every [`Path`] is below it.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// θ(path).
    pub fn substitute(&mut self, path: Path, theta: &Substitution) -> Path {
        let x = match self.root(path) {
            Root::Var(x) if !self.is_slot(x) => x,
            Root::Expr(_) => return path,
            _ if theta.is_empty() => return path,
            _ => return self.delay(path, theta),
        };
        let Some(put) = theta.get(x) else { return path };
        self.with_fields_of(put, path)
    }

    /// The text of a path. A root that is no path is shown as its source text, if there is one.
    pub fn text(&self, path: Path, program: &Program, source: &str) -> String {
        let mut out = match self.root(path) {
            Root::Var(x) => program.text(x).to_owned(),
            Root::Expr(e) => {
                let text: Vec<&str> = program.span(e).text(source).split_whitespace().collect();
                format!("({})", text.join(" "))
            }
            Root::Open(number) => format!("?{number}"),
        };
        for field in self.fields_of(path) {
            out.push('.');
            out.push_str(program.text(field));
        }
        out
    }
}
