//! Types as text, for errors and statements.

use crate::supertypes::Supertypes;
use crate::types::{Ty, Types};
use racefree_grammar::ast::Program;
use racefree_grammar::stack::deep;

/// The text of a type, as it would be written in a program.
pub fn ty(types: &Types, classes: &Supertypes<'_>, program: &Program, source: &str, ty: Ty) -> String {
    match ty {
        Ty::ERROR => "?".to_owned(),
        Ty::INT => "int".to_owned(),
        Ty::BOOLEAN => "boolean".to_owned(),
        Ty::VOID => "void".to_owned(),
        Ty::NULL => "null".to_owned(),
        _ => {
            let of_class = |class| (program.text(classes.get(class).name).to_owned(), types.args(ty));
            let of_array = |(elem, guards)| (deep(|| self::ty(types, classes, program, source, elem)) + "[]", guards);
            let parts = types.class_of(ty).map(of_class).or_else(|| types.elements(ty).map(of_array));
            let Some((mut out, args)) = parts else { return "?".to_owned() };
            if !args.is_empty() {
                let args: Vec<String> = args.iter().map(|&p| types.paths.text(p, program, source)).collect();
                out.push('<');
                out.push_str(&args.join(", "));
                out.push('>');
            }
            out
        }
    }
}
