//! Statements of `main` that run while there is no other thread: those in front of the first start, and those behind the `join` of each thread.
//! They need no lock. It takes that all that starts a thread stands in `main` itself, and that only the start of the program calls `main`.

use super::Elaborator;
use super::apart::{Task, loop_around};
use super::handovers::Handover;
use super::started::{Around, Threads};
use crate::tree::body::{Body, ExprNo, Expression, Form, Kind, StmtNo};
use crate::tree::{ClassNo, Member, Method, MethodKind, Origin};
use racefree_grammar::Span;

/// Words of whatever else may start a thread, or ends a wait before its time.
const OTHERS: &[&str] = &[
    "ScheduledExecutor",
    "CompletionService",
    "invokeAny(",
    "parallel",
    ".fork(",
    "Timer",
    "ShutdownHook",
    "Cleaner",
    "finalize(",
    "interrupt(",
    ".cancel(",
    "ForkJoin",
    "StructuredTaskScope",
    "invokeLater",
    "invokeAndWait",
];

/// Words of what a future is followed by: it runs when that ends, and nobody knows where.
const FOLLOWED: &[&str] = &[
    ".then",
    "whenComplete",
    ".handle(",
    "exceptionally",
    "Either",
    "anyOf(",
    "orTimeout",
    "completeOn",
    ".complete(",
];

/// Places where no other thread runs.
#[derive(Clone, Default, Debug)]
pub(super) struct Alone {
    /// Statements.
    statements: Vec<Span>,
    /// Code in them that may run elsewhere: lambdas, classes.
    pub(super) elsewhere: Vec<Span>,
    /// Code that one thread runs, once: lambdas, and methods that such a lambda alone calls, with the lambda.
    pub(super) once: Vec<(Span, Span)>,
    /// Lambdas that each thread of a loop over an index runs once, with the variables that have the index: another one in each thread.
    each: Vec<(Span, Vec<String>)>,
    /// Methods `run` of threads, and those of tasks: one thread runs it for each object, once.
    runs: Vec<Span>,
    /// Statements of the methods of a thread behind the wait for its end.
    ended: Vec<Span>,
    /// Actions of barriers: all threads wait there.
    actions: Vec<Span>,
    /// Meetings of two threads.
    pub(super) handovers: Vec<Handover>,
    /// There is no other thread, and nothing in the sources is meant for several.
    single: bool,
}

/// Methods of threads that the library may call.
const OF_THREADS: &[&str] = &[
    "start",
    "getName",
    "getId",
    "threadId",
    "getState",
    "getStackTrace",
    "getThreadGroup",
    "getContextClassLoader",
    "isInterrupted",
    "isAlive",
    "isDaemon",
    "isVirtual",
    "getPriority",
];

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
        let once = || self.once.iter().find(|(code, _)| code.contains(span)).map(|(_, of)| RunBy::Once(*of));
        let is_elsewhere = || self.elsewhere.iter().any(|code| code.contains(span));
        let ended = || (self.ended.iter().any(|s| s.contains(span)) && !is_elsewhere()).then_some(RunBy::Ended);
        let of_object = || self.runs.iter().any(|run| run.contains(span)).then_some(RunBy::OfObject);
        let each = || self.each.iter().find(|(code, _)| code.contains(span)).map(|(code, _)| RunBy::Each(*code));
        if self.single || self.contains(span) || self.actions.iter().any(|code| code.contains(span)) {
            Some(RunBy::Alone)
        } else {
            once().or_else(each).or_else(of_object).or_else(ended)
        }
    }

    /// Returns true for a variable that has another number in each thread which runs a lambda.
    pub(super) fn is_own_index(&self, lambda: Span, variable: &str) -> bool {
        self.each.iter().any(|(code, own)| *code == lambda && own.iter().any(|name| name == variable))
    }
}

/// The thread that runs a piece of code, as far as that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunBy {
    /// The first one, while there is no other.
    Alone,
    /// The one that runs this lambda, once.
    Once(Span),
    /// One of those that each run this lambda once, started by a loop over an index.
    Each(Span),
    /// That of the object whose `run` it is: each object has its own.
    OfObject,
    /// Any, behind the end of the thread of the object.
    Ended,
}

impl Elaborator<'_> {
    /// Takes note of the statements of a `main` that run alone.
    pub(super) fn note_alone(&mut self, member: Member, body: &Body) {
        let Member::Method(main) = member else { return };
        let it = &self.java.methods[main.index()];
        let class = &self.java.classes[it.class.index()];
        let is_main = self.text(it.name) == "main" && it.parameters.len() <= 1 && class.origin == Origin::Source;
        if self.options.run || !is_main || body.is_damaged() {
            return;
        }
        if !self.starts_all_threads() {
            self.note_runs();
            return;
        }
        let mut threads = Threads::of(body);
        self.sequence(&mut threads, &body.parts[0].block, &Around::default());
        let starts = |e: &Expression| match &e.kind {
            Kind::Call(call) => self.is_start(body, call),
            _ => false,
        };
        // Tasks may still run when the time for all of them is over.
        let times = |e: &Expression| match &e.kind {
            Kind::Call(call) => self.text(call.name) == "invokeAll" && call.arguments.len() > 1,
            _ => false,
        };
        if body.expressions.iter().any(times) {
            return;
        }
        let all = (0..).map(ExprNo).zip(&body.expressions).filter(|(_, e)| starts(e));
        if all.map(|(e, _)| e).any(|e| !threads.starts.contains(&e)) {
            return;
        }
        self.note_actions(body, &threads);
        let is_code = |kind: &Kind| matches!(kind, Kind::Lambda(_) | Kind::Reference(_));
        let lambdas = body.expressions.iter().filter(|e| is_code(&e.kind)).map(|e| e.span);
        let classes = body.classes.iter().map(|of| self.java.classes[of.class.index()].span);
        self.found.alone.elsewhere.extend(lambdas.chain(classes));
        self.found.alone.statements.append(&mut threads.alone);
        self.found.alone.once.extend(threads.once.into_iter().map(|code| (code, code)));
        self.found.alone.each.append(&mut threads.each);
        let sources = &self.java.sources;
        let own = sources.files().iter().filter(|file| file.origin == Origin::Source);
        let several = own.map(|file| sources.at(file.span)).any(|text| SEVERAL.iter().any(|word| text.contains(word)));
        self.found.alone.single |= threads.starts.is_empty() && !several;
        self.note_called();
        self.note_runs();
        self.note_handovers(main);
    }

    /// Takes note of the action of a barrier at which all threads wait that there are.
    fn note_actions(&mut self, body: &Body, threads: &Threads<'_>) {
        let codes = || threads.once.iter().chain(threads.each.iter().map(|(code, _)| code));
        if codes().count() != threads.starts.len() {
            return;
        }
        for (n, e) in body.expressions.iter().enumerate().filter(|(_, e)| matches!(e.kind, Kind::Lambda(_))) {
            let Some(barrier) = self.barrier_of_action(body, ExprNo(n as u32)) else { continue };
            let task = |code: &Span| Task {
                accesses: Vec::new(),
                turns: self.turns_of(body, *code, barrier),
                field: None,
                meetings: self.meetings_of(body, *code, loop_around(body, *code)),
            };
            let mut tasks: Vec<Task> = codes().map(task).collect();
            self.forget_barriers(body, &mut tasks);
            if !tasks.is_empty() && tasks.iter().all(|task| task.meetings.barrier() == Some(barrier)) {
                self.found.alone.actions.push(e.span);
            }
        }
    }

    /// Takes note of methods that nothing but such code calls, by their names: they run where it does.
    fn note_called(&mut self) {
        // Each method is looked for in all the text.
        if !self.java.is_small() {
            return;
        }
        let mut known = usize::MAX;
        // Methods that such methods call, in their turn.
        while known != self.found.alone.once.len() + self.found.alone.statements.len() {
            known = self.found.alone.once.len() + self.found.alone.statements.len();
            let methods: Vec<Method> =
                self.java.methods.iter().filter(|m| self.is_called_by_name(m)).cloned().collect();
            for method in methods {
                let found = &self.found.alone;
                // A method of a class in `main` may run elsewhere all the same.
                if found.contains(method.name_span)
                    || found.statements.contains(&method.span)
                    || found.once.iter().any(|(code, _)| code.contains(method.name_span))
                {
                    continue;
                }
                let calls = self.calls_by_name(&method);
                let alone = &mut self.found.alone;
                let own: Option<Span> = calls
                    .first()
                    .and_then(|at| alone.once.iter().find(|(code, _)| code.contains(*at)))
                    .map(|(_, of)| *of);
                let of_one = |at: &Span| alone.once.iter().any(|(code, of)| Some(*of) == own && code.contains(*at));
                if !calls.is_empty() && calls.iter().all(|at| alone.contains(*at)) {
                    alone.statements.push(method.span);
                } else if own.is_some() && calls.iter().all(of_one) {
                    alone.once.extend(own.map(|of| (method.span, of)));
                }
            }
        }
    }

    /// Returns true for a plain method of the sources that only code which names it calls, and that hands no code on.
    pub(super) fn is_called_by_name(&self, method: &Method) -> bool {
        let class = &self.java.classes[method.class.index()];
        let text = self.java.sources.at(method.span);
        let is_handed =
            ["->", "::", "new Thread", "class ", "@Override", "synchronized"].iter().any(|word| text.contains(word));
        // Others ask a thread by the names of its own class.
        let is_thread = class.superclass.is_some_and(|above| self.last_name(above.ty) == "Thread")
            && !OF_THREADS.contains(&self.text(method.name));
        let is_fixed =
            method.modifiers.is_private() || method.modifiers.is_static() || !class.external_above || is_thread;
        let of_library = [
            "main",
            "run",
            "call",
            "toString",
            "equals",
            "hashCode",
            "compareTo",
            "close",
            "finalize",
            "get",
            "accept",
            "apply",
        ];
        class.origin == Origin::Source
            && !class.kind.is_interface()
            && method.has_body
            && method.kind == MethodKind::Plain
            && is_fixed
            && !is_handed
            && !of_library.contains(&self.text(method.name))
    }

    /// Places of the sources at which a method's name is called or referred to.
    pub(super) fn calls_by_name(&self, method: &Method) -> Vec<Span> {
        let name = self.java.sources.at(method.name_span);
        let declared: Vec<u32> =
            self.java.methods.iter().filter(|m| m.name == method.name).map(|m| m.name_span.start).collect();
        let mut found = Vec::new();
        for file in self.java.sources.files().iter().filter(|file| file.origin == Origin::Source) {
            let text = self.java.sources.at(file.span);
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
            let places = text.match_indices(name).filter(|(at, _)| {
                let behind = &text[at + name.len()..];
                let is_word = !text[..*at].ends_with(is_part) && !behind.starts_with(is_part);
                is_word && (behind.trim_start().starts_with('(') || text[..*at].trim_end().ends_with("::"))
            });
            let spans = places
                .map(|(at, _)| Span::new(file.span.start + at as u32, file.span.start + (at + name.len()) as u32));
            found.extend(spans.filter(|span| !declared.contains(&span.start)));
        }
        found
    }

    /// Takes note of the methods `run` of the threads of the sources, and of tasks that are made for a thread each.
    fn note_runs(&mut self) {
        let is_run = |m: &&crate::tree::Method| {
            m.has_body && m.parameters.is_empty() && matches!(self.text(m.name), "run" | "call")
        };
        let runs: Vec<_> = self.java.methods.iter().filter(is_run).map(|m| (m.class, m.span)).collect();
        for (class, span) in runs {
            if self.java.classes[class.index()].origin == Origin::Source && self.is_solo(class) {
                self.found.alone.runs.push(span);
                if self.is_thread(class) {
                    self.note_ended(class);
                }
            }
        }
    }

    /// Takes note of the statements of a thread's own methods behind `join()`: its `run` has ended.
    fn note_ended(&mut self, class: ClassNo) {
        for member in self.java.classes[class.index()].members.clone() {
            let Member::Method(m) = member else { continue };
            if !self.java.sources.at(self.java.methods[m.index()].span).contains("join()") {
                continue;
            }
            let body = self.java.attribute(member);
            let Some(part) = body.parts.first() else { continue };
            let is_wait = |s: &StmtNo| match body.statements[s.index()].form {
                Form::Expression(e) => matches!(&body.expressions[e.index()].kind, Kind::Call(call)
                    if self.text(call.name) == "join" && call.arguments.is_empty() && call.callee.method().is_none_or(|m| self.java.classes[self.java.methods[m.index()].class.index()].origin != Origin::Source)
                        && call.target.is_none_or(|of| matches!(body.expressions[of.index()].kind, Kind::This { .. }))),
                _ => false,
            };
            let Some(at) = part.block.iter().position(is_wait) else { continue };
            let behind = part.block[at + 1..].iter().map(|s| body.statements[s.index()].span);
            self.found.alone.ended.extend(behind);
            let lambdas = body.expressions.iter().filter(|e| matches!(e.kind, Kind::Lambda(_))).map(|e| e.span);
            self.found.alone.elsewhere.extend(lambdas);
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
        let has_futures = files.clone().any(|file| sources.at(file.span).contains("Async"));
        for file in files {
            let text = sources.at(file.span);
            let in_main = |at: usize| {
                let at = file.span.start + at as u32;
                mains.iter().any(|main| main.contains(Span::new(at, at)))
            };
            let begins = |at: usize| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let is_other = |word: &&&str| match **word {
                "interrupt(" => text.match_indices(**word).any(|(at, _)| !is_passed_on(&text[..at])),
                word => text.contains(word),
            };
            if OTHERS.iter().any(|word| is_other(&word)) {
                return false;
            }
            if text.match_indices("start(").any(|(at, _)| begins(at) && !in_main(at)) {
                return false;
            }
            let tasks = || [".submit(", ".execute("].into_iter().flat_map(|word| text.match_indices(word));
            if text.match_indices("invokeAll(").any(|(at, _)| !in_main(at)) {
                return false;
            }
            if text.contains("Executor") && tasks().any(|(at, _)| !in_main(at)) {
                return false;
            }
            let is_known = |at: usize| {
                let is_future = ["run", "supply"].iter().any(|of| text[..at].ends_with(of));
                is_future && text[at..].starts_with("Async(") && in_main(at)
            };
            if text.match_indices("Async").any(|(at, _)| !is_known(at))
                || has_futures && FOLLOWED.iter().any(|word| text.contains(word))
                || text.match_indices("startVirtualThread").any(|(at, _)| !in_main(at))
            {
                return false;
            }
            heads += text.match_indices("main(").filter(|(at, _)| begins(*at)).count();
        }
        heads == mains.len()
    }
}

/// Returns true for a call of `interrupt` by a thread on itself, where it has caught an interrupt: there is none, if nobody else makes one.
fn is_passed_on(before: &str) -> bool {
    let Some(own) = before.trim_end().strip_suffix("Thread.currentThread().") else { return false };
    let catch = own.rsplit_once("catch").map_or("", |(_, catch)| catch);
    catch.contains("InterruptedException") && catch.matches('{').count() == 1 && !catch.contains('}')
}
