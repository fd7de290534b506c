//! Languages above the calculus: forms of expressions, types and declarations with rules of their own, and rules in place of some of
//! these. The rules of the calculus are those that are in this crate; where a program may have more, they ask its [`Extension`].

use crate::env::{Binding, EnvId};
use crate::error::{Difference, Wrong};
use crate::judgment::MethodId;
use crate::reading::{Declared, Here, Outcome, Reading};
use crate::supertypes::Supertypes;
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{Class, ExprId, Field};
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_kernel::Templates;
use racefree_kernel::{PremiseId, RuleId, System};

/// A language, by what it has above the calculus.
#[derive(Clone, Copy)]
pub struct Language {
    /// The system, whose groups and rules a program names to silence errors.
    pub system: &'static dyn System,
    /// The rules as templates.
    pub templates: fn() -> &'static Templates,
    /// The extension that a program needs; none for a program of the calculus.
    pub extension: fn(&Supertypes<'_>) -> Option<Box<dyn Extension>>,
}

/// The rules of a language that the calculus does not have, for one program.
pub trait Extension {
    /// P; E; ls ⊢ e : t. What is no form of its own is left to [`Reading::calculus`].
    fn expr<'r>(&'r self, reading: Reading<'r, '_>, here: Here, e: ExprId) -> Ty;
    /// P; E ⊢final l : t for a path. What is no form of its own is left to [`Reading::final_path`].
    fn final_path<'r>(&'r self, reading: Reading<'r, '_>, env: EnvId, l: Path) -> Outcome<Ty>;
    /// E(x) for a name that every environment binds.
    fn constant<'r>(&'r self, reading: Reading<'r, '_>, env: EnvId, x: Name) -> Option<Binding>;
    /// P; E ⊢ t for a type of its own.
    fn well_formed<'r>(&'r self, reading: Reading<'r, '_>, env: EnvId, t: Ty) -> Outcome;
    /// P; E ⊢ s <: t for a type s of its own.
    fn subtype<'r>(&'r self, reading: Reading<'r, '_>, env: EnvId, s: Ty, t: Ty) -> bool;
    /// P ⊢ t shared for a type of its own.
    fn shared<'r>(&'r self, reading: Reading<'r, '_>, t: Ty) -> bool;
    /// P; E ⊢ meth. What is no member of its own is left to [`Reading::method_declared`].
    fn member<'r>(&'r self, reading: Reading<'r, '_>, here: Here, m: u32);
    /// The premises about supertypes of a class besides its superclass, in an environment G.
    fn supertypes<'r>(&'r self, reading: Reading<'r, '_>, rule: &Declared<'r>, g: EnvId, class: (ClassId, &Class));
    /// The premise `override` of \[LOCAL CLASS\] about methods that a class inherits.
    fn inherits_local<'r>(&'r self, reading: Reading<'r, '_>, rule: &Declared<'r>, class: ClassId);
    /// The nearest shared supertype besides the superclasses that has a method of a class.
    fn overridden_shared<'r>(&'r self, reading: Reading<'r, '_>, class: ClassId, m: u32)
    -> Option<(ClassId, MethodId)>;
    /// OverridesOK of a method against those of supertypes besides the superclass.
    fn overrides_ok<'r>(&'r self, reading: Reading<'r, '_>, rule: &Declared<'r>, m: (ClassId, u32), wrong: &mut Wrong);
    /// FieldsOnce and OverridesOK of the members that a class inherits, against those of its other supertypes.
    fn inherits_ok<'r>(
        &'r self,
        reading: Reading<'r, '_>,
        rule: &Declared<'r>,
        class: (ClassId, &Class),
        wrong: &mut Wrong,
    );
    /// Returns true for a difference that a method may have to the one that it overrides.
    fn may_differ<'r>(&'r self, reading: Reading<'r, '_>, difference: &Difference) -> bool;
    /// The rule for a field that is shareable though it is neither guarded nor final, and its premise `field-type`.
    fn shareable(&self, field: &Field) -> Option<(RuleId, PremiseId)>;
}
