//! Repairs do what they say: of the programs that beginners write, of the corpus, of programs with one token damaged and of programs
//! mutated at random. After a sure repair its error is gone and no other is new.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use racefree_answers::fixes::{self, Budget, Choice, meaning};
use racefree_answers::{Rules, Verdict, judge, verdict};
use racefree_corpus::{Entry, entries, program_text};
use racefree_grammar::fix::{Fix, apply};
use racefree_grammar::lexer::Lexer;
use racefree_grammar::token::Extras;
use racefree_kernel::PremiseId;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How many of the beginners' programs must be accepted after two rounds.
const ACCEPTED: usize = 44;

/// What tells an error from others.
type Key = (Option<PremiseId>, String);

fn keys(verdict: &Verdict) -> Vec<(Key, Vec<Fix>)> {
    match verdict {
        Verdict::Syntax(errors) => errors.iter().map(|e| ((None, e.message.clone()), e.fixes.clone())).collect(),
        Verdict::Judged(judged) => {
            judged.report.errors.iter().map(|e| ((Some(e.premise), e.message.clone()), e.fixes.clone())).collect()
        }
    }
}

fn count(verdict: &Verdict) -> BTreeMap<Key, usize> {
    let mut count = BTreeMap::new();
    keys(verdict).into_iter().for_each(|(key, _)| *count.entry(key).or_default() += 1);
    count
}

/// The rules that a program of the corpus is judged by.
fn rules(entry: &Entry) -> Rules {
    let header = entry.header();
    let system = racefree_systems::find(header.system()).unwrap_or_else(|e| panic!("{e}"));
    let mut rules = Rules::of(system);
    rules.defaults = header.list("option").contains(&"--defaults");
    rules
}

/// What was seen of repairs.
#[derive(Default, Debug)]
struct Seen {
    errors: usize,
    with_fix: usize,
    sure: usize,
    /// Sure repairs after which there is a program, held to what was meant.
    held: usize,
    none: BTreeMap<String, usize>,
}

/// What a program evaluates, by the rules; none if it is none.
fn words(text: &str, rules: &Rules) -> Option<Vec<String>> {
    verdict::parse(rules.system, text).ok().map(|program| meaning(&program))
}

/// The literals, operators and words of a text that are evaluated, sorted, and how many names it has; annotations left out.
fn evaluated(text: &str) -> (Vec<&str>, usize) {
    const WORDS: &[&str] = &["new", "fork", "print", "while", "if", "else", "assert", "null", "true", "false"];
    let all: Vec<&str> = tokens(text).into_iter().map(|(start, end)| &text[start..end]).collect();
    let is_word = |token: &str| token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let (mut signs, mut names, mut i) = (Vec::new(), 0, 0);
    while i < all.len() {
        let within = |token: &&&str| is_word(token) && !WORDS.contains(*token) || matches!(**token, "." | ",");
        let clause = all[i + 1..].iter().take_while(within).count();
        match all[i] {
            "guarded_by" | "requires" => i += clause,
            "<" if all.get(i + 1 + clause) == Some(&">") => i += clause + 1,
            "<" | ">" | ";" | "," | "." | "(" | ")" | "{" | "}" => {}
            "in" | "let" | "int" | "boolean" | "void" | "class" | "final" | "extends" | "ghost" | "this"
            | "thread_local" | "synchronized" | "holds" => {}
            word if is_word(word) && !WORDS.contains(&word) => names += 1,
            sign => signs.push(sign),
        }
        i += 1;
    }
    signs.sort_unstable();
    (signs, names)
}

/// Whether a repair of a text that is no program leaves what is evaluated in it, and drops no name.
fn keeps(text: &str, repaired: &str) -> bool {
    let ((before, names), (after, left)) = (evaluated(text), evaluated(repaired));
    before == after && left >= names
}

impl Seen {
    /// Judges a text, which was meant to be another one if it is a damaged program, and applies each of its sure repairs.
    fn look(&mut self, text: &str, meant: Option<&str>, rules: &Rules) -> Result<(), String> {
        let mut verdict = judge(text, rules);
        if verdict.is_ok() {
            return Ok(());
        }
        fixes::settle(text, rules, &mut verdict, &mut Budget::default());
        let before = count(&verdict);
        for (key, fixes) in keys(&verdict) {
            self.errors += 1;
            self.with_fix += usize::from(!fixes.is_empty());
            if fixes.is_empty() {
                let what = match key.0 {
                    Some(premise) => racefree_systems::premise_name(premise),
                    None => "syntax".to_owned(),
                };
                *self.none.entry(what).or_default() += 1;
            }
            for (i, fix) in fixes.iter().enumerate() {
                if let Some(same) = fixes[..i].iter().find(|other| other.edits == fix.edits) {
                    return Err(format!("`{}` and `{}` are one repair:\n{text}", same.title, fix.title));
                }
                let repaired =
                    apply(text, &fix.edits).ok_or_else(|| format!("{fix:?} cannot be applied to\n{text}"))?;
                if !fixes::keeps_promise(&fix.title, &repaired) {
                    return Err(format!("`{}` is not what is done:\n{text}\nbecomes\n{repaired}", fix.title));
                }
            }
            for fix in fixes.iter().filter(|fix| fix.sure) {
                self.sure += 1;
                let repaired =
                    apply(text, &fix.edits).ok_or_else(|| format!("{:?} cannot be applied to\n{text}", fix))?;
                let after = judge(&repaired, rules);
                let left = count(&after);
                if left.get(&key).copied().unwrap_or(0) >= before[&key] {
                    return Err(format!("`{}` is not gone after `{}`:\n{text}\nbecomes\n{repaired}", key.1, fix.title));
                }
                if let Some(became) = words(&repaired, rules) {
                    self.held += 1;
                    let as_it_was = |of: &str| words(of, rules).is_some_and(|words| words == became);
                    // What means nothing yet has no meaning to keep.
                    let nameless = key.0.is_some_and(|premise| {
                        let name = racefree_systems::premise_name(premise);
                        name.ends_with("-known") || name.ends_with("/in-scope")
                    });
                    if !nameless && !meant.is_none_or(as_it_was) && !as_it_was(text) && !keeps(text, &repaired) {
                        return Err(format!(
                            "`{}` of `{}` changes what is evaluated:\n{text}\nbecomes\n{repaired}",
                            fix.title, key.1
                        ));
                    }
                }
                // What a program that does not parse is told says nothing of types.
                let hidden = key.0.is_none() && matches!(after, Verdict::Judged(_));
                if let Some((new, _)) = left.iter().find(|(k, n)| **n > before.get(*k).copied().unwrap_or(0))
                    && !hidden
                {
                    return Err(format!("`{}` is new after `{}`:\n{text}\nbecomes\n{repaired}", new.1, fix.title));
                }
            }
        }
        Ok(())
    }

    fn share(&self) -> String {
        let mut none: Vec<_> = self.none.iter().map(|(what, n)| (*n, what.as_str())).collect();
        none.sort_by(|a, b| b.cmp(a));
        none.truncate(12);
        format!(
            "{} errors, {} with a repair, {} sure repairs; none for {none:?}",
            self.errors, self.with_fix, self.sure
        )
    }
}

/// What is said of a program and becomes of it, for a reader.
fn told(text: &str, rules: &Rules) -> (String, bool) {
    let mut out = String::new();
    let mut verdict = judge(text, rules);
    fixes::settle(text, rules, &mut verdict, &mut Budget::default());
    for (key, fixes) in keys(&verdict) {
        let premise = key.0.map_or_else(|| "syntax".to_owned(), racefree_systems::premise_name);
        writeln!(out, "[{premise}] {}", key.1).unwrap();
        for fix in fixes {
            writeln!(out, "    {} {}", if fix.sure { "sure:" } else { "or:" }, fix.title).unwrap();
        }
    }
    let repaired = fixes::repair(text, rules, 2, Choice::Sure);
    let ok = repaired.verdict.is_ok();
    let n = repaired.rounds.len();
    writeln!(
        out,
        "\n{} after {n} round{}:\n\n{}",
        if ok { "accepted" } else { "rejected" },
        if n == 1 { "" } else { "s" },
        repaired.text
    )
    .unwrap();
    (out, ok)
}

#[test]
fn programs_of_beginners_are_accepted_after_two_rounds() {
    let (mut all, mut good, mut bad) = (0, 0, Vec::new());
    for entry in entries().iter().filter(|e| e.path.starts_with("beginners/")) {
        let name = entry.path.trim_start_matches("beginners/").trim_end_matches(".rfj");
        let mut rules = rules(entry);
        rules.defaults |= name == "made-thread-local-by-defaults";
        let (told, ok) = told(program_text(entry.source), &rules);
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, told);
        });
        all += 1;
        good += usize::from(ok);
        if !ok {
            bad.push(name);
        }
    }
    assert!(all >= 44, "{all} programs");
    assert!(good >= ACCEPTED, "{good} of {all} are accepted; not {bad:?}");
}

#[test]
fn sure_repairs_of_the_corpus_do_what_they_say() {
    let mut of: BTreeMap<String, Seen> = BTreeMap::new();
    for entry in entries() {
        let seen = of.entry(entry.header().system().to_owned()).or_default();
        seen.look(entry.source, None, &rules(&entry)).unwrap_or_else(|e| panic!("{}: {e}", entry.path));
    }
    assert!(of["base"].errors >= 200, "{}", of["base"].share());
    for (system, seen) in of {
        let floor = match system.as_str() {
            // Owners are changed in several places at once, more often than one change repairs them.
            "owners" => 85,
            "owners+atomicity" => 65,
            // A value, a name or an argument that is missing is not made up; of this system most errors are that.
            "concurrent-java" => 60,
            _ => 85,
        };
        assert!(seen.with_fix * 100 >= seen.errors * floor, "{system}: {}", seen.share());
    }
}

#[test]
fn thousands_of_syntax_errors_are_repaired() {
    let method = "  public synchronized int f(int k) { this.n += k; return this.n; }\n";
    let class = |i: usize| {
        let methods: String = (0..12).map(|j| method.replace(" f(", &format!(" f{j}("))).collect();
        format!("class C{i} {{\n  int n guarded_by this = 0;\n{methods}}}\n")
    };
    let rules = Rules::of(racefree_systems::find("base").expect("the base"));
    // More than are listed of a file, and of a class.
    for (classes, methods) in [(40, 12), (1, 60)] {
        let text: String = (0..classes).map(class).collect();
        let text = match methods {
            12 => text,
            _ => text.replace(
                "  int n",
                &format!(
                    "{}  int n",
                    (12..methods).map(|j| method.replace(" f(", &format!(" f{j}("))).collect::<String>()
                ),
            ),
        };
        let text = format!("{text}print new C0().f1(2);\n");
        let repaired = fixes::repair(&text, &rules, fixes::ROUNDS, Choice::Sure);
        let left: Vec<_> = keys(&repaired.verdict).into_iter().map(|(key, _)| key.1).take(3).collect();
        assert!(repaired.verdict.is_ok(), "{left:?}\n{}", repaired.rounds.len());
        let done: usize = repaired.rounds.iter().map(Vec::len).sum();
        assert!(done >= 3 * classes * methods.min(12), "{done}");
    }
}

fn cases(n: u32) -> u32 {
    std::env::var("RACEFREE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(n)
}

/// The places of a program's tokens.
fn tokens(source: &str) -> Vec<(usize, usize)> {
    let spans = Lexer::new(source, Extras::default()).map(|(start, _, end)| (start as usize, end as usize));
    spans.filter(|(start, end)| start < end).collect()
}

/// One token dropped, doubled, taken from elsewhere, or swapped with the next.
#[derive(Clone, Debug)]
enum Damage {
    Drop(usize),
    Double(usize),
    Swap(usize),
    Take(usize, usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = 0..1_000_000usize;
    prop_oneof![
        2 => at.clone().prop_map(Damage::Drop),
        1 => at.clone().prop_map(Damage::Double),
        1 => at.clone().prop_map(Damage::Swap),
        3 => (at.clone(), at).prop_map(|(i, j)| Damage::Take(i, j)),
    ]
}

fn damaged(source: &str, damage: &Damage) -> String {
    let tokens = tokens(source);
    let text = |i: usize| &source[tokens[i].0..tokens[i].1];
    let n = tokens.len();
    let with = |i: usize, j: usize, new: &str| format!("{}{new}{}", &source[..tokens[i].0], &source[tokens[j].1..]);
    match *damage {
        Damage::Drop(i) => with(i % n, i % n, ""),
        Damage::Double(i) => with(i % n, i % n, &format!("{0} {0}", text(i % n))),
        Damage::Swap(i) if n > 1 => {
            let i = i % (n - 1);
            with(i, i + 1, &format!("{} {}", text(i + 1), text(i)))
        }
        Damage::Swap(_) => source.to_owned(),
        Damage::Take(i, j) => with(i % n, i % n, text(j % n)),
    }
}

/// Damages programs, and looks at their repairs.
fn property(most: usize, cases: u32, damages: std::ops::Range<usize>) -> Seen {
    let small = |e: &Entry| program_text(e.source).len() < most && tokens(program_text(e.source)).len() > 8;
    // The dialect of Java is what Java becomes: nobody writes it, and its own forms have no repairs.
    let programs: Vec<(String, Rules)> = entries()
        .iter()
        .filter(|e| e.header().claim("check") == Some("ok") && small(e) && !e.is_java())
        .map(|e| (program_text(e.source).to_owned(), rules(e)))
        .collect();
    assert!(programs.len() > 50, "{}", programs.len());
    let seen = std::cell::RefCell::new(Seen::default());
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 200, ..Config::default() };
    // The same cases each time; more of them by `RACEFREE_CASES`.
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let strategy = (0..programs.len(), prop::collection::vec(damage(), damages));
    let outcome = runner.run(&strategy, |(which, damages)| {
        let (source, rules) = &programs[which];
        let text = damages
            .iter()
            .fold(source.clone(), |text, d| if tokens(&text).is_empty() { text } else { damaged(&text, d) });
        seen.borrow_mut().look(&text, Some(source), rules).map_err(TestCaseError::fail)
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
    seen.into_inner()
}

#[test]
fn sure_repairs_of_one_damaged_token_do_what_they_say() {
    let cases = cases(120);
    let seen = property(700, cases, 1..2);
    assert!(seen.errors > cases as usize / 2, "{}", seen.share());
    // Of a name, a value or a word that is gone nobody knows what it was.
    assert!(seen.with_fix * 100 >= seen.errors * 55, "{}", seen.share());
}

#[test]
fn sure_repairs_of_mutated_programs_do_what_they_say() {
    let cases = cases(120);
    let seen = property(500, cases, 2..4);
    // Of a text with several damages little is sure.
    assert!(seen.sure > cases as usize / 6, "{}", seen.share());
    assert!(seen.held > 0, "{seen:?}");
}

/// Any tokens one behind the other: few are a program, so repairs meet texts in which nothing stands where it belongs.
#[test]
fn sure_repairs_of_any_tokens_do_what_they_say() {
    let cases = cases(150);
    let words: Vec<&str> = "{ } ( ) ; : , . < > = == ? + - ! class A B extends this e x let int in new synchronized fork guarded_by requires \
        ghost final void if else while assert print 1 / \"s\" return for"
        .split_whitespace()
        .collect();
    let rules = Rules::of(racefree_systems::find("base").expect("the base"));
    let seen = std::cell::RefCell::new(Seen::default());
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 200, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let tokens = prop::collection::vec((prop::sample::select(words), any::<bool>()), 1..14);
    let outcome = runner.run(&tokens, |tokens| {
        let text: String = tokens.iter().flat_map(|(word, blank)| [*word, if *blank { " " } else { "" }]).collect();
        seen.borrow_mut().look(&text, None, &rules).map_err(TestCaseError::fail)
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
    let seen = seen.into_inner();
    assert!(seen.errors > cases as usize && seen.with_fix > cases as usize / 2, "{}", seen.share());
}

/// A repair whose second edits did not fit the text that its first ones made was an abort of the program.
#[test]
fn a_colon_behind_a_damaged_class_is_no_abort() {
    let rules = Rules::of(racefree_systems::find("base").expect("the base"));
    for text in ["{class{}e:/", "{class{}assert e:/", "class A {} assert : 1", "{assert a:"] {
        Seen::default().look(text, None, &rules).unwrap_or_else(|e| panic!("{e}"));
    }
}
