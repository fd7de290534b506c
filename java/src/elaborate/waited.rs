//! Arrays and lists of threads that `main` waits for: all are over behind a loop that goes through all and waits for each, if nothing was taken
//! out before.

use super::Elaborator;
use super::started::{Around, Threads};
use crate::tree::body::{Body, Call, ExprNo, Form, Kind, LocalNo, StmtNo};
use racefree_grammar::Span;

/// True for the head of a loop over an index that goes up by one.
fn counts(head: &str, i: &str) -> bool {
    head.starts_with(&format!("for(int{i}="))
        && [format!(";{i}++)"), format!(";++{i})")].iter().any(|step| head.ends_with(step))
}

/// True for a loop's body with a jump after which this code goes on: the loop may end before all is gone through.
pub(super) fn leaves(body: &Body, inner: StmtNo) -> bool {
    let within = body.statements[inner.index()].span;
    let catches = |form: &Form| matches!(form, Form::Try { catches, .. } if !catches.is_empty());
    let caught = body.statements.iter().any(|s| catches(&s.form) && s.span.contains(within));
    let jumps = |form: &Form| match form {
        Form::Break(_) | Form::Continue(_) => true,
        Form::Throw(_) => caught,
        _ => false,
    };
    body.statements.iter().any(|s| within.contains(s.span) && jumps(&s.form))
}

/// The variable that is the index of an element.
fn index_of(body: &Body, e: ExprNo) -> Option<LocalNo> {
    let Kind::Element { index, .. } = &body.expressions[e.index()].kind else { return None };
    match body.expressions[index.index()].kind {
        Kind::Local(local) => Some(local),
        _ => None,
    }
}

/// The variable of an expression: its own, or that of an element's array.
pub(super) fn local_of(body: &Body, e: ExprNo) -> Option<LocalNo> {
    match body.expressions[e.index()].kind {
        Kind::Local(local) => Some(local),
        Kind::Element { array, .. } => match body.expressions[array.index()].kind {
            Kind::Local(local) => Some(local),
            _ => None,
        },
        _ => None,
    }
}

/// True for a time to wait that may be over before all tasks are: less than a second, as far as the text says it.
fn is_short(time: &str, unit: &str) -> bool {
    let number = time.trim_end_matches(['L', 'l']).parse::<u64>().ok();
    match unit.rsplit('.').next().unwrap_or(unit) {
        "SECONDS" | "MINUTES" | "HOURS" | "DAYS" => number == Some(0),
        "MILLISECONDS" => number.is_none_or(|n| n < 1_000),
        "MICROSECONDS" => number.is_none_or(|n| n < 1_000_000),
        "NANOSECONDS" => number.is_none_or(|n| n < 1_000_000_000),
        _ => false,
    }
}

impl Elaborator<'_> {
    /// True for an `awaitTermination` with such a time.
    pub(super) fn is_short_wait(&self, body: &Body, call: &Call) -> bool {
        let text = |e: ExprNo| self.java.sources.at(body.expressions[e.index()].span).trim();
        let [time, unit] = call.arguments[..] else { return false };
        self.text(call.name) == "awaitTermination" && is_short(text(time), text(unit))
    }

    /// True for an element that no other turn of the loop around has: its index is the variable that the loop counts.
    pub(super) fn is_of_turn(&self, body: &Body, target: ExprNo, around: &Around) -> bool {
        let name = index_of(body, target).map(|index| self.text(body.locals[index.index()].name));
        name.zip(around.head.as_ref()).is_some_and(|(i, head)| counts(head, i))
    }

    /// True for the head of a loop whose bound is a number, a length, or a variable or field that nothing assigns again.
    pub(super) fn has_fixed_bound(&self, body: &Body, head: &str) -> bool {
        let bound = head.split_once('<').and_then(|(_, rest)| rest.split_once(';')).map_or("", |(bound, _)| bound);
        let name = bound.rsplit('.').next().unwrap_or(bound);
        let is_number = !bound.is_empty() && bound.bytes().all(|b| b.is_ascii_digit());
        let locals = body.locals.iter().filter(|of| self.text(of.name) == name);
        let fields = self.java.fields.iter().filter(|of| self.text(of.name) == name);
        let all: Vec<bool> =
            locals.map(|of| of.effectively_final).chain(fields.map(|of| of.modifiers.is_final())).collect();
        is_number || matches!(name, "length" | "size()") || !all.is_empty() && all.iter().all(|fixed| *fixed)
    }

    /// True for a statement that does nothing but wait for threads, and tasks.
    pub(super) fn only_waits(&self, body: &Body, s: StmtNo) -> bool {
        match &body.statements[s.index()].form {
            &Form::Expression(e) => {
                matches!(&body.expressions[e.index()].kind, Kind::Call(call) if matches!(self.text(call.name), "join" | "get"))
            }
            Form::Block(all) => all.iter().all(|s| self.only_waits(body, *s)),
            &Form::For { body: inner, .. } | &Form::ForEach { body: inner, .. } => self.only_waits(body, inner),
            _ => false,
        }
    }

    /// True for an array or a list that has all that was put into it: elements are assigned at one place, or all in front of a place, and nothing is
    /// taken out of it by this code or by other.
    fn keeps_its_own(&self, threads: &Threads<'_>, of: LocalNo, before: Option<Span>) -> bool {
        let body = threads.body;
        let is_it = |e: &ExprNo| matches!(body.expressions[e.index()].kind, Kind::Local(local) if local == of);
        let (mut uses, mut known, mut stores) = (0, 0, 0);
        for e in &body.expressions {
            match &e.kind {
                Kind::Local(local) => uses += usize::from(*local == of),
                Kind::Element { array, .. } | Kind::Length(array) => known += usize::from(is_it(array)),
                Kind::Call(call) => {
                    let keeps = match self.text(call.name) {
                        "add" => call.arguments.len() == 1,
                        name => matches!(name, "size" | "get" | "isEmpty" | "contains"),
                    };
                    known += usize::from(keeps && call.target.is_some_and(|t| is_it(&t)));
                }
                Kind::Assign { target, .. } => {
                    if let Kind::Element { array, .. } = &body.expressions[target.index()].kind {
                        let is_early = before.is_some_and(|before| e.span.end <= before.start);
                        stores += usize::from(is_it(array) && !is_early);
                    }
                }
                _ => {}
            }
        }
        let over = body.statements.iter().filter(|s| matches!(&s.form, Form::ForEach { over, .. } if is_it(over)));
        let is_kept = match before {
            Some(_) => stores == 0,
            None => stores <= 1 && !threads.scattered.contains(&of),
        };
        uses == known + over.count() && is_kept
    }

    /// A thread or a task is waited for, by the variable that is or has the target of a call; or all of an array or a list, which nothing else may
    /// change.
    pub(super) fn joined(&self, threads: &mut Threads<'_>, target: ExprNo, around: &Around) {
        let body = threads.body;
        let Some(of) = local_of(body, target) else { return };
        if let Some((each, all)) = around.each
            && each == of
        {
            if !around.unsure {
                let keeps = self.keeps_its_own(threads, all, None);
                let started = threads.running.iter().filter(|job| job.by == Some(all)).map(|job| job.of_all);
                let ended = started.map(|at| keeps || at.is_some_and(|at| self.keeps_its_own(threads, all, Some(at))));
                if ended.collect::<Vec<bool>>().into_iter().all(|ended| ended) {
                    threads.running.retain(|job| job.by != Some(all));
                }
            }
            return;
        }
        let is_element = matches!(body.expressions[target.index()].kind, Kind::Element { .. });
        let text = |local: LocalNo| self.text(body.locals[local.index()].name);
        // An index that is no variable is no loop's.
        let index = is_element.then(|| index_of(body, target).map_or("", text));
        let all = index.map(|i| ["length", "size()"].map(|n| format!("for(int{i}=0;{i}<{}.{n};", text(of))));
        let keeps = self.keeps_its_own(threads, of, None);
        let is_own = body.locals[of.index()].part == 0;
        threads.running.retain(|job| {
            // All elements: by a loop of the same head, or up to the length.
            let whole = match (&around.head, index) {
                (Some(own), Some(i)) => {
                    let whole = Some(own) == job.head.as_ref() || all.iter().flatten().any(|all| own.starts_with(all));
                    !around.unsure && whole && counts(own, i) && keeps
                }
                // One after the other, each in its turn.
                (Some(own), None) => !around.unsure && Some(own) == job.head.as_ref(),
                (None, _) => job.head.is_none() && !around.perhaps,
            };
            !(job.by == Some(of) && whole && is_own)
        });
    }
}
