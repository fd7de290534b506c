//! Templates at a node of a derivation.

use super::Templates;
use super::parse::{Index, Piece, Place, Template, Variable};
use crate::derivation::{Derivation, Evidence, NodeId};
use crate::rule::PremiseId;
use crate::statement::{Limits, Sort, Statement};

/// Content of a place, or of a metavariable.
#[derive(Clone, Debug)]
pub enum Slot<P> {
    /// Nothing: it is unknown, or left out.
    Nothing,
    /// A term.
    One(P),
    /// A list of terms, of which some may be unknown. The empty one is ∅ where it is alone.
    Many(Vec<Option<P>>),
}

impl<P> Slot<P> {
    /// A list of known terms.
    pub fn list(of: impl IntoIterator<Item = P>) -> Slot<P> {
        Slot::Many(of.into_iter().map(Some).collect())
    }

    fn is_nothing(&self) -> bool {
        matches!(self, Slot::Nothing)
    }
}

impl<P> From<Option<P>> for Slot<P> {
    fn from(part: Option<P>) -> Slot<P> {
        part.map_or(Slot::Nothing, Slot::One)
    }
}

/// Constituents of the judgments and terms of a system.
pub trait Syntax {
    /// The judgments.
    type Judgment;
    /// The terms that judgments are about, their parts among them.
    type Part: Clone;

    /// The derivation whose nodes are written.
    fn derivation(&self) -> &Derivation<Self::Judgment>;

    /// Contents of the places of the judgment that a node concludes, in the order of the calculus; P has no place.
    fn places(&self, id: NodeId) -> Vec<Slot<Self::Part>>;

    /// Constituents of a term, in the order in which its form is written: `e`, `fd`, `e'` of `e.fd = e'`.
    fn parts(&self, part: &Self::Part) -> Vec<Slot<Self::Part>>;

    /// Bindings of a node besides those that its conclusion and its premises' evidence show.
    fn given(&self, _id: NodeId, _variable: &Variable) -> Slot<Self::Part> {
        Slot::Nothing
    }

    /// A term with `new` for `old`, if the system can put it in.
    fn put(&self, _part: &Self::Part, _old: &Self::Part, _new: &Self::Part) -> Option<Self::Part> {
        None
    }

    /// Writes a term.
    fn write(&mut self, out: &mut Statement, part: &Self::Part);

    /// From now on, things may be so long.
    fn set_limits(&mut self, _: Limits) {}
}

/// Content of a metavariable.
#[derive(Clone, Debug)]
struct BoundName<P> {
    name: &'static str,
    /// True for the list of all that go by this name: `e₁…ₙ` and not `e`.
    list: bool,
    /// True if the list is the one that the evidence for a premise has shown so far.
    grows: bool,
    slot: Slot<P>,
}

/// Bindings of a node.
#[derive(Clone, Debug)]
pub struct Bindings<P> {
    /// The node.
    pub node: NodeId,
    bound: Vec<BoundName<P>>,
}

impl<P: Clone> Bindings<P> {
    fn find(&self, name: &str, list: bool) -> Slot<P> {
        let found = self.bound.iter().find(|bound| bound.list == list && bound.name == name);
        found.map_or(Slot::Nothing, |bound| bound.slot.clone())
    }

    /// Matches a template with the judgment of a node; `nth` says which of several stands for an index.
    fn judgment<S: Syntax<Part = P>>(&mut self, syntax: &S, template: &Template, id: NodeId, nth: usize) {
        let slots = syntax.places(id);
        if slots.len() != template.places.len() {
            return;
        }
        let places = || template.places.iter().zip(&slots);
        for (place, slot) in places() {
            if let [Piece::Variable(x)] = template.pieces[place.pieces.clone()] {
                self.bind(&x, slot.clone(), nth);
            }
        }
        for (place, slot) in places().filter(|(place, _)| place.pieces.len() > 1) {
            if let Slot::One(part) = slot {
                self.parts(syntax, template, place, part, nth);
            }
        }
    }

    fn parts<S: Syntax<Part = P>>(&mut self, syntax: &S, template: &Template, place: &Place, part: &P, nth: usize) {
        if place.parts == 0 {
            return;
        }
        let mut parts = syntax.parts(part);
        if parts.len() != place.parts {
            parts.retain(|slot| !slot.is_nothing());
        }
        if parts.len() != place.parts {
            return;
        }
        let (mut before, mut element) = (usize::MAX, 0);
        for x in template.in_place(place) {
            element = if x.slot == before { element + 1 } else { 0 };
            before = x.slot;
            let of_list = template.in_place(place).filter(|other| other.slot == x.slot).count() > 1;
            let slot = match &parts[x.slot] {
                Slot::Many(list) if of_list => {
                    Slot::Many(list.iter().map(|part| nth_part(syntax, part, element)).collect())
                }
                slot => slot.clone(),
            };
            self.bind(x, slot, nth);
        }
    }

    fn bind(&mut self, x: &Variable, slot: Slot<P>, nth: usize) {
        let list = x.index != Index::One;
        if list && !x.substitution.is_empty() {
            return;
        }
        let name = if list { x.name } else { x.text };
        let at = self.bound.iter().position(|bound| bound.list == list && bound.name == name);
        match (slot, at) {
            (Slot::Nothing, _) => {}
            (Slot::One(part), _) if list => {
                let at = at.unwrap_or_else(|| {
                    self.bound.push(BoundName { name, list, grows: true, slot: Slot::Many(Vec::new()) });
                    self.bound.len() - 1
                });
                let bound = &mut self.bound[at];
                if bound.grows
                    && let Slot::Many(list) = &mut bound.slot
                {
                    list.resize(list.len().max(nth + 1), None);
                    list[nth].get_or_insert(part);
                }
            }
            (slot, None) => self.bound.push(BoundName { name, list, grows: false, slot }),
            _ => {}
        }
    }
}

fn nth_part<S: Syntax>(syntax: &S, part: &Option<S::Part>, n: usize) -> Option<S::Part> {
    match syntax.parts(part.as_ref()?).into_iter().nth(n)? {
        Slot::One(part) => Some(part),
        _ => None,
    }
}

/// Place at which a metavariable is met.
#[derive(Clone, Copy)]
struct Met<'a> {
    template: &'a Template,
    /// Meaning of an index, one of several: in a judgment; a side condition is about all of them.
    nth: Option<usize>,
    /// True for a variant's side condition, which is demanded for each.
    own: bool,
}

impl Templates {
    /// Bindings of a node.
    pub fn bindings<S: Syntax>(&self, syntax: &S, node: NodeId) -> Bindings<S::Part> {
        let derivation = syntax.derivation();
        let mut bindings = Bindings { node, bound: Vec::new() };
        bindings.judgment(syntax, self.conclusion(derivation.step(node).rule), node, 0);
        let (mut last, mut nth) = (None, 0);
        for child in derivation.children(node) {
            nth = if last == Some(child.premise) { nth + 1 } else { 0 };
            last = Some(child.premise);
            let template = self.premise(child.premise);
            if let (Evidence::Node(above), None) = (child.evidence, &template.every) {
                bindings.judgment(syntax, &template, above, nth);
            }
        }
        bindings
    }

    /// The judgment that a node concludes.
    pub fn concluded<S: Syntax>(&self, syntax: &mut S, id: NodeId) -> Statement {
        let template = self.conclusion(syntax.derivation().step(id).rule);
        let slots = syntax.places(id);
        let mut out = Statement::default();
        if slots.len() != template.places.len() {
            out.meta(template.text);
            return out;
        }
        let mut at = 0;
        for (place, slot) in template.places.iter().zip(&slots) {
            fixed(&mut out, &template.pieces[at..place.pieces.start]);
            write(syntax, &mut out, slot);
            at = place.pieces.end;
        }
        fixed(&mut out, &template.pieces[at..]);
        out
    }

    /// Text of a premise, the `nth` of several, where no derivation states it.
    pub fn stated<S: Syntax>(
        &self,
        syntax: &mut S,
        bindings: &Bindings<S::Part>,
        premise: PremiseId,
        nth: usize,
    ) -> Statement {
        let template = &*self.premise(premise);
        if template.variables().next().is_none() {
            return Statement::of(Sort::Meta, template.text);
        }
        // Of a premise that is several judgments, it is not known to which the evidence belongs.
        let own = premise.is_own();
        let met = Met { template, own, nth: Some(nth).filter(|_| own || template.text.matches('⊢').count() == 1) };
        if let Some((_, set)) = &template.every
            && self.is_vacuous(syntax, bindings.node, premise, nth)
        {
            let mut out = self.written(syntax, bindings, met, set.clone());
            out.meta(" = ∅");
            return out;
        }
        // Existence need not be stated of a thing that is there.
        let end = template.some.filter(|&(x, _)| !syntax.given(bindings.node, &Variable::word(x)).is_nothing());
        self.written(syntax, bindings, met, 0..end.map_or(template.pieces.len(), |end| end.1))
    }

    /// Returns true if a premise about every element of a set holds because there are none.
    fn is_vacuous<S: Syntax>(&self, syntax: &S, id: NodeId, premise: PremiseId, nth: usize) -> bool {
        let derivation = syntax.derivation();
        let mut evidence = derivation.children(id).iter().filter(|child| child.premise == premise);
        evidence.nth(nth).is_some_and(|child| child.evidence == Evidence::Holds) && !derivation.is_abridged()
    }

    fn written<S: Syntax>(
        &self,
        syntax: &mut S,
        bindings: &Bindings<S::Part>,
        met: Met<'_>,
        pieces: std::ops::Range<usize>,
    ) -> Statement {
        let mut out = Statement::default();
        let judgment = met.template.places.last().map_or(0, |place| place.pieces.end);
        // Beginning of the next piece that is not to be written.
        let mut skip = "";
        for i in pieces {
            let x = match met.template.pieces[i] {
                Piece::Fixed(sort, text) => {
                    out.push(sort, text.strip_prefix(std::mem::take(&mut skip)).unwrap_or(text));
                    continue;
                }
                Piece::Variable(x) => x,
            };
            let next = match met.template.pieces.get(i + 1) {
                Some(Piece::Fixed(_, text)) => text,
                _ => "",
            };
            let nth = met.nth.filter(|_| i < judgment || met.own);
            match self.resolve(syntax, bindings, Met { nth, ..met }, &x) {
                Slot::Nothing => out.meta(x.text),
                Slot::Many(list) if next.starts_with('|') && out.take_back("|") => {
                    out.meta(&list.len().to_string());
                    skip = "|";
                }
                Slot::Many(list) if list.is_empty() && !x.alone => {
                    // An empty list takes along what would join or enclose it.
                    if x.is_option() {
                        skip = " ";
                    } else if next.starts_with('>') && out.take_back("<") {
                        skip = ">";
                    } else if next.starts_with(", ") {
                        skip = ", ";
                    } else if !out.take_back(", ") {
                        out.meta("∅");
                    }
                }
                slot => write(syntax, &mut out, &slot),
            }
        }
        out
    }

    fn resolve<S: Syntax>(
        &self,
        syntax: &S,
        bindings: &Bindings<S::Part>,
        met: Met<'_>,
        x: &Variable,
    ) -> Slot<S::Part> {
        if met.template.every.as_ref().is_some_and(|every| every.0 == x.text) {
            return Slot::Nothing;
        }
        let whole = bindings.find(x.text, false);
        if !whole.is_nothing() {
            return whole;
        }
        if !x.substitution.is_empty() {
            let plain =
                Variable { text: x.text.strip_prefix(x.substitution).unwrap_or(x.text), substitution: "", ..*x };
            let slot = self.resolve(syntax, bindings, met, &plain);
            return self.substituted(syntax, bindings, met, slot, x.substitution).unwrap_or(Slot::Nothing);
        }
        let mut slot = bindings.find(x.name, x.index != Index::One);
        if slot.is_nothing() {
            slot = syntax.given(bindings.node, x);
        }
        match (x.index, slot) {
            (Index::Each, Slot::Many(list)) => match met.nth {
                Some(nth) => list.into_iter().nth(nth).flatten().into(),
                None => Slot::Nothing,
            },
            (_, slot) => slot,
        }
    }

    /// Substitution as terms, pair by pair: the new one and the variable.
    fn substituted<S: Syntax>(
        &self,
        syntax: &S,
        bindings: &Bindings<S::Part>,
        met: Met<'_>,
        slot: Slot<S::Part>,
        substitution: &'static str,
    ) -> Option<Slot<S::Part>> {
        let mut part = match slot {
            Slot::One(part) => part,
            Slot::Many(list) if list.is_empty() => return Some(Slot::Many(list)),
            _ => return None,
        };
        let named = self.symbols.substitutions.iter().find(|named| named.0 == substitution);
        let pairs = named.map_or(substitution, |named| named.1);
        for pair in pairs.trim_matches(['[', ']']).split(", ") {
            let (new, old) = pair.split_once('/')?;
            let side = |text| {
                let read = Template::new(text, &self.symbols);
                let x = read.variables().next().copied().unwrap_or(Variable::word(text));
                // All of them at once.
                let index = if x.index == Index::Each { Index::All } else { x.index };
                self.resolve(syntax, bindings, Met { nth: None, ..met }, &Variable { index, ..x })
            };
            match (side(new), side(old)) {
                (Slot::One(new), Slot::One(old)) => part = syntax.put(&part, &old, &new)?,
                (Slot::Many(new), Slot::Many(old)) => {
                    for (new, old) in new.iter().zip(&old) {
                        part = syntax.put(&part, old.as_ref()?, new.as_ref()?)?;
                    }
                }
                _ => return None,
            }
        }
        Some(Slot::One(part))
    }
}

fn fixed(out: &mut Statement, pieces: &[Piece]) {
    for piece in pieces {
        if let Piece::Fixed(sort, text) = piece {
            out.push(*sort, text);
        }
    }
}

/// Writes what is in a place.
fn write<S: Syntax>(syntax: &mut S, out: &mut Statement, slot: &Slot<S::Part>) {
    match slot {
        Slot::Nothing => out.push(Sort::Omitted, "?"),
        Slot::One(part) => syntax.write(out, part),
        Slot::Many(list) if list.is_empty() => out.meta("∅"),
        Slot::Many(list) => out.elements(list, |out, part| match part {
            Some(part) => syntax.write(out, part),
            None => out.push(Sort::Omitted, "?"),
        }),
    }
}
