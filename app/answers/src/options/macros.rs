//! Declarations of options and of the words that they take, for command lines and JSON alike.

/// Structures of options. A field is an option of a command line if `#[arg(…)]` says how, one of JSON unless `#[json(skip)]` says that
/// it is none, and options of both if `#[both(flatten)]` says so; `= value` is its value without being given, and is that of a flag, a list or an optional value if left out.
macro_rules! options {
    ($($(#[doc = $about:literal])* pub struct $name:ident { $(
        $(#[doc = $doc:literal])*
        $(#[arg($($arg:tt)*)])?
        $(#[both($both:ident)])?
        $(#[json($json:ident)])?
        pub $field:ident: $type:ty $(= $value:expr)?,
    )* })*) => {$(
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(default))]
        #[cfg_attr(feature = "clap", derive(clap::Args))]
        #[allow(missing_docs)]
        pub struct $name { $(
            $(#[doc = $doc])*
            $(#[cfg_attr(feature = "clap", arg($($arg)*))])?
            $(#[cfg_attr(feature = "clap", arg(default_value_t = $value))])?
            $(#[cfg_attr(feature = "schemas", schemars($both))] #[cfg_attr(feature = "clap", command($both))])?
            $(#[cfg_attr(feature = "schemas", schemars($json))])?
            pub $field: $type,
        )* }

        impl Default for $name {
            fn default() -> $name {
                $name { $($field: options!(@value $($value)?),)* }
            }
        }

        impl $crate::options::Options for $name {
            #[allow(unused_mut, clippy::vec_init_then_push)]
            fn fields(&mut self) -> $crate::options::Fields<'_> {
                let mut fields = $crate::options::Fields::new();
                $(options!(@field [$($both)?] [$($json)?] fields, $field, &mut self.$field);)*
                fields
            }
        }
    )*};
    (@value $value:expr) => { $value };
    (@value) => { Default::default() };
    (@field [flatten] [] $fields:ident, $field:ident, $place:expr) => {
        $fields.extend($crate::options::Options::fields($place));
    };
    (@field [] [skip] $fields:ident, $field:ident, $place:expr) => {};
    (@field [] [] $fields:ident, $field:ident, $place:expr) => {
        $fields.push((stringify!($field), $place));
    };
}

/// Words that an option takes; the first is the default. Any other word is refused with the nearest one, as on a
/// command line.
macro_rules! words {
    ($($(#[doc = $about:literal])* $what:literal pub enum $name:ident {
        $(#[doc = $first_doc:literal])* $first:ident = $first_text:literal,
        $($(#[doc = $doc:literal])* $word:ident = $text:literal,)*
    })*) => {$(
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
        pub enum $name {
            $(#[doc = $first_doc])*
            #[cfg_attr(feature = "clap", value(name = $first_text))]
            #[cfg_attr(feature = "schemas", schemars(rename = $first_text))]
            #[default]
            $first,
            $(
                $(#[doc = $doc])*
                #[cfg_attr(feature = "clap", value(name = $text))]
                #[cfg_attr(feature = "schemas", schemars(rename = $text))]
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

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.name())
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

        #[cfg(feature = "schemas")]
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
