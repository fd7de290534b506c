//! Check of the site's links: every relative one leads to a file of the site, and to a place in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Files of a folder and the folders in it.
///
/// # Errors
///
/// A folder cannot be read.
pub fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut found, mut todo) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = todo.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() { &mut todo } else { &mut found }.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Number of links that were followed, and a sentence for each that leads nowhere.
///
/// # Errors
///
/// A file cannot be read.
pub fn links(site: &Path) -> io::Result<(usize, Vec<String>)> {
    let mut pages = BTreeMap::new();
    for path in files(site)?.into_iter().filter(|path| path.extension().is_some_and(|e| e == "html")) {
        let text = fs::read_to_string(&path)?;
        pages.insert(path, text);
    }
    let ids: BTreeMap<&PathBuf, BTreeSet<&str>> =
        pages.iter().map(|(path, text)| (path, values(text, " id=\"").collect())).collect();
    let (mut count, mut faults) = (0, Vec::new());
    for (path, text) in pages.iter().filter(|(path, _)| !path.starts_with(site.join("play"))) {
        for link in values(text, " href=\"").chain(values(text, " src=\"")) {
            if link.contains(':') {
                continue;
            }
            count += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { resolved(path, file) };
            let found = match ids.get(&target) {
                Some(ids) => anchor.is_empty() || anchor.starts_with("1.") || ids.contains(anchor),
                None => target.is_file(),
            };
            if !found {
                faults.push(format!("{}: no such place: {link}", path.strip_prefix(site).unwrap_or(path).display()));
            }
        }
    }
    Ok((count, faults))
}

/// Values of an attribute.
fn values<'t>(text: &'t str, attribute: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(attribute).skip(1).filter_map(|rest| rest.split('"').next())
}

fn resolved(page: &Path, link: &str) -> PathBuf {
    let mut path = page.parent().unwrap_or(page).to_owned();
    for part in link.split('/') {
        match part {
            ".." => drop(path.pop()),
            "." | "" => {}
            part => path.push(part),
        }
    }
    path
}
