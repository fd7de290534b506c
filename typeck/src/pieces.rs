//! A program judged while it is read, a few methods at a time ([`racefree_grammar::outline`]): by the rules that [`crate::check`] goes
//! by, in the same order, and without its tree. A program with an error is not judged so: what is said of an error needs all of it.

use crate::cx::Cx;
use crate::memory::Memory;
use crate::program::Reached;
use crate::system::Base;
use crate::types::Ty;
use crate::{Options, Report};
use racefree_grammar::ast::ExprId;
use racefree_grammar::outline::Outline;
use racefree_kernel::Silent;
use racefree_kernel::report::{Counted, sort_out_counted};

/// Of the text of methods, about so many bytes are judged at a time: few enough that their tree stays near the processor, and many
/// enough that going from one piece to the next costs nothing.
pub const PIECE: u32 = 32 * 1024;

/// The verdict on the program of a source, if it has no error, silenced or not, and no `holds` that lets nothing through; else none.
/// Some programs that have none are not taken either: see [`racefree_grammar::outline`]. So many bytes of methods are judged at a
/// time, at least one method.
pub fn accepts(source: &str, options: &Options, piece: u32) -> Option<Report> {
    let mut outline = Outline::new(source)?;
    let lasting = outline.lasting();
    // Declarations hold no `holds`, but for initialisers.
    let mut counted = Counted::default();
    counted.add(outline.program(), 0, lasting.types);
    counted.instances = outline.instances();
    let mut cx = Cx::new(outline.program(), source, options, Silent);
    cx.types.paths.forget_later(ExprId::new(lasting.exprs as u32));
    cx.predicates();
    let mut memory = cx.pass()?;
    let mut reached = Reached::default();
    let mut all = false;
    while !all {
        let methods = outline.read_bodies(piece)?;
        counted.add(outline.program(), lasting.exprs, lasting.types);
        let mut cx = Cx::resume(outline.program(), source, options, Silent, memory);
        all = cx.classes_up_to(&mut reached, methods);
        memory = cx.pass()?;
        memory.forget_beyond(lasting.types);
    }
    let main = outline.read_main()?;
    counted.add(outline.program(), lasting.exprs, lasting.types);
    let mut cx = Cx::resume(outline.program(), source, options, Silent, memory);
    let ty: Option<Ty> = main.map(|e| cx.expr(e));
    let main = ty.map(|ty| cx.show(ty));
    cx.pass()?.keep(outline.program());
    let program = outline.finish()?;
    let report = sort_out_counted(&Base, &program, source, options, Vec::new(), Vec::new(), main, counted);
    Some(report)
}

impl Cx<'_, Silent> {
    /// What is known of the program, if nothing has been found.
    fn pass(self) -> Option<Memory> {
        (self.errors.is_empty() && self.idle.is_empty()).then(|| self.leave())
    }
}
