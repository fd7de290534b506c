//! Options in JSON: fields of one object, those of flattened structures among them.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A structure of options, which is read and written field by field.
pub trait Options {
    /// The options by name.
    fn fields(&mut self) -> Fields<'_>;
}

/// Options by name.
pub type Fields<'a> = Vec<(&'static str, &'a mut dyn Field)>;

/// An option.
pub trait Field {
    /// Sets it to a value.
    fn set(&mut self, value: &Value) -> Result<(), serde_json::Error>;

    /// Its value.
    fn value(&self) -> Value;
}

impl<T: Serialize + DeserializeOwned> Field for T {
    fn set(&mut self, value: &Value) -> Result<(), serde_json::Error> {
        *self = T::deserialize(value)?;
        Ok(())
    }

    fn value(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// Sets the options that an object names.
pub fn set(options: &mut dyn Options, object: &Map<String, Value>) -> Result<(), serde_json::Error> {
    for (name, field) in options.fields() {
        object.get(name).map_or(Ok(()), |value| field.set(value))?;
    }
    Ok(())
}

/// Options as an object.
pub fn object(options: &mut dyn Options) -> Map<String, Value> {
    options.fields().into_iter().map(|(name, field)| (name.to_owned(), field.value())).collect()
}
