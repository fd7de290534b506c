//! Every derivation of every program is a derivation: each judgment follows by its rule from what stands above it.
//!
//! This looks at the shape of what the checker recorded: which judgments stand for which premises, in which environments,
//! with which lock sets and types; that no premise is missing; that a premise that fails is marked where it fails.

mod fits;

use fits::fits;
use racefree_corpus::{Entry, plain_entries, program_text};
use racefree_grammar::lexer::Lexer;
use racefree_grammar::token::Extras;
use racefree_java_rules::derive;
use racefree_java_rules::rules::{BOOK, premise_name};
use racefree_kernel::{Derivation, Evidence, NodeId, PremiseId, RuleId};
use racefree_typeck::judgment::Judgment;
use racefree_typeck::options::CONSTRUCTOR_HOLDS_LOCK;
use racefree_typeck::{Cx, Options, Report};
use std::collections::{BTreeMap, BTreeSet};

type Context<'p> = Cx<'p, Derivation<Judgment>>;

/// Premises that a rule can do without: there is nothing that they would be about.
const MAY_BE_MISSING: &[&str] = &[
    "PROG/defn",
    "CLASS3/ghost-type",
    "CLASS3/super-known",
    "CLASS3/super-not-string",
    "CLASS3/field",
    "CLASS3/method",
    "CLASS3/shareable",
    "LOCAL CLASS/ghost-type",
    "LOCAL CLASS/super-known",
    "LOCAL CLASS/super-not-string",
    "LOCAL CLASS/field",
    "LOCAL CLASS/method",
    "LOCAL CLASS/override",
    "TYPE C/arg-final",
    "TYPE C/arg-type",
    "FIELD/guard-final",
    "LOCK SET/element",
    "LOCK SUBSET/element",
    "EXP REF/guard-held",
    "EXP ASSIGN/guard-held",
    "EXP INVOKE/args",
    "EXP IF/else",
    // Of the dialect of Java alone.
    "FINAL VAR/not-var",
    "EXP ASSIGN/early",
    "EXP NEW/constructor-known",
    "EXP NEW/arity",
    "EXP NEW/args",
    "EXP NEW/requires-held",
    "EXP REF/index",
    "EXP ASSIGN/index",
    "EXP FORK2/fv-not-var",
    "TYPE ARRAY/guard-final",
    "TYPE ARRAY/elem-shared",
    "EXP DELEGATE/arity",
    "EXP DELEGATE/args",
    "EXP DELEGATE/requires-held",
    "EXP ANY/args",
    "EXP LABEL/type",
    "EXP TRY/catch",
    "EXP TRY/finally",
];

/// Whether a judgment is about something whose type, or what that inherits, is unknown because of an error elsewhere.
fn unknown(cx: &Context<'_>, judgment: Judgment) -> bool {
    let ty = match judgment {
        Judgment::Expr { ty, .. } | Judgment::Rest { ty, .. } | Judgment::Final(_, _, ty) => ty,
        Judgment::WellFormed(_, ty) | Judgment::MethodIn { class: ty, .. } | Judgment::FieldIn { class: ty, .. } => ty,
        _ => return false,
    };
    ty.is_error() || cx.types.class_of(ty).is_some_and(|class| cx.classes.get(class).broken())
}

/// What is wrong with a derivation.
fn faults(cx: &Context<'_>, report: &Report) -> Vec<String> {
    let derivation = &cx.heard;
    let mut faults = Vec::new();
    let root = derivation.root().unwrap();
    let right = report.errors.is_empty() && report.silenced.is_empty();
    if derivation.node(root).holds != right {
        faults.push(format!("holds: {}, errors: {}", !right, report.errors.len()));
    }
    let mut reached = vec![false; derivation.len()];
    reached[root.0 as usize] = true;
    for i in (0..derivation.len()).rev() {
        if !reached[i] {
            faults.push(format!("node {i} is evidence for nothing"));
        }
        judgment_faults(cx, derivation, NodeId(i as u32), &mut reached, &mut faults);
    }
    faults.extend(failure_faults(derivation, report));
    faults
}

fn judgment_faults(
    cx: &Context<'_>,
    derivation: &Derivation<Judgment>,
    id: NodeId,
    reached: &mut [bool],
    faults: &mut Vec<String>,
) {
    let node = derivation.node(id);
    let children = derivation.children(id);
    let rule = BOOK.rule(node.rule);
    let mut follows = unknown(cx, node.judgment);
    if !children.is_sorted_by_key(|child| child.premise) {
        faults.push(format!("the premises of a [{}] are in disorder", rule.name));
    }
    for child in children {
        let name = premise_name(child.premise);
        if child.premise.rule() != node.rule {
            faults.push(format!("{name} is a premise of a [{}]", rule.name));
        }
        if cx.options.off.is_off(child.premise) && child.evidence == Evidence::Fails {
            faults.push(format!("{name} is off and fails"));
        }
        let Evidence::Node(above) = child.evidence else { continue };
        reached[above.0 as usize] = true;
        if above >= id {
            faults.push(format!("{name} stands behind what it is for"));
        }
        let judgment = derivation.node(above).judgment;
        follows |= unknown(cx, judgment);
        if !fits(cx, node.judgment, &name, judgment) {
            faults.push(format!("{judgment:?} stands for {name} of {:?}", node.judgment));
        }
    }
    if node.holds && !follows {
        for (i, premise) in rule.premises.iter().enumerate() {
            let id = PremiseId::new(node.rule, i as u8);
            let name = premise_name(id);
            // Those that only a malformed program lacks are told of expressions and types alone.
            let optional = MAY_BE_MISSING.contains(&name.as_str());
            if !optional && !children.iter().any(|child| child.premise == id) {
                faults.push(format!("{name} is missing ({:?}): {:?}", premise.kind, node.judgment));
            }
        }
    }
}

/// Each error is a premise that fails in the tree, and nothing else fails.
fn failure_faults(derivation: &Derivation<Judgment>, report: &Report) -> Vec<String> {
    let mut faults = Vec::new();
    let errors: Vec<PremiseId> = report
        .errors
        .iter()
        .chain(&report.silenced)
        .flat_map(racefree_kernel::TypeError::all)
        .map(|error| error.premise)
        .collect();
    let fails = |premise: PremiseId| {
        derivation.nodes().filter(|(_, node)| !node.holds && node.rule == premise.rule()).any(|(id, _)| {
            derivation.children(id).iter().any(|child| {
                child.premise == premise
                    && match child.evidence {
                        Evidence::Node(above) => !derivation.node(above).holds,
                        evidence => evidence == Evidence::Fails,
                    }
            })
        })
    };
    for &premise in errors.iter().filter(|&&premise| !fails(premise)) {
        faults.push(format!("{} does not fail in the tree", premise_name(premise)));
    }
    // What fails in a judgment about an expression or a declaration is an error by that name; [EXP SUB] has none.
    for (id, premise) in derivation.failures() {
        let named = match derivation.node(id).judgment {
            Judgment::Expr { .. } | Judgment::Rest { .. } => BOOK.rule(derivation.node(id).rule).name != "EXP SUB",
            Judgment::Program(_) | Judgment::Class(_) | Judgment::Field(..) | Judgment::Method(..) => true,
            _ => false,
        };
        if named && !errors.contains(&premise) {
            faults.push(format!("{} fails in the tree and is no error", premise_name(premise)));
        }
    }
    faults
}

fn check_all<'e>(entries: impl IntoIterator<Item = &'e Entry>, options: &Options, faulty: &mut Vec<String>) {
    for entry in entries {
        let Ok(program) = racefree_grammar::parse(entry.source) else { continue };
        let (report, cx) = derive(&program, entry.source, options);
        let mut faults = faults(&cx, &report);
        faults.truncate(5);
        if !faults.is_empty() {
            faulty.push(format!("{}:\n    {}", entry.path, faults.join("\n    ")));
        }
    }
}

#[test]
fn every_judgment_follows_by_its_rule() {
    let mut faulty = Vec::new();
    let entries = plain_entries();
    check_all(&entries, &Options::default(), &mut faulty);
    let options = Options { readings: [CONSTRUCTOR_HOLDS_LOCK].into_iter().collect(), ..Options::default() };
    check_all(&entries, &options, &mut faulty);
    assert!(faulty.is_empty(), "{} derivations:\n{}", faulty.len(), faulty.join("\n"));
}

#[test]
fn every_judgment_follows_by_its_rule_with_a_premise_off() {
    let mut faulty = Vec::new();
    // A program whose derivation has no such rule has the same one without a premise of it.
    let mut by_rule: BTreeMap<RuleId, Vec<&Entry>> = BTreeMap::new();
    let (entries, whole) = (plain_entries(), Options::default());
    for entry in &entries {
        let Ok(program) = racefree_grammar::parse(entry.source) else { continue };
        let (_, cx) = derive(&program, entry.source, &whole);
        for rule in cx.heard.nodes().map(|(_, node)| node.rule).collect::<BTreeSet<_>>() {
            by_rule.entry(rule).or_default().push(entry);
        }
    }
    for (id, _) in BOOK.switches() {
        let mut options = Options::default();
        options.off.switch_off(id);
        let before = faulty.len();
        // The programs about premises, and one in four of the others.
        let of_rule = by_rule.get(&id.rule()).into_iter().flatten().copied().enumerate();
        let some = of_rule.filter(|(i, entry)| i % 4 == 0 || entry.path.starts_with("premises/"));
        check_all(some.map(|(_, entry)| entry), &options, &mut faulty);
        if faulty.len() > before {
            faulty[before].insert_str(0, &format!("without {}: ", premise_name(id)));
        }
    }
    assert!(faulty.is_empty(), "{} derivations:\n{}", faulty.len(), faulty[..faulty.len().min(20)].join("\n"));
}

/// The corpus with names in the wrong places: what is derived of a program with errors is a derivation but for them.
#[test]
fn every_judgment_of_a_program_with_errors_follows_by_its_rule() {
    let (mut faulty, mut rejected) = (Vec::new(), 0);
    let mut random = 1u64;
    let mut below = |n: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % n
    };
    for entry in plain_entries() {
        let text = program_text(entry.source);
        let is_name = |token: &&str| token.starts_with(|c: char| c.is_ascii_alphabetic());
        let tokens: Vec<&str> =
            Lexer::new(text, Extras::default()).map(|(start, _, end)| &text[start as usize..end as usize]).collect();
        let names: Vec<usize> = (0..tokens.len()).filter(|&i| is_name(&tokens[i])).collect();
        for _ in 0..if names.is_empty() { 0 } else { 20 } {
            let mut mutated = tokens.clone();
            mutated[names[below(names.len())]] = tokens[names[below(names.len())]];
            let source = mutated.join(" ");
            let Ok(program) = racefree_grammar::parse(&source) else { continue };
            let options = Options::default();
            let (report, cx) = derive(&program, &source, &options);
            rejected += usize::from(!report.is_ok());
            let faults = faults(&cx, &report);
            if !faults.is_empty() {
                faulty.push(format!("{source}\n    {}", faults[..faults.len().min(5)].join("\n    ")));
            }
        }
    }
    assert!(rejected > 500, "only {rejected} programs with errors");
    assert!(faulty.is_empty(), "{} derivations:\n{}", faulty.len(), faulty[..faulty.len().min(10)].join("\n"));
}
