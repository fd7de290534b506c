//! Typing environments `E`: an ordered list of `t x` and `ghost t x`.

use crate::types::Ty;
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
    /// Whether it is a ghost.
    pub ghost: bool,
    /// Where it is declared.
    pub span: Span,
    /// What a `let` bound it to.
    pub bound: Option<ExprId>,
    /// Whether `t` is shared (section 5.5).
    pub shared: bool,
    /// Tells apart all bindings ever made.
    pub serial: u32,
    /// The environment that this one extends.
    pub before: EnvId,
    /// One more than the binding of the same name that this one hides; 0 if it hides none.
    hides: u32,
}

/// The environment at the current point, and with `keep` all that came before.
#[derive(Default)]
pub struct Env {
    bindings: Vec<Binding>,
    top: EnvId,
    /// One more than the binding of each name that is in scope; 0 if none is. Names beyond the last one that ever was have no place.
    current: Vec<u32>,
    serials: u32,
    /// How many bindings in scope are of types that are not shared.
    unshared: u32,
    keep: bool,
}

impl Env {
    /// ∅; what was there before is forgotten. With `keep`, every [`EnvId`] stays readable from now on.
    pub(crate) fn begin(&mut self, keep: bool) {
        self.bindings.clear();
        self.current.clear();
        (self.top, self.serials, self.unshared, self.keep) = (EnvId::EMPTY, 0, 0, keep);
    }

    /// The current environment.
    #[inline]
    pub fn id(&self) -> EnvId {
        self.top
    }

    /// Extends the environment. Returns whether the name was fresh.
    pub(crate) fn push(
        &mut self,
        (name, ty): (Name, Ty),
        ghost: bool,
        shared: bool,
        span: Span,
        bound: Option<ExprId>,
    ) -> bool {
        if self.current.len() <= name.index() {
            self.current.resize(name.index() + 1, 0);
        }
        let hides = self.current[name.index()];
        self.serials += 1;
        let serial = self.serials;
        self.unshared += u32::from(!shared);
        self.bindings.push(Binding { name, ty, ghost, span, bound, shared, serial, before: self.top, hides });
        self.top = EnvId(self.bindings.len() as u32 - 1);
        self.current[name.index()] = self.bindings.len() as u32;
        hides == 0
    }

    /// Goes back to an environment that the current one extends.
    pub fn pop_to(&mut self, env: EnvId) {
        while self.top != env {
            let binding = self.bindings[self.top.0 as usize];
            self.current[binding.name.index()] = binding.hides;
            self.top = binding.before;
            self.unshared -= u32::from(!binding.shared);
            if !self.keep {
                self.bindings.pop();
            }
        }
    }

    /// E(x).
    #[inline]
    pub fn get(&self, name: Name) -> Option<&Binding> {
        let i = *self.current.get(name.index())?;
        if i == 0 { None } else { Some(&self.bindings[i as usize - 1]) }
    }

    /// The bindings of a kept environment, the last first.
    pub fn bindings(&self, env: EnvId) -> impl Iterator<Item = &Binding> {
        let mut at = env;
        std::iter::from_fn(move || {
            let binding = self.bindings.get(at.0 as usize)?;
            at = binding.before;
            Some(binding)
        })
    }

    /// Whether from now on every [`EnvId`] stays readable.
    pub(crate) fn keep(&mut self, keep: bool) {
        self.keep = keep;
    }

    /// How many bindings in scope are of types that are not shared.
    pub(crate) fn unshared(&self) -> u32 {
        self.unshared
    }
}
