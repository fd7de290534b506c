//! An interrupt that is caught and forgotten in a loop that it should end: the loop goes on for ever.

use super::super::Judge;
use crate::tree::Method;
use crate::tree::body::{Catch, ExprNo, Form, Kind, Literal, StmtNo};
use racefree_grammar::{Edit, Fix, Span};

/// The statement by which a thread stays interrupted.
const AGAIN: &str = "Thread.currentThread().interrupt();";

impl Judge<'_, '_> {
    /// Warns of interrupts that nothing takes note of.
    pub(super) fn interrupts(&mut self) {
        let body = self.body;
        for s in 0..body.statements.len() as u32 {
            let Form::Try { catches, .. } = &body.statements[s as usize].form else { continue };
            let Some(catch) = catches.iter().find(|catch| self.is_deaf(catch)) else { continue };
            let Some((test, inner)) = self.loop_around(StmtNo(s)) else { continue };
            let leaves = match test {
                Some(test) if self.asks_for_interrupts(test) => "",
                Some(test) if !self.is_true(test) || self.ends_otherwise(inner) => continue,
                _ if self.is_interrupted_somewhere(catch.span) && self.may_return(inner) => "return;",
                _ => continue,
            };
            let message = "an interrupt is caught here and forgotten, and the loop that it is to end goes on for ever: \
                           `Thread.currentThread().interrupt()` keeps it";
            let repair = self.noted(catch, &[AGAIN, leaves]);
            let message =
                if leaves.is_empty() { message.to_owned() } else { format!("{message}, and `return` ends the loop") };
            self.warn_wait(
                "interrupt_lost",
                Span::new(catch.span.start, catch.span.start + "catch".len() as u32),
                message,
                repair,
            );
        }
    }

    /// `throws InterruptedException` in the head of the method around a place, unless something there takes such exceptions.
    pub(super) fn throws_interrupts(&self, at: Span) -> Option<Edit> {
        let takes = |text: &str| {
            ["InterruptedException", "Exception", "Throwable"].contains(&text.rsplit('.').next().unwrap_or(text).trim())
        };
        let caught = self.body.statements.iter().any(|s| match &s.form {
            Form::Try { body, catches, .. } => {
                let inside = body.iter().any(|s| self.statement_span(*s).contains(at));
                inside && catches.iter().flat_map(|c| &c.types).any(|ty| takes(self.it.java.sources.at(ty.span)))
            }
            _ => false,
        });
        let method = &self.it.java.methods[self.around(at)?.method.index()];
        let rest = Span::new(method.name_span.end, method.span.end);
        let head = self.it.java.sources.at(rest).split('{').next()?.trim_end();
        let end = rest.start + head.len() as u32;
        match head.rsplit_once("throws ") {
            _ if caught => None,
            Some((_, types)) if types.split(',').any(takes) => None,
            Some(_) => Some(Edit::insert(end, ", InterruptedException")),
            None => Some(Edit::insert(end, " throws InterruptedException")),
        }
    }

    /// Returns true for a clause that catches interrupts alone, and does nothing about them but print.
    fn is_deaf(&self, catch: &Catch) -> bool {
        let [ty] = &catch.types[..] else { return false };
        let is_it = self.it.java.sources.at(ty.span).rsplit('.').next() == Some("InterruptedException");
        const PRINTS: &[&str] = &["println", "print", "printf", "printStackTrace", "getMessage", "format"];
        let prints = |s: &StmtNo| match self.body.statements[s.index()].form {
            Form::Expression(e) => self.inside(self.span(e)).all(|(_, e)| match &e.kind {
                Kind::Call(call) => PRINTS.contains(&self.it.text(call.name)),
                Kind::Assign { .. } | Kind::Compound { .. } | Kind::Step { .. } => false,
                _ => true,
            }),
            Form::Empty => true,
            _ => false,
        };
        is_it && catch.body.iter().all(prints)
    }

    /// The condition of the innermost loop around a statement, and the loop.
    fn loop_around(&self, s: StmtNo) -> Option<(Option<ExprNo>, StmtNo)> {
        let at = self.statement_span(s);
        // Loops around a lambda are none of the statement's.
        let inside = self.around(at)?.lambda;
        let loops = (0..self.body.statements.len() as u32).map(StmtNo).filter_map(|l| {
            let span = self.statement_span(l);
            let is_around = span.contains(at) && span != at && inside.is_none_or(|lambda| lambda.contains(span));
            match self.body.statements[l.index()].form {
                Form::While { test, .. } | Form::DoWhile { test, .. } if is_around => Some((Some(test), l)),
                Form::For { test, .. } if is_around => Some((test, l)),
                Form::ForEach { over, .. } if is_around => Some((Some(over), l)),
                _ => None,
            }
        });
        loops.min_by_key(|(_, l)| self.statement_span(*l).end - self.statement_span(*l).start)
    }

    /// Returns true for a loop with a way out: it may ask again on purpose.
    fn ends_otherwise(&self, l: StmtNo) -> bool {
        let span = self.statement_span(l);
        let inside = self.body.statements.iter().filter(|s| span.contains(s.span));
        inside.into_iter().any(|s| matches!(s.form, Form::Break(_) | Form::Return(_)))
    }

    /// Returns true for a condition that ends the loop once the thread is interrupted.
    fn asks_for_interrupts(&self, test: ExprNo) -> bool {
        let text: String = self.it.java.sources.at(self.span(test)).split_whitespace().collect();
        let is_alone = !text.contains("||");
        is_alone && text.contains('!') && (text.contains("isInterrupted()") || text.contains("interrupted()"))
    }

    fn is_true(&self, test: ExprNo) -> bool {
        matches!(self.kind(test), Kind::Literal(Literal::Boolean(true)))
    }

    /// Returns true if code of the same file interrupts another thread.
    fn is_interrupted_somewhere(&self, at: Span) -> bool {
        let (file, _) = self.it.java.sources.place(at);
        let text = self.it.java.sources.at(self.it.java.sources.files()[file.index()].span);
        text.matches(".interrupt()").count() > text.matches("currentThread().interrupt()").count()
    }

    /// Returns true for a place in code of a thread, which returns nothing: a `run`, or a lambda without a value.
    fn may_return(&self, s: StmtNo) -> bool {
        let Some(around) = self.around(self.statement_span(s)) else { return false };
        match around.lambda {
            Some(lambda) => self.body.expressions.iter().any(|e| match &e.kind {
                Kind::Lambda(of) => e.span == lambda && !of.has_value,
                _ => false,
            }),
            None => self.is_run(&self.it.java.methods[around.method.index()]),
        }
    }

    fn is_run(&self, method: &Method) -> bool {
        self.it.text(method.name) == "run" && method.parameters.is_empty()
    }

    /// A clause with statements at its end.
    fn noted(&self, catch: &Catch, added: &[&str]) -> Option<Fix> {
        let added: Vec<&str> = added.iter().copied().filter(|statement| !statement.is_empty()).collect();
        let title = format!("Write `{}`", added.join(" "));
        let text = self.it.java.sources.at(catch.span);
        let open = catch.span.start + text.find('{')? as u32 + 1;
        let close = catch.span.start + text.rfind('}')? as u32;
        let inner = Span::new(open, close);
        let is_line = self.it.java.sources.at(inner).contains('\n');
        let edit = match (catch.body.last(), is_line) {
            (Some(last), _) => self.behind(self.statement_span(*last), &added),
            (None, false) if self.it.java.sources.at(inner).contains("//") => return None,
            (None, false) => {
                let before = self.it.java.sources.at(inner).trim_end();
                Edit::replace(Span::new(open + before.len() as u32, close), format!(" {} ", added.join(" ")))
            }
            (None, true) => {
                let (_, indent) = self.line_of(close);
                let unit = if indent.contains('\t') { "\t" } else { "    " };
                let end = open + self.it.java.sources.at(inner).trim_end().len() as u32;
                let lines = added.iter().map(|statement| format!("{}{indent}{unit}{statement}", self.feed()));
                Edit::insert(end, lines.collect::<String>())
            }
        };
        Some(Fix::new(title, vec![edit]))
    }
}
