//! The loop: one message after the other. Diagnostics are told when no message waits, so that of many changes the last counts.

use crate::capabilities::{self, Client};
use crate::documents::Document;
use crate::jobs::Jobs;
use crate::pending::Pending;
use crate::settings::Settings;
use crate::transport::log;
use crate::{Page, diagnostics};
use gen_lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, InitializeResult, MessageType,
    PublishDiagnosticsParams, ServerInfo, ShowMessageParams, Uri,
};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Why a request has no result: a code of the protocol, and a sentence.
pub(crate) struct Refused(pub(crate) ErrorCode, pub(crate) String);

/// Result of a request.
pub(crate) type Answer<T> = Result<T, Refused>;

impl Refused {
    /// It could be answered of another text, or with other parameters.
    pub(crate) fn because(why: impl Into<String>) -> Refused {
        Refused(ErrorCode::RequestFailed, why.into())
    }
}

/// A server with its client.
pub(crate) struct Server {
    connection: Connection,
    pub(crate) pending: Pending,
    pub(crate) page: Page,
    pub(crate) client: Client,
    pub(crate) settings: Settings,
    pub(crate) documents: BTreeMap<String, Document>,
    pub(crate) jobs: Jobs,
    /// Messages that the client has had.
    said: BTreeSet<String>,
    /// Number of the last request to the client.
    asked: i32,
    /// Number of the request for its settings, if it has no answer yet.
    settings_asked: Option<RequestId>,
    initialized: bool,
    shut_down: bool,
}

impl Server {
    pub(crate) fn new(connection: Connection, pending: Pending, page: Page) -> Server {
        let sender = connection.sender.clone();
        let jobs = Jobs::new(move |message| sender.send(message).is_ok(), pending.clone());
        Server {
            connection,
            pending,
            page,
            client: Client::read(&Value::Null),
            settings: Settings::default(),
            documents: BTreeMap::new(),
            jobs,
            said: BTreeSet::new(),
            asked: 0,
            settings_asked: None,
            initialized: false,
            shut_down: false,
        }
    }

    /// Serves the client until it leaves. Returns true if it said `shutdown` before, or nothing at all.
    pub(crate) fn run(mut self) -> bool {
        while let Ok(message) = self.connection.receiver.recv() {
            match message {
                Message::Request(request) => self.request(request),
                Message::Notification(notification) if notification.method == "exit" => break,
                Message::Notification(notification) => self.notification(notification),
                Message::Response(response) => self.response(response),
            }
            if self.connection.receiver.is_empty() {
                self.publish();
            }
        }
        self.jobs.end();
        self.shut_down || !self.initialized
    }

    /// Sends a message. A client that has gone is noticed when its stream ends.
    pub(crate) fn send(&self, message: impl Into<Message>) {
        let _ = self.connection.sender.send(message.into());
    }

    pub(crate) fn notify(&self, method: &str, params: impl Serialize) {
        self.send(Notification::new(method.to_owned(), params));
    }

    /// Asks the client something; its answer is of no interest, unless the number is kept.
    pub(crate) fn ask(&mut self, method: &str, params: impl Serialize) -> RequestId {
        self.asked += 1;
        let id = RequestId::from(format!("racefree-{}", self.asked));
        self.send(Request::new(id.clone(), method.to_owned(), params));
        id
    }

    /// Shows the user a message, each once.
    pub(crate) fn say(&mut self, kind: MessageType, message: String) {
        if self.said.insert(message.clone()) {
            self.notify("window/showMessage", ShowMessageParams { kind, message });
        }
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        if self.pending.interrupt(&id).is_none() {
            return; // It was cancelled before its turn.
        }
        let refuse = |code: ErrorCode, why: &str| Err(Refused(code, why.to_owned()));
        let answer = match method.as_str() {
            "initialize" if self.initialized => refuse(ErrorCode::InvalidRequest, "the server is initialized already"),
            "initialize" => self.initialize(&params),
            _ if !self.initialized => refuse(ErrorCode::ServerNotInitialized, "`initialize` comes first"),
            _ if self.shut_down => refuse(ErrorCode::InvalidRequest, "the server is shut down"),
            "shutdown" => {
                self.shut_down = true;
                self.jobs.end();
                Ok(Value::Null)
            }
            "workspace/executeCommand" => match self.execute(&id, params) {
                Ok(()) => return, // Its thread answers.
                Err(refused) => Err(refused),
            },
            _ => self.question(&method, params),
        };
        self.respond(id, answer);
    }

    fn respond(&self, id: RequestId, answer: Answer<Value>) {
        if self.pending.end(&id) {
            self.send(match answer {
                Ok(value) => Response::new_ok(id, value),
                Err(Refused(code, why)) => Response::new_err(id, code as i32, why),
            });
        }
    }

    /// Answers a question about a text.
    fn question(&mut self, method: &str, params: Value) -> Answer<Value> {
        match method {
            "textDocument/hover" => self.asked(params, Server::hover),
            "textDocument/definition" => self.asked(params, Server::definition),
            "textDocument/references" => self.asked(params, Server::references),
            "textDocument/documentHighlight" => self.asked(params, Server::highlights),
            "textDocument/prepareRename" => self.asked(params, Server::prepare_rename),
            "textDocument/rename" => self.asked(params, Server::rename),
            "textDocument/codeAction" => self.asked(params, Server::code_actions),
            "textDocument/codeLens" => self.asked(params, Server::code_lenses),
            "textDocument/diagnostic" => self.asked(params, Server::pulled),
            "textDocument/formatting" => self.asked(params, Server::format),
            "textDocument/documentSymbol" => self.asked(params, Server::symbols),
            "textDocument/foldingRange" => self.asked(params, Server::folding),
            "textDocument/selectionRange" => self.asked(params, Server::selections),
            "textDocument/inlayHint" => self.asked(params, Server::inlay_hints),
            "textDocument/completion" => self.asked(params, Server::completion),
            "textDocument/signatureHelp" => self.asked(params, Server::signature_help),
            "textDocument/semanticTokens/full" => self.asked(params, Server::tokens_full),
            "textDocument/semanticTokens/full/delta" => self.asked(params, Server::tokens_delta),
            "racefree/text" => self.asked(params, Server::text),
            _ => Err(Refused(ErrorCode::MethodNotFound, format!("there is no `{method}`"))),
        }
    }

    /// Reads parameters, and writes the result.
    fn asked<P: DeserializeOwned, R: Serialize>(
        &mut self,
        params: Value,
        answer: impl FnOnce(&mut Server, P) -> Answer<R>,
    ) -> Answer<Value> {
        let params = serde_json::from_value(params).map_err(|e| Refused(ErrorCode::InvalidParams, e.to_string()))?;
        let result = answer(self, params)?;
        serde_json::to_value(result).map_err(|e| Refused(ErrorCode::InternalError, e.to_string()))
    }

    fn initialize(&mut self, params: &Value) -> Answer<Value> {
        self.initialized = true;
        self.client = Client::read(params);
        self.jobs.progress = self.client.progress;
        self.set(&params["initializationOptions"]);
        let is_beside = self.settings.language.as_deref() == Some("java");
        let offers = if is_beside { capabilities::beside } else { capabilities::server };
        let result = InitializeResult {
            capabilities: offers(&self.client),
            server_info: Some(ServerInfo {
                name: "racefree".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        };
        serde_json::to_value(result).map_err(|e| Refused(ErrorCode::InternalError, e.to_string()))
    }

    /// Takes settings over; wrong ones are a message, and change nothing.
    fn set(&mut self, value: &Value) {
        match Settings::read(value) {
            Ok(settings) if settings != self.settings => {
                self.settings = settings;
                self.documents.values_mut().for_each(Document::forget);
                for method in self.client.refreshes.clone() {
                    self.ask(method, Value::Null);
                }
            }
            Ok(_) => {}
            Err(why) => self.say(MessageType::Error, why),
        }
    }

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        let read = match method.as_str() {
            "initialized" => {
                self.ask_for_settings();
                Ok(())
            }
            "textDocument/didOpen" => self.told(params, Server::open),
            "textDocument/didChange" => self.told(params, Server::change),
            "textDocument/didClose" => self.told(params, Server::close),
            "workspace/didChangeConfiguration" => {
                match self.client.configuration {
                    true => self.ask_for_settings(),
                    false => self.set(&params["settings"]),
                }
                Ok(())
            }
            "window/workDoneProgress/cancel" => {
                self.jobs.cancel(&params["token"]);
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(why) = read {
            self.send(log(&format!("`{method}` was passed over: {why}")));
        }
    }

    fn told<P: DeserializeOwned>(&mut self, params: Value, hear: impl FnOnce(&mut Server, P)) -> Result<(), String> {
        hear(self, serde_json::from_value(params).map_err(|e| e.to_string())?);
        Ok(())
    }

    fn response(&mut self, response: Response) {
        if self.settings_asked.as_ref() == Some(&response.id) {
            self.settings_asked = None;
            if let Ok(Value::Array(settings)) = response.response_result {
                self.set(settings.first().unwrap_or(&Value::Null));
            }
        }
    }

    fn ask_for_settings(&mut self) {
        if self.client.configuration {
            let id = self.ask("workspace/configuration", json!({ "items": [{ "section": "racefree" }] }));
            self.settings_asked = Some(id);
        }
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) {
        let item = params.text_document;
        let document = Document::new(item.uri.clone(), item.version, item.text, self.client.encoding);
        self.documents.insert(item.uri.0, document);
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) {
        let of = params.text_document;
        if let Some(document) = self.documents.get_mut(&of.text_document_identifier.uri.0) {
            document.version = of.version;
            params.content_changes.into_iter().for_each(|change| document.change(change));
        }
    }

    fn close(&mut self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        if self.documents.remove(&uri.0).is_some() && !self.client.pulls {
            let none = PublishDiagnosticsParams { uri, version: None, diagnostics: Vec::new() };
            self.notify("textDocument/publishDiagnostics", none);
        }
    }

    /// Tells the diagnostics of the texts that have changed, and what there is to say of them.
    fn publish(&mut self) {
        let stale: Vec<String> = self.documents.iter().filter(|(_, d)| d.stale).map(|(uri, _)| uri.clone()).collect();
        for uri in stale {
            let Some(document) = self.documents.get_mut(&uri) else { continue };
            document.stale = false;
            let large = document.text.len() > crate::LARGE && !std::mem::replace(&mut document.said_large, true);
            if large {
                let most = crate::LARGE >> 20;
                let message = format!("`{uri}` is larger than {most} MB: racefree tells its errors, and nothing else");
                self.say(MessageType::Info, message);
            }
            if self.client.pulls {
                continue;
            }
            let Some(document) = self.documents.get(&uri) else { continue };
            let (version, of) = (Some(document.version), document.uri.clone());
            let diagnostics = diagnostics::of(document, &self.settings);
            self.notify("textDocument/publishDiagnostics", PublishDiagnosticsParams { uri: of, version, diagnostics });
        }
    }

    /// The text that a question is about.
    ///
    /// # Errors
    ///
    /// The client has not opened it.
    pub(crate) fn document(&self, uri: &Uri) -> Answer<&Document> {
        let unknown = || Refused(ErrorCode::InvalidParams, format!("`{}` is not open", uri.0));
        self.documents.get(&uri.0).ok_or_else(unknown)
    }

    /// The text as the server has it, for tests of clients.
    fn text(&mut self, of: DidCloseTextDocumentParams) -> Answer<String> {
        Ok(self.document(&of.text_document.uri)?.text.clone())
    }
}
