//! Two parts of code with one explicit lock, the second by what the first has found, and nothing that holds the lock between them.

use super::Judge;
use super::calls::{changes, uses};
use crate::blocking::may_block;
use crate::tree::body::{Form, Kind, LocalNo, StmtNo};
use racefree_grammar::{Edit, Fix, Span};

/// Words of code that may wait for others, besides the calls that block.
const WAITS: &[&str] =
    &["join(", "wait(", "take(", "acquire", "lock(", ".put(", ".run(", ".call(", "synchronized", "while"];

/// `l.lock(); try { … } finally { l.unlock(); }`
struct Part {
    lock: String,
    /// The `lock()` and the `try`.
    taken: Span,
    whole: Span,
    /// The statements of the `try`.
    inside: Span,
}

impl Judge<'_, '_> {
    /// Two such parts among statements.
    pub(super) fn parts_decided(&mut self, all: &[StmtNo]) {
        let parts: Vec<(usize, Part)> =
            (1..all.len()).filter_map(|n| Some((n, self.locked_part(all[n - 1], all[n])?))).collect();
        for two in parts.windows(2) {
            let [(n, first), (m, second)] = two else { continue };
            let given: Vec<LocalNo> = self
                .inside(first.inside)
                .filter_map(|(_, e)| match e.kind {
                    Kind::Assign { target, .. } => match *self.kind(target) {
                        Kind::Local(local) => Some(local),
                        _ => None,
                    },
                    _ => None,
                })
                .collect();
            let hangs = given.iter().any(|local| !self.places_of(second.inside, *local).is_empty());
            let Some(around) = self.around(second.whole).filter(|_| hangs && first.lock == second.lock) else {
                continue;
            };
            let class = self.it.java.methods[around.method.index()].class;
            let text = |span: Span| self.it.java.sources.at(span);
            let fields = self.it.java.fields.iter().filter(|field| field.class == class);
            let mut names = fields.map(|field| self.it.text(field.name));
            if !names.any(|name| !uses(text(first.inside), name).is_empty() && changes(text(second.inside), name)) {
                continue;
            }
            let between = Span::new(first.whole.end, second.taken.start);
            let calls = self.inside(between).any(|(_, e)| match &e.kind {
                Kind::Call(call) => self.own_method(call).is_some(),
                _ => false,
            });
            let is_free = !calls
                && !may_block(text(between), "")
                && !WAITS.iter().any(|word| text(between).contains(word))
                && !all[n + 1..m - 1].iter().any(|s| self.leaves(*s));
            let repair = self.as_one(first, second).if_sure(is_free);
            let message = format!(
                "what this part with `{0}` does depends on the one above, and nothing holds `{0}` between them: another thread may come in",
                first.lock
            );
            self.warn_steps(second.taken, message, Some(repair));
        }
    }

    fn locked_part(&self, taken: StmtNo, whole: StmtNo) -> Option<Part> {
        let call = self.call_of(taken).filter(|call| self.it.text(call.name) == "lock")?;
        let target = call.target.filter(|of| self.it.is_explicit_lock(self.ty(*of)))?;
        let lock = self.words(target);
        let Form::Try { body, catches, finally: Some(last), .. } = &self.body.statements[whole.index()].form else {
            return None;
        };
        let [last] = last[..] else { return None };
        let gives = self.call_of(last).filter(|call| self.it.text(call.name) == "unlock")?;
        let (first, end) = (body.first()?, body.last()?);
        let inside = Span::new(self.statement_span(*first).start, self.statement_span(*end).end);
        let is_one = catches.is_empty() && self.words(gives.target?) == lock;
        is_one.then(|| Part { lock, taken: self.statement_span(taken), whole: self.statement_span(whole), inside })
    }

    /// The first part goes on up to the end of the second.
    fn as_one(&self, first: &Part, second: &Part) -> Fix {
        let text = self.it.java.sources.text();
        let mut edits = vec![Edit::replace(Span::new(first.inside.end, first.whole.end), "")];
        let unit = if self.between(first.whole.start).contains('\t') { "\t" } else { "    " };
        let between = Span::new(first.whole.end, second.taken.start);
        let lines = between.text(text).match_indices('\n').map(|(n, _)| between.start + n as u32 + 1);
        let full = lines.filter(|at| !text[*at as usize..].starts_with(['\n', '\r']) && *at < second.taken.start);
        let is_first = |at: u32| text[at as usize..].trim_start_matches([' ', '\t']).len();
        let taken = text[second.taken.start as usize..].len();
        edits.extend(full.filter(|at| is_first(*at) != taken).map(|at| Edit::insert(at, unit)));
        let blanks = text[..second.taken.start as usize].trim_end().len() as u32;
        let gap = text[..second.inside.start as usize].trim_end().len() as u32;
        edits.push(Edit::replace(Span::new(blanks, gap), ""));
        edits.sort();
        Fix::new(format!("Hold `{}` from the first part to the end of the second", first.lock), edits)
    }
}
