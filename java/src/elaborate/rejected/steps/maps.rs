//! Concurrent maps and sets that are looked at in one step and changed in another.

use super::{Decision, Judge};
use crate::tree::FieldNo;
use crate::tree::body::{Call, ExprNo, Form, Kind, Literal, LocalNo, Operator, StmtNo};
use crate::types::Ty;
use racefree_grammar::{Edit, Fix, Span};

/// Names for the key in a function that makes a value.
const KEYS: &[&str] = &["key", "same", "of"];

/// Names for a value in a function that makes the next one.
const VALUES: &[&str] = &["old", "before", "known"];

/// A look: what it asks for in which collection.
struct Look {
    of: ExprNo,
    key: ExprNo,
    /// The condition is true if there is one.
    present: bool,
    /// The variable with the value, and the statement that declares it.
    value: Option<(LocalNo, StmtNo)>,
}

impl Judge<'_, '_> {
    /// A condition that asks if a concurrent collection has something.
    fn look(&self, test: ExprNo) -> Option<Look> {
        match self.kind(test) {
            &Kind::Unary { operator: Operator::Not, operand } => {
                let look = self.look(operand)?;
                Some(Look { present: !look.present, ..look })
            }
            Kind::Call(call) => {
                let (of, [key]) = (call.target?, &call.arguments[..]) else { return None };
                let asks = match self.it.text(call.name) {
                    "containsKey" => self.is_concurrent_map(of),
                    "contains" => self.is_concurrent_set(of) || self.is_copied_list(of),
                    _ => false,
                };
                asks.then_some(Look { of, key: *key, present: true, value: None })
            }
            &Kind::Binary { operator: operator @ (Operator::Equal | Operator::NotEqual), left, right } => {
                let present = operator == Operator::NotEqual;
                let is_null = |e| self.literal(e) == Some(Literal::Null);
                let asked = if is_null(right) { left } else { right };
                if !is_null(left) && !is_null(right) {
                    return None;
                }
                if let &Kind::Local(local) = self.kind(asked) {
                    let all = (0..self.body.statements.len() as u32).map(StmtNo);
                    let (s, value) =
                        all.filter_map(|s| Some((s, self.declared(s)?))).find(|(_, (of, _))| *of == local)?;
                    let (of, [key]) = self.call_on(value.1, "get")? else { return None };
                    let it = Look { of, key: *key, present, value: Some((local, s)) };
                    return self.is_concurrent_map(of).then_some(it);
                }
                let (of, [key]) = self.call_on(asked, "get")? else { return None };
                self.is_concurrent_map(of).then_some(Look { of, key: *key, present, value: None })
            }
            _ => None,
        }
    }

    /// A look into a concurrent map, and a change that depends on it.
    pub(super) fn map_decided(&mut self, decision: &Decision) {
        let Some(look) = self.look(decision.test) else { return };
        // Of two branches, one that puts where there is nothing yet has both.
        if look.present == decision.when {
            return;
        }
        let name = self.words(look.of);
        let is_act = |s: &&StmtNo| {
            let call = self.call_of(**s)?;
            let is_it = call.target.is_some_and(|of| self.is_same(of, look.of))
                && self.is_same(*call.arguments.first()?, look.key);
            is_it.then(|| match self.it.text(call.name) {
                "put" | "add" => true,
                // Its answer is not looked at, and code goes on with the new value.
                "putIfAbsent" => self.goes_on_with_own(&look, call),
                _ => false,
            })
        };
        let Some(&act) = decision.acts.iter().find(|s| is_act(s) == Some(true)) else { return };
        let Some(call) = self.call_of(act).filter(|call| !self.is_locked(call)) else { return };
        let (span, is_set) = (call.name_span, self.it.text(call.name) == "add");
        let is_list = is_set && self.is_copied_list(look.of);
        let repair = match is_set {
            true if is_list => self.added_to_list(decision, act),
            true => self.added(decision, act),
            false => self.put_decided(decision, &look, act),
        };
        let puts_too = |s: &StmtNo| self.put_of(*s).is_some_and(|(of, _)| self.is_same(of, look.of));
        let way = match (is_set, look.value) {
            (true, _) if is_list => "`addIfAbsent` of a `CopyOnWriteArrayList` is one",
            (true, _) => "`add` is one, and says if it was new",
            _ if decision.others.iter().flatten().any(puts_too) => "`merge` is one, for both branches",
            (_, Some(_)) => "`computeIfAbsent` is one",
            _ => "`putIfAbsent` is one",
        };
        let message = format!(
            "`{name}` is concurrent, but to look and to put are two steps: another thread may put between them ({way})"
        );
        self.warn_steps(span, message, repair);
        // A put of the other branch is the same slip.
        for other in decision.others.iter().flatten() {
            let own = self.call_of(*other).filter(|call| call.target.is_some_and(|of| self.is_same(of, look.of)));
            self.known_steps.extend(own.map(|call| call.name_span));
        }
    }

    /// `if (s.add(x)) …` for `if (!s.contains(x)) { s.add(x); … }`.
    fn added(&self, decision: &Decision, act: StmtNo) -> Option<Fix> {
        let is_first = decision.acts.first() == Some(&act);
        let text = self.it.java.sources.at(self.statement_span(act)).trim_end_matches(';').trim().to_owned();
        is_first.then(|| self.by_test_at(decision, act, &text, &format!("!{text}")))
    }

    /// One call for a look and a put.
    fn put_decided(&self, decision: &Decision, look: &Look, act: StmtNo) -> Option<Fix> {
        let (_, [_, value]) = self.put_of(act)? else { return None };
        if let Some(others) = decision.others.as_ref().filter(|others| !others.is_empty()) {
            return self.either(decision, look, *value, others);
        }
        match look.value {
            Some((local, declared)) => self.made_where_absent(decision, look, act, (local, declared)),
            None => {
                let (name, key) = (self.words(look.of), self.words(look.key));
                let place = self.span(*value);
                let is_alone = decision.when && decision.acts.len() == 1;
                let is_simple = self.is_plain(place, &[], false);
                if is_simple && (is_alone || decision.acts.first() == Some(&act)) {
                    let call = format!("{name}.putIfAbsent({key}, {})", self.words(*value));
                    return Some(self.by_test_at(
                        decision,
                        act,
                        &format!("{call} == null"),
                        &format!("{call} != null"),
                    ));
                }
                let new = self.fresh(KEYS);
                // A value that is made is made only where it is wanted.
                let call = format!("{name}.computeIfAbsent({key}, {new} -> {})", self.words(*value));
                let is_sure = self.is_plain(place, &[], true);
                let fix = Fix::new(
                    format!("Write `{call}`"),
                    vec![Edit::replace(self.statement_span(decision.at), format!("{call};"))],
                );
                is_alone.then(|| fix.if_sure(is_sure))
            }
        }
    }

    /// `v = m.computeIfAbsent(k, …)` for `v = m.get(k); if (v == null) { v = …; m.put(k, v); }`.
    fn made_where_absent(
        &self,
        decision: &Decision,
        look: &Look,
        act: StmtNo,
        (local, declared): (LocalNo, StmtNo),
    ) -> Option<Fix> {
        if !decision.when {
            return None;
        }
        let (_, [_, put]) = self.put_of(act)? else { return None };
        let made = match decision.acts[..] {
            [make, last] if last == act => {
                let Form::Expression(e) = self.body.statements[make.index()].form else {
                    return None;
                };
                let &Kind::Assign { target, value } = self.kind(e) else { return None };
                let is_it = matches!(self.kind(target), Kind::Local(of) if *of == local) && self.is_same(target, *put);
                is_it.then_some(value)?
            }
            _ => return None,
        };
        // Nothing stands between the look and the condition that may change either.
        let between = Span::new(self.statement_span(declared).end, self.statement_span(decision.at).start);
        let (_, read) = self.declared(declared)?;
        if !self.it.java.sources.at(between).trim().is_empty() || self.assignments(local) != 1 {
            return None;
        }
        let (name, key, new) = (self.words(look.of), self.words(look.key), self.fresh(KEYS));
        let call = format!("{name}.computeIfAbsent({key}, {new} -> {})", self.made_for_several(made, local));
        let edits = vec![Edit::replace(self.span(read), call.clone()), self.without(decision.at)];
        let is_sure = self.is_plain(self.span(made), &[], true) && self.is_plain(self.span(look.key), &[], false);
        Some(Fix::new(format!("Write `{call}`"), edits).if_sure(is_sure))
    }

    /// `m.merge(k, n, Integer::sum)`, or `m.compute(…)`, for two branches that both put.
    fn either(&self, decision: &Decision, look: &Look, first: ExprNo, others: &[StmtNo]) -> Option<Fix> {
        let [other] = others else { return None };
        let (of, [key, next]) = self.put_of(*other)? else { return None };
        if !(self.is_same(of, look.of) && self.is_same(*key, look.key)) || decision.acts.len() != 1 || decision.behind {
            return None;
        }
        let reads: Vec<Span> = match look.value {
            Some((local, _)) => self.places_of(self.span(*next), local),
            None => self.reads_of(self.span(*next), look.of, look.key),
        };
        if reads.is_empty() {
            return None;
        }
        let (name, key) = (self.words(look.of), self.words(look.key));
        let sum = self.sum_of(look.of, *next, &reads, first);
        let call = match sum {
            Some((added, by)) => format!("{name}.merge({key}, {added}, {by}::sum)"),
            None => {
                let (same, old) = (self.fresh(KEYS), self.fresh(VALUES));
                let is_plain =
                    self.is_plain(self.span(first), &[], false) && self.is_plain(self.span(*next), &reads, false);
                let next = self.with(self.span(*next), &reads, old);
                let call =
                    format!("{name}.compute({key}, ({same}, {old}) -> {old} == null ? {} : {next})", self.words(first));
                is_plain.then_some(call)?
            }
        };
        let mut edits = vec![Edit::replace(self.statement_span(decision.at), format!("{call};"))];
        if let Some((local, declared)) = look.value {
            let whole = self.statement_span(decision.at);
            let inside = self.places_of(whole, local).len();
            let all = self.body.expressions.iter().filter(|e| matches!(e.kind, Kind::Local(of) if of == local)).count();
            let between = Span::new(self.statement_span(declared).end, whole.start);
            if inside != all || !self.it.java.sources.at(between).trim().is_empty() {
                return None;
            }
            edits = vec![Edit::replace(Span::new(self.statement_span(declared).start, whole.end), format!("{call};"))];
        }
        Some(Fix::new(format!("Write `{call}`"), edits))
    }

    /// The number that is added to what a map has, and the class of the sum, if the first value is the same number.
    fn sum_of(&self, map: ExprNo, next: ExprNo, reads: &[Span], first: ExprNo) -> Option<(String, &'static str)> {
        let &Kind::Binary { operator: Operator::Add, left, right } = self.kind(next) else { return None };
        let is_same =
            reads == [self.span(left)] && self.is_same(right, first) && self.is_plain(self.span(right), &[], false);
        let by = self.number_in(map)?;
        let fits = match by {
            "Integer" => self.ty(right) == Ty::INT,
            _ => self.ty(right) == Ty::LONG,
        };
        (is_same && fits).then(|| (self.words(right), by))
    }

    /// The class of the numbers in a map.
    fn number_in(&self, map: ExprNo) -> Option<&'static str> {
        let arguments = self.type_arguments(self.ty(map));
        match self.it.last_name(*arguments.get(1)?) {
            "Integer" => Some("Integer"),
            "Long" => Some("Long"),
            _ => None,
        }
    }

    /// Calls of `get` on a map with a key, in a part of the text.
    fn reads_of(&self, span: Span, map: ExprNo, key: ExprNo) -> Vec<Span> {
        let is_it = |e| matches!(self.call_on(e, "get"), Some((of, [of_key])) if self.is_same(of, map) && self.is_same(*of_key, key));
        self.inside(span).filter(|(e, _)| is_it(*e)).map(|(_, e)| e.span).collect()
    }

    /// Returns true for a variable with what a map had, or the new value, that is used once that is put.
    fn goes_on_with_own(&self, look: &Look, put: &Call) -> bool {
        let Some((local, _)) = look.value else { return false };
        let is_it = |e: &ExprNo| matches!(self.kind(*e), Kind::Local(of) if *of == local);
        put.arguments.get(1).is_some_and(is_it) && self.goes_on_with(local, put.name_span.end)
    }

    fn put_of(&self, s: StmtNo) -> Option<(ExprNo, &[ExprNo])> {
        let call = self.call_of(s).filter(|call| matches!(self.it.text(call.name), "put" | "putIfAbsent"))?;
        Some((call.target?, &call.arguments))
    }

    /// Number of assignments to a variable, without its declaration.
    fn assignments(&self, local: LocalNo) -> usize {
        let is_it = |e: ExprNo| matches!(self.kind(e), Kind::Local(of) if *of == local);
        let all = self.body.expressions.iter();
        all.filter(|e| match e.kind {
            Kind::Assign { target, .. } | Kind::Compound { target, .. } | Kind::Step { target, .. } => is_it(target),
            _ => false,
        })
        .count()
    }

    /// `m.put(k, m.get(k) + 1)` of a concurrent map, or with the value in a variable that the statement in front declares.
    pub(super) fn put_of_get(
        &mut self,
        before: Option<StmtNo>,
        s: StmtNo,
        map: ExprNo,
        (call, value): (&Call, ExprNo),
    ) {
        if !self.is_concurrent_map(map) || self.is_locked(call) || self.known_steps.contains(&call.name_span) {
            return;
        }
        let (key, place) = (call.arguments[0], self.span(value));
        let mut reads = self.reads_of(place, map, key);
        let or_else: Vec<(Span, ExprNo)> = self
            .inside(place)
            .filter_map(|(e, it)| match self.call_on(e, "getOrDefault")? {
                (of, [k, default]) if self.is_same(of, map) && self.is_same(*k, key) => Some((it.span, *default)),
                _ => None,
            })
            .collect();
        let declared = before.and_then(|before| {
            let (local, read) = self.declared(before)?;
            let or_else = self.call_on(read, "getOrDefault").filter(|(_, given)| given.len() == 2);
            let (of, [k, ..]) = or_else.or_else(|| self.call_on(read, "get"))? else { return None };
            let places = self.places_of(place, local);
            let is_it = self.is_same(of, map) && self.is_same(*k, key) && !places.is_empty();
            let all = self.body.expressions.iter().filter(|e| matches!(e.kind, Kind::Local(of) if of == local)).count();
            let default = or_else.map(|(_, given)| given[1]);
            is_it.then(|| (before, places.clone(), all == places.len(), default))
        });
        let (name, key) = (self.words(map), self.words(key));
        let (same, old) = (self.fresh(KEYS), self.fresh(VALUES));
        let mut whole = self.statement_span(s);
        // A number that goes up begins with what is added.
        let sum = |read: Span, default: ExprNo| match *self.kind(value) {
            Kind::Binary { operator: Operator::Add, left, right }
                if self.span(left) == read && self.words(default) == "0" =>
            {
                let by = self.number_in(map);
                let fits = by.is_some_and(|by| self.ty(right) == if by == "Integer" { Ty::INT } else { Ty::LONG });
                let is_plain = self.is_plain(self.span(right), &[], false);
                by.filter(|_| fits && is_plain)
                    .map(|by| format!("{name}.merge({key}, {}, {by}::sum)", self.words(right)))
            }
            _ => None,
        };
        let call_of = match (&or_else[..], &declared) {
            ([(read, default)], None) if reads.is_empty() => sum(*read, *default),
            ([], Some((first, places, true, default))) => {
                whole = Span::new(self.statement_span(*first).start, whole.end);
                reads.clone_from(places);
                let made = self.with(place, places, old);
                match (default, &places[..]) {
                    (Some(default), [one]) => sum(*one, *default),
                    (Some(_), _) => None,
                    (None, _) => self
                        .is_plain(place, places, false)
                        .then(|| format!("{name}.compute({key}, ({same}, {old}) -> {made})")),
                }
            }
            ([], None) if !reads.is_empty() => {
                let made = self.with(place, &reads, old);
                self.is_plain(place, &reads, false).then(|| format!("{name}.compute({key}, ({same}, {old}) -> {made})"))
            }
            _ => None,
        };
        if reads.is_empty() && or_else.is_empty() && declared.is_none() {
            return;
        }
        let title = |call: &String| format!("Write `{call}`");
        let repair = call_of.map(|call| Fix::new(title(&call), vec![Edit::replace(whole, format!("{call};"))]));
        let message = format!(
            "`{name}` is concurrent, but `get` and `put` are two steps: another thread may put between them (`merge` is one)"
        );
        self.warn_steps(call.name_span, message, repair);
    }

    /// Returns true for a map that is made for several threads, by its type or by the value of its field.
    pub(super) fn is_concurrent_map(&self, e: ExprNo) -> bool {
        let is_one = |name: &str| name.starts_with("Concurrent") && name.ends_with("Map");
        is_one(self.it.last_name(self.ty(e))) || self.made_by(e).is_some_and(|made| made.starts_with("new Concurrent"))
    }

    /// Returns true for a set that is made for several threads.
    fn is_concurrent_set(&self, e: ExprNo) -> bool {
        let is_one = |name: &str| name == "ConcurrentSkipListSet" || name == "CopyOnWriteArraySet";
        let made = ["ConcurrentHashMap.newKeySet(", "new ConcurrentSkipListSet", "new CopyOnWriteArraySet"];
        is_one(self.it.last_name(self.ty(e)))
            || self.made_by(e).is_some_and(|of| made.iter().any(|made| of.contains(made)))
    }

    /// The text of the only value that a final field or variable has.
    pub(in crate::elaborate::rejected) fn made_by(&self, e: ExprNo) -> Option<&str> {
        match *self.kind(e) {
            Kind::Field { field, .. } => {
                self.it.java.fields[field.index()].modifiers.is_final().then(|| self.first_value(field))?
            }
            Kind::Local(local) => {
                self.body.locals[local.index()].value.map(|value| self.it.java.sources.at(self.span(value)).trim())
            }
            _ => None,
        }
    }

    /// The text of the value that a declaration gives a field, which may be one of several there.
    pub(in crate::elaborate::rejected) fn first_value(&self, field: FieldNo) -> Option<&str> {
        let data = &self.it.java.fields[field.index()];
        let beside =
            |other: &&crate::tree::Field| other.span == data.span && other.name_span.start > data.name_span.start;
        let next = self.it.java.fields.iter().filter(beside).map(|other| other.name_span.start).min();
        let rest = self.it.java.sources.at(Span::new(data.name_span.end, next.unwrap_or(data.span.end)));
        let value = rest.trim_start().trim_start_matches(['[', ']', ' ']).strip_prefix('=')?;
        Some(value.trim().trim_end_matches([',', ';']).trim_end())
    }
}
