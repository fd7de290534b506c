//! The predicates of section 4: ClassOnce, WFClasses, FieldsOnce, MethodsOncePerClass, OverridesOK.

use crate::cx::Cx;
use crate::error::{Difference, Why};
use crate::judgment::MethodId;
use crate::lookup::Theta;
use crate::open::{Asked, Question};
use crate::rules::prog;
use crate::types::ClassId;
use racefree_grammar::ast::Class;
use racefree_grammar::path::Path;
use racefree_grammar::span::Span;
use racefree_kernel::PremiseId;
use racefree_program::{Problem, SuperProblem};

/// What is wrong with the classes: the predicate, where, and why.
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

impl<'p, R: Asked> Cx<'p, R> {
    /// The predicates of section 4, each a premise of \[PROG\] that fails where something is wrong.
    pub(crate) fn predicates(&mut self) {
        let mut wrong = Wrong::new();
        for (i, class) in self.program.classes.iter().enumerate() {
            self.class_predicates(self.classes.of_declaration(i), &class, &mut wrong);
        }
        if !R::RECORDS && wrong.is_empty() {
            return;
        }
        for premise in PREDICATES {
            let mut holds = true;
            for (_, span, why) in wrong.iter().filter(|(failed, ..)| *failed == premise) {
                self.check(premise, *span, |_| Err(why.clone().cause()));
                holds = false;
            }
            if holds {
                self.check(premise, Span::NONE, |_| Ok(()));
            }
        }
    }

    /// The predicates, as far as they are about one class.
    fn class_predicates(&mut self, id: ClassId, class: &Class, wrong: &mut Wrong) {
        let program = self.program;
        for problem in self.classes.problems_of(id) {
            let (premise, span) = match problem {
                Problem::ClassAgain { .. } => (prog::CLASS_ONCE, class.span),
                Problem::Superclass { problem: SuperProblem::Cycle, .. } => (prog::ACYCLIC, self.header(class)),
                // A premise of the class's own rule.
                Problem::Superclass { .. } => continue,
                Problem::FieldAgain { again: f, .. } | Problem::FieldInherited { field: f, .. } => {
                    (prog::FIELDS_ONCE, program.fields[f.index()].span)
                }
                Problem::MethodAgain { again, .. } => (prog::METHODS_ONCE, program.methods[again as usize].span),
            };
            wrong.push((premise, span, Why::Declared(problem)));
        }
        for m in class.methods.indices() {
            self.overrides_ok(id, m as u32, wrong);
        }
    }

    /// OverridesOK, for one method.
    fn overrides_ok(&mut self, id: ClassId, m: u32, wrong: &mut Wrong) {
        let method = &self.program.methods[m as usize];
        let super_ty = self.classes.super_ty(id);
        let super_class = self.classes.get(id).superclass().unwrap_or(ClassId::OBJECT);
        let Some((owner, over)) = self.classes.method(super_class, method.name) else { return };
        let at = self.classes.as_ancestor(super_ty, owner, &mut self.types);
        let mut theta = Theta::new(
            self.classes.ghost_substitution(at, &self.types),
            self.options.reads(crate::options::SUBSTITUTE_IN_TWO_STEPS),
        );
        if let MethodId::Declared(first) = over {
            let theirs = self.program.params_of(&self.program.methods[first as usize]);
            let ours = self.program.params_of(method);
            for (their, our) in theirs.iter().zip(ours) {
                theta.add(their.name, self.types.paths.var(our.name));
            }
        }
        let (ours, theirs) = (method.params.len(), self.arity(over));
        self.recorder.at(prog::OVERRIDE_TYPE, method.span, Some(m));
        let ret = self.return_type(over);
        let ret = theta.ty(&mut self.types, ret);
        let own_ret = self.resolve(method.ret);
        let mut difference = None;
        if ours != theirs {
            difference = Some(Difference::Arity(theirs, ours));
        } else if !ret.is_error() && !own_ret.is_error() && !self.same_type(ret, own_ret) {
            difference = Some(Difference::Result(ret, own_ret));
        } else {
            for j in 0..ours {
                let t = self.param_type(over, j);
                let t = theta.ty(&mut self.types, t);
                let own = self.param_type(MethodId::Declared(m), j);
                if !t.is_error() && !own.is_error() && !self.same_type(t, own) {
                    difference = Some(Difference::Param(j, t, own));
                    break;
                }
            }
        }
        let bad = |difference| Why::BadOverride { class: id, method: m, owner, over, difference };
        if let Some(difference) = difference {
            wrong.push((prog::OVERRIDE_TYPE, method.span, bad(difference)));
        }
        if ours == theirs {
            let set = |cx: &mut Self, method, theta: Option<&Theta>| {
                let list = cx.requires(method);
                let mut set = Vec::new();
                for i in 0..list.len {
                    let l = cx.program.list(list)[i as usize];
                    let l = cx.types.paths.of_expr(cx.program, l);
                    set.push(theta.map_or(l, |theta| theta.path(&mut cx.types, l)));
                }
                set.sort();
                set.dedup();
                set
            };
            let our_set = set(self, MethodId::Declared(m), None);
            let their_set = set(self, over, Some(&theta));
            self.recorder.at(prog::OVERRIDE_REQUIRES, method.span, Some(m));
            if our_set != their_set && !self.may_be_same(&our_set, &their_set) {
                wrong.push((prog::OVERRIDE_REQUIRES, method.span, bad(Difference::Requires(their_set, our_set))));
            }
        }
    }

    /// Whether two lock sets may be the same, since one of them is not known yet.
    fn may_be_same(&mut self, ours: &[Path], theirs: &[Path]) -> bool {
        R::ASKS
            && ours.iter().chain(theirs).any(|&l| self.types.paths.is_open(l))
            && self.recorder.ask(|| Question::SameSets(ours.into(), theirs.into()))
    }
}
