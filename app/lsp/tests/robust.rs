//! Bad messages, large texts, wrong settings, clients that leave.

use crate::client::{Client, URI};
use serde_json::{Value, json};

#[test]
fn bad_messages_are_passed_over() {
    let mut client = Client::plain();
    client.raw(b"Content-Length: 9\r\n\r\n{not json");
    client.raw(b"Content-Length: many\r\n\r\n");
    client.raw(b"nonsense\r\n\r\n");
    client.raw(b"Content-Length: 4\r\nContent-Type: x\r\n\r\n\xff\xfe\xfd\xfc");
    client.send(&json!([1, 2, 3]));
    client.send(&json!({ "jsonrpc": "2.0", "id": {}, "method": "shutdown" }));
    client.tell("textDocument/didOpen", json!({ "textDocument": 7 }));
    client.tell(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": "file:///unknown", "version": 1 }, "contentChanges": [{ "text": "" }] }),
    );
    client.tell("$/unknown", Value::Null);
    assert!(client.refused("textDocument/hover", json!({})).contains("missing field"));
    assert!(client.refused("textDocument/unknown", json!({})).contains("there is no"));
    let unknown = json!({ "textDocument": { "uri": "file:///unknown" }, "position": { "line": 0, "character": 0 } });
    assert!(client.refused("textDocument/hover", unknown).contains("is not open"));
    assert!(client.hear("window/logMessage")["message"].as_str().is_some_and(|m| m.contains("passed over")));
    client.open("class A { }");
    let far = json!({ "line": 4_000_000_000_u32, "character": 4_000_000_000_u32 });
    client.at("textDocument/hover", &far);
    let inverted = json!({ "range": { "start": { "line": 9, "character": 9 }, "end": { "line": 0, "character": 0 } }, "text": "1" });
    client.tell(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": URI, "version": 2 }, "contentChanges": [inverted] }),
    );
    assert_eq!(client.about("racefree/text"), "class A { }1");
    assert!(client.exit());
}

#[test]
fn the_order_of_a_session_is_kept() {
    let mut client = Client::silent();
    assert!(client.refused("textDocument/hover", json!({})).contains("`initialize` comes first"));
    client.ask("initialize", json!({ "capabilities": {} }));
    assert!(client.refused("initialize", json!({ "capabilities": {} })).contains("already"));
    client.ask("shutdown", Value::Null);
    assert!(client.refused("textDocument/hover", json!({})).contains("shut down"));
    assert!(client.leave());
    assert!(!Client::plain().leave(), "a client that leaves without a word");
}

#[test]
fn large_texts_have_diagnostics_alone_and_that_is_said_once() {
    let mut client = Client::plain();
    let class = "class A { int f guarded_by this }\n";
    let padding = "// a comment, of which there are many in this text\n".repeat((5 << 20) / 51 + 2);
    let told = client.open(&format!("{class}{padding}1 +"));
    assert_eq!(told.as_array().map(Vec::len), Some(1), "{told}");
    let said = client.hear("window/showMessage");
    assert!(said["message"].as_str().is_some_and(|m| m.contains("larger than 5 MB")), "{said}");
    assert_eq!(client.about("textDocument/documentSymbol"), Value::Null);
    client.tell("textDocument/didChange", json!({ "textDocument": { "uri": URI, "version": 2 }, "contentChanges": [{ "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } }, "text": " " }] }));
    client.hear("textDocument/publishDiagnostics");
    assert!(client.inbox.iter().all(|m| m["method"] != "window/showMessage"));
    let told = client.open(&"x".repeat((50 << 20) + 1));
    assert!(told[0]["message"].as_str().is_some_and(|m| m.contains("is not judged")), "{told}");
    assert!(client.exit());
}

#[test]
fn settings_are_read_and_wrong_ones_are_told() {
    let text = "class A { int f guarded_by this }\nlet A a = new A in a.f";
    let mut client = Client::with(json!({}), json!({ "off": ["EXP REF/guard-held"] }));
    assert_eq!(client.open(text), json!([]));
    let set = |client: &mut Client, settings: Value| {
        client.tell("workspace/didChangeConfiguration", json!({ "settings": { "racefree": settings } }));
    };
    set(&mut client, json!({ "off": [], "maxStates": null, "time": 3 }));
    assert_eq!(client.hear("textDocument/publishDiagnostics")["diagnostics"][0]["code"], "EXP REF/guard-held");
    for (wrong, part) in [
        (json!({ "of": [] }), "unknown field `of`"),
        (json!({ "off": ["EXP REF/guard"] }), "guard"),
        (json!({ "noWarn": ["nothing"] }), "there is no kind of error `nothing`"),
        (json!({ "time": -1 }), "above 0"),
        (json!(7), "an object"),
    ] {
        set(&mut client, wrong);
        let said = client.hear("window/showMessage");
        assert!(said["message"].as_str().is_some_and(|m| m.contains(part)), "{part}: {said}");
    }
    // A client that is asked for its settings.
    let mut client = Client::with(json!({ "workspace": { "configuration": true } }), Value::Null);
    client.hear("workspace/configuration");
    client.send(&json!({ "jsonrpc": "2.0", "id": "racefree-1", "result": [{ "noWarn": ["race"] }] }));
    assert_eq!(client.open(text)[0]["severity"], 4, "silenced by what the client answered");
}
