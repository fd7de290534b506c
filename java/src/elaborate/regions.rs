//! Regions of an array: an index, a range, every n-th index, in terms of the variables of the code that makes the tasks; and whether the tasks of
//! a loop's turns have different ones.

use crate::tree::FieldNo;
use crate::tree::body::{Body, ExprNo, Form, Kind, LocalNo, Operator};
use racefree_grammar::Span;

/// A number, as code computes it where it makes a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Term {
    Number(i32),
    /// A variable; true if it always has the same value.
    Name(LocalNo, bool),
    /// A static final field.
    Constant(FieldNo),
    /// The length of a variable's array.
    Length(LocalNo),
    Binary(Operator, Box<Term>, Box<Term>),
    Least(Box<Term>, Box<Term>),
    Choice(Box<Term>, Box<Term>, Box<Term>),
}

/// Elements of an array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Region {
    At(Term),
    /// From an index to another one, which does not belong to it.
    Range(Term, Term),
    /// From an index on, in steps.
    Every(Term, Term),
    All,
}

/// An access to elements.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub(super) region: Region,
    pub(super) writes: bool,
    /// Place in the task's own code: of the call, if a method that it calls has the access.
    pub(super) at: Span,
}

/// Turns of a loop, each of which makes a task.
pub(super) struct Turns {
    /// The index, which goes up by one; none, if nothing is known of the loop.
    index: Option<LocalNo>,
    from: Option<Term>,
    bound: Option<Term>,
    /// Variables that are declared in it, or change.
    inner: Vec<LocalNo>,
}

impl Turns {
    /// The turns that make a task at a place, more than one for each array that is declared at another; none inside, if there is only one.
    pub(super) fn around(
        body: &Body,
        at: Span,
        declared: Span,
        term: impl Fn(ExprNo) -> Option<Term>,
    ) -> Option<Turns> {
        let is_loop = |form: &Form| {
            matches!(form, Form::While { .. } | Form::DoWhile { .. } | Form::For { .. } | Form::ForEach { .. })
        };
        let mut loops =
            body.statements.iter().filter(|s| is_loop(&s.form) && s.span.contains(at) && !s.span.contains(declared));
        let first = loops.next()?;
        let within = first.span;
        let inner = (0..body.locals.len() as u32)
            .map(LocalNo)
            .filter(|l| {
                let it = &body.locals[l.index()];
                within.contains(it.name_span) || !it.effectively_final
            })
            .collect();
        let unknown = Turns { index: None, from: None, bound: None, inner };
        let counted = loops.next().is_none().then(|| Counted::of(body, &first.form)).flatten();
        let Some(counted) = counted.filter(|it| it.by_one) else { return Some(unknown) };
        Some(Turns {
            index: Some(counted.index),
            from: term(counted.from),
            bound: counted.to.and_then(term),
            ..unknown
        })
    }

    /// Returns true for as many turns as a term says, counted from zero.
    pub(super) fn is_number(&self, number: Option<&Term>) -> bool {
        self.from == Some(Term::Number(0)) && number.is_some() && self.bound.as_ref() == number
    }

    fn is_index(&self, term: &Term) -> bool {
        matches!(term, Term::Name(local, _) if Some(*local) == self.index)
    }

    /// Returns true for a term that has the same value in all turns.
    fn is_constant(&self, term: &Term) -> bool {
        match term {
            Term::Number(_) | Term::Constant(_) => true,
            Term::Name(local, _) | Term::Length(local) => !self.inner.contains(local) && Some(*local) != self.index,
            Term::Binary(_, a, b) | Term::Least(a, b) => self.is_constant(a) && self.is_constant(b),
            Term::Choice(a, b, c) => [a, b, c].into_iter().all(|part| self.is_constant(part)),
        }
    }

    /// Returns true for a term that has another value in each turn.
    fn differs(&self, term: &Term) -> bool {
        match term {
            Term::Binary(Operator::Add, a, b) => {
                self.is_index(a) && self.is_constant(b) || self.is_constant(a) && self.is_index(b)
            }
            Term::Binary(Operator::Subtract, a, b) => {
                (self.is_index(a) || self.differs(a)) && self.is_constant(b)
                    || self.is_constant(a) && (self.is_index(b) || self.differs(b))
            }
            term => self.is_index(term),
        }
    }

    /// A term in the next turn.
    fn next(&self, term: &Term) -> Term {
        let again = |part: &Term| Box::new(self.next(part));
        match term {
            _ if self.is_index(term) => Term::Binary(Operator::Add, Box::new(term.clone()), Box::new(Term::Number(1))),
            Term::Number(_) | Term::Constant(_) | Term::Name(..) | Term::Length(_) => term.clone(),
            Term::Binary(operator, a, b) => Term::Binary(*operator, again(a), again(b)),
            Term::Least(a, b) => Term::Least(again(a), again(b)),
            Term::Choice(a, b, c) => Term::Choice(again(a), again(b), again(c)),
        }
    }

    /// Returns true for a range that ends where that of the next turn begins: `i * n` to `(i + 1) * n`. If the beginnings went down, ranges
    /// would be empty.
    fn follows(&self, from: &Term, to: &Term) -> bool {
        let step = |term: &Term| match term {
            Term::Binary(Operator::Multiply, a, b) if self.is_index(a) && self.is_constant(b) => Some((**b).clone()),
            Term::Binary(Operator::Multiply, a, b) if self.is_constant(a) && self.is_index(b) => Some((**a).clone()),
            term if self.is_index(term) => Some(Term::Number(1)),
            _ => None,
        };
        let is_divided = match from {
            Term::Binary(Operator::Divide, a, b) => step(a).is_some() && self.is_constant(b),
            _ => false,
        };
        let own = step(from);
        if own.is_none() && !is_divided {
            return false;
        }
        let is_end = |to: &Term| {
            let added = match to {
                Term::Binary(Operator::Add, a, b) => {
                    own.as_ref().is_some_and(|own| **a == *from && **b == *own || **b == *from && **a == *own)
                }
                _ => false,
            };
            let Term::Binary(operator, a, b) = to else { return false };
            let turned = Term::Binary(*operator, b.clone(), a.clone());
            added || *to == self.next(from) || turned == self.next(from)
        };
        match to {
            Term::Least(a, b) => is_end(a) || is_end(b),
            // The last task goes on to the end.
            Term::Choice(test, yes, no) => {
                self.is_last(test) && is_end(no) || self.is_before_last(test) && is_end(yes) && self.is_constant(no)
            }
            to => is_end(to),
        }
    }

    /// Returns true for `i == n - 1`, with `i < n` in the head of the loop.
    fn is_last(&self, test: &Term) -> bool {
        matches!(test, Term::Binary(Operator::Equal, a, b) if self.is_end_of_turns(a, b))
    }

    fn is_before_last(&self, test: &Term) -> bool {
        matches!(test, Term::Binary(Operator::NotEqual | Operator::Less, a, b) if self.is_end_of_turns(a, b))
    }

    fn is_end_of_turns(&self, a: &Term, b: &Term) -> bool {
        let Some(bound) = self.bound.as_ref().filter(|bound| self.is_constant(bound)) else { return false };
        let one = || Box::new(Term::Number(1));
        let last = Term::Binary(Operator::Subtract, Box::new(bound.clone()), one());
        let is_number = match (bound, b) {
            (Term::Number(n), Term::Number(m)) => n.checked_sub(1) == Some(*m),
            _ => false,
        };
        let counted = self.index.is_some_and(|index| {
            *a == Term::Binary(Operator::Add, Box::new(Term::Name(index, false)), one()) && b == bound
        });
        self.is_index(a) && (*b == last || is_number) || counted
    }
}

/// Tasks of two accesses.
pub(super) enum Pair<'t> {
    /// Tasks of two turns of a loop.
    Turns(&'t Turns),
    /// Two tasks, one of which a loop makes.
    Several,
    /// Two tasks, of which there is one each.
    Two,
}

/// Returns true for regions without a common element.
pub(super) fn are_apart(a: &Region, b: &Region, pair: &Pair<'_>) -> bool {
    let number = |term: &Term| if let Term::Number(n) = term { Some(*n) } else { None };
    let Pair::Turns(turns) = pair else {
        let ends = |region: &Region| match region {
            Region::At(at) => Some((number(at)?, number(at)?.checked_add(1)?)),
            Region::Range(from, to) => Some((number(from)?, number(to)?)),
            Region::Every(..) | Region::All => None,
        };
        if let (Some((from, to)), Some((other_from, other_to))) = (ends(a), ends(b)) {
            return to <= other_from || other_to <= from;
        }
        return match (a, b) {
            (Region::Range(from, to), Region::Range(other_from, other_to)) if matches!(pair, Pair::Two) => {
                to.is_fixed() && to == other_from || other_to.is_fixed() && other_to == from
            }
            _ => false,
        };
    };
    match (a, b) {
        (Region::At(a), Region::At(b)) => a == b && turns.differs(a),
        (Region::Range(from, to), Region::Range(other_from, other_to)) => {
            from == other_from && to == other_to && turns.follows(from, to)
        }
        (Region::Every(a, step), Region::Every(b, other)) => {
            a == b
                && step == other
                && turns.is_index(a)
                && turns.from == Some(Term::Number(0))
                && turns.bound.as_ref() == Some(step)
                && turns.is_constant(step)
        }
        _ => false,
    }
}

impl Term {
    /// Returns true for a number that is the same wherever the code around computes it.
    fn is_fixed(&self) -> bool {
        match self {
            Term::Number(_) | Term::Constant(_) | Term::Length(_) => true,
            Term::Name(_, is_final) => *is_final,
            Term::Binary(_, a, b) | Term::Least(a, b) => a.is_fixed() && b.is_fixed(),
            Term::Choice(a, b, c) => a.is_fixed() && b.is_fixed() && c.is_fixed(),
        }
    }
}

/// A loop over an index.
pub(super) struct Counted {
    pub(super) index: LocalNo,
    pub(super) from: ExprNo,
    /// The bound of `i < n`.
    pub(super) to: Option<ExprNo>,
    /// The index goes up by one.
    pub(super) by_one: bool,
    /// The number that it goes up by.
    pub(super) step: Option<ExprNo>,
}

impl Counted {
    /// The index of a `for` that only its head changes.
    pub(super) fn of(body: &Body, form: &Form) -> Option<Counted> {
        let Form::For { init, test, update, .. } = form else { return None };
        let ([init], [update]) = (&init[..], &update[..]) else { return None };
        let Form::Local { local: index, value: Some(from) } = body.statements[init.index()].form else { return None };
        let is_it = |e: ExprNo| matches!(body.expressions[e.index()].kind, Kind::Local(of) if of == index);
        let changes = body.expressions.iter().filter(|e| match e.kind {
            Kind::Assign { target, .. } | Kind::Compound { target, .. } | Kind::Step { target, .. } => is_it(target),
            _ => false,
        });
        let (by_one, step) = match body.expressions[update.index()].kind {
            Kind::Step { target, up: true, .. } if is_it(target) => (true, None),
            Kind::Compound { target, operator: Operator::Add, value } if is_it(target) => (false, Some(value)),
            _ => return None,
        };
        let to = test.and_then(|test| match body.expressions[test.index()].kind {
            Kind::Binary { operator: Operator::Less, left, right } if is_it(left) => Some(right),
            _ => None,
        });
        (changes.count() == 1).then_some(Counted { index, from, to, by_one, step })
    }
}
