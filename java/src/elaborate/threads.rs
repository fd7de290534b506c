//! Threads: whatever starts one is a fork.

use super::captured::Runs;
use super::code::Code;
use super::types::Sort;
use crate::tree::ClassNo;
use crate::tree::body::{Call, ExprNo, Kind, Reference};
use crate::types::{List as TypeList, Ty};
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;

impl Code<'_, '_, '_> {
    /// Returns true for an expression whose value is called as a function by the method that it is given to, as far as the sources say.
    pub(super) fn is_function(&mut self, e: ExprNo) -> bool {
        match &self.expression(e).kind {
            Kind::Lambda(_) | Kind::Reference(_) => true,
            Kind::Cast { value, .. } => racefree_grammar::stack::deep(|| self.is_function(*value)),
            _ => match self.it.sort(self.expression(e).ty) {
                Sort::Class(class) => self.runs(class).is_some(),
                _ => false,
            },
        }
    }

    /// `fork` of a function object: a lambda's code is that of the fork.
    pub(super) fn forked(&mut self, argument: ExprNo) -> ExprId {
        let span = self.span(argument);
        let is_code = |kind: &Kind| matches!(kind, Kind::Lambda(_) | Kind::Reference(_));
        let inner = match &self.expression(argument).kind {
            Kind::Cast { value, .. } => *value,
            _ => argument,
        };
        if is_code(&self.expression(inner).kind) {
            // Jumps do not leave it.
            let (targets, held) = (std::mem::take(&mut self.targets), std::mem::take(&mut self.held));
            let bound = match &self.expression(inner).kind {
                Kind::Reference(reference) if !reference.is_super => reference.target.map(|target| (reference, target)),
                _ => None,
            };
            let made = match bound {
                Some((reference, target)) => {
                    self.object_forked(target, |code, object| code.referred_here(reference, Some(object), span))
                }
                None => {
                    let body = self.inlined(inner);
                    self.it.out.fork(body, span)
                }
            };
            (self.targets, self.held) = (targets, held);
            return made;
        }
        self.object_forked(argument, |code, object| code.call_of_function(argument, object))
    }

    /// A function object that is called here.
    pub(super) fn called_function(&mut self, argument: ExprNo) -> ExprId {
        let object = self.expr(argument);
        self.call_of_function(argument, object)
    }

    fn call_of_function(&mut self, argument: ExprNo, object: ExprId) -> ExprId {
        let span = self.span(argument);
        let ty = self.expression(argument).ty;
        let method = match self.it.sort(ty) {
            Sort::Class(class) => self.runs(class),
            _ => None,
        };
        let Some(method) = method else { return self.any(Ty::VOID, &[object], span) };
        let args = self.placeholders(method, span);
        let name = self.it.method_name(method);
        self.it.out.call(object, name, &args, span)
    }

    /// `fork` of a call on an object, which is made before.
    fn object_forked(&mut self, object: ExprNo, call: impl FnOnce(&mut Self, ExprId) -> ExprId) -> ExprId {
        let span = self.span(object);
        let changes = match self.expression(object).kind {
            Kind::Local(local) => self.variables.get(&local).is_some_and(|variable| variable.changes),
            _ => false,
        };
        let (made, ty) = (self.expr(object), self.expression(object).ty);
        if matches!(self.it.out.program.expr(made), Expr::Var(_)) && !changes {
            let body = call(self, made);
            return self.it.out.fork(body, span);
        }
        let ty = self.type_of_value(object, ty, span);
        self.with_variable("task", ty, made, span, |code, name| {
            let object = code.it.out.var(name, span);
            let body = call(code, object);
            code.it.out.fork(body, span)
        })
    }

    fn is_source(&self, class: ClassNo) -> bool {
        self.it.java.classes[class.index()].origin == crate::tree::Origin::Source
    }

    /// Returns true if the sources have classes of threads.
    fn has_threads(&mut self) -> bool {
        let all: Vec<ClassNo> = (0..self.it.java.classes.len() as u32).map(ClassNo).collect();
        all.into_iter().any(|class| self.is_source(class) && self.it.is_thread(class))
    }

    /// `t.start()` of a class below `Thread`: its `run` runs in another thread. `t.fork()` of a task: its `compute` does.
    pub(super) fn starts_thread(&mut self, call: &Call, ty: Ty, span: Span) -> Option<ExprId> {
        debug_assert!(!self.it.options.run, "the library starts the threads of a program that runs");
        if !call.arguments.is_empty() || !self.is_library(call) {
            return None;
        }
        let of = call.target.map(|target| self.expression(target).ty);
        let (class, name, has_value) = self.run_started(call.name, of)?;
        if let Some(target) = call.target {
            self.note_forked(target, Runs::Beside);
        }
        let made = match call.target {
            Some(target) => self.object_forked(target, |code, object| code.it.out.call(object, name, &[], span)),
            None => {
                let this = self.this_of(class, span);
                let body = self.it.out.call(this, name, &[], span);
                self.it.out.fork(body, span)
            }
        };
        let value = has_value.then(|| self.any(ty, &[], span));
        let all: Vec<ExprId> = [made].into_iter().chain(value).collect();
        Some(self.it.out.seq(&all, span))
    }

    /// `Thread::start`, `t::start`, of the object in front or of the first that the interface's method is given.
    pub(super) fn starts_referred(
        &mut self,
        reference: &Reference,
        object: Option<ExprId>,
        given: &[(ExprId, Ty)],
        span: Span,
    ) -> Option<ExprId> {
        if self.it.options.run || !self.is_of_library(reference.callee) {
            return None;
        }
        let of = reference.target.map(|target| self.expression(target).ty).or(reference.written.map(|of| of.ty))?;
        let (class, name, _) = self.run_started(reference.name, Some(of))?;
        let object = match (object, given) {
            (Some(object), _) => object,
            (None, [(first, ty), ..]) => {
                let to = self.it.java.class_type(class, TypeList::EMPTY);
                self.convert(*first, *ty, to, span)
            }
            (None, []) => self.any(of, &[], span),
        };
        let body = self.it.out.call(object, name, &[], span);
        Some(self.it.out.fork(body, span))
    }

    /// The class whose objects a method of a name starts (of a type, or of `this`), with the name of what then runs; true if the call has a value.
    fn run_started(&mut self, started: Name, of: Option<Ty>) -> Option<(ClassNo, Name, bool)> {
        let (runs, has_value) = match self.it.text(started) {
            "start" => ("run", false),
            "fork" => ("compute", true),
            "execute" => ("doInBackground", false),
            _ => return None,
        };
        let class = match of {
            Some(of) => match self.it.sort(of) {
                Sort::Class(class) => class,
                _ => return None,
            },
            None => self.class(),
        };
        // A thread that is nothing else runs what it was given; but it may be one of a class below.
        let is_worker = runs == "doInBackground" && self.is_source(class);
        if !is_worker && (!self.it.is_thread(class) || !self.is_source(class) && !self.has_threads()) {
            return None;
        }
        let run = self.it.java.names.find(runs)?;
        let above = self.it.above(class);
        let method = above.into_iter().find_map(|class| {
            let opaque = self.it.is_opaque(class);
            let found = self.it.methods_named(class, run);
            found.into_iter().find(|m| !opaque && self.it.java.methods[m.index()].parameters.is_empty())
        })?;
        Some((class, self.it.method_name(method), has_value))
    }
}
