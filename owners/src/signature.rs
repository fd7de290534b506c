//! The types of members, each in the formals of the class that declares it.

use crate::owner::{OBJECTS_OWNER, OTHERS_OWNER, Owner, Ty};
use crate::typing::{Judgment, Mode, Typing};
use racefree_grammar::ast::{Expr, ExprId, Method};
use racefree_grammar::name::Name;
use racefree_kernel::Recorder;
use racefree_program::predefined::PredefinedType;
use racefree_program::{ClassId, FieldId, MethodId, Predefined};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// A field's declaration.
#[derive(Clone, Copy, Debug)]
pub struct FieldType {
    /// t
    pub ty: Ty,
    /// `guarded_by l`, its own or the class's.
    pub guard: Option<Owner>,
    /// `write_guarded_by l`
    pub write_guard: Option<Owner>,
}

/// A method's declaration.
#[derive(Clone, Debug)]
pub struct Signature {
    /// t₀, the type of `this`.
    pub this: Ty,
    /// tⱼ yⱼ
    pub params: Vec<(Ty, Option<Name>)>,
    /// t
    pub ret: Ty,
    /// F: the formals that occur in t₀…tₙ, in the order in which they do.
    pub formals: Vec<Name>,
    /// The locks of `requires` and `reads`.
    pub locks: Vec<(Owner, Mode)>,
}

/// A formal alone as a lock, that no parameter or several have as first owner.
#[derive(Clone, Copy, Debug)]
pub struct Unqualified {
    /// The formal.
    pub formal: Name,
    /// How many.
    pub params: usize,
}

impl<R: Recorder<Judgment>> Typing<'_, R> {
    /// The formals that occur in a written type, where some names are variables.
    fn formals_in(&self, o: ExprId, variable: &dyn Fn(Name) -> bool) -> Option<Name> {
        match self.program.expr(o) {
            Expr::Var(x) if !variable(x) => Some(x),
            Expr::Qualified { formal, .. } => Some(formal),
            _ => None,
        }
    }

    /// F of a method: the formals that occur in the types of `this` and the parameters.
    pub(crate) fn method_formals(&self, class: ClassId, method: &Method) -> Vec<Name> {
        let params: FxHashSet<Name> = self.program.params_of(method).iter().map(|p| p.name).collect();
        let variable = |x| x == Name::THIS || params.contains(&x);
        let mut found = if method.receiver.is_some() { Vec::new() } else { self.formals_of(class).to_vec() };
        let mut seen: FxHashSet<Name> = found.iter().copied().collect();
        let types = method.receiver.into_iter().chain(self.program.params_of(method).iter().map(|p| p.ty));
        for ty in types {
            for &o in self.program.locks_of(ty) {
                found.extend(self.formals_in(o, &variable).filter(|&f| seen.insert(f)));
            }
        }
        found
    }

    /// The signature of a method that a class declares.
    pub(crate) fn signature(&mut self, class: ClassId, m: MethodId) -> Rc<Signature> {
        if let Some(known) = self.signatures.get(&m) {
            return known.clone();
        }
        let signature = Rc::new(match m {
            MethodId::Declared(m) => self.declared(class, m),
            MethodId::Predefined(m) => self.predefined(m),
        });
        self.signatures.insert(m, signature.clone());
        signature
    }

    fn declared(&mut self, class: ClassId, m: u32) -> Signature {
        let program = self.program;
        let method = &program.methods[m as usize];
        let params: FxHashSet<Name> = program.params_of(method).iter().map(|p| p.name).collect();
        let formals = self.method_formals(class, method);
        let known: FxHashSet<Name> = formals.iter().chain(self.formals_of(class).iter()).copied().collect();
        let (variable, formal) =
            (|_: &Self, x: Name| x == Name::THIS || params.contains(&x), |_: &Self, f: Name| known.contains(&f));
        let this = match method.receiver {
            Some(ty) => self.read_type(ty, &variable, &formal),
            None => self.this_type(class),
        };
        let mut types = Vec::new();
        for param in program.params_of(method) {
            types.push((self.read_type(param.ty, &variable, &formal), Some(param.name)));
        }
        let ret = self.read_type(method.ret, &variable, &formal);
        let mut signature = Signature { this, params: types, ret, formals, locks: Vec::new() };
        for (list, mode) in [(method.requires, Mode::Write), (method.reads, Mode::Read)] {
            for &l in program.list(list) {
                let lock = self.read_owner(l, &variable, &formal);
                signature.locks.push((self.qualified(class, &signature, lock).unwrap_or(lock), mode));
            }
        }
        signature
    }

    /// A lock as it is meant in the head of a method: `F` alone is `F$this`, or `F$x`.
    pub(crate) fn qualified(&mut self, class: ClassId, head: &Signature, lock: Owner) -> Result<Owner, Unqualified> {
        let Owner::Formal(f) = lock else { return Ok(lock) };
        let this = self.paths.var(Name::THIS);
        if self.formals_of(class).contains(&f) {
            return Ok(Owner::Qualified(f, this));
        }
        let first = |t: Ty| matches!(t, Ty::Class(_, owners) if self.lists.first(owners) == Some(lock));
        let mut of: Vec<Name> = Vec::new();
        of.extend(first(head.this).then_some(Name::THIS));
        of.extend(head.params.iter().filter(|(t, _)| first(*t)).filter_map(|(_, x)| *x));
        match of[..] {
            [x] => Ok(Owner::Qualified(f, self.paths.var(x))),
            _ => Err(Unqualified { formal: f, params: of.len() }),
        }
    }

    fn predefined(&mut self, m: Predefined) -> Signature {
        let own = |it: &mut Self, f| Ty::Class(ClassId::OBJECT, it.lists.add(&[Owner::Formal(f)]));
        let this = if m.class() == ClassId::OBJECT { own(self, OBJECTS_OWNER) } else { Ty::STRING };
        let mut params = Vec::new();
        for (ty, _) in m.params() {
            let ty = if *ty == PredefinedType::Object { own(self, OTHERS_OWNER) } else { Ty::predefined(*ty) };
            params.push((ty, None));
        }
        let formals = vec![OBJECTS_OWNER, OTHERS_OWNER];
        Signature { this, params, ret: Ty::predefined(m.ret()), formals, locks: Vec::new() }
    }

    /// The type and guards of a field that a class declares.
    pub(crate) fn field_type(&mut self, class: ClassId, f: FieldId) -> FieldType {
        if let Some(known) = self.field_types[f.index()] {
            return known;
        }
        let program = self.program;
        let decl = &program.fields[f.index()];
        let formals = self.formals_of(class);
        let (variable, formal) = (|_: &Self, x: Name| x == Name::THIS, |_: &Self, f: Name| formals.contains(&f));
        let guard = self.resolved.decl(class).and_then(|class| program.guard_of(class, decl));
        let ty = self.read_type(decl.ty, &variable, &formal);
        let this = self.paths.var(Name::THIS);
        let mut lock = |l: Option<ExprId>| {
            l.map(|l| match self.read_owner(l, &variable, &formal) {
                Owner::Formal(f) => Owner::Qualified(f, this),
                other => other,
            })
        };
        let (guard, write_guard) = (lock(guard), lock(decl.write_guard));
        let found = FieldType { ty, guard, write_guard };
        self.field_types[f.index()] = Some(found);
        found
    }
}
