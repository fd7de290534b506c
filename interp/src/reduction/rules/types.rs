//! Types at run time: casts, `instanceof`, and the classes of values.

use super::forms::LOCAL;
use super::{Reduced, become_value, thread};
use crate::program::ClassId;
use crate::reduction::state::Number;
use crate::reduction::{Execution, Object, State};
use crate::value::{ThreadId, Value};
use racefree_grammar::ast::{ExprId, TypeId, TypeKind};
use racefree_grammar::name::Name;

impl Execution<'_> {
    /// `cast t (v)` → `v`
    pub(super) fn red_cast(&self, state: &mut State, i: ThreadId, at: ExprId, ty: TypeId, value: Value) -> Reduced {
        if value != Value::Null && !self.is_of(state, value, ty) {
            let (own, to) = (self.class_of_value(state, value), self.name_of_type(ty));
            let message = format!("class {own} cannot be cast to class {to} ({})", self.modules(&own, &to));
            return self.throws(state, i, at, "ClassCastException", Some(message));
        }
        become_value(thread(state, i)?, value);
        LOCAL
    }

    /// `v instanceof t`
    pub(super) fn red_instance_of(&self, state: &mut State, i: ThreadId, ty: TypeId, value: Value) -> Reduced {
        let is = value != Value::Null && self.is_of(state, value, ty);
        become_value(thread(state, i)?, Value::Bool(is));
        LOCAL
    }

    /// The class of a box, of a string or of an object.
    pub(super) fn class_of(&self, state: &State, v: Value) -> Option<ClassId> {
        let boxes = &self.tables.java.boxes;
        match v {
            Value::Int(_) => boxes.integer,
            Value::Bool(_) => boxes.boolean,
            Value::Void | Value::Null => None,
            Value::Object(o) => {
                let o = state.object(o)?;
                match o.java().number {
                    None => Some(o.class),
                    Some(Number::Long(_)) => boxes.long,
                    Some(Number::Double(_)) => boxes.double,
                    Some(Number::Float(_)) => boxes.float,
                    Some(Number::Char(_)) => boxes.character,
                }
            }
        }
    }

    /// Returns true if a value is of a type.
    pub(super) fn is_of(&self, state: &State, v: Value, ty: TypeId) -> bool {
        let (program, classes) = (&self.tables.program, &self.tables.classes);
        match (program.ty(ty).kind, v) {
            (TypeKind::Int, Value::Int(_)) | (TypeKind::Boolean, Value::Bool(_)) => true,
            (TypeKind::Class { name: Name::OBJECT, .. }, _) => true,
            (TypeKind::Class { name, .. }, _) if program.text(name).ends_with('$') => true,
            (TypeKind::Class { name, .. }, v) => {
                let own = match v.object().and_then(|o| state.object(o)) {
                    Some(o) if o.java().elem.is_some() => None,
                    _ => self.class_of(state, v),
                };
                match (classes.find(name), own) {
                    (Some(wanted), Some(own)) => {
                        classes.below(own, wanted) || own == ClassId::STRING && self.is_text(name)
                    }
                    _ => false,
                }
            }
            (TypeKind::Array { elem, .. }, Value::Object(o)) => {
                state.object(o).and_then(|o| o.java().elem).is_some_and(|own| self.is_below(own, elem))
            }
            _ => false,
        }
    }

    /// Returns true for the names of the interfaces that strings have.
    fn is_text(&self, name: Name) -> bool {
        matches!(self.tables.program.text(name), "Comparable" | "CharSequence")
    }

    fn is_below(&self, own: TypeId, wanted: TypeId) -> bool {
        let program = &self.tables.program;
        match (program.ty(own).kind, program.ty(wanted).kind) {
            (TypeKind::Array { .. }, TypeKind::Class { name: Name::OBJECT, .. }) => true,
            (TypeKind::Class { name, .. }, TypeKind::Class { name: Name::OBJECT, .. }) => {
                !program.text(name).ends_with('$')
            }
            (TypeKind::Class { name: a, .. }, TypeKind::Class { name: b, .. }) => {
                match (self.tables.classes.find(a), self.tables.classes.find(b)) {
                    (Some(a), Some(b)) => self.tables.classes.below(a, b),
                    _ => a == b,
                }
            }
            (TypeKind::Array { elem: a, .. }, TypeKind::Array { elem: b, .. }) => self.is_below(a, b),
            (TypeKind::Int, TypeKind::Int) | (TypeKind::Boolean, TypeKind::Boolean) => true,
            _ => false,
        }
    }

    /// Java's name of a value's class.
    pub(super) fn class_of_value(&self, state: &State, v: Value) -> String {
        if let Some(elem) = v.object().and_then(|o| state.object(o)?.java().elem) {
            return self.name_of_array(elem);
        }
        self.class_of(state, v).map_or_else(|| "null".to_owned(), |class| self.qualified(class))
    }

    /// Java's simple name of a value's class: an anonymous class has none.
    pub(super) fn simple_name(&self, state: &State, v: Value) -> String {
        if let Some(array) = v.object().and_then(|o| state.object(o)).filter(|o| o.java().elem.is_some()) {
            return self.class_of_array(array);
        }
        let name = self.class_of_value(state, v);
        let last = name.rsplit(['.', '$']).next().unwrap_or(&name);
        last.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned()
    }

    /// Java's qualified name of a class.
    pub(in crate::reduction) fn qualified(&self, class: ClassId) -> String {
        if class == ClassId::OBJECT || class == ClassId::STRING {
            return format!("java.lang.{}", self.tables.class_name(class));
        }
        let name = self.tables.classes.get(class).name;
        let text = self.tables.program.text(name);
        // The object of a class has the name of that.
        let of = text.strip_suffix(".class").or_else(|| text.strip_suffix("$class"));
        let name = of.and_then(|of| self.tables.program.names.find(of)).unwrap_or(name);
        let known = self.tables.java.names.qualified.get(&name);
        known.map_or_else(|| self.tables.shown(name).to_owned(), Clone::clone)
    }

    /// The modules of two classes, as `java` names them.
    fn modules(&self, a: &str, b: &str) -> String {
        let module = |name: &str| {
            let element = name.trim_start_matches('[');
            let is_number = element.len() == 1 && name != element;
            match is_number || element.trim_start_matches('L').starts_with("java.") {
                true => "module java.base of loader 'bootstrap'",
                false => "unnamed module of loader 'app'",
            }
        };
        match (module(a), module(b)) {
            (x, y) if x == y => format!("{a} and {b} are in {x}"),
            (x, y) => format!("{a} is in {x}; {b} is in {y}"),
        }
    }

    fn name_of_type(&self, ty: TypeId) -> String {
        match self.tables.program.ty(ty).kind {
            TypeKind::Int => "int".to_owned(),
            TypeKind::Boolean => "boolean".to_owned(),
            TypeKind::Void => "void".to_owned(),
            TypeKind::Array { elem, .. } => self.name_of_array(elem),
            TypeKind::Class { name, .. } => match self.tables.classes.find(name) {
                Some(class) => self.qualified(class),
                None => self.tables.shown(name).to_owned(),
            },
        }
    }

    /// An array's type, as it is written.
    pub(in crate::reduction) fn class_of_array(&self, object: &Object) -> String {
        let mut name = String::from("[]");
        let mut elem = object.java().elem;
        while let Some(ty) = elem {
            elem = match self.tables.program.ty(ty).kind {
                TypeKind::Array { elem, .. } => {
                    name.push_str("[]");
                    Some(elem)
                }
                TypeKind::Class { name: of, .. } => {
                    name.insert_str(0, self.tables.shown(of).trim_end_matches('$'));
                    None
                }
                TypeKind::Int => {
                    name.insert_str(0, "int");
                    None
                }
                TypeKind::Boolean | TypeKind::Void => {
                    name.insert_str(0, "boolean");
                    None
                }
            };
        }
        name
    }

    /// The name that the class of an array has in Java.
    fn name_of_array(&self, elem: TypeId) -> String {
        match self.tables.program.ty(elem).kind {
            TypeKind::Class { name, .. } if self.tables.program.text(name).ends_with('$') => {
                let of = self.tables.program.text(name).trim_end_matches('$');
                let letters =
                    [("long", 'J'), ("double", 'D'), ("float", 'F'), ("char", 'C'), ("byte", 'B'), ("short", 'S')];
                let letter = letters.into_iter().find(|(name, _)| *name == of).map_or('?', |(_, letter)| letter);
                format!("[{letter}")
            }
            TypeKind::Int => "[I".to_owned(),
            TypeKind::Boolean => "[Z".to_owned(),
            TypeKind::Array { elem, .. } => format!("[{}", self.name_of_array(elem)),
            TypeKind::Void | TypeKind::Class { .. } => format!("[L{};", self.name_of_type(elem)),
        }
    }
}
