//! Atomic numbers, truth values and references that are read in one step and set in another.

use super::{Decision, Judge};
use crate::tree::body::{Call, ExprNo, Kind, Literal, Operator, StmtNo};
use crate::types::Ty;
use racefree_grammar::{Edit, Fix, Span};

/// Names for the value before, in a function that makes the next one.
const OLD: &[&str] = &["old", "before", "last"];

/// A statement that gives an atomic a value.
struct Change {
    at: StmtNo,
    /// The argument of `set`, or the number that is added.
    value: Option<ExprNo>,
    /// The sign of what is added; none, for `set`.
    adds: Option<&'static str>,
}

impl Judge<'_, '_> {
    /// Returns true for an object of an atomic class.
    fn is_atomic(&self, e: ExprNo) -> bool {
        self.it.last_name(self.ty(e)).starts_with("Atomic")
            && matches!(self.kind(e), Kind::Local(_) | Kind::Field { .. })
    }

    /// Returns true for an atomic that makes its next value by a function.
    fn has_functions(&self, e: ExprNo) -> bool {
        matches!(self.it.last_name(self.ty(e)), "AtomicInteger" | "AtomicLong" | "AtomicReference")
    }

    /// `n.set(n.get() + 1)`, or with the value in a variable.
    pub(super) fn set_of_get(
        &mut self,
        before: Option<StmtNo>,
        s: StmtNo,
        own: ExprNo,
        (call, value): (&Call, ExprNo),
    ) {
        if !self.is_atomic(own) || self.is_locked(call) {
            return;
        }
        let (place, name) = (self.span(value), self.words(own));
        let reads = self.reads(place, own, "get");
        let declared = |s: StmtNo| {
            let (local, read) = self.declared(s)?;
            let (of, given) = self.call_on(read, "get")?;
            let is_it = given.is_empty() && self.is_same(of, own) && !self.places_of(place, local).is_empty();
            is_it.then_some((local, read))
        };
        let repair = if reads.is_empty() {
            let all = (0..self.body.statements.len() as u32).map(StmtNo);
            if !all.clone().any(|s| declared(s).is_some()) {
                return;
            }
            before.and_then(|before| {
                let (local, read) = declared(before)?;
                let parts = self.places_of(place, local);
                let is_one = self.body.locals[local.index()].effectively_final;
                let update = self.update(&name, own, value, &parts, "getAnd").filter(|_| is_one)?;
                let edits = vec![Edit::replace(self.span(read), update.clone()), self.without(s)];
                Some(Fix::new(format!("Write `{update}`, and no `set`"), edits))
            })
        } else {
            let update = self.update(&name, own, value, &reads, "AndGet");
            let whole = self.statement_span(s);
            update.map(|update| Fix::new(format!("Write `{update}`"), vec![Edit::replace(whole, format!("{update};"))]))
        };
        let message = format!(
            "`{name}` is atomic, but `get` and `set` are two steps: another thread may set it between them (`updateAndGet` is one)"
        );
        self.warn_steps(call.name_span, message, repair);
    }

    /// The call that makes a value of the one before, which stands at `parts` of the expression.
    fn update(&self, name: &str, own: ExprNo, value: ExprNo, parts: &[Span], form: &str) -> Option<String> {
        let call = |verb: &str, given: &str| match form {
            "getAnd" => format!("{name}.getAnd{}{}({given})", verb[..1].to_uppercase(), &verb[1..]),
            _ => format!("{name}.{verb}AndGet({given})"),
        };
        if let &Kind::Binary { operator: operator @ (Operator::Add | Operator::Subtract), left, right } =
            self.kind(value)
        {
            let adds = operator == Operator::Add;
            let is_number = matches!(self.it.last_name(self.ty(own)), "AtomicInteger" | "AtomicLong");
            let is_first = parts == [self.span(left)];
            let is_one =
                self.literal(right) == Some(Literal::Number) && matches!(self.words(right).as_str(), "1" | "1L");
            if is_number && is_first && is_one {
                return Some(call(if adds { "increment" } else { "decrement" }, ""));
            }
            let fits = self.ty(right) == Ty::INT
                || self.ty(right) == Ty::LONG && self.it.last_name(self.ty(own)) == "AtomicLong";
            let is_simple = matches!(self.kind(right), Kind::Local(_) | Kind::Literal(_) | Kind::Field { .. });
            if is_number && is_first && fits && is_simple {
                let sign = if adds { "" } else { "-" };
                return Some(call("add", &format!("{sign}{}", self.words(right))));
            }
        }
        let place = self.span(value);
        if !self.has_functions(own) || !self.is_plain(place, parts, false) {
            return None;
        }
        let old = self.fresh(OLD);
        Some(
            call("update", &format!("{old} -> {}", self.with(place, parts, old)))
                .replace("getAndUpdateAndGet", "getAndUpdate"),
        )
    }

    /// `if (n.get() < most) n.incrementAndGet();` and its like.
    pub(super) fn number_decided(&mut self, decision: &Decision) {
        let place = self.span(decision.test);
        let looked = self.inside(place).find_map(|(e, _)| {
            let (own, given) = self.call_on(e, "get")?;
            (given.is_empty() && self.is_atomic(own)).then_some(own)
        });
        let Some(own) = looked else { return };
        let reads = self.reads(place, own, "get");
        let [read] = reads[..] else { return };
        let Some(change) = self.change(decision, own) else { return };
        let Some(call) = self.call_of(change.at).filter(|call| !self.is_locked(call)) else { return };
        let (span, name) = (call.name_span, self.words(own));
        let repair = self.at_once(decision, own, read, &change);
        let message = format!(
            "`{name}` is atomic, but to look and to set are two steps: another thread may set it between them (`compareAndSet` and `updateAndGet` are one)"
        );
        self.warn_steps(span, message, repair);
    }

    /// The first statement of a decision that gives an atomic a value, if those before it do not use that.
    fn change(&self, decision: &Decision, own: ExprNo) -> Option<Change> {
        let name = self.words(own);
        let mentions = |s: &StmtNo| self.it.java.sources.at(self.statement_span(*s)).contains(&name);
        let at = *decision.acts.iter().find(|s| mentions(s))?;
        let call = self.call_of(at)?;
        if !call.target.is_some_and(|of| self.is_same(of, own)) {
            return None;
        }
        let (adds, value) = match (self.it.text(call.name), &call.arguments[..]) {
            ("set", [value]) => (None, Some(*value)),
            ("incrementAndGet" | "getAndIncrement", []) => (Some("+"), None),
            ("decrementAndGet" | "getAndDecrement", []) => (Some("-"), None),
            ("addAndGet" | "getAndAdd", [value]) => (Some("+"), Some(*value)),
            _ => return None,
        };
        Some(Change { at, value, adds })
    }

    /// The repair of a look and a change: one call that does both.
    fn at_once(&self, decision: &Decision, own: ExprNo, read: Span, change: &Change) -> Option<Fix> {
        let name = self.words(own);
        if let (None, Some(value)) = (change.adds, change.value)
            && let Some(expected) = self.expected(decision, read)
        {
            let given = self.words(value);
            let is_pure =
                self.is_plain(self.span(value), &[], false) && self.reads(self.span(value), own, "get").is_empty();
            let test = format!("{name}.compareAndSet({expected}, {given})");
            let is_pure = is_pure && decision.acts.first() == Some(&change.at);
            return is_pure.then(|| self.by_test(decision, change, &test));
        }
        // A statement in front of it would come behind it.
        if decision.acts.first() != Some(&change.at) || !self.is_evaluated(decision.test, read, decision.when) {
            return None;
        }
        let is_inner = !self.is_plain(self.span(decision.test), &[read], false);
        if !self.has_functions(own) || is_inner || self.it.last_name(self.ty(own)) == "AtomicReference" {
            return None;
        }
        let old = self.fresh(OLD);
        let new = match (change.adds, change.value) {
            (None, Some(value)) => {
                let parts = self.reads(self.span(value), own, "get");
                self.is_plain(self.span(value), &parts, false).then(|| self.with(self.span(value), &parts, old))?
            }
            (Some(sign), None) => format!("{old} {sign} 1"),
            (Some(sign), Some(value)) => {
                let is_simple = matches!(self.kind(value), Kind::Local(_) | Kind::Literal(_));
                let is_plain = self.is_plain(self.span(value), &[], false) && is_simple;
                is_plain.then(|| format!("{old} {sign} {}", self.words(value)))?
            }
            (None, None) => return None,
        };
        let asked = self.with(self.span(decision.test), &[read], old);
        let (yes, no) = if decision.when { (new, old.to_owned()) } else { (old.to_owned(), new) };
        let function = format!("{old} -> {asked} ? {yes} : {no}");
        let is_alone = decision.when && decision.acts.len() == 1 && decision.others.as_ref().is_some_and(Vec::is_empty);
        if is_alone {
            let call = format!("{name}.updateAndGet({function})");
            let whole = self.statement_span(decision.at);
            return Some(Fix::new(format!("Write `{call}`"), vec![Edit::replace(whole, format!("{call};"))]));
        }
        let call = format!("{name}.getAndUpdate({function})");
        let edits = vec![Edit::replace(read, call.clone()), self.without(change.at)];
        Some(Fix::new(format!("Look at what `{call}` gives"), edits))
    }

    /// Returns true if a part of a condition is evaluated whenever the condition has a value.
    fn is_evaluated(&self, test: ExprNo, part: Span, when: bool) -> bool {
        match *self.kind(test) {
            Kind::Unary { operator: Operator::Not, operand } => self.is_evaluated(operand, part, !when),
            Kind::Binary { operator: operator @ (Operator::And | Operator::Or), left, right } => {
                let side = if self.span(left).contains(part) { left } else { right };
                when == (operator == Operator::And) && self.is_evaluated(side, part, when)
            }
            Kind::Conditional { .. } => false,
            _ => true,
        }
    }

    /// The value that an atomic must have for the statements to run, if the condition asks for one.
    fn expected(&self, decision: &Decision, read: Span) -> Option<String> {
        let is_read = |e: ExprNo| self.span(e) == read;
        match self.kind(decision.test) {
            Kind::Call(_) if is_read(decision.test) => Some(decision.when.to_string()),
            &Kind::Unary { operator: Operator::Not, operand } if is_read(operand) => Some((!decision.when).to_string()),
            &Kind::Binary { operator, left, right } => {
                let equal = match operator {
                    Operator::Equal => decision.when,
                    Operator::NotEqual => !decision.when,
                    _ => false,
                };
                let other = if is_read(left) { right } else { left };
                let is_one = is_read(left) != is_read(right) && self.is_plain(self.span(other), &[], false);
                (equal && is_one).then(|| self.words(other))
            }
            _ => None,
        }
    }

    /// A call that is true if it does what a decision is about, in the place of the condition.
    pub(super) fn by_test_at(&self, decision: &Decision, act: StmtNo, test: &str, negated: &str) -> Fix {
        let (test, whole) = (if decision.when { test } else { negated }, self.statement_span(decision.at));
        let is_alone = decision.when && decision.acts.len() == 1 && decision.others.as_ref().is_some_and(Vec::is_empty);
        if is_alone {
            let call = test.split(" == ").next().unwrap_or(test);
            return Fix::new(format!("Write `{call}`"), vec![Edit::replace(whole, format!("{call};"))]);
        }
        let edits = vec![Edit::replace(self.span(decision.test), test), self.without(act)];
        Fix::new(format!("Write `{test}` for both steps"), edits)
    }

    fn by_test(&self, decision: &Decision, change: &Change, test: &str) -> Fix {
        self.by_test_at(decision, change.at, test, &format!("!{test}"))
    }
}
