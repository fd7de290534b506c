//! The answer for people: the stages with their counts, then the pairs, grouped.

use crate::args::pairs::{Grouping, PairsArgs};
use crate::terminal::Out;
use racefree_answers::count;
use racefree_answers::pairing::answered::{Answered, PairVerdict, ToldPair};
use racefree_answers::pairing::lines::Lines;
use racefree_grammar::span::Span;
use racefree_kernel::Stopped;
use racefree_pairs::{AccessId, Mode, Stage};
use rustc_hash::FxHashMap;
use std::io::{self, Write};

/// Greatest number of pairs of threads shown for a pair of accesses.
const THREADS: usize = 4;

/// Writes an answer.
pub fn pairs(answered: &Answered<'_>, args: &PairsArgs, out: &mut Out) -> io::Result<()> {
    let lines = answered.source.lines();
    if !out.quiet {
        funnel(answered, out)?;
    }
    for (name, group) in groups(answered, args.view).into_iter().take_while(|_| answered.goes_on()) {
        writeln!(out, "{}", out.bold(&name))?;
        if args.view == Grouping::Field {
            way_out(answered, group[0], out)?;
        }
        for told in group.into_iter().take_while(|_| answered.goes_on()) {
            one(answered, told, &lines, out)?;
        }
        writeln!(out)?;
    }
    let analysis = &answered.analysis;
    let more = answered.total - answered.listed();
    let why = match answered.cut {
        _ if answered.interrupted() => "interrupted",
        Some(Stopped::Memory) => "--memory",
        Some(Stopped::Time) => "--time",
        Some(Stopped::Interrupted) | None => "--max-pairs",
    };
    if more > 0 {
        writeln!(out, "{} are counted, not listed ({why})\n", count(more, "pair"))?;
    } else if !answered.goes_on() {
        let why = if answered.interrupted() { "interrupted" } else { "--time" };
        writeln!(out, "the rest of the pairs is not listed ({why})\n")?;
    }
    for assumption in &answered.assumptions {
        writeln!(out, "Assumed: {assumption}")?;
    }
    out.summary(&format!("{}: {}", answered.name, verdict(answered)))?;
    if analysis.options.mode == Mode::Paper {
        writeln!(out, "Paper mode may miss races.")?;
    }
    Ok(())
}

/// The sentence at the end.
pub fn verdict(answered: &Answered<'_>) -> String {
    let analysis = &answered.analysis;
    let paper = analysis.options.mode == Mode::Paper;
    let assumed = !answered.assumptions.is_empty();
    let stopped =
        analysis.stopped.map(|s| format!("stopped by its budget ({}) in the part `{}`", s.why.name(), s.phase.name()));
    let mut text = match (analysis.answered(), analysis.count_left()) {
        (false, _) if paper => "no answer".to_owned(),
        (false, _) if !analysis.read() => "nothing is known".to_owned(),
        (false, _) => format!("nothing was removed: {} stay", count(analysis.count(Stage::Original), "original pair")),
        (true, 0) if answered.source.harness.is_some() => "no pair is left for this harness".to_owned(),
        (true, 0) if paper || assumed => "no pair is left".to_owned(),
        (true, 0) => "no pair is left, so no schedule has a race".to_owned(),
        (true, n) => {
            let known = answered.known.len() as u64;
            let n = n - known;
            let left = if n == 1 { "1 pair is left".to_owned() } else { format!("{n} pairs are left") };
            let left = if answered.source.harness.is_some() { format!("{left} for this harness") } else { left };
            let left = if known > 0 { format!("{left}, besides {known} that the baseline knows") } else { left };
            format!("{left}{}", judged(answered))
        }
    };
    if let Some(stopped) = stopped {
        text.push_str(&match analysis.k {
            Some(k) => format!("; {stopped}: k = {k} of {}", analysis.wanted),
            None => format!("; {stopped} before k = 0 ended"),
        });
    }
    if assumed {
        text.push_str(&format!("; no proof: {}", count(answered.assumptions.len() as u64, "assumption")));
    }
    text
}

/// Number of pairs left with each verdict, if they were judged.
fn judged(answered: &Answered<'_>) -> String {
    let left = answered.told.iter().filter(|t| t.stage == Stage::Unlocked);
    let verdicts: Vec<PairVerdict> = left.filter_map(|t| t.judged.as_ref().map(|j| j.verdict)).collect();
    let with = |v: PairVerdict| verdicts.iter().filter(|&&known| known == v).count();
    let all = [PairVerdict::Real, PairVerdict::Unknown, PairVerdict::FalseAlarm].map(|v| (with(v), v.name()));
    let shown: Vec<String> = all.iter().filter(|v| v.0 > 0).map(|(n, name)| format!("{n} {name}")).collect();
    if shown.is_empty() { String::new() } else { format!(": {}", shown.join(", ")) }
}

/// Description of mode, k, and harness.
pub fn how(answered: &Answered<'_>) -> String {
    let analysis = &answered.analysis;
    let k = match analysis.k {
        Some(k) if analysis.exact => format!(", k = {k} is exact"),
        Some(k) => format!(", k = {k}"),
        None => String::new(),
    };
    let mut text = format!("{} mode{k}", analysis.options.mode.name());
    if let Some((k, contexts)) = analysis.too_large {
        text.push_str(&format!("; k = {k} was not begun: about {contexts} bodies in contexts (`--k {k}` asks for it)"));
    }
    if let Some(harness) = &answered.source.harness {
        let calls = count(harness.calls as u64, "thread");
        // The JSON has them all.
        let (all, most) = (&harness.interface, 8);
        let shown = all[..all.len().min(most)].join(", ");
        let rest = all.len().saturating_sub(most);
        let rest = if rest > 0 { format!(", and {}", count(rest as u64, "other method")) } else { String::new() };
        text.push_str(&format!("\n  open program; harness: {calls} that call {shown}{rest}"));
    }
    text
}

fn funnel(answered: &Answered<'_>, out: &mut Out) -> io::Result<()> {
    let analysis = &answered.analysis;
    writeln!(out, "{}: {}", answered.name, how(answered))?;
    for c in &analysis.stages {
        writeln!(out, "  {:<10} {:>8} pairs {:>10} tuples", c.stage.name(), c.pairs, c.tuples)?;
    }
    let s = analysis.sizes;
    writeln!(
        out,
        "  {}, {}, {}, {}\n",
        if s.bodies == 1 { "1 body".to_owned() } else { format!("{} bodies", s.bodies) },
        if s.contexts == 1 { "1 body in a context".to_owned() } else { format!("{} bodies in contexts", s.contexts) },
        count(s.objects as u64, "object"),
        count(s.threads as u64, "thread")
    )
}

/// The pairs by field, by set of objects, or by pair of threads.
pub fn groups<'a>(answered: &'a Answered<'_>, view: Grouping) -> Vec<(String, Vec<&'a ToldPair>)> {
    let lines = answered.source.lines();
    let mut groups: Vec<(String, Vec<&ToldPair>)> = Vec::new();
    let mut known: FxHashMap<String, usize> = FxHashMap::default();
    for told in &answered.told {
        let names = match view {
            Grouping::Field => vec![told.left.field.clone()],
            Grouping::Object => vec![told.left.names.join(", ")],
            Grouping::Threads => {
                let name = |f| thread(answered, f, &lines);
                let threads =
                    told.left.threads.iter().map(|t| format!("{} and {}", name(t.spawn[0]), name(t.spawn[1])));
                let mut threads: Vec<String> = threads.collect();
                threads.sort();
                threads.dedup();
                threads
            }
        };
        for name in names {
            let at = *known.entry(name).or_insert_with_key(|name| {
                groups.push((name.clone(), Vec::new()));
                groups.len() - 1
            });
            groups[at].1.push(told);
        }
    }
    groups
}

/// Name of a thread.
pub fn thread(answered: &Answered<'_>, fork: Option<racefree_grammar::ast::ExprId>, lines: &Lines<'_>) -> String {
    let Some(span) = answered.spawn(fork) else { return "main".to_owned() };
    let program = &answered.source.program;
    match program.methods.iter().find(|m| m.name_span == span) {
        Some(method) => format!("a call of {}", program.text(method.name)),
        None => format!("the thread of line {}", lines.line(span)),
    }
}

/// The lock that most accesses of the field hold, and what would make the others as safe.
fn way_out(answered: &Answered<'_>, told: &ToldPair, out: &mut Out) -> io::Result<()> {
    if answered.source.shown.is_none() {
        return Ok(());
    }
    let lines = answered.source.lines();
    let assigns_final = |e: AccessId| answered.analysis.facts.assigns_final(e);
    if assigns_final(told.left.pair.0) || assigns_final(told.left.pair.1) {
        return writeln!(
            out,
            "  a constructor gives its object away before it assigns this final field: assign it before"
        );
    }
    let Some(most) = &told.left.most_held else {
        // Contents of an object or an array have no modifiers.
        let is_field = told.left.field.contains('.');
        let modifier = if is_field { ", or make the field final or volatile" } else { "" };
        return writeln!(out, "  no access holds a lock: hold one at all of them{modifier}");
    };
    let (held, all) = (most.with.len(), most.with.len() + most.without.len());
    let lock = answered.source.in_words(&most.lock);
    let mut without: Vec<String> = most.without.iter().map(|&e| lines.line(answered.access(e).1)).collect();
    without.dedup();
    match held * 2 > all {
        true => writeln!(out, "  {held} of {all} accesses hold {lock}; hold it in line {} too", without.join(", ")),
        false => {
            writeln!(out, "  {held} of {all} accesses hold {lock}, no lock is held by more: choose one for all of them")
        }
    }
}

fn one(answered: &Answered<'_>, told: &ToldPair, lines: &Lines<'_>, out: &mut Out) -> io::Result<()> {
    let text = answered.text();
    let place = |s: Span| lines.place(s);
    let access = |e: AccessId| {
        let (kind, span) = answered.access(e);
        let code = text.get(span.start as usize..span.end as usize).unwrap_or("").lines().next().unwrap_or("");
        format!("{} {} `{code}`", kind.name(), place(span))
    };
    let left = &told.left;
    let verdict = told.judged.as_ref().map_or(String::new(), |j| format!("{}: ", j.verdict.name()));
    writeln!(out, "  {verdict}{} — {}  [{}]", access(left.pair.0), access(left.pair.1), told.stage.name())?;
    if let Some(judged) = &told.judged {
        writeln!(out, "    {}", judged.why)?;
        if let Some(command) = &judged.command {
            writeln!(out, "    {command}")?;
        }
    }
    if !left.names.is_empty() {
        writeln!(out, "    on {}", left.names.join(", "))?;
    }
    for t in left.threads.iter().take(THREADS) {
        for side in 0..2 {
            let e = if side == 0 { left.pair.0 } else { left.pair.1 };
            let path = answered.path(&t.paths[side], e);
            let path: Vec<String> = path.into_iter().map(place).collect();
            let locks = match t.locks[side].as_slice() {
                [] => "no lock".to_owned(),
                locks => locks.join(", "),
            };
            writeln!(out, "    {}: {} holding {locks}", thread(answered, t.spawn[side], lines), path.join(" → "))?;
        }
    }
    if left.threads.len() > THREADS {
        let more = count((left.threads.len() - THREADS) as u64, "more pair");
        writeln!(out, "    and {more} of threads (--format json lists them)")?;
    }
    Ok(())
}
