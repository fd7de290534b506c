//! Accesses of the fields of `this` in constructors that come before anybody else can have a reference to the object.
//!
//! A constructor begins with `fresh this`. It ends, for all that comes after in the order of evaluation and for every later turn of a loop
//! around, with the first use of `this` other than to reach a field, or with a call of a constructor in which it ends. A field of its own may
//! have it; that ends it for readers of the field, and for other constructors.
//!
//! A final field that was not read may be assigned: it names no lock yet. Behind `fresh this` it may be assigned once, and so may a static one.

use racefree_grammar::ast::{Expr, ExprId, Extended, List, MethodKind, Program};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use racefree_program::{ClassId, Implied, Resolved};
use rustc_hash::{FxHashMap, FxHashSet};

/// Accesses of a `this` that is fresh.
#[derive(Default)]
pub struct Fresh {
    /// Accesses of fields, and of elements of arrays in fields.
    accesses: FxHashSet<ExprId>,
    /// Assignments of fields that were not read before.
    first: FxHashSet<ExprId>,
    /// Fields that were read before an access of an element.
    read: FxHashMap<ExprId, Vec<Name>>,
}

impl Fresh {
    /// The accesses of all constructors of a program.
    pub fn of(resolved: &Resolved<'_>) -> Fresh {
        let mut constructors = Constructors { resolved, keeps: FxHashMap::default(), found: Fresh::default() };
        let program = resolved.program;
        if program.clauses.iter().any(|clauses| initialises(clauses.kind)) {
            for (i, class) in program.classes.iter().enumerate() {
                for m in class.methods.indices() {
                    constructors.keeps(resolved.of_declaration(i), m as u32);
                }
            }
        }
        constructors.found
    }

    /// Returns true if `this` is fresh at an access.
    pub fn at(&self, access: ExprId) -> bool {
        self.accesses.contains(&access)
    }

    /// Returns true if the field of an assignment has named no lock yet: it was not read before, nor assigned, unless `this` is fresh.
    pub(crate) fn is_first(&self, assignment: ExprId) -> bool {
        self.first.contains(&assignment)
    }

    /// Returns true if a field of `this` was read before an access of an element.
    pub(crate) fn has_read(&self, access: ExprId, field: Name) -> bool {
        self.read.get(&access).is_none_or(|fields| fields.contains(&field))
    }
}

/// Returns true for a member that may assign final fields.
fn initialises(kind: MethodKind) -> bool {
    matches!(kind, MethodKind::Constructor | MethodKind::StaticInitializer)
}

/// The constructors looked at so far.
struct Constructors<'r, 'p> {
    resolved: &'r Resolved<'p>,
    /// True if `this` is fresh at the end; not yet, while one is looked at.
    keeps: FxHashMap<u32, bool>,
    found: Fresh,
}

impl Constructors<'_, '_> {
    /// Returns true if a constructor of a class ends with `fresh this`.
    fn keeps(&mut self, class: ClassId, m: u32) -> bool {
        let program = self.resolved.program;
        let method = &program.methods[m as usize];
        let kind = program.kind_of(method);
        if !initialises(kind) {
            return false;
        }
        if let Some(&known) = self.keeps.get(&m) {
            return known;
        }
        self.keeps.insert(m, false);
        let delegates = self.resolved.delegates(method);
        let is_static = kind == MethodKind::StaticInitializer;
        let fresh = !is_static && (delegates || self.keeps_implied(self.resolved.get(class).superclass()));
        let now = Now { fresh, ..Now::default() };
        let mut walk = ConstructorWalk {
            program,
            class,
            is_static,
            constructors: self,
            now,
            accesses: Vec::new(),
            first: Vec::new(),
        };
        walk.expr(method.body);
        let (keeps, accesses, first) = (walk.now.fresh && walk.now.own.is_empty(), walk.accesses, walk.first);
        self.found.accesses.extend(accesses);
        self.found.first.extend(first.into_iter().map(|(assignment, _)| assignment));
        self.keeps.insert(m, keeps);
        keeps
    }

    /// Returns true if the constructor that a class implies, or has without parameters, ends with `fresh this`.
    fn keeps_implied(&mut self, class: Option<ClassId>) -> bool {
        match self.resolved.implied_constructor(class) {
            Implied::Nothing => true,
            Implied::Constructor(class, m) => deep(|| self.keeps(class, m)),
            Implied::Unknown => false,
        }
    }
}

/// State of a walk.
#[derive(Clone, Default)]
struct Now {
    fresh: bool,
    /// Fields of `this` that were read.
    read: FxHashSet<Name>,
    /// Fields of `this` that were assigned.
    assigned: FxHashSet<Name>,
    /// Fields of `this` that have it.
    own: FxHashSet<Name>,
}

/// A walk through a constructor, in the order of evaluation.
struct ConstructorWalk<'w, 'r, 'p> {
    program: &'p Program,
    class: ClassId,
    is_static: bool,
    constructors: &'w mut Constructors<'r, 'p>,
    now: Now,
    accesses: Vec<ExprId>,
    /// Assignments of fields that were not read before, with the fields.
    first: Vec<(ExprId, Name)>,
}

impl ConstructorWalk<'_, '_, '_> {
    /// Returns true for `this`, or, in a static initialiser, the object of a class, which may be its own.
    fn is_this(&self, e: ExprId) -> bool {
        match self.program.expr(e) {
            Expr::Extended(Extended::ClassConst(_)) => self.is_static,
            this => this == Expr::Var(Name::THIS),
        }
    }

    fn children(&mut self, e: ExprId) {
        let program = self.program;
        program.children(e).for_each(|child| self.expr(child));
    }

    fn access(&mut self, e: ExprId) {
        if self.now.fresh {
            self.accesses.push(e);
        }
    }

    /// Ways that start alike, of which one is taken.
    fn branches(&mut self, branches: impl IntoIterator<Item = ExprId>) {
        let start = self.now.clone();
        let mut end = start.clone();
        for branch in branches {
            self.now = start.clone();
            self.expr(branch);
            end.fresh &= self.now.fresh;
            end.read.extend(self.now.read.drain());
            end.assigned.extend(self.now.assigned.drain());
            end.own.extend(self.now.own.drain());
        }
        self.now = end;
    }

    fn expr(&mut self, e: ExprId) {
        deep(|| match self.program.expr(e) {
            Expr::Var(x) => self.now.fresh &= x != Name::THIS,
            Expr::Field { recv, field } if self.is_this(recv) => {
                self.access(e);
                self.now.read.insert(field);
                self.now.fresh &= !self.now.own.contains(&field);
            }
            Expr::Assign { recv, field, value } if self.is_this(recv) => {
                // The field has the object before anybody else has.
                let own = self.program.expr(value) == Expr::Var(Name::THIS);
                if !own {
                    self.expr(value);
                }
                self.assign(e, field);
                self.now.fresh &= !own;
            }
            Expr::Seq(elements) => {
                let program = self.program;
                let [dropped @ .., last] = program.list(elements) else { return };
                dropped.iter().for_each(|e| self.dropped(*e));
                self.expr(*last);
            }
            // An annotation.
            Expr::Holds(_) => {}
            Expr::Fork(body) => self.now.fresh &= !self.program.within(body).any(|e| self.is_this(e)),
            Expr::If { cond, then, otherwise } => {
                self.expr(cond);
                match otherwise {
                    Some(otherwise) => self.branches([then, otherwise]),
                    None => self.expr(then),
                }
            }
            Expr::While { .. } => self.turns(e),
            Expr::Extended(form) => self.extended(e, form),
            Expr::New(_)
            | Expr::Let { .. }
            | Expr::Sync { .. }
            | Expr::Atomic(_)
            | Expr::Print(_)
            | Expr::Assert(_)
            | Expr::Binary(..)
            | Expr::Unary(..)
            | forms!(literal | member | owned) => self.children(e),
        });
    }

    /// An expression whose value goes nowhere else: `this.fd = this` gives the object to its own field alone.
    fn dropped(&mut self, e: ExprId) {
        match self.program.expr(e) {
            Expr::Assign { recv, field, value }
                if self.is_this(recv) && self.program.expr(value) == Expr::Var(Name::THIS) =>
            {
                self.now.own.insert(field);
                self.assign(e, field);
            }
            _ => self.expr(e),
        }
    }

    fn assign(&mut self, e: ExprId, field: Name) {
        self.access(e);
        let again = !self.now.assigned.insert(field) && !self.now.fresh;
        if !again && !self.now.read.contains(&field) {
            self.first.push((e, field));
        }
    }

    /// A loop: a turn comes after each other one.
    fn turns(&mut self, e: ExprId) {
        let (accesses, first) = (self.accesses.len(), self.first.len());
        self.children(e);
        self.now.fresh &= self.now.own.is_disjoint(&self.now.read);
        if !self.now.fresh {
            self.accesses.truncate(accesses);
            self.first.truncate(first);
        }
        for access in &self.accesses[accesses..] {
            if let Some(read) = self.constructors.found.read.get_mut(access) {
                *read = self.now.read.iter().copied().collect();
            }
        }
        let of_loop = self.first.split_off(first);
        self.first.extend(of_loop.into_iter().filter(|(_, field)| !self.now.read.contains(field)));
    }

    fn extended(&mut self, e: ExprId, form: Extended) {
        match form {
            Extended::Delegate { up, constructor, .. } => {
                self.children(e);
                self.now.fresh &= self.delegates(up, constructor);
            }
            Extended::Element { array, .. } | Extended::SetElement { array, .. } => {
                self.children(e);
                if matches!(self.program.expr(array), Expr::Field { recv, .. } if self.is_this(recv)) {
                    self.access(e);
                    let read = self.now.read.iter().copied().collect();
                    self.constructors.found.read.insert(e, read);
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

    /// Returns true if `this` is fresh behind the call of another constructor. One of this class has read every field.
    fn delegates(&mut self, up: bool, name: Name) -> bool {
        let resolved = self.constructors.resolved;
        let class = if up { resolved.get(self.class).superclass().unwrap_or(ClassId::OBJECT) } else { self.class };
        if !up {
            let fields = resolved.decl(class).map_or(0..0, |decl| decl.fields.indices());
            self.now.read.extend(fields.map(|f| self.program.fields[f].name));
        }
        match resolved.own_method(class, name) {
            Some(m) => deep(|| self.constructors.keeps(class, m)),
            None => self.constructors.keeps_implied(Some(class)),
        }
    }
}
