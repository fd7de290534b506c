//! Sections 4, 5.1 and 5.3: the predicates of a program, classes, fields and methods.

use super::lookup::MethodIn;
use super::side::Bindings;
use super::terms::{Cn, Lock, Subst, Type};
use super::{Asked, Bound, Environment, LockSet, Model, only_if};
use crate::options::{CONSTRUCTOR_HOLDS_LOCK, Part, SUPER_MAY_MENTION_THIS};
use crate::rules::{
    class3, field, local_class, method, prog, shareable, shareable_final_field, shareable_guarded_field,
};
use racefree_grammar::ast::{Class, Field, Method, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::condition::Bound as Term;
use racefree_kernel::{PremiseId, RuleId};
use std::iter;

/// From the first keyword of a class to its name.
fn header(class: &Class) -> Span {
    Span::new(class.span.start, class.name_span.end.max(class.span.start))
}

impl<'p> Model<'p> {
    /// \[PROG\]
    pub(super) fn prog(&self) -> Option<Type> {
        let classes = || self.program.classes.iter().enumerate().map(|(i, class)| (Cn::Declared(i), class));
        for (cn, class) in classes() {
            self.premise(prog::CLASS_ONCE, class.span, || only_if(Cn::of(self.program, class.name) == Some(cn)));
            self.premise(prog::ACYCLIC, header(&class), || only_if(!self.cut.contains(&cn)));
            self.fields_once(cn, &class);
            self.methods_once(&class);
            self.overrides_ok(cn, &class);
        }
        for (cn, class) in classes() {
            if class.thread_local { self.local_class(cn, &class) } else { self.class3(cn, &class) }
        }
        let main = self.program.main.map(|e| self.expr(&Environment::default(), &LockSet::default(), e));
        self.conclude(prog::RULE, main)
    }

    /// WFClasses: of each cycle of superclasses the class that is declared first.
    pub(super) fn cycles(&self) -> Vec<Cn> {
        let up = |class: Class| match self.written(class.extends?) {
            Type::Class(Cn::Declared(i), _) => Some(i),
            _ => None,
        };
        let up: Vec<Option<usize>> = self.program.classes.iter().map(up).collect();
        let back = |&i: &usize| {
            let above = iter::successors(up[i], |&j| up[j]).take(up.len());
            above.take_while(|&j| j >= i).any(|j| j == i)
        };
        (0..up.len()).filter(back).map(Cn::Declared).collect()
    }

    /// cn<x₁…ₙ> this
    fn this(&self, cn: Cn) -> Bound {
        let ls = self.ghosts(cn).iter().map(|g| Lock::var(g.name)).collect();
        Bound { ty: Type::Class(cn, ls), x: Name::THIS, ghost: false }
    }

    /// The superclass of a class that is declared.
    fn superclass_of(&self, cn: Cn) -> Type {
        self.superclass(&self.this(cn).ty).unwrap_or(Type::OBJECT)
    }

    /// FieldsOnce
    fn fields_once(&self, cn: Cn, class: &Class) {
        let fields = self.program.fields_of(class);
        let superclass = self.superclass_of(cn);
        for (i, field) in fields.iter().enumerate() {
            let again =
                fields[..i].iter().any(|f| f.name == field.name) || self.field_in(&superclass, field.name).is_some();
            self.premise(prog::FIELDS_ONCE, field.span, || only_if(!again));
        }
    }

    /// MethodsOncePerClass
    fn methods_once(&self, class: &Class) {
        let methods = self.program.methods_of(class);
        for (i, method) in methods.iter().enumerate() {
            let again = methods[..i].iter().any(|m| m.name == method.name);
            self.premise(prog::METHODS_ONCE, method.span, || only_if(!again));
        }
    }

    /// OverridesOK
    fn overrides_ok(&self, cn: Cn, class: &Class) {
        let superclass = self.superclass_of(cn);
        for method in self.program.methods_of(class) {
            let ours = self.declared(method, Vec::new());
            let Some(theirs) = self.method_in(&superclass, method.name) else { continue };
            self.premise(prog::OVERRIDE_TYPE, method.span, || self.same_types(&ours, &theirs));
            self.premise(prog::OVERRIDE_REQUIRES, method.span, || self.same_requires(&ours, &theirs));
        }
    }

    /// The overridden method as the overriding one would be written: ghosts instantiated, parameters renamed.
    fn renamed(&self, ours: &MethodIn, theirs: &MethodIn) -> Subst {
        let names = theirs.params.iter().zip(&ours.params).filter_map(|(their, our)| their.1.zip(our.1));
        self.subst(theirs.ghosts.clone(), names.map(|(y, x)| (y, Lock::var(x))))
    }

    fn same_types(&self, ours: &MethodIn, theirs: &MethodIn) -> Asked {
        let theta = self.renamed(ours, theirs);
        let same = |s: &Type, t: &Type| *s == Type::Unknown || *t == Type::Unknown || *s == theta.ty(t);
        let params = ours.params.iter().zip(&theirs.params);
        only_if(
            ours.params.len() == theirs.params.len()
                && same(&ours.ret, &theirs.ret)
                && params.into_iter().all(|((s, _), (t, _))| same(s, t)),
        )
    }

    fn same_requires(&self, ours: &MethodIn, theirs: &MethodIn) -> Asked {
        let theta = self.renamed(ours, theirs);
        let theirs_here: Vec<Lock> = theirs.requires.iter().map(|l| theta.lock(l)).collect();
        let within = |ls: &[Lock], ms: &[Lock]| ls.iter().all(|l| ms.contains(l));
        let same = within(&ours.requires, &theirs_here) && within(&theirs_here, &ours.requires);
        // With another number of parameters there is no renaming.
        only_if(same || ours.params.len() != theirs.params.len())
    }

    /// \[CLASS₃\]
    fn class3(&self, cn: Cn, class: &Class) {
        let g = self.ghost_types(class3::GHOST_TYPE, cn);
        let (superclass, env) = (self.superclass_of(cn), g.and(vec![self.this(cn)]));
        let known = [class3::SUPER_KNOWN, class3::SUPER_NOT_STRING, class3::SUPER_TYPE];
        self.super_type(known, if self.options.reads(SUPER_MAY_MENTION_THIS) { &env } else { &g }, class);
        self.premise(class3::SUPER_SHARED, header(class), || only_if(self.shared(&superclass)));
        self.program.fields_of(class).iter().for_each(|f| self.field_ok(&g, &env, (cn, class), f));
        self.program.methods_of(class).iter().for_each(|m| self.method_ok(&env, m));
        if !self.options.takes(class3::SHAREABLE, Part::Rest) {
            self.program.fields_of(class).iter().for_each(|f| self.shareable(class, f));
        }
        self.own_class(class3::RULE, cn, class, &superclass, &env);
        self.conclude(class3::RULE, ());
    }

    /// \[LOCAL CLASS\]
    fn local_class(&self, cn: Cn, class: &Class) {
        let g = self.ghost_types(local_class::GHOST_TYPE, cn);
        let (superclass, env) = (self.superclass_of(cn), g.and(vec![self.this(cn)]));
        let known = [local_class::SUPER_KNOWN, local_class::SUPER_NOT_STRING, local_class::SUPER_TYPE];
        self.super_type(known, if self.options.reads(SUPER_MAY_MENTION_THIS) { &env } else { &g }, class);
        self.program.fields_of(class).iter().for_each(|f| self.field_ok(&g, &env, (cn, class), f));
        self.program.methods_of(class).iter().for_each(|m| self.method_ok(&env, m));
        for method in self.program.methods_of(class) {
            self.premise(local_class::OVERRIDE, method.span, || self.override_ok(&superclass, method));
        }
        self.own_class(local_class::RULE, cn, class, &superclass, &env);
        self.conclude(local_class::RULE, ());
    }

    /// A variant's premises in the rule for a class.
    fn own_class(&self, rule: RuleId, cn: Cn, class: &Class, superclass: &Type, env: &Environment<'_>) {
        let places: Vec<Span> = self.ghosts(cn).iter().map(|ghost| ghost.span).collect();
        self.own_premises(rule, (header(class), &places), (env, &LockSet::default()), || {
            let xs = self.ghosts(cn).iter().map(|ghost| Term::Variable(ghost.name)).collect();
            let ts = self.ghosts(cn).iter().map(|ghost| Self::ty_term(&self.written(ghost.ty))).collect();
            Bindings::default().each("tᵢ", ts).each("xᵢ", xs).bind("c", Self::ty_term(superclass))
        });
    }

    /// The premise `ghost-type`: P; ∅ ⊢ tᵢ, xᵢ distinct. G, which without the premise has to be well formed all the same.
    fn ghost_types(&self, premise: PremiseId, cn: Cn) -> Environment<'static> {
        let (ghosts, empty) = (self.ghosts(cn), Environment::default());
        let mut g = Environment::default();
        for (i, ghost) in ghosts.iter().enumerate() {
            let distinct = || only_if(ghosts[..i].iter().all(|before| before.name != ghost.name));
            let stands = || self.means(&empty, ghost.ty).and_then(|()| distinct());
            self.premise(premise, ghost.span, stands);
            if stands().is_err_and(|part| self.options.takes(premise, part)) {
                self.env_ghost(&g, ghost);
            }
            g.push(Bound { ty: self.written(ghost.ty), x: ghost.name, ghost: true });
        }
        g
    }

    /// The premises about the superclass: P; G ⊢ c.
    fn super_type(&self, [known, not_string, formed]: [PremiseId; 3], g: &Environment<'_>, class: &Class) {
        let Some(c) = class.extends else { return };
        let TypeKind::Class { name, .. } = self.program.ty(c).kind else { return };
        let (cn, place) = (Cn::of(self.program, name), header(class));
        self.premise(known, place, || only_if(cn.is_some()));
        self.premise(not_string, place, || only_if(cn != Some(Cn::String)));
        if cn.is_some_and(|cn| cn != Cn::String) {
            self.premise(formed, place, || self.means(g, c));
        }
    }

    /// \[FIELD\]
    fn field_ok(&self, g: &Environment<'_>, env: &Environment<'_>, (cn, class): (Cn, &Class), field: &Field) {
        self.premise(field::TYPE, field.span, || self.means(env, field.ty));
        // The guard of a class is looked at once, at the first field that takes it.
        let takes = |f: &&Field| f.takes_class_guard();
        let first = self.program.fields_of(class).iter().find(takes).is_some_and(|f| std::ptr::eq(f, field));
        if let Some(l) = field.guard.or(class.guard.filter(|_| first)) {
            self.premise(field::GUARD_FINAL, field.span, || self.is_lock(env, &self.lock(l)));
        }
        if let Some(e) = field.init {
            let holds_lock = self.options.reads(CONSTRUCTOR_HOLDS_LOCK);
            let ghost = !holds_lock && !self.options.takes(field::INIT_THIS, Part::Rest);
            let this = env.get(Name::THIS).map(|this| Bound { ghost, ..this.clone() });
            let ls = LockSet::of(holds_lock.then(|| Lock::var(Name::THIS)).into_iter().collect());
            self.has_type(field::INIT, &g.and(this.into_iter().collect()), &ls, e, &self.written(field.ty));
        }
        self.own_premises(field::RULE, (field.span, &[]), (env, &LockSet::default()), || {
            let guard = self.program.guard_of(class, field).map(|l| self.lock(l));
            let of_guard = guard.as_ref().and_then(|l| self.is_final(env, l).ok()).map(|t| Self::ty_term(&t));
            let terms = Bindings::default().bind("t", Self::ty_term(&self.written(field.ty)));
            let terms = terms.bind("c", Self::ty_term(&self.this(cn).ty)).bind("c'", of_guard.into());
            let terms = terms.bind("e", field.init.map(Term::Expression).into());
            let terms = terms.bind("final", Term::Word(field.is_final));
            terms.bind("guarded_by", Term::Word(guard.is_some())).bind("l", guard.map(Term::Lock).into())
        });
        self.conclude(field::RULE, ());
    }

    /// \[METHOD\]
    fn method_ok(&self, env: &Environment<'_>, method: &Method) {
        let mut inner = env.and(Vec::new());
        for param in self.program.params_of(method) {
            self.env_x(&mut inner, param.ty, param.name, param.span);
        }
        self.premise(method::RETURN_TYPE, method.span, || self.means_result(&inner, method.ret));
        let requires: Vec<Lock> = self.program.list(method.requires).iter().map(|&l| self.lock(l)).collect();
        for l in &requires {
            self.premise(method::REQUIRES_FINAL, method.span, || self.is_lock(&inner, l));
        }
        let (ls, ret) = (LockSet::of(requires), self.written_result(method.ret));
        match &ret {
            // The body of a void method has any type.
            Type::Void => drop(self.expr(&inner, &ls, method.body)),
            t => self.has_type(method::BODY, &inner, &ls, method.body, t),
        }
        let params = self.program.params_of(method);
        let places: Vec<Span> = params.iter().map(|param| param.span).collect();
        self.own_premises(method::RULE, (method.span, &places), (&inner, &ls), || {
            let xs = params.iter().map(|param| Term::Variable(param.name)).collect();
            let ts = params.iter().map(|param| Self::ty_term(&self.written(param.ty))).collect();
            let terms = Bindings::default().each("tᵢ", ts).each("xᵢ", xs).bind("t", Self::ty_term(&ret));
            terms.bind("ls", Self::held_term(&ls)).bind("e", Term::Expression(method.body))
        });
        self.conclude(method::RULE, ());
    }

    /// \[SHAREABLE GUARDED FIELD\], \[SHAREABLE FINAL FIELD\]; \[SHAREABLE\] is what they have in common.
    fn shareable(&self, class: &Class, field: &Field) {
        let t = self.written(field.ty);
        let shared = || only_if(self.shared(&t));
        let own = |rule| {
            let nowhere = (&Environment::default(), &LockSet::default());
            self.own_premises(rule, (field.span, &[]), nowhere, || {
                let l = self.program.guard_of(class, field).map(|l| Term::Lock(self.lock(l)));
                let terms = Bindings::default().bind("t", Self::ty_term(&t)).bind("l", l.into());
                let terms = terms.bind("e", field.init.map(Term::Expression).into());
                terms.bind("final", Term::Word(field.is_final))
            });
        };
        match (self.program.guard_of(class, field), field.is_final) {
            (Some(_), _) => {
                self.premise(shareable_guarded_field::FIELD_TYPE, field.span, shared);
                own(shareable_guarded_field::RULE);
            }
            (None, true) => {
                self.premise(shareable_final_field::FIELD_TYPE, field.span, shared);
                own(shareable_final_field::RULE);
            }
            (None, false) => self.premise(shareable::GUARDED_OR_FINAL, field.span, || only_if(false)),
        }
    }

    /// \[OVERRIDE OK\]: P; E; c ⊢ meth
    fn override_ok(&self, c: &Type, method: &Method) -> Asked {
        only_if(self.supertypes(c).all(|c| self.method_in(&c, method.name).is_none() || !self.shared(&c)))
    }
}
