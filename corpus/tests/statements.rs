//! What is printed of a judgment or premise is instantiated: a metavariable is shown only where the node binds none.

use racefree_corpus::plain_entries;
use racefree_java_rules::derive;
use racefree_java_rules::rules::{BOOK, premise_name};
use racefree_kernel::template::Template;
use racefree_kernel::{Evidence, JudgmentWriter, Sort, Statement};
use racefree_typeck::Options;
use racefree_typeck::statement::{Limits, Notation, SYMBOLS};
use std::collections::{BTreeMap, BTreeSet};

/// What premises leave open, by what stands for them: metavariables that are quantified, have an index that means each of
/// several, or stand for what is unknown or was not looked at, since the premise fails or is off.
const OPEN: &[(&str, &str)] = &[
    ("CLASS3/ghost-type Assumed", "tᵢ xᵢ"),
    ("CLASS3/ghost-type Fails", "tᵢ xᵢ"),
    ("ENV X/type Assumed", "t"),
    // An element of an array is no field.
    ("EXP ASSIGN/field Holds", "e'' l t"),
    ("EXP ASSIGN/guard-held Assumed", "[e/this]l"),
    // A field of a fresh object.
    ("EXP ASSIGN/guard-held Holds", "[e/this]l"),
    ("EXP EXIT/value Assumed", "e t"),
    // An exit without a value.
    ("EXP EXIT/value Holds", "e t"),
    ("EXP FORK2/fv-not-var Assumed", "x"),
    ("EXP FORK2/fv-not-var Fails", "x"),
    ("EXP FORK2/fv-shared Assumed", "x"),
    ("EXP HOLDS/lock-final Assumed", "c"),
    ("EXP INVOKE/args Assumed", "eⱼ θsⱼ"),
    ("EXP LOCKED/lock-final Assumed", "c"),
    // An element of an array is no field.
    ("EXP REF/field Holds", "[final] e' l t"),
    ("EXP REF/guard-held Assumed", "[e/this]l"),
    ("EXP SYNC/lock-final Assumed", "c"),
    ("EXP SYNC/lock-final Fails", "c"),
    ("EXP VAR/in-scope Fails", "[ghost] t"),
    // A variable of a type that is none.
    ("EXP VAR/in-scope Holds", "t"),
    ("FIELD/guard-final Assumed", "c'"),
    // An explicit lock is no field, nor a guard that is there for reading alone.
    ("FINAL REF/field Fails", "t"),
    ("FINAL REF/field Holds", "t"),
    ("FINAL VAR/in-scope Fails", "[ghost] t"),
    // A variable that is assigned.
    ("FINAL VAR/in-scope Holds", "t"),
    ("LOCAL CLASS/ghost-type Assumed", "tᵢ xᵢ"),
    // A method that is inherited.
    ("LOCAL CLASS/override Assumed", "E methᵢ"),
    ("LOCAL CLASS/override Fails", "E methᵢ"),
    ("LOCK ELEM/same Fails", "l'"),
    ("LOCK SET/element Fails", "c l"),
    ("OVERRIDE OK/not-from-shared Fails", "c'"),
    ("OVERRIDE OK/not-from-shared Holds", "c'"),
    ("TYPE ARRAY/guard-final Assumed", "cᵢ"),
    ("TYPE C/arg-final Assumed", "sᵢ"),
    ("TYPE C/arg-final Fails", "sᵢ"),
    ("TYPE C/arity Fails", "lᵢ xᵢ"),
    ("TYPE C/arity Holds", "lᵢ xᵢ"),
    ("TYPE C/class-known Fails", "cn"),
];

/// The metavariables that a statement shows; `E₁` is the name of an environment.
fn shown(statement: &Statement) -> BTreeSet<String> {
    let meta = statement.pieces().filter(|(sort, _)| *sort == Sort::Meta);
    let text: String = meta.map(|(_, text)| text).collect();
    let template = Template::new(Box::leak(text.into_boxed_str()), &SYMBOLS);
    let named =
        |x: &str| x.strip_prefix('E').is_some_and(|n| !n.is_empty() && n.chars().all(|c| ('₀'..='₉').contains(&c)));
    template.variables().map(|x| x.text.to_owned()).filter(|x| !named(x)).collect()
}

/// Shows every judgment of every program, and every premise or those that are off; notes what is left open.
fn look(options: &Options, open: &mut BTreeSet<(String, String)>, looked: &mut usize) {
    let all = options.off.is_empty();
    for entry in plain_entries() {
        let Ok(program) = racefree_grammar::parse(entry.source) else { continue };
        let (_, cx) = derive(&program, entry.source, options);
        let mut notation = Notation::new(&cx, Limits::default());
        for (id, node) in notation.derivation().nodes() {
            if all {
                let text = notation.conclusion(id);
                assert_eq!(shown(&text), BTreeSet::new(), "{}: {} by {:?}", entry.path, text.text(), node.rule);
            }
            for same in notation.derivation().children(id).chunk_by(|a, b| a.premise == b.premise) {
                for (nth, child) in same.iter().enumerate() {
                    if matches!(child.evidence, Evidence::Node(_)) || !all && child.evidence != Evidence::Assumed {
                        continue;
                    }
                    *looked += 1;
                    for x in shown(&notation.premise(id, child.premise, nth)) {
                        let what = format!("{} {:?}", premise_name(child.premise), child.evidence);
                        open.insert((what, x));
                    }
                }
            }
        }
    }
}

#[test]
fn no_statement_shows_a_metavariable_that_its_node_binds() {
    let (mut open, mut looked) = (BTreeSet::new(), 0);
    look(&Options::default(), &mut open, &mut looked);
    for (id, _) in BOOK.switches() {
        let mut options = Options::default();
        options.off.switch_off(id);
        look(&options, &mut open, &mut looked);
    }
    assert!(looked > 5_000, "only {looked} premises");
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (what, x) in open {
        found.entry(what).or_default().push(x);
    }
    let found: Vec<(String, String)> = found.into_iter().map(|(what, open)| (what, open.join(" "))).collect();
    let expected: Vec<(String, String)> = OPEN.iter().map(|&(what, x)| (what.to_owned(), x.to_owned())).collect();
    assert_eq!(found, expected);
}
