//! Layout of judgments: right above their conclusion, or as a derivation of their own.
//!
//! Widths are in characters: what counts is that no derivation is so wide that it has to be scaled down beyond reading.

use super::super::Document;
use racefree_answers::derivation::outline::{Item, PremiseView};
use racefree_kernel::JudgmentWriter;
use racefree_kernel::NodeId;

/// Approximate width of a page in characters.
const WIDE: usize = 160;
/// Greatest number of judgments above each other.
const HIGH: usize = 6;
/// Greatest height of a derivation that gets a row rather than a place elsewhere.
const LOW: usize = 2;
/// Greatest number of rows; more are written as a list, which pages can break.
const ROWS: usize = 8;
/// Between two premises.
const GAP: usize = 5;

/// The size of what stands for a judgment.
#[derive(Clone, Copy, Default)]
struct Size {
    width: usize,
    height: usize,
}

/// Layout of the judgments.
pub(super) struct Layout {
    /// Widths of conclusions, by judgment.
    widths: Vec<usize>,
    /// Sizes of subtrees, by judgment.
    extents: Vec<Size>,
    /// True for judgments that stand, with their premises, right above their conclusion.
    above: Vec<bool>,
}

impl Layout {
    /// Lays out the judgments that are shown, those with no premises first.
    pub(super) fn new(document: &Document<'_>, notation: &mut dyn JudgmentWriter) -> Layout {
        let n = document.shape().len();
        let mut layout = Layout { widths: vec![0; n], extents: vec![Size::default(); n], above: vec![false; n] };
        let outline = &document.outline;
        for &id in outline.order.iter().rev().filter(|&&id| outline.is_visible(id)) {
            layout.judgment(document, notation, id);
        }
        // A judgment that others refer to needs a name.
        for &id in outline.order.iter().filter(|&&id| outline.is_visible(id)) {
            for item in outline.items(id) {
                if let PremiseView::Again(above) = item.shown {
                    layout.above[above.0 as usize] &= outline.is_leaf(above);
                }
            }
        }
        layout
    }

    /// Returns true if a judgment, with its premises, stands right above its conclusion.
    pub(super) fn stands_above(&self, id: NodeId) -> bool {
        self.above[id.0 as usize]
    }

    fn judgment(&mut self, document: &Document<'_>, notation: &mut dyn JudgmentWriter, id: NodeId) {
        let node = document.shape().step(id);
        let own = notation.conclusion(id).width();
        self.widths[id.0 as usize] = own;
        let items = items(document, id);
        let mut inline: Vec<NodeId> = Vec::new();
        let mut width = 0;
        for item in &items {
            match item.shown {
                PremiseView::Judgment(above) => {
                    let extent = self.extents[above.0 as usize];
                    self.above[above.0 as usize] = extent.height < HIGH;
                    if extent.height < HIGH {
                        inline.push(above);
                        width += extent.width;
                    } else {
                        width += self.widths[above.0 as usize];
                    }
                }
                PremiseView::Again(above) => width += self.widths[above.0 as usize],
                _ => width += notation.premise(id, item.premise, item.nth).width() + 4,
            }
            width += GAP;
        }
        // The widest get derivations of their own until there is room; low ones stand in rows instead.
        inline.retain(|above| self.extents[above.0 as usize].height > LOW);
        inline.sort_by_key(|above| self.extents[above.0 as usize].width);
        while width > WIDE
            && let Some(widest) = inline.pop()
        {
            self.above[widest.0 as usize] = false;
            width -= self.extents[widest.0 as usize].width - self.widths[widest.0 as usize];
        }
        let rows = self.fill(document, notation, id, items);
        let label = racefree_systems::rule(node.rule).name.len() * 3 / 4 + 2;
        let widest = rows.iter().map(|row| row.0.width).max().unwrap_or(0).max(own);
        let height = rows.iter().map(|row| row.0.height).sum::<usize>() + 1;
        let height = if rows.len() > ROWS { HIGH } else { height };
        self.extents[id.0 as usize] = Size { width: widest + label, height };
    }

    /// Returns true if there are too many rows of premises for a page.
    pub(super) fn is_list(rows: &[Vec<Item>]) -> bool {
        rows.len() > ROWS
    }

    /// Premises in rows of no more than the page's width.
    fn fill(
        &self,
        document: &Document<'_>,
        notation: &mut dyn JudgmentWriter,
        id: NodeId,
        items: Vec<Item>,
    ) -> Vec<(Size, Vec<Item>)> {
        let mut rows: Vec<(Size, Vec<Item>)> = Vec::new();
        for item in items {
            let extent = match item.shown {
                PremiseView::Judgment(above) if self.stands_above(above) => self.extents[above.0 as usize],
                PremiseView::Judgment(above) | PremiseView::Again(above) => {
                    let height = if document.outline.is_leaf(above) { 1 } else { 2 };
                    Size { width: self.widths[above.0 as usize], height }
                }
                _ => Size { width: notation.premise(id, item.premise, item.nth).width() + 4, height: 1 },
            };
            match rows.last_mut() {
                Some((row, items)) if row.width + GAP + extent.width <= WIDE => {
                    row.width += GAP + extent.width;
                    row.height = row.height.max(extent.height);
                    items.push(item);
                }
                _ => rows.push((extent, vec![item])),
            }
        }
        rows
    }

    /// The premises of a judgment that are shown, in rows.
    pub(super) fn rows(&self, document: &Document<'_>, id: NodeId) -> Vec<Vec<Item>> {
        let mut notation = document.derived.writer(Default::default());
        self.fill(document, &mut *notation, id, items(document, id)).into_iter().map(|row| row.1).collect()
    }
}

/// The premises of a judgment that a reader wants to see.
fn items(document: &Document<'_>, id: NodeId) -> Vec<Item> {
    let outline = &document.outline;
    let mut items = outline.items(id);
    items.retain(|item| match item.shown {
        PremiseView::Judgment(above) | PremiseView::Again(above) => !outline.is_trivial(above),
        PremiseView::Holds => false,
        PremiseView::Assumed | PremiseView::Fails => true,
    });
    items
}
