//! Locks around steps: code that holds one, two blocks of one lock where one is meant, and the one block.

use super::Judge;
use super::calls::{changes, uses};
use crate::blocking::may_block;
use crate::elaborate::rejected::monitors::Around;
use crate::tree::Member;
use crate::tree::body::{Call, Expression, Form, Kind, LocalNo, StmtNo};
use racefree_grammar::{Edit, Fix, Span};

/// Words of code that may wait for others, or calls them in, besides the calls that block.
const WAITS: &[&str] = &[
    "wait(",
    "lock(",
    "lockInterruptibly(",
    ".run(",
    ".call(",
    ".accept(",
    ".apply(",
    ".submit(",
    ".execute(",
    ".start(",
    "while",
    "read(",
    "readLine(",
    "parallel",
];

impl Judge<'_, '_> {
    /// Returns true if code holds a lock.
    pub(in crate::elaborate::rejected) fn holds(&self, around: &Around, lock: &str) -> bool {
        let data = &self.it.java.methods[around.method.index()];
        let own = match data.modifiers.is_static() {
            true => lock.ends_with(".class"),
            false => lock == "this",
        };
        let by_head = data.modifiers.is_synchronized() && own && !around.is_in_lambda();
        by_head || around.held.iter().any(|held| held == lock.strip_prefix("this.").unwrap_or(lock))
    }

    /// Returns true for code that no other thread disturbs as far as its text says: a constructor, `main` in front of its threads, and a helper
    /// of code that holds locks.
    pub(in crate::elaborate::rejected) fn is_calm(&self, around: &Around, at: Span) -> bool {
        const STARTS: &[&str] =
            &[".start(", ".submit(", ".execute(", "Async(", "invokeAll(", "arallel", "startVirtualThread("];
        let data = &self.it.java.methods[around.method.index()];
        let name = self.it.text(data.name);
        if around.is_in_lambda() {
            return false;
        }
        let before = self.it.java.sources.at(Span::new(data.span.start, at.start.max(data.span.start)));
        if data.kind.constructs() || name == "main" && !STARTS.iter().any(|word| before.contains(word)) {
            return true;
        }
        let holds = |m: &&crate::tree::Method| {
            let text = self.it.java.sources.at(m.span);
            m.class == data.class
                && m.name != data.name
                && text.contains(&format!("{name}("))
                && text.contains("synchronized")
        };
        data.modifiers.is_private() && self.it.java.methods.iter().find(holds).is_some()
    }

    /// One block of a lock around statements, or `synchronized` in the head of the method that they are.
    pub(super) fn one_block(
        &self,
        all: &[StmtNo],
        (first, last): (StmtNo, StmtNo),
        lock: &str,
        around: &Around,
    ) -> Option<Fix> {
        let (from, to) = (all.iter().position(|s| *s == first)?, all.iter().position(|s| *s == last)?);
        let range = Span::new(self.statement_span(first).start, self.statement_span(last).end);
        let data = &self.it.java.methods[around.method.index()];
        // A variable that is declared in it and used behind it.
        let leaks = all[from..=to].iter().any(|s| match self.body.statements[s.index()].form {
            Form::Local { local, .. } => {
                all[to + 1..].iter().any(|behind| !self.places_of(self.statement_span(*behind), local).is_empty())
            }
            _ => false,
        });
        let (range, to) = match leaks {
            true => (Span::new(range.start, self.statement_span(*all.last()?).end), all.len() - 1),
            false => (range, to),
        };
        let text = self.it.java.sources.at(range);
        let (file, _) = self.it.java.sources.place(range);
        let whole = self.it.java.sources.at(self.it.java.sources.files()[file.index()].span);
        let blocks = |code: &str| may_block(code, whole);
        let by_methods = self.is_taken_by_methods(lock);
        let is_lock = |call: &Call| match by_methods {
            true => self.explicit_of(call).is_some_and(|taken| lock.starts_with(&taken.base)),
            false => self.lock_of(call).as_deref() == Some(lock),
        };
        let calls_others = self.inside(range).any(|(_, e)| match &e.kind {
            Kind::Call(call) => match call.callee.method() {
                Some(m) if !is_lock(call) => {
                    let text = self.it.java.sources.at(self.it.java.methods[m.index()].span);
                    text.contains("synchronized") || blocks(text) || WAITS.iter().any(|word| text.contains(word))
                }
                _ => false,
            },
            _ => false,
        });
        // A loop of calls that need this lock waits for nobody.
        let is_own = self.inside(range).all(|(_, e)| match &e.kind {
            Kind::Call(call) => is_lock(call),
            _ => true,
        });
        let mut waits = WAITS.iter().filter(|word| !(is_own && **word == "while"));
        // `get()` of what has this lock is none of a future.
        let own = if is_own { text.replace(".get()", "") } else { text.to_owned() };
        let is_sure =
            !calls_others && !blocks(&own) && !waits.any(|word| text.contains(word)) && around.held.is_empty();
        if by_methods {
            let given = self.explicit_locks(range).is_empty();
            return Some(self.between_lock_and_unlock(range, lock).if_sure(is_sure && given));
        }
        let of_method = self.body.parts.iter().find(|part| part.member == Member::Method(around.method))?;
        let is_whole = from == 0 && to + 1 == all.len() && of_method.block == all && !around.is_in_lambda();
        let own = if data.modifiers.is_static() { lock.ends_with(".class") } else { lock == "this" };
        if is_whole && own && data.result.span != Span::NONE && !data.modifiers.is_synchronized() {
            let title = format!("Make `{}` synchronized", self.it.text(data.name));
            return Some(Fix::new(title, vec![Edit::insert(data.result.span.start, "synchronized ")]).if_sure(is_sure));
        }
        let title = format!("Wrap both in `synchronized ({lock})`");
        Some(Fix::new(title, self.wrapped(range, &format!("synchronized ({lock}) {{"))).if_sure(is_sure))
    }

    /// A block around statements, on lines of its own.
    pub(in crate::elaborate::rejected) fn wrapped(&self, range: Span, head: &str) -> Vec<Edit> {
        let text = self.it.java.sources.text();
        let line = text[..range.start as usize].rfind('\n').map_or(0, |n| n + 1);
        let indent: String = text[line..].chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
        let inside = &text[range.start as usize..range.end as usize];
        let is_first = text[line..range.start as usize].trim().is_empty();
        if !is_first {
            return vec![Edit::insert(range.start, format!("{head} ")), Edit::insert(range.end, " }")];
        }
        let unit = if indent.contains('\t') { "\t" } else { "    " };
        let feed = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let mut edits = vec![
            Edit::insert(range.start, format!("{head}{feed}{indent}{unit}")),
            Edit::insert(range.end, format!("{feed}{indent}}}")),
        ];
        let starts = inside.match_indices('\n').map(|(n, _)| range.start as usize + n + 1);
        let lines = starts.filter(|at| !text[*at..].starts_with(['\n', '\r']));
        edits.extend(lines.map(|at| Edit::insert(at as u32, unit)));
        edits
    }

    /// Two blocks of one lock, the second by what the first has put into a variable.
    pub(super) fn blocks_decided(&mut self, all: &[StmtNo]) {
        let body = self.body;
        for (n, first) in all.iter().enumerate() {
            let Form::Synchronized { lock, .. } = body.statements[first.index()].form else { continue };
            let place = self.statement_span(*first);
            let given: Vec<LocalNo> = self.inside(place).filter_map(|(_, e)| self.assigned_outside(e, place)).collect();
            for last in &all[n + 1..] {
                let behind = self.statement_span(*last);
                if !given.iter().any(|local| !self.places_of(behind, *local).is_empty()) {
                    continue;
                }
                let second = body.statements.iter().find_map(|s| match s.form {
                    Form::Synchronized { lock: other, .. } if behind.contains(s.span) && self.is_same(lock, other) => {
                        Some((s.span, self.span(other)))
                    }
                    _ => None,
                });
                let Some((second, at)) = second else { continue };
                let Some(mut around) = self.around(second) else { continue };
                let lock = self.words(lock);
                let class = self.it.java.methods[around.method.index()].class;
                let text = |span: Span| self.it.java.sources.at(span);
                let fields = self.it.java.fields.iter().filter(|field| field.class == class);
                let mut names = fields.map(|field| self.it.text(field.name));
                let is_one = names.any(|name| !uses(text(place), name).is_empty() && changes(text(second), name));
                if !is_one || self.holds(&around, &lock) && around.held.iter().filter(|held| **held == lock).count() > 1
                {
                    continue;
                }
                around.held.clear();
                let repair = self.one_block(all, (*first, *last), &lock, &around);
                let message = format!(
                    "what this block of `{lock}` does depends on the one above, and nothing holds `{lock}` between them: another thread may come in"
                );
                self.warn_steps(at, message, repair);
                break;
            }
        }
    }

    /// The variable that an expression gives a value, if it is declared in front of a place.
    fn assigned_outside(&self, e: &Expression, place: Span) -> Option<LocalNo> {
        let Kind::Assign { target, .. } = e.kind else { return None };
        let Kind::Local(local) = *self.kind(target) else { return None };
        (self.body.locals[local.index()].name_span.end <= place.start).then_some(local)
    }
}
