//! Spelling of names: those of the sources have each `$` twice in the program of the calculus, so that one `$` alone is in none of them, but in the
//! names that the elaboration makes.

use std::borrow::Cow;

/// A name of the sources as the program has it.
pub(crate) fn escaped(name: &str) -> Cow<'_, str> {
    match name.contains('$') {
        true => Cow::Owned(name.replace('$', "$$")),
        false => Cow::Borrowed(name),
    }
}

/// A name of the program as the sources have it.
pub(crate) fn plain(name: &str) -> Cow<'_, str> {
    match name.contains("$$") {
        true => Cow::Owned(name.replace("$$", "$")),
        false => Cow::Borrowed(name),
    }
}

/// The class of which a class of the program has the static members.
pub fn of_static(name: &str) -> Option<&str> {
    let class = name.strip_suffix("$class")?;
    let before = class.len() - class.trim_end_matches('$').len();
    // The `$` before the word is one that is made.
    (before % 2 == 0).then_some(class)
}
