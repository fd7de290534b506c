//! Files of a call: folders are walked, programs and Java told apart by their names; Java is read with the stubs of its library.

use super::{ENDLESS, is_java, most};
use crate::args::java::JavaArgs;
use crate::options;
use crate::parallel::in_order_by;
use racefree_answers::java::{self, JavaFile};
use racefree_java::declare::Find;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use walkdir::{DirEntry, WalkDir};

/// Greatest size of a Java file, in bytes.
const LARGEST: u64 = 1 << 31;

/// Files of a call, by what they are.
#[derive(Default)]
pub struct Found {
    /// Programs of the calculus.
    pub programs: Vec<PathBuf>,
    /// Java files.
    pub java: Vec<PathBuf>,
    /// Sentences about folders that cannot be read, or have no such file.
    pub wrong: Vec<String>,
}

/// Finds the files: those that are named, and in folders all `.rfj` and `.java`, without hidden folders and links.
pub fn find(paths: &[PathBuf], stdin_is_java: bool) -> Found {
    let mut found = Found::default();
    for path in paths {
        if path.as_os_str() == "-" {
            let to = if stdin_is_java { &mut found.java } else { &mut found.programs };
            to.push(path.clone());
        } else if path.is_dir() {
            let before = found.programs.len() + found.java.len();
            for entry in walk(path) {
                let entry = match entry {
                    Ok(entry) => entry,
                    Err(error) => {
                        found.wrong.push(format!("cannot read `{}`: {error}", path.display()));
                        continue;
                    }
                };
                match entry.path() {
                    _ if !entry.file_type().is_file() => {}
                    path if is_java(path) => found.java.push(entry.into_path()),
                    path if path.extension().is_some_and(|e| e == "rfj") => found.programs.push(entry.into_path()),
                    _ => {}
                }
            }
            if found.programs.len() + found.java.len() == before {
                found.wrong.push(format!("the folder `{}` has no file *.java or *.rfj", path.display()));
            }
        } else if is_java(path) {
            found.java.push(path.clone());
        } else {
            found.programs.push(path.clone());
        }
    }
    // A file that is named twice is one file.
    let mut seen = std::collections::BTreeSet::new();
    found.java.retain(|path| seen.insert(fs::canonicalize(path).unwrap_or_else(|_| path.clone())));
    found
}

fn walk(folder: &Path) -> impl Iterator<Item = walkdir::Result<DirEntry>> {
    let hidden = |e: &DirEntry| e.depth() > 0 && e.file_name().to_str().is_some_and(|name| name.starts_with('.'));
    WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(move |entry| !hidden(entry))
}

/// Reads a Java file, or standard input for `-`.
fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    let name = path.display();
    let unreadable = |error: io::Error| format!("cannot read `{name}`: {error}");
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        io::stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    } else {
        let file = fs::File::open(path).map_err(unreadable)?;
        let most = most(&file, LARGEST + 1).map_err(unreadable)?;
        let read = file.take(most).read_to_end(&mut bytes).map_err(unreadable)?;
        if read as u64 == most && most <= LARGEST {
            return Err(unreadable(io::Error::other(ENDLESS)));
        }
    }
    match bytes.len() as u64 > LARGEST {
        true => Err(format!("`{name}` is larger than 2 GiB, the most that is read of a Java file")),
        false => Ok(bytes),
    }
}

/// Finder of classes that the sources do not declare, below folders laid out by package.
fn library(folders: &[PathBuf]) -> Option<Find> {
    if folders.is_empty() {
        return None;
    }
    let folders = folders.to_vec();
    Some(Arc::new(move |name: &str| {
        let file = format!("{}.java", name.replace('.', "/"));
        folders.iter().find_map(|folder| {
            let path = folder.join(&file);
            fs::read(&path).ok().map(|bytes| (path.display().to_string(), bytes))
        })
    }))
}

/// Reads the files that the arguments name, on as many threads.
pub fn read(paths: &[PathBuf], stubs: &[PathBuf], threads: usize) -> Result<Vec<JavaFile>, String> {
    let file =
        |path: &Path, stub: bool| bytes(path).map(|bytes| JavaFile { name: path.display().to_string(), bytes, stub });
    let none = Path::new("none");
    let own = stubs.iter().filter(|path| *path != none).map(|path| file(path, true));
    let built_in = java::built_in().filter(|_| !stubs.iter().any(|path| path == none)).map(Ok);
    let mut files = Vec::new();
    let take = |file: Result<JavaFile, String>| {
        files.push(file.map_err(io::Error::other)?);
        Ok(())
    };
    in_order_by(threads, paths, |_| 0, |path| file(path, false), take).map_err(|e| e.to_string())?;
    files.into_iter().map(Ok).chain(own).chain(built_in).collect()
}

/// Finds Java files, where programs of the calculus have no place.
pub fn java_alone(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let Found { programs, java, wrong } = find(paths, true);
    match (programs.first(), wrong.first()) {
        (_, Some(message)) => Err(message.clone()),
        (Some(path), None) => Err(format!("`{}` is a program of the calculus, and no Java", path.display())),
        (None, None) => Ok(java),
    }
}

/// Finder of foreign classes, and the number of threads.
pub fn around(args: &JavaArgs) -> (Option<Find>, usize) {
    (library(&args.classpath_source), args.threads.map_or_else(options::cores, usize::from))
}
