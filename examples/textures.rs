//! Manages the textures of a renderer. Some columns are structs of fields that are read together,
//! and other columns are single fields. The interface is `create`, `update` and `destroy`.
//!
//! An allocator that returns a recycled slot with its old content has a trap: every `create` must
//! reset every field, and a forgotten field shows the data of the old texture. A hub resets a slot
//! to the defaults before it returns the slot again, and drops what the old row owned at once.

use std::fmt;

use soa_runtime::{Handle, IdAllocator, IdPool};

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
    runtime: RuntimeInfo,
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

#[derive(Debug, Default, Clone, Copy, PartialEq)]
struct RuntimeInfo {
    image: ImageId,
    kind: Kind,
}

#[derive(Debug, Default, Clone, Copy, PartialEq)]
struct LoadInfo {
    size: [u32; 2],
    mips: u32,
    format: Format,
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

#[derive(Debug, Default, Clone, Copy, PartialEq)]
enum Kind {
    #[default]
    Flat,
    Cube,
}

#[derive(Debug, Default, Clone, Copy, PartialEq)]
enum Format {
    #[default]
    Rgba8,
    Rgba16Float,
    Depth24Stencil8,
}

impl LoadInfo {
    /// Returns the number of bytes of all mip levels.
    fn bytes(&self) -> u64 {
        let texel = if self.format == Format::Rgba16Float {
            8
        } else {
            4
        };
        let mip = |level| self.size.map(|side| u64::from(side >> level).max(1));
        (0..self.mips)
            .map(mip)
            .map(|[width, height]| width * height * texel)
            .sum()
    }
}

#[derive(Debug, PartialEq)]
enum TextureError {
    Stale(TextureId),
    NotMapped,
}

impl fmt::Display for TextureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextureError::Stale(id) => write!(f, "texture {id:?} does not exist"),
            TextureError::NotMapped => f.write_str("the texture is not mapped"),
        }
    }
}

impl std::error::Error for TextureError {}

/// The device with its images, including those that a frame in flight may still read.
struct Device {
    images: IdPool<ImageId>,
    retired: Vec<ImageId>,
}

impl Device {
    fn end_frame(&mut self) {
        for image in self.retired.drain(..) {
            self.images.dealloc(image);
        }
    }
}

/// The hub is the interface to the textures.
impl TextureHub {
    fn create(
        &mut self,
        stencils: &mut StencilViewHub,
        device: &mut Device,
        name: &str,
        load: LoadInfo,
    ) -> Result<TextureId, soa_runtime::AllocError> {
        let image = device.images.try_alloc()?;
        let id = self
            .try_alloc()
            .inspect_err(|_| device.retired.push(image))?;
        // Set only what differs from the defaults. Nothing has to be reset.
        let texture = self.row_mut(id);
        texture.runtime.image = image;
        *texture.load = load;
        name.clone_into(texture.name);
        if load.format == Format::Depth24Stencil8 {
            *texture.stencil = Some(stencils.insert(StencilView { image }));
        }
        Ok(id)
    }

    /// Allows the CPU to write to the texture.
    fn map(&mut self, id: TextureId) -> Result<(), TextureError> {
        let texture = self.get_mut(id).ok_or(TextureError::Stale(id))?;
        let bytes = usize::try_from(texture.load.bytes()).expect("a texture fits in memory");
        texture.mapping.texels.resize(bytes, 0);
        texture.mapping.count += 1;
        Ok(())
    }

    /// Writes texels to a mapped texture.
    fn update(&mut self, id: TextureId, start: usize, texels: &[u8]) -> Result<(), TextureError> {
        let texture = self.get_mut(id).ok_or(TextureError::Stale(id))?;
        let end = start + texels.len();
        let mapped = texture
            .mapping
            .texels
            .get_mut(start..end)
            .ok_or(TextureError::NotMapped)?;
        mapped.copy_from_slice(texels);
        Ok(())
    }

    /// Returns whether the texture existed. The image is freed at the end of the frame, and everything
    /// else at once.
    fn destroy(
        &mut self,
        stencils: &mut StencilViewHub,
        device: &mut Device,
        id: TextureId,
    ) -> bool {
        let Some(texture) = self.remove(id) else {
            return false;
        };
        if let Some(stencil) = texture.stencil {
            stencils.dealloc(stencil);
        }
        device.retired.push(texture.runtime.image);
        true
    }

    /// Returns the bytes of all textures. The sum may include holes, which have no mips and no bytes.
    fn bytes(&self) -> u64 {
        self.columns().load.iter().map(LoadInfo::bytes).sum()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut textures = TextureHub::new();
    let mut stencils = StencilViewHub::new();
    let mut device = Device {
        images: IdPool::new(),
        retired: Vec::new(),
    };

    let albedo = LoadInfo {
        size: [1024, 1024],
        mips: 11,
        ..LoadInfo::default()
    };
    let depth = LoadInfo {
        size: [1920, 1080],
        mips: 1,
        format: Format::Depth24Stencil8,
    };
    let probe = LoadInfo {
        size: [256, 256],
        mips: 1,
        format: Format::Rgba16Float,
    };
    let brick = textures.create(&mut stencils, &mut device, "brick", albedo)?;
    let screen = textures.create(&mut stencils, &mut device, "screen depth", depth)?;
    println!(
        "2 textures, {} bytes on the device; {:?}",
        textures.bytes(),
        textures.stats()
    );
    assert_eq!(textures.bytes(), 5_592_404 + 8_294_400);
    assert_eq!(stencils.len(), 1);

    // Set every field of the brick.
    textures.map(brick)?;
    textures.update(brick, 0, &[200, 80, 60, 255])?;
    textures.row_mut(brick).runtime.kind = Kind::Cube;
    *textures.row_mut(brick).bindless = 17;
    assert_eq!(
        textures.update(screen, 0, &[1]),
        Err(TextureError::NotMapped)
    );

    assert!(textures.destroy(&mut stencils, &mut device, brick));
    assert!(!textures.destroy(&mut stencils, &mut device, brick));
    assert_eq!(textures.bytes(), 8_294_400);
    assert_eq!(
        device.images.len(),
        2,
        "a frame in flight may still read it"
    );
    device.end_frame();
    assert_eq!(device.images.len(), 1);

    // The sky reuses the slot of the brick, but none of its data.
    let sky = textures.create(&mut stencils, &mut device, "sky probe", probe)?;
    let row = textures.row(sky);
    assert_eq!(sky.index(), brick.index());
    assert_eq!(row.runtime.kind, Kind::Flat);
    assert_eq!(*row.mapping, MappingInfo::default());
    assert_eq!(*row.bindless, UNREGISTERED);
    assert_eq!(*row.stencil, None);
    println!(
        "{sky:?} reuses the slot of {brick:?} with default values: {:?}",
        row.mapping
    );

    let refused = textures.update(brick, 0, &[0]);
    assert_eq!(refused, Err(TextureError::Stale(brick)));
    println!(
        "an update with the old id: {}",
        refused.expect_err("checked above")
    );

    assert!(textures.destroy(&mut stencils, &mut device, screen));
    assert!(
        stencils.is_empty(),
        "the stencil view is freed with its texture"
    );
    Ok(())
}
