//! The context of judgments that were made: all that they refer to by number.

use crate::env::Env;
use crate::error::IdleHolds;
use crate::locks::Locks;
use crate::options::Options;
use crate::supertypes::Supertypes;
use crate::tables::Tables;
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
    /// Templates of a system without race annotations, if it is judged by one.
    pub(crate) plain: Option<&'static Templates>,
    /// Each `holds` that lets nothing through.
    pub(crate) idle: Vec<IdleHolds>,
}

impl<'p> Tables<'p> {
    /// The tables after the last judgment.
    pub(crate) fn into_cx<R>(self, source: &'p str, heard: R) -> Cx<'p, R> {
        let Tables { program, options, classes, types, envs, locks, idle, .. } = self;
        let (locks, mut idle) = (locks.into_inner(), idle.into_inner());
        idle.extend(locks.needless().map(|held| IdleHolds { span: held.span, lock: held.lock, anyway: false }));
        Cx {
            program,
            source,
            classes,
            types: types.into_inner(),
            env: envs.into_inner(),
            locks,
            options,
            heard,
            plain: None,
            idle,
        }
    }
}

impl<'p, R> Cx<'p, R> {
    /// The same with the result of a listener.
    pub(crate) fn with<S>(self, heard: S) -> Cx<'p, S> {
        let Cx { program, source, classes, types, env, locks, options, heard: _, plain, idle } = self;
        Cx { program, source, classes, types, env, locks, options, heard, plain, idle }
    }

    /// The text of a name.
    pub(crate) fn name(&self, name: Name) -> &'p str {
        self.program.text(name)
    }

    /// The text of a type.
    pub fn show(&self, ty: Ty) -> String {
        crate::show::ty(&self.types, &self.classes, self.program, self.source, ty)
    }
}
