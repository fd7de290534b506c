//! The rules of section 3, over the typed program: atomicities as hash-consed trees, methods and initialisers by components
//! of the call graph, callees first.
//!
//! | module | what it holds |
//! | --- | --- |
//! | this | what a judgment can refer to |
//! | `expressions` | P; E; ls ⊢ e & a |
//! | `access` | reads, writes, calls, `new` |
//! | `dispatch` | the methods that a call may run |
//! | `forms`, `constructors`, `exits` | the forms of the dialect of Java; what leaves an expression before its end |
//! | `declarations` | programs, classes, methods, overriding |
//! | `components` | the call graph and its components |
//! | `inference` | the least fixpoint |

mod access;
mod components;
mod constructors;
mod declarations;
mod dispatch;
mod exits;
mod expressions;
mod forms;
mod inference;

pub(crate) use access::{FieldKind, Needed};
pub(crate) use components::components;

use crate::algebra::Algebra;
use crate::blame::Blame;
use crate::locks::{Lock, Locks, Scope};
use crate::names::cut;
use crate::outside::Setting;
use crate::over::Types;
use crate::rules::atom_invoke;
use crate::theta::Mapping;
use crate::tree::{TestOutcome, Tree, Trees};
use crate::walk::Made;
use racefree_grammar::ast::{Basic, ExprId, Program, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::span::{LineIndex, Span};
use racefree_kernel::options::Part;
use racefree_kernel::{Options, PremiseId, TypeError};
use racefree_program::{ClassId, Resolved};
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// Part of the program around an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enclosing {
    /// The main expression.
    Main,
    /// A method.
    Method(u32),
    /// The initialisers of a class, by its index in the program.
    Init(u32),
}

impl Enclosing {
    /// The method, if it is one.
    pub fn method(self) -> Option<u32> {
        match self {
            Enclosing::Method(m) => Some(m),
            Enclosing::Main | Enclosing::Init(_) => None,
        }
    }
}

/// A call, as the method sees it that may run.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The method.
    pub method: u32,
    /// The call.
    pub at: ExprId,
    /// Span of the call.
    pub span: Span,
    /// Part of the program around the call.
    pub caller: Enclosing,
    /// Atomicity of the method at this call: ⟦θa⟧(ls)
    pub atomicity: Basic,
}

/// A claim: `atomic e`, or a method that overrides an atomic one.
#[derive(Clone, Debug)]
pub struct Claimed {
    /// The block; of a method that says nothing, its body.
    pub block: ExprId,
    /// The method that is claimed to be atomic as a whole.
    pub method: Option<u32>,
    /// Part of the program around the claim.
    pub within: Enclosing,
    /// a
    pub tree: Tree,
    /// ls
    pub locks: Vec<Lock>,
    /// ⟦a⟧(ls)
    pub atomicity: Basic,
    /// Why it does not hold, if that is known and counts.
    pub blame: Option<Blame>,
    /// True if a premise asks for the claim: all but those of overriding methods without ATOM OVERRIDE/claimed.
    pub counts: bool,
}

/// A thread: the main expression, or the body of a fork.
#[derive(Clone, Copy, Debug)]
pub struct Thread {
    /// The fork; none for the main thread.
    pub fork: Option<ExprId>,
    /// Span of the fork, or of the main expression.
    pub span: Span,
    /// Atomicity of the thread with no lock held: ⟦a⟧(∅)
    pub atomicity: Basic,
}

/// Context of the judgments, with the results so far.
pub struct Checker<'c, 'p> {
    /// P
    pub program: &'p Program,
    pub(crate) source: &'p str,
    pub(crate) options: &'c Options,
    /// The typing derivation, as far as rules use it.
    pub types: &'c dyn Types<'p>,
    /// All atomicities.
    pub trees: Trees<'p>,
    pub(crate) scope: Scope,
    /// Atomicity of each method's body.
    pub bodies: Vec<Tree>,
    /// Declared atomicity of each method, if it declares one.
    pub declared: Vec<Option<Tree>>,
    /// init(cn<x…>), by class.
    pub(crate) inits: Vec<Tree>,
    /// The methods of each name, by class.
    pub(crate) by_name: FxHashMap<Name, Vec<(ClassId, u32)>>,
    /// The class that each method is in.
    pub owners: Vec<ClassId>,
    /// Part of the program that is being judged.
    pub(crate) within: Enclosing,
    /// True if results count: not before everything is inferred.
    pub(crate) counts: bool,
    /// The errors, in words.
    pub(crate) errors: Vec<TypeError>,
    /// The calls.
    pub calls: Vec<Site>,
    /// The claims.
    pub claims: Vec<Claimed>,
    /// The threads.
    pub threads: Vec<Thread>,
    /// Largest number of rounds through a component.
    pub rounds: u32,
    /// The methods, in the order in which a callee comes before its callers, component by component; of each, whether it depends on
    /// itself.
    pub components: Vec<(Vec<u32>, bool)>,
    /// The locks of `holds`, and θ of written types whose initialisers test locks, as they were read in their scopes.
    pub(crate) trusted: FxHashMap<ExprId, Lock>,
    pub(crate) made: FxHashMap<TypeId, Mapping>,
    /// The same of constructors that run at a place.
    pub(crate) made_by: Made,
    /// Number of expressions walked through to find blames.
    pub(crate) walked: u64,
    /// Knowledge besides the text.
    pub(crate) setting: &'c Setting<'c>,
    /// Ways out of what is being judged that do not go on with what follows: exits by their labels, and exceptions.
    pub(crate) exits: Vec<(Option<Name>, Tree)>,
    /// Places of code outside of which nothing is known.
    pub(crate) assumed: Vec<Span>,
    /// The methods of a name below a class, once they were asked for.
    pub(crate) below: RefCell<FxHashMap<(ClassId, Name), Overriding>>,
    /// The lines of the source, once a place is reported.
    lines: OnceCell<LineIndex>,
}

/// Methods of one name, each with the class that declares it.
pub(crate) type Overriding = Rc<[(ClassId, u32)]>;

/// Outcome of a test whose lock is no lock here (D-A4).
pub(super) fn escaping(in_force: bool) -> TestOutcome {
    if in_force { TestOutcome::Either } else { TestOutcome::Held }
}

impl<'c, 'p> Checker<'c, 'p> {
    /// Of a typed program.
    pub(crate) fn new(
        program: &'p Program,
        source: &'p str,
        options: &'c Options,
        types: &'c dyn Types<'p>,
        setting: &'c Setting<'c>,
    ) -> Checker<'c, 'p> {
        let algebra = Algebra::by(|premise| !options.takes(premise, Part::Rest));
        let classes = types.classes();
        let mut by_name: FxHashMap<Name, Vec<(ClassId, u32)>> = FxHashMap::default();
        for (id, _) in classes.iter() {
            for m in classes.decl(id).into_iter().flat_map(|class| class.methods.indices()) {
                if classes.own_method(id, program.methods[m].name) == Some(m as u32) {
                    by_name.entry(program.methods[m].name).or_default().push((id, m as u32));
                }
            }
        }
        Checker {
            program,
            source,
            options,
            types,
            trees: Trees::new(Locks::new(program), algebra),
            scope: Scope::default(),
            bodies: vec![Tree::CONST; program.methods.len()],
            declared: vec![None; program.methods.len()],
            inits: vec![Tree::CONST; classes.len()],
            by_name,
            owners: classes.classes_of_methods(),
            within: Enclosing::Main,
            counts: false,
            errors: Vec::new(),
            calls: Vec::new(),
            claims: Vec::new(),
            threads: Vec::new(),
            rounds: 0,
            components: Vec::new(),
            trusted: FxHashMap::default(),
            made: FxHashMap::default(),
            made_by: Made::default(),
            walked: 0,
            setting,
            exits: Vec::new(),
            assumed: Vec::new(),
            below: RefCell::default(),
            lines: OnceCell::new(),
        }
    }

    pub(crate) fn classes(&self) -> &'c Resolved<'p> {
        self.types.classes()
    }

    // Premises.

    /// True if a premise is in force, and not switched off.
    #[inline]
    pub(crate) fn in_force(&self, premise: PremiseId) -> bool {
        !self.options.takes(premise, Part::Rest)
    }

    // Locks.

    /// Returns the outcome of a test whose lock is no lock here, outside of a call.
    fn escaping(&self) -> TestOutcome {
        escaping(self.in_force(atom_invoke::ESCAPING))
    }

    /// (held l ? then : otherwise), where l may be no lock here.
    pub(crate) fn test(&mut self, lock: TestOutcome, then: Basic, otherwise: Basic) -> Tree {
        self.choose_by(lock, Tree::basic(then), Tree::basic(otherwise))
    }

    /// (held l ? then : otherwise), where l may be no lock here.
    pub(crate) fn choose_by(&mut self, lock: TestOutcome, then: Tree, otherwise: Tree) -> Tree {
        let (classes, escaping) = (self.classes(), self.escaping());
        match here(&self.scope, classes, escaping, &mut self.trees.locks, lock) {
            TestOutcome::Lock(lock) => self.trees.test(lock, then, otherwise),
            TestOutcome::Held => then,
            TestOutcome::Unheld => otherwise,
            TestOutcome::Either => self.trees.join(then, otherwise),
        }
    }

    /// θa: each lock put elsewhere, and dropped if that is no lock here.
    pub(crate) fn substitute(&mut self, a: Tree, theta: impl FnMut(&mut Locks<'p>, Lock) -> TestOutcome) -> Tree {
        self.substitute_or(self.escaping(), a, theta)
    }

    /// The same, with the outcome of a test whose lock is no lock here.
    pub(super) fn substitute_or(
        &mut self,
        escaping: TestOutcome,
        a: Tree,
        mut theta: impl FnMut(&mut Locks<'p>, Lock) -> TestOutcome,
    ) -> Tree {
        if a.as_basic().is_some() {
            return a;
        }
        let (scope, classes) = (&self.scope, self.types.classes());
        self.trees.rebuild(a, &mut |locks, lock| {
            let put = theta(locks, lock);
            here(scope, classes, escaping, locks, put)
        })
    }

    /// A lock as it is written, in a class or in a method or, if that is so, in the head of the method.
    pub(crate) fn written_lock(&mut self, l: ExprId, in_head: bool) -> Lock {
        let at = match self.within {
            Enclosing::Main => None,
            Enclosing::Method(m) => Some((self.owners[m as usize], Some(m).filter(|_| in_head))),
            Enclosing::Init(class) => Some((self.classes().of_declaration(class as usize), None)),
        };
        let scope = &self.scope;
        let lock = self.types.written(&mut self.trees.locks, at, l, &|x| scope.class(x).is_some());
        self.trees.locks.named(lock, &self.scope.not_self)
    }

    /// The lock set of \[EXP …\] at an expression.
    pub(crate) fn locks_at(&mut self, e: ExprId) -> Vec<Lock> {
        let locks = &mut self.trees.locks;
        let held = self.types.locks_at(locks, e);
        held.into_iter().map(|lock| locks.named(lock, &self.scope.not_self)).collect()
    }

    /// The requires set of a method.
    pub(crate) fn requires_of(&mut self, m: u32) -> Vec<Lock> {
        let locks = &mut self.trees.locks;
        let requires = self.types.requires(locks, m);
        let not_self = self.types.not_self(self.owners[m as usize], Some(m));
        requires.into_iter().map(|lock| locks.named(lock, &not_self)).collect()
    }

    /// ⟦a⟧(requires) of a method
    pub(crate) fn with_requires(&mut self, m: u32, a: Tree) -> Basic {
        if let Some(basic) = a.as_basic() {
            return basic;
        }
        let requires = self.requires_of(m);
        self.trees.at(a, |l| requires.contains(&l))
    }

    /// Returns the declared atomicity of a method, or else that of its body.
    pub fn of_method(&self, m: u32) -> Tree {
        self.declared[m as usize].unwrap_or(self.bodies[m as usize])
    }

    /// The name of a method with its class.
    pub fn method_name(&self, m: u32) -> String {
        if let Some(name) = self.setting.method {
            return name(m);
        }
        let class = self.classes().get(self.owners[m as usize]).name;
        format!("{}.{}", self.program.text(class), self.program.text(self.program.methods[m as usize].name))
    }

    /// Returns the line and column at which a span begins, as `3:42`.
    pub(crate) fn place(&self, span: Span) -> String {
        if let Some(place) = self.setting.place {
            return place(span);
        }
        let lines = self.lines.get_or_init(|| LineIndex::new(self.source));
        let (line, column) = lines.line_column(self.source, span.start);
        format!("{line}:{column}")
    }

    /// The text of a place of the source, on one line.
    pub(crate) fn text(&self, span: Span) -> String {
        let words: Vec<&str> = span.text(self.source).split_whitespace().collect();
        cut(&words.join(" "), 60)
    }
}

/// Returns the outcome of a lock's test in this scope: the test stays if the lock is a final path and short enough.
fn here(
    scope: &Scope,
    classes: &Resolved<'_>,
    escaping: TestOutcome,
    locks: &mut Locks<'_>,
    put: TestOutcome,
) -> TestOutcome {
    let TestOutcome::Lock(lock) = put else { return if put == TestOutcome::Either { escaping } else { put } };
    let lock = locks.named(lock, &scope.not_self);
    match (scope.is_final(classes, locks, lock), locks.is_short(lock)) {
        (true, true) => TestOutcome::Lock(lock),
        (true, false) => TestOutcome::Either,
        (false, _) => escaping,
    }
}
