//! `notify` where threads wait for different conditions on one monitor: the one that is woken may be one whose condition does not hold, and
//! the others sleep on.

use super::super::Judge;
use crate::tree::Member;
use crate::tree::body::{Body, Call, ExprNo, Form, Kind};
use racefree_grammar::{Edit, Fix, Span};

/// A wait in a loop: its monitor, and the condition of the loop; none, if it is in no loop with a condition.
struct Wait {
    monitor: String,
    condition: Option<String>,
}

impl Judge<'_, '_> {
    /// Warns of a `notify` on a monitor that threads wait on for several conditions.
    pub(super) fn wakes(&mut self) {
        let body = self.body;
        for e in &body.expressions {
            let Kind::Call(call) = &e.kind else { continue };
            let name = self.it.text(call.name).to_owned();
            if !matches!(name.as_str(), "notify" | "signal")
                || !call.arguments.is_empty()
                || self.own_method(call).is_some()
            {
                continue;
            }
            let (waits, all) = if name == "notify" { ("wait", "notifyAll") } else { ("await", "signalAll") };
            let monitor = self.monitor_of(body, call);
            let Some(part) = body.parts.iter().find(|part| matches!(part.member, Member::Method(_))) else { continue };
            let members = self.it.java.classes[part.class.index()].members.clone();
            let mut found: Vec<Wait> = self.waits_in(body, waits);
            for member in members.into_iter().filter(|member| *member != part.member) {
                if let Member::Method(m) = member
                    && self.it.java.sources.at(self.it.java.methods[m.index()].span).contains(&format!("{waits}("))
                {
                    let other = self.it.java.attribute(member);
                    found.extend(self.waits_in(&other, waits));
                }
            }
            found.retain(|wait| wait.monitor == monitor);
            let Some(mut conditions) = found.into_iter().map(|wait| wait.condition).collect::<Option<Vec<String>>>()
            else {
                continue;
            };
            conditions.sort_unstable();
            conditions.dedup();
            let [first, second, ..] = &conditions[..] else { continue };
            // Two conditions that do something, or ask about a value, may mean one thing.
            if conditions.iter().any(|condition| condition.contains(" = ") || passes_values(condition)) {
                continue;
            }
            let message = format!(
                "`{name}` wakes one thread, and threads wait here for different conditions (`{first}`, `{second}`): the one that wakes may be of the \
                 wrong sort, and the others sleep on; `{all}` wakes all, and each looks at its condition again"
            );
            let repair = Fix::new(format!("Wake all: `{all}`"), vec![Edit::replace(call.name_span, all)]);
            self.warn_wait("wakes_one", call.name_span, message, Some(repair));
        }
    }

    /// The object that a method of a monitor is called on.
    pub(super) fn monitor_of(&self, body: &Body, call: &Call) -> String {
        let is_named = |e: &ExprNo| !matches!(body.expressions[e.index()].kind, Kind::This { .. });
        let text = call.target.filter(is_named).map(|e| self.it.java.sources.at(body.expressions[e.index()].span));
        text.map_or("this", |text| text.trim_start_matches("this.")).to_owned()
    }

    fn waits_in(&self, body: &Body, waits: &str) -> Vec<Wait> {
        let calls = body.expressions.iter().filter_map(|e| match &e.kind {
            Kind::Call(call) if self.it.text(call.name) == waits && call.arguments.len() < 2 => Some((e.span, &**call)),
            _ => None,
        });
        let wait = |(at, call): (Span, &Call)| {
            let loops = body.statements.iter().filter_map(|s| match s.form {
                Form::While { test, .. } if s.span.contains(at) => Some((s.span, test)),
                _ => None,
            });
            let test = loops.min_by_key(|(span, _)| span.end - span.start).map(|(_, test)| test);
            let words = |e: ExprNo| {
                let text = self.it.java.sources.at(body.expressions[e.index()].span);
                text.replace("this.", "").split_whitespace().collect::<Vec<_>>().join(" ")
            };
            Wait { monitor: self.monitor_of(body, call), condition: test.map(words) }
        };
        calls.map(wait).collect()
    }
}

/// Returns true for a condition with a call that has arguments.
fn passes_values(condition: &str) -> bool {
    let name = |c: char| c.is_alphanumeric() || c == '_';
    condition
        .match_indices('(')
        .any(|(at, _)| condition[..at].ends_with(name) && !condition[at + 1..].trim_start().starts_with(')'))
}
