//! Objects made: `new`, enum constants, and constructors that call others.

use super::Attributor;
use super::overloads::{Chosen, Passed};
use crate::syntax::{At, NodeKind, Role};
use crate::tree::body::{Callee, ExprNo, Form, Kind as Is, New};
use crate::tree::{ClassKind, ClassNo, MethodNo, Nesting, Origin, Written};
use crate::types::{List, Shape, Ty};
use racefree_grammar::Span;

impl Attributor<'_, '_> {
    pub(super) fn creation(&mut self, at: At, want: Ty) -> ExprNo {
        let (syntax, span) = (self.syntax, self.span(at));
        let Some(type_at) = syntax.child(at, Role::Type) else { return self.operand(None, want, span) };
        let first = syntax.first(at).filter(|f| {
            syntax.node(*f).role == Role::None
                && !matches!(syntax.kind(*f), NodeKind::ClassBody | NodeKind::Annotation | NodeKind::MarkerAnnotation)
        });
        let mut outer = first.map(|o| self.value(o, Ty::UNKNOWN));
        let mut written = self.java.written(&self.scope, syntax, type_at);
        if let Some(object) = outer {
            written.ty = self.member_of(object, type_at, written.ty);
        }
        let diamond = syntax.part(type_at, NodeKind::TypeArguments).is_some_and(|list| syntax.first(list).is_none());
        let class = self.java.types.class(written.ty);
        if let (true, Some(class)) = (diamond, class) {
            written.ty = self.holes_for(class);
        }
        let explicit = self.type_arguments(at);
        let constructors = self.constructors(written.ty);
        let arguments = self.arguments(syntax.child(at, Role::Arguments), &constructors);
        let (callee, spread, arguments) = self.construct(written.ty, &explicit, arguments, want, span);
        if let (None, Some(class)) = (outer, class) {
            outer = self.implied_outer(class, span);
        }
        let (mut ty, mut anonymous) = (self.filled(written.ty), None);
        if let Some(inner) = self.java.tables.inner.get(&(self.scope.file, at)).copied() {
            // Its members see the arguments as they are known now.
            let above = Written { ty: self.settled(ty), ..written };
            self.java.read_inner(inner, self.scope.extra.as_slice().into(), Some(above));
            self.inner_class(inner);
            self.makes(inner, span);
            anonymous = Some(inner);
            ty = self.java.this_type(inner);
        } else if let Some(class) = class {
            self.makes(class, span);
        }
        self.push(span, ty, Is::New(Box::new(New { written, callee, outer, arguments, spread, anonymous })))
    }

    /// Notes that an object of a class is made here: a local class takes what it captures, and its `this`, from here.
    pub(super) fn makes(&mut self, class: ClassNo, span: Span) {
        if !self.java.is_inner(class) {
            return;
        }
        let has_outer = self.java.classes[class.index()].has_outer_instance;
        for owner in self.owners.iter_mut().rev() {
            owner.uses_this |= has_outer;
            if owner.class.is_some() {
                owner.makes.push(class);
                break;
            }
        }
        // A lambda that makes such an object captures what the class captures.
        if let Some(captured) = self.body.classes.iter().find(|c| c.class == class) {
            let start = Span::new(span.start, span.start);
            for local in captured.locals.clone() {
                self.capture(local, start);
            }
        }
    }

    /// The type that `o.new C()` means.
    fn member_of(&mut self, object: ExprNo, type_at: At, written: Ty) -> Ty {
        let of = self.found(self.ty(object));
        let name_at = self.syntax.children(type_at).next().unwrap_or(type_at);
        let name = self.name(name_at);
        let (Shape::Class(outer, around), true) = (self.java.types.shape(of), self.java.types.class(of).is_some())
        else {
            return written;
        };
        let Some(member) = self.java.member_type(outer, name) else { return written };
        let own = self.java.classes[member.index()].parameters.len();
        let list = match self.java.types.shape(written) {
            Shape::Class(_, list) | Shape::External(_, list) if own > 0 => list,
            _ if own == 0 => around,
            _ => List::EMPTY,
        };
        self.java.class_type(member, list)
    }

    pub(super) fn constructors(&mut self, ty: Ty) -> Vec<MethodNo> {
        self.java.types.class(ty).map_or_else(Vec::new, |class| self.java.constructors_of(class))
    }

    /// The constructor of a type that the arguments choose.
    fn construct(
        &mut self,
        ty: Ty,
        explicit: &[Ty],
        arguments: Vec<Passed>,
        want: Ty,
        span: Span,
    ) -> (Callee, Option<u32>, Vec<ExprNo>) {
        let Some(class) = self.java.types.class(ty) else {
            return (Callee::External { owner: ty }, None, self.loose(arguments));
        };
        let constructors = self.constructors(ty);
        if constructors.is_empty() {
            self.wanted(ty, want);
            let data = &self.java.classes[class.index()];
            let callee = match (arguments.is_empty(), data.damaged > 0) {
                (true, _) => Callee::Implied(class),
                (false, true) => Callee::External { owner: ty },
                (false, false) if data.external_above || data.origin != Origin::Source => Callee::Unresolved,
                (false, false) => Callee::Missing { owner: ty },
            };
            return (callee, None, self.loose(arguments));
        }
        match self.choose(&constructors, ty, explicit, &arguments, span) {
            Some(chosen) => {
                self.wanted_late(ty, want, &arguments);
                let (arguments, _) = self.invoke(chosen, ty, explicit, arguments, Ty::UNKNOWN);
                self.wanted(ty, want);
                let Chosen { method, spread } = chosen;
                (Callee::Declared(method), spread, arguments)
            }
            None => {
                let data = &self.java.classes[class.index()];
                let open = data.origin != Origin::Source || data.damaged > 0 || data.external_above;
                let taken = open || self.takes_as_many(&constructors, arguments.len());
                let callee = if taken { Callee::Unresolved } else { Callee::Missing { owner: ty } };
                (callee, None, self.loose(arguments))
            }
        }
    }

    /// Functions among the arguments of a diamond need to know what is wanted.
    fn wanted_late(&mut self, ty: Ty, want: Ty, arguments: &[Passed]) {
        if arguments.iter().any(|a| !matches!(a, Passed::Value(_) | Passed::Typed(_))) {
            self.wanted(ty, want);
        }
    }

    /// The enclosing instance of an object of an inner class.
    fn implied_outer(&mut self, class: ClassNo, span: Span) -> Option<ExprNo> {
        let data = &self.java.classes[class.index()];
        let (has, outer, member) = (data.has_outer_instance, data.outer?, data.nesting == Nesting::Member);
        if !has {
            return None;
        }
        let start = Span::new(span.start, span.start);
        for frame in self.frames.clone().iter().rev() {
            let this = self.java.this_type(frame.class);
            if frame.class == outer || member && self.java.as_super(this, outer).is_some() {
                return Some(self.this(start, frame.class));
            }
        }
        None
    }

    /// The object of an enum constant.
    pub(super) fn enum_constant(&mut self, class: ClassNo, at: At) -> ExprNo {
        let span = self.span(at);
        let mut ty = self.java.this_type(class);
        let constructors = self.constructors(ty);
        let arguments = self.arguments(self.syntax.child(at, Role::Arguments), &constructors);
        let (callee, spread, arguments) = self.construct(ty, &[], arguments, Ty::UNKNOWN, span);
        let written = Written::implied(ty);
        let anonymous = self.java.tables.inner.get(&(self.scope.file, at)).copied();
        if let Some(inner) = anonymous {
            self.java.read_inner(inner, self.scope.extra.as_slice().into(), None);
            self.inner_class(inner);
            ty = self.java.this_type(inner);
        }
        self.push(span, ty, Is::New(Box::new(New { written, callee, outer: None, arguments, spread, anonymous })))
    }

    /// Returns true for `this(…)` and `super(…)` behind other statements, which the parser has as a call of a method.
    pub(super) fn delegates(&self, statement: At) -> bool {
        let syntax = self.syntax;
        let Some(call) = syntax.first(statement).filter(|at| syntax.kind(*at) == NodeKind::MethodInvocation) else {
            return false;
        };
        let name = syntax.child(call, Role::Name).map(|name| self.java.sources.at(syntax.span(name)));
        matches!(name, Some("super" | "this")) && syntax.child(call, Role::Object).is_none()
    }

    /// `this(…)`, `super(…)`, `o.super(…)`.
    pub(super) fn delegation(&mut self, at: At) -> Form {
        let (syntax, span) = (self.syntax, self.span(at));
        let is_super = |c: At| {
            let named = syntax.node(c).role == Role::Name && self.java.sources.at(syntax.span(c)) == "super";
            syntax.node(c).role == Role::Constructor && syntax.kind(c) == NodeKind::Super || named
        };
        let up = syntax.children(at).any(is_super);
        let class = self.here().class;
        let ty = if up { self.superclass(class) } else { self.java.this_type(class) };
        let mut outer = syntax.child(at, Role::Object).map(|o| self.value(o, Ty::UNKNOWN));
        let explicit = self.type_arguments(at);
        let constructors = self.constructors(ty);
        let arguments = self.arguments(syntax.child(at, Role::Arguments), &constructors);
        let (callee, spread, arguments) = self.construct(ty, &explicit, arguments, Ty::UNKNOWN, span);
        if let (true, None, Some(above)) = (up, outer, self.java.types.class(ty))
            && self.java.classes[above.index()].kind == ClassKind::Class
        {
            // The object itself is no enclosing instance of what it is made of.
            let own = self.frames.pop();
            if !self.frames.is_empty() {
                outer = self.implied_outer(above, span);
            }
            self.frames.extend(own);
        }
        Form::Delegate { up, outer, callee, arguments, spread }
    }
}
