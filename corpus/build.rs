//! Has the crate built anew when a program is added, changed or taken away, and writes the table of the shortest witnesses, which a
//! page has without the programs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

#[allow(dead_code)]
#[path = "src/header.rs"]
mod header;

use header::{Header, program_text};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=.");
    let mut programs = Vec::new();
    find(Path::new("."), &mut programs)?;
    programs.sort();
    // The first of the shortest is the witness.
    let mut shortest = BTreeMap::new();
    for path in programs {
        let text = fs::read_to_string(&path)?;
        let (header, length) = (Header::read(&text), program_text(&text).len());
        let path = path.strip_prefix(".").unwrap_or(&path).display().to_string().replace('\\', "/");
        for key in ["proves", "sole-cause"] {
            for value in header.list(key) {
                let row = [header.system(), key, value].map(str::to_owned);
                let best = shortest.entry(row).or_insert_with(|| (length, path.clone()));
                if length < best.0 {
                    *best = (length, path.clone());
                }
            }
        }
    }
    let rows: Vec<String> = shortest
        .iter()
        .map(|([system, key, value], (_, path))| format!("[{system:?}, {key:?}, {value:?}, {path:?}],\n"))
        .collect();
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("shortest.in"), format!("&[\n{}]", rows.concat()))
}

/// The programs of a folder.
fn find(folder: &Path, programs: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, programs)?;
        } else if path.extension().is_some_and(|e| e == "rfj") {
            programs.push(path);
        }
    }
    Ok(())
}
