//! Atomic methods: a method that overrides an atomic one is atomic, written or not (atomicity, section 2).

use crate::{ClassId, Resolved};
use racefree_grammar::ast::{Expr, Program};

impl Resolved<'_> {
    /// Returns true if a method that a class declares, by its index, is atomic: it says so, or overrides one that is.
    pub fn is_atomic(&self, class: ClassId, method: u32) -> bool {
        self.program.methods[method as usize].atomic || self.overrides_atomic(class, method)
    }

    /// Returns true if a method that a class declares overrides one that is written `atomic`.
    pub fn overrides_atomic(&self, class: ClassId, method: u32) -> bool {
        self.overridden(class, method).any(|over| self.program.methods[over as usize].atomic)
    }

    /// The methods that a method of a class overrides, directly or not, the nearest first.
    pub fn overridden(&self, class: ClassId, method: u32) -> impl Iterator<Item = u32> + '_ {
        let name = self.program.methods[method as usize].name;
        let interfaces = self.interfaces(class).iter().copied();
        self.ancestors(class).skip(1).chain(interfaces).filter_map(move |c| self.own_method(c, name))
    }
}

/// A program in which each method that overrides an atomic one is written so; none, if that is so already.
pub fn write_atomic(program: &Program) -> Option<Program> {
    if !program.methods.iter().any(|method| method.atomic) {
        return None;
    }
    let resolved = Resolved::new(program);
    let declared = |i: usize| program.classes[i].methods.indices().map(move |m| (i, m));
    let silent = (0..program.classes.len()).flat_map(declared).filter(|&(i, m)| {
        !program.methods[m].atomic && resolved.overrides_atomic(resolved.of_declaration(i), m as u32)
    });
    let silent: Vec<usize> = silent.map(|(_, m)| m).collect();
    if silent.is_empty() {
        return None;
    }
    let mut written = program.clone();
    for m in silent {
        let method = written.methods[m];
        let body = written.add(Expr::Atomic(method.body), method.span);
        (written.methods[m].atomic, written.methods[m].body) = (true, body);
    }
    Some(written)
}
