//! Conditions of a lock that threads wait for, and that no code signals: whoever waits there waits for ever.

use super::super::Judge;
use super::super::steps::{changes, uses};
use crate::tree::FieldNo;
use crate::tree::body::{Call, Form, Kind, Operator};
use racefree_grammar::{Edit, Fix, Span};

impl Judge<'_, '_> {
    /// Warns of `await` of a condition that nobody signals, and of `wait` where no code notifies.
    pub(super) fn unsignalled(&mut self) {
        for e in &self.body.expressions {
            let Kind::Call(call) = &e.kind else { continue };
            if matches!(self.it.text(call.name), "await" | "wait") && call.arguments.is_empty() {
                self.never_set(call);
            }
            match self.it.text(call.name) {
                "await" if call.arguments.is_empty() => self.await_for_ever(call),
                "wait" if call.arguments.is_empty() && self.own_method(call).is_none() => self.wait_for_ever(call),
                _ => {}
            }
        }
    }

    /// The private condition that a call is about, and its name.
    fn condition_of(&self, call: &Call) -> Option<(FieldNo, String)> {
        let target = call.target.filter(|of| self.it.last_name(self.ty(*of)) == "Condition")?;
        let Kind::Field { field, .. } = *self.kind(target) else { return None };
        let data = &self.it.java.fields[field.index()];
        data.modifiers.is_private().then(|| (field, self.it.text(data.name).to_owned()))
    }

    fn await_for_ever(&mut self, call: &Call) {
        let Some((field, name)) = self.condition_of(call) else { return };
        let (file, _) = self.it.java.sources.place(call.name_span);
        let text = self.it.java.sources.at(self.it.java.sources.files()[file.index()].span);
        // Given away, or by another name, somebody may signal it.
        let is_known = |end: usize| {
            let rest = text[end..].trim_start();
            [".await", ".signal", "=", ";", ","].iter().any(|known| rest.starts_with(known))
        };
        let all = uses(text, &name);
        let signals = all.iter().any(|end| text[*end..].trim_start().starts_with(".signal"));
        if signals || !all.into_iter().all(is_known) {
            return;
        }
        let message = format!("nobody signals `{name}`: who waits for it waits for ever");
        let repair = self.signal_meant(field, &name);
        self.warn_wait("never_signalled", call.name_span, message, repair);
    }

    /// The signal of another condition, in the method that waits for that one itself.
    fn signal_meant(&self, field: FieldNo, name: &str) -> Option<Fix> {
        let class = self.it.java.fields[field.index()].class;
        let conditions = self.it.java.fields.iter().filter(|other| {
            let ty = self.it.java.sources.at(other.ty.span);
            other.class == class && ty.ends_with("Condition") && self.it.text(other.name) != name
        });
        let mut found = Vec::new();
        for other in conditions {
            let other = self.it.text(other.name);
            for method in self.it.java.methods.iter().filter(|m| m.class == class && m.has_body) {
                let text = self.it.java.sources.at(method.span);
                let waits = |name: &str| uses(text, name).iter().any(|end| text[*end..].starts_with(".await"));
                let signals = uses(text, other).into_iter().filter(|end| text[*end..].starts_with(".signal"));
                if waits(other) && !waits(name) {
                    let place = |end: usize| {
                        let end = method.span.start + end as u32;
                        Span::new(end - other.len() as u32, end)
                    };
                    found.extend(signals.map(place));
                }
            }
        }
        let [place] = found[..] else { return None };
        Some(Fix::new(format!("Signal `{name}`"), vec![Edit::replace(place, name)]))
    }

    /// `wait` in a program of which no code notifies.
    fn wait_for_ever(&mut self, call: &Call) {
        let text = self.it.java.sources.text();
        let is_closed = text.contains("void main(") && self.it.java.is_small();
        // The end of a thread notifies those who wait for the thread.
        let of_thread = call.target.is_some_and(|of| self.it.last_name(self.ty(of)) == "Thread");
        let is_woken = ["notify", ".interrupt(", "extends Thread"].iter().any(|word| text.contains(word));
        if !is_closed || of_thread || is_woken {
            return;
        }
        let object = self.monitor_of(self.body, call);
        let message = format!("nobody notifies `{object}`: who waits for it waits for ever");
        self.warn_wait("never_signalled", call.name_span, message, None);
    }

    /// A wait in a loop for a flag that no code ever sets.
    fn never_set(&mut self, call: &Call) {
        let at = call.name_span;
        let loops = self.body.statements.iter().filter_map(|s| match s.form {
            Form::While { test, .. } if s.span.contains(at) => Some((s.span.end - s.span.start, test)),
            _ => None,
        });
        let Some((_, test)) = loops.min_by_key(|(length, _)| *length) else { return };
        let Kind::Unary { operator: Operator::Not, operand } = *self.kind(test) else { return };
        let Kind::Field { field, .. } = *self.kind(operand) else { return };
        let data = &self.it.java.fields[field.index()];
        let name = self.it.text(data.name).to_owned();
        let (file, _) = self.it.java.sources.place(data.name_span);
        let whole = self.it.java.sources.files()[file.index()].span;
        let text = self.it.java.sources.at(whole);
        let (start, end) = ((data.span.start - whole.start) as usize, (data.span.end - whole.start) as usize);
        let is_given = [&text[..start], &text[end..]]
            .iter()
            .any(|text| changes(text, &name) || text.contains(&format!(".{name} =")));
        let is_true = self.first_value(field).is_some_and(|value| value != "false");
        if !data.modifiers.is_private() || is_true || is_given {
            return;
        }
        let wakes =
            if self.it.text(call.name) == "wait" { ["notify()", "notifyAll()"] } else { ["signal()", "signalAll()"] };
        let mut places = wakes.iter().flat_map(|wake| text.match_indices(wake)).filter(|(n, wake)| {
            !text[..*n].ends_with(|c: char| c.is_alphanumeric()) && text[n + wake.len()..].starts_with(';')
        });
        let (first, more) = (places.next(), places.next());
        // In front of the statement, which may name its object.
        let place = first.filter(|_| more.is_none()).map(|(n, _)| {
            let own = text[..n].trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '.' | '_'));
            whole.start + own.len() as u32
        });
        let repair = place.map(|place| {
            let edit = Edit::insert(place, format!("{name} = true;{}", self.between(place)));
            Fix::new(format!("Set `{name}` in front of the wake"), vec![edit])
        });
        let message = format!("nothing sets `{name}`: who waits for it waits for ever");
        self.warn_wait("never_signalled", at, message, repair);
    }
}
