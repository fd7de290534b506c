//! Locks around what belongs together. Each error about a lock that is not held proposes to take it around its own statement; here the
//! statements next to it that lack the same lock, what a test decides and what a variable is bound for come under one lock with it. A
//! lock around it that guards nothing there gives way.

use racefree_grammar::Program;
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::fix::{Edit, Fix};
use racefree_grammar::forms;
use racefree_grammar::parents::Parents;
use racefree_grammar::span::Span;
use racefree_kernel::TypeError;
use rustc_hash::FxHashMap;

/// Limit on the errors that are looked at: each looks at the expressions near it.
const ERRORS: usize = 400;
/// Limit on the expressions that one error looks at.
const LOOKED_AT: usize = 2_000;

/// The lock that a repair takes, as it is written.
fn taken(fix: &Fix) -> Option<&str> {
    let text = fix.edits.iter().find_map(|edit| edit.text.trim_start_matches('(').strip_prefix("synchronized "))?;
    let (lock, rest) = text.split_once(" in ")?;
    rest.is_empty().then_some(lock)
}

/// Puts the repairs of this sort before the others of each error.
pub(super) fn propose(text: &str, program: &Program, errors: &mut [TypeError]) {
    let lacks = |error: &TypeError| error.fixes.iter().find_map(taken).map(str::to_owned);
    if !errors.iter().take(ERRORS).any(|error| lacks(error).is_some()) {
        return;
    }
    let by_span: FxHashMap<Span, u32> = program.spans.iter().zip(0..).map(|(&span, e)| (span, e)).collect();
    let mut found: Vec<(usize, ExprId, String)> = Vec::new();
    for (i, error) in errors.iter().enumerate().take(ERRORS) {
        found.extend(by_span.get(&error.span).zip(lacks(error)).map(|(&e, lock)| (i, ExprId::new(e), lock)));
    }
    let mut lacking: FxHashMap<ExprId, Vec<&str>> = FxHashMap::default();
    found.iter().for_each(|(_, e, lock)| lacking.entry(*e).or_default().push(lock));
    let places = Places { text, program, parents: Parents::new(program), lacking };
    let mut proposed = Vec::new();
    for (i, e, lock) in &found {
        let all = [places.instead(*e, lock), places.around(*e, lock)];
        proposed.push((*i, all.into_iter().flatten().collect::<Vec<Fix>>()));
    }
    for (i, mut fixes) in proposed {
        let known = &mut errors[i].fixes;
        // A lock that is made where it is taken is no lock of anything: what is taken inside of it is not what was meant.
        if fixes.iter().any(|fix| !fix.sure) {
            known.iter_mut().for_each(|fix| fix.sure = false);
        }
        fixes.retain(|fix| known.iter().all(|other| other.edits != fix.edits));
        known.splice(..0, fixes);
    }
}

struct Places<'p> {
    text: &'p str,
    program: &'p Program,
    parents: Parents,
    /// Locks that are lacking, by the places of the errors.
    lacking: FxHashMap<ExprId, Vec<&'p str>>,
}

impl Places<'_> {
    fn span(&self, e: ExprId) -> Span {
        self.program.span(e)
    }

    fn written(&self, e: ExprId) -> &str {
        self.span(e).text(self.text)
    }

    /// True if an expression is of the kind, or has a part that is, in the same thread.
    fn has(&self, e: ExprId, is: impl Fn(ExprId) -> bool) -> bool {
        let mut todo = vec![e];
        let mut looked_at = 0;
        while let Some(e) = todo.pop().filter(|_| looked_at < LOOKED_AT) {
            if is(e) {
                return true;
            }
            looked_at += 1;
            if !matches!(self.program.expr(e), Expr::Fork(_)) {
                todo.extend(self.program.children(e));
            }
        }
        false
    }

    fn lacks(&self, e: ExprId, lock: &str) -> bool {
        self.has(e, |e| self.lacking.get(&e).is_some_and(|locks| locks.contains(&lock)))
    }

    fn takes(&self, e: ExprId, lock: &str) -> bool {
        self.has(e, |e| matches!(self.program.expr(e), Expr::Sync { lock: l, .. } if self.written(l) == lock))
    }

    /// True if nothing in an expression waits for another thread or starts one, so that it can be under one lock.
    fn is_short(&self, e: ExprId) -> bool {
        !self.has(e, |e| matches!(self.program.expr(e), Expr::Fork(_) | Expr::While { .. }))
    }

    /// True if an expression writes a field that another one reads.
    fn changes(&self, writer: ExprId, reader: ExprId) -> bool {
        let reads =
            |name| self.has(reader, |e| matches!(self.program.expr(e), Expr::Field { field, .. } if field == name));
        self.has(writer, |e| matches!(self.program.expr(e), Expr::Assign { field, .. } if reads(field)))
    }

    /// The lock around what belongs together: `if (this.x == 0) this.x = 1`, not its test and its branch each.
    fn around(&self, e: ExprId, lock: &str) -> Option<Fix> {
        let root = lock.split('.').next().unwrap_or(lock);
        let statement = self.parents.statement(self.program, e);
        let (mut first, mut last) = (statement, statement);
        while let Some(outer) = self.parents.of(first) {
            let one = (first == last).then_some(first);
            match self.program.expr(outer) {
                Expr::If { cond, then, otherwise } => {
                    let branches = [Some(then), otherwise];
                    let acts = |e: &ExprId| self.lacks(*e, lock) || self.takes(*e, lock);
                    let belongs =
                        if one == Some(cond) { branches.iter().flatten().any(acts) } else { self.lacks(cond, lock) };
                    if !belongs || !self.is_short(outer) {
                        break;
                    }
                    (first, last) = (outer, outer);
                }
                // A loop that changes what it looks at, and waits for nobody.
                Expr::While { cond, body } => {
                    let acts = |e: ExprId| self.lacks(e, lock) || self.takes(e, lock);
                    let belongs = if one == Some(cond) { acts(body) } else { self.lacks(cond, lock) };
                    if !belongs || !self.is_short(cond) || !self.is_short(body) || !self.changes(body, cond) {
                        break;
                    }
                    (first, last) = (outer, outer);
                }
                Expr::Let { var, bound, body, .. } => {
                    let other = if one == Some(bound) { body } else { bound };
                    // A value that is read without the lock decides here what is written under it.
                    let acts = self.lacks(other, lock) || self.takes(other, lock);
                    let belongs = acts && self.program.text(var) != root;
                    if !belongs || !self.is_short(outer) {
                        break;
                    }
                    (first, last) = (outer, outer);
                }
                Expr::Seq(list) => {
                    let all = self.program.list(list);
                    // Accesses under the lock just before belong together with those that lack it.
                    let under = |e: ExprId| matches!(self.program.expr(e), Expr::Sync { lock: l, .. } if self.written(l) == lock);
                    let joins = |e: &&ExprId| (self.lacks(**e, lock) || under(**e)) && self.is_short(**e);
                    let at = all.iter().position(|&element| element == first)?;
                    if !joins(&&all[at]) {
                        break;
                    }
                    let before = all[..at].iter().rev().take_while(joins).count();
                    let behind = all[at..].iter().take_while(joins).count();
                    (first, last) = (all[at - before], all[at + behind - 1]);
                    // The sequence as a whole may be what a test decides, or what a variable is bound for.
                    let decided = match self.parents.of(outer).map(|e| self.program.expr(e)) {
                        Some(Expr::If { cond, .. }) => self.lacks(cond, lock),
                        Some(Expr::Let { bound, var, .. }) => self.lacks(bound, lock) && self.program.text(var) != root,
                        _ => false,
                    };
                    if !decided {
                        break;
                    }
                    (first, last) = (outer, outer);
                }
                Expr::Var(_)
                | Expr::New(_)
                | Expr::Sync { .. }
                | Expr::Fork(_)
                | Expr::Atomic(_)
                | forms!(literal | member | operator | owned | extended) => break,
            }
        }
        let whole = Span::new(self.span(first).start, self.span(last).end);
        if (first, last) == (statement, statement) {
            return None;
        }
        let block = first != last || matches!(self.program.expr(first), Expr::Let { .. } | Expr::Seq(_));
        let (open, close) = if block { ("{ ", " }") } else { ("", "") };
        let mut edits = vec![Edit::insert(whole.start, format!("synchronized {lock} in {open}"))];
        edits.extend(block.then(|| Edit::insert(whole.end, close)));
        edits.extend(self.taken_again(whole, lock));
        Some(Fix::new(format!("take the lock around all of it: `synchronized {lock} in …`"), edits))
    }

    /// Removals of `synchronized l in` inside of a place that is under that lock.
    fn taken_again(&self, whole: Span, lock: &str) -> Vec<Edit> {
        let inside = self.program.exprs.iter().zip(&self.program.spans).filter(|(_, span)| whole.contains(**span));
        let gone = inside.filter_map(|(e, &span)| {
            let Expr::Sync { lock: l, body } = *e else { return None };
            let head = Span::new(span.start, self.span(body).start);
            let text = head.text(self.text);
            let end = text.find('{').map_or(head.end, |brace| head.start + brace as u32);
            let is_written = self.written(l) == lock && text.starts_with("synchronized");
            is_written.then(|| Edit::replace(Span::new(span.start, end), ""))
        });
        gone.collect()
    }

    fn is_path(&self, e: ExprId) -> bool {
        match self.program.expr(e) {
            Expr::Field { recv, .. } => self.is_path(recv),
            Expr::Var(_) => true,
            Expr::New(_)
            | Expr::Assign { .. }
            | Expr::Call { .. }
            | forms!(literal | block | operator | owned | extended) => false,
        }
    }

    /// The lock around it is another one: where nothing inside needs that, it is the wrong one.
    fn instead(&self, e: ExprId, lock: &str) -> Option<Fix> {
        let inside = |e: &ExprId| !matches!(self.program.expr(*e), Expr::Fork(_));
        let sync = |e: ExprId| if let Expr::Sync { lock, .. } = self.program.expr(e) { Some(lock) } else { None };
        let around = self.parents.outwards(e).take_while(inside).find_map(sync)?;
        let (other, start) = (self.written(around), self.span(around).start);
        let before = self.text.get(..start as usize)?.trim_end_matches([' ', '(']);
        let is_written = before.ends_with("synchronized") && other != lock;
        let title = format!("lock `{lock}`: nothing here needs `{other}`");
        let fix = || Fix::new(title, vec![Edit::replace(self.span(around), lock)]);
        is_written.then(fix).map(|fix| Fix { sure: self.is_path(around), ..fix })
    }
}
