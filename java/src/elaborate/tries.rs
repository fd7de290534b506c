//! Exceptions: try, catch, finally, resources.

use super::code::{Code, Variable};
use super::emit::CatchClause;
use super::members::Tail;
use crate::tree::MethodNo;
use crate::tree::body::{Catch, ResourceOf, StmtNo};
use crate::types::Ty;
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::ExprId;

impl Code<'_, '_, '_> {
    pub(super) fn try_statement(
        &mut self,
        resources: &[ResourceOf],
        body: &[StmtNo],
        catches: &[Catch],
        finally: Option<&[StmtNo]>,
        span: Span,
    ) -> ExprId {
        let made = self.resources(resources, body, span);
        let mut clauses: Vec<CatchClause> = Vec::new();
        for catch in catches {
            match catch.types[..] {
                // The common class above them may have others below it.
                [_, _, ..] if self.it.options.run => {
                    for &only in &catch.types {
                        let ty = self.ty(only);
                        clauses.push(CatchClause { ty, ..self.catch(catch) });
                    }
                }
                _ => clauses.push(self.catch(catch)),
            }
        }
        let finally = finally.map(|list| self.block(list, Tail::No, span));
        if clauses.is_empty() && finally.is_none() { made } else { self.it.out.attempt(made, &clauses, finally, span) }
    }

    /// The body, with each resource closed behind it.
    fn resources(&mut self, resources: &[ResourceOf], body: &[StmtNo], span: Span) -> ExprId {
        let Some((first, rest)) = resources.split_first() else { return self.block(body, Tail::No, span) };
        let at = self.span(first.value);
        let Some(local) = first.local else {
            let inner = self.resources(rest, body, span);
            if self.it.options.run {
                let (value, close) = (first.value, first.close);
                let resource = move |code: &mut Self| code.expr(value);
                return self.closed_behind(
                    inner,
                    (resource, move |code: &mut Self| {
                        let object = code.expr(value);
                        code.close_call(close, object, at)
                    }),
                    span,
                );
            }
            let resource = self.expr(first.value);
            let close = self.close_call(first.close, resource, at);
            return self.it.out.attempt(inner, &[], Some(close), span);
        };
        let ty = self.body.locals[local.index()].ty;
        let value = self.value(first.value, ty.ty);
        let taken = self.taken_by_resource(first.value, first.close);
        self.with_local(local, (value, None), span, |code| {
            let mut inner = code.resources(rest, body, span);
            if let Some(taken) = taken {
                code.it.found.assumptions.add(Assumed::ExplicitLock, at);
                inner = code.holding(&[taken], inner);
            }
            if code.it.options.run {
                let close = first.close;
                let resource = move |code: &mut Self| code.local(local, at);
                return code.closed_behind(
                    inner,
                    (resource, move |code: &mut Self| {
                        let object = code.local(local, at);
                        code.close_call(close, object, at)
                    }),
                    span,
                );
            }
            let resource = code.local(local, at);
            let close = code.close_call(first.close, resource, at);
            code.it.out.attempt(inner, &[], Some(close), span)
        })
    }

    fn close_call(&mut self, close: Option<MethodNo>, resource: ExprId, span: Span) -> ExprId {
        match close {
            Some(method) if !self.it.is_opaque(self.it.java.methods[method.index()].class) => {
                let name = self.it.method_name(method);
                self.it.out.call(resource, name, &[], span)
            }
            _ => self.any(Ty::VOID, &[resource], span),
        }
    }

    fn catch(&mut self, catch: &Catch) -> CatchClause {
        let local = &self.body.locals[catch.local.index()];
        let (java, at, own, changes) = (local.name, local.name_span, local.ty, !local.effectively_final);
        let ty = match catch.types[..] {
            [only] => self.ty(only),
            _ => self.plain(own.ty, at),
        };
        self.scoped(|code| {
            let var = code.variable_name(java);
            let body = if changes {
                let name = code.it.variant(java, "changed");
                code.declare_as(catch.local, Variable { name, ty, changes });
                let body = code.block(&catch.body, Tail::No, catch.span);
                let caught = code.it.out.var(var, at);
                code.it.out.bind_var(ty, name, caught, body, catch.span)
            } else {
                code.declare_as(catch.local, Variable { name: var, ty, changes });
                code.block(&catch.body, Tail::No, catch.span)
            };
            CatchClause { ty, var, body, span: catch.span }
        })
    }
}
