//! A renderer's textures: structs of facts that are read together as columns,
//! next to single-field columns, behind `create`, `update` and `destroy`.
//!
//! The trap that this avoids: an allocator that hands out a recycled slot as it
//! was left makes every `create` reset every field by hand, and the one that is
//! forgotten shows the new texture the old one's data. Here a slot is back at
//! its defaults before anybody gets it, and what it owned is dropped at once.

use std::fmt;

use soa_runtime::{Handle, IdAllocator, IdPool};

/// What the device calls an image; the device alone knows what it is.
struct Image;
type ImageId = Handle<Image, u32, 20, 12>;

/// No place in the shaders' table of textures.
const UNREGISTERED: u32 = u32::MAX;

/// A texture as the renderer keeps it.
#[derive(IdAllocator, Debug)]
#[soa(bits(index = 16, generation = 16))]
struct Texture {
    /// Read by every draw.
    runtime: RuntimeInfo,
    /// Read when the texture is made, changed or counted.
    load: LoadInfo,
    /// Read while the processor writes to it.
    mapping: MappingInfo,
    /// Its place in the table that shaders index.
    #[soa(default = UNREGISTERED)]
    bindless: u32,
    /// What only some textures have lives in a hub of its own.
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
    /// How many times it is mapped.
    count: u32,
}

/// The second view of a texture whose format has a stencil part.
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
    /// Of all mips together.
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
            TextureError::Stale(id) => write!(f, "texture {id:?} is gone"),
            TextureError::NotMapped => f.write_str("the texture is not mapped"),
        }
    }
}

impl std::error::Error for TextureError {}

/// The device: its images, those that a frame in flight may still read included.
struct Device {
    images: IdPool<ImageId>,
    doomed: Vec<ImageId>,
}

impl Device {
    fn end_frame(&mut self) {
        for image in self.doomed.drain(..) {
            self.images.dealloc(image);
        }
    }
}

/// The interface to textures is their hub.
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
            .inspect_err(|_| device.doomed.push(image))?;
        // Only what differs from the defaults is said: there is nothing to reset.
        let texture = self.row_mut(id);
        texture.runtime.image = image;
        *texture.load = load;
        name.clone_into(texture.name);
        if load.format == Format::Depth24Stencil8 {
            *texture.stencil = Some(stencils.insert(StencilView { image }));
        }
        Ok(id)
    }

    /// Lets the processor write to the texture.
    fn map(&mut self, id: TextureId) -> Result<(), TextureError> {
        let texture = self.get_mut(id).ok_or(TextureError::Stale(id))?;
        let bytes = usize::try_from(texture.load.bytes()).expect("it fits the memory");
        texture.mapping.texels.resize(bytes, 0);
        texture.mapping.count += 1;
        Ok(())
    }

    /// Writes texels to a mapped texture.
    fn update(&mut self, id: TextureId, start: usize, texels: &[u8]) -> Result<(), TextureError> {
        let texture = self.get_mut(id).ok_or(TextureError::Stale(id))?;
        let end = start + texels.len();
        let place = texture
            .mapping
            .texels
            .get_mut(start..end)
            .ok_or(TextureError::NotMapped)?;
        place.copy_from_slice(texels);
        Ok(())
    }

    /// Whether there was one. The image waits for the frame, the rest is gone now.
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
        device.doomed.push(texture.runtime.image);
        true
    }

    /// A whole column is safe to sum: a hole has no mips, and so no bytes.
    fn bytes(&self) -> u64 {
        self.columns().load.iter().map(LoadInfo::bytes).sum()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut textures = TextureHub::new();
    let mut stencils = StencilViewHub::new();
    let mut device = Device {
        images: IdPool::new(),
        doomed: Vec::new(),
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

    // Whatever can be left behind is set on the brick.
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

    // The sky takes the brick's slot, and none of its data.
    let sky = textures.create(&mut stencils, &mut device, "sky probe", probe)?;
    let row = textures.row(sky);
    assert_eq!(sky.index(), brick.index());
    assert_eq!(row.runtime.kind, Kind::Flat);
    assert_eq!(*row.mapping, MappingInfo::default());
    assert_eq!(*row.bindless, UNREGISTERED);
    assert_eq!(*row.stencil, None);
    println!(
        "{sky:?} is in the slot of {brick:?}, with nothing of it: {:?}",
        row.mapping
    );

    let refused = textures.update(brick, 0, &[0]);
    assert_eq!(refused, Err(TextureError::Stale(brick)));
    println!("the old id: {}", refused.expect_err("checked above"));

    assert!(textures.destroy(&mut stencils, &mut device, screen));
    assert!(stencils.is_empty(), "the extension went with its texture");
    Ok(())
}
