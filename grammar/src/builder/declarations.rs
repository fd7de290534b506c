//! Classes and their members, as they are added.

use super::{Builder, Modifiers};
use crate::ast::*;
use crate::error::Slip;
use crate::name::Name;
use crate::span::Span;

/// Guards of a field or a class: the first, and the others.
pub type Guards = (Option<ExprId>, List);

/// Modifiers of a field: whether it is final, `readonly`, `volatile`.
pub type FieldWords = [bool; 3];

impl Builder {
    /// The last `n` elements pushed, as guards.
    pub fn guards(&mut self, n: u32) -> Guards {
        let list = self.list(n);
        (Some(self.program.list(list)[0]), List { start: list.start + 1, len: list.len - 1 })
    }

    /// `[thread_local] class cn<…> extends c guarded_by l { … }`, or an `interface`; its ghosts and members were added before.
    pub fn class(
        &mut self,
        span: Span,
        (thread_local, interface): (bool, bool),
        (name, name_span): (Name, Span),
        (extends, more): (Option<TypeId>, Option<Run>),
        guards: Option<Guards>,
        not_self: Option<List>,
    ) {
        self.settle();
        self.finish_declaration();
        if thread_local {
            self.foreign(Span::new(span.start, span.start + "thread_local".len() as u32), "thread_local");
        }
        let formals = self.formals(name_span);
        let (starts, (guard, more_guards)) = (self.of_classes, guards.unwrap_or_default());
        self.finish_members();
        let [ghosts, fields, methods] = std::array::from_fn(|i| Run { start: starts[i], end: self.of_classes[i] });
        let p = &mut self.program;
        let owners = p.add_owners(Owners { formals, not_self: not_self.unwrap_or_default() });
        p.classes.push(Class {
            name,
            name_span,
            span,
            thread_local,
            ghosts,
            owners,
            extends,
            guard,
            more_guards,
            interface,
            more_supertypes: more.unwrap_or_default(),
            fields,
            methods,
        });
    }

    /// The formal owners added since the last class; without any, `thisOwner`.
    fn formals(&mut self, class: Span) -> Run {
        let p = &mut self.program;
        let start = p.owners.last().map_or(0, |o| o.formals.end);
        if p.dialect == Dialect::Owners && p.formals.len() as u32 == start {
            p.formals.push(Formal { name: Name::THIS_OWNER, span: class, implied: true });
        }
        Run { start, end: p.formals.len() as u32 }
    }

    /// `f`, a formal owner.
    pub fn formal(&mut self, span: Span, name: Name) {
        self.program.formals.push(Formal { name, span, implied: false });
    }

    /// `c this`, a method's first parameter.
    pub fn receiver(&mut self, span: Span, ty: TypeId) {
        let start = self.program.methods.last().map_or(0, |m| m.params.end);
        let first = self.program.params.len() as u32 == start && self.receiver.is_none();
        if first {
            self.receiver = Some(ty);
        } else {
            self.slips.push((span, Slip::LateReceiver));
        }
    }

    /// Checks the owner behind the formal in `where f != self`.
    pub fn distinct(&mut self, span: Span, from: Special) {
        if from != Special::Own {
            self.slips.push((span, Slip::DistinctFrom(from)));
        }
    }

    /// `ghost t x`
    pub fn ghost(&mut self, span: Span, ty: TypeId, name: Name) {
        self.foreign(span, "ghost");
        self.program.ghosts.push(Ghost { ty, name, span });
    }

    /// `[final] t fd [guarded_by l | write_guarded_by l] = e`
    pub fn field(
        &mut self,
        span: Span,
        [is_final, readonly, volatile]: FieldWords,
        ty: TypeId,
        (name, name_span): (Name, Span),
        ((guard, more_guards), write_guard): (Guards, Option<ExprId>),
        init: Option<ExprId>,
    ) {
        self.settle();
        self.finish_declaration();
        self.program.fields.push(Field {
            is_final,
            readonly,
            volatile,
            ty,
            name,
            name_span,
            guard,
            more_guards,
            write_guard,
            init,
            span,
        });
    }

    /// `t x`
    pub fn param(&mut self, span: Span, ty: TypeId, name: Name) {
        self.program.params.push(Param { ty, name, span });
    }

    /// `[atomic] [synchronized] t mn(…) requires ls [atomicity a] { e }`, its parameters added before; of the two words in front,
    /// their places.
    pub fn method(
        &mut self,
        span: Span,
        (atomic, synchronized): Modifiers,
        ret: TypeId,
        (name, name_span): (Name, Span),
        (kind, requires, reads, atomicity): (MethodKind, Option<List>, Option<List>, Option<AtomId>),
        body: ExprId,
    ) {
        let body = self.body((atomic, synchronized), body);
        let p = &mut self.program;
        let start = p.methods.last().map_or(0, |m| m.params.end);
        let params = Run { start, end: p.params.len() as u32 };
        let requires = requires.unwrap_or_default();
        let (atomic, synchronized) = (atomic.is_some(), synchronized.is_some());
        let (receiver, reads) = (self.receiver.take(), reads.unwrap_or_default());
        let clauses = p.add_clauses(Clauses { receiver, reads, atomicity, kind });
        p.methods.push(Method { atomic, synchronized, ret, name, name_span, params, requires, clauses, body, span });
    }

    /// Body of a method with the words `atomic` and `synchronized` at the given places, or without them.
    fn body(&mut self, (atomic, synchronized): Modifiers, mut body: ExprId) -> ExprId {
        self.settle();
        if let Some(keyword) = synchronized {
            let lock = self.expr(keyword, Expr::Var(Name::THIS));
            body = self.expr(keyword.to(self.program.span(body)), Expr::Sync { lock, body });
        }
        if let Some(keyword) = atomic {
            body = self.expr(keyword.to(self.program.span(body)), Expr::Atomic(body));
        }
        self.finish_declaration();
        body
    }
}
