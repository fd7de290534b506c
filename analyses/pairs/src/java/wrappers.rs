//! Uses of the state of the library's objects that threads need a lock for. A synchronized wrapper locks itself for each call, and leaves it to its
//! caller to lock it while the elements are gone through. One around an object that nobody else has has the state itself; one around
//! another uses that one's.

use super::Plain;
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;

/// The class of synchronized wrappers of objects that nobody else has.
pub const WRAPPER: &str = "library synchronized collection";

impl Plain<'_> {
    /// A use of what is inside an object of the library.
    pub(super) fn use_of(&mut self, object: Name, writes: bool, iterates: bool, span: Span, then: &mut Vec<ExprId>) {
        let recv = self.var(object, span);
        then.push(self.use_of_state(recv, self.own.state, writes, span));
        let Some(wrappers) = self.own.wrappers else { return };
        let recv = self.var(object, span);
        let own = self.use_of_state(recv, wrappers.state, writes, span);
        let recv = self.var(object, span);
        let of = self.field(recv, wrappers.of, span);
        let other = self.use_of_state(of, self.own.state, writes, span);
        for used in [own, other] {
            if iterates {
                then.push(used);
            } else {
                let lock = self.var(object, span);
                then.push(self.add(Expr::Sync { lock, body: used }, span));
            }
        }
    }

    fn use_of_state(&mut self, object: ExprId, state: Name, writes: bool, span: Span) -> ExprId {
        if !writes {
            return self.field(object, state, span);
        }
        let value = self.add(Expr::Null, span);
        self.assign(object, state, value, span)
    }

    /// A synchronized wrapper, as a call makes it of an object.
    pub(super) fn wrapper(&mut self, arg: ExprId, of: Name, span: Span) -> Option<ExprId> {
        let wrappers = self.own.wrappers.filter(|_| self.known.synchronizes(span))?;
        let is_new = !matches!(self.program.expr(arg), Expr::Var(_))
            && self.known.confined.contains_key(&self.program.span(arg));
        if is_new {
            return Some(self.add(Expr::New(wrappers.alone), span));
        }
        let var = self.name("wrapper");
        let (recv, value, last) = (self.var(var, span), self.var(of, span), self.var(var, span));
        let store = self.assign(recv, wrappers.of, value, span);
        let body = self.seq(&[store, last], span);
        let bound = self.add(Expr::New(wrappers.around), span);
        Some(self.let_(wrappers.around, var, bound, body, span))
    }
}
