//! Judgments for the rules of expressions and declarations: P; E ⊢ t, ⊢owner, ⊢lock, ⊢final, l ∈ ls, s <: t, e ⇐ t.

use crate::edits::Hint;
use crate::owner::{Owner, Ty};
use crate::rules::{
    env_x, field_declared, field_inherited, give, lock, lock_held, method_declared, method_inherited, owner_final,
    owner_formal, owner_qualified, owner_special, subtype_class, subtype_null, subtype_refl, type_c, type_int,
    type_void,
};
use crate::signature::Unqualified;
use crate::typing::{Asked, Blamed, Judgment, Mode, Typing, WHERE_OF_UNIQUE};
use racefree_grammar::ast::{Expr, ExprId, Special, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::{Evidence, NodeId, PremiseId, Recorder, RuleId};
use racefree_program::{ClassId, FieldId, MethodId};
use smallvec::{SmallVec, smallvec};

/// Judgment of an expression: P; E; D; ls ⊢ e : t \[owned\] ▹ M.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// e
    pub at: ExprId,
    /// t
    pub ty: Ty,
    /// Held by nobody else.
    pub owned: bool,
    /// Its derivation.
    pub node: Option<NodeId>,
    /// Start and end of M in the list of moved variables.
    pub moved: (usize, usize),
}

impl<R: Recorder<Judgment>> Typing<'_, R> {
    /// A rule without premises.
    pub(crate) fn axiom(&mut self, rule: RuleId, judgment: Judgment) {
        self.recorder.open(rule);
        self.recorder.close(|| judgment);
    }

    /// P; E ⊢ t for a written type.
    pub(crate) fn written(&mut self, ty: TypeId, result: bool) -> Asked {
        let t = self.meant(ty);
        match self.program.ty(ty).kind {
            TypeKind::Void => {
                self.recorder.open(type_void::RULE);
                let asked = self
                    .side(type_void::ONLY_RESULT, result, |_| "void is the type of a method's result only".to_owned());
                self.recorder.close(|| Judgment::Type(self.env, t));
                asked
            }
            TypeKind::Class { name, args } if t == Ty::Error || t == Ty::STRING && args.len > 0 => {
                self.recorder.open(type_c::RULE);
                let class = self.resolved.find(name);
                let known = self.side(type_c::CLASS_KNOWN, class.is_some(), |it| {
                    format!("there is no class `{}`", it.program.text(name))
                });
                let (wants, has) = (class.map_or(0, |class| self.arity(class)), args.len as usize);
                self.hint = (class.is_some() && has == 0 && wants > 0).then_some(Hint::Owners(ty, wants));
                let arity = match class {
                    Some(_) => self.side(type_c::ARITY, wants == has, |it| it.wrong_arity(name, wants, has)),
                    None => Ok(()),
                };
                self.recorder.close(|| Judgment::Type(self.env, t));
                known.and(arity)
            }
            _ => self.well_formed(t),
        }
    }

    fn wrong_arity(&self, class: Name, wants: usize, has: usize) -> String {
        let class = self.program.text(class);
        let example = match wants {
            0 => class.to_owned(),
            1 => format!("{class}<self>"),
            n => format!("{class}<self{}>", ", …".repeat(n - 1)),
        };
        match has {
            0 => format!("this `{class}` has no owner: who protects it? Write `{example}` or another owner"),
            _ => format!("`{class}` takes {wants} owner{}, and is given {has}", if wants == 1 { "" } else { "s" }),
        }
    }

    /// \[TYPE INT\], \[TYPE C\]: P; E ⊢ t
    pub(crate) fn well_formed(&mut self, t: Ty) -> Asked {
        let Ty::Class(class, owners) = t else {
            self.axiom(type_int::RULE, Judgment::Type(self.env, t));
            return Ok(());
        };
        if t == Ty::STRING {
            self.axiom(type_int::RULE, Judgment::Type(self.env, t));
            return Ok(());
        }
        self.recorder.open(type_c::RULE);
        let owners = self.lists.get(owners);
        let mut asked = Ok(());
        for &o in owners.iter() {
            asked = asked.and(self.ask(type_c::OWNER, |it| it.owner(o)));
        }
        let first = owners.iter().skip(1).all(|&o| o != Owner::UNIQUE);
        asked = asked.and(self.side(type_c::UNIQUE_FIRST, first, |_| {
            "`unique` says that there is one reference to the object itself: it can be the first owner only".to_owned()
        }));
        let bad = self.violates_where(class, &owners);
        asked = asked.and(self.side(type_c::WHERE, bad.is_none(), |it| {
            let (f, o) = bad.unwrap_or((Name::THIS, Owner::UNIQUE));
            let (f, o) = (it.program.text(f), it.show_owner(o));
            format!("the class says `where {f} != self`, and `{o}` is or may become `self`")
        }));
        self.recorder.close(|| Judgment::Type(self.env, t));
        asked
    }

    /// A formal that is not self, and what is put for it though it is or may be.
    fn violates_where(&self, class: ClassId, owners: &[Owner]) -> Option<(Name, Owner)> {
        let decl = self.resolved.decl(class)?;
        if self.program.not_self_of(&decl).is_empty() {
            return None;
        }
        let clause = |f: Name| {
            let mut names = self.program.not_self_of(&decl).iter();
            names.any(|&g| self.program.expr(g) == racefree_grammar::ast::Expr::Var(f))
        };
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
        pairs.find(|&(f, o)| clause(f) && may_be(o))
    }

    /// P; E ⊢owner o
    pub(crate) fn owner(&mut self, o: Owner) -> Asked {
        let rule = match o {
            Owner::Special(_) | Owner::Other(_) => {
                self.axiom(owner_special::RULE, Judgment::Owner(self.env, o));
                return Ok(());
            }
            Owner::Formal(_) => owner_formal::RULE,
            Owner::Path(_) => owner_final::RULE,
            Owner::Qualified(..) => owner_qualified::RULE,
        };
        self.recorder.open(rule);
        let asked = match o {
            Owner::Formal(f) => self.in_scope(owner_formal::IN_SCOPE, f),
            Owner::Path(p) => self.ask(owner_final::FINAL, |it| it.final_lock(owner_final::FINAL, p)),
            Owner::Qualified(f, p) => {
                let scope = self.in_scope(owner_qualified::IN_SCOPE, f);
                scope.and(self.ask(owner_qualified::FINAL, |it| it.final_lock(owner_qualified::FINAL, p)))
            }
            Owner::Special(_) | Owner::Other(_) => Ok(()),
        };
        self.recorder.close(|| Judgment::Owner(self.env, o));
        asked
    }

    fn in_scope(&mut self, premise: PremiseId, f: Name) -> Asked {
        self.side(premise, self.has_formal(f), |it| {
            let f = it.show_owner(Owner::Formal(f));
            format!("there is no formal owner `{f}` here: neither the class nor the type of a parameter has it")
        })
    }

    /// \[LOCK\]: P; E ⊢lock l
    pub(crate) fn lock(&mut self, l: Owner, unqualified: Option<Unqualified>) -> Asked {
        self.recorder.open(lock::RULE);
        let special = matches!(l, Owner::Special(_) | Owner::Other(_));
        let mut asked = self.side(lock::NO_SPECIAL, !special, |it| {
            format!("`{}` is no lock: write a final path, or a formal owner", it.show_owner(l))
        });
        asked = asked.and(self.side(lock::QUALIFIED, unqualified.is_none(), |it| {
            let (f, n) = unqualified.map_or((Name::THIS, 0), |u| (u.formal, u.params));
            let (f, how) = (it.program.text(f), if n == 0 { "no parameter has" } else { "several parameters have" });
            format!("{how} `{f}` as first owner: if it is `self`, whose? Write `{f}$x` for the parameter that is meant")
        }));
        if !special && unqualified.is_none() {
            asked = asked.and(self.ask(lock::OWNER, |it| it.owner(l)));
        }
        self.recorder.close(|| Judgment::Lock(self.env, l));
        asked
    }

    /// \[FIELD DECLARED\], \[FIELD INHERITED\]
    pub(crate) fn field_in(&mut self, class: ClassId, owner: ClassId, f: FieldId) {
        let inherited = (field_inherited::RULE, field_inherited::SUPERCLASS);
        self.member_in(field_declared::RULE, inherited, class, owner, |class| Judgment::FieldIn(f, class));
    }

    /// \[METHOD DECLARED\], \[METHOD INHERITED\]
    pub(crate) fn method_in(&mut self, class: ClassId, owner: ClassId, m: MethodId) {
        let inherited = (method_inherited::RULE, method_inherited::SUPERCLASS);
        self.member_in(method_declared::RULE, inherited, class, owner, |class| Judgment::MethodIn(m, class));
    }

    fn member_in(
        &mut self,
        declared: RuleId,
        (inherited, superclass): (RuleId, PremiseId),
        class: ClassId,
        owner: ClassId,
        judgment: impl Fn(ClassId) -> Judgment,
    ) {
        if !R::RECORDS {
            return;
        }
        let way: Vec<ClassId> = self.resolved.ancestors(class).take_while(|&c| c != owner).collect();
        for _ in &way {
            self.recorder.open(inherited);
            self.recorder.premise(superclass);
        }
        self.axiom(declared, judgment(owner));
        for &class in way.iter().rev() {
            self.recorder.close(|| judgment(class));
        }
    }

    /// \[LOCK HELD\]: l ∈ ls for a mode
    pub(crate) fn held(&mut self, l: Owner, mode: Mode, text: impl FnOnce(&Self) -> String) -> Asked {
        self.recorder.open(lock_held::RULE);
        let held = self.ls.iter().any(|&(other, of)| of >= mode && self.same(l, other));
        self.recorder.premise(lock_held::SAME);
        self.recorder.evidence(if held { Evidence::Holds } else { Evidence::Fails });
        let locks = self.locks();
        self.recorder.close(|| Judgment::Held(self.env, l, locks));
        if held { Ok(()) } else { Err(vec![(lock_held::SAME, text(self))]) }
    }

    /// P; E ⊢ s <: t
    pub(crate) fn subtype(&mut self, s: Ty, t: Ty) -> Asked {
        let env = self.env;
        if s == t || s == Ty::Error || t == Ty::Error {
            self.axiom(subtype_refl::RULE, Judgment::Subtype(env, s, t));
            return Ok(());
        }
        if s == Ty::Null && t.is_reference() {
            self.axiom(subtype_null::RULE, Judgment::Subtype(env, s, t));
            return Ok(());
        }
        let wrong = self.not_below(s, t);
        if R::RECORDS {
            self.recorder.open(subtype_class::RULE);
            let failed = wrong.as_ref().map(|(premise, _)| *premise);
            self.recorder.premise(subtype_class::BELOW);
            let below = failed != Some(subtype_class::BELOW);
            self.recorder.evidence(if below { Evidence::Holds } else { Evidence::Fails });
            if below {
                self.recorder.premise(subtype_class::GHOST_ARGS);
                self.recorder.evidence(match failed {
                    Some(_) => Evidence::Fails,
                    None if self.is_off(subtype_class::GHOST_ARGS) => Evidence::Assumed,
                    None => Evidence::Holds,
                });
            }
            self.recorder.close(|| Judgment::Subtype(env, s, t));
        }
        wrong.map_or(Ok(()), |wrong| Err(vec![wrong]))
    }

    /// \[GIVE\], once e is judged: P; E; ls ⊢ e ⇐ t
    pub(crate) fn given(&mut self, value: Value, t: Ty) -> Asked {
        self.recorder.open(give::RULE);
        self.recorder.premise(give::VALUE);
        if let Some(node) = value.node {
            self.recorder.evidence(Evidence::Node(node));
        }
        let unique = self.is_unique(value.ty);
        let moves = matches!(self.program.expr(value.at), Expr::Var(x) if x != Name::THIS)
            || matches!(self.program.expr(value.at), Expr::Field { .. });
        self.hint = (unique && !value.owned && moves).then_some(Hint::Keeps(value.at));
        let owned = self.side(give::OWNED, !unique || value.owned, |it| {
            let (text, ty) = (it.text_of(value.at), it.show(value.ty));
            format!("`{text}` is of type `{ty}`, and keeps its reference: write `{text}--` to move it")
        });
        let subtype = self.ask(give::SUBTYPE, |it| it.gives(value, t));
        let locks = self.locks();
        self.recorder.close(|| Judgment::Give(self.env, locks, value.at, t));
        owned.and(subtype)
    }

    /// s <: t, or the owned value takes t's owner.
    fn gives(&mut self, value: Value, t: Ty) -> Asked {
        let (s, mut to) = (value.ty, None);
        if let (Ty::Class(class, owners), Ty::Class(_, wanted)) = (s, t)
            && self.is_unique(s)
            && let Some(first) = self.lists.first(wanted)
        {
            let mut owners = self.lists.get(owners).to_vec();
            owners[0] = first;
            // Its class may say that it is never `self` (D-O13).
            let keeps = self.is_off(type_c::WHERE) || self.violates_where(class, &owners).is_none();
            to = keeps.then(|| Ty::Class(class, self.lists.add(&owners)));
        }
        match to {
            Some(to) if self.not_below(s, t).is_some() && self.not_below(to, t).is_none() => self.subtype(to, t),
            _ => self.subtype(s, t),
        }
    }

    /// e ⇐ t as a premise: judges e too. To `void` any value is discarded.
    pub(crate) fn expect(&mut self, premise: PremiseId, e: ExprId, t: Ty, what: impl FnOnce(&Self) -> String) -> Value {
        self.recorder.premise(premise);
        let value = self.expr(e);
        if t == Ty::Void {
            return value;
        }
        if self.is_off(premise) {
            self.recorder.evidence(Evidence::Assumed);
            return value;
        }
        self.recorder.withdraw();
        self.receives(premise, value, t, what);
        value
    }

    /// e ⇐ t as a premise, e being judged.
    pub(crate) fn receives(&mut self, premise: PremiseId, value: Value, t: Ty, what: impl FnOnce(&Self) -> String) {
        let span = self.program.span(value.at);
        let asked = self.ask(premise, |it| it.given(value, t));
        if let Err(mut cause) = asked {
            if let Some(last) = cause.last_mut() {
                last.1 = format!("{}: {}", what(self), last.1);
            }
            self.about_value(value.ty, t);
            self.report(span, cause);
        }
        self.hint = None;
    }

    /// The text of an expression.
    pub(crate) fn text_of(&self, e: ExprId) -> String {
        let mut out = racefree_kernel::Statement::default();
        racefree_typeck::statement::expressions::expression(&mut out, self.program, e, 40);
        out.text().to_owned()
    }

    /// \[ENV X\] for a variable that is declared with a written type.
    pub(crate) fn env_x(&mut self, ty: TypeId, name: Name, span: Span) {
        self.recorder.open(env_x::RULE);
        let place = self.program.ty(ty).span;
        let t = self.meant(ty);
        self.about_type(t);
        self.check(env_x::TYPE, place, |it| it.written(ty, false));
        let known = self.binding(name).is_some() || self.has_formal(name);
        self.check(env_x::FRESH, span, |it| {
            it.side(env_x::FRESH, !known, |it| {
                format!("`{}` is in scope here already, and may not be shadowed", it.program.text(name))
            })
        });
        self.bind(t, name, span, false);
        self.recorder.close(|| Judgment::Env(self.env));
    }

    // Blame of the next error.

    /// The next error is about the owners of a type, and so about its class.
    pub(crate) fn about_type(&mut self, t: Ty) {
        self.about = match t {
            Ty::Class(class, _) => smallvec![Blamed::Confused(class)],
            _ => SmallVec::new(),
        };
    }

    /// The next error is about a value where another type is expected: about the two classes if they fit but for owners.
    fn about_value(&mut self, s: Ty, t: Ty) {
        self.about = match (s, t) {
            (Ty::Class(c, _), Ty::Class(d, _)) if self.resolved.below(c, d) => {
                smallvec![Blamed::Confused(c), Blamed::Confused(d)]
            }
            _ => smallvec![Blamed::All],
        };
    }
}
