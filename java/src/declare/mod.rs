//! Declarations: classes of all files, what names of types mean, headers and members.

pub(crate) mod compact;
mod enter;
mod headers;
mod implied;
mod members;
pub(crate) mod names;
pub(crate) mod notes;
mod written;

use crate::Stop;
use crate::parse::{Parsed, SyntaxError};
use crate::relations::Ancestors;
use crate::sources::{File, Sources};
use crate::spelling::{escaped, plain};
use crate::syntax::{At, Syntax};
use crate::tree::{ClassNo, FieldNo, FileNo, MethodNo, Origin};
use crate::types::{Ty, VarNo};
use crate::{Java, parse};
use names::{FileScope, Named};
use racefree_grammar::Span;
use racefree_grammar::name::Name;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Nodes of syntax below which a part is not worth the declarations of the others.
const LEAST: usize = 10_000;

/// Finds the text of a top-level class that the sources do not declare, by its qualified name: the name of the file, and its bytes.
pub type Find = Arc<dyn Fn(&str) -> Option<(String, Vec<u8>)> + Send + Sync>;

/// Something wrong with the declarations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// An error of the syntax.
    Syntax(SyntaxError),
    /// A second class of a name: the first one counts.
    DuplicateClass {
        /// The name of the second one.
        span: Span,
        /// Its declaration.
        whole: Span,
        /// The name of the first one.
        first: Span,
    },
    /// A member that is there already.
    DuplicateMember {
        /// Its name.
        span: Span,
        /// The name of the first one.
        first: Span,
    },
    /// A class above itself: this supertype is left out. Or a type parameter whose bounds lead to it: it has none then.
    CyclicInheritance {
        /// The name of the class or type parameter.
        span: Span,
    },
    /// A file that does not fit into the text of the run.
    TooLong {
        /// Its name.
        file: String,
    },
}

/// The part of a class's declaration that is read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stage {
    Entered,
    Header,
    HeaderDone,
    Members,
}

/// Facts of a class besides its declaration.
#[derive(Clone, Debug)]
pub(crate) struct Info {
    /// The node of its declaration; of an anonymous class, of the expression or enum constant with the body.
    pub(crate) at: At,
    pub(crate) stage: Stage,
    /// Its type parameters, those of the classes around it first.
    pub(crate) parameters: Vec<VarNo>,
    /// Length of the longest chain above it.
    pub(crate) depth: u32,
    /// Its direct supertypes, implied ones included.
    pub(crate) supers: Vec<Ty>,
    /// Names of types that were in scope around a local class.
    pub(crate) around: Arc<[(Name, Named)]>,
}

/// Class, name (none for constructors) and erased parameters of a method.
type Signature = (ClassNo, Option<Name>, Box<[Ty]>);

/// All that is kept of the texts, for the code that is attributed later.
#[derive(Clone, Default)]
pub(crate) struct Tables {
    pub(crate) syntax: Vec<Arc<Syntax>>,
    pub(crate) scopes: Vec<FileScope>,
    pub(crate) infos: Vec<Info>,
    pub(crate) field_at: Vec<At>,
    pub(crate) method_at: Vec<At>,
    pub(crate) initializer_at: Vec<At>,
    /// Top-level classes by package and name.
    pub(crate) top: FxHashMap<(Name, Name), ClassNo>,
    /// Classes of stub files, likewise.
    pub(crate) stubs: FxHashMap<(Name, Name), ClassNo>,
    /// Packages and their beginnings.
    pub(crate) packages: FxHashSet<Name>,
    pub(crate) nested: FxHashMap<(ClassNo, Name), ClassNo>,
    /// Local and anonymous classes by the node of their declaration.
    pub(crate) inner: FxHashMap<(FileNo, At), ClassNo>,
    pub(crate) fields: FxHashMap<(ClassNo, Name), FieldNo>,
    pub(crate) methods: FxHashMap<(ClassNo, Name), Vec<MethodNo>>,
    pub(crate) constructors: FxHashMap<ClassNo, Vec<MethodNo>>,
    /// The first method of each signature.
    signatures: FxHashMap<Signature, MethodNo>,
    find: Option<Find>,
    /// Names that `find` does not know.
    absent: FxHashSet<(Name, Name)>,
    pub(crate) ancestors: FxHashMap<ClassNo, Ancestors>,
    /// Of a class and one above it, the type as it is seen.
    pub(crate) above: FxHashMap<(ClassNo, ClassNo), Ty>,
    pub(crate) field_of: FxHashMap<(ClassNo, Name), Option<FieldNo>>,
    pub(crate) methods_of: FxHashMap<(ClassNo, Name), Arc<[MethodNo]>>,
    pub(crate) static_fields: FxHashMap<(FileNo, Name), Option<FieldNo>>,
    /// Values of final fields, as far as they are constants.
    pub(crate) constants: FxHashMap<FieldNo, Option<crate::attribute::Constant>>,
    pub(crate) static_methods: FxHashMap<(FileNo, Name), Arc<[MethodNo]>>,
    pub(crate) functions: FxHashMap<ClassNo, Option<MethodNo>>,
    pub(crate) in_class: FxHashMap<(ClassNo, Name), Option<Named>>,
    pub(crate) in_file: FxHashMap<(FileNo, Name), Option<Named>>,
}

impl Java {
    /// Reads all files of `sources`, and their declarations. `find` is asked for classes that none of them declares, as names of these occur.
    pub fn read(sources: Sources, find: Option<Find>, threads: usize) -> Java {
        Java::read_until(sources, find, threads, Stop::default())
    }

    /// Reads them unless the run ends before; so does elaboration.
    pub fn read_until(sources: Sources, find: Option<Find>, threads: usize, stop: Stop) -> Java {
        let mut java = Java { sources, stop, ..Java::default() };
        java.tables.find = find;
        let files: Vec<FileNo> = (0..java.sources.files().len() as u32).map(FileNo).collect();
        let parsed = parse::all(&java.sources, &files, threads, &java.stop);
        for (file, parsed) in files.iter().zip(parsed) {
            java.enter_file(*file, parsed);
        }
        java.know();
        let classes = (0..java.classes.len() as u32).map(ClassNo);
        for class in classes {
            if java.stop.is_over() {
                break;
            }
            if !java.is_inner(class) && java.classes[class.index()].origin != Origin::Library {
                java.ensure_members(class);
            }
        }
        java
    }

    /// Files with errors of the syntax.
    pub(crate) fn broken_files(&self) -> FxHashSet<FileNo> {
        let of_syntax = |problem: &Problem| match problem {
            Problem::Syntax(error) => Some(self.sources.place(error.span).0),
            _ => None,
        };
        self.problems.iter().filter_map(of_syntax).collect()
    }

    /// Returns true if the class stands in code: its declaration is read with that.
    pub fn is_inner(&self, class: ClassNo) -> bool {
        let mut class = Some(class);
        while let Some(c) = class {
            let data = &self.classes[c.index()];
            if matches!(data.nesting, crate::tree::Nesting::Local | crate::tree::Nesting::Anonymous) {
                return true;
            }
            class = data.outer;
        }
        false
    }

    /// Returns true if nothing is looked for outside the sources.
    pub(crate) fn is_closed(&self) -> bool {
        self.tables.find.is_none()
    }

    /// Number of nodes of the syntax.
    fn nodes(&self) -> usize {
        self.tables.syntax.iter().map(|syntax| syntax.nodes.len()).sum()
    }

    /// Returns true for text that is one part for any number of threads.
    pub fn is_small(&self) -> bool {
        self.nodes() < 2 * LEAST
    }

    /// Parts of the text for that many threads, whole files each and of about as much code. None stands for all the text, where there is
    /// little, or more than the sources.
    pub fn parts(&self, threads: usize) -> Vec<Option<Span>> {
        let files = self.sources.files();
        let known = |file: &File| file.origin == Origin::Source || file.is_built_in();
        let all = self.nodes();
        let most = if self.is_closed() && files.iter().all(known) { threads } else { 1 };
        let parts = (all / LEAST).clamp(1, most.max(1));
        let (mut ends, mut before) = (Vec::new(), 0);
        for (file, syntax) in files.iter().zip(&self.tables.syntax) {
            if ends.len() + 1 < parts && before * parts >= all * (ends.len() + 1) {
                ends.push(file.span.start);
            }
            before += syntax.nodes.len();
        }
        ends.push(self.sources.text().len() as u32);
        let starts = std::iter::once(0).chain(ends.clone());
        starts.zip(ends).map(|(start, end)| (parts > 1).then(|| Span::new(start, end))).collect()
    }

    /// The syntax of a file.
    pub(crate) fn syntax(&self, file: FileNo) -> Arc<Syntax> {
        self.tables.syntax[file.index()].clone()
    }

    /// The name that a node's text is.
    pub(crate) fn name_of(&mut self, span: Span) -> Name {
        let text = escaped(span.text(self.sources.text()));
        self.names.intern(&text)
    }

    /// Enters the classes of a file that is parsed.
    fn enter_file(&mut self, file: FileNo, parsed: Parsed) {
        debug_assert_eq!(self.tables.syntax.len(), file.index());
        self.comments.extend(parsed.comments);
        self.lines.push(parsed.lines);
        if self.sources.files()[file.index()].origin != Origin::Library {
            self.problems.extend(parsed.errors.into_iter().map(Problem::Syntax));
        }
        self.tables.syntax.push(Arc::new(parsed.syntax));
        self.enter(file);
    }

    /// The top-level class of a package, looked for outside the sources if they do not declare it.
    pub(crate) fn top(&mut self, package: Name, name: Name) -> Option<ClassNo> {
        let key = (package, name);
        if let Some(class) = self.tables.top.get(&key) {
            return Some(*class);
        }
        if self.tables.find.is_some() && !self.tables.absent.contains(&key) {
            self.load(key);
            if let Some(class) = self.tables.top.get(&key) {
                return Some(*class);
            }
        }
        self.tables.stubs.get(&key).copied()
    }

    fn load(&mut self, key: (Name, Name)) {
        self.tables.absent.insert(key);
        let qualified = self.join(key.0, key.1);
        let found = self.tables.find.as_ref().and_then(|find| find(&plain(&qualified)));
        let Some((name, bytes)) = found else { return };
        match self.sources.add(name.clone(), &bytes, Origin::Library) {
            Ok(file) => {
                let parsed = parse::all(&self.sources, &[file], 1, &self.stop).pop().unwrap_or_default();
                self.enter_file(file, parsed);
            }
            Err(_) => self.problems.push(Problem::TooLong { file: name }),
        }
    }

    /// `package.name`, or the name alone in the package without a name.
    pub(crate) fn join(&self, package: Name, name: Name) -> String {
        let (package, name) = (self.names.text(package), self.names.text(name));
        if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") }
    }

    /// The stub that annotates a class of the sources.
    pub fn stub_of(&self, class: ClassNo) -> Option<ClassNo> {
        let data = &self.classes[class.index()];
        if data.origin == Origin::Stub {
            return None;
        }
        if let Some(outer) = data.outer {
            let outer = self.stub_of(outer)?;
            return self.tables.nested.get(&(outer, data.name)).copied();
        }
        let package = self.tables.scopes[data.file.index()].package;
        self.tables.stubs.get(&(package, data.name)).copied()
    }
}
