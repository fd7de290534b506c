//! The predicates of section 4: ClassOnce, WFClasses, FieldsOnce, MethodsOncePerClass, OverridesOK.

use crate::error::{Difference, Why, Wrong};
use crate::judgment::MethodId;
use crate::lookup::{Theta, arity};
use crate::open::Question;
use crate::program::header;
use crate::reading::{Declared, Here, Reading};
use crate::rules::prog;
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::Class;
use racefree_grammar::path::Path;
use racefree_grammar::span::Span;
use racefree_kernel::PremiseId;
use racefree_program::{Problem, SuperProblem};

/// The predicates, in order. They are computed for all classes first.
const PREDICATES: [PremiseId; 6] = [
    prog::CLASS_ONCE,
    prog::ACYCLIC,
    prog::FIELDS_ONCE,
    prog::METHODS_ONCE,
    prog::OVERRIDE_TYPE,
    prog::OVERRIDE_REQUIRES,
];

impl Reading<'_, '_> {
    /// The predicates of section 4, each a premise of \[PROG\] that fails where something is wrong.
    pub(crate) fn predicates(self, rule: &Declared<'_>) {
        let mut wrong = Wrong::new();
        for (i, class) in self.program.classes.iter().enumerate() {
            self.class_predicates(rule, (self.classes.of_declaration(i), class), &mut wrong);
        }
        rule.at(Here::NOWHERE.at());
        rule.check_all(&PREDICATES, wrong);
    }

    /// The predicates, as far as they are about one class.
    fn class_predicates(self, rule: &Declared<'_>, (id, class): (ClassId, &Class), wrong: &mut Wrong) {
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
            wrong.push((premise, span, Why::Declared(problem).cause()));
        }
        for m in class.methods.indices() {
            rule.at(Here { method: Some(m as u32), ..Here::NOWHERE }.at());
            self.overrides_ok(rule, id, m as u32, wrong);
        }
        if let Some(own) = self.extension() {
            own.inherits_ok(self, rule, (id, class), wrong);
        }
    }

    /// OverridesOK, for one method: against that of the superclass, and those of other supertypes.
    fn overrides_ok(self, rule: &Declared<'_>, id: ClassId, m: u32, wrong: &mut Wrong) {
        let method = &self.program.methods[m as usize];
        if !self.program.kind_of(method).is_called() {
            return;
        }
        let super_class = self.classes.get(id).superclass().unwrap_or(ClassId::OBJECT);
        if let Some((owner, over)) = self.classes.method(super_class, method.name) {
            let at = self.seen_at(self.classes.super_ty(id), owner);
            self.override_ok_against(rule, (id, m), (owner, over, at), method.span, wrong);
        }
        if let Some(own) = self.extension() {
            own.overrides_ok(self, rule, (id, m), wrong);
        }
    }

    /// OverridesOK, for a method against one that it overrides, which is seen at `at`.
    pub fn override_ok_against(
        self,
        rule: &Declared<'_>,
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
        let bad = |difference| Why::BadOverride { class: id, method: m, owner, over, difference }.cause();
        rule.constrained(prog::OVERRIDE_TYPE, span);
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
        rule.constrained(prog::OVERRIDE_REQUIRES, span);
        if ours == theirs {
            return;
        }
        let difference = Difference::Requires(theirs.clone(), ours.clone());
        if !self.may_differ(&difference) && !self.may_be_same(&ours, &theirs) {
            wrong.push((prog::OVERRIDE_REQUIRES, span, bad(difference)));
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
        if differ(their, our) && !self.may_differ(&Difference::Result(their, our)) {
            return Some(Difference::Result(their, our));
        }
        (0..n).find_map(|j| {
            let (their, our) = (self.put_in(theta, self.param(over, j).0), self.param(ours, j).0);
            differ(their, our).then_some(Difference::Param(j, their, our))
        })
    }

    /// Returns true for a difference that the language of the program allows.
    fn may_differ(self, difference: &Difference) -> bool {
        self.extension().is_some_and(|own| own.may_differ(self, difference))
    }

    /// Two lock sets may be the same, since one of them is not known yet.
    fn may_be_same(self, ours: &[Path], theirs: &[Path]) -> bool {
        ours.iter().chain(theirs).any(|&l| self.is_open(l))
            && self.subject_to(|_| true, || Question::SameSets(ours.into(), theirs.into()))
    }
}
