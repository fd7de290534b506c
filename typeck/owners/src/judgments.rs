//! Judgments that rules for expressions and declarations ask for: P; E ⊢ t, ⊢owner, ⊢lock, l ∈ ls, and members of classes.

use crate::error::{Outcome, Why, holds};
use crate::owner::{Owner, Ty};
use crate::reading::{Reading, asks};
use crate::rules::{
    env_x, field_declared, field_inherited, lock, lock_held, method_declared, method_inherited, owner_final,
    owner_formal, owner_qualified, owner_special, type_c, type_int, type_void,
};
use crate::typing::{Judgment, Mode, Typing, WHERE_OF_UNIQUE};
use racefree_grammar::ast::{ExprId, List, Special, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::applied::LONG_CLIMB;
use racefree_kernel::{PremiseId, RuleId};
use racefree_program::{ClassId, FieldId, MethodId};

impl Reading<'_, '_> {
    /// P; E ⊢ t for a written type.
    pub(crate) fn written(&mut self, ty: TypeId, result: bool) -> Outcome {
        let t = self.meant(ty);
        match self.program.ty(ty).kind {
            TypeKind::Void => {
                let rule = self.rule(type_void::RULE);
                let asked = asks(&rule, type_void::ONLY_RESULT, || holds(result, || Why::OnlyResult));
                rule.concludes_as(Judgment::Type(self.env, t), asked)
            }
            TypeKind::Class { name, args } if t == Ty::Error || t == Ty::STRING && args.len > 0 => {
                self.type_unknown(ty, t, name, args)
            }
            TypeKind::Class { .. } | TypeKind::Array { .. } | TypeKind::Int | TypeKind::Boolean => self.well_formed(t),
        }
    }

    /// \[TYPE C\] for a type of an unknown class, or with too few or too many owners.
    fn type_unknown(&mut self, ty: TypeId, t: Ty, name: Name, args: List) -> Outcome {
        let rule = self.rule(type_c::RULE);
        let class = self.resolved.find(name);
        let known = asks(&rule, type_c::CLASS_KNOWN, || holds(class.is_some(), || Why::NoClass(name)));
        let fits = |class| holds(self.arity(class) == args.len as usize, || Why::Arity(ty));
        let arity = class.map_or(Ok(()), |class| asks(&rule, type_c::ARITY, || fits(class)));
        rule.concludes_as(Judgment::Type(self.env, t), known.and(arity))
    }

    /// \[TYPE INT\], \[TYPE C\]: P; E ⊢ t
    pub(crate) fn well_formed(&mut self, t: Ty) -> Outcome {
        let (Ty::Class(class, owners), false) = (t, t == Ty::STRING) else {
            self.axiom(type_int::RULE, Judgment::Type(self.env, t));
            return Ok(());
        };
        let rule = self.rule(type_c::RULE);
        let owners = self.lists.get(owners);
        let mut asked = Ok(());
        for &o in owners.iter() {
            asked = asked.and(asks(&rule, type_c::OWNER, || self.owner(o)));
        }
        let first = owners.iter().skip(1).all(|&o| o != Owner::UNIQUE);
        asked = asked.and(asks(&rule, type_c::UNIQUE_FIRST, || holds(first, || Why::UniqueSecond)));
        let bad = self.violates_where(class, &owners);
        asked =
            asked.and(asks(&rule, type_c::WHERE, || bad.map_or(Ok(()), |(f, o)| Err(Why::MayBeSelf(f, o).cause()))));
        rule.concludes_as(Judgment::Type(self.env, t), asked)
    }

    /// P; E ⊢owner o
    pub(crate) fn owner(&mut self, o: Owner) -> Outcome {
        let rule = self.rule(match o {
            Owner::Special(_) | Owner::Other(_) => owner_special::RULE,
            Owner::Formal(_) => owner_formal::RULE,
            Owner::Path(_) => owner_final::RULE,
            Owner::Qualified(..) => owner_qualified::RULE,
        });
        let in_scope = |it: &Self, f| holds(it.has_formal(f), || Why::NoFormal(f));
        let asked = match o {
            Owner::Special(_) | Owner::Other(_) => Ok(()),
            Owner::Formal(f) => asks(&rule, owner_formal::IN_SCOPE, || in_scope(self, f)),
            Owner::Path(p) => asks(&rule, owner_final::FINAL, || self.final_lock(p)),
            Owner::Qualified(f, p) => {
                let scope = asks(&rule, owner_qualified::IN_SCOPE, || in_scope(self, f));
                scope.and(asks(&rule, owner_qualified::FINAL, || self.final_lock(p)))
            }
        };
        rule.concludes_as(Judgment::Owner(self.env, o), asked)
    }

    /// \[LOCK\]: P; E ⊢lock l
    pub(crate) fn lock(&mut self, l: Owner, unqualified: Option<Why>) -> Outcome {
        let rule = self.rule(lock::RULE);
        let special = matches!(l, Owner::Special(_) | Owner::Other(_));
        let mut asked = asks(&rule, lock::NO_SPECIAL, || holds(!special, || Why::NoLock(l)));
        let qualified = unqualified.is_none();
        asked = asked.and(asks(&rule, lock::QUALIFIED, || unqualified.map_or(Ok(()), |why| Err(why.cause()))));
        if !special && qualified {
            asked = asked.and(asks(&rule, lock::OWNER, || self.owner(l)));
        }
        rule.concludes_as(Judgment::Lock(self.env, l), asked)
    }

    /// \[FIELD DECLARED\], \[FIELD INHERITED\]
    pub(crate) fn field_in(&self, class: ClassId, owner: ClassId, f: FieldId) {
        let rules = [field_declared::RULE, field_inherited::RULE];
        self.member_in(rules, field_inherited::SUPERCLASS, (class, owner), |class| Judgment::FieldIn(f, class));
    }

    /// \[METHOD DECLARED\], \[METHOD INHERITED\]
    pub(crate) fn method_in(&self, class: ClassId, owner: ClassId, m: MethodId) {
        let rules = [method_declared::RULE, method_inherited::RULE];
        self.member_in(rules, method_inherited::SUPERCLASS, (class, owner), |class| Judgment::MethodIn(m, class));
    }

    /// A member is declared in a class, or inherited from the class above. A long climb is one step.
    fn member_in(
        &self,
        [declared, inherited]: [RuleId; 2],
        superclass: PremiseId,
        (class, owner): (ClassId, ClassId),
        judgment: impl Fn(ClassId) -> Judgment,
    ) {
        let climb = self.resolved.ancestors(class).take_while(|&c| c != owner);
        let mut way: Vec<ClassId> = climb.take(LONG_CLIMB + 1).collect();
        if way.len() > LONG_CLIMB {
            way.truncate(1);
        }
        for _ in &way {
            self.rule(inherited).premise(superclass);
        }
        self.axiom(declared, judgment(owner));
        for &class in way.iter().rev() {
            self.concludes(judgment(class));
        }
    }

    /// \[LOCK HELD\]: l ∈ ls for a mode
    pub(crate) fn held(&mut self, l: Owner, mode: Mode, why: impl FnOnce(&Self) -> Why) -> Outcome {
        let rule = self.rule(lock_held::RULE);
        let asked = asks(&rule, lock_held::SAME, || holds(self.is_held(l, mode), || why(self)));
        rule.concludes_as(Judgment::Held(self.env, l, self.ls), asked)
    }

    /// \[ENV X\] for a variable that is declared with a written type.
    pub(crate) fn env_x(&mut self, ty: TypeId, name: Name, span: Span) {
        let rule = self.declared(env_x::RULE, span);
        let t = self.meant(ty);
        let place = self.program.ty(ty).span;
        rule.check_at(env_x::TYPE, place, || self.written(ty, false).map_err(|cause| cause.confuses(t)));
        let known = self.binding(name).is_some() || self.has_formal(name);
        rule.check(env_x::FRESH, || holds(!known, || Why::NotFresh(name)));
        self.bind(t, name, span, false);
        rule.concludes_as(Judgment::Env(self.env), ());
    }
}

impl Typing<'_> {
    /// A formal that is not self, and what is put for it though it is or may be.
    pub(crate) fn violates_where(&self, class: ClassId, owners: &[Owner]) -> Option<(Name, Owner)> {
        let clauses = self.not_self_of(class);
        if clauses.is_empty() {
            return None;
        }
        let may_be = |o: Owner| match o {
            Owner::Special(Special::Own) => true,
            // The one reference may be given away as that of an object that guards itself, at a superclass without the clause.
            Owner::Special(Special::Unique) => !self.options.reads(WHERE_OF_UNIQUE),
            Owner::Formal(g) => !self.is_not_self(g),
            Owner::Special(Special::ThisThread | Special::Readonly)
            | Owner::Other(_)
            | Owner::Path(_)
            | Owner::Qualified(..) => false,
        };
        let formals = self.formals_of(class);
        let mut pairs = formals.iter().copied().zip(owners.iter().copied());
        pairs.find(|&(f, o)| clauses.contains(&f) && may_be(o))
    }

    /// The text of an expression.
    pub(crate) fn text_of(&self, e: ExprId) -> String {
        let mut out = racefree_kernel::Statement::default();
        racefree_typeck::statement::expressions::expression(&mut out, self.program, e, 40);
        out.text().to_owned()
    }
}
