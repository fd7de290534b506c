//! Java: an elaborated program as one of the calculus, for this analysis. Every form of the dialect of Java but `C.class` is put into
//! terms of the calculus that have at least its objects, its accesses and its order, and at most its locks. Places stay: an access
//! stands where it stood.
//!
//! | module | contents |
//! | --- | --- |
//! | `forms` | code, form by form |
//! | `outside` | calls of code that the sources do not have |
//! | `functions` | functions that are given to such calls, and run there |
//! | `callbacks` | what such code calls of the sources |
//! | `construct` | constructors: a method each, called behind the `new` |
//! | `begin` | the main expression: static initialisers, then `main` |
//! | `open` | the main expression of a program without `main` |
//! | `joins` | threads that main waits for |
//! | `stores` | stores by which a field gets its only value |
//!
//! A variable that is assigned again is a cell, an object that its thread alone has. The elements of an array are one field. What is
//! thrown is kept in one place. An explicit lock is the monitor of an object that the lock alone has.

mod begin;
mod callbacks;
mod construct;
mod forms;
mod functions;
mod joins;
mod open;
mod outside;
mod stores;

pub(crate) use joins::Joins;
pub use open::Entry;
pub use outside::LIBRARY;
pub(crate) use stores::first_stores;

use crate::harness::Harness;
use racefree_grammar::ast::{
    Class, Dialect, Expr, ExprId, Field, List, Method, Program, Run, TypeExpr, TypeId, TypeKind,
};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_program::FieldId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Knowledge of the sources that the elaborated program does not have, by places.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Calls that use an object of the library: true, if it changes.
    pub uses: FxHashMap<Span, bool>,
    /// Arguments that a call looks into, where they are objects of the library: true, if it changes them.
    pub arguments: FxHashMap<Span, bool>,
    /// Calls that make an object of the library which one thread at a time may use, with its class; and parameters that may be one.
    pub confined: FxHashMap<Span, String>,
    /// Calls that make an object around another one, which gives it to nobody.
    pub wrapped: FxHashSet<Span>,
    /// Calls that make a lock which several threads may have.
    pub permits: FxHashSet<Span>,
    /// Calls of the library that run no task: those of collections.
    pub stores: FxHashSet<Span>,
    /// Calls of the library that run the tasks of a collection in several threads.
    pub starts: FxHashSet<Span>,
    /// Names of the methods that override, or may override, one of the library.
    pub visible: FxHashSet<Span>,
    /// Names of the methods that others may call.
    pub callable: FxHashSet<Span>,
    /// Names of the methods in which a program begins.
    pub mains: Vec<Span>,
}

/// A program that can be analysed.
pub struct Made {
    /// The program.
    pub program: Program,
    /// The harness, if the program is open.
    pub harness: Option<Harness>,
    /// Trust that the analysis needs, each sort with its number.
    pub assumptions: Vec<(&'static str, usize)>,
}

/// Puts an elaborated program into terms of the calculus. `entries` are the methods that a harness calls; without any, the program
/// begins in its `main`, and one that has none gets a harness of all that others may call.
///
/// # Errors
///
/// A sentence: an entry that is not there, or nothing to begin with.
pub fn plain(mut program: Program, text: &str, known: &Known, entries: &[String]) -> Result<Made, String> {
    let callbacks = callbacks::Callbacks::add(&mut program, known);
    let constructors = construct::Constructors::of(&program);
    let mut plain = Plain::new(program, known, constructors);
    plain.callbacks = callbacks;
    plain.constructors();
    plain.code();
    let begins: Vec<Entry> = plain.mains();
    let harness = if entries.is_empty() && !begins.is_empty() {
        plain.begin(&begins);
        None
    } else {
        Some(plain.open(text, entries)?)
    };
    let assumptions = plain.assumed.into_iter().filter(|(_, n)| *n > 0).collect();
    Ok(Made { program: plain.program, harness, assumptions })
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

/// Classes and fields that the translation makes.
#[derive(Clone, Copy)]
struct Own {
    /// An object of a class that the sources do not have.
    outside: TypeId,
    /// One that one thread at a time may use; each of its classes is below this one.
    confined: TypeId,
    /// An array.
    array: TypeId,
    /// The cell of a variable.
    cell: TypeId,
    /// Objects that an object of the library was given.
    contents: Name,
    /// The state of an object that one thread at a time may use.
    state: Name,
    /// The object whose monitor is the explicit lock.
    lock: Name,
    /// The elements of an array.
    elements: Name,
    /// The value of a cell.
    value: Name,
    /// The class that has what is thrown.
    thrown: Name,
}

struct Plain<'k> {
    program: Program,
    known: &'k Known,
    constructors: construct::Constructors,
    callbacks: Option<callbacks::Callbacks>,
    own: Own,
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
}

/// Ending of the name of the class that has a class's static members.
const STATICS: &str = "$class";

impl<'k> Plain<'k> {
    fn new(mut program: Program, known: &'k Known, constructors: construct::Constructors) -> Plain<'k> {
        forget_ghosts(&mut program);
        let own = own(&mut program);
        let done = vec![false; program.exprs.len()];
        let (scope, labels, assumed) = (Vec::new(), Vec::new(), Vec::new());
        let statics = Vec::new();
        let (callbacks, givers) = (None, Vec::new());
        Plain {
            program,
            known,
            constructors,
            callbacks,
            own,
            scope,
            labels,
            givers,
            done,
            statics,
            class: 0,
            fresh: 0,
            assumed,
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

/// A class of the translation's own.
fn class(program: &mut Program, name: &str, extends: Option<TypeId>, fields: &[Name]) -> Name {
    let name = program.names.intern(name);
    let object = program.names.intern("Object");
    let ty = program.add_type(TypeKind::Class { name: object, args: List::default() }, Span::NONE);
    let start = program.fields.len() as u32;
    for &name in fields {
        program.fields.push(Field {
            is_final: false,
            readonly: false,
            volatile: true,
            ty,
            name,
            name_span: Span::NONE,
            guard: None,
            more_guards: List::default(),
            write_guard: None,
            init: None,
            span: Span::NONE,
        });
    }
    let end = program.fields.len() as u32;
    program.classes.push(Class {
        name,
        name_span: Span::NONE,
        span: Span::NONE,
        thread_local: false,
        ghosts: Run::default(),
        owners: None,
        extends,
        guard: None,
        more_guards: List::default(),
        interface: false,
        more_supertypes: Run::default(),
        fields: Run { start, end },
        methods: Run { start: program.methods.len() as u32, end: program.methods.len() as u32 },
    });
    name
}

/// Adds the translation's own classes. Every class of the sources without a superclass is below that of outside objects, as it may be a
/// subclass of one.
fn own(program: &mut Program) -> Own {
    let [contents, state, lock, elements, value] =
        ["contents$", "contents", "lock$", "elements", "value$"].map(|name| program.names.intern(name));
    let named =
        |program: &mut Program, name| program.add_type(TypeKind::Class { name, args: List::default() }, Span::NONE);
    let declared = program.classes.len();
    let outside = class(program, "outside$", None, &[contents, lock]);
    let outside = named(program, outside);
    let object = program.names.intern("Object");
    let object = named(program, object);
    let init = program.add(Expr::New(object), Span::NONE);
    if let Some(field) = program.fields.iter_mut().rev().find(|f| f.name == lock) {
        field.init = Some(init);
    }
    let confined = class(program, "library object", Some(outside), &[state]);
    let confined = named(program, confined);
    let array = class(program, "array", Some(outside), &[elements]);
    let array = named(program, array);
    let cell = class(program, "cell$", None, &[value]);
    let cell = named(program, cell);
    class(program, "thrown$$class", None, &[value]);
    let thrown = program.names.intern("thrown$");
    for name in [state, elements] {
        // Accesses of these race; the others are no fields of the sources.
        if let Some(field) = program.fields.iter_mut().rev().find(|f| f.name == name) {
            field.volatile = false;
        }
    }
    let is_root = |program: &Program, c: &Class| {
        let known = c.extends.is_some_and(|t| match program.ty(t).kind {
            TypeKind::Class { name, .. } => program.classes[..declared].iter().any(|of| of.name == name),
            _ => false,
        });
        !known && !c.interface && !program.text(c.name).ends_with(STATICS)
    };
    for i in 0..declared {
        if is_root(program, &program.classes[i]) {
            program.classes[i].extends = Some(outside);
        }
    }
    Own { outside, confined, array, cell, contents, state, lock, elements, value, thrown }
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

/// The fields that never race in Java: final ones, whose values are published with the object, and volatile ones.
pub(crate) fn quiet(program: &Program) -> FxHashSet<FieldId> {
    if program.dialect != Dialect::Java {
        return FxHashSet::default();
    }
    let fields = program.fields.iter().enumerate();
    fields.filter(|(_, f)| f.is_final || f.volatile).map(|(i, _)| FieldId(i as u32)).collect()
}
