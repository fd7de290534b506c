//! Invariant 3: against every annotation of small programs.

use crate::support::*;
use racefree_infer::clauses::Lit;
use racefree_infer::edits::{self, Style};
use racefree_infer::infer::facts;
use racefree_infer::slots::{Place, Template};
use racefree_infer::system::{Breadth, System};
use racefree_infer::{Budget, Settings, Way};

/// Pseudo-random numbers.
struct Random(u64);

impl Random {
    fn next(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }

    fn one<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.next(all.len())]
    }
}

/// A small program: cells, perhaps boxes that hold them, threads that use them with locks or without.
fn program(r: &mut Random) -> String {
    let mut p = String::from("class Cell {\n  int v = 0\n");
    let set = r.one(&["this.v = x", "synchronized this in this.v = x", "let int y = this.v in this.v = x + y"]);
    p += &format!("  void set(int x) {{ {set} }}\n}}\n");
    let boxed = r.next(3);
    if boxed > 0 {
        let field = r.one(&["  Cell c = new Cell\n", "  Cell c = null\n"]);
        let body = r.one(&["this.c.v = 1", "synchronized this in this.c.v = 1", "synchronized this in this.c.set(2)"]);
        p += &format!("class Box {{\n{field}");
        if boxed == 2 {
            p += &format!("  void put() {{ {body} }}\n");
        }
        p += "}\n";
    }
    p += "let Object l = new Object in\nlet Cell a = new Cell in\n";
    if boxed > 0 {
        p += "let Box b = new Box in {\n";
        if r.next(3) == 0 {
            p += "  b.c = a;\n";
        }
    } else {
        p += "{\n";
    }
    for _ in 0..1 + r.next(3) {
        let uses: &[&str] = match boxed {
            0 => &["a.v = 1", "a.set(1)", "print a.v"],
            1 => &["a.v = 1", "a.set(1)", "b.c.v = 2", "b.c.set(3)"],
            _ => &["a.set(1)", "b.put()", "b.c.v = 2"],
        };
        let use_of = r.one(uses);
        let locks: &[&str] = if boxed > 0 { &["", "a", "l", "l", "b"] } else { &["", "a", "l", "l"] };
        let lock = r.one(locks);
        let body = if lock.is_empty() { use_of.to_owned() } else { format!("synchronized {lock} in {use_of}") };
        p += &if r.next(4) == 0 { format!("  {{ {body} }};\n") } else { format!("  fork {{ {body} }};\n") };
    }
    p + "}\n"
}

/// The choices of an annotation, one of each group: literals that hold.
fn groups(system: &System<'_>) -> Vec<Vec<Vec<Lit>>> {
    let variable = |lit: Lit| lit != Lit::TRUE && lit != Lit::FALSE;
    let mut groups: Vec<Vec<Vec<Lit>>> = Vec::new();
    groups.extend(system.local.iter().filter(|&&l| variable(l)).map(|&l| vec![vec![], vec![l]]));
    for slot in &system.slots {
        let lits: Vec<Lit> = slot.choices().map(|c| c.0).collect();
        groups.push(match slot.place {
            Place::Guard(_) | Place::Arg(..) => {
                let mut choices = vec![vec![]];
                choices.extend(lits.into_iter().map(|l| vec![l]));
                choices
            }
            Place::Requires(_) => (0..1u32 << lits.len())
                .map(|bits| (0..lits.len()).filter(|i| bits >> i & 1 == 1).map(|i| lits[i]).collect())
                .collect(),
        });
    }
    groups.extend(system.finals.iter().filter(|&&l| variable(l)).map(|&l| vec![vec![], vec![l]]));
    for lits in &system.ghosts {
        groups.extend(lits.iter().map(|&l| vec![vec![], vec![l]]));
    }
    groups
}

/// The least size of an annotation that checks, by trying all; none if there is none.
fn least(system: &System<'_>, source: &str, groups: &[Vec<Vec<Lit>>], settings: &Settings) -> Option<usize> {
    let mut best: Option<usize> = None;
    let mut at = vec![0usize; groups.len()];
    loop {
        let chosen: Vec<Lit> = groups.iter().zip(&at).flat_map(|(g, &i)| g[i].iter().copied()).collect();
        if best.is_none_or(|b| chosen.len() < b) && is_annotation(system, &chosen) {
            let mut values = vec![false; system.meanings.len()];
            chosen.iter().for_each(|l| values[l.var() as usize] = true);
            let found = edits::annotations(system, source, &values);
            let text = edits::insert(source, &found, Style::Plain, &[]);
            if racefree_java_rules::check(&parsed(&text), &text, &settings.options).is_ok() {
                best = Some(chosen.len());
            }
        }
        let Some(i) = (0..groups.len()).find(|&i| at[i] + 1 < groups[i].len()) else { return best };
        at[i] += 1;
        at[..i].fill(0);
    }
}

/// Arguments are there exactly where the ghosts are, so that the text is a program.
fn is_annotation(system: &System<'_>, chosen: &[Lit]) -> bool {
    let program = &system.template.program;
    system.slots.iter().all(|slot| {
        let Place::Arg(t, i) = slot.place else { return true };
        let racefree_grammar::ast::TypeKind::Class { name, .. } = program.ty(t).kind else { return true };
        let class = program.classes.iter().position(|c| c.name == name).expect("a class");
        let ghost = system.ghosts[class][i as usize];
        slot.choices().any(|(l, _)| chosen.contains(&l)) == chosen.contains(&ghost)
    })
}

#[test]
fn what_is_found_is_what_trying_all_annotations_finds() {
    let cases = cases(200);
    let most = 20_000;
    let mut r = Random(2026);
    let (mut seen, mut plain, mut ghosts, mut none) = (0, 0, 0, 0);
    while seen < cases {
        let source = program(&mut r);
        let text = parsed(&source);
        let settings = Settings { depth: 1, ghosts: 1, ..Settings::default() };
        let Ok(facts) = facts(&text, &source, &settings) else { continue };
        let system_of = |gamma, f: &mut dyn FnMut(&System<'_>) -> Option<Option<usize>>| {
            let template = Template::new(&text, &facts, &settings, gamma, |_| true);
            let system = System::new(&template, &source, &settings, Breadth::All, &Budget::default()).expect("small");
            f(&system)
        };
        let mut all = |system: &System<'_>| {
            let groups = groups(system);
            let many = groups.iter().fold(1usize, |n, g| n.saturating_mul(g.len()));
            (many <= most).then(|| least(system, &source, &groups, &settings))
        };
        let Some(without) = system_of(0, &mut all) else { continue };
        let with = match without {
            Some(_) => Some(without),
            None => system_of(1, &mut all),
        };
        let Some(with) = with else { continue };
        seen += 1;
        let fixpoint = by(Some(Way::Fixpoint), &source, &settings).expect("an answer");
        assert_eq!(fixpoint.ok, without.is_some(), "fixpoint\n{source}\n{}", fixpoint.text);
        let sat = by(Some(Way::Sat), &source, &settings).expect("an answer");
        assert_eq!(sat.ok, with.is_some(), "sat\n{source}\n{}", sat.text);
        match (without, with) {
            (Some(size), _) => {
                plain += 1;
                assert_eq!((sat.size(), sat.ghosts), (size, 0), "{source}\n{}", sat.text);
                assert!(fixpoint.size() >= size);
            }
            (None, Some(size)) => {
                ghosts += 1;
                assert_eq!((sat.size(), sat.ghosts), (size, 1), "{source}\n{}", sat.text);
            }
            (None, None) => none += 1,
        }
    }
    #[allow(clippy::print_stderr)] // for a count by hand
    {
        eprintln!("{seen} programs: {plain} without ghosts, {ghosts} with, {none} not");
    }
    let enough = plain * 5 >= seen && ghosts * 10 >= seen && none * 8 >= seen;
    assert!(enough, "{plain} {ghosts} {none}");
}
