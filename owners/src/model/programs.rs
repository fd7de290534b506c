//! \[PROG\], \[CLASS\], \[FIELD\], \[METHOD\]

use super::lookup::{Head, Scope};
use super::terms::{Owner, Type};
use super::{Asked, At, Env, Model, ls0, only_if};
use crate::rules::{class, field, method, prog};
use crate::typing::{RACY_FIELDS, WHERE_OF_ANY_THIS};
use racefree_grammar::ast::{Class, Field, Method, TypeKind};
use racefree_grammar::name::Name;
use racefree_typeck::model::Cn;
use std::collections::BTreeSet;
use std::iter;

impl<'p> Model<'p> {
    /// \[PROG\]
    pub(super) fn prog(&self) -> Option<Type> {
        let classes = || self.program.classes.iter().enumerate().map(|(i, class)| (Cn::Declared(i), class));
        for (cn, class) in classes() {
            self.premise(prog::CLASS_ONCE, class.span, || only_if(Cn::of(self.program, class.name) == Some(cn)));
            self.premise(prog::ACYCLIC, class.span, || only_if(!self.cut.contains(&cn)));
            self.fields_once(cn, &class);
            self.methods_once(&class);
            self.overrides_ok(cn, &class);
        }
        classes().for_each(|(cn, class)| self.class_ok(cn, &class));
        let at = At { env: Env::default(), moved: BTreeSet::new(), ls: ls0() };
        let main = self.program.main.map(|e| self.expr(&at, e).ty);
        self.conclude(prog::RULE, main)
    }

    /// WFClasses: of each cycle of superclasses the class that is declared first.
    pub(super) fn cycles(&self) -> Vec<Cn> {
        let up: Vec<Option<Cn>> = (0..self.program.classes.len())
            .map(|i| match self.declared_superclass(Cn::Declared(i)) {
                Some(Type::Class(cn, _)) => Some(cn),
                _ => None,
            })
            .collect();
        let above = |cn: &Cn| if let Cn::Declared(i) = cn { up[*i] } else { None };
        let back = |&i: &usize| {
            let mut way = iter::successors(up[i], above).take(up.len());
            way.by_ref().take_while(|cn| !matches!(cn, Cn::Declared(j) if *j < i)).any(|cn| cn == Cn::Declared(i))
        };
        (0..up.len()).filter(back).map(Cn::Declared).collect()
    }

    /// FieldsOnce
    fn fields_once(&self, cn: Cn, class: &Class) {
        let fields = self.program.fields_of(class);
        let superclass = self.superclass(&self.this_type(cn));
        let inherited = |f: &Field| superclass.as_ref().is_some_and(|c| self.field_in(c, f.name).is_some());
        for (i, field) in fields.iter().enumerate() {
            let again = fields[..i].iter().any(|f| f.name == field.name) || inherited(field);
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

    /// E of a class: its formals, without variables.
    pub(super) fn formals_env(&self, cn: Cn) -> Env {
        let formals = self.formals(cn);
        Env { formals: formals.clone(), of_class: formals, not_self: self.where_clause(cn), ..Env::default() }
    }

    /// \[CLASS\]
    fn class_ok(&self, cn: Cn, class: &Class) {
        let env = self.formals_env(cn);
        let formals = &env.formals;
        let distinct = formals.iter().enumerate().all(|(i, f)| !formals[..i].contains(f));
        let named = self.where_clause(cn).iter().all(|f| formals.contains(f));
        self.premise(class::FORMALS, class.name_span, || only_if(distinct && named));
        self.superclass_ok(&env, cn, class);
        for field in self.program.fields_of(class) {
            self.field_ok(&env, cn, class, field);
        }
        self.program.methods_of(class).iter().for_each(|m| self.method_ok(&env, cn, m));
        self.conclude(class::RULE, ());
    }

    /// The premises of \[CLASS\] about c.
    fn superclass_ok(&self, env: &Env, cn: Cn, class: &Class) {
        let place = class.extends.map_or(class.name_span, |t| self.program.ty(t).span);
        let written = class.extends.map(|t| self.program.ty(t).kind);
        let named = match written {
            Some(TypeKind::Class { name, .. }) => Cn::of(self.program, name),
            Some(_) => None,
            None => Some(Cn::Object),
        };
        self.premise(class::SUPER_KNOWN, place, || only_if(named.is_some()));
        self.premise(class::SUPER_NOT_STRING, place, || only_if(named != Some(Cn::String)));
        if !named.is_some_and(|up| up != Cn::String) || self.cut.contains(&cn) {
            return;
        }
        let Some(c) = self.declared_superclass(cn) else {
            // TYPE C/arity
            self.premise(class::SUPER_TYPE, place, || Err(()));
            return;
        };
        self.premise(class::SUPER_TYPE, place, || self.well_formed(env, &c));
        let first = env.formals.first().map(|f| Owner::Formal(*f));
        self.premise(class::SUPER_OWNER, place, || only_if(c.owners().first() == first.as_ref()));
        self.premise(class::SUPER_NO_THREAD, place, || only_if(!c.owners().contains(&Owner::THIS_THREAD)));
    }

    /// \[FIELD\]
    fn field_ok(&self, g: &Env, cn: Cn, class: &Class, field: &'p Field) {
        let env = g.and(self.this_type(cn), Name::THIS, false);
        let owners: Vec<Owner> = g.formals.iter().copied().map(Owner::Formal).collect();
        let declared = self.declared_field(cn, class, field, &owners);
        self.premise(field::TYPE, field.span, || self.means(&env, field.ty));
        self.premise(field::NO_THREAD, field.span, || only_if(!declared.ty.owners().contains(&Owner::THIS_THREAD)));
        // The guard of a class is looked at once, at the first field that takes it.
        let first = self.program.fields_of(class).iter().find(|f| f.takes_class_guard());
        let own = field.guard.is_some() || first.is_some_and(|f| std::ptr::eq(f, field));
        for l in declared.guard.iter().filter(|_| own).chain(&declared.write_guard) {
            self.premise(field::GUARD, field.span, || self.lock(&env, Some(l)));
        }
        let guarded = field.is_final || declared.guard.is_some();
        let racy = self.options.reads(RACY_FIELDS) && (declared.write_guard.is_some() || !declared.ty.is_unique());
        self.premise(field::GUARDED, field.span, || only_if(guarded || racy));
        if let Some(e) = field.init {
            let env = g.and(self.this_type(cn), Name::THIS, true);
            self.give(field::INIT, &At { env, moved: BTreeSet::new(), ls: ls0() }, e, &declared.ty);
        }
        self.conclude(field::RULE, ());
    }

    /// E' of a method without its variables: F; and of the clauses of the class those that the type of `this` repeats.
    pub(super) fn method_env(&self, g: &Env, head: &Head) -> Env {
        let Type::Class(cn, owners) = &head.this else { return Env { formals: head.formals.clone(), ..g.clone() } };
        let clause = self.where_clause(*cn);
        let pairs: Vec<(Name, &Owner)> = self.formals(*cn).into_iter().zip(owners).collect();
        let any = self.options.reads(WHERE_OF_ANY_THIS);
        let repeated = |f: &Name| any || pairs.iter().any(|(g, o)| clause.contains(g) && **o == Owner::Formal(*f));
        let not_self = g.not_self.iter().copied().filter(repeated).collect();
        Env { formals: head.formals.clone(), not_self, ..g.clone() }
    }

    /// \[METHOD\]
    fn method_ok(&self, g: &Env, cn: Cn, method: &'p Method) {
        let (head, params) = (self.head(cn, method), self.program.params_of(method));
        let outer = self.method_env(g, &head);
        let all = outer.and(head.this.clone(), Name::THIS, false);
        let all = params.iter().zip(&head.params).fold(all, |env, (p, (t, _))| env.and(t.clone(), p.name, false));
        self.premise(method::THIS_TYPE, method.span, || self.this_ok(&all, cn, &head));
        let mut env = outer.and(head.this.clone(), Name::THIS, false);
        for param in params {
            env = self.env_x(&env, param.ty, param.name, param.span);
        }
        self.premise(method::BOUND, method.span, || only_if(Self::binds(&head)));
        let void = self.program.ty(method.ret).kind == TypeKind::Void;
        self.premise(method::RETURN_TYPE, method.span, || if void { Ok(()) } else { self.means(&env, method.ret) });
        self.premise(method::REQUIRES, method.span, || self.clauses_ok(&env, cn, method, &head));
        let mut at = At { env, moved: BTreeSet::new(), ls: ls0() };
        at.ls.extend(head.locks.iter().chain(&head.assumed).cloned());
        self.give(method::BODY, &at, method.body, &head.ret);
        self.conclude(method::RULE, ());
    }

    /// The premise `this-type`: P; E' ⊢ cn<o…>, cn the enclosing class.
    fn this_ok(&self, env: &Env, cn: Cn, head: &Head) -> Asked {
        match &head.this {
            Type::Class(of, _) if *of == cn => self.well_formed(env, &head.this),
            _ => Err(()),
        }
    }

    /// The premise `bound`: each f ∈ F is itself an owner argument of some parameter's type.
    fn binds(head: &Head) -> bool {
        let unknown = head.types().any(|t| *t == Type::Unknown);
        let argument = |f: &Name| head.types().any(|t| t.owners().contains(&Owner::Formal(*f)));
        unknown || head.formals.iter().all(argument)
    }

    /// The premise `requires`: P; E' ⊢lock each l, r.
    fn clauses_ok(&self, env: &Env, cn: Cn, method: &Method, head: &Head) -> Asked {
        let written =
            self.program.list(method.requires).iter().chain(self.program.list(self.program.clauses_of(method).reads));
        let params = self.program.params_of(method);
        let variable = |x| x == Name::THIS || params.iter().any(|p| p.name == x);
        for &l in written {
            let l = self.read_owner(l, &Scope { variable: &variable, formal: &|f| env.is_formal(f) });
            self.lock(env, self.qualified(cn, head, &l).as_ref())?;
        }
        Ok(())
    }
}
