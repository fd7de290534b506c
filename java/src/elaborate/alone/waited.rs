//! Threads that `main` waits for, by the variables that have them: one each, or an array or a list of them. All of these are over behind a loop
//! that goes through all and waits for each, if nothing was taken out before.

use crate::tree::body::{Body, ExprNo, Form, Kind, LocalNo, StmtNo};
use racefree_grammar::Span;
use racefree_grammar::name::Name;
use rustc_hash::{FxHashMap, FxHashSet};

/// Threads of `main` by the variable that has them, or has the array or the list of them.
pub(super) struct Threads<'b> {
    pub(super) body: &'b Body,
    /// Threads that run, each with the head of the loop over an index that has started it.
    pub(super) running: FxHashMap<LocalNo, Option<String>>,
    /// The array or the list that a variable's thread is put into.
    pub(super) kept_in: FxHashMap<LocalNo, LocalNo>,
    /// Calls of `start` that were met.
    pub(super) starts: FxHashSet<ExprNo>,
    /// Lambdas that one thread runs, once.
    pub(super) once: Vec<Span>,
    /// A thread runs that nobody can wait for.
    pub(super) lost: bool,
    /// Arrays of which a loop may assign an element again.
    pub(super) scattered: FxHashSet<LocalNo>,
    /// `add`, and the methods that take nothing out of a list.
    pub(super) add: Name,
    pub(super) reads: Vec<Name>,
}

/// A statement around another one.
#[derive(Clone, Default)]
pub(super) struct Around {
    /// The variable of a `for` over all, and what it goes over.
    pub(super) each: Option<(LocalNo, LocalNo)>,
    /// The head of a `for` over an index.
    pub(super) head: Option<String>,
    /// It may not run.
    pub(super) perhaps: bool,
    /// The loop around it may not run, or not to its end, or it may not run in each turn.
    pub(super) unsure: bool,
}

/// The lambda of `Thread t = new Thread(() -> …)`.
pub(super) fn task_of(body: &Body, thread: LocalNo) -> Option<Span> {
    let value = body.locals[thread.index()].value?;
    let Kind::New(new) = &body.expressions[value.index()].kind else { return None };
    let task = &body.expressions[new.arguments.first()?.index()];
    (matches!(task.kind, Kind::Lambda(_)) && new.anonymous.is_none()).then_some(task.span)
}

/// True for an element that no other turn of the loop around has: its index is the variable that the loop counts.
pub(super) fn is_of_turn<'t>(body: &Body, target: ExprNo, around: &Around, text: impl Fn(Name) -> &'t str) -> bool {
    let name = index_of(body, target).map(|index| text(body.locals[index.index()].name));
    name.zip(around.head.as_ref()).is_some_and(|(i, head)| counts(head, i))
}

/// True for the head of a loop over an index that goes up by one.
fn counts(head: &str, i: &str) -> bool {
    head.starts_with(&format!("for(int{i}="))
        && [format!(";{i}++)"), format!(";++{i})")].iter().any(|step| head.ends_with(step))
}

/// True for a loop's body with a jump after which this code goes on: the loop may end before all is gone through.
pub(super) fn leaves(body: &Body, inner: StmtNo) -> bool {
    let within = body.statements[inner.index()].span;
    let caught = body
        .statements
        .iter()
        .any(|s| matches!(&s.form, Form::Try { catches, .. } if !catches.is_empty()) && s.span.contains(within));
    let jumps = |form: &Form| match form {
        Form::Break(_) | Form::Continue(_) => true,
        Form::Throw(_) => caught,
        _ => false,
    };
    body.statements.iter().any(|s| within.contains(s.span) && jumps(&s.form))
}

/// The variable that is the index of an element.
pub(super) fn index_of(body: &Body, e: ExprNo) -> Option<LocalNo> {
    let Kind::Element { index, .. } = &body.expressions[e.index()].kind else { return None };
    match body.expressions[index.index()].kind {
        Kind::Local(local) => Some(local),
        _ => None,
    }
}

/// The variable of an expression: its own, or that of an element's array.
pub(super) fn local_of(body: &Body, e: ExprNo) -> Option<LocalNo> {
    match body.expressions[e.index()].kind {
        Kind::Local(local) => Some(local),
        Kind::Element { array, .. } => match body.expressions[array.index()].kind {
            Kind::Local(local) => Some(local),
            _ => None,
        },
        _ => None,
    }
}

impl Threads<'_> {
    pub(super) fn are_over(&self) -> bool {
        self.running.is_empty() && !self.lost
    }

    /// True for an array or a list that has all that was put into it: elements are assigned at one place, and nothing is taken out of it by this code
    /// or by other.
    fn keeps_its_own(&self, of: LocalNo) -> bool {
        let body = self.body;
        let is_it = |e: &ExprNo| matches!(body.expressions[e.index()].kind, Kind::Local(local) if local == of);
        let (mut uses, mut known, mut stores) = (0, 0, 0);
        for e in &body.expressions {
            match &e.kind {
                Kind::Local(local) => uses += usize::from(*local == of),
                Kind::Element { array, .. } | Kind::Length(array) => known += usize::from(is_it(array)),
                Kind::Call(call) => {
                    let takes = call.arguments.len();
                    let adds = call.name == self.add && takes == 1;
                    known += usize::from(
                        call.target.is_some_and(|t| is_it(&t)) && (adds || self.reads.contains(&call.name)),
                    );
                }
                Kind::Assign { target, .. } => {
                    if let Kind::Element { array, .. } = &body.expressions[target.index()].kind {
                        stores += usize::from(is_it(array));
                    }
                }
                _ => {}
            }
        }
        let over = body.statements.iter().filter(|s| matches!(&s.form, Form::ForEach { over, .. } if is_it(over)));
        uses == known + over.count() && stores <= 1 && !self.scattered.contains(&of)
    }

    /// Nobody waits for a variable's thread behind the loop that declares it, unless it is kept.
    pub(super) fn leave(&mut self, inner: StmtNo) {
        let span = self.body.statements[inner.index()].span;
        let inside: Vec<LocalNo> =
            self.running.keys().copied().filter(|l| span.contains(self.body.locals[l.index()].name_span)).collect();
        for local in inside {
            let head = self.running.remove(&local).flatten();
            match self.kept_in.get(&local).filter(|kept| self.body.locals[kept.index()].effectively_final) {
                Some(&kept) => _ = self.running.insert(kept, head),
                None => self.lost = true,
            }
        }
    }

    /// A thread is waited for, or all of an array or a list, which nothing else may change.
    pub(super) fn joined(&mut self, of: LocalNo, name: &str, index: Option<&str>, around: &Around) {
        if let Some((each, all)) = around.each
            && each == of
        {
            if !around.unsure && self.keeps_its_own(all) {
                self.running.remove(&all);
            }
            return;
        }
        let Some(head) = self.running.get(&of) else { return };
        // All elements: by a loop of the same head, or up to the length.
        let is_array = head.is_some() || around.head.is_some();
        let is_own = self.body.locals[of.index()].part == 0;
        let whole = match (is_array, &around.head, index) {
            (true, Some(own), Some(i)) => {
                let all = ["length", "size()"].map(|n| format!("for(int{i}=0;{i}<{name}.{n};"));
                let whole = Some(own) == head.as_ref() || all.iter().any(|all| own.starts_with(all));
                !around.unsure && whole && counts(own, i) && self.keeps_its_own(of)
            }
            // One after the other, each in its turn.
            (true, Some(own), None) => !around.unsure && Some(own) == head.as_ref(),
            (true, None, _) => false,
            (false, ..) => !around.perhaps,
        };
        if whole && is_own {
            self.running.remove(&of);
        }
    }
}
