//! Changes of what is held, and of what is claimed of it.

use super::Changes;
use super::place::Surroundings;
use racefree_grammar::ast::{Expr, ExprId, Method};
use racefree_grammar::fix::Edit;
use racefree_grammar::span::Span;

/// A word of the source, with the blanks around it.
fn word(text: &str, word: &str, at: u32) -> Option<Span> {
    let found = text.find(word)? as u32;
    Some(Span::new(at + found, at + found + word.len() as u32))
}

impl Surroundings<'_> {
    /// Locks that are taken here or that callers hold; claims that are given up.
    pub(super) fn hold(&self, changes: &mut Changes) {
        // A claim that fails may hold if its code holds a lock throughout.
        let claims = self.method.is_some_and(|m| m.atomic)
            || self.expr.is_some_and(|e| matches!(self.program.expr(e), Expr::Atomic(_)));
        if claims {
            self.hold_throughout(changes);
        }
        if self.in_code() {
            let inner = self.expr.into_iter().map(|e| (e, true));
            let statement = self.expr.map(|e| (self.parents.statement(self.program, e), false));
            let spots: Vec<(ExprId, bool)> = statement.into_iter().chain(inner).collect();
            for lock in self.paths() {
                for &(e, part) in &spots {
                    self.take(e, part, &lock, changes);
                }
                self.leave_to_callers(&lock, changes);
            }
            if self.is_owners() {
                for formal in self.parameters() {
                    for path in self.paths().iter().take(4) {
                        self.leave_to_callers(&format!("{formal}${path}"), changes);
                    }
                }
            }
        }
        self.hold_throughout(changes);
    }

    /// `synchronized l in e`
    fn take(&self, e: ExprId, part: bool, lock: &str, changes: &mut Changes) {
        let edits = self.taking(e, part, lock);
        changes.likely(format!("take the lock: `synchronized {lock} in …`"), edits);
    }

    /// `requires l`, or `reads l` where that is enough.
    fn leave_to_callers(&self, lock: &str, changes: &mut Changes) {
        let Some((method, edit)) = self.requiring(lock) else { return };
        let mn = self.name(method.name);
        if self.is_owners() {
            let end = |list| self.program.list(list).last().map(|&l| self.program.span(l).end);
            let behind = end(method.requires).unwrap_or_else(|| self.after_parameters(method));
            let edit = match end(self.program.clauses_of(method).reads) {
                Some(end) => Edit::insert(end, format!(", {lock}")),
                None => Edit::insert(behind, format!(" reads {lock}")),
            };
            changes.likely(format!("leave it to the callers: add `reads {lock}` to the method `{mn}`"), vec![edit]);
        }
        changes.likely(format!("leave it to the callers: add `requires {lock}` to the method `{mn}`"), vec![edit]);
    }

    /// A method or block that is claimed to be atomic: a lock held throughout, or no claim.
    fn hold_throughout(&self, changes: &mut Changes) {
        let (body, claim) = match (self.method, self.expr.map(|e| self.program.expr(e))) {
            (_, Some(Expr::Atomic(body))) => (body, self.expr.map(|e| self.program.span(e))),
            (Some(method), _) if method.atomic => (self.program.written_body(method), Some(method.span)),
            (Some(method), _) => (self.program.written_body(method), None),
            _ => return,
        };
        let span = self.program.span(body);
        let inside = Surroundings::new(self.program, self.source, self.parents, span);
        for lock in inside.paths() {
            let edits =
                vec![Edit::insert(span.start, format!("synchronized {lock} in {{ ")), Edit::insert(span.end, " }")];
            changes.likely(format!("hold `{lock}` throughout"), edits);
        }
        let head = claim.map(|claim| self.to_brace(claim.start, claim.end.max(claim.start + 1)));
        if let (Some(claim), Some(head)) = (claim, head) {
            let until = head.end.max(claim.start + "atomic".len() as u32).min(claim.end);
            if let Some(word) = word(self.written(Span::new(claim.start, until)), "atomic", claim.start) {
                changes.guess("give up the claim: drop `atomic`", vec![Edit::remove(word, self.source)]);
            }
        }
        if let Some(method) = self.method {
            self.other_atomicity(method, changes);
        }
    }

    /// `atomicity a`: another one, or none.
    fn other_atomicity(&self, method: &Method, changes: &mut Changes) {
        if self.program.clauses_of(method).atomicity.is_none() {
            return;
        }
        let head = Span::new(self.after_parameters(method), self.body_brace(method));
        let Some(found) = word(self.written(head), "atomicity", head.start) else { return };
        for other in ["const", "mover", "atomic", "cmpd"] {
            let declared = Span::new(found.end, head.end);
            changes.guess(format!("declare `atomicity {other}`"), vec![Edit::replace(declared, format!(" {other} "))]);
        }
        let clause = Span::new(found.start, head.end);
        changes.guess("leave the declared atomicity out", vec![Edit::replace(clause, "")]);
    }
}

/// A lock that is held around all the places: from the first to the last.
pub(super) fn hold_all(places: &[Surroundings<'_>], changes: &mut Changes) {
    let Some(first) = places.iter().find(|place| place.in_code()) else { return };
    let inside = places.iter().filter(|place| place.in_code());
    let (start, end) = inside.fold((u32::MAX, 0), |(start, end), p| (start.min(p.span.start), end.max(p.span.end)));
    let all = Surroundings::new(first.program, first.source, first.parents, Span::new(start, end));
    if let Some(e) = all.expr.filter(|_| all.in_code()) {
        let statement = all.parents.statement(all.program, e);
        for lock in all.paths() {
            all.take(statement, false, &lock, changes);
        }
    }
}
