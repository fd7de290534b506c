//! The language server as a program, and Neovim with it.

use crate::place::Place;
use std::io::Write;
use std::process::{Command, Stdio};

/// Program with an error that has one sure repair.
const PROGRAM: &str = "class A { int f guarded_by this }\nlet A a = new A in a.f\n";

#[test]
fn a_session_over_pipes() {
    let mut server = Command::new(env!("CARGO_BIN_EXE_racefree"))
        .args(["lsp", "--stdio"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|e| panic!("{e}"));
    let open = serde_json::json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {
        "textDocument": { "uri": "file:///a.rfj", "languageId": "rfj", "version": 1, "text": PROGRAM } } });
    let explore = serde_json::json!({ "jsonrpc": "2.0", "id": 2, "method": "workspace/executeCommand",
        "params": { "command": "racefree.explore", "arguments": ["file:///a.rfj"] } });
    let messages = [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#.to_owned(),
        open.to_string(),
        explore.to_string(),
    ];
    let mut stdin = server.stdin.take().unwrap_or_else(|| panic!("no input"));
    for message in &messages {
        write!(stdin, "Content-Length: {}\r\n\r\n{message}", message.len()).unwrap_or_else(|e| panic!("{e}"));
    }
    std::thread::sleep(std::time::Duration::from_millis(500));
    for message in [r#"{"jsonrpc":"2.0","id":3,"method":"shutdown"}"#, r#"{"jsonrpc":"2.0","method":"exit"}"#] {
        write!(stdin, "Content-Length: {}\r\n\r\n{message}", message.len()).unwrap_or_else(|e| panic!("{e}"));
    }
    drop(stdin);
    let output = server.wait_with_output().unwrap_or_else(|e| panic!("{e}"));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("EXP REF/guard-held") && text.contains("\"id\":2"), "{text}");
}

/// The client in Lua: it opens the file, waits for the error, applies the preferred action, and writes the file.
const LUA: &str = r#"
local ok, why = pcall(function()
  local client = vim.lsp.start_client({ name = "racefree", cmd = { os.getenv("RACEFREE"), "lsp" }, root_dir = vim.fn.getcwd() })
  vim.cmd("edit a.rfj")
  vim.lsp.buf_attach_client(0, client)
  assert(vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 20), "no diagnostics")
  local range = { start = { line = 1, character = 19 }, ["end"] = { line = 1, character = 22 } }
  local params = { textDocument = vim.lsp.util.make_text_document_params(), range = range, context = { diagnostics = {} } }
  local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 20000)
  local action = answers[client].result[1]
  local encoding = vim.lsp.get_client_by_id(client).offset_encoding
  vim.lsp.util.apply_workspace_edit(action.edit, encoding)
  assert(vim.wait(20000, function() return #vim.diagnostic.get(0) == 0 end, 20), "the error is still there")
  vim.cmd("write")
  vim.lsp.stop_client(client)
end)
if not ok then io.stderr:write(tostring(why)) vim.cmd("cquit") end
vim.cmd("qall!")
"#;

#[test]
fn neovim_attaches_and_applies_a_repair() {
    let has = Command::new("nvim").arg("--version").output().is_ok_and(|o| o.status.success());
    if !has {
        assert!(
            !std::env::var("REQUIRE").is_ok_and(|all| all.contains("nvim")),
            "`nvim` is required, and not installed"
        );
        return;
    }
    let place = Place::new("neovim");
    let (file, script) = (place.file("a.rfj"), place.file("client.lua"));
    for (path, text) in [(&file, PROGRAM), (&script, LUA)] {
        std::fs::write(path, text).unwrap_or_else(|e| panic!("{e}"));
    }
    let folder = std::path::Path::new(&file).parent().unwrap_or_else(|| panic!("{file:?}")).to_owned();
    let output = Command::new("nvim")
        .args(["--headless", "--clean", "-c"])
        .arg(format!("luafile {script}"))
        .env("RACEFREE", env!("CARGO_BIN_EXE_racefree"))
        .current_dir(&folder)
        .output()
        .unwrap_or_else(|e| panic!("{e}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{e}"));
    assert!(text.contains("synchronized a in a.f"), "{text}");
}
