//! Code that sleeps with a lock until a field has its value, where all who give it one need that lock: nobody ever does.

use super::super::Judge;
use super::super::steps::{changes, uses};
use crate::tree::FieldNo;
use crate::tree::body::{ExprNo, Form, Kind, StmtNo};
use racefree_grammar::{Edit, Fix, Span};

/// A lock that is held.
struct Lock {
    name: String,
    /// It is no explicit one.
    is_monitor: bool,
}

impl Judge<'_, '_> {
    /// Warns of loops that wait with a lock for what others do with it.
    pub(super) fn polls(&mut self) {
        for s in (0..self.body.statements.len() as u32).map(StmtNo) {
            if let Form::While { test, body } = self.body.statements[s.index()].form {
                self.poll(test, body);
            }
        }
    }

    fn poll(&mut self, test: ExprNo, inner: StmtNo) {
        let place = self.statement_span(inner);
        let spins = self.spins(inner);
        let Some((sleep, ms)) = self.sleep_in(place).or_else(|| spins.then(|| (place, "10".to_owned()))) else {
            return;
        };
        let locks = self.locks_held(sleep);
        if locks.is_empty() {
            return;
        }
        let fields: Vec<FieldNo> = self
            .inside(self.span(test))
            .filter_map(|(_, e)| if let Kind::Field { field, .. } = e.kind { Some(field) } else { None })
            .collect();
        let names: Vec<String> =
            fields.iter().map(|f| self.it.text(self.it.java.fields[f.index()].name).to_owned()).collect();
        let text = self.it.java.sources.at(place).to_owned();
        // A loop does not wait for a change that it makes itself, or by a call.
        let calls = self.inside(Span::new(self.span(test).start, place.end)).any(|(_, e)| match &e.kind {
            Kind::Call(call) => self.own_method(call).is_some(),
            _ => false,
        });
        let waits = !names.is_empty() && !calls && !names.iter().any(|name| changes(&text, name));
        let is_needed =
            |lock: &&Lock| fields.iter().zip(&names).all(|(field, name)| self.is_set_under(*field, name, lock));
        let Some(lock) = locks.iter().find(is_needed).filter(|_| waits) else { return };
        let name = &lock.name;
        let way = match lock.is_monitor {
            true => "`wait` gives the lock back",
            false => "a `Condition` gives the lock back",
        };
        let message = format!(
            "this waits with `{name}` until `{}` changes, and who changes it needs `{name}`: it waits for ever; {way}",
            names[0]
        );
        let wait = if name == "this" { format!("wait({ms})") } else { format!("{name}.wait({ms})") };
        let text = if spins { format!("{{ {wait}; }}") } else { wait.clone() };
        // A wait gives its own lock back, and no other one.
        let repair = (lock.is_monitor && locks.len() == 1)
            .then(|| Fix::new(format!("Wait by `{wait}`"), vec![Edit::replace(sleep, text)]));
        self.warn_wait("sleep_with_lock", sleep, message, repair);
    }

    /// Returns true for the body of a loop that does nothing.
    fn spins(&self, inner: StmtNo) -> bool {
        let idles = |s: &StmtNo| {
            let called = self.call_of(*s).map(|call| self.it.text(call.name));
            matches!(called, Some("yield" | "onSpinWait"))
                || matches!(self.body.statements[s.index()].form, Form::Empty)
        };
        match &self.body.statements[inner.index()].form {
            Form::Block(all) => all.iter().all(idles),
            _ => idles(&inner),
        }
    }

    /// The only call of `sleep` in a place, of `Thread` or of a unit of time, and its milliseconds.
    fn sleep_in(&self, place: Span) -> Option<(Span, String)> {
        let mut sleeps = self.inside(place).filter_map(|(e, it)| {
            let call =
                self.as_call(e).filter(|call| self.it.text(call.name) == "sleep" && call.arguments.len() == 1)?;
            Some((it.span, self.words(call.arguments[0])))
        });
        let (at, given) = sleeps.next().filter(|_| sleeps.next().is_none())?;
        let unit = self.it.java.sources.at(at).split_once(".sleep")?.0.trim();
        let ms = match unit.rsplit('.').next()? {
            "Thread" | "MILLISECONDS" => given,
            "SECONDS" | "MINUTES" | "HOURS" | "MICROSECONDS" | "NANOSECONDS" => format!("{unit}.toMillis({given})"),
            _ => return None,
        };
        Some((at, ms))
    }

    /// The locks that are held at a place.
    fn locks_held(&self, at: Span) -> Vec<Lock> {
        let Some(around) = self.around(at) else { return Vec::new() };
        let data = &self.it.java.methods[around.method.index()];
        let by_head = data.modifiers.is_synchronized() && !around.is_in_lambda();
        let own = by_head.then(|| match data.modifiers.is_static() {
            true => format!("{}.class", self.it.text(self.it.java.classes[data.class.index()].name)),
            false => "this".to_owned(),
        });
        let monitors = own.into_iter().chain(around.held.iter().cloned());
        let explicit = self.explicit_locks(at).into_iter().map(|name| Lock { name, is_monitor: false });
        monitors.map(|name| Lock { name, is_monitor: true }).chain(explicit).collect()
    }

    /// Returns true if code other than constructors gives a field a value, and all such code holds a lock as far as its text says.
    fn is_set_under(&self, field: FieldNo, name: &str, lock: &Lock) -> bool {
        let (lock, is_monitor) = (lock.name.as_str(), lock.is_monitor);
        let data = &self.it.java.fields[field.index()];
        let (file, _) = self.it.java.sources.place(data.name_span);
        let of = self.it.java.sources.files()[file.index()].span;
        let block = if is_monitor { format!("synchronized({lock})") } else { format!("{lock}.lock();try") };
        let mut writers = 0;
        for method in self.it.java.methods.iter().filter(|m| m.has_body && of.contains(m.span) && !m.kind.constructs())
        {
            let text = self.it.java.sources.at(method.span);
            let body = text.split_once('{').map_or("", |(_, body)| body);
            if !changes(body, name) {
                continue;
            }
            writers += 1;
            let own = if method.modifiers.is_static() { lock.ends_with(".class") } else { lock == "this" };
            let by_head = method.modifiers.is_synchronized() && own && method.class == data.class;
            let writes = uses(body, name).into_iter().filter(|end| {
                let (before, start) = (body[..*end - name.len()].trim_end(), end - name.len());
                let statement = body[start..].split(';').next().unwrap_or_default();
                changes(statement, name) || before.ends_with("++") || before.ends_with("--")
            });
            let in_block = writes.into_iter().all(|end| {
                let before: String = body[..end].split_whitespace().collect();
                let inside = before.rsplit_once(&block).map(|(_, inside)| inside);
                inside.is_some_and(|inside| inside.matches('{').count() > inside.matches('}').count())
            });
            if !(by_head || in_block) {
                return false;
            }
        }
        writers > 0
    }
}
