//! Members of classes: fields, methods, constructors, initialiser blocks.

use super::enter::class_kind;
use super::names::Scope;
use super::{Problem, Stage};
use crate::Java;
use crate::parse::{SyntaxError, SyntaxErrorKind};
use crate::syntax::{At, NodeKind, Role, Syntax};
use crate::tree::{
    ClassKind, ClassNo, Field, FieldNo, Initializer, InitializerNo, Member, Method, MethodKind, MethodNo, Modifiers,
    Parameter, Written,
};
use crate::types::Ty;

/// A class whose members are read.
pub(super) struct ReadClass<'s> {
    pub(super) class: ClassNo,
    pub(super) kind: ClassKind,
    pub(super) syntax: &'s Syntax,
    pub(super) scope: Scope,
}

impl Java {
    /// Reads the members of a class, if that was not done.
    pub(crate) fn ensure_members(&mut self, class: ClassNo) {
        self.ensure_header(class);
        if self.tables.infos[class.index()].stage != Stage::HeaderDone {
            return;
        }
        self.tables.infos[class.index()].stage = Stage::Members;
        let data = &self.classes[class.index()];
        let (file, kind, body_span) = (data.file, data.kind, data.body);
        let at = self.tables.infos[class.index()].at;
        let syntax = self.syntax(file);
        let members =
            ReadClass { class, kind, syntax: &syntax, scope: Scope { file, class: Some(class), extra: Vec::new() } };
        let start = syntax.span(at).start;
        let mut notes = self.notes(&syntax, at, &[(self.lead(start), body_span.start)]);
        let data = &self.classes[class.index()];
        let types: Vec<Written> = data.superclass.iter().chain(&data.interfaces).copied().collect();
        notes.retain(|n| !types.iter().any(|w| w.span.start <= n.span.start && n.span.start < w.until));
        self.classes[class.index()].notes = notes;
        if kind == ClassKind::Record {
            self.components(&members, at);
        }
        let body = super::compact::body_of(&syntax, at);
        if let Some(body) = body {
            self.read_members(&members, body);
        }
        self.implied_members(&members, at);
    }

    fn read_members(&mut self, of: &ReadClass<'_>, body: At) {
        let syntax = of.syntax;
        for at in syntax.children(body) {
            let kind = syntax.kind(at);
            // A member that is damaged outside its body is not known well enough.
            let body_at = syntax.child(at, Role::Body);
            let damaged = syntax.node(at).damaged;
            let in_head = damaged && !body_at.is_some_and(|b| self.only_in_body(syntax, at, b));
            if damaged && class_kind(kind).is_none() && kind != NodeKind::EnumBodyDeclarations {
                self.classes[of.class.index()].damaged += 1;
                if in_head {
                    continue;
                }
            }
            match kind {
                NodeKind::EnumBodyDeclarations => self.read_members(of, at),
                NodeKind::FieldDeclaration | NodeKind::ConstantDeclaration | NodeKind::LocalVariable => {
                    self.field_declaration(of, at);
                }
                NodeKind::EnumConstant => self.enum_constant(of, at),
                NodeKind::MethodDeclaration
                | NodeKind::Constructor
                | NodeKind::CompactConstructor
                | NodeKind::AnnotationElement => {
                    self.method_declaration(of, at, damaged);
                }
                NodeKind::Block | NodeKind::StaticInitializer => {
                    let is_static = kind == NodeKind::StaticInitializer;
                    let number = InitializerNo(self.initializers.len() as u32);
                    self.initializers.push(Initializer { class: of.class, is_static });
                    self.tables.initializer_at.push(at);
                    self.classes[of.class.index()].members.push(Member::Initializer(number));
                }
                _ => {}
            }
        }
    }

    fn only_in_body(&self, syntax: &Syntax, at: At, body: At) -> bool {
        syntax.children(at).all(|c| c == body || !syntax.node(c).damaged)
    }

    pub(super) fn add_field(&mut self, field: Field, at: At) -> FieldNo {
        let number = FieldNo(self.fields.len() as u32);
        let (class, name, span) = (field.class, field.name, field.name_span);
        self.fields.push(field);
        self.tables.field_at.push(at);
        let first = *self.tables.fields.entry((class, name)).or_insert(number);
        if first != number {
            let first = self.fields[first.index()].name_span;
            self.problems.push(Problem::DuplicateMember { span, first });
        }
        self.classes[class.index()].members.push(Member::Field(number));
        number
    }

    fn field_declaration(&mut self, of: &ReadClass<'_>, at: At) {
        let syntax = of.syntax;
        let Some(type_at) = syntax.child(at, Role::Type) else { return };
        let written = self.written(&of.scope, syntax, type_at);
        let mut modifiers = self.modifiers(syntax, at);
        if of.kind.is_interface() {
            modifiers = modifiers.with(Modifiers::PUBLIC).with(Modifiers::STATIC).with(Modifiers::FINAL);
        }
        let declarators = syntax.all(at, NodeKind::VariableDeclarator);
        let span = syntax.span(at);
        for declarator in declarators {
            let Some(name_at) = syntax.child(declarator, Role::Name) else { continue };
            let name_span = syntax.span(name_at);
            let name = self.name_of(name_span);
            let ty = self.with_dimensions(syntax, declarator, written);
            let notes = self.declarator_notes(syntax, at, type_at, declarator, true);
            let value = syntax.child(declarator, Role::Value);
            let (initialized, literal) = (value.is_some(), value.is_some_and(|value| self.is_literal(syntax, value)));
            let class = of.class;
            let field =
                Field { name, class, modifiers, ty, notes, span, name_span, initialized, literal, component: false };
            self.add_field(field, declarator);
        }
    }

    /// Returns true for a literal, of a number with its sign.
    fn is_literal(&self, syntax: &Syntax, value: At) -> bool {
        let operand = match syntax.kind(value) {
            NodeKind::Unary if self.sources.at(syntax.span(value)).starts_with('-') => {
                syntax.child(value, Role::Operand)
            }
            _ => Some(value),
        };
        operand.is_some_and(|operand| self.literal(syntax, operand).is_some())
    }

    /// A type with the dimensions that stand behind the name.
    pub(crate) fn with_dimensions(&mut self, syntax: &Syntax, declarator: At, written: Written) -> Written {
        match syntax.child(declarator, Role::Dimensions) {
            Some(dimensions) => {
                let dimensions = self.dimensions(syntax.span(dimensions));
                Written { ty: self.array_of(written.ty, dimensions), ..written }
            }
            None => written,
        }
    }

    /// The annotations of one variable of a declaration.
    pub(crate) fn declarator_notes(
        &mut self,
        syntax: &Syntax,
        at: At,
        type_at: At,
        declarator: At,
        whole_line: bool,
    ) -> Vec<crate::tree::Note> {
        let (span, own) = (syntax.span(at), syntax.span(declarator));
        let name = syntax.child(declarator, Role::Name).map_or(own, |n| syntax.span(n));
        let value = syntax.child(declarator, Role::Value).map_or(own.end, |v| syntax.span(v).start);
        let behind = self.next_token(own.end);
        let start = if whole_line { self.lead(span.start) } else { span.start };
        let mut ranges = vec![(start, syntax.span(type_at).start), (name.end, value), (own.end, behind)];
        if whole_line && !self.comments.is_empty() {
            ranges.push(self.rest_of_line(span.end));
        }
        self.notes(syntax, at, &ranges)
    }

    fn enum_constant(&mut self, of: &ReadClass<'_>, at: At) {
        let syntax = of.syntax;
        let Some(name_at) = syntax.child(at, Role::Name) else { return };
        let name_span = syntax.span(name_at);
        let ty = self.this_type(of.class);
        let field = Field {
            name: self.name_of(name_span),
            class: of.class,
            modifiers: Modifiers::PUBLIC.with(Modifiers::STATIC).with(Modifiers::FINAL),
            ty: Written::implied(ty),
            notes: self.notes(syntax, at, &[(self.lead(syntax.span(at).start), name_span.start)]),
            span: syntax.span(at),
            name_span,
            initialized: true,
            literal: false,
            component: false,
        };
        self.add_field(field, at);
    }

    pub(super) fn add_method(&mut self, method: Method, at: At) -> MethodNo {
        let number = MethodNo(self.methods.len() as u32);
        let (class, name) = (method.class, method.name);
        let constructor = method.kind.constructs();
        let erased = method.parameters.iter().map(|p| self.types.erased(p.ty.ty)).collect();
        let signature = (class, (!constructor).then_some(name), erased);
        let first = *self.tables.signatures.entry(signature).or_insert(number);
        if first != number {
            let first = self.methods[first.index()].name_span;
            self.problems.push(Problem::DuplicateMember { span: method.name_span, first });
        }
        self.methods.push(method);
        self.tables.method_at.push(at);
        match constructor {
            true => self.tables.constructors.entry(class).or_default().push(number),
            false => self.tables.methods.entry((class, name)).or_default().push(number),
        }
        self.classes[class.index()].members.push(Member::Method(number));
        number
    }

    pub(super) fn same_signature(&mut self, method: &Method, other: MethodNo) -> bool {
        let other = self.parameter_types(other);
        other.len() == method.parameters.len()
            && other.iter().zip(&method.parameters).all(|(a, b)| self.types.erased(*a) == self.types.erased(b.ty.ty))
    }

    fn method_declaration(&mut self, of: &ReadClass<'_>, at: At, damaged: bool) {
        let syntax = of.syntax;
        let Some(name_at) = syntax.child(at, Role::Name) else { return };
        let (span, name_span) = (syntax.span(at), syntax.span(name_at));
        let name = self.name_of(name_span);
        let variables = self.enter_parameters(syntax, at);
        let mut scope = of.scope.clone();
        scope.extra.extend(self.named_variables(&variables));
        self.read_bounds(&scope, syntax, at, &variables);
        let body = syntax.child(at, Role::Body);
        let kind = match syntax.kind(at) {
            // Of another name it is a method whose type of the result was forgotten.
            NodeKind::Constructor if name != self.classes[of.class.index()].name => {
                let kind = SyntaxErrorKind::Missing("the type of the result");
                self.problems.push(Problem::Syntax(SyntaxError { span: name_span, kind }));
                MethodKind::Plain
            }
            NodeKind::Constructor => MethodKind::Constructor,
            NodeKind::CompactConstructor => MethodKind::Compact,
            _ => MethodKind::Plain,
        };
        let (parameters, varargs) = match kind {
            MethodKind::Compact => self.record_parameters(of.class),
            _ => self.parameters(&scope, syntax, at),
        };
        let type_at = syntax.child(at, Role::Type);
        let result = match type_at {
            Some(type_at) => {
                let written = self.written(&scope, syntax, type_at);
                self.with_dimensions(syntax, at, written)
            }
            None => Written::implied(Ty::VOID),
        };
        let notes = self.method_notes(syntax, at, body);
        let modifiers = self.method_modifiers(of, at, body.is_some());
        let has_body = body.is_some() && !damaged;
        let class = of.class;
        let method = Method {
            name,
            class,
            modifiers,
            variables,
            parameters,
            varargs,
            result,
            notes,
            span,
            name_span,
            kind,
            has_body,
        };
        self.add_method(method, at);
    }

    fn method_notes(&mut self, syntax: &Syntax, at: At, body: Option<At>) -> Vec<crate::tree::Note> {
        let span = syntax.span(at);
        let head = [Role::Type, Role::Name].into_iter().find_map(|role| syntax.child(at, role));
        let head = head.map_or(span.start, |h| syntax.span(h).start);
        let name_end = syntax.child(at, Role::Name).map_or(head, |n| syntax.span(n).end);
        let parameters = syntax.child(at, Role::Parameters).map_or(name_end, |p| syntax.span(p).end);
        let mut ranges =
            vec![(self.lead(span.start), head), (parameters, body.map_or(span.end, |b| syntax.span(b).start))];
        if body.is_none() && !self.comments.is_empty() {
            ranges.push(self.rest_of_line(span.end));
        }
        self.notes(syntax, at, &ranges)
    }

    fn method_modifiers(&self, of: &ReadClass<'_>, at: At, has_body: bool) -> Modifiers {
        let modifiers = self.modifiers(of.syntax, at);
        if !of.kind.is_interface() {
            return modifiers;
        }
        let modifiers = if modifiers.is_private() { modifiers } else { modifiers.with(Modifiers::PUBLIC) };
        let concrete = has_body || modifiers.is_static() || modifiers.is_default() || modifiers.is_private();
        if concrete { modifiers } else { modifiers.with(Modifiers::ABSTRACT) }
    }

    /// The parameters that a declaration writes; true if the last one stands for several.
    pub(crate) fn parameters(&mut self, scope: &Scope, syntax: &Syntax, at: At) -> (Vec<Parameter>, bool) {
        let Some(list) = syntax.child(at, Role::Parameters) else { return (Vec::new(), false) };
        let (mut parameters, mut varargs) = (Vec::new(), false);
        for at in syntax.children(list) {
            let spread = syntax.kind(at) == NodeKind::SpreadParameter;
            if !spread && syntax.kind(at) != NodeKind::FormalParameter {
                continue;
            }
            varargs = spread;
            parameters.extend(self.parameter(scope, syntax, at, spread));
        }
        (parameters, varargs)
    }

    fn parameter(&mut self, scope: &Scope, syntax: &Syntax, at: At, spread: bool) -> Option<Parameter> {
        let declarator = if spread { syntax.part(at, NodeKind::VariableDeclarator)? } else { at };
        let type_at = syntax.child(at, Role::Type).or_else(|| {
            let other = [
                NodeKind::Modifiers,
                NodeKind::VariableDeclarator,
                NodeKind::Annotation,
                NodeKind::MarkerAnnotation,
                NodeKind::Token,
            ];
            syntax.children(at).find(|c| !other.contains(&syntax.kind(*c)))
        })?;
        let name_span = syntax.span(syntax.child(declarator, Role::Name)?);
        let written = self.written(scope, syntax, type_at);
        let mut ty = self.with_dimensions(syntax, declarator, written);
        if spread {
            ty.ty = self.array_of(ty.ty, 1);
        }
        let span = syntax.span(at);
        let ranges = [(self.lead(span.start), ty.span.start), (name_span.end, self.next_token(span.end))];
        let notes = self.notes(syntax, at, &ranges);
        let is_final = self.modifiers(syntax, at).is_final();
        Some(Parameter { name: self.name_of(name_span), ty, is_final, notes, name_span })
    }
}
