//! What a rule concludes, as text.

use super::{Notation, Statement, expressions};
use crate::env::EnvId;
use crate::judgment::{Judgment, MethodId};
use crate::locks::LocksId;
use crate::types::Ty;
use racefree_grammar::ast::ExprId;
use racefree_grammar::path::Path;
use racefree_kernel::{Evidence, NodeId};

impl<'p> Notation<'_, 'p> {
    /// The judgment that a node concludes.
    pub fn conclusion(&mut self, id: NodeId) -> Statement {
        let mut out = Statement::default();
        match self.node(id).judgment {
            Judgment::Program(ty) => {
                out.meta("⊢ P");
                if self.program.main.is_some() {
                    self.typed(&mut out, ty);
                }
            }
            Judgment::Class(class) => {
                out.meta("P ⊢ ");
                self.class(&mut out, class);
            }
            Judgment::Env(env) => self.well_formed_env(&mut out, env),
            Judgment::Field(env, field) => {
                self.under(&mut out, env);
                self.field(&mut out, field, None);
            }
            Judgment::Method(env, method) => {
                self.under(&mut out, env);
                self.method(&mut out, MethodId::Declared(method), None);
            }
            Judgment::WellFormed(env, ty) => {
                self.under(&mut out, env);
                self.ty(&mut out, ty);
            }
            Judgment::Subtype(env, s, t) => self.subtype(&mut out, env, s, t),
            Judgment::Instance(env, c) => {
                self.under(&mut out, env);
                self.instantiated(&mut out, c);
            }
            Judgment::FieldIn { env, class, field, at } => {
                self.under(&mut out, env);
                out.plain("(");
                self.field(&mut out, field, Some(at));
                out.plain(")");
                out.meta(" ∈ ");
                self.ty(&mut out, class);
            }
            Judgment::MethodIn { env, class, method, at } => {
                self.under(&mut out, env);
                out.plain("(");
                self.method(&mut out, method, Some(at));
                out.plain(")");
                out.meta(" ∈ ");
                self.ty(&mut out, class);
            }
            Judgment::Shared(ty) => {
                out.meta("P ⊢ ");
                self.ty(&mut out, ty);
                out.meta(" shared");
            }
            Judgment::Shareable(field) => {
                out.meta("P ⊢ ");
                self.field(&mut out, field, None);
                out.meta(" shareable");
            }
            Judgment::OverrideOk(env, c, method) => {
                out.meta("P; ");
                self.env(&mut out, env);
                out.meta("; ");
                self.ty(&mut out, c);
                out.meta(" ⊢ ");
                self.method(&mut out, MethodId::Declared(method), None);
            }
            Judgment::Final(env, path, ty) => {
                out.meta("P; ");
                self.env(&mut out, env);
                out.meta(" ⊢final ");
                self.path(&mut out, path);
                self.typed(&mut out, ty);
            }
            Judgment::LockSet(env, method) => {
                self.under(&mut out, env);
                let requires = self.program.methods[method as usize].requires;
                if requires.len == 0 {
                    out.meta("∅");
                } else {
                    out.meta("{");
                    self.locks_in(&mut out, requires, &super::parts::Instance::default());
                    out.meta("}");
                }
            }
            Judgment::LockElem(env, lock, locks) => {
                self.under(&mut out, env);
                self.path(&mut out, lock);
                out.meta(" ∈ ");
                self.lock_set(&mut out, locks);
            }
            Judgment::LockSubset(env, _, locks) => {
                self.under(&mut out, env);
                let needed = self.needed(id);
                self.set(&mut out, false, &needed);
                out.meta(" ⊆ ");
                self.lock_set(&mut out, locks);
            }
            Judgment::Expr { env, locks, expr, ty } => {
                self.under_locks(&mut out, env, locks);
                self.expression(&mut out, expr);
                self.typed(&mut out, ty);
            }
            Judgment::Rest { env, locks, first, ty } => {
                self.under_locks(&mut out, env, locks);
                let elements = self.sequence_from(first);
                expressions::sequence(&mut out, self.program, elements, self.limits.expression);
                self.typed(&mut out, ty);
            }
        }
        out
    }

    /// `P; E ⊢ `
    pub(super) fn under(&mut self, out: &mut Statement, env: EnvId) {
        out.meta("P; ");
        self.env(out, env);
        out.meta(" ⊢ ");
    }

    /// `P; E; ls ⊢ `
    fn under_locks(&mut self, out: &mut Statement, env: EnvId, locks: LocksId) {
        out.meta("P; ");
        self.env(out, env);
        out.meta("; ");
        self.lock_set(out, locks);
        out.meta(" ⊢ ");
    }

    /// ` : t`
    pub(super) fn typed(&self, out: &mut Statement, ty: Ty) {
        out.meta(" : ");
        self.ty(out, ty);
    }

    pub(super) fn expression(&self, out: &mut Statement, e: ExprId) {
        expressions::expression(out, self.program, e, self.limits.expression);
    }

    /// `P; E ⊢ s <: t`
    pub(super) fn subtype(&mut self, out: &mut Statement, env: EnvId, s: Ty, t: Ty) {
        self.under(out, env);
        self.ty(out, s);
        out.meta(" <: ");
        self.ty(out, t);
    }

    /// `P; E, t x ⊢ wf`
    fn well_formed_env(&mut self, out: &mut Statement, env: EnvId) {
        out.meta("P; ");
        let cx = self.cx;
        match cx.env.bindings(env).next() {
            None => out.meta("∅"),
            Some(last) => {
                if last.before != EnvId::EMPTY {
                    self.env(out, last.before);
                    out.plain(", ");
                }
                self.binding(out, last);
            }
        }
        out.meta(" ⊢ wf");
    }

    /// The locks that a node of \[LOCK SUBSET\] is about, as its premises name them.
    fn needed(&self, id: NodeId) -> Vec<Path> {
        let mut needed = Vec::new();
        for child in self.derivation().children(id) {
            if let Evidence::Node(element) = child.evidence
                && let Judgment::LockElem(_, path, _) = self.node(element).judgment
            {
                needed.push(path);
            }
        }
        needed
    }

    /// The elements of a sequence from an entry of the program's lists on.
    pub(super) fn sequence_from(&self, first: u32) -> &'p [ExprId] {
        let end = match self.sequences.partition_point(|list| list.start <= first).checked_sub(1) {
            Some(i) => self.sequences[i].start + self.sequences[i].len,
            None => first,
        };
        self.program.lists.get(first as usize..end as usize).unwrap_or(&[])
    }
}
