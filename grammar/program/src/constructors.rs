//! Constructors of the dialect of Java: those that run without being written.

use crate::{ClassId, Resolved};
use racefree_grammar::ast::{Expr, Extended, Method, MethodKind};

/// Constructor that runs for a class if none is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Implied {
    /// No class has one: nothing runs.
    Nothing,
    /// One without parameters, with the class that declares it.
    Constructor(ClassId, u32),
    /// The nearest class that has constructors has none without parameters.
    Unknown,
}

impl Resolved<'_> {
    /// Constructors of a class, by their indices in [`racefree_grammar::ast::Program::methods`].
    pub fn constructors(&self, class: ClassId) -> impl Iterator<Item = u32> + '_ {
        let methods = self.decl(class).map_or(0..0, |decl| decl.methods.indices());
        let is_one = |&m: &usize| self.program.kind_of(&self.program.methods[m]) == MethodKind::Constructor;
        methods.filter(is_one).map(|m| m as u32)
    }

    /// The constructor without parameters of a class, or of the next above it that has constructors.
    pub fn implied_constructor(&self, class: Option<ClassId>) -> Implied {
        let Some(class) = class.and_then(|c| self.ancestors(c).find(|&c| self.constructors(c).next().is_some())) else {
            return Implied::Nothing;
        };
        let methods = &self.program.methods;
        let plain = |&m: &u32| {
            let method = &methods[m as usize];
            method.params.is_empty() && self.program.text(method.name) == MethodKind::Constructor.word()
        };
        self.constructors(class).find(plain).map_or(Implied::Unknown, |m| Implied::Constructor(class, m))
    }

    /// Returns true if a constructor calls another one, of its class or of the class above.
    pub fn delegates(&self, constructor: &Method) -> bool {
        let is_call = |e| matches!(self.program.expr(e), Expr::Extended(Extended::Delegate { .. }));
        self.program.within(constructor.body).any(is_call)
    }
}
