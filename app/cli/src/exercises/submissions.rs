//! Folders of exercises and submissions. Submissions are written by others: links are not followed, and nothing larger than the limit is read.

use racefree_answers::desk::Desk;
use racefree_answers::is_java;
use racefree_exercises::file::SOLUTION;
use racefree_exercises::{Exercise, Grade, Ready, handed};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The exercises of a folder, by the name of their files. Fails if the folder cannot be read, or an exercise has a fault.
pub fn exercises(desk: &Desk, folder: &Path) -> Result<BTreeMap<String, Ready>, String> {
    let unreadable = |error: io::Error| format!("the folder `{}` cannot be read: {error}", folder.display());
    let mut all = BTreeMap::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(|e| unreadable(e.into_io_error().unwrap_or_else(|| io::ErrorKind::Other.into())))?;
        let is_exercise = |path: &Path| {
            let name = path.to_string_lossy();
            (name.ends_with(".rfj") || is_java(&name)) && !name.ends_with(SOLUTION)
        };
        if entry.file_type().is_dir() || !is_exercise(entry.path()) {
            continue;
        }
        let file = entry.into_path();
        let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let source = crate::input::read_text(&file)?;
        let named = |message: String| format!("`{}`: {message}", file.display());
        // Its name is without the folders.
        let own = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let exercise = Exercise::read(&own, &source.text).map_err(named)?;
        let ready = Ready::new(desk, exercise).map_err(|grade| named(racefree_exercises::ready::said(&grade)))?;
        if all.insert(stem.clone(), ready).is_some() {
            return Err(format!("two exercises in `{}` are named `{stem}`", folder.display()));
        }
    }
    if all.is_empty() {
        return Err(format!("there is no exercise in `{}`", folder.display()));
    }
    Ok(all)
}

/// Folder of a student.
pub struct Student {
    /// Name of the folder.
    pub name: OsString,
    /// The folder.
    pub folder: PathBuf,
    /// Files that are submissions of no exercise.
    pub strange: Vec<String>,
}

/// The students of a folder, by name.
pub fn students(folder: &Path, exercises: &BTreeMap<String, Ready>) -> Result<Vec<Student>, String> {
    let unreadable = |error: io::Error| format!("the folder `{}` cannot be read: {error}", folder.display());
    let mut students = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        // The type of the entry itself: a link is none.
        if entry.file_type().map_err(unreadable)?.is_dir() {
            let strange = strange(&entry.path(), exercises);
            students.push(Student { name: entry.file_name(), folder: entry.path(), strange });
        }
    }
    students.sort_by(|a, b| a.name.cmp(&b.name));
    if students.is_empty() {
        Err(format!("there is no folder of a student in `{}`", folder.display()))
    } else {
        Ok(students)
    }
}

fn strange(folder: &Path, exercises: &BTreeMap<String, Ready>) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let known = |name: &String| name.rsplit_once('.').is_some_and(|(stem, _)| exercises.contains_key(stem));
    let mut strange: Vec<String> = names.filter(|name| !known(name) && !name.starts_with('.')).collect();
    strange.sort();
    strange
}

/// Reads the submission of an exercise; none if there is none. The error is the grade of what cannot be read.
pub fn read(student: &Student, stem: &str, exercise: &Exercise) -> Result<Option<Vec<u8>>, Grade> {
    let own = if exercise.java { "java" } else { "rfj" };
    let extensions = if exercise.kind.wants_program() { [own, "txt"] } else { ["txt", own] };
    for extension in extensions {
        let path = student.folder.join(format!("{stem}.{extension}"));
        let unreadable = |error: io::Error| Grade::unreadable("", format!("it cannot be read: {error}"));
        let found = match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            found => found.map_err(unreadable)?,
        };
        if !found.is_file() {
            return Err(Grade::unreadable("", "it is no regular file"));
        }
        if found.len() > handed::MOST_BYTES as u64 {
            return Err(Grade::unreadable("", "it is larger than 1 MB"));
        }
        let mut bytes = Vec::new();
        let file = File::open(&path).map_err(unreadable)?;
        file.take(handed::MOST_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        return Ok(Some(bytes));
    }
    Ok(None)
}
