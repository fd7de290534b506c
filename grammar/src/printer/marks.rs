//! What the layout has to know of the comments, by the numbers of the output's tokens: where they force something to
//! take several lines, and how much room the annotation comments take.

use super::align::Origins;
use super::source::{Kind, Source};
use rustc_hash::FxHashMap;

/// See the module.
pub(super) struct Marks {
    /// How many of the gaps before the tokens up to this one have a comment that ends a line.
    forced: Vec<u32>,
    /// Loose brackets that begin or end with such a comment, by the first and last token in them: curly, round.
    edges: FxHashMap<(u32, u32), [bool; 2]>,
    /// How many characters the annotation comments that open before the tokens up to this one take.
    extra: Vec<u32>,
    /// The annotation comment that each token is in, 0 for none.
    pub(super) annotation: Vec<u32>,
}

/// `/*# ` and ` */`.
const AROUND: u32 = 7;

impl Marks {
    pub(super) fn new(source: &Source<'_>, origins: &Origins) -> Marks {
        let n = origins.source.len();
        let mut gaps = vec![0u32; n + 1];
        let mut annotation = vec![0u32; n];
        // How many comments end a line, up to each thing.
        let mut endings: Vec<u32> = Vec::with_capacity(source.things.len() + 1);
        let mut count = 0;
        let mut token = 0;
        for (i, thing) in source.things.iter().enumerate() {
            endings.push(count);
            match thing.kind {
                Kind::Fixed(j) => {
                    let i = origins.output[j as usize] as usize;
                    if origins.source.get(i) == Some(&j) {
                        annotation[i] = thing.annotation;
                    }
                    token = j as usize + 1;
                }
                _ if source.ends_line(i) => {
                    count += 1;
                    gaps[origins.gap[token] as usize] = 1;
                }
                _ => {}
            }
        }
        endings.push(count);
        let mut marks = Marks { forced: gaps, edges: FxHashMap::default(), extra: vec![0; n + 1], annotation };
        let between = |from: u32, to: u32| endings[to as usize] > endings[from as usize];
        for pair in source.pairs.iter().filter(|p| p.first <= p.last) {
            let (first, last) = (source.fixed[pair.first as usize], source.fixed[pair.last as usize]);
            if between(pair.open, first) || between(last, pair.close) {
                let key = (origins.output[pair.first as usize], origins.output[pair.last as usize]);
                marks.edges.entry(key).or_default()[usize::from(!pair.curly)] = true;
            }
        }
        marks.fill_in(origins);
        for i in 1..=n {
            marks.forced[i] += marks.forced[i - 1];
        }
        for i in 0..n {
            let before = if i == 0 { 0 } else { marks.annotation[i - 1] };
            let opens = marks.annotation[i] != 0 && marks.annotation[i] != before;
            marks.extra[i + 1] = marks.extra[i] + if opens { AROUND } else { 0 };
        }
        marks
    }

    /// What was added between two tokens of one annotation comment is in it too.
    fn fill_in(&mut self, origins: &Origins) {
        let mut last = 0;
        let mut start = 0;
        for i in 0..self.annotation.len() {
            if origins.source[i] == super::align::NONE {
                continue;
            }
            if self.annotation[i] == last {
                self.annotation[start..i].fill(last);
            }
            (last, start) = (self.annotation[i], i + 1);
        }
    }

    /// Whether a comment ends a line somewhere between two tokens.
    pub(super) fn forced(&self, first: u32, last: u32) -> bool {
        last > first && self.forced[last as usize] > self.forced[first as usize]
    }

    /// Whether the source has brackets around these tokens that begin or end with a comment which ends a line: curly
    /// ones, or round ones.
    pub(super) fn edges(&self, first: u32, last: u32) -> [bool; 2] {
        self.edges.get(&(first, last)).copied().unwrap_or_default()
    }

    /// The room that annotation comments take which open among these tokens.
    pub(super) fn extra(&self, first: u32, end: u32) -> u32 {
        self.extra[end as usize] - self.extra[first as usize]
    }
}
