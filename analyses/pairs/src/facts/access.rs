//! Accesses to fields.

use super::{AccessId, BodyId, Facts, GhostVar};
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use racefree_program::FieldId;

/// Kind of an access to a field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Kind {
    /// A load, or a ghost variable in code.
    Read,
    /// A store.
    Write,
    /// An init-write.
    Init,
}

impl Kind {
    /// Its name in output.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Site of an access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Site {
    /// A load, a store, or a ghost variable.
    Expr(ExprId),
    /// The init-write of a field.
    Field(FieldId),
}

/// An access `e`.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// Its site.
    pub site: Site,
    /// The body that it is in.
    pub body: BodyId,
    /// Read or written.
    pub kind: Kind,
    /// The name of the field.
    pub field: Name,
    /// The expression before the dot; `this` of the initialiser for an init-write, nothing for a ghost variable.
    pub target: Target,
    /// Fresh (section 5): no other thread can know the object yet.
    pub fresh: bool,
    /// Access of `this` in code that constructs the object, of a program that was Java.
    pub constructs: bool,
}

/// The object whose field is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// The field of an expression's object.
    Expr(ExprId),
    /// The field of the object under construction.
    This,
    /// The fields that reading a ghost's path reads.
    Ghost(GhostVar),
}

impl Facts<'_> {
    /// Returns true for an access by which a constructor of Java assigns a final field.
    pub fn assigns_final(&self, e: AccessId) -> bool {
        let access = self.access(e);
        let field = self.body(access.body).class.and_then(|class| self.has(class, access.field));
        access.constructs
            && access.kind != Kind::Read
            && field.is_some_and(|f| self.program().fields[f.index()].is_final)
    }
}
