//! Campaigns in shares, by the engines that people have: joined, they are what one machine comes to.

// A test that is skipped says so.
#![allow(clippy::print_stderr)]

use crate::support::racefree;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::Duration;

/// A campaign of a second.
const CAMPAIGN: [&str; 3] = ["certify", "--nodes", "7"];

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace's root").join("docs/campaigns")
}

/// Runs a program with the binary's place in the environment.
fn run(program: impl AsRef<Path>, args: &[&str], environment: &[(&str, &Path)]) -> Output {
    let mut command = Command::new(program.as_ref());
    command.args(args).env("RACEFREE", env!("CARGO_BIN_EXE_racefree")).envs(environment.iter().copied());
    command.output().expect("the program starts")
}

/// Whether there are programs of these names; what they say of their versions does not matter.
fn are_there(programs: &[&str]) -> bool {
    programs.iter().all(|program| Command::new(program).arg("-V").output().is_ok())
}

/// The digest, and the last line.
fn result(stdout: &str) -> (String, String) {
    let digest = stdout.lines().rfind(|line| line.starts_with("digest")).unwrap_or_default();
    (digest.to_owned(), stdout.lines().last().unwrap_or_default().to_owned())
}

fn alone() -> (String, String) {
    result(&racefree(&CAMPAIGN, "").stdout)
}

#[test]
fn gnu_parallel() {
    let version = Command::new("parallel").arg("--version").output();
    if !version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).starts_with("GNU parallel")) {
        return eprintln!("skipped: GNU parallel is not installed");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("a campaign").display().to_string();
    let args = [&["3", &dir][..], &CAMPAIGN].concat();
    for _ in 0..2 {
        let output = run(scripts().join("parallel"), &args, &[]);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(result(&text), alone(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    std::fs::remove_file(format!("{dir}/shard-1.json")).expect("a share");
    let missing = run(scripts().join("merge"), &[&dir, "certify"], &[]);
    let (_, summary) = result(&String::from_utf8_lossy(&missing.stdout));
    assert!(summary.contains("of this share"), "{summary}");
}

/// Slurm's daemons on this machine alone, with files of their own, until it is dropped.
struct Slurm {
    folder: tempfile::TempDir,
}

impl Slurm {
    fn start() -> Slurm {
        let slurm = Slurm { folder: tempfile::tempdir().expect("a folder") };
        let at = |name: &str| slurm.folder.path().join(name);
        let host = run("hostname", &["-s"], &[]).stdout;
        let host = String::from_utf8_lossy(&host).trim().to_owned();
        let here = slurm.folder.path().display();
        let settings = format!(
            "ClusterName=one\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort=16817\nSlurmdPort=16818\n\
             AuthType=auth/munge\nAuthInfo=socket={here}/munge.socket\nCredType=cred/munge\nSlurmUser=root\nSlurmdUser=root\n\
             StateSaveLocation={here}/state\nSlurmdSpoolDir={here}/spool\nSlurmctldPidFile={here}/slurmctld.pid\n\
             SlurmdPidFile={here}/slurmd.pid\nProctrackType=proctrack/pgid\nTaskPlugin=task/none\nMpiDefault=none\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\nReturnToService=2\n\
             NodeName={host} NodeAddr=127.0.0.1 CPUs=1 State=UNKNOWN\n\
             PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP\n"
        );
        std::fs::write(at("slurm.conf"), settings).expect("the settings");
        std::fs::write(at("key"), [7; 64]).expect("the key");
        for name in ["state", "spool"] {
            std::fs::create_dir(at(name)).expect("a folder");
        }
        let file = |name: &str| at(name).display().to_string();
        run("chmod", &["755", &here.to_string()], &[]);
        run("chmod", &["400", &file("key")], &[]);
        let (key, socket, pid) = (file("key"), file("munge.socket"), file("munged.pid"));
        let (log, seed) = (file("munged.log"), file("seed"));
        let args = ["--key-file", &key, "--socket", &socket, "--pid-file", &pid, "--log-file", &log];
        run("munged", &[&args[..], &["--seed-file", &seed, "--force"]].concat(), &[]);
        let settings = file("slurm.conf");
        run("slurmctld", &["-f", &settings, "-L", &file("slurmctld.log")], &[]);
        run("slurmd", &["-f", &settings, "-L", &file("slurmd.log")], &[]);
        slurm
    }

    fn ask(&self, program: impl AsRef<Path>, args: &[&str]) -> Output {
        let settings = self.folder.path().join("slurm.conf");
        run(program, args, &[("SLURM_CONF", &settings), ("CAMPAIGNS", &scripts())])
    }

    fn is_ready(&self) -> bool {
        String::from_utf8_lossy(&self.ask("sinfo", &["-h", "-o", "%T"]).stdout).trim() == "idle"
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        for name in ["slurmd", "slurmctld", "munged"] {
            if let Ok(pid) = std::fs::read_to_string(self.folder.path().join(name).with_extension("pid")) {
                run("kill", &[pid.trim()], &[]);
            }
        }
        // They still write as they end.
        sleep(Duration::from_millis(500));
    }
}

#[test]
fn slurm() {
    let root = run("id", &["-u"], &[]).stdout == b"0\n";
    if !root || !are_there(&["slurmctld", "slurmd", "munged", "sbatch"]) {
        return eprintln!("skipped: Slurm and MUNGE are not installed, or not to be started without root");
    }
    let slurm = Slurm::start();
    if !(0..60).any(|_| slurm.is_ready() || (sleep(Duration::from_millis(500)), false).1) {
        return eprintln!("skipped: Slurm does not start here");
    }
    let dir = slurm.folder.path().join("campaign").display().to_string();
    let script = scripts().join("slurm.sbatch").display().to_string();
    let output = slurm.folder.path().join("%a.out").display().to_string();
    let args = ["--wait", "--array=0-2", "--export=ALL", "--output", &output, &script, &dir];
    let submitted = slurm.ask("sbatch", &[&args[..], &CAMPAIGN].concat());
    assert!(submitted.status.success(), "{}", String::from_utf8_lossy(&submitted.stderr));
    let merged = run(scripts().join("merge"), &[&dir, "certify"], &[]);
    assert_eq!(result(&String::from_utf8_lossy(&merged.stdout)), alone());
}
