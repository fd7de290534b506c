//! Update of the whole matrix within a time: programs are searched for, a known entry is kept if it is smaller or
//! reaches further, and every piece of work is saved at once, so that an interrupted update resumes.

use super::exhaust::{Counts, Exhaust};
use super::{Budget, Entry, Enumerated, Matrix, Space, company, outside, search, spaces};
use crate::enumerate::{self, Memory};
use crate::reduce::PROOF;
use crate::shard::on_threads;
use crate::variant::{self, Rules, Variant};
use racefree_kernel::{PremiseId, System};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Plan of an update.
#[derive(Clone, Debug)]
pub struct UpdatePlan {
    /// Time in all.
    pub time: Duration,
    /// Number of worker threads.
    pub threads: usize,
    /// Greatest memory for the lists of programs of all workers together, in bytes.
    pub memory: usize,
    /// The system whose variants they are.
    pub system: &'static dyn System,
    /// Substrings of the names of variants; all, if empty. The enumeration is always for all.
    pub only: Vec<String>,
    /// Stages; all, if empty.
    pub stages: Vec<Stage>,
}

/// The stages of an update, and their shares of the time in percent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::VariantArray, strum::EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Stage {
    /// Search for the smallest program of each variant that goes wrong.
    Search,
    /// All programs up to a size, for the variants without one.
    Exhaust,
    /// All smaller programs, for the variants with one.
    Smallest,
    /// Together with other premises, for the premises without one.
    JointSearch,
}

impl Stage {
    /// Stages in order.
    pub const ALL: &[Stage] = <Stage as strum::VariantArray>::VARIANTS;

    fn share(self) -> u32 {
        match self {
            Stage::Search => 30,
            Stage::Exhaust => 30,
            Stage::Smallest => 10,
            Stage::JointSearch => 30,
        }
    }
}

/// Watches an update.
pub struct Watch<'w> {
    /// Called after each piece of work, with its description and the matrix so far.
    pub at: &'w (dyn Fn(&str, &Matrix) + Sync),
    /// Returns true to stop.
    pub stop: &'w (dyn Fn() -> bool + Sync),
}

struct Updating<'w> {
    plan: &'w UpdatePlan,
    watch: &'w Watch<'w>,
    matrix: Mutex<Matrix>,
    memory: Memory,
}

/// Carries out the plan, beginning with the known matrix.
///
/// # Errors
///
/// A sentence, if a variant or a signature means nothing.
pub fn update(mut known: Matrix, plan: &UpdatePlan, watch: &Watch<'_>) -> Result<Matrix, String> {
    for example in known.entries.iter_mut().flat_map(|e| e.smallest.iter_mut().chain(&mut e.race)) {
        example.nodes = search::tree(example).map_or(0, |t| enumerate::nodes(&t));
    }
    let updating = Updating { plan, watch, matrix: Mutex::new(known), memory: Memory::of(plan.memory) };
    let stages: Vec<Stage> =
        Stage::ALL.iter().copied().filter(|s| plan.stages.is_empty() || plan.stages.contains(s)).collect();
    let whole: u32 = stages.iter().map(|s| s.share()).sum();
    for stage in stages {
        let time = plan.time * stage.share() / whole.max(1);
        match stage {
            Stage::Search => updating.search(time),
            Stage::Exhaust => updating.exhaust(time)?,
            Stage::Smallest => updating.smallest(time),
            Stage::JointSearch => updating.company(time),
        }
    }
    Ok(updating.now())
}

impl Updating<'_> {
    fn now(&self) -> Matrix {
        self.matrix.lock().map(|m| m.clone()).unwrap_or_default()
    }

    fn entry(&self, name: &str) -> Option<Entry> {
        self.now().entry(name).cloned()
    }

    fn wanted(&self, name: &str) -> bool {
        self.plan.only.is_empty() || self.plan.only.iter().any(|part| name.contains(part.as_str()))
    }

    /// Runs jobs on all threads.
    fn run<J: Sync>(&self, jobs: &[J], job: &(dyn Fn(&J) + Sync)) {
        on_threads(self.plan.threads, jobs, self.watch.stop, &|_, todo| job(todo));
    }

    fn each(&self, time: Duration, jobs: usize) -> Duration {
        time * self.plan.threads.max(1) as u32 / jobs.max(1) as u32
    }

    /// Changes the entry of a variant, or adds it, in the order of the lines.
    fn change(&self, name: &str, said: &str, change: impl FnOnce(Option<Entry>) -> Option<Entry>) {
        let Ok(mut matrix) = self.matrix.lock() else { return };
        let entries = &mut matrix.entries;
        let at = entries.iter().position(|e| e.variant == name);
        let old = at.map(|i| entries.remove(i));
        entries.extend(change(old));
        let lines: Vec<String> = super::lines(self.plan.system).into_iter().map(|v| v.name).collect();
        let place = |e: &Entry| lines.iter().position(|n| *n == e.variant).unwrap_or(usize::MAX);
        entries.sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| a.variant.cmp(&b.variant)));
        (self.watch.at)(said, &matrix);
    }

    /// Adds an entry, or what is smaller in it.
    fn improve(&self, entry: Entry, said: &str) {
        let name = entry.variant.clone();
        self.change(&name, said, |old| match old {
            Some(old) => Some(old.or_smaller(entry)),
            None => Some(entry),
        });
    }

    /// The lines without a counterexample so far that one can be looked for.
    fn without(&self) -> Vec<Variant> {
        let now = self.now();
        let has = |v: &Variant| now.entry(&v.name).is_some_and(|e| e.smallest.is_some());
        super::lines(self.plan.system)
            .into_iter()
            .filter(|v| !v.off.is_empty() && !outside(&v.off[0]) && !has(v))
            .collect()
    }

    fn search(&self, time: Duration) {
        let without: Vec<String> =
            self.without().into_iter().filter(|v| v.only.is_none()).map(|v| v.off.join("")).collect();
        // A part of a premise that does no harm is not looked for by itself.
        let settled = |v: &Variant| v.only.is_some() && without.contains(&v.off.join(""));
        let known = |v: &Variant| self.entry(&v.name).is_some();
        let jobs: Vec<Variant> = super::lines(self.plan.system)
            .into_iter()
            .filter(|v| self.wanted(&v.name) && !(settled(v) && known(v)))
            .collect();
        let each = self.each(time, jobs.len());
        let budget = Budget { seeds: 2, hunt: each / 4, reduce: each / 8, proof: PROOF };
        self.run(&jobs, &|variant| {
            // A part begins with the entry of the whole, and the whole with the entries of its parts.
            let whole = variant.off.join(" + ");
            let own = |e: &Entry| {
                e.variant == variant.name || !whole.is_empty() && e.variant.split(" (").next() == Some(whole.as_str())
            };
            let known: Vec<Entry> = self.now().entries.into_iter().filter(own).collect();
            let Ok(entry) = search(variant, &known, budget) else { return };
            let found = |e: &Option<super::Example>| match e {
                Some(e) => format!("{} of {} tokens", e.kind, e.tokens),
                None => "none".to_owned(),
            };
            let (smallest, race) = (found(&entry.smallest), found(&entry.race));
            let said = format!("search {}: smallest: {smallest}; with a race: {race}", variant.name);
            self.improve(entry, &said);
        });
    }

    fn exhaust(&self, time: Duration) -> Result<(), String> {
        let variants = self.without();
        let rules = variants.iter().map(Variant::rules).collect::<Result<Vec<Rules>, String>>()?;
        let mut off: Vec<PremiseId> = variants
            .iter()
            .flat_map(|v| &v.off)
            .map(|p| variant::premise(self.plan.system, p))
            .collect::<Result<_, String>>()?;
        off.sort();
        off.dedup();
        let loosest = Variant::of_premises(&off).rules()?;
        if rules.is_empty() {
            return Ok(());
        }
        let spaces = spaces(self.plan.system);
        let each = self.each(time, spaces.len());
        self.run(&spaces, &|scope: &Space| {
            let until = Instant::now() + each;
            for nodes in self.reached(scope, &variants) + 1..=scope.nodes {
                let Ok(universe) = scope.universe(nodes) else { return };
                let over = || Instant::now() > until || (self.watch.stop)();
                let mut counted = Vec::new();
                for some in rules.chunks(super::exhaust::MOST) {
                    let exhaust = Exhaust { universe, loosest: &loosest, variants: some, race: false };
                    let Some(counts) = exhaust.within(&over, &self.memory) else { return };
                    counted.push(counts);
                }
                self.bounds(scope, nodes, &variants, counted);
            }
        });
        Ok(())
    }

    /// The nodes that all these variants have reached over a signature.
    fn reached(&self, scope: &Space, variants: &[Variant]) -> usize {
        let now = self.now();
        let known = now.scopes.iter().find(|s| s.signature == scope.signature);
        // Of other variants it says something else.
        let same = |s: &&Enumerated| {
            s.variants.len() == variants.len() && variants.iter().all(|v| s.variants.contains(&v.name))
        };
        let known = known.filter(same);
        known.map_or(0, |s| s.nodes).max(scope.quick - 1)
    }

    fn bounds(&self, scope: &Space, nodes: usize, variants: &[Variant], counted: Vec<Counts>) {
        let programs = counted.first().map_or(0, |c| c.programs);
        let apart = counted.iter().flat_map(|c| &c.variants).map(|c| c.apart).sum();
        let Ok(mut matrix) = self.matrix.lock() else { return };
        let known = matrix.scopes.iter().find(|s| s.signature == scope.signature && s.quick < nodes);
        let (quick, quick_programs, quick_apart) =
            known.map_or((nodes, programs, apart), |s| (s.quick, s.quick_programs, s.quick_apart));
        let signature = scope.signature.to_string();
        let names = variants.iter().map(|v| v.name.clone()).collect();
        matrix.scopes.retain(|s| s.signature != signature);
        let now = Enumerated { signature, nodes, programs, quick, quick_programs, quick_apart, variants: names };
        matrix.scopes.push(now);
        let spaces = spaces(self.plan.system);
        let place = |signature: &str| spaces.iter().position(|s| s.signature == signature);
        // Signatures that are enumerated no more are forgotten.
        matrix.scopes.retain(|s| place(&s.signature).is_some());
        matrix.scopes.sort_by_key(|s| place(&s.signature));
        for (variant, count) in variants.iter().zip(counted.into_iter().flat_map(|c| c.variants)) {
            let Some(entry) = matrix.entries.iter_mut().find(|e| e.variant == variant.name) else { continue };
            entry.bounds.retain(|b| place(&b.signature).is_some());
            if let (Some(tree), Ok(rules)) = (&count.smallest, variant.rules()) {
                let smallest = search::reduced(&rules, tree, false);
                *entry = entry.clone().or_smaller(Entry { smallest, programs: 0, apart: 0, ..entry.clone() });
                continue;
            }
            entry.bound(count.bound(scope.signature.to_string(), nodes, programs));
        }
        (self.watch.at)(&format!("all programs of {nodes} nodes over {}: {programs}", scope.signature), &matrix);
    }

    fn smallest(&self, time: Duration) {
        let mut jobs: Vec<(Variant, bool)> = Vec::new();
        // With several premises off, each must be needed, which an enumeration does not ask for.
        let single = |e: &Entry| self.wanted(&e.variant) && !e.variant.contains(" + ");
        for entry in self.now().entries.into_iter().filter(single) {
            let Ok(variant) = variant::find_in(self.plan.system, &entry.variant) else { continue };
            let open = |e: &Option<super::Example>| e.as_ref().is_some_and(|e| !e.is_smallest());
            if open(&entry.smallest) {
                jobs.push((variant.clone(), false));
            }
            if open(&entry.race) {
                jobs.push((variant, true));
            }
        }
        let each = self.each(time, jobs.len());
        self.run(&jobs, &|(variant, race)| {
            let (Some(entry), Ok(rules)) = (self.entry(&variant.name), variant.rules()) else { return };
            let Some(example) = (if *race { &entry.race } else { &entry.smallest }) else { return };
            let (bound, found) = super::below(&rules, example, *race, Instant::now() + each, &self.memory);
            let reach = bound.as_ref().map_or(0, |b| b.nodes);
            let said = format!("smaller than {} ({} nodes): none up to {reach}", variant.name, example.nodes);
            let smaller = found.and_then(|tree| search::reduced(&rules, &tree, *race));
            self.change(&variant.name, &said, |old| {
                let mut entry = old?;
                let place = if *race { &mut entry.race } else { &mut entry.smallest };
                if let Some(smaller) = smaller.filter(|s| place.as_ref().is_none_or(|p| s.tokens < p.tokens)) {
                    *place = Some(smaller);
                }
                if let Some(example) = place {
                    example.below = bound;
                }
                Some(entry)
            });
        });
    }

    /// Drops the lines with several premises off that no premise refers to any more.
    fn forget(&self) {
        let Ok(mut matrix) = self.matrix.lock() else { return };
        let named: Vec<String> =
            matrix.entries.iter().flat_map(|e| e.company.iter().flat_map(|c| c.found.clone())).collect();
        matrix.entries.retain(|e| !e.variant.contains(" + ") || named.contains(&e.variant));
        (self.watch.at)("", &matrix);
    }

    fn company(&self, time: Duration) {
        let whole = |v: &Variant| v.only.is_none();
        let hidden: Vec<Variant> = self.without().into_iter().filter(whole).collect();
        let premise = |v: &Variant| variant::premise(self.plan.system, &v.off[0]).ok();
        let hidden_ids: Vec<PremiseId> = hidden.iter().filter_map(premise).collect();
        let all = variant::premises(self.plan.system);
        let others: Vec<PremiseId> = all.iter().filter(|v| !outside(&v.off[0])).filter_map(premise).collect();
        let jobs: Vec<PremiseId> = hidden.iter().filter(|v| self.wanted(&v.name)).filter_map(premise).collect();
        let each = self.each(time, jobs.len());
        // Shrinking takes as long again as the hunt.
        let hunt = each / (others.len() as u32 * 2).max(1);
        self.run(&jobs, &|premise| {
            let until = Instant::now() + each;
            let go_on = || Instant::now() < until && !(self.watch.stop)();
            let name = Variant::of_premises(&[*premise]).name;
            // Another time other programs are made.
            let seed = self.entry(&name).and_then(|e| e.company).map_or(0, |c| c.programs);
            let found = company(*premise, &others, &hidden_ids, (seed, hunt), &go_on);
            let said = format!("with {name}: {}", found.company.found.join("; "));
            for entry in found.entries {
                self.improve(entry, &said);
            }
            let entries = self.now().entries;
            self.change(&name, &said, |old| {
                let mut entry = old?;
                entry.company = Some(super::company::joined(entry.company.as_ref(), found.company, &entries));
                Some(entry)
            });
        });
        self.forget();
    }
}
