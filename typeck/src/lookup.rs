//! Section 5.4: looking members up.

use crate::cx::Cx;
use crate::judgment::{Judgment, MethodId};
use crate::open::Asked;
use crate::rules::{
    class_instantiation, field_declared, field_inherited, local_class_instantiation, method_declared, method_inherited,
};
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::List;
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Substitution};
use racefree_program::FieldId;

/// A climb over more superclasses than this is one step of a derivation: there are as many like it as classes that inherit,
/// and to write every step of each would take the square of their number.
pub(crate) const LONG_CLIMB: usize = 64;

/// A field found in a class type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldFound {
    /// Its index.
    pub(crate) field: u32,
    /// The class that declares it.
    pub(crate) owner: ClassId,
    /// The class type, seen at that class.
    pub(crate) at: Ty,
}

/// A method found in a class type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MethodFound {
    pub(crate) method: MethodId,
    pub(crate) owner: ClassId,
    pub(crate) at: Ty,
}

impl<'p, R: Asked> Cx<'p, R> {
    /// P; E ⊢ field ∈ c: \[FIELD DECLARED\], \[FIELD INHERITED\].
    #[inline]
    pub(crate) fn field_in(&mut self, c: Ty, fd: Name) -> Option<FieldFound> {
        let class = self.types.class_of(c)?;
        let (owner, FieldId(field)) = self.classes.field(class, fd)?;
        let at = self.classes.as_ancestor(c, owner, &mut self.types);
        if R::RECORDS {
            let found = |env, class| Judgment::FieldIn { env, class, field, at };
            self.record_member(c, owner, field_declared::RULE, field_inherited::RULE, found);
        }
        Some(FieldFound { field, owner, at })
    }

    /// P; E ⊢ meth ∈ c: \[METHOD DECLARED\], \[METHOD INHERITED\].
    #[inline]
    pub(crate) fn method_in(&mut self, c: Ty, mn: Name) -> Option<MethodFound> {
        let class = self.types.class_of(c)?;
        let (owner, method) = self.classes.method(class, mn)?;
        let at = self.classes.as_ancestor(c, owner, &mut self.types);
        if R::RECORDS {
            let found = |env, class| Judgment::MethodIn { env, class, method, at };
            self.record_member(c, owner, method_declared::RULE, method_inherited::RULE, found);
        }
        Some(MethodFound { method, owner, at })
    }

    fn record_member(
        &mut self,
        c: Ty,
        owner: ClassId,
        declared: racefree_kernel::RuleId,
        inherited: racefree_kernel::RuleId,
        found: impl Fn(crate::env::EnvId, Ty) -> Judgment,
    ) {
        let mut below = Vec::new();
        let mut at = c;
        let long = self.types.class_of(c).is_some_and(|class| self.classes.is_far_up(class, owner, LONG_CLIMB));
        while self.types.class_of(at) != Some(owner) {
            self.open(inherited);
            self.premise(racefree_kernel::PremiseId::new(inherited, 0));
            self.class_instantiation(at);
            self.premise(racefree_kernel::PremiseId::new(inherited, 1));
            below.push(at);
            if long {
                at = self.classes.as_ancestor(c, owner, &mut self.types);
                break;
            }
            let Some(up) = self.classes.supertype(at, &mut self.types) else { break };
            at = up;
        }
        self.open(declared);
        self.premise(racefree_kernel::PremiseId::new(declared, 0));
        self.class_instantiation(at);
        self.close(|cx| found(cx.env.id(), at));
        for at in below.into_iter().rev() {
            self.close(|cx| found(cx.env.id(), at));
        }
    }

    /// \[CLASS INSTANTIATION\], \[LOCAL CLASS INSTANTIATION\]
    fn class_instantiation(&mut self, c: Ty) {
        let local = self.types.class_of(c).is_some_and(|c| self.classes.get(c).thread_local());
        let rule = if local { local_class_instantiation::RULE } else { class_instantiation::RULE };
        self.axiom(rule, |cx| Judgment::Instance(cx.env.id(), c));
    }

    /// The number of parameters of a method.
    pub(crate) fn arity(&self, method: MethodId) -> usize {
        match method {
            MethodId::Declared(m) => self.program.methods[m as usize].params.len(),
            MethodId::Predefined(m) => m.arity(),
        }
    }

    /// The type of parameter number `j`, as declared.
    pub(crate) fn param_type(&mut self, method: MethodId, j: usize) -> Ty {
        match method {
            MethodId::Declared(m) => {
                let params = self.program.methods[m as usize].params;
                self.resolve_value(self.program.params[params.start as usize + j].ty)
            }
            MethodId::Predefined(m) => Ty::of_predefined(m.params()[j].0),
        }
    }

    /// The result type of a method, as declared.
    pub(crate) fn return_type(&mut self, method: MethodId) -> Ty {
        match method {
            MethodId::Declared(m) => self.resolve(self.program.methods[m as usize].ret),
            MethodId::Predefined(m) => Ty::of_predefined(m.ret()),
        }
    }

    /// The requires set of a method, as declared.
    pub(crate) fn requires(&self, method: MethodId) -> List {
        match method {
            MethodId::Declared(m) => self.program.methods[m as usize].requires,
            MethodId::Predefined(_) => List::default(),
        }
    }
}

/// θ: what a rule substitutes into a declaration. At once (D11), or by the literal reading in two steps.
pub(crate) struct Theta {
    ghosts: Substitution,
    rest: Option<Substitution>,
}

impl Theta {
    /// [lᵢ/xᵢ], and in the same step or the next what is added to it.
    pub(crate) fn new(ghosts: Substitution, two_steps: bool) -> Theta {
        Theta { ghosts, rest: two_steps.then(Substitution::default) }
    }

    /// Adds `[path/x]`.
    pub(crate) fn add(&mut self, x: Name, path: Path) {
        self.rest.as_mut().unwrap_or(&mut self.ghosts).add(x, path);
    }

    /// The single substitutions, in order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (Name, Path)> + '_ {
        self.ghosts.entries().iter().chain(self.rest.iter().flat_map(|r| r.entries())).copied()
    }

    /// θ of a type.
    pub(crate) fn ty(&self, types: &mut crate::types::Types, ty: Ty) -> Ty {
        let ty = types.substitute(ty, &self.ghosts);
        self.rest.as_ref().map_or(ty, |rest| types.substitute(ty, rest))
    }

    /// θ of a lock expression.
    pub(crate) fn path(&self, types: &mut crate::types::Types, path: Path) -> Path {
        let path = types.paths.substitute(path, &self.ghosts);
        self.rest.as_ref().map_or(path, |rest| types.paths.substitute(path, rest))
    }
}
