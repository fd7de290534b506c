//! Relations between types: substitution, supertypes, boxes.

use crate::Java;
use crate::tree::{ClassKind, ClassNo};
use crate::types::{List, PRIMITIVES, Shape, Ty, VarNo};
use racefree_grammar::stack::deep;
use std::sync::Arc;

/// Types of `java.lang` that the language itself knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) object: Ty,
    pub(crate) string: Ty,
    /// By number of the primitive type.
    pub(crate) boxes: [Ty; 8],
}

impl Default for Known {
    fn default() -> Known {
        Known { object: Ty::UNKNOWN, string: Ty::UNKNOWN, boxes: [Ty::UNKNOWN; 8] }
    }
}

/// The classes above a class, itself first, as they are seen from it.
pub(crate) type Ancestors = Arc<[(ClassNo, Ty)]>;

impl Java {
    pub(crate) fn know(&mut self) {
        let boxes =
            ["Byte", "Short", "Character", "Integer", "Long", "Float", "Double", "Boolean"].map(|name| self.lang(name));
        self.known = Known { object: self.lang("Object"), string: self.lang("String"), boxes };
    }

    /// The type with `arguments` in the place of type parameters; without arguments, these are erased.
    pub(crate) fn substitute(&mut self, ty: Ty, variables: &[VarNo], arguments: &[Ty]) -> Ty {
        if variables.is_empty() || !self.types.open(ty).variables {
            return ty;
        }
        match self.types.shape(ty) {
            Shape::Variable(variable) => match variables.iter().position(|v| *v == variable) {
                Some(i) if i < arguments.len() => arguments[i],
                Some(_) => self.types.erased(ty),
                None => ty,
            },
            _ => self.map_parts(ty, &mut |java, part| java.substitute(part, variables, arguments)),
        }
    }

    /// The type with its parts changed.
    pub(crate) fn map_parts(&mut self, ty: Ty, f: &mut dyn FnMut(&mut Java, Ty) -> Ty) -> Ty {
        let mut list = |java: &mut Java, list: List| {
            let items = java.types.items(list).to_vec();
            let items: Vec<Ty> = items.into_iter().map(|item| deep(|| f(java, item))).collect();
            java.types.list(&items)
        };
        let shape = match self.types.shape(ty) {
            Shape::Class(class, arguments) => Shape::Class(class, list(self, arguments)),
            Shape::External(name, arguments) => Shape::External(name, list(self, arguments)),
            Shape::Both(bounds) => Shape::Both(list(self, bounds)),
            Shape::Array(element) => {
                let element = deep(|| f(self, element));
                let element = self.upper(element);
                Shape::Array(element)
            }
            Shape::Extends(bound) => {
                let bound = deep(|| f(self, bound));
                match self.types.shape(bound) {
                    Shape::Extends(_) | Shape::Any => return bound,
                    Shape::Super(_) => Shape::Any,
                    _ => Shape::Extends(bound),
                }
            }
            Shape::Super(bound) => {
                let bound = deep(|| f(self, bound));
                match self.types.shape(bound) {
                    Shape::Extends(inner) | Shape::Super(inner) => Shape::Super(inner),
                    Shape::Any => Shape::Any,
                    _ => Shape::Super(bound),
                }
            }
            shape @ (Shape::Unknown
            | Shape::Void
            | Shape::Null
            | Shape::Primitive(_)
            | Shape::Variable(_)
            | Shape::Any
            | Shape::Hole(_)) => shape,
        };
        self.types.of(shape)
    }

    /// The type of a value of a type that may be a wildcard.
    pub(crate) fn upper(&self, ty: Ty) -> Ty {
        match self.types.shape(ty) {
            Shape::Extends(bound) => bound,
            Shape::Any | Shape::Super(_) => self.known.object,
            _ => ty,
        }
    }

    /// The type with wildcards in the place of `?` that say the bound of the parameter.
    fn opened(&mut self, ty: Ty) -> Ty {
        let Shape::Class(class, list) = self.types.shape(ty) else { return ty };
        if !self.types.items(list).contains(&Ty::ANY) {
            return ty;
        }
        let (parameters, mut arguments) =
            (self.tables.infos[class.index()].parameters.clone(), self.types.items(list).to_vec());
        for (parameter, argument) in parameters.iter().zip(&mut arguments) {
            let bound = self.types.variables[parameter.index()].bound;
            if *argument == Ty::ANY && bound != self.known.object && bound != Ty::UNKNOWN {
                let bound = self.types.erased(bound);
                *argument = self.types.of(Shape::Extends(bound));
            }
        }
        let list = self.types.list(&arguments);
        self.class_type(class, list)
    }

    /// The classes above a class.
    pub(crate) fn ancestors(&mut self, class: ClassNo) -> Ancestors {
        if let Some(known) = self.tables.ancestors.get(&class) {
            return known.clone();
        }
        self.ensure_header(class);
        let mut all = vec![(class, self.this_type(class))];
        let mut seen: rustc_hash::FxHashSet<ClassNo> = [class].into_iter().collect();
        for ty in self.tables.infos[class.index()].supers.clone() {
            let Shape::Class(above, list) = self.types.shape(ty) else { continue };
            let (parameters, arguments) =
                (self.tables.infos[above.index()].parameters.clone(), self.types.items(list).to_vec());
            for (c, seen_from_above) in deep(|| self.ancestors(above)).iter() {
                if seen.insert(*c) {
                    all.push((*c, self.substitute(*seen_from_above, &parameters, &arguments)));
                }
            }
        }
        let all = self.in_order(all);
        if self.tables.infos[class.index()].stage >= crate::declare::Stage::HeaderDone {
            self.tables.ancestors.insert(class, all.clone());
            self.tables.above.extend(all.iter().map(|(c, ty)| ((class, *c), *ty)));
        }
        all
    }

    /// Ancestors in an order in which members are looked up: a class in front of its interfaces, and each interface in front of those above it.
    fn in_order(&mut self, all: Vec<(ClassNo, Ty)>) -> Ancestors {
        let (first, rest) = all.split_at(1);
        let is_interface = |java: &Java, c: &(ClassNo, Ty)| java.classes[c.0.index()].kind == ClassKind::Interface;
        let (mut interfaces, mut classes): (Vec<_>, Vec<_>) = rest.iter().copied().partition(|c| is_interface(self, c));
        // An interface above another has fewer above itself.
        interfaces.sort_by_cached_key(|(c, _)| std::cmp::Reverse(deep(|| self.ancestors(*c)).len()));
        let (mut before, after) = if is_interface(self, &first[0]) {
            (interfaces, classes)
        } else {
            (std::mem::take(&mut classes), interfaces)
        };
        before.extend(after);
        first.iter().copied().chain(before).collect()
    }

    /// The type as one of a class above it, with arguments.
    pub(crate) fn as_super(&mut self, ty: Ty, above: ClassNo) -> Option<Ty> {
        match self.types.shape(ty) {
            Shape::Class(class, _) if class == above => Some(self.opened(ty)),
            Shape::Class(class, _) => {
                let opened = self.opened(ty);
                let Shape::Class(_, list) = self.types.shape(opened) else { return None };
                let ancestors = self.ancestors(class);
                let seen = match self.tables.above.get(&(class, above)) {
                    Some(seen) => *seen,
                    None => ancestors.iter().find(|(c, _)| *c == above)?.1,
                };
                if !self.types.open(seen).variables {
                    return Some(seen);
                }
                let (parameters, arguments) =
                    (self.tables.infos[class.index()].parameters.clone(), self.types.items(list).to_vec());
                Some(self.substitute(seen, &parameters, &arguments))
            }
            Shape::Variable(variable) => {
                let bound = self.types.variables[variable.index()].bound;
                deep(|| self.as_super(bound, above))
            }
            Shape::Extends(bound) => self.as_super(bound, above),
            Shape::Both(list) => {
                let items = self.types.items(list).to_vec();
                items.into_iter().find_map(|item| self.as_super(item, above))
            }
            Shape::Any | Shape::Super(_) | Shape::Array(_) if self.types.class(self.known.object) == Some(above) => {
                Some(self.known.object)
            }
            _ => None,
        }
    }

    /// The type of a member of `class` that is `ty` in its declaration, of an object of the type `target`.
    pub(crate) fn member_seen(&mut self, target: Ty, class: ClassNo, ty: Ty) -> Ty {
        if !self.types.open(ty).variables {
            return ty;
        }
        let parameters = self.tables.infos[class.index()].parameters.clone();
        let seen = self.as_super(target, class).map(|ty| self.types.shape(ty));
        match seen {
            Some(Shape::Class(_, list)) => {
                let arguments = self.types.items(list).to_vec();
                self.substitute(ty, &parameters, &arguments)
            }
            _ => ty,
        }
    }

    /// The class of objects of a primitive type.
    pub(crate) fn boxed(&self, ty: Ty) -> Ty {
        match self.types.shape(ty) {
            Shape::Primitive(p) => self.known.boxes[p as usize],
            _ => ty,
        }
    }

    /// The primitive type of a box; other types as they are.
    pub(crate) fn unboxed(&self, ty: Ty) -> Ty {
        let is_box = |i: &usize| self.known.boxes[*i] == ty && ty != Ty::UNKNOWN;
        (0..8).find(is_box).map_or(ty, |i| Ty::primitive(PRIMITIVES[i].0))
    }
}
