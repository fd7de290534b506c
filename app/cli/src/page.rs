//! Pages: self-contained HTML files, which load nothing, send nothing, and run no script but their own.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use sha2::{Digest, Sha256};

/// Text that is no markup, in elements and in attributes.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The script of every page that has one.
pub const APP: &str = include_str!("../../web/ui/dist/app.js");
/// The style of these pages.
pub const STYLE: &str = include_str!("../../web/ui/dist/app.css");

/// The content security policy of a page with these scripts, or none: nothing is loaded but what `more` allows, and a script that is
/// put into the page by a program's text does not run, since its hash is another one.
fn policy(scripts: &[&str], more: &str, source: &str) -> String {
    let hash = |script: &&str| format!(" 'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(script.as_bytes())));
    let allowed: String = scripts.iter().map(hash).collect();
    let scripts = if scripts.is_empty() { String::new() } else { format!("; script-src{allowed} {source}") };
    let more = if more.is_empty() { String::new() } else { format!("; {more}") };
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'{}{more}; base-uri 'none'; form-action 'none'",
        scripts.trim_end()
    );
    format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">")
}

/// Head of every page.
fn head(title: &str, style: &str, policy: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n{policy}\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>\n{style}</style>\n</head>\n<body>\n",
        escaped(title)
    )
}

/// A page without a script. The body is markup.
pub fn plain(title: &str, style: &str, body: &str) -> String {
    format!("{}<main>\n{body}</main>\n</body>\n</html>\n", head(title, style, &policy(&[], "", "")))
}

/// A page as one file: its data, as markup that holds it, and its scripts. The policy allows these scripts, what `source` says
/// of others, and `more`.
pub fn single(title: &str, style: &str, data: &str, scripts: &[&str], more: &str, source: &str) -> String {
    let made = scripts.iter().map(|script| format!("<script>{script}</script>\n")).collect::<String>();
    format!(
        "{}<div id=\"app\"><p>This page is made by its script: it needs JavaScript.</p></div>\n{data}{made}</body>\n</html>\n",
        head(title, style, &policy(scripts, more, source))
    )
}

/// A page whose script makes everything from the data, which is JSON. Nothing of a program is put into markup but its name.
pub fn app(title: &str, json: &str) -> String {
    single(title, STYLE, &data("data", json), &[APP], "", "")
}

fn data(id: &str, json: &str) -> String {
    format!("<script type=\"application/json\" id=\"{id}\">{}</script>\n", in_markup(json))
}

/// The same with more data behind the script, which the page reads after showing the first part: a large page is not
/// blank until all of it is there.
pub fn app_and_rest(title: &str, json: &str, rest: &str) -> String {
    let page = app(title, json);
    let (begin, end) = page.split_at(page.rfind("</body>").unwrap_or(page.len()));
    [begin, &data("rest", rest), end].concat()
}

/// JSON that can stand in markup. These characters stand within strings only; so no tag can end the script.
pub fn in_markup(json: &str) -> String {
    let escaped = json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026");
    escaped.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}
