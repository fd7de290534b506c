//! Subtyping. Where the sources do not decide, the answer says so: overloads depend on it.

use crate::Java;
use crate::tree::{ClassKind, ClassNo, Origin};
use crate::types::{List, Primitive, Shape, Ty};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;

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
/// The interface of all that has an order.
const COMPARABLE: &str = "java.lang.Comparable";
/// Interfaces that some of these may be below.
const CONSTANTS: &[&str] = &["java.lang.constant.Constable", "java.lang.constant.ConstantDesc"];
const NUMBER: &[&str] = &["java.lang.Number", "java.lang.Comparable", "java.io.Serializable"];

impl Java {
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
                // Nothing is above an interface of functions but what is written.
                let of = self.names.text(self.classes[class.index()].qualified);
                let is_known =
                    self.classes[class.index()].origin == Origin::Stub && of.starts_with("java.util.function.");
                Sure::may(outside && !is_known && self.classes[class.index()].external_above)
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
            (Shape::External(x, _), Shape::External(y, to)) => match (self.external_below(x, y), self.names.text(y)) {
                // A box, and a string, compares with its own kind.
                (Sure::Yes, COMPARABLE) if self.types.items(to).len() == 1 => {
                    let other = self.types.items(to)[0];
                    self.contained_in(a, other)
                }
                (sure, _) => sure,
            },
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
        let supers: Vec<Ty> = supers.copied().collect();
        let found = supers.iter().find(|ty| matches!(self.types.shape(**ty), Shape::External(n, _) if n == name));
        found.copied().or_else(|| supers.iter().find_map(|ty| self.above_enum(*ty, name)))
    }

    /// The type of a name above `Enum<E>`.
    fn above_enum(&mut self, ty: Ty, name: Name) -> Option<Ty> {
        let Shape::External(of, arguments) = self.types.shape(ty) else { return None };
        if self.names.text(of) != "java.lang.Enum" {
            return None;
        }
        match self.names.text(name) {
            COMPARABLE => Some(self.types.of(Shape::External(name, arguments))),
            "java.io.Serializable" | "java.lang.constant.Constable" => {
                Some(self.types.of(Shape::External(name, List::EMPTY)))
            }
            _ => None,
        }
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
