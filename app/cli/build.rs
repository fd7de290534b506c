//! Puts the browser's engine into the program, if `app/web/build engine` has made it, and the ages of both: an engine that is older than the
//! sources may say something else than the program.

use std::path::Path;
use std::time::UNIX_EPOCH;
use std::{env, fs, io};

/// Folders whose files the engine is made of.
const SOURCES: [&str; 9] = [
    "../../grammar",
    "../../typeck",
    "../../interp",
    "../../analyses",
    "../../java",
    "../../corpus",
    "../answers",
    "../exercises",
    "../web/engine",
];

/// Folders in them that it is not made of.
const ASIDE: [&str; 5] = ["tests", "benches", "target", "scala", "examples"];

/// Time at which a file was changed last, in seconds.
fn age(path: &Path) -> u64 {
    let time = fs::metadata(path).and_then(|data| data.modified()).ok();
    time.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map_or(0, |time| time.as_secs())
}

/// The newest file of a folder.
fn newest(folder: &Path) -> io::Result<u64> {
    let mut all = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        if entry.file_type()?.is_dir() {
            if !ASIDE.iter().any(|aside| name == *aside) {
                all = all.max(newest(&path)?);
            }
        } else {
            println!("cargo:rerun-if-changed={}", path.display());
            all = all.max(age(&path));
        }
    }
    Ok(all)
}

fn main() -> io::Result<()> {
    let folder = Path::new("../web/built");
    println!("cargo:rerun-if-changed={}", folder.display());
    let made = env::var("OUT_DIR").unwrap_or_default();
    // Without them there is everything but what runs in a browser alone.
    for module in ["engine.wasm", "judge.wasm"] {
        fs::write(Path::new(&made).join(module), fs::read(folder.join(module)).unwrap_or_default())?;
    }
    let sources = SOURCES.map(|room| newest(Path::new(room)).unwrap_or(0)).into_iter().max();
    println!("cargo:rustc-env=RACEFREE_SOURCES={}", sources.unwrap_or(0));
    println!("cargo:rustc-env=RACEFREE_ENGINE={}", age(&folder.join("engine.wasm")));
    Ok(())
}
