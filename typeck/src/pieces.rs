//! A program judged while it is read, a few methods at a time ([`racefree_grammar::outline`]): by the rules that [`crate::check`] goes
//! by, in the same order, and without its tree. What is said of an error needs the tree of the class that it is in; of a program with
//! errors, those classes are read again, with the places of all declarations.

use crate::cx::Cx;
use crate::memory::Memory;
use crate::program::Reached;
use crate::system::Base;
use crate::types::Ty;
use crate::{Options, Report};
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::outline::Outline;
use racefree_kernel::Silent;
use racefree_kernel::report::{Counted, sort_out_counted};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Of the text of methods, about so many bytes are judged at a time: few enough that their tree stays near the processor, and many
/// enough that going from one piece to the next costs nothing.
pub const PIECE: u32 = 32 * 1024;

/// The verdict on the program of a source, if it has no error, silenced or not, and no `holds` that lets nothing through; else none.
/// Some programs that have none are not taken either: see [`racefree_grammar::outline`]. So many bytes of methods are judged at a
/// time, at least one method.
pub fn accepts(source: &str, options: &Options, piece: u32) -> Option<Report> {
    let mut outline = Outline::new(source)?;
    let (main, counted) = judge(&mut outline, source, options, piece, |cx| cx.pass())?;
    let program = outline.finish()?;
    Some(sort_out_counted(&Base, &program, source, options, Vec::new(), Vec::new(), main, counted))
}

/// The verdict on the program of a source with errors, and without the tree of classes that have none. None says nothing.
pub fn rejects(source: &str, options: &Options, piece: u32) -> Option<Report> {
    let mut outline = Outline::with_places(source)?;
    // The classes where something was found, and whether all is in classes or in the main expression.
    let (mut wrong, mut found, mut assigned) = (BTreeSet::new(), true, FxHashSet::default());
    let (main, counted) = judge(&mut outline, source, options, piece, |mut cx| {
        let errors = cx.errors.drain(..).map(|failure| failure.span);
        for span in errors.chain(cx.idle.drain(..).map(|idle| idle.span)) {
            let classes = &cx.program.classes;
            let before = classes.partition_point(|class| class.span.start <= span.start);
            match before.checked_sub(1).filter(|&class| classes[class].span.contains(span)) {
                Some(class) => _ = wrong.insert(class),
                None => found &= cx.program.main.is_some_and(|main| cx.program.span(main).contains(span)),
            }
        }
        let fields = cx
            .program
            .exprs
            .iter()
            .filter_map(|e| if let Expr::Assign { field, .. } = e { Some(*field) } else { None });
        assigned.extend(fields);
        // Nobody asks for what was bound and held there: it is found once more.
        cx.env.keep(false);
        cx.locks.keep(false);
        Some(cx.leave())
    })?;
    let program = outline.finish_with(wrong.iter().copied()).filter(|_| found)?;
    let mut cx = Cx::new(&program, source, options, Silent);
    cx.assigned = assigned;
    cx.predicates();
    wrong.into_iter().for_each(|class| cx.class(class));
    program.main.map(|main| cx.expr(main));
    Some(cx.sentences_for(main, counted))
}

/// Judges what an outline reads, a piece at a time; what was found in each is handed over. The type of the main expression, and what was
/// counted.
fn judge(
    outline: &mut Outline<'_>,
    source: &str,
    options: &Options,
    piece: u32,
    mut found: impl FnMut(Cx<'_, Silent>) -> Option<Memory>,
) -> Option<(Option<String>, Counted)> {
    let lasting = outline.lasting();
    // Declarations hold no `holds`, but for initialisers.
    let mut counted = Counted::default();
    counted.add(outline.program(), 0, 0);
    counted.instances = outline.instances().unwrap_or(counted.instances);
    let mut cx = Cx::new(outline.program(), source, options, Silent);
    cx.types.paths.forget_later(ExprId::new(lasting.exprs as u32));
    cx.predicates();
    let mut memory = found(cx)?;
    let mut reached = Reached::default();
    let mut all = false;
    while !all {
        let methods = outline.read_bodies(piece)?;
        counted.add(outline.program(), lasting.exprs, lasting.types);
        let mut cx = Cx::resume(outline.program(), source, options, Silent, memory);
        all = cx.classes_up_to(&mut reached, methods);
        memory = found(cx)?;
        memory.forget_beyond(lasting.types);
    }
    let main = outline.read_main()?;
    counted.add(outline.program(), lasting.exprs, lasting.types);
    let mut cx = Cx::resume(outline.program(), source, options, Silent, memory);
    let ty: Option<Ty> = main.map(|e| cx.expr(e));
    let main = ty.map(|ty| cx.show(ty));
    found(cx)?.keep(outline.program());
    Some((main, counted))
}

impl Cx<'_, Silent> {
    /// What is known of the program, if nothing has been found.
    fn pass(self) -> Option<Memory> {
        (self.errors.is_empty() && self.idle.is_empty()).then(|| self.leave())
    }
}
