//! Elaboration: Java becomes a program of the calculus (Java specification, section 4), which the base system judges.
//!
//! | module | contents |
//! | --- | --- |
//! | `emit` | the forms of the calculus |
//! | `heads` | annotations of declarations, read once |
//! | `naming` | names of classes, fields and methods in the calculus |
//! | `places` | places of errors about declarations, as rccjava has them |
//! | `sharing`, `locking`, `fixed`, `tables` | which classes are shared, if nothing says so; those that lock their objects; locks that nothing assigns, arrays that nobody writes |
//! | `types`, `locks` | types and locks as they are written |
//! | `classes`, `members`, `constructors`, `delegates`, `overriding` | declarations |
//! | `code`, `taken`, `statements`, `locals`, `loops`, `switches`, `tries` | code |
//! | `explicit`, `flow`, `effects`, `required`, `operations` | explicit locks: where they are held |
//! | `silenced` | comments that silence, or that nothing takes |
//! | `contents`, `contents_uses`, `contained`, `contained_uses` | what is inside objects of the library, and its guards |
//! | `lent` | methods that give objects which stay in a collection
//! | `listed` | tasks in lists
//! | `kept_tasks` | tasks in arrays and lists that one thread each runs |
//! | `solo` | classes of tasks that one thread runs
//! | `tasks`, `started`, `waited`, `latches`, `alone` | what `main` starts, and what it waits for
//! | `outside` | objects of the library, as calls make and use them |
//! | `rejected` | code that the compiler rejects |
//! | `ordered` | locks that are held in an order of their own |
//! | `apart`, `apart_objects`, `apart_uses`, `regions`, `meetings` | arrays of which each task has elements of its own |
//! | `running` | programs that are to run |
//! | `result` | what an elaboration finds |
//! | `expressions`, `elements`, `operators`, `access`, `calls`, `streams`, `creation`, `functions`, `references`, `threads` | expressions |

mod access;
mod alone;
mod apart;
mod apart_objects;
mod apart_uses;
mod calls;
mod captured;
mod captured_given;
mod classes;
mod code;
mod constructors;
mod contained;
mod contained_uses;
mod contents;
mod contents_uses;
mod contents_values;
mod creation;
mod delegates;
mod effects;
mod elements;
mod emit;
mod explicit;
mod expressions;
mod fixed;
mod flow;
mod functions;
mod handovers;
mod heads;
mod kept_tasks;
mod latches;
mod lent;
mod listed;
mod locals;
mod locking;
mod locks;
mod loops;
mod meetings;
mod members;
mod naming;
mod operations;
mod operators;
mod optimistic;
mod ordered;
mod outside;
mod overriding;
mod places;
mod references;
mod regions;
mod rejected;
mod required;
mod result;
mod running;
mod sharing;
mod silenced;
mod solo;
mod started;
mod statements;
pub(crate) mod streams;
mod switches;
mod tables;
mod tables_given;
mod taken;
mod tasks;
mod threads;
mod tried;
mod tries;
mod types;
mod waited;

use crate::Java;
use crate::declare::Tables;
use crate::profile::Constructors;
use crate::tree::{ClassNo, FileNo, Origin};
use crate::world::Assumed;
pub use alone::RunBy;
use emit::Out;
use heads::Heads;
use naming::Naming;
use racefree_grammar::Span;
use racefree_grammar::ast::{Class, Dialect};
use racefree_grammar::name::Name;
pub use result::{Elaborated, Finding, Gives, LibraryCall, Lint, Role, Suppression};
pub use running::{Chosen, ChosenSort, NO_MAIN, Refusal};
use rustc_hash::{FxHashMap, FxHashSet};

/// Options of the elaboration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The program is to run: nothing that runs is forgotten or taken on trust.
    pub run: bool,
    /// The `assert` statements of a program that is to run are checked.
    pub assertions: bool,
    /// Guards that are missing are filled in: `this`, for statics the class.
    pub defaults: bool,
    /// Classes that say nothing are shared, all of them.
    pub default_shared: bool,
    /// Treatment of constructors.
    pub constructors: Constructors,
    /// Only what is annotated is checked ([`crate::profile::Profile::only_annotated`]).
    pub only_annotated: bool,
    /// Errors about declarations stand at modifiers ([`crate::profile::Profile::at_modifiers`]).
    pub at_modifiers: bool,
    /// Sharing of a class that says nothing is guessed as the paper does, by its annotations alone ([`crate::profile::Profile::guesses_as_paper`]).
    pub guesses_as_paper: bool,
    /// Only the classes that begin in this part of the text ([`Java::parts`]) have all their code; of the others there is what matters to
    /// that: declarations, what runs when an object is made, catch clauses. All that is found is found in this part.
    pub within: Option<Span>,
}

/// Elaboration of a run.
struct Elaborator<'j> {
    java: &'j mut Java,
    options: Options,
    out: Out,
    /// Finished classes.
    classes: Vec<Class>,
    /// The result, but for its program.
    found: Elaborated,
    heads: Heads,
    naming: Naming,
    /// Sharing of classes, as far as it is known.
    shared: FxHashMap<ClassNo, bool>,
    /// Names of instance fields of the sources, and of methods that require a lock.
    instance_fields: FxHashSet<Name>,
    needing_methods: FxHashSet<Name>,
    /// Fields that are locks and that nothing assigns, though they are not final.
    fixed: FxHashSet<crate::tree::FieldNo>,
    /// Arrays that nobody writes.
    tables: FxHashSet<crate::tree::FieldNo>,
    /// Classes whose objects some code locks, once that is asked for.
    locking: Option<FxHashSet<ClassNo>>,
    /// Classes directly below one, once that is asked for.
    below: Option<FxHashMap<ClassNo, Vec<ClassNo>>>,
    /// Classes found to be shared, in the order in which that was found.
    taken_for_shared: Vec<ClassNo>,
    /// Local classes that are made, with the fields of their captured variables; lambdas by place.
    functions: FxHashMap<Span, Name>,
    /// Classes of stubs and libraries that something needs.
    wanted: Vec<ClassNo>,
    made: FxHashSet<ClassNo>,
    /// Places of classes each object of which one thread runs, once that is asked for.
    solo: Option<FxHashSet<Span>>,
    /// First arguments that are fields, of the objects of anonymous classes.
    first_arguments: FxHashMap<ClassNo, crate::tree::body::ExprNo>,
    /// Effects of methods on explicit locks.
    summaries: effects::Summaries,
    /// Some field's value is its own guard: there is a class whose method needs such a lock.
    uses_itself: bool,
    /// Contents of objects of the library.
    contents: contents::Contents,
    /// Comments that stand where they mean something, by their start.
    claimed: FxHashSet<u32>,
    /// Names of methods of the library that a run may call.
    needed: FxHashSet<Name>,
    /// Some text has an unchecked cast or a raw type: a generic result may be of another class.
    may_pollute: bool,
    /// Files with errors of the syntax.
    broken: FxHashSet<FileNo>,
}

/// Elaborates all that was read. The syntax is dropped then: it is most of the memory, and nothing reads it later.
pub fn elaborate(java: &mut Java, options: Options) -> Elaborated {
    let mut it = Elaborator {
        java,
        options,
        out: Out::default(),
        classes: Vec::new(),
        found: Elaborated::default(),
        heads: Heads::default(),
        naming: Naming::default(),
        shared: FxHashMap::default(),
        instance_fields: FxHashSet::default(),
        needing_methods: FxHashSet::default(),
        fixed: FxHashSet::default(),
        tables: FxHashSet::default(),
        locking: None,
        below: None,
        taken_for_shared: Vec::new(),
        functions: FxHashMap::default(),
        wanted: Vec::new(),
        made: FxHashSet::default(),
        solo: None,
        first_arguments: FxHashMap::default(),
        summaries: effects::Summaries::default(),
        uses_itself: false,
        contents: contents::Contents::default(),
        claimed: FxHashSet::default(),
        needed: FxHashSet::default(),
        may_pollute: false,
        broken: FxHashSet::default(),
    };
    it.all();
    let made = it.finish();
    java.tables = Tables::default();
    made
}

impl Elaborator<'_> {
    fn all(&mut self) {
        self.out.program.dialect = Dialect::Java;
        self.broken = self.java.broken_files();
        self.judge_types();
        self.match_stubs();
        self.settle_fields();
        self.settle_tables();
        self.name_members();
        if self.options.run {
            self.find_needed();
            self.find_pollution();
            self.need();
        }
        for i in 0..self.java.classes.len() {
            let class = ClassNo(i as u32);
            if self.java.stop.is_over() {
                break;
            }
            let head = &self.java.classes[i];
            let is_member = matches!(head.nesting, crate::tree::Nesting::Top | crate::tree::Nesting::Member);
            if is_member && head.origin == Origin::Source {
                self.class(class);
            }
        }
        self.wanted();
        if self.options.run {
            self.main();
            self.wanted();
            self.note_binary_names();
        }
        if self.uses_itself {
            self.add_itself();
        }
        if self.options.run {
            self.refuse_unknown();
            self.settle_chosen();
            return;
        }
        self.guard_contents();
        self.captured_contents();
        for span in self.java.outside.clone() {
            self.found.assumptions.add(Assumed::NotUnderstood, span);
        }
        self.silenced_lines();
        self.unclaimed();
        let files = self.java.sources.files().iter();
        for file in files.filter(|file| file.latin && file.origin == Origin::Source) {
            let span = Span::new(file.span.start, file.span.start);
            let message = "the file is not UTF-8: it was read as ISO 8859-1".to_owned();
            self.found.lints.push(Lint::new("encoding", span, message));
        }
    }

    /// Makes the classes of stubs and libraries that something needs.
    fn wanted(&mut self) {
        while let Some(class) = self.wanted.pop() {
            self.class(class);
        }
    }

    /// Notes names of members of the sources that a value of the library may have.
    fn name_members(&mut self) {
        let is_source = |java: &Java, class: ClassNo| java.classes[class.index()].origin == Origin::Source;
        let fields = self.java.fields.iter().filter(|f| is_source(self.java, f.class) && !f.modifiers.is_static());
        self.instance_fields = fields.map(|field| field.name).collect();
        for i in 0..self.java.methods.len() as u32 {
            let method = crate::tree::MethodNo(i);
            let it = &self.java.methods[method.index()];
            let name = it.name;
            if is_source(self.java, it.class) && !it.notes.is_empty() && !self.method_head(method).requires.is_empty() {
                self.needing_methods.insert(name);
            }
        }
    }

    fn finish(mut self) -> Elaborated {
        self.classes.sort_by_key(|class| (class.span.start, std::cmp::Reverse(class.span.end)));
        let mut made = self.found;
        if let Some(part) = self.options.within {
            made.problems.retain(|problem| part.contains(problem.span));
            made.lints.retain(|lint| part.contains(lint.span));
            made.assumptions.retain(part);
        }
        made.assumptions.settle();
        made.lints.sort_by_key(|lint| lint.span.start);
        made.lints.dedup();
        made.program = self.out.program;
        made.program.classes = self.classes;
        made.program.names = self.java.names.clone();
        made.program.no_warns.sort_by_key(|escape| escape.span.start);
        let mut problems = std::mem::take(&mut made.problems);
        problems.sort_by_key(|p| (p.span.start, p.span.end, p.premise));
        problems.dedup();
        let text = self.java.sources.text();
        let line = |at: u32| text[..at as usize].rfind('\n').map_or(0, |feed| feed + 1);
        for problem in problems {
            let kind = crate::kinds::premise_kind(problem.premise);
            let of_line = made.program.no_warns.iter().filter(|escape| {
                let of_kind = escape.kinds.is_empty() || escape.kinds.contains(&kind);
                of_kind && line(escape.span.start) == line(problem.span.start)
            });
            let before = made.silencing.len();
            made.silencing.extend(of_line.map(|escape| escape.span));
            let quiet = made.silencing.len() > before || made.is_suppressed(problem.premise, problem.span);
            let list = if quiet { &mut made.silenced } else { &mut made.problems };
            list.push(problem);
        }
        made.forget_own_kinds();
        made
    }

    fn problem(&mut self, premise: &'static str, span: Span, message: impl Into<String>) {
        self.found.problems.push(Finding { premise, span, message: message.into(), related: Vec::new() });
    }

    /// Adds the declaration that the last problem is about.
    fn of_declaration(&mut self, span: Span, text: &str) {
        if let Some(problem) = self.found.problems.last_mut() {
            problem.related.push((span, text.to_owned(), Role::Declaration));
        }
    }

    /// Returns true for a place in the part that is elaborated.
    fn is_within(&self, at: Span) -> bool {
        self.options.within.is_none_or(|part| part.contains(at))
    }

    /// Counts an annotation, unless it is of a stub that is built in.
    fn count(&mut self, word: &'static str, at: Span) {
        if self.is_within(at) && !self.is_built_in(self.java.sources.place(at).0) {
            *self.found.annotations.entry(word).or_default() += 1;
        }
    }

    /// Returns true for a stub that is built in ([`crate::world::STUBS`]).
    fn is_built_in(&self, file: FileNo) -> bool {
        self.java.sources.files()[file.index()].is_built_in()
    }

    /// Text of a name.
    fn text(&self, name: Name) -> &str {
        self.java.names.text(name)
    }
}
