//! Changes of names and values in expressions.

use super::Changes;
use super::place::Surroundings;
use crate::names;
use racefree_grammar::ast::{Expr, ExprId, TypeKind};
use racefree_grammar::fix::Edit;
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;

/// Values that can stand for any other of their type.
const VALUES: [&str; 4] = ["0", "true", "null", "\"\""];

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

    /// Other names and values, more arguments or fewer.
    pub(super) fn say(&self, changes: &mut Changes) {
        let Some(e) = self.expr.filter(|_| self.in_code()) else { return };
        self.other_member(e, changes);
        self.bind(e, changes);
        if let Expr::Call { args, method, recv } = self.program.expr(e) {
            self.other_arguments(e, recv, method, self.program.list(args), changes);
        }
        let variables: Vec<String> = self.variables().into_iter().map(|(x, _)| self.name(x).to_owned()).collect();
        for part in self.program.children(e).chain([e]) {
            let values: &[&str] = match self.program.expr(part) {
                Expr::Var(_) => &[],
                Expr::Int(_) | Expr::Bool(_) | Expr::Null | Expr::Str(_) => &VALUES,
                // Forms other than variables and literals were meant to do something.
                Expr::Unit | Expr::New(_) | forms!(member | block | operator | owned | extended) => continue,
            };
            let here = self.program.span(part);
            for value in variables.iter().map(String::as_str).chain(values.iter().copied()) {
                changes
                    .guess(format!("write `{value}` for `{}`", self.written(here)), vec![Edit::replace(here, value)]);
            }
        }
    }

    fn other_names<'n>(&self, at: Span, name: &str, known: impl Iterator<Item = &'n str>, changes: &mut Changes) {
        let mut known: Vec<&str> = known.filter(|other| *other != name).collect();
        known.sort_unstable();
        known.dedup();
        let near = names::nearest(name, known.iter().copied());
        for other in near.iter().chain(known.iter().filter(|k| !near.contains(k)).take(8)) {
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

    /// One argument more or less.
    fn other_arguments(&self, e: ExprId, recv: ExprId, method: Name, args: &[ExprId], changes: &mut Changes) {
        let end = self.program.span(e).end.saturating_sub(1);
        let before = if args.is_empty() { "" } else { ", " };
        let variables: Vec<String> = self.variables().into_iter().map(|(x, _)| self.name(x).to_owned()).collect();
        for value in variables.iter().map(String::as_str).chain(VALUES) {
            let title = format!("give `{}` one argument more: `{value}`", self.name(method));
            changes.guess(title, vec![Edit::insert(end, format!("{before}{value}"))]);
        }
        if let Some(&last) = args.last() {
            let from = match args.len() {
                1 => self.program.span(last).start,
                n => self.program.span(args[n - 2]).end,
            };
            if from > self.program.span(recv).end {
                let gone = Span::new(from, self.program.span(last).end);
                changes.guess(format!("give `{}` one argument less", self.name(method)), vec![Edit::replace(gone, "")]);
            }
        }
    }
}
