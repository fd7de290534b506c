//! Statements of `main` that run while there is no other thread: those in front of the first start, and those behind the `join` of each thread.
//! They need no lock. It takes that all that starts a thread stands in `main` itself, and that only the start of the program calls `main`.

mod waited;

use super::Elaborator;
use crate::tree::body::{Body, ExprNo, Form, Kind, StmtNo};
use crate::tree::{Member, Origin};
use racefree_grammar::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use waited::{Around, Threads, index_of, is_of_turn, leaves, local_of, task_of};

/// Words of whatever else may start a thread, or ends a wait before its time.
const OTHERS: &[&str] = &[
    "Executor",
    "Async",
    "parallel",
    ".fork(",
    "Timer",
    "startVirtualThread",
    "ShutdownHook",
    "Cleaner",
    "finalize(",
    "interrupt(",
    "ForkJoin",
    "StructuredTaskScope",
    "invokeLater",
    "invokeAndWait",
];

/// Places where no other thread runs.
#[derive(Clone, Default, Debug)]
pub(super) struct Alone {
    /// Statements.
    statements: Vec<Span>,
    /// Code in them that may run elsewhere: lambdas, classes.
    elsewhere: Vec<Span>,
    /// Lambdas that one thread runs, once.
    once: Vec<Span>,
    /// Methods `run` of threads: the thread of each object runs it, once.
    runs: Vec<Span>,
    /// There is no other thread, and nothing in the sources is meant for several.
    single: bool,
}

/// Words of code that is meant for several threads.
const SEVERAL: &[&str] =
    &["synchronized", "ock(", "volatile", "guarded_by", "GuardedBy", "ThreadSafe", "concurrent", "Thread", "Runnable"];

impl Alone {
    pub(super) fn contains(&self, span: Span) -> bool {
        self.statements.iter().any(|all| all.contains(span)) && !self.elsewhere.iter().any(|code| code.contains(span))
    }

    pub(super) fn statements(&self) -> &[Span] {
        &self.statements
    }

    /// The thread that runs the code at a place; none, if any may.
    pub(super) fn thread_of(&self, span: Span) -> Option<RunBy> {
        let once = || self.once.iter().find(|code| code.contains(span)).map(|code| RunBy::Once(*code));
        let of_object = || self.runs.iter().any(|run| run.contains(span)).then_some(RunBy::OfObject);
        if self.single || self.contains(span) { Some(RunBy::Alone) } else { once().or_else(of_object) }
    }
}

/// The thread that runs a piece of code, as far as that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunBy {
    /// The first one, while there is no other.
    Alone,
    /// The one that runs this lambda, once.
    Once(Span),
    /// That of the object whose `run` it is: each object has its own.
    OfObject,
}

impl Elaborator<'_> {
    /// Takes note of the statements of a `main` that run alone.
    pub(super) fn note_alone(&mut self, member: Member, body: &Body) {
        let Member::Method(main) = member else { return };
        let it = &self.java.methods[main.index()];
        let class = &self.java.classes[it.class.index()];
        let is_main = self.text(it.name) == "main" && it.parameters.len() <= 1 && class.origin == Origin::Source;
        if self.options.run || !is_main || body.is_damaged() || !self.starts_all_threads() {
            return;
        }
        let add = self.intern("add");
        let reads = ["size", "get", "isEmpty", "contains"].map(|name| self.intern(name)).to_vec();
        let mut threads = Threads {
            body,
            running: FxHashMap::default(),
            kept_in: FxHashMap::default(),
            starts: FxHashSet::default(),
            once: Vec::new(),
            lost: false,
            scattered: FxHashSet::default(),
            add,
            reads,
        };
        let mut statements = Vec::new();
        for &s in &body.parts[0].block {
            let (known, was_alone) = (threads.starts.len(), threads.are_over());
            self.threads_of(&mut threads, s, &Around::default());
            if was_alone && threads.starts.len() == known {
                statements.push(body.statements[s.index()].span);
            }
        }
        let calls = |e: &crate::tree::body::Expression, name: &str| matches!(&e.kind, Kind::Call(call) if self.text(call.name) == name);
        let all = (0..).map(ExprNo).zip(&body.expressions).filter(|(_, e)| calls(e, "start"));
        if all.map(|(e, _)| e).any(|e| !threads.starts.contains(&e)) {
            return;
        }
        let is_code = |kind: &Kind| matches!(kind, Kind::Lambda(_) | Kind::Reference(_));
        let lambdas = body.expressions.iter().filter(|e| is_code(&e.kind)).map(|e| e.span);
        let classes = body.classes.iter().map(|of| self.java.classes[of.class.index()].span);
        self.found.alone.elsewhere.extend(lambdas.chain(classes));
        self.found.alone.statements.extend(statements);
        self.found.alone.once.append(&mut threads.once);
        let sources = &self.java.sources;
        let own = sources.files().iter().filter(|file| file.origin == Origin::Source);
        let several = own.map(|file| sources.at(file.span)).any(|text| SEVERAL.iter().any(|word| text.contains(word)));
        self.found.alone.single |= threads.starts.is_empty() && !several;
        self.note_runs();
    }

    /// Takes note of the methods `run` of the threads of the sources, unless one may be the task of another thread.
    fn note_runs(&mut self) {
        let sources = &self.java.sources;
        let mut files = sources.files().iter().filter(|file| file.origin == Origin::Source);
        if files.any(|file| sources.at(file.span).contains("new Thread(")) {
            return;
        }
        let is_run = |m: &&crate::tree::Method| m.has_body && m.parameters.is_empty() && self.text(m.name) == "run";
        let runs: Vec<_> = self.java.methods.iter().filter(is_run).map(|m| (m.class, m.span)).collect();
        for (class, span) in runs {
            if self.java.classes[class.index()].origin == Origin::Source && self.is_thread(class) {
                self.found.alone.runs.push(span);
            }
        }
    }

    /// Returns true if every thread of the sources is started by the code of a `main`, which no code calls.
    fn starts_all_threads(&self) -> bool {
        let mains: Vec<Span> = self
            .java
            .methods
            .iter()
            .filter(|m| self.text(m.name) == "main" && m.parameters.len() <= 1 && m.has_body)
            .map(|m| m.span)
            .collect();
        let sources = &self.java.sources;
        let files = sources.files().iter().filter(|file| file.origin == Origin::Source);
        let mut heads = 0;
        for file in files {
            let text = sources.at(file.span);
            let in_main = |at: usize| {
                let at = file.span.start + at as u32;
                mains.iter().any(|main| main.contains(Span::new(at, at)))
            };
            let begins = |at: usize| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if OTHERS.iter().any(|word| text.contains(word)) {
                return false;
            }
            if text.match_indices("start(").any(|(at, _)| begins(at) && !in_main(at)) {
                return false;
            }
            heads += text.match_indices("main(").filter(|(at, _)| begins(*at)).count();
        }
        heads == mains.len()
    }

    /// Takes note of the threads that a statement starts, and of those that it waits for.
    fn threads_of(&mut self, threads: &mut Threads<'_>, s: StmtNo, around: &Around) {
        let body = threads.body;
        let perhaps = Around { perhaps: true, unsure: true, ..around.clone() };
        match &body.statements[s.index()].form {
            &Form::Expression(e) => self.threads_of_call(threads, e, around),
            Form::Block(all) | Form::Synchronized { body: all, .. } => {
                all.iter().for_each(|s| self.threads_of(threads, *s, around));
            }
            &Form::Labeled { body, .. } => self.threads_of(threads, body, around),
            &Form::If { yes, no, .. } => {
                [Some(yes), no].into_iter().flatten().for_each(|s| self.threads_of(threads, s, &perhaps));
            }
            &Form::While { body, .. } | &Form::DoWhile { body, .. } => self.threads_of(threads, body, &perhaps),
            &Form::For { body: inner, .. } => {
                let span = Span::new(body.statements[s.index()].span.start, body.statements[inner.index()].span.start);
                let head: String = self.java.sources.at(span).split_whitespace().collect();
                let unsure = around.perhaps || leaves(body, inner) || !self.has_fixed_bound(body, &head);
                self.threads_of(threads, inner, &Around { head: Some(head), unsure, ..perhaps });
                threads.leave(inner);
            }
            &Form::ForEach { local, over, body: inner, .. } => {
                let each = local_of(body, over).map(|over| (local, over));
                let unsure = around.perhaps || leaves(body, inner);
                self.threads_of(threads, inner, &Around { each, head: None, unsure, ..perhaps });
                threads.leave(inner);
            }
            Form::Try { body: all, catches, finally, .. } => {
                // Nobody interrupts who waits; what else is caught may have come before.
                let types = catches.iter().flat_map(|c| &c.types);
                let sure = types.map(|t| self.java.sources.at(t.span)).all(|t| t.ends_with("InterruptedException"));
                let waits = all.iter().take_while(|s| sure || self.only_waits(body, **s)).count();
                let (first, rest) = all.split_at(waits);
                first.iter().chain(finally.iter().flatten()).for_each(|s| self.threads_of(threads, *s, around));
                rest.iter().for_each(|s| self.threads_of(threads, *s, &perhaps));
                let caught = catches.iter().flat_map(|c| &c.body);
                caught.for_each(|s| self.threads_of(threads, *s, &perhaps));
            }
            _ => {}
        }
    }

    /// True for the head of a loop whose bound is a number, a length, or a variable or field that nothing assigns again.
    fn has_fixed_bound(&self, body: &Body, head: &str) -> bool {
        let bound = head.split_once('<').and_then(|(_, rest)| rest.split_once(';')).map_or("", |(bound, _)| bound);
        let name = bound.rsplit('.').next().unwrap_or(bound);
        let is_number = !bound.is_empty() && bound.bytes().all(|b| b.is_ascii_digit());
        let locals = body.locals.iter().filter(|of| self.text(of.name) == name);
        let fields = self.java.fields.iter().filter(|of| self.text(of.name) == name);
        let all: Vec<bool> =
            locals.map(|of| of.effectively_final).chain(fields.map(|of| of.modifiers.is_final())).collect();
        is_number || matches!(name, "length" | "size()") || !all.is_empty() && all.iter().all(|fixed| *fixed)
    }

    /// True for a statement that does nothing but wait for threads.
    fn only_waits(&self, body: &Body, s: StmtNo) -> bool {
        match &body.statements[s.index()].form {
            &Form::Expression(e) => {
                matches!(&body.expressions[e.index()].kind, Kind::Call(call) if self.text(call.name) == "join")
            }
            Form::Block(all) => all.iter().all(|s| self.only_waits(body, *s)),
            &Form::For { body: inner, .. } | &Form::ForEach { body: inner, .. } => self.only_waits(body, inner),
            _ => false,
        }
    }

    fn threads_of_call(&mut self, threads: &mut Threads<'_>, e: ExprNo, around: &Around) {
        let body = threads.body;
        match &body.expressions[e.index()].kind {
            &Kind::Assign { target, value } => {
                if around.perhaps && !is_of_turn(body, target, around, |name| self.text(name)) {
                    threads.scattered.extend(local_of(body, target));
                }
                if let (Some(array), Some(thread)) = (local_of(body, target), local_of(body, value)) {
                    threads.kept_in.insert(thread, array);
                }
            }
            Kind::Call(call) => {
                let of = call.target.and_then(|target| local_of(body, target));
                match (self.text(call.name), of, &call.arguments[..]) {
                    ("start", of, []) => {
                        threads.starts.insert(e);
                        let of = around.each.filter(|(each, _)| of == Some(*each)).map_or(of, |(_, all)| Some(all));
                        let of = of.filter(|of| body.locals[of.index()].effectively_final);
                        threads.once.extend(of.filter(|_| !around.perhaps).and_then(|of| task_of(body, of)));
                        match of {
                            Some(of) if !threads.running.contains_key(&of) => {
                                threads.running.insert(of, around.head.clone());
                            }
                            _ => threads.lost = true,
                        }
                    }
                    ("join", Some(of), []) => {
                        let is_element = |e: &ExprNo| matches!(body.expressions[e.index()].kind, Kind::Element { .. });
                        // An index that is no variable is no loop's.
                        let index = call.target.filter(is_element).map(|target| {
                            let index = index_of(body, target);
                            index.map_or(String::new(), |index| self.text(body.locals[index.index()].name).to_owned())
                        });
                        let name = self.text(body.locals[of.index()].name).to_owned();
                        threads.joined(of, &name, index.as_deref(), around);
                    }
                    ("add", Some(list), [one]) => {
                        if let Some(thread) = local_of(body, *one) {
                            threads.kept_in.insert(thread, list);
                        }
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
}
