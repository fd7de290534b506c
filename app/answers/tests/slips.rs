//! What beginners from Java write, with the program that was meant (`slips/`): sure repairs never lead to another program, and
//! most slips are led to the one that was meant.

use racefree_answers::fixes::{self, Budget, meaning};
use racefree_answers::{Rules, Verdict, judge, verdict};
use racefree_grammar::fix::{Fix, apply};

/// How many of a hundred slips that have a meaning are led to an accepted program with it.
const LED: usize = 95;

/// One slip.
struct Slip<'t> {
    name: &'t str,
    written: String,
    /// The programs that it may mean; none if no sure edit may be made of it.
    means: Vec<String>,
}

fn slips() -> Vec<Slip<'static>> {
    let mut slips: Vec<Slip<'_>> = Vec::new();
    let tables = [
        include_str!("slips/java.txt"),
        include_str!("slips/more.txt"),
        include_str!("slips/third.txt"),
        include_str!("slips/fourth.txt"),
        include_str!("slips/fifth.txt"),
        include_str!("slips/sixth.txt"),
        include_str!("slips/seventh.txt"),
    ];
    for part in tables.iter().flat_map(|table| table.split("=== ").skip(1)) {
        let (title, text) = part.split_once('\n').expect("a title");
        match (title, slips.last_mut()) {
            ("means" | "or", Some(slip)) => slip.means.push(text.to_owned()),
            ("no sure edit", Some(_)) => {}
            (name, _) => slips.push(Slip { name, written: text.to_owned(), means: Vec::new() }),
        }
    }
    slips
}

fn rules() -> Rules {
    Rules::of(racefree_systems::find("base").expect("the base"))
}

/// What a program evaluates; none if it is none.
fn words(text: &str, rules: &Rules) -> Option<Vec<String>> {
    verdict::parse(rules.system, text).ok().map(|program| meaning(&program))
}

fn fixes_of(verdict: &Verdict) -> Vec<Vec<Fix>> {
    match verdict {
        Verdict::Syntax(errors) => errors.iter().map(|e| e.fixes.clone()).collect(),
        Verdict::Judged(judged) => judged.report.errors.iter().map(|e| e.fixes.clone()).collect(),
    }
}

/// A program as one repairs it who takes the sure repairs, and else the first that is offered.
fn led(text: &str, rules: &Rules) -> (String, bool) {
    let mut text = text.to_owned();
    for _ in 0..12 {
        let repaired = fixes::repair(&text, rules, fixes::ROUNDS, fixes::Choice::Sure);
        text = repaired.text;
        let first = fixes_of(&repaired.verdict).into_iter().flatten().next();
        match first.and_then(|fix| apply(&text, &fix.edits)) {
            Some(next) => text = next,
            None => break,
        }
    }
    let ok = judge(&text, rules).is_ok();
    (text, ok)
}

#[test]
fn slips_are_led_to_the_program_that_was_meant() {
    let rules = rules();
    let (mut all, mut good, mut untrue, mut report) = (0, 0, 0, String::new());
    for slip in slips() {
        for meant in &slip.means {
            assert!(words(meant, &rules).is_some(), "`{}` means no program: {meant}", slip.name);
        }
        let is_meant = |text: &str| {
            let words = words(text, &rules);
            slip.means.iter().any(|meant| words == self::words(meant, &rules))
        };
        let sure = fixes::repair(&slip.written, &rules, fixes::ROUNDS, fixes::Choice::Sure);
        let wrong = !sure.rounds.is_empty() && sure.verdict.is_ok() && !is_meant(&sure.text);
        if wrong {
            untrue += 1;
            report +=
                &format!("== untrue: {}\n{}\nbecomes\n{}\n{:?}\n", slip.name, slip.written, sure.text, sure.rounds);
        }
        if slip.means.is_empty() {
            continue;
        }
        all += 1;
        let (text, ok) = led(&slip.written, &rules);
        if ok && is_meant(&text) {
            good += 1;
        } else if !wrong {
            let mut verdict = judge(&slip.written, &rules);
            fixes::settle(&slip.written, &rules, &mut verdict, &mut Budget::default());
            report += &format!(
                "== not led: {} ({})\n{}\nbecomes\n{text}\n",
                slip.name,
                if ok { "accepted" } else { "rejected" },
                slip.written
            );
        }
    }
    let left: Vec<&str> = report.lines().filter(|line| line.starts_with("== ")).collect();
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("slips", format!("{good} of {all} are led to what was meant\n{}", left.join("\n")));
    });
    assert_eq!(untrue, 0, "{report}");
    assert!(all >= 80 && good * 100 >= all * LED, "{good} of {all}\n{report}");
}
