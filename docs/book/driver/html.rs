//! Pieces of HTML. Each stands on one line or in a `pre`, so that Markdown leaves it as it is.

use crate::ask::{Evidence, Judgment, Library, Trace, Tree};
use crate::link;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Text in HTML.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

/// File name of the page of a rule, or of a premise as `RULE/premise`.
pub fn page_of(name: &str) -> String {
    format!("{}.html", racefree_answers::examples::slug(name))
}

/// A program, coloured by the lexer.
///
/// # Errors
///
/// The lexer's refusal.
pub fn program(library: &Library, text: &str) -> Result<String, String> {
    let text = text.trim_end();
    let mut out = String::from("<pre><code class=\"nohighlight rfj\">");
    let mut at = 0;
    for token in library.tokens(text)? {
        between(&mut out, &text[at..token.start]);
        let lexeme = escape(&text[token.start..token.end]);
        match token.kind.as_str() {
            "sign" | "name" => out.push_str(&lexeme),
            kind => drop(write!(out, "<span class=\"{kind}\">{lexeme}</span>")),
        }
        at = token.end;
    }
    between(&mut out, &text[at..]);
    out.push_str("</code></pre>");
    Ok(out)
}

/// Text between two tokens: comments, and spaces.
fn between(out: &mut String, text: &str) {
    let comment = text.trim();
    if comment.is_empty() {
        return out.push_str(text);
    }
    let start = text.len() - text.trim_start().len();
    let (before, after) = (&text[..start], &text[start + comment.len()..]);
    let _ = write!(out, "{before}<span class=\"comment\">{}</span>{after}", escape(comment));
}

/// A link that opens a program in the playground; text where the program is too long for a link.
pub fn open(shown: &link::Shown<'_>, root: &str, words: &str) -> String {
    match link::of(shown) {
        Ok(link) => format!("<a class=\"open\" href=\"{root}play/index.html{link}\">{}</a>", escape(words)),
        Err(_) => "<span class=\"open\">(too long for a link)</span>".to_owned(),
    }
}

/// A derivation, to fold: open where it fails or assumes, and in its first levels.
pub fn derivation(tree: &Tree, root: &str) -> String {
    let mut out = String::from("<div class=\"derivation\"><ul>");
    if !tree.nodes.is_empty() {
        node(&mut out, tree, (0, ""), root, &mut BTreeSet::new());
    }
    out.push_str("</ul>");
    for environment in &tree.environments {
        let (name, bindings) = (escape(&environment.name), escape(&environment.bindings));
        let _ = write!(out, "<p>where {name} = <code>{bindings}</code></p>");
    }
    out.push_str("</div>");
    out
}

/// A judgment and its premises. One that was shown before is not unfolded again.
fn node(out: &mut String, tree: &Tree, (at, premise): (usize, &str), root: &str, seen: &mut BTreeSet<usize>) {
    let judgment = &tree.nodes[at];
    let again = !seen.insert(at);
    let (mut line, by) = (said(judgment, premise), by(judgment, root));
    if judgment.premises.is_empty() || again {
        let _ = write!(out, "<li>{by}{line}{}</li>", if again { " (as above)" } else { "" });
        return;
    }
    if let Some(substitution) = &judgment.substitution {
        let _ = write!(line, " <small>where <code>{}</code></small>", escape(substitution));
    }
    let open = if marked(tree, judgment) || seen.len() < 6 { " open" } else { "" };
    let _ = write!(out, "<li>{by}<details{open}><summary>{line}</summary><ul>");
    for evidence in &judgment.premises {
        match evidence.node {
            Some(above) => node(out, tree, (above, &evidence.premise), root, seen),
            None => drop(write!(out, "<li>{}</li>", condition(evidence))),
        }
    }
    out.push_str("</ul></details></li>");
}

/// True if a premise below fails or is assumed.
fn marked(tree: &Tree, judgment: &Judgment) -> bool {
    judgment.premises.iter().any(|evidence| match evidence.node {
        Some(above) => marked(tree, &tree.nodes[above]),
        None => evidence.evidence != "holds",
    })
}

fn said(judgment: &Judgment, premise: &str) -> String {
    let mark = if judgment.holds { "" } else { "<strong class=\"fails\">✗ fails</strong> " };
    let premise = if premise.is_empty() { String::new() } else { format!("<small>{}</small> ", escape(premise)) };
    format!("{mark}{premise}<code>{}</code>", escape(&judgment.judgment))
}

/// Link to the rule of a judgment: beside what folds, not in it.
fn by(judgment: &Judgment, root: &str) -> String {
    let (rule, page) = (escape(&judgment.rule), page_of(&judgment.rule));
    format!("<a class=\"by\" href=\"{root}rules/{page}\">[{rule}]</a>")
}

/// A side condition.
fn condition(evidence: &Evidence) -> String {
    let mark = match evidence.evidence.as_str() {
        "holds" => "✓",
        "assumed" => "<strong class=\"assumed\">assumed:</strong>",
        _ => "<strong class=\"fails\">✗ fails:</strong>",
    };
    let statement = escape(evidence.statement.as_deref().unwrap_or_default());
    format!("{mark} <small>{}</small> {statement}", escape(&evidence.premise))
}

/// A run, with a column for each thread.
pub fn trace(trace: &Trace) -> String {
    let mut out = String::from("<div class=\"wide\"><table class=\"trace\"><thead><tr><th>step</th>");
    for lane in &trace.threads {
        let _ = write!(out, "<th>thread {}</th>", lane.thread);
    }
    out.push_str("<th>locks held</th></tr></thead><tbody>");
    for step in &trace.steps {
        let _ = write!(out, "<tr><td>{}</td>", step.step);
        for lane in &trace.threads {
            let race = if step.races.is_empty() { "" } else { " <strong class=\"fails\">◀ race</strong>" };
            match lane.thread == step.thread {
                true => drop(write!(out, "<td>{}{race}</td>", escape(&step.text))),
                false => out.push_str("<td>·</td>"),
            }
        }
        let held: Vec<&str> = step.holds.iter().map(|held| held.object.as_str()).collect();
        let _ = write!(out, "<td>{}</td></tr>", escape(&held.join(", ")));
    }
    out.push_str("</tbody></table></div>");
    out
}
