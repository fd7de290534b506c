//! The substitution by which a use of a member sees its declaration: `[p.c/this, p.m/l] l = p.m`.

use super::parts::Instantiation;
use super::{Notation, Statement, expressions};
use crate::judgment::{Judgment, MethodId};
use racefree_grammar::ast::{Expr, ExprId, List, TypeId};
use racefree_grammar::name::Name;
use racefree_kernel::{Evidence, NodeId};

/// Part of a declaration.
#[derive(Clone, Copy)]
enum Seen {
    /// The lock that guards a field.
    Guard(ExprId),
    /// The locks that a method requires.
    Requires(List),
    /// The type of a field, or of a method's result.
    Type(TypeId),
}

impl Notation<'_, '_> {
    /// Substitution by a node of \[EXP REF\], \[EXP ASSIGN\] or \[EXP INVOKE\] into the declaration of the member: into its guard or
    /// requires set, else into its type. Nothing where that changes nothing.
    pub fn substitution(&self, id: NodeId) -> Option<Statement> {
        let Judgment::Expr { expr, .. } = self.node(id).judgment else { return None };
        let above = |child: &racefree_kernel::Child| match child.evidence {
            Evidence::Node(above) => Some(self.node(above).judgment),
            _ => None,
        };
        let (program, this) = (self.program, Name::THIS);
        let (at, used, seen) = self.derivation().children(id).iter().filter_map(above).find_map(|member| {
            match (member, program.expr(expr)) {
                (Judgment::FieldIn { field, at, .. }, Expr::Field { recv, .. } | Expr::Assign { recv, .. }) => {
                    let ty = Seen::Type(program.fields[field as usize].ty);
                    Some((at, vec![(this, recv)], self.guard(field).map_or(ty, Seen::Guard)))
                }
                (Judgment::MethodIn { method: MethodId::Declared(m), at, .. }, Expr::Call { recv, args, .. }) => {
                    let decl = &program.methods[m as usize];
                    let args = program.params_of(decl).iter().map(|p| p.name).zip(program.list(args).iter().copied());
                    let seen =
                        if decl.requires.len == 0 { Seen::Type(decl.ret) } else { Seen::Requires(decl.requires) };
                    Some((at, std::iter::once((this, recv)).chain(args).collect(), seen))
                }
                _ => None,
            }
        })?;
        let put = Instantiation { used, ..self.instance(at, std::iter::empty()) };
        let (before, after) = (self.seen(seen, &Instantiation::default()), self.seen(seen, &put));
        if before.text() == after.text() {
            return None;
        }
        let mut out = Statement::default();
        out.meta("[");
        for (i, &(x, e)) in put.used.iter().enumerate() {
            out.plain(if i == 0 { "" } else { ", " });
            expressions::expression(&mut out, program, e, self.limits.locks);
            out.meta("/");
            self.variable(&mut out, x);
        }
        for &(x, path) in &put.puts {
            out.plain(", ");
            self.path(&mut out, path);
            out.meta("/");
            self.variable(&mut out, x);
        }
        out.meta("] ");
        out.append(&before);
        out.meta(" = ");
        out.append(&after);
        Some(out)
    }

    fn seen(&self, seen: Seen, put: &Instantiation) -> Statement {
        let mut out = Statement::default();
        match seen {
            Seen::Guard(lock) => self.lock_in(&mut out, lock, put),
            Seen::Requires(locks) => {
                out.meta("{");
                self.locks_in(&mut out, locks, put);
                out.meta("}");
            }
            Seen::Type(ty) => self.ty_in(&mut out, ty, put),
        }
        out
    }
}
