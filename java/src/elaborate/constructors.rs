//! Constructors: the fields of enclosing instances and captured variables, the superclass, the initialisers, the body.

use super::Elaborator;
use super::classes::{Around, CodeOf};
use super::code::{Code, FrameSort};
use super::emit::Head;
use super::locals::Block;
use super::members::{Entering, Tail};
use super::naming::CONSTRUCTOR;
use crate::profile::Constructors;
use crate::tree::body::{Body, ExprNo, Form, Kind, New, Part, StmtNo};
use crate::tree::{ClassKind, ClassNo, FieldNo, Member, MethodKind as JavaKind, MethodNo, Nesting};
use crate::types::Ty;
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::{ExprId, List, Method, MethodKind, Param, Run, TypeKind};
use racefree_grammar::name::Name;

impl Elaborator<'_> {
    /// Returns true if objects of a class are made by a constructor: it has one, or has to initialise something.
    pub(super) fn builds(&mut self, class: ClassNo) -> bool {
        let it = &self.java.classes[class.index()];
        if it.kind.is_interface() {
            return false;
        }
        let local = matches!(it.nesting, Nesting::Local | Nesting::Anonymous);
        if local || it.has_outer_instance {
            return true;
        }
        // A superclass that is not known may start a thread before even a literal is assigned.
        let outside = self.is_below_outside(class);
        let it = &self.java.classes[class.index()];
        let starts = |member: &Member| match *member {
            Member::Method(m) => self.constructs(m),
            Member::Initializer(i) => !self.java.initializers[i.index()].is_static,
            Member::Field(f) => {
                let field = &self.java.fields[f.index()];
                field.initialized
                    && !field.modifiers.is_static()
                    && (outside || !field.literal || self.is_made_to_run(f))
            }
        };
        it.members.iter().any(starts) || self.is_built_above(class)
    }

    /// Returns true if one of the superclasses is not of the sources, and says nothing of threads.
    pub(super) fn is_below_outside(&mut self, class: ClassNo) -> bool {
        let mut class = class;
        loop {
            let above = self.java.classes[class.index()].superclass;
            let Some(above) = above.filter(|above| above.ty != self.java.known.object) else { return false };
            match self.java.types.class(above.ty) {
                Some(above) if !self.is_opaque(above) => class = above,
                _ => return true,
            }
        }
    }

    /// Returns true if a constructor of a superclass runs before the initialisers of a class.
    pub(super) fn is_built_above(&mut self, class: ClassNo) -> bool {
        self.superclass(class).is_some_and(|above| !self.is_opaque(above) && self.builds(above))
    }

    /// Fields of a class that Java does not show, the enclosing instance and captured variables, or the parameters that constructors
    /// assign to them.
    pub(super) fn synthetic(&mut self, class: ClassNo, around: &Around<'_>, parameters: bool) -> Vec<Param> {
        let mut all = Vec::new();
        let it = &self.java.classes[class.index()];
        let (span, outer, has_outer) = (it.name_span, it.outer, it.has_outer_instance);
        let empty = Body::default();
        if let Some(outer) = outer.filter(|_| has_outer && (parameters || self.with_outer_of(class).is_none())) {
            let name = self.outer_field(class, outer);
            let mut code = Code::new(self, &empty, around.frames.clone(), false);
            all.push(Param { ty: code.plain_class(outer, span), name, span });
        }
        let Some(body) = around.body else { return all };
        for &(local, name) in &around.captures {
            let mut code = Code::new(self, body, around.frames.clone(), false);
            if parameters {
                code.from_parameters = around.captures.iter().copied().collect();
            }
            all.push(Param { ty: code.ty(body.locals[local.index()].ty), name, span });
        }
        all
    }

    /// The constructors of a class, one at least.
    pub(super) fn constructors(
        &mut self,
        class: ClassNo,
        starts: &[(Member, CodeOf<'_>)],
        around: &Around<'_>,
    ) -> Vec<Method> {
        let all = self.java.constructors_of(class);
        if all.is_empty() {
            return vec![self.implied_constructor(class, starts, around)];
        }
        all.into_iter().map(|m| self.constructor(class, m, starts, around)).collect()
    }

    fn constructor(
        &mut self,
        class: ClassNo,
        method: MethodNo,
        starts: &[(Member, CodeOf<'_>)],
        around: &Around<'_>,
    ) -> Method {
        let it = &self.java.methods[method.index()];
        let (span, name_span) = (it.span, it.name_span);
        let code_of = self.code_of(Member::Method(method), around);
        let part = code_of.parts.iter().find(|part| part.member == Member::Method(method));
        let hidden = self.synthetic(class, around, true);
        let name = self.method_name(method);
        let mut code = Code::new(self, &code_of, around.frames.clone(), false);
        code.method = Some(method);
        hidden.iter().for_each(|param| code.taken.push(param.name, param.name));
        let entering = code.enter(method, part, None);
        let params = code.it.out.params(&[&hidden[..], &entering.params].concat());
        let requires = code.requires(method);
        let body = code.constructor_body(class, part, &entering, &hidden, starts, span);
        self.finished(name, (name_span, span), params, requires, body)
    }

    /// The constructor of a class that writes none. An anonymous class hands its arguments on.
    fn implied_constructor(&mut self, class: ClassNo, starts: &[(Member, CodeOf<'_>)], around: &Around<'_>) -> Method {
        let it = &self.java.classes[class.index()];
        let (span, name_span) = (it.span, it.name_span);
        let hidden = self.synthetic(class, around, true);
        let new = around.body.and_then(|body| made_by(class, body));
        let above = new.and_then(|new| new.callee.method());
        let outer = new.zip(around.body).and_then(|(new, body)| self.outer_above(class, new, body));
        let given = above.map_or_else(Vec::new, |m| self.java.parameter_types(m));
        let empty = Body::default();
        let mut code = Code::new(self, around.body.unwrap_or(&empty), around.frames.clone(), false);
        let outer_type = outer.map(|outer| code.expression(outer).ty);
        let own = code.fresh_params(&[outer_type.as_slice(), &given].concat(), name_span);
        let params = code.it.out.params(&[&hidden[..], &own].concat());
        let mut all = code.assign_hidden(&hidden, name_span);
        let passed: Vec<ExprId> = own.iter().map(|param| code.it.out.var(param.name, name_span)).collect();
        let (outer, passed) = passed.split_at(usize::from(outer.is_some()));
        all.extend(code.implied_super(class, above, outer.first().copied(), passed, name_span));
        code.initialise(starts, &mut all);
        let body = code.it.out.seq(&all, span);
        let name = self.intern(CONSTRUCTOR);
        self.finished(name, (name_span, span), params, List::default(), body)
    }

    /// The object that is written in front of `new`, if the superclass of an anonymous class keeps it.
    pub(super) fn outer_above(&mut self, class: ClassNo, new: &New, body: &Body) -> Option<ExprNo> {
        let above = self.superclass(class)?;
        let keeps = !self.is_opaque(above) && self.builds(above) && self.java.classes[above.index()].has_outer_instance;
        new.outer.filter(|outer| keeps && !matches!(body.expressions[outer.index()].kind, Kind::This { .. }))
    }

    fn finished(
        &mut self,
        name: Name,
        (name_span, span): (Span, Span),
        params: Run,
        requires: List,
        body: ExprId,
    ) -> Method {
        if self.options.constructors == Constructors::Lock {
            self.found.assumptions.add(Assumed::Constructor, name_span);
        }
        let ret = self.out.ty(TypeKind::Void, name_span);
        self.out.method(Head { name, name_span, span, params, ret, requires, kind: MethodKind::Constructor }, body)
    }

    /// The static initialiser of a class.
    pub(super) fn static_initializer(
        &mut self,
        class: ClassNo,
        starts: &[(Member, CodeOf<'_>)],
        around: &Around<'_>,
    ) -> Method {
        let it = &self.java.classes[class.index()];
        let (span, name_span) = (it.span, it.name_span);
        let empty = Body::default();
        let mut code = Code::new(self, &empty, around.frames.clone(), true);
        code.initializes = Some(class);
        let mut all = Vec::new();
        code.initialise(starts, &mut all);
        let body = self.out.seq(&all, span);
        let (name, ret) = (self.intern("static"), self.out.ty(TypeKind::Void, name_span));
        let (params, requires, kind) = (Run::default(), List::default(), MethodKind::StaticInitializer);
        self.out.method(Head { name, name_span, span, params, ret, requires, kind }, body)
    }
}

/// The place where the object of an anonymous class is made.
fn made_by(class: ClassNo, body: &Body) -> Option<&New> {
    body.expressions.iter().find_map(|e| match &e.kind {
        Kind::New(new) if new.anonymous == Some(class) => Some(&**new),
        _ => None,
    })
}

impl Code<'_, '_, '_> {
    fn constructor_body(
        &mut self,
        class: ClassNo,
        part: Option<&Part>,
        entering: &Entering,
        hidden: &[Param],
        starts: &[(Member, CodeOf<'_>)],
        span: Span,
    ) -> ExprId {
        let block: Vec<StmtNo> = part.map_or_else(Vec::new, |part| part.block.clone());
        let at = self.method.map_or(span, |m| self.it.java.methods[m.index()].name_span);
        let kind = self.method.map_or(JavaKind::Constructor, |m| self.it.java.methods[m.index()].kind);
        let first = block.first().map(|s| &self.body.statements[s.index()].form);
        let delegates = |s: &StmtNo| matches!(self.body.statements[s.index()].form, Form::Delegate { .. });
        let late = block.iter().position(delegates).filter(|at| *at > 0);
        self.rebind(&entering.renamed, span, |code| {
            let (mut all, mut rest) = (Vec::new(), &block[..]);
            match first {
                Some(Form::Delegate { up, .. }) => {
                    if *up {
                        all.extend(code.assign_hidden(hidden, at));
                    }
                    all.push(code.statement(block[0], Tail::No));
                    if *up {
                        code.initialise(starts, &mut all);
                    }
                    rest = &block[1..];
                }
                _ if let Some(late) = late => {
                    if code.it.options.run {
                        code.it.refuse(
                            at,
                            "statements in front of `super(…)` or `this(…)` do not run: put them behind it",
                        );
                    }
                    // Code in front of it runs first, and has no object: behind it, it is held to no less.
                    let Form::Delegate { up, callee, .. } = code.body.statements[block[late].index()].form else {
                        return code.it.out.unit(span);
                    };
                    if up {
                        all.extend(code.assign_hidden(hidden, at));
                    }
                    all.extend(code.delegate_early(up, callee, class, at));
                    if up {
                        code.initialise(starts, &mut all);
                    }
                    code.delegated = true;
                }
                _ => {
                    all.extend(code.assign_hidden(hidden, at));
                    all.extend(code.implied_super(class, None, None, &[], at));
                    code.initialise(starts, &mut all);
                }
            }
            all.push(code.returning(Ty::VOID, span, |code, tail| code.block(rest, tail, span)));
            if matches!(kind, JavaKind::Compact | JavaKind::Canonical) {
                code.assign_components(class, at, &mut all);
            }
            code.it.out.seq(&all, span)
        })
    }

    /// `this.f = f` for the fields that Java does not show; a superclass assigns the one that it has.
    pub(super) fn assign_hidden(&mut self, hidden: &[Param], span: Span) -> Vec<ExprId> {
        let inherited = match self.frames.last().map(|frame| frame.sort) {
            // Arguments for the superclass may need it before.
            _ if self.it.options.run => None,
            Some(FrameSort::Class(class)) => self.it.with_outer_of(class).and(hidden.first()).map(|param| param.name),
            Some(FrameSort::Lambda(..)) | None => None,
        };
        let assign = |&Param { name, .. }: &Param| {
            let (this, value) = (self.it.out.this(span), self.it.out.var(name, span));
            self.it.out.assign(this, name, value, span)
        };
        hidden.iter().filter(|param| Some(param.name) != inherited).map(assign).collect()
    }

    /// Parameters of these types that Java has no name for.
    pub(super) fn fresh_params(&mut self, types: &[Ty], span: Span) -> Vec<Param> {
        let param = |&ty: &Ty| {
            let name = self.fresh_name("argument");
            self.it.found.origins.named(self.it.java.names.text(name), "the argument");
            Param { ty: self.plain(ty, span), name, span }
        };
        types.iter().map(param).collect()
    }

    /// `this.f = f` for the components of a record, whose constructor has a parameter of each name.
    fn assign_components(&mut self, class: ClassNo, span: Span, all: &mut Vec<ExprId>) {
        let fields: Vec<FieldNo> = self.it.java.component_fields(class).collect();
        for (i, field) in fields.into_iter().enumerate() {
            let Some(&parameter) = self.parameters.get(i) else { continue };
            let name = self.it.field_name(field);
            let this = self.it.out.this(span);
            // One that the body assigns has its value inside.
            let assigned =
                self.body.parts.iter().find(|part| self.method.is_some_and(|m| part.member == Member::Method(m)));
            let value = match assigned.and_then(|part| part.parameters.get(i)) {
                Some(&local) => self.local(local, span),
                None => self.it.out.var(parameter, span),
            };
            all.push(self.it.out.assign(this, name, value, span));
        }
    }

    /// `super()` that is not written, if the superclass has a constructor.
    fn implied_super(
        &mut self,
        class: ClassNo,
        known: Option<MethodNo>,
        outer: Option<ExprId>,
        given: &[ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let is_enum = self.it.java.classes[class.index()].kind == ClassKind::Enum;
        let Some(above) = self.it.superclass(class) else {
            self.note_outside(class, span);
            return None;
        };
        if self.it.is_opaque(above) || !self.it.builds(above) {
            self.note_outside(class, span);
            return None;
        }
        let chosen = known.or_else(|| self.it.java.chosen_above(class, above));
        let chosen = chosen.or_else(|| self.it.java.constructors_of(above).first().copied());
        let name = self.it.name_of_constructor(chosen);
        let mut args = self.hidden_arguments(above, None, span);
        args.iter_mut().zip(outer).for_each(|(arg, outer)| *arg = outer);
        match chosen {
            // One that takes an array, that Java calls by itself, or that is not known.
            Some(m) if self.it.java.methods[m.index()].parameters.len() != given.len() => {
                args.extend(self.placeholders(m, span));
            }
            None if is_enum => return None,
            Some(_) | None => args.extend(given),
        }
        Some(self.it.out.delegate(true, name, &args, span))
    }

    /// Arguments of a constructor besides those of its parameters: the enclosing instance, captured variables.
    pub(super) fn hidden_arguments(&mut self, class: ClassNo, outer: Option<ExprNo>, span: Span) -> Vec<ExprId> {
        let mut args = Vec::new();
        let it = &self.it.java.classes[class.index()];
        if let Some(around) = it.outer.filter(|_| it.has_outer_instance) {
            args.push(match outer {
                Some(outer) => self.expr(outer),
                None => self.this_of(around, span),
            });
        }
        for (local, _) in self.it.captures_of(class, self.body) {
            args.push(self.local(local, span));
        }
        args
    }

    /// Initialisers and initialiser blocks, in the order of the text. Their code is that of other parts.
    pub(super) fn initialise(&mut self, starts: &[(Member, CodeOf<'_>)], all: &mut Vec<ExprId>) {
        for (member, body) in starts {
            let Some(part) = body.parts.iter().find(|part| part.member == *member) else { continue };
            let frames = self.frames.clone();
            let mut code = Code::new(self.it, body, frames, part.is_static);
            code.initializes = self.initializes;
            code.taken.extend(&self.taken);
            code.fresh = self.fresh;
            let made = match *member {
                Member::Field(field) => part.value.map(|value| {
                    let name_span = code.it.java.fields[field.index()].name_span;
                    let mut block = Block::default();
                    code.bind_patterns(&part.tested, &mut block);
                    let made = code.start_field(field, value, name_span);
                    block.elements.push(made);
                    code.close(block, name_span)
                }),
                _ => Some(code.block(&part.block, Tail::No, body.statements.last().map_or(Span::NONE, |s| s.span))),
            };
            self.fresh = code.fresh;
            all.extend(made);
        }
    }

    /// `this.f = e`, of an initialiser.
    fn start_field(&mut self, field: FieldNo, value: ExprNo, span: Span) -> ExprId {
        let ty = self.it.java.fields[field.index()].ty.ty;
        let wanted = self.field_type(field);
        let value = self.value_as(value, ty, wanted);
        let value = self.constant_to_run(field, value, span);
        let name = self.it.field_name(field);
        let this = self.it.out.this(Span::new(span.start, span.start));
        self.it.out.assign(this, name, value, span)
    }
}
