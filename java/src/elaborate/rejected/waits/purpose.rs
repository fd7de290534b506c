//! The condition that a wait in no loop and behind no `if` is for: what the code that wakes has done before, a flag that is set, an object that is
//! put into a field or a collection. A wake that comes before the wait is lost, unless the wait looks at that first.

use super::super::Judge;
use crate::tree::body::{Body, Call, ExprNo, Form, Kind, Literal, LocalNo, Operator, Part, StmtNo};
use crate::tree::{FieldNo, Member};
use crate::types::{Shape, Ty};
use racefree_grammar::{Edit, Fix, Span};

/// Methods that put something into a collection.
const FILL: &[&str] = &["add", "addLast", "addFirst", "offer", "offerLast", "push", "put"];

/// Beginnings of the names of methods that take something out of a collection.
const TAKE: &[&str] = &["remove", "poll", "pop", "clear"];

/// Deed of code to a field before it wakes who waits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deed {
    /// It has set the flag to this value.
    Set(bool),
    /// It has given the field an object; true for one that is never null.
    Given(bool),
    /// It has put something into the collection.
    Filled,
    /// It has counted up.
    Counted,
}

impl Judge<'_, '_> {
    /// The loop around a wait, if one condition is what it can be for.
    pub(in crate::elaborate::rejected) fn loop_of_purpose(&mut self, call: &Call) -> Option<Fix> {
        let body = self.body;
        let around = self.around(call.name_span).filter(|around| !around.is_in_lambda())?;
        let statement = (0..body.statements.len() as u32)
            .map(StmtNo)
            .find(|s| self.call_of(*s).is_some_and(|of| of.name_span == call.name_span))?;
        let place = self.statement_span(statement);
        let chooses = |form: &Form| matches!(form, Form::If { .. } | Form::Switch(_));
        if body.statements.iter().any(|s| chooses(&s.form) && s.span.contains(place)) {
            return None;
        }
        let wakes: &[&str] = match self.it.text(call.name) {
            "wait" => &["notify", "notifyAll"],
            _ => &["signal", "signalAll"],
        };
        let monitor = self.monitor_of(body, call);
        let own = Member::Method(around.method);
        let class = self.it.java.methods[around.method.index()].class;
        let mut deeds: Vec<(FieldNo, Deed)> = Vec::new();
        let mut resets: Vec<(FieldNo, bool)> = Vec::new();
        let mut woken: Vec<Span> = Vec::new();
        // Number of places that give a field an object.
        let mut given = 0;
        for member in self.it.java.classes[class.index()].members.clone() {
            let Member::Method(m) = member else { continue };
            if member == own || self.it.java.methods[m.index()].kind.constructs() {
                continue;
            }
            let other = self.it.java.attribute(member);
            let found = self.deeds_in(&other);
            resets.extend(
                found.iter().filter_map(|(f, deed)| if let Deed::Set(b) = deed { Some((*f, *b)) } else { None }),
            );
            let is_wake = |e: &Kind| match e {
                Kind::Call(call) => {
                    wakes.contains(&self.it.text(call.name)) && self.monitor_of(&other, call) == monitor
                }
                _ => false,
            };
            let places = other.statements.iter().filter_map(|s| match s.form {
                Form::Expression(e) if is_wake(&other.expressions[e.index()].kind) => Some(s.span),
                _ => None,
            });
            woken.extend(places);
            if other.expressions.iter().any(|e| is_wake(&e.kind)) {
                given += found.iter().filter(|(_, deed)| matches!(deed, Deed::Given(_))).count();
                deeds.extend(found.into_iter().filter(|deed| !deeds.contains(deed)).collect::<Vec<_>>());
            }
        }
        // The wait is for the value that is taken behind it; a flag may be looked at by nobody else.
        let used = |field: FieldNo, behind: bool| {
            body.expressions.iter().any(|e| {
                let is_there = if behind { e.span.start >= place.end } else { e.span.end <= place.start };
                is_there && matches!(e.kind, Kind::Field { field: of, .. } if of == field)
            })
        };
        deeds.retain(|(field, deed)| !used(*field, false) && (matches!(deed, Deed::Set(_)) || used(*field, true)));
        if let (true, &[wake]) = (deeds.is_empty() && resets.is_empty(), &woken[..]) {
            let method = self.it.java.methods[around.method.index()].span.start;
            // A condition is of the lock that was taken in front of the wait.
            let lock = if wakes[0] == "notify" { monitor } else { self.explicit_locks(place).pop()? };
            return Some(self.flag_of_wake(&lock, place, wake, method));
        }
        let [(field, deed)] = deeds[..] else { return None };
        let is_kept = match deed {
            Deed::Set(value) => resets.iter().all(|(of, set)| *of != field || *set == value),
            // Who waits for the next one, and takes nothing away, would go on by the one before.
            Deed::Given(is_object) => is_object && (given == 1 || self.takes(field, place, Deed::Given(true))),
            Deed::Filled | Deed::Counted => self.takes(field, place, deed),
        };
        let name = self.it.text(self.it.java.fields[field.index()].name);
        let is_hidden = body.locals.iter().any(|local| self.it.text(local.name) == name);
        let name = if is_hidden { format!("this.{name}") } else { name.to_owned() };
        let condition = match deed {
            Deed::Set(true) => format!("!{name}"),
            Deed::Set(false) => name,
            Deed::Given(_) => format!("{name} == null"),
            Deed::Filled => format!("{name}.isEmpty()"),
            Deed::Counted => format!("{name} == 0"),
        };
        let head = format!("while ({condition})");
        let fix = Fix::new(format!("Wait in `{head}`"), vec![Edit::insert(place.start, format!("{head} "))]);
        Some(fix.if_sure(is_kept))
    }

    /// Returns true for code behind a wait that takes away what the wait was for: it empties the field, counts it down, or takes from the collection.
    fn takes(&self, field: FieldNo, wait: Span, deed: Deed) -> bool {
        let is_it = |e: ExprNo| matches!(*self.kind(e), Kind::Field { field: of, .. } if of == field);
        let is_null = |e: ExprNo| matches!(self.kind(e), Kind::Literal(Literal::Null));
        self.body.expressions.iter().filter(|e| e.span.start >= wait.end).any(|e| match (&e.kind, deed) {
            (&Kind::Assign { target, value }, Deed::Given(_)) => is_it(target) && is_null(value),
            (&Kind::Step { target, up: false, .. }, Deed::Counted) => is_it(target),
            (&Kind::Compound { target, operator: Operator::Subtract, .. }, Deed::Counted) => is_it(target),
            (Kind::Call(call), Deed::Filled) => {
                call.target.is_some_and(is_it) && TAKE.iter().any(|name| self.it.text(call.name).starts_with(name))
            }
            _ => false,
        })
    }

    /// A flag that says that the wake has come: once it has, nobody waits.
    fn flag_of_wake(&self, monitor: &str, wait: Span, wake: Span, method: u32) -> Fix {
        let name = self.fresh(&["signalled", "wasSignalled"]);
        let head = format!("while (!{name})");
        let mut edits = vec![
            Edit::insert(
                method,
                format!("private /*# guarded_by {monitor} */ boolean {name};{}", self.between(method)),
            ),
            Edit::insert(wait.start, format!("{head} ")),
            Edit::insert(wake.start, format!("{name} = true;{}", self.between(wake.start))),
        ];
        edits.sort();
        Fix::guess(format!("Take note of the signal, and wait in `{head}`"), edits)
    }

    /// Returns true for a parameter of a method that all calls give a text or a new object.
    fn is_given_objects(&self, body: &Body, local: LocalNo) -> bool {
        let of = |part: &Part| Some((part.member, part.parameters.iter().position(|of| *of == local)?));
        let Some((Member::Method(method), n)) = body.parts.iter().find_map(of) else { return false };
        let data = &self.it.java.methods[method.index()];
        let call = format!("{}(", self.it.text(data.name));
        let (file, _) = self.it.java.sources.place(data.span);
        let (whole, name) = (self.it.java.sources.files()[file.index()].span, data.name_span.start);
        let text = self.it.java.sources.at(whole);
        let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        let calls = text
            .match_indices(&call)
            .filter(|(at, _)| whole.start + *at as u32 != name && !text[..*at].ends_with(is_letter));
        let is_object = |at: usize| {
            let given =
                text[at + call.len()..].split(')').next().and_then(|all| all.split(',').nth(n)).unwrap_or_default();
            given.trim_start().starts_with('"') || given.trim_start().starts_with("new ")
        };
        let mut calls = calls.map(|(at, _)| at).peekable();
        calls.peek().is_some() && calls.all(is_object)
    }

    /// Deeds of code to fields of its object.
    fn deeds_in(&self, body: &Body) -> Vec<(FieldNo, Deed)> {
        let kind = |e: ExprNo| &body.expressions[e.index()].kind;
        let own = |e: ExprNo| match *kind(e) {
            Kind::Field { target, field, .. } => {
                target.is_none_or(|of| matches!(kind(of), Kind::This { .. })).then_some(field)
            }
            _ => None,
        };
        let is_value =
            |e: ExprNo| matches!(self.it.java.types.shape(body.expressions[e.index()].ty), Shape::Primitive(_));
        let deed = |e: &Kind| match *e {
            Kind::Assign { target, value } => match kind(value) {
                Kind::Literal(Literal::Boolean(b)) => Some((own(target)?, Deed::Set(*b))),
                Kind::Literal(Literal::Null) => None,
                of => {
                    let is_object = match of {
                        Kind::Literal(_) | Kind::New(_) | Kind::NewArray { .. } => true,
                        Kind::Local(local) => self.is_given_objects(body, *local),
                        _ => false,
                    };
                    (!is_value(target)).then_some((own(target)?, Deed::Given(is_object)))
                }
            },
            Kind::Step { target, up: true, .. } => Some((own(target)?, Deed::Counted)),
            Kind::Compound { target, operator: Operator::Add, .. } => {
                (body.expressions[target.index()].ty == Ty::INT).then_some((own(target)?, Deed::Counted))
            }
            Kind::Call(ref call) => {
                let field = own(call.target?)?;
                let of = self.it.last_name(body.expressions[call.target?.index()].ty);
                let is_collection =
                    ["List", "Queue", "Deque", "Set", "Map", "Stack", "Vector"].iter().any(|end| of.ends_with(end));
                (is_collection && FILL.contains(&self.it.text(call.name))).then_some((field, Deed::Filled))
            }
            _ => None,
        };
        body.expressions.iter().filter_map(|e| deed(&e.kind)).collect()
    }
}
