//! Programs with forms of the dialect of Java: the fast engine runs none of them. They have tables and no code, and whoever runs or explores
//! asks [`Lowered::on_reference`] first, and takes the reference engine.

use super::layouts;
use crate::machine::code::{Callee, CodeId, Lowered};
use crate::program::{CannotRun, Kind, Tables, Ty};
use racefree_grammar::ast::{Expr, Extended, Method};
use racefree_grammar::forms;

impl Lowered {
    /// Returns true for a program that only the reference engine runs.
    pub fn on_reference(&self) -> bool {
        self.tables.java.has_forms
    }

    /// Returns true for a program that was made of Java source.
    pub fn is_made_of_java(&self) -> bool {
        self.tables.java.names.own_end.is_some()
    }
}

/// Error for a program that is wanted as code.
pub(super) fn no_code(tables: &Tables) -> Vec<CannotRun> {
    let (span, word) = tables.program.extension().unwrap_or_default();
    let message = format!("`{word}` is a form of Java: the reference engine alone runs it");
    vec![CannotRun::new(Kind::Form, "", message, span)]
}

/// A program of which the reference engine needs the tables alone.
///
/// # Errors
///
/// All forms for which it cannot run.
pub(super) fn without_code(tables: Tables) -> Result<Lowered, Vec<CannotRun>> {
    let errors = unknown(&tables);
    if !errors.is_empty() {
        return Err(errors);
    }
    let callee = |m: &Method| Callee {
        code: CodeId(0),
        arity: m.params.len() as u32,
        requires: Vec::new(),
        params: Vec::new(),
        ret: Ty::Void,
        plain: true,
    };
    let methods = tables.program.methods.iter().map(callee).collect();
    let (layout, defaults) = layouts(&tables);
    let classes = tables.classes.len();
    Ok(Lowered {
        longest: 0,
        has_blocks: false,
        accesses: Vec::new(),
        codes: Vec::new(),
        main: CodeId(0),
        methods,
        field_names: Vec::new(),
        method_names: Vec::new(),
        private_until_built: vec![false; classes],
        defaults,
        constants: vec![None; classes],
        layout,
        watched: vec![true; tables.fields.len()],
        fixed: vec![false; tables.fields.len()],
        tables,
    })
}

/// The forms that nothing can run, all places at once.
fn unknown(tables: &Tables) -> Vec<CannotRun> {
    let program = &tables.program;
    let code = program.methods.iter().map(|m| m.body).chain(program.main);
    let mut errors: Vec<CannotRun> = code
        .flat_map(|body| program.within(body))
        .filter_map(|e| {
            let message = match program.expr(e) {
                Expr::Extended(Extended::Any { .. }) => "`any` cannot run: nothing says what its value is",
                Expr::Extended(Extended::Locked { .. }) => {
                    "`locked` cannot run: an explicit lock is an object of the library"
                }
                forms!(owned) => "this cannot run among the forms of Java",
                Expr::Var(_) | Expr::New(_) | forms!(literal | member | block | operator | extended) => return None,
            };
            Some(CannotRun::new(Kind::Form, "", message, program.span(e)))
        })
        .collect();
    errors.sort_by_key(|e| (e.span.start, e.span.end));
    errors.dedup();
    errors
}
