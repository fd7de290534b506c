//! What each room of this crate may know: the arrows point one way.

use std::fs;
use std::path::{Path, PathBuf};

/// Every room with those that it knows, which stand above it. One that is not listed may be known by none.
const ROOMS: &str = "
in_place:
index:
options:
value: index
ops: value
program: index ops value
event: program value
pending: event program value
reduction: event ops options pending program value
machine: event in_place index ops options pending program value
observe: event machine pending value
names: machine value
schedule: machine options pending value
detect: event in_place index machine observe pending program reduction value
serial: detect event in_place index machine observe program value
monitor: event in_place machine observe program serial value
drive: detect event in_place machine monitor names observe options pending program reduction schedule serial value";

/// The files of a room: one, or a folder.
fn files(at: &Path, all: &mut Vec<PathBuf>) {
    match fs::read_dir(at) {
        Ok(entries) => entries.flatten().for_each(|entry| files(&entry.path(), all)),
        Err(_) => all.push(at.to_owned()),
    }
}

#[test]
fn rooms_know_only_what_is_below_them() {
    let rooms: Vec<(&str, Vec<&str>)> = ROOMS
        .lines()
        .filter_map(|line| line.split_once(':'))
        .map(|(r, k)| (r, k.split(' ').skip(1).collect()))
        .collect();
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut seen = 0;
    for entry in fs::read_dir(&src).expect("the sources are there").flatten() {
        let room = entry.path().file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        if room == "lib" {
            continue;
        }
        let place = rooms.iter().position(|r| r.0 == room).unwrap_or_else(|| panic!("the room `{room}` is not listed"));
        let knows = &rooms[place].1;
        assert!(knows.iter().all(|k| rooms[..place].iter().any(|r| r.0 == *k)), "`{room}` is below what it knows");
        let mut all = Vec::new();
        files(&entry.path(), &mut all);
        for file in all.iter().filter(|f| f.extension().is_some_and(|e| e == "rs")) {
            let text = fs::read_to_string(file).expect("a source is readable");
            // Links in documentation may point anywhere.
            for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
                for used in line.split("crate::").skip(1) {
                    let name: String = used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                    if rooms.iter().any(|r| r.0 == name) && name != room {
                        seen += 1;
                        assert!(knows.contains(&name.as_str()), "`{room}` knows `{name}`: {}", file.display());
                    }
                }
            }
        }
    }
    assert!(seen > 100, "only {seen} uses of other rooms were found");
}
