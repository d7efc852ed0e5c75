//! A record that borrows, and one of any type, have all that others have.

use std::fmt::Debug;

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Clone, Debug, PartialEq))]
struct Word<'text, T> {
    text: &'text str,
    tag: T,
}

fn longest<'text, T: Clone + Debug + PartialEq + Default>(
    words: &mut WordHub<'text, T>,
    least: usize,
) -> Option<&'text str> {
    let before = words.clone();
    words.retain(|_, word| word.text.len() >= least);
    assert!(*words == before || words.len() < before.len());
    assert!(format!("{words:?}").starts_with('{'));
    let (id, _) = words.iter().next()?;
    words.remove(id).map(|word| word.text)
}

#[test]
fn compiles_and_runs() {
    let text = String::from("a recycled slot");
    let mut words: WordHub<'_, u8> = text.split(' ').map(|text| Word { text, tag: 0 }).collect();
    let found = longest(&mut words, 5);
    drop(words);
    assert_eq!(found, Some("recycled"));
}
