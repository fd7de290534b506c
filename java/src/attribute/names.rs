//! Meanings of names in expressions: variables, types, packages (JLS 6.5), and accesses of fields.

use super::Attributor;
use crate::declare::names::Named;
use crate::syntax::{At, NodeKind, Role};
use crate::tree::body::{ExprNo, Kind as Is};
use crate::tree::{ClassNo, FieldNo, FileNo};
use crate::types::{List, Shape, Ty};
use crate::{Java, tree::MethodNo};
use racefree_grammar::Span;
use racefree_grammar::name::Name;
use std::sync::Arc;

/// The left side of a `.`.
#[derive(Clone, Debug)]
pub(super) enum Qualifier {
    Value(ExprNo),
    Type(Ty),
    /// `super`, of a class around the place, or of an interface above it.
    Super(ClassNo, Ty),
    Package(Vec<Name>),
}

impl Attributor<'_, '_> {
    /// A name as an expression.
    pub(super) fn variable(&mut self, at: At) -> ExprNo {
        let (name, span) = (self.name(at), self.span(at));
        if let Some(found) = self.variable_named(name, span) {
            return found;
        }
        match self.inherited(&[name], span) {
            Some(e) => e,
            None => self.push(span, Ty::UNKNOWN, Is::Unresolved { target: None, name }),
        }
    }

    fn variable_named(&mut self, name: Name, span: Span) -> Option<ExprNo> {
        for i in (0..self.frames.len()).rev() {
            if let Some(local) = self.variable_in(name, i + 1) {
                return Some(self.use_local(span, local));
            }
            let class = self.frames[i].class;
            if let Some(field) = self.java.field_of(class, name) {
                let is_static = self.java.fields[field.index()].modifiers.is_static();
                let start = Span::new(span.start, span.start);
                let target = (!is_static).then(|| self.this(start, class));
                return Some(self.field(target, field, span, span));
            }
        }
        let field = self.java.static_field(self.scope.file, name)?;
        Some(self.field(None, field, span, span))
    }

    /// The access of a field that is found.
    pub(super) fn field(&mut self, target: Option<ExprNo>, field: FieldNo, name_span: Span, span: Span) -> ExprNo {
        let data = &self.java.fields[field.index()];
        let (class, declared, is_static) = (data.class, data.ty.ty, data.modifiers.is_static());
        let ty = match target {
            Some(target) if !is_static => {
                let of = self.found(self.ty(target));
                let seen = self.java.member_seen(of, class, declared);
                self.java.upper(seen)
            }
            _ => declared,
        };
        self.push(span, ty, Is::Field { target, field, name_span })
    }

    pub(super) fn field_access(&mut self, at: At) -> ExprNo {
        match self.qualifier(at) {
            Qualifier::Value(e) => e,
            Qualifier::Super(class, _) => self.this(self.span(at), class),
            // A type is no value: a name like that of an external one is a field's (`Double.NaN`).
            Qualifier::Type(ty) => match (
                self.java.types.shape(ty),
                self.syntax.child(at, Role::Object),
                self.syntax.child(at, Role::Field),
            ) {
                (Shape::External(..), Some(object), Some(field)) => {
                    let owner = self.qualifier(object);
                    self.member(owner, field, self.span(at))
                }
                _ => self.push(self.span(at), Ty::UNKNOWN, Is::NotUnderstood),
            },
            Qualifier::Package(names) => match self.inherited(&names, self.span(at)) {
                Some(e) => e,
                None => {
                    let name = names[names.len() - 1];
                    self.push(self.span(at), Ty::UNKNOWN, Is::Unresolved { target: None, name })
                }
            },
        }
    }

    /// Names that nothing declares, as an external type, if they look like its name.
    pub(super) fn external_type(&mut self, names: &[Name]) -> Option<Ty> {
        let name = self.is_type_like(names[names.len() - 1]).then(|| self.java.package(names))?;
        Some(self.java.external(name, &[]))
    }

    /// Names that nothing declares, as fields, if the first one may be inherited or imported from an external class.
    pub(super) fn inherited(&mut self, names: &[Name], span: Span) -> Option<ExprNo> {
        let frame = self.frames.iter().rev().find(|f| self.java.may_have(f.class, names[0])).copied();
        let mut owner = match frame {
            Some(frame) => self.java.this_type(frame.class),
            None if self.java.imports_static(self.scope.file, names[0]) => Ty::UNKNOWN,
            None => return None,
        };
        let mut target = None;
        for name in names.iter().copied() {
            target = Some(self.push(span, Ty::UNKNOWN, Is::ExternalField { target, owner, name }));
            owner = Ty::UNKNOWN;
        }
        target
    }

    /// The meaning of an expression, type or package in front of a `.`.
    pub(super) fn qualifier(&mut self, at: At) -> Qualifier {
        let (syntax, span) = (self.syntax, self.span(at));
        match syntax.kind(at) {
            NodeKind::Identifier | NodeKind::TypeIdentifier => {
                let name = self.name(at);
                if let Some(e) = self.variable_named(name, span) {
                    return Qualifier::Value(e);
                }
                match self.java.type_named(&self.scope, name) {
                    Some(Named::Class(class)) => Qualifier::Type(self.java.class_type(class, List::EMPTY)),
                    Some(Named::External(name)) => Qualifier::Type(self.java.external(name, &[])),
                    Some(Named::Variable(variable)) => Qualifier::Type(self.java.types.of(Shape::Variable(variable))),
                    None => Qualifier::Package(vec![name]),
                }
            }
            NodeKind::FieldAccess => racefree_grammar::stack::deep(|| self.qualified(at)),
            NodeKind::Super => {
                let class = self.here().class;
                Qualifier::Super(class, self.superclass(class))
            }
            NodeKind::GenericType
            | NodeKind::ScopedType
            | NodeKind::ArrayType
            | NodeKind::IntegralType
            | NodeKind::FloatingPointType
            | NodeKind::BooleanType => Qualifier::Type(self.java.type_at(&self.scope, syntax, at)),
            _ => Qualifier::Value(self.value(at, Ty::UNKNOWN)),
        }
    }

    /// Returns true if a name looks like that of a type, as names are given.
    fn is_type_like(&self, name: Name) -> bool {
        let text = self.java.names.text(name);
        text.starts_with(|c: char| c.is_uppercase()) && (text.len() == 1 || text.contains(|c: char| c.is_lowercase()))
    }

    fn qualified(&mut self, at: At) -> Qualifier {
        let (syntax, span) = (self.syntax, self.span(at));
        let (Some(object), Some(field)) = (syntax.child(at, Role::Object), syntax.child(at, Role::Field)) else {
            return Qualifier::Value(self.operand(None, Ty::UNKNOWN, span));
        };
        let qualifier = self.qualifier(object);
        if syntax.part(at, NodeKind::Super).is_some() && syntax.kind(object) != NodeKind::Super {
            let of = self.qualified_super(qualifier);
            return match syntax.kind(field) {
                NodeKind::Super => of,
                _ => Qualifier::Value(self.member(of, field, span)),
            };
        }
        if syntax.kind(field) == NodeKind::This {
            let class = match qualifier {
                Qualifier::Type(ty) => self.java.types.class(ty),
                _ => None,
            };
            return Qualifier::Value(match class {
                Some(class) => self.this(span, class),
                None => self.operand(None, Ty::UNKNOWN, span),
            });
        }
        let name = self.name(field);
        match qualifier {
            Qualifier::Package(mut names) => {
                let package = self.java.package(&names);
                if let Some(class) = self.java.top(package, name) {
                    return Qualifier::Type(self.java.class_type(class, List::EMPTY));
                }
                if self.is_type_like(names[names.len() - 1]) {
                    let owner = self.java.external(package, &[]);
                    return self.external_member(owner, name, field, span);
                }
                names.push(name);
                Qualifier::Package(names)
            }
            Qualifier::Type(owner) => match self.java.types.shape(owner) {
                Shape::Class(class, _) => {
                    if self.java.field_of(class, name).is_none()
                        && let Some(member) = self.java.member_type(class, name)
                    {
                        return Qualifier::Type(self.java.class_type(member, List::EMPTY));
                    }
                    Qualifier::Value(self.member(qualifier, field, span))
                }
                _ => self.external_member(owner, name, field, span),
            },
            _ => Qualifier::Value(self.member(qualifier, field, span)),
        }
    }

    /// A member of an external type: a type or a field, as its name looks.
    fn external_member(&mut self, owner: Ty, name: Name, field: At, span: Span) -> Qualifier {
        match self.java.types.shape(owner) {
            Shape::External(..) if self.is_type_like(name) => {
                Qualifier::Type(self.java.external_member(owner, name, &[]))
            }
            _ => Qualifier::Value(self.member(Qualifier::Type(owner), field, span)),
        }
    }

    /// `C.super`: the class above C around the place, or an interface C.
    pub(super) fn qualified_super(&mut self, of: Qualifier) -> Qualifier {
        let ty = match of {
            Qualifier::Type(ty) => ty,
            other => return other,
        };
        let class = self.java.types.class(ty);
        match self.frames.iter().rev().find(|f| Some(f.class) == class).copied() {
            Some(frame) => Qualifier::Super(frame.class, self.superclass(frame.class)),
            None => {
                let here = self.here().class;
                let this = self.java.this_type(here);
                let seen = class.and_then(|c| self.java.as_super(this, c));
                Qualifier::Super(here, seen.unwrap_or(ty))
            }
        }
    }

    /// The place of what stands in front of the dot before a name.
    pub(super) fn in_front_of_dot(&self, start: u32, name: u32) -> Span {
        let text = self.java.sources.at(Span::new(start, name)).trim_end();
        Span::new(start, start + text.strip_suffix('.').unwrap_or(text).trim_end().len() as u32)
    }

    /// The field of what stands in front of it.
    fn member(&mut self, of: Qualifier, field_at: At, span: Span) -> ExprNo {
        let (name, name_span) = (self.name(field_at), self.span(field_at));
        let (target, owner) = match of {
            Qualifier::Value(e) => (Some(e), self.found(self.ty(e))),
            Qualifier::Type(ty) => (None, ty),
            Qualifier::Super(class, above) => {
                let start = self.in_front_of_dot(span.start, name_span.start);
                (Some(self.this(start, class)), above)
            }
            Qualifier::Package(_) => (None, Ty::UNKNOWN),
        };
        if matches!(self.java.types.shape(owner), Shape::Array(_)) && self.java.names.text(name) == "length" {
            return match target {
                Some(array) => self.push(span, Ty::INT, Is::Length(array)),
                None => self.operand(None, Ty::INT, span),
            };
        }
        let classes = self.java.classes_of(owner);
        for class in &classes {
            if let Some(field) = self.java.field_of(*class, name) {
                return self.field(target, field, name_span, span);
            }
        }
        let known = !classes.is_empty() && !classes.iter().any(|c| self.java.may_have(*c, name));
        let kind = if known { Is::Unresolved { target, name } } else { Is::ExternalField { target, owner, name } };
        self.push(span, Ty::UNKNOWN, kind)
    }

    /// The method of a type that has no parameters.
    pub(super) fn without_parameters(&mut self, ty: Ty, name: &str) -> Option<MethodNo> {
        let name = self.java.names.intern(name);
        self.methods_in(ty, name).iter().copied().find(|m| self.java.methods[m.index()].parameters.is_empty())
    }

    /// The methods that a name can mean in a type.
    pub(super) fn methods_in(&mut self, ty: Ty, name: Name) -> Arc<[MethodNo]> {
        let classes = self.java.classes_of(ty);
        match classes.as_slice() {
            [] => Arc::new([]),
            [one] => self.java.methods_of(*one, name),
            several => {
                let mut methods: Vec<MethodNo> = Vec::new();
                for class in several {
                    for method in self.java.methods_of(*class, name).iter() {
                        if !methods.contains(method) {
                            methods.push(*method);
                        }
                    }
                }
                methods.into()
            }
        }
    }
}

impl Java {
    /// The field that a static import brings into scope.
    pub(crate) fn static_field(&mut self, file: FileNo, name: Name) -> Option<FieldNo> {
        if let Some(known) = self.tables.static_fields.get(&(file, name)) {
            return *known;
        }
        let found = self.static_owners(file, name).into_iter().find_map(|class| self.field_of(class, name));
        self.tables.static_fields.insert((file, name), found);
        found
    }

    /// The methods that static imports bring into scope.
    pub(crate) fn static_methods(&mut self, file: FileNo, name: Name) -> Arc<[MethodNo]> {
        if let Some(known) = self.tables.static_methods.get(&(file, name)) {
            return known.clone();
        }
        let mut methods: Vec<MethodNo> = Vec::new();
        for class in self.static_owners(file, name) {
            for method in self.methods_of(class, name).iter() {
                if self.methods[method.index()].modifiers.is_static() && !methods.contains(method) {
                    methods.push(*method);
                }
            }
        }
        let methods: Arc<[MethodNo]> = methods.into();
        self.tables.static_methods.insert((file, name), methods.clone());
        methods
    }

    /// Classes whose static members of a name are imported, imports of one name first.
    fn static_owners(&mut self, file: FileNo, name: Name) -> Vec<ClassNo> {
        let mut owners = Vec::new();
        let imports = self.tables.scopes[file.index()].imports.clone();
        for on_demand in [false, true] {
            for import in imports.iter().filter(|i| i.is_static && i.on_demand == on_demand) {
                let n = import.parts.len() - usize::from(!on_demand);
                if on_demand || import.parts.last() == Some(&name) {
                    owners.extend(self.qualified_class(&import.parts[..n]));
                }
            }
        }
        owners
    }

    /// Returns true if a static import of a class that nothing declares may bring a name into scope.
    pub(crate) fn imports_static(&mut self, file: FileNo, name: Name) -> bool {
        let imports = self.tables.scopes[file.index()].imports.clone();
        imports.iter().filter(|i| i.is_static && (i.on_demand || i.parts.last() == Some(&name))).any(|i| {
            let n = i.parts.len() - usize::from(!i.on_demand);
            self.qualified_class(&i.parts[..n]).is_none_or(|class| self.may_have(class, name))
        })
    }
}
