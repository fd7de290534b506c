//! Objects: how they are made, their classes, arrays, and values of which the program says only the type.

use super::{LONGEST, MARKS, Text, Writer};
use racefree_grammar::ast::{ExprId, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_program::{ClassId, Implied};
use std::fmt::Write as _;

impl Writer<'_> {
    /// `new c(…)` by a constructor, or by the one that is implied.
    pub(super) fn new_object(&mut self, ty: TypeId, constructor: Option<Name>, args: &[ExprId]) -> Text {
        let Some(class) = self.resolved.class_of_type(ty) else { return Err("a class that is none".to_owned()) };
        let Some(written) = self.resolved.declared(class).map(|_| self.class_name(class)) else {
            return Ok("new Any$".to_owned());
        };
        let x = self.fresh();
        if constructor.is_none() {
            let implied = self.implied(&x, Some(class))?;
            return Ok(format!("{{ let Object {x} = new {written} in {{ {implied} {x} }} }}"));
        }
        self.values(args, &mut |w, values| {
            let run = w.construct(&x, Some(class), constructor.unwrap_or(Name::THIS), values);
            Ok(format!("{{ let Object {x} = new {written} in {{ {run}; {x} }} }}"))
        })
    }

    /// Call of the constructor that is not written, with the `;` behind it.
    pub(super) fn implied(&mut self, object: &str, class: Option<ClassId>) -> Text {
        match self.resolved.implied_constructor(class) {
            Implied::Nothing => Ok(String::new()),
            Implied::Constructor(class, m) => {
                let name = self.program.methods[m as usize].name;
                Ok(format!("{};", self.construct(object, Some(class), name, &[])))
            }
            Implied::Unknown => Err("a constructor that is not there".to_owned()),
        }
    }

    pub(super) fn construct(
        &mut self,
        object: &str,
        class: Option<ClassId>,
        constructor: Name,
        args: &[String],
    ) -> String {
        let known = class.and_then(|c| self.resolved.own_method(c, constructor).map(|_| c));
        let all: Vec<&str> = args.iter().map(String::as_str).chain([MARKS]).collect();
        match known {
            Some(class) => format!("{object}.{}({})", self.constructor(class, constructor), all.join(", ")),
            None => format!("{{ {} }}", if args.is_empty() { "{}".to_owned() } else { args.join("; ") }),
        }
    }

    pub(super) fn constructor(&self, class: ClassId, name: Name) -> String {
        format!("{}$of${}", self.name(name), class.0)
    }

    pub(super) fn class_name(&self, class: ClassId) -> String {
        format!("C${}", class.0)
    }

    /// Ending of the method that tests for a class; none for classes that the program does not declare.
    pub(super) fn class_with_test(&self, ty: TypeId) -> Option<String> {
        let class = self.resolved.class_of_type(ty)?;
        self.resolved.declared(class).map(|_| class.0.to_string())
    }

    /// Ending of the classes of arrays with such elements.
    pub(super) fn elements(&self, ty: TypeId) -> &'static str {
        match self.program.ty(ty).kind {
            TypeKind::Array { elem, .. } => match self.program.ty(elem).kind {
                TypeKind::Int => "int",
                TypeKind::Boolean => "boolean",
                _ => "Object",
            },
            _ => "Object",
        }
    }

    pub(super) fn new_array(&mut self, kind: &str, length: &str) -> String {
        let n = self.fresh();
        let mut text = format!("{{ let Object {n} = {length} in ");
        for i in 0..LONGEST {
            let _ = write!(text, "if ({n} == {i}) new Array${kind}${i} else ");
        }
        let _ = write!(text, "new Array${kind}${LONGEST} }}");
        text
    }

    /// A value of a type, of which the program says no more.
    pub(super) fn anything(&mut self, ty: TypeId) -> Text {
        let x = self.fresh();
        Ok(match self.program.ty(ty).kind {
            TypeKind::Int => "0".to_owned(),
            TypeKind::Void => "{}".to_owned(),
            TypeKind::Boolean => format!(
                "{{ let Coin$ {x} = new Coin$ in {{ fork {{ synchronized {x} in {x}.side = true }} synchronized {x} in {x}.side }} }}"
            ),
            TypeKind::Array { .. } => format!("new Array${}$2", self.elements(ty)),
            TypeKind::Class { name: Name::STRING, .. } => "\"s\"".to_owned(),
            TypeKind::Class { name, .. } => {
                match self.resolved.find(name).and_then(|c| Some((c, self.resolved.decl(c)?))) {
                    Some((_, decl)) if decl.interface => "null".to_owned(),
                    Some((class, _)) => format!("new {}", self.class_name(class)),
                    None => "new Any$".to_owned(),
                }
            }
        })
    }
}
