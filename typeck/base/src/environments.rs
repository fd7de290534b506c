//! Section 5.2: environments, types, subtyping.

use crate::env::EnvId;
use crate::error::{Cause, Why};
use crate::judgment::Judgment;
use crate::open::Question;
use crate::reading::{Declared, Here, Outcome, Reading};
use crate::rules::{
    env_ghost, env_x, subtype_class, subtype_null, subtype_refl, subtype_trans, type_c, type_int, type_object,
    type_void,
};
use crate::tables::Args;
use crate::terms::{Bound, Terms};
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{ExprId, Ghost, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Substitution};
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;
use racefree_kernel::PremiseId;
use racefree_kernel::applied::LONG_CLIMB;
use racefree_kernel::listener::{Standing, holds};

impl Reading<'_, '_> {
    /// \[ENV X\]: P; E, t x ⊢ wf. The type is written at `t`; `place` is the declaration `t x`.
    pub fn env_x(self, here: Here, (t, x): (TypeId, Name), place: Span, bound: Option<ExprId>) -> EnvId {
        let (rule, ty) = (self.declared(env_x::RULE, here, place), self.written(t));
        rule.check(env_x::TYPE, || self.means(here.env, t));
        rule.check(env_x::FRESH, || self.fresh(here.env, x));
        let terms = || Terms::default().bind("t", ty).bind("x", Bound::Variable(x));
        self.own(&rule, env_x::RULE, here, terms);
        let env = self.extend(here.env, (x, ty), false, place, bound);
        rule.concludes_as(Judgment::Env(env), env)
    }

    /// \[ENV GHOST\]: P; E, ghost t x ⊢ wf. That t is well formed even in ∅, and the ghosts are distinct, is a premise of the class's
    /// rule, so that there is nothing left to report where that one was looked at.
    pub(crate) fn env_ghost(self, here: Here, ghost: &Ghost, of_class: Standing) -> EnvId {
        let env = self.extend(here.env, (ghost.name, self.written_result(ghost.ty)), true, ghost.span, None);
        let stands = match of_class {
            Standing::Taken => true,
            Standing::Holds | Standing::Fails => {
                let quiet = self.quiet();
                quiet.ghost_premises(&quiet.declared(env_ghost::RULE, here, ghost.span), here, ghost)
            }
        };
        if stands {
            let rule = self.declared(env_ghost::RULE, here, ghost.span);
            self.ghost_premises(&rule, here, ghost);
            rule.concludes_as(Judgment::Env(env), ());
        }
        env
    }

    /// The premises of \[ENV GHOST\].
    fn ghost_premises(self, rule: &Declared<'_>, here: Here, ghost: &Ghost) -> bool {
        let formed = rule.check(env_ghost::TYPE, || self.means(here.env, ghost.ty));
        let fresh = rule.check(env_ghost::FRESH, || self.fresh(here.env, ghost.name));
        formed != Standing::Fails && fresh != Standing::Fails
    }

    /// x ∉ Dom(E)
    fn fresh(self, env: EnvId, name: Name) -> Outcome {
        self.lookup(env, name).map_or(Ok(()), |known| Err(Why::NotFresh { name, first: known.span }.cause()))
    }

    /// \[ENV X\] for the `this` of a class: P; G, c this ⊢ wf, which is derived once.
    pub(crate) fn env_this(self, rule: &Declared<'_>, premise: PremiseId, env: EnvId) {
        let recalled = self.listeners.recalls(&Judgment::Env(env));
        let Some(this) = self.lookup(env, Name::THIS).filter(|_| !recalled) else { return };
        // Two ghosts of one name, which is reported; or of types that mean nothing.
        if self.quiet().this_formed(env, (this.before, this.ty)).is_err() {
            return rule.premise(premise).holds(true);
        }
        let _ = self.this_formed(env, (this.before, this.ty));
    }

    fn this_formed(self, env: EnvId, (g, t): (EnvId, Ty)) -> Outcome {
        let conclusion = |_: Option<&()>| Judgment::Env(env);
        self.rule(env_x::RULE).asked(conclusion, |rule| {
            rule.require(env_x::TYPE, || self.well_formed(g, t))?;
            rule.require(env_x::FRESH, || Ok(())).map(|_| ())
        })
    }

    /// P; E ⊢ t for a type as it is written, of what has a value.
    pub fn means(self, env: EnvId, t: TypeId) -> Outcome {
        match self.written_result(t) {
            Ty::VOID => self.malformed(env, Ty::VOID, type_void::ONLY_RESULT, Why::OnlyResult),
            _ => self.means_result(env, t),
        }
    }

    /// P; E ⊢ t for a method's result as it is written, which may be `void`.
    pub fn means_result(self, env: EnvId, t: TypeId) -> Outcome {
        match (self.written_result(t), self.program.ty(t).kind) {
            (Ty::ERROR, TypeKind::Class { name, args }) => match self.classes.find(name) {
                None => self.malformed(env, Ty::ERROR, type_c::CLASS_KNOWN, Why::NoClass(name)),
                Some(class) => {
                    let why = Why::GhostArity { class, given: args.len };
                    self.malformed(env, Ty::ERROR, type_c::ARITY, why)
                }
            },
            (Ty::ERROR, TypeKind::Array { elem, .. }) => deep(|| self.means(env, elem)),
            (t, _) => self.well_formed(env, t),
        }
    }

    /// A type that is written and means nothing.
    fn malformed(self, env: EnvId, t: Ty, premise: PremiseId, why: Why) -> Outcome {
        self.rule(premise.rule()).asked(
            |_| Judgment::WellFormed(env, t),
            |rule| rule.require(premise, || Err::<(), _>(why.by(premise))).map(drop),
        )
    }

    /// P; E ⊢ t: \[TYPE INT\], \[TYPE OBJECT\], \[TYPE VOID\], \[TYPE C\].
    pub fn well_formed(self, env: EnvId, t: Ty) -> Outcome {
        if let Some(own) = self.of_extension(t) {
            return own.well_formed(self, env, t);
        }
        let formed = Judgment::WellFormed(env, t);
        match self.class_of(t) {
            Some(cn) if cn.0 >= ClassId::PREDEFINED => return self.type_c(env, t, cn),
            Some(_) => self.axiom(type_object::RULE, formed),
            None if t == Ty::VOID => {
                let rule = self.rule(type_void::RULE);
                rule.premise(type_void::ONLY_RESULT).holds(true);
                rule.concludes_as(formed, ());
            }
            None => self.axiom(type_int::RULE, formed),
        }
        Ok(())
    }

    /// \[TYPE C\]
    fn type_c(self, env: EnvId, t: Ty, cn: ClassId) -> Outcome {
        self.rule(type_c::RULE).asked(
            |_| Judgment::WellFormed(env, t),
            |rule| {
                rule.premise(type_c::CLASS_KNOWN).holds(true);
                rule.premise(type_c::ARITY).holds(true);
                let Some(decl) = self.classes.decl(cn) else { return Ok(()) };
                let mut theta = Substitution::default();
                for ((ghost, nth), l) in self.program.ghosts_of(&decl).iter().zip(decl.ghosts.start..).zip(self.args(t))
                {
                    let not_final = |cause: Box<Cause>| cause.under(type_c::ARG_FINAL, Why::GhostNotFinal(l));
                    let s = rule.require(type_c::ARG_FINAL, || self.is_final(env, l).map_err(not_final))?;
                    // An argument that is assumed final still has its type as a final expression, if it is one.
                    let s = s.or_else(|| self.quiet().is_final(env, l).ok());
                    theta.add(ghost.name, l);
                    let declared = self.written_result(ghost.ty);
                    let t = self.types.borrow_mut().substitute(declared, &theta);
                    let Some(s) = s else { continue };
                    rule.require(type_c::ARG_TYPE, || {
                        self.argument_constrained(env, l, t);
                        let why = Why::GhostType { class: cn, ghost: nth, arg: l, found: s, wanted: t };
                        holds(self.below(env, s, t), || why.by(type_c::ARG_TYPE))
                    })?;
                }
                Ok(())
            },
        )
    }

    /// A ghost argument that is not known yet is of the class that is wanted.
    fn argument_constrained(self, env: EnvId, l: Path, wanted: Ty) {
        if let Some(class) = self.class_of(wanted).filter(|&c| c != ClassId::OBJECT && self.is_open(l)) {
            self.subject_to(|_| true, || Question::ArgType(l, class, env));
        }
    }

    /// P; E ⊢ s <: t: \[SUBTYPE REFL\], \[SUBTYPE NULL\], \[SUBTYPE TRANS\]. What a class inherits that is unknown agrees with every
    /// class type.
    pub fn below(self, env: EnvId, s: Ty, t: Ty) -> bool {
        match (self.class_of(s), self.class_of(t)) {
            _ if s == t => {
                self.axiom(subtype_refl::RULE, Judgment::Subtype(env, s, t));
                true
            }
            _ if s == Ty::NULL && (t.is_class() || t.is_array() || t.is_error()) => {
                self.axiom(subtype_null::RULE, Judgment::Subtype(env, s, t));
                true
            }
            _ if s.is_error() || t.is_error() => true,
            (Some(c), Some(d)) if self.classes.below(c, d) => self.subtype_trans(env, (s, c), (t, d)),
            (Some(c), Some(_)) => self.classes.get(c).broken(),
            (None, _) => self.of_extension(s).is_some_and(|own| own.subtype(self, env, s, t)),
            _ => false,
        }
    }

    /// \[SUBTYPE TRANS\]: a step up, and on from there. A long climb is one step.
    fn subtype_trans(self, env: EnvId, (s, c): (Ty, ClassId), (t, d): (Ty, ClassId)) -> bool {
        let up = match c == d || self.classes.is_far_up(c, d, LONG_CLIMB) {
            true => self.seen_at(s, d),
            false => self.step_up(s, d).unwrap_or(Ty::OBJECT),
        };
        if c == d || up == t {
            return self.subtype_class(env, s, t, up == t || self.same_locks(s, t));
        }
        let conclusion = |_: Option<&()>| Judgment::Subtype(env, s, t);
        let outcome = self.rule(subtype_trans::RULE).asked(conclusion, |rule| {
            rule.premise(subtype_trans::LOWER);
            self.subtype_class(env, s, up, true);
            rule.premise(subtype_trans::UPPER);
            let above = self.subtype_trans(env, (up, self.class_of(up).unwrap_or(ClassId::OBJECT)), (t, d));
            holds(above, || Why::Reported.cause())
        });
        outcome.is_ok()
    }

    /// \[SUBTYPE CLASS\]: one step up; or sideways, to other ghost arguments, which `ghost-args` forbids.
    fn subtype_class(self, env: EnvId, s: Ty, t: Ty, same: bool) -> bool {
        let outcome = self.rule(subtype_class::RULE).asked(
            |_| Judgment::Subtype(env, s, t),
            |rule| rule.require(subtype_class::GHOST_ARGS, || holds(same, || Why::Reported.cause())),
        );
        outcome.is_ok()
    }

    /// The least u with P; E ⊢ s <: u and P; E ⊢ t <: u; void if there is none.
    pub fn least_common(self, env: EnvId, s: Ty, t: Ty) -> Ty {
        if s.is_error() || t.is_error() {
            return Ty::ERROR;
        }
        if self.has_open(s) || self.has_open(t) {
            return self.least_common_open(s, t).unwrap_or(Ty::VOID);
        }
        if self.known_below(env, s, t) {
            return t;
        }
        let mut at = s;
        while !at.is_error() {
            if self.known_below(env, t, at) {
                // A class between may be common to both, if t inherits what is unknown.
                let unknown = at == Ty::OBJECT && s != at && t.is_class() && self.inherits_unknown(t);
                let common = if at == Ty::OBJECT { self.common_interface(env, s, t) } else { None };
                let at = common.unwrap_or(at);
                return if unknown { Ty::ERROR } else { at };
            }
            match self.supertype(at) {
                Some(up) => at = up,
                None => return Ty::VOID,
            }
        }
        Ty::ERROR
    }

    /// The first interface of s that t has too.
    fn common_interface(self, env: EnvId, s: Ty, t: Ty) -> Option<Ty> {
        let interfaces = self.classes.interfaces(self.class_of(s)?);
        interfaces.iter().map(|&i| self.seen_at(s, i)).find(|&i| self.known_below(env, t, i))
    }

    /// P; E ⊢ s <: t by what is known.
    fn known_below(self, env: EnvId, s: Ty, t: Ty) -> bool {
        let inherits = match (self.class_of(s), self.class_of(t)) {
            (Some(c), Some(d)) => self.classes.below(c, d),
            _ => true,
        };
        inherits && self.quiet().below(env, s, t)
    }

    /// The least common supertype of two class types with locks that are not known yet: their least common superclass, with the
    /// arguments that both have. One that they do not share is no path, which stands for the least supertype without it.
    fn least_common_open(self, s: Ty, t: Ty) -> Option<Ty> {
        let (Some(mut c), Some(d)) = (self.class_of(s), self.class_of(t)) else {
            return match (s, t) {
                (Ty::NULL, other) | (other, Ty::NULL) if other.is_class() => Some(other),
                _ => None,
            };
        };
        while !self.classes.below(d, c) {
            c = self.classes.get(c).superclass()?;
        }
        let (ls, ms) = (self.args(self.seen_at(s, c)), self.args(self.seen_at(t, c)));
        let types = &mut *self.types.borrow_mut();
        let paths = &mut types.paths;
        let both = |(&l, &m): (&Path, &Path)| {
            if l != m && !paths.is_open(l) && !paths.is_open(m) { paths.no_path() } else { paths.agreed(l, m) }
        };
        let args: Args = ls.iter().zip(&ms).map(both).collect();
        Some(types.instance(c, &args))
    }
}
