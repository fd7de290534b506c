//! Every declaration is read as what it is.

use racefree_kernel::PremiseId;
use racefree_kernel::template::{Index, Template};
use racefree_typeck::rules::{BOOK, premise_name};
use racefree_typeck::statement::{SYMBOLS, TEMPLATES};

/// The declared text of every conclusion and premise.
fn declared() -> impl Iterator<Item = (String, &'static Template)> {
    let conclusions = BOOK.rules().map(|(id, rule)| (rule.name.to_owned(), TEMPLATES.conclusion(id)));
    let premise = |id: PremiseId| &TEMPLATES.premises(id.rule())[id.index()];
    conclusions.chain(BOOK.premises().map(move |(id, _)| (premise_name(id), premise(id))))
}

#[test]
fn every_conclusion_is_a_judgment() {
    for (id, rule) in BOOK.rules() {
        let places = TEMPLATES.conclusion(id).places();
        assert!((1..=4).contains(&places), "[{}]: {} places in {}", rule.name, places, rule.conclusion);
    }
}

#[test]
fn what_is_declared_as_a_judgment_is_read_as_one() {
    for (name, template) in declared() {
        let is_judgment = template.text.starts_with("P;") || template.text.starts_with("P ⊢");
        assert_eq!(template.places() > 0, is_judgment || template.text.starts_with('⊢'), "{name}: {}", template.text);
    }
}

#[test]
fn every_metavariable_is_known() {
    for (name, template) in declared() {
        for x in template.variables().filter(|x| !x.is_option()) {
            let letters = x.name.trim_end_matches(|c: char| !c.is_ascii_alphabetic());
            assert!(SYMBOLS.metavariables.contains(&letters), "{name}: {x:?}");
            assert_eq!(x.index == Index::All, x.text.contains('…'), "{name}: {x:?}");
        }
        // A symbol with an index, a prime or a substitution is one.
        let known: usize = template.variables().map(|x| x.text.matches(['\'', 'ᵢ', 'ⱼ']).count()).sum();
        let remark = template.text.matches(['\'', 'ᵢ', 'ⱼ']).count();
        assert_eq!(known, remark, "{name}: {}", template.text);
    }
}

#[test]
fn no_word_is_taken_for_a_metavariable() {
    let all = |premise| {
        let template = TEMPLATES.premise(BOOK.find_premise(premise).unwrap());
        template.variables().map(|x| x.text).collect::<Vec<_>>()
    };
    assert_eq!(all("EXP REF/field-known"), ["c", "fd"]);
    assert_eq!(all("EXP INVOKE/method-known"), ["c", "mn"]);
    assert_eq!(all("FIELD/init-this"), [""; 0]);
    assert_eq!(all("CLASS3/ghost-type"), ["tᵢ", "tᵢ", "xᵢ"]);
    assert_eq!(all("EXP FORK2/fv-shared"), ["x", "e", "x"], "E(x) is no E");
    assert_eq!(all("EXP REF/guard-held"), ["E", "[e/this]l", "ls"]);
}
