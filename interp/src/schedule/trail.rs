//! Schedules as data and as files: the list of thread ids (calculus, section 8), steps in a row counted.

use crate::options::Locks;
use crate::value::ThreadId;
use std::fmt;
use std::fmt::Write as _;

/// Schedule of a run: the thread of each step. A step is a reduction step, local ones included.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct Schedule {
    runs: Vec<(ThreadId, u64)>,
}

impl Schedule {
    /// Appends steps of a thread.
    #[inline]
    pub fn push(&mut self, thread: ThreadId, steps: u64) {
        match self.runs.last_mut() {
            _ if steps == 0 => {}
            Some(last) if last.0 == thread => last.1 = last.1.saturating_add(steps),
            _ => self.runs.push((thread, steps)),
        }
    }

    /// Threads with the number of steps that they make in a row.
    pub fn runs(&self) -> &[(ThreadId, u64)] {
        &self.runs
    }

    /// The thread of every step.
    pub fn ids(&self) -> impl Iterator<Item = ThreadId> + '_ {
        self.runs.iter().flat_map(|&(t, n)| std::iter::repeat_n(t, n as usize))
    }

    /// The number of steps.
    pub fn steps(&self) -> u64 {
        self.runs.iter().fold(0, |sum, r| sum.saturating_add(r.1))
    }

    /// Returns true if it has no step.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Number of context switches.
    pub fn switches(&self) -> usize {
        self.runs.len().saturating_sub(1)
    }

    /// Its first `steps` steps.
    pub fn prefix(&self, steps: u64) -> Schedule {
        let mut prefix = Schedule::default();
        let mut left = steps;
        for &(thread, n) in &self.runs {
            prefix.push(thread, n.min(left));
            left -= n.min(left);
        }
        prefix
    }

    /// Forgets all steps.
    pub fn clear(&mut self) {
        self.runs.clear();
    }
}

impl FromIterator<ThreadId> for Schedule {
    fn from_iter<I: IntoIterator<Item = ThreadId>>(ids: I) -> Schedule {
        let mut schedule = Schedule::default();
        ids.into_iter().for_each(|t| schedule.push(t, 1));
        schedule
    }
}

/// The most steps that a schedule from outside may have.
pub const MOST: u64 = 1 << 48;

/// A schedule with its program and semantics.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScheduleFile {
    /// [`crate::program::Tables::digest()`] of the program.
    pub program: u64,
    /// The semantics of locks that it was made under.
    pub locks: Locks,
    /// The schedule.
    pub schedule: Schedule,
}

/// Reason why a schedule file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScheduleError {
    /// Not a schedule file: its first line is another.
    NotASchedule,
    /// A file of a later version.
    Version(String),
    /// A line that means nothing.
    Line {
        /// Counted from 1.
        line: usize,
        /// Its text.
        text: String,
    },
    /// A file that ends too early, or has lost lines.
    Truncated {
        /// The number of steps that it claims, if it does.
        expected: Option<u64>,
        /// The number of steps that it has.
        found: u64,
    },
    /// A file with more steps than a run can have.
    TooLong,
    /// A file made for another program.
    OtherProgram {
        /// The digest in the file.
        found: u64,
        /// The digest of the program.
        expected: u64,
    },
    /// A file made with other locks.
    OtherLocks(Locks),
}

impl fmt::Display for ScheduleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScheduleError::NotASchedule => {
                f.write_str("this is no schedule file: its first line is not `racefree-schedule 1`")
            }
            ScheduleError::Version(v) => write!(f, "this schedule file has version {v}; version 1 is understood"),
            ScheduleError::Line { line, text } => {
                write!(f, "line {line} of the schedule file is not understood: `{text}`")
            }
            ScheduleError::Truncated { expected: Some(n), found } => {
                write!(f, "the schedule file is truncated: it has {found} of its {n} steps")
            }
            ScheduleError::Truncated { expected: None, found } => {
                write!(f, "the schedule file is truncated after {found} steps")
            }
            ScheduleError::TooLong => write!(f, "the schedule has more than {MOST} steps, and no run has"),
            ScheduleError::OtherProgram { found, expected } => {
                write!(f, "the schedule belongs to another program ({found:016x}, and this one is {expected:016x})")
            }
            ScheduleError::OtherLocks(locks) => write!(f, "the schedule was made with --locks {}", locks.name()),
        }
    }
}

impl std::error::Error for ScheduleError {}

const WIDTH: usize = 100;

impl fmt::Display for ScheduleFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "racefree-schedule 1")?;
        writeln!(f, "program {:016x}", self.program)?;
        writeln!(f, "locks {}", self.locks.name())?;
        writeln!(f, "steps {}", self.schedule.steps())?;
        let mut line = String::new();
        for &(thread, n) in self.schedule.runs() {
            if line.len() > WIDTH {
                writeln!(f, "{}", line.trim_end())?;
                line.clear();
            }
            if n == 1 {
                write!(line, "{thread} ")?;
            } else {
                write!(line, "{thread}*{n} ")?;
            }
        }
        if !line.is_empty() {
            writeln!(f, "{}", line.trim_end())?;
        }
        writeln!(f, "end")
    }
}

impl ScheduleFile {
    /// Reads a schedule file.
    pub fn parse(text: &str) -> Result<ScheduleFile, ScheduleError> {
        let mut lines = text.lines().enumerate().map(|(i, l)| (i + 1, l.trim())).filter(|(_, l)| !l.is_empty());
        match lines.next().and_then(|(_, first)| first.strip_prefix("racefree-schedule ")) {
            Some("1") => {}
            Some(version) => return Err(ScheduleError::Version(version.to_owned())),
            None => return Err(ScheduleError::NotASchedule),
        }
        let mut schedule = Schedule::default();
        let mut found = 0u64;
        let (mut program, mut locks, mut steps, mut ended) = (None, None, None, false);
        for (number, line) in lines {
            let wrong = || ScheduleError::Line { line: number, text: line.chars().take(60).collect() };
            if ended {
                return Err(wrong());
            }
            match line.split_once(' ') {
                Some(("program", digest)) => program = Some(u64::from_str_radix(digest, 16).map_err(|_| wrong())?),
                Some(("locks", "reentrant")) => locks = Some(Locks::Reentrant),
                Some(("locks", "binary")) => locks = Some(Locks::Binary),
                Some(("steps", n)) => steps = Some(n.parse().map_err(|_| wrong())?),
                _ if line == "end" => ended = true,
                _ => {
                    for run in line.split_whitespace() {
                        let (thread, n) = run.split_once('*').unwrap_or((run, "1"));
                        let (thread, n): (u32, u64) =
                            (thread.parse().map_err(|_| wrong())?, n.parse().map_err(|_| wrong())?);
                        found = found.checked_add(n).filter(|&n| n <= MOST).ok_or(ScheduleError::TooLong)?;
                        schedule.push(ThreadId(thread), n);
                    }
                }
            }
        }
        match (program, locks, steps) {
            (Some(program), Some(locks), Some(steps)) if ended && steps == schedule.steps() => {
                Ok(ScheduleFile { program, locks, schedule })
            }
            _ => Err(ScheduleError::Truncated { expected: steps, found: schedule.steps() }),
        }
    }

    /// Checks that it can be used for this program.
    pub fn check(&self, program: &crate::machine::Lowered, locks: Locks) -> Result<(), ScheduleError> {
        let expected = program.tables.digest();
        if self.program != expected {
            return Err(ScheduleError::OtherProgram { found: self.program, expected });
        }
        if self.locks != locks {
            return Err(ScheduleError::OtherLocks(self.locks));
        }
        Ok(())
    }
}
