//! Errors of the base in an elaborated program, as they are said of Java: no words of the calculus, the text as it is written, ways out that fit.

use super::accesses::Access;
use super::error::JavaError;
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId, Extended};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_java::Java;
use racefree_java::elaborate::Elaborated;
use racefree_java::tree::{Field, Method};
use racefree_kernel::TypeError;
use racefree_systems::premise_name;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;

/// Note of the base for an access without any lock.
pub const NONE_HELD: &str = "no lock is held here";

/// End of the path of an explicit lock, behind its object.
const EXPLICIT: &str = ".locked$";

/// Number of declarations before a place of which one may be around it.
const FAR: usize = 1000;

/// Accesses of fields, by the name of the field; blocks with the locks that they hold, by place.
#[derive(Default)]
pub(super) struct Index {
    pub(super) accesses: FxHashMap<Name, Vec<Access>>,
    pub(super) blocks: Vec<(Span, ExprId)>,
    /// Code of threads and of lambdas, where it stands among other code, by place.
    pub(super) lambdas: Vec<Span>,
    /// Fields by the places of their declarations: true for a static one, and its name. The number of fields of each name.
    pub(super) fields: FxHashMap<Span, (bool, Name)>,
    pub(super) named: FxHashMap<Name, usize>,
    /// Fields and methods of Java: by the places of names, and by where they begin.
    written: FxHashMap<u32, usize>,
    methods: Vec<usize>,
    /// Methods whose code takes locks.
    pub(super) locking: Vec<usize>,
}

/// Knowledge for the words of errors.
pub struct Wording<'j> {
    pub(super) java: &'j Java,
    pub(super) elaborated: &'j Elaborated,
    index: OnceCell<Index>,
}

impl<'j> Wording<'j> {
    pub fn new(java: &'j Java, elaborated: &'j Elaborated) -> Wording<'j> {
        Wording { java, elaborated, index: OnceCell::new() }
    }

    /// Puts an error, whose places are in the text of the run, into words of Java.
    pub fn reword(&self, said: &mut JavaError, of: &TypeError) {
        if of.message.contains("use`") && of.related.iter().any(|(_, text)| text.contains("Itself$own")) {
            self.reword_itself(said, of);
        }
        for note in &mut said.notes {
            // `[C.this/this]this = C.this` is what the calculus does.
            if let Some((because, steps)) = note.split_once(", so the lock is [") {
                let lock = steps.rsplit(" = ").next().unwrap_or("").to_owned();
                *note =
                    if because.contains("``") { String::new() } else { format!("{because}, so the lock is `{lock}`") };
            }
        }
        said.notes.retain(|note| !note.is_empty() && !note.contains("``"));
        said.related.retain(|related| !related.message.contains("``"));
        self.explain_locks(said, of);
        match said.code.as_str() {
            "SHAREABLE/guarded-or-final" => self.ways_out(said),
            code if code == "EXP FORK2/fv-shared" || code.ends_with("/field-type") => self.with_shared_array(said),
            _ => {}
        }
    }

    /// The value of a field is used that is its own guard.
    fn reword_itself(&self, said: &mut JavaError, of: &TypeError) {
        let text = self.java.sources.at(of.span);
        let used = text.split(['(', '\n']).next().unwrap_or(text).trim_end();
        let lock = said.message.split('`').nth(1).unwrap_or("this").to_owned();
        said.message =
            format!("`{lock}` must be held for `{used}`, and is not held here: the field is guarded by `itself`");
        said.label = format!("used without the lock `{lock}`");
        said.notes.retain(|note| !note.starts_with("the argument for"));
        said.related.clear();
    }

    /// Says why no lock is held in a lambda, and behind a lock that nothing gives back.
    fn explain_locks(&self, said: &mut JavaError, of: &TypeError) {
        if !said.code.ends_with("-held") {
            return;
        }
        let lock = of.message.split('`').nth(1).unwrap_or_default();
        let (object, explicit) = (lock.strip_suffix(EXPLICIT).unwrap_or(lock), format!("{lock}{EXPLICIT}"));
        let other = if object == lock { &explicit } else { object };
        if of.notes.iter().any(|note| note.contains(&format!("`{other}`"))) {
            let object = self.elaborated.origins.in_java(object);
            said.notes.push(format!("`synchronized ({object})` and `{object}.lock()` take two locks: nobody who holds one keeps out who holds the other"));
        }
        let program = &self.elaborated.program;
        // They are in the order of the text.
        let before = program.classes.partition_point(|class| class.span.start <= of.span.start);
        let innermost = program.classes[..before].iter().rev().take(FAR).find(|class| class.span.contains(of.span));
        if innermost.is_some_and(|class| program.text(class.name).contains("$lambda$")) {
            said.notes.retain(|note| note != NONE_HELD);
            said.notes.push(
                "a lambda begins without the locks around it, for it may run later, in another thread: write \
                 `/*# immediate */` at the parameter of the method that it is given to, if that calls it before it returns"
                    .to_owned(),
            );
        }
        let taken = |method: &Method| {
            let text = self.java.sources.at(method.span);
            ["lock()", "lockInterruptibly(", "tryLock(", "acquire(", "enter("].iter().any(|l| text.contains(l))
        };
        if of.message.contains(EXPLICIT) && self.method_at(of.span).is_some_and(taken) {
            for note in said.notes.iter_mut().filter(|note| *note == NONE_HELD) {
                *note = "a lock that this method takes is not held here: it is from `lock()` to the `unlock()` of the same \
                         block, or of the next `finally`"
                    .to_owned();
            }
        }
    }

    /// The field of an error about its declaration.
    pub(super) fn field_at(&self, span: Span) -> Option<&'j Field> {
        self.index().written.get(&span.start).map(|i| &self.java.fields[*i])
    }

    /// An array that threads share, with its type as it is written: what it lacks is a guard of its elements.
    fn with_shared_array(&self, said: &mut JavaError) {
        let message = said.message.clone();
        let parts: Vec<&str> = message.split('`').collect();
        let (Some(name), Some(ty)) = (parts.get(1), message.rsplit_once("thread-local type `").map(|(_, ty)| ty))
        else {
            return;
        };
        let field = self.field_at(said.span);
        let written = match field {
            Some(field) => Some(self.java.sources.at(field.ty.span)),
            None => self.type_in_front(name, said.span.start),
        };
        let written = written.filter(|ty| ty.ends_with(']') && !ty.contains(['\n', '#']));
        let Some(written) = written.filter(|_| ty.ends_with("]`")) else { return };
        let owner = parts.get(3).filter(|_| field.is_some());
        let what = match owner {
            Some(class) => format!("the array in the field `{name}` of `{class}`"),
            None => format!("the array `{name}`"),
        };
        let shares = if owner.is_some() { "threads share" } else { "the new thread would share" };
        said.message = format!("{shares} {what}, of type `{written}`: nothing guards its elements");
    }

    /// The type of a variable as its declaration in front of a place has it, if that is an array.
    fn type_in_front(&self, name: &str, at: u32) -> Option<&'j str> {
        let text = &self.java.sources.text()[..at as usize];
        let letter = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let declared = text.rmatch_indices(name).find_map(|(at, _)| {
            let before = text[..at].trim_end();
            let behind = &text[at + name.len()..];
            let is_it = before.ends_with(']') && before.len() < at && !behind.starts_with(letter);
            is_it.then_some(before)
        })?;
        let start = declared.rfind(|c: char| c.is_whitespace() || matches!(c, '(' | '{' | ';' | ','))?;
        Some(&declared[start + 1..])
    }

    pub(super) fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let program = &self.elaborated.program;
            let mut index = Index::default();
            for class in &program.classes {
                let is_static = racefree_java::spelling::of_static(program.text(class.name)).is_some();
                for field in program.fields_of(class) {
                    index.fields.extend([field.span, field.name_span].map(|span| (span, (is_static, field.name))));
                    *index.named.entry(field.name).or_default() += 1;
                }
            }
            for (i, field) in self.java.fields.iter().enumerate() {
                index.written.insert(field.name_span.start, i);
            }
            index.methods = (0..self.java.methods.len()).filter(|i| self.java.methods[*i].has_body).collect();
            index.methods.sort_by_key(|i| self.java.methods[*i].span.start);
            let takes_locks = |i: &usize| {
                let method = &self.java.methods[*i];
                let text = self.java.sources.at(method.span);
                method.modifiers.is_synchronized() || text.contains("synchronized") || text.contains(".lock(")
            };
            index.locking = index.methods.iter().copied().filter(takes_locks).collect();
            for (&expr, &span) in program.exprs.iter().zip(&program.spans) {
                match expr {
                    Expr::Field { recv: owner, field } => {
                        index.accesses.entry(field).or_default().push(Access { span, writes: false, owner });
                    }
                    Expr::Assign { recv: owner, field, .. } => {
                        index.accesses.entry(field).or_default().push(Access { span, writes: true, owner });
                    }
                    Expr::Sync { lock, .. } | Expr::Extended(Extended::Locked { lock, .. }) => {
                        index.blocks.push((span, lock));
                    }
                    Expr::Fork(body) => index.lambdas.push(program.span(body)),
                    Expr::Var(_)
                    | Expr::New(_)
                    | forms!(literal | operator | owned | extended)
                    | Expr::Call { .. }
                    | Expr::Let { .. }
                    | Expr::Atomic(_)
                    | Expr::Seq(_)
                    | Expr::If { .. }
                    | Expr::While { .. } => {}
                }
            }
            index.accesses.values_mut().for_each(|all| all.sort_by_key(|a| (a.span.start, !a.writes)));
            index.blocks.sort_by_key(|(span, _)| span.start);
            let lambdas = program.classes.iter().filter(|c| program.text(c.name).contains("$lambda$"));
            index.lambdas.extend(lambdas.map(|c| c.span));
            index.lambdas.sort_by_key(|of| of.start);
            index
        })
    }

    /// The innermost method around a place.
    pub(super) fn method_at(&self, span: Span) -> Option<&'j Method> {
        let methods = &self.index().methods;
        let before = methods.partition_point(|i| self.java.methods[*i].span.start <= span.start);
        let mut near = methods[..before].iter().rev().take(FAR).map(|i| &self.java.methods[*i]);
        near.find(|method| method.span.contains(span))
    }
}

/// An error about an access, as the merger of reads and writes sees it.
pub trait AccessError {
    /// The rule and the premise.
    fn code(&self) -> String;
    /// Offset of its place.
    fn start(&self) -> u32;
    /// Its message.
    fn message(&self) -> &str;
    /// Becomes an error about a read as well, with this message.
    fn absorb(&mut self, read: Self, message: String);
}

impl AccessError for JavaError {
    fn code(&self) -> String {
        self.code.clone()
    }

    fn start(&self) -> u32 {
        self.span.start
    }

    fn message(&self) -> &str {
        &self.message
    }

    fn absorb(&mut self, _: JavaError, message: String) {
        self.message = message;
        self.label = self.label.replacen("write without", "read and written without", 1);
    }
}

impl AccessError for TypeError {
    fn code(&self) -> String {
        premise_name(self.premise)
    }

    fn start(&self) -> u32 {
        self.span.start
    }

    fn message(&self) -> &str {
        &self.message
    }

    fn absorb(&mut self, read: TypeError, message: String) {
        self.message = message;
        self.label = self.label.replacen("write without", "read and written without", 1);
        self.also.push(read);
    }
}

/// A read and a write at one place are one error. The errors are in the order of their places.
pub fn merged<E: AccessError>(errors: &mut Vec<E>) {
    let mut i = 0;
    while i < errors.len() {
        let read = &errors[i];
        if read.code() == "EXP REF/guard-held" {
            let both = read.message().replacen(" to read `", " to write `", 1);
            let is_write = |other: &E| {
                other.code() == "EXP ASSIGN/guard-held" && other.start() == read.start() && other.message() == both
            };
            // They are in order: those at this place are next to it.
            let near = errors[..i].iter().rposition(|other| other.start() < read.start()).map_or(0, |at| at + 1);
            if let Some(at) = errors[near..i].iter().position(is_write).map(|at| near + at) {
                let read = errors.remove(i);
                errors[at].absorb(read, both.replacen(" to write `", " to read and write `", 1));
                continue;
            }
        }
        i += 1;
    }
}
