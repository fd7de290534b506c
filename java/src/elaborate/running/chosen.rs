//! Values of which a run takes one of the many that Java could give: the time, numbers at random, and those of threads.
//!
//! One that is only slept decides nothing. One that is only printed decides what is printed; any other one may decide what the program does.

use crate::elaborate::Elaborator;
use crate::tree::MethodNo;
use crate::tree::body::{Body, Call, ExprNo, Form, Kind, LocalNo, Operator};
use crate::types::Ty;
use racefree_grammar::Span;

/// A value that a run takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The call that gives it.
    pub span: Span,
    /// Its sort.
    pub sort: ChosenSort,
    /// The program does more with it than print it.
    pub decides: bool,
}

/// Sort of a value that a run takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChosenSort {
    /// The time.
    Time,
    /// The number of a thread.
    Thread,
    /// A number at random.
    Number,
    /// A number of a `Random`, which has a seed unless the program makes one without. None is left of those that have one.
    OfRandom,
}

/// The most that becomes of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fate {
    Slept,
    Printed,
    Decides,
}

/// Steps from a value to a use of it that are followed.
const FAR: usize = 16;

impl Elaborator<'_> {
    /// Notes the values that code of the sources takes in a run.
    pub(in crate::elaborate) fn note_chosen(&mut self, body: &Body) {
        for (n, e) in body.expressions.iter().enumerate() {
            let called = match &e.kind {
                Kind::Call(call) => call.callee.method(),
                Kind::New(new) => new.callee.method(),
                Kind::Reference(reference) => reference.callee.method(),
                _ => None,
            };
            let Some(sort) = called.and_then(|method| self.chosen_by(method)) else { continue };
            let fate = match e.kind {
                Kind::Reference(_) => Fate::Decides,
                // An order that is changed, as by `shuffle`.
                _ if e.ty == Ty::VOID => Fate::Decides,
                _ => Values { it: self, body }.fate(ExprNo(n as u32), 0),
            };
            if fate > Fate::Slept {
                self.found.chosen.push(Chosen { span: e.span, sort, decides: fate == Fate::Decides });
            }
        }
    }

    /// Leaves out numbers of a seed, which are Java's own, and puts the rest in the order of the text.
    pub(in crate::elaborate) fn settle_chosen(&mut self) {
        let unseeded = self.found.unseeded;
        let all = &mut self.found.chosen;
        all.retain(|one| one.sort != ChosenSort::OfRandom || unseeded);
        all.sort_by_key(|one| (one.span.start, one.span.end));
        all.dedup();
    }

    /// Sort of what a method of the library gives, as its text says.
    fn chosen_by(&mut self, method: MethodNo) -> Option<ChosenSort> {
        let it = &self.java.methods[method.index()];
        if !self.is_of_library(it.class) {
            return None;
        }
        let text = self.java.sources.at(it.span);
        let is_random = matches!(self.text(self.java.classes[it.class.index()].name), "Random" | "ThreadLocalRandom");
        match (text.contains("RacefreeClock."), text.contains("RacefreeChance.")) {
            _ if text.contains("RacefreeIdentity.") => Some(ChosenSort::Thread),
            (true, _) => Some(ChosenSort::Time),
            (_, true) if is_random => {
                self.found.unseeded = true;
                None
            }
            (_, true) => Some(ChosenSort::Number),
            _ if is_random && !it.kind.constructs() => Some(ChosenSort::OfRandom),
            _ => None,
        }
    }
}

/// Uses of the values of a piece of code.
struct Values<'i, 'e, 'j> {
    it: &'i Elaborator<'j>,
    body: &'e Body,
}

impl Values<'_, '_, '_> {
    fn fate(&self, e: ExprNo, far: usize) -> Fate {
        if far == FAR {
            return Fate::Decides;
        }
        let around = self.body.expressions.iter().position(|of| of.kind.parts().contains(&e));
        let Some(around) = around.map(|n| ExprNo(n as u32)) else { return self.fate_of_statement(e, far) };
        match &self.body.expressions[around.index()].kind {
            Kind::Unary { .. } | Kind::Cast { .. } => self.fate(around, far + 1),
            Kind::Binary { operator, .. } if counts(*operator) => self.fate(around, far + 1),
            &Kind::Assign { target, value } | &Kind::Compound { target, value, .. } if value == e => {
                match self.body.expressions[target.index()].kind {
                    Kind::Local(local) => self.fate(around, far + 1).max(self.fate_of_local(local, far)),
                    _ => Fate::Decides,
                }
            }
            Kind::Call(call) => match self.library_callee(call) {
                Some(("Thread" | "TimeUnit", "sleep")) => Fate::Slept,
                Some(("PrintStream", _)) => Fate::Printed,
                Some(("Math" | "TimeUnit" | "Duration" | "Instant" | "String" | "Long" | "Integer" | "Double", _)) => {
                    self.fate(around, far + 1)
                }
                _ => Fate::Decides,
            },
            _ => Fate::Decides,
        }
    }

    /// The most that becomes of a value that is no part of another expression.
    fn fate_of_statement(&self, e: ExprNo, far: usize) -> Fate {
        let of = self.body.statements.iter().find_map(|s| match s.form {
            Form::Expression(value) if value == e => Some(Fate::Slept),
            Form::Local { local, value: Some(value) } if value == e => Some(self.fate_of_local(local, far)),
            _ => None,
        });
        of.unwrap_or(Fate::Decides)
    }

    /// The most that becomes of the value of a variable.
    fn fate_of_local(&self, local: LocalNo, far: usize) -> Fate {
        let all = &self.body.expressions;
        let is_stored = |e: ExprNo| all.iter().any(|of| matches!(of.kind, Kind::Assign { target, .. } if target == e));
        let uses = (0..all.len() as u32).map(ExprNo);
        let uses = uses.filter(|e| matches!(all[e.index()].kind, Kind::Local(of) if of == local) && !is_stored(*e));
        uses.map(|e| self.fate(e, far + 1)).max().unwrap_or(Fate::Slept)
    }

    /// Names of the class and of the method of the library that a call calls.
    fn library_callee(&self, call: &Call) -> Option<(&str, &str)> {
        let it = &self.it.java.methods[call.callee.method()?.index()];
        let class = self.it.text(self.it.java.classes[it.class.index()].name);
        self.it.is_of_library(it.class).then(|| (class, self.it.text(it.name)))
    }
}

/// Returns true for an operator that makes a number of numbers, or a text.
fn counts(operator: Operator) -> bool {
    use Operator::{Add, BitAnd, Divide, Multiply, Remainder, ShiftLeft, ShiftRight, ShiftRightUnsigned, Subtract};
    matches!(
        operator,
        Add | BitAnd | Divide | Multiply | Remainder | ShiftLeft | ShiftRight | ShiftRightUnsigned | Subtract
    )
}
