//! Relations between types: substitution, supertypes, subtyping, common supertypes.
//!
//! What the sources do not decide is said to be so, for overloads depend on it.

use crate::Java;
use crate::tree::{ClassKind, ClassNo, Origin};
use crate::types::{List, PRIMITIVES, Primitive, Shape, Ty, VarNo};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use std::sync::Arc;

/// An answer, as far as the sources give one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Sure {
    No,
    /// Something is not in the sources, or not found out.
    Maybe,
    Yes,
}

impl Sure {
    pub(crate) fn of(holds: bool) -> Sure {
        if holds { Sure::Yes } else { Sure::No }
    }

    /// The answer where nothing says yes.
    pub(crate) fn may(holds: bool) -> Sure {
        if holds { Sure::Maybe } else { Sure::No }
    }
}

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

/// External types that are known to be classes and not final: what is below them extends one.
const CLASSES: &[&str] = &["java.lang.Number", "java.lang.Enum", "java.lang.Record", "java.lang.Throwable"];

/// Final external classes, with the external types above them.
const FINAL: &[(&str, &[&str])] = &[
    ("java.lang.String", &["java.lang.CharSequence", "java.lang.Comparable", "java.io.Serializable"]),
    ("java.lang.Boolean", &["java.lang.Comparable", "java.io.Serializable"]),
    ("java.lang.Character", &["java.lang.Comparable", "java.io.Serializable"]),
    ("java.lang.Byte", NUMBER),
    ("java.lang.Short", NUMBER),
    ("java.lang.Integer", NUMBER),
    ("java.lang.Long", NUMBER),
    ("java.lang.Float", NUMBER),
    ("java.lang.Double", NUMBER),
];
/// Interfaces that some of these may be below.
const CONSTANTS: &[&str] = &["java.lang.constant.Constable", "java.lang.constant.ConstantDesc"];
const NUMBER: &[&str] = &["java.lang.Number", "java.lang.Comparable", "java.io.Serializable"];

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

    /// Returns true if a type is a subtype of another, as far as the sources say.
    pub(crate) fn is_subtype(&mut self, a: Ty, b: Ty) -> bool {
        self.subtype(a, b) != Sure::No
    }

    /// Subtyping. Types that are not known may be below and above everything.
    pub(crate) fn subtype(&mut self, a: Ty, b: Ty) -> Sure {
        if a == b || b == self.known.object && !matches!(self.types.shape(a), Shape::Primitive(_) | Shape::Void) {
            return Sure::Yes;
        }
        match (self.types.shape(a), self.types.shape(b)) {
            (Shape::Unknown | Shape::Hole(_), _) | (_, Shape::Unknown | Shape::Hole(_)) => Sure::Maybe,
            (Shape::Void, _) | (_, Shape::Void) => Sure::No,
            (Shape::Primitive(a), Shape::Primitive(b)) => Sure::of(widens(a, b)),
            (Shape::Primitive(_), _) | (_, Shape::Primitive(_)) => Sure::No,
            (Shape::Null, _) => Sure::Yes,
            (_, Shape::Both(list)) => {
                let items = self.types.items(list).to_vec();
                items.into_iter().map(|item| deep(|| self.subtype(a, item))).min().unwrap_or(Sure::Yes)
            }
            (Shape::Both(list), _) => {
                let items = self.types.items(list).to_vec();
                items.into_iter().map(|item| deep(|| self.subtype(item, b))).max().unwrap_or(Sure::No)
            }
            (Shape::Variable(variable), _) => {
                let bound = self.types.variables[variable.index()].bound;
                if bound == a { Sure::No } else { deep(|| self.subtype(bound, b)) }
            }
            (Shape::Extends(_) | Shape::Any | Shape::Super(_), _) => {
                let a = self.upper(a);
                self.subtype(a, b)
            }
            (_, Shape::Extends(_) | Shape::Any | Shape::Super(_)) => {
                let b = self.upper(b);
                self.subtype(a, b)
            }
            (Shape::Class(class, _), Shape::Class(above, to)) => {
                self.ancestors(class);
                if self.tables.above.contains_key(&(class, above)) {
                    let seen = if to == List::EMPTY { None } else { self.as_super(a, above) };
                    return seen.map_or(Sure::Yes, |seen| self.arguments_fit(seen, to));
                }
                let b = &self.classes[above.index()];
                let outside = b.origin != Origin::Source && !b.modifiers.is_final();
                Sure::may(outside && self.classes[class.index()].external_above)
            }
            (Shape::Class(a, _), Shape::External(b, to)) => {
                if let Some(seen) = self.external_supertype(a, b) {
                    return self.arguments_fit(seen, to);
                }
                Sure::may(
                    self.classes[a.index()].external_above && {
                        let name = self.names.text(b);
                        let is_class = CLASSES.contains(&name);
                        !FINAL.iter().any(|(known, _)| *known == name) && (!is_class || self.may_extend(a, name))
                    },
                )
            }
            (Shape::External(x, _), Shape::External(y, to)) if x == y => self.arguments_fit(a, to),
            (Shape::External(a, _), Shape::External(b, _)) => self.external_below(a, b),
            (Shape::Array(a), Shape::Array(b)) => {
                let primitive = [a, b].iter().any(|ty| matches!(self.types.shape(*ty), Shape::Primitive(_)));
                if primitive { Sure::No } else { deep(|| self.subtype(a, b)) }
            }
            (Shape::Array(_), Shape::Class(class, _)) => {
                Sure::of(self.is_above_arrays(self.classes[class.index()].qualified))
            }
            (Shape::Array(_), Shape::External(name, _)) => Sure::of(self.is_above_arrays(name)),
            // A class that is not known may be below one outside the sources.
            (Shape::External(a, _), Shape::Class(b, _)) => {
                let b = &self.classes[b.index()];
                if b.origin == Origin::Source || b.modifiers.is_final() {
                    Sure::No
                } else {
                    self.external_below(a, b.qualified)
                }
            }
            (_, Shape::Array(_) | Shape::Null | Shape::Variable(_)) => Sure::No,
        }
    }

    fn is_above_arrays(&self, name: Name) -> bool {
        matches!(self.names.text(name), "java.lang.Object" | "java.lang.Cloneable" | "java.io.Serializable")
    }

    /// The external type of a name that a class, or one above it, says to be above.
    fn external_supertype(&mut self, class: ClassNo, name: Name) -> Option<Ty> {
        let ancestors = self.ancestors(class);
        let supers = ancestors.iter().flat_map(|(c, _)| &self.tables.infos[c.index()].supers);
        supers.copied().find(|ty| matches!(self.types.shape(*ty), Shape::External(n, _) if n == name))
    }

    /// Type arguments of a type that are among those that a list stands for. Without any the conversion is unchecked, and Java takes it.
    fn arguments_fit(&mut self, seen: Ty, to: List) -> Sure {
        let (Shape::Class(_, from) | Shape::External(_, from)) = self.types.shape(seen) else { return Sure::Maybe };
        let (from, to) = (self.types.items(from).to_vec(), self.types.items(to).to_vec());
        from.into_iter().zip(to).map(|(a, b)| deep(|| self.contained_in(a, b))).min().unwrap_or(Sure::Yes)
    }

    fn contained_in(&mut self, a: Ty, b: Ty) -> Sure {
        let wildcard = matches!(self.types.shape(a), Shape::Any | Shape::Extends(_) | Shape::Super(_));
        match (self.types.shape(a), self.types.shape(b)) {
            _ if a == b => Sure::Yes,
            (_, Shape::Any) => Sure::Yes,
            (_, Shape::Extends(b)) => self.subtype(a, b),
            (Shape::Super(a), Shape::Super(b)) => self.subtype(b, a),
            (_, Shape::Super(b)) if !wildcard => self.subtype(b, a),
            // What a wildcard or a parameter stands for is not looked into.
            (Shape::Unknown | Shape::Hole(_) | Shape::Variable(_), _)
            | (_, Shape::Unknown | Shape::Hole(_) | Shape::Variable(_)) => Sure::Maybe,
            _ if wildcard => Sure::Maybe,
            (Shape::Class(x, _), Shape::Class(y, to)) if x == y => self.arguments_fit(a, to),
            (Shape::External(x, _), Shape::External(y, to)) if x == y => self.arguments_fit(a, to),
            (Shape::Array(a), Shape::Array(b)) => deep(|| self.contained_in(a, b)),
            _ => Sure::No,
        }
    }

    /// Returns true if a class may have an external class above it.
    fn may_extend(&self, class: ClassNo, name: &str) -> bool {
        let mut class = class;
        // Cyclic inheritance is an error elsewhere.
        for _ in 0..64 {
            let it = &self.classes[class.index()];
            let Some(above) = it.superclass else {
                return match it.kind {
                    ClassKind::Enum => name == "java.lang.Enum",
                    ClassKind::Record => name == "java.lang.Record",
                    ClassKind::Class | ClassKind::Interface | ClassKind::Annotation => false,
                };
            };
            match self.types.class(above.ty) {
                Some(above) => class = above,
                None => return above.ty != self.known.object,
            }
        }
        false
    }

    fn external_below(&self, a: Name, b: Name) -> Sure {
        let (a, b) = (self.names.text(a), self.names.text(b));
        let known = |name: &str| FINAL.iter().find(|(n, _)| *n == name);
        match (known(a), known(b)) {
            // Of an imported name the package may not be known.
            (Some((_, above)), _) if b.contains('.') => Sure::of(above.contains(&b) || CONSTANTS.contains(&b)),
            (Some((_, above)), _) => {
                Sure::may(above.iter().chain(CONSTANTS).any(|name| name.rsplit('.').next() == Some(b)))
            }
            (None, Some(_)) => Sure::No,
            (None, None) => Sure::may(a != "java.lang.Object"),
        }
    }
}

/// Widening of primitive values, and identity.
fn widens(a: Primitive, b: Primitive) -> bool {
    use Primitive::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
    let rank = |p| match p {
        Byte => 1,
        Short | Char => 2,
        Int => 3,
        Long => 4,
        Float => 5,
        Double => 6,
        Boolean => 0,
    };
    a == b || a != Boolean && b != Boolean && b != Char && rank(a) < rank(b)
}
