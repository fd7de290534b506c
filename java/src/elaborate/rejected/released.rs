//! Explicit locks that a method takes and does not give back on some way: who wants the lock next waits for ever.

use super::Judge;
use crate::elaborate::result::Lint;
use crate::tree::body::{ExprNo, Expression, Form, Kind, StmtNo};
use racefree_grammar::{Fix, Span};

/// Statements of a method, in the order of its text, as far as they matter to locks. Those of lambdas are not among them.
#[derive(Default)]
pub(super) struct Ways {
    /// `l.lock();` with `l`.
    taken: Vec<(Span, String)>,
    /// `l.unlock();` with `l`.
    given: Vec<(Span, String)>,
    /// `s.acquire();` and `s.release();` with the semaphore `s`, for one permit.
    permits: Vec<(Span, String)>,
    released: Vec<(Span, String)>,
    /// Places of locks that are fields of the class: `l` of one of these.
    fields: Vec<Span>,
    /// `return`, and jumps out of a turn of a loop, with that loop.
    leaves: Vec<(Span, Option<Span>)>,
    /// The block behind `finally`, with the whole statement.
    finals: Vec<(Span, Span)>,
}

impl Judge<'_, '_> {
    /// Takes note of a statement.
    pub(super) fn note_way(&mut self, s: StmtNo) {
        let statement = &self.body.statements[s.index()];
        match &statement.form {
            &Form::Expression(e) => self.note_call(e),
            Form::Return(_) => self.ways.leaves.push((statement.span, None)),
            Form::Break(None) | Form::Continue(None) => {
                let of = self.loop_of(statement.span, matches!(statement.form, Form::Break(_)));
                self.ways.leaves.extend(of.map(|of| (statement.span, Some(of))));
            }
            Form::Try { finally: Some(last), .. } => {
                let spans = last.iter().map(|s| self.body.statements[s.index()].span);
                let own = spans.reduce(|a, b| Span::new(a.start, b.end));
                self.ways.finals.extend(own.map(|own| (statement.span, own)));
            }
            _ => {}
        }
    }

    /// The innermost loop around a jump; none, if the jump leaves a switch.
    fn loop_of(&self, at: Span, breaks: bool) -> Option<Span> {
        let around = self.body.statements.iter().filter(|s| s.span.contains(at));
        let (span, is_loop) = around
            .filter_map(|s| match s.form {
                Form::While { .. } | Form::DoWhile { .. } | Form::For { .. } | Form::ForEach { .. } => {
                    Some((s.span, true))
                }
                Form::Switch(_) if breaks => Some((s.span, false)),
                _ => None,
            })
            .min_by_key(|(span, _)| span.end - span.start)?;
        is_loop.then_some(span)
    }

    /// Returns true for a place that a way may go through to get to another one: no branch of a choice around it leaves, or is not that of the other.
    fn is_on_the_way(&self, place: Span, to: Span) -> bool {
        !self.body.statements.iter().any(|s| match s.form {
            Form::If { yes, no, .. } => {
                let own = [Some(yes), no].into_iter().flatten().find(|s| self.statement_span(*s).contains(place));
                own.is_some_and(|own| {
                    let leaves = self.block_of(own).last().is_some_and(|last| self.leaves(*last));
                    !self.statement_span(own).contains(to) && (leaves || s.span.contains(to))
                })
            }
            _ => false,
        })
    }

    /// Returns true for an explicit lock, and for the lock of readers or writers that one has.
    fn is_lock_or_view(&self, e: ExprNo) -> bool {
        let view = ["readLock", "writeLock"].iter().find_map(|name| self.call_on(e, name));
        self.it.is_explicit_lock(self.ty(view.map_or(e, |(of, _)| of)))
    }

    fn note_call(&mut self, e: ExprNo) {
        let Kind::Call(call) = &self.body.expressions[e.index()].kind else { return };
        let Some(target) = call.target.filter(|target| self.is_lock_or_view(*target)) else { return };
        let is_one = call.arguments.is_empty();
        let text = self.it.java.sources.at(self.span(target)).trim();
        let lock = text.strip_prefix("this.").unwrap_or(text).to_owned();
        if matches!(self.body.expressions[target.index()].kind, Kind::Field { .. }) && !lock.contains('.') {
            self.ways.fields.push(self.span(target));
        }
        match self.it.text(call.name) {
            "lock" | "lockInterruptibly" => self.ways.taken.push((self.span(e), lock)),
            "unlock" => self.ways.given.push((self.span(e), lock)),
            "acquire" | "acquireUninterruptibly" if is_one => self.ways.permits.push((self.span(e), lock)),
            "release" if is_one => self.ways.released.push((self.span(e), lock)),
            _ => {}
        }
    }

    /// Judges the locks that lambdas take, each lambda by itself.
    pub(super) fn released_in_lambdas(&mut self) {
        let body = self.body;
        let lambdas: Vec<Span> =
            body.expressions.iter().filter(|e| matches!(e.kind, Kind::Lambda(_))).map(|e| e.span).collect();
        let classes: Vec<Span> = body.classes.iter().map(|of| self.it.java.classes[of.class.index()].span).collect();
        // The innermost code that runs by itself.
        let code_of = |at: Span| {
            let around = lambdas.iter().chain(&classes).filter(|code| code.contains(at));
            around.min_by_key(|code| code.end - code.start).copied()
        };
        let takes = |e: ExprNo| match &body.expressions[e.index()].kind {
            Kind::Call(call) => matches!(self.it.text(call.name), "lock" | "lockInterruptibly" | "acquire"),
            _ => false,
        };
        let taken = body.statements.iter().filter(|s| matches!(s.form, Form::Expression(e) if takes(e)));
        let mut own: Vec<Span> = taken.filter_map(|s| code_of(s.span)).filter(|code| lambdas.contains(code)).collect();
        own.dedup();
        for lambda in own {
            let all = (0..).map(StmtNo).zip(&body.statements).filter(|(_, s)| lambda.contains(s.span));
            let mut all: Vec<(StmtNo, Span)> = all.map(|(n, s)| (n, s.span)).collect();
            all.retain(|(_, span)| code_of(*span) == Some(lambda));
            all.sort_by_key(|(_, span)| span.start);
            all.into_iter().for_each(|(s, _)| self.note_way(s));
            self.released();
        }
    }

    /// Reports ways out of a method that leave a lock taken.
    pub(super) fn released(&mut self) {
        let ways = std::mem::take(&mut self.ways);
        for (at, semaphore) in &ways.permits {
            let given: Vec<Span> = ways.released.iter().filter(|(_, s)| s == semaphore).map(|(at, _)| *at).collect();
            let kept = given.last().and_then(|last| self.way_that_keeps(*at, &given, *last, &ways));
            match kept.filter(|_| self.is_given_where_taken(*at, semaphore)) {
                Some(way) => {
                    let message = format!("the permit of `{semaphore}` is kept by this way out, and lost for ever");
                    self.it.found.lints.push(Lint::new("unlock_without_finally", way, message));
                }
                None => self.given_without_finally((*at, &format!("the permit of `{semaphore}`")), &given, &ways),
            }
        }
        for (at, lock) in &ways.taken {
            let given: Vec<Span> = ways.given.iter().filter(|(_, l)| l == lock).map(|(at, _)| *at).collect();
            // Taken once more where it was to be given back.
            let in_finally = |span: &Span| ways.finals.iter().any(|(_, last)| last.contains(*span));
            let again = ways.taken.iter().find(|(other, l)| l == lock && in_finally(other));
            if let Some((again, _)) = again.filter(|_| given.is_empty()) {
                if again == at {
                    let name = Span::new(at.end - "lock()".len() as u32, at.end - "()".len() as u32);
                    let message =
                        format!("`{lock}` is taken once more where it is to be given back: `unlock` is meant");
                    let is_lock = self.it.java.sources.at(name) == "lock";
                    self.it.problem("JAVA CODE/meant", if is_lock { name } else { *at }, message);
                }
                continue;
            }
            let Some(last) = given.last() else {
                let is_field = |at: &Span| ways.fields.iter().find(|field| at.contains(**field)).copied();
                let mut others = ways.given.iter().filter(|(_, l)| !ways.taken.iter().any(|(_, taken)| taken == l));
                if let (Some((other_at, other)), None) = (others.next(), others.next())
                    && let (Some(_), Some(place)) = (is_field(at), is_field(other_at))
                {
                    let message = format!("`{lock}` is what was taken, and `{other}` is given back: `{lock}` is meant");
                    self.it.problem("JAVA CODE/meant", place, message);
                } else if ways.given.is_empty() && self.is_kept_for_good(*at, lock, is_field(at).is_some()) {
                    self.kept(*at, format!("`{lock}` is taken, and nothing gives it back"));
                }
                continue;
            };
            self.taken_twice(*at, lock, &given, &ways);
            self.given_without_finally((*at, &format!("`{lock}`")), &given, &ways);
            if let Some(way) = self.way_that_keeps(*at, &given, *last, &ways) {
                self.kept(way, format!("this way out does not give `{lock}` back"));
            }
        }
    }

    /// Warns of `if (l.tryLock()) …` where nothing gives the lock back.
    pub(super) fn tried_and_kept(&mut self) {
        for s in 0..self.body.statements.len() as u32 {
            let Form::If { test, yes, .. } = self.body.statements[s as usize].form else { continue };
            let Some((target, [])) = self.call_on(test, "tryLock") else { continue };
            let at = self.span(test);
            let text = self.it.java.sources.at(self.span(target)).trim();
            let lock = text.strip_prefix("this.").unwrap_or(text).to_owned();
            let (file, _) = self.it.java.sources.place(at);
            let whole = self.it.java.sources.files()[file.index()].span;
            let own = self.it.java.methods.iter().filter(|m| m.has_body && m.span.contains(at)).map(|m| m.span);
            let own = own.min_by_key(|span| span.end - span.start).unwrap_or(whole);
            let gives = self.it.java.sources.at(own).contains(&format!("{lock}.unlock()")) || self.gives_back(own);
            let all = self.block_of(yes);
            let is_lock = self.it.is_explicit_lock(self.ty(target)) && !lock.contains('(');
            let (Some(first), Some(last)) = (all.first(), all.last()) else { continue };
            if gives || !is_lock || !self.is_kept_for_good(at, &lock, true) {
                continue;
            }
            let range = Span::new(self.statement_span(*first).start, self.statement_span(*last).end);
            let message = format!("`{lock}` is taken here if it is free, and nothing gives it back");
            let is_block = matches!(self.body.statements[yes.index()].form, Form::Block(_));
            let repair = is_block.then(|| {
                let mut edits = self.wrapped(range, "try {");
                edits[1].text.push_str(&format!(" finally {{ {lock}.unlock(); }}"));
                Fix::new(format!("Give `{lock}` back in a `finally`"), edits)
            });
            self.it.found.lints.push(Lint { kind: "tried_and_kept", span: at, message, repair });
        }
    }

    /// Warns of a lock that is taken once more where it is held, and given back once.
    fn taken_twice(&mut self, at: Span, lock: &str, given: &[Span], ways: &Ways) {
        let again = |(before, of): &&(Span, String)| {
            let is_between = |given: &Span| before.end <= given.start && given.end <= at.start;
            of == lock && before.end <= at.start && self.is_on_the_way(*before, at) && !given.iter().any(is_between)
        };
        let is_one = given.len() == 1 && ways.taken.iter().filter(|(_, of)| of == lock).count() == 2;
        if !is_one || !ways.taken.iter().any(|taken| again(&taken)) {
            return;
        }
        let all = (0..self.body.statements.len() as u32).map(StmtNo);
        let statement = all.filter(|s| self.statement_span(*s).contains(at)).min_by_key(|s| {
            let span = self.statement_span(*s);
            span.end - span.start
        });
        let message = format!("`{lock}` is held here already: it is taken twice, given back once, and stays taken");
        let repair = statement.map(|s| Fix::new(format!("Take `{lock}` once"), vec![self.without(s)]));
        self.it.found.lints.push(Lint { kind: "taken_twice", span: at, message, repair });
    }

    /// The first way out of a method that leaves what was taken at a place, and is given back at others.
    fn way_that_keeps(&self, at: Span, given: &[Span], last: Span, ways: &Ways) -> Option<Span> {
        let keeps = |(way, of): &&(Span, Option<Span>)| {
            let is_between = at.end <= way.start && way.end <= last.start;
            // A lock that is taken in front of the loop is held behind it, too.
            let is_left = of.is_none_or(|of| of.contains(at) && !given.iter().any(|given| given.start >= of.end));
            let is_between = is_between && is_left;
            let given_before = given
                .iter()
                .any(|given| at.end <= given.start && given.end <= way.start && self.is_on_the_way(*given, *way));
            let given_by_call = self.gives_back(Span::new(at.end, way.start.max(at.end)));
            let given_in_the_end =
                ways.finals.iter().any(|(whole, last)| whole.contains(*way) && given.iter().any(|g| last.contains(*g)));
            is_between && !given_before && !given_by_call && !given_in_the_end
        };
        ways.leaves.iter().find(keeps).map(|(way, _)| *way)
    }

    /// Returns true for a semaphore whose permits only those methods of its file give back that take one.
    fn is_given_where_taken(&self, at: Span, semaphore: &str) -> bool {
        let (file, _) = self.it.java.sources.place(at);
        let of = self.it.java.sources.files()[file.index()].span;
        let name = semaphore.rsplit('.').next().unwrap_or(semaphore);
        let mut methods = self.it.java.methods.iter().filter(|m| m.has_body && of.contains(m.span));
        methods.all(|m| {
            let text = self.it.java.sources.at(m.span);
            let has = |call: &str| text.contains(&format!("{name}.{call}"));
            !has("release(") || has("acquire") || has("tryAcquire(")
        })
    }

    /// Warns of a lock, or a permit, that an exception would leave taken.
    fn given_without_finally(&mut self, (taken, what): (Span, &str), given: &[Span], ways: &Ways) {
        let in_finally = |span: &Span| ways.finals.iter().any(|(_, last)| last.contains(*span));
        if let Some(next) = self.thrown_past(taken, given).filter(|_| !given.iter().any(in_finally)) {
            let message =
                format!("{what} is given back in no `finally`: who throws an exception in between keeps it for ever");
            self.it.found.lints.push(Lint::new("unlock_without_finally", next, message));
        }
    }

    /// The place that gives a lock back behind code that may throw while it is held: on no way to that code is it given back before.
    fn thrown_past(&self, taken: Span, given: &[Span]) -> Option<Span> {
        let behind = |e: &&Expression| taken.end <= e.span.start && matches!(e.kind, Kind::Call(_) | Kind::New(_));
        let is_over = |place: Span| {
            let mut before = given.iter().filter(|own| taken.end <= own.start && own.end <= place.start);
            before.any(|own| self.is_on_the_way(*own, place))
        };
        let next = |place: Span| given.iter().find(|own| place.end <= own.start);
        let thrown = self.body.expressions.iter().filter(behind).map(|e| e.span);
        thrown
            .filter(|place| !given.iter().any(|own| own.contains(*place)) && !is_over(*place))
            .filter_map(next)
            .min_by_key(|own| own.start)
            .copied()
    }

    /// Returns true for a lock that nothing gives back for the method that takes it: nothing in its file gives back any, or all that gives back
    /// this one, a private field, has taken it before.
    fn is_kept_for_good(&self, at: Span, lock: &str, is_field: bool) -> bool {
        let (file, _) = self.it.java.sources.place(at);
        let text = self.it.java.sources.at(self.it.java.sources.files()[file.index()].span);
        if !text.contains("unlock") {
            return true;
        }
        let private = |f: &crate::tree::Field| self.it.text(f.name) == lock && f.modifiers.is_private();
        let gives = format!("{lock}.unlock()");
        let has_taken = |m: &crate::tree::Method| {
            let text = self.it.java.sources.at(m.span);
            !text.contains(&gives)
                || text.contains(&format!("{lock}.lock"))
                || text.contains(&format!("{lock}.tryLock"))
        };
        let mut around = self.it.java.methods.iter().filter(|m| m.has_body && m.span.contains(at));
        is_field
            && self.it.java.fields.iter().any(private)
            && text.contains(&gives)
            && self.it.java.methods.iter().filter(|m| m.has_body).all(has_taken)
            && around.all(|m| {
                !self.it.java.sources.at(m.span).contains("unlock") && !self.gives_back(Span::new(at.end, m.span.end))
            })
    }

    /// Returns true for code that calls a method of the sources with an `unlock` in it.
    fn gives_back(&self, span: Span) -> bool {
        let text = self.it.java.sources.at(span);
        self.it.java.methods.iter().filter(|m| m.has_body).any(|m| {
            let call = format!("{}(", self.it.text(m.name));
            text.contains(&call) && self.it.java.sources.at(m.span).contains("unlock")
        })
    }

    fn kept(&mut self, at: Span, message: String) {
        self.it.problem("JAVA CODE/given-back", at, message);
    }
}
