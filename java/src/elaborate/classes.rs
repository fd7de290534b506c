//! Classes: each becomes a class, and one more for its static members.

use super::Elaborator;
use super::code::{Code, Frame, FrameSort, Frames};
use super::emit::{Head, final_field, from_name};
use crate::spelling::escaped;
use crate::tree::body::{Body, Kind, LocalNo};
use crate::tree::{ClassNo, FieldNo, Member, MethodNo, Nesting, Origin, Written};
use crate::types::Shape;
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::{
    Class, ExprId, Field, Ghost, List, Method, MethodKind, Param, Run, TypeExpr, TypeId, TypeKind,
};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::rc::Rc;

/// The code in which a class stands.
pub(super) struct Around<'b> {
    /// Code that has all the members; none for a class whose members have code of their own.
    pub(super) body: Option<&'b Body>,
    /// The classes around its members, itself the innermost.
    pub(super) frames: Frames,
    /// Captured variables, and the fields that have them.
    pub(super) captures: Vec<(LocalNo, Name)>,
}

/// Code of a member: its own, or that of all members of a class in code.
pub(super) type CodeOf<'b> = Cow<'b, Body>;

/// Members that are made for a class.
#[derive(Default)]
pub(super) struct Members {
    pub(super) fields: Vec<Field>,
    pub(super) methods: Vec<Method>,
}

impl Elaborator<'_> {
    /// Makes a class that stands in a file or in another class.
    pub(super) fn class(&mut self, class: ClassNo) {
        if self.java.stop.is_over() || self.is_opaque(class) || !self.made.insert(class) {
            return;
        }
        let frame = Frame { sort: FrameSort::Class(class), captures: Rc::default() };
        self.declare(class, &Around { body: None, frames: Frames::of(frame), captures: Vec::new() });
    }

    /// Makes a local or anonymous class, where its code stands.
    pub(super) fn local_class(&mut self, class: ClassNo, body: &Body, frames: &Frames) {
        if !self.made.insert(class) {
            return;
        }
        self.forget_unused_outer(class, body);
        let captures = self.captures_of(class, body);
        let captures_by_local: FxHashMap<_, _> = captures.iter().copied().collect();
        let mut frames = frames.clone();
        frames.push(Frame { sort: FrameSort::Class(class), captures: Rc::new(captures_by_local) });
        let confined = captures.iter().any(|&(local, _)| !self.is_shared_type(body.locals[local.index()].ty.ty));
        let said = self.class_head(class).shared.is_some() || self.is_thread(class);
        if confined && !said {
            let shared = self.is_task_with_arrays(class, body, &captures);
            self.shared.insert(class, shared);
        } else if !said && self.java.classes[class.index()].nesting == Nesting::Anonymous {
            let outside =
                self.java.classes[class.index()].outer.filter(|_| self.java.classes[class.index()].has_outer_instance);
            let around = outside.is_none_or(|outer| self.is_shared(outer));
            let shared = self.is_annotated(class) || around && self.is_stateless(class);
            self.shared.insert(class, shared && around);
        }
        self.declare(class, &Around { body: Some(body), frames, captures });
    }

    /// Returns true for a task without a name that has nothing of one thread but arrays: threads share it, and these are what needs a guard.
    fn is_task_with_arrays(&mut self, class: ClassNo, body: &Body, captures: &[(LocalNo, Name)]) -> bool {
        let mut confined = Vec::new();
        for &(local, _) in captures {
            let ty = body.locals[local.index()].ty.ty;
            confined.extend((!self.is_shared_type(ty)).then_some(ty));
        }
        let it = &self.java.classes[class.index()];
        let mut above = it.interfaces.iter().chain(&it.superclass);
        let is_task = above.any(|of| matches!(self.last_name(of.ty), "Runnable" | "Callable"));
        let is_alone = it.nesting == Nesting::Anonymous && is_task && !it.has_outer_instance;
        is_alone && confined.into_iter().all(|ty| matches!(self.java.types.shape(ty), Shape::Array(_)))
    }

    /// An anonymous class whose code does not use the object around it does not have it, as a lambda does not.
    fn forget_unused_outer(&mut self, class: ClassNo, body: &Body) {
        let below_inner = self.is_below_inner(class);
        let it = &self.java.classes[class.index()];
        if it.nesting != Nesting::Anonymous || !it.has_outer_instance || below_inner {
            return;
        }
        let (whole, own) = (it.span, it.body);
        let around = |other: ClassNo| {
            let other = &self.java.classes[other.index()];
            other.span.contains(whole) && other.span != whole
        };
        let uses = body.expressions.iter().any(|e| match e.kind {
            Kind::This { class } => own.contains(e.span) && around(class),
            _ => false,
        });
        // Names in annotations may mean members of the classes around.
        let text = self.java.sources.at(own);
        let says =
            text.contains("/*#") || text.contains("//#") || text.contains("@Guarded") || text.contains("@Holding");
        if !uses && !says && self.ghosts_of(class).is_empty() {
            self.java.classes[class.index()].has_outer_instance = false;
        }
    }

    /// Returns true if the superclass is an inner class, whose constructor takes the object around.
    fn is_below_inner(&mut self, class: ClassNo) -> bool {
        let above = self.superclass(class).map(|above| &self.java.classes[above.index()]);
        above.is_some_and(|above| above.has_outer_instance && above.nesting == Nesting::Member)
    }

    /// Captured variables of a local class, with the fields that have them.
    pub(super) fn captures_of(&mut self, class: ClassNo, body: &Body) -> Vec<(LocalNo, Name)> {
        let Some(captured) = body.classes.iter().find(|c| c.class == class) else { return Vec::new() };
        let above = self.above(class).into_iter().skip(1);
        let above: Vec<ClassNo> = above.collect();
        let local = above.iter().filter(|c| self.java.classes[c.index()].nesting == Nesting::Local).count();
        let locals = captured.locals.clone();
        locals.into_iter().map(|l| (l, self.captured_field(body, l, local))).collect()
    }

    /// The name of the field of a captured variable, behind so many others in superclasses.
    pub(super) fn captured_field(&mut self, body: &Body, local: LocalNo, depth: usize) -> Name {
        let java = self.text(body.locals[local.index()].name).to_owned();
        let made = if depth == 0 { format!("val${java}") } else { format!("val${java}${depth}") };
        self.found.origins.captured(&made, &java);
        self.intern(&made)
    }

    fn declare(&mut self, class: ClassNo, around: &Around<'_>) {
        self.judge_class(class);
        self.place_class(class);
        let (mut own, mut side) = (Members::default(), Members::default());
        let mut starts: Vec<(Member, CodeOf<'_>)> = Vec::new();
        let mut static_starts: Vec<(Member, CodeOf<'_>)> = Vec::new();
        own.fields.extend(self.synthetic(class, around, false).into_iter().map(final_field));
        for member in self.java.classes[class.index()].members.clone() {
            if matches!(member, Member::Method(m) if self.constructs(m) || self.is_left_out(m)) {
                continue;
            }
            let code = self.code_of(member, around);
            let (into, starting) =
                if self.java.is_static(member) { (&mut side, &mut static_starts) } else { (&mut own, &mut starts) };
            match member {
                Member::Field(f) => {
                    let made = self.field(f, &code, around, !starting.is_empty());
                    if self.java.fields[f.index()].initialized && made.init.is_none() {
                        starting.push((member, code));
                    }
                    into.fields.push(made);
                    if !self.options.run {
                        into.fields.extend(self.contents_field(f, &made));
                    }
                }
                Member::Initializer(_) => starting.push((member, code)),
                Member::Method(m) => into.methods.push(self.method(m, &code, around)),
            }
        }
        self.bridges(class, around, &mut own);
        self.record_methods(class, &mut own);
        if self.builds(class) {
            own.methods.extend(self.constructors(class, &starts, around));
        }
        // Constants have their values before any code runs.
        static_starts.sort_by_key(|(member, _)| {
            let constant = |f: &FieldNo| {
                let it = &self.java.fields[f.index()];
                it.literal && it.modifiers.is_final()
            };
            !matches!(member, Member::Field(f) if constant(f))
        });
        if !static_starts.is_empty() && self.has_code(class) {
            side.methods.push(self.static_initializer(class, &static_starts, around));
        }
        self.add_class(class, own, around);
        if !side.fields.is_empty() || !side.methods.is_empty() {
            self.add_side(class, side);
        }
    }

    /// Returns true for a constructor.
    pub(super) fn constructs(&self, method: MethodNo) -> bool {
        self.java.methods[method.index()].kind.constructs()
    }

    /// The code of a member, attributed now unless all of the class's is.
    pub(super) fn code_of<'b>(&mut self, member: Member, around: &Around<'b>) -> CodeOf<'b> {
        let has_code = match member {
            Member::Field(f) => self.java.fields[f.index()].initialized,
            Member::Method(m) => self.java.methods[m.index()].has_body,
            Member::Initializer(_) => true,
        };
        let (class, _) = self.java.site(member);
        let within = self.is_within(self.java.classes[class.index()].span);
        match around.body {
            Some(body) => Cow::Borrowed(body),
            None if has_code && self.has_code(class) && (within || self.java.matters_elsewhere(member)) => {
                let body = self.java.attribute(member);
                self.judge(member, &body);
                self.note_nulls(&body);
                self.note_alone(member, &body);
                self.note_apart(member, &body);
                self.note_ordered(&body);
                if within {
                    crate::tree::uses::count(&body.expressions, &mut self.found.uses);
                    let guessed = body.guessed.iter();
                    guessed.for_each(|span| self.found.assumptions.add(Assumed::Unresolved, *span));
                }
                Cow::Owned(body)
            }
            None => Cow::Owned(Body::default()),
        }
    }

    fn add_class(&mut self, class: ClassNo, members: Members, around: &Around<'_>) {
        let name = self.class_name(class);
        let head = self.class_head(class);
        let it = &self.java.classes[class.index()];
        let (name_span, span) = (it.name_span, from_name(it.name_span, it.span));
        let interface = it.kind.is_interface();
        let supers = self.supers_of(class);
        let empty = Body::default();
        let mut code = Code::new(self, around.body.unwrap_or(&empty), around.frames.clone(), false);
        let mut types: Vec<TypeId> = Vec::new();
        for &(above, written) in &supers {
            types.push(match written {
                Some(written) => code.ty(written),
                None => code.plain_class(above, name_span),
            });
        }
        let guards: Vec<ExprId> = head.guards.iter().filter_map(|text| code.lock(text)).collect();
        let ghosts = self.ghost_parameters(class);
        let is_class = |&(above, _): &(ClassNo, _)| !self.java.classes[above.index()].kind.is_interface();
        let extends = if supers.first().is_some_and(is_class) { types.first().copied() } else { None };
        let more = self.run_of_types(&types[usize::from(extends.is_some())..]);
        let rest = guards.get(1..).map_or(List::default(), |rest| self.out.program.add_list(rest));
        let thread_local = !self.is_shared(class);
        if thread_local && head.shared.is_none() {
            let text = self.text(name).to_owned();
            self.found.local_by_default.insert(text);
            if self.java.classes[class.index()].origin == Origin::Source {
                self.found.assumptions.add(Assumed::ThreadLocal, name_span);
            }
        }
        let (fields, methods) = self.run_of_members(members);
        self.classes.push(Class {
            thread_local,
            ghosts,
            extends,
            guard: guards.first().copied(),
            more_guards: rest,
            interface,
            more_supertypes: more,
            fields,
            methods,
            ..bare_class(name, name_span, span)
        });
    }

    /// Supertypes of a class, its superclass first, with the types as they are written: in the place of one that says nothing of locks
    /// and threads stand those above it.
    fn supers_of(&mut self, class: ClassNo) -> Vec<(ClassNo, Option<Written>)> {
        self.java.ensure_header(class);
        let it = &self.java.classes[class.index()];
        let written: Vec<Written> = it.superclass.iter().chain(&it.interfaces).copied().collect();
        let direct = self.java.tables.infos[class.index()].supers.iter().filter_map(|ty| self.java.types.class(*ty));
        let direct: Vec<ClassNo> = direct.collect();
        let mut found: Vec<(ClassNo, Option<Written>)> = Vec::new();
        for above in direct {
            let near = match self.is_opaque(above) {
                true => deep(|| self.supers_of(above)).into_iter().map(|(above, _)| (above, None)).collect(),
                false => vec![(above, written.iter().copied().find(|w| self.java.types.class(w.ty) == Some(above)))],
            };
            let known: Vec<ClassNo> = found.iter().map(|(above, _)| *above).collect();
            found.extend(near.into_iter().filter(|(above, _)| !known.contains(above)));
        }
        let is_interface = |it: &Self, above: ClassNo| it.java.classes[above.index()].kind.is_interface();
        found.sort_by_key(|&(above, _)| is_interface(self, above));
        found
    }

    /// The class of the static members of a class.
    fn add_side(&mut self, class: ClassNo, members: Members) {
        let name = self.side_name(class);
        let it = &self.java.classes[class.index()];
        self.add_plain(name, (it.name_span, from_name(it.name_span, it.span)), members);
    }

    /// A shared class that is nothing but its members.
    fn add_plain(&mut self, name: Name, (name_span, span): (Span, Span), members: Members) {
        let (fields, methods) = self.run_of_members(members);
        self.classes.push(Class { fields, methods, ..bare_class(name, name_span, span) });
    }

    pub(super) fn ghost_parameters(&mut self, class: ClassNo) -> Run {
        let all = self.ghosts_of(class);
        let start = self.out.program.ghosts.len() as u32;
        for ghost in all.iter() {
            let head = self.class_head(ghost.class);
            let own = head.ghosts.iter().find(|g| self.java.names.find(&escaped(&g.name)) == Some(ghost.name));
            let Some(text) = own.cloned() else { continue };
            let ty = match self.class_called(&text.ty, ghost.class) {
                Some(of) if !self.is_opaque(of) => {
                    self.want(of);
                    let name = self.class_name(of);
                    self.out.class_type(name, &[], text.span)
                }
                _ => self.out.object(text.span),
            };
            self.out.program.ghosts.push(Ghost { ty, name: ghost.name, span: text.span });
        }
        Run { start, end: self.out.program.ghosts.len() as u32 }
    }

    pub(super) fn run_of_types(&mut self, types: &[TypeId]) -> Run {
        let start = self.out.program.types.len() as u32;
        for &ty in types {
            let TypeExpr { kind, span } = self.out.program.ty(ty);
            self.out.program.add_type(kind, span);
        }
        Run { start, end: self.out.program.types.len() as u32 }
    }

    pub(super) fn run_of_members(&mut self, mut members: Members) -> (Run, Run) {
        members.methods.sort_by_key(|method| method.span.start);
        let program = &mut self.out.program;
        let (field, method) = (program.fields.len() as u32, program.methods.len() as u32);
        program.fields.extend(members.fields);
        program.methods.extend(members.methods);
        let fields = Run { start: field, end: program.fields.len() as u32 };
        (fields, Run { start: method, end: program.methods.len() as u32 })
    }

    /// The class with the method that requires the lock of its argument: what uses a field whose value is its own guard calls it.
    pub(super) fn add_itself(&mut self) {
        let end = self.java.sources.text().len() as u32;
        let span = Span::new(end, end);
        let (name, object) = (self.intern("o"), self.out.object(span));
        let params = self.out.params(&[Param { ty: object, name, span }]);
        let lock = self.out.var(name, span);
        let requires = self.out.program.add_list(&[lock]);
        let (name, class) = (self.intern("use"), self.intern("Itself$own$class"));
        self.found.origins.named("Itself$own$class", "the guard of a value by itself");
        let (ret, body) = (self.out.ty(TypeKind::Void, span), self.out.unit(span));
        let head = Head { name, name_span: span, span, params, ret, requires, kind: MethodKind::Plain };
        let method = self.out.method(head, body);
        self.add_plain(class, (span, span), Members { fields: Vec::new(), methods: vec![method] });
    }
}

/// A shared class that has nothing.
pub(super) fn bare_class(name: Name, name_span: Span, span: Span) -> Class {
    Class {
        name,
        name_span,
        span,
        thread_local: false,
        ghosts: Run::default(),
        owners: None,
        extends: None,
        guard: None,
        more_guards: List::default(),
        interface: false,
        more_supertypes: Run::default(),
        fields: Run::default(),
        methods: Run::default(),
    }
}
