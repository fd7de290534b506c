//! The package for VS Code: its grammar is made from the tokens of the language, its other files are JSON that fits together.

use racefree_grammar::keywords::KEYWORDS;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn read(path: &str) -> String {
    std::fs::read_to_string(file(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The words that `grammar/src/token.rs` declares.
fn declared() -> Vec<String> {
    let tokens = read("grammar/src/token.rs");
    let lines = tokens.lines().filter_map(|l| l.trim().strip_prefix("#[token(\"")?.strip_suffix("\")]"));
    lines.filter(|w| w.starts_with(|c: char| c.is_ascii_alphabetic())).map(str::to_owned).collect()
}

/// The TextMate grammar.
fn made() -> Value {
    let is = |word: &str, of: &[&str]| of.contains(&word);
    let (types, constants) = (["int", "boolean", "void"], ["null", "true", "false"]);
    let modifiers =
        ["final", "guarded_by", "write_guarded_by", "requires", "ghost", "thread_local", "extends", "holds", "no_warn"];
    let words = declared();
    let of = |wanted: &dyn Fn(&str) -> bool| {
        let all: Vec<&str> = words.iter().map(String::as_str).filter(|w| wanted(w)).collect();
        format!("(?<![\\w$])(?:{})(?![\\w$])", all.join("|"))
    };
    let control = |w: &str| !is(w, &types) && !is(w, &constants) && !is(w, &modifiers) && w != "this";
    let code = json!([
        { "match": of(&control), "name": "keyword.control.rfj" },
        { "match": of(&|w| is(w, &modifiers)), "name": "storage.modifier.rfj" },
        { "match": of(&|w| is(w, &types)), "name": "storage.type.rfj" },
        { "match": of(&|w| is(w, &constants)), "name": "constant.language.rfj" },
        { "match": of(&|w| w == "this"), "name": "variable.language.rfj" },
        { "match": "(?<![\\w$])[0-9]+", "name": "constant.numeric.rfj" },
        { "match": "(?<![\\w$])[A-Z][\\w$]*", "name": "entity.name.type.rfj" },
        { "match": "(?<![\\w$])[A-Za-z_$][\\w$]*(?=\\s*\\()", "name": "entity.name.function.rfj" },
        { "match": "\\|\\||&&|[=!<>]=|[-+*/%!<>=]", "name": "keyword.operator.rfj" },
        { "begin": "\"", "end": "\"|$", "name": "string.quoted.double.rfj",
          "patterns": [{ "match": "\\\\(?:u+[0-9A-Fa-f]{4}|[0-7]{1,3}|.)", "name": "constant.character.escape.rfj" }] },
    ]);
    json!({
        "information_for_contributors": ["Made from grammar/src/token.rs: RACEFREE_UPDATE=1 cargo test -p racefree-lsp --test all grammar"],
        "name": "RaceFreeJava",
        "scopeName": "source.rfj",
        "patterns": [{ "include": "#comments" }, { "include": "#code" }],
        "repository": {
            "comments": { "patterns": [
                { "begin": "/\\*#", "end": "\\*/", "name": "meta.annotation.rfj",
                  "beginCaptures": { "0": { "name": "punctuation.definition.annotation.rfj" } },
                  "endCaptures": { "0": { "name": "punctuation.definition.annotation.rfj" } },
                  "patterns": [{ "include": "#comments" }, { "include": "#code" }] },
                { "match": "//#", "name": "punctuation.definition.annotation.rfj" },
                { "match": "//!.*$", "name": "comment.line.documentation.rfj" },
                { "match": "//.*$", "name": "comment.line.double-slash.rfj" },
                { "begin": "/\\*", "end": "\\*/", "name": "comment.block.rfj", "patterns": [{ "include": "#nested" }] }
            ] },
            "nested": { "begin": "/\\*", "end": "\\*/", "patterns": [{ "include": "#nested" }] },
            "code": { "patterns": code }
        }
    })
}

#[test]
fn grammar_is_made_from_the_tokens() {
    let path = "app/lsp/vscode/syntaxes/rfj.tmLanguage.json";
    let text = format!("{}\n", serde_json::to_string_pretty(&made()).unwrap_or_default());
    if std::env::var_os("RACEFREE_UPDATE").is_some() {
        std::fs::write(file(path), &text).unwrap_or_else(|e| panic!("{path}: {e}"));
    }
    assert!(read(path) == text, "{path} is stale: RACEFREE_UPDATE=1 cargo test -p racefree-lsp --test all grammar");
    assert_eq!(declared(), KEYWORDS, "the keywords of completion are those of the lexer");
}

#[test]
fn files_of_the_package_fit_together() {
    let parse = |path: &str| -> Value { serde_json::from_str(&read(path)).unwrap_or_else(|e| panic!("{path}: {e}")) };
    let package = parse("app/lsp/vscode/package.json");
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
    let contributes = &package["contributes"];
    // The script is made of this one when the package is.
    assert!(
        package["scripts"]["vscode:prepublish"].as_str().is_some_and(|made| made.contains("src/extension.js --bundle"))
    );
    for path in [
        &Value::from("src/extension.js"),
        &contributes["languages"][0]["configuration"],
        &contributes["grammars"][0]["path"],
        &contributes["snippets"][0]["path"],
    ] {
        let path = path.as_str().unwrap_or_else(|| panic!("{package}")).trim_start_matches("./");
        assert!(file("app/lsp/vscode").join(path).is_file(), "{path}");
    }
    assert_eq!(contributes["grammars"][0]["scopeName"], made()["scopeName"]);
    parse("app/lsp/vscode/language-configuration.json");
    // Every snippet is a program, or a part that makes one.
    let snippets = parse("app/lsp/vscode/snippets/rfj.json");
    assert!(snippets.as_object().is_some_and(|all| all.len() >= 5));
}

#[test]
fn settings_of_the_package_are_those_of_the_server() {
    let package: Value = serde_json::from_str(&read("app/lsp/vscode/package.json")).unwrap_or_default();
    let properties = package["contributes"]["configuration"]["properties"].as_object().cloned().unwrap_or_default();
    let mut settings = json!({});
    for (name, schema) in &properties {
        let parts: Vec<&str> = name.split('.').skip(1).collect();
        let default = schema["default"].clone();
        match parts.as_slice() {
            [one] => settings[*one] = default,
            [one, two] => settings[*one][*two] = default,
            _ => panic!("{name}"),
        }
    }
    let mut client = crate::client::Client::with(json!({}), settings);
    client.open("1");
    assert!(client.inbox.iter().all(|m| m["method"] != "window/showMessage"), "{:?}", client.inbox);
    let names = "system off variant noWarn defaults hints.heldLocks hints.defaults maxStates time pages";
    for name in names.split(' ') {
        assert!(properties.contains_key(&format!("racefree.{name}")), "{name}");
    }
}
