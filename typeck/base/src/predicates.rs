//! The predicates of section 4: ClassOnce, WFClasses, FieldsOnce, MethodsOncePerClass, OverridesOK.

use crate::Base;
use crate::env::EnvId;
use crate::error::{Difference, Why};
use crate::extended::JavaWhy;
use crate::judgment::MethodId;
use crate::lookup::{Theta, arity};
use crate::open::Question;
use crate::program::header;
use crate::reading::{Declared, Here, Reading};
use crate::rules::prog;
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{Class, Dialect, MethodKind};
use racefree_grammar::path::Path;
use racefree_grammar::span::Span;
use racefree_kernel::PremiseId;
use racefree_kernel::listener::Listener;
use racefree_program::{Problem, SuperProblem};

/// Errors in the classes: the predicate, the place, and the cause.
type Wrong = Vec<(PremiseId, Span, Why)>;

/// The predicates, in order. They are computed for all classes first.
const PREDICATES: [PremiseId; 6] = [
    prog::CLASS_ONCE,
    prog::ACYCLIC,
    prog::FIELDS_ONCE,
    prog::METHODS_ONCE,
    prog::OVERRIDE_TYPE,
    prog::OVERRIDE_REQUIRES,
];

impl<L: Listener<Base>> Reading<'_, '_, L> {
    /// The predicates of section 4, each a premise of \[PROG\] that fails where something is wrong.
    pub(crate) fn predicates(self, rule: &Declared<'_, L>) {
        let mut wrong = Wrong::new();
        for (i, class) in self.program.classes.iter().enumerate() {
            self.class_predicates(rule, (self.classes.of_declaration(i), class), &mut wrong);
        }
        rule.at(Here::NOWHERE.at());
        for premise in PREDICATES {
            let mut failed = wrong.iter().filter(|(of, ..)| *of == premise).peekable();
            if failed.peek().is_none() {
                rule.check(premise, || Ok(()));
            }
            for (_, span, why) in failed {
                rule.check_at(premise, *span, || Err(why.clone().cause()));
            }
        }
    }

    /// The predicates, as far as they are about one class.
    fn class_predicates(self, rule: &Declared<'_, L>, (id, class): (ClassId, &Class), wrong: &mut Wrong) {
        let program = self.program;
        for problem in self.classes.problems_of(id) {
            let (premise, span) = match problem {
                Problem::ClassAgain { .. } => (prog::CLASS_ONCE, class.span),
                Problem::Superclass { problem: SuperProblem::Cycle, .. }
                | Problem::Supertype { problem: SuperProblem::Cycle, .. } => (prog::ACYCLIC, header(class)),
                // A premise of the class's own rule.
                Problem::Superclass { .. } | Problem::Supertype { .. } => continue,
                Problem::FieldAgain { again: f, .. } | Problem::FieldInherited { field: f, .. } => {
                    (prog::FIELDS_ONCE, program.fields[f.index()].span)
                }
                Problem::MethodAgain { again, .. } => (prog::METHODS_ONCE, program.methods[again as usize].span),
            };
            wrong.push((premise, span, Why::Declared(problem)));
        }
        for m in class.methods.indices() {
            rule.at(Here { method: Some(m as u32), ..Here::NOWHERE }.at());
            self.overrides_ok(rule, id, m as u32, wrong);
        }
        self.inherited_ok(rule, (id, class), wrong);
    }

    /// OverridesOK, for one method: against that of the superclass, and those of all interfaces.
    fn overrides_ok(self, rule: &Declared<'_, L>, id: ClassId, m: u32, wrong: &mut Wrong) {
        let method = &self.program.methods[m as usize];
        if !matches!(self.program.kind_of(method), MethodKind::Plain | MethodKind::Abstract) {
            return;
        }
        let super_class = self.classes.get(id).superclass().unwrap_or(ClassId::OBJECT);
        if let Some((owner, over)) = self.classes.method(super_class, method.name) {
            let at = self.seen_at(self.classes.super_ty(id), owner);
            self.override_ok_against(rule, (id, m), (owner, over, at), method.span, wrong);
        }
        self.implements_ok(rule, (id, m), self.classes.interfaces(id), method.span, wrong);
    }

    /// OverridesOK, for a method that a class has, declared or inherited, against those of interfaces.
    fn implements_ok(
        self,
        rule: &Declared<'_, L>,
        (id, m): (ClassId, u32),
        interfaces: &[ClassId],
        span: Span,
        wrong: &mut Wrong,
    ) {
        for &interface in interfaces {
            let before = wrong.len();
            if let Some(over) = self.classes.own_method(interface, self.program.methods[m as usize].name) {
                let at = self.seen_at(self.this_type(id), interface);
                self.override_ok_against(rule, (id, m), (interface, MethodId::Declared(over), at), span, wrong);
            }
            // One cause, one error.
            if wrong.len() > before {
                return;
            }
        }
    }

    /// FieldsOnce and OverridesOK, for the members that a class inherits, against those of the interfaces that the superclass does not have.
    fn inherited_ok(self, rule: &Declared<'_, L>, (id, class): (ClassId, &Class), wrong: &mut Wrong) {
        let above = self.classes.get(id).superclass().unwrap_or(ClassId::OBJECT);
        let known = self.classes.interfaces(above);
        for &interface in self.classes.interfaces(id).iter().filter(|i| !known.contains(i)) {
            for f in self.classes.decl(interface).map_or(0..0, |decl| decl.fields.indices()) {
                let twice =
                    self.classes.field(id, self.program.fields[f].name).filter(|&(owner, _)| owner != interface);
                if let Some((_, other)) = twice {
                    let why = JavaWhy::FieldTwice(f as u32, other.0);
                    wrong.push((prog::FIELDS_ONCE, header(class), Why::Java(why)));
                }
            }
            let methods = self.classes.decl(interface).map_or(0..0, |decl| decl.methods.indices());
            for name in methods.map(|m| self.program.methods[m].name) {
                if let Some((owner, m)) = self.classes.implementation(id, name)
                    && ![id, interface].contains(&owner)
                {
                    self.implements_ok(rule, (id, m), &[interface], header(class), wrong);
                }
            }
        }
    }

    /// OverridesOK, for a method against one that it overrides, which is seen at `at`. In the dialect of Java a result may be of a
    /// type below, and a requires set may have fewer locks.
    fn override_ok_against(
        self,
        rule: &Declared<'_, L>,
        (id, m): (ClassId, u32),
        (owner, over, at): (ClassId, MethodId, Ty),
        span: Span,
        wrong: &mut Wrong,
    ) {
        let method = &self.program.methods[m as usize];
        let mut theta = self.theta_of(at);
        for (j, our) in self.program.params_of(method).iter().enumerate().take(arity(self.program, over)) {
            if let Some(their) = self.param(over, j).1 {
                theta.add(their, self.var(our.name));
            }
        }
        let bad = |difference| Why::BadOverride { class: id, method: m, owner, over, difference };
        rule.asks_for(prog::OVERRIDE_TYPE, span);
        if let Some(difference) = self.types_differ(MethodId::Declared(m), over, &theta) {
            wrong.push((prog::OVERRIDE_TYPE, span, bad(difference)));
        }
        if arity(self.program, over) != method.params.len() {
            return;
        }
        let set = |ls: Vec<Path>| {
            let mut set = ls;
            set.sort();
            set.dedup();
            set
        };
        let ours = set(self.requires(MethodId::Declared(m)).iter().map(|&l| self.path(l)).collect());
        let theirs = set(self.requires(over).iter().map(|&l| self.put_in_lock(&theta, l)).collect());
        rule.asks_for(prog::OVERRIDE_REQUIRES, span);
        let fewer = self.program.dialect == Dialect::Java && ours.iter().all(|l| theirs.contains(l));
        if ours != theirs && !fewer && !self.may_be_same(&ours, &theirs) {
            wrong.push((prog::OVERRIDE_REQUIRES, span, bad(Difference::Requires(theirs, ours))));
        }
    }

    /// The first difference between the types of a method and those of the one that it overrides.
    fn types_differ(self, ours: MethodId, over: MethodId, theta: &Theta) -> Option<Difference> {
        let (own, n) = (arity(self.program, ours), arity(self.program, over));
        if own != n {
            return Some(Difference::Arity(n, own));
        }
        let differ = |s: Ty, t: Ty| !s.is_error() && !t.is_error() && !self.same_type(s, t);
        let (their, our) = (self.put_in(theta, self.returned(over)), self.returned(ours));
        let java = self.program.dialect == Dialect::Java;
        if differ(their, our) && !(java && self.quiet().below(EnvId::EMPTY, our, their)) {
            return Some(Difference::Result(their, our));
        }
        (0..n).find_map(|j| {
            let (their, our) = (self.put_in(theta, self.param(over, j).0), self.param(ours, j).0);
            differ(their, our).then_some(Difference::Param(j, their, our))
        })
    }

    /// Two lock sets may be the same, since one of them is not known yet.
    fn may_be_same(self, ours: &[Path], theirs: &[Path]) -> bool {
        ours.iter().chain(theirs).any(|&l| self.is_open(l))
            && self.subject_to(|_| true, || Question::SameSets(ours.into(), theirs.into()))
    }
}
