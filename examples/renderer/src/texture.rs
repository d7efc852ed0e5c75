//! The textures: PNG files that are decoded on workers. The index of a texture's id is its layer in
//! an array.

use std::io::Cursor;

use example_gpu::Gpu;
use png::{ColorType, Transformations};
use soa_resources::{BoxError, Job, Library, Loader, Source, StandIn};
use soa_runtime::IdAllocator;

/// The width and the height of a texture in pixels.
const SIDE: u32 = 128;

/// The number of layers of the array. An index of 6 bits can address 63 of them.
const LAYERS: u32 = 64;

/// A texture. The index of its id is its layer, so the hub refuses the 64th texture. The library
/// reports this like any other failure.
#[derive(IdAllocator, Debug)]
#[soa(bits(index = 6, generation = 26), derive(Debug))]
pub(crate) struct Texture {
    /// The RGBA pixels in rows from the top. Empty after they are sent.
    pub(crate) unsent: Vec<u8>,
}

impl Texture {
    /// Creates a texture of one colour.
    fn plain(colour: [u8; 4]) -> Self {
        Self {
            unsent: colour.repeat((SIDE * SIDE) as usize),
        }
    }
}

/// Reads PNG files.
#[derive(Debug)]
pub(crate) struct Png;

impl Loader for Png {
    type Record = Texture;
    type Decoded = Texture;

    fn decode(&self, bytes: Vec<u8>, _: &Job<'_>) -> Result<Texture, BoxError> {
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder
            .set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
        let mut reader = decoder.read_info()?;
        let (width, height) = reader.info().size();
        let (colours, _) = reader.output_color_type();
        if [width, height] != [SIDE; 2] || colours != ColorType::Rgba {
            let found = format!("{width} x {height} pixels of type {colours:?}");
            return Err(format!("it has {found}; expected {SIDE} x {SIDE} of type Rgba").into());
        }
        let mut unsent = vec![0; reader.output_buffer_size().ok_or("it is too large")?];
        reader.next_frame(&mut unsent)?;
        Ok(Texture { unsent })
    }
}

/// The array on the GPU.
#[derive(Debug)]
pub(crate) struct TextureArray {
    layers: wgpu::Texture,
}

impl TextureArray {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let layers = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("textures"),
            size: layers(LAYERS),
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8UnormSrgb,
            usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        });
        Self { layers }
    }

    pub(crate) fn view(&self) -> wgpu::TextureView {
        self.layers.create_view(&wgpu::TextureViewDescriptor {
            dimension: Some(wgpu::TextureViewDimension::D2Array),
            ..Default::default()
        })
    }

    /// Sends the new textures to their layers. Returns the number of textures.
    pub(crate) fn send(&self, gpu: &Gpu, textures: &mut TextureHub) -> usize {
        let mut sent = 0;
        for (id, row) in textures.iter_mut() {
            if !row.unsent.is_empty() {
                self.write(gpu, id.index(), &std::mem::take(row.unsent));
                sent += 1;
            }
        }
        sent
    }

    fn write(&self, gpu: &Gpu, layer: u32, pixels: &[u8]) {
        let mut to = self.layers.as_image_copy();
        to.origin.z = layer;
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(SIDE * 4),
            rows_per_image: None,
        };
        gpu.queue.write_texture(to, pixels, layout, layers(1));
    }
}

fn layers(count: u32) -> wgpu::Extent3d {
    wgpu::Extent3d {
        width: SIDE,
        height: SIDE,
        depth_or_array_layers: count,
    }
}

/// Creates the library of textures. Textures that are not loaded yet are grey, and textures that
/// cannot be loaded are magenta.
pub(crate) fn library(textures: &mut TextureHub, source: impl Source) -> Library<Png> {
    let stand_in = StandIn {
        placeholder: textures.insert(Texture::plain([150, 150, 150, 255])),
        error: textures.insert(Texture::plain([235, 0, 235, 255])),
    };
    Library::with_config(Png, source, stand_in, crate::engine::config(1))
}
