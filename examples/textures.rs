//! Manages the textures of a renderer. Some columns are structs of fields that are read together,
//! and other columns are single fields: `cargo run --example textures`.
//!
//! An allocator that returns a recycled slot with its old content has a trap: every `create` must
//! reset every field, and a forgotten field shows the data of the old texture. A hub resets a slot
//! to the defaults before it returns the slot again, and drops what the old row owned at once.

use std::error::Error;

use soa_runtime::{AllocError, Handle, IdAllocator, IdPool};

/// The marker of image ids. Only the device has the images.
struct Image;
type ImageId = Handle<Image, u32, 20, 12>;

/// The index of a texture that is not in the table of the shaders.
const UNREGISTERED: u32 = u32::MAX;

/// A texture of the renderer.
#[derive(IdAllocator, Debug)]
#[soa(bits(index = 16, generation = 16))]
struct Texture {
    /// Every draw reads this.
    image: ImageId,
    /// Read when a texture is created, changed or counted.
    load: LoadInfo,
    /// Read while the CPU writes to the texture.
    mapping: MappingInfo,
    /// Its index in the table of the shaders.
    #[soa(default = UNREGISTERED)]
    bindless: u32,
    /// Only some textures have this, so it is in another hub.
    stencil: Option<StencilViewId>,
    name: String,
}

#[derive(Debug, Default, Clone, Copy)]
struct LoadInfo {
    size: [u32; 2],
    mips: u32,
    has_stencil: bool,
}

#[derive(Debug, Default, PartialEq)]
struct MappingInfo {
    texels: Vec<u8>,
    /// The number of times that it is mapped.
    count: u32,
}

/// The second view of a texture whose format has a stencil aspect.
#[derive(IdAllocator, Debug)]
#[soa(bits(index = 8, generation = 8))]
struct StencilView {
    image: ImageId,
}

impl LoadInfo {
    /// Returns the number of bytes of all mip levels. A texel has four bytes.
    fn bytes(&self) -> usize {
        let side = |side: u32, level: u32| (side >> level).max(1) as usize;
        let [width, height] = self.size;
        let levels = (0..self.mips).map(|level| side(width, level) * side(height, level) * 4);
        levels.sum()
    }
}

/// All textures, their second views, and the images of the device.
#[derive(Default)]
struct Textures {
    hub: TextureHub,
    stencils: StencilViewHub,
    images: IdPool<ImageId>,
    /// The images that a frame in flight may still read.
    retired: Vec<ImageId>,
}

impl Textures {
    fn create(&mut self, name: &str, load: LoadInfo) -> Result<TextureId, AllocError> {
        let image = self.images.try_alloc()?;
        let id = self.hub.try_alloc();
        let id = id.inspect_err(|_| self.retired.push(image))?;
        // Set only what differs from the defaults. Nothing has to be reset.
        let texture = self.hub.row_mut(id);
        *texture.image = image;
        *texture.load = load;
        name.clone_into(texture.name);
        if load.has_stencil {
            *texture.stencil = Some(self.stencils.insert(StencilView { image }));
        }
        Ok(id)
    }

    /// Allows the CPU to write to the texture.
    fn map(&mut self, id: TextureId) -> Result<(), Box<dyn Error>> {
        let texture = self.hub.try_row_mut(id)?;
        texture.mapping.texels.resize(texture.load.bytes(), 0);
        texture.mapping.count += 1;
        Ok(())
    }

    /// Writes texels to a mapped texture.
    fn update(&mut self, id: TextureId, start: usize, texels: &[u8]) -> Result<(), Box<dyn Error>> {
        let texture = self.hub.try_row_mut(id)?;
        let mapped = texture.mapping.texels.get_mut(start..start + texels.len());
        let mapped = mapped.ok_or("the texture is not mapped")?;
        mapped.copy_from_slice(texels);
        Ok(())
    }

    /// Returns whether the texture existed. The image is freed at the end of the frame, and everything
    /// else at once.
    fn destroy(&mut self, id: TextureId) -> bool {
        let Some(texture) = self.hub.remove(id) else {
            return false;
        };
        if let Some(stencil) = texture.stencil {
            self.stencils.dealloc(stencil);
        }
        self.retired.push(texture.image);
        true
    }

    fn end_frame(&mut self) {
        for image in self.retired.drain(..) {
            self.images.dealloc(image);
        }
    }

    /// Returns the bytes of all textures. The sum may include holes, which have no mips and no bytes.
    fn bytes(&self) -> usize {
        self.hub.columns().load.iter().map(LoadInfo::bytes).sum()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut textures = Textures::default();
    let load = |size, mips, has_stencil| LoadInfo {
        size,
        mips,
        has_stencil,
    };
    let brick = textures.create("brick", load([1024, 1024], 11, false))?;
    let screen = textures.create("screen depth", load([1920, 1080], 1, true))?;
    let (bytes, stats) = (textures.bytes(), textures.hub.stats());
    println!("2 textures, {bytes} bytes on the device; {stats:?}");
    assert_eq!(bytes, 5_592_404 + 8_294_400);
    assert_eq!(textures.stencils.len(), 1);

    // Set every field of the brick.
    textures.map(brick)?;
    textures.update(brick, 0, &[200, 80, 60, 255])?;
    *textures.hub.row_mut(brick).bindless = 17;
    assert!(
        textures.update(screen, 0, &[1]).is_err(),
        "it is not mapped"
    );

    assert!(textures.destroy(brick) && !textures.destroy(brick));
    assert_eq!(textures.bytes(), 8_294_400);
    assert_eq!(textures.images.len(), 2, "a frame in flight may read it");
    textures.end_frame();
    assert_eq!(textures.images.len(), 1);

    // The sky reuses the slot of the brick, but none of its data.
    let sky = textures.create("sky", load([256, 256], 1, false))?;
    let row = textures.hub.row(sky);
    assert_eq!(sky.index(), brick.index());
    assert_eq!(*row.mapping, MappingInfo::default());
    assert_eq!((*row.bindless, *row.stencil), (UNREGISTERED, None));
    println!("{sky:?} has the slot of {brick:?}, and default values");
    let refused = textures.update(brick, 0, &[0]);
    println!(
        "an update with the old id: {}",
        refused.expect_err("a stale id")
    );

    assert!(textures.destroy(screen));
    assert!(
        textures.stencils.is_empty(),
        "the stencil view is freed with its texture"
    );
    Ok(())
}
