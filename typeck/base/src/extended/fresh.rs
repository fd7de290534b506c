//! Accesses of the fields of `this` in constructors that come before anybody else can have a reference to the object.
//!
//! A constructor begins with `fresh this`. It ends, for all that comes after in the order of evaluation and for every later turn of a loop
//! around, with the first use of `this` other than to reach a field, or with a call of a constructor in which it ends.

use racefree_grammar::ast::{Expr, ExprId, Extended, List, MethodKind, Program};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use racefree_program::{ClassId, Resolved};
use rustc_hash::{FxHashMap, FxHashSet};

/// Accesses of fields, and of elements of arrays in fields, of a `this` that is fresh.
#[derive(Default)]
pub(crate) struct Fresh(FxHashSet<ExprId>);

impl Fresh {
    /// The accesses of all constructors of a program.
    pub(crate) fn of(resolved: &Resolved<'_>) -> Fresh {
        let mut constructors = Constructors { resolved, keeps: FxHashMap::default(), accesses: FxHashSet::default() };
        let program = resolved.program;
        if program.clauses.iter().any(|clauses| clauses.kind == MethodKind::Constructor) {
            for (i, class) in program.classes.iter().enumerate() {
                for m in class.methods.indices() {
                    constructors.keeps(resolved.of_declaration(i), m as u32);
                }
            }
        }
        Fresh(constructors.accesses)
    }

    /// Returns true if `this` is fresh at an access.
    pub(crate) fn at(&self, access: ExprId) -> bool {
        self.0.contains(&access)
    }
}

/// The constructors looked at so far.
struct Constructors<'r, 'p> {
    resolved: &'r Resolved<'p>,
    /// True if `this` is fresh at the end; not yet, while one is looked at.
    keeps: FxHashMap<u32, bool>,
    accesses: FxHashSet<ExprId>,
}

impl Constructors<'_, '_> {
    /// Returns true if a constructor of a class ends with `fresh this`.
    fn keeps(&mut self, class: ClassId, m: u32) -> bool {
        let program = self.resolved.program;
        let method = &program.methods[m as usize];
        if program.kind_of(method) != MethodKind::Constructor {
            return false;
        }
        if let Some(&known) = self.keeps.get(&m) {
            return known;
        }
        self.keeps.insert(m, false);
        let mut walk = ConstructorWalk { program, class, constructors: self, fresh: true, found: Vec::new() };
        walk.expr(method.body);
        let (keeps, found) = (walk.fresh, walk.found);
        self.accesses.extend(found);
        self.keeps.insert(m, keeps);
        keeps
    }
}

/// A walk through a constructor, in the order of evaluation.
struct ConstructorWalk<'w, 'r, 'p> {
    program: &'p Program,
    class: ClassId,
    constructors: &'w mut Constructors<'r, 'p>,
    fresh: bool,
    found: Vec<ExprId>,
}

impl ConstructorWalk<'_, '_, '_> {
    fn is_this(&self, e: ExprId) -> bool {
        self.program.expr(e) == Expr::Var(Name::THIS)
    }

    fn children(&mut self, e: ExprId) {
        let program = self.program;
        program.children(e).for_each(|child| self.expr(child));
    }

    fn access(&mut self, e: ExprId) {
        if self.fresh {
            self.found.push(e);
        }
    }

    /// Ways that start alike, of which one is taken.
    fn branches(&mut self, branches: impl IntoIterator<Item = ExprId>) {
        let (start, mut end) = (self.fresh, self.fresh);
        for branch in branches {
            self.fresh = start;
            self.expr(branch);
            end &= self.fresh;
        }
        self.fresh = end;
    }

    fn expr(&mut self, e: ExprId) {
        if !self.fresh {
            return;
        }
        deep(|| match self.program.expr(e) {
            Expr::Var(x) => self.fresh = x != Name::THIS,
            Expr::Field { recv, .. } if self.is_this(recv) => self.access(e),
            Expr::Assign { recv, value, .. } if self.is_this(recv) => {
                self.expr(value);
                self.access(e);
            }
            // An annotation.
            Expr::Holds(_) => {}
            Expr::Fork(body) => self.fresh = !self.program.within(body).any(|e| self.is_this(e)),
            Expr::If { cond, then, otherwise } => {
                self.expr(cond);
                match otherwise {
                    Some(otherwise) => self.branches([then, otherwise]),
                    None => self.expr(then),
                }
            }
            Expr::While { .. } => {
                let before = self.found.len();
                self.children(e);
                if !self.fresh {
                    self.found.truncate(before);
                }
            }
            Expr::Extended(form) => self.extended(e, form),
            Expr::New(_)
            | Expr::Let { .. }
            | Expr::Sync { .. }
            | Expr::Atomic(_)
            | Expr::Seq(_)
            | Expr::Print(_)
            | Expr::Assert(_)
            | Expr::Binary(..)
            | Expr::Unary(..)
            | forms!(literal | member | owned) => self.children(e),
        });
    }

    fn extended(&mut self, e: ExprId, form: Extended) {
        match form {
            Extended::Delegate { up, constructor, .. } => {
                self.children(e);
                self.fresh &= self.delegates(up, constructor);
            }
            Extended::Element { array, .. } | Extended::SetElement { array, .. } => {
                self.children(e);
                if matches!(self.program.expr(array), Expr::Field { recv, .. } if self.is_this(recv)) {
                    self.access(e);
                }
            }
            Extended::Try { parts, finally } => self.tries(parts, finally),
            Extended::ClassConst(_)
            | Extended::LetVar { .. }
            | Extended::SetVar { .. }
            | Extended::Make { .. }
            | Extended::Any { .. }
            | Extended::Cast { .. }
            | Extended::InstanceOf { .. }
            | Extended::NewArray { .. }
            | Extended::Length(_)
            | Extended::Label { .. }
            | Extended::Exit { .. }
            | Extended::Throw(_)
            | Extended::Catch { .. }
            | Extended::Locked { .. } => self.children(e),
        }
    }

    /// A clause begins somewhere in the body.
    fn tries(&mut self, parts: List, finally: bool) {
        let of = self.program.parts_of_try(parts, finally);
        self.expr(of.body);
        self.branches(of.catches.iter().copied());
        if let Some(finally) = of.finally {
            self.expr(finally);
        }
    }

    /// Returns true if `this` is fresh behind the call of another constructor. `Object`, and a class without constructors, run none.
    fn delegates(&mut self, up: bool, name: Name) -> bool {
        let resolved = self.constructors.resolved;
        let class = if up { resolved.get(self.class).superclass().unwrap_or(ClassId::OBJECT) } else { self.class };
        match resolved.own_method(class, name) {
            Some(m) => deep(|| self.constructors.keeps(class, m)),
            None => class == ClassId::OBJECT,
        }
    }
}
