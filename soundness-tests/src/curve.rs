//! The acceptance curve: the share of programs of a size that some rules accept.
//!
//! The programs are the same for all rules: those that the generator makes for the base, all of which the base accepts;
//! and each of them with one random edit, near misses of which it accepts some. The first curve shows the premises that
//! a variant adds, the second the programs that it lets through. The same seed gives the same programs.

use crate::generate::{Choices, Maker, Settings};
use crate::tree::Tree;
use crate::variant::Rules;
use racefree_kernel::System;
use serde::Serialize;
use std::collections::BTreeMap;

/// Population of a curve.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, strum::IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Population {
    /// Programs as they are made for the base.
    Generated,
    /// Near misses: programs with one random edit each.
    Edited,
}

impl Population {
    /// Both.
    pub const ALL: [Population; 2] = [Population::Generated, Population::Edited];

    /// Name in the output.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Number of programs of a size in tokens, and of those accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Bin {
    /// The fewest tokens,
    pub from: usize,
    /// Greatest size.
    pub to: usize,
    /// Programs.
    pub programs: u64,
    /// Number of accepted programs.
    pub accepted: u64,
}

impl Bin {
    /// The share that is accepted.
    pub fn rate(&self) -> f64 {
        if self.programs == 0 { 0.0 } else { self.accepted as f64 / self.programs as f64 }
    }
}

/// Acceptance of some rules, by size.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Curve {
    /// The rules.
    pub rules: String,
    /// Population.
    pub population: Population,
    /// Bins by size, the smallest first; empty bins are left out.
    pub bins: Vec<Bin>,
}

/// Curves of several rules over the same programs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Curves {
    /// Number of programs made; each is looked at as it is and with an edit.
    pub programs: u64,
    /// The curves: the rules in the order given, for each population.
    pub curves: Vec<Curve>,
    /// True if all programs asked for were made.
    pub complete: bool,
}

/// Acceptance curves of each of the rules for a number of programs of a seed, in bins of a width in tokens. `go_on` is
/// given the progress and may stop it.
pub fn curves(
    system: &'static dyn System,
    rules: &[Rules],
    (programs, seed): (u64, u64),
    width: usize,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Curves {
    let base = Rules::of(system);
    let maker = Maker::new(&base);
    let width = width.max(1);
    let mut counted: Vec<BTreeMap<usize, Bin>> = vec![BTreeMap::new(); rules.len() * Population::ALL.len()];
    let mut made = 0;
    while made < programs && go_on(made) {
        let number = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(made);
        let settings = if made % 2 == 0 { Settings::small() } else { Settings::wide() };
        let generated = maker.program(settings, number);
        let edited = maker.edited(&generated, settings, Choices::seeded(number.rotate_left(23)));
        for (p, tree) in [generated, edited].iter().enumerate() {
            count(tree, rules, width, &mut counted[p * rules.len()..(p + 1) * rules.len()]);
        }
        made += 1;
    }
    let mut counted = counted.into_iter();
    let mut curves = Vec::new();
    for population in Population::ALL {
        for (rules, bins) in rules.iter().zip(counted.by_ref()) {
            curves.push(Curve { rules: rules.name.clone(), population, bins: bins.into_values().collect() });
        }
    }
    Curves { programs: made, curves, complete: made == programs }
}

/// Counts a program for each of the rules.
fn count(tree: &Tree, rules: &[Rules], width: usize, bins: &mut [BTreeMap<usize, Bin>]) {
    if !tree.is_syntax() {
        return;
    }
    let program = tree.program();
    let bin = tree.tokens() / width;
    for (rules, bins) in rules.iter().zip(bins) {
        let (from, to) = (bin * width, (bin + 1) * width - 1);
        let bin = bins.entry(bin).or_insert(Bin { from, to, ..Bin::default() });
        bin.programs += 1;
        bin.accepted += u64::from(rules.accepts_idle(&program));
    }
}
