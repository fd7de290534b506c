//! Methods that hold an explicit lock from their first statement to their last, as `synchronized` ones hold theirs: two calls of these are two
//! steps, and the one step holds the lock around both.

use super::Judge;
use crate::elaborate::rejected::monitors::Around;
use crate::tree::body::{Call, Kind};
use racefree_grammar::{Fix, Span};

/// Explicit lock of a method.
pub(super) struct Taken {
    /// The field.
    pub(super) base: String,
    /// The lock: the field, or one of the two locks that it is.
    pub(super) lock: String,
}

impl Judge<'_, '_> {
    /// The lock that a call takes for itself alone, or the field of its explicit lock.
    pub(super) fn taken_by(&self, call: &Call) -> Option<String> {
        self.lock_of(call).or_else(|| self.explicit_of(call).map(|taken| taken.base))
    }

    /// The explicit lock of a method of this object: `l.lock(); try { … } finally { l.unlock(); }` is all of it.
    pub(super) fn explicit_of(&self, call: &Call) -> Option<Taken> {
        let is_own = call.target.is_none_or(|of| matches!(self.kind(of), Kind::This { .. }));
        let data = &self.it.java.methods[self.own_method(call).filter(|_| is_own)?.index()];
        let squeezed: String = self.it.java.sources.at(data.span).split_once('{')?.1.split_whitespace().collect();
        let (lock, rest) = squeezed.split_once(".lock();")?;
        let lock = lock.strip_prefix("this.").unwrap_or(lock);
        let ends = ["", "this."].iter().any(|this| rest.ends_with(&format!("finally{{{this}{lock}.unlock();}}}}")));
        let base = lock.strip_suffix(".readLock()").or(lock.strip_suffix(".writeLock()")).unwrap_or(lock);
        // Who holds it may take it once more, the lock of writers that of readers, too.
        let is_reentrant = self.it.java.fields.iter().any(|field| {
            let made = self.it.java.sources.at(field.span);
            let is_it = field.class == data.class && self.it.text(field.name) == base;
            is_it && field.modifiers.is_final() && made.contains("new Reentrant")
        });
        let is_whole = ends && rest.starts_with("try{") && rest.matches("finally{").count() == 1 && is_reentrant;
        is_whole.then(|| Taken { base: base.to_owned(), lock: lock.to_owned() })
    }

    /// Returns true for the text of a lock that only methods take, and that who reads may not hold.
    pub(super) fn is_taken_by_methods(&self, lock: &str) -> bool {
        let base = lock.strip_suffix(".writeLock()").unwrap_or(lock);
        let is_it = |field: &&crate::tree::Field| self.it.text(field.name) == base;
        self.it
            .java
            .fields
            .iter()
            .filter(is_it)
            .any(|field| self.it.java.sources.at(field.span).contains("new Reentrant"))
    }

    /// Returns true if code in front of a place, in its method, takes an explicit lock.
    pub(super) fn is_taken_before(&self, around: &Around, at: Span, base: &str) -> bool {
        let start = self.it.java.methods[around.method.index()].span.start;
        let before = self.it.java.sources.at(Span::new(start, at.start.max(start)));
        [".lock", ".tryLock", ".writeLock().lock", ".writeLock().tryLock"]
            .iter()
            .any(|call| before.contains(&format!("{base}{call}")))
    }

    /// Statements between a `lock()` and an `unlock()` in a `finally`.
    pub(super) fn between_lock_and_unlock(&self, range: Span, lock: &str) -> Fix {
        let mut edits = self.wrapped(range, "try {");
        edits[0].text.insert_str(0, &format!("{lock}.lock();{}", self.between(range.start)));
        let end = format!(" finally {{ {lock}.unlock(); }}");
        edits[1].text.push_str(&end);
        Fix::new(format!("Hold `{lock}` for both"), edits)
    }
}
