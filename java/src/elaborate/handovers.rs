//! One-way meetings of two threads: one does its part and says so, by a permit, a count, an element or a flag, and the other awaits that. What
//! stands in front of the saying comes before what stands behind the wait. Each sign is given at one place, which runs at most once, so that a wait
//! that ends has seen it.

use super::Elaborator;
use super::alone::{Alone, RunBy};
use crate::tree::body::{Body, Catch, ExprNo, Form, Kind, Operator, StmtNo};
use crate::tree::{Member, MethodNo, Origin};
use racefree_grammar::Span;
use racefree_grammar::stack::deep;

/// The text of a new sign that is not given yet, with the calls that give it and those that wait for it.
const SIGNS: &[(&str, &[&str], &[&str])] = &[
    ("newSemaphore(0)", &["release()"], &["acquire()", "acquireUninterruptibly()"]),
    ("newCountDownLatch(1)", &["countDown()"], &["await()"]),
    ("newSynchronousQueue<", &["put("], &["take()"]),
    ("newLinkedBlockingQueue<", &["put(", "add("], &["take()"]),
    ("newArrayBlockingQueue<", &["put(", "add("], &["take()"]),
    ("newLinkedTransferQueue<", &["put(", "add(", "transfer("], &["take()"]),
];

/// The thread that runs code: the first one, or the one that runs a piece of code once.
type Thread = Option<Span>;

/// Code in front of a sign, and code behind a wait for it, each of one thread.
#[derive(Clone, Debug)]
pub(super) struct Handover {
    before: Vec<Span>,
    behind: Vec<Span>,
    /// Functions in these that run at another time.
    elsewhere: Vec<Span>,
}

impl Handover {
    fn has(code: &[Span], elsewhere: &[Span], at: Span) -> bool {
        let inner = |other: &&Span| !code.iter().any(|own| other.contains(*own)) && other.contains(at);
        code.iter().any(|own| own.contains(at)) && elsewhere.iter().find(inner).is_none()
    }

    /// Returns true for code that is in front of the sign.
    pub(super) fn is_before(&self, at: Span) -> bool {
        Handover::has(&self.before, &self.elsewhere, at)
    }

    /// Returns true for code that is behind a wait for it.
    pub(super) fn is_behind(&self, at: Span) -> bool {
        Handover::has(&self.behind, &self.elsewhere, at)
    }
}

impl Alone {
    /// Returns true for code in a lambda or a class, which may run at another time than what is around it.
    pub(super) fn is_elsewhere(&self, at: Span) -> bool {
        self.elsewhere.iter().any(|code| code.contains(at))
    }

    /// Returns true for a piece of code that a thread runs once.
    pub(super) fn is_code_of_thread(&self, code: Span) -> bool {
        self.once.iter().any(|(own, of)| *own == code && own == of)
    }

    /// Returns true for the name of a method that such a piece of code is a reference to.
    pub(super) fn is_reference_of_thread(&self, name: Span) -> bool {
        self.once.iter().any(|(own, of)| own == of && own.contains(name) && own.end == name.end)
    }

    /// Returns true if all accesses are made before one meeting of two threads by the one, behind it by the other, or by the first thread alone.
    pub(super) fn is_handed_over(&self, accesses: &[Span]) -> bool {
        let others: Vec<Span> =
            accesses.iter().copied().filter(|at| self.thread_of(*at) != Some(RunBy::Alone)).collect();
        self.handovers.iter().any(|of| others.iter().all(|at| of.is_before(*at) || of.is_behind(*at)))
    }
}

/// A function: a method, or a lambda.
struct Function {
    body: Body,
    method: MethodNo,
    code: Span,
    block: Vec<StmtNo>,
}

impl Elaborator<'_> {
    /// Takes note of the meetings of two threads that `main` starts.
    pub(super) fn note_handovers(&mut self, main: MethodNo) {
        if !self.java.is_small() {
            return;
        }
        let mains = self.java.methods.iter().filter(|m| self.text(m.name) == "main" && m.has_body).count();
        if mains != 1 {
            return;
        }
        let mut names: Vec<(String, &[&str], &[&str])> = Vec::new();
        for file in self.java.sources.files().iter().filter(|file| file.origin == Origin::Source) {
            names.extend(signs_of(self.java.sources.at(file.span)));
        }
        let flags = self.java.fields.iter().filter(|f| {
            let text: String = self.java.sources.at(f.span).split_whitespace().collect();
            f.modifiers.is_volatile() && (text.ends_with(&format!("volatileboolean{};", self.text(f.name))))
        });
        let flags: Vec<String> = flags.map(|f| self.text(f.name).to_owned()).collect();
        for (name, gives, waits) in names {
            self.note_handover(main, &name, gives, waits);
        }
        for name in flags {
            self.note_handover(main, &name, &[], &[]);
        }
    }

    /// One sign by its name; without calls, a flag.
    fn note_handover(&mut self, main: MethodNo, name: &str, gives: &[&str], waits: &[&str]) {
        let is_flag = gives.is_empty();
        let (mut given, mut awaited, mut declared) = (Vec::new(), Vec::new(), 0);
        for file in self.java.sources.files().iter().filter(|file| file.origin == Origin::Source) {
            let text = self.java.sources.at(file.span);
            for at in words(text, name) {
                let behind = text[at + name.len()..].trim_start();
                let call = behind.strip_prefix('.').map(str::trim_start);
                let is_one = |calls: &[&str]| call.is_some_and(|call| calls.iter().any(|of| call.starts_with(of)));
                let place = Span::new(file.span.start + at as u32, file.span.start + (at + name.len()) as u32);
                let is_set =
                    is_flag && behind.strip_prefix('=').is_some_and(|value| value.trim_start().starts_with("true"));
                let is_declared = if is_flag { behind.starts_with(';') } else { behind.starts_with('=') };
                let changes =
                    ["=", "|=", "&=", "^="].iter().any(|sign| behind.starts_with(sign) && !behind.starts_with("=="));
                let is_asked = is_flag && !changes && !is_declared;
                if is_one(gives) || is_set {
                    given.push(place);
                } else if is_one(waits) || is_asked {
                    awaited.push(place);
                } else if is_declared {
                    declared += 1;
                } else {
                    return;
                }
            }
        }
        let [given] = given[..] else { return };
        if declared != 1 {
            return;
        }
        let Some((by, before)) = self.code_in_front(main, given) else { return };
        let (mut behind, mut of) = (Vec::new(), None);
        for wait in awaited {
            let Some(thread) = self.thread_at(main, wait) else { continue };
            if thread == by || of.is_some_and(|of| of != thread) {
                continue;
            }
            let found = self.code_behind(wait, is_flag);
            if !found.is_empty() {
                of = Some(thread);
                behind.extend(found);
            }
        }
        let elsewhere = self.functions_in(&before, &behind);
        self.found.alone.handovers.push(Handover { before, behind, elsewhere });
    }

    /// The thread that runs the code at a place, if it is the first one or runs it once.
    fn thread_at(&self, main: MethodNo, at: Span) -> Option<Thread> {
        match self.found.alone.thread_of(at) {
            Some(RunBy::Once(code)) => Some(Some(code)),
            Some(RunBy::Alone) => Some(None),
            Some(RunBy::Each(_) | RunBy::OfObject | RunBy::Ended) => None,
            None => self.is_of_first(main, at, 8).then_some(None),
        }
    }

    /// Returns true for code that only the first thread runs.
    fn is_of_first(&self, main: MethodNo, at: Span, depth: usize) -> bool {
        if self.found.alone.is_elsewhere(at) {
            return false;
        }
        if self.java.methods[main.index()].span.contains(at) {
            return true;
        }
        let around = self.java.methods.iter().filter(|m| m.span.contains(at) && m.has_body);
        let Some(method) = around.min_by_key(|m| m.span.end - m.span.start) else { return false };
        if depth == 0 || !self.is_called_by_name(method) {
            return false;
        }
        let calls = self.calls_by_name(method);
        !calls.is_empty() && calls.iter().all(|at| deep(|| self.is_of_first(main, *at, depth - 1)))
    }

    /// The function around a place: the innermost lambda, or the method.
    fn function_at(&mut self, at: Span) -> Option<Function> {
        let (n, whole) = (0..)
            .map(MethodNo)
            .zip(&self.java.methods)
            .filter(|(_, m)| m.has_body && m.span.contains(at))
            .map(|(n, m)| (n, m.span))
            .min_by_key(|(_, span)| span.end - span.start)?;
        let body = self.java.attribute(Member::Method(n));
        let lambda = body.expressions.iter().filter(|e| matches!(e.kind, Kind::Lambda(_)) && e.span.contains(at));
        let lambda = lambda.min_by_key(|e| e.span.end - e.span.start);
        let (code, block) = match lambda.map(|e| (&e.kind, e.span)) {
            Some((Kind::Lambda(lambda), span)) => (span, lambda.body.clone()),
            _ => {
                let part = body.parts.iter().find(|part| part.member == Member::Method(n))?;
                (whole, part.block.clone())
            }
        };
        let block = match block[..] {
            [one] => match &body.statements[one.index()].form {
                Form::Block(all) => all.clone(),
                _ => block,
            },
            _ => block,
        };
        Some(Function { body, method: n, code, block })
    }

    /// Code in front of a sign in its function, which runs at most once, and its thread.
    fn code_in_front(&mut self, main: MethodNo, at: Span) -> Option<(Thread, Vec<Span>)> {
        let thread = self.thread_at(main, at)?;
        let function = self.function_at(at)?;
        if !self.runs_at_most_once(main, at, 8) {
            return None;
        }
        Some((thread, vec![Span::new(function.code.start, at.start)]))
    }

    /// Returns true for code that is in no loop, of a function that one place calls likewise.
    fn runs_at_most_once(&mut self, main: MethodNo, at: Span, depth: usize) -> bool {
        // The thread's own method, by its name.
        if self.found.alone.is_code_of_thread(at) && !self.java.sources.at(at).contains('{') {
            return true;
        }
        let Some(function) = self.function_at(at) else { return false };
        let is_loop = |form: &Form| {
            matches!(form, Form::While { .. } | Form::DoWhile { .. } | Form::For { .. } | Form::ForEach { .. })
        };
        let inside = |span: Span| function.code.contains(span) && span.contains(at);
        if function.body.statements.iter().any(|s| inside(s.span) && is_loop(&s.form)) {
            return false;
        }
        if self.found.alone.is_code_of_thread(function.code)
            || function.method == main && function.code == self.java.methods[main.index()].span
        {
            return true;
        }
        let method = self.java.methods[function.method.index()].clone();
        if depth == 0 || function.code != method.span {
            return false;
        }
        let calls = self.calls_by_name(&method);
        let [call] = calls[..] else { return false };
        if self.found.alone.is_reference_of_thread(call) {
            return true;
        }
        self.is_called_by_name(&method) && deep(|| self.runs_at_most_once(main, call, depth - 1))
    }

    /// Code behind a wait for a sign in its function.
    fn code_behind(&mut self, at: Span, is_flag: bool) -> Vec<Span> {
        let Some(function) = self.function_at(at) else { return Vec::new() };
        behind(&function.body, &function.block, &|s| waits(&function.body, s, at, is_flag))
            .map_or_else(Vec::new, |(found, _)| found)
    }

    /// Functions and classes in some code.
    fn functions_in(&mut self, before: &[Span], behind: &[Span]) -> Vec<Span> {
        let mut found = Vec::new();
        for code in before.iter().chain(behind) {
            let end = Span::new(code.end.saturating_sub(1), code.end.saturating_sub(1));
            let Some(function) = self.function_at(end) else { continue };
            let is_code = |kind: &Kind| matches!(kind, Kind::Lambda(_) | Kind::Reference(_));
            let all = function.body.expressions.iter().filter(|e| is_code(&e.kind) && e.span != function.code);
            found.extend(all.map(|e| e.span).filter(|span| !span.contains(*code)));
            found.extend(function.body.classes.iter().map(|of| self.java.classes[of.class.index()].span));
        }
        found
    }
}

/// Names of the signs that a text declares, each with the calls that give it and those that wait.
fn signs_of(text: &str) -> Vec<(String, &'static [&'static str], &'static [&'static str])> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("new ") {
        let Some(end) = text[at..].find(')') else { continue };
        let made: String = text[at..=at + end].chars().filter(|c| !c.is_whitespace()).collect();
        let Some((_, gives, waits)) = SIGNS.iter().find(|(sign, ..)| made.starts_with(sign)) else { continue };
        // A queue with elements, or with a rule of its own, is another thing.
        let given = made.split_once('(').map_or("", |(_, given)| given.trim_end_matches(')'));
        let is_empty =
            given.chars().all(|c| c.is_ascii_digit()) && text[at + end + 1..].trim_start().starts_with([';', ',']);
        let name = text[..at].trim_end().strip_suffix('=').map(|before| before.trim_end());
        let name = name.and_then(|before| before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next());
        if let Some(name) = name.filter(|name| is_empty && !name.is_empty()) {
            found.push((name.to_owned(), *gives, *waits));
        }
    }
    found
}

/// Places of a word in a text.
fn words(text: &str, word: &str) -> Vec<usize> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let all = text.match_indices(word).map(|(at, _)| at);
    all.filter(|at| !text[..*at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part)).collect()
}

/// Returns true for a statement that waits for a sign, and goes on when that is given alone.
fn waits(body: &Body, s: StmtNo, at: Span, is_flag: bool) -> bool {
    let span = |e: ExprNo| body.expressions[e.index()].span;
    let is_call = |e: ExprNo| {
        matches!(&body.expressions[e.index()].kind, Kind::Call(call) if call.target.is_some_and(|of| {
            // `o.x` of another object ends with the name.
            span(of).contains(at) && span(of).end == at.end
        }))
    };
    match &body.statements[s.index()].form {
        Form::Expression(e) if !is_flag => match body.expressions[e.index()].kind {
            Kind::Assign { value, .. } => is_call(value),
            _ => is_call(*e),
        },
        Form::Local { value: Some(e), .. } if !is_flag => is_call(*e),
        Form::While { test, body: inner } if is_flag => {
            let is_it = match body.expressions[test.index()].kind {
                Kind::Unary { operator: Operator::Not, operand } => {
                    let own = span(operand);
                    own.contains(at)
                        && own.end == at.end
                        && matches!(body.expressions[operand.index()].kind, Kind::Field { .. })
                }
                _ => false,
            };
            let inner = body.statements[inner.index()].span;
            is_it && !body.statements.iter().any(|s| inner.contains(s.span) && matches!(s.form, Form::Break(_)))
        }
        _ => false,
    }
}

/// Code behind a statement in its list, and behind what it is in while nothing leads there past it; true if it may go on from there.
fn behind(body: &Body, list: &[StmtNo], is_it: &dyn Fn(StmtNo) -> bool) -> Option<(Vec<Span>, bool)> {
    let place = |s: &StmtNo| body.statements[s.index()].span;
    let rest = |n: usize| list[n + 1..].iter().map(place);
    for (n, s) in list.iter().enumerate() {
        if is_it(*s) {
            return Some((rest(n).collect(), true));
        }
        let in_list = |all: &[StmtNo]| deep(|| behind(body, all, is_it));
        let found = match &body.statements[s.index()].form {
            Form::Block(all) | Form::Synchronized { body: all, .. } => in_list(all),
            Form::Try { body: all, catches, .. } => {
                let leaves = catches.iter().all(|catch| leaves(body, catch));
                in_list(all).map(|(found, goes_on)| (found, goes_on && leaves))
            }
            Form::If { yes, no, .. } => {
                let found = in_list(&[*yes]).or_else(|| in_list(&[(*no)?]));
                found.map(|(found, _)| (found, false))
            }
            Form::While { body: inner, .. } | Form::For { body: inner, .. } | Form::ForEach { body: inner, .. } => {
                in_list(&[*inner]).map(|(found, _)| (found, false))
            }
            _ => None,
        };
        if let Some((mut found, goes_on)) = found {
            if goes_on {
                found.extend(rest(n));
            }
            return Some((found, goes_on));
        }
    }
    None
}

/// Returns true for a clause behind which nothing of its function runs.
fn leaves(body: &Body, catch: &Catch) -> bool {
    let last = catch.body.last().map(|s| &body.statements[s.index()].form);
    matches!(last, Some(Form::Return(_) | Form::Throw(_)))
}
