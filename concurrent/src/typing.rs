//! P and E, types, and how a rule is applied: what it opens, which premises it looks at, what it concludes.

use crate::rules::{env_empty, env_x, subtype_class, subtype_null, subtype_refl, subtype_trans};
use crate::rules::{type_c, type_int, type_object, type_void};
use racefree_grammar::ast::{ExprId, Program, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::{Evidence, Options, PremiseId, Recorder, RuleId, TypeError};
use racefree_program::predefined::PredefinedType;
use racefree_program::{ClassId, FieldId, MethodId, Resolved};

/// t
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    /// Unknown because of an error.
    Error,
    /// int
    Int,
    /// boolean
    Boolean,
    /// void
    Void,
    /// The type of `null`.
    Null,
    /// c
    Class(ClassId),
}

impl Ty {
    /// Object
    pub const OBJECT: Ty = Ty::Class(ClassId::OBJECT);
    /// String
    pub const STRING: Ty = Ty::Class(ClassId::STRING);

    /// Whether its values are objects, or null.
    pub fn is_reference(self) -> bool {
        matches!(self, Ty::Class(_) | Ty::Null)
    }

    /// The type of a predefined method's parameter or result.
    pub fn predefined(ty: PredefinedType) -> Ty {
        match ty {
            PredefinedType::Int => Ty::Int,
            PredefinedType::Boolean => Ty::Boolean,
            PredefinedType::Object => Ty::OBJECT,
            PredefinedType::String => Ty::STRING,
        }
    }
}

/// E, by its number: what it extends is kept in [`Typing::bindings`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnvId(pub u32);

impl EnvId {
    /// ∅
    pub const EMPTY: EnvId = EnvId(0);
}

/// `t x`, and the environment that it extends.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// E
    pub outer: EnvId,
    /// t
    pub ty: Ty,
    /// x
    pub name: Name,
    /// Where it is declared.
    pub span: Span,
}

/// What rules conclude.
#[derive(Clone, Copy, Debug)]
pub enum Judgment {
    /// ⊢ P : t
    Program(Ty),
    /// P ⊢ defn
    Class(ClassId),
    /// P; E ⊢ wf
    Env(EnvId),
    /// P ⊢ t
    Type(Ty),
    /// P ⊢ s <: t
    Subtype(Ty, Ty),
    /// P; E ⊢ field
    Field(EnvId, FieldId),
    /// P; E ⊢ meth
    Method(EnvId, MethodId),
    /// P ⊢ field ∈ c
    FieldIn(FieldId, ClassId),
    /// P ⊢ meth ∈ c
    MethodIn(MethodId, ClassId),
    /// P; E ⊢ e : t
    Expr(EnvId, ExprId, Ty),
    /// P; E ⊢ eᵢ; …; eₙ : t, an end of a sequence, by the index of eᵢ in [`Program::lists`] and the number of elements.
    Rest(EnvId, u32, u32, Ty),
}

/// P and all environments met so far, with what was found.
pub struct Typing<'p, R> {
    /// P
    pub program: &'p Program,
    /// Its classes and members.
    pub resolved: Resolved<'p>,
    /// Which premises are off.
    pub options: &'p Options,
    /// What watches.
    pub recorder: R,
    /// Errors, in the order in which they are found.
    pub errors: Vec<TypeError>,
    /// The last binding of each environment but ∅, by its number less 1.
    pub bindings: Vec<Binding>,
}

impl<'p, R: Recorder<Judgment>> Typing<'p, R> {
    /// Nothing is judged yet.
    pub fn new(program: &'p Program, options: &'p Options, recorder: R) -> Typing<'p, R> {
        let resolved = Resolved::new(program);
        Typing { program, resolved, options, recorder, errors: Vec::new(), bindings: Vec::new() }
    }

    // Premises.

    /// What follows establishes this premise.
    pub(crate) fn premise(&mut self, premise: PremiseId) {
        self.recorder.premise(premise);
    }

    /// Looks at a side condition about the place `span`, or at what is left to say after a judgment: a failure is reported,
    /// unless the premise is off.
    pub(crate) fn check(&mut self, premise: PremiseId, span: Span, holds: bool, wrong: impl FnOnce(&Self) -> String) {
        self.recorder.premise(premise);
        if self.options.off.is_off(premise) {
            self.recorder.evidence(Evidence::Assumed);
        } else if holds {
            self.recorder.holds();
        } else {
            self.recorder.evidence(Evidence::Fails);
            let message = wrong(self);
            self.errors.push(TypeError::new(premise, span, message));
        }
    }

    /// A rule without premises.
    pub(crate) fn axiom(&mut self, rule: RuleId, judgment: Judgment) {
        self.recorder.open(rule);
        self.recorder.close(|| judgment);
    }

    // Environments.

    /// The binding of a variable.
    pub fn binding(&self, env: EnvId, x: Name) -> Option<Binding> {
        std::iter::successors(self.last(env), |binding| self.last(binding.outer)).find(|binding| binding.name == x)
    }

    /// The last binding of an environment.
    pub fn last(&self, env: EnvId) -> Option<Binding> {
        env.0.checked_sub(1).map(|i| self.bindings[i as usize])
    }

    /// E, t x
    pub(crate) fn extend(&mut self, outer: EnvId, ty: Ty, name: Name, span: Span) -> EnvId {
        self.bindings.push(Binding { outer, ty, name, span });
        EnvId(self.bindings.len() as u32)
    }

    /// \[ENV EMPTY\], \[ENV X\] for a variable that is declared with a written type: P; E, t x ⊢ wf.
    pub(crate) fn env_x(&mut self, outer: EnvId, ty: TypeId, name: Name, span: Span) -> EnvId {
        self.recorder.open(env_x::RULE);
        self.premise(env_x::TYPE);
        let t = self.written(ty, false);
        let first = self.binding(outer, name);
        let wrong =
            |it: &Self| format!("`{}` is in scope here already, and may not be shadowed", it.program.text(name));
        self.check(env_x::FRESH, span, first.is_none(), wrong);
        let env = self.extend(outer, t, name, span);
        self.recorder.close(|| Judgment::Env(env));
        env
    }

    /// \[ENV EMPTY\]
    pub(crate) fn env_empty(&mut self) {
        self.axiom(env_empty::RULE, Judgment::Env(EnvId::EMPTY));
    }

    // Types.

    /// The type that is written, whatever is wrong with it.
    pub(crate) fn meant(&self, ty: TypeId) -> Ty {
        match self.program.ty(ty).kind {
            TypeKind::Int => Ty::Int,
            TypeKind::Boolean => Ty::Boolean,
            TypeKind::Void => Ty::Void,
            TypeKind::Class { name, .. } => self.resolved.find(name).map_or(Ty::Error, Ty::Class),
        }
    }

    /// \[TYPE INT\], \[TYPE OBJECT\], \[TYPE VOID\], \[TYPE C\]: P ⊢ t, for a type as it is written.
    pub(crate) fn written(&mut self, ty: TypeId, result: bool) -> Ty {
        let (t, place) = (self.meant(ty), self.program.ty(ty).span);
        let rule = match t {
            Ty::Int | Ty::Boolean | Ty::Null => type_int::RULE,
            Ty::OBJECT | Ty::STRING => type_object::RULE,
            Ty::Void => type_void::RULE,
            Ty::Class(_) | Ty::Error => type_c::RULE,
        };
        self.recorder.open(rule);
        if rule == type_void::RULE {
            self.check(type_void::ONLY_RESULT, place, result, |_| {
                "void is the type of a method's result only".to_owned()
            });
        } else if rule == type_c::RULE {
            let wrong = |it: &Self| match it.program.ty(ty).kind {
                TypeKind::Class { name, .. } => format!("there is no class `{}`", it.program.text(name)),
                _ => String::new(),
            };
            self.check(type_c::CLASS_KNOWN, place, t != Ty::Error, wrong);
        }
        self.recorder.close(|| Judgment::Type(t));
        t
    }

    /// Whether P ⊢ s <: t.
    pub(crate) fn is_subtype(&self, s: Ty, t: Ty) -> bool {
        match (s, t) {
            (Ty::Error, _) | (_, Ty::Error) | (Ty::Null, Ty::Class(_)) => true,
            (Ty::Class(s), Ty::Class(t)) => self.resolved.below(s, t),
            _ => s == t,
        }
    }

    /// \[SUBTYPE REFL\], \[SUBTYPE TRANS\], \[SUBTYPE CLASS\], \[SUBTYPE NULL\]: the derivation of a subtyping that holds.
    pub(crate) fn subtype(&mut self, s: Ty, t: Ty) {
        let up = match s {
            Ty::Class(class) => self.resolved.get(class).superclass().map(Ty::Class),
            _ => None,
        };
        let rule = match up {
            _ if s == t || s == Ty::Error || t == Ty::Error => subtype_refl::RULE,
            None => subtype_null::RULE,
            Some(up) if up == t => subtype_class::RULE,
            Some(up) => {
                self.recorder.open(subtype_trans::RULE);
                self.premise(subtype_trans::LOWER);
                self.subtype(s, up);
                self.premise(subtype_trans::UPPER);
                racefree_grammar::stack::deep(|| self.subtype(up, t));
                self.recorder.close(|| Judgment::Subtype(s, t));
                return;
            }
        };
        self.axiom(rule, Judgment::Subtype(s, t));
    }

    /// The least common supertype of two types; void if there is none.
    pub(crate) fn join(&self, s: Ty, t: Ty) -> Ty {
        match (s, t) {
            (Ty::Class(a), Ty::Class(b)) => {
                self.resolved.ancestors(a).find(|&c| self.resolved.below(b, c)).map_or(Ty::OBJECT, Ty::Class)
            }
            (Ty::Error, _) => Ty::Error,
            _ if self.is_subtype(s, t) => t,
            _ if self.is_subtype(t, s) => s,
            _ => Ty::Void,
        }
    }

    /// The text of a type.
    pub fn show(&self, ty: Ty) -> &'p str {
        match ty {
            Ty::Error => "?",
            Ty::Int => "int",
            Ty::Boolean => "boolean",
            Ty::Void => "void",
            Ty::Null => "null",
            Ty::Class(class) => self.program.text(self.resolved.get(class).name),
        }
    }
}
