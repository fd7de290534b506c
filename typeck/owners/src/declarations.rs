//! Programs, classes, fields and methods.

use crate::error::{Blamed, Outcome, Role, Why, holds};
use crate::owner::{Owner, Ty};
use crate::reading::{Declared, Reading};
use crate::rules::{class, env_empty, field, method, prog};
use crate::signature::{Signature, Unqualified};
use crate::typing::{EnvId, Judgment, RACY_FIELDS, Typing};
use racefree_grammar::ast::{Class, ExprId};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::PremiseId;
use racefree_program::{ClassId, FieldId, MethodId, Problem, SuperProblem};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Failures of the premises on declarations.
pub(crate) type Wrong = Vec<(PremiseId, Span, Box<crate::error::Cause>)>;

/// The predicates, in order. They are computed for all classes first.
const PREDICATES: [PremiseId; 6] = [
    prog::CLASS_ONCE,
    prog::ACYCLIC,
    prog::FIELDS_ONCE,
    prog::METHODS_ONCE,
    prog::OVERRIDE_TYPE,
    prog::OVERRIDE_REQUIRES,
];

impl<'r, 'p: 'r> Reading<'r, 'p> {
    /// \[PROG\]: the type of the main expression, if there is one.
    pub(crate) fn prog(&mut self) -> Option<Ty> {
        let rule = self.declared(prog::RULE, Span::NONE);
        self.predicates(&rule);
        for i in 0..self.program.classes.len() {
            rule.premise(prog::DEFN);
            self.class(self.resolved.of_declaration(i));
        }
        self.enter(None);
        self.formals = Rc::default();
        rule.premise(prog::MAIN);
        self.axiom(env_empty::RULE, Judgment::Env(EnvId(0)));
        let main = self.program.main.map(|e| self.expr(e).ty);
        rule.concludes_as(Judgment::Program(main.unwrap_or(Ty::Void)), main)
    }

    /// The premises on declarations; one without a problem holds.
    fn predicates(&mut self, rule: &Declared<'r>) {
        let mut wrong: Wrong = Vec::new();
        for problem in self.resolved.problems() {
            let span = |class| self.resolved.decl(class).map_or(Span::NONE, |c| c.span);
            let (premise, span) = match problem {
                Problem::ClassAgain { class, .. } => (prog::CLASS_ONCE, span(class)),
                Problem::Superclass { class, problem: SuperProblem::Cycle } => (prog::ACYCLIC, span(class)),
                // A premise of the class's own rule.
                Problem::Superclass { .. } | Problem::Supertype { .. } => continue,
                Problem::FieldAgain { again: f, .. } | Problem::FieldInherited { field: f, .. } => {
                    (prog::FIELDS_ONCE, self.program.fields[f.index()].span)
                }
                Problem::MethodAgain { again, .. } => (prog::METHODS_ONCE, self.program.methods[again as usize].span),
            };
            wrong.push((premise, span, Why::Declared(problem).cause()));
        }
        self.overrides(&mut wrong);
        rule.check_all(&PREDICATES, wrong);
    }

    /// \[CLASS\]
    fn class(&mut self, id: ClassId) {
        let Some(decl) = self.resolved.decl(id) else { return };
        self.enter(Some(id));
        self.formals = self.formals_of(id);
        let rule = self.declared(class::RULE, decl.extends.map_or(decl.name_span, |ty| self.program.ty(ty).span));
        rule.check_at(class::FORMALS, decl.name_span, || self.formals_distinct(id));
        self.superclass(&rule, id, &decl);
        for f in decl.fields.indices() {
            rule.premise(class::FIELD);
            let this = self.this_type(id);
            self.bind(this, Name::THIS, decl.name_span, false);
            self.field(id, FieldId(f as u32));
            self.unbind_all();
        }
        for m in decl.methods.indices() {
            rule.premise(class::METHOD);
            self.method(id, m as u32);
            self.unbind_all();
        }
        rule.concludes_as(Judgment::Class(id), ());
    }

    /// The premises about the superclass.
    fn superclass(&mut self, rule: &Declared<'r>, id: ClassId, decl: &Class) {
        let problem = self.resolved.problem(id);
        let known = !matches!(problem, Some(SuperProblem::Unknown | SuperProblem::NoClass));
        rule.check(class::SUPER_KNOWN, || holds(known, || Why::UnknownSuper));
        let string = problem == Some(SuperProblem::IsString);
        rule.check(class::SUPER_NOT_STRING, || holds(!string, || Why::StringSuper));
        let above = self.resolved.get(id).superclass();
        let Some(superclass) = above.filter(|_| known && !string && problem != Some(SuperProblem::Cycle)) else {
            return;
        };
        let arity = problem == Some(SuperProblem::Arity);
        let (own, owners, written) = (self.this_type(id), self.supers[id.index()], decl.extends);
        let t = Ty::Class(superclass, owners);
        let bare = written.is_none_or(|ty| self.program.locks_of(ty).is_empty()) && superclass == ClassId::OBJECT;
        rule.check(class::SUPER_TYPE, || {
            let formed = match written {
                Some(ty) if arity || !bare => self.written(ty, false),
                _ => self.well_formed(t),
            };
            formed.map_err(|cause| cause.confuses(own))
        });
        if arity {
            return;
        }
        let (ours, theirs) = (self.first_owner(own), self.first_owner(t));
        rule.check(class::SUPER_OWNER, || {
            holds(ours == theirs, || Why::SuperOwner(theirs, ours)).map_err(|cause| cause.confuses(own))
        });
        rule.check(class::SUPER_NO_THREAD, || self.no_thread(t).map_err(|cause| cause.confuses(own)));
    }

    /// \[FIELD\]
    fn field(&mut self, class: ClassId, id: FieldId) {
        let decl = &self.program.fields[id.index()];
        let declared = self.field_types[id.index()];
        let rule = self.declared(field::RULE, decl.span);
        rule.check(field::TYPE, || self.written(decl.ty, false).map_err(|cause| cause.confuses(declared.ty)));
        rule.check(field::NO_THREAD, || self.no_thread(declared.ty).map_err(|cause| cause.confuses(declared.ty)));
        // A class-level guard is looked at once, by the first field that takes it.
        let again = decl.guard.is_none() && !self.takes_class_guard_first(class, id);
        let blame = |cause: Box<crate::error::Cause>| cause.blames([Blamed::Field(id)]);
        for l in [declared.guard.filter(|_| !again), declared.write_guard].into_iter().flatten() {
            rule.check(field::GUARD, || self.lock(l, None).map_err(blame));
        }
        let only_writes = declared.write_guard.is_some();
        let racy = self.options.reads(RACY_FIELDS) && (only_writes || !self.is_unique(declared.ty));
        let guarded = decl.is_final || declared.guard.is_some();
        if racy && !guarded {
            self.blamed.push(Blamed::Field(id));
        }
        rule.check(field::GUARDED, || {
            holds(guarded || racy, || Why::Unguarded { field: id, only_writes }).map_err(blame)
        });
        match decl.init {
            Some(init) => {
                let this = self.this_type(class);
                self.unbind_all();
                self.bind(this, Name::THIS, decl.name_span, true);
                self.expect(&rule, field::INIT, init, declared.ty, Role::Initialiser(decl.name));
            }
            None => _ = rule.check(field::INIT, || Ok(())),
        }
        rule.concludes_as(Judgment::Field(self.env, id), ());
    }

    /// \[METHOD\]
    fn method(&mut self, class: ClassId, m: u32) {
        let decl = &self.program.methods[m as usize];
        let signature = &*self.signature(class, MethodId::Declared(m));
        let rule = self.declared(method::RULE, decl.span);
        self.enter_method(decl, signature);
        self.formals = signature.formals.clone();
        self.this_in_all(&rule, class, m, signature);
        self.bind(signature.this, Name::THIS, decl.name_span, false);
        for param in self.program.params_of(decl) {
            rule.premise(method::PARAMS);
            self.env_x(param.ty, param.name, param.span);
        }
        let unbound = self.unbound(signature);
        rule.check(method::BOUND, || match unbound {
            None => Ok(()),
            Some(f) => Err(Why::UnboundFormal(f).cause().confuses(signature.this)),
        });
        rule.check(method::RETURN_TYPE, || self.written(decl.ret, true).map_err(|cause| cause.confuses(signature.ret)));
        rule.check(method::REQUIRES, || {
            self.required(class, m, signature).map_err(|cause| cause.blames([Blamed::Method(m)]))
        });
        let before = self.ls;
        for &(l, mode) in signature.locks.iter().chain(&signature.assumed) {
            self.hold(l, mode);
        }
        self.expect(&rule, method::BODY, decl.body, signature.ret, Role::Result(decl.name));
        self.ls = before;
        rule.concludes_as(Judgment::Method(self.env, MethodId::Declared(m)), ());
    }

    /// The premise `this-type`, in E': all parameters are in scope.
    fn this_in_all(&mut self, rule: &Declared<'r>, class: ClassId, m: u32, signature: &Signature) {
        let decl = &self.program.methods[m as usize];
        self.bind(signature.this, Name::THIS, decl.name_span, false);
        for (param, &(t, _)) in self.program.params_of(decl).iter().zip(&signature.params) {
            self.bind(t, param.name, param.span, false);
        }
        let t = signature.this;
        rule.check(method::THIS_TYPE, || {
            let formed = match (self.program.clauses_of(decl).receiver, t) {
                (None, _) => self.well_formed(t),
                (Some(ty), Ty::Class(of, _)) if of == class => self.written(ty, false),
                (Some(ty), Ty::Error) => self.written(ty, false),
                (Some(_), t) => Err(Why::ThisType(t).cause()),
            };
            formed.map_err(|cause| cause.confuses(t))
        });
        self.unbind_all();
    }

    /// P; E' ⊢lock each of `requires` and `reads`.
    fn required(&mut self, class: ClassId, m: u32, signature: &Signature) -> Outcome {
        let decl = &self.program.methods[m as usize];
        let lists = [decl.requires, self.program.clauses_of(decl).reads];
        let mut asked = Ok(());
        for &l in lists.into_iter().flat_map(|list| self.program.list(list)).collect::<Vec<_>>() {
            let plain = self.read_owner(l, &Typing::means_formal);
            let (lock, unqualified) = match self.qualified(class, signature, plain) {
                Ok(lock) => (lock, None),
                Err(unqualified) => (plain, Some(self.which(l, signature, unqualified))),
            };
            asked = asked.and(self.lock(lock, unqualified));
        }
        asked
    }
}

impl Typing<'_> {
    fn formals_distinct(&self, class: ClassId) -> Outcome {
        let formals = self.formals_of(class);
        let mut seen = FxHashSet::default();
        if let Some(&again) = formals.iter().find(|&&f| !seen.insert(f)) {
            return Err(Why::FormalTwice(again).cause());
        }
        let none = self.not_self.iter().find(|f| !formals.contains(f));
        none.map_or(Ok(()), |&f| Err(Why::NoSuchFormal(f).cause()))
    }

    /// `thisThread` is no owner of a type in a declaration.
    fn no_thread(&self, t: Ty) -> Outcome {
        holds(!self.owners_of(t).contains(&Owner::THIS_THREAD), || Why::ThisThread)
    }

    fn takes_class_guard_first(&self, class: ClassId, id: FieldId) -> bool {
        let takes = |f: &usize| {
            let field = &self.program.fields[*f];
            !field.is_final && field.guard.is_none() && field.write_guard.is_none()
        };
        self.resolved.decl(class).is_none_or(|class| class.fields.indices().find(takes) == Some(id.index()))
    }

    /// A formal that is no owner argument itself.
    fn unbound(&self, signature: &Signature) -> Option<Name> {
        if signature.types().any(|t| t == Ty::Error) {
            return None;
        }
        let bound: FxHashSet<Owner> = signature.types().flat_map(|t| self.owners_of(t).to_vec()).collect();
        signature.formals.iter().copied().find(|&f| !bound.contains(&Owner::Formal(f)))
    }

    /// Parameters that may be meant by a formal alone as a lock.
    fn which(&self, lock: ExprId, signature: &Signature, unqualified: Unqualified) -> Why {
        let Unqualified { formal, params } = unqualified;
        let first = |t: Ty| self.first_owner(t) == Some(Owner::Formal(formal));
        let meant = signature.params.iter().filter(|(t, _)| first(*t)).filter_map(|(_, x)| *x).collect();
        Why::Unqualified { lock, formal, params, meant }
    }
}
