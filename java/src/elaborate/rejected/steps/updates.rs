//! A value that is read from an atomic into a variable, changed there, perhaps in several statements, and put back: the one call that does all.

use super::Judge;
use super::numbers::OLD;
use crate::tree::body::{ExprNo, Form, Kind, LocalNo, Operator, StmtNo};
use crate::types::Ty;
use racefree_grammar::{Edit, Fix, Span};

/// The value of a variable, in terms of the one that the atomic had.
#[derive(Clone, PartialEq)]
struct Made {
    text: String,
    /// The sign and the text of what is added to the value before.
    adds: Option<(&'static str, String)>,
    is_old: bool,
    /// It needs no brackets.
    is_simple: bool,
}

/// Variables that have values made of what the atomic had, in the order of their declarations.
type Values = Vec<(LocalNo, Made)>;

impl Judge<'_, '_> {
    /// The statements from the read to the `set`, which stands at a place among others, as one call.
    pub(super) fn in_one_call(&self, all: &[StmtNo], set: usize, own: ExprNo, value: ExprNo) -> Option<Fix> {
        let reads = |s: StmtNo| self.declared(s).is_some_and(|(_, e)| self.reads(self.span(e), own, "get").len() == 1);
        let first = (0..set).rev().find(|n| reads(all[*n]))?;
        let (mut values, mut steps) = (Values::new(), Vec::new());
        for &s in &all[first..set] {
            match self.made_by_step(s, own, &values) {
                Some((local, made)) => {
                    values.retain(|(of, _)| *of != local);
                    values.push((local, made?));
                    steps.push(s);
                }
                // A statement in between that has nothing to do with it.
                None if self.is_beside(s, own, &values) => {}
                None => return None,
            }
        }
        let result = self.made(value, own, &values)?;
        let end = self.statement_span(all[set]).end;
        let is_used = |local: LocalNo| self.places_of(Span::new(end, u32::MAX), local).into_iter().next().is_some();
        let used: Vec<&(LocalNo, Made)> = values.iter().filter(|(local, _)| is_used(*local)).collect();
        let (form, declared) = match used[..] {
            [] => ("AndGet", String::new()),
            [(local, made)] => {
                let ty = self.it.java.sources.at(self.body.locals[local.index()].ty.span);
                let head = format!("{} {} = ", if ty.is_empty() { "var" } else { ty }, self.name_of(*local));
                let form = if made.is_old { Some("getAnd") } else { (*made == result).then_some("AndGet") };
                (form?, head)
            }
            _ => return None,
        };
        let update = self.update_to(own, &result, form)?;
        let mut edits: Vec<Edit> = steps.iter().map(|s| self.without(*s)).collect();
        edits.push(Edit::replace(self.statement_span(all[set]), format!("{declared}{update};")));
        Some(Fix::new(format!("Write `{update}`"), edits))
    }

    /// The statements from the read to the `set` as the code of one function: they change nothing but what they make themselves.
    pub(super) fn in_one_function(&self, all: &[StmtNo], set: usize, own: ExprNo, value: ExprNo) -> Option<Fix> {
        let span = |s: StmtNo| self.statement_span(s);
        let first = (0..set).find(|n| !self.reads(span(all[*n]), own, "get").is_empty())?;
        let range = Span::new(span(all[first]).start, span(all[set]).end);
        let [read] = self.reads(range, own, "get")[..] else { return None };
        let mut made: Vec<LocalNo> = Vec::new();
        for &s in &all[first..set] {
            let is_own = |e: ExprNo, made: &[LocalNo]| matches!(self.kind(e), Kind::Local(of) if made.contains(of));
            match self.body.statements[s.index()].form {
                Form::Local { local, value: Some(value) } if self.only_makes(self.span(value), &[read], &made) => {
                    made.push(local);
                }
                Form::Expression(e) => match self.kind(e) {
                    Kind::Call(call) => {
                        let is_simple = call.arguments.iter().all(|e| self.only_makes(self.span(*e), &[read], &made));
                        let is_library = self.own_method(call).is_none();
                        if !(is_simple && is_library && call.target.is_some_and(|of| is_own(of, &made))) {
                            return None;
                        }
                    }
                    Kind::Assign { target, value } => {
                        if !(is_own(*target, &made) && self.only_makes(self.span(*value), &[read], &made)) {
                            return None;
                        }
                    }
                    _ => return None,
                },
                _ => return None,
            }
        }
        let is_left = made.iter().all(|local| self.places_of(Span::new(range.end, u32::MAX), *local).is_empty());
        if !self.has_functions(own) || !is_left || !self.only_makes(self.span(value), &[], &made) {
            return None;
        }
        let (name, old) = (self.words(own), self.fresh(OLD));
        let head = format!("{name}.updateAndGet({old} -> {{");
        let mut edits = self.wrapped(range, &head);
        let end = edits.remove(1).text;
        edits.push(Edit::replace(read, old));
        edits.push(Edit::replace(span(all[set]), format!("return {};{end});", self.words(value))));
        edits.sort();
        Some(Fix::new(format!("Make the new value in `{name}.updateAndGet({old} -> …)`"), edits))
    }

    /// Returns true for an expression that only makes something, of variables that keep their values, and of some others.
    fn only_makes(&self, whole: Span, known: &[Span], made: &[LocalNo]) -> bool {
        let own = made.iter().flat_map(|local| self.places_of(whole, *local));
        let calls = self.inside(whole).filter_map(|(_, e)| match &e.kind {
            Kind::Call(call) => {
                let is_own = matches!(self.kind(call.target?), Kind::Local(of) if made.contains(of));
                (is_own && self.own_method(call).is_none() && call.arguments.is_empty()).then_some(e.span)
            }
            _ => None,
        });
        let known: Vec<Span> = known.iter().copied().chain(own).chain(calls).collect();
        self.is_plain(whole, &known, true)
    }

    /// The variable that a statement gives a value made of what the atomic had; the value is none, if it is not to be told.
    fn made_by_step(&self, s: StmtNo, own: ExprNo, values: &Values) -> Option<(LocalNo, Option<Made>)> {
        let known = |local: LocalNo| values.iter().find(|(of, _)| *of == local).map(|(_, made)| made);
        let hangs = |e: ExprNo| {
            let span = self.span(e);
            !self.reads(span, own, "get").is_empty()
                || values.iter().any(|(local, _)| !self.places_of(span, *local).is_empty())
        };
        match self.body.statements[s.index()].form {
            Form::Local { local, value: Some(value) } if hangs(value) => {
                let made = self.made(value, own, values).filter(|_| self.has_its_type(local, own));
                Some((local, made))
            }
            Form::Expression(e) => match *self.kind(e) {
                Kind::Assign { target, value } => match *self.kind(target) {
                    Kind::Local(local) if known(local).is_some() => Some((local, self.made(value, own, values))),
                    _ => None,
                },
                Kind::Compound { target, operator, value } => {
                    let Kind::Local(local) = *self.kind(target) else { return None };
                    let (sign, before) = (sign(operator), known(local)?);
                    let made = self.made(value, own, values).zip(sign).map(|(by, sign)| self.joined(before, sign, &by));
                    Some((local, made))
                }
                Kind::Step { target, up, .. } => {
                    let Kind::Local(local) = *self.kind(target) else { return None };
                    let one = Made { text: "1".to_owned(), adds: None, is_old: false, is_simple: true };
                    Some((local, Some(self.joined(known(local)?, if up { "+" } else { "-" }, &one))))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns true for a variable of the type of the numbers in an atomic, if these are numbers.
    fn has_its_type(&self, local: LocalNo, own: ExprNo) -> bool {
        match self.it.last_name(self.ty(own)) {
            "AtomicInteger" => self.body.locals[local.index()].ty.ty == Ty::INT,
            "AtomicLong" => self.body.locals[local.index()].ty.ty == Ty::LONG,
            _ => true,
        }
    }

    /// A value and another one, with a sign between them.
    fn joined(&self, left: &Made, sign: &'static str, right: &Made) -> Made {
        let part = |made: &Made| if made.is_simple { made.text.clone() } else { format!("({})", made.text) };
        let is_sum = left.is_old && right.is_simple && !right.is_old && matches!(sign, "+" | "-");
        let adds = is_sum.then(|| (sign, right.text.clone()));
        Made { text: format!("{} {sign} {}", part(left), part(right)), adds, is_old: false, is_simple: false }
    }

    /// The value of an expression.
    fn made(&self, e: ExprNo, own: ExprNo, values: &Values) -> Option<Made> {
        let old = || Made { text: self.fresh(OLD).to_owned(), adds: None, is_old: true, is_simple: true };
        match *self.kind(e) {
            Kind::Local(local) if values.iter().any(|(of, _)| *of == local) => {
                return values.iter().find(|(of, _)| *of == local).map(|(_, made)| made.clone());
            }
            Kind::Call(_) if self.reads(self.span(e), own, "get").first() == Some(&self.span(e)) => return Some(old()),
            Kind::Binary { operator, left, right } if sign(operator).is_some() => {
                let (left, right) = (self.made(left, own, values)?, self.made(right, own, values)?);
                return Some(self.joined(&left, sign(operator)?, &right));
            }
            _ => {}
        }
        let whole = self.span(e);
        let mut parts: Vec<(Span, String)> =
            self.reads(whole, own, "get").into_iter().map(|at| (at, old().text)).collect();
        for (local, made) in values {
            let text = if made.is_simple { made.text.clone() } else { format!("({})", made.text) };
            parts.extend(self.places_of(whole, *local).into_iter().map(|at| (at, text.clone())));
        }
        parts.sort_unstable_by_key(|(at, _)| at.start);
        let known: Vec<Span> = parts.iter().map(|(at, _)| *at).collect();
        if !self.is_plain(whole, &known, false) {
            return None;
        }
        let (text, mut at, mut made) = (self.it.java.sources.text(), whole.start, String::new());
        for (part, by) in &parts {
            made.push_str(&text[at as usize..part.start as usize]);
            made.push_str(by);
            at = part.end;
        }
        made.push_str(&text[at as usize..whole.end as usize]);
        let is_simple = matches!(self.kind(e), Kind::Local(_) | Kind::Literal(_) | Kind::Field { .. } | Kind::Call(_));
        let text = made.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(Made { text, adds: None, is_old: false, is_simple })
    }

    /// Returns true for a statement that neither has the atomic nor a variable with a value of it, and from which code goes on.
    fn is_beside(&self, s: StmtNo, own: ExprNo, values: &Values) -> bool {
        let span = self.statement_span(s);
        let has_own = self.inside(span).any(|(e, _)| self.is_same(e, own));
        let is_call = matches!(self.body.statements[s.index()].form, Form::Expression(_) | Form::Try { .. });
        is_call && !has_own && values.iter().all(|(local, _)| self.places_of(span, *local).is_empty())
    }

    /// The call that gives an atomic a value.
    fn update_to(&self, own: ExprNo, result: &Made, form: &str) -> Option<String> {
        let name = self.words(own);
        let call = |verb: &str, given: &str| match form {
            "getAnd" => format!("{name}.getAnd{}{}({given})", verb[..1].to_uppercase(), &verb[1..]),
            _ => format!("{name}.{verb}AndGet({given})"),
        };
        let class = self.it.last_name(self.ty(own));
        let is_number = matches!(class, "AtomicInteger" | "AtomicLong");
        match &result.adds {
            Some((sign, one)) if is_number && matches!(one.as_str(), "1" | "1L") => {
                return Some(call(if *sign == "+" { "increment" } else { "decrement" }, ""));
            }
            Some((sign, by)) if is_number => return Some(call("add", &format!("{}{by}", sign.trim_matches('+')))),
            _ => {}
        }
        self.has_functions(own).then(|| call("update", &format!("{} -> {}", self.fresh(OLD), result.text)))
    }
}

/// The sign of an operator that computes.
fn sign(operator: Operator) -> Option<&'static str> {
    match operator {
        Operator::Add => Some("+"),
        Operator::Subtract => Some("-"),
        Operator::Multiply => Some("*"),
        Operator::Divide => Some("/"),
        Operator::Remainder => Some("%"),
        _ => None,
    }
}
