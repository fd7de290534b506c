//! Members of class types, found by going up one class at a time; and what types, owners and locks mean that are written in a scope.

use super::terms::{Owner, Step, Theta, Type};
use super::{Env, Model};
use crate::owner::{OBJECTS_OWNER, OTHERS_OWNER};
use crate::rules;
use crate::typing::Mode;
use racefree_grammar::ast::{Class, Expr, ExprId, Field, Method, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_typeck::model::{Cn, Lock};
use std::iter;

/// Which names are variables, and which of the others are formals.
pub(super) struct Scope<'s> {
    pub(super) variable: &'s dyn Fn(Name) -> bool,
    pub(super) formal: &'s dyn Fn(Name) -> bool,
}

/// A field as it is declared, and the formals of its class with what they are in the type that has it.
pub(super) struct FieldIn<'p> {
    pub(super) field: &'p Field,
    pub(super) ty: Type,
    pub(super) guard: Option<Owner>,
    pub(super) write_guard: Option<Owner>,
    pub(super) formals: Vec<(Name, Owner)>,
}

/// The head of a method: t₀, tⱼ yⱼ, t, F, and the clauses `requires` and `reads`.
pub(super) struct Head {
    pub(super) this: Type,
    pub(super) params: Vec<(Type, Option<Name>)>,
    pub(super) ret: Type,
    pub(super) formals: Vec<Name>,
    pub(super) locks: Vec<(Owner, Mode)>,
    /// What the body may hold though the premise `requires` fails of it.
    pub(super) assumed: Vec<(Owner, Mode)>,
}

impl Head {
    /// t₀, t₁ … tₙ
    pub(super) fn types(&self) -> impl Iterator<Item = &Type> {
        iter::once(&self.this).chain(self.params.iter().map(|(t, _)| t))
    }
}

impl<'p> Model<'p> {
    /// The declaration of a class.
    pub(super) fn class(&self, cn: Cn) -> Option<Class> {
        match cn {
            Cn::Declared(i) => self.program.classes.get(i),
            Cn::Object | Cn::String => None,
        }
    }

    /// f₁…ₙ
    pub(super) fn formals(&self, cn: Cn) -> Vec<Name> {
        match self.class(cn) {
            Some(class) => self.program.formals_of(&class).iter().map(|f| f.name).collect(),
            None if cn == Cn::Object => vec![OBJECTS_OWNER],
            None => Vec::new(),
        }
    }

    /// The formals of which the class says `where f != self`.
    pub(super) fn where_clause(&self, cn: Cn) -> Vec<Name> {
        let names = |l: &ExprId| if let Expr::Var(f) = self.program.expr(*l) { Some(f) } else { None };
        self.class(cn).map_or(Vec::new(), |class| self.program.not_self_of(&class).iter().filter_map(names).collect())
    }

    /// cn<f₁…ₙ>
    pub(super) fn this_type(&self, cn: Cn) -> Type {
        Type::Class(cn, self.formals(cn).into_iter().map(Owner::Formal).collect())
    }

    /// The superclass that a class is written with, if that means something: [`Cn::Object`] where nothing is written.
    pub(super) fn declared_superclass(&self, cn: Cn) -> Option<Type> {
        let class = self.class(cn)?;
        let formals = self.formals(cn);
        let objects = || Type::Class(Cn::Object, vec![Owner::Formal(formals[0])]);
        let Some(t) = class.extends else { return Some(objects()) };
        match self.program.ty(t).kind {
            TypeKind::Class { name: Name::OBJECT, args } if args.len == 0 => Some(objects()),
            _ => {
                let scope = Scope { variable: &|_| false, formal: &|f| formals.contains(&f) };
                Some(self.read(t, &scope)).filter(|t| matches!(t, Type::Class(cn, _) if *cn != Cn::String))
            }
        }
    }

    /// Whether what a class inherits is unknown, because of an error above.
    pub(super) fn inherits_unknown(&self, cn: Cn) -> bool {
        let up =
            |&cn: &Cn| if let Type::Class(up, _) = self.superclass(&self.this_type(cn))? { Some(up) } else { None };
        let broken =
            |cn| matches!(cn, Cn::Declared(_)) && (self.cut.contains(&cn) || self.declared_superclass(cn).is_none());
        iter::successors(Some(cn), up).any(broken)
    }

    /// The superclass of a class type; `Object`, if what is written is wrong.
    pub(super) fn superclass(&self, c: &Type) -> Option<Type> {
        let Type::Class(cn, owners) = c else { return None };
        let formals = self.formals(*cn);
        self.class(*cn)?;
        let up = self.declared_superclass(*cn).filter(|_| !self.cut.contains(cn));
        let up = up.unwrap_or_else(|| Type::Class(Cn::Object, vec![Owner::Formal(formals[0])]));
        Some(self.instance(*cn, owners).ty(&up))
    }

    /// [oᵢ/fᵢ] for a class.
    pub(super) fn instance(&self, cn: Cn, owners: &[Owner]) -> Theta {
        Theta(vec![Step {
            formals: self.formals(cn).into_iter().zip(owners.iter().cloned()).collect(),
            vars: Vec::new(),
        }])
    }

    /// Every t with s <: t that is a class type, the nearest first; of `String`, itself.
    pub(super) fn supertypes(&self, s: &Type) -> impl Iterator<Item = Type> {
        let class = matches!(s, Type::Class(..));
        iter::successors(class.then(|| s.clone()), |c| self.superclass(c))
    }

    /// A class type seen as one of a class above.
    pub(super) fn seen_as(&self, s: &Type, above: Cn) -> Option<Type> {
        self.supertypes(s).find(|t| matches!(t, Type::Class(cn, _) if *cn == above))
    }

    /// A written type; unknown, if its class is not declared or has other formals.
    pub(super) fn read(&self, t: TypeId, scope: &Scope<'_>) -> Type {
        match self.program.ty(t).kind {
            TypeKind::Int => Type::Int,
            TypeKind::Boolean => Type::Boolean,
            TypeKind::Void => Type::Void,
            TypeKind::Class { name, args } => match Cn::of(self.program, name) {
                Some(cn) if self.formals(cn).len() == args.len as usize => {
                    Type::Class(cn, self.program.list(args).iter().map(|&o| self.read_owner(o, scope)).collect())
                }
                _ => Type::Unknown,
            },
        }
    }

    /// A written owner or lock: a single name is a variable if there is one, else a formal.
    pub(super) fn read_owner(&self, o: ExprId, scope: &Scope<'_>) -> Owner {
        match self.program.expr(o) {
            Expr::Special(special) => Owner::Special(special),
            Expr::Var(x) if !(scope.variable)(x) && (scope.formal)(x) => Owner::Formal(x),
            Expr::Qualified { formal, path } => Owner::Qualified(formal, Lock::of(self.program, path)),
            _ => Owner::Path(Lock::of(self.program, o)),
        }
    }

    /// What is written, in E.
    pub(super) fn meant(&self, env: &Env, t: TypeId) -> Type {
        self.read(t, &Scope { variable: &|x| env.get(x).is_some(), formal: &|f| env.is_formal(f) })
    }

    /// A lock in a guard or a `holds`: F alone means `F$this`.
    pub(super) fn of_this(o: Owner) -> Owner {
        if let Owner::Formal(f) = o { Owner::Qualified(f, Lock::var(Name::THIS)) } else { o }
    }

    /// The field of a class type.
    pub(super) fn field_in(&self, c: &Type, fd: Name) -> Option<FieldIn<'p>> {
        self.supertypes(c).find_map(|c| {
            let Type::Class(cn, owners) = &c else { return None };
            let class = self.class(*cn)?;
            let field = self.program.fields_of(&class).iter().find(|f| f.name == fd)?;
            Some(self.declared_field(*cn, &class, field, owners))
        })
    }

    /// A field that a class declares.
    pub(super) fn declared_field(&self, cn: Cn, class: &Class, field: &'p Field, owners: &[Owner]) -> FieldIn<'p> {
        let formals = self.formals(cn);
        let scope = Scope { variable: &|x| x == Name::THIS, formal: &|f| formals.contains(&f) };
        let lock = |l: Option<ExprId>| l.map(|l| Self::of_this(self.read_owner(l, &scope)));
        FieldIn {
            field,
            ty: self.read(field.ty, &scope),
            guard: lock(self.program.guard_of(class, field)),
            write_guard: lock(field.write_guard),
            formals: formals.iter().copied().zip(owners.iter().cloned()).collect(),
        }
    }

    /// The class type that has a method, seen from a class type, and its head.
    pub(super) fn method_in(&self, c: &Type, mn: Name) -> Option<(Type, Head)> {
        self.supertypes(c).find_map(|c| {
            let Type::Class(cn, _) = c else { return None };
            let Some(class) = self.class(cn) else { return self.predefined(&c, mn).map(|head| (c, head)) };
            let method = self.program.methods_of(&class).iter().find(|m| m.name == mn)?;
            Some((c, self.head(cn, method)))
        })
    }

    /// F: the formals in the types of `this` and the parameters.
    fn method_formals(&self, cn: Cn, method: &Method, variable: &dyn Fn(Name) -> bool) -> Vec<Name> {
        let receiver = self.program.clauses_of(method).receiver;
        let mut found = if receiver.is_some() { Vec::new() } else { self.formals(cn) };
        let types = receiver.into_iter().chain(self.program.params_of(method).iter().map(|p| p.ty));
        for &o in types.flat_map(|t| self.program.locks_of(t)) {
            match self.program.expr(o) {
                Expr::Var(f) if !variable(f) && !found.contains(&f) => found.push(f),
                Expr::Qualified { formal: f, .. } if !found.contains(&f) => found.push(f),
                _ => {}
            }
        }
        found
    }

    /// The head of a method that a class declares.
    pub(super) fn head(&self, cn: Cn, method: &Method) -> Head {
        let params = self.program.params_of(method);
        let variable = |x| x == Name::THIS || params.iter().any(|p| p.name == x);
        let formals = self.method_formals(cn, method, &variable);
        let of_class = self.formals(cn);
        let scope = Scope { variable: &variable, formal: &|f| formals.contains(&f) || of_class.contains(&f) };
        let mut head = Head {
            this: self.program.clauses_of(method).receiver.map_or_else(|| self.this_type(cn), |t| self.read(t, &scope)),
            params: params.iter().map(|p| (self.read(p.ty, &scope), Some(p.name))).collect(),
            ret: self.read(method.ret, &scope),
            formals: formals.clone(),
            locks: Vec::new(),
            assumed: Vec::new(),
        };
        let is_off = |premise| self.options.off.is_off(premise);
        for (list, mode) in [(method.requires, Mode::Write), (self.program.clauses_of(method).reads, Mode::Read)] {
            for &l in self.program.list(list) {
                let l = self.read_owner(l, &scope);
                match (self.qualified(cn, &head, &l), &l) {
                    (Some(l), _) => head.locks.push((l, mode)),
                    (None, Owner::Formal(f)) if !is_off(rules::method::REQUIRES) && !is_off(rules::lock::QUALIFIED) => {
                        let xs = params.iter().map(|p| p.name).chain([Name::THIS]);
                        head.assumed.extend(xs.map(|x| (Owner::Qualified(*f, Lock::var(x)), mode)));
                    }
                    (None, _) => head.locks.push((l, mode)),
                }
            }
        }
        head
    }

    /// A lock in the head of a method: a formal alone is `F$this` for one of the class, and `F$x` for another, x being the one
    /// parameter whose first owner it is.
    pub(super) fn qualified(&self, cn: Cn, head: &Head, l: &Owner) -> Option<Owner> {
        let Owner::Formal(f) = *l else { return Some(l.clone()) };
        if self.formals(cn).contains(&f) {
            return Some(Owner::Qualified(f, Lock::var(Name::THIS)));
        }
        let named = iter::once((&head.this, Some(Name::THIS))).chain(head.params.iter().map(|(t, y)| (t, *y)));
        let first: Vec<Name> = named.filter(|(t, _)| t.owners().first() == Some(l)).filter_map(|(_, y)| y).collect();
        if let [x] = first[..] { Some(Owner::Qualified(f, Lock::var(x))) } else { None }
    }

    /// Section 6 of the calculus: the methods of `Object` and `String`.
    fn predefined(&self, c: &Type, mn: Name) -> Option<Head> {
        let object = |f| Type::Class(Cn::Object, vec![Owner::Formal(f)]);
        let (params, ret) = match (*c == Type::STRING, self.program.text(mn)) {
            (_, "equals") => (vec![object(OTHERS_OWNER)], Type::Boolean),
            (true, "length") => (vec![], Type::Int),
            (true, "charAt") => (vec![Type::Int], Type::Int),
            (true, "indexOf") => (vec![Type::STRING, Type::Int], Type::Int),
            (true, "substring") => (vec![Type::Int, Type::Int], Type::STRING),
            (true, "concat") => (vec![Type::STRING], Type::STRING),
            _ => return None,
        };
        let this = if *c == Type::STRING { Type::STRING } else { object(OBJECTS_OWNER) };
        let params = params.into_iter().map(|t| (t, None)).collect();
        Some(Head {
            this,
            params,
            ret,
            formals: vec![OBJECTS_OWNER, OTHERS_OWNER],
            locks: Vec::new(),
            assumed: Vec::new(),
        })
    }
}
