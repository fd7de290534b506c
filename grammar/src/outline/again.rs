//! Classes read once more, each part of them with its place: of declarations that were read with equal parts once.

use super::Heads;
use crate::ast::{Class, Dialect, Method, Program, Run};
use crate::builder::{Builder, MAX_DEPTH};
use crate::descent;
use crate::lexer::Lexer;
use crate::parser::RECURSION;
use crate::span::Span;
use crate::token::Extras;

/// The program with the places of what the declarations of some classes have, in this order. None says nothing.
pub fn with_places(mut program: Program, source: &str, classes: impl Iterator<Item = usize>) -> Option<Program> {
    let names = std::mem::take(&mut program.names);
    let mut lexer = Lexer::new(source, Extras { names, ..Extras::default() });
    let (exprs, lists, types) = (program.exprs.len(), program.lists.len(), program.types.len());
    let mut builder = Builder::reusing(program, Dialect::Base, MAX_DEPTH);
    builder.forget_beyond(exprs, lists, types);
    for number in classes {
        class(&mut builder, &mut lexer, number, false)?;
    }
    let ((program, slips), (extras, ..)) = (builder.finish(), lexer.finish());
    (slips.is_empty() && extras.errors.is_empty()).then_some(Program { names: extras.names, ..program })
}

/// Of nothing the place is known, but of declarations and their names.
pub(super) fn without_places(program: &mut Program) {
    program.spans.fill(Span::UNKNOWN);
    program.types.change_all(|ty| ty.span = Span::UNKNOWN);
}

/// Reads a class again that stands behind what was read last; without the bodies of its methods, or with them: how many expressions these
/// have.
pub(super) fn class(builder: &mut Builder, lexer: &mut Lexer<'_>, number: usize, bodies: bool) -> Option<usize> {
    let before = builder.program.classes.at(number);
    // The first word may stand in an annotation comment.
    let start = number.checked_sub(1).map_or(0, |last| builder.program.classes.at(last).span.end);
    lexer.go_to(start, false)?;
    let tokens = lexer.up_to(before.span.end);
    let read = match bodies {
        true => descent::class(builder, tokens, MAX_DEPTH / RECURSION),
        false => descent::class(builder, &mut Heads { tokens, bodies: Vec::new() }, MAX_DEPTH / RECURSION),
    };
    let in_bodies = read.ok()?;
    let Program { classes, fields, methods, params, ghosts, .. } = &mut builder.program;
    let Class { ghosts: new_ghosts, fields: new_fields, methods: new_methods, .. } = classes.last()?;
    let new_params = methods[new_methods.indices()].iter().map(|m| m.params.len()).sum();
    let old_params = match before.methods.is_empty() {
        true => Run::default(),
        false => {
            let Run { start, end } = before.methods;
            Run { start: methods[start as usize].params.start, end: methods[end as usize - 1].params.end }
        }
    };
    let same = before.span == classes.last()?.span
        && (before.ghosts.len(), before.fields.len()) == (new_ghosts.len(), new_fields.len())
        && (before.methods.len(), old_params.len()) == (new_methods.len(), new_params);
    if !same {
        return None;
    }
    // They take the places of what was there before.
    for (old, new) in before.methods.indices().zip(new_methods.indices()) {
        methods[new] = Method { params: methods[old].params, ..methods[new] };
    }
    put_back(ghosts, before.ghosts);
    put_back(fields, before.fields);
    put_back(methods, before.methods);
    put_back(params, old_params);
    let class = classes.pop()?;
    classes.set(number, Class { ghosts: before.ghosts, fields: before.fields, methods: before.methods, ..class });
    builder.finish_members();
    Some(in_bodies)
}

/// The last entries of a table replace as many others.
fn put_back<T: Copy>(table: &mut Vec<T>, run: Run) {
    let from = table.len() - run.len();
    table.copy_within(from.., run.start as usize);
    table.truncate(from);
}
