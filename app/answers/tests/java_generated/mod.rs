//! Programs in Java with one thread, made at random: what they print here is what `java` prints.

mod expressions;
mod programs;
mod statements;

use super::java_run::{all, answer, javac, jdk};
use programs::program;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Programs that are compared where all are asked for, and where they are not.
const PROGRAMS: [u32; 2] = [200, 100];

/// Text between two programs in what the driver prints.
const NEXT: &str = "-- next --";

/// A class that runs the programs one after the other, and prints the exception of one that ends with it.
fn driver(names: &[String]) -> String {
    let mut calls = String::new();
    for name in names {
        let _ = writeln!(calls, "        try {{ {name}.main(new String[0]); }} catch (Throwable e) {{ ended(e); }}");
        let _ = writeln!(calls, "        System.out.println(\"{NEXT}\");");
    }
    format!(
        "public class Driver {{\n    static void ended(Throwable e) {{\n        System.out.println(\"ended with \" + e);\n    }}\n    \
         public static void main(String[] args) {{\n{calls}    }}\n}}\n"
    )
}

/// The text that `java` prints of each program.
fn by_java(bin: &Path, programs: &[(String, String)]) -> Vec<String> {
    let folder = std::env::temp_dir().join(format!("racefree-generated-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let names: Vec<String> = programs.iter().map(|(name, _)| name.clone()).collect();
    let mut files = vec![folder.join("Driver.java")];
    fs::write(&files[0], driver(&names)).expect("written");
    for (name, text) in programs {
        let file = folder.join(format!("{name}.java"));
        fs::write(&file, text).expect("written");
        files.push(file);
    }
    let made = javac(bin).arg("-d").arg(&folder).args(&files).output();
    let made = made.expect("javac");
    let complaints = String::from_utf8_lossy(&made.stderr).into_owned();
    assert!(made.status.success(), "{}", complaints.lines().take(40).collect::<Vec<_>>().join("\n"));
    let ran = Command::new(bin.join("java")).arg("-cp").arg(&folder).arg("Driver").output().expect("java");
    let _ = fs::remove_dir_all(&folder);
    let text = String::from_utf8_lossy(&ran.stdout).into_owned();
    text.split(&format!("{NEXT}\n")).map(str::to_owned).collect()
}

/// The same of a run here; the reason why there is none, if it is refused.
fn by_run(name: &str, text: &str) -> Result<String, String> {
    let ran = answer("run", Path::new(&format!("{name}.java")), text);
    let Some(lines) = ran["output"].as_array() else { return Err(ran.to_string()) };
    let mut all: String = lines.iter().map(|l| l.as_str().expect("a line").to_owned() + "\n").collect();
    for thrown in ran["exceptions"].as_array().into_iter().flatten() {
        let _ = writeln!(all, "ended with {}", thrown["what"].as_str().unwrap_or_default());
    }
    if let Some(stuck) = ran["stuck"].as_array().filter(|all| !all.is_empty()) {
        let _ = writeln!(all, "stuck {stuck:?}");
    }
    Ok(all)
}

#[test]
#[ignore = "runs javac and java for each program"]
#[expect(clippy::print_stderr, reason = "a test that is left out says so")]
fn generated_programs_print_what_java_prints() {
    let bin = match jdk() {
        Ok(bin) => bin,
        Err(why) => return eprintln!("{why}"),
    };
    let first: u32 = std::env::var("RACEFREE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let number = PROGRAMS[usize::from(!all())];
    let programs: Vec<(String, String)> =
        (first..first + number).map(|seed| (format!("G{seed}"), program(u64::from(seed)))).collect();
    let wanted = by_java(&bin, &programs);
    let (mut wrong, mut lines, mut ends) = (Vec::new(), 0, 0);
    for ((name, text), wanted) in programs.iter().zip(&wanted) {
        lines += wanted.lines().count();
        ends += usize::from(wanted.contains("ended with"));
        match by_run(name, text) {
            Ok(printed) if printed == *wanted => {}
            Ok(printed) => {
                let differs = printed.lines().zip(wanted.lines()).position(|(a, b)| a != b);
                let at = differs.unwrap_or(printed.lines().count().min(wanted.lines().count()));
                let (ours, theirs) = (printed.lines().nth(at), wanted.lines().nth(at));
                wrong.push(format!("{name}, line {at}: {ours:?}, and java prints {theirs:?}"));
            }
            Err(why) => wrong.push(format!("{name} is refused: {}", why.chars().take(300).collect::<String>())),
        }
    }
    if let Ok(folder) = std::env::var("RACEFREE_KEEP") {
        for (name, text) in &programs {
            let _ = fs::write(Path::new(&folder).join(format!("{name}.java")), text);
        }
    }
    assert!(wrong.is_empty(), "{} of {number}:\n{}", wrong.len(), wrong.join("\n"));
    // A generator that prints nothing, or never fails, holds nothing.
    assert!(lines > 20 * number as usize && ends > 2, "{lines} lines, {ends} exceptions");
}
