//! Files of a page, and the forms in which it is written.

use super::shown::Shown;
use crate::page::{self, APP, STYLE, in_markup};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use racefree_answers::desk::{Desk, Limits, SystemHost};
use racefree_answers::examples::{self, Examples};
use racefree_answers::json::line;
use racefree_course::Course;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

/// The engine that was there when this program was built; empty if none was.
const ENGINE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/engine.wasm"));
/// The part of it that a page begins with.
const JUDGE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/judge.wasm"));
/// Times of the newest source of this program and of that engine, in seconds.
const TIMES: [&str; 2] = [env!("RACEFREE_SOURCES"), env!("RACEFREE_ENGINE")];

/// Modules of the browser's engine.
pub struct Modules {
    /// The whole engine.
    engine: Cow<'static, [u8]>,
    /// The part of it that a page begins with.
    judge: Cow<'static, [u8]>,
    /// True if it is older than the sources of this program: it may answer otherwise.
    pub is_stale: bool,
}

/// Returns true if an engine of a time, in seconds, is older than the sources.
fn is_stale(engine: Option<u64>) -> bool {
    engine < TIMES[0].parse().ok()
}

impl Modules {
    /// Reads the modules of a folder, or takes those of this program. If they are in neither, the error says how they are made.
    pub fn find(folder: Option<&Path>) -> Result<Modules, String> {
        let read = |folder: &Path, name: &str| {
            let path = folder.join(name);
            fs::read(&path).map(Cow::Owned).map_err(|e| format!("cannot read the engine `{}`: {e}", path.display()))
        };
        match folder {
            Some(folder) => {
                let time = fs::metadata(folder.join("engine.wasm")).and_then(|data| data.modified()).ok();
                let seconds = time.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map(|time| time.as_secs());
                let (engine, judge) = (read(folder, "engine.wasm")?, read(folder, "judge.wasm")?);
                Ok(Modules { engine, judge, is_stale: is_stale(seconds) })
            }
            None if ENGINE.is_empty() => Err(
                "this program was built without the browser's engine; `app/web/build engine` in its sources makes it, \
                                              and --engine app/web/built names it"
                    .to_owned(),
            ),
            None => {
                let is_stale = is_stale(TIMES[1].parse().ok());
                Ok(Modules { engine: Cow::Borrowed(ENGINE), judge: Cow::Borrowed(JUDGE), is_stale })
            }
        }
    }
}
/// The page.
pub const INDEX: &str = include_str!("../../../web/ui/dist/index.html");
/// The editor.
pub const EDITOR: &str = include_str!("../../../web/ui/dist/editor.js");
/// Worker that holds the engine in a page.
pub const WORKER: &str = include_str!("../../../web/ui/dist/worker.js");
/// Service worker that keeps the site for times without a network.
const KEEPER: &str = include_str!("../../../web/ui/dist/sw.js");
/// Licences of the scripts.
const LICENCES: &str = include_str!("../../../web/ui/dist/LICENSES.txt");

/// Questions that the page asks about its first program, made by `app/web/ui/build.mjs`.
const FIRST: &str = include_str!("../../../web/ui/dist/first.json");

/// Data given to the page, as in [`INDEX`].
const TOLD: &str = r#"{"page":"play","engine":"worker"}"#;

/// The page of a site, with the answers to its first questions: its first program is judged before any engine is loaded.
fn begun(address: Option<&str>) -> io::Result<String> {
    let desk = Desk { exercise: racefree_exercises::ask, ..Desk::new(Limits::BROWSER, Arc::new(SystemHost)) };
    let asked: Vec<String> = serde_json::from_str(FIRST)?;
    let answered: Map<String, Value> =
        asked.into_iter().map(|question| (question.clone(), desk.ask(&question).into())).collect();
    Ok(index(&in_markup(
        &json!({ "page": "play", "engine": "worker", "answered": answered, "address": address }).to_string(),
    )))
}

/// Data given to the page by an engine, with a program to begin with. Saves go to the file at the path, if there is
/// one; links go to the address.
pub fn told(engine: &str, shown: Option<&Shown>, path: Option<&Path>, address: Option<&str>) -> String {
    in_markup(&json!({ "page": "play", "engine": engine, "file": shown, "path": path, "address": address }).to_string())
}

/// The page that is told so.
pub fn index(told: &str) -> String {
    INDEX.replacen(TOLD, told, 1)
}

/// The programs that are in the binary, with their texts.
fn programs() -> String {
    line(&Examples::of(&examples::all(), true))
}

/// The exercises, with their texts.
fn exercises() -> String {
    line(&racefree_exercises::ask::list(true))
}

/// The chapters of the course.
pub fn chapters() -> Result<Course, String> {
    racefree_course::course().map_err(|faults| faults.join("; "))
}

/// The course, as the page reads it.
pub fn course() -> String {
    chapters().map_or_else(|message| line(&json!({ "error": message })), |course| line(&course))
}

/// The page as one file.
pub fn single(modules: &Modules, shown: Option<&Shown>, address: Option<&str>) -> String {
    let data = format!(
        "<script type=\"application/json\" id=\"data\">{}</script>\n\
         <script type=\"application/json\" id=\"examples\">{}</script>\n\
         <script type=\"application/json\" id=\"exercises\">{}</script>\n\
         <script type=\"application/json\" id=\"course\">{}</script>\n\
         <script type=\"application/octet-stream\" id=\"engine\">{}</script>\n\
         <script type=\"text/plain\" id=\"worker\">{WORKER}</script>\n",
        told("worker", shown, None, address),
        in_markup(&programs()),
        in_markup(&exercises()),
        in_markup(&course()),
        BASE64_STANDARD.encode(&modules.engine)
    );
    page::single("racefree", STYLE, &data, &[EDITOR, APP], "worker-src blob:; img-src data:", "'wasm-unsafe-eval'")
}

/// The site. From a folder without a server, its page goes to the page as one file.
pub fn site(modules: &Modules, folder: &Path, address: Option<&str>) -> io::Result<()> {
    let (index, examples, exercises, course) = (begun(address)?, programs(), exercises(), course());
    let whole = single(modules, None, address);
    let files: [(&str, &[u8]); 12] = [
        ("index.html", index.as_bytes()),
        ("page.html", whole.as_bytes()),
        ("app.css", STYLE.as_bytes()),
        ("app.js", APP.as_bytes()),
        ("editor.js", EDITOR.as_bytes()),
        ("worker.js", WORKER.as_bytes()),
        ("judge.wasm", &modules.judge),
        ("engine.wasm", &modules.engine),
        ("examples.json", examples.as_bytes()),
        ("exercises.json", exercises.as_bytes()),
        ("course.json", course.as_bytes()),
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
