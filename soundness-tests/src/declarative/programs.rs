//! Sections 4, 5.1 and 5.3: the predicates of a program, classes, fields and methods.

use super::terms::{Term, Theta, Type};
use super::{Bound, Env, Reading};
use racefree_grammar::ast::{Class, ExprId, Field, Method, Param};
use racefree_grammar::name::Name;
use std::collections::BTreeSet;

fn distinct(names: impl IntoIterator<Item = Name>) -> bool {
    let mut seen = BTreeSet::new();
    names.into_iter().all(|x| seen.insert(x))
}

/// All of them, each looked at.
pub(super) fn every(premises: impl IntoIterator<Item = bool>) -> bool {
    premises.into_iter().fold(true, |all, holds| all & holds)
}

impl<'p> Reading<'p> {
    /// \[PROG\]
    pub(super) fn program(&self) -> bool {
        let classes = &self.program.classes;
        // Without these, looking up would not end, or would find nothing: no other judgment is asked.
        if !every(classes.iter().map(|c| self.superclass_exists(c))) || !self.acyclic() {
            return false;
        }
        let names = [Name::OBJECT, Name::STRING].into_iter().chain(classes.iter().map(|c| c.name));
        let predicates = every([
            self.premise("PROG/class-once", || distinct(names)),
            self.premise("PROG/fields-once", || classes.iter().all(|c| self.fields_once(c))),
            self.premise("PROG/methods-once", || {
                classes.iter().all(|c| distinct(self.program.methods_of(c).iter().map(|m| m.name)))
            }),
            every(classes.iter().map(|c| self.overrides_ok(c))),
        ]);
        let classes = every(classes.iter().map(|c| self.class_ok(c)));
        let main = self.program.main.is_none_or(|e| !self.expr(&Env::new(), &Vec::new(), e).is_empty());
        let holds = predicates && classes && main;
        if holds {
            self.concluded("PROG");
        }
        holds
    }

    /// WFClasses, the first half: every superclass exists.
    fn superclass_exists(&self, class: &Class) -> bool {
        match self.declared_super(class) {
            Type::Class(Name::STRING, _) => self.refuse(match class.thread_local {
                true => "LOCAL CLASS/super-not-string",
                false => "CLASS3/super-not-string",
            }),
            Type::Class(Name::OBJECT, _) => true,
            Type::Class(cn, _) if self.class(cn).is_some() => true,
            _ => self.refuse(if class.thread_local { "LOCAL CLASS/super-known" } else { "CLASS3/super-known" }),
        }
    }

    /// WFClasses, the second half: going up from a class never comes back to it.
    fn acyclic(&self) -> bool {
        let ends = |class: &Class| {
            let mut at = class.name;
            for _ in 0..=self.program.classes.len() {
                match self.class(at).map(|c| self.declared_super(c)) {
                    // A class that is declared with the name of a predefined one is not what the name means.
                    Some(Type::Class(Name::OBJECT | Name::STRING, _)) | None => return true,
                    Some(Type::Class(cn, _)) => at = cn,
                    Some(_) => return true,
                }
            }
            false
        };
        every(self.program.classes.iter().map(|c| ends(c) || self.refuse("PROG/acyclic")))
    }

    /// FieldsOnce
    fn fields_once(&self, class: &Class) -> bool {
        let mut names = Vec::new();
        let mut at = Some(class);
        while let Some(class) = at {
            names.extend(self.program.fields_of(class).iter().map(|f| f.name));
            at = match self.declared_super(class) {
                Type::Class(Name::OBJECT | Name::STRING, _) => None,
                Type::Class(cn, _) => self.class(cn),
                _ => None,
            };
        }
        distinct(names)
    }

    /// OverridesOK: with every superclass, not the nearest alone.
    fn overrides_ok(&self, class: &Class) -> bool {
        let supers = self.supertypes(&self.declared_super(class));
        let pairs = self.program.methods_of(class).iter().flat_map(|m| supers.iter().map(move |c| (m, c)));
        every(pairs.map(|(ours, c)| {
            let Some(theirs) = self.method_in(c, ours.name) else { return true };
            let ours = self.meth(ours, Theta::new());
            let names = theirs.params.iter().zip(&ours.params).filter_map(|(their, our)| their.1.zip(our.1));
            let theta = self.steps(theirs.ghosts.clone(), names.map(|(y, x)| (y, Term::Var(x))).collect());
            let same_types = theirs.params.len() == ours.params.len()
                && theta.ty(&theirs.ret) == ours.ret
                && theirs.params.iter().zip(&ours.params).all(|(y, x)| theta.ty(&y.0) == x.0);
            let theirs: Vec<Term> = theirs.requires.iter().map(|l| theta.term(l)).collect();
            let same_set =
                theirs.iter().all(|l| ours.requires.contains(l)) && ours.requires.iter().all(|l| theirs.contains(l));
            every([
                self.premise("PROG/override-type", || same_types),
                self.premise("PROG/override-requires", || same_set || !same_types),
            ])
        }))
    }

    /// \[CLASS₃\], \[LOCAL CLASS\]
    fn class_ok(&self, class: &'p Class) -> bool {
        let local = class.thread_local;
        let ghosts = self.program.ghosts_of(class);
        let garg = |g: &racefree_grammar::ast::Ghost| Bound { ty: self.written(g.ty), x: g.name, ghost: true };
        let g: Env = ghosts.iter().map(garg).collect();
        let vars = ghosts.iter().map(|g| Term::Var(g.name)).collect();
        let this = Bound { ty: Type::Class(class.name, vars), x: Name::THIS, ghost: false };
        let env: Env = g.iter().cloned().chain([this]).collect();
        let superclass = self.declared_super(class);
        let ghost_type = if local { "LOCAL CLASS/ghost-type" } else { "CLASS3/ghost-type" };
        let super_type = if local { "LOCAL CLASS/super-type" } else { "CLASS3/super-type" };
        let super_env = if self.rules.super_may_mention_this { &env } else { &g };
        let fields = self.program.fields_of(class);
        let methods = self.program.methods_of(class);
        let holds = every([
            self.premise(ghost_type, || {
                let class_types = g.iter().all(|b| b.ty.is_class() && self.well_formed(&Env::new(), &b.ty));
                class_types && distinct(g.iter().map(|b| b.x))
            }),
            // Where it is off, the environment has to be well formed all the same.
            !self.is_off(ghost_type) || every((0..g.len()).map(|i| self.env_ghost(&g[..i].to_vec(), &g[i]))),
            self.premise(super_type, || self.well_formed(super_env, &superclass)),
            local || self.premise("CLASS3/super-shared", || self.shared(&superclass)),
            every(fields.iter().map(|f| self.field_ok(class, &g, &env, f))),
            every(methods.iter().map(|m| self.method_ok(&env, m))),
            local || self.is_off("CLASS3/shareable") || every(fields.iter().map(|f| self.shareable(class, f))),
            !local
                || every(
                    methods.iter().map(|m| self.premise("LOCAL CLASS/override", || self.override_ok(&superclass, m))),
                ),
        ]);
        if holds {
            self.concluded(if local { "LOCAL CLASS" } else { "CLASS3" });
        }
        holds
    }

    /// \[FIELD\]
    fn field_ok(&self, class: &Class, g: &Env, env: &Env, field: &Field) -> bool {
        let t = self.written(field.ty);
        let variable = self.rules.constructor_holds_lock || self.is_off("FIELD/init-this");
        let holds = every([
            self.premise("FIELD/type", || self.well_formed(env, &t)),
            self.program
                .guard_of(class, field)
                .is_none_or(|l| self.premise("FIELD/guard-final", || self.is_lock(env, l))),
            field.init.is_none_or(|e| {
                let this = env.last().map(|this| Bound { ghost: !variable, ..this.clone() });
                let inner: Env = g.iter().cloned().chain(this).collect();
                let locks = if self.rules.constructor_holds_lock { vec![Term::Var(Name::THIS)] } else { Vec::new() };
                self.has_type("FIELD/init", &inner, &locks, e, &t)
            }),
        ]);
        if holds {
            self.concluded("FIELD");
        }
        holds
    }

    /// \[METHOD\]
    fn method_ok(&self, env: &Env, method: &Method) -> bool {
        let mut inner = env.clone();
        let params = every(self.program.params_of(method).iter().map(|p| self.env_param(&mut inner, p)));
        let ret = self.written(method.ret);
        let requires = self.program.list(method.requires);
        let locks = requires.iter().map(|&l| self.term(l)).collect();
        let holds = every([
            params,
            self.premise("METHOD/return-type", || self.well_formed_result(&inner, &ret)),
            self.premise("METHOD/requires-final", || requires.iter().all(|&l| self.is_lock(&inner, l))),
            match ret {
                // The body of a void method has any type.
                Type::Void => !self.expr(&inner, &locks, method.body).is_empty(),
                ret => self.has_type("METHOD/body", &inner, &locks, method.body, &ret),
            },
        ]);
        if holds {
            self.concluded("METHOD");
        }
        holds
    }

    fn env_param(&self, env: &mut Env, param: &Param) -> bool {
        self.env_x(env, self.written(param.ty), param.name)
    }

    /// \[ENV X\]: P; E, t x ⊢ wf
    pub(super) fn env_x(&self, env: &mut Env, ty: Type, x: Name) -> bool {
        let holds = every([
            self.premise("ENV X/type", || self.well_formed(env, &ty)),
            self.premise("ENV X/fresh", || self.look(env, x).is_none()),
        ]);
        env.push(Bound { ty, x, ghost: false });
        holds
    }

    /// \[ENV GHOST\]: P; E, ghost t x ⊢ wf
    fn env_ghost(&self, env: &Env, ghost: &Bound) -> bool {
        every([
            self.premise("ENV GHOST/type", || self.well_formed(env, &ghost.ty)),
            self.premise("ENV GHOST/fresh", || self.look(env, ghost.x).is_none()),
        ])
    }

    /// P; E; ls ⊢ e : t, for a t that is known. With the premise off, e has some type.
    pub(super) fn has_type(&self, premise: &'static str, env: &Env, ls: &Vec<Term>, e: ExprId, t: &Type) -> bool {
        let types = self.expr(env, ls, e);
        // Where e has no type, or t means nothing, that is the error.
        let excused = types.is_empty() || *t == Type::Void || !self.means_something(t);
        let fits = types.iter().any(|s| self.below(s, t));
        !types.is_empty() && (excused || self.premise(premise, || fits))
    }

    /// \[SHAREABLE GUARDED FIELD\], \[SHAREABLE FINAL FIELD\]
    fn shareable(&self, class: &Class, field: &Field) -> bool {
        let t = self.written(field.ty);
        match (self.program.guard_of(class, field), field.is_final) {
            (Some(_), _) => self.premise("SHAREABLE GUARDED FIELD/field-type", || self.shared(&t)),
            (None, true) => self.premise("SHAREABLE FINAL FIELD/field-type", || self.shared(&t)),
            (None, false) => self.premise("SHAREABLE/guarded-or-final", || false),
        }
    }

    /// \[OVERRIDE OK\]: P; E; c ⊢ meth
    fn override_ok(&self, c: &Type, method: &Method) -> bool {
        self.supertypes(c).iter().all(|c| self.method_in(c, method.name).is_none() || !self.shared(c))
    }
}
