//! Section 5.1: programs and classes.

use crate::env::EnvId;
use crate::error::{Asker, Why};
use crate::extended::JavaWhy;
use crate::judgment::Judgment;
use crate::open::Question;
use crate::options::SUPER_MAY_MENTION_THIS;
use crate::reading::{Declared, Here, Outcome, Reading};
use crate::rules::{class3, env_empty, local_class, prog};
use crate::terms::{Bound, Terms};
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{Class, MethodKind, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::listener::{Standing, holds};
use racefree_kernel::{PremiseId, RuleId};
use racefree_program::SuperProblem;
use racefree_program::problem::repeated;
use rustc_hash::FxHashMap;

/// The premises that \[CLASS₃\] and \[LOCAL CLASS\] share.
struct ClassPremises {
    ghost_type: PremiseId,
    super_known: PremiseId,
    super_not_string: PremiseId,
    super_type: PremiseId,
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
    fn of(class: &Class) -> (RuleId, ClassPremises) {
        match class.thread_local {
            true => (local_class::RULE, premises_of!(local_class)),
            false => (class3::RULE, premises_of!(class3)),
        }
    }
}

/// From the first keyword of a class to its name.
pub(crate) fn header(class: &Class) -> Span {
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
        self.supertypes(&rule, of_super, (id, class), &premises);
        self.interfaces_agree(&rule, id, &premises);
        let here = Here::NOWHERE.within(env);
        rule.at(here.at());
        let takes = class.fields.indices().find(|&f| self.program.fields[f].takes_class_guard());
        for f in class.fields.indices() {
            rule.premise(premises.field);
            self.field(here, (id, class), f as u32, takes == Some(f));
        }
        for m in class.methods.indices() {
            rule.premise(premises.method);
            self.member_declared(here, m as u32);
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
                rule.fails(premises.super_known, rule.span(), Why::UnknownSuper(extends).cause());
            }
            Some(SuperProblem::IsString) => {
                rule.fails(premises.super_not_string, rule.span(), Why::StringSuper.cause());
            }
            // The last is of further supertypes alone.
            Some(SuperProblem::NoClass | SuperProblem::Arity | SuperProblem::Cycle | SuperProblem::NoInterface)
            | None => {
                rule.given(premises.super_known);
                rule.given(premises.super_not_string);
                rule.check(premises.super_type, || {
                    self.means(g, extends).map_err(|cause| cause.asked_by(Asker::Subclass))
                });
            }
        }
    }

    /// The premises about further supertypes.
    fn supertypes(self, rule: &Declared<'_>, g: EnvId, (id, class): (ClassId, &Class), premises: &ClassPremises) {
        for ty in class.more_supertypes.indices().map(|t| TypeId::new(t as u32)) {
            let span = self.program.ty(ty).span;
            let mut problems = self.classes.problems_of_supertypes(id);
            match problems.find(|&(of, _)| of == ty).map(|(_, problem)| problem) {
                Some(problem @ (SuperProblem::Unknown | SuperProblem::NoClass | SuperProblem::NoInterface)) => {
                    rule.fails(premises.super_known, span, JavaWhy::Supertype(ty, problem).cause());
                }
                Some(SuperProblem::IsString) => rule.fails(premises.super_not_string, span, Why::StringSuper.cause()),
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

    /// The premise `super-shared`.
    fn shared_superclass(self, super_ty: Ty, class: ClassId) -> Outcome {
        let above = self.class_of(super_ty).unwrap_or(ClassId::OBJECT);
        let open = |open: &crate::open::Open| open.local(class) || open.local(above);
        let shared = self.subject_to(open, || Question::SharedSuper(class, above)) || self.shared(super_ty);
        holds(shared, || Why::LocalSuper { class, super_ty }.cause())
    }

    /// The premise `override`, for each method of a class that is thread-local, or may be made so.
    fn overriding(self, rule: &Declared<'_>, here: Here, (id, class): (ClassId, &Class), c: Ty) {
        if class.thread_local || self.open.as_ref().is_some_and(|open| open.local(id)) {
            for m in class.methods.indices() {
                // Constructors override none.
                let kind = self.program.clauses_of(&self.program.methods[m]).kind;
                if matches!(kind, MethodKind::Constructor | MethodKind::StaticInitializer) {
                    continue;
                }
                let span = self.program.methods[m].span;
                rule.check_at(local_class::OVERRIDE, span, || self.override_ok(here, (id, c), m as u32));
            }
        }
        if class.thread_local {
            self.inherited_from_local(rule, id);
        }
    }

    /// The premise `override`, for each method that a thread-local class inherits from another one, and that implements one of a shared
    /// interface.
    fn inherited_from_local(self, rule: &Declared<'_>, id: ClassId) {
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

    /// The premise `shareable`, for each field of a class that is not thread-local.
    fn sharing(self, rule: &Declared<'_>, here: Here, (id, class): (ClassId, &Class)) {
        if class.thread_local {
            return;
        }
        for f in class.fields.indices() {
            rule.premise(class3::SHAREABLE);
            if rule.takes(class3::SHAREABLE) {
                rule.take(class3::SHAREABLE);
            } else {
                self.shareable(here, (id, class), f as u32);
            }
        }
    }
}
