//! Nesting of locks: which lock is taken while which other one is held, calls included. A repair that nests two locks the other way
//! round than the program does elsewhere trades a race for a deadlock.
//!
//! Locks are told apart by declared types alone: a variable may be any object of its class, a final field of one declaration is one
//! lock, and a new object that a variable is bound to is that object. So two locks may be taken for one, and then a repair is a guess.

use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId, Extended, List, MethodKind, Program, TypeId};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use racefree_program::{ClassId, Resolved};
use std::collections::{BTreeMap, BTreeSet};

/// A variable, and the fields behind it.
pub(crate) type LockPath = (Name, Vec<Name>);

/// Knowledge of the object that a lock expression denotes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Object {
    /// An object of a class or of one below it.
    Any(String),
    /// The object that a variable was bound to where it was made, and its class.
    New(String, String),
    /// The object in a final field, and its class; true if it is made by the field's initialiser.
    Field(String, String, bool),
    /// The object of a class.
    Class(String),
}

/// A lock that is taken: its path where it is one, and its object.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Lock {
    path: Option<LockPath>,
    object: Object,
}

impl Lock {
    /// Returns true for one that is surely the same object, which is taken once more.
    fn is_same(&self, other: &Lock) -> bool {
        let of_class = matches!(self.object, Object::Class(_)) && self.object == other.object;
        of_class || self.path.is_some() && self.path == other.path
    }
}

/// Locks that are held, each with the place where it is taken.
type Held = Vec<(Lock, Span)>;

/// A place at which one lock is taken while another is held.
pub(crate) struct Nested {
    /// The lock that is held, where it is taken.
    pub(crate) outer: Span,
    /// The lock that is taken, or the call that takes it.
    pub(crate) inner: Span,
    /// Paths of both.
    pub(crate) paths: [Option<LockPath>; 2],
    /// All locks that are held there.
    pub(crate) held: BTreeSet<Object>,
}

/// The pairs of a lock that is held and one that is taken.
#[derive(Default)]
pub(crate) struct Nesting(pub(crate) Pairs);

/// The places of each pair, up to a number.
pub(crate) type Pairs = BTreeMap<(Object, Object), Vec<Nested>>;

/// Greatest number of places of a pair that are kept.
const PLACES: usize = 16;

/// Adds the nestings of a lock that is taken. Who has it already waits for nobody.
fn nest(pairs: &mut Pairs, held: &Held, taken: &Lock, inner: Span) {
    if held.iter().any(|(held, _)| held.is_same(taken)) {
        return;
    }
    for (lock, outer) in held {
        let places = pairs.entry((lock.object.clone(), taken.object.clone())).or_default();
        let paths = [lock.path.clone(), taken.path.clone()];
        let is_known = |at: &Nested| at.inner == inner && at.outer == *outer && at.paths == paths;
        if places.len() < PLACES && !places.iter().any(is_known) {
            let held = held.iter().map(|(lock, _)| lock.object.clone()).collect();
            places.push(Nested { outer: *outer, inner, paths, held });
        }
    }
}

impl Nesting {
    /// The nestings of a program, as far as it may have them.
    pub(crate) fn of(program: &Program) -> Nesting {
        Nesting::by(program, false)
    }

    /// Nestings that it has for sure: by calls that can run one method alone.
    pub(crate) fn sure(program: &Program) -> Nesting {
        Nesting::by(program, true)
    }

    fn by(program: &Program, is_sure: bool) -> Nesting {
        let classes = Resolved::new(program);
        let mut by_name: BTreeMap<Name, Vec<usize>> = BTreeMap::new();
        for (m, method) in program.methods.iter().enumerate() {
            by_name.entry(method.name).or_default().push(m);
        }
        let bodies = program.methods.len();
        let owners = classes.classes_of_methods();
        let mut walk = Walk {
            classes: &classes,
            owners: &owners,
            by_name: &by_name,
            is_sure,
            scope: Vec::new(),
            held: Vec::new(),
            now: bodies,
            calls: Vec::new(),
            taken: vec![BTreeSet::new(); bodies + 1],
        };
        let mut pairs = Pairs::new();
        for (m, method) in program.methods.iter().enumerate() {
            walk.now = m;
            walk.scope = vec![(Name::THIS, Object::Any(name_of(&classes, owners[m])))];
            for param in program.params_of(method) {
                walk.scope.extend(walk.class(param.ty).map(|object| (param.name, object)));
            }
            walk.held =
                program.list(method.requires).iter().filter_map(|&l| Some((walk.lock(l)?, program.span(l)))).collect();
            walk.expr(method.body, &mut pairs);
        }
        (walk.now, walk.scope, walk.held) = (bodies, Vec::new(), Vec::new());
        program.main.into_iter().for_each(|main| walk.expr(main, &mut pairs));
        let Walk { calls, mut taken, .. } = walk;
        // Locks that a call takes, as the caller names them, until nothing is added.
        loop {
            let before: usize = taken.iter().map(BTreeSet::len).sum();
            for call in &calls {
                let inner: Vec<Lock> =
                    call.methods.iter().flat_map(|&m| taken[m].iter()).map(|l| call.seen(l)).collect();
                for lock in inner {
                    nest(&mut pairs, &call.held, &lock, call.span);
                    taken[call.by].insert(lock);
                }
            }
            if taken.iter().map(BTreeSet::len).sum::<usize>() == before || before > MOST {
                return Nesting(pairs);
            }
        }
    }
}

/// End of the names of classes with the static members of others.
const STATIC: &str = "$class";

/// Greatest number of fields of a path that calls lead to; of a longer one, only the object is known.
const LONGEST: usize = 4;

/// Greatest number of locks that methods take in all; a program with more is taken as it is then.
const MOST: usize = 10_000;

fn name_of(classes: &Resolved<'_>, class: ClassId) -> String {
    classes.program.text(classes.get(class).name).to_owned()
}

/// A call, with the locks that are held there.
struct Call {
    by: usize,
    methods: Vec<usize>,
    held: Held,
    span: Span,
    /// Paths of the receiver and the arguments, by the names that the method has for them.
    names: Vec<(Name, Option<LockPath>)>,
}

impl Call {
    /// A lock of the method as the caller names it.
    fn seen(&self, lock: &Lock) -> Lock {
        let path = lock.path.as_ref().and_then(|(root, fields)| {
            let (_, path) = self.names.iter().find(|(name, _)| name == root)?;
            let (root, before) = path.as_ref()?;
            let fields: Vec<Name> = before.iter().chain(fields).copied().collect();
            (fields.len() <= LONGEST).then_some((*root, fields))
        });
        Lock { path, object: lock.object.clone() }
    }
}

struct Walk<'p> {
    classes: &'p Resolved<'p>,
    /// The class of each method.
    owners: &'p [ClassId],
    by_name: &'p BTreeMap<Name, Vec<usize>>,
    /// Calls that may run several methods are left out.
    is_sure: bool,
    scope: Vec<(Name, Object)>,
    held: Held,
    /// The method, or one more than the last for the main expression.
    now: usize,
    calls: Vec<Call>,
    /// Locks that each takes.
    taken: Vec<BTreeSet<Lock>>,
}

impl Walk<'_> {
    fn class(&self, ty: TypeId) -> Option<Object> {
        self.classes.class_of_type(ty).map(|class| Object::Any(name_of(self.classes, class)))
    }

    fn class_of(&self, e: ExprId) -> Option<ClassId> {
        if let Expr::Var(x) = self.classes.program.expr(e) {
            let (_, object) = self.scope.iter().rev().find(|(name, _)| *name == x)?;
            let (Object::Any(class) | Object::New(_, class) | Object::Field(_, class, _)) = object else { return None };
            return self.classes.program.names.find(class).and_then(|name| self.classes.find(name));
        }
        // The object of a class has its static fields.
        if let Expr::Extended(Extended::ClassConst(name)) = self.classes.program.expr(e) {
            let program = self.classes.program;
            let of = program.class_of_constant(name).map(|class| format!("{class}{STATIC}"))?;
            return program.names.find(&of).and_then(|name| self.classes.find(name));
        }
        self.classes.declared_class(e, &mut |e| self.class_of(e))
    }

    fn path(&self, e: ExprId) -> Option<LockPath> {
        match self.classes.program.expr(e) {
            Expr::Var(x) => Some((x, Vec::new())),
            Expr::Field { recv, field } => {
                let (root, mut fields) = self.path(recv)?;
                fields.push(field);
                Some((root, fields))
            }
            Expr::New(_)
            | Expr::Assign { .. }
            | Expr::Call { .. }
            | forms!(literal | block | operator | owned | extended) => None,
        }
    }

    fn lock(&self, e: ExprId) -> Option<Lock> {
        let program = self.classes.program;
        let object = match program.expr(e) {
            Expr::Var(x) => self.scope.iter().rev().find(|(name, _)| *name == x)?.1.clone(),
            Expr::Field { recv, field } => {
                let (owner, f) = self.classes.field(self.class_of(recv)?, field)?;
                let declared = &program.fields[f.index()];
                let is_new = |init| matches!(program.expr(init), Expr::New(_) | Expr::Extended(Extended::Make { .. }));
                let made = declared.init.is_some_and(is_new);
                // A class of the library has no members that a program declares.
                let class = self.class_of(e).map_or(String::new(), |class| name_of(self.classes, class));
                // A lock that is declared as an object of no class is made for that.
                let made = made || class == "Object";
                Object::Field(format!("{}.{}", name_of(self.classes, owner), program.text(field)), class, made)
            }
            Expr::Extended(Extended::ClassConst(name)) => Object::Class(program.text(name).to_owned()),
            Expr::New(_)
            | Expr::Assign { .. }
            | Expr::Call { .. }
            | forms!(literal | block | operator | owned | extended) => {
                Object::Any(name_of(self.classes, self.class_of(e)?))
            }
        };
        Some(Lock { path: self.path(e), object })
    }

    fn expr(&mut self, e: ExprId, pairs: &mut Pairs) {
        let program = self.classes.program;
        deep(|| match program.expr(e) {
            Expr::Sync { lock, body } | Expr::Extended(Extended::Locked { lock, body }) => {
                self.expr(lock, pairs);
                let Some(taken) = self.lock(lock) else { return self.expr(body, pairs) };
                nest(pairs, &self.held, &taken, program.span(lock));
                self.taken[self.now].insert(taken.clone());
                self.held.push((taken, program.span(lock)));
                self.expr(body, pairs);
                self.held.pop();
            }
            Expr::Fork(body) => {
                let held = std::mem::take(&mut self.held);
                self.expr(body, pairs);
                self.held = held;
            }
            Expr::Let { ty, var, bound, body } => {
                self.expr(bound, pairs);
                let object = match (program.expr(bound), self.class_of(bound)) {
                    (Expr::New(_), Some(class)) => {
                        let name = name_of(self.classes, class);
                        Some(Object::New(format!("{}:{}", self.now, program.text(var)), name))
                    }
                    _ => self.class(ty),
                };
                let depth = self.scope.len();
                self.scope.extend(object.map(|object| (var, object)));
                self.expr(body, pairs);
                self.scope.truncate(depth);
            }
            Expr::Extended(Extended::LetVar { ty, var, bound, body }) => {
                self.expr(bound, pairs);
                self.scoped(ty, var, body, pairs);
            }
            Expr::Extended(Extended::Catch { ty, var, body }) => self.scoped(ty, var, body, pairs),
            Expr::Call { recv, method, args } => {
                self.call(program.span(e), recv, method, args);
                program.children(e).for_each(|part| self.expr(part, pairs));
            }
            Expr::Var(_)
            | Expr::New(_)
            | Expr::Field { .. }
            | Expr::Assign { .. }
            | Expr::Atomic(_)
            | Expr::Seq(_)
            | Expr::If { .. }
            | Expr::While { .. }
            | forms!(literal | operator | owned | extended) => {
                program.children(e).for_each(|part| self.expr(part, pairs));
            }
        });
    }

    /// The scope of a variable that may be any object of its class.
    fn scoped(&mut self, ty: TypeId, var: Name, body: ExprId, pairs: &mut Pairs) {
        let depth = self.scope.len();
        self.scope.extend(self.class(ty).map(|object| (var, object)));
        self.expr(body, pairs);
        self.scope.truncate(depth);
    }

    /// A call, of all methods that it may run.
    fn call(&mut self, span: Span, recv: ExprId, method: Name, args: List) {
        let program = self.classes.program;
        let class = self.class_of(recv);
        let may_run = |&m: &usize| {
            let related = |c| self.classes.below(c, self.owners[m]) || self.classes.below(self.owners[m], c);
            class.is_none_or(related)
        };
        let named = self.by_name.get(&method).into_iter().flatten();
        // One without code takes no lock.
        let has_code = |&m: &usize| !matches!(program.kind_of(&program.methods[m]), MethodKind::Abstract);
        let methods: Vec<usize> = named.copied().filter(may_run).filter(has_code).collect();
        let Some(&first) = methods.first().filter(|_| !self.is_sure || class.is_some() && methods.len() == 1) else {
            return;
        };
        let params = program.params_of(&program.methods[first]).iter().map(|param| param.name);
        let args = program.list(args).iter().map(|&arg| self.path(arg));
        let names = std::iter::once((Name::THIS, self.path(recv))).chain(params.zip(args)).collect();
        self.calls.push(Call { by: self.now, methods, held: self.held.clone(), span, names });
    }
}
