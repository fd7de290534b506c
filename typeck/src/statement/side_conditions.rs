//! What a premise says at a node: side conditions, and judgments that have no derivation because they do not hold.

use super::parts::Instance;
use super::{Kind, Notation, Statement};
use crate::env::EnvId;
use crate::judgment::{Judgment, MethodId};
use crate::rules::{
    BOOK, class_shared, env_ghost, env_x, exp_assign, exp_fork2, exp_holds, exp_invoke, exp_let, exp_new, exp_op,
    exp_ref, exp_sub, exp_sync, exp_var, field, final_ref, final_var, lock_elem, method, shareable, subtype_class,
    type_c,
};
use crate::types::Ty;
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Step};
use racefree_kernel::{Evidence, NodeId, PremiseId};

/// A variable is looked for so deep in its environment.
const DEEP: usize = 1_000;

impl Notation<'_, '_> {
    /// What a premise of a node says, where no derivation says it: instantiated where that is short, else as the rule has
    /// it.
    pub fn premise(&mut self, id: NodeId, premise: PremiseId) -> Statement {
        let mut out = Statement::default();
        if self.instantiate(&mut out, id, premise).is_none() {
            out = Statement::default();
            out.meta(BOOK.premise(premise).statement);
        }
        out
    }

    fn instantiate(&mut self, out: &mut Statement, id: NodeId, premise: PremiseId) -> Option<()> {
        match premise {
            exp_var::IN_SCOPE | final_var::IN_SCOPE => self.in_scope(out, id)?,
            exp_var::NOT_GHOST => {
                let Judgment::Expr { expr, .. } = self.node(id).judgment else { return None };
                self.expression(out, expr);
                out.plain(" is no ghost");
            }
            env_x::FRESH | env_ghost::FRESH => {
                let Judgment::Env(env) = self.node(id).judgment else { return None };
                let binding = self.cx.env.bindings(env).next()?;
                self.variable(out, binding.name);
                out.meta(" ∉ Dom(");
                self.env(out, binding.before);
                out.meta(")");
            }
            lock_elem::SAME => self.same(out, id)?,
            exp_sub::SUBTYPE => {
                let (env, _, _, t) = self.typed_expression(id)?;
                let (_, _, _, s) = self.typed_expression(self.evidence(id, exp_sub::EXPR)?)?;
                self.subtype(out, env, s, t);
            }
            type_c::CLASS_KNOWN => {
                let Judgment::WellFormed(_, ty) = self.node(id).judgment else { return None };
                self.class_name(out, self.cx.types.class_of(ty)?);
                out.meta(" is declared in P");
            }
            type_c::ARG_TYPE => self.argument_type(out, id)?,
            subtype_class::GHOST_ARGS => self.ghost_arguments(out, id)?,
            class_shared::NOT_LOCAL => {
                let Judgment::Shared(ty) = self.node(id).judgment else { return None };
                self.class_name(out, self.cx.types.class_of(ty)?);
                out.meta(" is declared without ");
                out.keyword("thread_local");
            }
            shareable::GUARDED_OR_FINAL => {
                let Judgment::Shareable(f) = self.node(id).judgment else { return None };
                self.member(out, self.program.fields[f as usize].name);
                out.meta(" is guarded or final");
            }
            exp_ref::FIELD_KNOWN | exp_assign::FIELD_KNOWN | exp_invoke::METHOD_KNOWN => {
                self.member_known(out, id, premise)?;
            }
            exp_assign::NOT_FINAL | final_ref::FINAL => self.finality(out, id)?,
            exp_invoke::ARITY => {
                let Expr::Call { method, args, .. } = self.expr_of(id)? else { return None };
                self.member(out, method);
                let wanted = self.parameters(id)?;
                out.meta(&format!(" takes {}, is given {}", crate::explain::count(wanted, "argument"), args.len));
            }
            field::INIT => self.default_value(out, id)?,
            method::PARAMS => {
                let Judgment::Method(env, _) = self.node(id).judgment else { return None };
                out.meta("P; ");
                self.env(out, env);
                out.meta(" ⊢ wf");
            }
            exp_op::OPERANDS => self.operands(out, id)?,
            exp_new::NOT_STRING => {
                let (_, _, _, ty) = self.typed_expression(id)?;
                self.ty(out, ty);
                out.meta(" is not ");
                out.push(Kind::Class, "String");
            }
            exp_sync::LOCK_REAL => {
                let Expr::Sync { lock, .. } = self.expr_of(id)? else { return None };
                let mut at = lock;
                while let Expr::Field { recv, .. } = self.program.expr(at) {
                    at = recv;
                }
                let Expr::Var(x) = self.program.expr(at) else { return None };
                self.variable(out, x);
                out.plain(" is no ghost");
            }
            exp_ref::GUARD_HELD | exp_assign::GUARD_HELD => self.guard(out, id, premise)?,
            exp_invoke::REQUIRES_HELD => self.requires(out, id)?,
            exp_fork2::FV_SHARED => out.meta("FV(e) = ∅"),
            exp_holds::BODY => {
                let (env, locks, ..) = self.typed_expression(id)?;
                out.meta("P; ");
                self.env(out, env);
                out.meta("; ");
                self.lock_set(out, locks);
                out.meta(" ∪ …");
                out.meta(" ⊢ ");
                out.plain("{}");
                self.typed(out, Ty::VOID);
            }
            exp_let::RESULT => {
                let (env, _, _, ty) = self.typed_expression(id)?;
                self.under(out, env);
                self.ty(out, ty);
            }
            _ => return None,
        }
        Some(())
    }

    /// `t x ∈ E`; or, if x is not in scope, `x ∈ Dom(E)`.
    fn in_scope(&mut self, out: &mut Statement, id: NodeId) -> Option<()> {
        let (env, x) = match self.node(id).judgment {
            Judgment::Expr { env, expr, .. } => match self.program.expr(expr) {
                Expr::Var(x) => (env, x),
                _ => return None,
            },
            Judgment::Final(env, path, _) => match self.cx.types.paths.root(path) {
                Root::Var(x) => (env, x),
                Root::Expr(_) => return None,
            },
            _ => return None,
        };
        let cx = self.cx;
        match cx.env.bindings(env).take(DEEP).find(|binding| binding.name == x) {
            Some(binding) => {
                self.binding(out, binding);
                out.meta(" ∈ ");
                self.env(out, env);
            }
            None => {
                self.variable(out, x);
                out.meta(" ∈ Dom(");
                self.env(out, env);
                out.meta(")");
            }
        }
        Some(())
    }

    /// `l ≡ l`, or `l ≡ l' for some l' ∈ ls` if there is none.
    fn same(&mut self, out: &mut Statement, id: NodeId) -> Option<()> {
        let node = self.node(id);
        let Judgment::LockElem(_, lock, locks) = node.judgment else { return None };
        self.path(out, lock);
        out.meta(" ≡ ");
        if node.holds {
            self.path(out, lock);
            return Some(());
        }
        out.meta("l' for some l' ∈ ");
        self.lock_set(out, locks);
        Some(())
    }

    /// P; E ⊢ sᵢ <: tᵢ, for the first argument that it is not shown of.
    fn argument_type(&mut self, out: &mut Statement, id: NodeId) -> Option<()> {
        let Judgment::WellFormed(env, ty) = self.node(id).judgment else { return None };
        let children = self.derivation().children(id);
        let i = children.iter().filter(|c| c.premise == type_c::ARG_TYPE && c.evidence != Evidence::Fails).count();
        let finals = children.iter().filter(|c| c.premise == type_c::ARG_FINAL);
        let Evidence::Node(argument) = finals.map(|c| c.evidence).nth(i)? else { return None };
        let Judgment::Final(_, _, s) = self.node(argument).judgment else { return None };
        let class = self.cx.classes.decl(self.cx.types.class_of(ty)?)?;
        let ghost = self.program.ghosts_of(class).get(i)?;
        self.under(out, env);
        self.ty(out, s);
        out.meta(" <: ");
        self.ty_in(out, ghost.ty, &self.instance(ty, std::iter::empty()));
        Some(())
    }

    /// Up: `class cn<…> extends c ∈ P`. Sideways: lᵢ ≡ l'ᵢ.
    fn ghost_arguments(&mut self, out: &mut Statement, id: NodeId) -> Option<()> {
        let Judgment::Subtype(_, s, t) = self.node(id).judgment else { return None };
        let types = &self.cx.types;
        if types.class_of(s) != types.class_of(t) {
            self.class(out, types.class_of(s)?);
            out.meta(" ∈ P");
            return Some(());
        }
        let differ = |pair: &(&Path, &Path)| pair.0 != pair.1;
        let pairs: Vec<(&Path, &Path)> = types.args(s).iter().zip(types.args(t)).filter(differ).collect();
        self.elements(out, &pairs, |out, &(&l, &other)| {
            self.path(out, l);
            out.meta(" ≡ ");
            self.path(out, other);
        });
        Some(())
    }

    /// P; E ⊢ [e/this]l ∈ ls
    fn guard(&mut self, out: &mut Statement, id: NodeId, premise: PremiseId) -> Option<()> {
        let (found, recv) = match self.expr_of(id)? {
            Expr::Field { recv, .. } => (exp_ref::FIELD, recv),
            Expr::Assign { recv, .. } => (exp_assign::FIELD, recv),
            _ => return None,
        };
        debug_assert_eq!(found.rule(), premise.rule());
        let Judgment::FieldIn { field, at, .. } = self.node(self.evidence(id, found)?).judgment else { return None };
        let class = self.cx.classes.decl(self.cx.types.class_of(at)?)?;
        let guard = self.program.guard_of(class, &self.program.fields[field as usize])?;
        let (env, locks, ..) = self.typed_expression(id)?;
        let mut instance = self.instance(at, std::iter::empty());
        instance.used.push((Name::THIS, recv));
        self.under(out, env);
        self.lock_in(out, guard, &instance);
        out.meta(" ∈ ");
        self.lock_set(out, locks);
        Some(())
    }

    /// P; E ⊢ θls' ⊆ ls
    fn requires(&mut self, out: &mut Statement, id: NodeId) -> Option<()> {
        let Expr::Call { recv, args, .. } = self.expr_of(id)? else { return None };
        let found = self.node(self.evidence(id, exp_invoke::METHOD)?).judgment;
        let Judgment::MethodIn { method: MethodId::Declared(m), at, .. } = found else { return None };
        let method = &self.program.methods[m as usize];
        let params = self.program.params_of(method);
        let (env, locks, ..) = self.typed_expression(id)?;
        let mut instance = self.instance(at, std::iter::empty());
        instance.used.push((Name::THIS, recv));
        instance.used.extend(params.iter().map(|param| param.name).zip(self.program.list(args).iter().copied()));
        self.under(out, env);
        if method.requires.len == 0 {
            out.meta("∅");
        } else {
            out.meta("{");
            self.locks_in(out, method.requires, &instance);
            out.meta("}");
        }
        out.meta(" ⊆ ");
        self.lock_set(out, locks);
        Some(())
    }

    fn member_known(&mut self, out: &mut Statement, id: NodeId, premise: PremiseId) -> Option<()> {
        let (receiver, what, name) = match self.expr_of(id)? {
            Expr::Field { field, .. } => (exp_ref::RECEIVER, " has a field ", field),
            Expr::Assign { field, .. } => (exp_assign::RECEIVER, " has a field ", field),
            Expr::Call { method, .. } => (exp_invoke::RECEIVER, " has a method ", method),
            _ => return None,
        };
        debug_assert_eq!(receiver.rule(), premise.rule());
        let (_, _, _, ty) = self.typed_expression(self.evidence(id, receiver)?)?;
        self.ty(out, ty);
        out.meta(what);
        self.member(out, name);
        Some(())
    }

    fn finality(&mut self, out: &mut Statement, id: NodeId) -> Option<()> {
        let (name, what) = match self.node(id).judgment {
            Judgment::Final(_, path, _) => match self.cx.types.paths.step(path) {
                Step::Field(_, name) => (name, " is final"),
                Step::Root(_) => return None,
            },
            _ => match self.expr_of(id)? {
                Expr::Assign { field, .. } => (field, " is not final"),
                _ => return None,
            },
        };
        self.member(out, name);
        out.meta(what);
        Some(())
    }

    /// P; G, ghost c this; ∅ ⊢ 0 : t, for a field without an initialiser.
    fn default_value(&mut self, out: &mut Statement, id: NodeId) -> Option<()> {
        let Judgment::Field(_, f) = self.node(id).judgment else { return None };
        let decl = &self.program.fields[f as usize];
        if decl.init.is_some() {
            return None;
        }
        use racefree_grammar::ast::TypeKind;
        match self.program.ty(decl.ty).kind {
            TypeKind::Int => out.push(Kind::Literal, "0"),
            TypeKind::Boolean => out.keyword("false"),
            _ => out.keyword("null"),
        }
        out.meta(" : ");
        self.ty_in(out, decl.ty, &Instance::default());
        Some(())
    }

    fn operands(&mut self, out: &mut Statement, id: NodeId) -> Option<()> {
        let op = match self.expr_of(id)? {
            Expr::Binary(op, ..) => op.text(),
            Expr::Unary(op, _) => op.text(),
            _ => return None,
        };
        out.plain(op);
        out.meta(" is defined for ");
        let mut types = Vec::new();
        for child in self.derivation().children(id) {
            if let Evidence::Node(operand) = child.evidence {
                types.push(self.typed_expression(operand)?.3);
            }
        }
        self.elements(out, &types, |out, &ty| self.ty(out, ty));
        Some(())
    }

    /// The number of parameters of the method that a call is of.
    fn parameters(&self, id: NodeId) -> Option<usize> {
        let Judgment::MethodIn { method, .. } = self.node(self.evidence(id, exp_invoke::METHOD)?).judgment else {
            return None;
        };
        Some(match method {
            MethodId::Declared(m) => self.program.methods[m as usize].params.len(),
            MethodId::Predefined(m) => m.arity(),
        })
    }

    /// The first node that is evidence for a premise.
    fn evidence(&self, id: NodeId, premise: PremiseId) -> Option<NodeId> {
        self.derivation().children(id).iter().find_map(|child| match child.evidence {
            Evidence::Node(node) if child.premise == premise => Some(node),
            _ => None,
        })
    }

    /// E, ls, e and t of a judgment P; E; ls ⊢ e : t.
    fn typed_expression(&self, id: NodeId) -> Option<(EnvId, crate::locks::LocksId, Option<ExprId>, Ty)> {
        match self.node(id).judgment {
            Judgment::Expr { env, locks, expr, ty } => Some((env, locks, Some(expr), ty)),
            Judgment::Rest { env, locks, ty, .. } => Some((env, locks, None, ty)),
            _ => None,
        }
    }

    fn expr_of(&self, id: NodeId) -> Option<Expr> {
        self.typed_expression(id)?.2.map(|e| self.program.expr(e))
    }
}
