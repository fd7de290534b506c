//! Section 5.4: looking members up.

use crate::env::EnvId;
use crate::judgment::{FieldFound, Judgment, MethodFound, MethodId};
use crate::options::{INVOKE_SUBSTITUTES_THIS_ONLY, Options, SUBSTITUTE_IN_TWO_STEPS};
use crate::reading::Reading;
use crate::rules::{
    class_instantiation, field_declared, field_inherited, local_class_instantiation, method_declared, method_inherited,
};
use crate::supertypes::Supertypes;
use crate::tables::Tables;
use crate::types::{ClassId, Ty, Types};
use racefree_grammar::ast::{ExprId, Program};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Substitution};
use racefree_kernel::applied::LONG_CLIMB;
use racefree_kernel::{PremiseId, RuleId};
use racefree_program::FieldId;

impl Reading<'_, '_> {
    /// P; E ⊢ field ∈ c: \[FIELD DECLARED\], \[FIELD INHERITED\].
    pub(crate) fn field_in(self, env: EnvId, c: Ty, fd: Name) -> Option<FieldFound> {
        let class = self.class_of(c)?;
        let (owner, FieldId(field)) = self.classes.field(class, fd)?;
        let at = self.seen_at(c, owner);
        let found = |class| Judgment::FieldIn { env, class, field, at };
        self.member(env, (c, class), (at, owner), [field_declared::RULE, field_inherited::RULE], found);
        Some(FieldFound { field, owner, at })
    }

    /// P; E ⊢ meth ∈ c: \[METHOD DECLARED\], \[METHOD INHERITED\].
    pub(crate) fn method_in(self, env: EnvId, c: Ty, mn: Name) -> Option<MethodFound> {
        let class = self.class_of(c)?;
        let (owner, method) = self.classes.method(class, mn)?;
        let at = self.seen_at(c, owner);
        let found = |class| Judgment::MethodIn { env, class, method, at };
        self.member(env, (c, class), (at, owner), [method_declared::RULE, method_inherited::RULE], found);
        Some(MethodFound { method, owner, at })
    }

    /// A member is declared in the class of c, or inherited from the class above: \[CLASS INSTANTIATION\],
    /// \[LOCAL CLASS INSTANTIATION\], and the member there. A long climb is one step.
    fn member(
        self,
        env: EnvId,
        (c, class): (Ty, ClassId),
        (at, owner): (Ty, ClassId),
        rules: [RuleId; 2],
        found: impl Fn(Ty) -> Judgment + Copy,
    ) {
        let rule_id = rules[usize::from(class != owner)];
        let rule = self.rule(rule_id);
        rule.premise(PremiseId::new(rule_id, 0));
        let local = self.classes.get(class).thread_local();
        let of_class = if local { local_class_instantiation::RULE } else { class_instantiation::RULE };
        self.axiom(of_class, Judgment::Instance(env, c));
        if class != owner {
            let up = match self.classes.is_far_up(class, owner, LONG_CLIMB) {
                true => at,
                false => self.step_up(c, owner).unwrap_or(at),
            };
            rule.premise(PremiseId::new(rule_id, 1));
            self.member(env, (up, self.class_of(up).unwrap_or(owner)), (at, owner), rules, found);
        }
        rule.concludes_as(found(c), ());
    }
}

/// The number of parameters of a method.
pub(crate) fn arity(program: &Program, method: MethodId) -> usize {
    match method {
        MethodId::Declared(m) => program.methods[m as usize].params.len(),
        MethodId::Predefined(m) => m.arity(),
    }
}

/// A method as it is declared.
impl Tables<'_> {
    /// The type and the name of parameter number `j`; predefined ones have no names.
    pub(crate) fn param(&self, method: MethodId, j: usize) -> (Ty, Option<Name>) {
        match method {
            MethodId::Declared(m) => {
                let param = &self.program.params_of(&self.program.methods[m as usize])[j];
                (self.written(param.ty), Some(param.name))
            }
            MethodId::Predefined(m) => (Ty::of_predefined(m.params()[j].0), None),
        }
    }

    /// The result type.
    pub(crate) fn returned(&self, method: MethodId) -> Ty {
        match method {
            MethodId::Declared(m) => self.written_result(self.program.methods[m as usize].ret),
            MethodId::Predefined(m) => Ty::of_predefined(m.ret()),
        }
    }

    /// The locks that it requires.
    pub(crate) fn requires(&self, method: MethodId) -> &[ExprId] {
        match method {
            MethodId::Declared(m) => self.program.list(self.program.methods[m as usize].requires),
            MethodId::Predefined(_) => &[],
        }
    }

    /// [lᵢ/xᵢ], for a member of the class type `at`.
    pub fn theta_of(&self, at: Ty) -> Theta {
        Theta::of_ghosts(&self.classes, &self.types.borrow(), &self.options, at)
    }

    /// θt
    pub(crate) fn put_in(&self, theta: &Theta, t: Ty) -> Ty {
        theta.ty(&mut self.types.borrow_mut(), t)
    }

    /// θl
    pub fn put_in_lock(&self, theta: &Theta, l: ExprId) -> Path {
        let l = self.path(l);
        theta.path(&mut self.types.borrow_mut(), l)
    }
}

/// θ: what a rule substitutes into a declaration. At once (D11), or by the literal reading in two steps.
pub struct Theta {
    ghosts: Substitution,
    rest: Option<Substitution>,
}

impl Theta {
    /// [lᵢ/xᵢ], and in the same step or the next what is added to it.
    pub(crate) fn of_ghosts(classes: &Supertypes<'_>, types: &Types, options: &Options, at: Ty) -> Theta {
        let two_steps = options.reads(SUBSTITUTE_IN_TWO_STEPS);
        Theta { ghosts: classes.ghost_substitution(at, types), rest: two_steps.then(Substitution::default) }
    }

    /// [lᵢ/xᵢ, e/this]
    pub(crate) fn of_use(classes: &Supertypes<'_>, types: &mut Types, options: &Options, at: Ty, e: ExprId) -> Theta {
        let mut theta = Theta::of_ghosts(classes, types, options, at);
        theta.add(Name::THIS, types.paths.of_expr(classes.program, e));
        theta
    }

    /// Adds [e₁/y₁, …, eₙ/yₙ] for a call (D3).
    pub fn arguments(
        &mut self,
        classes: &Supertypes<'_>,
        types: &mut Types,
        options: &Options,
        method: MethodId,
        es: &[ExprId],
    ) {
        let program = classes.program;
        if let (MethodId::Declared(m), false) = (method, options.reads(INVOKE_SUBSTITUTES_THIS_ONLY)) {
            for (param, &e) in program.params_of(&program.methods[m as usize]).iter().zip(es) {
                self.add(param.name, types.paths.of_expr(program, e));
            }
        }
    }

    /// Adds `[path/x]`.
    pub fn add(&mut self, x: Name, path: Path) {
        self.rest.as_mut().unwrap_or(&mut self.ghosts).add(x, path);
    }

    /// The single substitutions, in order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (Name, Path)> + '_ {
        self.ghosts.entries().iter().chain(self.rest.iter().flat_map(|r| r.entries())).copied()
    }

    /// θ of a type.
    pub(crate) fn ty(&self, types: &mut Types, ty: Ty) -> Ty {
        let ty = types.substitute(ty, &self.ghosts);
        self.rest.as_ref().map_or(ty, |rest| types.substitute(ty, rest))
    }

    /// θ of a lock expression.
    pub(crate) fn path(&self, types: &mut Types, path: Path) -> Path {
        let path = types.paths.substitute(path, &self.ghosts);
        self.rest.as_ref().map_or(path, |rest| types.paths.substitute(path, rest))
    }
}
