//! Types: primitive ones are `int` and `boolean`, external ones `Object`, and type arguments are erased.

use super::Elaborator;
use super::code::{Code, GhostOf};
use crate::annotations::{Clause, LockText, read_comment};
use crate::declare::names::{Named, Scope};
use crate::spelling::escaped;
use crate::tree::body::{ExprNo, LocalNo};
use crate::tree::{ClassNo, FieldNo, Member, MethodNo, Note, Written};
use crate::types::{List, Primitive, Shape, Ty};
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId, Extended, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use std::rc::Rc;

/// The class of a type in the calculus, as far as conversions tell them apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    Int,
    Boolean,
    Void,
    Object,
    Text,
    Class(ClassNo),
    /// Array of elements of a Java type.
    Array(Ty),
}

/// The constant that stands for a lock of which nothing is known.
const SOME_LOCK: &str = "Some$lock.class";

/// Locks that are written in a type.
#[derive(Default)]
struct Locks {
    /// Ghost arguments: those of each name of a nested class, in order.
    arguments: Vec<LockText>,
    written: bool,
    /// Guards of the elements, by dimension, the outermost first.
    elements: Vec<Vec<LockText>>,
}

impl Elaborator<'_> {
    /// True for a type of which it is not known what class the objects have.
    pub(super) fn is_unknown(&self, ty: Ty) -> bool {
        matches!(self.java.types.shape(ty), Shape::Unknown | Shape::Any | Shape::Variable(_))
    }

    /// The sort of a Java type.
    pub(super) fn sort(&mut self, ty: Ty) -> Sort {
        let erased = self.java.types.erased(ty);
        match self.java.types.shape(erased) {
            Shape::Void => Sort::Void,
            Shape::Primitive(Primitive::Boolean) => Sort::Boolean,
            Shape::Primitive(_) => Sort::Int,
            Shape::Class(class, _) if !self.is_opaque(class) => Sort::Class(class),
            _ if erased == self.java.known.string => Sort::Text,
            Shape::Array(element) => Sort::Array(element),
            _ => Sort::Object,
        }
    }

    /// Ghost parameters of a class: its own, then those of the classes whose objects it has around it.
    pub(super) fn ghosts_of(&mut self, class: ClassNo) -> Rc<[GhostOf]> {
        let mut all = Vec::new();
        let mut next = Some(class);
        while let Some(class) = next {
            let head = self.class_head(class);
            for ghost in &head.ghosts {
                let name = self.intern(&escaped(&ghost.name));
                all.push(GhostOf { class, name });
            }
            let it = &self.java.classes[class.index()];
            next = it.outer.filter(|_| it.has_outer_instance);
        }
        all.into()
    }

    /// The class of a name in an annotation of a class.
    pub(super) fn class_called(&mut self, name: &str, from: ClassNo) -> Option<ClassNo> {
        let name = self.intern(&escaped(name.rsplit('.').next().unwrap_or(name)));
        let scope = Scope { file: self.java.classes[from.index()].file, class: Some(from), extra: Vec::new() };
        match self.java.type_named(&scope, name) {
            Some(Named::Class(class)) => Some(class),
            _ => None,
        }
    }

    /// End of the brackets behind a name.
    fn end_of_dimensions(&self, from: u32) -> u32 {
        let text = self.java.sources.text();
        let mut end = from;
        loop {
            let rest = &text[end as usize..];
            let blank = (rest.len() - rest.trim_start().len()) as u32;
            if !rest.trim_start().starts_with('[') {
                return end;
            }
            let Some(close) = rest.find(']') else { return end };
            end += (close as u32 + 1).max(blank);
        }
    }

    /// Position in a type: the depth in angle brackets, and the number of square brackets opened, annotation comments left out.
    fn position(&self, from: u32, to: u32, comments: &[Note]) -> (i32, usize) {
        let (mut depth, mut brackets) = (0, 0);
        let mut at = from;
        while at < to {
            if let Some(note) = comments.iter().find(|note| note.span.start == at) {
                at = note.span.end;
                continue;
            }
            match self.java.sources.text().as_bytes().get(at as usize) {
                Some(b'<') => depth += 1,
                Some(b'>') => depth -= 1,
                Some(b'[') if depth == 0 => brackets += 1,
                _ => {}
            }
            at += 1;
        }
        (depth, brackets)
    }
}

impl Code<'_, '_, '_> {
    /// A type that is written, with the locks in it.
    pub(super) fn ty(&mut self, written: Written) -> TypeId {
        if let Some(name) = self.it.library_name(written.ty).filter(|_| written.span != Span::NONE).map(str::to_owned) {
            self.it.found.library_types.insert(written.span, name);
        }
        let until = if written.span == Span::NONE { 0 } else { written.until };
        let locks = self.locks_in(written.span.start, until);
        self.build(written.ty, &locks, 0, written.span)
    }

    /// The type of a variable: dimensions may stand behind its name, with their guards.
    pub(super) fn ty_of(&mut self, written: Written, name: Span) -> TypeId {
        if !matches!(self.it.sort(written.ty), Sort::Array(_)) {
            return self.ty(written);
        }
        let until = self.it.end_of_dimensions(name.end);
        let behind = self.locks_in(name.end, until);
        if behind.elements.is_empty() {
            return self.ty(written);
        }
        let mut locks = self.locks_in(written.span.start, written.until.min(name.start));
        locks.elements.splice(0..0, behind.elements);
        self.build(written.ty, &locks, 0, written.span)
    }

    /// The declared type of a field of the class around the code; a stub may say what its own text does not.
    pub(super) fn field_type(&mut self, field: FieldNo) -> TypeId {
        let it = &self.it.java.fields[field.index()];
        let (written, name) = (it.ty, it.name_span);
        let own = self.ty_of(written, name);
        let stub = self.it.stub_field(field).map(|stub| self.it.java.fields[stub.index()].ty);
        self.with_stub(own, written.ty, stub)
    }

    /// The declared type of a parameter of a method.
    pub(super) fn parameter_type(&mut self, method: MethodNo, i: usize) -> TypeId {
        let it = &self.it.java.methods[method.index()].parameters[i];
        let (written, name) = (it.ty, it.name_span);
        let own = self.ty_of(written, name);
        let stub = self
            .it
            .stub_method(method)
            .and_then(|stub| self.it.java.methods[stub.index()].parameters.get(i).map(|p| p.ty));
        self.with_stub(own, written.ty, stub)
    }

    /// The declared result type of a method.
    pub(super) fn result_type(&mut self, method: MethodNo) -> TypeId {
        let written = self.it.java.methods[method.index()].result;
        let own = self.ty(written);
        let stub = self.it.stub_method(method).map(|stub| self.it.java.methods[stub.index()].result);
        self.with_stub(own, written.ty, stub)
    }

    /// The declared type of a local variable; a stub of the method, with a body, may have a local of that name.
    pub(super) fn local_type(&mut self, local: LocalNo) -> TypeId {
        let it = &self.body.locals[local.index()];
        let (written, name, at) = (it.ty, it.name, it.name_span);
        let own = self.ty_of(written, at);
        let stub = self.method.and_then(|method| self.it.stub_method(method));
        let stub = stub.filter(|_| !self.says_locks(own)).and_then(|stub| {
            let body = self.it.java.attribute(Member::Method(stub));
            body.locals.iter().find(|l| l.name == name).map(|l| l.ty)
        });
        self.with_stub(own, written.ty, stub)
    }

    /// A type with the locks that a stub writes in its place, if it has none of its own.
    fn with_stub(&mut self, own: TypeId, java: Ty, stub: Option<Written>) -> TypeId {
        let Some(stub) = stub.filter(|_| !self.says_locks(own)) else { return own };
        let locks = self.locks_in(stub.span.start, stub.until);
        if locks.written || !locks.elements.is_empty() { self.build(java, &locks, 0, stub.span) } else { own }
    }

    /// Returns true for a type with locks in it that are known.
    pub(super) fn says_locks(&self, ty: TypeId) -> bool {
        let program = &self.it.out.program;
        program.locks_of(ty).iter().any(|lock| !matches!(program.expr(*lock), Expr::Extended(Extended::ClassConst(name)) if self.it.text(name) == SOME_LOCK))
    }

    /// The type of a local variable that writes no locks: those of its value, if it is of the same class.
    pub(super) fn with_locks_of_value(&mut self, ty: TypeId, java: Ty, value: ExprNo, span: Span) -> TypeId {
        let sort = self.it.sort(java);
        let may = matches!(sort, Sort::Array(_))
            || matches!(sort, Sort::Class(class) if !self.it.ghosts_of(class).is_empty());
        if !may || self.says_locks(ty) || self.it.sort(self.expression(value).ty) != sort {
            return ty;
        }
        let of_value = self.type_of_value(value, java, span);
        if self.says_locks(of_value) { of_value } else { ty }
    }

    /// A type that nothing writes: the locks are those of the first of several values that has some.
    pub(super) fn with_locks_of_all(&mut self, values: &[ExprNo], java: Ty, span: Span) -> TypeId {
        let plain = self.plain(java, span);
        values.iter().fold(plain, |ty, value| deep(|| self.with_locks_of_value(ty, java, *value, span)))
    }

    /// A type that is written between two offsets: of `new t[…]` with its brackets.
    pub(super) fn ty_between(&mut self, ty: Ty, span: Span, until: u32) -> TypeId {
        let locks = self.locks_in(span.start, until);
        self.build(ty, &locks, 0, span)
    }

    /// A type that is not written there.
    pub(super) fn plain(&mut self, ty: Ty, span: Span) -> TypeId {
        self.build(ty, &Locks::default(), 0, span)
    }

    /// The type of a class that is not written there.
    pub(super) fn plain_class(&mut self, class: ClassNo, span: Span) -> TypeId {
        let ty = self.it.java.class_type(class, List::EMPTY);
        self.plain(ty, span)
    }

    fn locks_in(&mut self, from: u32, until: u32) -> Locks {
        let comments = self.it.java.comments(from, until).to_vec();
        let mut locks = Locks::default();
        for note in &comments {
            let fresh = self.it.claimed.insert(note.span.start);
            let (depth, brackets) = self.it.position(from, note.span.start, &comments);
            let (read, wrong) = read_comment(self.it.java.sources.at(note.span), note.span.start);
            self.it.misread(wrong);
            for annotation in read {
                let word = annotation.clause.word();
                match annotation.clause {
                    Clause::Arguments(own) if depth == 0 => {
                        // Arguments of the class come before those of the classes around it.
                        locks.arguments.splice(0..0, own);
                        locks.written = true;
                    }
                    Clause::Elements(guards) if depth == 0 && brackets > 0 => {
                        locks.elements.resize(locks.elements.len().max(brackets), Vec::new());
                        let all = &mut locks.elements[brackets - 1];
                        for guard in guards {
                            if !all.iter().any(|known| known.text == guard.text) {
                                all.push(guard);
                            }
                        }
                    }
                    Clause::Arguments(_) | Clause::Elements(_) => {}
                    Clause::NoWarn(_) => continue,
                    // Behind the type stands what is said of the variable.
                    _ => {
                        if fresh {
                            self.it.claimed.remove(&note.span.start);
                        }
                        continue;
                    }
                }
                if fresh {
                    self.it.count(word, note.span);
                }
            }
        }
        locks
    }

    fn build(&mut self, ty: Ty, locks: &Locks, dimension: usize, span: Span) -> TypeId {
        if let Some(name) = self.it.wide_name(ty) {
            return self.it.out.class_type(name, &[], span);
        }
        match self.it.sort(ty) {
            Sort::Int => self.it.out.ty(TypeKind::Int, span),
            Sort::Boolean => self.it.out.ty(TypeKind::Boolean, span),
            Sort::Void => self.it.out.ty(TypeKind::Void, span),
            Sort::Object => self.it.out.object(span),
            Sort::Text => self.it.out.class_type(Name::STRING, &[], span),
            Sort::Class(class) => {
                self.it.want(class);
                let arguments = self.ghost_arguments(class, locks, span);
                let name = self.it.class_name(class);
                self.it.out.class_type(name, &arguments, span)
            }
            Sort::Array(element) => {
                let element = match self.it.small_name(element) {
                    Some(name) => self.it.out.class_type(name, &[], span),
                    None => self.build(element, locks, dimension + 1, span),
                };
                let guards = locks.elements.get(dimension).cloned().unwrap_or_default();
                let guards: Vec<ExprId> = guards.iter().filter_map(|text| self.lock(text)).collect();
                self.it.out.program.add_array(element, &guards, span)
            }
        }
    }

    /// The ghost arguments of a type: as written, else those of the same name around the code, else some lock.
    fn ghost_arguments(&mut self, class: ClassNo, locks: &Locks, span: Span) -> Vec<ExprId> {
        let ghosts = self.it.ghosts_of(class);
        let mut arguments: Vec<ExprId> = Vec::with_capacity(ghosts.len());
        if locks.written {
            for text in &locks.arguments {
                arguments.push(self.lock(text).unwrap_or_else(|| self.some_lock(text.span)));
            }
        }
        for ghost in ghosts.iter().skip(arguments.len()) {
            let own = self.ghosts.contains(ghost);
            arguments.push(if own {
                self.it.out.var(ghost.name, span)
            } else {
                self.it.found.assumptions.add(Assumed::GhostArguments, span);
                self.some_lock(span)
            });
        }
        arguments
    }

    /// A lock of which nothing is known, and which nobody holds.
    pub(super) fn some_lock(&mut self, span: Span) -> ExprId {
        let name = self.it.intern(SOME_LOCK);
        self.it.found.origins.named("Some$lock", "any lock");
        self.it.out.constant(name, span)
    }
}
