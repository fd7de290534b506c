//! The options of Java source.

use super::RuleOptions;
use racefree_java::profile;

words! {
    /// Treatment of constructors.
    "treatment of constructors" pub enum ConstructorsWord {
        /// A constructor may use what it builds freely as long as nobody else can have it.
        Fresh = "fresh",
        /// It holds the lock of what it builds; each is an assumption.
        Lock = "lock",
        /// It is a method as any other.
        Unaided = "none",
    }
}

words! {
    /// Sharing of classes that say nothing about it.
    "sharing of classes" pub enum ClassesWord {
        /// By the heuristics of section 6.2 of the paper.
        Paper = "paper",
        /// All of them are thread-shared.
        Shared = "shared",
    }
}

words! {
    /// Notations of annotations in Java.
    "notation of annotations" pub enum NotationWord {
        /// Annotation comments, `/*# guarded_by this */`.
        Comments = "comments",
        /// `@GuardedBy("this")`, where there is one; else comments.
        Annotations = "annotations",
    }
}

/// The name of a profile, if there is one of it.
pub fn profile_name(name: &str) -> Result<String, String> {
    profile::find(name).map(|profile| profile.name.to_owned())
}

options! {
    /// Options of Java source.
    pub struct JavaOptions {
        /// Java: check by a named set of options: racefree, rccjava or guarded-by.
        #[arg(long, value_name = "PROFILE", value_parser = profile_name)]
        pub profile: Option<String>,
        /// Java: treatment of constructors; by default that of the profile.
        #[arg(long, value_name = "HOW")]
        pub constructors: Option<ConstructorsWord>,
        /// Java: sharing of classes that say nothing about it.
        #[arg(long, value_name = "HOW")]
        pub default_classes: ClassesWord = ClassesWord::Paper,
        /// Java: comments `// @GuardedBy("l")` count as annotations.
        #[arg(long)]
        pub guard_comments: bool,
        /// Java: list what is assumed, with places.
        #[arg(long)]
        pub assumptions: bool,
    }
    /// Options of the type check of Java source.
    pub struct JavaCheckOptions {
        #[both(flatten)]
        pub rules: RuleOptions,
        #[both(flatten)]
        pub java: JavaOptions,
    }

    /// Options of `lower`.
    pub struct LowerOptions {
        /// Guard by `this`, and statics by their class, what has no guard.
        #[arg(long)]
        pub defaults: bool,
        #[both(flatten)]
        pub java: JavaOptions,
    }

    /// Options of `annotate`.
    pub struct AnnotateOptions {
        /// Notation of the annotations.
        #[arg(long, value_name = "STYLE")]
        pub style: NotationWord = NotationWord::Comments,
        /// Time limit in seconds.
        #[arg(long, value_name = "SECONDS|10m|2h", value_parser = crate::options::seconds)]
        pub time: Option<f64>,
        #[both(flatten)]
        pub java: JavaOptions,
    }
}
