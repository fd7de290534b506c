//! Section 5.1: programs and classes.

use crate::env::EnvId;
use crate::error::{Asker, Why};
use crate::judgment::Judgment;
use crate::open::Question;
use crate::options::SUPER_MAY_MENTION_THIS;
use crate::reading::{Declared, Here, Outcome, Reading};
use crate::rules::{class3, env_empty, local_class, prog};
use crate::terms::{Bound, Terms};
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::Class;
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::listener::{Standing, holds};
use racefree_kernel::{PremiseId, RuleId};
use racefree_program::SuperProblem;
use racefree_program::problem::repeated;
use rustc_hash::FxHashMap;

/// The premises that \[CLASS₃\] and \[LOCAL CLASS\] share.
pub struct ClassPremises {
    ghost_type: PremiseId,
    /// The superclass is declared.
    pub super_known: PremiseId,
    /// It is not `String`.
    pub super_not_string: PremiseId,
    /// P; G ⊢ c
    pub super_type: PremiseId,
    field: PremiseId,
    method: PremiseId,
}

/// The premises of one of the two rules.
macro_rules! premises_of {
    ($rule:ident) => {
        ClassPremises {
            ghost_type: $rule::GHOST_TYPE,
            super_known: $rule::SUPER_KNOWN,
            super_not_string: $rule::SUPER_NOT_STRING,
            super_type: $rule::SUPER_TYPE,
            field: $rule::FIELD,
            method: $rule::METHOD,
        }
    };
}

impl ClassPremises {
    /// The rule for a class, and the premises.
    pub fn of(class: &Class) -> (RuleId, ClassPremises) {
        match class.thread_local {
            true => (local_class::RULE, premises_of!(local_class)),
            false => (class3::RULE, premises_of!(class3)),
        }
    }
}

/// From the first keyword of a class to its name.
pub fn header(class: &Class) -> Span {
    Span::new(class.span.start, class.name_span.end.max(class.span.start))
}

impl Reading<'_, '_> {
    /// \[PROG\]. The type of the main expression; none for an open program.
    pub(crate) fn prog(self) -> Option<Ty> {
        let rule = self.declared(prog::RULE, Here::NOWHERE, Span::NONE);
        self.predicates(&rule);
        for (i, class) in self.program.classes.iter().enumerate() {
            if self.options.within.is_some_and(|part| !part.contains(class.span)) {
                continue;
            }
            if self.options.until.is_over() {
                break;
            }
            rule.premise(prog::DEFN);
            self.class(self.classes.of_declaration(i), class);
        }
        rule.premise(prog::MAIN);
        self.axiom(env_empty::RULE, Judgment::Env(EnvId::EMPTY));
        let main = self.program.main.map(|e| self.expr(Here::NOWHERE, e));
        rule.concludes_as(Judgment::Program(main.unwrap_or(Ty::VOID)), main)
    }

    /// \[CLASS₃\] and \[LOCAL CLASS\]: P ⊢ class cn<garg₁…ₙ> extends c { field₁…ⱼ meth₁…ₖ }
    fn class(self, id: ClassId, class: &Class) {
        let (rule_id, premises) = ClassPremises::of(class);
        let rule = self.declared(rule_id, Here::NOWHERE, header(class));
        let g = self.ghosts(&rule, class, premises.ghost_type);
        rule.at(Here::NOWHERE.within(g).at());
        let env = self.extend(g, (Name::THIS, self.this_type(id)), false, class.name_span, None);
        let of_super = if self.options.reads(SUPER_MAY_MENTION_THIS) { env } else { g };
        self.superclass(&rule, of_super, (id, class), &premises);
        let c = self.classes.super_ty(id);
        if !class.thread_local {
            rule.check(class3::SUPER_SHARED, || self.shared_superclass(c, id));
        }
        if let Some(own) = self.extension() {
            own.supertypes(self, &rule, of_super, (id, class));
        }
        let here = Here::NOWHERE.within(env);
        rule.at(here.at());
        let takes = class.fields.indices().find(|&f| self.program.fields[f].takes_class_guard());
        for f in class.fields.indices() {
            rule.premise(premises.field);
            self.field(here, (id, class), f as u32, takes == Some(f));
        }
        for m in class.methods.indices() {
            rule.premise(premises.method);
            match self.extension() {
                Some(own) => own.member(self, here, m as u32),
                None => self.method_declared(here, m as u32),
            }
        }
        self.overriding(&rule, here, (id, class), c);
        self.sharing(&rule, here, (id, class));
        let places = || self.program.ghosts_of(class).iter().map(|ghost| ghost.span).collect();
        self.own_premises(&rule, rule_id, here, places, || {
            let ghosts = self.program.ghosts_of(class).iter();
            let xs = ghosts.clone().map(|ghost| Bound::Variable(ghost.name)).collect();
            let ts = ghosts.map(|ghost| self.written(ghost.ty).into()).collect();
            Terms::default().each("tᵢ", ts).each("xᵢ", xs).bind("c", c)
        });
        rule.concludes_as(Judgment::Class(id), ());
    }

    /// The premise `ghost-type`, and G.
    fn ghosts(self, rule: &Declared<'_>, class: &Class, premise: PremiseId) -> EnvId {
        let ghosts = self.program.ghosts_of(class);
        let twice: FxHashMap<usize, usize> =
            repeated(ghosts.len(), |i| ghosts[i].name).into_iter().map(|(first, again)| (again, first)).collect();
        let formed = |(i, ghost): (usize, &racefree_grammar::ast::Ghost)| {
            rule.check_at(premise, ghost.span, || {
                self.means(EnvId::EMPTY, ghost.ty)?;
                match twice.get(&i) {
                    None => Ok(()),
                    Some(&first) => Err(Why::NotFresh { name: ghost.name, first: ghosts[first].span }.cause()),
                }
            })
        };
        let formed: Vec<Standing> = ghosts.iter().enumerate().map(formed).collect();
        rule.premise(premise);
        let and = |g, (ghost, formed)| self.env_ghost(Here::NOWHERE.within(g), ghost, formed);
        ghosts.iter().zip(formed).fold(EnvId::EMPTY, and)
    }

    /// The premises about the superclass.
    fn superclass(self, rule: &Declared<'_>, g: EnvId, (id, class): (ClassId, &Class), premises: &ClassPremises) {
        let Some(extends) = class.extends else {
            rule.check(premises.super_type, || self.well_formed(g, Ty::OBJECT));
            return;
        };
        match self.classes.problem(id) {
            Some(SuperProblem::Unknown) => {
                rule.check(premises.super_known, || Err(Why::UnknownSuper(extends).cause()));
            }
            Some(SuperProblem::IsString) => {
                rule.check(premises.super_not_string, || Err(Why::StringSuper.cause()));
            }
            // The last is of other supertypes alone.
            Some(SuperProblem::NoClass | SuperProblem::Arity | SuperProblem::Cycle | SuperProblem::NoInterface)
            | None => {
                rule.premise(premises.super_known).holds(true);
                rule.premise(premises.super_not_string).holds(true);
                rule.check(premises.super_type, || {
                    self.means(g, extends).map_err(|cause| cause.asked_by(Asker::Subclass))
                });
            }
        }
    }

    /// The premise `super-shared`.
    pub fn shared_superclass(self, super_ty: Ty, class: ClassId) -> Outcome {
        let above = self.class_of(super_ty).unwrap_or(ClassId::OBJECT);
        let open = |open: &crate::open::Open| open.local(class) || open.local(above);
        let shared = self.subject_to(open, || Question::SharedSuper(class, above)) || self.shared(super_ty);
        holds(shared, || Why::LocalSuper { class, super_ty }.cause())
    }

    /// The premise `override`, for each method of a class that is thread-local, or may be made so.
    fn overriding(self, rule: &Declared<'_>, here: Here, (id, class): (ClassId, &Class), c: Ty) {
        if class.thread_local || self.open.as_ref().is_some_and(|open| open.local(id)) {
            for m in class.methods.indices() {
                let method = &self.program.methods[m];
                if !self.program.kind_of(method).is_called() {
                    continue;
                }
                let span = method.span;
                rule.check_at(local_class::OVERRIDE, span, || self.override_ok(here, (id, c), m as u32));
            }
        }
        if let Some(own) = self.extension().filter(|_| class.thread_local) {
            own.inherits_local(self, rule, id);
        }
    }

    /// The premise `shareable`, for each field of a class that is not thread-local.
    fn sharing(self, rule: &Declared<'_>, here: Here, (id, class): (ClassId, &Class)) {
        if class.thread_local {
            return;
        }
        for f in class.fields.indices() {
            if !rule.taken(class3::SHAREABLE) {
                self.shareable(here, (id, class), f as u32);
            }
        }
    }
}
