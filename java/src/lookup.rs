//! Members by name, inherited ones included, and the methods of functional interfaces.

use crate::Java;
use crate::tree::{ClassKind, ClassNo, FieldNo, MethodNo, Modifiers, Origin};
use crate::types::{Shape, Ty};
use racefree_grammar::name::Name;
use std::sync::Arc;

/// The method that an object of a functional interface stands for.
#[derive(Clone, Debug)]
pub(crate) struct FunctionType {
    pub(crate) method: MethodNo,
    pub(crate) parameters: Vec<Ty>,
    pub(crate) result: Ty,
}

/// Methods that every object has, and those of every enum constant, where no text declares their classes.
const OF_ALL: &[&str] =
    &["clone", "equals", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait"];
const OF_ENUM: &[&str] = &["compareTo", "describeConstable", "getDeclaringClass", "name", "ordinal"];

impl Java {
    /// The field that a name means in a class.
    pub(crate) fn field_of(&mut self, class: ClassNo, name: Name) -> Option<FieldNo> {
        if let Some(known) = self.tables.field_of.get(&(class, name)) {
            return *known;
        }
        let (mut found, mut hidden) = (None, Vec::new());
        for (above, _) in self.ancestors(class).iter() {
            if hidden.contains(above) {
                continue;
            }
            self.ensure_members(*above);
            let Some(field) = self.tables.fields.get(&(*above, name)).copied() else { continue };
            if self.inherits(class, *above, self.fields[field.index()].modifiers) {
                found = Some(field);
                break;
            }
            // It is not inherited, and hides those above it.
            hidden.extend(self.ancestors(*above).iter().map(|(c, _)| *c));
        }
        self.tables.field_of.insert((class, name), found);
        found
    }

    /// The constructors that a class writes, or a record implies.
    pub(crate) fn constructors_of(&mut self, class: ClassNo) -> Vec<MethodNo> {
        self.ensure_members(class);
        self.tables.constructors.get(&class).cloned().unwrap_or_default()
    }

    /// The types of a method's parameters.
    pub(crate) fn parameter_types(&self, method: MethodNo) -> Vec<Ty> {
        self.methods[method.index()].parameters.iter().map(|p| p.ty.ty).collect()
    }

    /// The methods that a name can mean in a class: its own ones and those above it that are not overridden.
    pub(crate) fn methods_of(&mut self, class: ClassNo, name: Name) -> Arc<[MethodNo]> {
        if let Some(known) = self.tables.methods_of.get(&(class, name)) {
            return known.clone();
        }
        let mut found: Vec<(MethodNo, Vec<Ty>)> = Vec::new();
        for (above, seen) in self.ancestors(class).iter() {
            self.ensure_members(*above);
            let Some(own) = self.tables.methods.get(&(*above, name)).cloned() else { continue };
            let in_interface = self.classes[above.index()].kind == ClassKind::Interface;
            for method in own {
                let modifiers = self.methods[method.index()].modifiers;
                if in_interface && *above != class && modifiers.is_static() || !self.inherits(class, *above, modifiers)
                {
                    continue;
                }
                let parameters: Vec<Ty> = self
                    .parameter_types(method)
                    .into_iter()
                    .map(|ty| {
                        let ty = if *above == class { ty } else { self.member_seen(*seen, *above, ty) };
                        self.types.erased(ty)
                    })
                    .collect();
                if !found.iter().any(|(_, other)| *other == parameters) {
                    found.push((method, parameters));
                }
            }
        }
        let found: Arc<[MethodNo]> = found.into_iter().map(|(m, _)| m).collect();
        self.tables.methods_of.insert((class, name), found.clone());
        found
    }

    /// Returns true if a class has a member of a class above it.
    pub(crate) fn inherits(&self, class: ClassNo, above: ClassNo, modifiers: Modifiers) -> bool {
        class == above
            || modifiers.is_public()
            || modifiers.is_protected()
            || !modifiers.is_private() && self.package_of(class) == self.package_of(above)
    }

    /// Returns true if a member that is not found in a class may be one that no text declares.
    pub(crate) fn may_have(&self, class: ClassNo, name: Name) -> bool {
        let data = &self.classes[class.index()];
        let text = self.names.text(name);
        let external = |ty: Ty| !matches!(self.types.shape(ty), Shape::Class(..));
        data.external_above
            || data.damaged > 0
            || data.origin == Origin::Stub
            || OF_ALL.contains(&text) && external(self.known.object)
            || OF_ENUM.contains(&text)
                && self.tables.infos[class.index()]
                    .supers
                    .iter()
                    .any(|s| matches!(self.types.shape(*s), Shape::External(..)))
            || self.tables.infos[class.index()]
                .supers
                .iter()
                .any(|s| self.types.class(*s).is_some_and(|above| self.may_have(above, name)))
    }

    /// The declared classes in which members of a type are looked up.
    pub(crate) fn classes_of(&self, ty: Ty) -> Vec<ClassNo> {
        match self.types.shape(ty) {
            Shape::Class(class, _) => vec![class],
            Shape::Variable(variable) => {
                let bound = self.types.variables[variable.index()].bound;
                if bound == ty { Vec::new() } else { racefree_grammar::stack::deep(|| self.classes_of(bound)) }
            }
            Shape::Both(list) => self.types.items(list).iter().flat_map(|item| self.classes_of(*item)).collect(),
            Shape::Extends(bound) => self.classes_of(bound),
            Shape::Any | Shape::Super(_) | Shape::Array(_) => self.types.class(self.known.object).into_iter().collect(),
            Shape::Unknown | Shape::Void | Shape::Null | Shape::Primitive(_) | Shape::External(..) | Shape::Hole(_) => {
                Vec::new()
            }
        }
    }

    /// The outermost class around a class.
    pub(crate) fn outermost(&self, class: ClassNo) -> ClassNo {
        let mut class = class;
        while let Some(outer) = self.classes[class.index()].outer {
            class = outer;
        }
        class
    }

    /// The package of a class.
    pub(crate) fn package_of(&self, class: ClassNo) -> Name {
        self.tables.scopes[self.classes[class.index()].file.index()].package
    }

    /// Returns true if code in `from` may use a member of `class`; for protected ones that is left open.
    pub(crate) fn accessible(&self, modifiers: Modifiers, class: ClassNo, from: ClassNo) -> bool {
        if modifiers.is_public() || modifiers.is_protected() {
            true
        } else if modifiers.is_private() {
            self.outermost(class) == self.outermost(from)
        } else {
            self.package_of(class) == self.package_of(from)
        }
    }

    /// The abstract method of a functional interface.
    pub(crate) fn abstract_method(&mut self, class: ClassNo) -> Option<MethodNo> {
        if let Some(known) = self.tables.functions.get(&class) {
            return *known;
        }
        let found = self.abstract_method_anew(class);
        self.tables.functions.insert(class, found);
        found
    }

    fn abstract_method_anew(&mut self, class: ClassNo) -> Option<MethodNo> {
        if self.classes[class.index()].kind != ClassKind::Interface {
            return None;
        }
        let mut found: Option<MethodNo> = None;
        for (above, _) in self.ancestors(class).iter() {
            self.ensure_members(*above);
            if self.classes[above.index()].kind != ClassKind::Interface {
                continue;
            }
            let methods: Vec<MethodNo> = self.classes[above.index()]
                .members
                .iter()
                .filter_map(|m| match m {
                    crate::tree::Member::Method(m) => Some(*m),
                    _ => None,
                })
                .collect();
            for method in methods {
                let data = &self.methods[method.index()];
                let (name, arity) = (data.name, data.parameters.len());
                if !data.modifiers.is_abstract() || self.is_of_object(name, arity) {
                    continue;
                }
                // One that is overridden, by a default perhaps, is not among these.
                if !self.methods_of(class, name).contains(&method) {
                    continue;
                }
                match found {
                    None => found = Some(method),
                    Some(other) => {
                        let other = &self.methods[other.index()];
                        if other.name != name || other.parameters.len() != arity {
                            return None;
                        }
                    }
                }
            }
        }
        found
    }

    fn is_of_object(&self, name: Name, arity: usize) -> bool {
        match self.names.text(name) {
            "equals" => arity == 1,
            "hashCode" | "toString" => arity == 0,
            _ => false,
        }
    }

    /// The type of a parameter or result, where `? super T` is taken as T.
    fn seen_in_function(&mut self, target: Ty, owner: ClassNo, ty: Ty) -> Ty {
        let seen = self.member_seen(target, owner, ty);
        match self.types.shape(seen) {
            Shape::Super(bound) => bound,
            _ => self.upper(seen),
        }
    }

    /// The function that a type stands for, if it is a functional interface.
    pub(crate) fn function(&mut self, ty: Ty) -> Option<FunctionType> {
        let class = match self.types.shape(ty) {
            Shape::Class(class, _) => class,
            Shape::Both(list) => {
                let items = self.types.items(list).to_vec();
                return items.into_iter().find_map(|item| self.function(item));
            }
            _ => return None,
        };
        let method = self.abstract_method(class)?;
        let data = &self.methods[method.index()];
        let (owner, result) = (data.class, data.result.ty);
        let parameters = self.parameter_types(method);
        let parameters = parameters.into_iter().map(|p| self.seen_in_function(ty, owner, p)).collect();
        let result = self.seen_in_function(ty, owner, result);
        Some(FunctionType { method, parameters, result })
    }
}
