//! A small system: sums of numbers and calls, with environments that bind variables.

use super::{Index, Piece, Slot, Symbols, Syntax, Template, Templates, Variable};
use crate::derivation::{Child, Derivation, Evidence, NodeId};
use crate::statement::{Sort, Statement};

mod sums {
    crate::rules! {
        system 0;

        number: "NUMBER", "1", "E ⊢ n : int", "" {}
        call: "CALL", "1", "P; E ⊢ f(e₁…ₙ) : [e/x]t", "" {
            BODY "body" Computes "P; E ⊢ e : t", "";
            ARG "arg" Checks "P; E ⊢ eᵢ : sᵢ", "";
            ARITY "arity" Checks "n arguments: |e₁…ₙ|", "";
            RESULT "result" Checks "P; E ⊢ [e/x]t (D5)", "";
            SOME "some" Checks "e = e' for some e' ∈ E", "";
            EVERY "every" Checks "for every x ∈ FV(e):  P ⊢ E(x) shared", "";
            WORD "word" Checks "the type is known", "";
        }
    }
}

const SYMBOLS: Symbols = Symbols {
    metavariables: &["E", "e", "f", "n", "s", "t", "type", "x"],
    functions: &["E"],
    substitutions: &[],
    relations: &[" : ", " <: "],
    predicates: &[" shared"],
    whole: &["wf"],
    words: &[("int", Sort::Keyword)],
};

fn shape(text: &'static str) -> Vec<String> {
    let template = Template::new(text, &SYMBOLS);
    let piece = |piece: &Piece| match piece {
        Piece::Fixed(_, text) => format!("'{text}'"),
        Piece::Variable(x) => x.text.to_owned(),
    };
    let place =
        |place: &super::parse::Place| template.pieces[place.pieces.clone()].iter().map(piece).collect::<String>();
    match template.places() {
        0 => template.pieces.iter().map(piece).collect(),
        _ => template.places.iter().map(place).collect(),
    }
}

#[test]
fn a_judgment_has_places() {
    assert_eq!(shape("P; E ⊢ f(e₁…ₙ) : [e/x]t"), ["E", "f'('e₁…ₙ')'", "[e/x]t"]);
    assert_eq!(shape("P; E, t x ⊢ wf"), ["E', 't' 'x"]);
    assert_eq!(shape("⊢ P : t"), ["t"]);
    assert_eq!(shape("P ⊢ int shared"), ["'int'"]);
    assert_eq!(shape("P; E ⊢final e : t, t not int"), ["E", "e", "t"]);
}

#[test]
fn a_side_condition_has_metavariables_and_words() {
    assert_eq!(shape("x ∉ Dom(E)"), ["x", "' ∉ Dom('", "E", "')'"]);
    assert_eq!(shape("the type is a type"), ["'the type is a type'"]);
    assert_eq!(shape("type is [final] (D4)"), ["type", "' is '", "[final]"]);
    let template = Template::new("P; E ⊢ f(sⱼ xⱼ ʲ∈¹…ⁿ) : t", &SYMBOLS);
    let slots: Vec<(usize, Index)> = template.in_place(&template.places[1]).map(|x| (x.slot, x.index)).collect();
    assert_eq!(slots, [(0, Index::One), (1, Index::Each), (1, Index::Each)], "what has an index is one list");
}

/// Terms: numbers, variables, calls.
#[derive(Clone, Debug)]
enum Term {
    Name(&'static str),
    Call(&'static str, Vec<Term>),
    With(Box<Term>, String),
}

struct Sums(Derivation<[Term; 2]>);

impl Syntax for Sums {
    type Judgment = [Term; 2];
    type Part = Term;

    fn derivation(&self) -> &Derivation<[Term; 2]> {
        &self.0
    }

    fn places(&self, id: NodeId) -> Vec<Slot<Term>> {
        let [e, t] = self.0.node(id).judgment.clone();
        vec![Slot::Many(Vec::new()), Slot::One(e), Slot::One(t)]
    }

    fn parts(&self, part: &Term) -> Vec<Slot<Term>> {
        match part {
            Term::Call(f, args) => vec![Slot::One(Term::Name(f)), Slot::list(args.clone())],
            _ => Vec::new(),
        }
    }

    fn given(&self, _: NodeId, variable: &Variable) -> Slot<Term> {
        Some(Term::Name("y")).filter(|_| variable.text == "x").into()
    }

    fn put(&self, part: &Term, old: &Term, new: &Term) -> Option<Term> {
        Some(Term::With(Box::new(part.clone()), format!("{new:?} for {old:?}")))
    }

    fn write(&mut self, out: &mut Statement, part: &Term) {
        match part {
            Term::Name(name) => out.plain(name),
            Term::Call(f, args) => out.plain(&format!("{f}/{}", args.len())),
            Term::With(part, what) => {
                self.write(out, part);
                out.plain(&format!(" with {what}"));
            }
        }
    }
}

/// f(1, g) with the evidence for its premises.
fn said(evidence: Evidence) -> (String, Vec<String>) {
    let mut derivation = Derivation::default();
    let mut children = Vec::new();
    for (premise, term) in [(sums::call::BODY, "b"), (sums::call::ARG, "1")] {
        let id = derivation.add(sums::number::RULE, [Term::Name(term), Term::Name("int")], &[]);
        children.push(Child { premise, evidence: Evidence::Node(id) });
    }
    let sides = [sums::call::ARITY, sums::call::SOME, sums::call::EVERY, sums::call::WORD];
    children.extend(sides.map(|premise| Child { premise, evidence }));
    let call = Term::Call("f", vec![Term::Name("1"), Term::Name("g")]);
    let id = derivation.add(sums::call::RULE, [call, Term::Name("u")], &children);
    let mut sums = Sums(derivation);
    let templates = Templates::new(sums::BOOK, SYMBOLS);
    let bindings = templates.bindings(&sums, id);
    let conclusion = templates.concluded(&mut sums, id).text().to_owned();
    let all = [
        (sums::call::ARG, 1),
        (sums::call::ARITY, 0),
        (sums::call::RESULT, 0),
        (sums::call::SOME, 0),
        (sums::call::EVERY, 0),
        (sums::call::WORD, 0),
    ];
    let said = all.map(|(premise, nth)| templates.stated(&mut sums, &bindings, premise, nth).text().to_owned());
    (conclusion, said.to_vec())
}

#[test]
fn templates_are_instantiated_by_matching() {
    let (conclusion, said_of) = said(Evidence::Fails);
    assert_eq!(conclusion, "P; ∅ ⊢ f/2 : u");
    let expected = [
        "P; ∅ ⊢ g : sᵢ",
        "n arguments: 2",
        "P; ∅ ⊢ u",
        "b = e' for some e' ∈ ∅",
        "for every x ∈ FV(b):  P ⊢ E(x) shared",
        "the type is known",
    ];
    assert_eq!(said_of, expected);
    assert_eq!(said(Evidence::Holds).1[4], "FV(b) = ∅", "about every element, and there is none");
}
