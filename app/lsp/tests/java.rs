//! Java texts over the wire: diagnostics, hovers with the locks held, repairs, other files of the project.

use crate::client::{Client, edited, marked};
use serde_json::{Value, json};
use std::fs;

const COUNTER: &str = "class Counter {\n    /*# guarded_by this */ private int n;\n    synchronized void up() { n++; }\n    void down() { n--; }\n}\n";

fn open(client: &mut Client, uri: &str, text: &str) -> Value {
    let document = json!({ "uri": uri, "languageId": "java", "version": 1, "text": text });
    client.tell("textDocument/didOpen", json!({ "textDocument": document }));
    client.hear("textDocument/publishDiagnostics")["diagnostics"].clone()
}

fn codes(diagnostics: &Value) -> Vec<&str> {
    diagnostics.as_array().expect("diagnostics").iter().map(|d| d["code"].as_str().expect("a code")).collect()
}

fn hover(client: &mut Client, uri: &str, at: &Value) -> String {
    let told = client.ask("textDocument/hover", json!({ "textDocument": { "uri": uri }, "position": at }));
    told["contents"]["value"].as_str().unwrap_or("").to_owned()
}

#[test]
fn a_java_text_is_read_as_java() {
    let uri = "file:///tmp/no%20folder/Counter.java";
    let mut client = Client::plain();
    let told = open(&mut client, uri, COUNTER);
    assert_eq!(codes(&told), ["EXP ASSIGN/guard-held"]);
    assert_eq!(told[0]["range"]["start"], json!({ "line": 3, "character": 18 }));
    assert_eq!(told[0]["source"], "racefree");
    let related = &told[0]["relatedInformation"][0];
    assert_eq!((&related["location"]["uri"], &related["location"]["range"]["start"]["line"]), (&json!(uri), &json!(1)));

    // The preferred repair makes it go; the client applies it and says so.
    let params = json!({ "textDocument": { "uri": uri }, "range": told[0]["range"], "context": { "diagnostics": [] } });
    let actions = client.ask("textDocument/codeAction", params);
    assert_eq!((&actions[0]["title"], &actions[0]["isPreferred"]), (&json!("Make `down` synchronized"), &json!(true)));
    let after = edited(COUNTER, &actions[0]["edit"]["changes"][uri]);
    assert_eq!(after, COUNTER.replace("void down", "synchronized void down"));
    let change = json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": after }] });
    client.tell("textDocument/didChange", change);
    let told = client.hear("textDocument/publishDiagnostics");
    assert_eq!((&told["diagnostics"], &told["version"]), (&json!([]), &json!(2)));
    // Questions that are another server's have no answer here, and no error.
    for method in ["textDocument/documentSymbol", "textDocument/formatting", "textDocument/foldingRange"] {
        let params = json!({ "textDocument": { "uri": uri }, "options": { "tabSize": 4, "insertSpaces": true } });
        let answer = client.ask(method, params);
        assert!(answer.is_null() || answer == json!([]), "{method}: {answer}");
    }
    assert!(client.exit());
}

#[test]
fn a_hover_tells_the_guard_and_the_locks_held() {
    let uri = "file:///tmp/Counter.java";
    let mut client = Client::plain();
    let of = |mark: &str, to: &str| marked(&COUNTER.replacen(mark, to, 1));
    let (text, at) = of("n++", "$0n++");
    open(&mut client, uri, &text);
    let told = hover(&mut client, uri, &at);
    assert!(told.contains("held here: `this`") && told.contains("`n` is guarded by `this`"), "{told}");
    let (text, at) = of("n--", "$0n--");
    open(&mut client, uri, &text);
    let told = hover(&mut client, uri, &at);
    assert!(told.contains("no lock is held here"), "{told}");
    let block = "class A {\n  final Object lock = new Object();\n  volatile int v;\n  static int s;\n  void m() { synchronized (lock) { $0v = 1; } }\n}\n";
    let (text, at) = marked(block);
    open(&mut client, uri, &text);
    let told = hover(&mut client, uri, &at);
    assert!(told.contains("held here: `this.lock`") && told.contains("`v` is volatile"), "{told}");
    assert!(client.exit());
}

#[test]
fn other_files_of_the_project_are_read_by_package() {
    let folder = tempfile::tempdir().expect("a folder");
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    [&a, &b].iter().for_each(|f| fs::create_dir(f).expect("a folder"));
    let shared = "package a;\npublic class Shared {\n  /*# guarded_by this */ public int n;\n}\n";
    fs::write(a.join("Shared.java"), shared).expect("a file");
    let user = "package b;\nimport a.Shared;\nclass User {\n  void use(Shared s) { s.n = 1; }\n}\n";
    let uri = format!("file://{}/b/User.java", folder.path().display());
    let mut client = Client::plain();
    let told = open(&mut client, &uri, user);
    assert_eq!(codes(&told), ["EXP ASSIGN/guard-held"]);
    let related = &told[0]["relatedInformation"][0]["location"];
    assert_eq!(related["range"]["start"]["line"], 2);
    let place = related["uri"].as_str().expect("a file");
    assert!(place.ends_with("/a/Shared.java"), "{place}");
    assert!(client.exit());
}

#[test]
fn bad_texts_and_escapes_have_answers() {
    let uri = "file:///tmp/X.java";
    let mut client = Client::plain();
    for text in ["", "class", "class A { int f( }", "\u{0}{{{", "class A { void m() { int = ; } }"] {
        let told = open(&mut client, uri, text);
        assert!(told.is_array(), "{text:?}");
        hover(&mut client, uri, &json!({ "line": 0, "character": 3 }));
        let params = json!({ "textDocument": { "uri": uri }, "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } }, "context": { "diagnostics": [] } });
        client.ask("textDocument/codeAction", params);
    }
    // An escape is six letters in the editor, and one for the checker.
    let escaped = "class A { String s = \"\\u0041\\u0042\"; /*# guarded_by this */ int n; void up() { n++; } }";
    let told = open(&mut client, uri, escaped);
    let at = escaped.find("n++").expect("a place");
    let errors: Vec<&Value> =
        told.as_array().expect("all").iter().filter(|d| d["code"] == "EXP ASSIGN/guard-held").collect();
    assert_eq!(errors[0]["range"]["start"]["character"], json!(at));
    let params =
        json!({ "textDocument": { "uri": uri }, "range": errors[0]["range"], "context": { "diagnostics": [] } });
    let actions = client.ask("textDocument/codeAction", params);
    assert_eq!(
        edited(escaped, &actions[0]["edit"]["changes"][uri]),
        escaped.replace("void up", "synchronized void up")
    );
    assert!(client.exit());
}

#[test]
fn beside_another_server_it_offers_what_it_knows_alone() {
    let mut client = Client::silent();
    let params = json!({ "processId": null, "rootUri": null, "capabilities": {}, "initializationOptions": { "language": "java" } });
    let offers = client.ask("initialize", params)["capabilities"].clone();
    let names: Vec<&str> = offers.as_object().expect("offers").keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["codeActionProvider", "diagnosticProvider", "hoverProvider", "positionEncoding", "textDocumentSync"]
    );
    client.tell("initialized", json!({}));
    assert_eq!(codes(&open(&mut client, "file:///tmp/Counter.java", COUNTER)), ["EXP ASSIGN/guard-held"]);
    assert!(client.exit());
}
