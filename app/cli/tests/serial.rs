//! Blocks that are not serializable, as the commands tell of them: section 6 of the specification of atomicity.

use crate::support::racefree;
use serde_json::Value;

const BANK: &str = "class Account { int balance guarded_by this
  synchronized int read() { this.balance }
  synchronized int write(int n) { this.balance = n }
  atomic int deposit(int n) { this.write(this.read() + n) } }
let Account a = new Account in { fork { a.deposit(10) }; a.deposit(20) }";

const CROSSED: &str = "class V { int x int y int r int s }
let V v = new V in { fork { atomic { v.x = 1; v.r = v.y } }; atomic { v.y = 1; v.s = v.x } }";

fn json(args: &[&str], input: &str) -> (i32, Value) {
    let run = racefree(args, input);
    (run.status, serde_json::from_str(&run.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", run.stdout, run.stderr)))
}

fn texts(all: &Value, key: &str) -> Vec<String> {
    let text = |v: &Value| v[key].as_str().map_or_else(|| v[key].to_string(), str::to_owned);
    all.as_array().expect("an array").iter().map(text).collect()
}

#[test]
fn explore_tells_the_cycle() {
    let (status, all) = json(&["explore", "-", "--system", "atomicity", "--format", "json"], BANK);
    assert_eq!((status, all["complete"].as_bool()), (1, Some(true)));
    let [violation] = all["violations"].as_array().expect("violations").as_slice() else { panic!("{all}") };
    assert_eq!(violation["block"], "Account.deposit");
    assert_eq!(
        (&violation["span"]["line"], &violation["parted"], &violation["harm"]),
        (&4.into(), &true.into(), &true.into())
    );
    let cycle = &violation["cycle"];
    assert_eq!(texts(cycle, "thread").first(), texts(cycle, "thread").last());
    assert!(texts(cycle, "thread").iter().any(|t| *t != texts(cycle, "thread")[0]), "{cycle}");
    assert!(texts(cycle, "what").iter().all(|what| what.contains("Account")), "{cycle}");
    // The schedule closes it again.
    let schedule = texts(&Value::Array(vec![violation.clone()]), "schedule")[0].replace(['[', ']'], "");
    let (status, run) = json(&["run", "-", "--scheduler", &format!("replay:{schedule}"), "--format", "json"], BANK);
    assert_eq!((status, texts(&run["monitors"], "monitor")), (1, vec!["serializable".to_owned()]));
    // Switched off.
    let (_, off) = json(&["explore", "-", "--monitors", "none", "--format", "json"], BANK);
    assert_eq!(off["violations"], Value::Array(Vec::new()));
    let repaired = BANK.replace("atomic int", "atomic synchronized int");
    let (status, all) = json(&["explore", "-", "--system", "atomicity", "--format", "json"], &repaired);
    assert_eq!((status, &all["violations"]), (0, &Value::Array(Vec::new())));
}

#[test]
fn every_algorithm_finds_the_same_blocks() {
    for algorithm in ["auto", "states", "dpor"] {
        let (_, all) = json(&["explore", "-", "--algorithm", algorithm, "--format", "json"], CROSSED);
        let mut blocks = texts(&all["violations"], "block");
        blocks.sort();
        assert_eq!(blocks, ["line 2", "line 2"], "{algorithm}: {all}");
        assert_eq!(texts(&all["violations"], "parted"), ["false", "false"]);
        assert_eq!(texts(&all["violations"], "harm"), ["true", "true"]);
    }
}

#[test]
fn test_finds_it() {
    let (status, all) = json(&["test", "-", "--seed", "1", "--format", "json"], BANK);
    assert_eq!(status, 1, "{all}");
    assert!(all.to_string().contains("serializable"), "{all}");
}

#[test]
fn explain_judges_claims() {
    let (status, all) = json(&["explain", "-", "--system", "atomicity", "--format", "json"], BANK);
    assert_eq!((status, texts(&all["verdicts"], "verdict")), (1, vec!["real".to_owned()]));
    assert_eq!(all["verdicts"][0]["violation"]["harm"], true);
    // Both take another lock first.
    let protected =
        "class P { final Object outer = new Object  final Object inner = new Object  int n guarded_by this.inner
  atomic void twice() { synchronized this.outer in {
    synchronized this.inner in this.n = this.n + 1;
    synchronized this.inner in this.n = this.n + 1 } } }
let P p = new P in { fork { p.twice() }; p.twice() }";
    let (status, all) = json(&["explain", "-", "--system", "atomicity", "--format", "json"], protected);
    assert_eq!((status, texts(&all["verdicts"], "verdict")), (0, vec!["false-alarm".to_owned()]));
    assert!(all["verdicts"][0]["reasons"].to_string().contains("protected lock"), "{all}");
    let human = racefree(&["atomicity", "--explain", "-"], BANK);
    assert!(human.stdout.contains("REAL") && human.stdout.contains("harm"), "{}", human.stdout);
}

#[test]
fn atomicity_judges_methods_that_are_warned_of() {
    let unclaimed = BANK.replace("atomic int", "int");
    let (status, all) = json(&["atomicity", "--explain", "--all", "-", "--format", "json"], &unclaimed);
    assert_eq!(status, 1);
    assert_eq!(texts(&all["explained_methods"], "method"), ["Account.deposit"]);
    assert_eq!(texts(&all["explained_methods"], "verdict"), ["real"]);
}

#[test]
fn a_run_in_the_format_of_rapid() {
    let run = racefree(&["run", "-", "--scheduler", "round-robin", "--trace", "std", "--monitors", "none"], BANK);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines.contains(&"T0|begin|4") && lines.contains(&"T0|end|4"), "{}", run.stdout);
    assert!(lines.contains(&"T0|fork(T1)|5") && lines.iter().any(|l| l.starts_with("T1|acq(L0)|")), "{}", run.stdout);
    let mut events = 0;
    racefree_interp::serial::rapid::read(&run.stdout, |_| events += 1).expect("a trace");
    assert_eq!(events, lines.len());
}

#[test]
fn atomizer_looks_at_one_run() {
    let args = ["run", "-", "--seed", "1", "--detector", "atomizer-offline", "--monitors", "none", "--format", "json"];
    let (_, run) = json(&args, BANK);
    assert_eq!(texts(&run["alarms"], "block"), ["Account.deposit"]);
    let repaired = BANK.replace("atomic int", "atomic synchronized int");
    let (_, run) = json(&args, &repaired);
    assert_eq!(run["alarms"], Value::Array(Vec::new()));
    assert_eq!(racefree(&["test", "-", "--detector", "atomizer"], BANK).status, 2);
}

#[test]
fn accepted_blocks_are_not_watched() {
    let args = ["run", "-", "--system", "atomicity", "--seed", "3", "--watch", "unproved", "--format", "json"];
    let repaired = BANK.replace("atomic int", "atomic synchronized int");
    assert_eq!(json(&args, &repaired).0, 0);
}
