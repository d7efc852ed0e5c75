//! The page that shows the hubs while the program runs.

use soa_inspect::Inspector;
use soa_resources::BoxError;

use super::Engine;

impl Engine {
    /// Shows all hubs from now on, and prints the address of their page.
    pub(crate) fn inspect(&mut self) -> Result<(), BoxError> {
        let inspector = Inspector::bind("127.0.0.1:0")?;
        println!("open {}", inspector.url());
        self.inspector = Some(inspector);
        Ok(())
    }

    /// Returns whether a viewer has paused the program. Then frames are drawn, but no time passes.
    pub(super) fn is_paused(&self) -> bool {
        (self.inspector.as_ref()).is_some_and(|inspector| !inspector.gate())
    }

    /// Shows all hubs to the viewers of the page.
    pub(super) fn show(&self) {
        let Some(inspector) = &self.inspector else {
            return;
        };
        inspector.show("instances", &self.instances);
        inspector.show("lamps", &self.lamps.hub);
        inspector.show("models", &self.models);
        inspector.show("meshes", &self.meshes);
        inspector.show("textures", &self.textures);
        inspector.show("shaders", &self.shaders);
    }
}
