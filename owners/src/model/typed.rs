//! What the rules say of each expression, for the definition of a system that builds on this one: types, and what the formals of a
//! member stand for where it is used.

use super::calls::Given;
use super::lookup::{FieldIn, Head, Scope};
use super::terms::{Owner, Type};
use super::{Model, Notes, Value};
use racefree_grammar::ast::{ExprId, Method, Program, TypeId};
use racefree_grammar::name::Name;
use racefree_kernel::Options;
use racefree_typeck::model::{Cn, Lock};
use std::collections::{BTreeMap, BTreeSet};
use std::iter;

/// A program that was judged, with what was concluded of each expression.
pub struct Typed<'p> {
    model: Model<'p>,
    values: BTreeMap<ExprId, Value>,
}

/// A field at a receiver.
pub struct FieldOf {
    /// The class that declares it.
    pub class: Cn,
    /// Its type, in the formals of that class.
    pub ty: Type,
    /// `guarded_by l`
    pub guard: Option<Owner>,
    /// `write_guarded_by l`
    pub write_guard: Option<Owner>,
    /// [oᵢ/fᵢ]
    pub formals: Vec<(Name, Owner)>,
}

/// Judges a program, and keeps what is concluded.
pub fn typed<'p>(program: &'p Program, options: &'p Options) -> Typed<'p> {
    let mut model = Model::new(program, options);
    model.notes.replace(Notes { values: Some(BTreeMap::new()), ..Notes::default() });
    model.prog();
    let values = model.notes.get_mut().values.take().unwrap_or_default();
    Typed { model, values }
}

impl Typed<'_> {
    /// The type of an expression, if it is known.
    pub fn ty(&self, e: ExprId) -> Option<&Type> {
        self.values.get(&e).map(|value| &value.ty)
    }

    /// A class and its superclasses.
    pub fn above(&self, cn: Cn) -> Vec<Cn> {
        let this = self.model.this_type(cn);
        let class = |t| if let Type::Class(cn, _) = t { Some(cn) } else { None };
        self.model.supertypes(&this).filter_map(class).collect()
    }

    /// The field of a receiver.
    pub fn field(&self, recv: ExprId, fd: Name) -> Option<FieldOf> {
        self.model.supertypes(self.ty(recv)?).find_map(|c| {
            let Type::Class(class, owners) = c else { return None };
            let decl = self.model.class(class)?;
            let field = self.model.program.fields_of(&decl).iter().find(|f| f.name == fd)?;
            let FieldIn { ty, guard, write_guard, formals, .. } =
                self.model.declared_field(class, &decl, field, &owners);
            Some(FieldOf { class, ty, guard, write_guard, formals })
        })
    }

    /// [oᵢ/fᵢ] for a type that is written where some names are variables.
    pub fn written(&self, t: TypeId, variable: &dyn Fn(Name) -> bool) -> Vec<(Name, Owner)> {
        match self.model.read(t, &Scope { variable, formal: &|_| true }) {
            Type::Class(cn, owners) => self.model.formals(cn).into_iter().zip(owners).collect(),
            _ => Vec::new(),
        }
    }

    /// σ of a call that runs a method of a class, as far as the types say: a class that the receiver's has it from, or one below.
    pub fn sigma(&self, recv: ExprId, es: &[ExprId], class: Cn, method: &Method) -> Vec<(Name, Owner)> {
        let mut head = self.model.head(class, method);
        let unknown = Value { ty: Type::Unknown, owned: true, moves: BTreeSet::new() };
        let value = |e: ExprId| self.values.get(&e).cloned().unwrap_or_else(|| unknown.clone());
        let mut given: Vec<Given> = iter::once(&recv).chain(es).map(|&e| Given { e, value: value(e) }).collect();
        let receiver = given[0].value.ty.clone();
        if let Some(seen) = self.model.seen_as(&receiver, class) {
            given[0].value.ty = seen;
        } else if let Type::Class(of, _) = receiver
            && let Some(seen) = self.model.seen_as(&head.this, of)
        {
            head.this = seen;
        }
        let mut sigma = self.model.matched(&head, &given);
        let others = head.params.iter().flat_map(|(t, _)| t.owners());
        let formal = |o: &Owner| if let Owner::Formal(f) | Owner::Qualified(f, _) = o { Some(*f) } else { None };
        for f in others.filter_map(formal) {
            if sigma.iter().all(|(g, _)| *g != f) {
                sigma.push((f, Owner::THIS_THREAD));
            }
        }
        sigma
    }

    /// What the formals of an overridden method stand for in the one that overrides it.
    pub fn renamed(&self, class: Cn, method: &Method, above: Cn, over: &Method) -> Vec<(Name, Owner)> {
        let (ours, theirs) = (self.model.head(class, method), self.model.head(above, over));
        let env = self.model.method_env(&self.model.formals_env(class), &ours);
        let theta = self.model.renamed(&env, class, above, &ours, &theirs).unwrap_or_default();
        theta.0.into_iter().flat_map(|step| step.formals).collect()
    }

    /// A lock that is written in a class, in a method or in its head.
    pub fn lock(&self, class: Cn, head: Option<&Method>, l: ExprId, variable: &dyn Fn(Name) -> bool) -> Owner {
        let l = self.model.read_owner(l, &Scope { variable, formal: &|_| true });
        let qualified = |head: Head| self.model.qualified(class, &head, &l);
        let in_head = head.and_then(|method| qualified(self.model.head(class, method)));
        in_head.unwrap_or_else(|| match l {
            Owner::Formal(f) => Owner::Qualified(f, Lock::var(Name::THIS)),
            l => l,
        })
    }

    /// The locks of `requires` and `reads`.
    pub fn requires(&self, class: Cn, method: &Method) -> Vec<Owner> {
        self.model.head(class, method).locks.into_iter().map(|(l, _)| l).collect()
    }

    /// The formals that are never `self` in a class, or in one of its methods (D-O13).
    pub fn not_self(&self, class: Cn, method: Option<&Method>) -> Vec<Name> {
        let env = self.model.formals_env(class);
        match method {
            Some(method) => self.model.method_env(&env, &self.model.head(class, method)).not_self,
            None => env.not_self,
        }
    }
}
