//! A program judged while it is read, a few methods at a time ([`racefree_grammar::outline`]): by the rules that [`crate::check`] goes
//! by, in the same order, and without its tree. What is said of an error needs the tree of the class that it is in, and the places of
//! the declarations that are spoken of: these classes are read again, and judged once more.

use crate::cx::Cx;
use crate::error::TypeError;
use crate::explain::Parents;
use crate::memory::Memory;
use crate::program::Reached;
use crate::system::Base;
use crate::types::Ty;
use crate::{Options, Report};
use racefree_grammar::ast::{Expr, ExprId, Program};
use racefree_grammar::name::Name;
use racefree_grammar::outline::{Outline, with_places};
use racefree_grammar::span::Span;
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
    let judged = judge(&mut outline, source, options, piece, false)?;
    judged.accepted(outline, source, options)
}

/// The verdict on the program of a source, with errors or without, and without the tree of classes that have none. None says nothing.
pub fn rejects(source: &str, options: &Options, piece: u32) -> Option<Report> {
    let mut outline = Outline::new(source)?;
    let judged = judge(&mut outline, source, options, piece, true)?;
    match judged.main_wrong || !judged.wrong.is_empty() {
        true => judged.rejected(outline, source, options),
        false => judged.accepted(outline, source, options),
    }
}

/// What came out for a program.
#[derive(Default)]
struct Judged {
    /// The type of the main expression.
    main: Option<String>,
    counted: Counted,
    /// The classes where something was found, and whether something was in the main expression.
    wrong: BTreeSet<usize>,
    main_wrong: bool,
    /// The names of fields that are assigned.
    assigned: FxHashSet<Name>,
}

/// Judges what an outline reads, a piece at a time; none if something is found, unless all is looked for.
fn judge(outline: &mut Outline<'_>, source: &str, options: &Options, piece: u32, all: bool) -> Option<Judged> {
    let lasting = outline.lasting();
    let mut judged = Judged::default();
    // Declarations hold no `holds`, but for initialisers.
    judged.counted.add(outline.program(), 0, 0);
    judged.counted.instances = outline.instances();
    let mut cx = Cx::new(outline.program(), source, options, Silent);
    cx.types.paths.forget_later(ExprId::new(lasting.exprs as u32));
    cx.predicates();
    for failure in &cx.errors {
        judged.wrong.insert(class_at(cx.program, failure.span)?);
    }
    let mut memory = cx.pass(all)?;
    let mut reached = Reached::default();
    let mut done = false;
    while !done {
        let methods = outline.read_bodies(piece)?;
        judged.add(outline, all);
        let mut cx = Cx::resume(outline.program(), source, options, Silent, memory);
        done = cx.classes_up_to(&mut reached, methods);
        memory = cx.pass(all)?;
        memory.forget_beyond(lasting.types);
    }
    judged.wrong.extend(reached.wrong);
    let main = outline.read_main()?;
    judged.add(outline, all);
    let mut cx = Cx::resume(outline.program(), source, options, Silent, memory);
    let ty: Option<Ty> = main.map(|e| cx.expr(e));
    judged.main = ty.map(|ty| cx.show(ty));
    judged.main_wrong = cx.found() > 0;
    cx.pass(all)?.keep(outline.program());
    Some(judged)
}

/// The class whose declaration holds a place.
fn class_at(program: &Program, place: Span) -> Option<usize> {
    let before = program.classes.partition_point(|class| class.span.start <= place.start);
    before.checked_sub(1).filter(|&class| program.classes.at(class).span.contains(place))
}

impl Judged {
    /// Adds what was read last.
    fn add(&mut self, outline: &Outline<'_>, all: bool) {
        let (program, lasting) = (outline.program(), outline.lasting());
        self.counted.add(program, lasting.exprs, lasting.types);
        if all {
            let assigned = |e: &Expr| if let Expr::Assign { field, .. } = *e { Some(field) } else { None };
            self.assigned.extend(program.exprs[lasting.exprs..].iter().filter_map(assigned));
        }
    }

    /// The report, if nothing was found.
    fn accepted(self, outline: Outline<'_>, source: &str, options: &Options) -> Option<Report> {
        let program = outline.finish()?;
        Some(sort_out_counted(&Base, &program, source, options, Vec::new(), Vec::new(), self.main, self.counted))
    }

    /// The report, if something was.
    fn rejected(mut self, outline: Outline<'_>, source: &str, options: &Options) -> Option<Report> {
        let (mut program, exprs) = outline.finish_with(self.wrong.iter().copied())?;
        let mut cx = Cx::new(&program, source, options, Silent);
        cx.predicates();
        self.wrong.iter().for_each(|&class| cx.class(class));
        program.main.map(|main| cx.expr(main));
        let (failures, idle) = (std::mem::take(&mut cx.errors), std::mem::take(&mut cx.idle));
        let warnings = idle.into_iter().map(|idle| cx.warning(idle)).collect();
        let parents = Parents::new(&program).weighing(exprs);
        // What is said of each; before that, how much could be searched when it was tried.
        let mut errors: Vec<Result<TypeError, Option<u64>>> = vec![Err(None); failures.len()];
        let mut placed = self.wrong;
        loop {
            cx.assigned = self.assigned;
            let mut missing = BTreeSet::new();
            for (error, failure) in errors.iter_mut().zip(&failures) {
                let Err(left) = error else { continue };
                parents.go_back(*left.get_or_insert_with(|| parents.left()));
                let said = cx.type_error(failure, &parents);
                match cx.unplaced.take() {
                    unplaced if unplaced.is_empty() => *error = Ok(said),
                    unplaced => {
                        for place in unplaced {
                            missing.insert(class_at(&program, place)?);
                        }
                    }
                }
            }
            if missing.is_empty() {
                let errors = errors.into_iter().flatten().collect();
                return Some(sort_out_counted(
                    &Base,
                    &program,
                    source,
                    options,
                    errors,
                    warnings,
                    self.main,
                    self.counted,
                ));
            }
            // What a class declares has its places, once they were missed.
            if missing.iter().any(|&class| !placed.insert(class)) {
                return None;
            }
            self.assigned = std::mem::take(&mut cx.assigned);
            let memory = cx.leave();
            program = with_places(program, source, missing.into_iter())?;
            cx = Cx::resume(&program, source, options, Silent, memory);
        }
    }
}

impl Cx<'_, Silent> {
    /// What is known of the program, and no more of what was found; none if something was, unless all is looked for.
    fn pass(mut self, all: bool) -> Option<Memory> {
        if !all && self.found() > 0 {
            return None;
        }
        // Nobody asks for what was bound and held there: it is found once more.
        self.env.keep(false);
        self.locks.keep(false);
        Some(self.leave())
    }
}
