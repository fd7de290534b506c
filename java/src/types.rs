//! Types of Java, interned: equal types have equal numbers.

use crate::tree::ClassNo;
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;

racefree_grammar::index! {
    /// A type, of the table [`Types`].
    Ty;
    /// A type parameter of a class or method, of the table [`Types::variables`].
    VarNo;
    /// A list of types, of the table [`Types`].
    List;
}

/// A primitive type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[allow(missing_docs)] // the names are Java's
pub enum Primitive {
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    Boolean,
}

/// The form of a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// Nothing is known: the name, or the expression, was not resolved.
    Unknown,
    /// `void`
    Void,
    /// The type of `null`.
    Null,
    /// A primitive type.
    Primitive(Primitive),
    /// A class that some text declares, with arguments for all its parameters (those of the classes around it first), or none
    /// (raw, or without parameters).
    Class(ClassNo, List),
    /// A class that no text declares: its qualified name as far as it is known, and its arguments.
    External(Name, List),
    /// An array of elements of the type.
    Array(Ty),
    /// A type parameter.
    Variable(VarNo),
    /// `?`
    Any,
    /// `? extends T`
    Extends(Ty),
    /// `? super T`
    Super(Ty),
    /// All of several types: bounds `A & B`.
    Both(List),
    /// A type that is to be found, while a call is attributed.
    Hole(u32),
}

/// A type parameter.
#[derive(Clone, Debug)]
pub struct TypeParameter {
    /// Its name.
    pub name: Name,
    /// Its bound; `Object`, if it has none.
    pub bound: Ty,
}

/// The table of all types of a run.
#[derive(Clone, Debug)]
pub struct Types {
    shapes: Vec<Shape>,
    /// Of each type: type parameters, or types that are to be found, occur in it.
    open: Vec<Open>,
    by_shape: FxHashMap<Shape, Ty>,
    lists: Vec<Box<[Ty]>>,
    by_list: FxHashMap<Box<[Ty]>, List>,
    /// All type parameters.
    pub variables: Vec<TypeParameter>,
}

/// All primitive types, in the order of their numbers, with their keywords.
pub(crate) const PRIMITIVES: [(Primitive, &str); 8] = [
    (Primitive::Byte, "byte"),
    (Primitive::Short, "short"),
    (Primitive::Char, "char"),
    (Primitive::Int, "int"),
    (Primitive::Long, "long"),
    (Primitive::Float, "float"),
    (Primitive::Double, "double"),
    (Primitive::Boolean, "boolean"),
];

impl Primitive {
    /// The type of a keyword.
    pub fn of(text: &str) -> Option<Primitive> {
        PRIMITIVES.iter().find(|(_, word)| *word == text).map(|(p, _)| *p)
    }

    /// Its keyword.
    pub fn text(self) -> &'static str {
        PRIMITIVES[self as usize].1
    }
}

impl List {
    /// The empty list.
    pub const EMPTY: List = List(0);
}

impl Ty {
    /// [`Shape::Unknown`]
    pub const UNKNOWN: Ty = Ty(0);
    /// [`Shape::Void`]
    pub const VOID: Ty = Ty(1);
    /// [`Shape::Null`]
    pub const NULL: Ty = Ty(2);
    /// [`Shape::Any`]
    pub const ANY: Ty = Ty(3);
    /// `boolean`
    pub const BOOLEAN: Ty = Ty::primitive(Primitive::Boolean);
    /// `int`
    pub const INT: Ty = Ty::primitive(Primitive::Int);
    /// `long`
    pub const LONG: Ty = Ty::primitive(Primitive::Long);
    /// `char`
    pub const CHAR: Ty = Ty::primitive(Primitive::Char);
    /// `float`
    pub const FLOAT: Ty = Ty::primitive(Primitive::Float);
    /// `double`
    pub const DOUBLE: Ty = Ty::primitive(Primitive::Double);

    /// A primitive type.
    pub const fn primitive(p: Primitive) -> Ty {
        Ty(4 + p as u32)
    }
}

/// The sorts of places in a type that another type can be put into.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Open {
    pub(crate) variables: bool,
    pub(crate) holes: bool,
    /// The erasure is another type.
    pub(crate) generic: bool,
}

impl Default for Types {
    fn default() -> Types {
        let mut types = Types {
            shapes: Vec::new(),
            open: Vec::new(),
            by_shape: FxHashMap::default(),
            lists: Vec::new(),
            by_list: FxHashMap::default(),
            variables: Vec::new(),
        };
        types.list(&[]);
        let simple = [Shape::Unknown, Shape::Void, Shape::Null, Shape::Any];
        for shape in simple.into_iter().chain(PRIMITIVES.map(|(p, _)| Shape::Primitive(p))) {
            types.of(shape);
        }
        types
    }
}

impl Types {
    /// The type of this form.
    pub fn of(&mut self, shape: Shape) -> Ty {
        let next = Ty(self.shapes.len() as u32);
        let ty = *self.by_shape.entry(shape).or_insert(next);
        if ty == next {
            self.open.push(self.open_of(shape));
            self.shapes.push(shape);
        }
        ty
    }

    fn open_of(&self, shape: Shape) -> Open {
        match shape {
            Shape::Variable(_) => Open { variables: true, holes: false, generic: true },
            Shape::Hole(_) => Open { variables: false, holes: true, generic: true },
            Shape::Array(ty) => self.open(ty),
            Shape::Extends(ty) | Shape::Super(ty) => Open { generic: true, ..self.open(ty) },
            Shape::Class(_, list) | Shape::External(_, list) | Shape::Both(list) => {
                let (parts, generic) = (self.items(list).iter().map(|ty| self.open(*ty)), list != List::EMPTY);
                parts.fold(Open { generic, ..Open::default() }, |a, b| Open {
                    variables: a.variables | b.variables,
                    holes: a.holes | b.holes,
                    generic,
                })
            }
            Shape::Unknown | Shape::Void | Shape::Null | Shape::Primitive(_) | Shape::Any => Open::default(),
        }
    }

    /// Returns true for what can be put into the type.
    #[inline]
    pub(crate) fn open(&self, ty: Ty) -> Open {
        self.open[ty.index()]
    }

    /// The list of these types.
    pub fn list(&mut self, types: &[Ty]) -> List {
        if let Some(list) = self.by_list.get(types) {
            return *list;
        }
        let list = List(self.lists.len() as u32);
        self.lists.push(types.into());
        self.by_list.insert(types.into(), list);
        list
    }

    /// The type of all of several types; of one it is that one.
    pub(crate) fn both(&mut self, types: &[Ty]) -> Option<Ty> {
        match types {
            [] => None,
            [one] => Some(*one),
            several => {
                let list = self.list(several);
                Some(self.of(Shape::Both(list)))
            }
        }
    }

    /// The form of a type.
    #[inline]
    pub fn shape(&self, ty: Ty) -> Shape {
        self.shapes[ty.index()]
    }

    /// The types of a list.
    #[inline]
    pub fn items(&self, list: List) -> &[Ty] {
        &self.lists[list.index()]
    }

    /// The class of a type, if some text declares it.
    pub fn class(&self, ty: Ty) -> Option<ClassNo> {
        match self.shape(ty) {
            Shape::Class(class, _) => Some(class),
            _ => None,
        }
    }

    /// True for the type of an array.
    pub fn is_array(&self, ty: Ty) -> bool {
        matches!(self.shape(ty), Shape::Array(_))
    }

    /// The type of an array's elements.
    pub(crate) fn element(&self, array: Ty) -> Ty {
        match self.shape(array) {
            Shape::Array(element) => element,
            _ => Ty::UNKNOWN,
        }
    }

    /// Makes a type parameter, whose bound is not known yet.
    pub fn variable(&mut self, name: Name) -> VarNo {
        self.variables.push(TypeParameter { name, bound: Ty::UNKNOWN });
        VarNo(self.variables.len() as u32 - 1)
    }

    /// The erasure: without type arguments, a parameter by its first bound, a wildcard likewise. `None` stands for `Object`, where the sources do not
    /// declare it.
    pub fn erased(&mut self, ty: Ty) -> Ty {
        if !self.open(ty).generic {
            return ty;
        }
        let mut ty = ty;
        // A cycle of bounds is an error elsewhere.
        for _ in 0..64 {
            ty = match self.shape(ty) {
                Shape::Class(_, List::EMPTY) | Shape::External(_, List::EMPTY) => return ty,
                Shape::Class(class, _) => return self.of(Shape::Class(class, List::EMPTY)),
                Shape::External(name, _) => return self.of(Shape::External(name, List::EMPTY)),
                Shape::Array(element) => {
                    let element = self.erased(element);
                    return self.of(Shape::Array(element));
                }
                Shape::Variable(variable) => self.variables[variable.index()].bound,
                Shape::Extends(bound) => bound,
                Shape::Both(list) => self.items(list)[0],
                Shape::Unknown | Shape::Void | Shape::Null | Shape::Primitive(_) | Shape::Any | Shape::Super(_) => {
                    return ty;
                }
                Shape::Hole(_) => return Ty::UNKNOWN,
            };
        }
        Ty::UNKNOWN
    }
}
