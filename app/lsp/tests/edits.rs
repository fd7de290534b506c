//! Random edits: the server's text is the client's, and its diagnostics are those of `check`.

use crate::client::{Client, URI};
use racefree_answers::editing::{Buffer, Span, VARIANTS};
use racefree_answers::options::RuleOptions;
use racefree_answers::{Verdict, verdict};
use serde_json::{Value, json};

/// Texts that are put in.
const PIECES: [&str; 14] = [
    "",
    "x",
    "a.b",
    " ",
    "\n",
    "\r\n",
    "{",
    "}",
    ";",
    "é𝄞",
    "// ü\n",
    "synchronized this in ",
    "class B { }\n",
    "\"𝄞\"",
];

/// A generator of numbers (xorshift), the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }

    /// An offset between characters, not within a line's end.
    fn place(&mut self, text: &str) -> usize {
        let mut at = self.below(text.len() + 1);
        while !text.is_char_boundary(at) || text[..at].ends_with('\r') {
            at -= 1;
        }
        at
    }
}

/// A position by counting from the start of the text.
fn position(text: &str, at: usize, utf8: bool) -> Value {
    let within = text[..at].ends_with('\r') && text[at..].starts_with('\n');
    let before = text[..at - usize::from(within)].replace("\r\n", "\n");
    let line = before.rsplit(['\n', '\r']).next().unwrap_or("");
    let character = if utf8 { line.len() } else { line.encode_utf16().count() };
    json!({ "line": before.matches(['\n', '\r']).count(), "character": character })
}

/// The diagnostics that `check` has: severity, message, range.
fn checked(text: &str, utf8: bool) -> Vec<Value> {
    let at = |span: Span| json!({ "start": position(text, span.start as usize, utf8), "end": position(text, span.end as usize, utf8) });
    let one = |severity: u32, message: &str, span: Span| json!([severity, message, at(span)]);
    let buffer = match Buffer::read(text.to_owned(), &RuleOptions::default(), VARIANTS) {
        Ok(buffer) => buffer,
        Err(why) => return vec![json!([1, why, null])],
    };
    let mut all = match &buffer.verdict {
        Verdict::Syntax(errors) => errors.iter().map(|e| one(1, &e.message, e.span)).collect::<Vec<_>>(),
        Verdict::Judged(judged) => {
            let report = &judged.report;
            let errors = report.errors.iter().map(|e| one(1, &e.message, e.span));
            let silenced = report.silenced.iter().map(|e| one(4, &format!("silenced: {}", e.message), e.span));
            errors.chain(silenced).chain(report.warnings.iter().map(|w| one(2, &w.message, w.span))).collect()
        }
    };
    all.extend(verdict::unjudged(text, buffer.rules.system).map(|w| one(2, &w.message, w.span)));
    all
}

#[test]
fn texts_and_diagnostics_follow_every_edit() {
    let cases: usize = std::env::var("RACEFREE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let entries = racefree_corpus::entries();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut client = [
        Client::plain(),
        Client::with(json!({ "general": { "positionEncodings": ["utf-16", "utf-8"] } }), Value::Null),
    ];
    let (mut errors, mut fine) = (0, 0);
    for case in 0..cases {
        let utf8 = case % 2 == 1;
        let client = &mut client[usize::from(utf8)];
        let mut text = entries[random.below(entries.len())].source.to_owned();
        client.open(&text);
        for version in 2..4 + random.below(4) {
            let mut changes = Vec::new();
            for _ in 0..1 + random.below(3) {
                let start = random.place(&text);
                let far = (start + random.below(12)).min(text.len());
                let mut end = far;
                while !text.is_char_boundary(end) || text[..end].ends_with('\r') {
                    end += 1;
                }
                let piece = PIECES[random.below(PIECES.len())];
                let range = json!({ "start": position(&text, start, utf8), "end": position(&text, end, utf8) });
                changes.push(json!({ "range": range, "text": piece }));
                text.replace_range(start..end, piece);
            }
            let of = json!({ "uri": URI, "version": version });
            client.tell("textDocument/didChange", json!({ "textDocument": of, "contentChanges": changes }));
            let told = loop {
                let told = client.hear("textDocument/publishDiagnostics");
                if told["version"] == version {
                    break told["diagnostics"].clone();
                }
            };
            assert_eq!(client.about("racefree/text"), text.as_str(), "case {case}");
            let wanted = checked(&text, utf8);
            let told = told.as_array().cloned().unwrap_or_default();
            assert_eq!(told.len(), wanted.len(), "case {case}: {text}");
            for (told, wanted) in told.iter().zip(&wanted) {
                let message = told["message"].as_str().unwrap_or("");
                assert!(message.starts_with(wanted[1].as_str().unwrap_or("?")), "case {case}: {message} for {wanted}");
                assert_eq!(told["severity"], wanted[0], "case {case}");
                assert!(wanted[2].is_null() || told["range"] == wanted[2], "case {case}: {told} {wanted}");
                errors += 1;
            }
            fine += usize::from(wanted.is_empty());
        }
    }
    assert!(errors > cases && fine > cases / 50, "{errors} diagnostics, {fine} texts without any");
    client.into_iter().for_each(|client| assert!(client.exit()));
}
