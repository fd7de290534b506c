//! The judgments of section 3.

use crate::tree::Tree;
use racefree_grammar::ast::ExprId;

/// A judgment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgment {
    /// ⊢ P & a
    Program(Tree),
    /// P ⊢ cn, by its index
    Class(u32),
    /// P; E ⊢ meth & a, by its index
    Method(u32, Tree),
    /// P; E ⊢ meth overrides meth'
    Override(u32, u32),
    /// P; E; ls ⊢ e & a; what E and ls are, the typing derivation says
    Expr(ExprId, Tree),
}
