//! The text of a declaration, read.

use crate::statement::Sort;
use std::ops::Range;

/// The symbols of a calculus.
#[derive(Clone, Copy, Debug)]
pub struct Symbols {
    /// Metavariables, without index.
    pub metavariables: &'static [&'static str],
    /// Names that are no metavariables where a bracket follows: `E` in `E(x)`.
    pub functions: &'static [&'static str],
    /// Substitutions by name, as those that they abbreviate: `θ` as `[e/this, eⱼ/yⱼ]`.
    pub substitutions: &'static [(&'static str, &'static str)],
    /// Texts between the last two places of a judgment, with the blanks around them: ` : `.
    pub relations: &'static [&'static str],
    /// Texts behind the last place of a judgment: ` shared`.
    pub predicates: &'static [&'static str],
    /// Judgments of no place at the right of ⊢: `wf`.
    pub whole: &'static [&'static str],
    /// Words of the language.
    pub words: &'static [(&'static str, Sort)],
}

/// Index of a metavariable, one of several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Index {
    /// There is one: `e`, `e'`, `e₁`.
    One,
    /// One of several: `eᵢ`.
    Each,
    /// All of them, as a list: `e₁…ₙ`.
    All,
}

/// A metavariable where it occurs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable {
    /// All that is written, `[e/this]l`.
    pub text: &'static str,
    /// The substitution in front of it; mostly none.
    pub substitution: &'static str,
    /// Its name, without the index of one of several.
    pub name: &'static str,
    /// Its index.
    pub index: Index,
    /// Part of its place; several variables are the parts of an element of a list.
    pub(super) slot: usize,
    /// True if it is all of its place.
    pub(super) alone: bool,
}

/// A piece of a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Always the same.
    Fixed(Sort, &'static str),
    /// A binding of the node.
    Variable(Variable),
}

/// A place of a judgment, for a term.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Content, as pieces.
    pub(super) pieces: Range<usize>,
    /// Number of parts that it distinguishes.
    pub(super) parts: usize,
}

/// A declared judgment or side condition, read.
#[derive(Clone, Debug)]
pub struct Template {
    /// As declared.
    pub text: &'static str,
    pub(super) pieces: Vec<Piece>,
    /// The places of the judgment that it begins with.
    pub(super) places: Vec<Place>,
    /// In `… for every x ∈ S`: x, and S as pieces.
    pub(super) every: Option<(&'static str, Range<usize>)>,
    /// In `… for some x ∈ S`: x, and the piece at which that begins.
    pub(super) some: Option<(&'static str, usize)>,
}

impl Template {
    /// Reads a declaration.
    pub fn new(text: &'static str, symbols: &Symbols) -> Template {
        let mut reader = TemplateReader {
            symbols,
            out: Template { text, pieces: Vec::new(), places: Vec::new(), every: None, some: None },
            slot: 0,
        };
        let rest = reader.judgment(text);
        reader.prose(rest);
        reader.out
    }

    /// The metavariables, each where it occurs.
    pub fn variables(&self) -> impl Iterator<Item = &Variable> {
        self.pieces.iter().filter_map(|piece| if let Piece::Variable(x) = piece { Some(x) } else { None })
    }

    /// The metavariable that is bound by the text itself: x of `for every x ∈ S`.
    pub fn quantified(&self) -> Option<&'static str> {
        self.every.as_ref().map(|every| every.0).or(self.some.map(|some| some.0))
    }

    /// Number of places of the judgment that it begins with; 0 for a side condition.
    pub fn places(&self) -> usize {
        self.places.len()
    }

    /// The metavariables of a place that stand for its parts.
    pub(super) fn in_place(&self, place: &Place) -> impl Iterator<Item = &Variable> {
        self.pieces[place.pieces.clone()].iter().filter_map(|piece| match piece {
            Piece::Variable(x) if !x.is_option() => Some(x),
            _ => None,
        })
    }
}

impl Variable {
    /// Returns true for a word that may be missing, `[final]`.
    pub fn is_option(&self) -> bool {
        self.slot == NO_SLOT
    }

    /// A word of the language as if it were a metavariable.
    pub(super) fn word(text: &'static str) -> Variable {
        Variable { text, substitution: "", name: text, index: Index::One, slot: NO_SLOT, alone: false }
    }
}

/// An option, `[final]`, is no part of its own.
const NO_SLOT: usize = usize::MAX;

struct TemplateReader<'s> {
    symbols: &'s Symbols,
    out: Template,
    slot: usize,
}

impl TemplateReader<'_> {
    /// The judgment that a text begins with; returns what is behind it.
    fn judgment(&mut self, text: &'static str) -> &'static str {
        let Some((context, body)) = text.split_once('⊢').filter(|_| text.starts_with(['P', '⊢'])) else {
            return text;
        };
        let turnstile = if body.starts_with("final ") { "⊢final " } else { "⊢ " };
        let body = &body[turnstile.len() - '⊢'.len_utf8()..];
        let end = [", ", "  ", " for every ", " for some ", " (D"].iter().filter_map(|end| body.find(end)).min();
        let (body, rest) = body.split_at(end.unwrap_or(body.len()));
        for (i, item) in context.trim_end().split("; ").enumerate() {
            if i > 0 {
                self.fixed("; ");
            }
            if matches!(item, "" | "P") { self.fixed(item) } else { self.place(item) }
        }
        self.fixed(&text[context.trim_end().len()..context.len() + turnstile.len()]);
        let split = self.symbols.relations.iter().filter_map(|relation| Some((body.rfind(relation)?, relation.len())));
        match split.max() {
            _ if self.symbols.whole.contains(&body) => self.fixed(body),
            Some((i, n)) => {
                if &body[..i] == "P" {
                    self.fixed("P")
                } else {
                    self.place(&body[..i])
                }
                self.fixed(&body[i..i + n]);
                self.place(&body[i + n..]);
            }
            None => {
                let behind = self.symbols.predicates.iter().find(|predicate| body.ends_with(**predicate));
                let (term, behind) = body.split_at(body.len() - behind.map_or(0, |predicate| predicate.len()));
                self.place(term);
                self.fixed(behind);
            }
        }
        rest
    }

    fn place(&mut self, text: &'static str) {
        let start = self.out.pieces.len();
        self.slot = 0;
        self.read(text);
        if let [Piece::Variable(x)] = &mut self.out.pieces[start..] {
            x.alone = true;
        }
        self.out.places.push(Place { pieces: start..self.out.pieces.len(), parts: self.slot });
    }

    /// Text that is no judgment, or behind one. A remark on a decision, `(D4)`, is for a reader of the rule alone.
    fn prose(&mut self, text: &'static str) {
        let text = match text.rfind(" (D").filter(|_| text.ends_with(')')) {
            Some(remark) => &text[..remark],
            None => text,
        };
        let quantified = |word: &str| {
            let (before, behind) = text.split_once(word)?;
            let (x, set) = behind.split_once(" ∈ ")?;
            (!x.contains(' ')).then_some((before, x, set))
        };
        let at = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
        if let Some((before, x, set)) = quantified(" for some ") {
            self.read(before);
            self.out.some = Some((x, self.out.pieces.len()));
            self.read(&text[before.len()..at(set) + set.len()]);
        } else if let Some((_, x, set)) = quantified("for every ") {
            let set = set.split([':', ',']).next().unwrap_or(set);
            self.read(&text[..at(set)]);
            let start = self.out.pieces.len();
            self.read(set);
            self.out.every = Some((x, start..self.out.pieces.len()));
            self.read(&text[at(set) + set.len()..]);
        } else {
            self.read(text);
        }
    }

    fn fixed(&mut self, text: &'static str) {
        if !text.is_empty() {
            self.out.pieces.push(Piece::Fixed(Sort::Meta, text));
        }
    }

    /// Words, metavariables, and what is between.
    fn read(&mut self, text: &'static str) {
        let (mut rest, mut done) = (text, text);
        let mut article = false;
        while let Some(c) = rest.chars().next() {
            let n = match self.variable(rest, article) {
                Some(x) => {
                    self.fixed(&done[..done.len() - rest.len()]);
                    done = &rest[x.text.len()..];
                    self.out.pieces.push(Piece::Variable(x));
                    article = false;
                    x.text.len()
                }
                None if is_word(c) => {
                    let n = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                    article = matches!(&rest[..n], "a" | "an" | "the");
                    if let Some(&(_, sort)) = self.symbols.words.iter().find(|word| word.0 == &rest[..n]) {
                        self.fixed(&done[..done.len() - rest.len()]);
                        self.out.pieces.push(Piece::Fixed(sort, &rest[..n]));
                        done = &rest[n..];
                    }
                    n
                }
                None if c == 'ʲ' => {
                    self.group();
                    rest.find([')', ' ']).unwrap_or(rest.len())
                }
                None => {
                    // An ellipsis counts as a part, unless it is the rest of a list.
                    self.slot += usize::from(c == '…');
                    c.len_utf8()
                }
            };
            rest = &rest[n..];
        }
        self.fixed(done);
    }

    /// The metavariables of an index, `sⱼ yⱼ` in front of `ʲ∈¹…ⁿ`, stand for the parts of an element of one list.
    fn group(&mut self) {
        let of_list = self.out.pieces.iter_mut().rev().map_while(|piece| match piece {
            Piece::Variable(x) if x.index == Index::Each => Some(Some(x)),
            Piece::Fixed(_, " ") => Some(None),
            _ => None,
        });
        let mut of_list: Vec<&mut Variable> = of_list.flatten().collect();
        let slot = of_list.iter().map(|x| x.slot).min().unwrap_or(self.slot);
        of_list.iter_mut().for_each(|x| x.slot = slot);
        self.slot = slot + 1;
    }

    /// The metavariable that a text begins with, its substitution in front of it.
    fn variable(&mut self, text: &'static str, article: bool) -> Option<Variable> {
        if let Some(option) = option(text) {
            return (!option.contains(' ')).then_some(Variable::word(option));
        }
        let substitution = self.substitution(text);
        let behind = &text[substitution.len()..];
        let word = &behind[..behind.find(|c| !is_word(c)).unwrap_or(behind.len())];
        let is_function = self.symbols.functions.contains(&word) && behind[word.len()..].starts_with('(');
        if !self.symbols.metavariables.contains(&word) || is_function || article && word.len() > 1 {
            return None;
        }
        let primes = behind[word.len()..].find(|c| c != '\'').map_or(behind.len(), |n| word.len() + n);
        let digits = subscript(&behind[primes..], |c| ('₀'..='₉').contains(&c));
        let last = subscript(&behind[primes + digits..], |c| matches!(c, '…' | 'ᵢ' | 'ⱼ' | 'ₖ' | 'ₙ'));
        let (index, name) = match (digits, last) {
            (_, 0) => (Index::One, &behind[..primes + digits]),
            (0, _) => (Index::Each, &behind[..primes]),
            (_, _) => (Index::All, &behind[..primes]),
        };
        let text = &text[..substitution.len() + primes + digits + last];
        self.slot += 1;
        Some(Variable { text, substitution, name, index, slot: self.slot - 1, alone: false })
    }

    /// `[e/this]` or `θ` at the beginning.
    fn substitution(&self, text: &'static str) -> &'static str {
        let named = self.symbols.substitutions.iter().map(|named| named.0).find(|name| text.starts_with(name));
        let written = || {
            let end = text.strip_prefix('[')?.find(']')? + 2;
            text[..end].contains('/').then_some(&text[..end])
        };
        named.map(|name| &text[..name.len()]).or_else(written).unwrap_or("")
    }
}

/// `[final]`
fn option(text: &'static str) -> Option<&'static str> {
    let end = text.strip_prefix('[')?.find(']')? + 2;
    (!text[..end].contains('/')).then_some(&text[..end])
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || c == '-'
}

fn subscript(text: &str, is: fn(char) -> bool) -> usize {
    text.find(|c| !is(c)).unwrap_or(text.len())
}
