//! Values of other threads that are read in front of the wait for their end: the wait is moved in front of the read.

use super::blocks::{block_around, block_end, inner, statements, uses};
use super::candidates::Near;
use super::text::{declares, feed};
use racefree_grammar::{Edit, Fix, Span};

/// Calls that start threads or tasks.
const STARTS: &[&str] = &[".start(", ".submit(", ".execute(", "Async(", "startVirtualThread("];

/// Words of statements that the threads may wait for, or that start further ones.
const NEEDED: &[&str] = &[
    ".start(",
    ".submit(",
    ".execute(",
    "Async(",
    "synchronized",
    "lock",
    "try",
    "throw",
    "return",
    "break",
    "continue",
];

/// Calls that no thread waits for.
const FREE: &[&str] = &[
    "println", "print", "printf", "format", "size", "length", "valueOf", "toString", "max", "min", "abs", "equals",
    "if", "for", "while",
];

impl Near<'_> {
    /// The wait in front of the statements that read too early, where all places that do so can be told.
    pub(super) fn waited_for(&self) -> Option<Fix> {
        let mut places: Vec<Span> = self.error.unlocked.iter().map(|(_, span)| *span).collect();
        if self.error.code == "EXP FORK2/fv-shared" {
            let name = self.names().next()?;
            let method = self.verdict.members.method_at(self.at)?;
            let behind = Span::new(self.error.span.end, self.own(method.span.end));
            places = uses(&self.code, behind, name);
        }
        places.into_iter().find_map(|place| self.wait_before(place))
    }

    /// Returns true if no statement of the block behind a place does what another thread may wait for.
    pub(super) fn is_no_matter_behind(&self, place: u32, method: Span) -> bool {
        let Some(end) = block_end(&self.code, place) else { return false };
        let all = statements(&self.code, Span::new(place, end));
        all.iter().all(|s| waits(s.text(self.text)) || self.is_local(*s, method))
    }

    fn wait_before(&self, place: Span) -> Option<Fix> {
        let at = Span::new(place.start + self.start, place.end + self.start);
        let method = self.verdict.members.method_at(at).filter(|m| m.span.start >= self.start)?;
        let own = Span::new(self.own(method.span.start), self.own(method.span.end));
        let started = Span::new(own.start, place.start).text(self.text);
        if !STARTS.iter().any(|word| started.contains(word)) {
            return None;
        }
        let mut block = block_around(&self.code, own, place)?;
        loop {
            let all = statements(&self.code, block);
            let read = all.iter().position(|s| s.contains(place))?;
            let wait = (read + 1..all.len()).find(|n| waits(all[*n].text(self.text)));
            let Some(mut wait) = wait.filter(|_| STARTS.iter().any(|word| started.contains(word))) else {
                block = inner(&self.code, all[read], place).filter(|next| *next != block)?;
                continue;
            };
            // An executor is told to end in front of the wait for that.
            let first =
                if wait > read + 1 && all[wait - 1].text(self.text).contains(".shutdown()") { wait - 1 } else { wait };
            // Waits for other threads that follow at once go along.
            while all.get(wait + 1).is_some_and(|s| waits(s.text(self.text))) {
                wait += 1;
            }
            let to = read;
            if !all[to..first].iter().all(|s| self.is_local(*s, own)) {
                return None;
            }
            // A variable that is declared in between is none in front of it.
            let declared = |s: &Span| {
                let text = s.text(self.text);
                let name = text
                    .split('=')
                    .next()
                    .unwrap_or("")
                    .trim()
                    .trim_end_matches(';')
                    .rsplit(' ')
                    .next()
                    .unwrap_or("")
                    .to_owned();
                declares(text) && !all[first..=wait].iter().all(|w| uses(&self.code, *w, &name).is_empty())
            };
            if all[to..first].iter().any(declared) {
                return None;
            }
            let moved = Span::new(all[first].start, all[wait].end);
            let line = self.text[..all[to].start as usize].rfind('\n').map_or(0, |n| n + 1);
            let indent: String = self.text[line..].chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
            let is_line = self.text[line..all[to].start as usize].trim().is_empty();
            let behind = if is_line { format!("{}{indent}", feed(self.text)) } else { " ".to_owned() };
            let call =
                all[wait].text(self.text).lines().next().unwrap_or("").trim_end_matches([';', ' ', '{']).to_owned();
            let edits = vec![
                Edit::insert(all[to].start, format!("{}{behind}", moved.text(self.text))),
                Edit::replace(self.whole_line(moved), ""),
            ];
            return Some(Fix::new(format!("Move `{call}` in front of what reads"), edits));
        }
    }

    /// Returns true for a statement that no other thread waits for: it prints, and computes variables of the method.
    fn is_local(&self, s: Span, method: Span) -> bool {
        let text = s.text(self.text);
        if NEEDED.iter().any(|word| text.contains(word)) {
            return false;
        }
        let letter = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let code = String::from_utf8_lossy(&self.code[s.start as usize..s.end as usize]).into_owned();
        let calls = code.match_indices('(').all(|(at, _)| {
            let before = code[..at].trim_end();
            let name = before.rsplit(|c: char| !letter(c)).next().unwrap_or("");
            let getter =
                |rest: Option<&str>| rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_uppercase));
            let is_own = self
                .verdict
                .members
                .methods()
                .any(|m| m.name == name && m.span.text(self.verdict.sources.text()).contains("wait("));
            name.is_empty()
                || FREE.contains(&name)
                || (getter(name.strip_prefix("get")) || getter(name.strip_prefix("is"))) && !is_own
        });
        let changes = ["++", "--", "="].iter().any(|sign| {
            code.match_indices(sign).any(|(at, _)| {
                let (before, behind) = (code[..at].trim_end(), code[at + sign.len()..].trim_start());
                if *sign == "=" && (before.ends_with(['=', '!', '<', '>']) || behind.starts_with('=')) {
                    return false;
                }
                let target = before.trim_end_matches(['+', '-', '*', '/']).trim_end();
                let name = target.rsplit(|c: char| !(letter(c) || c == '.')).next().unwrap_or("");
                let name = if name.is_empty() {
                    behind.split(|c: char| !(letter(c) || c == '.')).next().unwrap_or("")
                } else {
                    name
                };
                name.contains('.')
                    || target.ends_with(']')
                    || self
                        .verdict
                        .members
                        .fields_around(Span::new(method.start + self.start, method.start + self.start + 1))
                        .any(|f| f == name)
            })
        });
        calls && !changes
    }
}

/// Returns true for a statement that only waits for threads or tasks: `t.join();`, `f.get();`, a loop of these.
fn waits(statement: &str) -> bool {
    let text: String = statement.split_whitespace().collect::<Vec<_>>().join(" ");
    let body = match text.strip_prefix("for (") {
        Some(rest) => match rest.split_once(')') {
            Some((_, body)) => body.trim().trim_start_matches('{').trim_end_matches('}').trim(),
            None => return false,
        },
        None => text.as_str(),
    };
    let value = body.split_once(" = ").map_or(body, |(_, value)| value);
    let is_wait = [".join();", ".get();", ".await();"].iter().any(|call| {
        value
            .strip_suffix(call)
            .is_some_and(|of| of.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '[' | ']' | '$')))
    });
    is_wait || value.contains(".awaitTermination(") && value.matches(';').count() == 1 && !value.contains("if")
}
