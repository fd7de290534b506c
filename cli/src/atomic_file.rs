//! Files that are replaced atomically: whatever happens while one is written, the old one or the new one is there.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file beside the old one, and puts it in its place when all of it is on the disk.
///
/// # Errors
///
/// What the system says. The old file is as it was.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    // The file that a link leads to, not the link.
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let part = with(&path, ".part");
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    let moved = written.and_then(|()| std::fs::rename(&part, &path));
    if moved.is_err() {
        // Half a file is of no use; if it cannot be removed either, it stays.
        let _ = std::fs::remove_file(&part);
    }
    moved
}

/// Puts a file aside under a name that no file has. Gives that name.
///
/// # Errors
///
/// What the system says.
pub fn put_aside(path: &Path) -> io::Result<PathBuf> {
    let names = std::iter::once(".broken".to_owned()).chain((2..1_000).map(|n| format!(".broken-{n}")));
    let mut free = names.map(|name| with(path, &name)).filter(|p| p.symlink_metadata().is_err());
    let aside = free.next().ok_or_else(|| io::Error::other("there are too many broken files beside it"))?;
    std::fs::rename(path, &aside)?;
    Ok(aside)
}

fn with(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
