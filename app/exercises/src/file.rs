//! The exercises that are built in, in the order of the course.

use crate::exercise::Exercise;
use include_dir::Dir;
#[cfg(not(target_arch = "wasm32"))]
use include_dir::include_dir;

#[cfg(not(target_arch = "wasm32"))]
static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR");

/// A page has the exercises beside its engine, and loads them when they are wanted.
#[cfg(target_arch = "wasm32")]
static FILES: Dir<'_> = Dir::new("", &[]);

/// File of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File {
    /// Name: the path below `exercises/`, without the extension.
    pub name: &'static str,
    /// Path below `exercises/`.
    pub path: &'static str,
    /// The whole text.
    pub text: &'static str,
    /// A solution that stands beside it, without a header.
    pub solution: Option<&'static str>,
}

/// Ending of the name of a solution, which stands beside its exercise.
pub const SOLUTION: &str = ".solution.java";

impl File {
    /// The exercise in it.
    ///
    /// # Errors
    ///
    /// Fault of its header.
    pub fn exercise(&self) -> Result<Exercise, String> {
        let exercise = Exercise::read(self.path, self.text)?;
        Ok(Exercise { solution: self.solution.map(str::to_owned), ..exercise })
    }

    /// The last part of the name: `02-lost-money`.
    fn last(&self) -> &'static str {
        self.name.rsplit('/').next().unwrap_or_default()
    }

    /// The last part of the name without its number: `lost-money`.
    pub fn bare(&self) -> &'static str {
        self.last().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('-')
    }
}

/// Every exercise, by name.
pub fn all() -> Vec<File> {
    let mut found = Vec::new();
    let mut folders = vec![&FILES];
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        found.extend(folder.files().filter_map(|file| {
            let path = file.path().to_str()?;
            let name = path.strip_suffix(".rfj").or_else(|| path.strip_suffix(".java"))?;
            let solution = FILES.get_file(format!("{name}{SOLUTION}")).and_then(|file| file.contents_utf8());
            (!path.ends_with(SOLUTION)).then_some(File { name, path, text: file.contents_utf8()?, solution })
        }));
    }
    found.sort_by_key(|file| file.name);
    found
}

/// The exercise of a name: all of it, or its last part, with its number or without, if that is clear.
pub fn find(name: &str) -> Option<File> {
    let name = name.trim_start_matches("exercises/").trim_end_matches(".rfj").trim_end_matches(".java");
    let all = all();
    let one = |is: &dyn Fn(&File) -> bool| {
        let mut named = all.iter().filter(|file| is(file));
        named.next().filter(|_| named.next().is_none()).copied()
    };
    one(&|file| file.name == name)
        .or_else(|| one(&|file| file.last() == name))
        .or_else(|| one(&|file| file.bare() == name))
}
