//! Accesses of a field, and the locks around them as the class of the field names them.

use super::wording::Wording;
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;
use racefree_java::tree::{Field, Method};

/// End of the path of the lock for readers, behind its object.
const READ: &str = "read$";

/// An access of a field.
#[derive(Clone, Copy)]
pub(super) struct Access {
    pub(super) span: Span,
    pub(super) writes: bool,
    /// The object that has the field.
    pub(super) owner: ExprId,
}

/// A lock around an access, as the class of the field names it.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Held {
    pub(super) lock: String,
    /// The lock for readers alone, as it is written.
    pub(super) reads: Option<String>,
}

impl Held {
    /// As a sentence names it.
    pub(super) fn words(&self) -> String {
        self.reads.as_ref().unwrap_or(&self.lock).clone()
    }
}

/// An access, the method around it, and the locks that it holds, the innermost first.
pub(super) struct Seen<'j> {
    pub(super) access: Access,
    pub(super) method: &'j Method,
    /// The lambda around it, which runs elsewhere.
    pub(super) lambda: Option<Span>,
    pub(super) held: Vec<Held>,
    /// The innermost lock that no name of the field's class is for, as it is written.
    pub(super) other: Option<String>,
    /// Code that holds locks calls the method.
    pub(super) is_helper: bool,
}

impl Seen<'_> {
    /// Returns true if a lock is enough for the access.
    pub(super) fn is_under(&self, lock: &str) -> bool {
        self.held.iter().any(|held| held.lock == lock && !(held.reads.is_some() && self.access.writes))
    }

    /// Returns true if a lock that the class of the field has no name for may keep others out.
    pub(super) fn may_be_held(&self) -> bool {
        self.held.is_empty() && (self.other.is_some() || self.is_helper)
    }

    /// The lock of the access, in words.
    pub(super) fn under(&self, guard: Option<&str>) -> String {
        let best = self.held.iter().find(|held| Some(held.lock.as_str()) == guard);
        match (best.or(self.held.first()), &self.other) {
            (Some(held), _) => format!("under `{}`", held.words()),
            (None, Some(other)) => format!("under `{other}`"),
            (None, None) if self.is_helper => "and takes no lock itself".to_owned(),
            (None, None) => "without a lock".to_owned(),
        }
    }
}

impl Wording<'_> {
    /// The locks around an access in its method, the innermost first, as the class of the field names them.
    pub(super) fn locks_around(
        &self,
        field: &Field,
        access: Access,
        method: &Method,
        lambda: Option<Span>,
    ) -> (Vec<Held>, Option<String>) {
        let program = &self.elaborated.program;
        let own = matches!(program.expr(access.owner), Expr::Var(x) if x == Name::THIS);
        let owner = self.java.sources.at(program.span(access.owner)).to_owned();
        let class = self.class_of(field);
        // The object whose code it is, which has no such field.
        let inner = format!("{}.this", self.java.names.text(self.java.classes[method.class.index()].name));
        let is_named = inner.starts_with(|c: char| c.is_alphabetic());
        let (mut all, mut other) = (Vec::new(), None);
        // A lambda begins without the locks around it.
        let from = lambda.map_or(method.span.start, |lambda| lambda.start);
        let blocks = &self.index().blocks;
        let before = blocks.partition_point(|(block, _)| block.start <= access.span.start);
        let around = blocks[..before].iter().rev().take_while(|(block, _)| block.start >= from);
        for &(_, lock) in around.filter(|(block, _)| block.contains(access.span)) {
            // The method's own lock is at its name.
            if program.span(lock) == method.name_span {
                continue;
            }
            let text = self.java.sources.at(program.span(lock)).trim();
            let reads = matches!(program.expr(lock), Expr::Field { field, .. } if program.text(field) == READ);
            let reads = reads.then(|| text.strip_prefix("this.").unwrap_or(text).to_owned());
            let plain = text.strip_suffix(".readLock()").or_else(|| text.strip_suffix(".writeLock()")).unwrap_or(text);
            let seen_from = match plain {
                _ if plain.ends_with(".class") => Some(plain),
                "this" if own => Some("this"),
                _ if plain == format!("{class}.this") => Some("this"),
                // An object around the one whose field it is.
                _ if own && plain.ends_with(".this") => Some(plain),
                "this" if field.modifiers.is_static() => Some("this"),
                "this" => Some(&*inner).filter(|_| is_named),
                _ if own || field.modifiers.is_static() => plain.strip_prefix("this.").or(Some(plain)),
                _ if plain == owner => Some("this"),
                _ => plain.strip_prefix(&owner).and_then(|rest| rest.strip_prefix('.')),
            };
            match seen_from {
                Some(lock) => all.push(Held { lock: lock.to_owned(), reads }),
                None => other = other.or_else(|| Some(plain.to_owned())),
            }
        }
        if method.modifiers.is_synchronized() && lambda.is_none() {
            let of = self.java.names.text(self.java.classes[method.class.index()].name);
            match method.modifiers.is_static() {
                true => all.push(Held { lock: format!("{of}.class"), reads: None }),
                false if own || field.modifiers.is_static() => {
                    all.push(Held { lock: "this".to_owned(), reads: None });
                }
                false => all.extend(is_named.then(|| Held { lock: inner.clone(), reads: None })),
            }
        }
        if all.is_empty() && other.is_none() {
            other = self.locked_before(Span::new(from, access.span.start.max(from)));
        }
        (all, other)
    }

    /// The explicit lock that code takes, and does not give back up to its end: where its end is, may not be known.
    fn locked_before(&self, code: Span) -> Option<String> {
        let text = self.java.sources.at(code);
        let (before, behind) = text.rsplit_once(".lock()")?;
        let lock = before.rsplit(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '$'))).next()?;
        (!lock.is_empty() && !behind.contains(".unlock()")).then(|| lock.to_owned())
    }

    /// Returns true if code of the same class that takes locks calls a method.
    pub(super) fn is_called_under_a_lock(&self, method: &Method) -> bool {
        let call = format!("{}(", self.java.names.text(method.name));
        let file = self.java.sources.files()[self.java.sources.place(method.span).0.index()].span;
        let methods = &self.index().locking;
        let start = |i: &usize| self.java.methods[*i].span.start;
        let from = methods.partition_point(|i| start(i) < file.start);
        let near = methods[from..].iter().take_while(|i| start(i) < file.end).map(|i| &self.java.methods[*i]);
        near.filter(|m| m.span != method.span).any(|m| {
            let text = self.java.sources.at(m.span);
            text.match_indices(&call)
                .any(|(at, _)| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.'))
        })
    }

    /// The innermost lambda around a place in a method.
    pub(super) fn lambda_around(&self, span: Span, method: Span) -> Option<Span> {
        let lambdas = &self.index().lambdas;
        let before = lambdas.partition_point(|of| of.start <= span.start);
        let around = lambdas[..before].iter().rev().take_while(|of| of.start >= method.start);
        around.filter(|of| of.contains(span) && method.contains(**of)).min_by_key(|of| of.end - of.start).copied()
    }
}
