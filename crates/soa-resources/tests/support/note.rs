// A text in a hub and its library, for the examples of the documentation.

use soa_resources::{Library, Source, StandIn, Text};
use soa_runtime::IdAllocator;

/// A text file.
#[derive(IdAllocator, Debug, PartialEq)]
pub struct Note {
    pub text: String,
}

impl From<String> for Note {
    fn from(text: String) -> Self {
        Self { text }
    }
}

/// Makes a hub with both stand-ins, and a library for it.
pub fn start(source: impl Source) -> (NoteHub, Library<Text<Note>>) {
    let mut notes = NoteHub::new();
    let [placeholder, error] =
        ["placeholder", "error"].map(|text| notes.insert(Note::from(text.to_owned())));
    let library = Library::new(Text::new(), source, StandIn { placeholder, error });
    (notes, library)
}
