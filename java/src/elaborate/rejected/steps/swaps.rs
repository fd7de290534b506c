//! `compareAndSet` that is used as if it always set: its answer is dropped, or it is tried again with a value that was read before; and a number that
//! is read and then set back, with what others have added in between.

use super::Judge;
use crate::tree::body::{ExprNo, Form, Kind, Literal, LocalNo, Operator, StmtNo};
use racefree_grammar::{Edit, Fix, Span};

impl Judge<'_, '_> {
    /// Judges a statement of a list.
    pub(super) fn swaps(&mut self, all: &[StmtNo], at: usize) {
        self.tried_with_old(all, at);
        self.set_back(all, at);
    }

    /// `while (!n.compareAndSet(old, old + 1))` with an `old` that the loop never reads anew.
    fn tried_with_old(&mut self, all: &[StmtNo], at: usize) {
        let Form::While { test, body } = self.body.statements[all[at].index()].form else { return };
        let Kind::Unary { operator: Operator::Not, operand } = *self.kind(test) else { return };
        let Some((own, &[old, value])) = self.call_on(operand, "compareAndSet") else { return };
        let Kind::Local(local) = *self.kind(old) else { return };
        let whole = self.statement_span(all[at]);
        let is_read = |e| self.call_on(e, "get").is_some_and(|(of, given)| given.is_empty() && self.is_same(of, own));
        let declared =
            all[..at].iter().rposition(|s| self.declared(*s).is_some_and(|(of, e)| of == local && is_read(e)));
        let Some(declared) = declared.filter(|_| !self.gives_value(whole, local)) else { return };
        let (name, of) = (self.name_of(local).to_owned(), self.words(own));
        let parts = self.places_of(self.span(value), local);
        let is_empty = self.block_of(body).is_empty() || matches!(self.body.statements[body.index()].form, Form::Empty);
        let is_left = self.places_of(Span::new(whole.end, u32::MAX), local).is_empty();
        let repair = self.update(&of, own, value, &parts).filter(|_| is_empty && is_left && declared + 1 == at);
        let start = self.statement_span(all[declared]).start;
        let repair = repair.map(|update| {
            let edit = Edit::replace(Span::new(start, whole.end), format!("{update};"));
            Fix::new(format!("Write `{update}`"), vec![edit])
        });
        let message = format!(
            "`{name}` is read once, in front of the loop: if another thread sets `{of}` before, it never has that value again, and the loop goes on for ever"
        );
        let at = self.span(operand);
        self.warn_steps(at, message, repair);
    }

    /// Returns true for code that gives a variable a value.
    fn gives_value(&self, code: Span, local: LocalNo) -> bool {
        let is_it = |e: ExprNo| matches!(self.kind(e), Kind::Local(of) if *of == local);
        self.inside(code).any(|(_, e)| match e.kind {
            Kind::Assign { target, .. } | Kind::Compound { target, .. } | Kind::Step { target, .. } => is_it(target),
            _ => false,
        })
    }

    /// `n = a.sum(); a.reset();` and `n = a.get(); a.set(0);`
    fn set_back(&mut self, all: &[StmtNo], at: usize) {
        let Some((local, read)) = self.declared(all[at]) else { return };
        let Some(&next) = all.get(at + 1) else { return };
        let Some(call) = self.call_of(next).filter(|call| !self.is_locked(call)) else { return };
        let Some(of) = call.target else { return };
        let (by, is_it) = match (self.it.text(call.name), &call.arguments[..]) {
            ("reset", []) => ("sumThenReset()".to_owned(), self.call_on(read, "sum")),
            ("set", [value]) if matches!(self.kind(*value), Kind::Literal(Literal::Number)) => {
                (format!("getAndSet({})", self.words(*value)), self.call_on(read, "get"))
            }
            _ => return,
        };
        let Some((own, [])) = is_it.filter(|(own, _)| self.is_same(*own, of)) else { return };
        let class = self.it.last_name(self.ty(own));
        let is_known = class.ends_with("Adder") || matches!(class, "AtomicInteger" | "AtomicLong");
        let is_used = !self.places_of(Span::new(self.statement_span(next).end, u32::MAX), local).is_empty();
        if !is_known || !is_used {
            return;
        }
        let (name, place) = (self.words(own), call.name_span);
        let message = format!(
            "`{name}` is read in one step and set back in another: what other threads add between them is lost (`{}` is one)",
            by.split('(').next().unwrap_or(&by)
        );
        let edits = vec![Edit::replace(self.span(read), format!("{name}.{by}")), self.without(next)];
        self.warn_steps(place, message, Some(Fix::new(format!("Write `{name}.{by}`"), edits)));
    }
}
