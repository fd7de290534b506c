//! Names of types that no file declares and no import brings in: a class of Java's library, or one of the sources with a letter too many.

use crate::declare::names::{Named, Scope};
use crate::elaborate::Elaborator;
use crate::elaborate::result::Role;
use crate::syntax::NodeKind;
use crate::tree::{FileNo, Origin};
use racefree_grammar::Span;
use racefree_grammar::name::Name;
use rustc_hash::FxHashSet;

/// Words and classes that a type which nothing declares may be meant for.
const WORDS: &[&str] = &[
    "return",
    "throw",
    "void",
    "boolean",
    "double",
    "float",
    "long",
    "short",
    "String",
    "Integer",
    "Boolean",
    "Thread",
    "Runnable",
    "Object",
    "Exception",
    "InterruptedException",
    "RuntimeException",
];

impl Elaborator<'_> {
    /// Reports names of types that mean nothing, each once in a file. In a package there can be files that nobody named, so that is not sure.
    pub(in crate::elaborate) fn judge_types(&mut self) {
        for i in 0..self.java.sources.files().len() {
            let file = FileNo(i as u32);
            let it = &self.java.sources.files()[i];
            let package = self.java.tables.scopes[i].package;
            if it.origin == Origin::Source && self.text(package).is_empty() && !self.broken.contains(&file) {
                self.judge_types_of(file);
            }
        }
    }

    fn judge_types_of(&mut self, file: FileNo) {
        let syntax = self.java.tables.syntax[file.index()].clone();
        let mut known: FxHashSet<Name> = FxHashSet::default();
        for node in syntax.nodes.iter().filter(|node| node.kind == NodeKind::TypeIdentifier) {
            let name = self.java.name_of(node.span);
            let behind_dot = self.java.sources.text()[..node.span.start as usize].trim_end().ends_with('.');
            if !behind_dot && known.insert(name) {
                self.judge_type(file, name, node.span);
            }
        }
    }

    fn judge_type(&mut self, file: FileNo, name: Name, span: Span) {
        let declared = |it: &Self| it.java.classes.iter().any(|c| c.name == name && c.origin == Origin::Source);
        let scope = Scope { file, class: None, extra: Vec::new() };
        let is_open = match self.java.type_named(&scope, name) {
            Some(Named::External(known)) => !self.text(known).contains('.'),
            Some(_) => false,
            None => true,
        };
        if !is_open || declared(self) || self.java.types.variables.iter().any(|v| v.name == name) {
            return;
        }
        let text = self.text(name).to_owned();
        let packages = self.packages_on_demand(file);
        let package = crate::runtime::package_of(&text);
        // A package that is not known may have it.
        let is_standard = |it: &String| it.starts_with("java.");
        let may_have = |it: &String| !is_standard(it) || Some(it.as_str()) == package;
        if packages.iter().any(may_have) {
            return;
        }
        if let Some(package) = package {
            let message = format!("`{text}` is not imported: `import {package}.{text};` is missing");
            return self.reject("JAVA CODE/declared", span, message);
        }
        // Behind a word of the language that is misspelt a declaration seems to stand.
        if let Some(word) = WORDS.iter().find(|word| is_near(&text, word)) {
            return self.reject(
                "JAVA CODE/declared",
                span,
                format!("no class `{text}` is declared, and `{word}` is near"),
            );
        }
        let near = |other: &str| other != text && is_near(&text, other);
        let classes = self.java.classes.iter().filter(|c| c.origin == Origin::Source);
        let meant = classes.map(|c| (self.text(c.name), c.name_span)).find(|(name, _)| near(name));
        if let Some((meant, declaration)) = meant {
            let (message, meant) = (format!("no class `{text}` is declared"), format!("`{meant}` is declared here"));
            self.reject("JAVA CODE/declared", span, message);
            if let (false, Some(problem)) = (self.options.run, self.found.problems.last_mut()) {
                problem.related.push((declaration, meant, Role::Other));
            }
        }
    }

    /// The packages that a file imports whole.
    fn packages_on_demand(&self, file: FileNo) -> Vec<String> {
        let imports = self.java.tables.scopes[file.index()].imports.iter().filter(|i| i.on_demand && !i.is_static);
        imports.map(|i| i.parts.iter().map(|part| self.text(*part)).collect::<Vec<_>>().join(".")).collect()
    }
}

/// Returns true for two words that differ by a letter: one more, one less, another one, or two in the other order. Short ones are near many others.
pub(super) fn is_near(a: &str, b: &str) -> bool {
    a.len().min(b.len()) > 3 && strsim::osa_distance(a, b) == 1
}
