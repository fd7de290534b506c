//! The lock that is missing: taken for the method, or around the statements that belong together, or required of the callers.

use super::super::members::MethodAt;
use super::super::wording::NONE_HELD;
use super::blocks::{belonging, innermost, locked_in, task_around, uses};
use super::candidates::Near;
use super::text::{behind_parameters, feed, statement, synchronized_around, unit};
use super::waiting::{blocks, by_methods, called, may_block, plain, waits_for_another};
use racefree_grammar::{Edit, Fix, Span};

/// A lock as people write it in a method: a field of its own object or class by its name, unless a variable has that.
fn spelled<'l>(lock: &'l str, method: &MethodAt, inside: &str) -> &'l str {
    let class = method.class.rsplit('.').next().unwrap_or(&method.class);
    let own = lock.split_once('.').filter(|(first, _)| *first == "this" || *first == class);
    let Some((_, name)) = own.filter(|(_, name)| *name != "class" && *name != "this") else { return lock };
    let is_declared = inside.match_indices(&format!(" {name}")).any(|(at, all)| {
        let letter = |c: char| c.is_alphanumeric() || c == '_';
        let behind = inside[at + all.len()..].starts_with(letter);
        let word = inside[..at].trim_end().rsplit(|c: char| !letter(c) && c != '>' && c != ']').next().unwrap_or("");
        !behind && !word.is_empty() && !matches!(word, "return" | "synchronized" | "throw" | "else")
    });
    if is_declared { lock } else { name }
}

/// Beginning of the title of a repair.
const WRITERS: &str = "Take the lock for writers";

/// A way to take a lock.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LockKind {
    /// `synchronized`
    Monitor,
    /// `lock()` and `unlock()`
    Explicit,
    /// The same of its part for readers or writers.
    ReadWrite,
}

impl Near<'_> {
    /// Takes the lock that is missing. What is taken inside of another lock may be taken the other way round elsewhere, and is a guess.
    pub(super) fn taken(&self) -> Vec<Fix> {
        let mut found = Vec::new();
        // A race on contents names these first.
        let of_contents = usize::from(self.error.message.starts_with("race on the contents of"));
        let Some(lock) = self.names().nth(of_contents) else { return found };
        let kind = self.kind_of(lock);
        let method = self.verdict.members.method_at(self.at);
        let own = method.map(|m| Span::new(self.own(m.span.start), self.own(m.span.end)));
        let inside = own.map_or("", |own| own.text(self.text));
        let lock = method.map_or(lock, |method| spelled(lock, method, inside));
        if let Some(own) = own.filter(|_| self.error.code == "JAVA CODE/monitor-held")
            && let Some(held) = synchronized_around(&self.code, self.error.span.start, own.start)
        {
            return self.of_held(held.text(self.text)).into_iter().collect();
        }
        if kind == LockKind::Explicit {
            found.extend(self.before_unlock(lock));
            found.extend(own.and_then(|own| self.of_other_explicit(lock, own)));
        }
        // A lock in the place of another, which is the wrong one.
        if let Some(own) = own.filter(|_| kind == LockKind::Monitor)
            && let Some(other) = synchronized_around(&self.code, self.error.span.start, own.start)
        {
            let title = format!("Lock `{lock}` instead of `{}`", other.text(self.text));
            let notifies = called(inside).any(|name| matches!(name, "wait" | "notify" | "notifyAll"));
            found.push(Fix::new(title, vec![Edit::replace(other, lock)]).if_sure(!notifies));
        }
        // Locks of other objects in the method.
        let others = blocks(inside).chain(by_methods(inside)).any(|other| plain(other) != plain(lock));
        let is_main = method.is_some_and(|m| m.is_static && m.name == "main");
        // Callers change an object that they are given without the lock.
        let given_away = method.is_some_and(|m| self.gives_contents(m, inside));
        if let Some(method) = method.filter(|m| self.is_monitor_of(lock, m) && !is_main && !self.is_of_new_thread()) {
            let edit = Edit::insert(self.own(method.type_start), "synchronized ");
            let made = Fix::new(format!("Make `{}` synchronized", method.name), vec![edit]);
            // A thread that waits for a notification of one lock holds the other one all the time.
            if !inside.replace("this.wait(", "wait(").contains(".wait(") && !inside.contains(".await(") {
                // All others would wait for the end of the thread.
                let is_all =
                    method.name == "run" && ["for", "while"].iter().any(|word| called(inside).any(|it| it == *word));
                let is_free =
                    !others && !is_all && !self.may_block(inside) && !self.is_called_under_a_lock(&method.name);
                found.push(made.if_sure(is_free && !given_away));
            }
        }
        let path = self.names().nth(1 - of_contents).unwrap_or(lock);
        let together = own.filter(|_| kind != LockKind::ReadWrite);
        let together = together.and_then(|own| belonging(self.text, &self.code, own, self.error.span, path));
        // A read behind the end of the thread stands by itself: under the lock nobody may wait for that.
        let joins = |span: &Span| {
            Span::new(span.start, self.error.span.start.max(span.start)).text(self.text).contains(".join(")
        };
        let reads = self.error.code == "EXP REF/guard-held";
        let together = together.filter(|span| !(reads && joins(span)));
        let alone = || statement(self.text, &self.code, self.error.span);
        let within = || innermost(self.text, &self.code, own.filter(|_| kind == LockKind::Monitor)?, self.error.span);
        // Who waits for a notification of one lock keeps the other one.
        let keeps = self.error.code == "JAVA CODE/monitor-held"
            && self.error.span.text(self.text) == "wait"
            && method.is_some_and(|m| m.is_synchronized);
        if let Some(span) = together.or_else(alone).or_else(within).filter(|_| !keeps) {
            let monitor = || {
                let longer = self.longer(span, lock);
                let edits = longer.unwrap_or_else(|| self.around(span, &format!("synchronized ({lock}) {{"), "}"));
                Fix::new(format!("Wrap in `synchronized ({lock})`"), edits)
            };
            let explicit = |lock: &str| {
                let edits =
                    self.around(span, &format!("{lock}.lock(); try {{"), &format!("}} finally {{ {lock}.unlock(); }}"));
                Fix::new(format!("Hold `{lock}` by `lock()` and `unlock()`"), edits)
            };
            let fixes = match kind {
                LockKind::Monitor => vec![monitor()],
                // A guard may be the monitor of such a lock.
                LockKind::Explicit => vec![explicit(lock), monitor()],
                LockKind::ReadWrite if self.error.notes.iter().any(|note| note.contains("readLock()")) => {
                    own.and_then(|own| self.for_writers(lock, own)).into_iter().collect()
                }
                LockKind::ReadWrite => {
                    let part = if self.error.code.starts_with("EXP REF") { "readLock()" } else { "writeLock()" };
                    vec![explicit(&format!("{lock}.{part}"))]
                }
            };
            let is_last = lock.ends_with(".class") && !self.is_first(lock);
            let none = !others && method.is_none_or(|m| !m.is_synchronized);
            let is_alone = none || is_last || self.error.notes.iter().any(|note| note == NONE_HELD);
            // A lock that is taken, and never given back, is taken once more.
            let is_kept = by_methods(inside).any(|own| plain(own) == plain(lock)) && !inside.contains(".unlock(");
            let is_called = method.is_some_and(|m| self.is_called_under_a_lock(&m.name));
            // Code that does not wait for a thread reads too early, under a lock too.
            let before = own.map_or("", |own| Span::new(own.start, self.error.span.start).text(self.text));
            let runs = [".start()", ".submit(", ".execute("].iter().any(|word| before.contains(word));
            let is_over = [".join(", ".get()", "awaitTermination(", ".close()", ".await("];
            let is_early = is_main
                && self.error.code != "EXP ASSIGN/guard-held"
                && runs
                && !is_over.iter().any(|word| before.contains(word));
            // A lock that is given back and not taken comes from elsewhere; a monitor and a lock of one object are two.
            let is_it = |other: &str| plain(other.trim()) == plain(lock);
            let gives = inside.contains(&format!("{}.unlock", plain(lock))) && !by_methods(inside).any(is_it);
            let mixed = gives || kind == LockKind::Explicit && blocks(inside).any(is_it);
            let is_alone = is_alone && !mixed && !self.is_called_while_reading(kind, method);
            let blocks = self.may_block(span.text(self.text)) || waits_for_another(span.text(self.text), lock);
            let is_alone = is_alone && !is_called && !is_kept && !is_early && !blocks && !given_away;
            let replaces = |fix: &Fix| fix.title.starts_with(WRITERS);
            // Who holds the lock for readers does not get that for writers.
            let is_last_reader = !self.is_called_while_reading(kind, method);
            found.extend(fixes.into_iter().map(|fix| {
                let sure = if replaces(&fix) { is_last_reader } else { is_alone };
                fix.if_sure(sure)
            }));
        }
        if reads && kind == LockKind::Monitor {
            found.extend(self.declared_in_front(lock));
        }
        if reads && of_contents == 1 && kind == LockKind::Monitor {
            found.extend(self.copied_for_loop(lock));
        }
        if let Some(method) = method.filter(|m| m.is_synchronized && kind != LockKind::ReadWrite) {
            let (before, behind) = match kind {
                LockKind::Explicit => (format!("{lock}.lock(); try {{"), format!("}} finally {{ {lock}.unlock(); }}")),
                _ => (format!("synchronized ({lock}) {{"), "}".to_owned()),
            };
            let blocks = self.may_block(inside) || waits_for_another(inside, lock);
            let is_free = !others && !blocks && !self.is_called_under_a_lock(&method.name);
            found.extend(self.instead_of_own(method, lock, &before, &behind).map(|fix| fix.if_sure(is_free)));
        }
        if let (true, Some(own)) = (kind == LockKind::Monitor, own)
            && let Some(task) = task_around(&self.code, own, self.error.span)
        {
            let edits = vec![
                Edit::insert(task.start, format!("{{ synchronized ({lock}) {{ ")),
                Edit::insert(task.end, "; } }"),
            ];
            let is_free = !self.may_block(task.text(self.text)) && !waits_for_another(task.text(self.text), lock);
            found.push(Fix::new(format!("Wrap in `synchronized ({lock})`"), edits).if_sure(is_free));
        }
        // Who holds a lock for readers waits for itself where a caller holds that for writers.
        let of_readers = self.error.notes.iter().any(|note| note.contains("readLock()"));
        // A method that nobody calls keeps no promise of a caller.
        let has_callers = |m: &MethodAt| {
            let all = self.verdict.sources.text();
            let declared = m.name_end as usize - m.name.len();
            all.match_indices(&format!("{}(", m.name)).any(|(at, _)| at != declared)
        };
        if let Some(method) = method.filter(|m| !m.is_constructor && !of_readers && has_callers(m))
            && let Some(at) = behind_parameters(&self.code, self.own(method.name_end))
        {
            let edit = Edit::insert(at, format!(" /*# requires {lock} */"));
            found.push(Fix::guess(format!("Require `{lock}` of the callers of `{}`", method.name), vec![edit]));
        }
        found
    }

    /// Waits for, or notifies, on the lock that is held, if the other side does so too. Taken around the call, the lock that is asked for would
    /// leave the one that is held to a thread that sleeps.
    fn of_held(&self, held: &str) -> Option<Fix> {
        let call = self.error.span;
        let others: &[&str] = if call.text(self.text) == "wait" { &["notify()", "notifyAll()"] } else { &["wait("] };
        let is_asked = |other: &&str| self.text.contains(&format!("{held}.{other}"));
        let before = self.text[..call.start as usize].trim_end();
        let start = match before.strip_suffix('.') {
            Some(of) => {
                of.rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '$'))).map_or(0, |at| at + 1)
            }
            None => call.start as usize,
        };
        let whole = Span::new(start as u32, call.start);
        let title = format!("Write `{held}.{}`", call.text(self.text));
        others.iter().any(is_asked).then(|| Fix::new(title, vec![Edit::replace(whole, format!("{held}."))]))
    }

    /// Returns true for code that may wait for other threads, or take another lock: itself, or in a method of the sources that it calls.
    pub(super) fn may_block(&self, text: &str) -> bool {
        let (mut seen, own): (Vec<&str>, &str) = (Vec::new(), text);
        let mut todo: Vec<&str> = vec![text];
        while let Some(text) = todo.pop() {
            // A resource that is closed at the end may be a lock.
            let closes = called(text).any(|name| name == "try");
            // A method that waits for a notification gives up the lock of that alone.
            let waits = !seen.is_empty() && text.contains("wait(");
            if may_block(text, self.text) || closes || waits {
                return true;
            }
            for name in called(text) {
                if seen.contains(&name) {
                    continue;
                }
                seen.push(name);
                for method in self.verdict.members.methods().filter(|method| method.name == name) {
                    let body = method.span.text(self.verdict.sources.text());
                    let body = body.split_once('{').map_or("", |(_, body)| body);
                    // The head of a method has its name.
                    if own.contains(body) {
                        continue;
                    }
                    if by_methods(body).next().is_some() {
                        return true;
                    }
                    todo.push(body);
                }
            }
        }
        false
    }

    /// Text around statements: on lines of its own, if they have several.
    pub(super) fn around(&self, span: Span, before: &str, behind: &str) -> Vec<Edit> {
        if !span.text(self.text).contains('\n') {
            return vec![Edit::insert(span.start, format!("{before} ")), Edit::insert(span.end, format!(" {behind}"))];
        }
        let line = self.text[..span.start as usize].rfind('\n').map_or(0, |n| n + 1);
        let own = &self.text[line..span.start as usize];
        let indent: String = own.chars().take_while(|c| c.is_whitespace()).collect();
        let end = feed(self.text);
        let mut edits = vec![
            Edit::insert(span.start, format!("{before}{end}{indent}{}", unit(&indent))),
            Edit::insert(span.end, format!("{end}{indent}{behind}")),
        ];
        edits.extend(self.indented(span).map(|at| Edit::insert(at, unit(&indent))));
        edits
    }

    /// A block of the lock that the statements begin with, up to their end: its bracket moves there.
    fn longer(&self, span: Span, lock: &str) -> Option<Vec<Edit>> {
        let (of, head, end) = locked_in(&self.code, span).into_iter().next()?;
        let is_first = head.start == span.start && plain(of.text(self.text).trim()) == plain(lock);
        let line = |at: u32| self.text[..at as usize].rfind('\n').map_or(0, |n| n as u32 + 1);
        let next = self.text[end.end as usize..].find('\n')? as u32 + end.end + 1;
        let own = Span::new(line(end.start), next);
        if !is_first || own.text(self.text).trim() != "}" || next > span.end {
            return None;
        }
        let rest = Span::new(next, span.end);
        let mut edits = vec![
            Edit::replace(own, ""),
            Edit::insert(span.end, format!("{}{}", feed(self.text), own.text(self.text).trim_end())),
        ];
        let indent = unit(own.text(self.text));
        edits.extend(self.indented(rest).map(|at| Edit::insert(at, indent)));
        edits.push(Edit::insert(next, indent));
        Some(edits)
    }

    /// The beginnings of lines behind the first of some statements. Blank lines stay blank; a text of several lines keeps its own.
    fn indented(&self, span: Span) -> impl Iterator<Item = u32> {
        let text = span.text(self.text);
        let is_whole = !text.contains("\"\"\"");
        let starts = text.match_indices('\n').map(move |(n, _)| span.start + n as u32 + 1);
        starts.filter(move |at| is_whole && *at < span.end && !self.text[*at as usize..].starts_with(['\n', '\r']))
    }

    /// Returns true if code that holds a lock calls a method of this name of another object.
    pub(super) fn is_called_under_a_lock(&self, name: &str) -> bool {
        let call = format!(".{name}(");
        self.text.match_indices(&call).any(|(at, _)| {
            let at = self.start + at as u32;
            let own = self.text[..(at - self.start) as usize].ends_with("this");
            let around = self.verdict.members.method_at(Span::new(at, at + 1));
            let holds =
                |m: &MethodAt| m.is_synchronized || blocks(m.span.text(self.verdict.sources.text())).next().is_some();
            !own && around.is_some_and(holds)
        })
    }

    /// Returns true if code that holds the lock for readers calls a method: who takes the one for writers there waits for itself.
    fn is_called_while_reading(&self, kind: LockKind, method: Option<&MethodAt>) -> bool {
        let Some(method) = method.filter(|_| kind == LockKind::ReadWrite) else { return false };
        let text = self.verdict.sources.text();
        self.verdict.members.methods().any(|m| {
            let body = m.span.text(text);
            m.span != method.span && called(body).any(|name| name == method.name) && by_methods(body).next().is_some()
        })
    }

    /// Takes a lock in the place of the only other one that a method takes and gives back around the place.
    fn of_other_explicit(&self, lock: &str, method: Span) -> Option<Fix> {
        let inside = method.text(self.text);
        let mut others = by_methods(inside).map(plain);
        let other = others.next().filter(|other| others.all(|more| more == *other) && *other != plain(lock))?;
        let is_locked = self.kind_of(other) == LockKind::Explicit && !inside.contains(".await");
        let before = Span::new(method.start, self.error.span.start).text(self.text);
        let behind = Span::new(self.error.span.end, method.end).text(self.text);
        let calls = [".lock()", ".lockInterruptibly()", ".unlock()"];
        let is_around = before.contains(&format!("{other}.lock")) && behind.contains(&format!("{other}.unlock()"));
        let edits: Vec<Edit> = uses(&self.code, method, other)
            .into_iter()
            .filter(|of| calls.iter().any(|call| self.text[of.end as usize..].starts_with(call)))
            .map(|of| Edit::replace(of, plain(lock)))
            .collect();
        let is_whole = uses(&self.code, method, other).len() == edits.len();
        (is_locked && is_around && is_whole).then(|| Fix::new(format!("Lock `{lock}` instead of `{other}`"), edits))
    }

    /// Takes the lock for writers in the place of that for readers, all over a method.
    fn for_writers(&self, lock: &str, method: Span) -> Option<Fix> {
        let lock = lock.rsplit('.').next().unwrap_or(lock);
        let (readers, writers) = (format!("{lock}.readLock()"), format!("{lock}.writeLock()"));
        // A field that is such a lock: `r` of `r = rw.readLock()`.
        let view = |of: &str| {
            let (before, _) = self.text.split_once(&format!("= {of}"))?;
            before.split_whitespace().next_back()
        };
        let others = view(&readers).map(|readers| (readers, view(&writers).unwrap_or(&writers)));
        let mut edits = Vec::new();
        for (readers, writers) in [(&*readers, &*writers)].into_iter().chain(others) {
            for call in ["lock()", "unlock()", "tryLock("] {
                let taken = format!("{readers}.{call}");
                let own = method.text(self.text).match_indices(&taken).filter(|(at, _)| {
                    !method.text(self.text)[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
                });
                let at = own.map(|(at, _)| method.start + at as u32);
                edits.extend(at.map(|at| Edit::replace(Span::new(at, at + readers.len() as u32), writers)));
            }
        }
        (!edits.is_empty()).then(|| Fix::new(format!("{WRITERS} of `{lock}`"), edits))
    }

    /// Returns true if other locks may be taken inside of the lock of a class: code under it calls something.
    fn is_first(&self, lock: &str) -> bool {
        let class = lock.strip_suffix(".class");
        let methods = self.verdict.members.methods().filter(|m| m.is_static && m.is_synchronized);
        let own = methods.filter(|m| m.class.rsplit('.').next() == class);
        let text = self.verdict.sources.text();
        let mut bodies = own.map(|m| m.span.text(text).split_once('{').map_or("", |(_, body)| body));
        self.text.contains(&format!("({lock})")) || bodies.any(|body| body.contains('('))
    }

    /// The way in which a lock is taken, by the type of the field that it is.
    fn kind_of(&self, lock: &str) -> LockKind {
        let last = lock.rsplit('.').next().unwrap_or(lock);
        let field = self.verdict.members.field_named(last, self.at);
        let ty = field.map_or("", |field| field.ty.rsplit('.').next().unwrap_or(&field.ty));
        match ty {
            "ReentrantReadWriteLock" | "ReadWriteLock" => LockKind::ReadWrite,
            "ReentrantLock" | "Lock" => LockKind::Explicit,
            _ => LockKind::Monitor,
        }
    }

    /// True if `synchronized` before a method takes the lock.
    fn is_monitor_of(&self, lock: &str, method: &MethodAt) -> bool {
        let simple = method.class.rsplit('.').next().unwrap_or(&method.class);
        let own = match method.is_static {
            true => lock == format!("{simple}.class"),
            false => lock == "this",
        };
        // Who waits for the end of a thread takes the monitor of its object.
        let is_thread = method.name == "run" && self.is_of_thread();
        own && !method.is_synchronized && !method.is_constructor && !is_thread
    }

    /// True in a class of threads.
    pub(super) fn is_of_thread(&self) -> bool {
        let text = self.verdict.sources.text();
        self.verdict.members.class_at(self.at).is_some_and(|(_, start)| {
            text[start as usize..].split('{').next().unwrap_or_default().contains("extends Thread")
        })
    }
}
