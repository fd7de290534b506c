//! Orders of locks: two locks that one place takes in one order and another in the other, and the locks of two objects that a caller may
//! exchange. Threads that are at both places wait for each other for ever. No rule is about that, so it is a warning.

use super::error::JavaWarning;
use super::repairs::{closing, code};
use super::speech::Files;
use crate::fixes::nesting::{LockPath, Nested, Nesting, Object};
use racefree_grammar::name::Name;
use racefree_grammar::span::LineIndex;
use racefree_grammar::{Edit, Fix, Span};
use racefree_java::Java;
use racefree_java::elaborate::Elaborated;
use racefree_java::tree::{Method, Origin};
use std::collections::BTreeSet;

/// Words of a method that puts two objects into an order.
const ORDERED: &[&str] = &["compareTo(", "identityHashCode(", "hashCode(", "tryLock("];

/// Signs that compare numbers.
const COMPARES: &[&str] = &[" < ", " > ", " <= ", " >= "];

pub(super) struct Orders<'j> {
    pub(super) java: &'j Java,
    pub(super) elaborated: &'j Elaborated,
}

/// Adds the warnings about a program.
pub(super) fn warn(java: &Java, elaborated: &Elaborated, files: &mut Files) {
    // Of much text, parts are judged by themselves.
    if !java.is_small() {
        return;
    }
    let nesting = Nesting::sure(&elaborated.program);
    let orders = Orders { java, elaborated };
    for ((outer, inner), places) in &nesting.0 {
        let others = nesting.0.get(&(inner.clone(), outer.clone())).and_then(|others| others.first());
        let found: Vec<(Span, String, Option<Fix>)> = match (others, places.first()) {
            // The first call of each method says it.
            (Some(_), _) if outer == inner => {
                let mut known = BTreeSet::new();
                let all = places.iter().filter_map(|here| orders.exchanged(here));
                all.filter(|(at, ..)| orders.method(*at).is_some_and(|m| known.insert(m.name_span.start))).collect()
            }
            (Some(there), Some(here)) if here.inner.start > there.inner.start => {
                orders.turned((outer, inner), here, there).into_iter().collect()
            }
            _ => Vec::new(),
        };
        for (span, message, repair) in found {
            let (file, place) = java.sources.place(span);
            if let Some(of) = files.get_mut(&file.0) {
                of.warnings.push(JavaWarning { kind: "lock_order", span: place, message, repair });
                of.warnings.sort_by_key(|warning| warning.span.start);
            }
        }
    }
}

impl Orders<'_> {
    /// Two locks in both orders.
    fn turned(
        &self,
        (outer, inner): (&Object, &Object),
        here: &Nested,
        there: &Nested,
    ) -> Option<(Span, String, Option<Fix>)> {
        let of_this = [here, there].iter().all(|it| it.paths.iter().flatten().all(|(root, _)| *root == Name::THIS));
        let is_fixed = |object: &Object| match object {
            Object::Class(_) | Object::Field(_, _, true) => true,
            Object::Field(name, _, false) => self.is_made(name),
            Object::Any(_) => of_this,
            Object::New(..) => false,
        };
        let both = [outer, inner];
        // Who holds a third lock at both places is never at both at once.
        let gate = here.held.intersection(&there.held).any(|lock| !both.contains(&lock));
        let mut any = both.iter().filter(|object| matches!(object, Object::Any(_)));
        let is_pair = any.next().is_none() || any.next().is_none();
        if !is_pair && !gate {
            return self.partners((outer, inner), here, there);
        }
        if gate || !both.iter().all(|object| is_fixed(object)) || self.tries(here) || self.tries(there) {
            return None;
        }
        let (by, other) = (self.method(here.inner)?, self.method(there.inner)?);
        let text = |method: &Method| self.java.names.text(method.name).to_owned();
        let message = format!(
            "`{}` takes {} and then {}, and `{}` takes them in the other order ({}): threads may then wait for each other for ever",
            text(by),
            self.words(outer, inner),
            self.words(inner, outer),
            text(other),
            self.line(there.inner)
        );
        let repair = self.swapped(here).or_else(|| self.swapped(there));
        let repair = repair.or_else(|| self.widened(here)).or_else(|| self.widened(there));
        Some((here.inner, message, repair))
    }

    /// Methods of two classes, each of which holds the lock of its own object and takes that of an object of the other class.
    fn partners(
        &self,
        (outer, inner): (&Object, &Object),
        here: &Nested,
        there: &Nested,
    ) -> Option<(Span, String, Option<Fix>)> {
        let (Object::Any(first), Object::Any(second)) = (outer, inner) else { return None };
        let is_own = |nested: &Nested| matches!(&nested.paths[0], Some((Name::THIS, fields)) if fields.is_empty());
        let is_given = |nested: &Nested| matches!(&nested.paths[1], Some(path) if *path != (Name::THIS, Vec::new()));
        let (by, other) = (self.method(here.inner)?, self.method(there.inner)?);
        let builds = by.kind.constructs() || other.kind.constructs();
        let is_one = |nested: &Nested| is_own(nested) && is_given(nested) && !self.tries(nested);
        if first == second || builds || !is_one(here) || !is_one(there) {
            return None;
        }
        let class = |name: &str| self.elaborated.origins.in_java(name);
        let text = |method: &Method| self.java.names.text(method.name).to_owned();
        let message = format!(
            "`{}` holds the lock of its `{}` and takes that of a `{}`, and `{}` takes them in the other order ({}): threads that have the same two \
             objects may wait for each other for ever",
            text(by),
            class(first),
            class(second),
            text(other),
            self.line(there.inner)
        );
        Some((here.inner, message, None))
    }

    /// Returns true for a final field that is declared with a new object of the library.
    fn is_made(&self, name: &str) -> bool {
        let name = self.elaborated.origins.in_java(name);
        let last = name.rsplit('.').next().unwrap_or(&name);
        let mut fields = self.java.fields.iter().filter(|field| self.java.names.text(field.name) == last).peekable();
        let made = |text: &str| text.split_once('=').is_some_and(|(_, value)| value.trim_start().starts_with("new "));
        fields.peek().is_some()
            && fields.all(|field| field.modifiers.is_final() && made(self.java.sources.at(field.span)))
    }

    /// The locks of two parameters, or of an object and a parameter, which a caller may exchange.
    fn exchanged(&self, here: &Nested) -> Option<(Span, String, Option<Fix>)> {
        let [Some((first, fields)), Some((second, others))] = &here.paths else { return None };
        let method = self.method(here.inner)?;
        let is_given = |name: Name| {
            let text = self.elaborated.program.text(name);
            name == Name::THIS || method.parameters.iter().any(|p| self.java.names.text(p.name) == text)
        };
        let text = self.java.sources.at(method.span);
        let is_ordered = ORDERED.iter().any(|word| text.contains(word)) || self.compares(method, text);
        if first == second
            || fields != others
            || !is_given(*first)
            || !is_given(*second)
            || is_ordered
            || here.held.len() > 1
        {
            return None;
        }
        let name = self.java.names.text(method.name);
        let repair = self.gated(method, here, *first);
        let (first, second) = (self.path(&here.paths[0])?, self.path(&here.paths[1])?);
        let message = format!(
            "`{name}` takes the lock of `{first}` and then that of `{second}`: a thread that has the two exchanged takes them in the other order, \
             and each waits for the other for ever; take first the one that comes first in an order of your own, such as that of a number which \
             each of them has, or let one lock be for all"
        );
        Some((here.inner, message, repair))
    }

    /// Returns true for a comparison of numbers of which none is written, or an amount that the method is given.
    fn compares(&self, method: &Method, text: &str) -> bool {
        let is_amount = |word: &str| {
            let given = method.parameters.iter().find(|p| self.java.names.text(p.name) == word);
            let is_value =
                given.is_some_and(|p| self.java.sources.at(p.ty.span).starts_with(|c: char| c.is_lowercase()));
            is_value || word.starts_with(|c: char| c.is_ascii_digit())
        };
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
        COMPARES.iter().flat_map(|sign| text.match_indices(sign).map(move |(at, _)| (at, at + sign.len()))).any(
            |(at, end)| {
                let left = text[..at].rsplit(|c| !is_part(c)).next().unwrap_or_default();
                let right = text[end..].split(|c| !is_part(c)).next().unwrap_or_default();
                !is_amount(left) && !is_amount(right)
            },
        )
    }

    fn path(&self, path: &Option<LockPath>) -> Option<String> {
        let (root, fields) = path.as_ref()?;
        let text = |name: &Name| self.elaborated.program.text(*name).to_owned();
        let all: Vec<String> = std::iter::once(root).chain(fields).map(text).collect();
        Some(self.elaborated.origins.in_java(&all.join(".")))
    }

    /// A lock as a sentence names it.
    fn words(&self, object: &Object, other: &Object) -> String {
        match object {
            Object::Class(name) => {
                let name = self.elaborated.origins.in_java(name);
                format!("the lock of `{}.class`", name.strip_suffix(".class").unwrap_or(&name))
            }
            Object::Field(name, ..) => {
                let name = self.elaborated.origins.in_java(name);
                let last = |text: &str| text.rsplit('.').next().unwrap_or_default().to_owned();
                let is_alike = |object: &Object| matches!(object, Object::Field(of, ..) if last(&self.elaborated.origins.in_java(of)) == last(&name));
                if is_alike(other) { format!("`{name}`") } else { format!("`{}`", last(&name)) }
            }
            Object::Any(_) | Object::New(..) => "the lock of its own object".to_owned(),
        }
    }

    fn method(&self, at: Span) -> Option<&Method> {
        let around = self.java.methods.iter().filter(|method| method.has_body && method.span.contains(at));
        around.min_by_key(|method| method.span.end - method.span.start)
    }

    /// Returns true for a place that does not wait for a lock.
    fn tries(&self, nested: &Nested) -> bool {
        self.method(nested.inner).is_some_and(|method| self.java.sources.at(method.span).contains("tryLock"))
    }

    fn line(&self, span: Span) -> String {
        let (file, at) = self.java.sources.place(span);
        let of = &self.java.sources.files()[file.index()];
        let line = LineIndex::new(self.java.sources.at(of.span)).line(at.start);
        let own = self.java.sources.files().iter().filter(|file| file.origin == Origin::Source);
        if own.count() > 1 { format!("{}:{line}", of.name) } else { format!("line {line}") }
    }

    /// The locks of two blocks, one directly in the other, change their places.
    fn swapped(&self, nested: &Nested) -> Option<Fix> {
        let text = self.java.sources.text();
        let (outer, inner) = (nested.outer, nested.inner);
        if outer.start >= outer.end || inner.start >= inner.end || outer.end >= inner.start {
            return None;
        }
        let between: String = text.get(outer.end as usize..inner.start as usize)?.split_whitespace().collect();
        let method = self.method(inner)?.span;
        let own = Span::new(inner.end, method.end).text(text);
        let is_one = match between.as_str() {
            "){synchronized(" => {
                let code = code(own);
                let open = code.iter().position(|&b| b == b'{')?;
                let end = closing(&code, open)?;
                own[end + 1..].trim_start().starts_with('}')
            }
            ".lock();" => own.split_whitespace().collect::<String>().starts_with(".lock();"),
            _ => false,
        };
        let (first, second) = (outer.text(text), inner.text(text));
        let place = |span: Span| self.java.sources.place(span).1;
        let edits = vec![Edit::replace(place(outer), second), Edit::replace(place(inner), first)];
        let title = format!("Take `{second}` first, then `{first}`");
        is_one.then(|| Fix::new(title, edits))
    }
}
