//! The textures: PNG files that are decoded on workers. The index of a texture's id is its layer in
//! an array.

use std::io::Cursor;

use soa_resources::{BoxError, Job, Library, Loader, Source, StandIn};
use soa_runtime::IdAllocator;

use example_gpu::Gpu;

/// The width and the height of a texture in pixels.
pub(crate) const SIDE: u32 = 128;

/// The number of mip levels, of which the last has one pixel.
const MIPS: u32 = SIDE.ilog2() + 1;

/// The number of layers of the array. An index of 6 bits can address 63 of them.
const LAYERS: u32 = 64;

/// A texture. The index of its id is its layer, so the hub refuses the 64th texture. The library
/// reports this like any other failure.
#[derive(IdAllocator, Debug)]
#[soa(bits(index = 6, generation = 26), derive(Debug))]
pub(crate) struct Texture {
    /// The RGBA pixels of all mip levels in rows from the top. Empty after they are sent.
    pub(crate) unsent: Vec<u8>,
    /// The number of bytes of its layer on the GPU.
    pub(crate) bytes: usize,
}

impl Texture {
    /// Creates a texture of one colour.
    fn plain(colour: [u8; 3]) -> Self {
        let [red, green, blue] = colour;
        let pixel = [red, green, blue, 255];
        with_mips(pixel.repeat((SIDE * SIDE) as usize))
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
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info()?;
        let (width, height) = reader.info().size();
        if [width, height] != [SIDE; 2] {
            return Err(
                format!("it has {width} x {height} pixels; expected {SIDE} x {SIDE}").into(),
            );
        }
        let mut pixels = vec![0; reader.output_buffer_size().ok_or("it is too large")?];
        let frame = reader.next_frame(&mut pixels)?;
        let rgba = match frame.color_type {
            png::ColorType::Rgba => pixels,
            png::ColorType::Rgb => {
                let pixels = pixels.chunks_exact(3);
                pixels
                    .flat_map(|rgb| [rgb[0], rgb[1], rgb[2], 255])
                    .collect()
            }
            other => return Err(format!("its pixels are {other:?}; expected RGB or RGBA").into()),
        };
        Ok(with_mips(rgba))
    }
}

/// Appends the mip levels to the pixels of a texture. Each pixel is the mean of four.
fn with_mips(mut pixels: Vec<u8>) -> Texture {
    let (mut side, mut start) = (SIDE as usize, 0);
    while side > 1 {
        let half = side / 2;
        let end = pixels.len();
        for at in 0..half * half {
            let (x, y) = (at % half * 2, at / half * 2);
            for channel in 0..4 {
                let of =
                    |x: usize, y: usize| u16::from(pixels[start + (y * side + x) * 4 + channel]);
                let sum = of(x, y) + of(x + 1, y) + of(x, y + 1) + of(x + 1, y + 1);
                pixels.push(u8::try_from(sum / 4).unwrap_or(u8::MAX));
            }
        }
        (side, start) = (half, end);
    }
    Texture {
        bytes: pixels.len(),
        unsent: pixels,
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
            size: wgpu::Extent3d {
                width: SIDE,
                height: SIDE,
                depth_or_array_layers: LAYERS,
            },
            mip_level_count: MIPS,
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
                let pixels = std::mem::take(row.unsent);
                self.write(gpu, id.index(), &pixels);
                sent += 1;
            }
        }
        sent
    }

    fn write(&self, gpu: &Gpu, layer: u32, mut pixels: &[u8]) {
        for mip in 0..MIPS {
            let side = SIDE >> mip;
            let (level, rest) = pixels.split_at((side * side * 4) as usize);
            let to = wgpu::TexelCopyTextureInfo {
                texture: &self.layers,
                mip_level: mip,
                origin: wgpu::Origin3d {
                    z: layer,
                    ..Default::default()
                },
                aspect: wgpu::TextureAspect::All,
            };
            let layout = wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(side * 4),
                rows_per_image: None,
            };
            let extent = wgpu::Extent3d {
                width: side,
                height: side,
                depth_or_array_layers: 1,
            };
            gpu.queue.write_texture(to, level, layout, extent);
            pixels = rest;
        }
    }
}

/// Creates the library of textures. Textures that are not loaded yet are grey, and textures that
/// cannot be loaded are magenta.
pub(crate) fn library(textures: &mut TextureHub, source: impl Source) -> Library<Png> {
    let stand_in = StandIn {
        placeholder: textures.insert(Texture::plain([150; 3])),
        error: textures.insert(Texture::plain([235, 0, 235])),
    };
    Library::with_config(Png, source, stand_in, crate::engine::config(1))
}
