//! Files that commands write, and control characters that files and programs hold.

use crate::place::Place;
use crate::support::racefree;
use std::fs;
use std::process::Command;

const UNLOCKED: &str = "class A { int x guarded_by this = 0 }\nlet A a = new A in a.x = 1\n";
const BARE: &str =
    "class A { int x = 0 }\nlet A a = new A in { fork { synchronized a in a.x = 1 }; synchronized a in a.x = 2 }\n";

/// Commands that rewrite a file.
const REWRITE: [(&[&str], &str); 3] =
    [(&["check", "--fix", "--write"], UNLOCKED), (&["infer", "--in-place"], BARE), (&["fmt", "--write"], BARE)];

#[test]
fn a_file_is_replaced_and_nothing_beside_it_is_touched() {
    for (number, (command, text)) in REWRITE.iter().enumerate() {
        let place = Place::new(&format!("replaced-{number}"));
        let file = place.file("f.rfj");
        let write = |name: &str, text: &str| fs::write(place.file(name), text).expect("written");
        write("f.rfj", text);
        for name in ["f.rfj.part", "f.rfj.tmp", "precious"] {
            write(name, "mine");
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::{PermissionsExt, symlink};
            fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("a mode");
            symlink("precious", place.file("link.part")).expect("a link");
            symlink("f.rfj", place.file("link")).expect("a link");
        }
        let link = if cfg!(unix) { place.file("link") } else { file.clone() };
        let run = racefree(&[*command, &[&*link, &*file, &*file]].concat(), "");
        assert_eq!(run.status, 0, "{command:?}: {}{}", run.stdout, run.stderr);
        assert_ne!(fs::read_to_string(&file).expect("the file"), *text, "{command:?}");
        for name in ["f.rfj.part", "f.rfj.tmp", "precious"] {
            assert_eq!(fs::read_to_string(place.file(name)).expect("a file"), "mine", "{command:?}: {name}");
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&file).expect("the file").permissions().mode() & 0o777, 0o600, "{command:?}");
            assert!(fs::symlink_metadata(&link).expect("the link").is_symlink(), "{command:?}");
        }
        let folder = fs::read_dir(place.file("")).expect("the folder").count();
        assert_eq!(folder, if cfg!(unix) { 6 } else { 4 }, "{command:?}: a temporary file is left");
    }
}

#[test]
fn two_commands_that_rewrite_one_file_leave_it_whole() {
    for (number, (command, text)) in REWRITE.iter().enumerate() {
        let place = Place::new(&format!("at-once-{number}"));
        let file = place.file("f.rfj");
        let alone = {
            fs::write(&file, text).expect("written");
            assert_eq!(racefree(&[*command, &[&*file]].concat(), "").status, 0);
            fs::read_to_string(&file).expect("the file")
        };
        for _ in 0..5 {
            fs::write(&file, text).expect("written");
            let start = || {
                Command::new(env!("CARGO_BIN_EXE_racefree"))
                    .args(*command)
                    .arg(&file)
                    .output()
                    .expect("the binary starts")
            };
            let outputs = std::thread::scope(|scope| {
                let runs: Vec<_> = (0..3).map(|_| scope.spawn(start)).collect();
                runs.into_iter().map(|run| run.join().expect("a run")).collect::<Vec<_>>()
            });
            for output in outputs {
                assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            }
            assert_eq!(fs::read_to_string(&file).expect("the file"), alone, "{command:?}");
        }
    }
}

/// A program with an escape sequence, a bell, a reversal of direction or a C1 control wherever a text can be.
const HOSTILE: &str = "// comment \u{1b}[2J \u{202e}
class A { int x guarded_by this = 0 // \u{1b}]0;title\u{7}
  String s = \"a\u{1b}[8m\u{202e}\"
}
let A a = new A in {
  fork { a.x = 1; print(\"\u{1b}]0;title\u{7}\" + \"\u{9b}2J\") };
  a.x = 2; print(\"\u{1b}[2J\u{2066}\"); assert a.s == \"\u{1b}[2J\u{202e}\"
}
";

#[test]
fn no_control_character_of_a_program_reaches_a_terminal() {
    let place = Place::new("hostile");
    let file = place.file("\u{1b}]0;title\u{7}.rfj");
    fs::write(&file, HOSTILE).expect("written");
    let commands = "check|check --derivation text|check --color always|check --no-warn unused|run --seed 1|run --seed 1 --trace text \
        |run --seed 1 --trace terms|run --seed 1 --trace terms --color always|test --seed 1|explore|explore --outcomes-by output|explain \
        |explain --all --color always|atomicity|atomicity --all|pairs|pairs --verify|pairs --all|infer --report|overhead \
        |fmt --check|check --format json|run --seed 1 --format json|explore --format json|check --format sarif|pairs --format json";
    for command in commands.split('|') {
        let mut args: Vec<&str> = command.split_whitespace().collect();
        args.push(&file);
        let run = racefree(&args, "");
        assert!(run.stdout.len() + run.stderr.len() > 20, "{command} said nothing");
        assert!(!command.starts_with("check --color") || run.stdout.contains("\x1b["), "{command} has no colours");
        for (stream, text) in [("output", &run.stdout), ("error", &run.stderr)] {
            let text = uncoloured(text);
            let found = text.find(|c: char| {
                let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
                turns || c.is_control() && c != '\n' && c != '\t'
            });
            assert_eq!(found.map(|at| &text[at..]), None, "{command}, standard {stream}");
        }
    }
}

/// A text without the colours that `--color always` gives it.
fn uncoloured(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.bytes().take_while(|b| b.is_ascii_digit() || *b == b';').count();
        let ours = part[digits..].starts_with('m') && !part.starts_with('8');
        out.push_str(if ours { &part[digits + 1..] } else { "\x1b[" });
        out.push_str(if ours { "" } else { part });
    }
    out
}

#[test]
fn programs_are_written_as_they_are() {
    let run = racefree(&["fmt", "-"], HOSTILE);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains("// comment \u{1b}[2J \u{202e}"), "{:?}", run.stdout);
}

/// A byte order mark and Windows line ends are kept, and are no reason to find a layout wrong.
#[test]
fn byte_order_mark_and_line_ends_stay() {
    for (number, (command, text)) in REWRITE.iter().enumerate() {
        let place = Place::new(&format!("form-{number}"));
        let file = place.file("f.rfj");
        fs::write(&file, text).expect("written");
        assert_eq!(racefree(&[*command, &[&*file]].concat(), "").status, 0);
        let plain = fs::read_to_string(&file).expect("the file");
        let dressed = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
        fs::write(&file, dressed(text)).expect("written");
        let run = racefree(&[*command, &[&*file]].concat(), "");
        assert_eq!(run.status, 0, "{command:?}: {}{}", run.stdout, run.stderr);
        assert_eq!(fs::read_to_string(&file).expect("the file"), dressed(&plain), "{command:?}");
        let run = racefree(&["fmt", "--check", &file], "");
        assert_eq!(run.status == 0, racefree(&["fmt", "--check", "-"], &plain).status == 0, "{}", run.stdout);
    }
}

/// A file is named by the bytes of its name, whatever a reader sees of them.
#[cfg(unix)]
#[test]
fn a_name_that_is_not_utf_8_is_no_other_file() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    for (number, (command, text)) in REWRITE.iter().enumerate() {
        let place = Place::new(&format!("name-{number}"));
        let folder = std::path::PathBuf::from(place.file(""));
        let (odd, shown) = (folder.join(OsStr::from_bytes(b"\xff.rfj")), folder.join("\u{fffd}.rfj"));
        fs::write(&odd, text).expect("written");
        fs::write(&shown, "mine").expect("written");
        let run = Command::new(env!("CARGO_BIN_EXE_racefree")).args(*command).arg(&odd).output().expect("a run");
        assert!(run.status.success(), "{command:?}: {}", String::from_utf8_lossy(&run.stderr));
        assert_ne!(fs::read_to_string(&odd).expect("the file"), *text, "{command:?}");
        assert_eq!(fs::read_to_string(&shown).expect("the other file"), "mine", "{command:?}");
    }
}

/// Who may give files away leaves each to its owner.
#[cfg(unix)]
#[test]
#[expect(clippy::print_stderr)] // a test that is skipped says so
fn a_file_keeps_its_owner() {
    use std::os::unix::fs::{MetadataExt, chown};
    let place = Place::new("owner");
    let file = place.file("f.rfj");
    fs::write(&file, BARE).expect("written");
    if chown(&file, Some(1_000), Some(1_000)).is_err() {
        eprintln!("skipped: only root gives files away");
        return;
    }
    assert_eq!(racefree(&["fmt", "--write", &file], "").status, 0);
    assert_ne!(fs::read_to_string(&file).expect("the file"), BARE);
    let now = fs::metadata(&file).expect("the file");
    assert_eq!((now.uid(), now.gid()), (1_000, 1_000));
}

/// A device without an end is refused before memory is.
#[cfg(unix)]
#[test]
fn a_device_without_an_end_is_refused() {
    let run = racefree(&["check", "/dev/zero"], "");
    assert_eq!(run.status, 2, "{}", run.stdout);
    assert!(run.stderr.contains("a device that does not end"), "{}", run.stderr);
    assert_eq!(racefree(&["check", "/dev/null"], "").status, 0);
}

/// `annotate` writes the bytes that it read, with the annotations: encoding, byte order mark, line ends and Unicode escapes stay.
#[test]
fn annotations_change_no_other_byte() {
    let java = |text: &str| {
        format!(
            "// {text}\r\nclass C {{\r\n  private int n; // \\u0041\r\n  synchronized void a() {{ n++; }}\r\n  synchronized int b() {{ return n; }}\r\n}}\r\n"
        )
    };
    let latin: Vec<u8> = java("caf\u{e9}").chars().map(|c| u8::try_from(u32::from(c)).expect("Latin-1")).collect();
    let marked = [b"\xEF\xBB\xBF", java("caf\u{e9}").as_bytes()].concat();
    for (number, bytes) in [latin, marked].into_iter().enumerate() {
        let place = Place::new(&format!("annotated-{number}"));
        let file = place.file("C.java");
        fs::write(&file, &bytes).expect("written");
        let run = racefree(&["annotate", "--write", &file], "");
        let now = fs::read(&file).expect("the file");
        assert!(now.len() > bytes.len(), "{}{}", run.stdout, run.stderr);
        // What was inserted is all that is new.
        let mut rest = now.iter();
        assert!(bytes.iter().all(|byte| rest.any(|new| new == byte)), "{}", String::from_utf8_lossy(&now));
        for kept in [&b"\\u0041"[..], b"\r\n}\r\n", &bytes[..8]] {
            assert!(now.windows(kept.len()).any(|part| part == kept), "{}", String::from_utf8_lossy(&now));
        }
    }
}
