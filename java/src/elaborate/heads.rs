//! Annotations of declarations: read once, held to their places, counted. What a stub says of a member is added to what it says itself.

use super::{Elaborator, Suppression};
use crate::annotations::{
    Annotation, Argument, Clause, GhostText, LockText, Place, is_unread, read_comment, read_modifier,
};
use crate::spelling::plain;
use crate::tree::{ClassNo, FieldNo, Member, MethodNo, Note, NoteKind};
use crate::world::Assumed;
use racefree_grammar::Span;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Annotations of all declarations that were asked for.
#[derive(Default)]
pub(super) struct Heads {
    classes: FxHashMap<ClassNo, Rc<ClassHead>>,
    fields: FxHashMap<FieldNo, Rc<FieldHead>>,
    methods: FxHashMap<MethodNo, Rc<MethodHead>>,
    /// Classes of stubs that add to a class of another text.
    stubs: FxHashMap<ClassNo, ClassNo>,
}

/// Annotations of a class.
#[derive(Default)]
pub(super) struct ClassHead {
    pub(super) guards: Vec<LockText>,
    pub(super) ghosts: Vec<GhostText>,
    /// Shared or not, as it is written, and where.
    pub(super) shared: Option<(bool, Span)>,
    pub(super) immutable: Option<Span>,
}

/// Annotations of a field.
#[derive(Default)]
pub(super) struct FieldHead {
    pub(super) guards: Vec<LockText>,
    pub(super) readonly: bool,
}

/// Annotations of a method.
#[derive(Default)]
pub(super) struct MethodHead {
    pub(super) requires: Vec<LockText>,
    /// Claimed to be atomic.
    pub(super) atomic: bool,
    pub(super) parameters: Vec<ParameterHead>,
}

/// Annotations of a parameter.
#[derive(Clone, Copy, Default)]
pub(super) struct ParameterHead {
    pub(super) forks: bool,
    pub(super) immediate: bool,
}

impl Elaborator<'_> {
    /// Reads the annotations of something.
    pub(super) fn notes(&mut self, notes: &[Note], on: Place, declaration: Span) -> Vec<Annotation> {
        let mut all = Vec::new();
        for note in notes {
            let (read, wrong) = match note.kind {
                NoteKind::Comment => {
                    self.claimed.insert(note.span.start);
                    read_comment(self.java.sources.at(note.span), note.span.start)
                }
                NoteKind::Annotation { name, arguments } => {
                    let texts = strings(self.java.sources.at(arguments), arguments.start);
                    let word = self.java.names.text(name);
                    let (read, wrong) = read_modifier(word, &texts, note.span, on);
                    if is_unread(word, on) {
                        self.found.assumptions.add(Assumed::UnreadAnnotation, note.span);
                    }
                    (read.into_iter().collect(), wrong)
                }
            };
            self.misread(wrong);
            for annotation in read {
                if matches!(annotation.clause, Clause::Elements(_)) && self.is_in_brackets(note.span) {
                    // Of a dimension behind a name: its type has it.
                    continue;
                }
                if on.allows(&annotation.clause, annotation.notation) {
                    all.push(annotation);
                } else {
                    let word = annotation.clause.word();
                    let message = format!("`{word}` cannot stand on {}", on.text());
                    let place = self.misplaced(on, declaration, annotation.span);
                    self.problem("JAVA ANNOTATION/place", place, message);
                    self.of_declaration(declaration, "of this");
                }
            }
        }
        for annotation in &all {
            self.take(annotation, declaration);
        }
        all
    }

    /// Returns true for a comment that stands behind an opening square bracket.
    fn is_in_brackets(&self, comment: Span) -> bool {
        self.java.sources.text()[..comment.start as usize].trim_end().ends_with('[')
    }

    /// Counts an annotation, and takes what silences.
    fn take(&mut self, annotation: &Annotation, declaration: Span) {
        match &annotation.clause {
            Clause::NoWarn(kinds) if annotation.notation == crate::annotations::Notation::Modifier => {
                let kinds = self.silences(kinds, annotation.span);
                self.found.suppressed.push(Suppression { span: declaration, kinds });
            }
            Clause::NoWarn(_) => {}
            clause => self.count(clause.word(), annotation.span),
        }
    }

    /// Annotations of a class.
    pub(super) fn class_head(&mut self, class: ClassNo) -> Rc<ClassHead> {
        if let Some(known) = self.heads.classes.get(&class) {
            return known.clone();
        }
        let mut head = ClassHead::default();
        self.java.ensure_members(class);
        let both = [Some(class), self.heads.stubs.get(&class).copied()];
        for class in both.into_iter().flatten() {
            let it = &self.java.classes[class.index()];
            let notes = it.notes.clone();
            let name = it.name_span;
            let whole = it.span;
            for annotation in self.notes(&notes, Place::Class, whole) {
                match annotation.clause {
                    Clause::GuardedBy(locks) => head.guards.extend(locks),
                    Clause::Ghosts(ghosts) => head.ghosts.extend(ghosts),
                    Clause::ThreadLocal => head.shared = Some((false, annotation.span)),
                    Clause::ThreadShared => head.shared = Some((true, annotation.span)),
                    Clause::Immutable => {
                        head.shared = Some((true, annotation.span));
                        head.immutable = Some(name);
                    }
                    _ => {}
                }
            }
        }
        let head = Rc::new(head);
        self.heads.classes.insert(class, head.clone());
        head
    }

    /// Annotations of a field.
    pub(super) fn field_head(&mut self, field: FieldNo) -> Rc<FieldHead> {
        if let Some(known) = self.heads.fields.get(&field) {
            return known.clone();
        }
        let mut head = FieldHead::default();
        let more = self.stub_field(field);
        for field in [Some(field), more].into_iter().flatten() {
            let it = &self.java.fields[field.index()];
            let (notes, span) = (it.notes.clone(), it.span);
            for annotation in self.notes(&notes, Place::Field, span) {
                match annotation.clause {
                    Clause::GuardedBy(locks) => head.guards.extend(locks),
                    Clause::Readonly => head.readonly = true,
                    _ => {}
                }
            }
        }
        let span = self.java.fields[field.index()].name_span;
        if head.guards.is_empty()
            && let Some(lock) = self.java.implied.get(&span.start)
        {
            head.guards.push(LockText { text: lock.clone(), span });
        }
        let head = Rc::new(head);
        self.heads.fields.insert(field, head.clone());
        head
    }

    /// Annotations of a method.
    pub(super) fn method_head(&mut self, method: MethodNo) -> Rc<MethodHead> {
        if let Some(known) = self.heads.methods.get(&method) {
            return known.clone();
        }
        let mut head = MethodHead::default();
        let more = self.stub_method(method);
        for method in [Some(method), more].into_iter().flatten() {
            let it = &self.java.methods[method.index()];
            let (notes, span) = (it.notes.clone(), it.span);
            let parameters: Vec<_> = it.parameters.iter().map(|p| (p.notes.clone(), p.name_span)).collect();
            head.parameters.resize(parameters.len().max(head.parameters.len()), ParameterHead::default());
            for annotation in self.notes(&notes, Place::Method, span) {
                match annotation.clause {
                    Clause::Requires(locks) => head.requires.extend(locks),
                    Clause::Atomic => head.atomic = true,
                    _ => {}
                }
            }
            for (i, (notes, span)) in parameters.iter().enumerate() {
                for annotation in self.notes(notes, Place::Parameter, *span) {
                    match annotation.clause {
                        Clause::Forks => head.parameters[i].forks = true,
                        Clause::Immediate => head.parameters[i].immediate = true,
                        _ => {}
                    }
                }
            }
        }
        let head = Rc::new(head);
        self.heads.methods.insert(method, head.clone());
        head
    }

    /// Finds the classes that stubs add to, and reports members of stubs that add to nothing.
    pub(super) fn match_stubs(&mut self) {
        for i in 0..self.java.classes.len() {
            let class = ClassNo(i as u32);
            let name = self.java.classes[i].qualified;
            if let Some(stub) =
                self.java.stub_of(class).filter(|stub| self.java.classes[stub.index()].qualified == name)
            {
                self.heads.stubs.insert(class, stub);
                self.match_members(class, stub);
            }
        }
    }

    fn match_members(&mut self, class: ClassNo, stub: ClassNo) {
        for member in self.java.classes[stub.index()].members.clone() {
            let (found, span) = match member {
                Member::Field(f) => {
                    let name = self.java.fields[f.index()].name;
                    (self.field_named(class, name).is_some(), self.java.fields[f.index()].name_span)
                }
                Member::Method(m) => (self.method_like(class, m).is_some(), self.java.methods[m.index()].name_span),
                Member::Initializer(_) => (true, Span::NONE),
            };
            // Built-in knowledge is of several versions of the library.
            let built_in = self.is_built_in(self.java.classes[stub.index()].file);
            if !found && !built_in {
                let name = self.java.sources.at(span).to_owned();
                let class = plain(self.java.names.text(self.java.classes[class.index()].qualified)).into_owned();
                let message = format!("`{class}` has no member `{name}` of this signature");
                self.problem("JAVA ANNOTATION/stub", span, message);
            }
        }
    }

    fn field_named(&mut self, class: ClassNo, name: racefree_grammar::name::Name) -> Option<FieldNo> {
        self.java.ensure_members(class);
        self.java.tables.fields.get(&(class, name)).copied()
    }

    /// The method of a class that has the name and the erased parameters of another one.
    fn method_like(&mut self, class: ClassNo, like: MethodNo) -> Option<MethodNo> {
        let wanted = self.signature(like);
        self.java.ensure_members(class);
        let members = self.java.classes[class.index()].members.clone();
        members.into_iter().find_map(|member| match member {
            Member::Method(m) if self.signature(m) == wanted => Some(m),
            _ => None,
        })
    }

    pub(super) fn stub_field(&mut self, field: FieldNo) -> Option<FieldNo> {
        let it = &self.java.fields[field.index()];
        let (class, name) = (it.class, it.name);
        let stub = *self.heads.stubs.get(&class)?;
        self.field_named(stub, name)
    }

    pub(super) fn stub_method(&mut self, method: MethodNo) -> Option<MethodNo> {
        let stub = *self.heads.stubs.get(&self.java.methods[method.index()].class)?;
        self.method_like(stub, method)
    }
}

/// String literals in the text of an annotation's arguments.
fn strings(text: &str, at: u32) -> Vec<Argument> {
    let mut next = at;
    let piece = |text: &str| {
        let at = next;
        next += text.len() as u32 + 1;
        Argument { text: text.to_owned(), at }
    };
    // Every second piece stands between quotes; the last one has none behind it.
    let pieces: Vec<Argument> = text.split('"').map(piece).collect();
    pieces[..pieces.len() - 1].iter().skip(1).step_by(2).cloned().collect()
}
