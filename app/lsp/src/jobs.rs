//! Searches of all schedules: each in a thread of its own, with progress, until it is done or cancelled.

use crate::Page;
use crate::pending::{Interrupt, Pending};
use crate::server::{Answer, Refused, Server};
use gen_lsp_types::{CodeLens, CodeLensParams, Command, ExecuteCommandParams, MessageType, Uri};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use racefree_answers::desk::{Desk, Host, Limits, Progress, SystemHost};
use racefree_answers::options::RuleOptions;
use racefree_answers::protocol::Asked;
use racefree_answers::{Source, Verdict};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Command that explores every schedule.
pub(crate) const EXPLORE: &str = "racefree.explore";
/// Command that shows a schedule in which an error is real.
pub(crate) const SCHEDULE: &str = "racefree.schedule";

/// Seconds of a search, if the user has set none.
const TIME: f64 = 60.0;
/// Time between two reports of progress.
const EVERY: Duration = Duration::from_millis(100);

/// Sends a message to the client. Returns false if it has gone.
type Send = Arc<dyn Fn(Message) -> bool + std::marker::Send + Sync>;

/// The searches that run.
pub(crate) struct Jobs {
    send: Send,
    pending: Pending,
    pub(crate) progress: bool,
    running: HashMap<String, Interrupt>,
    threads: Vec<JoinHandle<()>>,
    begun: u32,
}

impl Jobs {
    pub(crate) fn new(send: impl Fn(Message) -> bool + std::marker::Send + Sync + 'static, pending: Pending) -> Jobs {
        let (running, threads) = (HashMap::new(), Vec::new());
        Jobs { send: Arc::new(send), pending, progress: false, running, threads, begun: 0 }
    }

    /// Cancels the search of a token.
    pub(crate) fn cancel(&mut self, token: &Value) {
        if let Some(interrupt) = token.as_str().and_then(|token| self.running.get(token)) {
            interrupt.store(true, Ordering::SeqCst);
        }
    }

    /// Ends all searches.
    pub(crate) fn end(&mut self) {
        self.running.values().for_each(|interrupt| interrupt.store(true, Ordering::SeqCst));
        self.threads.drain(..).for_each(|thread| drop(thread.join()));
    }

    /// Begins a search that answers a request.
    fn begin(&mut self, id: RequestId, job: Job) {
        self.threads.retain(|thread| !thread.is_finished());
        let Some(interrupt) = self.pending.interrupt(&id) else { return };
        self.begun += 1;
        let token = format!("racefree-search-{}", self.begun);
        self.running.insert(token.clone(), interrupt.clone());
        let reporter = Reporter {
            send: self.send.clone(),
            token: self.progress.then_some(token),
            interrupt: interrupt.clone(),
            last: Mutex::default(),
            reports: AtomicU32::new(0),
        };
        let (pending, send) = (self.pending.clone(), self.send.clone());
        self.threads.push(thread::spawn(move || {
            let answer = job.run(Arc::new(reporter), interrupt);
            if pending.end(&id) {
                send(match answer {
                    Ok(value) => Response::new_ok(id, value).into(),
                    Err(Refused(code, why)) => Response::new_err(id, code as i32, why).into(),
                });
            }
        }));
    }
}

/// Tells the client how far a search is.
struct Reporter {
    send: Send,
    token: Option<String>,
    interrupt: Interrupt,
    /// Time of the last report.
    last: Mutex<Duration>,
    reports: AtomicU32,
}

impl Reporter {
    fn tell(&self, value: Value) {
        if let Some(token) = &self.token {
            (self.send)(Notification::new("$/progress".to_owned(), json!({ "token": token, "value": value })).into());
        }
    }

    fn begin(&self, title: &str) {
        if let Some(token) = &self.token {
            let id = RequestId::from(format!("{token}-create"));
            let create = Request::new(id, "window/workDoneProgress/create".to_owned(), json!({ "token": token }));
            (self.send)(create.into());
        }
        self.tell(json!({ "kind": "begin", "title": title, "cancellable": true }));
    }
}

impl Host for Reporter {
    fn now(&self) -> Duration {
        SystemHost.now()
    }

    fn progress(&self, progress: &Progress) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if self.now().saturating_sub(*last) >= EVERY {
            *last = self.now();
            self.reports.fetch_add(1, Ordering::Relaxed);
            let message = format!("{} states, {} runs", progress.states, progress.executions);
            self.tell(json!({ "kind": "report", "message": message }));
        }
        !self.stops()
    }

    fn stops(&self) -> bool {
        self.interrupt.load(Ordering::SeqCst)
    }
}

/// A search, and what is to be shown of it.
struct Job {
    source: Source,
    rules: RuleOptions,
    /// Bounds in the words of questions.
    bounds: Value,
    /// Line and column of the error, from 1; none, to explore.
    at: Option<(u64, u64)>,
    page: Page,
    show: Box<dyn FnOnce(MessageType, String, Option<String>) + std::marker::Send>,
}

impl Job {
    fn run(self, reporter: Arc<Reporter>, interrupt: Interrupt) -> Answer<Value> {
        let title = if self.at.is_some() { "Looking for a schedule" } else { "Exploring all schedules" };
        reporter.begin(title);
        let answer = self.ask(reporter.clone(), interrupt.clone());
        let ended = if interrupt.load(Ordering::SeqCst) { "cancelled" } else { "done" };
        reporter.tell(json!({ "kind": "end", "message": ended }));
        if interrupt.load(Ordering::SeqCst) {
            return Err(Refused(ErrorCode::RequestCanceled, "cancelled".to_owned()));
        }
        let answer = answer?;
        let (kind, summary, schedule) = match self.at {
            None => explored(&answer),
            Some(at) => explained(&answer, at),
        };
        let page = schedule.as_ref().and_then(|schedule| (self.page)(self.source, &self.rules, schedule).ok());
        let result = json!({ "message": summary, "schedule": schedule, "answer": answer });
        (self.show)(kind, summary, page);
        Ok(result)
    }

    fn ask(&self, host: Arc<Reporter>, interrupt: Interrupt) -> Answer<Value> {
        let desk = Desk { interrupt, ..Desk::new(Limits::NATIVE, host) };
        let ask = if self.at.is_some() { "explain" } else { "explore" };
        let mut options = racefree_answers::options::object(&mut self.rules.clone());
        options.extend(self.bounds.as_object().cloned().unwrap_or_default());
        let program = json!({ "name": self.source.name, "text": self.source.text });
        let question = json!({ "ask": ask, "program": program, "options": options }).to_string();
        let answer = Asked::read(&question).and_then(|asked| desk.answer(&asked));
        let answer = answer.map_err(|failure| Refused::because(failure.message))?;
        serde_json::from_str(&answer).map_err(|e| Refused(ErrorCode::InternalError, e.to_string()))
    }
}

/// The schedule in a command that replays it.
fn schedule(finding: &Value) -> Option<String> {
    let (_, replay) = finding["command"].as_str()?.split_once("replay:")?;
    Some(replay.trim_end_matches('\'').split('\'').next().unwrap_or(replay).to_owned())
}

/// Findings in all schedules, in a sentence, and the first schedule in which something goes wrong.
fn explored(answer: &Value) -> (MessageType, String, Option<String>) {
    let kinds = [
        ("races", "race"),
        ("deadlocks", "deadlock"),
        ("exceptions", "exception"),
        ("monitors", "violation"),
        ("stuck", "stuck thread"),
    ];
    let found = kinds.iter().filter_map(|(key, name)| Some((answer[*key].as_array()?, name)));
    let found: Vec<_> = found.filter(|(all, _)| !all.is_empty()).collect();
    let schedule = found.iter().flat_map(|(all, _)| all.iter()).find_map(schedule);
    let complete = answer["complete"].as_bool().unwrap_or(false);
    let covered = if complete { "every schedule was covered" } else { "not every schedule was covered" };
    if answer["errors"].as_array().is_some_and(|errors| !errors.is_empty()) {
        return (MessageType::Warning, "the program cannot run; mend its errors first".to_owned(), None);
    }
    match found.as_slice() {
        [] => (MessageType::Info, format!("nothing goes wrong: {covered}"), None),
        found => {
            let plural = |n: usize, name: &str| format!("{n} {name}{}", if n == 1 { "" } else { "s" });
            let counts: Vec<String> = found.iter().map(|(all, name)| plural(all.len(), name)).collect();
            (MessageType::Warning, format!("{}; {covered}", counts.join(", ")), schedule)
        }
    }
}

/// The verdict on the error at a place, and the schedule that shows it.
fn explained(answer: &Value, (line, column): (u64, u64)) -> (MessageType, String, Option<String>) {
    let verdicts = answer["verdicts"].as_array().map(Vec::as_slice).unwrap_or_default();
    let here = verdicts.iter().find(|v| v["span"]["line"] == line && v["span"]["column"] == column);
    let Some(verdict) = here else {
        return (MessageType::Info, "there is no error here that a schedule could show".to_owned(), None);
    };
    let reasons = verdict["reasons"].as_array().map(Vec::as_slice).unwrap_or_default();
    let reasons: Vec<&str> = reasons.iter().filter_map(Value::as_str).collect();
    let word = verdict["verdict"].as_str().unwrap_or("undecided").replace('-', " ");
    let kind = if word == "real" { MessageType::Warning } else { MessageType::Info };
    (kind, format!("{word}: {}", reasons.join("; ")), schedule(&verdict["finding"]))
}

impl Server {
    /// Lenses at the errors and at the main expression.
    pub(crate) fn code_lenses(&mut self, params: CodeLensParams) -> Answer<Option<Vec<CodeLens>>> {
        let document = self.document(&params.text_document.uri)?;
        let Some(buffer) = document.buffer(&self.settings) else { return Ok(None) };
        let uri = &document.uri.0;
        let lens = |span, title: &str, command: &str, arguments: Vec<Value>| {
            let command = Command {
                title: title.to_owned(),
                command: command.to_owned(),
                arguments: Some(arguments),
                ..Default::default()
            };
            CodeLens { range: document.range(span), command: Some(command), data: None }
        };
        let Verdict::Judged(judged) = &buffer.verdict else { return Ok(Some(Vec::new())) };
        let mut found = Vec::new();
        if let Some(main) = buffer.program.as_ref().and_then(|p| p.main.map(|main| p.span(main))) {
            found.push(lens(main, "explore all schedules", EXPLORE, vec![json!(uri)]));
        }
        for error in &judged.report.errors {
            let start = document.range(error.span).start;
            found.push(lens(error.span, "show a schedule", SCHEDULE, vec![json!(uri), json!(start)]));
        }
        Ok(Some(found))
    }

    /// Begins the search of a command.
    pub(crate) fn execute(&mut self, id: &RequestId, params: Value) -> Answer<()> {
        let params: ExecuteCommandParams =
            serde_json::from_value(params).map_err(|e| Refused(ErrorCode::InvalidParams, e.to_string()))?;
        let arguments = params.arguments.unwrap_or_default();
        let wrong = |what: &str| Refused(ErrorCode::InvalidParams, what.to_owned());
        let uri = arguments
            .first()
            .and_then(Value::as_str)
            .ok_or_else(|| wrong("the first argument is the text's address"))?;
        let document = self.document(&Uri(uri.to_owned()))?;
        let at = match params.command.as_str() {
            EXPLORE => None,
            SCHEDULE => {
                let position = arguments.get(1).and_then(|p| serde_json::from_value(p.clone()).ok());
                let position = position.ok_or_else(|| wrong("the second argument is the position of the error"))?;
                Some(line_and_column(&document.text, document.lines.offset(&document.text, position)))
            }
            other => return Err(wrong(&format!("there is no command `{other}`"))),
        };
        let name = uri.rsplit('/').next().unwrap_or(uri).to_owned();
        let source = Source { name, text: document.text.clone() };
        let bounds = json!({ "max_states": self.settings.max_states, "time": self.settings.time.unwrap_or(TIME) });
        let (send, show_document) = (self.jobs.send.clone(), self.client.show_document);
        let file = format!("racefree-{}-{}.html", std::process::id(), self.jobs.begun + 1);
        let show = Box::new(move |kind: MessageType, message: String, page: Option<String>| {
            let path = std::env::temp_dir().join(file);
            let written = page.filter(|_| show_document).filter(|page| std::fs::write(&path, page).is_ok());
            send(
                Notification::new("window/showMessage".to_owned(), json!({ "type": kind, "message": message })).into(),
            );
            if written.is_some() {
                let params = json!({ "uri": format!("file://{}", path.display()), "external": true });
                send(
                    Request::new(RequestId::from("racefree-page".to_owned()), "window/showDocument".to_owned(), params)
                        .into(),
                );
            }
        });
        let job = Job { source, rules: self.settings.rules(), bounds, at, page: self.page, show };
        self.jobs.begin(id.clone(), job);
        Ok(())
    }
}

/// Line and column of a place, from 1, the column in characters, as answers have them.
fn line_and_column(text: &str, offset: u32) -> (u64, u64) {
    let before = text.get(..offset as usize).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or(before);
    (before.matches('\n').count() as u64 + 1, line.chars().count() as u64 + 1)
}
