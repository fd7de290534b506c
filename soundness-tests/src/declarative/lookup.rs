//! Section 5.4: members of instantiated classes, found by going up one class at a time.

use super::Reading;
use super::terms::{Term, Theta, Type, put, put_type};
use racefree_grammar::ast::{Class, ExprId, Field, Method};
use racefree_grammar::name::Name;

/// P; E ⊢ class c …: a class as an instance of it is seen, [lᵢ/xᵢ] not yet made.
pub(super) struct Instance<'p> {
    pub(super) class: &'p Class,
    /// [lᵢ/xᵢ]
    pub(super) ghosts: Theta,
}

/// A method, declared or predefined, with what is to be put in for the ghosts of its class.
pub(super) struct Meth {
    pub(super) params: Vec<(Type, Option<Name>)>,
    pub(super) ret: Type,
    pub(super) requires: Vec<Term>,
    pub(super) ghosts: Theta,
}

/// θ of section 5.7: ghosts, `this` and parameters in one step (D11), or by the literal reading in two.
pub(super) struct Steps(Vec<Theta>);

impl Steps {
    pub(super) fn term(&self, l: &Term) -> Term {
        self.0.iter().fold(l.clone(), |l, theta| put(theta, &l))
    }

    pub(super) fn ty(&self, t: &Type) -> Type {
        self.0.iter().fold(t.clone(), |t, theta| put_type(theta, &t))
    }
}

impl<'p> Reading<'p> {
    /// The class of a name.
    pub(super) fn class(&self, cn: Name) -> Option<&'p Class> {
        self.program.classes.iter().find(|c| c.name == cn)
    }

    /// \[CLASS INSTANTIATION\], \[LOCAL CLASS INSTANTIATION\]
    pub(super) fn instance(&self, c: &Type) -> Option<Instance<'p>> {
        let Type::Class(cn, ls) = c else { return None };
        let class = self.class(*cn)?;
        let ghosts = self.program.ghosts_of(class);
        let ghosts = ghosts.iter().map(|g| g.name).zip(ls.iter().cloned()).collect();
        Some(Instance { class, ghosts })
    }

    /// The superclass that a class is declared with.
    pub(super) fn declared_super(&self, class: &Class) -> Type {
        class.extends.map_or(Type::object(), |t| self.written(t))
    }

    /// The superclass of a class type; none for `Object`.
    pub(super) fn superclass(&self, c: &Type) -> Option<Type> {
        match c {
            Type::Class(Name::OBJECT, _) => None,
            Type::Class(Name::STRING, _) => Some(Type::object()),
            c => self.instance(c).map(|i| put_type(&i.ghosts, &self.declared_super(i.class))),
        }
    }

    /// \[FIELD DECLARED\], \[FIELD INHERITED\]: P; E ⊢ field ∈ c, with [lᵢ/xᵢ] and the guard as it is declared.
    pub(super) fn field_in(&self, c: &Type, fd: Name) -> Option<(&'p Field, Option<ExprId>, Theta)> {
        if let Some(i) = self.instance(c)
            && let Some(field) = self.program.fields_of(i.class).iter().find(|f| f.name == fd)
        {
            return Some((field, self.program.guard_of(i.class, field), i.ghosts));
        }
        self.field_in(&self.superclass(c)?, fd)
    }

    /// \[METHOD DECLARED\], \[METHOD INHERITED\]: P; E ⊢ meth ∈ c
    pub(super) fn method_in(&self, c: &Type, mn: Name) -> Option<Meth> {
        if let Some(i) = self.instance(c)
            && let Some(method) = self.program.methods_of(i.class).iter().find(|m| m.name == mn)
        {
            return Some(self.meth(method, i.ghosts));
        }
        if let Type::Class(cn @ (Name::OBJECT | Name::STRING), _) = c
            && let Some(found) = self.predefined(*cn, self.program.text(mn))
        {
            return Some(found);
        }
        self.method_in(&self.superclass(c)?, mn)
    }

    /// A declared method.
    pub(super) fn meth(&self, method: &Method, ghosts: Theta) -> Meth {
        let params = self.program.params_of(method).iter();
        Meth {
            params: params.map(|p| (self.written(p.ty), Some(p.name))).collect(),
            ret: self.written(method.ret),
            requires: self.program.list(method.requires).iter().map(|&l| self.term(l)).collect(),
            ghosts,
        }
    }

    /// Section 6: the methods of `Object` and `String`.
    fn predefined(&self, owner: Name, mn: &str) -> Option<Meth> {
        let (params, ret) = match (owner, mn) {
            (_, "equals") => (vec![Type::object()], Type::Boolean),
            (Name::STRING, "length") => (vec![], Type::Int),
            (Name::STRING, "charAt") => (vec![Type::Int], Type::Int),
            (Name::STRING, "indexOf") => (vec![Type::string(), Type::Int], Type::Int),
            (Name::STRING, "substring") => (vec![Type::Int, Type::Int], Type::string()),
            (Name::STRING, "concat") => (vec![Type::string()], Type::string()),
            _ => return None,
        };
        let params = params.into_iter().map(|t| (t, None)).collect();
        Some(Meth { params, ret, requires: Vec::new(), ghosts: Vec::new() })
    }

    /// [lᵢ/xᵢ] and then, or rather at once, the rest.
    pub(super) fn steps(&self, ghosts: Theta, rest: Theta) -> Steps {
        if self.rules.substitute_in_two_steps {
            return Steps(vec![ghosts, rest]);
        }
        Steps(vec![ghosts.into_iter().chain(rest).collect()])
    }
}
