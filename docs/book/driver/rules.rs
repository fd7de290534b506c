//! Rules and premises: what a chapter shows of them, and the pages below `rules/`.

use crate::ask::{Example, Library, Premise, Rule, Why};
use crate::html::{self, escape, page_of};
use crate::link::Shown;
use crate::plain::Page;
use std::fmt::Write as _;

/// Finds a rule by its name.
///
/// # Errors
///
/// There is none; with the nearest name.
pub fn find<'r>(rules: &'r [Rule], name: &str) -> Result<&'r Rule, String> {
    rules.iter().find(|rule| rule.rule == name).ok_or_else(|| {
        let near = racefree_answers::names::suggestion(name, rules.iter().map(|rule| rule.rule.as_str()));
        format!("there is no rule `{name}`{near}")
    })
}

/// A rule with its premises; one of them may be marked.
pub fn shown(rule: &Rule, marked: Option<&str>, root: &str) -> String {
    let name = escape(&rule.rule);
    let mut out = format!("<div class=\"rule\"><p><a href=\"{root}rules/{}\">[{name}]</a></p>", page_of(&rule.rule));
    out.push_str("<div class=\"wide\"><table>");
    for premise in &rule.premises {
        let (of, class) = (format!("{}/{}", rule.rule, premise.name), ["", " class=\"marked\""]);
        let class = class[usize::from(marked == Some(&premise.name))];
        let (page, name) = (page_of(&of), escape(&premise.name));
        let checks = if premise.checks { "checks" } else { "" };
        let _ = write!(
            out,
            "<tr{class}><th scope=\"row\"><a href=\"{root}rules/{page}\">{name}</a></th><td>{}</td><td>{checks}</td></tr>",
            escape(&premise.statement)
        );
    }
    let _ = write!(out, "</table></div><p class=\"conclusion\">{}</p>", escape(&rule.conclusion));
    if !rule.note.is_empty() {
        let _ = write!(out, "<p><small>{}</small></p>", escape(&rule.note));
    }
    out.push_str("</div>");
    out
}

/// A premise in a chapter: its reason, and the smallest program with a race without it.
///
/// # Errors
///
/// The program has no tokens.
pub fn reason(library: &Library, why: &Why, root: &str) -> Result<String, String> {
    let Some(premise) = &why.premise else { return Err(format!("[{}] is a rule: name one of its premises", why.rule)) };
    let name = format!("{}/{premise}", why.rule);
    let page = format!("<a href=\"{root}rules/{}\">{}</a>", page_of(&name), escape(&name));
    let reason = escape(why.reason.as_deref().unwrap_or_default());
    let mut out = format!("<div class=\"why\"><p><strong>What is {page} for?</strong> {reason}</p>");
    if let Some(example) = why.race.as_ref().or(why.example.as_ref()) {
        let (wrong, text) = (escape(&example.wrong), html::program(library, &example.program)?);
        let linked = Shown::without("why.rfj", &example.program, &name, &example.schedule);
        let open = html::open(&linked, root, "Open it in the playground, without the premise");
        let _ = write!(out, "<p>Without it: {wrong}, in {} tokens.</p>{text}<p>{open}</p>", example.tokens);
    }
    for because in why.none_because.iter().flatten().take(1) {
        let _ = write!(out, "<p>{}</p>", escape(because));
    }
    out.push_str("</div>");
    Ok(out)
}

/// The pages: an index, one for each rule, one for each premise.
///
/// # Errors
///
/// A page whose premise has no answer.
pub fn pages(library: &Library, rules: &[Rule]) -> Result<Vec<Page>, String> {
    let mut pages = vec![index(rules)];
    for rule in rules {
        pages.push(of_rule(rule));
        for premise in &rule.premises {
            pages.push(of_premise(library, rule, premise)?);
        }
    }
    Ok(pages)
}

fn index(rules: &[Rule]) -> Page {
    let mut body = String::from(
        "<p>Each message of the checker names a premise. Each premise has a page: its reason, and the smallest program that goes wrong without it.</p>",
    );
    for (i, rule) in rules.iter().enumerate() {
        if i == 0 || rules[i - 1].section != rule.section {
            let _ = write!(body, "<h2>Section {} of the calculus</h2>", escape(&rule.section));
        }
        body.push_str(&shown(rule, None, "../"));
    }
    Page::new("rules/index.html", "Rules", body)
}

fn of_rule(rule: &Rule) -> Page {
    let mut body = shown(rule, None, "../");
    body.push_str("<dl>");
    for premise in &rule.premises {
        let page = page_of(&format!("{}/{}", rule.rule, premise.name));
        let (name, why) = (escape(&premise.name), escape(&premise.why));
        let _ = write!(body, "<dt><a href=\"{page}\">{name}</a></dt><dd>{why}</dd>");
    }
    body.push_str("</dl>");
    body.push_str(&in_corpus("Program that shows the rule", rule.example.as_deref()));
    Page::new(&format!("rules/{}", page_of(&rule.rule)), &format!("[{}]", rule.rule), body)
}

fn of_premise(library: &Library, rule: &Rule, premise: &Premise) -> Result<Page, String> {
    let name = format!("{}/{}", rule.rule, premise.name);
    let mut body = shown(rule, Some(&premise.name), "../");
    let _ = write!(body, "<p class=\"reason\">{}</p>", escape(&premise.why));
    match premise.checks {
        true => body.push_str(&without(library, &library.why(&name)?)?),
        false => body.push_str("<p>The rule needs this premise to go on, so it cannot be switched off.</p>"),
    }
    body.push_str(&in_corpus("Program that it alone rejects", premise.witness.as_deref()));
    Ok(Page::new(&format!("rules/{}", page_of(&name)), &name, body))
}

/// The programs that go wrong without a premise, or the reasons why there are none.
fn without(library: &Library, why: &Why) -> Result<String, String> {
    let mut body = String::new();
    let name = format!("{}/{}", why.rule, why.premise.as_deref().unwrap_or_default());
    let both = [
        ("The smallest program with a race without it", &why.race),
        ("The smallest program that goes wrong without it", &why.example),
    ];
    for (title, example) in both {
        if let Some(example) = example {
            let _ = write!(body, "<h2>{title}</h2>");
            body.push_str(&wrong(library, &name, example)?);
        }
    }
    let none = why.none_because.as_deref().unwrap_or_default();
    if !none.is_empty() {
        body.push_str("<h2>No program was found that goes wrong without it</h2>");
    }
    if body.is_empty() {
        body.push_str("<h2>No run shows what goes wrong without it</h2>");
        body.push_str("<p>It is about the dialect of Java, whose programs are checked and cannot run yet.</p>");
    }
    for because in none {
        let _ = write!(body, "<p>{}</p>", escape(because));
    }
    Ok(body)
}

fn wrong(library: &Library, premise: &str, example: &Example) -> Result<String, String> {
    let linked = Shown::without("why.rfj", &example.program, premise, &example.schedule);
    let mut out = html::program(library, &example.program)?;
    let open = html::open(&linked, "../", "Open it in the playground, without the premise");
    let (fault, meaning) = (escape(&example.wrong), escape(&example.meaning));
    let _ = write!(
        out,
        "<p>{open}</p><p>What goes wrong: {fault}. That is, {meaning}. The program has {} tokens.</p>",
        example.tokens
    );
    let _ = write!(out, "<h3>The run, schedule <code>{}</code></h3>", escape(&example.schedule));
    out.push_str(&html::trace(&example.trace));
    let _ = write!(out, "<pre><code>{}</code></pre>", escape(&example.command));
    out.push_str("<h3>Its derivation, with the premise assumed</h3>");
    out.push_str(&html::derivation(&example.derivation, "../"));
    Ok(out)
}

fn in_corpus(what: &str, path: Option<&str>) -> String {
    path.map_or_else(String::new, |path| {
        let page = path.trim_end_matches(".rfj");
        format!("<p>{what}: <a href=\"../corpus/{page}.html\">{}</a></p>", escape(path))
    })
}
