//! The context of judgments that were made: all that they refer to by number.

use crate::env::Env;
use crate::locks::{IdleHolds, Locks};
use crate::options::Options;
use crate::supertypes::Supertypes;
use crate::types::{Ty, Types};
use racefree_grammar::ast::Program;
use racefree_grammar::name::Name;
use racefree_kernel::Templates;
use std::borrow::Cow;

/// P, and everything that judgments refer to by number, with what listened to the rules.
pub struct Cx<'p, R> {
    /// P
    pub program: &'p Program,
    /// The text that P was parsed from, for messages.
    pub source: &'p str,
    /// The classes of P, resolved, and their superclasses as types.
    pub classes: Supertypes<'p>,
    /// All types and lock expressions met.
    pub types: Types,
    /// Every E
    pub env: Env,
    /// Every ls
    pub locks: Locks,
    /// Premises off, readings in force.
    pub options: Cow<'p, Options>,
    /// The listener's result.
    pub heard: R,
    /// The rules of the system as templates.
    pub(crate) templates: fn() -> &'static Templates,
    /// The system has race annotations.
    pub(crate) annotated: bool,
    /// The language has casts to subclasses.
    pub(crate) casts: bool,
    /// Each `holds` that lets nothing through.
    pub(crate) idle: Vec<IdleHolds>,
}

impl<'p, R> Cx<'p, R> {
    /// The same with the result of a listener.
    pub(crate) fn with<S>(self, heard: S) -> Cx<'p, S> {
        let Cx { program, source, classes, types, env, locks, options, heard: _, templates, annotated, casts, idle } =
            self;
        Cx { program, source, classes, types, env, locks, options, heard, templates, annotated, casts, idle }
    }

    /// The text of a name.
    pub fn name(&self, name: Name) -> &'p str {
        self.program.text(name)
    }

    /// The text of a type.
    pub fn show(&self, ty: Ty) -> String {
        crate::show::ty(&self.types, &self.classes, self.program, self.source, ty)
    }
}
