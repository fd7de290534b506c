//! Changes of names and values in expressions.

use super::Changes;
use super::place::Surroundings;
use crate::names;
use racefree_grammar::ast::{Expr, ExprId, TypeKind};
use racefree_grammar::fix::Edit;
use racefree_grammar::span::Span;
use racefree_grammar::words::instead_of_method;

impl Surroundings<'_> {
    /// Other names of classes.
    pub(super) fn spell(&self, changes: &mut Changes) {
        let written = self.program.types.iter().filter(|ty| ty.span.start < ty.span.end && self.span.contains(ty.span));
        let classes = || self.program.classes.iter().map(|c| self.name(c.name)).chain(["Object"]);
        for ty in written.take(4) {
            if let TypeKind::Class { name, .. } = ty.kind
                && classes().all(|known| known != self.name(name))
            {
                let text = self.written(ty.span);
                let start = ty.span.start + text.find(self.name(name)).unwrap_or(0) as u32;
                let here = Span::new(start, start + self.name(name).len() as u32);
                self.other_names(here, self.name(name), classes(), changes);
            }
        }
    }

    /// Other names of members, and names for objects that have none.
    pub(super) fn say(&self, changes: &mut Changes) {
        let Some(e) = self.expr.filter(|_| self.in_code()) else { return };
        self.other_member(e, changes);
        self.bind(e, changes);
    }

    fn other_names<'n>(&self, at: Span, name: &str, known: impl Iterator<Item = &'n str>, changes: &mut Changes) {
        // A method of Java's threads is no slip of a pen.
        let mut known: Vec<&str> = known.filter(|other| *other != name && instead_of_method(name).is_none()).collect();
        known.sort_unstable();
        known.dedup();
        for other in &names::nearest(name, known.iter().copied()) {
            changes.guess(format!("write `{other}` for `{name}`"), vec![Edit::replace(at, *other)]);
        }
    }

    /// Another field, method or variable.
    fn other_member(&self, e: ExprId, changes: &mut Changes) {
        let whole = self.program.span(e);
        let behind = |recv: ExprId, name: &str| {
            let from = self.program.span(recv).end;
            let at = self.source.get(from as usize..whole.end as usize)?.find(name)? as u32;
            Some(Span::new(from + at, from + at + name.len() as u32))
        };
        match self.program.expr(e) {
            Expr::Field { recv, field } | Expr::Assign { recv, field, .. } => {
                let name = self.name(field);
                if let Some(at) = behind(recv, name) {
                    self.other_names(at, name, self.program.fields.iter().map(|f| self.name(f.name)), changes);
                }
            }
            Expr::Call { recv, method, .. } => {
                let name = self.name(method);
                if let Some(at) = behind(recv, name) {
                    self.other_names(at, name, self.program.methods.iter().map(|m| self.name(m.name)), changes);
                }
            }
            _ => {}
        }
    }

    /// Binds a variable to a receiver `new c`, which is no path: `let c x = new c in …`.
    fn bind(&self, e: ExprId, changes: &mut Changes) {
        let Some(recv) = self.receiver(e) else { return };
        let Expr::New(ty) = self.program.expr(recv) else { return };
        let text = self.written(self.program.ty(ty).span).trim_start_matches("new").trim().to_owned();
        let x = if self.program.names.find("it").is_none() { "it" } else { "it_1" };
        let whole = self.program.span(self.parents.statement(self.program, e));
        // The brackets around a new object go.
        let object = self.program.span(recv);
        let around = |at: u32, c: char, step: i64| {
            let i = at as i64 + if step < 0 { -1 } else { 0 };
            self.source.as_bytes().get(i as usize).is_some_and(|&b| b == c as u8)
        };
        let bracketed = around(object.start, '(', -1) && around(object.end, ')', 1);
        let gone = if bracketed { Span::new(object.start - 1, object.end + 1) } else { object };
        if !whole.contains(gone) {
            return;
        }
        let head = Edit::insert(whole.start, format!("{{ let {text} {x} = new {text} in "));
        let edits = vec![head, Edit::replace(gone, x), Edit::insert(whole.end, " }")];
        changes.likely(format!("bind it to a variable first: `let {text} {x} = new {text} in …`"), edits);
    }
}
