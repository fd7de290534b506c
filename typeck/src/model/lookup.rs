//! Section 5.4: members of instantiated classes, found by going up one class at a time.

use super::Model;
use super::terms::{Cn, Lock, Type};
use racefree_grammar::ast::{Class, ExprId, Field, Ghost, Method};
use racefree_grammar::name::Name;
use std::iter;

/// [lᵢ/xᵢ], not yet made: by D11 it is made with the rest.
type Ghosts = Vec<(Name, Lock)>;

/// P; E ⊢ class cn<l₁…ₙ> [lᵢ/xᵢ]body
pub(super) struct Instance {
    class: Class,
    ghosts: Ghosts,
}

/// (… t fd [guarded_by l] …) ∈ c, as it is declared.
pub(super) struct FieldIn<'p> {
    pub(super) field: &'p Field,
    pub(super) guard: Option<Lock>,
    pub(super) ty: Type,
    pub(super) ghosts: Ghosts,
}

/// (t mn(sⱼ yⱼ) requires ls) ∈ c, as it is declared; predefined parameters have no names.
pub(super) struct MethodIn {
    pub(super) params: Vec<(Type, Option<Name>)>,
    pub(super) ret: Type,
    pub(super) requires: Vec<Lock>,
    pub(super) ghosts: Ghosts,
    pub(super) body: Option<ExprId>,
}

impl<'p> Model<'p> {
    /// The declaration of a class.
    pub(super) fn declaration(&self, cn: Cn) -> Option<Class> {
        match cn {
            Cn::Declared(i) => self.program.classes.get(i),
            Cn::Object | Cn::String => None,
        }
    }

    /// `ghost tᵢ xᵢ`
    pub(super) fn ghosts(&self, cn: Cn) -> &'p [Ghost] {
        cn.ghosts(self.program)
    }

    /// \[CLASS INSTANTIATION\], \[LOCAL CLASS INSTANTIATION\]
    pub(super) fn instance(&self, c: &Type) -> Option<Instance> {
        let Type::Class(cn, ls) = c else { return None };
        let class = self.declaration(*cn)?;
        let ghosts = self.ghosts(*cn).iter().map(|g| g.name).zip(ls.iter().cloned()).collect();
        Some(Instance { class, ghosts })
    }

    /// The superclass of a class type. `Object` has none; one that means nothing, or would lead back to the class, is unknown.
    pub(super) fn superclass(&self, c: &Type) -> Option<Type> {
        let Type::Class(cn, _) = c else { return (*c == Type::Unknown).then_some(Type::OBJECT) };
        let Some(Instance { class, ghosts }) = self.instance(c) else {
            return (*cn == Cn::String).then_some(Type::OBJECT);
        };
        let declared = class.extends.map_or(Type::OBJECT, |t| self.written(t));
        if declared == Type::STRING || self.cut.contains(cn) {
            return Some(Type::Unknown);
        }
        Some(self.subst(ghosts, []).ty(&declared))
    }

    /// Every t with P; E ⊢ s <: t, the nearest first, but for those of null: \[SUBTYPE REFL\], \[SUBTYPE TRANS\],
    /// \[SUBTYPE CLASS\].
    pub(super) fn supertypes(&self, s: &Type) -> impl Iterator<Item = Type> {
        iter::successors(Some(s.clone()), |c| self.superclass(c))
    }

    /// Whether what a class type inherits is unknown, because of an error above.
    pub(super) fn inherits_unknown(&self, c: &Type) -> bool {
        self.supertypes(c).any(|c| c == Type::Unknown)
    }

    /// \[FIELD DECLARED\], \[FIELD INHERITED\]: P; E ⊢ field ∈ c
    pub(super) fn field_in(&self, c: &Type, fd: Name) -> Option<FieldIn<'p>> {
        self.supertypes(c).find_map(|c| {
            let Instance { class, ghosts } = self.instance(&c)?;
            let field = self.program.fields_of(&class).iter().find(|f| f.name == fd)?;
            let guard = self.program.guard_of(&class, field).map(|l| self.lock(l));
            Some(FieldIn { field, guard, ty: self.written(field.ty), ghosts })
        })
    }

    /// \[METHOD DECLARED\], \[METHOD INHERITED\]: P; E ⊢ meth ∈ c
    pub(super) fn method_in(&self, c: &Type, mn: Name) -> Option<MethodIn> {
        self.supertypes(c).find_map(|c| {
            let Some(Instance { class, ghosts }) = self.instance(&c) else { return self.predefined(&c, mn) };
            let method = self.program.methods_of(&class).iter().find(|m| m.name == mn)?;
            Some(self.declared(method, ghosts))
        })
    }

    /// A method as it is declared.
    pub(super) fn declared(&self, method: &Method, ghosts: Ghosts) -> MethodIn {
        let params = self.program.params_of(method).iter();
        MethodIn {
            params: params.map(|p| (self.written(p.ty), Some(p.name))).collect(),
            ret: self.written_result(method.ret),
            requires: self.program.list(method.requires).iter().map(|&l| self.lock(l)).collect(),
            ghosts,
            body: Some(method.body),
        }
    }

    /// Section 6: the methods of `Object` and `String`.
    fn predefined(&self, c: &Type, mn: Name) -> Option<MethodIn> {
        let (params, ret) = match (*c == Type::STRING, self.program.text(mn)) {
            (_, "equals") if c.is_class() => (vec![Type::OBJECT], Type::Boolean),
            (true, "length") => (vec![], Type::Int),
            (true, "charAt") => (vec![Type::Int], Type::Int),
            (true, "indexOf") => (vec![Type::STRING, Type::Int], Type::Int),
            (true, "substring") => (vec![Type::Int, Type::Int], Type::STRING),
            (true, "concat") => (vec![Type::STRING], Type::STRING),
            _ => return None,
        };
        let params = params.into_iter().map(|t| (t, None)).collect();
        Some(MethodIn { params, ret, requires: Vec::new(), ghosts: Vec::new(), body: None })
    }
}
