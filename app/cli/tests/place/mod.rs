//! Directories of tests.

use std::path::PathBuf;

/// A directory that is gone when it goes out of scope.
pub struct Place(PathBuf);

impl Place {
    /// An empty one.
    pub fn new(name: &str) -> Place {
        let path = std::env::temp_dir().join(format!("racefree-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a directory");
        Place(path)
    }

    /// A file in it with this text; its name.
    pub fn with(&self, name: &str, text: &str) -> String {
        let file = self.file(name);
        std::fs::write(&file, text).expect("written");
        file
    }

    /// The name of a file in it.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
