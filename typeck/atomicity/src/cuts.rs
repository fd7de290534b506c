//! Cuts (section 5): where a method that is not atomic can be interrupted. The pieces between them are its largest
//! atomic blocks.

use crate::algebra::{Algebra, join};
use crate::checker::Checker;
use crate::walk::{Step, Visitor, Walk};
use racefree_grammar::ast::Basic;
use racefree_grammar::span::Span;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The places before which a method is cut, and what is between them.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Cuts {
    /// In the order of the source.
    pub places: Vec<Span>,
    /// The pieces, each with what it is.
    pub pieces: Vec<(Span, Basic)>,
}

/// A point of the walk: which pieces it may be in, and what the piece is so far.
#[derive(Clone, PartialEq)]
struct Position {
    so_far: Basic,
    pieces: BTreeSet<usize>,
}

/// The pieces by where they begin; the first begins with the method.
#[derive(Default)]
struct Pieces {
    begins: FxHashMap<Option<Span>, usize>,
    spans: Vec<Option<Span>>,
    are: Vec<Basic>,
}

impl Pieces {
    fn piece(&mut self, begins: Option<Span>) -> usize {
        let new = self.are.len();
        let piece = *self.begins.entry(begins).or_insert(new);
        if piece == new {
            self.spans.push(None);
            self.are.push(Basic::Const);
        }
        piece
    }
}

impl Visitor for Pieces {
    type State = Position;
    const FOLLOWS: bool = false;

    fn step(&mut self, way: &mut Position, step: &Step) {
        // A call that is cmpd by itself, or an access without its guard, is one step here.
        let mover = if step.mover >= Basic::Cmpd { Basic::Atomic } else { step.mover };
        let mut next = Algebra::default().then(way.so_far, mover);
        if next >= Basic::Cmpd {
            let piece = self.piece(Some(step.span));
            way.pieces = BTreeSet::from([piece]);
            next = mover;
        }
        way.so_far = next;
        for &piece in &way.pieces {
            self.spans[piece] = Some(self.spans[piece].map_or(step.span, |span| span.to(step.span)));
            self.are[piece] = join(self.are[piece], next);
        }
    }

    fn join(&mut self, a: Position, b: Position) -> Position {
        let pieces = a.pieces.union(&b.pieces).copied().collect();
        Position { so_far: join(a.so_far, b.so_far), pieces }
    }

    fn done(&self) -> bool {
        false
    }
}

/// The cuts of a method, at its requires set.
pub(crate) fn of_method<'c, 'p>(cx: &mut Checker<'c, 'p>, m: u32) -> Cuts {
    let (held, body) = (cx.requires_of(m), cx.program.methods[m as usize].body);
    let mut parting = Pieces::default();
    let first = parting.piece(None);
    let mut walk = Walk::new(cx, Some(m), &held, parting);
    walk.expr(body, &mut Position { so_far: Basic::Const, pieces: BTreeSet::from([first]) });
    let Pieces { begins, spans, are } = walk.visitor;
    let mut places: Vec<Span> = begins.into_keys().flatten().collect();
    places.sort();
    let mut pieces: Vec<(Span, Basic)> =
        spans.into_iter().zip(are).filter_map(|(span, is)| Some((span?, is))).collect();
    pieces.sort_by_key(|piece| piece.0);
    Cuts { places, pieces }
}
