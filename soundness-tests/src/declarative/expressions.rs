//! Section 5.7: P; E; ls ⊢ e : t. All types t that an expression has, by \[EXP SUB\] too, the least first; null's supertypes
//! are left out, since it has them all. None if it has no type.

use super::lookup::Meth;
use super::programs::every;
use super::terms::{Term, Theta, Type, put_type};
use super::{Env, Locks, Reading};
use racefree_grammar::ast::{Expr, ExprId, List, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;

/// Every t with P; E; ls ⊢ e : t.
pub(super) type Types = Vec<Type>;

const NONE: Types = Vec::new();

impl Reading<'_> {
    /// P; E; ls ⊢ e : t
    pub(super) fn expr(&self, env: &Env, ls: &Locks, e: ExprId) -> Types {
        let types = deep(|| match self.program.expr(e) {
            Expr::New(c) => self.exp_new(env, c),
            Expr::Var(x) => self.exp_var(env, x),
            Expr::Field { recv, field } => self.exp_ref(env, ls, recv, field),
            Expr::Assign { recv, field, value } => self.exp_assign(env, ls, recv, field, value),
            Expr::Call { recv, method, args } => self.exp_invoke(env, ls, recv, method, args),
            Expr::Let { ty, var, bound, body } => self.exp_let(env, ls, ty, var, bound, body),
            Expr::Sync { lock, body } => self.exp_sync(env, ls, lock, body),
            Expr::Fork(body) => self.exp_fork2(env, ls, body),
            other => self.language(env, ls, other),
        });
        self.stands(e, env, ls, types.first());
        types
    }

    /// A lock is code too, although ⊢final is what is asked of it.
    fn lock_stands(&self, env: &Env, ls: &Locks, l: ExprId) {
        self.stands(l, env, ls, self.is_final(env, &self.term(l)).as_ref());
        if let Expr::Field { recv, .. } = self.program.expr(l) {
            deep(|| self.lock_stands(env, ls, recv));
        }
    }

    /// A rule concludes e : t, and by \[EXP SUB\] every supertype.
    pub(super) fn conclude(&self, rule: &'static str, t: &Type) -> Types {
        self.concluded(rule);
        self.supertypes(t)
    }

    /// \[EXP NEW\]
    fn exp_new(&self, env: &Env, c: TypeId) -> Types {
        let t = self.written(c);
        if t == Type::string() {
            self.refuse("EXP NEW/not-string");
            return NONE;
        }
        let holds = self.premise("EXP NEW/type", || self.well_formed(env, &t));
        if holds && self.means_something(&t) { self.conclude("EXP NEW", &t) } else { NONE }
    }

    /// \[EXP VAR\]
    fn exp_var(&self, env: &Env, x: Name) -> Types {
        let Some(bound) = self.look(env, x) else {
            self.refuse("EXP VAR/in-scope");
            return NONE;
        };
        let holds = self.premise("EXP VAR/not-ghost", || !bound.ghost);
        if holds && self.means_something(&bound.ty) { self.conclude("EXP VAR", &bound.ty) } else { NONE }
    }

    /// The class types of a receiver; a receiver without one fails the premise.
    fn receiver(&self, premise: &'static str, env: &Env, ls: &Locks, e: ExprId) -> Types {
        let types = self.expr(env, ls, e);
        if !types.is_empty() && !types.iter().any(Type::is_class) {
            self.refuse(premise);
        }
        types.into_iter().filter(Type::is_class).collect()
    }

    /// \[EXP REF\]
    fn exp_ref(&self, env: &Env, ls: &Locks, e: ExprId, fd: Name) -> Types {
        let receivers = self.receiver("EXP REF/receiver", env, ls, e);
        let this = vec![(Name::THIS, self.term(e))];
        // Whichever of its types the receiver is given, the field is the same: the first that has it is as good as any.
        let Some((field, guard, ghosts)) = receivers.iter().find_map(|c| self.field_in(c, fd)) else {
            if !receivers.is_empty() {
                self.refuse("EXP REF/field-known");
            }
            return NONE;
        };
        let theta = self.steps(ghosts, this);
        let t = theta.ty(&self.written(field.ty));
        let holds = every([
            guard.is_none_or(|l| self.premise("EXP REF/guard-held", || self.held(ls, &theta.term(&self.term(l))))),
            !self.means_something(&t) || self.premise("EXP REF/type", || self.well_formed(env, &t) || t == Type::Void),
        ]);
        if holds && self.means_something(&t) { self.conclude("EXP REF", &t) } else { NONE }
    }

    /// \[EXP ASSIGN\]
    fn exp_assign(&self, env: &Env, ls: &Locks, e: ExprId, fd: Name, value: ExprId) -> Types {
        let receivers = self.receiver("EXP ASSIGN/receiver", env, ls, e);
        let this = vec![(Name::THIS, self.term(e))];
        let Some((field, guard, ghosts)) = receivers.iter().find_map(|c| self.field_in(c, fd)) else {
            if !receivers.is_empty() {
                self.refuse("EXP ASSIGN/field-known");
            }
            self.expr(env, ls, value);
            return NONE;
        };
        let theta = self.steps(ghosts, this);
        let t = theta.ty(&self.written(field.ty));
        let holds = every([
            self.premise("EXP ASSIGN/not-final", || !field.is_final),
            guard.is_none_or(|l| self.premise("EXP ASSIGN/guard-held", || self.held(ls, &theta.term(&self.term(l))))),
            self.has_type("EXP ASSIGN/value", env, ls, value, &t),
            !self.means_something(&t)
                || self.premise("EXP ASSIGN/type", || self.well_formed(env, &t) || t == Type::Void),
        ]);
        if holds && self.means_something(&t) { self.conclude("EXP ASSIGN", &t) } else { NONE }
    }

    /// \[EXP INVOKE\]
    fn exp_invoke(&self, env: &Env, ls: &Locks, e: ExprId, mn: Name, args: List) -> Types {
        let receivers = self.receiver("EXP INVOKE/receiver", env, ls, e);
        let args = self.program.list(args);
        let Some(method) = receivers.iter().find_map(|c| self.method_in(c, mn)) else {
            if !receivers.is_empty() {
                self.refuse("EXP INVOKE/method-known");
            }
            args.iter().for_each(|&e| drop(self.expr(env, ls, e)));
            return NONE;
        };
        if args.len() != method.params.len() {
            self.refuse("EXP INVOKE/arity");
            args.iter().for_each(|&e| drop(self.expr(env, ls, e)));
            return NONE;
        }
        self.call(env, ls, e, &method, args)
    }

    /// The premises of \[EXP INVOKE\] about a method that is there.
    fn call(&self, env: &Env, ls: &Locks, e: ExprId, method: &Meth, args: &[ExprId]) -> Types {
        let mut rest: Theta = vec![(Name::THIS, self.term(e))];
        if !self.rules.invoke_substitutes_this_only {
            rest.extend(method.params.iter().zip(args).filter_map(|(y, &e)| Some((y.1?, self.term(e)))));
        }
        let theta = self.steps(method.ghosts.clone(), rest);
        let t = theta.ty(&method.ret);
        let args = every(method.params.iter().zip(args).map(|((s, _), &arg)| {
            let s = theta.ty(s);
            let formed = !self.means_something(&s) || self.premise("EXP INVOKE/args", || self.well_formed(env, &s));
            every([formed, self.has_type("EXP INVOKE/args", env, ls, arg, &s)])
        }));
        let holds = every([
            args,
            self.premise("EXP INVOKE/requires-held", || method.requires.iter().all(|l| self.held(ls, &theta.term(l)))),
            !self.means_something(&t) || self.premise("EXP INVOKE/type", || self.well_formed_result(env, &t)),
        ]);
        if holds && self.means_something(&t) { self.conclude("EXP INVOKE", &t) } else { NONE }
    }

    /// \[EXP LET\]
    fn exp_let(&self, env: &Env, ls: &Locks, ty: TypeId, x: Name, e1: ExprId, e2: ExprId) -> Types {
        let t1 = self.written(ty);
        let bound = self.has_type("EXP LET/bound", env, ls, e1, &t1);
        let mut inner = env.clone();
        let formed = self.env_x(&mut inner, t1, x);
        let types = self.expr(&inner, ls, e2);
        if !bound || !formed || types.is_empty() {
            return NONE;
        }
        // D5: any type of the body in which [e₁/x] is well formed.
        let theta = vec![(x, self.term(e1))];
        let put_in = |t: &Type| put_type(&theta, t);
        if self.is_off("EXP LET/result") {
            // The variable leaks out, where it cannot be put away.
            let least =
                types.first().map(|t| Some(put_in(t)).filter(|u| self.well_formed_result(env, u)).unwrap_or(t.clone()));
            return least.map_or(NONE, |t| self.conclude("EXP LET", &t));
        }
        let mut results = NONE;
        for t in types.iter().map(put_in).filter(|t| mentions_nothing(t) || self.well_formed_result(env, t)) {
            results.extend(self.supertypes(&t).into_iter().filter(|t| !results.contains(t)).collect::<Vec<_>>());
        }
        self.concluded("EXP LET");
        results
    }

    /// \[EXP SYNC\]
    fn exp_sync(&self, env: &Env, ls: &Locks, e1: ExprId, e2: ExprId) -> Types {
        let mut names = Vec::new();
        let lock = self.term(e1);
        self.free(e1, &mut names);
        self.lock_stands(env, ls, e1);
        let path = {
            let mut at = &lock;
            while let Term::Ref(inner, _) = at {
                at = inner;
            }
            matches!(at, Term::Var(_))
        };
        let ghost = |&x: &Name| self.look(env, x).is_some_and(|b| b.ghost);
        let inner: Locks = ls.iter().cloned().chain([lock]).collect();
        let holds = every([
            self.premise("EXP SYNC/lock-final", || self.is_lock(env, e1)),
            // What is no path is code like any other.
            path || !self.expr(env, ls, e1).is_empty(),
            !path || self.premise("EXP SYNC/lock-real", || !names.iter().any(ghost)),
        ]);
        let types = self.expr(env, &inner, e2);
        match types.first() {
            Some(_) if holds => {
                self.concluded("EXP SYNC");
                types
            }
            _ => NONE,
        }
    }

    /// \[EXP FORK₂\]
    fn exp_fork2(&self, env: &Env, ls: &Locks, e: ExprId) -> Types {
        let inherited = self.is_off("EXP FORK2/empty-lock-set");
        let body = self.expr(env, if inherited { ls } else { const { &Locks::new() } }, e);
        let mut names = Vec::new();
        self.free(e, &mut names);
        let shared = |&x: &Name| self.look(env, x).is_none_or(|b| self.shared(&b.ty));
        let holds = self.premise("EXP FORK2/fv-shared", || names.iter().all(shared));
        if holds && !body.is_empty() { self.conclude("EXP FORK2", &Type::Int) } else { NONE }
    }
}

/// Whether a type has no lock in it, so that it is well formed wherever it is.
fn mentions_nothing(t: &Type) -> bool {
    !matches!(t, Type::Class(_, ls) if !ls.is_empty())
}
