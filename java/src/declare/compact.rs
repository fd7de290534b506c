//! Compact source files (JLS 25, 7.3): members outside of classes belong to a class that the file declares without a word. Other text outside of
//! classes is an error: nothing is checked of it.

use super::Problem;
use super::enter::class_kind;
use super::names::{FileScope, Import};
use crate::Java;
use crate::parse::{SyntaxError, SyntaxErrorKind};
use crate::syntax::{At, NodeKind, Role, Syntax};
use crate::tree::{FileNo, Origin};
use racefree_grammar::Span;
use racefree_grammar::name::Name;

/// The body of a class declaration: of the implicit class of a compact source file, the file.
pub(crate) fn body_of(syntax: &Syntax, at: At) -> Option<At> {
    match syntax.kind(at) {
        NodeKind::Program => Some(at),
        _ => syntax.child(at, Role::Body).or_else(|| syntax.part(at, NodeKind::ClassBody)),
    }
}

/// Packages of the module `java.base` of which code imports something without a word, in a compact source file or behind `import module`.
const BASE: &[&str] = &[
    "java.io",
    "java.math",
    "java.net",
    "java.nio",
    "java.nio.channels",
    "java.nio.charset",
    "java.nio.file",
    "java.text",
    "java.time",
    "java.util",
    "java.util.concurrent",
    "java.util.concurrent.atomic",
    "java.util.concurrent.locks",
    "java.util.function",
    "java.util.regex",
    "java.util.stream",
];

/// Returns true for `import module m`, which imports all packages of a module.
pub(crate) fn names_module(import: &str) -> bool {
    let mut words = import.split_whitespace();
    words.next() == Some("import") && words.next() == Some("module")
}

/// Places of the word `module` in such imports, which the grammar does not know.
pub(crate) fn module_words(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("import") {
        let word = text[at + 6..].trim_start();
        let begin = text.len() - word.len();
        let before = text[..at].trim_end();
        let starts = before.is_empty() || before.ends_with([';', '/', '\n']) || text[before.len()..at].contains('\n');
        let ends = word.strip_prefix("module").is_some_and(|rest| rest.trim_start().starts_with(char::is_alphabetic));
        let apart = word.as_bytes().get(6).is_some_and(u8::is_ascii_whitespace);
        if starts && ends && apart && begin > at + 6 {
            found.extend(begin..begin + 6);
        }
    }
    found
}

impl Java {
    /// Imports all public classes of `java.base`.
    pub(super) fn import_base(&mut self, scope: &mut FileScope) {
        for package in BASE {
            let parts: Vec<Name> = package.split('.').map(|part| self.names.intern(part)).collect();
            scope.imports.push(Import { parts, is_static: false, on_demand: true });
        }
    }

    /// The `main` method that makes a file a compact source file: it is in no package, and has no code outside of members.
    pub(super) fn compact_main(&self, syntax: &Syntax) -> Option<At> {
        let mut main = None;
        for at in syntax.children(At(0)) {
            match syntax.kind(at) {
                NodeKind::MethodDeclaration => {
                    let name = syntax.child(at, Role::Name).filter(|n| self.sources.at(syntax.span(*n)) == "main");
                    main = main.or(name);
                }
                NodeKind::Package | NodeKind::Module => return None,
                NodeKind::LocalVariable | NodeKind::Import | NodeKind::Semicolon | NodeKind::Error => {}
                kind if class_kind(kind).is_some() => {}
                _ => return None,
            }
        }
        main
    }

    /// Reports text outside of classes, once for pieces in a row.
    pub(super) fn report_outside(&mut self, file: FileNo, syntax: &Syntax) {
        let mut outside: Option<Span> = None;
        let ends = syntax.children(At(0)).map(Some).chain([None]);
        for at in ends {
            let is_outside = |at: &At| match syntax.kind(*at) {
                NodeKind::Package | NodeKind::Import | NodeKind::Module | NodeKind::Semicolon | NodeKind::Error => {
                    false
                }
                // An empty statement.
                kind => class_kind(kind).is_none() && self.sources.at(syntax.span(*at)) != ";",
            };
            match at.filter(is_outside) {
                Some(at) => {
                    let span = syntax.span(at);
                    outside = Some(Span::new(outside.map_or(span.start, |before| before.start), span.end));
                }
                None => {
                    if let Some(span) = outside.take() {
                        let kind = SyntaxErrorKind::Outside;
                        self.problems.push(Problem::Syntax(SyntaxError { span, kind }));
                        self.outside.push(span);
                    }
                }
            }
        }
        debug_assert!(outside.is_none() && self.sources.files()[file.index()].origin != Origin::Library);
    }

    /// The name of the implicit class of a file: the file's, as far as that is a name.
    pub(super) fn implicit_name(&mut self, file: FileNo) -> Name {
        let name = &self.sources.files()[file.index()].name;
        let stem =
            std::path::Path::new(name).file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned());
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut text: String = stem.chars().map(|c| if is_letter(c) { c } else { '_' }).collect();
        if text.chars().next().is_none_or(|c| c.is_ascii_digit()) {
            text.insert(0, '_');
        }
        self.names.intern(&text)
    }
}
