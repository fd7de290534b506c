//! The types of members, each in the formals of the class that declares it.

use crate::owner::{Formals, OBJECTS_OWNER, OTHERS_OWNER, Owner, Ty};
use crate::rules;
use crate::typing::{Mode, Typing};
use racefree_grammar::ast::{Expr, ExprId, Field, Method};
use racefree_grammar::name::Name;
use racefree_kernel::Options;
use racefree_program::predefined::PredefinedType;
use racefree_program::{ClassId, MethodId, Predefined};
use rustc_hash::FxHashMap;
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
#[derive(Clone, Debug, Default)]
pub struct Signature {
    /// t₀, the type of `this`.
    pub this: Ty,
    /// tⱼ yⱼ
    pub params: Vec<(Ty, Option<Name>)>,
    /// t
    pub ret: Ty,
    /// F: the formals that occur in t₀…tₙ, in the order in which they do.
    pub formals: Rc<Formals>,
    /// The locks of `requires` and `reads`.
    pub locks: Vec<(Owner, Mode)>,
    /// The formals that are first owners: of which of `this` and the parameters, if it is one.
    pub(crate) first: FxHashMap<Name, (Option<Name>, usize)>,
    /// Locks that the body may hold though \[METHOD\]/requires fails, so that the errors that follow are not reported
    /// again. Callers need not hold them.
    pub assumed: Vec<(Owner, Mode)>,
}

impl Signature {
    /// t₀…tₙ
    pub(crate) fn types(&self) -> impl Iterator<Item = Ty> {
        std::iter::once(self.this).chain(self.params.iter().map(|p| p.0))
    }
}

/// A formal alone as a lock, that no parameter or several have as first owner.
#[derive(Clone, Copy, Debug)]
pub struct Unqualified {
    /// The formal.
    pub formal: Name,
    /// Number of parameters that have the formal as first owner.
    pub params: usize,
}

/// True if a clause whose lock is not clear is an error of its method, after which the method goes on as if it held
/// every lock that may be meant.
pub(crate) fn assumes(options: &Options) -> bool {
    !options.off.is_off(rules::method::REQUIRES) && !options.off.is_off(rules::lock::QUALIFIED)
}

impl Typing<'_> {
    /// F of a method: the formals that occur in the types of `this` and the parameters.
    fn method_formals(&self, class: ClassId, method: &Method, variable: impl Fn(Name) -> bool) -> Rc<Formals> {
        let receiver = self.program.clauses_of(method).receiver;
        let mut found = if receiver.is_some() { Rc::default() } else { self.formals_of(class) };
        let types = receiver.into_iter().chain(self.program.params_of(method).iter().map(|p| p.ty));
        for &o in types.flat_map(|ty| self.program.locks_of(ty)) {
            match self.program.expr(o) {
                Expr::Var(f) if variable(f) || found.contains(&f) => {}
                Expr::Var(f) => Rc::make_mut(&mut found).push(f),
                Expr::Qualified { formal: f, .. } if !found.contains(&f) => Rc::make_mut(&mut found).push(f),
                _ => {}
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
        let params = Formals::from_iter(program.params_of(method).iter().map(|p| p.name));
        let variable = |x| x == Name::THIS || params.contains(&x);
        let (formals, of_class) = (self.method_formals(class, method, variable), self.formals_of(class));
        let known = formals.clone();
        let formal = |_: &Self, f: Name| !variable(f) && (known.contains(&f) || of_class.contains(&f));
        let clauses = program.clauses_of(method);
        let this = match clauses.receiver {
            Some(ty) => self.read_type(ty, &formal),
            None => self.this_type(class),
        };
        let params = program.params_of(method).iter();
        let params = params.map(|param| (self.read_type(param.ty, &formal), Some(param.name))).collect();
        let ret = self.read_type(method.ret, &formal);
        let mut signature = Signature { this, params, ret, formals, ..Signature::default() };
        if method.requires.len > 0 || clauses.reads.len > 0 || clauses.atomicity.is_some() {
            self.first_owners(&mut signature);
        }
        for (list, mode) in [(method.requires, Mode::Write), (clauses.reads, Mode::Read)] {
            for &l in program.list(list) {
                let lock = self.read_owner(l, &formal);
                match self.qualified(class, &signature, lock) {
                    Ok(lock) => signature.locks.push((lock, mode)),
                    Err(Unqualified { formal, .. }) if assumes(self.options) => {
                        for x in std::iter::once(Name::THIS).chain(signature.params.iter().filter_map(|p| p.1)) {
                            signature.assumed.push((Owner::Qualified(formal, self.paths.var(x)), mode));
                        }
                    }
                    Err(_) => signature.locks.push((lock, mode)),
                }
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
        match head.first.get(&f) {
            Some(&(Some(x), 1)) => Ok(Owner::Qualified(f, self.paths.var(x))),
            of => Err(Unqualified { formal: f, params: of.map_or(0, |of| of.1) }),
        }
    }

    /// Notes of each formal which parameter's first owner it is.
    fn first_owners(&self, head: &mut Signature) {
        let params = std::iter::once((head.this, Some(Name::THIS))).chain(head.params.iter().copied());
        for (t, x) in params {
            if let Some(Owner::Formal(f)) = self.first_owner(t) {
                head.first.entry(f).or_insert((x, 0)).1 += 1;
            }
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
        let formals = Rc::new(Formals::from_iter([OBJECTS_OWNER, OTHERS_OWNER]));
        Signature { this, params, ret: Ty::predefined(m.ret()), formals, ..Signature::default() }
    }

    /// The types and guards of all fields.
    pub(crate) fn declared_fields(&mut self) -> Vec<FieldType> {
        let classes = self.resolved.classes_of_fields();
        self.program.fields.iter().zip(classes).map(|(decl, class)| self.declared_field(decl, class)).collect()
    }

    fn declared_field(&mut self, decl: &Field, class: ClassId) -> FieldType {
        let (formals, this) = (self.formals_of(class), self.paths.var(Name::THIS));
        let formal = |_: &Self, f: Name| formals.contains(&f);
        let guard = self.resolved.decl(class).and_then(|class| self.program.guard_of(&class, decl));
        let mut lock = |l: Option<ExprId>| {
            l.map(|l| match self.read_owner(l, &formal) {
                Owner::Formal(f) => Owner::Qualified(f, this),
                other => other,
            })
        };
        let (guard, write_guard) = (lock(guard), lock(decl.write_guard));
        FieldType { ty: self.read_type(decl.ty, &formal), guard, write_guard }
    }
}
