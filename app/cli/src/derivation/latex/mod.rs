//! A derivation as a LaTeX document that stands by itself: inference rules by `mathpartir`, on landscape pages.
//!
//! A part too wide or too high for a page becomes a derivation of its own, 𝒟₁, 𝒟₂…, shown further down (`layout`).
//! Premises that need no derivation are left out, which the document says.

pub mod escape;
mod layout;

use super::Document;
use escape::{escaped, statement};
use layout::Layout;
use racefree_answers::derivation::outline::PremiseView;
use racefree_kernel::JudgmentWriter;
use racefree_kernel::NodeId;
use racefree_kernel::statement::{Limits, Sort, Statement};
use std::collections::{HashMap, VecDeque};

const PREAMBLE: &str = include_str!("preamble.tex");

/// The derivation as a document for `pdflatex`.
pub(super) fn render(document: &Document<'_>) -> String {
    let limits = Limits { expression: 44, environment: 16, locks: 32 };
    let mut notation = document.derived.writer(limits);
    let layout = Layout::new(document, &mut *notation);
    // The environments are named again, in the order in which the document has them.
    let notation = document.derived.writer(limits);
    let mut writer = LatexWriter {
        document,
        notation,
        layout,
        names: HashMap::new(),
        waiting: VecDeque::new(),
        substitutions: Vec::new(),
        out: String::new(),
    };
    writer.document();
    writer.out
}

struct LatexWriter<'d, 'c> {
    document: &'d Document<'c>,
    notation: Box<dyn JudgmentWriter + 'c>,
    layout: Layout,
    /// The numbers of the judgments that have derivations of their own.
    names: HashMap<NodeId, usize>,
    /// Substitutions into declarations, in the current derivation.
    substitutions: Vec<Statement>,
    /// Judgments with derivations still to be written.
    waiting: VecDeque<NodeId>,
    out: String,
}

impl LatexWriter<'_, '_> {
    fn document(&mut self) {
        let file = escaped(self.document.options.file);
        self.out.push_str("% Made by `racefree check --derivation latex`; compile it with pdflatex.\n");
        for remark in self.document.remarks() {
            self.out.push_str(&format!("% {remark}\n"));
        }
        self.out.push_str(PREAMBLE);
        self.out.push_str(&format!("\\begin{{document}}\n\\heading{{{file}}}\n\n"));
        for remark in self.document.remarks() {
            self.out.push_str(&format!("\\remark{{{}}}\n", escaped(&remark)));
        }
        self.out.push_str(
            "\\remark{Premises that need no derivation, side conditions that hold among them, are left out.}\n",
        );
        let (failures, more) = self.document.failures();
        for failure in failures {
            self.out.push_str(&format!("\\failure{{{}.}}\n", escaped(&failure.sentence)));
        }
        if more > 0 {
            self.out.push_str(&format!("\\failure{{So do {more} more premises.}}\n"));
        }
        self.derivation(self.document.outline.root, None);
        while let Some(id) = self.waiting.pop_front() {
            let number = self.names.get(&id).copied();
            self.derivation(id, number);
        }
        self.out.push_str("\\end{document}\n");
    }

    /// A derivation of its own, with the environments that it is the first to name.
    fn derivation(&mut self, id: NodeId, number: Option<usize>) {
        let place = self.document.position(id).0;
        if let Some(number) = number {
            self.out.push_str(&format!("\n\\derivation{{{number}}}{{{place}}}"));
        }
        let rows = self.layout.rows(self.document, id);
        if Layout::is_list(&rows) {
            self.list(id, rows);
        } else {
            self.out.push_str("\n\\tree{%\n");
            self.judgment(id, 1);
            self.out.push_str("}\n");
        }
        for (name, definition) in self.notation.new_environments() {
            let name = statement(&Statement::of(Sort::Meta, &name));
            self.out.push_str(&format!("\\where{{{name}}}{{{}}}\n", statement(&definition)));
        }
        for said in std::mem::take(&mut self.substitutions) {
            self.out.push_str(&format!("\\puts{{{}}}\n", statement(&said)));
        }
    }

    /// A judgment with very many premises: below it, line by line.
    fn list(&mut self, id: NodeId, rows: Vec<Vec<racefree_answers::derivation::outline::Item>>) {
        let node = self.document.shape().step(id);
        let rule = escaped(racefree_systems::rule(node.rule).name);
        let conclusion = statement(&self.notation.conclusion(id));
        self.out.push_str(&format!("\n\\longtree{{{rule}}}{{{conclusion}}}\n"));
        let hidden = self.document.outline.hidden(id);
        if hidden > 0 {
            self.out.push_str(&format!("\\item{{\\hidden{{{hidden}}}}}\n"));
        }
        for item in rows.into_iter().flatten() {
            self.out.push_str("\\item{%\n");
            self.premise(id, item, 1);
            self.out.push_str("}\n");
        }
    }

    /// A judgment with the premises that stand right above it. The layout bounds how many levels that is.
    fn judgment(&mut self, id: NodeId, indent: usize) {
        let node = self.document.shape().step(id);
        let rule = escaped(racefree_systems::rule(node.rule).name);
        let conclusion = statement(&self.notation.conclusion(id));
        self.substitutions.extend(self.notation.substitution(id));
        let macro_name = if node.holds { "by" } else { "broken" };
        let pad = "  ".repeat(indent);
        self.out.push_str(&format!("{pad}\\{macro_name}{{{rule}}}{{%\n"));
        let hidden = self.document.outline.hidden(id);
        if hidden > 0 {
            self.out.push_str(&format!("{pad}  \\hidden{{{hidden}}}%\n"));
        }
        let rows = self.layout.rows(self.document, id);
        if rows.is_empty() && hidden == 0 {
            self.out.push_str(&format!("{pad}  \\none%\n"));
        }
        for (r, row) in rows.into_iter().enumerate() {
            for (i, item) in row.into_iter().enumerate() {
                if r + i > 0 {
                    self.out.push_str(if i == 0 { "\\\\\\\\\n" } else { "\\\\\n" });
                }
                self.premise(id, item, indent + 1);
            }
        }
        self.out.push_str(&format!("{pad}}}{{{conclusion}}}%\n"));
    }

    fn premise(&mut self, below: NodeId, item: racefree_answers::derivation::outline::Item, indent: usize) {
        let pad = "  ".repeat(indent);
        match item.shown {
            PremiseView::Judgment(above) if self.layout.stands_above(above) => self.judgment(above, indent),
            PremiseView::Judgment(above) | PremiseView::Again(above) => {
                let text = statement(&self.notation.conclusion(above));
                if self.document.outline.is_leaf(above) || !self.document.outline.is_visible(above) {
                    self.out.push_str(&format!("{pad}{text}%\n"));
                } else {
                    let number = self.number(above);
                    let name = if self.document.shape().step(above).holds { "see" } else { "seebroken" };
                    self.out.push_str(&format!("{pad}\\{name}{{{number}}}{{{text}}}%\n"));
                }
            }
            PremiseView::Assumed | PremiseView::Fails => {
                let text = statement(&self.notation.premise(below, item.premise, item.nth));
                let name = if item.shown == PremiseView::Fails { "fails" } else { "assumed" };
                self.out.push_str(&format!("{pad}\\{name}{{{text}}}%\n"));
            }
            PremiseView::Holds => {}
        }
    }

    fn number(&mut self, id: NodeId) -> usize {
        let next = self.names.len() + 1;
        let waiting = &mut self.waiting;
        *self.names.entry(id).or_insert_with(|| {
            waiting.push_back(id);
            next
        })
    }
}
