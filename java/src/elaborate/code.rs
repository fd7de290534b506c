//! Code being elaborated: the classes that it is in, the variables in scope, the places that it can jump to.

use super::Elaborator;
use super::locks::Path;
use super::taken::TakenNames;
use crate::tree::body::{Body, ExprNo, Expression, LocalNo, StmtNo};
use crate::tree::{ClassNo, MethodNo};
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::{ExprId, TypeId};
use racefree_grammar::name::Name;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A class around code, or a lambda, which becomes one.
#[derive(Clone)]
pub(super) struct Frame {
    pub(super) sort: FrameSort,
    /// Variables of the code around it that it has in fields.
    pub(super) captures: Rc<FxHashMap<LocalNo, Name>>,
}

/// The classes around code. Each list shares those around it: a copy of one in a deep nest costs nothing.
#[derive(Clone, Default)]
pub(super) struct Frames(Option<Rc<Inner>>);

/// The innermost of some frames, and those around it.
struct Inner {
    frame: Frame,
    around: Frames,
    len: usize,
}

impl Frames {
    /// One class.
    pub(super) fn of(frame: Frame) -> Frames {
        let mut frames = Frames::default();
        frames.push(frame);
        frames
    }

    /// The innermost.
    pub(super) fn last(&self) -> Option<&Frame> {
        self.0.as_ref().map(|inner| &inner.frame)
    }

    /// All, the innermost first.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Frame> {
        std::iter::successors(self.0.as_ref(), |inner| inner.around.0.as_ref()).map(|inner| &inner.frame)
    }

    /// The number of them.
    pub(super) fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |inner| inner.len)
    }

    pub(super) fn push(&mut self, frame: Frame) {
        let around = std::mem::take(self);
        let len = around.len() + 1;
        self.0 = Some(Rc::new(Inner { frame, around, len }));
    }

    pub(super) fn pop(&mut self) {
        let around = self.0.as_ref().map_or(Frames::default(), |inner| inner.around.clone());
        *self = around;
    }
}

/// Sort of a class around code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FrameSort {
    Class(ClassNo),
    /// A lambda of a class, with the field of the enclosing instance, if it has one.
    Lambda(ClassNo, Option<Name>),
}

/// A ghost parameter of the class around code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct GhostOf {
    /// The class that declares it.
    pub(super) class: ClassNo,
    pub(super) name: Name,
}

/// A local variable in the calculus.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Variable {
    pub(super) name: Name,
    /// Its declared type.
    pub(super) ty: TypeId,
    /// `let var`
    pub(super) changes: bool,
}

/// A place that code can jump to.
pub(super) struct Target {
    pub(super) sort: TargetSort,
    pub(super) label: Name,
    pub(super) used: bool,
}

/// Sort of such a place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TargetSort {
    /// End of a loop or switch, or of a statement with a label.
    Break { java: Option<Name>, unlabelled: bool },
    /// End of the body of a loop.
    Continue { java: Option<Name> },
    /// End of a method or lambda.
    Return { ty: crate::types::Ty },
    /// End of a switch that has a value.
    Yield { ty: crate::types::Ty },
}

/// Code of one member, and of what is inlined there.
pub(super) struct Code<'e, 'j, 'b> {
    pub(super) it: &'e mut Elaborator<'j>,
    pub(super) body: &'b Body,
    /// The classes around it.
    pub(super) frames: Frames,
    /// Ghost parameters in scope.
    pub(super) ghosts: Rc<[GhostOf]>,
    pub(super) is_static: bool,
    /// The class whose static initialiser the code is.
    pub(super) initializes: Option<ClassNo>,
    pub(super) method: Option<MethodNo>,
    /// Names of the method's parameters.
    pub(super) parameters: Vec<Name>,
    pub(super) variables: FxHashMap<LocalNo, Variable>,
    /// Variables in scope, for the names in annotations.
    pub(super) scope: Vec<LocalNo>,
    /// Names in scope, which no variable may have again.
    pub(super) taken: TakenNames,
    pub(super) targets: Vec<Target>,
    /// Paths from the `this` of a class whose monitors are held, by blocks and methods around the code.
    pub(super) held: Vec<Path>,
    /// Number of branches around that end the method with a value each.
    pub(super) branches: usize,
    /// Number of labels and variables that were made.
    pub(super) fresh: u32,
    /// Patterns whose variables are bound already.
    pub(super) bound: Vec<LocalNo>,
    /// Names of captured variables that are needed in front of the object's own fields, in a constructor.
    pub(super) from_parameters: FxHashMap<LocalNo, Name>,
    /// The class whose text the locks are read in, if it is not the innermost one.
    pub(super) text_of: Option<ClassNo>,
    /// Calls that give back the explicit lock of a block that ends, by the places of their names.
    pub(super) ends: FxHashSet<Span>,
    /// The constructor that `super(…)` or `this(…)` names is called already.
    pub(super) delegated: bool,
    /// Assignments that are made already: their variables are bound in front of the statement.
    pub(super) assigned_before: FxHashSet<ExprNo>,
    /// Locks that are held in parts of the blocks around the code.
    pub(super) flows: Vec<super::flow::Flow>,
    /// The statement that is elaborated.
    pub(super) current: Option<StmtNo>,
    /// Calls of the body that take locks and give them back, once they are asked for.
    pub(super) lock_calls: Option<Rc<super::effects::LockCalls>>,
    /// Tasks that lists have until threads get them, once they are asked for.
    pub(super) listed: Option<Rc<super::listed::Listed>>,
    /// The `try` statements around the code.
    pub(super) around: Vec<StmtNo>,
    /// The call that is elaborated next is part of a chain that consumes a stream.
    pub(super) consumed: bool,
    /// Function objects given to the call that is elaborated run later, when its stream is consumed.
    pub(super) lazy: bool,
    /// The call that is elaborated is a stage in front of a stream's `parallel`.
    pub(super) ahead: bool,
    /// It is, or ends with, an operation that consumes a stream.
    pub(super) ending: bool,
    /// Nobody looks at what the call gives that is elaborated next.
    pub(super) drops: bool,
}

fn innermost(frames: &Frames) -> Option<ClassNo> {
    frames.iter().next().map(|frame| match frame.sort {
        FrameSort::Class(class) | FrameSort::Lambda(class, _) => class,
    })
}

impl<'e, 'j, 'b> Code<'e, 'j, 'b> {
    pub(super) fn new(it: &'e mut Elaborator<'j>, body: &'b Body, frames: Frames, is_static: bool) -> Self {
        let ghosts: Rc<[GhostOf]> = match innermost(&frames) {
            Some(class) if !is_static => it.ghosts_of(class),
            _ => Rc::from([]),
        };
        let taken = ghosts.iter().map(|g| g.name).collect();
        Code {
            it,
            body,
            frames,
            ghosts,
            is_static,
            initializes: None,
            method: None,
            parameters: Vec::new(),
            variables: FxHashMap::default(),
            scope: Vec::new(),
            taken,
            targets: Vec::new(),
            held: Vec::new(),
            branches: 0,
            fresh: 0,
            bound: Vec::new(),
            from_parameters: FxHashMap::default(),
            text_of: None,
            ends: FxHashSet::default(),
            delegated: false,
            assigned_before: FxHashSet::default(),
            flows: Vec::new(),
            current: None,
            lock_calls: None,
            listed: None,
            around: Vec::new(),
            consumed: false,
            lazy: false,
            ahead: false,
            ending: false,
            drops: false,
        }
    }

    pub(super) fn expression(&self, e: ExprNo) -> &'b Expression {
        &self.body.expressions[e.index()]
    }

    pub(super) fn span(&self, e: ExprNo) -> Span {
        self.body.expressions[e.index()].span
    }

    /// The innermost class around the code that Java has.
    pub(super) fn class(&self) -> ClassNo {
        innermost(&self.frames).unwrap_or(ClassNo(0))
    }

    /// A name for something that Java has no name for.
    pub(super) fn fresh_name(&mut self, word: &str) -> Name {
        loop {
            self.fresh += 1;
            let made = format!("{word}${}", self.fresh);
            let name = self.it.intern(&made);
            if !self.taken.contains(name) {
                return name;
            }
        }
    }

    /// A name for a variable, other than all in scope.
    pub(super) fn variable_name(&mut self, java: Name) -> Name {
        if !self.taken.contains(java) {
            return java;
        }
        let mut number = self.taken.variants_of(java).max(1);
        loop {
            let name = self.it.variant(java, &number.to_string());
            if !self.taken.contains(name) {
                return name;
            }
            number += 1;
        }
    }

    /// Brings a variable into scope.
    pub(super) fn declare(&mut self, local: LocalNo, ty: TypeId, changes: bool) -> Name {
        let name = self.variable_name(self.body.locals[local.index()].name);
        self.declare_as(local, Variable { name, ty, changes });
        name
    }

    pub(super) fn declare_as(&mut self, local: LocalNo, variable: Variable) {
        self.variables.insert(local, variable);
        self.scope.push(local);
        self.taken.push(variable.name, self.body.locals[local.index()].name);
    }

    /// Does something in a scope of its own.
    pub(super) fn scoped<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let (scope, taken) = (self.scope.len(), self.taken.len());
        let result = f(self);
        self.scope.truncate(scope);
        self.taken.truncate(taken);
        result
    }

    /// The object of a class around the code: `this`, or a way through fields of enclosing instances. If that class is not around it, one
    /// below it is meant.
    pub(super) fn this_of(&mut self, class: ClassNo, span: Span) -> ExprId {
        let mut around = vec![self.class()];
        while let Some(outer) = self.it.java.classes[around[around.len() - 1].index()].outer {
            around.push(outer);
        }
        let exact = around.contains(&class);
        let below = if exact { None } else { around.into_iter().find(|at| self.it.is_below(*at, class)) };
        let class = below.unwrap_or(class);
        let mut path = self.it.out.this(span);
        let mut sort = self.frames.last().map_or(FrameSort::Class(class), |frame| frame.sort);
        // The field of a lambda or class has an object of the class around it, however many lambdas are between.
        loop {
            let (field, outer) = match sort {
                FrameSort::Class(at) if at == class => return path,
                FrameSort::Class(at) => {
                    let it = &self.it.java.classes[at.index()];
                    let Some(outer) = it.outer.filter(|_| it.has_outer_instance) else { return path };
                    (self.it.outer_field(at, outer), outer)
                }
                FrameSort::Lambda(_, Some(field)) => (field, self.class()),
                FrameSort::Lambda(_, None) => return path,
            };
            path = self.it.out.field(path, field, span);
            sort = FrameSort::Class(outer);
        }
    }

    /// A local variable, which may be captured.
    pub(super) fn local(&mut self, local: LocalNo, span: Span) -> ExprId {
        if let Some(&name) = self.from_parameters.get(&local) {
            return self.it.out.var(name, span);
        }
        let captured = self.frames.last().and_then(|frame| frame.captures.get(&local).copied());
        match (captured, self.variables.get(&local)) {
            (Some(field), _) => {
                let this = self.it.out.this(span);
                self.it.out.field(this, field, span)
            }
            (None, Some(variable)) => {
                let name = variable.name;
                self.it.out.var(name, span)
            }
            // Of code that is damaged.
            (None, None) => {
                self.it.found.assumptions.add(Assumed::NotUnderstood, span);
                self.any(self.body.locals[local.index()].ty.ty, &[], span)
            }
        }
    }
}
