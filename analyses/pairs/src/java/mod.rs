//! Java: an elaborated program as one of the calculus, for this analysis. Every form of the dialect of Java but `C.class` is put into
//! terms of the calculus that have at least its objects, its accesses and its order, and at most its locks. Places stay: an access
//! stands where it stood.
//!
//! | module | contents |
//! | --- | --- |
//! | `forms` | code, form by form |
//! | `outside` | calls of code that the sources do not have |
//! | `alone` | statements of `main` that run while there is no other thread |
//! | `awaits` | what waits for tasks |
//! | `finals` | what initialisation orders, final fields |
//! | `functions` | functions that are given to such calls, and run there |
//! | `callbacks` | what such code calls of the sources |
//! | `dispatch` | calls through a type outside of the sources |
//! | `enums` | `values()` and `valueOf(…)` |
//! | `known` | what the elaborated program does not have |
//! | `markers` | types that the sources do not declare |
//! | `own` | classes and fields that the translation makes |
//! | `construction` | accesses of constructors before the object is given away |
//! | `contents` | what is inside the objects of fields |
//! | `construct` | constructors: a method each, called behind the `new` |
//! | `begin` | the main expression: static initialisers, then `main` |
//! | `open` | the main expression of a program without `main` |
//! | `joins` | threads that main waits for |
//! | `supers` | `super.m(…)` |
//! | `wrappers` | uses of objects of the library, also by way of synchronized wrappers
//! | `stores` | stores by which a field gets its only value |
//!
//! A variable that is assigned again is a cell, an object that its thread alone has. The elements of an array are one field. What is
//! thrown is kept in one place. An explicit lock is the monitor of an object that the lock alone has.

mod alone;
mod awaits;
mod begin;
mod callbacks;
mod construct;
mod construction;
mod contents;
mod dispatch;
mod enums;
mod finals;
mod forms;
mod functions;
mod joins;
mod known;
mod markers;
mod open;
mod outside;
mod own;
mod stores;
mod supers;
mod wrappers;

pub(crate) use callbacks::{cast, is_callback};
pub(crate) use construction::Construction;
pub use contents::Contents;
pub use dispatch::{Called, Declared, Gives};
pub(crate) use finals::publish;
pub(crate) use joins::Joins;
pub use known::Known;
pub use markers::supertypes_of;
pub(crate) use markers::{is_marker, takes};
pub use open::Entry;
pub use outside::LIBRARY;
use own::class;
pub(crate) use own::{given, halves, is_foreign, value_of_cell};
pub(crate) use stores::first_stores;
use wrappers::WRAPPER;

use crate::budget::{Phase, Watch};
use crate::harness::Harness;
use racefree_grammar::ast::{Dialect, Expr, ExprId, List, Method, Program, Run, TypeExpr, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// A program that can be analysed.
pub struct Made {
    /// The program.
    pub program: Program,
    /// The harness, if the program is open.
    pub harness: Option<Harness>,
    /// It begins in a `main` that comes to less than half of the classes that others may call.
    pub partial: bool,
    /// Trust that the analysis needs, each sort with its number.
    pub assumptions: Vec<(&'static str, usize)>,
}

/// Puts an elaborated program into terms of the calculus. `entries` are the methods that a harness calls; without any, the program
/// begins in its `main`, and one that has none gets a harness of all that others may call. What is made once the watch is over is no program.
///
/// # Errors
///
/// A sentence: an entry that is not there, or nothing to begin with.
pub fn plain(
    mut program: Program,
    text: &str,
    known: &Known,
    entries: &[String],
    watch: &Watch,
) -> Result<Made, String> {
    watch.enter(Phase::Lowering);
    supers::name(&mut program);
    let callbacks = callbacks::Callbacks::add(&mut program, known);
    let constructors = construct::Constructors::of(&program);
    let mut plain = Plain::new(program, known, constructors);
    plain.watch = watch.clone();
    plain.mark_types();
    plain.values = Values::of(&plain.program);
    plain.callbacks = callbacks;
    plain.constructors();
    plain.code();
    let begins: Vec<Entry> = if entries.is_empty() { plain.mains() } else { Vec::new() };
    let partial = !begins.is_empty() && plain.is_library(&begins);
    let harness = if begins.is_empty() {
        Some(plain.open(text, entries)?)
    } else {
        plain.begin(&begins);
        None
    };
    let assumptions = plain.assumed.into_iter().filter(|(_, n)| *n > 0).collect();
    Ok(Made { program: plain.program, harness, partial, assumptions })
}

/// Meaning of a variable in scope.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// Its value may be an object.
    Object,
    /// Its value is none.
    Scalar,
    /// The variable is the cell that has the value.
    Cell,
}

struct Plain<'k> {
    program: Program,
    known: &'k Known,
    constructors: construct::Constructors,
    callbacks: Option<callbacks::Callbacks>,
    /// Methods that a call outside of the sources may be one of, by name in Java and number of parameters.
    dispatched: dispatch::Dispatched,
    /// Names of members whose values are numbers and texts alone.
    values: Values,
    own: own::Own,
    /// Names of the classes that are no own ones.
    sources: FxHashSet<Name>,
    /// Types that the sources do not declare.
    markers: FxHashSet<Name>,
    /// The cells of variables of a type, by its class.
    cells: FxHashMap<Name, TypeId>,
    scope: Vec<(Name, Sort)>,
    /// Labels with the cells of their values.
    labels: Vec<(Name, Option<Name>)>,
    /// Objects of the call of the library that a function around the code is given to.
    givers: Vec<Vec<Name>>,
    /// True for an expression that was put into terms of the calculus.
    done: Vec<bool>,
    /// Static initialisers.
    statics: Vec<usize>,
    /// The class whose code it is.
    class: usize,
    fresh: u32,
    assumed: Vec<(&'static str, usize)>,
    watch: Watch,
}

/// Ending of the name of the class that has a class's static members.
const STATICS: &str = "$class";

impl<'k> Plain<'k> {
    fn new(mut program: Program, known: &'k Known, constructors: construct::Constructors) -> Plain<'k> {
        forget_ghosts(&mut program);
        let sources = program.classes.iter().filter(|c| c.name_span != Span::NONE).map(|c| c.name).collect();
        let own = own::own(&mut program, known);
        let done = vec![false; program.exprs.len()];
        let (scope, labels, assumed) = (Vec::new(), Vec::new(), Vec::new());
        let (statics, dispatched) = (Vec::new(), dispatch::dispatched(&program, known));
        let values = Values::of(&program);
        let (callbacks, givers) = (None, Vec::new());
        Plain {
            program,
            known,
            constructors,
            callbacks,
            dispatched,
            values,
            own,
            sources,
            markers: FxHashSet::default(),
            cells: FxHashMap::default(),
            scope,
            labels,
            givers,
            done,
            statics,
            class: 0,
            fresh: 0,
            assumed,
            watch: Watch::default(),
        }
    }

    fn assume(&mut self, what: &'static str) {
        match self.assumed.iter_mut().find(|(known, _)| *known == what) {
            Some((_, n)) => *n += 1,
            None => self.assumed.push((what, 1)),
        }
    }

    /// A name that no source has.
    fn name(&mut self, of: &str) -> Name {
        self.fresh += 1;
        self.program.names.intern(&format!("{of}${}$", self.fresh))
    }

    /// The type of a class.
    fn class_type(&mut self, name: Name) -> TypeId {
        self.program.add_type(TypeKind::Class { name, args: List::default() }, Span::NONE)
    }

    fn add(&mut self, expr: Expr, span: Span) -> ExprId {
        let e = self.program.add(expr, span);
        self.done.push(true);
        e
    }

    fn var(&mut self, x: Name, span: Span) -> ExprId {
        self.add(Expr::Var(x), span)
    }

    fn seq(&mut self, elements: &[ExprId], span: Span) -> ExprId {
        match elements {
            [] => self.add(Expr::Unit, span),
            &[one] => one,
            _ => {
                let list = self.program.add_list(elements);
                self.add(Expr::Seq(list), span)
            }
        }
    }

    fn field(&mut self, recv: ExprId, field: Name, span: Span) -> ExprId {
        self.add(Expr::Field { recv, field }, span)
    }

    fn assign(&mut self, recv: ExprId, field: Name, value: ExprId, span: Span) -> ExprId {
        self.add(Expr::Assign { recv, field, value }, span)
    }

    fn let_(&mut self, ty: TypeId, var: Name, bound: ExprId, body: ExprId, span: Span) -> ExprId {
        self.add(Expr::Let { ty, var, bound, body }, span)
    }

    fn call(&mut self, recv: ExprId, method: Name, args: &[ExprId], span: Span) -> ExprId {
        let args = self.program.add_list(args);
        self.add(Expr::Call { recv, method, args }, span)
    }

    /// Any one of some values.
    fn one_of(&mut self, values: &[ExprId], span: Span) -> ExprId {
        let Some((&last, others)) = values.split_last() else { return self.add(Expr::Null, span) };
        others.iter().rev().fold(last, |rest, &value| {
            let cond = self.add(Expr::Bool(true), span);
            self.add(Expr::If { cond, then: value, otherwise: Some(rest) }, span)
        })
    }

    /// The object of the static members of a class.
    fn constant(&mut self, class: &str, span: Span) -> ExprId {
        let e = self.program.class_constant(class, span);
        self.done.push(true);
        e
    }

    /// The static members' owner: C, for a class `C$class`.
    fn statics_of(&self, class: usize) -> Option<&str> {
        self.program.text(self.program.classes[class].name).strip_suffix(STATICS)
    }
}

/// Ghosts are for types alone: nothing of them runs.
fn forget_ghosts(program: &mut Program) {
    program.classes.iter_mut().for_each(|c| c.ghosts = Run::default());
    for TypeExpr { kind, .. } in &mut program.types {
        if let TypeKind::Class { args, .. } = kind {
            *args = List::default();
        }
    }
}

/// Names of members whose values are numbers and texts alone, in every class.
struct Values {
    fields: FxHashSet<Name>,
    methods: FxHashSet<Name>,
}

impl Values {
    fn of(program: &Program) -> Values {
        let names = |all: &mut dyn Iterator<Item = (Name, TypeId)>| {
            let (mut values, mut others) = (FxHashSet::default(), FxHashSet::default());
            for (name, ty) in all {
                if is_value(program, ty) {
                    values.insert(name)
                } else {
                    others.insert(name)
                };
            }
            values.retain(|name| !others.contains(name));
            values
        };
        let fields = names(&mut program.fields.iter().map(|f| (f.name, f.ty)));
        // The value of a method without one is what it ends with.
        let methods = program.methods.iter().filter(|m| program.ty(m.ret).kind != TypeKind::Void);
        let mut values = Values { fields, methods: names(&mut methods.map(|m| (m.name, m.ret))) };
        for method in program.methods.iter().filter(|m| program.ty(m.ret).kind == TypeKind::Void) {
            values.methods.remove(&method.name);
        }
        values
    }
}

/// True for a type whose values no other code has a use for: numbers and texts.
fn is_value(program: &Program, ty: TypeId) -> bool {
    let is_text = |class: Name| program.text(class) == "String" || markers::is_value(program.text(class));
    is_scalar(program, ty) || class_name(program, ty).is_some_and(is_text)
}

/// True for a type whose values are no objects that matter.
fn is_scalar(program: &Program, ty: TypeId) -> bool {
    matches!(program.ty(ty).kind, TypeKind::Int | TypeKind::Boolean | TypeKind::Void)
}

/// The declared type's class.
fn class_name(program: &Program, ty: TypeId) -> Option<Name> {
    match program.ty(ty).kind {
        TypeKind::Class { name, .. } => Some(name),
        _ => None,
    }
}

/// A method's own text in a message.
fn method_text(program: &Program, class: &str, method: &Method) -> String {
    format!("{class}.{}", program.text(method.name))
}

/// The constructors of a program that was Java, by name: methods of their own names.
pub(crate) fn constructors(program: &Program) -> FxHashMap<Name, usize> {
    if program.dialect != Dialect::Java {
        return FxHashMap::default();
    }
    let methods = program.methods.iter().enumerate();
    methods.filter(|(_, m)| program.text(m.name).contains(construct::SIGN)).map(|(i, m)| (m.name, i)).collect()
}
