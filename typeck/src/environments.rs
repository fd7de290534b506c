//! Section 5.2: environments, types, subtyping.

use crate::cx::Cx;
use crate::env::EnvId;
use crate::error::{Cause, Checked, Why};
use crate::judgment::Judgment;
use crate::lookup::LONG_CLIMB;
use crate::open::{Asked, Question};
use crate::rules::{
    env_ghost, env_x, subtype_class, subtype_null, subtype_refl, subtype_trans, type_c, type_int, type_object,
    type_void,
};
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{ExprId, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Substitution};
use racefree_grammar::span::Span;
use racefree_kernel::condition::{Bound, Terms};
use racefree_kernel::{Evidence, NodeId};
use smallvec::SmallVec;

impl<'p, R: Asked> Cx<'p, R> {
    /// \[ENV X\]: extends E by `t x`. The type is written at `ty`; `place` is the declaration `t x`.
    pub(crate) fn env_x(&mut self, ty: TypeId, x: Name, place: Span, bound: Option<ExprId>) -> Ty {
        self.open(env_x::RULE);
        let t = self.resolve_value(ty);
        self.check(env_x::TYPE, place, |cx| cx.well_formed_written(ty));
        let known = self.env.get(x).map(|b| b.span);
        self.check(env_x::FRESH, place, |_| match known {
            None => Ok(()),
            Some(first) => Err(Why::NotFresh { name: x, first }.cause()),
        });
        self.own(env_x::RULE, place, |_| Terms::default().bind("t", Self::ty_term(t)).bind("x", Bound::Variable(x)));
        self.bind(x, t, false, place, bound);
        self.close(|cx| Judgment::Env(cx.env.id()));
        t
    }

    /// \[ENV GHOST\]: extends E by `ghost t x`. That t is well formed even in ∅, and the ghosts are distinct, is
    /// checked by `ghost-type` of the class's rule, so nothing is left to look at unless that is switched off.
    pub(crate) fn env_ghost(&mut self, ty: TypeId, x: Name, place: Span, class_checks: bool) {
        let t = self.resolve(ty);
        let known = self.env.get(x).map(|b| b.span);
        let formed = |cx: &mut Self| cx.well_formed_written(ty);
        let fresh = |_: &mut Self| known.map_or(Ok(()), |first| Err(Why::NotFresh { name: x, first }.cause()));
        if class_checks && !(R::RECORDS && self.stands(env_ghost::TYPE, formed) && self.stands(env_ghost::FRESH, fresh))
        {
            self.bind(x, t, true, place, None);
            return;
        }
        self.open(env_ghost::RULE);
        self.check(env_ghost::TYPE, place, formed);
        self.check(env_ghost::FRESH, place, fresh);
        self.bind(x, t, true, place, None);
        self.close(|cx| Judgment::Env(cx.env.id()));
    }

    /// \[ENV X\] for the `this` of a class, which extends G. Its node, to be evidence in methods without parameters.
    pub(crate) fn env_this(&mut self, t: Ty, place: Span) -> Option<NodeId> {
        if !self.stands(env_x::TYPE, |cx| cx.well_formed(t)) {
            // Two ghosts of one name, which is reported; or of types that mean nothing.
            self.bind(Name::THIS, t, false, place, None);
            return None;
        }
        self.open(env_x::RULE);
        let _ = self.require(env_x::TYPE, |cx| cx.well_formed(t));
        let _ = self.require(env_x::FRESH, |_| Ok(()));
        self.bind(Name::THIS, t, false, place, None);
        let node = self.close(|cx| Judgment::Env(cx.env.id()));
        self.recorder.withdraw();
        node
    }

    /// Adds a binding to E.
    pub(crate) fn bind(&mut self, x: Name, ty: Ty, ghost: bool, span: Span, bound: Option<ExprId>) {
        let shared = self.types.class_of(ty).is_none_or(|c| !self.classes.get(c).thread_local());
        if !self.env.push((x, ty), ghost, shared, span, bound) {
            // What is remembered of final paths goes by the innermost binding of a name.
            self.finals.forget();
        }
    }

    /// The type that is written at a place, looked up but not checked: [`Ty::ERROR`] if it means nothing.
    #[inline]
    pub(crate) fn resolve(&mut self, ty: TypeId) -> Ty {
        match self.written[ty.index()] {
            0 => self.resolve_new(ty),
            known => Ty(known - 1),
        }
    }

    /// The type that is written for a value, that is where `void` means nothing.
    #[inline]
    pub(crate) fn resolve_value(&mut self, ty: TypeId) -> Ty {
        match self.resolve(ty) {
            Ty::VOID => Ty::ERROR,
            t => t,
        }
    }

    fn resolve_new(&mut self, ty: TypeId) -> Ty {
        let t = match self.program.ty(ty).kind {
            TypeKind::Int => Ty::INT,
            TypeKind::Boolean => Ty::BOOLEAN,
            TypeKind::Void => Ty::VOID,
            TypeKind::Class { name, args } => match self.classes.find(name) {
                Some(class) if self.classes.ghosts(class) == args.len as usize => {
                    if args.len == 0 {
                        Ty::class(class)
                    } else {
                        let args: SmallVec<[Path; 4]> = (0..args.len)
                            .map(|i| self.types.paths.of_expr(self.program, self.program.list(args)[i as usize]))
                            .collect();
                        self.types.instance(class, &args)
                    }
                }
                _ => Ty::ERROR,
            },
        };
        self.written[ty.index()] = t.0 + 1;
        t
    }

    /// P; E ⊢ t for a type as written, that is no method's result.
    pub(crate) fn well_formed_written(&mut self, ty: TypeId) -> Checked {
        if self.resolve(ty) == Ty::VOID {
            self.open(type_void::RULE);
            self.premise(type_void::ONLY_RESULT);
            self.recorder.evidence(Evidence::Fails);
            self.close(|cx| Judgment::WellFormed(cx.env.id(), Ty::VOID));
            return Err(Why::OnlyResult.by(type_void::ONLY_RESULT));
        }
        self.well_formed_result(ty)
    }

    /// P; E ⊢ t for a type as written, that may be `void`.
    pub(crate) fn well_formed_result(&mut self, ty: TypeId) -> Checked {
        let t = self.resolve(ty);
        if t.is_error() {
            return Err(self.unknown_type(ty));
        }
        self.well_formed(t)
    }

    /// Why a written type means nothing: [TYPE C] class-known or arity.
    #[cold]
    fn unknown_type(&mut self, ty: TypeId) -> Box<Cause> {
        let TypeKind::Class { name, args } = self.program.ty(ty).kind else { return Why::Reported.cause() };
        let (premise, why) = match self.classes.find(name) {
            None => (type_c::CLASS_KNOWN, Why::NoClass(name)),
            Some(class) => (type_c::ARITY, Why::GhostArity { class, given: args.len }),
        };
        self.open(type_c::RULE);
        self.premise(premise);
        self.recorder.evidence(Evidence::Fails);
        self.close(|cx| Judgment::WellFormed(cx.env.id(), Ty::ERROR));
        why.by(premise)
    }

    /// P; E ⊢ t: \[TYPE INT\], \[TYPE OBJECT\], \[TYPE C\].
    #[inline]
    pub(crate) fn well_formed(&mut self, t: Ty) -> Checked {
        if !R::RECORDS && !self.types.has_args(t) {
            return Ok(());
        }
        self.well_formed_slow(t)
    }

    fn well_formed_slow(&mut self, t: Ty) -> Checked {
        let Some(class) = self.types.class_of(t).filter(|&c| c.0 >= ClassId::PREDEFINED) else {
            self.open(match t {
                Ty::VOID => type_void::RULE,
                _ if t.is_class() => type_object::RULE,
                _ => type_int::RULE,
            });
            if t == Ty::VOID {
                self.given(type_void::ONLY_RESULT);
            }
            self.close(|cx| Judgment::WellFormed(cx.env.id(), t));
            return Ok(());
        };
        self.open(type_c::RULE);
        self.given(type_c::CLASS_KNOWN);
        self.given(type_c::ARITY);
        let outcome = self.type_c(t, class);
        self.close(|cx| Judgment::WellFormed(cx.env.id(), t));
        outcome
    }

    /// The premises of \[TYPE C\] about the arguments.
    fn type_c(&mut self, t: Ty, class: ClassId) -> Checked {
        let args: SmallVec<[Path; 4]> = self.types.args(t).into();
        let Some(decl) = self.classes.decl(class) else { return Ok(()) };
        let ghosts = self.program.ghosts_of(&decl);
        let mut theta = Substitution::default();
        for (i, (ghost, &arg)) in ghosts.iter().zip(&args).enumerate() {
            let found = self.require(type_c::ARG_FINAL, |cx| {
                let not_final = |cause: Box<Cause>| cause.under(type_c::ARG_FINAL, Why::GhostNotFinal(arg));
                cx.final_path(arg).map_err(not_final)
            })?;
            // What is assumed to be final has the type that it has as a final expression, if it is one.
            let found = found.or_else(|| self.quietly(|cx| cx.final_path(arg)).ok());
            theta.add(ghost.name, arg);
            let expected = self.resolve(ghost.ty);
            let expected = self.types.substitute(expected, &theta);
            if let Some(s) = found {
                self.require(type_c::ARG_TYPE, |cx| {
                    if R::ASKS
                        && cx.types.paths.is_open(arg)
                        && let Some(wanted) = cx.types.class_of(expected)
                        && wanted != ClassId::OBJECT
                    {
                        let env = cx.env.id();
                        cx.recorder.ask(|| Question::ArgType(arg, wanted, env));
                    }
                    if cx.subtype(s, expected) {
                        return Ok(());
                    }
                    let ghost = decl.ghosts.start + i as u32;
                    Err(Why::GhostType { class, ghost, arg, found: s, wanted: expected }.by(type_c::ARG_TYPE))
                })?;
            }
        }
        Ok(())
    }

    /// P; E ⊢ s <: t: \[SUBTYPE REFL\], \[SUBTYPE TRANS\], \[SUBTYPE CLASS\], \[SUBTYPE NULL\].
    #[inline]
    pub(crate) fn subtype(&mut self, s: Ty, t: Ty) -> bool {
        if !R::RECORDS {
            return s == t || self.is_subtype(s, t);
        }
        if s == t {
            self.axiom(subtype_refl::RULE, |cx| Judgment::Subtype(cx.env.id(), s, t));
            return true;
        }
        let holds = self.is_subtype(s, t);
        if s == Ty::NULL && holds {
            self.axiom(subtype_null::RULE, |cx| Judgment::Subtype(cx.env.id(), s, t));
        } else if let (Some(c), Some(d)) = (self.types.class_of(s), self.types.class_of(t))
            && self.classes.below(c, d)
        {
            // Without `holds`, the last step fails: the ghost arguments differ.
            self.climb_to(self.env.id(), s, t);
        }
        holds
    }

    /// Whether s <: t, nothing recorded.
    pub(crate) fn is_subtype(&mut self, s: Ty, t: Ty) -> bool {
        if s == t || s.is_error() || t.is_error() {
            return true;
        }
        if s == Ty::NULL {
            return t.is_class();
        }
        let (Some(c), Some(d)) = (self.types.class_of(s), self.types.class_of(t)) else { return false };
        if !self.classes.below(c, d) {
            // What a class with an unknown superclass inherits is unknown.
            return self.classes.get(c).broken();
        }
        if !self.in_force(subtype_class::GHOST_ARGS) {
            return true;
        }
        let up = self.classes.as_ancestor(s, d, &mut self.types);
        self.same_type(up, t)
    }

    /// Records P; E ⊢ s <: t, s ≠ t, as steps of \[SUBTYPE CLASS\] joined by \[SUBTYPE TRANS\].
    pub(crate) fn climb_to(&mut self, env: EnvId, s: Ty, t: Ty) {
        let wanted = self.types.class_of(t);
        if let (Some(c), Some(d)) = (self.types.class_of(s), wanted)
            && self.classes.is_far_up(c, d, LONG_CLIMB)
        {
            return self.subtype_step(env, s, t);
        }
        let mut steps = vec![s];
        let mut at = s;
        while self.types.class_of(at) != wanted {
            let Some(up) = self.classes.supertype(at, &mut self.types) else { break };
            steps.push(up);
            at = up;
        }
        if at != t {
            steps.push(t);
        }
        let last = steps.len() - 1;
        for i in 0..last.saturating_sub(1) {
            self.open(subtype_trans::RULE);
            self.premise(subtype_trans::LOWER);
            self.subtype_step(env, steps[i], steps[i + 1]);
            self.premise(subtype_trans::UPPER);
        }
        self.subtype_step(env, steps[last - 1], t);
        for i in (0..last.saturating_sub(1)).rev() {
            self.close(|_| Judgment::Subtype(env, steps[i], t));
        }
    }

    /// \[SUBTYPE CLASS\]: one step up; or sideways, to other ghost arguments, which `ghost-args` forbids.
    fn subtype_step(&mut self, env: EnvId, s: Ty, t: Ty) {
        self.open(subtype_class::RULE);
        let sideways = self.types.class_of(s) == self.types.class_of(t);
        let up = |_: &mut Self| if sideways { Err(Why::Reported.cause()) } else { Ok(()) };
        let _ = self.require(subtype_class::GHOST_ARGS, up);
        self.close(|_| Judgment::Subtype(env, s, t));
    }

    /// The least common supertype of two types, if there is one.
    pub(crate) fn join(&mut self, s: Ty, t: Ty) -> Option<Ty> {
        if s.is_error() || t.is_error() {
            return Some(Ty::ERROR);
        }
        if R::ASKS && (self.has_open_args(s) || self.has_open_args(t)) {
            return self.join_open(s, t);
        }
        if self.is_known_subtype(s, t) {
            return Some(t);
        }
        let mut at = s;
        while !at.is_error() {
            if self.is_known_subtype(t, at) {
                // What an unknown class inherits from could be a subtype of s too.
                let unknown = at == Ty::OBJECT && s != at && t != Ty::NULL && self.inherits_unknown(t);
                return Some(if unknown { Ty::ERROR } else { at });
            }
            at = self.supertype(at)?;
        }
        Some(Ty::ERROR)
    }

    /// The least common supertype of two class types with arguments that are not known yet: their least common superclass, with
    /// the arguments that both have. One that they do not share is no path, which stands for the least supertype without it.
    fn join_open(&mut self, s: Ty, t: Ty) -> Option<Ty> {
        let (Some(mut c), Some(d)) = (self.types.class_of(s), self.types.class_of(t)) else {
            return match (s, t) {
                (Ty::NULL, other) | (other, Ty::NULL) if other.is_class() => Some(other),
                _ => None,
            };
        };
        while !self.classes.below(d, c) {
            c = self.classes.get(c).superclass()?;
        }
        let (s, t) = (self.classes.as_ancestor(s, c, &mut self.types), self.classes.as_ancestor(t, c, &mut self.types));
        let (s, t): (SmallVec<[Path; 4]>, SmallVec<[Path; 4]>) = (self.types.args(s).into(), self.types.args(t).into());
        let paths = &mut self.types.paths;
        let both = |(&a, &b): (&Path, &Path)| {
            if a != b && !paths.is_open(a) && !paths.is_open(b) { paths.no_path() } else { paths.agreed(a, b) }
        };
        let args: SmallVec<[Path; 4]> = s.iter().zip(&t).map(both).collect();
        Some(self.types.instance(c, &args))
    }

    /// Whether s <: t, and not only for all that is known.
    fn is_known_subtype(&mut self, s: Ty, t: Ty) -> bool {
        let inherits = match (self.types.class_of(s), self.types.class_of(t)) {
            (Some(c), Some(d)) => self.classes.below(c, d),
            _ => true,
        };
        inherits && self.is_subtype(s, t)
    }

    /// The immediate supertype of a class type; [`Ty::ERROR`] if it is unknown; none for `Object` and what is no class type.
    pub(crate) fn supertype(&mut self, t: Ty) -> Option<Ty> {
        let class = self.types.class_of(t)?;
        if self.classes.problem(class).is_some() {
            return Some(Ty::ERROR);
        }
        self.classes.supertype(t, &mut self.types)
    }
}
