//! The index of the programs: the lessons are eight and in order, and every program has a level and an idea that is known.

use racefree_corpus::{Header, entries, index};
use std::collections::BTreeSet;

#[test]
fn eight_lessons_in_an_order_to_learn_by() {
    let mut lessons: Vec<(u32, &str)> =
        entries().iter().filter_map(|e| index::level(e.path, &e.header()).1.map(|place| (place, e.path))).collect();
    lessons.sort_unstable();
    assert_eq!(
        lessons.iter().map(|(place, _)| *place).collect::<Vec<_>>(),
        (1..=8).collect::<Vec<u32>>(),
        "{lessons:?}"
    );
}

#[test]
fn each_program_has_a_level_that_its_header_or_folder_says() {
    for entry in entries() {
        let header = entry.header();
        let (level, place) = index::level(entry.path, &header);
        assert_eq!(level == "lesson", place.is_some(), "{}", entry.path);
        if let Some(said) = header.claim("level") {
            assert!(said.starts_with(level), "{}: `{said}` is no level", entry.path);
        }
    }
}

#[test]
fn ideas_come_from_the_rules_that_a_program_is_about() {
    let of = |text: &str| index::ideas(&Header::read(text));
    assert_eq!(
        of("//! A\n//! check: EXP REF/guard-held @ 3, EXP INVOKE/requires-held @ 4\n//! race: C.f"),
        ["guards", "requires", "races"]
    );
    assert_eq!(of("//! A\n//! teaches: ghosts, races\n//! check: EXP REF/guard-held @ 3"), ["ghosts", "races"]);
    assert_eq!(of("//! A\n//! sole-cause: PROG/override-requires\n//! race: none\n//! deadlock: no"), ["overriding"]);
    let ideas: BTreeSet<String> = entries().iter().flat_map(|e| index::ideas(&e.header())).collect();
    assert!(ideas.len() <= 24, "so many that nobody can choose: {ideas:?}");
    let without = entries().iter().filter(|e| index::ideas(&e.header()).is_empty()).count();
    assert!(without * 4 < entries().len(), "{without} programs teach nothing");
}
