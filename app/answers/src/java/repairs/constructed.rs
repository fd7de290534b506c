//! Fields that a constructor gives their value behind the start of a thread, and arrays whose elements nothing guards.

use super::super::members::{FieldAt, MethodAt};
use super::super::unguarded::lets_this_go;
use super::blocks::{closing, locked_in, statements, uses};
use super::candidates::Near;
use super::text::{declares, feed};
use super::waiting::by_methods;
use racefree_grammar::{Edit, Fix, Span};

/// Calls that change a collection or a text.
const CHANGES: &[&str] =
    &["add", "put", "remove", "clear", "set(", "append(", "insert(", "push(", "pop(", "poll(", "offer", "delete"];

impl Near<'_> {
    /// The assignment of a field in front of the thread that its constructor starts: the thread has the value then, and the field is final.
    pub(super) fn before_the_start(&self, field: &FieldAt) -> Option<Fix> {
        let mut constructors = self.verdict.members.constructors_of(field);
        let own = constructors.next().filter(|_| constructors.next().is_none())?;
        if field.is_static || field.is_initialized || field.is_final {
            return None;
        }
        let (start, end) = (self.own(own.start) as usize, self.own(own.end) as usize);
        let open = self.code.get(start..end)?.iter().position(|&b| b == b'{')? + start;
        let all = statements(&self.code, Span::new(open as u32 + 1, closing(&self.code, open)? as u32));
        let value = |s: &Span| {
            let own = s.text(self.text);
            let own = own.strip_prefix("this.").unwrap_or(own).strip_prefix(field.name.as_str())?;
            own.trim_start().strip_prefix('=').filter(|value| !value.starts_with('=')).map(str::to_owned)
        };
        let at = all.iter().position(|s| value(s).is_some())?;
        // A value that is computed may need what the statements before it have done.
        let value = value(&all[at])?;
        let calls = value.matches('(').count();
        if calls > usize::from(value.trim_start().starts_with("new ")) || value.contains("this") {
            return None;
        }
        let leaks = |s: &Span| {
            let own = s.text(self.text);
            ["->", "::", "new Thread", ".start(", ".submit(", ".execute("].iter().any(|word| own.contains(word))
                || lets_this_go(own)
        };
        let first = all[..at].iter().position(leaks)?;
        // Nothing stands in front of the call of another constructor.
        if ["super", "this("].iter().any(|call| all[first].text(self.text).starts_with(call)) {
            return None;
        }
        let starts = ["start(", ".submit(", ".execute(", ".schedule"];
        if !all[first..at].iter().any(|s| starts.iter().any(|word| s.text(self.text).contains(word))) {
            return None;
        }
        let changed = |s: &Span| {
            let own = s.text(self.text);
            let name = own.split('=').next().unwrap_or("").trim().rsplit([' ', '.']).next().unwrap_or("").to_owned();
            (declares(own) || own.contains('='))
                && !name.is_empty()
                && !uses(value.as_bytes(), Span::new(0, value.len() as u32), &name).is_empty()
        };
        if all[first..at].iter().any(changed) {
            return None;
        }
        let line = self.text[..all[first].start as usize].rfind('\n').map_or(0, |n| n + 1);
        let indent: String = self.text[line..].chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
        let is_line = self.text[line..all[first].start as usize].trim().is_empty();
        let behind = if is_line { format!("{}{indent}", feed(self.text)) } else { " ".to_owned() };
        let edits = vec![
            Edit::insert(self.own(field.type_start), "final "),
            Edit::insert(all[first].start, format!("{}{behind}", all[at].text(self.text))),
            Edit::replace(self.whole_line(all[at]), ""),
        ];
        let title = format!("Assign `{}` before the thread starts, and make it final", field.name);
        Some(Fix::new(title, edits))
    }

    /// A guard for the elements of an array that threads share.
    pub(super) fn guarded_elements(&self) -> Option<Fix> {
        let Some(field) = self.verdict.members.field_at(self.at) else { return self.guarded_component() };
        if !field.ty.ends_with("[]") || field.ty.matches('[').count() != 1 {
            return None;
        }
        let usual = if field.is_static { format!("{}.class", field.class_name()) } else { "this".to_owned() };
        let whole = Span::new(0, self.code.len() as u32);
        let locks = locked_in(&self.code, whole).into_iter().map(|(lock, head, end)| {
            let inside = Span::new(head.end, end.start);
            (lock.text(self.text).trim().to_owned(), uses(&self.code, inside, &field.name).len())
        });
        // Explicit locks of whole methods.
        let methods = self
            .verdict
            .members
            .methods()
            .filter(|m| m.span.start >= self.start && m.span.end <= self.start + self.text.len() as u32);
        let explicit = methods.flat_map(|m| {
            let own = Span::new(self.own(m.span.start), self.own(m.span.end));
            let used = uses(&self.code, own, &field.name).len();
            by_methods(own.text(self.text)).map(move |lock| (lock.to_owned(), used))
        });
        let locks = locks.chain(explicit);
        let is_beside = |lock: &str| {
            let name = lock.strip_prefix("this.").unwrap_or(lock);
            let of = self.verdict.members.field_named(name, self.at);
            of.is_some_and(|of| {
                of.is_final && of.class_name() == field.class_name() && (of.is_static || !field.is_static)
            })
        };
        let (lock, _) =
            locks.filter(|(lock, n)| *n > 0 && is_beside(lock)).max_by_key(|(_, n)| *n).unwrap_or((usual, 0));
        let place = self.own(field.type_start) + field.ty.len() as u32 - 1;
        let edit = Edit::insert(place, format!("/*# elems_guarded_by {lock} */"));
        Some(Fix::new(format!("Guard the elements of `{}` by `{lock}`", field.name), vec![edit]))
    }

    /// The same of an array in the head of a record.
    fn guarded_component(&self) -> Option<Fix> {
        let before = self.text[..self.error.span.start as usize].trim_end();
        let name: String = self.text[self.error.span.start as usize..]
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect();
        if !before.ends_with("[]") || before.ends_with("[][]") || name.is_empty() {
            return None;
        }
        let edit = Edit::insert(before.len() as u32 - 1, "/*# elems_guarded_by this */");
        Some(Fix::new(format!("Guard the elements of `{name}` by `this`"), vec![edit]))
    }

    /// `synchronized` in the heads of the methods that use the contents of a record's component, which has no modifiers of its own.
    pub(super) fn synchronized_uses(&self) -> Option<Fix> {
        if !self.error.message.starts_with("race on the contents of")
            || self.verdict.members.field_at(self.at).is_some()
        {
            return None;
        }
        let (class, _) = self.verdict.members.class_at(self.at)?;
        let (mut edits, mut names, mut is_free) = (Vec::new(), Vec::new(), true);
        for (_, span) in &self.error.unlocked {
            let method = self.verdict.members.method_at(Span::new(span.start + self.start, span.end + self.start))?;
            if method.class != class || method.is_static || method.is_constructor || method.is_synchronized {
                return None;
            }
            let name = format!("`{}`", method.name);
            if !names.contains(&name) {
                edits.push(Edit::insert(self.own(method.type_start), "synchronized "));
                names.push(name);
                let own = Span::new(self.own(method.span.start), self.own(method.span.end)).text(self.text);
                is_free &= !self.may_block(own) && !self.is_called_under_a_lock(&method.name);
            }
        }
        (!edits.is_empty()).then(|| Fix::new(format!("Make {} synchronized", names.join(", ")), edits).if_sure(is_free))
    }

    /// Returns true for a method that gives a collection or a text of a field away, which callers change.
    pub(super) fn gives_contents(&self, method: &MethodAt, inside: &str) -> bool {
        let returned = inside.split("return ").skip(1).filter_map(|rest| rest.split(';').next());
        let is_contents = |value: &str| {
            let name = value.trim().strip_prefix("this.").unwrap_or(value.trim());
            self.verdict.members.field_named(name, self.at).is_some_and(|field| {
                let ty = field.ty.split('<').next().unwrap_or(&field.ty).trim();
                racefree_java::library::may_be_confined(ty.rsplit('.').next().unwrap_or(ty))
            })
        };
        let changes = |(at, _): (usize, &str)| {
            let open = at + method.name.len();
            let behind = closing(&self.code, open).and_then(|end| self.text[end + 1..].trim_start().strip_prefix('.'));
            behind.is_some_and(|call| CHANGES.iter().any(|change| call.starts_with(change)))
        };
        returned.into_iter().any(is_contents) && self.text.match_indices(&format!("{}(", method.name)).any(changes)
    }
}
