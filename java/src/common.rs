//! The least type above two.

use crate::Java;
use crate::tree::ClassNo;
use crate::types::{Shape, Ty};

impl Java {
    /// The least type above both, as far as it matters.
    pub(crate) fn common(&mut self, a: Ty, b: Ty) -> Ty {
        if a == b || b == Ty::UNKNOWN {
            return a;
        }
        // A number or nothing is a box.
        if b == Ty::NULL {
            return self.boxed(a);
        }
        if a == Ty::NULL {
            return self.boxed(b);
        }
        if a == Ty::UNKNOWN {
            return b;
        }
        if matches!((self.types.shape(a), self.types.shape(b)), (Shape::Primitive(_), Shape::Primitive(_))) {
            return match (self.is_subtype(a, b), self.is_subtype(b, a)) {
                (true, _) => b,
                (_, true) => a,
                _ => Ty::INT,
            };
        }
        let (a, b) = (self.boxed(a), self.boxed(b));
        let same_class = self.types.class(a).is_some() && self.types.class(a) == self.types.class(b);
        if !same_class && self.is_subtype(a, b) {
            return b;
        }
        if !same_class && self.is_subtype(b, a) {
            return a;
        }
        let object = self.types.class(self.known.object);
        let mut common: Vec<(ClassNo, Ty)> = Vec::new();
        for class in self.classes_of(a) {
            for (above, _) in self.ancestors(class).iter().filter(|(c, _)| Some(*c) != object) {
                let covered = common.iter().any(|(c, _)| self.tables.above.contains_key(&(*c, *above)));
                if !covered && let (Some(a), Some(b)) = (self.as_super(a, *above), self.as_super(b, *above)) {
                    self.ancestors(*above);
                    common.push((*above, self.merged(a, b)));
                }
            }
        }
        let types: Vec<Ty> = common.into_iter().map(|(_, ty)| ty).collect();
        self.types.both(&types).unwrap_or(self.known.object)
    }

    /// Two types of one class as one: arguments that differ are wildcards.
    pub(crate) fn merged(&mut self, a: Ty, b: Ty) -> Ty {
        let (Shape::Class(class, x), Shape::Class(_, y)) = (self.types.shape(a), self.types.shape(b)) else { return a };
        if x == y {
            return a;
        }
        let (x, y) = (self.types.items(x).to_vec(), self.types.items(y).to_vec());
        if x.len() != y.len() {
            return if x.is_empty() { b } else { a };
        }
        let mut arguments = Vec::with_capacity(x.len());
        for (x, y) in x.into_iter().zip(y) {
            let holes = (self.types.open(x).holes, self.types.open(y).holes);
            arguments.push(match holes {
                _ if x == y => x,
                (true, false) => y,
                (false, true) => x,
                _ => {
                    let (x, y) = (self.upper(x), self.upper(y));
                    let object = self.types.class(self.known.object);
                    match (self.types.class(x), self.types.class(y)) {
                        // One level is enough: recursive bounds have no end.
                        (Some(cx), Some(cy)) if cx != cy && self.is_subtype(x, y) && Some(cy) != object => {
                            self.types.of(Shape::Extends(y))
                        }
                        (Some(cx), Some(cy)) if cx != cy && self.is_subtype(y, x) && Some(cx) != object => {
                            self.types.of(Shape::Extends(x))
                        }
                        _ => Ty::ANY,
                    }
                }
            });
        }
        let list = self.types.list(&arguments);
        self.class_type(class, list)
    }
}
