//! Queues that are looked at in one step and taken from in another: between them another thread may take the last element.

use super::{Decision, Judge};
use crate::tree::body::{Call, ExprNo, Form, Kind, Literal, LocalNo, Operator, StmtNo};
use racefree_grammar::{Edit, Fix};

/// Methods of queues that give `null` where there is nothing, and their like that throw an exception.
const TAKES: &[(&str, &str)] = &[
    ("poll", "poll"),
    ("pollFirst", "pollFirst"),
    ("pollLast", "pollLast"),
    ("remove", "poll"),
    ("removeFirst", "pollFirst"),
    ("removeLast", "pollLast"),
    ("pop", "pollFirst"),
];

/// A variable that gets what is taken out of a queue.
struct Taken {
    local: LocalNo,
    at: StmtNo,
    /// The call that gives `null` where there is nothing.
    call: String,
}

impl Judge<'_, '_> {
    /// A look at a concurrent queue, and what is taken from it by that.
    pub(super) fn queue_decided(&mut self, decision: &Decision) {
        let asked = self.some_in(decision.test).filter(|(_, when)| *when == decision.when);
        let Some((queue, _)) = asked else { return };
        let Some(taken) = decision.acts.first().and_then(|s| self.taken_from(*s, queue)) else { return };
        let is_direct = decision.behind || decision.when;
        let sign = if decision.when { "!=" } else { "==" };
        let repair = is_direct.then(|| {
            let name = self.name_of(taken.local).to_owned();
            let start = self.statement_span(decision.at).start;
            let declared = format!("{} {name} = {};{}", self.boxed_type(taken.local), taken.call, self.between(start));
            let edits = vec![
                Edit::insert(start, declared),
                Edit::replace(self.span(decision.test), format!("{name} {sign} null")),
                self.without(taken.at),
            ];
            Fix::new(format!("Write `{}` for both steps", taken.call), edits)
        });
        self.warn_queue(queue, &taken, repair);
    }

    /// A loop over a concurrent queue until it is empty.
    pub(super) fn queue_emptied(&mut self, s: StmtNo) {
        let Form::While { test, body } = self.body.statements[s.index()].form else { return };
        let Some((queue, true)) = self.some_in(test) else { return };
        let Some(taken) = self.block_of(body).first().and_then(|s| self.taken_from(*s, queue)) else { return };
        let local = &self.body.locals[taken.local.index()];
        let is_free = !local.captured && local.effectively_final && local.ty.span != racefree_grammar::Span::NONE;
        let repair = is_free.then(|| {
            let name = self.name_of(taken.local).to_owned();
            let start = self.statement_span(s).start;
            let edits = vec![
                Edit::insert(start, format!("{} {name};{}", self.boxed_type(taken.local), self.between(start))),
                Edit::replace(self.span(test), format!("({name} = {}) != null", taken.call)),
                self.without(taken.at),
            ];
            Fix::new(format!("Write `{}` for both steps", taken.call), edits)
        });
        self.warn_queue(queue, &taken, repair);
    }

    fn warn_queue(&mut self, queue: ExprNo, taken: &Taken, repair: Option<Fix>) {
        let name = self.words(queue);
        let message = format!(
            "`{name}` is concurrent, but to look and to take are two steps: another thread may take the last one between them (`{}` is one, and \
             gives `null` where there is nothing)",
            taken.call
        );
        self.warn_steps(self.statement_span(taken.at), message, repair);
    }

    /// The queue of which a condition asks if something is in it, and the value for which there is.
    fn some_in(&self, test: ExprNo) -> Option<(ExprNo, bool)> {
        let (queue, when) = match self.kind(test) {
            &Kind::Unary { operator: Operator::Not, operand } => {
                let (queue, when) = self.some_in(operand)?;
                (queue, !when)
            }
            Kind::Call(call) if self.it.text(call.name) == "isEmpty" => (call.target?, false),
            &Kind::Binary { operator, left, right } => {
                let is_zero = self.it.java.sources.at(self.span(right)).trim() == "0";
                let is_null = self.literal(right) == Some(Literal::Null);
                let (of, _) = match (is_zero, is_null) {
                    (true, _) => self.call_on(left, "size")?,
                    (_, true) => self.call_on(left, "peek")?,
                    _ => return None,
                };
                match operator {
                    Operator::NotEqual => (of, true),
                    Operator::Greater if is_zero => (of, true),
                    Operator::Equal => (of, false),
                    _ => return None,
                }
            }
            _ => return None,
        };
        self.is_concurrent_queue(queue).then_some((queue, when))
    }

    fn is_concurrent_queue(&self, e: ExprNo) -> bool {
        let is_one = |name: &str| {
            let is_queue = name.ends_with("Queue") || name.ends_with("Deque");
            is_queue && ["Concurrent", "Blocking", "Transfer"].iter().any(|word| name.contains(word))
        };
        let made = self.made_by(e).and_then(|made| made.strip_prefix("new "));
        let made = made.map(|made| made.split(['<', '(']).next().unwrap_or(made));
        is_one(self.it.last_name(self.ty(e))) || made.is_some_and(is_one)
    }

    /// The variable that a statement declares with what it takes out of a queue.
    fn taken_from(&self, s: StmtNo, queue: ExprNo) -> Option<Taken> {
        let (local, value) = self.declared(s)?;
        let call: &Call = self.as_call(value).filter(|call| call.arguments.is_empty() && !self.is_locked(call))?;
        let (_, takes) = TAKES.iter().find(|(name, _)| *name == self.it.text(call.name))?;
        let is_it = self.is_same(call.target?, queue);
        is_it.then(|| Taken { local, at: s, call: format!("{}.{takes}()", self.words(queue)) })
    }

    /// The type of a variable, of one that may be `null`.
    fn boxed_type(&self, local: LocalNo) -> String {
        let it = &self.body.locals[local.index()];
        let written = self.it.java.sources.at(it.ty.span).trim();
        let boxed = match written {
            "int" => "Integer",
            "char" => "Character",
            "" => "var",
            "long" | "short" | "byte" | "boolean" | "double" | "float" => {
                let (first, rest) = written.split_at(1);
                return format!("{}{rest}", first.to_uppercase());
            }
            other => other,
        };
        boxed.to_owned()
    }

    /// The look and the first step of a loop under one lock: `while (true) { T x; synchronized (l) { if (l.isEmpty()) break; x = l.remove(0); } … }`.
    pub(super) fn one_turn(&self, s: StmtNo, look: ExprNo, acts: &Call, lock: &str) -> Option<Fix> {
        let Form::While { test, body } = self.body.statements[s.index()].form else { return None };
        let first = *self.block_of(body).first()?;
        let (local, value) = self.declared(first)?;
        let negated = match *self.kind(test) {
            Kind::Unary { operator: Operator::Not, operand } if operand == look => self.words(operand),
            _ => format!("!({})", self.words(test)),
        };
        let is_whole = self.span(test).contains(self.span(look)) && !self.words(test).contains("&&");
        let is_first = self.as_call(value).is_some_and(|call| call.name_span == acts.name_span);
        let written = self.it.java.sources.at(self.body.locals[local.index()].ty.span).trim();
        if !is_whole
            || !is_first
            || written.is_empty()
            || !matches!(self.body.statements[body.index()].form, Form::Block(_))
        {
            return None;
        }
        let (name, place) = (self.name_of(local), self.statement_span(first));
        let line = self.between(place.start);
        let unit = if line.contains('\t') { "\t" } else { "    " };
        let inner = if line == " " { line.clone() } else { format!("{line}{unit}") };
        let step = format!(
            "{written} {name};{line}synchronized ({lock}) {{{inner}if ({negated}) break;{inner}{name} = {};{line}}}",
            self.words(value)
        );
        let edits = vec![Edit::replace(self.span(test), "true"), Edit::replace(place, step)];
        Some(Fix::new(format!("Hold `{lock}` for both steps"), edits))
    }
}
