//! Pairs of Java that end before time: in every part the answer names it, and nothing that is there in part looks whole. A budget of these tests
//! ends at its n-th look, so they ask no clock.

use racefree_answers::Ending;
use racefree_answers::desk::{Desk, Limits, rules};
use racefree_answers::java::{JavaFile, built_in};
use racefree_answers::options::{PairsOptions, RuleOptions};
use racefree_answers::pairing::{self, Answered, java};
use racefree_explore::SystemHost;
use racefree_kernel::Budget;
use racefree_pairs::Watch;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

const COUNTER: &str = "class Counter extends Thread {
  static int n;
  Object lock = new Object();
  public void run() { synchronized (lock) { n = n + 1; } }
  public static void main(String[] words) { new Counter().start(); new Counter().start(); n = 2; }
}";

/// The answer within a number of looks at the budget.
fn within(looks: u64) -> (Value, Ending) {
    let asked = PairsOptions::default();
    let file = JavaFile { name: "Counter.java".to_owned(), bytes: COUNTER.into(), stub: false };
    let files = [file].into_iter().chain(built_in()).collect();
    let watch = Watch::from(Budget::of_looks(looks));
    let desk = Desk::new(Limits::NATIVE, Arc::new(SystemHost));
    let rules = rules(&RuleOptions::default(), "", desk.variant).expect("rules");
    let subject = java::subject("Counter.java", files, None, &asked, rules, (1, watch)).expect("a subject");
    let how = pairing::options(&subject, &asked).expect("options");
    let source = subject.source.clone();
    let answered = Answered::new(&subject.name, &source, pairing::analyse(&source, &how), &asked);
    (serde_json::to_value(&answered).expect("an object"), answered.ending())
}

#[test]
fn every_part_of_the_way_from_java_to_pairs_may_be_the_last() {
    let mut parts = BTreeSet::new();
    let (mut looks, mut part) = (0, String::new());
    loop {
        // Behind the reading, and up to the objects, it looks a few times in each part.
        let many = ["pairs", "locks"].contains(&&*part);
        looks += if many { 1 + looks / 48 } else { 1 };
        let (answer, ending) = within(looks);
        if answer["complete"] == json!(true) {
            assert!(ending == Ending::Wrong && answer["stopped_in"].is_null(), "{answer}");
            break;
        }
        assert_eq!((ending, &answer["stopped"]), (Ending::Budget, &json!("time")), "{answer}");
        part = answer["stopped_in"].as_str().expect("a part").to_owned();
        let nothing = ["reading", "elaboration", "lowering", "facts"].contains(&&*part);
        assert_eq!(answer["stages"] == json!([]), nothing, "{answer}");
        let pairs = answer["pairs"].as_array().expect("pairs");
        assert_eq!(pairs.is_empty(), nothing, "{answer}");
        parts.insert(part.clone());
    }
    for part in ["reading", "elaboration", "lowering", "objects"] {
        assert!(parts.contains(part), "{part} is not among {parts:?}");
    }
}
