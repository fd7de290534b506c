//! Atomic numbers, truth values and references that are read in one step and set in another.

use super::{Decision, Judge};
use crate::tree::body::{Call, ExprNo, Kind, Literal, LocalNo, Operator, StmtNo};
use crate::types::Ty;
use racefree_grammar::{Edit, Fix, Span};

/// Names for the value before, in a function that makes the next one.
pub(super) const OLD: &[&str] = &["old", "before", "last"];

/// Names for what an atomic had when code looked at it.
const SEEN: &[&str] = &["seen", "found", "now"];

/// A look at an atomic that a condition is about.
struct Look {
    own: ExprNo,
    /// The call of `get`.
    read: Span,
    /// The places in the condition that have its value.
    asked: Vec<Span>,
    /// The variable that has it, with the statement in front of the condition that declares it.
    by: Option<(LocalNo, StmtNo)>,
}

/// A statement that gives an atomic a value.
struct Change {
    at: StmtNo,
    /// The argument of `set`, or the number that is added.
    value: Option<ExprNo>,
    /// The sign of what is added; none, for `set`.
    adds: Option<&'static str>,
    /// The call, if code goes on with what it gives.
    result: Option<ExprNo>,
}

impl Judge<'_, '_> {
    /// Returns true for an object of an atomic class.
    fn is_atomic(&self, e: ExprNo) -> bool {
        self.it.last_name(self.ty(e)).starts_with("Atomic")
            && matches!(self.kind(e), Kind::Local(_) | Kind::Field { .. })
    }

    /// Returns true for an atomic that makes its next value by a function.
    pub(super) fn has_functions(&self, e: ExprNo) -> bool {
        matches!(self.it.last_name(self.ty(e)), "AtomicInteger" | "AtomicLong" | "AtomicReference")
    }

    /// `n.set(n.get() + 1)`, or with the value in a variable.
    pub(super) fn set_of_get(&mut self, all: &[StmtNo], at: usize, own: ExprNo, (call, value): (&Call, ExprNo)) {
        if !self.is_atomic(own) || self.is_locked(call) {
            return;
        }
        let (place, name) = (self.span(value), self.words(own));
        let reads = self.reads(place, own, "get");
        let repair = if reads.is_empty() {
            if !self.hangs_on_a_read(place, own) {
                return;
            }
            self.in_one_call(all, at, own, value).or_else(|| self.in_one_function(all, at, own, value))
        } else {
            let update = self.update(&name, own, value, &reads);
            let whole = self.statement_span(all[at]);
            update.map(|update| Fix::new(format!("Write `{update}`"), vec![Edit::replace(whole, format!("{update};"))]))
        };
        let is_swap = self.it.text(call.name) == "compareAndSet";
        let message = if is_swap {
            dropped(&name)
        } else {
            format!(
                "`{name}` is atomic, but `get` and `set` are two steps: another thread may set it between them (`updateAndGet` is one)"
            )
        };
        self.warn_steps(call.name_span, message, repair);
    }

    /// Returns true for a value with a variable that has what an atomic had, or a value made of that.
    fn hangs_on_a_read(&self, place: Span, own: ExprNo) -> bool {
        let mut next: Vec<LocalNo> = self.locals_in(place);
        let mut known = next.clone();
        while let Some(local) = next.pop() {
            for value in self.values_given(local) {
                let span = self.span(value);
                if !matches!(self.kind(value), Kind::Lambda(_)) && !self.reads(span, own, "get").is_empty() {
                    return true;
                }
                let added: Vec<LocalNo> = self.locals_in(span).into_iter().filter(|of| !known.contains(of)).collect();
                known.extend(&added);
                next.extend(added);
            }
        }
        false
    }

    /// The values that a variable gets.
    fn values_given(&self, local: LocalNo) -> Vec<ExprNo> {
        let assigned = self.body.expressions.iter().filter_map(|e| match e.kind {
            Kind::Assign { target, value } => {
                matches!(self.kind(target), Kind::Local(of) if *of == local).then_some(value)
            }
            _ => None,
        });
        let declared = (0..self.body.statements.len() as u32).filter_map(|s| self.declared(StmtNo(s)));
        declared.filter(|(of, _)| *of == local).map(|(_, value)| value).chain(assigned).collect()
    }

    fn locals_in(&self, place: Span) -> Vec<LocalNo> {
        let local = |e: &Kind| if let Kind::Local(local) = e { Some(*local) } else { None };
        self.inside(place).filter_map(|(_, e)| local(&e.kind)).collect()
    }

    /// The call that makes a value of the one before, which stands at `parts` of the expression.
    pub(super) fn update(&self, name: &str, own: ExprNo, value: ExprNo, parts: &[Span]) -> Option<String> {
        let call = |verb: &str, given: &str| format!("{name}.{verb}AndGet({given})");
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
        Some(call("update", &format!("{old} -> {}", self.with(place, parts, old))))
    }

    /// `if (n.get() < most) n.incrementAndGet();` and its like, also with the number in a variable.
    pub(super) fn number_decided(&mut self, decision: &Decision) {
        let Some(look) = self.look_at(decision) else { return };
        let own = look.own;
        let Some(change) = self.change(decision, own) else { return };
        let of = change.result.map_or_else(|| self.call_of(change.at), |result| self.as_call(result));
        let Some(call) = of.filter(|call| !self.is_locked(call)) else { return };
        let (span, name) = (call.name_span, self.words(own));
        let repair = self.at_once(decision, &look, &change);
        let is_swap = self.it.text(call.name) == "compareAndSet";
        let message = if is_swap {
            dropped(&name)
        } else {
            format!(
                "`{name}` is atomic, but to look and to set are two steps: another thread may set it between them (`compareAndSet` and `updateAndGet` are one)"
            )
        };
        self.warn_steps(span, message, repair);
    }

    /// The one look of a condition at an atomic: there, or in the statement in front of it.
    fn look_at(&self, decision: &Decision) -> Option<Look> {
        let place = self.span(decision.test);
        let looked = self.inside(place).find_map(|(e, _)| {
            let (own, given) = self.call_on(e, "get")?;
            (given.is_empty() && self.is_atomic(own)).then_some(own)
        });
        if let Some(own) = looked {
            let reads = self.reads(place, own, "get");
            let [read] = reads[..] else { return None };
            return Some(Look { own, read, asked: vec![read], by: None });
        }
        let at = self.statement_span(decision.at).start;
        let all = (0..self.body.statements.len() as u32).map(StmtNo);
        let before = all.filter(|s| self.statement_span(*s).end <= at).filter_map(|s| Some((s, self.declared(s)?)));
        let (s, (local, value)) = before.max_by_key(|(s, _)| self.statement_span(*s).end)?;
        let (own, given) = self.call_on(value, "get")?;
        let asked = self.places_of(place, local);
        let is_next = self.it.java.sources.at(Span::new(self.statement_span(s).end, at)).trim().is_empty();
        let is_it = given.is_empty() && self.is_atomic(own) && self.body.locals[local.index()].effectively_final;
        (is_it && is_next && !asked.is_empty()).then(|| Look {
            own,
            read: self.span(value),
            asked,
            by: Some((local, s)),
        })
    }

    /// The first statement of a decision that gives an atomic a value, if those before it do not use that.
    fn change(&self, decision: &Decision, own: ExprNo) -> Option<Change> {
        let is_own = |call: &Call| call.target.is_some_and(|of| self.is_same(of, own));
        let (at, call, result) =
            decision.acts.iter().find_map(|s| match self.call_of(*s).filter(|call| is_own(call)) {
                Some(call) => Some((*s, call, None)),
                None => {
                    let result = self.result_of_change(*s, own)?;
                    Some((*s, self.as_call(result)?, Some(result)))
                }
            })?;
        // In front of it, code only looks.
        let before = decision.acts.iter().take_while(|s| **s != at).map(|s| self.statement_span(*s));
        let changes = |span: Span| {
            let mut calls = self.inside(span).filter_map(|(e, _)| self.as_call(e)).filter(|call| is_own(call));
            calls.any(|call| self.it.text(call.name) != "get")
        };
        if before.into_iter().any(changes) {
            return None;
        }
        let (adds, value) = match (self.it.text(call.name), &call.arguments[..]) {
            ("set", [value]) => (None, Some(*value)),
            // An answer that nobody looks at.
            ("compareAndSet", [old, value]) if matches!(self.kind(*old), Kind::Local(_)) => (None, Some(*value)),
            ("incrementAndGet" | "getAndIncrement", []) => (Some("+"), None),
            ("decrementAndGet" | "getAndDecrement", []) => (Some("-"), None),
            ("addAndGet" | "getAndAdd", [value]) => (Some("+"), Some(*value)),
            _ => return None,
        };
        Some(Change { at, value, adds, result })
    }

    /// The repair of a look and a change: one call that does both.
    fn at_once(&self, decision: &Decision, look: &Look, change: &Change) -> Option<Fix> {
        let (own, name) = (look.own, self.words(look.own));
        let at = decision.acts.iter().position(|s| *s == change.at)?;
        if let (None, Some(value)) = (change.adds, change.value)
            && let Some(expected) = self.expected(decision, look)
        {
            let given = self.words(value);
            let is_pure =
                self.is_plain(self.span(value), &[], false) && self.reads(self.span(value), own, "get").is_empty();
            let test = format!("{name}.compareAndSet({expected}, {given})");
            let is_pure = is_pure && at == 0 && look.by.is_none() && !self.is_boxed_anew(look.read, &expected);
            return is_pure.then(|| self.by_test(decision, change, &test));
        }
        // A statement in front of it would come behind it.
        if !self.are_quiet(&decision.acts[..at])
            || !look.asked.iter().all(|part| self.is_evaluated(decision.test, *part, decision.when))
        {
            return None;
        }
        let is_inner = !self.is_plain(self.span(decision.test), &look.asked, false);
        if !self.has_functions(own) || is_inner || self.it.last_name(self.ty(own)) == "AtomicReference" {
            return None;
        }
        let old = self.fresh(OLD);
        let new = self.next(change, look, old)?;
        let asked = self.with(self.span(decision.test), &look.asked, old);
        let (yes, no) = if decision.when { (new, old.to_owned()) } else { (old.to_owned(), new) };
        let function = format!("{old} -> {asked} ? {yes} : {no}");
        let is_alone = decision.when && decision.acts.len() == 1 && decision.others.as_ref().is_some_and(Vec::is_empty);
        let is_alone = is_alone && change.result.is_none();
        let whole = self.statement_span(decision.at);
        let rest = Span::new(whole.end, u32::MAX);
        let first = match look.by {
            Some((local, s)) if self.places_of(rest, local).is_empty() => Some(self.statement_span(s).start),
            Some(_) => None,
            None => Some(whole.start),
        };
        if let Some(start) = first.filter(|_| is_alone) {
            let call = format!("{name}.updateAndGet({function})");
            let edit = Edit::replace(Span::new(start, whole.end), format!("{call};"));
            return Some(Fix::new(format!("Write `{call}`"), vec![edit]));
        }
        let call = format!("{name}.getAndUpdate({function})");
        let told: Vec<Span> =
            decision.acts[..at].iter().flat_map(|s| self.reads(self.statement_span(*s), own, "get")).collect();
        let seen = look.by.map_or_else(|| self.fresh(SEEN), |(local, _)| self.name_of(local));
        let mut edits = vec![match change.result {
            Some(result) => self.in_terms_of(change.at, result, seen, self.next(change, look, seen)?),
            None => self.without(change.at),
        }];
        edits.extend(told.iter().map(|read| Edit::replace(*read, seen)));
        if look.by.is_some() || told.is_empty() && change.result.is_none() {
            edits.push(Edit::replace(look.read, call.clone()));
        } else {
            edits.push(Edit::replace(look.read, seen));
            edits.push(self.in_front(decision.at, &format!("{} {seen} = {call};", self.number_type(own)))?);
        }
        edits.sort();
        Some(Fix::new(format!("Look at what `{call}` gives"), edits))
    }

    /// Returns true for a box that an atomic compares by identity with one of a number that may be made anew: small ones are made once.
    fn is_boxed_anew(&self, read: Span, expected: &str) -> bool {
        let Some((e, _)) = self.inside(read).find(|(_, e)| e.span == read) else { return false };
        let is_once = match self.it.last_name(self.ty(e)) {
            "Integer" | "Long" | "Short" => {
                expected.trim_end_matches(['l', 'L']).parse::<i64>().is_ok_and(|n| (-128..128).contains(&n))
            }
            "Byte" | "Boolean" => true,
            "Character" => expected.is_ascii(),
            "Double" | "Float" | "Number" | "Object" => false,
            _ => return false,
        };
        !is_once && expected != "null"
    }

    fn number_type(&self, own: ExprNo) -> &'static str {
        if self.it.last_name(self.ty(own)) == "AtomicLong" { "long" } else { "int" }
    }

    /// A statement in front of another one of a block.
    fn in_front(&self, s: StmtNo, added: &str) -> Option<Edit> {
        let start = self.statement_span(s).start;
        let before = &self.it.java.sources.text()[..start as usize];
        let line = before.rsplit('\n').next().unwrap_or_default();
        let feed = if line.trim().is_empty() { format!("\n{line}") } else { " ".to_owned() };
        before.trim_end().ends_with(['{', ';', '}']).then(|| Edit::insert(start, format!("{added}{feed}")))
    }

    /// The value that an atomic gets, in terms of the one before.
    fn next(&self, change: &Change, look: &Look, old: &str) -> Option<String> {
        match (change.adds, change.value) {
            (None, Some(value)) => {
                let mut parts = self.reads(self.span(value), look.own, "get");
                parts.extend(look.by.iter().flat_map(|(local, _)| self.places_of(self.span(value), *local)));
                self.is_plain(self.span(value), &parts, false).then(|| self.with(self.span(value), &parts, old))
            }
            (Some(sign), None) => Some(format!("{old} {sign} 1")),
            (Some(sign), Some(value)) => {
                let (sign, value) = match *self.kind(value) {
                    Kind::Unary { operator: Operator::Subtract, operand } => ("-", operand),
                    _ => (sign, value),
                };
                let is_simple = matches!(self.kind(value), Kind::Local(_) | Kind::Literal(_));
                let is_plain = self.is_plain(self.span(value), &[], false) && is_simple;
                is_plain.then(|| format!("{old} {sign} {}", self.words(value)))
            }
            (None, None) => None,
        }
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
    fn expected(&self, decision: &Decision, look: &Look) -> Option<String> {
        let is_read = |e: ExprNo| look.asked == [self.span(e)];
        match self.kind(decision.test) {
            Kind::Call(_) | Kind::Local(_) if is_read(decision.test) => Some(decision.when.to_string()),
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

/// The message about a `compareAndSet` whose answer is dropped.
fn dropped(name: &str) -> String {
    format!(
        "`compareAndSet` does nothing if another thread has set `{name}` before, and nobody looks at its answer: the code goes on as if it had"
    )
}
