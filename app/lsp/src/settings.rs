//! Settings of the user, under `racefree` in the client's settings.

use racefree_answers::desk;
use racefree_answers::editing::VARIANTS;
use racefree_answers::options::RuleOptions;
use serde::Deserialize;
use serde_json::Value;

/// The settings. Those that a client keeps for itself are known here, so that others can be refused.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Settings {
    /// Type system, for programs that name none.
    system: Option<String>,
    /// Premises switched off, as `EXP REF/guard-held`.
    off: Vec<String>,
    /// Rule variants, by name or as TOML.
    variant: Vec<String>,
    /// Kinds of errors silenced everywhere.
    no_warn: Vec<String>,
    /// Fill in missing annotations before checking.
    defaults: bool,
    pub(crate) hints: Hints,
    /// Bound on the states of a search.
    pub(crate) max_states: Option<u64>,
    /// Bound on the time of a search, in seconds.
    pub(crate) time: Option<f64>,
    /// Address of the folder `docs`, for links to the pages about premises.
    pub(crate) pages: Option<String>,
    /// The one language that the client has this server for, beside another server of it.
    pub(crate) language: Option<String>,
    /// The client's own: whether it starts a server for Java.
    java: Value,
    /// The client's own: how it starts the server.
    server: Value,
    /// The client's own: what of the messages it logs.
    trace: Value,
}

/// Hints in the text.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Hints {
    /// Locks held, where they change.
    pub(crate) held_locks: bool,
    /// Annotations that `--defaults` would fill in.
    pub(crate) defaults: bool,
}

impl Default for Hints {
    fn default() -> Hints {
        Hints { held_locks: true, defaults: false }
    }
}

impl Settings {
    /// Reads the settings of a client: an object, with or without `racefree` around it. Nothing is set by `null`.
    ///
    /// # Errors
    ///
    /// A sentence that names the wrong one.
    pub(crate) fn read(value: &Value) -> Result<Settings, String> {
        let own = value.get("racefree").unwrap_or(value);
        let set = match own {
            Value::Object(all) => {
                Value::Object(all.iter().filter(|(_, v)| !v.is_null()).map(|(k, v)| (k.clone(), v.clone())).collect())
            }
            Value::Null => return Ok(Settings::default()),
            _ => return Err("the settings of racefree are an object".to_owned()),
        };
        let settings: Settings =
            serde_json::from_value(set).map_err(|e| format!("a setting of racefree is wrong: {e}"))?;
        if settings.time.is_some_and(|time| !time.is_finite() || time <= 0.0) {
            return Err("a setting of racefree is wrong: `time` is a number of seconds above 0".to_owned());
        }
        // By the base, or by the system that they name: of others they are tried when a program is read.
        desk::rules(&settings.rules(), "", VARIANTS).map_err(|e| format!("a setting of racefree is wrong: {e}"))?;
        Ok(settings)
    }

    /// The rules to judge by, in the words of questions.
    pub(crate) fn rules(&self) -> RuleOptions {
        RuleOptions {
            system: self.system.clone(),
            off: self.off.clone(),
            variant: self.variant.clone(),
            no_warn: self.no_warn.clone(),
            defaults: self.defaults,
            ..RuleOptions::default()
        }
    }
}
