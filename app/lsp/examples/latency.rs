//! Time from a change to its diagnostics, for a program of 500 lines:
//! `cargo run --release -p racefree-lsp --example latency`.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, PipeReader, Read, Write};
use std::time::Instant;

const URI: &str = "file:///tmp/latency.rfj";
/// Changes that are measured.
const CHANGES: usize = 300;

fn main() -> std::io::Result<()> {
    let (input, mut to) = std::io::pipe()?;
    let (from, output) = std::io::pipe()?;
    let server =
        std::thread::spawn(|| racefree_lsp::serve(BufReader::new(input), output, |_, _, _| Err("no pages".to_owned())));
    let mut from = BufReader::new(from);
    let mut send = |message: Value| -> std::io::Result<()> {
        let text = json!({ "jsonrpc": "2.0" }).as_object().map_or(message.to_string(), |head| {
            let mut all = head.clone();
            all.extend(message.as_object().cloned().unwrap_or_default());
            Value::Object(all).to_string()
        });
        write!(to, "Content-Length: {}\r\n\r\n{text}", text.len())
    };
    send(json!({ "id": 1, "method": "initialize", "params": { "capabilities": {} } }))?;
    receive(&mut from)?;
    let class = |i: usize| {
        format!(
            "class C{i} {{\n  int f guarded_by this\n  int g guarded_by this\n  int m(int x) requires this {{\n    \
             this.f = this.f + x; this.g\n  }}\n  int n() {{\n    synchronized this in this.m(1)\n  }}\n}}\n"
        )
    };
    let text: String = (0..50).map(class).collect();
    let lines = text.lines().count();
    let document = json!({ "uri": URI, "languageId": "rfj", "version": 1, "text": text });
    send(json!({ "method": "textDocument/didOpen", "params": { "textDocument": document } }))?;
    receive(&mut from)?;
    let mut times = Vec::new();
    for i in 0..CHANGES {
        // A digit more and less, in a call; then an error of types, and one of syntax, and their ends.
        let (line, character) = (10 * (i % 50 / 4 * 4) + 7, 32);
        let place = |end: u32| json!({ "start": { "line": line, "character": character }, "end": { "line": line, "character": end } });
        let change = match i % 4 {
            0 => json!({ "range": place(32), "text": ".x" }),
            1 => json!({ "range": place(34), "text": "" }),
            2 => json!({ "range": place(32), "text": "}" }),
            _ => json!({ "range": place(33), "text": "" }),
        };
        let begun = Instant::now();
        let params = json!({ "textDocument": { "uri": URI, "version": i + 2 }, "contentChanges": [change] });
        send(json!({ "method": "textDocument/didChange", "params": params }))?;
        receive(&mut from)?;
        times.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let mut out = std::io::stdout();
    writeln!(
        out,
        "{lines} lines, {CHANGES} changes: median {:.2} ms, p95 {:.2} ms, most {:.2} ms",
        at(0.5),
        at(0.95),
        at(1.0)
    )?;
    drop(to);
    let _ = server.join();
    Ok(())
}

/// Reads a message.
fn receive(from: &mut BufReader<PipeReader>) -> std::io::Result<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        from.read_line(&mut line)?;
        match line.trim().strip_prefix("Content-Length: ") {
            Some(n) => length = n.parse().unwrap_or(0),
            None => break,
        }
    }
    let mut body = vec![0; length];
    from.read_exact(&mut body)?;
    Ok(serde_json::from_slice(&body)?)
}
