//! A client that speaks bytes: it writes and reads the frames itself, so that the server's are tested too.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::thread::{self, JoinHandle};

/// Address of the text that tests open.
pub const URI: &str = "file:///tmp/test.rfj";

/// A client with its server, which runs in a thread.
pub struct Client {
    to: Option<PipeWriter>,
    from: BufReader<PipeReader>,
    next: i64,
    /// Notifications and requests of the server that nobody has taken yet.
    pub inbox: Vec<Value>,
    server: Option<JoinHandle<bool>>,
}

impl Client {
    /// A client that has not said anything.
    pub fn silent() -> Client {
        let (input, to) = std::io::pipe().unwrap_or_else(|e| panic!("{e}"));
        let (from, output) = std::io::pipe().unwrap_or_else(|e| panic!("{e}"));
        let page = |_, _: &_, schedule: &str| Ok(format!("<p>{schedule}</p>"));
        let server = thread::spawn(move || {
            racefree_lsp::serve(BufReader::new(input), output, page).unwrap_or_else(|e| panic!("{e}"))
        });
        Client { to: Some(to), from: BufReader::new(from), next: 0, inbox: Vec::new(), server: Some(server) }
    }

    /// A client with abilities and settings.
    pub fn with(capabilities: Value, settings: Value) -> Client {
        let mut client = Client::silent();
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": settings });
        let answer = client.ask("initialize", params);
        assert_eq!(answer["serverInfo"]["name"], "racefree");
        client.tell("initialized", json!({}));
        client
    }

    /// A client without special abilities.
    pub fn plain() -> Client {
        Client::with(json!({}), Value::Null)
    }

    /// Writes bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) {
        if let Some(to) = &mut self.to {
            to.write_all(bytes).unwrap_or_else(|e| panic!("{e}"));
        }
    }

    pub fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    /// Reads a message; none, if the server has gone.
    fn receive(&mut self) -> Option<Value> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.from.read_line(&mut line).unwrap_or_else(|e| panic!("{e}")) == 0 {
                return None;
            }
            assert!(line.ends_with("\r\n"), "{line:?}");
            match line.trim().strip_prefix("Content-Length: ") {
                Some(n) => length = n.parse().unwrap_or_else(|e| panic!("{e}")),
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.from.read_exact(&mut body).unwrap_or_else(|e| panic!("{e}"));
        Some(serde_json::from_slice(&body).unwrap_or_else(|e| panic!("{e}")))
    }

    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request and returns its number.
    pub fn begin(&mut self, method: &str, params: Value) -> i64 {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Waits for the answer of a request.
    pub fn answer(&mut self, id: i64) -> Value {
        loop {
            let message = self.receive().unwrap_or_else(|| panic!("the server has gone"));
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.inbox.push(message);
        }
    }

    /// The result of a request.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        let answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// The error of a request.
    pub fn refused(&mut self, method: &str, params: Value) -> String {
        let id = self.begin(method, params);
        let answer = self.answer(id);
        answer["error"]["message"].as_str().unwrap_or_else(|| panic!("{method}: {answer}")).to_owned()
    }

    /// Waits for a message of the server's own.
    pub fn hear(&mut self, method: &str) -> Value {
        loop {
            if let Some(at) = self.inbox.iter().position(|m| m["method"] == method) {
                return self.inbox.remove(at)["params"].clone();
            }
            let message = self.receive().unwrap_or_else(|| panic!("the server has gone, without `{method}`"));
            self.inbox.push(message);
        }
    }

    /// Opens a text, and waits for its diagnostics.
    pub fn open(&mut self, text: &str) -> Value {
        let document = json!({ "uri": URI, "languageId": "rfj", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        self.hear("textDocument/publishDiagnostics")["diagnostics"].clone()
    }

    /// Asks about a text at a position.
    pub fn at(&mut self, method: &str, position: &Value) -> Value {
        self.ask(method, json!({ "textDocument": { "uri": URI }, "position": position }))
    }

    /// Asks about a text as a whole.
    pub fn about(&mut self, method: &str) -> Value {
        self.ask(method, json!({ "textDocument": { "uri": URI } }))
    }

    /// Closes the stream; returns true if the server says that it was shut down in order.
    pub fn leave(mut self) -> bool {
        self.to = None;
        while self.receive().is_some() {}
        self.server.take().is_some_and(|server| server.join().unwrap_or(false))
    }

    /// Says good-bye as the protocol has it.
    pub fn exit(mut self) -> bool {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        self.leave()
    }
}

/// A program with a mark `$0`: without it, and the position of the mark.
pub fn marked(program: &str) -> (String, Value) {
    let at = program.find("$0").unwrap_or_else(|| panic!("no mark in {program}"));
    (program.replacen("$0", "", 1), position(program, at))
}

/// The position of an offset, in units of UTF-16.
pub fn position(text: &str, at: usize) -> Value {
    let before = &text[..at];
    let line = before.rsplit('\n').next().unwrap_or(before);
    json!({ "line": before.matches('\n').count(), "character": line.encode_utf16().count() })
}

/// Applies edits of the protocol (units of UTF-16) to a text.
pub fn edited(text: &str, edits: &Value) -> String {
    let offset = |p: &Value| {
        let start: usize =
            text.split_inclusive('\n').take(p["line"].as_u64().unwrap_or(0) as usize).map(str::len).sum();
        let mut units = p["character"].as_u64().unwrap_or(0) as usize;
        let mut at = start;
        for c in text[start..].chars().take_while(|&c| c != '\n') {
            if units == 0 {
                break;
            }
            units -= c.len_utf16();
            at += c.len_utf8();
        }
        at
    };
    let mut all: Vec<(usize, usize, &str)> = edits
        .as_array()
        .unwrap_or_else(|| panic!("{edits}"))
        .iter()
        .map(|e| (offset(&e["range"]["start"]), offset(&e["range"]["end"]), e["newText"].as_str().unwrap_or("")))
        .collect();
    all.sort_by_key(|e| std::cmp::Reverse((e.0, e.1)));
    all.iter().fold(text.to_owned(), |mut text, &(start, end, new)| {
        text.replace_range(start..end, new);
        text
    })
}
