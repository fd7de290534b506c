//! Reading programs, from files and standard input; what cannot be read is said in a sentence. Java is in [`java`].

pub mod java;

use racefree_answers::Source;
use racefree_grammar::parser::MAX_SOURCE;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The name is one of a Java file.
pub fn is_java(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("java"))
}

/// Reads a file, or standard input for `-`.
pub fn read(path: &Path) -> Result<Source, String> {
    let name = path.display().to_string();
    if is_java(path) {
        return Err(format!(
            "`{name}` is Java, which `check`, `atomicity`, `annotate`, `lower`, `run`, `test`, `explore`, `explain`, `pairs` and `play` read; `lower` prints it as a program"
        ));
    }
    read_text(path)
}

/// The same, in whatever language.
pub fn read_text(path: &Path) -> Result<Source, String> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    let limit = MAX_SOURCE as u64 + 1;
    let outcome = if name == "-" {
        static READ: AtomicBool = AtomicBool::new(false);
        if READ.swap(true, Relaxed) {
            return Err("standard input is read once, and `-` names it twice".to_owned());
        }
        io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| {
            let size = file.metadata().map_or(0, |m| m.len());
            bytes.reserve_exact(size.min(limit) as usize + 1);
            let most = most(&file, limit)?;
            let read = file.take(most).read_to_end(&mut bytes)?;
            if read as u64 == most && most < limit { Err(io::Error::other(ENDLESS)) } else { Ok(read) }
        })
    };
    outcome.map_err(|error| format!("cannot read `{name}`: {error}"))?;
    if bytes.len() > MAX_SOURCE {
        return Err(format!("`{name}` is larger than 4 GiB, the most that racefree reads"));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..good].iter().filter(|&&b| b == b'\n').count() + 1;
        let start = error.as_bytes()[..good].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let column = String::from_utf8_lossy(&error.as_bytes()[start..good]).chars().count() + 1;
        let byte = error.as_bytes()[good];
        format!("`{name}` is not UTF-8: the byte 0x{byte:02X} at line {line}, column {column} belongs to no character")
    })?;
    Ok(Source { name, text })
}

/// Complaint about a device that gives more than a program.
pub const ENDLESS: &str = "it is a device that does not end";

/// The most that is read of a file: of a device, which may have no end, 16 MiB.
pub fn most(file: &File, limit: u64) -> io::Result<u64> {
    let kind = file.metadata()?.file_type();
    #[cfg(unix)]
    let is_device = std::os::unix::fs::FileTypeExt::is_char_device(&kind);
    #[cfg(not(unix))]
    let is_device = {
        let _ = kind;
        false
    };
    Ok(if is_device { limit.min(16 << 20) } else { limit })
}

/// The most that a file of results may hold, in bytes.
const MAX_RESULTS: u64 = 1 << 30;

/// Reads a file written by an earlier command: a regular one, of bounded size.
pub fn read_results(path: &Path) -> Result<String, String> {
    let name = path.display();
    let unreadable = |error: io::Error| format!("cannot read `{name}`: {error}");
    let file = File::open(path).map_err(unreadable)?;
    if !file.metadata().map_err(unreadable)?.is_file() {
        return Err(format!("`{name}` is no regular file"));
    }
    let mut text = String::new();
    file.take(MAX_RESULTS + 1).read_to_string(&mut text).map_err(unreadable)?;
    if text.len() as u64 > MAX_RESULTS {
        return Err(format!("`{name}` is larger than 1 GiB, the most that results are read from"));
    }
    Ok(text)
}
