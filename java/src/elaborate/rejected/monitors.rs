//! `wait` and `notify` without the lock of their object: they throw, and wake nobody. A `wait` that is in no loop goes on whether what it waited
//! for has come or not.

use super::Judge;
use crate::elaborate::result::Lint;
use crate::tree::body::{Call, ExprNo, Form, Kind, Part};
use crate::tree::{Member, MethodNo, Origin};
use racefree_grammar::Span;

/// Statements around a place, in the method or lambda that it is in.
pub(super) struct Around {
    pub(super) method: MethodNo,
    /// The innermost lambda around it.
    pub(super) lambda: Option<Span>,
    /// Locks of `synchronized (l)`, without `this.`.
    pub(super) held: Vec<String>,
    in_loop: bool,
}

impl Around {
    /// Returns true for code that may run elsewhere.
    pub(super) fn is_in_lambda(&self) -> bool {
        self.lambda.is_some()
    }
}

fn plain(lock: &str) -> String {
    lock.strip_prefix("this.").unwrap_or(lock).to_owned()
}

impl Judge<'_, '_> {
    /// Judges the calls of `wait` and `notify` in a body.
    pub(super) fn monitors(&mut self) {
        let body = self.body;
        for e in &body.expressions {
            let Kind::Call(call) = &e.kind else { continue };
            let is_own = call.callee.method().is_some_and(|m| {
                let class = self.it.java.methods[m.index()].class;
                self.it.java.classes[class.index()].origin == Origin::Source
            });
            let of_monitor = match self.it.text(call.name) {
                "wait" => call.arguments.len() < 3,
                "notify" | "notifyAll" => call.arguments.is_empty(),
                _ => false,
            };
            if of_monitor && !is_own {
                self.monitor(e.span, call);
            }
        }
    }

    fn monitor(&mut self, at: Span, call: &Call) {
        let Some(around) = self.around(at) else { return };
        let called = self.it.text(call.name).to_owned();
        if called == "wait" && !around.in_loop {
            self.no_loop(call);
        }
        // One of a condition is another slip.
        if call.target.is_some_and(|target| self.it.last_name(self.ty(target)) == "Condition") {
            return;
        }
        let object = call.target.map(|target| self.written(target)).filter(|text| !text.is_empty());
        let own = self.it.java.methods[around.method.index()].class;
        let is_this = |e: ExprNo| matches!(self.body.expressions[e.index()].kind, Kind::This { class } if class == own);
        let object = object.filter(|_| !call.target.is_some_and(is_this)).unwrap_or_else(|| "this".to_owned());
        if !self.may_hold(&around, call.target, &object) {
            let message = format!("`{object}` must be held to call `{called}`, and is not held here");
            self.it.problem("JAVA CODE/monitor-held", call.name_span, message);
        }
    }

    /// A wait for a condition looks at it again.
    fn no_loop(&mut self, call: &Call) {
        let called = self.it.text(call.name);
        let message =
            format!("`{called}` is in no loop: a thread that is woken goes on, whether its condition holds or not");
        let repair = self.loop_of_purpose(call);
        self.it.found.lints.push(Lint { kind: "wait_without_loop", span: call.name_span, message, repair });
    }

    /// `await` of a condition that is in no loop.
    pub(super) fn await_in_loop(&mut self, call: &Call) {
        if self.around(call.name_span).is_some_and(|around| !around.in_loop) {
            self.no_loop(call);
        }
    }

    /// Returns true unless it is sure that the monitor of an object is not held.
    fn may_hold(&mut self, around: &Around, target: Option<ExprNo>, object: &str) -> bool {
        let (class, modifiers) = {
            let it = &self.it.java.methods[around.method.index()];
            (it.class, it.modifiers)
        };
        // Code of a lambda or of a class in code may run where it stands.
        if around.is_in_lambda() || self.it.java.is_inner(class) {
            return true;
        }
        let of_method = match modifiers.is_static() {
            true => object.ends_with(".class"),
            false => object == "this",
        };
        if modifiers.is_synchronized() && of_method || around.held.contains(&plain(object)) {
            return true;
        }
        // Of other expressions nobody knows which objects they are.
        let is_name = |lock: &String| lock.chars().all(|c| c.is_alphanumeric() || c == '_');
        let is_field = target
            .is_none_or(|e| matches!(self.body.expressions[e.index()].kind, Kind::This { .. } | Kind::Field { .. }));
        if !(around.held.is_empty() || is_field && around.held.iter().all(is_name)) {
            return true;
        }
        let requires = !self.it.method_head(around.method).requires.is_empty();
        requires || around.held.is_empty() && self.is_called(around.method)
    }

    /// Returns true if a caller may hold the lock: a method of the same object in its file, or any of another file; or if the method says so.
    pub(super) fn is_called(&self, method: MethodNo) -> bool {
        let data = &self.it.java.methods[method.index()];
        let call = format!("{}(", self.it.java.sources.at(data.name_span));
        let (file, _) = self.it.java.sources.place(data.span);
        let whole = self.it.java.sources.files()[file.index()].span;
        let text = self.it.java.sources.text();
        let starts =
            text[whole.start as usize..whole.end as usize].match_indices(&call).map(|(n, _)| whole.start as usize + n);
        let other = |at: usize| !data.span.contains(Span::new(at as u32, at as u32));
        let own = |at: usize| !text[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.'));
        let mut calls = starts.filter(|&at| other(at) && own(at));
        let in_file = |text: &str| text.contains(&format!(".{call}"));
        let mut others = self.it.java.sources.files().iter().map(|of| of.span).filter(|of| *of != whole);
        calls.next().is_some()
            || others.any(|of| in_file(self.it.java.sources.at(of)))
            || self.it.java.sources.at(data.span).contains("holdsLock(")
    }

    pub(super) fn around(&self, at: Span) -> Option<Around> {
        let body = self.body;
        let block = |part: &Part| {
            let spans = part.block.iter().map(|s| body.statements[s.index()].span);
            spans.reduce(|a, b| Span::new(a.start, b.end)).filter(|block| block.contains(at))
        };
        let parts = body.parts.iter().filter_map(|part| Some((block(part)?, part.member)));
        let (block, member) = parts.min_by_key(|(block, _)| block.end - block.start)?;
        let Member::Method(method) = member else { return None };
        let lambdas = body.expressions.iter().filter(|e| matches!(e.kind, Kind::Lambda(_)) && e.span.contains(at));
        let lambda = lambdas.map(|e| e.span).filter(|lambda| block.contains(*lambda)).min_by_key(|l| l.end - l.start);
        let inside = lambda.unwrap_or(block);
        let (mut held, mut in_loop) = (Vec::new(), false);
        for statement in body.statements.iter().filter(|s| s.span.contains(at) && inside.contains(s.span)) {
            match &statement.form {
                Form::Synchronized { lock, .. } => held.push(plain(&self.written(*lock))),
                Form::While { .. } | Form::DoWhile { .. } | Form::For { .. } | Form::ForEach { .. } => in_loop = true,
                _ => {}
            }
        }
        Some(Around { method, lambda, held, in_loop })
    }

    /// The text of an expression, without brackets around it.
    fn written(&self, e: ExprNo) -> String {
        let text = self.it.java.sources.at(self.span(e)).trim();
        text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text).trim().to_owned()
    }
}
