//! Interfaces: further supertypes of a class, what it inherits from them, and what it implements.

use crate::reading::JavaReading;
use crate::why::JavaWhy;
use racefree_grammar::ast::{Class, TypeId};
use racefree_grammar::span::Span;
use racefree_program::SuperProblem;
use racefree_typeck::env::EnvId;
use racefree_typeck::error::{Asker, Difference, Why, Wrong};
use racefree_typeck::judgment::MethodId;
use racefree_typeck::program::{ClassPremises, header};
use racefree_typeck::reading::Declared;
use racefree_typeck::rules::{class3, local_class, prog};
use racefree_typeck::types::{ClassId, Ty};

impl JavaReading<'_, '_> {
    /// The premises about further supertypes.
    pub(crate) fn supertypes(self, rule: &Declared<'_>, g: EnvId, (id, class): (ClassId, &Class)) {
        let premises = &ClassPremises::of(class).1;
        for ty in class.more_supertypes.indices().map(|t| TypeId::new(t as u32)) {
            let span = self.program.ty(ty).span;
            let mut problems = self.classes.problems_of_supertypes(id);
            match problems.find(|&(of, _)| of == ty).map(|(_, problem)| problem) {
                Some(problem @ (SuperProblem::Unknown | SuperProblem::NoClass | SuperProblem::NoInterface)) => {
                    rule.check_at(premises.super_known, span, || Err(JavaWhy::Supertype(ty, problem).cause()));
                }
                Some(SuperProblem::IsString) => {
                    rule.check_at(premises.super_not_string, span, || Err(Why::StringSuper.cause()));
                }
                Some(SuperProblem::Arity | SuperProblem::Cycle) | None => {
                    rule.check_at(premises.super_type, span, || {
                        self.means(g, ty).map_err(|cause| cause.asked_by(Asker::Subclass))
                    });
                }
            }
            if !class.thread_local {
                rule.check_at(class3::SUPER_SHARED, span, || self.shared_superclass(self.written(ty), id));
            }
        }
        self.interfaces_agree(rule, id, premises);
    }

    /// The premise `super-type`, of an interface that a class reaches on several ways: it is the same type on each.
    fn interfaces_agree(self, rule: &Declared<'_>, id: ClassId, premises: &ClassPremises) {
        let direct = self.classes.direct_interfaces(id).iter().map(|&(_, ty)| self.written(ty));
        let supers: Vec<Ty> = std::iter::once(self.classes.super_ty(id)).chain(direct).collect();
        for &interface in self.classes.interfaces(id).iter().filter(|&&i| self.classes.get(i).has_ghosts()) {
            let ways = supers.iter().filter(|&&t| self.class_of(t).is_some_and(|c| self.classes.below(c, interface)));
            let mut seen = ways.map(|&t| self.seen_at(t, interface));
            let first = seen.next();
            if let (Some(first), Some(other)) = (first, seen.find(|&t| Some(t) != first)) {
                rule.check(premises.super_type, || Err(JavaWhy::SupertypeTwice(first, other).cause()));
            }
        }
    }

    /// The premise `override`, for each method that a thread-local class inherits from another one, and that implements one of a shared
    /// interface.
    pub(crate) fn inherits_local(self, rule: &Declared<'_>, id: ClassId) {
        let local = |c: ClassId| self.classes.get(c).thread_local();
        let above = self.classes.get(id).superclass().unwrap_or(ClassId::OBJECT);
        let known = self.classes.interfaces(above);
        for &interface in self.classes.interfaces(id).iter().filter(|&&i| !local(i) && !known.contains(&i)) {
            for over in self.classes.decl(interface).map_or(0..0, |decl| decl.methods.indices()) {
                if let Some((owner, m)) = self.classes.implementation(id, self.program.methods[over].name)
                    && owner != id
                    && local(owner)
                {
                    let why = Why::OverridesShared { method: m, owner: interface, over: Some(over as u32) };
                    rule.check(local_class::OVERRIDE, || Err(why.cause()));
                }
            }
        }
    }

    /// The nearest shared interface of a class that has the method.
    pub(crate) fn overridden_shared(self, class: ClassId, m: u32) -> Option<(ClassId, MethodId)> {
        let mn = self.program.methods[m as usize].name;
        let of_interface = |&i: &ClassId| Some((i, MethodId::Declared(self.classes.own_method(i, mn)?)));
        let shared = |&&i: &&ClassId| !self.classes.get(i).thread_local();
        self.classes.interfaces(class).iter().filter(shared).find_map(of_interface)
    }

    /// OverridesOK, for a method of a class against those of all its interfaces.
    pub(crate) fn overrides_ok(self, rule: &Declared<'_>, (id, m): (ClassId, u32), wrong: &mut Wrong) {
        let span = self.program.methods[m as usize].span;
        self.implements_ok(rule, (id, m), self.classes.interfaces(id), span, wrong);
    }

    /// A result may be of a type below, and a requires set may have fewer locks.
    pub(crate) fn may_differ(self, difference: &Difference) -> bool {
        match difference {
            Difference::Result(their, our) => self.quiet().below(EnvId::EMPTY, *our, *their),
            Difference::Requires(theirs, ours) => ours.iter().all(|l| theirs.contains(l)),
            Difference::Arity(..) | Difference::Param(..) => false,
        }
    }

    /// OverridesOK, for a method that a class has, declared or inherited, against those of interfaces.
    fn implements_ok(
        self,
        rule: &Declared<'_>,
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
    pub(crate) fn inherits_ok(self, rule: &Declared<'_>, (id, class): (ClassId, &Class), wrong: &mut Wrong) {
        let above = self.classes.get(id).superclass().unwrap_or(ClassId::OBJECT);
        let known = self.classes.interfaces(above);
        for &interface in self.classes.interfaces(id).iter().filter(|i| !known.contains(i)) {
            for f in self.classes.decl(interface).map_or(0..0, |decl| decl.fields.indices()) {
                let twice =
                    self.classes.field(id, self.program.fields[f].name).filter(|&(owner, _)| owner != interface);
                if let Some((_, other)) = twice {
                    let why = JavaWhy::FieldTwice(f as u32, other.0);
                    wrong.push((prog::FIELDS_ONCE, header(class), why.cause()));
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
}
