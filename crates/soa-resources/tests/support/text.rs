// A text in a hub and its loader, for the examples of the documentation.

use soa_resources::{BoxError, Job, Library, Loader, Source, StandIn};
use soa_runtime::IdAllocator;

/// A text file.
#[derive(IdAllocator, Debug, PartialEq)]
pub struct Text {
    pub text: String,
}

/// Takes the bytes for a text.
#[derive(Debug)]
pub struct Utf8;

impl Loader for Utf8 {
    type Record = Text;
    type Decoded = Text;

    fn decode(&self, bytes: Vec<u8>, _: &Job<'_>) -> Result<Text, BoxError> {
        let text = String::from_utf8(bytes)?;
        Ok(Text { text })
    }
}

/// Makes a hub with both stand-ins, and a library for it.
pub fn start<L: Loader<Record = Text>>(loader: L, source: impl Source) -> (TextHub, Library<L>) {
    let mut texts = TextHub::new();
    let [placeholder, error] =
        ["placeholder", "error"].map(|text| texts.insert(Text { text: text.to_owned() }));
    let library = Library::new(loader, source, StandIn { placeholder, error });
    (texts, library)
}
