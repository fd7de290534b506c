//! Each feature, on programs with a mark where the cursor is.

use crate::client::{Client, URI, edited, marked, position};
use serde_json::{Value, json};

const ACCOUNT: &str = "class Account {\n  final Object m = new Object\n  int balance guarded_by this\n  \
    int deposit(int x) requires this { this.balance = this.balance + x }\n}\n\
    let Account a = new Account in {\n  fork { synchronized a in a.deposit(10) }\n  a.deposit(10)\n}\n";

fn texts<'v>(list: &'v Value, key: &str) -> Vec<&'v str> {
    list.as_array().map(|all| all.iter().filter_map(|v| v[key].as_str()).collect()).unwrap_or_default()
}

#[test]
fn diagnostics_are_pushed_or_pulled() {
    let mut client = Client::plain();
    let pushed = client.open(ACCOUNT);
    assert_eq!(texts(&pushed, "code"), ["EXP INVOKE/requires-held"]);
    assert_eq!(pushed[0]["severity"], 1);
    assert_eq!(pushed[0]["relatedInformation"][0]["message"], "`Account.deposit` requires `this`");
    assert!(client.exit());

    let mut client = Client::with(json!({ "textDocument": { "diagnostic": {} } }), Value::Null);
    let document = json!({ "uri": URI, "languageId": "rfj", "version": 1, "text": ACCOUNT });
    client.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let pulled = client.about("textDocument/diagnostic");
    assert_eq!((&pulled["kind"], &pulled["items"]), (&json!("full"), &pushed));
    let again = json!({ "textDocument": { "uri": URI }, "previousResultId": pulled["resultId"] });
    assert_eq!(client.ask("textDocument/diagnostic", again)["kind"], "unchanged");
    assert!(client.inbox.iter().all(|m| m["method"] != "textDocument/publishDiagnostics"));
    assert!(client.exit());
}

#[test]
fn silenced_errors_are_hints() {
    let mut client = Client::plain();
    let text = ACCOUNT.replace("  a.deposit(10)\n}", "  a.deposit(10) //# no_warn race\n}");
    let told = client.open(&text);
    assert_eq!((&told[0]["severity"], told.as_array().map(Vec::len)), (&json!(4), Some(1)));
    assert!(told[0]["message"].as_str().is_some_and(|m| m.starts_with("silenced: ")));
}

#[test]
fn hover_tells_type_locks_rule_and_the_guard_in_force() {
    let (text, at) = marked(&ACCOUNT.replace("in a.deposit", "in a.dep$0osit"));
    let mut client = Client::plain();
    client.open(&text);
    let told = client.at("textDocument/hover", &at)["contents"]["value"].as_str().unwrap_or("").to_owned();
    for part in
        ["int deposit(int x) requires this", "// in Account", "type `int`", "held here: `a`", "[EXP INVOKE]", "[a/this"]
    {
        assert!(told.contains(part), "{part}: {told}");
    }
    let (text, at) = marked("class N { N n$0ext guarded_by this }\nlet N a = new N in synchronized a in a.next");
    let place = position(&text, text.len() - 2);
    client.open(&text);
    let declared = client.at("textDocument/hover", &at)["contents"]["value"].to_string();
    assert!(declared.contains("N next guarded_by this") && !declared.contains("EXP REF"), "{declared}");
    let used = client.at("textDocument/hover", &place)["contents"]["value"].to_string();
    assert!(used.contains("`a.next` is no lock"), "{used}");
    assert!(client.exit());
}

#[test]
fn names_are_found_and_renamed() {
    let (text, at) = marked(&ACCOUNT.replace("int deposit", "int dep$0osit"));
    let mut client = Client::plain();
    client.open(&text);
    let all = json!({ "textDocument": { "uri": URI }, "position": at, "context": { "includeDeclaration": true } });
    assert_eq!(client.ask("textDocument/references", all).as_array().map(Vec::len), Some(3));
    let used = position(&text, text.rfind("deposit").unwrap_or(0));
    assert_eq!(client.at("textDocument/definition", &used)["range"]["start"]["line"], 3);
    assert_eq!(client.at("textDocument/documentHighlight", &at).as_array().map(Vec::len), Some(3));
    assert_eq!(client.at("textDocument/prepareRename", &at)["placeholder"], "deposit");
    let named = |new: &str| json!({ "textDocument": { "uri": URI }, "position": at, "newName": new });
    let edit = client.ask("textDocument/rename", named("add"));
    assert_eq!(edited(&text, &edit["changes"][URI]), text.replace("deposit", "add"));
    assert_eq!(client.refused("textDocument/rename", named("while")), "`while` is a reserved word");
    assert!(client.refused("textDocument/rename", named("equals")).contains("predefined"));
    assert!(client.exit());
}

#[test]
fn actions_mend_errors() {
    let mut client =
        Client::with(json!({ "workspace": { "workspaceEdit": { "documentChanges": true } } }), Value::Null);
    let told = client.open(ACCOUNT);
    let params = |range: &Value, only: Value| json!({ "textDocument": { "uri": URI }, "range": range, "context": { "diagnostics": [], "only": only } });
    let found = client.ask("textDocument/codeAction", params(&told[0]["range"], Value::Null));
    let titles = texts(&found, "title");
    assert_eq!(titles[0], "take the lock: `synchronized a in a.deposit(10)`");
    assert!(titles.contains(&"Silence it: `no_warn exp_invoke_requires_held`"), "{titles:?}");
    assert!(titles.contains(&"Wrap in `synchronized a`"), "{titles:?}");
    assert_eq!(found[0]["isPreferred"], true);
    let change = &found[0]["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({ "uri": URI, "version": 1 }));
    let mended = edited(ACCOUNT, &change["edits"]);
    let all = client.ask("textDocument/codeAction", params(&told[0]["range"], json!(["source.fixAll"])));
    assert_eq!(edited(ACCOUNT, &all[0]["edit"]["documentChanges"][0]["edits"]), mended);
    assert_eq!(client.open(&mended), json!([]));
    assert!(client.exit());
}

#[test]
fn texts_are_laid_out_and_outlined() {
    let mut client = Client::plain();
    client.open("class A { int   f guarded_by this }\n1");
    let options = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 2, "insertSpaces": true } });
    let edits = client.ask("textDocument/formatting", options.clone());
    let laid_out = edited("class A { int   f guarded_by this }\n1", &edits);
    assert!(laid_out.contains("int f guarded_by this"), "{laid_out}");
    let symbols = client.about("textDocument/documentSymbol");
    assert_eq!(texts(&symbols, "name"), ["A", "main"]);
    assert_eq!(texts(&symbols[0]["children"], "name"), ["f"]);
    client.open("class {");
    assert!(client.refused("textDocument/formatting", options).contains("syntax errors"));
    client.open(ACCOUNT);
    let folds = client.about("textDocument/foldingRange");
    assert_eq!(folds, json!([{ "startLine": 0, "endLine": 3 }, { "startLine": 5, "endLine": 7 }]));
    let params = json!({ "textDocument": { "uri": URI }, "positions": [{ "line": 7, "character": 4 }] });
    let selection = client.ask("textDocument/selectionRange", params);
    let depth = std::iter::successors(Some(&selection[0]), |s| s.get("parent")).count();
    assert!(depth >= 5, "{selection}");
    assert!(client.exit());
}

#[test]
fn hints_tokens_lenses() {
    let mut client = Client::with(json!({}), json!({ "hints": { "defaults": true } }));
    client.open(ACCOUNT);
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let hints = client.ask("textDocument/inlayHint", json!({ "textDocument": { "uri": URI }, "range": whole }));
    assert_eq!(texts(&hints, "label"), ["held: this", "held: a"]);
    let tokens = client.about("textDocument/semanticTokens/full");
    let data = tokens["data"].as_array().map(Vec::len).unwrap_or(0);
    assert!(data > 100 && data.is_multiple_of(5), "{tokens}");
    let change = json!({ "textDocument": { "uri": URI, "version": 2 },
        "contentChanges": [{ "range": { "start": { "line": 8, "character": 0 }, "end": { "line": 8, "character": 0 } }, "text": "; 1" }] });
    client.tell("textDocument/didChange", change);
    let params = json!({ "textDocument": { "uri": URI }, "previousResultId": tokens["resultId"] });
    let delta = client.ask("textDocument/semanticTokens/full/delta", params);
    assert_eq!(delta["edits"].as_array().map(Vec::len), Some(1), "{delta}");
    client.open(ACCOUNT);
    let lenses = client.about("textDocument/codeLens");
    let titles: Vec<&Value> =
        lenses.as_array().map(|l| l.iter().map(|l| &l["command"]["title"]).collect()).unwrap_or_default();
    assert_eq!(titles, ["explore all schedules", "show a schedule"]);
    assert!(client.exit());
}

#[test]
fn searches_run_beside_and_are_cancelled() {
    let abilities = json!({ "window": { "workDoneProgress": true, "showDocument": { "support": true } } });
    let mut client = Client::with(abilities, Value::Null);
    client.open(ACCOUNT);
    let explore = json!({ "command": "racefree.explore", "arguments": [URI] });
    let result = client.ask("workspace/executeCommand", explore.clone());
    assert!(result["message"].as_str().is_some_and(|m| m.contains("race") && m.contains("every schedule")), "{result}");
    assert!(result["schedule"].is_string(), "{result}");
    client.hear("$/progress");
    let page = client.hear("window/showDocument")["uri"].as_str().unwrap_or("").replace("file://", "");
    assert!(std::fs::read_to_string(&page).is_ok_and(|html| html.starts_with("<p>0")), "{page}");
    std::fs::remove_file(page).unwrap_or_else(|e| panic!("{e}"));
    let at = json!({ "command": "racefree.schedule", "arguments": [URI, { "line": 7, "character": 2 }] });
    let shown = client.ask("workspace/executeCommand", at);
    assert!(shown["message"].as_str().is_some_and(|m| m.starts_with("real: ")), "{shown}");
    // A program of very many states: only a cancellation ends its search in time.
    let threads = "fork { a.f = a.f + 1; a.f = a.f + 2; a.f = a.f + 3; a.f = a.f + 4 }\n".repeat(7);
    client.open(&format!("class A {{ int f guarded_by this }}\nlet A a = new A in {{ {threads} print 0 }}"));
    let id = client.begin("workspace/executeCommand", explore);
    std::thread::sleep(std::time::Duration::from_millis(200));
    client.tell("$/cancelRequest", json!({ "id": id }));
    assert_eq!(client.answer(id)["error"]["code"], -32800);
    assert_eq!(client.about("racefree/text").as_str().map(|t| t.starts_with("class A")), Some(true));
    assert!(client.exit());
}

#[test]
fn words_are_completed() {
    let mut client = Client::plain();
    let mut complete = |program: &str| {
        let (text, at) = marked(program);
        client.open(&text);
        let items = client.at("textDocument/completion", &at);
        texts(&items, "label").into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(complete(&ACCOUNT.replace("  a.deposit(10)\n}", "  a.$0\n}")), ["m", "balance", "deposit"]);
    assert_eq!(complete(&ACCOUNT.replace("  a.deposit(10)\n}", "  synchronized $0 in 1\n}")), ["a", "a.m"]);
    assert_eq!(complete(&ACCOUNT.replace("guarded_by this", "guarded_by $0")), ["this", "this.m"]);
    assert!(complete(&ACCOUNT.replace("new Account", "new $0")).starts_with(&["Account".to_owned()]));
    let (text, at) = marked(&ACCOUNT.replace("  a.deposit(10)\n}", "  a.deposit($0)\n}"));
    client.open(&text);
    let help = client.at("textDocument/signatureHelp", &at);
    assert_eq!(help["signatures"][0]["label"], "int deposit(int x) requires this");
    assert_eq!(
        (&help["activeParameter"], &help["signatures"][0]["parameters"][0]["label"]),
        (&json!(0), &json!("int x"))
    );
    assert!(client.exit());
}

#[test]
fn every_question_is_answered_about_every_program() {
    let mut client = Client::plain();
    for entry in racefree_corpus::entries().iter().step_by(7) {
        client.open(entry.source);
        let middle = entry.source.char_indices().nth(entry.source.chars().count() * 2 / 3).map_or(0, |(i, _)| i);
        let at = position(entry.source, middle);
        for method in ["hover", "definition", "documentHighlight", "completion", "signatureHelp"] {
            client.at(&format!("textDocument/{method}"), &at);
        }
        for method in ["documentSymbol", "foldingRange", "codeLens", "semanticTokens/full", "diagnostic"] {
            client.about(&format!("textDocument/{method}"));
        }
        let range = json!({ "start": at, "end": at });
        let whole = json!({ "textDocument": { "uri": URI }, "range": range, "context": { "diagnostics": [] } });
        client.ask("textDocument/inlayHint", whole.clone());
        client.ask("textDocument/codeAction", whole);
    }
    assert!(client.exit());
}
