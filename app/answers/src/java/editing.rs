//! A Java text in an editor: its verdict, the locks held at a place, and repairs. Other classes of the project are read when it names them.

use super::repairs::{Judge, Tries};
use super::{FileVerdict, JavaError, JavaFile, JavaRelated, JavaVerdict, JavaWarning, built_in, elaborated, rules};
use crate::desk::FindVariant;
use crate::editing::held;
use crate::options::{self, JavaOptions, RuleOptions};
use racefree_grammar::ast::{Expr, ExprId, Program};
use racefree_grammar::{Fix, Span};
use racefree_java::Java;
use racefree_java::declare::Find;
use racefree_java::elaborate::Elaborated;
use racefree_systems::BASE;
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Verdicts that are made to find the repairs at a place.
const TRIES: usize = 60;

/// A Java text, judged.
pub struct JavaBuffer {
    judge: Judge,
    /// The verdict.
    pub verdict: JavaVerdict,
    elaborated: OnceCell<Option<(Java, Elaborated)>>,
}

/// The place that a hover is about, and what is said of it, in Markdown.
pub struct Told {
    /// The place.
    pub span: Span,
    /// The words.
    pub text: String,
}

impl JavaBuffer {
    /// Judges a text. Fails if an option means nothing.
    pub fn read(name: &str, text: &str, words: &RuleOptions, variant: FindVariant) -> Result<JavaBuffer, String> {
        let options = JavaOptions::default();
        let words = RuleOptions { system: None, ..words.clone() };
        let rules = rules(&words, &options, &|words| options::rules(words, BASE, &variant))?;
        let file = JavaFile { name: name.to_owned(), bytes: text.as_bytes().to_vec(), stub: false };
        let files = [file].into_iter().chain(built_in()).collect();
        let library = root(Path::new(name), text).map(beside);
        let judge = Judge { files, library, words, options, rules, threads: 1 };
        let verdict = judge.verdict()?;
        Ok(JavaBuffer { judge, verdict, elaborated: OnceCell::new() })
    }

    /// The verdict on the text.
    pub fn file(&self) -> Option<&FileVerdict> {
        self.verdict.files.iter().find(|f| f.file.0 == 0)
    }

    /// A place of the verdict as one of the text in the editor: Unicode escapes are longer there.
    pub fn original(&self, span: Span) -> Span {
        self.verdict.sources.files()[0].original(span)
    }

    /// The file of a related place, by its name and its text; none, if it is this one.
    pub fn elsewhere(&self, related: &JavaRelated) -> Option<(&str, &str)> {
        let of = &self.verdict.sources.files()[related.file.index()];
        (related.file.0 != 0).then(|| (of.name.as_str(), self.verdict.sources.at(of.span)))
    }

    /// The repairs of an error, each with edits of the text in the editor.
    pub fn repairs(&self, error: &JavaError) -> Vec<Fix> {
        let Some(file) = self.file() else { return Vec::new() };
        self.in_editor(self.judge.repairs(&self.verdict, file, error, &Tries::new(TRIES)))
    }

    /// The repairs of a warning, likewise.
    pub fn repairs_of_warning(&self, warning: &JavaWarning) -> Vec<Fix> {
        let Some(file) = self.file() else { return Vec::new() };
        self.in_editor(self.judge.repairs_of_warning(&self.verdict, file, warning, &Tries::new(TRIES)))
    }

    fn in_editor(&self, mut fixes: Vec<Fix>) -> Vec<Fix> {
        for edit in fixes.iter_mut().flat_map(|fix| &mut fix.edits) {
            edit.span = self.original(edit.span);
        }
        fixes
    }

    /// The guard and the locks at a place.
    pub fn hover(&self, at: u32) -> Option<Told> {
        let made = || {
            let Judge { files, library, words, options, threads, .. } = &self.judge;
            elaborated(files.clone(), library.clone(), words, options, *threads).ok()
        };
        let (java, made) = self.elaborated.get_or_init(made).as_ref()?;
        let program = &made.program;
        // Of an access the name is what it is about; the code of a lock or a type has no locks.
        let around = |i: usize| ExprId::new(i as u32);
        let mut near: Vec<ExprId> =
            (0..program.exprs.len()).map(around).filter(|&e| contains(program, e, at)).collect();
        near.sort_by_key(|&e| (program.span(e).end - program.span(e).start, e));
        near.truncate(16);
        let text = java.sources.text();
        let all = held::locks(program, text, &self.judge.rules, &near);
        let (e, locks) = near.iter().zip(all).find_map(|(&e, locks)| Some((e, locks?)))?;
        let shown = |lock: &String| made.origins.in_java(lock);
        let held = match &locks[..] {
            [] => "no lock is held here".to_owned(),
            locks => format!("held here: `{}`", locks.iter().map(shown).collect::<Vec<_>>().join("`, `")),
        };
        let word = word(text, at);
        let guard = near.iter().find_map(|&e| guard(program, text, e, word));
        let guard = guard.map(|guard| made.origins.in_java(&guard));
        let parts: Vec<String> = guard.into_iter().chain([held]).collect();
        Some(Told { span: self.original(program.span(e)), text: parts.join("\n\n") })
    }
}

fn contains(program: &Program, e: ExprId, at: u32) -> bool {
    let span = program.span(e);
    span.start <= at && at <= span.end && span != Span::NONE
}

/// The name around a place.
fn word(text: &str, at: u32) -> &str {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let (before, behind) = text.split_at_checked(at as usize).unwrap_or((text, ""));
    let start = before.len() - before.chars().rev().take_while(|&c| is_part(c)).map(char::len_utf8).sum::<usize>();
    let end = before.len() + behind.chars().take_while(|&c| is_part(c)).map(char::len_utf8).sum::<usize>();
    &text[start..end]
}

/// The guard of the field of an access, by its name in the text, if every field of its name has the same.
fn guard(program: &Program, text: &str, e: ExprId, word: &str) -> Option<String> {
    let (Expr::Field { field, .. } | Expr::Assign { field, .. }) = program.expr(e) else { return None };
    if program.text(field) != word {
        return None;
    }
    let of = |f: &racefree_grammar::ast::Field| match f.guard {
        Some(guard) => format!("`{}` is guarded by `{}`", program.text(f.name), program.span(guard).text(text)),
        None if f.volatile => format!("`{}` is volatile", program.text(f.name)),
        None if f.is_final => format!("`{}` is final", program.text(f.name)),
        None => format!("`{}` has no guard", program.text(f.name)),
    };
    let mut all: Vec<String> = program.fields.iter().filter(|f| f.name == field).map(of).collect();
    all.dedup();
    if all.len() == 1 { all.pop() } else { None }
}

/// The folder that the packages of a project stand in, by the place of a file and the package that it names.
fn root(file: &Path, text: &str) -> Option<PathBuf> {
    let package = text.lines().find_map(|line| line.trim().strip_prefix("package ")?.split(';').next());
    let depth = package.map_or(0, |package| package.trim().split('.').count());
    file.parent()?.ancestors().nth(depth).filter(|root| root.is_dir()).map(Path::to_owned)
}

/// Finds classes below a folder, by package and name.
fn beside(root: PathBuf) -> Find {
    Arc::new(move |name: &str| {
        let path = root.join(format!("{}.java", name.replace('.', "/")));
        std::fs::read(&path).ok().map(|bytes| (path.display().to_string(), bytes))
    })
}
