//! Time that a job still takes, for the line that says how far it is.

/// A job of a known size, or of a limited time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Job {
    /// Number of units of its work.
    pub all: Option<u64>,
    /// Time limit, in seconds.
    pub time: Option<f64>,
}

impl Job {
    /// `, 12 s left`, at the rate so far or by the time limit, what is less; nothing if neither is known yet. `took` is in seconds.
    pub fn left(self, done: u64, took: f64) -> String {
        // In the first second there is no rate to speak of.
        let by_rate = self.all.filter(|_| done > 0 && took >= 1.0);
        let by_rate = by_rate.map(|all| all.saturating_sub(done) as f64 * took / done as f64);
        let by_time = self.time.map(|time| (time - took).max(0.0));
        let left = by_rate.into_iter().chain(by_time).reduce(f64::min);
        left.map_or_else(String::new, |seconds| format!(", {} left", rounded(seconds)))
    }
}

/// A time as people say it: `12 s`, `3 min`, `2.5 h`.
fn rounded(seconds: f64) -> String {
    match seconds {
        s if s < 99.5 => format!("{s:.0} s"),
        s if s < 5_970.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3_600.0),
    }
}
