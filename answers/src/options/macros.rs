//! Declarations of options and of the words that they take, read by `clap`, `serde` and `schemars` alike.

/// Structures of options. A field is an option of a command line if `#[arg(…)]` says how, one of JSON unless `#[serde(skip)]` says that
/// it is none, and options of both if `#[both(flatten)]` says so; `= value` is its value without being given, and is that of a flag, a list or an optional value if left out.
macro_rules! options {
    ($($(#[doc = $about:literal])* pub struct $name:ident { $(
        $(#[doc = $doc:literal])*
        $(#[arg($($arg:tt)*)])?
        $(#[both($both:ident)])?
        $(#[serde($($serde:tt)*)])?
        pub $field:ident: $type:ty $(= $value:expr)?,
    )* })*) => {$(
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[cfg_attr(feature = "clap", derive(clap::Args))]
        #[serde(default)]
        #[allow(missing_docs)]
        pub struct $name { $(
            $(#[doc = $doc])*
            $(#[cfg_attr(feature = "clap", arg($($arg)*))])?
            $(#[cfg_attr(feature = "clap", arg(default_value_t = $value))])?
            $(#[serde($both)] #[cfg_attr(feature = "clap", command($both))])?
            $(#[serde($($serde)*)])?
            pub $field: $type,
        )* }

        impl Default for $name {
            fn default() -> $name {
                $name { $($field: options!(@value $($value)?),)* }
            }
        }
    )*};
    (@value $value:expr) => { $value };
    (@value) => { Default::default() };
}

/// Words that an option takes; the first is the default. Any other word is refused with the nearest one, as on a
/// command line.
macro_rules! words {
    ($($(#[doc = $about:literal])* $what:literal pub enum $name:ident {
        $(#[doc = $first_doc:literal])* $first:ident = $first_text:literal,
        $($(#[doc = $doc:literal])* $word:ident = $text:literal,)*
    })*) => {$(
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
        #[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
        pub enum $name {
            $(#[doc = $first_doc])*
            #[cfg_attr(feature = "clap", value(name = $first_text))]
            #[serde(rename = $first_text)]
            #[default]
            $first,
            $(
                $(#[doc = $doc])*
                #[cfg_attr(feature = "clap", value(name = $text))]
                #[serde(rename = $text)]
                $word,
            )*
        }

        impl $name {
            /// All of them.
            pub const ALL: &[$name] = &[$name::$first, $($name::$word),*];

            /// The word.
            pub fn name(self) -> &'static str {
                match self {
                    $name::$first => $first_text,
                    $($name::$word => $text,)*
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                let word = <std::borrow::Cow<'_, str>>::deserialize(from)?;
                $crate::options::words::find($what, &word, $name::ALL, $name::name).map_err(serde::de::Error::custom)
            }
        }
    )*};
}

/// Types that are written as texts.
macro_rules! string_words {
    ($name:ident) => {
        impl TryFrom<String> for $name {
            type Error = String;

            fn try_from(text: String) -> Result<$name, String> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(word: $name) -> String {
                word.to_string()
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                String::json_schema(generator)
            }
        }
    };
}

/// Words that stand for values of the same names.
macro_rules! same_words {
    ($($name:ident => $into:ident { $($word:ident),* })*) => {$(
        impl From<$name> for $into {
            fn from(word: $name) -> $into {
                match word {
                    $($name::$word => $into::$word,)*
                }
            }
        }
    )*};
}
