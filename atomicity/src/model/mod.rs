//! placeholder
use racefree_grammar::ast::Program;
use racefree_kernel::{Options, Report};
pub fn check(program: &Program, source: &str, options: &Options) -> Report {
    crate::check(program, source, options)
}
