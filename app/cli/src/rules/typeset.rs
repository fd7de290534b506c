//! The rules as in a paper: premises over a line over the conclusion, as LaTeX and as a page.

use crate::derivation::escaped_latex;
use crate::page::{self, escaped};
use racefree_kernel::{Kind, Rule, RuleBook, RuleId, System};
use std::fmt::Write as _;

/// The rules of a system, or one, by section.
fn sections(system: &dyn System, book: RuleBook, wanted: Option<RuleId>) -> Vec<(String, Vec<&'static Rule>)> {
    let (document, titles) = system.sections();
    let mut sections: Vec<(String, Vec<&'static Rule>)> = Vec::new();
    for (id, rule) in book.rules() {
        if wanted.is_some_and(|wanted| wanted != id) {
            continue;
        }
        let title = titles.iter().find(|(s, _)| *s == rule.section).map_or("", |(_, title)| title);
        let heading = format!("{document}, section {}: {title}", rule.section);
        match sections.last_mut() {
            Some((last, rules)) if *last == heading => rules.push(rule),
            _ => sections.push((heading, vec![rule])),
        }
    }
    sections
}

/// A document for `pdflatex` (package `mathpartir`).
pub fn latex(system: &dyn System, book: RuleBook, wanted: Option<RuleId>) -> String {
    let mut out = String::from(
        "% Made by `racefree rules --format latex`; compile it with pdflatex.\n\\documentclass[9pt,a4paper,landscape]{extarticle}\n\\usepackage[T1]{fontenc}\n\\usepackage[utf8]{inputenc}\n\\usepackage{lmodern}\n\\usepackage{textcomp}\n\\usepackage[margin=12mm]{geometry}\n\\usepackage{amsmath,amssymb}\n\\usepackage{mathpartir}\n\\setlength{\\parindent}{0pt}\n\\newcommand{\\rulename}[1]{\\textsc{\\scriptsize #1}}\n% A premise with its name; a ? marks one that only checks.\n\\newcommand{\\prem}[2]{\\mbox{#2}\\;\\mbox{\\tiny\\textit{#1}}}\n\\begin{document}\n",
    );
    let _ = writeln!(out, "{{\\Large\\textbf{{{}}}}}\\par\\medskip", escaped_latex(system.title()));
    for (heading, rules) in sections(system, book, wanted) {
        let _ = writeln!(out, "\n\\section*{{{}}}\n\\begin{{mathpar}}", escaped_latex(&heading));
        for (n, rule) in rules.iter().enumerate() {
            let premises: Vec<String> = rule
                .premises
                .iter()
                .filter(|p| p.kind != Kind::Malformed)
                .map(|p| {
                    let mark = if p.is_switch() { "?" } else { "" };
                    format!("\\prem{{{}{mark}}}{{{}}}", escaped_latex(p.name), escaped_latex(p.statement))
                })
                .collect();
            let above = if premises.is_empty() { "\\mbox{ }".to_owned() } else { premises.join(" \\\\\\\\ ") };
            let _ = writeln!(
                out,
                "\\inferrule*[left={{\\rulename{{{}}}}}]\n  {{{above}}}\n  {{\\mbox{{{}}}}}",
                escaped_latex(rule.name),
                escaped_latex(rule.conclusion)
            );
            if n + 1 < rules.len() {
                out.push_str("\\and\n");
            }
        }
        out.push_str("\\end{mathpar}\n");
    }
    out.push_str("\\end{document}\n");
    out
}

/// Self-contained page without scripts.
pub fn html(system: &dyn System, book: RuleBook, wanted: Option<RuleId>) -> String {
    let mut body = format!("<h1>{}</h1>\n", escaped(system.title()));
    for (heading, rules) in sections(system, book, wanted) {
        let _ = writeln!(body, "<h2>{}</h2>", escaped(&heading));
        for rule in rules {
            let _ = writeln!(
                body,
                "<section class=\"rule\">\n<h3>[{}]</h3>\n<div class=\"inference\">",
                escaped(rule.name)
            );
            let premises: Vec<_> = rule.premises.iter().filter(|p| p.kind != Kind::Malformed).collect();
            if !premises.is_empty() {
                body.push_str("<ul>\n");
                for premise in premises {
                    let mark = if premise.is_switch() { " ?" } else { "" };
                    let _ = writeln!(
                        body,
                        "<li><code>{}</code> <small title=\"{}\">{}{mark}</small></li>",
                        escaped(premise.statement),
                        escaped(premise.why),
                        escaped(premise.name)
                    );
                }
                body.push_str("</ul>\n");
            }
            let _ = writeln!(body, "<p class=\"conclusion\"><code>{}</code></p>\n</div>", escaped(rule.conclusion));
            if !rule.note.is_empty() {
                let _ = writeln!(body, "<p>{}</p>", escaped(rule.note));
            }
            body.push_str("</section>\n");
        }
    }
    page::plain(system.title(), STYLE, &body)
}

/// The style of the page.
const STYLE: &str = "\
    body { font: 1rem/1.5 system-ui, sans-serif; max-width: 64rem; margin: 0 auto; padding: 1rem; color: #1a1a1a; background: #fff }\n\
    .rule { margin: 1.5rem 0 }\n\
    .inference { display: inline-block; max-width: 100% }\n\
    .inference ul { list-style: none; margin: 0; padding: 0 .5rem .25rem; text-align: center }\n\
    .conclusion { border-top: 1px solid currentColor; margin: 0; padding: .25rem .5rem 0; text-align: center }\n\
    code { font: .9rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere }\n\
    small { color: #555 }\n\
    @media (prefers-color-scheme: dark) { body { color: #eee; background: #161616 } small { color: #bbb } }\n\
";
