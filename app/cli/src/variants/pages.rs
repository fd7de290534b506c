//! Pages for people: an index, and a page for each premise, each part and each variant that has something to show.

use crate::ending::{Done, Ending};
use crate::terminal::Out;
use racefree_answers::examples::slug;
use racefree_answers::matrix::words::{self, number};
use racefree_answers::variant::{self, Variant, said};
use racefree_kernel::{Kind, System};
use racefree_soundness::matrix::{Bound, Entry, Example, IMPLIED, Matrix, PROVED, outside, spaces};
use racefree_systems::premise_name;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

/// Writes all pages, in the place of the old ones.
pub fn write(system: &'static dyn System, known: &Matrix, folder: &Path, out: &mut Out) -> Done {
    let pages = folder.join("premises");
    if pages.exists() {
        // Pages that are not written any more would stay.
        for file in std::fs::read_dir(&pages)? {
            let path = file?.path();
            if path.extension().is_some_and(|e| e == "md" || e == "rfj") {
                std::fs::remove_file(path)?;
            }
        }
    }
    std::fs::create_dir_all(&pages)?;
    let book = Pages { system, known, folder: &pages, racefree: &std::env::current_exe()? };
    let mut written = 1;
    for entry in known.entries.iter().filter(|e| book.has_page(e)) {
        std::fs::write(pages.join(file(&entry.variant)), book.page(entry)?)?;
        written += 1;
    }
    std::fs::write(folder.join("premises.md"), book.index())?;
    writeln!(out, "{written} pages in {}", folder.display())?;
    Ok(Ending::Fine)
}

fn file(name: &str) -> String {
    format!("{}.md", slug(name))
}

struct Pages<'e> {
    system: &'static dyn System,
    known: &'e Matrix,
    folder: &'e Path,
    racefree: &'e Path,
}

const INTRODUCTION: &str = "# Why every premise is there

A typing rule has premises, and each is there to keep some program out. To see which, we switch the premise off and look for the \
smallest program that is then let through, that the rules as they stand reject, and that goes wrong when it runs. `racefree why \
\"EXP REF/guard-held\"` shows the page of a premise: the rule, the program, the derivation with the premise marked *assumed*, and the run; \
`--format html` makes it a page for a browser.

**Goes wrong** means one of these. A *race*: two threads are about to access a field, and one of them writes it. A *monitor* fires: on \
every step it is looked at whether something holds that must hold in well-typed programs, such as that the guard of a field is held \
where the field is read; a monitor fires earlier than a race, so its programs are smaller. A thread is *stuck*: no rule says what \
it does next. Where there is a program with a race, its page begins with that.

**Size** is in tokens. A program is *1-minimal* if no single edit makes it smaller. It is *smallest* if all programs of fewer nodes over \
its signature (what may occur, and how often at most: `racefree certify --help`) were enumerated and none goes wrong; a node is a \
declaration, a variable, a step or an operator.

All programs were found by the search, but for that of `METHOD/return-type`, which was written by hand. `racefree variants matrix --update FILE` searches, and `racefree \
variants matrix --docs FOLDER` writes this page and one for each premise, each of its parts and each variant.
";

impl Pages<'_> {
    fn variant_of(&self, entry: &Entry) -> Variant {
        variant::find_in(self.system, &entry.variant).unwrap_or_default()
    }

    fn whole<'a>(&self, entry: &'a Entry) -> Option<&'a str> {
        entry.variant.strip_suffix(')').and_then(|n| n.rsplit_once(" (")).map(|(whole, _)| whole)
    }

    /// Parts that have nothing of their own to show are in the table on the premise's page.
    fn has_page(&self, entry: &Entry) -> bool {
        let Some(whole) = self.whole(entry).and_then(|w| self.known.entry(w)) else { return true };
        let program = |e: &Option<Example>| e.as_ref().map(|e| e.program.clone());
        entry.smallest.is_some()
            && (program(&entry.smallest) != program(&whole.smallest) || program(&entry.race) != program(&whole.race))
    }

    fn index(&self) -> String {
        let mut text = String::from(INTRODUCTION);
        let single = |e: &&Entry| !e.variant.contains(" + ") && self.whole(e).is_none();
        let premise = |e: &&Entry| e.variant.contains('/');
        let found = |e: &&Entry| e.smallest.is_some();
        self.table(&mut text, "Premises", &|e| single(&e) && premise(&e) && found(&e));
        self.table(&mut text, "Parts of premises", &|e| self.whole(e).is_some() && found(&e) && self.has_page(e));
        self.table(&mut text, "Other readings of the rules, other semantics", &|e| single(&e) && !premise(&e));
        let _ = writeln!(
            text,
            "\n## Premises without a counterexample\n\nMost of these are hidden by others: switched off alone they let programs \
             through, but none was found that goes wrong. `racefree why` says why, and up to which size all programs were explored.\n\n\
             | premise | programs that it alone keeps out, all of them explored | with another premise off as well |\n\
             | --- | --- | --- |"
        );
        for entry in self.known.entries.iter().filter(|e| single(e) && e.smallest.is_none()) {
            let most = self.known.bounds(entry).max_by_key(|b| b.apart - b.cannot_run);
            let proved = if self.proved(entry) { "[proved redundant](../proof/README.md); " } else { "" };
            let explored = match most {
                _ if outside(&entry.variant) => "not looked for: `racefree why` says why".to_owned(),
                _ if IMPLIED.contains(&entry.variant.as_str()) => "none: its rule implies it".to_owned(),
                Some(b) if b.apart > b.cannot_run => {
                    format!("{}, of at most {} nodes", number(b.apart - b.cannot_run), b.nodes)
                }
                _ => "there are none that can run".to_owned(),
            };
            let found = entry.company.iter().flat_map(|c| &c.found);
            let found: Vec<String> = found.map(|name| format!("`{name}`")).collect();
            let _ = writeln!(text, "| `{}` | {proved}{explored} | {} |", entry.variant, found.join(", "));
        }
        self.table(&mut text, "Several premises off together", &|e| e.variant.contains(" + "));
        let _ = writeln!(
            text,
            "\n## Signatures\n\nAll programs of at most so many nodes over these signatures were looked at, for each premise and each \
             part without a counterexample.\n\n| signature | what it is for | nodes | programs |\n| --- | --- | --- | --- |"
        );
        let spaces = spaces(self.system);
        for s in &self.known.scopes {
            let about = spaces.iter().find(|known| known.signature == s.signature).map_or("", |known| known.about);
            let _ = writeln!(text, "| `{}` | {about} | {} | {} |", s.signature, s.nodes, number(s.programs));
        }
        text
    }

    fn table(&self, text: &mut String, title: &str, belongs: &dyn Fn(&Entry) -> bool) {
        let _ = writeln!(
            text,
            "\n## {title}\n\n| variant | what goes wrong | tokens | with a race |\n| --- | --- | --- | --- |"
        );
        for entry in self.known.entries.iter().filter(|e| belongs(e)) {
            let Some(smallest) = &entry.smallest else { continue };
            let size =
                |e: &Example| if e.is_smallest() { format!("{}, smallest", e.tokens) } else { e.tokens.to_string() };
            let race = match &entry.race {
                Some(race) => size(race),
                None if smallest.kind == "race" => size(smallest),
                None => String::new(),
            };
            let name = &entry.variant;
            let _ = writeln!(text, "| `{name}` | {} | {} | {race} |", words::wrong(smallest), size(smallest));
        }
    }

    fn page(&self, entry: &Entry) -> io::Result<String> {
        let mut text = format!("# {}\n\n", entry.variant);
        let variant = self.variant_of(entry);
        if !variant.description.is_empty() {
            let _ = writeln!(text, "{}\n", variant.description);
        }
        if let Some(part) = &variant.only {
            let _ = writeln!(text, "Of this premise only a part is off: {}.\n", part_meaning(part));
        }
        if variant.off.len() > 1 {
            let _ = writeln!(
                text,
                "Several premises are off together. With any one of them back in force, the program below is rejected, and no \
                 single edit turns it into a program that is let through then and goes wrong in the same way.\n"
            );
        }
        let mut shown = Vec::new();
        for id in variant.off.iter().filter_map(|name| self.system.book().find_premise(name)) {
            let rule = racefree_systems::rule(id.rule());
            if !shown.contains(&id.rule()) {
                shown.push(id.rule());
                let _ = writeln!(text, "```\n[{}]  {}", rule.name, rule.conclusion);
                for premise in rule.premises.iter().filter(|p| p.kind != Kind::Malformed) {
                    let _ = writeln!(text, "  {:18} {} {}", premise.name, premise.mark(), premise.statement);
                }
                let _ = writeln!(text, "```\n");
            }
            let _ = writeln!(text, "**{}**: {}\n", premise_name(id), racefree_systems::premise(id).why);
        }
        self.without(entry, &mut text);
        self.parts(entry, &mut text);
        let race = (&entry.race, "The smallest program found with a race", true);
        let smallest = (&entry.smallest, "The smallest program found that goes wrong", false);
        for (example, title, race) in [race, smallest] {
            let Some(example) = example else { continue };
            self.example(entry, example, title, race, &mut text)?;
        }
        Ok(text)
    }

    /// Returns true if soundness is a theorem without the premise.
    fn proved(&self, entry: &Entry) -> bool {
        self.system.name() == racefree_systems::BASE.name() && PROVED.contains(&entry.variant.as_str())
    }

    fn without(&self, entry: &Entry, text: &mut String) {
        let Some(reason) = &entry.none_because else { return };
        let reason = reason.strip_prefix("masked: ").unwrap_or(reason);
        let _ = writeln!(text, "## No counterexample\n");
        if self.proved(entry) {
            let _ = writeln!(
                text,
                "**Proved redundant**: [`proof/Variants.v`](../../proof/Variants.v) has soundness without it as a theorem, for programs whose \
                 annotations mention nothing that is not in scope.\n"
            );
        }
        let _ = writeln!(text, "Why, as far as we know: {reason}.\n");
        let _ = writeln!(
            text,
            "Generated at random: {} programs, of which {} are accepted without this premise and rejected with it.",
            number(entry.programs),
            number(entry.apart)
        );
        let (some, none): (Vec<Bound>, Vec<Bound>) = self.known.bounds(entry).partition(|b| b.apart > 0);
        if !some.is_empty() {
            let _ = writeln!(
                text,
                "\nAll programs up to a size over signatures that exercise the premise; those that only this premise keeps out were \
                 explored in every schedule:\n\n| signature | nodes | programs | kept out by this premise alone | what becomes of \
                 them |\n| --- | --- | --- | --- | --- |"
            );
        }
        for b in &some {
            let (programs, apart) = (number(b.programs), number(b.apart));
            let _ = writeln!(text, "| `{}` | {} | {programs} | {apart} | {} |", b.signature, b.nodes, words::fate(b));
        }
        let _ = writeln!(text);
        if !none.is_empty() {
            let programs = number(none.iter().map(|b| b.programs).sum());
            let which = if some.is_empty() { "" } else { "other " };
            let list = "[signatures](../premises.md#signatures)";
            let _ =
                writeln!(text, "It decides nothing in {programs} programs over the {} {which}{list}.\n", none.len());
        }
        let Some(company) = &entry.company else { return };
        let _ = writeln!(
            text,
            "With another premise off as well: each of {} others was tried; of {} programs {} are accepted only with both off.\n",
            company.pairs,
            number(company.programs),
            number(company.apart)
        );
        if company.found.is_empty() {
            let _ = writeln!(text, "None of these goes wrong because of both.\n");
        }
        for name in &company.found {
            let what = self.known.entry(name).and_then(|e| e.smallest.as_ref()).map(words::wrong).unwrap_or_default();
            let _ = writeln!(text, "* [{name}]({}): {what}", file(name));
        }
        let _ = writeln!(text);
    }

    fn parts(&self, entry: &Entry, text: &mut String) {
        let parts: Vec<&Entry> = self.known.entries.iter().filter(|e| self.whole(e) == Some(&entry.variant)).collect();
        if parts.is_empty() {
            return;
        }
        let _ = writeln!(
            text,
            "## Its parts\n\nThe premise can fail for several reasons. With only one of them allowed:\n\n| part | what is allowed | \
             found | explored without one |\n| --- | --- | --- | --- |"
        );
        for part in parts {
            let variant = self.variant_of(part);
            let name = variant.only.clone().unwrap_or_default();
            let found = match &part.smallest {
                Some(e) if self.has_page(part) => {
                    format!("[{}, {} tokens]({})", words::wrong(e), e.tokens, file(&part.variant))
                }
                Some(e) => format!("{}, {} tokens, below", words::wrong(e), e.tokens),
                None => "no counterexample".to_owned(),
            };
            let bounds: Vec<Bound> = self.known.bounds(part).collect();
            let most = bounds.iter().max_by_key(|b| b.apart);
            let explored = match most {
                None => String::new(),
                Some(b) if b.apart == 0 => {
                    format!("it decides nothing in {} programs", number(bounds.iter().map(|b| b.programs).sum()))
                }
                Some(b) => format!("{} programs of at most {} nodes: {}", number(b.apart), b.nodes, words::fate(b)),
            };
            let _ = writeln!(text, "| {name} | {} | {found} | {explored} |", part_meaning(&name));
        }
        let _ = writeln!(text);
    }

    fn example(&self, entry: &Entry, e: &Example, title: &str, race: bool, text: &mut String) -> io::Result<()> {
        let name = format!("{}{}.rfj", slug(&entry.variant), if race { "-race" } else { "" });
        let header = format!("// {}: {}; {}\n", entry.variant, words::wrong(e), words::schedule(e));
        std::fs::write(self.folder.join(&name), format!("{header}{}", e.program))?;
        let _ = writeln!(
            text,
            "## {title}\n\n**{}**: {}.\n\n```\n{}```\n\n{}. The file is [`{name}`]({name}).\n",
            words::wrong(e),
            words::meaning(e),
            e.program,
            words::size(e)
        );
        let variant = ["--variant", &entry.variant, "--color", "never"];
        let only_semantics = self.variant_of(entry).rules().is_ok_and(|r| r.only_semantics());
        let base = self.shown(&["check", "--color", "never"], &name)?;
        let verdict = if only_semantics { "The rules accept it" } else { "The rules as they stand reject it" };
        let _ = writeln!(text, "{verdict}:\n\n```\n{base}\n```\n");
        let mut args = vec!["check", "--derivation", "text"];
        args.extend(variant);
        let derivation = self.shown(&args, &name)?;
        let way = if only_semantics { "The derivation" } else { "Without the premise it has a derivation" };
        let _ = writeln!(text, "{way}:\n\n```\n{derivation}\n```\n");
        // With no step at all any schedule will do.
        let scheduler = if e.schedule.is_empty() { "round-robin".to_owned() } else { format!("replay:{}", e.schedule) };
        let mut args =
            vec!["run", "--trace", "text", "--monitors", "all", "--detector", "adjacent", "--scheduler", &scheduler];
        args.extend(variant);
        let run = self.shown(&args, &name)?;
        let _ = writeln!(text, "The run ({}):\n\n```\n{run}\n```\n", words::schedule(e));
        Ok(())
    }

    /// Output of this program, called with these arguments and a file of the pages.
    fn shown(&self, args: &[&str], file: &str) -> io::Result<String> {
        let system = said(self.system).map(|name| ["--system".to_owned(), name]);
        let args = args.iter().map(|&arg| arg.to_owned()).chain(system.into_iter().flatten());
        let output = Command::new(self.racefree).args(args).arg(file).current_dir(self.folder).output()?;
        let shown = if output.stdout.is_empty() { &output.stderr } else { &output.stdout };
        let text = String::from_utf8_lossy(shown);
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        Ok(lines.join("\n").trim_end().to_owned())
    }
}

/// Meaning of a part of a premise.
pub fn part_meaning(part: &str) -> &'static str {
    match part {
        "scope" => "a variable that is not in scope",
        "finality" => "a path through a field that is not final",
        "subtype" => "a ghost argument of the wrong class",
        _ => "anything else: an expression that is no path, a lock that is no object, a value of another type",
    }
}
