//! The transcripts of the README, of the pages in `docs` and of the book are run: each `console` block, where the README's program and
//! the corpus are.
//! `TRYCMD=overwrite cargo test -p racefree --test all transcripts` writes what is printed now into them.

use std::path::{Path, PathBuf};

/// The pages.
fn pages(root: &Path) -> Vec<PathBuf> {
    let mut pages = vec![root.join("README.md")];
    for folder in ["docs", "docs/tutorials", "docs/book/src"] {
        let entries =
            std::fs::read_dir(root.join(folder)).expect("a folder").map(|entry| entry.expect("a file").path());
        pages.extend(entries.filter(|path| path.extension().is_some_and(|e| e == "md")));
    }
    pages.sort();
    pages
}

/// The README's program.
fn program(root: &Path) -> String {
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README");
    let (_, rest) = readme.split_once("```rfj\n").expect("a program");
    rest.split_once("```").expect("its end").0.to_owned()
}

#[test]
fn every_transcript_is_what_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace's root");
    let folder = tempfile::tempdir().expect("a folder");
    copy_folder(&root.join("corpus"), &folder.path().join("corpus"));
    let mut copies = Vec::new();
    for page in pages(root) {
        let text = std::fs::read_to_string(&page).expect("a page");
        let blocks = || text.split("\n```").skip(1).step_by(2);
        assert!(
            !blocks().any(|block| !block.starts_with("console") && block.contains("\n$ racefree")),
            "{}: a transcript that is not marked as one",
            page.display()
        );
        if !blocks().any(|block| block.starts_with("console")) {
            continue;
        }
        let below = page.strip_prefix(root).expect("a page of the workspace").to_string_lossy().replace('/', "-");
        let copy = folder.path().join(below);
        // Commands run in the folder beside the page.
        let here = copy.with_extension("in");
        std::fs::create_dir(&here).expect("a folder");
        std::fs::write(here.join("account.rfj"), program(root)).expect("the program is written");
        share(&folder.path().join("corpus"), &here.join("corpus"));
        copy_folder(&root.join("docs/variants"), &here.join("docs/variants"));
        save_programs(&text, &here);
        std::fs::write(&copy, &text).expect("the page is written");
        copies.push((copy, page));
    }
    assert!(copies.len() >= 17, "only {} pages with transcripts", copies.len());
    let cases = trycmd::TestCases::new();
    cases
        .register_bin("racefree", Path::new(env!("CARGO_BIN_EXE_racefree")))
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100");
    for (copy, _) in &copies {
        cases.case(copy);
    }
    // It runs what it was given when it is dropped, and panics if something differs.
    let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || drop(cases)));
    if std::env::var_os("TRYCMD").is_some() {
        for (copy, page) in &copies {
            std::fs::write(page, std::fs::read_to_string(copy).expect("the copy")).expect("the page is written");
        }
    }
    checked.unwrap_or_else(|failed| std::panic::resume_unwind(failed));
}

/// The files that a page has its readers make: programs whose first line is a comment with a name, and what `racefree erase A > B`
/// writes.
fn save_programs(page: &str, here: &Path) {
    let blocks = |kind: &str| {
        let start = format!("\n```{kind}\n");
        page.split(&start).skip(1).filter_map(|rest| Some(rest.split_once("\n```")?.0.to_owned())).collect::<Vec<_>>()
    };
    for program in blocks("rfj") {
        if let Some(name) = program.lines().next().and_then(|line| line.strip_prefix("// ")?.strip_suffix(".rfj")) {
            std::fs::write(here.join(name).with_extension("rfj"), format!("{program}\n"))
                .expect("the program is written");
        }
    }
    for block in blocks("sh") {
        for (command, file) in block.lines().filter_map(|line| line.strip_prefix("racefree ")?.split_once(" > ")) {
            let mut racefree = std::process::Command::new(env!("CARGO_BIN_EXE_racefree"));
            let run = racefree.args(command.split_whitespace()).current_dir(here).output().expect("it runs");
            assert!(run.status.success(), "{command}: {}", String::from_utf8_lossy(&run.stderr));
            std::fs::write(here.join(file), run.stdout).expect("it is written");
        }
    }
}

/// Gives a page the one copy of the corpus: 30 copies would take longer than the commands.
#[cfg(unix)]
fn share(corpus: &Path, here: &Path) {
    std::os::unix::fs::symlink(corpus, here).expect("a link");
}

#[cfg(not(unix))]
fn share(corpus: &Path, here: &Path) {
    copy_folder(corpus, here);
}

/// The programs that pages name.
fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry")) {
        let to = to.join(entry.file_name());
        match entry.file_type().expect("its type").is_dir() {
            true => copy_folder(&entry.path(), &to),
            false => drop(std::fs::copy(entry.path(), to).expect("a copy")),
        }
    }
}
