//! Classes: headers, fields with their guards, the signatures of methods; then initialisers, bodies and the main expression.

use super::Generator;
use super::paths::is_class;
use super::scope::{Binding, Scope};
use super::world::Names;
use crate::tree::{Args, Class, Expr, FIRST, Field, Method, OBJECT, Path, THIS, Type};
use racefree_kernel::PremiseId;
use racefree_typeck::rules::{
    class3, env_ghost, env_x, exp_sync, exp_var, field, local_class, method, prog, shareable, shareable_final_field,
    shareable_guarded_field, type_c,
};
use smallvec::SmallVec;

impl Generator<'_, '_> {
    /// A program without the bodies of its methods: the classes go to the world, the main expression is given back.
    pub fn program(&mut self) -> Expr {
        // Initialisers that call methods go with methods that make no objects of classes, so that both come to an end.
        // Only in an initialiser can a ghost name an object that is not there yet.
        let ghosts_run = self.w.off(exp_sync::LOCK_REAL) || self.w.off(exp_var::NOT_GHOST);
        self.plan.calls_in_initialisers = self.c.percent(if ghosts_run { 50 } else { 16 });
        self.plan.by_call = self.c.percent(self.s.by_call);
        self.plan.overriding = self.c.percent(self.s.overriding);
        if self.c.percent(self.s.rich) {
            self.plan.recursion = self.c.percent(50);
        } else {
            self.s.extras = 0;
        }
        let n = 1 + self.c.below(self.s.classes);
        let n = if self.plan.overriding { n.max(2) } else { n };
        for i in 0..n {
            self.header(FIRST + i as u8, n);
        }
        for i in 0..n {
            self.fields(i);
        }
        if self.with_conflict_fields().is_empty() && self.c.percent(90) {
            let shared: SmallVec<[usize; 8]> = (0..n).filter(|&i| !self.w.classes[i].local).collect();
            if let Some(&i) = self.c.pick(&shared) {
                let scope = self.class_scope(i);
                let taken = self.w.fields(&scope.vars[scope.vars.len() - 1].ty);
                let below = self.w.classes.iter().flat_map(|c| &c.fields).map(|f| f.name).max().unwrap_or(0);
                let name = (0..).find(|fd| *fd > below || taken.is_empty() && below == 0).unwrap_or(0);
                let ghosts: Args = self.w.classes[i].ghosts.iter().map(|(_, x)| Path::var(*x)).collect();
                let guard = self.c.pick(&ghosts).cloned().or(Some(Path::var(THIS)));
                let free = !self.w.classes.iter().flat_map(|c| &c.fields).any(|f| f.name == name);
                if free {
                    self.w.classes[i].fields.push(Field { name, guard, ..Field::default() });
                }
            }
        }
        for i in 0..n {
            self.signatures(i);
        }
        for i in 0..n {
            self.initialisers(i);
        }
        self.main()
    }

    fn header(&mut self, name: u8, of: usize) {
        let overrides = self.plan.overriding && name == FIRST + 1;
        let local = match self.w.classes.first() {
            // A method of a shared class cannot be overridden in a local one.
            Some(first) if overrides => first.local || self.tempted(local_class::OVERRIDE),
            // Threads have little to share where all classes are local.
            _ => self.c.percent(match (name, of) {
                (FIRST, 1) => 3,
                (FIRST, _) => 12,
                _ => 28,
            }),
        };
        let mut scope = Scope::default();
        let mut ghosts = Vec::new();
        let premise = if local { local_class::GHOST_TYPE } else { class3::GHOST_TYPE };
        let wanted = overrides && self.w.classes.iter().any(|c| !c.ghosts.is_empty());
        let n = if wanted || self.c.percent(55) { 1 + self.c.below(self.s.ghosts) } else { 0 };
        for _ in 0..n {
            let dependent = self.tempted(premise);
            let seen = if dependent { scope.clone() } else { Scope::default() };
            let t = if self.c.percent(25) || dependent {
                self.class_type(&seen, premise, name)
            } else {
                Type::plain(OBJECT)
            };
            let x = if self.w.off(env_ghost::FRESH) { self.fresh(&scope, premise) } else { self.next(&scope) };
            ghosts.push((t, x));
            scope.vars.push(Binding { name: x, ty: t, ghost: true });
        }
        let mut sup = Type::plain(OBJECT);
        if name > FIRST && (overrides || self.c.percent(62)) {
            let premise = if local { local_class::SUPER_TYPE } else { class3::SUPER_TYPE };
            let c = if overrides { FIRST } else { FIRST + self.c.below((name - FIRST) as usize) as u8 };
            let may_extend = local || self.w.class(c).is_some_and(|c| !c.local) || self.tempted(class3::SUPER_SHARED);
            let ill = self.tempted(premise);
            let this = ill
                || self.w.options.reads(racefree_typeck::options::SUPER_MAY_MENTION_THIS)
                    && self.c.percent(self.s.temptation);
            if this {
                let args = ghosts.iter().map(|(_, x)| Path::var(*x)).collect();
                scope.vars.push(Binding { name: THIS, ty: Type::Class(name, args), ghost: false });
            }
            self.w.classes.push(Class { name, local, ghosts: ghosts.clone(), sup, ..Class::default() });
            if may_extend && let Some(t) = self.class_with_arguments(&scope, c, ill) {
                sup = t;
            }
            self.w.classes.pop();
        }
        self.w.classes.push(Class { name, local, ghosts, sup, ..Class::default() });
    }

    /// The first name that is not in scope.
    fn next(&self, scope: &Scope) -> u8 {
        (1..).find(|&x| scope.get(x).is_none()).unwrap_or(1)
    }

    /// G, c this.
    pub(super) fn class_scope(&self, i: usize) -> Scope {
        let class = &self.w.classes[i];
        let mut scope = Scope::default();
        scope.vars.extend(class.ghosts.iter().map(|(t, x)| Binding { name: *x, ty: *t, ghost: true }));
        let args = class.ghosts.iter().map(|(_, x)| Path::var(*x)).collect();
        scope.vars.push(Binding { name: THIS, ty: Type::Class(class.name, args), ghost: false });
        scope
    }

    /// `int`, or a class type, or now and then another one.
    pub(super) fn value_type(&mut self, scope: &Scope, premise: PremiseId, classes: u32) -> Type {
        let extras = self.s.extras;
        match self.c.weighted([100 - classes, classes, extras / 2, extras / 2]) {
            0 => Type::Int,
            1 => self.class_type(scope, premise, u8::MAX),
            2 => Type::Bool,
            _ => Type::plain(crate::tree::STRING),
        }
    }

    fn fields(&mut self, i: usize) {
        let n = self.c.weighted([1, 4, 2, 1]).min(self.s.fields);
        let local = self.w.classes[i].local;
        for _ in 0..n {
            let scope = self.class_scope(i);
            let this = &scope.vars[scope.vars.len() - 1].ty;
            let inherited = self.w.fields(this);
            let mut name = (0..).find(|fd| !inherited.contains(fd)).unwrap_or(0);
            if self.tempted(prog::FIELDS_ONCE)
                && let Some(&fd) = self.c.pick(&inherited)
            {
                name = fd;
            }
            // A field that can change, yet is named by types.
            let mutable = self.plan.by_call && self.tempted(type_c::ARG_FINAL);
            // A field that a ghost may name before it is set.
            let late = self.plan.calls_in_initialisers && self.tempted(exp_sync::LOCK_REAL);
            let mut ty = self.value_type(&scope, field::TYPE, if mutable || late { 100 } else { 45 });
            let is_final = !mutable && (late || self.c.percent(if matches!(ty, Type::Class(..)) { 45 } else { 5 }));
            let shared_premise =
                if is_final { shareable_final_field::FIELD_TYPE } else { shareable_guarded_field::FIELD_TYPE };
            // Objects of later classes are not made by initialisers, and a null is no lock.
            if is_final && matches!(ty, Type::Class(c, _) if c >= self.w.classes[i].name) && self.c.percent(60) {
                ty = Type::plain(OBJECT);
            }
            let wild = local || self.tempted(class3::SHAREABLE);
            if !wild && !self.w.shared(&ty) && !self.tempted(shared_premise) {
                ty = Type::plain(OBJECT);
            }
            let bare = local && self.c.percent(70) || wild && !local || is_final && self.c.percent(90);
            let bare = bare || !is_final && self.tempted(shareable::GUARDED_OR_FINAL);
            let guard = if bare { None } else { self.guard(&scope).or(Some(Path::var(THIS))) };
            self.w.classes[i].fields.push(Field { is_final, ty, name, guard, ..Field::default() });
        }
    }

    /// A guard: another lock than the object itself in many cases.
    fn guard(&mut self, scope: &Scope) -> Option<Path> {
        if !self.tempted(field::GUARD_FINAL) && self.c.percent(45) {
            let mut all = self.reaches(scope, 2, is_class);
            all.retain(|r| {
                let elsewhere = r.path.root != THIS || !r.path.fields.is_empty();
                elsewhere && r.is_final
            });
            if let Some(r) = self.c.pick(&all) {
                return Some(r.path);
            }
        }
        self.lock(scope, field::GUARD_FINAL)
    }

    fn signatures(&mut self, i: usize) {
        let sup = self.w.classes[i].sup;
        let inherits = !self.w.methods(&sup).is_empty();
        let n = self.c.below(self.s.methods + 1).max(usize::from(inherits || self.plan.overriding && i == 0));
        for _ in 0..n {
            let mut scope = self.class_scope(i);
            let class = &self.w.classes[i];
            let (local, sup) = (class.local, class.sup);
            let own: Names = class.methods.iter().map(|m| m.name).collect();
            let inherited: Names = self.w.methods(&sup).into_iter().filter(|mn| !own.contains(mn)).collect();
            let overrides = !inherited.is_empty() && (self.plan.overriding && i == 1 || self.c.percent(80));
            let over = if overrides { self.c.pick(&inherited).copied() } else { None };
            let over = over.filter(|&mn| !local || self.may_override(&sup, mn) || self.tempted(local_class::OVERRIDE));
            let name =
                over.unwrap_or_else(|| (0..).find(|mn| !inherited.contains(mn) && !own.contains(mn)).unwrap_or(0));
            if over.is_some()
                && let Some((at, found)) = self.w.method(&sup, name)
            {
                let mut made = Method {
                    ret: self.w.instance(&at, &[], &found.ret),
                    name,
                    params: found.params.iter().map(|(t, x)| (self.w.instance(&at, &[], t), *x)).collect(),
                    requires: found.requires.iter().map(|l| self.w.instance_path(&at, &[], l)).collect(),
                    ..Method::default()
                };
                // A parameter must not have the name of a ghost of this class.
                let clash = made.params.iter().any(|(_, x)| scope.get(*x).is_some());
                if !clash {
                    for (t, x) in &made.params {
                        scope.vars.push(Binding { name: *x, ty: *t, ghost: false });
                    }
                    if self.tempted(prog::OVERRIDE_TYPE) {
                        match self.c.below(made.params.len() + 1) {
                            0 => made.ret = self.value_type(&scope, method::RETURN_TYPE, 60),
                            j => {
                                let outer = self.class_scope(i);
                                made.params[j - 1].0 = self.value_type(&outer, env_x::TYPE, 60);
                            }
                        }
                    }
                    if self.tempted(prog::OVERRIDE_REQUIRES) {
                        made.requires = self.lock(&scope, method::REQUIRES_FINAL).into_iter().collect();
                    }
                    self.w.classes[i].methods.push(made);
                    continue;
                }
            }
            if over.is_some() {
                continue;
            }
            let mut params = Vec::new();
            let fuel = self.plan.recursion && self.c.percent(60);
            for p in 0..self.c.below(self.s.params + 1).max(usize::from(fuel)) {
                let t = match fuel && p == 0 {
                    true => Type::Int,
                    false if self.plan.by_call && self.tempted(type_c::ARG_FINAL) => self.of_this(&scope),
                    false => self.value_type(&scope, env_x::TYPE, 85),
                };
                let x = self.fresh(&scope, env_x::FRESH);
                params.push((t, x));
                scope.vars.push(Binding { name: x, ty: t, ghost: false });
            }
            let void = self.s.extras > 0 && self.c.percent(20);
            let ret = if void { Type::Void } else { self.value_type(&scope, method::RETURN_TYPE, 40) };
            let mut requires = Vec::new();
            if self.c.percent(40) {
                requires.extend(self.lock(&scope, method::REQUIRES_FINAL));
            }
            self.w.classes[i].methods.push(Method { ret, name, params, requires, ..Method::default() });
        }
    }

    /// A type whose ghosts are `this`, if there is one.
    fn of_this(&mut self, scope: &Scope) -> Type {
        let types = self.w.classes.iter().filter(|c| !c.ghosts.is_empty());
        let mut types: SmallVec<[Type; 4]> =
            types.map(|c| Type::Class(c.name, c.ghosts.iter().map(|_| Path::var(THIS)).collect())).collect();
        types.retain(|t| self.w.well_formed(scope, t));
        self.c.pick(&types).cloned().unwrap_or(Type::plain(OBJECT))
    }

    /// [OVERRIDE OK]: no shared supertype has the method.
    fn may_override(&self, sup: &Type, mn: u8) -> bool {
        !self.w.supertypes(sup).any(|t| self.w.shared(&t) && self.w.method(&t, mn).is_some())
    }

    fn initialisers(&mut self, i: usize) {
        for f in 0..self.w.classes[i].fields.len() {
            let decl = &self.w.classes[i].fields[f];
            let (ty, is_final) = (decl.ty, decl.is_final);
            let wanted = match ty {
                _ if self.plan.calls_in_initialisers => 60,
                Type::Class(..) if is_final => 92,
                Type::Class(..) => 60,
                _ => 10,
            };
            if !self.c.percent(wanted) {
                continue;
            }
            let mut scope = self.class_scope(i);
            let holds_lock = self.w.options.reads(racefree_typeck::options::CONSTRUCTOR_HOLDS_LOCK);
            let this = self.w.off(field::INIT_THIS) || holds_lock;
            if let Some(b) = scope.vars.last_mut() {
                b.ghost = !this;
            }
            scope.makes = self.w.classes[i].name;
            if self.plan.calls_in_initialisers {
                scope.rank = u8::MAX;
                if self.c.percent(60)
                    && let Some(call) = self.call_of_new(&scope, &ty)
                {
                    self.w.classes[i].fields[f].init = Some(call);
                    continue;
                }
            }
            if (this || self.w.off(exp_var::NOT_GHOST)) && self.c.percent(self.s.temptation) {
                scope.rank = u8::MAX;
                scope.forks = 1;
                if holds_lock {
                    scope.locks.push(Path::var(THIS));
                }
                let act = self.statement(&mut scope, 1);
                let value = self.expression(&scope, &ty, 1);
                self.w.classes[i].fields[f].init = Some(Expr::Seq(vec![act, value]));
                continue;
            }
            let init = self.expected(field::INIT, &scope, &ty, 1);
            if init != Expr::Null && init != Expr::Int(0) {
                self.w.classes[i].fields[f].init = Some(init);
            }
        }
    }

    /// Makes the body of a method.
    pub fn body(&mut self, i: usize, m: usize) {
        let mut scope = self.class_scope(i);
        let decl = self.w.classes[i].methods[m].clone();
        for (t, x) in &decl.params {
            scope.vars.push(Binding { name: *x, ty: *t, ghost: false });
        }
        scope.locks = decl.requires[..].into();
        scope.rank = decl.name;
        scope.makes = if self.plan.calls_in_initialisers { FIRST } else { u8::MAX };
        // Neither loops nor recursion make threads.
        scope.forks = u8::from(self.s.extras == 0 && self.c.percent(40));
        let depth = self.s.depth - 1;
        if self.plan.by_call && self.c.percent(50) {
            scope.hot = self.conflict_field(&scope);
        }
        let body = match self.c.below(4) {
            _ if self.plan.by_call && decl.ret != Type::Void && self.c.percent(50) => {
                let act = self.conflict(&mut scope, depth);
                Expr::Seq(vec![act, self.expected(method::BODY, &scope, &decl.ret, depth)])
            }
            _ if decl.ret == Type::Void => self.statement(&mut scope, depth),
            0 => self.expected(method::BODY, &scope, &decl.ret, depth),
            n => {
                let mut list = Vec::new();
                for _ in 0..1 + n / 3 {
                    list.push(self.statement(&mut scope, depth));
                }
                list.push(self.expected(method::BODY, &scope, &decl.ret, depth));
                Expr::Seq(list)
            }
        };
        let body = if self.plan.recursion && self.c.percent(70) { self.with_fuel(&decl, body) } else { body };
        let ghosts: Names = scope.vars.iter().filter(|b| b.ghost).map(|b| b.name).collect();
        let around = match self.c.below(6) {
            _ if self.tempted(exp_sync::LOCK_REAL) => self.c.pick(&ghosts).copied(),
            5 => Some(THIS),
            _ => None,
        };
        let body = match around {
            Some(l) => Expr::Sync(Box::new(Expr::Var(l)), Box::new(body)),
            None => body,
        };
        self.w.classes[i].methods[m].body = body;
    }
}
