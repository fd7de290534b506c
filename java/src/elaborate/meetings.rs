//! Places at which tasks meet `main` or each other: a latch that `main` opens when all is ready, a barrier at which all wait for the last one. What
//! stands in front of such a place comes before what stands behind it.

use super::Elaborator;
use super::regions::Access;
use super::waited::local_of;
use crate::tree::body::{Body, ExprNo, Form, Kind, Literal, LocalNo, StmtNo};
use racefree_grammar::Span;

/// Order of the parts of a task's code, or of `main`'s.
#[derive(Default)]
pub(super) struct Meetings {
    /// The latch that the task awaits, and what it does behind that.
    gate: Option<(LocalNo, Span)>,
    /// Latches that `main` opens, with the statements.
    opens: Vec<(LocalNo, Span)>,
    /// The barrier that the task waits at, and the numbers of the parts between its waits: those of two numbers never run at a time.
    barrier: Option<(LocalNo, Vec<(Span, usize)>)>,
    /// The barrier whose action the code is: it runs while all tasks wait.
    pub(super) action_of: Option<LocalNo>,
}

impl Meetings {
    /// Returns true if one of two accesses, of two pieces of code, comes before the other.
    pub(super) fn are_ordered(&self, own: &Access, other: &Meetings, of_other: &Access) -> bool {
        self.is_gated(own, other, of_other)
            || other.is_gated(of_other, self, own)
            || self.are_parted(own, other, of_other)
    }

    /// `main` has the access before it opens the latch that the task awaits.
    fn is_gated(&self, own: &Access, task: &Meetings, of_task: &Access) -> bool {
        task.gate.is_some_and(|(latch, behind)| {
            let opens = |(of, at): &(LocalNo, Span)| *of == latch && own.at.end <= at.start;
            behind.contains(of_task.at) && self.opens.iter().any(opens)
        })
    }

    fn are_parted(&self, own: &Access, other: &Meetings, of_other: &Access) -> bool {
        let number = |parts: &[(Span, usize)], at: Span| parts.iter().find(|(p, _)| p.contains(at)).map(|(_, n)| *n);
        match (&self.barrier, &other.barrier) {
            (Some((a, parts)), Some((b, others))) if a == b => {
                match (number(parts, own.at), number(others, of_other.at)) {
                    (Some(one), Some(another)) => one != another,
                    _ => false,
                }
            }
            (Some((barrier, _)), None) => other.action_of == Some(*barrier),
            (None, Some((barrier, _))) => self.action_of == Some(*barrier),
            _ => false,
        }
    }

    /// Number of waits at a barrier is not that of the tasks: it says nothing.
    pub(super) fn forget_barrier(&mut self) {
        (self.barrier, self.action_of) = (None, None);
    }

    /// The barrier of a task.
    pub(super) fn barrier(&self) -> Option<LocalNo> {
        self.barrier.as_ref().map(|(barrier, _)| *barrier)
    }
}

impl Elaborator<'_> {
    /// The latches that the statements of a method open.
    pub(super) fn opened_by(&self, body: &Body, block: &[StmtNo]) -> Meetings {
        let counts = |e: ExprNo| self.waits_on(body, e, "countDown", "CountDownLatch");
        let all: Vec<LocalNo> = (0..body.expressions.len() as u32).map(ExprNo).filter_map(counts).collect();
        let is_one = |latch: &LocalNo| {
            let of_one = self.first_number(body, *latch).is_some_and(|number| number == "1");
            of_one && all.iter().filter(|of| *of == latch).count() == 1
        };
        let opens = block.iter().filter_map(|s| {
            let Form::Expression(e) = body.statements[s.index()].form else { return None };
            counts(e).filter(is_one).map(|latch| (latch, body.statements[s.index()].span))
        });
        Meetings { opens: opens.collect(), ..Meetings::default() }
    }

    /// The places at which a task's code waits; `around` is the loop that makes one in each turn.
    pub(super) fn meetings_of(&self, body: &Body, code: Span, around: Option<Span>) -> Meetings {
        let Some(block) = self.statements_of(body, code) else { return Meetings::default() };
        let mut barriers = (0..body.expressions.len() as u32).map(ExprNo).filter_map(|e| {
            let is_here = code.contains(body.expressions[e.index()].span);
            self.waits_on(body, e, "await", "CyclicBarrier").filter(|_| is_here)
        });
        let barrier = barriers.next().and_then(|first| {
            let waits = 1 + barriers.filter(|other| *other == first).count();
            let mut parts = Parts { barrier: first, around, number: 0, last: 0, met: 0, found: Vec::new() };
            self.parts_of(body, block, &mut parts)?;
            (parts.met == waits).then_some((first, parts.found))
        });
        Meetings { gate: self.gate_of(body, block), barrier, ..Meetings::default() }
    }

    /// The first wait for a latch among statements, or those of a `try` that they begin with.
    fn gate_of(&self, body: &Body, block: &[StmtNo]) -> Option<(LocalNo, Span)> {
        let last = body.statements[block.last()?.index()].span;
        block.iter().find_map(|s| {
            let statement = &body.statements[s.index()];
            match &statement.form {
                Form::Expression(e) => {
                    let latch = self.waits_on(body, *e, "await", "CountDownLatch")?;
                    Some((latch, Span::new(statement.span.end, last.end)))
                }
                Form::Try { body: inner, .. } | Form::Block(inner) => self.gate_of(body, inner),
                _ => None,
            }
        })
    }

    /// The variable of a class that a call of a method without arguments is about.
    fn waits_on(&self, body: &Body, e: ExprNo, method: &str, class: &str) -> Option<LocalNo> {
        let Kind::Call(call) = &body.expressions[e.index()].kind else { return None };
        let of = local_of(body, call.target?)?;
        let it = &body.locals[of.index()];
        let is_it = self.text(call.name) == method && call.arguments.is_empty() && it.effectively_final;
        (is_it && self.last_name(it.ty.ty) == class).then_some(of)
    }

    /// The text of the number that a latch or a barrier is made with.
    pub(super) fn first_number(&self, body: &Body, local: LocalNo) -> Option<&str> {
        let Kind::New(new) = &body.expressions[body.locals[local.index()].value?.index()].kind else { return None };
        Some(self.java.sources.at(body.expressions[new.arguments.first()?.index()].span).trim())
    }

    /// The barrier whose action a lambda is.
    pub(super) fn barrier_of_action(&self, body: &Body, lambda: ExprNo) -> Option<LocalNo> {
        let made = (0..).map(ExprNo).zip(&body.expressions).find_map(|(e, it)| match &it.kind {
            Kind::New(new) if self.last_name(it.ty) == "CyclicBarrier" => {
                (new.arguments.get(1) == Some(&lambda)).then_some(e)
            }
            _ => None,
        })?;
        let is_it = |local: &LocalNo| {
            let it = &body.locals[local.index()];
            it.value == Some(made) && it.effectively_final
        };
        (0..body.locals.len() as u32).map(LocalNo).find(is_it)
    }

    /// Numbers the parts of statements between the waits at a barrier: behind the last one of a loop comes the first of its next turn.
    fn parts_of(&self, body: &Body, list: &[StmtNo], parts: &mut Parts) -> Option<()> {
        let mut start = body.statements[list.first()?.index()].span.start;
        for s in list {
            let statement = &body.statements[s.index()];
            let inner: &[StmtNo] = match &statement.form {
                Form::Try { body: all, .. } | Form::Block(all) => all,
                Form::For { body: inner, .. } | Form::While { body: inner, .. } | Form::ForEach { body: inner, .. } => {
                    std::slice::from_ref(inner)
                }
                _ => &[],
            };
            let is_wait = |e: ExprNo| self.waits_on(body, e, "await", "CyclicBarrier") == Some(parts.barrier);
            match statement.form {
                Form::Expression(e) if is_wait(e) => {
                    parts.found.push((Span::new(start, statement.span.start), parts.number));
                    parts.last += 1;
                    (parts.number, parts.met, start) = (parts.last, parts.met + 1, statement.span.end);
                }
                Form::Try { .. } | Form::Block(_) if !inner.is_empty() => {
                    parts.found.push((Span::new(start, statement.span.start), parts.number));
                    self.parts_of(body, inner, parts)?;
                    start = body.statements[inner.last()?.index()].span.end;
                }
                Form::For { .. } | Form::While { .. } | Form::ForEach { .. } => {
                    let (first, met) = (parts.number, parts.met);
                    let head = Span::new(start, body.statements[inner[0].index()].span.start);
                    parts.found.push((head, first));
                    let known = parts.found.len();
                    self.parts_of(body, inner, parts)?;
                    if parts.met > met && !self.turns_alike(body, statement.span, inner[0], parts.around) {
                        return None;
                    }
                    let last = parts.number;
                    let own = parts.found[known..].iter_mut().filter(|(_, number)| parts.met > met && *number == last);
                    own.for_each(|(_, number)| *number = first);
                    (parts.number, start) = (first, statement.span.end);
                }
                _ => {}
            }
        }
        parts.found.push((Span::new(start, body.statements[list.last()?.index()].span.end.max(start)), parts.number));
        Some(())
    }

    /// Returns true for a loop that has as many turns in each task: its head has variables of its own, numbers, and those that all tasks have.
    fn turns_alike(&self, body: &Body, whole: Span, inner: StmtNo, around: Option<Span>) -> bool {
        let head = Span::new(whole.start, body.statements[inner.index()].span.start);
        body.expressions.iter().filter(|e| head.contains(e.span)).all(|e| match &e.kind {
            Kind::Local(local) => {
                let it = &body.locals[local.index()];
                let is_outer = it.effectively_final && !around.is_some_and(|around| around.contains(it.name_span));
                head.contains(it.name_span) || is_outer
            }
            Kind::Literal(Literal::Number) | Kind::Binary { .. } | Kind::Step { .. } | Kind::Length(_) => true,
            Kind::Field { field, .. } => self.java.fields[field.index()].modifiers.is_final(),
            _ => false,
        })
    }
}

/// Parts of a task on the way.
struct Parts {
    barrier: LocalNo,
    around: Option<Span>,
    number: usize,
    last: usize,
    /// Number of waits that were met.
    met: usize,
    found: Vec<(Span, usize)>,
}
