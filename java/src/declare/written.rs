//! Types as they are written.

use super::names::{Named, Scope};
use crate::Java;
use crate::syntax::{At, NodeKind, Role, Syntax};
use crate::tree::{ClassNo, Written};
use crate::types::{List, Primitive, Shape, Ty};
use racefree_grammar::Span;
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;

impl Java {
    /// A class with the arguments that are written. Those of the classes around it are `around`, or implied by the scope.
    pub(super) fn with_arguments(&mut self, scope: &Scope, class: ClassNo, around: Option<List>, own: &[Ty]) -> Ty {
        let all = self.tables.infos[class.index()].parameters.len();
        let owned = self.classes[class.index()].parameters.len();
        if all == 0 || own.len() != owned {
            return self.class_type(class, List::EMPTY);
        }
        let mut arguments = Vec::with_capacity(all);
        if all > owned {
            let list = around.unwrap_or_else(|| self.arguments_around(scope, class));
            arguments.extend_from_slice(self.types.items(list));
            if arguments.len() != all - owned {
                if owned == 0 {
                    return self.class_type(class, List::EMPTY);
                }
                arguments.clear();
                arguments.resize(all - owned, Ty::ANY);
            }
        }
        arguments.extend_from_slice(own);
        let list = self.types.list(&arguments);
        self.class_type(class, list)
    }

    /// The arguments of the class around an inner class that is named in a scope: those of the enclosing class that has it as a member.
    pub(super) fn arguments_around(&mut self, scope: &Scope, class: ClassNo) -> List {
        let Some(outer) = self.classes[class.index()].outer else { return List::EMPTY };
        let mut around = scope.class;
        while let Some(c) = around {
            let this = self.this_type(c);
            let seen = if c == outer { Some(this) } else { self.as_super(this, outer) };
            if let Some(Shape::Class(_, list)) = seen.map(|ty| self.types.shape(ty)) {
                return list;
            }
            around = self.classes[c.index()].outer;
        }
        List::EMPTY
    }

    /// The type that a node writes.
    pub(crate) fn type_at(&mut self, scope: &Scope, syntax: &Syntax, at: At) -> Ty {
        let text = syntax.span(at);
        match syntax.kind(at) {
            NodeKind::IntegralType | NodeKind::FloatingPointType | NodeKind::BooleanType => {
                Primitive::of(self.sources.at(text)).map_or(Ty::UNKNOWN, Ty::primitive)
            }
            NodeKind::VoidType => Ty::VOID,
            NodeKind::TypeIdentifier
            | NodeKind::Identifier
            | NodeKind::ScopedType
            | NodeKind::ScopedIdentifier
            | NodeKind::GenericType
            | NodeKind::FieldAccess => deep(|| self.named_type(scope, syntax, at)),
            NodeKind::ArrayType => {
                let element =
                    syntax.child(at, Role::Element).map_or(Ty::UNKNOWN, |e| deep(|| self.type_at(scope, syntax, e)));
                let dimensions = syntax.child(at, Role::Dimensions).map_or(1, |d| self.dimensions(syntax.span(d)));
                self.array_of(element, dimensions)
            }
            NodeKind::AnnotatedType | NodeKind::CatchType => {
                let last = syntax.children(at).filter(|c| syntax.kind(*c) != NodeKind::MarkerAnnotation).last();
                last.map_or(Ty::UNKNOWN, |last| self.type_at(scope, syntax, last))
            }
            NodeKind::Wildcard => self.wildcard(scope, syntax, at),
            _ => Ty::UNKNOWN,
        }
    }

    pub(super) fn wildcard(&mut self, scope: &Scope, syntax: &Syntax, at: At) -> Ty {
        let annotations = [NodeKind::Token, NodeKind::Super, NodeKind::MarkerAnnotation, NodeKind::Annotation];
        let bound = syntax.children(at).find(|c| !annotations.contains(&syntax.kind(*c)));
        let Some(bound) = bound else { return Ty::ANY };
        let bound = deep(|| self.type_at(scope, syntax, bound));
        let up = syntax.part(at, NodeKind::Super).is_none();
        self.types.of(if up { Shape::Extends(bound) } else { Shape::Super(bound) })
    }

    /// Number of `[` in a text, comments left out.
    pub(crate) fn dimensions(&self, span: Span) -> u32 {
        let (text, mut count) = (self.sources.text().as_bytes(), 0);
        let mut at = span.start;
        while at < span.end {
            at = self.next_token(at);
            count += u32::from(at < span.end && text[at as usize] == b'[');
            at += 1;
        }
        count
    }

    /// An array of so many dimensions.
    pub(crate) fn array_of(&mut self, element: Ty, dimensions: u32) -> Ty {
        (0..dimensions).fold(element, |ty, _| self.types.of(Shape::Array(ty)))
    }

    /// The types in a list.
    pub(crate) fn arguments_at(&mut self, scope: &Scope, syntax: &Syntax, at: At) -> Vec<Ty> {
        syntax.parts(at).map(|part| self.type_at(scope, syntax, part)).collect()
    }

    /// `A`, `A<T>`, `a.b.A<T>.B<U>`.
    pub(super) fn named_type(&mut self, scope: &Scope, syntax: &Syntax, at: At) -> Ty {
        let mut parts = Vec::new();
        self.name_parts(scope, syntax, at, &mut parts);
        self.type_of_parts(scope, &parts)
    }

    pub(super) fn name_parts(&mut self, scope: &Scope, syntax: &Syntax, at: At, parts: &mut Vec<(Name, Vec<Ty>)>) {
        match syntax.kind(at) {
            NodeKind::Identifier | NodeKind::TypeIdentifier => {
                // That of a record pattern may have dots.
                let mut at = syntax.span(at);
                while let Some(n) = self.sources.at(at).find('.') {
                    let dot = at.start + n as u32;
                    parts.push((self.name_of(Span::new(at.start, dot)), Vec::new()));
                    at.start = dot + 1;
                }
                parts.push((self.name_of(at), Vec::new()));
            }
            NodeKind::GenericType => {
                for part in syntax.children(at) {
                    if syntax.kind(part) == NodeKind::TypeArguments {
                        let arguments = self.arguments_at(scope, syntax, part);
                        if let Some(last) = parts.last_mut() {
                            last.1 = arguments;
                        }
                    } else {
                        deep(|| self.name_parts(scope, syntax, part, parts));
                    }
                }
            }
            NodeKind::ScopedType | NodeKind::ScopedIdentifier | NodeKind::FieldAccess => {
                for part in syntax.children(at) {
                    deep(|| self.name_parts(scope, syntax, part, parts));
                }
            }
            _ => {}
        }
    }

    pub(crate) fn type_of_parts(&mut self, scope: &Scope, parts: &[(Name, Vec<Ty>)]) -> Ty {
        let Some((first, arguments)) = parts.first() else { return Ty::UNKNOWN };
        let (mut ty, rest) = match self.type_named(scope, *first) {
            Some(Named::Variable(variable)) => return self.types.of(Shape::Variable(variable)),
            Some(Named::Class(class)) => (self.with_arguments(scope, class, None, arguments), &parts[1..]),
            Some(Named::External(name)) => (self.external(name, arguments), &parts[1..]),
            None => {
                let names: Vec<Name> = parts.iter().map(|(name, _)| *name).collect();
                let found = (2..=names.len()).find_map(|n| Some((self.qualified_class(&names[..n])?, n)));
                match found {
                    Some((class, n)) => (self.with_arguments(scope, class, None, &parts[n - 1].1), &parts[n..]),
                    None => {
                        let name = self.package(&names);
                        return self.external(name, &parts[parts.len() - 1].1);
                    }
                }
            }
        };
        for (name, arguments) in rest {
            ty = match self.types.shape(ty) {
                Shape::Class(outer, around) => match self.member_type(outer, *name) {
                    Some(class) => {
                        let around = Some(around).filter(|a| *a != List::EMPTY);
                        self.with_arguments(scope, class, around, arguments)
                    }
                    None => return self.external_member(ty, *name, arguments),
                },
                _ => self.external_member(ty, *name, arguments),
            };
        }
        ty
    }

    /// A class that nothing declares.
    pub(crate) fn external(&mut self, name: Name, arguments: &[Ty]) -> Ty {
        let arguments = self.types.list(arguments);
        self.types.of(Shape::External(name, arguments))
    }

    /// A class in another one, which nothing declares there.
    pub(crate) fn external_member(&mut self, ty: Ty, name: Name, arguments: &[Ty]) -> Ty {
        let prefix = match self.types.shape(ty) {
            Shape::Class(class, _) => self.classes[class.index()].qualified,
            Shape::External(name, _) => name,
            _ => return Ty::UNKNOWN,
        };
        let qualified = self.join(prefix, name);
        let name = self.names.intern(&qualified);
        self.external(name, arguments)
    }

    /// The type that a node writes, with its place.
    pub(crate) fn written(&mut self, scope: &Scope, syntax: &Syntax, at: At) -> Written {
        let ty = self.type_at(scope, syntax, at);
        let span = syntax.span(at);
        Written { ty, span, until: self.next_token(span.end) }
    }
}
