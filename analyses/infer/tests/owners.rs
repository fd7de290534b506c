//! Discovery in the system of owners: what is erased is found again, or something as good.

use racefree_grammar::parse;
use racefree_infer::owners::{Discovery, From, Observations, discover, watch};
use racefree_infer::run::Limits;
use racefree_infer::{Budget, Runs};
use racefree_kernel::{Options, System};
use racefree_owners::Eprfj;

fn erased(source: &str) -> String {
    racefree_owners::translate::print(&racefree_program::erase(&parse(source).expect("it parses")))
}

fn runs(n: u64) -> Runs {
    Runs { runs: n, seed: 1, limits: Limits { steps: 20_000, ..Limits::default() }, ..Runs::default() }
}

fn found(text: &str, runs: &Runs, threads: usize) -> Option<Discovery> {
    let program = parse(text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
    let watched = watch(&program, runs, &Budget::default(), threads).ok()?;
    discover(&program, text, &Options::default(), watched, &Budget::default())
}

/// The programs of the corpus that the system accepts and that run.
fn accepted() -> Vec<(&'static str, &'static str)> {
    let fits = |source: &&str| {
        racefree_grammar::ast::Dialect::of(source) == racefree_grammar::ast::Dialect::Owners
            && parse(source).is_ok_and(|p| {
                let report = Eprfj.check(&p, source, &Options::default());
                // What `holds` says can be found by no run.
                p.main.is_some() && report.is_ok() && report.escapes.holds.is_empty()
            })
    };
    racefree_corpus::entries().iter().map(|e| (e.path, e.source)).filter(|(_, source)| fits(source)).collect()
}

#[test]
fn the_corpus_is_found_again() {
    let all = accepted();
    let mut wrong = Vec::new();
    for &(path, source) in &all {
        let text = erased(source);
        let found = found(&text, &runs(10), 1).expect("an answer");
        if !found.report.is_ok() {
            let errors: Vec<&str> = found.report.errors.iter().map(|e| e.message.as_str()).collect();
            wrong.push(format!("{path}: {errors:?}\n{}", found.text));
        }
    }
    assert!(all.len() >= 15, "{}", all.len());
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), all.len(), wrong.join("\n"));
}

/// What a method of a subclass does with what it inherits is seen, and what it needs is required in each method that it overrides.
#[test]
fn what_is_inherited_is_seen() {
    for (body, wanted) in [
        ("int get() { this.x } } class S extends T { int get() { this.y }", 2),
        ("} class S extends T { int get() { this.x } int more() { this.get() }", 2),
        ("void set() { this.x = 1 } } class S extends T { void set() { this.y = 2 } void put() { this.x = 3 }", 3),
    ] {
        let method = if body.contains("set") { "set" } else { "get" };
        let text = format!(
            "//! system: owners\nclass T {{ int x int y {body} }}\nlet S s = new S in {{ fork {{ synchronized s in \
             s.{method}() }} synchronized s in s.{method}() }}"
        );
        let found = found(&text, &runs(10), 1).expect("it is in time");
        assert!(found.report.is_ok(), "{}\n{:?}", found.text, found.report.errors);
        let clauses = |a: &&racefree_infer::owners::FoundOwner| a.text.starts_with("re");
        assert_eq!(found.annotations.iter().filter(clauses).count(), wanted, "{}", found.text);
    }
}

/// A field that is read without the lock that all its writes hold: the guard is one of its writes, and that is reported; with
/// `--racy-fields` the program checks. One write without the lock, and it is no guard.
#[test]
fn where_only_writes_are_locked_the_guard_is_theirs() {
    let mut racy = Options::default();
    racy.readings.insert(racefree_owners::typing::RACY_FIELDS);
    let programs =
        ["owners/paper/tsp-min-tour.rfj", "owners/paper/hedc-valid.rfj", "owners/transcriptions/tsp-unlocked-read.rfj"];
    for path in programs {
        let source = racefree_corpus::entries().into_iter().find(|e| e.path == path).expect(path).source;
        let text = erased(source);
        let program = parse(&text).expect("it parses");
        let watched = watch(&program, &runs(60), &Budget::default(), 1).expect("it runs");
        let answer =
            |options| discover(&program, &text, options, watched.clone(), &Budget::default()).expect("in time");
        let (strict, wide) = (answer(&Options::default()), answer(&racy));
        assert!(
            strict.annotations.iter().any(|a| a.text.starts_with("write_guarded_by") && a.from == From::Watched),
            "{}",
            strict.text
        );
        let wrong: Vec<_> = strict.report.errors.iter().map(|e| e.premise).collect();
        assert_eq!(wrong, [racefree_owners::rules::field::GUARDED], "{}", strict.text);
        assert!(wide.report.is_ok(), "{}\n{:?}", wide.text, wide.report.errors);
    }
    let unlocked = "//! system: owners\nclass T { int x }\nlet T t = new T in {\n  fork { t.x = 1 };\n  synchronized t in t.x = 2;\n  t.x\n}\n";
    let found = found(unlocked, &runs(60), 1).expect("an answer");
    assert!(!found.text.contains("write_guarded_by"), "{}", found.text);
}

#[test]
fn the_defaults_run_nothing() {
    let text = "//! system: owners\nclass C { int x\n void set() { this.x = 1; {} } }\nlet C c = new C in c.set()\n";
    let found = discover(&parse(text).unwrap(), text, &Options::default(), Observations::default(), &Budget::default());
    let found = found.expect("an answer");
    assert!(found.report.is_ok(), "{}", found.text);
    assert!(found.annotations.iter().all(|a| a.from != From::Watched && a.objects == 0));
}

#[test]
fn threads_change_nothing() {
    for &(path, source) in accepted().iter().filter(|(path, _)| path.contains("paper")) {
        let text = erased(source);
        let [one, two] = [1, 2].map(|threads| found(&text, &runs(6), threads).expect("an answer").text);
        assert_eq!(one, two, "{path}");
    }
}

/// One run of each trace shows all that any run shows: no count of workers and no number of runs at random changes the answer.
#[test]
fn every_trace_shows_what_runs_show() {
    let mut traces = 0;
    for &(path, source) in accepted().iter().filter(|(path, _)| path.contains("paper")) {
        let text = erased(source);
        let all = Runs { explore: true, ..runs(0) };
        let [one, two] = [1, 2].map(|threads| found(&text, &all, threads).expect("an answer"));
        assert!(one.watched.complete && one.report.is_ok(), "{path}: {:?}", one.report.errors);
        assert_eq!((&one.text, one.watched.runs), (&two.text, two.watched.runs), "{path}");
        traces += one.watched.runs;
    }
    assert!(traces >= 10, "{traces}");
}
