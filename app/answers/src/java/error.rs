//! An error at a place of a Java file, and what belongs to it.

use crate::problem::Problem;
use racefree_grammar::span::LineIndex;
use racefree_grammar::{Fix, Span};
use racefree_java::sources::Sources;
use racefree_java::tree::FileNo;

/// Other place that matters, perhaps in another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaRelated {
    /// The file.
    pub file: FileNo,
    /// The place in its text.
    pub span: Span,
    /// Words for the place.
    pub message: String,
    /// `declaration`, `guard`, `lock` or `other`.
    pub role: &'static str,
}

/// An error of a Java file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JavaError {
    /// `RULE/premise`, or `syntax`.
    pub code: String,
    /// The kind that rccjava gives it.
    pub java_kind: &'static str,
    /// The place.
    pub span: Span,
    /// The mistake, in a sentence.
    pub message: String,
    /// Words for the main place.
    pub label: String,
    /// Further notes.
    pub notes: Vec<String>,
    /// Other places.
    pub related: Vec<JavaRelated>,
    /// Premises that failed below it, each with its reason.
    pub because: Vec<(String, String)>,
    /// Of a field that nothing protects: the lock that most of its accesses hold.
    pub guard: Option<String>,
    /// Of a field that nothing protects: every access holds the guard.
    pub is_held: bool,
    /// Of a field that nothing protects: what `volatile` does for it.
    pub volatile: Volatile,
    /// Of a field that nothing protects: the uses that do not hold the lock, each with its file.
    pub unlocked: Vec<(FileNo, Span)>,
    /// The repair that the code itself shows.
    pub repair: Option<Fix>,
}

/// Effect of `volatile` on a field that nothing protects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Volatile {
    /// It may be all that is missing.
    #[default]
    Perhaps,
    /// It is: the field is a flag, and no method reads and writes it.
    Enough,
    /// It is as well, if no lock is meant: the field shows an object that nobody changes any more.
    Shows,
    /// It helps nothing: a value is made of the one before, or what matters is inside of the object.
    Useless,
}

/// A warning about a Java file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaWarning {
    /// Sort of the warning.
    pub kind: &'static str,
    /// The place.
    pub span: Span,
    /// The warning, in a sentence.
    pub message: String,
    /// The repair that the code itself shows.
    pub repair: Option<Fix>,
}

/// A note on a place in another file.
pub fn elsewhere(sources: &Sources, (file, span): (FileNo, Span), message: &str) -> String {
    let of = &sources.files()[file.index()];
    let line = LineIndex::new(sources.at(of.span)).line(span.start);
    format!("{}:{line}: {message}", of.name)
}

impl JavaError {
    /// The rule and the premise; of an error of the syntax none.
    pub fn premise(&self) -> Option<(&str, &str)> {
        self.code.split_once('/')
    }

    /// As people read it; places in other files become notes.
    pub fn problem(&self, file: FileNo, sources: &Sources) -> Problem {
        let label = if self.label.is_empty() { "here".to_owned() } else { self.label.clone() };
        let (here, there): (Vec<_>, Vec<_>) = self.related.iter().partition(|related| related.file == file);
        let mut labels = vec![(self.span, label)];
        labels.extend(here.into_iter().filter(|r| r.span != self.span).map(|r| (r.span, r.message.clone())));
        let elsewhere = there.into_iter().map(|r| elsewhere(sources, (r.file, r.span), &r.message));
        let because = self.because.iter().map(|(premise, text)| match *text == self.message {
            true => format!("because of [{premise}]"),
            false => format!("because of [{premise}]: {text}"),
        });
        let notes = self.notes.iter().cloned().chain(elsewhere).chain(because).collect();
        Problem { code: self.code.clone(), message: self.message.clone(), labels, notes }
    }
}
