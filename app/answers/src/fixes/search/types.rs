//! Changes of written types and their owners, and of moves.

use super::Changes;
use super::place::Surroundings;
use racefree_grammar::ast::{Expr, ExprId, TypeId, TypeKind};
use racefree_grammar::fix::Edit;
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use std::collections::BTreeSet;

/// Limit on the types looked at.
const TYPES: usize = 10;
/// Limit on the types of the program that are tried in the place of another.
const OTHERS: usize = 12;

impl Surroundings<'_> {
    /// Moves, owners, types.
    pub(super) fn own(&self, changes: &mut Changes) {
        self.moves(changes);
        let types = self.types();
        let owners = self.owners();
        for &ty in &types {
            for (i, &arg) in self.program.locks_of(ty).iter().enumerate() {
                self.instead(self.program.span(arg), self.text(arg), &owners, changes);
                self.instead_throughout(ty, i, &owners, changes);
            }
        }
        self.locks_of_clauses(&owners, changes);
        for &ty in &types {
            self.number_of_arguments(ty, &owners, changes);
            self.other_type(ty, changes);
        }
    }

    fn instead(&self, span: Span, text: &str, others: &[String], changes: &mut Changes) {
        for other in others.iter().filter(|other| *other != text) {
            changes.guess(format!("write `{other}` for `{text}`"), vec![Edit::replace(span, other.clone())]);
        }
    }

    /// Another owner wherever the type is written: in this `let`, and in the program.
    fn instead_throughout(&self, ty: TypeId, i: usize, others: &[String], changes: &mut Changes) {
        let whole = self.program.ty(ty);
        let text = self.program.locks_of(ty).iter().map(|&a| self.text(a)).collect::<Vec<_>>();
        let class = |kind: TypeKind| if let TypeKind::Class { name, .. } = kind { Some(name) } else { None };
        let same = |other: &TypeId| {
            let (kind, args) = (self.program.ty(*other).kind, self.program.locks_of(*other));
            class(kind) == class(whole.kind) && args.iter().map(|&a| self.text(a)).eq(text.iter().copied())
        };
        let all: Vec<TypeId> = (0..self.program.types.len() as u32).map(TypeId::new).filter(same).collect();
        let around = self.outwards().find(|&e| matches!(self.program.expr(e), Expr::Let { .. }));
        let header = around.and_then(|e| match self.program.expr(e) {
            Expr::Let { bound, .. } => Some(Span::new(self.program.span(e).start, self.program.span(bound).end)),
            _ => None,
        });
        let here: Vec<TypeId> =
            all.iter().copied().filter(|&t| header.is_some_and(|h| h.contains(self.program.ty(t).span))).collect();
        for (types, place) in [(here, "here"), (all, "throughout")] {
            let spans: BTreeSet<Span> = types
                .iter()
                .map(|&t| self.program.span(self.program.locks_of(t)[i]))
                .filter(|s| s.start < s.end)
                .collect();
            if spans.len() < 2 {
                continue;
            }
            for other in others.iter().filter(|other| *other != text[i]) {
                let edits = spans.iter().map(|&span| Edit::replace(span, other.clone())).collect();
                changes.guess(format!("write `{other}` for `{}` {place}", text[i]), edits);
            }
        }
    }

    /// `x--` for `x`, and the reverse.
    fn moves(&self, changes: &mut Changes) {
        if !self.is_owners() {
            return;
        }
        let mut moved: Vec<ExprId> = Vec::new();
        let Some(e) = self.expr.filter(|_| self.in_code()) else { return };
        match self.program.expr(e) {
            Expr::Let { bound, .. } => moved.push(bound),
            Expr::Assign { value, .. } => moved.push(value),
            Expr::Call { recv, args, .. } => moved.extend(self.program.list(args).iter().copied().chain([recv])),
            _ => moved.push(e),
        }
        for e in moved {
            if matches!(self.program.expr(e), Expr::Var(x) if x != Name::THIS)
                || matches!(self.program.expr(e), Expr::Field { .. })
            {
                let text = self.text(e);
                changes.likely(format!("move it: `{text}--`"), vec![Edit::insert(self.program.span(e).end, "--")]);
            }
        }
        for part in self.program.within(e) {
            if let Expr::Move(inner) = self.program.expr(part) {
                let sign = Span::new(self.program.span(inner).end, self.program.span(part).end);
                changes.likely("leave the `--` out", vec![Edit::replace(sign, "")]);
            }
        }
    }

    /// The types that the place is about: those written there, and of what is named there.
    fn types(&self) -> Vec<TypeId> {
        let mut found: Vec<TypeId> = Vec::new();
        let written = self.program.types.iter().enumerate();
        let here = |span: Span| span.start < span.end && (self.span.contains(span) || span.contains(self.span));
        found.extend(written.filter(|(_, ty)| here(ty.span)).map(|(i, _)| TypeId::new(i as u32)).take(TYPES));
        if let Some(e) = self.expr {
            let outer = self.parents.of(e).map(|p| self.program.expr(p));
            if let Some(Expr::Let { ty, .. }) = outer {
                found.push(ty);
            }
            found.extend(self.types_of(e));
            if let Some(recv) = self.receiver(e) {
                found.extend(self.types_of(recv));
            }
            for child in self.program.children(e) {
                found.extend(self.types_of(child));
            }
        }
        if let Some(method) = self.method {
            let params = self.program.params_of(method).iter().map(|p| p.ty);
            found.extend(params.chain([method.ret]).chain(self.program.clauses_of(method).receiver));
        }
        found.extend(self.field.map(|f| f.ty));
        found.extend(self.class.and_then(|c| c.extends));
        let mut seen = Vec::new();
        found.retain(|&ty| {
            let span = self.program.ty(ty).span;
            let new = span.start < span.end && !seen.contains(&span);
            seen.push(span);
            new
        });
        found.truncate(TYPES);
        found
    }

    /// The declared types of what an expression names.
    fn types_of(&self, e: ExprId) -> Vec<TypeId> {
        let fields = |fd: Name| self.program.fields.iter().filter(move |f| f.name == fd).map(|f| f.ty).collect();
        match self.program.expr(e) {
            Expr::Var(x) => self.variables().into_iter().find(|&(y, _)| x == y).map(|(_, ty)| ty).into_iter().collect(),
            Expr::Move(inner) => self.types_of(inner),
            Expr::Field { field, .. } | Expr::Assign { field, .. } => fields(field),
            Expr::New(ty) => vec![ty],
            Expr::Call { method, .. } => {
                let named = self.program.methods.iter().filter(|m| m.name == method);
                named
                    .flat_map(|m| {
                        self.program
                            .params_of(m)
                            .iter()
                            .map(|p| p.ty)
                            .chain([m.ret])
                            .chain(self.program.clauses_of(m).receiver)
                    })
                    .collect()
            }
            forms!(literal | block | operator | owned | extended) => Vec::new(),
        }
    }

    /// Too many owners, or too few.
    fn number_of_arguments(&self, ty: TypeId, owners: &[String], changes: &mut Changes) {
        let TypeKind::Class { name, args } = self.program.ty(ty).kind else { return };
        let args = self.program.list(args);
        let wanted = match self.program.classes.iter().find(|c| c.name == name) {
            Some(class) => self.program.parameters_of(class),
            None => usize::from(self.is_owners()),
        };
        let span = self.program.ty(ty).span;
        let cn = self.name(name);
        if args.len() == wanted {
            return;
        }
        let kept: Vec<String> = args.iter().take(wanted).map(|&a| self.text(a).to_owned()).collect();
        let missing = wanted - kept.len();
        let fillers: Vec<Option<&String>> = if missing == 0 { vec![None] } else { owners.iter().map(Some).collect() };
        for filler in fillers {
            let all: Vec<&str> = kept
                .iter()
                .map(String::as_str)
                .chain(filler.into_iter().flat_map(|f| vec![f.as_str(); missing]))
                .collect();
            let text = if all.is_empty() { cn.to_owned() } else { format!("{cn}<{}>", all.join(", ")) };
            let new = if self.written(span).starts_with("new") { format!("new {text}") } else { text.clone() };
            changes.guess(format!("write `{text}`"), vec![Edit::replace(span, new)]);
        }
    }

    fn other_type(&self, ty: TypeId, changes: &mut Changes) {
        let span = self.program.ty(ty).span;
        let here = self.written(span);
        let mut others: Vec<&str> = Vec::new();
        for other in self.program.types.iter() {
            let text = self.written(other.span);
            if text != here && !text.is_empty() && !text.starts_with("new") && !others.contains(&text) {
                others.push(text);
            }
            if others.len() >= OTHERS {
                break;
            }
        }
        others.extend(["int", "boolean", "void"].iter().filter(|other| **other != here));
        for other in others {
            changes.guess(format!("write the type `{other}` for `{here}`"), vec![Edit::replace(span, other)]);
        }
    }

    /// Locks of clauses, of `synchronized` and of `holds`.
    fn locks_of_clauses(&self, owners: &[String], changes: &mut Changes) {
        let mut locks: Vec<ExprId> = Vec::new();
        if let Some(e) = self.expr {
            let sync = self.outwards().find_map(|e| match self.program.expr(e) {
                Expr::Sync { lock, .. } | Expr::Holds(lock) => Some(lock),
                _ => None,
            });
            locks.extend(if self.in_code() { sync } else { Some(e) });
        }
        if let Some(method) = self.method {
            locks.extend(
                [method.requires, self.program.clauses_of(method).reads]
                    .iter()
                    .flat_map(|&list| self.program.list(list)),
            );
        }
        if let Some(field) = self.field {
            locks.extend(field.guard.or(field.write_guard));
        }
        for lock in locks {
            self.instead(self.program.span(lock), self.text(lock), owners, changes);
        }
    }
}
