//! Code that the compiler takes, and that does what nobody can have meant: `t.run()` of a thread that nothing starts, `if (b = true)`, a `;` that
//! ends an `if`. Each message says what is meant.

use super::Judge;
use crate::elaborate::result::Lint;
use crate::tree::Written;
use crate::tree::body::{Body, Call, ExprNo, Form, Kind, Literal, LocalNo, Operator, StmtNo};
use crate::types::Ty;
use racefree_grammar::Span;

/// Methods of a monitor that a `Condition` inherits, each with its own that does this.
const OF_CONDITIONS: &[(&str, &str)] = &[("wait", "await"), ("notify", "signal"), ("notifyAll", "signalAll")];

impl Judge<'_, '_> {
    fn slip(&mut self, span: Span, message: String) {
        self.it.problem("JAVA CODE/meant", span, message);
    }

    fn warn(&mut self, kind: &'static str, span: Span, message: &str) {
        self.it.found.lints.push(Lint::new(kind, span, message));
    }

    /// Judges the code of a member.
    pub(super) fn meant(&mut self) {
        let body = self.body;
        for s in 0..body.statements.len() as u32 {
            self.statement_meant(StmtNo(s));
        }
        for part in &body.parts {
            self.block_meant(&part.block);
        }
        for e in &body.expressions {
            match &e.kind {
                Kind::Call(call) => self.call_meant(call),
                Kind::Lambda(lambda) => self.block_meant(&lambda.body),
                &Kind::Binary { operator: Operator::Equal | Operator::NotEqual, left, right } => {
                    self.texts_compared(left, right);
                }
                _ => {}
            }
        }
    }

    fn statement_meant(&mut self, s: StmtNo) {
        let body = self.body;
        match &body.statements[s.index()].form {
            Form::Block(all) | Form::Synchronized { body: all, .. } => self.block_meant(all),
            Form::Try { body: all, catches, finally, .. } => {
                self.block_meant(all);
                catches.iter().for_each(|catch| self.block_meant(&catch.body));
                finally.iter().for_each(|all| self.block_meant(all));
            }
            &Form::If { test, .. } | &Form::While { test, .. } | &Form::DoWhile { test, .. } => self.assigns(test),
            &Form::Expression(e) => {
                let Kind::Call(call) = &body.expressions[e.index()].kind else { return };
                let is_lock = call.target.is_some_and(|target| self.it.is_explicit_lock(self.ty(target)));
                if is_lock && call.arguments.is_empty() && self.it.text(call.name) == "tryLock" {
                    let message =
                        "`tryLock` does not wait, and nothing looks at whether it has the lock: `lock` is meant";
                    self.slip(call.name_span, message.to_owned());
                }
            }
            _ => {}
        }
    }

    /// `if (b = true)`
    fn assigns(&mut self, test: ExprNo) {
        let Kind::Assign { target, value } = self.body.expressions[test.index()].kind else { return };
        let is_literal = matches!(self.body.expressions[value.index()].kind, Kind::Literal(Literal::Boolean(_)));
        if is_literal && self.ty(target) == Ty::BOOLEAN {
            let span = Span::new(self.span(target).end, self.span(value).start);
            let Some(at) = self.it.java.sources.at(span).find('=') else { return };
            let at = span.start + at as u32;
            self.slip(
                Span::new(at, at + 1),
                "`=` assigns, and the condition is what it assigns: `==` is meant".to_owned(),
            );
        }
    }

    /// Statements one behind the other: a `;` between a head and its block, a thread that is started twice.
    fn block_meant(&mut self, all: &[StmtNo]) {
        let body = self.body;
        let mut started: Vec<LocalNo> = Vec::new();
        for (n, s) in all.iter().enumerate() {
            let is_empty = |s: &StmtNo| matches!(body.statements[s.index()].form, Form::Empty);
            let next = all.get(n + 1).map(|next| &body.statements[next.index()].form);
            let (head, inner) = match &body.statements[s.index()].form {
                Form::If { yes, no: None, .. } => ("if", yes),
                Form::While { body, .. } => ("while", body),
                Form::For { body, .. } => ("for", body),
                Form::ForEach { body, .. } => ("for", body),
                &Form::Expression(e) => {
                    if let Some((local, at)) = self.started(e) {
                        match started.contains(&local) {
                            true => self
                                .slip(at, "this thread is started a second time, which throws an exception".to_owned()),
                            false => started.push(local),
                        }
                    }
                    continue;
                }
                _ => continue,
            };
            let is_block = matches!(next, Some(Form::Block(_)));
            if is_empty(inner) && (is_block || head == "if" && next.is_some()) {
                let end = body.statements[s.index()].span.end;
                let span = Span::new(end - 1, end);
                self.slip(
                    span,
                    format!("this `;` is all that the `{head}` is about: what follows it does not depend on it"),
                );
            }
        }
    }

    /// The thread of `t.start()`, with the place of the name.
    fn started(&self, e: ExprNo) -> Option<(LocalNo, Span)> {
        let Kind::Call(call) = &self.body.expressions[e.index()].kind else { return None };
        let local = self.thread_of(call)?;
        (self.it.text(call.name) == "start").then_some((local, call.name_span))
    }

    /// The variable of a thread that a method without arguments is called on, if it always has the same one.
    pub(super) fn thread_of(&self, call: &Call) -> Option<LocalNo> {
        let target = call.target.filter(|_| call.arguments.is_empty())?;
        let Kind::Local(local) = self.body.expressions[target.index()].kind else { return None };
        let is_one = self.body.locals[local.index()].effectively_final;
        (is_one && self.it.last_name(self.ty(target)) == "Thread").then_some(local)
    }

    /// Returns true for the variable of a loop over threads, where code makes threads and starts none.
    fn is_element_never_started(&self, thread: LocalNo) -> bool {
        let is_loop = |form: &Form| matches!(form, Form::ForEach { local, .. } if *local == thread);
        let starts = |call: &Call| self.it.text(call.name) == "start";
        let makes = |e: &crate::tree::body::Expression| matches!(&e.kind, Kind::New(new) if new.anonymous.is_none() && self.it.last_name(e.ty) == "Thread");
        self.body.statements.iter().any(|s| is_loop(&s.form))
            && self.body.expressions.iter().any(makes)
            && !self.body.expressions.iter().any(|e| matches!(&e.kind, Kind::Call(call) if starts(call)))
    }

    fn call_meant(&mut self, call: &Call) {
        let Some(target) = call.target else { return };
        let called = self.it.text(call.name).to_owned();
        let other_calls = |it: &Self, name: &str, of: LocalNo| {
            it.body.expressions.iter().any(
                |e| matches!(&e.kind, Kind::Call(other) if it.it.text(other.name) == name && it.thread_of(other) == Some(of)),
            )
        };
        let is_condition = self.it.last_name(self.ty(target)) == "Condition";
        match called.as_str() {
            "run" => {
                // A thread that a variable is made with; one that is handed in may be meant as a task.
                let Some(thread) = self.thread_of(call) else { return };
                let is_meant = is_made(self.body, thread) && !other_calls(self, "start", thread);
                if is_meant || self.is_element_never_started(thread) {
                    let way = if self.may_be_meant(call, thread) { "`start` begins one" } else { "`start` is meant" };
                    let message = format!("`run` is called by this thread itself, and starts no other one: {way}");
                    self.slip(call.name_span, message);
                }
            }
            _ if is_condition && OF_CONDITIONS.iter().all(|(of_monitor, _)| *of_monitor != called) => {
                if called == "await" && call.arguments.is_empty() {
                    self.await_in_loop(call);
                }
                self.condition_held(call);
            }
            _ => {
                let own = OF_CONDITIONS.iter().find(|(of_monitor, _)| *of_monitor == called).filter(|_| is_condition);
                if let Some((_, own)) = own {
                    let message = format!("`{called}` is about the monitor of this condition: `{own}` is meant");
                    self.slip(call.name_span, message);
                }
            }
        }
    }

    /// Returns true for a `run` that stands in a loop or beside another one of the thread, which starts once, or that code waits for by what it throws.
    fn may_be_meant(&self, run: &Call, thread: LocalNo) -> bool {
        let (at, made) = (run.name_span, self.body.locals[thread.index()].name_span);
        let is_other = |call: &Call| self.it.text(call.name) == "run" && self.thread_of(call) == Some(thread);
        let mut others = self.body.expressions.iter().filter_map(|e| match &e.kind {
            Kind::Call(call) if call.name_span != at => Some(call),
            _ => None,
        });
        let hinders = |form: &Form| match form {
            Form::While { .. } | Form::DoWhile { .. } | Form::For { .. } | Form::ForEach { .. } => true,
            Form::Try { body, catches, .. } => {
                let own = |of: &Written| self.it.last_name(of.ty) == "InterruptedException";
                let is_inside = body.iter().any(|s| self.body.statements[s.index()].span.contains(at));
                is_inside && catches.iter().flat_map(|of| &of.types).any(|of| !own(of))
            }
            _ => false,
        };
        let around = self.body.statements.iter().filter(|s| s.span.contains(at) && !s.span.contains(made));
        others.any(|call| is_other(call)) || around.into_iter().any(|s| hinders(&s.form))
    }

    /// Returns true for code in a `synchronized` block or method.
    pub(super) fn is_locked(&self, call: &Call) -> bool {
        self.around(call.name_span).is_none_or(|around| {
            let is_own = self.it.java.methods[around.method.index()].modifiers.is_synchronized();
            !around.held.is_empty() || is_own && !around.is_in_lambda() || self.is_calm(&around, call.name_span)
        })
    }

    /// `a == "b"` of texts.
    fn texts_compared(&mut self, left: ExprNo, right: ExprNo) {
        let string = self.it.java.known.string;
        let both = [left, right];
        let is_literal = |e: &ExprNo| matches!(self.body.expressions[e.index()].kind, Kind::Literal(Literal::Text));
        if both.iter().all(|e| self.ty(*e) == string) && !both.iter().all(is_literal) {
            let span = Span::new(self.span(left).start, self.span(right).end);
            let message =
                "`==` asks whether two texts are one object, and equal ones need not be: `equals` compares them";
            self.warn("text_identity", span, message);
        }
    }
}

/// Returns true for a variable that is declared with a new object.
fn is_made(body: &Body, local: LocalNo) -> bool {
    body.statements.iter().any(|s| {
        matches!(s.form, Form::Local { local: of, value: Some(value) }
            if of == local && matches!(body.expressions[value.index()].kind, Kind::New(_)))
    })
}
