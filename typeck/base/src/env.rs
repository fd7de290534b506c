//! Typing environments `E`: an ordered list of `t x` and `ghost t x`.

use crate::types::Ty;
use crate::versions::Versions;
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;

/// An environment, named by its last binding; the bindings before it are found through [`Binding::before`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EnvId(pub u32);

impl EnvId {
    /// ∅
    pub const EMPTY: EnvId = EnvId(u32::MAX);
}

impl Default for EnvId {
    fn default() -> EnvId {
        EnvId::EMPTY
    }
}

/// `t x` or `ghost t x`.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// `x`
    pub name: Name,
    /// `t`
    pub ty: Ty,
    /// True for a ghost.
    pub ghost: bool,
    /// Place of its declaration.
    pub span: Span,
    /// Expression that a `let` bound it to.
    pub bound: Option<ExprId>,
    /// The environment that this one extends.
    pub before: EnvId,
}

/// All environments of a program.
#[derive(Default)]
pub struct Env {
    bindings: Vec<Binding>,
    versions: Versions,
}

impl Env {
    /// The environment `binding.before`, extended.
    pub(crate) fn extend(&mut self, binding: Binding) -> EnvId {
        self.bindings.push(binding);
        EnvId(self.versions.extend(binding.before.0, binding.name.index() as u32))
    }

    /// E(x)
    pub(crate) fn get(&mut self, env: EnvId, name: Name) -> Option<Binding> {
        self.binding(env, name).map(|(_, binding)| binding)
    }

    /// The environment that binds a variable, with the binding.
    pub(crate) fn binding(&mut self, env: EnvId, name: Name) -> Option<(EnvId, Binding)> {
        self.versions.get(env.0, name.index() as u32).map(|i| (EnvId(i), self.bindings[i as usize]))
    }

    /// The bindings of an environment, the last first.
    pub fn bindings(&self, env: EnvId) -> impl Iterator<Item = &Binding> {
        let mut at = env;
        std::iter::from_fn(move || {
            let binding = self.bindings.get(at.0 as usize)?;
            at = binding.before;
            Some(binding)
        })
    }
}
