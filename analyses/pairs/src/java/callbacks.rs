//! Methods of the sources that the library calls: those that override one of its own, of the objects that it is given. They run in the
//! thread that calls the library, with its locks. Each class has two methods that call all of its own: `library$`, and `task$` for what a
//! collection never calls, `run` and `call`. Of what the library has it gives to a method what fits: a call of `as$C`, which no class has, gives back its object if it is a C.

use super::{Known, Plain, class_name, is_scalar};
use crate::facts::Facts;
use racefree_grammar::ast::{
    Class, Dialect, Expr, ExprId, List, Method, MethodKind, Param, Program, Run, TypeId, TypeKind,
};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_program::ClassId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Names of the methods that call those of an object.
#[derive(Clone, Copy)]
pub(super) struct Callbacks {
    all: Name,
    tasks: Name,
    /// The parameter: what the library has.
    other: Name,
}

impl Callbacks {
    /// Adds the methods. They are there before anything of the program is known by its number. `None` if no class has anything to call.
    pub(super) fn add(program: &mut Program, known: &Known) -> Option<Callbacks> {
        let [all, tasks, other] = [ALL, TASKS, "other$"].map(|name| program.names.intern(name));
        let callbacks = Callbacks { all, tasks, other };
        callbacks.receive(program, known);
        let called = called(program, known);
        if called.iter().all(Vec::is_empty) {
            return None;
        }
        let single = single_methods(program);
        let before = std::mem::take(&mut program.methods);
        for (c, called) in called.iter().enumerate() {
            let start = program.methods.len() as u32;
            program.methods.extend_from_slice(&before[program.classes[c].methods.indices()]);
            let (tasks, others): (Vec<Method>, Vec<Method>) = called.iter().partition(|m| is_task(program, m));
            for (name, of) in [(callbacks.all, others), (callbacks.tasks, tasks)] {
                if !of.is_empty() {
                    let own = program.classes[c].name;
                    let method = callbacks.method(program, name, own, &of);
                    program.methods.push(method);
                }
            }
            let own: Vec<Method> = before[program.classes[c].methods.indices()].to_vec();
            for function in own.iter().filter(|m| known.functions.contains(&m.name_span)) {
                callbacks.known_as(program, function, &single);
            }
            program.classes[c].methods = Run { start, end: program.methods.len() as u32 };
        }
        Some(callbacks)
    }

    /// True for the name of a method that calls those of an object.
    pub(super) fn has(self, name: Name) -> bool {
        [self.all, self.tasks].contains(&name)
    }

    /// A reference to a method, of an interface of the library, says nothing of its arguments: it has one, for all of them.
    fn receive(self, program: &mut Program, known: &Known) {
        for m in 0..program.methods.len() {
            let method = program.methods[m];
            let refers = known.references.contains(&method.name_span) && program.kind_of(&method) == MethodKind::Plain;
            if refers && method.params.is_empty() {
                program.methods[m].params = self.parameter(program, method.name_span);
            }
        }
    }

    /// A function whose interface is not known is one of each with a method that takes as much.
    fn known_as(self, program: &mut Program, function: &Method, names: &[(Name, usize)]) {
        if program.kind_of(function) != MethodKind::Plain {
            return;
        }
        let at = function.name_span;
        for &(name, takes) in names.iter().filter(|(name, _)| *name != function.name) {
            let params: Vec<Param> = function.params.indices().map(|p| program.params[p]).collect();
            if params.len() != takes && params.iter().all(|p| p.name != self.other) {
                continue;
            }
            let start = program.params.len() as u32;
            program.params.extend_from_slice(&params);
            let end = program.params.len() as u32;
            let args: Vec<ExprId> = params.iter().map(|p| program.add(Expr::Var(p.name), at)).collect();
            let (recv, args) = (program.add(Expr::Var(Name::THIS), at), program.add_list(&args));
            let body = program.add(Expr::Call { recv, method: function.name, args }, at);
            program.methods.push(Method { name, name_span: Span::NONE, params: Run { start, end }, body, ..*function });
        }
    }

    /// The parameter that has what the library has.
    fn parameter(self, program: &mut Program, at: Span) -> Run {
        let object = program.names.intern("Object");
        let ty = program.add_type(TypeKind::Class { name: object, args: List::default() }, Span::NONE);
        let start = program.params.len() as u32;
        program.params.push(Param { ty, name: self.other, span: at });
        Run { start, end: start + 1 }
    }

    /// The parameter that has what the library has, in the code of a reference to a method.
    pub(super) fn received(self, program: &Program, method: &Method) -> Option<Name> {
        method.params.indices().map(|p| program.params[p].name).find(|name| *name == self.other)
    }

    /// A method that calls any of some methods of its object, of which there is one at least.
    fn method(self, program: &mut Program, name: Name, own: Name, called: &[Method]) -> Method {
        let mut calls = Vec::new();
        for method in called {
            let mut args = Vec::new();
            let with_own = matches!(program.text(method.name), "equals" | "compareTo");
            for p in method.params.indices() {
                let ty = program.params[p].ty;
                let class = if with_own { Some(own) } else { class_name(program, ty) };
                // A parameter whose type is one of a type parameter takes any.
                let is_open = class.is_some_and(|class| program.text(class) == "Object");
                let class = class.filter(|class| program.classes.iter().any(|c| c.name == *class));
                let arg = program.add(Expr::Var(self.other), method.name_span);
                args.push(match class {
                    _ if program.params[p].name == self.other => arg,
                    _ if is_scalar(program, ty) => program.add(Expr::Int(0), method.name_span),
                    Some(class) => as_class(program, arg, class),
                    None if is_open => arg,
                    None => program.add(Expr::Null, method.name_span),
                });
            }
            let recv = program.add(Expr::Var(Name::THIS), method.name_span);
            let args = program.add_list(&args);
            let call = program.add(Expr::Call { recv, method: method.name, args }, method.name_span);
            // A number or a text is no object that the library keeps. A reference says nothing of its value.
            let keeps = match class_name(program, method.ret) {
                Some(class) => program.text(class) != "String",
                None => program.ty(method.ret).kind == TypeKind::Void && program.text(own).contains(FUNCTION),
            };
            let null = program.add(Expr::Null, method.name_span);
            let list = program.add_list(&[call, null]);
            calls.push(if keeps { call } else { program.add(Expr::Seq(list), method.name_span) });
        }
        let mut body = calls[0];
        for &call in &calls[1..] {
            let (cond, span) = (program.add(Expr::Bool(true), program.span(call)), program.span(call));
            body = program.add(Expr::If { cond, then: call, otherwise: Some(body) }, span);
        }
        self.declared(program, name, called[0].name_span, body)
    }

    fn declared(self, program: &mut Program, name: Name, at: Span, body: ExprId) -> Method {
        let params = self.parameter(program, at);
        let ty = program.params[params.start as usize].ty;
        Method {
            name,
            name_span: at,
            span: at,
            params,
            ret: ty,
            requires: List::default(),
            clauses: None,
            atomic: false,
            synchronized: false,
            body,
        }
    }
}

/// Part of the names of the classes of functions.
pub(super) const FUNCTION: &str = "$lambda$";

fn cast_name(program: &mut Program, class: Name) -> Name {
    let name = format!("{CAST}{}", program.text(class));
    program.names.intern(&name)
}

/// Names of the methods that call those of an object.
const ALL: &str = "library$";
const TASKS: &str = "task$";

/// True for the name of one of them.
pub(crate) fn is_callback(program: &Program, method: Name) -> bool {
    program.dialect == Dialect::Java && [ALL, TASKS].contains(&program.text(method))
}

/// The class of a method that gives back its object.
pub(crate) fn cast(facts: &Facts<'_>, method: Name) -> Option<ClassId> {
    let class = facts.program().text(method).strip_prefix(CAST).filter(|_| facts.program().dialect == Dialect::Java)?;
    facts.resolved.find(facts.program().names.find(class)?)
}

/// Beginning of the names of such methods.
const CAST: &str = "as$";

/// An object, if it is one of a class.
fn as_class(program: &mut Program, object: ExprId, class: Name) -> ExprId {
    let (method, span) = (cast_name(program, class), program.span(object));
    program.add(Expr::Call { recv: object, method, args: List::default() }, span)
}

impl Plain<'_> {
    /// Objects of a class of the sources among some, and among what these have; none for another class.
    pub(super) fn of_class(&mut self, given: &[Name], class: Name, span: Span) -> Option<ExprId> {
        self.callbacks.filter(|_| self.sources.contains(&class))?;
        let mut values = Vec::new();
        for &of in given {
            for inside in [false, true] {
                let object = self.var(of, span);
                let object = if inside { self.field(object, self.own.contents, span) } else { object };
                let method = cast_name(&mut self.program, class);
                values.push(self.call(object, method, &[], span));
            }
        }
        Some(self.one_of(&values, span))
    }

    /// Threads for the tasks in collections that a call is given, and for one that a thread is made with.
    pub(super) fn started(&mut self, given: &[Name], is_thread: bool, span: Span, then: &mut Vec<ExprId>) {
        let all = self.known.starts.contains(&span);
        let Some(callbacks) = self.callbacks.filter(|_| all || is_thread) else { return };
        for &of in given {
            let (object, other) = (self.var(of, span), self.var(of, span));
            let task = if all { self.field(object, self.own.contents, span) } else { object };
            let call = self.call(task, callbacks.tasks, &[other], span);
            let fork = self.add(Expr::Fork(call), span);
            if all {
                let cond = self.add(Expr::Bool(true), span);
                then.push(self.add(Expr::While { cond, body: fork }, span));
                continue;
            }
            // A function whose interface is not known is no task by its name.
            let (function, other) = (self.var(of, span), self.var(of, span));
            let call = self.call(function, callbacks.all, &[other], span);
            then.extend([fork, self.add(Expr::Fork(call), span)]);
        }
    }

    /// Calls of the library on objects that it is given, and on what those have, with any of some others, or what the first has, as an argument.
    /// `stores` is true for a call that runs no task.
    pub(super) fn called_back(
        &mut self,
        given: &[Name],
        others: &[Name],
        stores: bool,
        span: Span,
        then: &mut Vec<ExprId>,
    ) {
        let (Some(callbacks), Some(&first)) = (self.callbacks, given.first()) else { return };
        let methods = if stores { vec![callbacks.all] } else { vec![callbacks.all, callbacks.tasks] };
        let other = self.name("other");
        let mut values: Vec<ExprId> = others.iter().map(|&of| self.var(of, span)).collect();
        let from = self.var(first, span);
        values.push(self.field(from, self.own.contents, span));
        let bound = self.one_of(&values, span);
        let mut calls = Vec::new();
        for &of in given {
            for &method in &methods {
                for inside in [false, true] {
                    let object = self.var(of, span);
                    let object = if inside { self.field(object, self.own.contents, span) } else { object };
                    let other = self.var(other, span);
                    let call = self.call(object, method, &[other], span);
                    calls.push(call);
                }
            }
        }
        let results = self.one_of(&calls, span);
        let keeper = self.var(first, span);
        let body = self.assign(keeper, self.own.contents, results, span);
        then.push(self.let_(self.own.outside, other, bound, body, span));
    }
}

fn is_task(program: &Program, method: &Method) -> bool {
    matches!(program.text(method.name), "run" | "call" | "compute")
}

/// The methods of the interfaces that have one, with the number of its parameters.
fn single_methods(program: &Program) -> Vec<(Name, usize)> {
    let mut found: Vec<(Name, usize)> = Vec::new();
    for class in program.classes.iter().filter(|c| c.interface) {
        let is_open = |m: &&Method| program.kind_of(m) == MethodKind::Abstract;
        let all: Vec<&Method> = program.methods[class.methods.indices()].iter().filter(is_open).collect();
        if let [one] = all[..] {
            found.push((one.name, one.params.len()));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The methods of each class that the library may call, those of the classes above it among them.
fn called(program: &Program, known: &Known) -> Vec<Vec<Method>> {
    let by_name: FxHashMap<Name, usize> = program.classes.iter().enumerate().map(|(i, c)| (c.name, i)).collect();
    let methods = |c: usize| program.classes[c].methods.indices().map(|m| program.methods[m]);
    let of_sources =
        |name: Name| by_name.get(&name).is_some_and(|&c| methods(c).any(|m| known.callable.contains(&m.name_span)));
    let supers = |class: &Class| {
        let more = class.more_supertypes.indices().map(|t| TypeId::new(t as u32));
        class.extends.into_iter().chain(more).filter_map(|ty| class_name(program, ty)).collect::<Vec<Name>>()
    };
    let own = |c: usize| -> Vec<Method> {
        let class = &program.classes[c];
        // A function of an interface of the library.
        let function = program.text(class.name).contains(FUNCTION) && !supers(class).into_iter().any(of_sources);
        let is_called =
            |m: &Method| program.kind_of(m) == MethodKind::Plain && (function || known.visible.contains(&m.name_span));
        if class.interface { Vec::new() } else { methods(c).filter(is_called).collect() }
    };
    let own: Vec<Vec<Method>> = (0..program.classes.len()).map(own).collect();
    let with_above = |c: usize| {
        let (mut at, mut seen, mut names, mut found) =
            (Some(c), FxHashSet::default(), FxHashSet::default(), Vec::new());
        while let Some(c) = at.filter(|c| seen.insert(*c)) {
            found.extend(own[c].iter().copied().filter(|m| names.insert(m.name)));
            at = program.classes[c].extends.and_then(|ty| by_name.get(&class_name(program, ty)?).copied());
        }
        // The method of the class above calls them all.
        if own[c].is_empty() { Vec::new() } else { found }
    };
    (0..program.classes.len()).map(with_above).collect()
}
