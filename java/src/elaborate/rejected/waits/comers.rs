//! Number of times that the threads of a method run a piece of its code, at most: the turns of the loops around it, and the threads that get the
//! function in which it stands. Known only where each loop counts up to a number and each function is given to threads and pools alone.

use super::super::Judge;
use crate::tree::body::{Call, ExprNo, Form, Kind, StmtNo};
use racefree_grammar::Span;
use racefree_grammar::stack::deep;

/// Calls that have a task run once.
const ONCE: &[&str] = &["submit", "execute", "runAsync", "supplyAsync", "startVirtualThread"];

impl Judge<'_, '_> {
    /// The most times that code at a place runs in one run of its method; none, if that is not known.
    pub(super) fn times_at_most(&self, at: Span) -> Option<usize> {
        let code = self.code_around(at);
        let turns = self.turns_at_most(at, code)?;
        code.map_or(Some(turns), |code| Some(turns * deep(|| self.runs_at_most(code))?))
    }

    /// The innermost lambda or anonymous class around a place, itself not among them.
    fn code_around(&self, at: Span) -> Option<Span> {
        let is_code = |kind: &Kind| match kind {
            Kind::Lambda(_) => true,
            Kind::New(new) => new.anonymous.is_some(),
            _ => false,
        };
        let around = self.body.expressions.iter().filter(|e| e.span != at && e.span.contains(at) && is_code(&e.kind));
        around.map(|e| e.span).min_by_key(|span| span.end - span.start)
    }

    /// The most turns of the loops around a place in some code.
    fn turns_at_most(&self, at: Span, code: Option<Span>) -> Option<usize> {
        let inside = |s: Span| code.is_none_or(|code| code.contains(s));
        let around =
            (0..).map(StmtNo).zip(&self.body.statements).filter(|(_, s)| s.span.contains(at) && inside(s.span));
        let mut turns = 1;
        for (n, s) in around {
            match s.form {
                Form::For { .. } => turns *= self.turns_of(n)?,
                Form::While { .. } | Form::DoWhile { .. } | Form::ForEach { .. } => return None,
                _ => {}
            }
        }
        Some(turns)
    }

    /// The turns of `for (int i = a; i < b; i++)`, where nothing else changes `i`.
    fn turns_of(&self, s: StmtNo) -> Option<usize> {
        let Form::For { ref init, body: inner, .. } = self.body.statements[s.index()].form else { return None };
        let [first] = init[..] else { return None };
        let (counter, _) = self.declared(first)?;
        let inner = self.statement_span(inner);
        let head = Span::new(self.statement_span(s).start, inner.start);
        let head: String = self.it.java.sources.at(head).split_whitespace().collect();
        let name = self.name_of(counter);
        let (start, rest) = head.split_once(&format!("{name}="))?.1.split_once(';')?;
        let (test, step) = rest.split_once(';')?;
        let bound = test.strip_prefix(name)?.strip_prefix('<')?;
        let (bound, more) = bound.strip_prefix('=').map_or((bound, 0), |bound| (bound, 1));
        let is_one = [format!("{name}++)"), format!("++{name})"), format!("{name}+=1)")].iter().any(|by| step == by);
        let changes = self.inside(inner).any(|(_, e)| match e.kind {
            Kind::Assign { target, .. } | Kind::Compound { target, .. } | Kind::Step { target, .. } => {
                matches!(self.kind(target), Kind::Local(of) if *of == counter)
            }
            _ => false,
        });
        let (start, end) = (self.number(start)?, self.number(bound)? + more);
        (is_one && !changes).then(|| end.saturating_sub(start))
    }

    /// The most times that threads and pools run a function, or the `run` of an anonymous class.
    fn runs_at_most(&self, code: Span) -> Option<usize> {
        let is_code = |e: &ExprNo| self.span(*e) == code;
        let local = self.body.locals.iter().position(|local| local.value.is_some_and(|made| self.span(made) == code));
        let is_variable = |e: &ExprNo| matches!(self.kind(*e), Kind::Local(of) if Some(of.index()) == local);
        let is_it = |e: &ExprNo| is_code(e) || is_variable(e);
        let (mut runs, mut known, mut given) = (0, 0, 0);
        for e in &self.body.expressions {
            let has_it = match &e.kind {
                // A thread runs once, and so does a task that a pool gets.
                Kind::New(new) if new.anonymous.is_none() => {
                    self.it.last_name(e.ty) == "Thread" && new.arguments.iter().any(is_it)
                }
                Kind::New(_) => e.span == code && self.it.last_name(self.above(e.ty)) == "Thread",
                Kind::Call(call) => call.arguments.iter().any(is_it) && self.runs_once(call),
                _ => false,
            };
            if has_it {
                runs += self.times_at_most(e.span)?;
                given += 1;
            }
            known += usize::from(matches!(e.kind, Kind::Local(of) if Some(of.index()) == local));
        }
        let is_all = match local {
            Some(_) => known == given,
            None => given == 1,
        };
        (given > 0 && is_all).then_some(runs)
    }

    /// The class above an anonymous one.
    fn above(&self, ty: crate::types::Ty) -> crate::types::Ty {
        let crate::types::Shape::Class(class, _) = self.it.java.types.shape(ty) else { return ty };
        self.it.java.classes[class.index()].superclass.as_ref().map_or(ty, |above| above.ty)
    }

    fn runs_once(&self, call: &Call) -> bool {
        let name = self.it.text(call.name);
        let is_thread = || call.target.is_some_and(|of| self.words(of).starts_with("Thread."));
        ONCE.contains(&name) || matches!(name, "start" | "unstarted") && is_thread()
    }
}
