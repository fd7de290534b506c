//! Atomic replacement of files: whatever happens during writing, the old one or the new one is there.

use crate::running::interrupt;
use std::borrow::Cow;
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Replaces a file by new contents, or makes it. The contents are written to a new file beside it, which nothing else has the name
/// of, and moved into place when all of them are on the disk; a symbolic link keeps leading to the file, and owner and permissions stay.
/// If it fails, the old file is as it was. A request to end the program waits until the new file is in its place.
pub fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let old = fs::metadata(&path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        // A pipe or a device cannot be moved over.
        return File::options().write(true).open(&path)?.write_all(contents);
    }
    interrupt::after(|| {
        let (beside, mut file) = beside(&path)?;
        let written = file
            .write_all(contents)
            .and_then(|()| old.map_or(Ok(()), |old| take_over(&file, &old)))
            .and_then(|()| file.sync_all())
            .and_then(|()| fs::rename(&beside, &path));
        if written.is_err() {
            // Half a file is of no use; if it cannot be removed either, it stays.
            let _ = fs::remove_file(&beside);
        }
        written
    })
}

/// Gives a new file the owner and the permissions of an old one.
fn take_over(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let new = file.metadata()?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            // Who may not give a file away keeps it, as its editor would.
            let _ = fchown(file, Some(old.uid()), Some(old.gid()));
        }
    }
    file.set_permissions(old.permissions())
}

/// Replaces the bytes that were read of a file, unless it has others by now that are not the new ones. If it fails, the file is as it was.
pub fn rewrite_bytes(path: &Path, read: &[u8], contents: &[u8]) -> io::Result<()> {
    // A pipe cannot be read again.
    if path.is_file() {
        match fs::read(path)? {
            now if now == contents => return Ok(()),
            now if now != read => return Err(io::Error::other("it has changed since it was read")),
            _ => {}
        }
    }
    replace(path, contents)
}

/// `rewrite_bytes` for a text, in the form of the one that was read (`in_form_of`).
pub fn rewrite(path: &Path, read: &str, contents: &str) -> io::Result<()> {
    rewrite_bytes(path, read.as_bytes(), in_form_of(read, contents).as_bytes())
}

/// A text with the byte order mark of another one, and with its line ends if these are all `\r\n`.
pub fn in_form_of<'t>(read: &str, text: &'t str) -> Cow<'t, str> {
    let mut text = Cow::Borrowed(text);
    let lines = read.matches('\n').count();
    if lines > 0 && read.matches("\r\n").count() == lines {
        text = Cow::Owned(text.replace("\r\n", "\n").replace('\n', "\r\n"));
    }
    if read.starts_with(MARK) && !text.starts_with(MARK) {
        text.to_mut().insert(0, MARK);
    }
    text
}

/// Byte order mark.
const MARK: char = '\u{feff}';

/// A new, empty file beside another one, under a name that no file had.
fn beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let process = std::process::id();
    for number in 0..1_000 {
        let name = with(path, &format!(".{process}-{number}.tmp"));
        match File::create_new(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|file| (name, file)),
        }
    }
    Err(io::Error::other("there are too many temporary files beside it"))
}

/// Moves a file aside to an unused name. Returns that name.
pub fn put_aside(path: &Path) -> io::Result<PathBuf> {
    let names = std::iter::once(".broken".to_owned()).chain((2..1_000).map(|n| format!(".broken-{n}")));
    let mut free = names.map(|name| with(path, &name)).filter(|p| p.symlink_metadata().is_err());
    let aside = free.next().ok_or_else(|| io::Error::other("there are too many broken files beside it"))?;
    fs::rename(path, &aside)?;
    Ok(aside)
}

fn with(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
