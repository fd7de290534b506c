//! Accesses of a piece of code to an array, in its own statements and in static or private methods that get the array.

use super::Elaborator;
use super::regions::{Access, Counted, Region, Term};
use crate::tree::body::{Body, Call, Callee, ExprNo, Form, Kind, Literal, LocalNo, Operator};
use crate::tree::{FieldNo, Member, Modifiers, Origin};
use crate::types::Shape;
use racefree_grammar::Span;
use racefree_grammar::stack::deep;
use rustc_hash::FxHashMap;

/// Methods of `Arrays` that only read their arguments, and keep none.
const READ: &[&str] =
    &["toString", "hashCode", "equals", "copyOf", "copyOfRange", "binarySearch", "stream", "deepToString"];

/// Methods of `Arrays` that write their first argument.
const WRITE: &[&str] = &["sort", "fill", "setAll", "parallelSort", "parallelSetAll", "parallelPrefix"];

/// Most methods that one calls by another.
const DEPTH: usize = 4;

/// Holder of an array.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Array {
    Local(LocalNo),
    /// A field of the code's own object.
    Field(FieldNo),
}

/// Values of the names in a piece of code.
#[derive(Default)]
pub(super) struct Names {
    /// The part of the method that makes the tasks; none, if the code is another method.
    main: Option<Span>,
    locals: FxHashMap<LocalNo, Term>,
    fields: FxHashMap<FieldNo, Term>,
}

impl Names {
    /// Names of a part of the method that makes the tasks.
    pub(super) fn of_main(code: Span) -> Names {
        Names { main: Some(code), ..Names::default() }
    }

    /// The same in a class that captures variables of that method.
    pub(super) fn inside(self, code: Span) -> Names {
        Names { main: Some(code), ..self }
    }

    pub(super) fn put_field(&mut self, field: FieldNo, term: Option<Term>) {
        self.fields.extend(term.map(|term| (field, term)));
    }
}

/// Piece of code in which the uses of an array are looked for.
pub(super) struct Uses<'u> {
    pub(super) body: &'u Body,
    pub(super) names: &'u Names,
    /// The part of the body.
    pub(super) code: Span,
    /// Parts that are looked at by themselves.
    pub(super) without: &'u [Span],
    /// Parts in which no task runs: their accesses meet none.
    pub(super) alone: &'u [Span],
    /// Number of calls around it.
    pub(super) depth: usize,
}

impl Elaborator<'_> {
    /// The accesses to an array; none, if it is used in a way that is not understood.
    pub(super) fn accesses_to(&mut self, uses: &Uses<'_>, array: Array) -> Option<Vec<Access>> {
        let body = uses.body;
        let is_it = |e: ExprNo| uses.is_it(e, array);
        let here: Vec<ExprNo> = (0..body.expressions.len() as u32).map(ExprNo).filter(|e| uses.has(*e)).collect();
        let count = here.iter().filter(|e| is_it(**e)).count();
        let is_other = |e: &ExprNo| match body.expressions[e.index()].kind {
            Kind::Field { target: Some(of), .. } => {
                is_it(*e) && !matches!(body.expressions[of.index()].kind, Kind::This { .. })
            }
            _ => false,
        };
        if here.iter().any(is_other) {
            return None;
        }
        if here.iter().any(|e| is_it(*e) && uses.is_nested(*e)) {
            return None;
        }
        let (mut known, mut found) = (0, Vec::new());
        for e in here {
            let is_alone = uses.alone.iter().any(|part| part.contains(body.expressions[e.index()].span));
            let mut add = |region: Region, writes: bool| {
                known += 1;
                if !is_alone {
                    found.push(Access { region, writes, at: body.expressions[e.index()].span });
                }
            };
            match &body.expressions[e.index()].kind {
                Kind::Length(of) if is_it(*of) => known += 1,
                Kind::Binary { operator: Operator::Equal | Operator::NotEqual, left, right } => {
                    known += [left, right].into_iter().filter(|part| is_it(**part)).count();
                }
                &Kind::Element { array: of, index } if is_it(of) => {
                    let writes = self.writes_element(uses, e, is_alone)?;
                    add(self.region_of(uses, index), writes);
                }
                Kind::Call(call) if call.target.is_some_and(is_it) => match self.text(call.name) {
                    "clone" => add(Region::All, false),
                    _ => return None,
                },
                Kind::Call(call) => {
                    for n in (0..call.arguments.len()).filter(|n| is_it(call.arguments[*n])) {
                        let by_call = self.accesses_of_call(uses, call, n)?;
                        known += 1;
                        let at = body.expressions[e.index()].span;
                        found.extend(by_call.into_iter().filter(|_| !is_alone).map(|access| Access { at, ..access }));
                    }
                }
                _ => {}
            }
        }
        for s in body.statements.iter().filter(|s| uses.code.contains(s.span)) {
            let is_alone = uses.alone.iter().any(|part| part.contains(s.span));
            match s.form {
                Form::ForEach { over, .. } if uses.has(over) && is_it(over) => {
                    known += 1;
                    let at = body.expressions[over.index()].span;
                    found.extend((!is_alone).then_some(Access { region: Region::All, writes: false, at }));
                }
                Form::Return(Some(value)) if uses.has(value) && is_it(value) && is_alone => known += 1,
                _ => {}
            }
        }
        (count == known).then_some(found)
    }

    /// Returns true if an element is written; none, if it is an array that something else gets.
    fn writes_element(&self, uses: &Uses<'_>, element: ExprNo, is_alone: bool) -> Option<bool> {
        let body = uses.body;
        let is_target = |of: ExprNo| {
            body.expressions.iter().find_map(|e| match e.kind {
                Kind::Assign { target, value } if target == of => Some(Some(value)),
                Kind::Compound { target, .. } | Kind::Step { target, .. } if target == of => Some(None),
                _ => None,
            })
        };
        if !matches!(self.java.types.shape(body.expressions[element.index()].ty), Shape::Array(_)) {
            return Some(is_target(element).is_some());
        }
        if let Some(value) = is_target(element) {
            // Rows that are new are another one each.
            let is_new =
                value.is_some_and(|value| matches!(body.expressions[value.index()].kind, Kind::NewArray { .. }));
            return (is_new && is_alone).then_some(true);
        }
        let (mut known, mut writes) = (false, false);
        for (n, e) in body.expressions.iter().enumerate() {
            match e.kind {
                Kind::Element { array, .. } if array == element => {
                    known = true;
                    writes |= self.writes_element(uses, ExprNo(n as u32), is_alone)?;
                }
                Kind::Length(array) if array == element => known = true,
                _ => {}
            }
        }
        known |= body.statements.iter().any(|s| matches!(s.form, Form::ForEach { over, .. } if over == element));
        known.then_some(writes)
    }

    /// The accesses of a call to the array that is its argument of a number.
    fn accesses_of_call(&mut self, uses: &Uses<'_>, call: &Call, n: usize) -> Option<Vec<Access>> {
        let (name, body) = (self.text(call.name).to_owned(), uses.body);
        let of = call.target.map(|target| self.java.sources.at(body.expressions[target.index()].span));
        let of = of.or_else(|| {
            self.java
                .sources
                .at(Span::new(uses.code.start, call.name_span.start))
                .trim_end()
                .strip_suffix('.')?
                .rsplit(|c: char| !c.is_alphanumeric())
                .next()
        });
        let term = |it: &Self, n: usize| it.term(body, *call.arguments.get(n)?, uses.names);
        let method = call.callee.method().filter(|_| !self.is_foreign(call.callee));
        let Some(method) = method else {
            let writes = WRITE.contains(&name.as_str()) && n == 0;
            let region = match (of?, call.arguments.len()) {
                ("System", 5) if name == "arraycopy" => {
                    let (from, length) = (term(self, n + 1), term(self, 4));
                    let to =
                        from.clone().zip(length).map(|(a, b)| Term::Binary(Operator::Add, Box::new(a), Box::new(b)));
                    return Some(vec![Access { region: range(from, to), writes: n == 2, at: call.name_span }]);
                }
                ("Arrays", 3..)
                    if n == 0
                        && matches!(name.as_str(), "sort" | "fill" | "stream" | "copyOfRange" | "parallelSort") =>
                {
                    range(term(self, 1), term(self, 2))
                }
                ("Arrays", _) if writes || READ.contains(&name.as_str()) => Region::All,
                ("String", _) if matches!(name.as_str(), "valueOf" | "join") => Region::All,
                _ => return None,
            };
            return Some(vec![Access { region, writes, at: call.name_span }]);
        };
        let it = &self.java.methods[method.index()];
        let is_one = it.modifiers.is_static() || it.modifiers.is_private();
        if !is_one || !it.has_body || uses.depth >= DEPTH || call.spread.is_some() {
            return None;
        }
        let code = it.span;
        let callee = self.java.attribute(Member::Method(method));
        let part = callee.parts.first()?;
        let mut names = Names::default();
        for (n, parameter) in part.parameters.iter().enumerate() {
            if callee.locals[parameter.index()].effectively_final {
                names.locals.extend(term(self, n).map(|term| (*parameter, term)));
            }
        }
        let array = *part.parameters.get(n)?;
        if !callee.locals[array.index()].effectively_final {
            return None;
        }
        let inner = Uses { body: &callee, names: &names, code, without: &[], alone: &[], depth: uses.depth + 1 };
        deep(|| self.accesses_to(&inner, Array::Local(array)))
    }

    /// Returns true for a method that the sources do not declare.
    pub(super) fn is_foreign(&self, callee: Callee) -> bool {
        callee.method().is_none_or(|m| {
            let class = self.java.methods[m.index()].class;
            self.java.classes[class.index()].origin != Origin::Source
        })
    }

    /// The region of an index: all that a loop over it goes through.
    fn region_of(&self, uses: &Uses<'_>, index: ExprNo) -> Region {
        let body = uses.body;
        let at = body.expressions[index.index()].span;
        if let Kind::Local(local) = body.expressions[index.index()].kind
            && let Some(counted) = body
                .statements
                .iter()
                .filter(|s| s.span.contains(at))
                .find_map(|s| Counted::of(body, &s.form).filter(|it| it.index == local))
            && uses.code.contains(body.locals[local.index()].name_span)
        {
            let from = self.term(body, counted.from, uses.names);
            let to = counted.to.and_then(|to| self.term(body, to, uses.names));
            return match (counted.by_one, counted.step) {
                (true, _) => range(from, to),
                (false, Some(step)) => match (from, self.term(body, step, uses.names)) {
                    (Some(from), Some(step)) => Region::Every(from, step),
                    _ => Region::All,
                },
                (false, None) => Region::All,
            };
        }
        self.term(body, index, uses.names).map_or(Region::All, Region::At)
    }

    /// The number that an expression computes, in terms of the code that makes the tasks.
    pub(super) fn term(&self, body: &Body, e: ExprNo, names: &Names) -> Option<Term> {
        let part = |e| deep(|| self.term(body, e, names)).map(Box::new);
        let expression = &body.expressions[e.index()];
        match &expression.kind {
            Kind::Literal(Literal::Number) => {
                crate::tree::body::number(self.java.sources.at(expression.span)).map(Term::Number)
            }
            Kind::Local(local) => {
                if let Some(known) = names.locals.get(local) {
                    return Some(known.clone());
                }
                let it = &body.locals[local.index()];
                if let Some(value) = it.value.filter(|_| it.effectively_final).and_then(part) {
                    return Some(*value);
                }
                let is_around = names.main.is_some_and(|code| it.part == 0 && !code.contains(it.name_span));
                is_around.then_some(Term::Name(*local, it.effectively_final))
            }
            Kind::Field { field, .. } => {
                let modifiers: Modifiers = self.java.fields[field.index()].modifiers;
                let is_constant = modifiers.is_static() && modifiers.is_final();
                names.fields.get(field).cloned().or_else(|| is_constant.then_some(Term::Constant(*field)))
            }
            Kind::Length(array) => match body.expressions[array.index()].kind {
                Kind::Local(local) if names.main.is_some() => {
                    body.locals[local.index()].effectively_final.then_some(Term::Length(local))
                }
                _ => None,
            },
            Kind::Binary { operator, left, right } => Some(Term::Binary(*operator, part(*left)?, part(*right)?)),
            Kind::Conditional { test, yes, no } => Some(Term::Choice(part(*test)?, part(*yes)?, part(*no)?)),
            Kind::Call(call) if self.text(call.name) == "min" && self.is_foreign(call.callee) => {
                match call.arguments[..] {
                    [a, b] => Some(Term::Least(part(a)?, part(b)?)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

fn range(from: Option<Term>, to: Option<Term>) -> Region {
    match (from, to) {
        (Some(from), Some(to)) => Region::Range(from, to),
        _ => Region::All,
    }
}

impl Uses<'_> {
    fn is_it(&self, e: ExprNo, array: Array) -> bool {
        match (&self.body.expressions[e.index()].kind, array) {
            (Kind::Local(of), Array::Local(local)) => *of == local,
            (Kind::Field { field: of, .. }, Array::Field(field)) => *of == field,
            _ => false,
        }
    }

    /// Returns true for an expression of this part.
    fn has(&self, e: ExprNo) -> bool {
        let span = self.body.expressions[e.index()].span;
        self.code.contains(span) && !self.without.iter().any(|part| part.contains(span))
    }

    /// Returns true for an expression in a function, or in a class, that may run at another time.
    fn is_nested(&self, e: ExprNo) -> bool {
        let span = self.body.expressions[e.index()].span;
        let around = |inner: Span| inner != self.code && self.code.contains(inner) && inner.contains(span);
        self.body.expressions.iter().any(|e| match &e.kind {
            Kind::Lambda(_) | Kind::Reference(_) => around(e.span),
            Kind::New(new) => new.anonymous.is_some() && around(e.span),
            _ => false,
        }) || self.body.statements.iter().any(|s| matches!(s.form, Form::Class(_)) && around(s.span))
    }
}
