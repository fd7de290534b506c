//! Files of a page, and the forms in which it is written.

use super::shown::Shown;
use crate::page::{self, APP, STYLE, in_markup};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use racefree_answers::examples::{self, Examples};
use racefree_answers::json::line;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::path::Path;

/// The engine; empty if it was not made.
pub const ENGINE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/engine.wasm"));
/// The part of it that a page begins with.
const JUDGE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/judge.wasm"));
/// The page.
pub const INDEX: &str = include_str!("../../../../web/ui/dist/index.html");
/// The editor.
pub const EDITOR: &str = include_str!("../../../../web/ui/dist/editor.js");
/// Worker that holds the engine in a page.
pub const WORKER: &str = include_str!("../../../../web/ui/dist/worker.js");
/// Service worker that keeps the site for times without a network.
const KEEPER: &str = include_str!("../../../../web/ui/dist/sw.js");
/// Licences of the scripts.
const LICENCES: &str = include_str!("../../../../web/ui/dist/LICENSES.txt");

/// Data given to the page, as in [`INDEX`].
const TOLD: &str = r#"{"page":"play","engine":"worker"}"#;

/// Data given to the page by an engine, with a program to begin with. Saves go to the file at the path, if there is
/// one.
pub fn told(engine: &str, shown: Option<&Shown>, path: Option<&Path>) -> String {
    in_markup(&json!({ "page": "play", "engine": engine, "file": shown, "path": path }).to_string())
}

/// The page that is told so.
pub fn index(told: &str) -> String {
    INDEX.replacen(TOLD, told, 1)
}

/// The programs that are in the binary, with their texts.
fn programs() -> String {
    line(&Examples::of(&examples::all(), true))
}

/// The page as one file.
pub fn single(shown: Option<&Shown>) -> String {
    let data = format!(
        "<script type=\"application/json\" id=\"data\">{}</script>\n\
         <script type=\"application/json\" id=\"examples\">{}</script>\n\
         <script type=\"application/octet-stream\" id=\"engine\">{}</script>\n\
         <script type=\"text/plain\" id=\"worker\">{WORKER}</script>\n",
        told("worker", shown, None),
        in_markup(&programs()),
        BASE64_STANDARD.encode(ENGINE)
    );
    page::single("racefree", STYLE, &data, &[EDITOR, APP], "worker-src blob:; img-src data:", "'wasm-unsafe-eval'")
}

/// The site.
pub fn site(folder: &Path) -> io::Result<()> {
    let examples = programs();
    let files: [(&str, &[u8]); 9] = [
        ("index.html", INDEX.as_bytes()),
        ("app.css", STYLE.as_bytes()),
        ("app.js", APP.as_bytes()),
        ("editor.js", EDITOR.as_bytes()),
        ("worker.js", WORKER.as_bytes()),
        ("judge.wasm", JUDGE),
        ("engine.wasm", ENGINE),
        ("examples.json", examples.as_bytes()),
        ("LICENSES.txt", LICENCES.as_bytes()),
    ];
    fs::create_dir_all(folder)?;
    let mut all = Sha256::new();
    for (name, bytes) in files {
        all.update(bytes);
        fs::write(folder.join(name), bytes)?;
    }
    // The cache is named by a hash of all files.
    let version = all.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect::<String>();
    fs::write(folder.join("sw.js"), KEEPER.replace("@version@", &version))
}
