//! Resources of a `try` in a program that is to run: closed behind the body in every case, and an exception of the body is kept.

use crate::elaborate::code::Code;
use crate::elaborate::emit::CatchClause;
use crate::tree::ClassNo;
use racefree_grammar::Span;
use racefree_grammar::ast::{BinOp, ExprId, TypeKind};
use racefree_grammar::name::Name;

impl Code<'_, '_, '_> {
    /// `thrown.addSuppressed(other)`
    fn suppressed(&mut self, throwable: ClassNo, thrown: Name, other: Name, span: Span) -> ExprId {
        let name = self.it.intern("addSuppressed");
        let Some(method) = self.it.methods_named(throwable, name).first().copied() else {
            return self.it.out.unit(span);
        };
        let name = self.it.method_name(method);
        let (thrown, other) = (self.it.out.var(thrown, span), self.it.out.var(other, span));
        self.it.out.call(thrown, name, &[other], span)
    }

    /// The body with its resource closed behind it, unless that is null. An exception of `close` behind one of the body is left to that one.
    pub(in crate::elaborate) fn closed_behind(
        &mut self,
        body: ExprId,
        (resource, close): (impl Fn(&mut Self) -> ExprId, impl Fn(&mut Self) -> ExprId),
        span: Span,
    ) -> ExprId {
        let close_there = |code: &mut Self| {
            let (left, null) = (resource(code), code.it.out.null(span));
            let is_there = code.it.out.binary(BinOp::Ne, left, null, span);
            let closed = close(code);
            code.it.out.branch(is_there, closed, None, span)
        };
        let Some(throwable) = self.it.class_in("java.lang", "Throwable") else { return body };
        let ty = self.it.java.this_type(throwable);
        let boolean = self.it.out.ty(TypeKind::Boolean, span);
        let (fails, thrown, other) =
            (self.fresh_name("fails"), self.fresh_name("thrown"), self.fresh_name("suppressed"));
        let clause = |code: &mut Self, var, body| CatchClause { ty: code.plain(ty, span), var, body, span };
        let kept = self.suppressed(throwable, thrown, other, span);
        let ignore = clause(self, other, kept);
        let again = close_there(self);
        let closed = self.it.out.attempt(again, &[ignore], None, span);
        let (target, yes) = (self.it.out.var(fails, span), self.it.out.boolean(true, span));
        let mark = self.it.out.set_var(target, yes, span);
        let caught = self.it.out.var(thrown, span);
        let rethrow = self.it.out.throw(caught, span);
        let handler = self.it.out.seq(&[mark, closed, rethrow], span);
        let failing = clause(self, thrown, handler);
        let inner = self.it.out.attempt(body, &[failing], None, span);
        let done = close_there(self);
        let (failed, skip) = (self.it.out.var(fails, span), self.it.out.unit(span));
        let behind = self.it.out.branch(failed, skip, Some(done), span);
        let whole = self.it.out.attempt(inner, &[], Some(behind), span);
        let no = self.it.out.boolean(false, span);
        self.it.out.bind_var(boolean, fails, no, whole, span)
    }
}
