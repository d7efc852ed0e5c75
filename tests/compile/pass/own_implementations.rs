//! What the derive does not implement is free for the user to implement.
#![deny(warnings)]

use std::fmt;

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    mips: u32,
}

impl PartialEq for TextureHub {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
    }
}

impl Eq for TextureHub {}

impl Clone for TextureHub {
    fn clone(&self) -> Self {
        self.iter().map(|(_, row)| row.record()).collect()
    }
}

impl PartialEq for TextureRow<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.mips == other.mips
    }
}

impl PartialEq<TextureRowMut<'_>> for TextureRow<'_> {
    fn eq(&self, other: &TextureRowMut<'_>) -> bool {
        *self == other.as_ref()
    }
}

impl PartialEq for TextureRowMut<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.mips == other.mips
    }
}

impl fmt::Debug for TextureRow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} mips", self.mips)
    }
}

impl fmt::Debug for TextureRowMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().fmt(f)
    }
}

impl fmt::Debug for TextureColumns<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rows", self.mips.len())
    }
}

impl fmt::Debug for TextureColumnsMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().fmt(f)
    }
}

impl TextureRow<'_> {
    fn record(&self) -> Texture {
        Texture { mips: *self.mips }
    }
}

impl Default for Texture {
    fn default() -> Self {
        Texture { mips: 1 }
    }
}

impl std::hash::Hash for TextureHub {
    fn hash<S: std::hash::Hasher>(&self, state: &mut S) {
        state.write_usize(self.len());
    }
}

#[test]
fn compiles_and_runs() {
    let mut textures = TextureHub::new();
    let id = textures.insert(Texture::default());
    assert!(textures == textures.clone());
    assert_eq!(textures.row(id), textures.row(id));
    assert_eq!(format!("{:?}", textures.row_mut(id)), "1 mips");
    assert_eq!(format!("{:?}", textures.columns_mut()), "1 rows");
}
