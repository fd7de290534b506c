//! Locks of which a call answers whether it has taken them: `if (l.tryLock()) {…}`, `boolean ok = l.tryLock(); try {if (ok) …} finally {if (ok) l.unlock();}`.

use super::code::Code;
use super::explicit::{LONGEST, Taken};
use super::members::Tail;
use super::operations::TRIED;
use crate::tree::body::{ExprNo, Form, Kind, Operator, StmtNo};
use crate::types::Ty;
use racefree_grammar::Span;
use racefree_grammar::ast::ExprId;
use racefree_grammar::stack::deep;

impl Code<'_, '_, '_> {
    /// An `if` that takes a lock, and gives it back in its block.
    pub(super) fn tried(&mut self, s: StmtNo) -> Option<ExprId> {
        let first = &self.body.statements[s.index()];
        match &first.form {
            Form::If { test, yes, no } if !self.it.options.only_annotated && !self.it.options.run => {
                let (asked, taken) = self.taken_if(*test)?;
                let list = self.branch(yes);
                let here = list.iter().take(LONGEST).find_map(|s| self.gives_back(*s, &taken));
                let at = here.or_else(|| self.given_if(asked, &taken))?;
                self.ends.insert(at);
                self.note_exclusive(&taken);
                let cond = self.value(*test, Ty::BOOLEAN);
                let flows = self.flows.len();
                let held: Vec<Taken> = self.held_as_a_whole(list, list, taken).into_iter().collect();
                let then = self.scoped(|code| code.block_here(list, Tail::No, first.span, held));
                self.flows.truncate(flows);
                let otherwise = no.map(|no| self.statement(no, Tail::No));
                Some(self.it.out.branch(cond, then, otherwise, first.span))
            }
            Form::Try { body, finally: Some(finally), .. } if self.it.options.only_annotated => {
                let taken: Vec<Taken> = finally.iter().filter_map(|s| self.gives(*s)).collect();
                for taken in &taken {
                    self.ends.insert(taken.at);
                    self.note_exclusive(taken);
                }
                let (flows, given) = (self.flows.len(), !taken.is_empty());
                let whole: Vec<Taken> =
                    taken.into_iter().filter_map(|taken| self.held_as_a_whole(body, body, taken)).collect();
                let made = given.then(|| self.protected(s, whole));
                self.flows.truncate(flows);
                made
            }
            _ => None,
        }
    }

    /// The lock that is taken where a test is true, and the part of the test that says so.
    fn taken_if(&mut self, test: ExprNo) -> Option<(ExprNo, Taken)> {
        match self.expression(test).kind {
            Kind::Binary { operator: Operator::And, left, right } => {
                deep(|| self.taken_if(left).or_else(|| self.taken_if(right)))
            }
            _ => Some((test, self.takes(self.answer(test), TRIED)?)),
        }
    }

    /// The place at which the `finally` of a `try` around gives back a lock, under the test of the same variable.
    fn given_if(&mut self, asked: ExprNo, taken: &Taken) -> Option<Span> {
        let Kind::Local(asked) = self.expression(asked).kind else { return None };
        let asks = |code: &Self, test: ExprNo| matches!(code.expression(test).kind, Kind::Local(of) if of == asked);
        self.around.clone().into_iter().rev().take(LONGEST).find_map(|s| {
            let Form::Try { finally: Some(finally), .. } = &self.body.statements[s.index()].form else { return None };
            finally.iter().find_map(|s| match &self.body.statements[s.index()].form {
                Form::If { test, yes, no: None } if asks(self, *test) => {
                    self.branch(yes).iter().find_map(|s| self.gives_back(*s, taken))
                }
                _ => None,
            })
        })
    }

    /// The lock that is taken where `!l.tryLock()` is false.
    pub(super) fn takes_unless(&mut self, test: ExprNo) -> Option<Taken> {
        match self.expression(test).kind {
            Kind::Unary { operator: Operator::Not, operand } => self.takes(self.answer(operand), TRIED),
            Kind::Binary { operator: Operator::Or, left, right } => {
                deep(|| self.takes_unless(left).or_else(|| self.takes_unless(right)))
            }
            _ => None,
        }
    }

    /// The value of a variable that a test asks, as `ok` of `boolean ok = l.tryLock()`; of another test, itself.
    fn answer(&self, test: ExprNo) -> ExprNo {
        let Kind::Local(local) = self.expression(test).kind else { return test };
        self.body.locals[local.index()].value.unwrap_or(test)
    }
}
