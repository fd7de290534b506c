//! Classes of values, of which the engine makes the objects: their methods stand in classes beside them.

use crate::elaborate::Elaborator;
use crate::tree::{ClassNo, FieldNo, Member, MethodNo};

impl Elaborator<'_> {
    /// The static method that stands for a method of a value's class.
    pub(super) fn companion(&mut self, method: MethodNo) -> Option<(ClassNo, MethodNo)> {
        let it = &self.java.methods[method.index()];
        let (class, name, is_static, has_body, n) =
            (it.class, it.name, it.modifiers.is_static(), it.has_body, it.parameters.len());
        if has_body || !self.is_of_library(class) {
            return None;
        }
        let of = self.text(self.java.classes[class.index()].name).to_owned();
        let class = self.class_in("java.lang", &format!("Racefree{of}"))?;
        let own = self.signature(method).1;
        let found = self.methods_named(class, name).into_iter().find(|m| {
            let types = self.signature(*m).1;
            if is_static { types == own } else { types.len() == n + 1 && types[1..] == own[..] }
        });
        Some((class, found?))
    }

    /// The static field that stands for one of a value's class, which has no code.
    pub(in crate::elaborate) fn companion_field(&mut self, field: FieldNo) -> Option<FieldNo> {
        let it = &self.java.fields[field.index()];
        let (class, name) = (it.class, it.name);
        if !it.modifiers.is_static() || !self.is_of_library(class) || !self.is_opaque(class) {
            return None;
        }
        let of = self.text(self.java.classes[class.index()].name).to_owned();
        let class = self.class_in("java.lang", &format!("Racefree{of}"))?;
        self.java.ensure_members(class);
        self.java.classes[class.index()].members.iter().find_map(|member| match member {
            Member::Field(f) if self.java.fields[f.index()].name == name => Some(*f),
            _ => None,
        })
    }
}
