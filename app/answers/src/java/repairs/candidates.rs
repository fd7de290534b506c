//! Changes worth trying, by the premise that fails: the lock taken for the method, or around the statement; the lock required of callers;
//! `final` for what nothing assigns; a guard or `volatile` for what has none.

use super::super::members::{FieldAt, MethodAt};
use super::super::speech::SYNTAX;
use super::super::unguarded::lets_this_go;
use super::super::wording::NONE_HELD;
use super::super::{FileVerdict, JavaError, JavaVerdict};
use super::syntax;
use super::text::{behind_parameters, code, statement, synchronized_around};
use racefree_grammar::{Edit, Fix, Span};

/// Changes that may mend an error, the likeliest first.
pub(super) fn of(verdict: &JavaVerdict, file: &FileVerdict, error: &JavaError) -> Vec<Fix> {
    let of = &verdict.sources.files()[file.file.index()];
    let text = verdict.sources.at(of.span);
    // Of a text that was not understood nothing else is known for sure.
    if file.errors.iter().any(|e| e.code == SYNTAX) {
        let first = file.errors.iter().filter(|e| e.code == SYNTAX).min_by_key(|e| e.span.start);
        let is_first = first.is_some_and(|first| first.span == error.span) && error.code == SYNTAX;
        return if is_first { syntax::of(text, &code(text), error.span) } else { Vec::new() };
    }
    let near =
        Near { verdict, text, code: code(text), start: of.span.start, error, at: super::place(verdict, file, error) };
    match error.code.as_str() {
        "EXP REF/guard-held"
        | "EXP ASSIGN/guard-held"
        | "EXP INVOKE/requires-held"
        | "EXP NEW/requires-held"
        | "EXP WAIT/held" => near.taken(),
        "SHAREABLE/guarded-or-final" => near.guarded(),
        "EXP SYNC/lock-final" | "METHOD/requires-final" | "FIELD/guard-final" => near.final_lock(),
        "JAVA ANNOTATION/place" => near.without_annotation(),
        "JAVA ANNOTATION/resolved" => near.of_class().into_iter().chain(near.nearest()).collect(),
        "EXP FORK2/fv-shared" | "LOCAL CLASS/override" => near.shared(),
        "EXP ASSIGN/not-final" => near.not_final(),
        _ => Vec::new(),
    }
}

/// Locks of the `synchronized (…)` in a text.
fn blocks(text: &str) -> impl Iterator<Item = &str> {
    text.split("synchronized").skip(1).filter_map(|rest| {
        let (lock, _) = rest.trim_start().strip_prefix('(')?.split_once(')')?;
        Some(lock.trim())
    })
}

/// The locks that a text takes by methods.
fn by_methods(text: &str) -> impl Iterator<Item = &str> {
    let taken = |word: &'static str| text.match_indices(word).map(|(at, _)| at);
    let all = [".lock(", ".tryLock(", ".lockInterruptibly(", ".acquire", ".enter(", ".readLock().", ".writeLock()."];
    let names = all.into_iter().flat_map(taken).map(|end| {
        let start = text[..end].rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '.')));
        &text[start.map_or(0, |at| at + 1)..end]
    });
    names.filter(|name| !name.is_empty())
}

/// Returns true for code that may wait for other threads, or call them in: under a lock they may need it.
fn may_block(text: &str, file: &str) -> bool {
    const WAITS: &[&str] = &[
        ".join(",
        ".get()",
        ".acquire",
        ".await",
        ".exchange(",
        ".invoke",
        "yield(",
        "onSpinWait(",
        ".isAlive(",
        ".isDone(",
        ".call(",
        ".run(",
        ".accept(",
        ".apply(",
    ];
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let queues = ["BlockingQueue", "BlockingDeque", "TransferQueue", "SynchronousQueue"];
    let of_queues = queues.iter().any(|queue| file.contains(queue)) && has(&[".take(", ".put("]);
    // A loop may wait for what another thread writes, unless it is the one around `wait()`.
    has(WAITS) || of_queues || text.contains("while") && !text.contains("wait(")
}

/// A lock without `this.` in front.
fn plain(lock: &str) -> &str {
    lock.strip_prefix("this.").unwrap_or(lock)
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

/// Surroundings of an error.
struct Near<'v> {
    verdict: &'v JavaVerdict,
    text: &'v str,
    code: Vec<u8>,
    /// Offset of the file in the text of all.
    start: u32,
    error: &'v JavaError,
    /// The place in the text of all.
    at: Span,
}

impl Near<'_> {
    /// A place of the whole text as one of the file.
    fn own(&self, at: u32) -> u32 {
        at - self.start
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.error.message.split('`').skip(1).step_by(2)
    }

    /// Takes the lock that is missing. What is taken inside of another lock may be taken the other way round elsewhere, and is a guess.
    fn taken(&self) -> Vec<Fix> {
        let mut found = Vec::new();
        let Some(lock) = self.names().next() else { return found };
        let kind = self.kind_of(lock);
        let method = self.verdict.members.method_at(self.at);
        let own = method.map(|m| Span::new(self.own(m.span.start), self.own(m.span.end)));
        let inside = own.map_or("", |own| own.text(self.text));
        // A lock in the place of another, which is the wrong one.
        if let Some(own) = own.filter(|_| kind == LockKind::Monitor)
            && let Some(other) = synchronized_around(&self.code, self.error.span.start, own.start)
        {
            let title = format!("Lock `{lock}` instead of `{}`", other.text(self.text));
            found.push(Fix::new(title, vec![Edit::replace(other, lock)]));
        }
        // Locks of other objects in the method.
        let others = blocks(inside).chain(by_methods(inside)).any(|other| plain(other) != plain(lock));
        if let Some(method) = method.filter(|m| self.is_monitor_of(lock, m)) {
            let edit = Edit::insert(self.own(method.type_start), "synchronized ");
            let made = Fix::new(format!("Make `{}` synchronized", method.name), vec![edit]);
            // A thread that waits for a notification of one lock holds the other one all the time.
            if !inside.replace("this.wait(", "wait(").contains(".wait(") && !inside.contains(".await(") {
                found.push(
                    made.if_sure(
                        !others && !may_block(inside, self.text) && !self.is_called_under_a_lock(&method.name),
                    ),
                );
            }
        }
        if let Some(span) = statement(self.text, &self.code, self.error.span) {
            let around = |before: String, behind: &str| {
                vec![Edit::insert(span.start, before), Edit::insert(span.end, behind.to_owned())]
            };
            let monitor = || {
                let edits = around(format!("synchronized ({lock}) {{ "), " }");
                Fix::new(format!("Wrap in `synchronized ({lock})`"), edits)
            };
            let explicit = |lock: &str| {
                let edits = around(format!("{lock}.lock(); try {{ "), &format!(" }} finally {{ {lock}.unlock(); }}"));
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
            let is_alone = is_alone && !is_called && !is_kept && !may_block(span.text(self.text), self.text);
            let replaces = |fix: &Fix| fix.title.starts_with(WRITERS);
            found.extend(fixes.into_iter().map(|fix| if replaces(&fix) { fix } else { fix.if_sure(is_alone) }));
        }
        if let Some(method) = method.filter(|m| !m.is_constructor)
            && let Some(at) = behind_parameters(&self.code, self.own(method.name_end))
        {
            let edit = Edit::insert(at, format!(" /*# requires {lock} */"));
            found.push(Fix::guess(format!("Require `{lock}` of the callers of `{}`", method.name), vec![edit]));
        }
        found
    }

    /// Returns true if code that holds a lock calls a method of this name of another object.
    fn is_called_under_a_lock(&self, name: &str) -> bool {
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

    /// Takes the lock for writers in the place of that for readers, all over a method.
    fn for_writers(&self, lock: &str, method: Span) -> Option<Fix> {
        let readers = format!("{}.readLock()", lock.rsplit('.').next().unwrap_or(lock));
        let all =
            method.text(self.text).match_indices(&readers).map(|(at, _)| method.start + (at + readers.len()) as u32);
        let part = "readLock()".len() as u32;
        let edits: Vec<Edit> = all.map(|end| Edit::replace(Span::new(end - part, end), "writeLock()")).collect();
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
        own && !method.is_synchronized && !method.is_constructor
    }

    /// The field of the class around that the message names.
    fn field(&self) -> Option<&FieldAt> {
        let members = &self.verdict.members;
        let simple = |name: &str| name.rsplit('.').next().unwrap_or(name).to_owned();
        let here = members.field_at(self.at);
        here.or_else(|| self.names().find_map(|name| members.field_named(&simple(name), self.at)))
    }

    /// Protects a field that nothing protects.
    fn guarded(&self) -> Vec<Fix> {
        let Some(field) = self.field() else { return Vec::new() };
        let before = |word: &str| vec![Edit::insert(self.own(field.type_start), word.to_owned())];
        let usual = || if field.is_static { format!("{}.class", field.class_name()) } else { "this".to_owned() };
        let guard = self.error.guard.clone().unwrap_or_else(usual);
        let is_final =
            self.gets_a_value(field).then(|| Fix::new(format!("Make `{}` final", field.name), before("final ")));
        let guarded =
            Fix::new(format!("Guard `{}` by `{guard}`", field.name), before(&format!("/*# guarded_by {guard} */ ")));
        let volatile = Fix::guess(format!("Make `{}` volatile", field.name), before("volatile "));
        is_final.into_iter().chain([guarded]).chain((!self.error.depends).then_some(volatile)).collect()
    }

    /// True for a field that has a value once it is made, as a final one must: from its declaration, or from every constructor.
    fn gets_a_value(&self, field: &FieldAt) -> bool {
        let text = self.verdict.sources.text();
        let assigns = |span: Span| {
            let assigned = span.text(text).split(&field.name).skip(1).any(|rest| {
                let rest = rest.trim_start();
                rest.starts_with('=') && !rest.starts_with("==")
            });
            assigned || span.text(text).contains("this(")
        };
        // Others may have the object before it is built.
        let escapes = |span: Span| lets_this_go(span.text(text));
        if !field.is_initialized && self.verdict.members.constructors_of(field).any(escapes) {
            return false;
        }
        let mut constructors = self.verdict.members.constructors_of(field).peekable();
        field.is_initialized || (!field.is_static && constructors.peek().is_some() && constructors.all(assigns))
    }

    /// A lock is final.
    fn final_lock(&self) -> Vec<Fix> {
        let members = &self.verdict.members;
        let last = self.names().next().and_then(|path| path.rsplit('.').next());
        let free = |f: &&FieldAt| !f.is_final && self.gets_a_value(f);
        let Some(field) = last.and_then(|name| members.field_named(name, self.at)).filter(free) else {
            return Vec::new();
        };
        // A volatile field cannot be final.
        let own = self.own(field.type_start);
        let mut edits = vec![Edit::insert(own, "final ")];
        let head = Span::new(self.own(field.start), own);
        if let Some(at) = head.text(self.text).find("volatile ") {
            let at = head.start + at as u32;
            edits.insert(0, Edit::replace(Span::new(at, at + "volatile ".len() as u32), ""));
        }
        vec![Fix::new(format!("Make `{}` final", field.name), edits)]
    }

    /// The comment goes.
    fn without_annotation(&self) -> Vec<Fix> {
        let at = self.error.span;
        let before = &self.text[..at.start as usize];
        let Some(start) = before.rfind("/*#").filter(|&s| !before[s..].contains("*/")) else { return Vec::new() };
        let Some(length) = self.text[start..].find("*/") else { return Vec::new() };
        let span = Span::new(start as u32, (start + length + 2) as u32);
        // Of several clauses one may be right.
        if span.text(self.text).contains(['{', ';']) {
            return Vec::new();
        }
        vec![Fix::guess(format!("Take out `{}`", span.text(self.text)), vec![Edit::remove(span, self.text)])]
    }

    /// The nearest name of a field, in the place of one that there is not.
    fn nearest(&self) -> Vec<Fix> {
        let Some(wrong) = self.names().next().filter(|_| self.error.message.starts_with("there is no `")) else {
            return Vec::new();
        };
        let span = self.error.span;
        let written = span.text(self.text);
        let Some(at) = written.find(wrong) else { return Vec::new() };
        let span = Span::new(span.start + at as u32, span.start + (at + wrong.len()) as u32);
        let mut near: Vec<(usize, &str)> =
            self.verdict.members.fields_around(self.at).map(|n| (distance(wrong, n), n)).collect();
        near.sort_unstable();
        near.dedup();
        let Some(&(least, _)) = near.first().filter(|(d, _)| *d <= 2 && *d < wrong.len()) else { return Vec::new() };
        let all: Vec<&str> = near.iter().filter(|(d, _)| *d == least).map(|(_, n)| *n).collect();
        let fix = |name: &&str| Fix::new(format!("Write `{name}`"), vec![Edit::replace(span, *name)]);
        all.iter().map(|name| fix(name).if_sure(all.len() == 1)).collect()
    }

    /// The class of an object that several threads have is said to be shared.
    fn shared(&self) -> Vec<Fix> {
        let members = &self.verdict.members;
        let named = self.names().last().filter(|_| self.error.code.starts_with("EXP FORK2"));
        let class = named.map_or_else(|| members.class_at(self.at), |name| members.class_named(name));
        let Some((name, start)) = class.filter(|(_, start)| *start >= self.start) else { return Vec::new() };
        let edit = Edit::insert(self.own(start), "/*# thread_shared */ ");
        vec![Fix::guess(format!("Say that threads share `{name}`"), vec![edit])]
    }

    /// A field that is assigned is not final.
    fn not_final(&self) -> Vec<Fix> {
        let Some(field) = self.field().filter(|f| f.is_final) else { return Vec::new() };
        let head = Span::new(self.own(field.start), self.own(field.type_start));
        let Some(at) = head.text(self.text).find("final ") else { return Vec::new() };
        let at = head.start + at as u32;
        let edit = Edit::replace(Span::new(at, at + "final ".len() as u32), "");
        vec![Fix::guess(format!("Take `final` from `{}`", field.name), vec![edit])]
    }

    /// A static member is guarded by the object of its class.
    fn of_class(&self) -> Vec<Fix> {
        let span = self.error.span;
        let written = span.text(self.text).trim_matches('"');
        let members = &self.verdict.members;
        let field = members.field_at(self.at).or_else(|| members.field_behind(self.at));
        let Some(field) = field.filter(|f| f.is_static && written == "this") else { return Vec::new() };
        let guard = format!("{}.class", field.class_name());
        let quoted = span.text(self.text).starts_with('"');
        let text = if quoted { format!("\"{guard}\"") } else { guard.clone() };
        vec![Fix::new(format!("Guard `{}` by `{guard}`", field.name), vec![Edit::replace(span, text)])]
    }
}

/// Number of letters to change, to add or to take away from one word to another.
pub(super) fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = before + usize::from(x != y);
            before = row[j + 1];
            row[j + 1] = changed.min(before + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
