//! Fields that `volatile` is enough for: flags, and values that none of the one before decides.

use super::accesses::Seen;
use super::shown::{is_value, shows_filled_objects};
use super::wording::Wording;
use racefree_grammar::Span;
use racefree_java::tree::{Field, Method, MethodKind};

impl Wording<'_> {
    /// Returns true for a write whose value is made of the one before.
    pub(super) fn depends(&self, span: Span) -> bool {
        let text = self.java.sources.at(span);
        let Some((target, value)) = text.split_once('=') else { return text.contains("++") || text.contains("--") };
        let target = target.trim();
        let name = target.rsplit(['.', ' ']).next().unwrap_or(target);
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
        let occurs = |(at, _): (usize, &str)| {
            !letter(value[..at].chars().next_back()) && !letter(value[at + name.len()..].chars().next())
        };
        target.ends_with(['+', '-', '*', '/', '%', '&', '|', '^', '<', '>']) || value.match_indices(name).any(occurs)
    }

    /// Returns true for a value that a method reads, and then writes without a lock: what is written hangs on what was read.
    pub(super) fn is_decided(&self, field: &Field, seen: &[Seen<'_>]) -> bool {
        let is_value = self.java.sources.at(field.ty.span).starts_with(|c: char| c.is_lowercase());
        let before = |write: &Seen<'_>| {
            let place = |seen: &Seen<'_>| (seen.method.name_span, seen.lambda);
            let reads = |other: &&Seen<'_>| !other.access.writes && place(other) == place(write);
            seen.iter().filter(reads).any(|read| read.access.span.start < write.access.span.start)
        };
        // An object that is made where there is none yet.
        let asked = format!("{} == null", self.java.names.text(field.name));
        let is_made = |write: &Seen<'_>| {
            let start = write.method.span.start;
            self.java.sources.at(Span::new(start, write.access.span.start.max(start))).contains(&asked)
        };
        let is_flag = self.java.sources.at(field.ty.span) == "boolean";
        let mut writes = seen.iter().filter(|seen| seen.access.writes);
        // A lock that another access does not hold leaves the number to others in between.
        writes.any(|seen| {
            let is_bare = seen.held.is_empty();
            before(seen) && (is_value && (is_bare || !is_flag) || is_bare && is_made(seen))
        })
    }

    /// Returns true for a field that methods use which wait or notify: who waits for it looks at it under a lock.
    pub(super) fn is_waited_for(&self, seen: &[Seen<'_>]) -> bool {
        let waits = |seen: &Seen<'_>| {
            let text = self.java.sources.at(seen.method.span);
            let is_call = |word: &str| {
                let all = text.match_indices(word);
                all.into_iter().any(|(at, _)| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
            };
            ["wait()", "wait(", "notify()", "notifyAll()", "signal()", "signalAll()"].iter().any(|word| is_call(word))
        };
        seen.iter().any(waits)
    }

    /// Returns true if a method reads and writes a field by way of others.
    fn is_used_by_helpers(&self, field: &Field, seen: &[Seen<'_>]) -> bool {
        let calls = |method: &Method, of: &Seen<'_>| {
            let body = self.java.sources.at(method.span).split_once('{').map_or("", |(_, body)| body);
            let call = format!("{}(", self.java.names.text(of.method.name));
            method.name_span == of.method.name_span || body.contains(&call)
        };
        let own = self.java.methods.iter().filter(|m| m.class == field.class && m.has_body);
        let mut own = own.filter(|m| m.kind != MethodKind::Constructor && self.java.names.text(m.name) != "main");
        own.any(|m| {
            seen.iter().any(|of| of.access.writes && calls(m, of))
                && seen.iter().any(|of| !of.access.writes && calls(m, of))
        })
    }

    /// Returns true for a truth value that no method reads and writes.
    pub(super) fn is_flag(&self, field: &Field, seen: &[Seen<'_>]) -> bool {
        self.java.sources.at(field.ty.span) == "boolean" && self.is_free(field, seen)
    }

    /// Returns true if no method reads and writes a field.
    fn is_free(&self, field: &Field, seen: &[Seen<'_>]) -> bool {
        let writes = || seen.iter().filter(|seen| seen.access.writes);
        let reads = |of: &Seen<'_>| {
            seen.iter().any(|other| {
                !other.access.writes && (other.method.name_span, other.lambda) == (of.method.name_span, of.lambda)
            })
        };
        writes().next().is_some() && !writes().any(reads) && !self.is_used_by_helpers(field, seen)
    }

    /// Returns true for a field by which one thread shows others an object that nobody changes any more; no access of it holds a lock.
    pub(super) fn is_shown(&self, field: &Field, seen: &[Seen<'_>]) -> bool {
        let ty = self.java.sources.at(field.ty.span);
        let name = ty.rsplit('.').next().unwrap_or(ty);
        let is_filled = || shows_filled_objects(self.elaborated, self.java.sources.text(), field.name_span);
        let is_bare = seen.iter().all(|seen| seen.held.is_empty() && !seen.may_be_held());
        is_bare && (is_value(name) || is_filled()) && self.is_free(field, seen)
    }
}
