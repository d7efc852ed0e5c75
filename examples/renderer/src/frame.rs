//! The bind group 0 of all shaders: the view, the lamps and the textures.

use std::num::NonZero;

use bytemuck::{Pod, Zeroable};
use example_gpu::{Gpu, Size, address};
use glam::camera::rh::proj::directx;
use glam::camera::rh::view::look_at_mat4;
use glam::{Mat4, Vec3};

use soa_wgpu::{ColumnBuffer, Sent, UploadError};
use wgpu::BufferUsages;

use crate::lamp::{Lamp, LampHub, Light};
use crate::shader::Groups;

/// The position and the direction of the camera.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Camera {
    pub(crate) eye: Vec3,
    pub(crate) look_at: Vec3,
    /// The vertical field of view in degrees.
    pub(crate) angle: f32,
}

/// The uniform `View` of the shaders.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub(crate) struct View {
    clip_from_world: Mat4,
    world_from_clip: Mat4,
    eye: Vec3,
    time: f32,
    lamp_slots: u32,
    padding: [u32; 3],
}

impl View {
    /// Returns the view of a camera in a picture of the given size, `time` seconds after the start.
    #[expect(clippy::cast_precision_loss, reason = "pictures are small")]
    pub(crate) fn new(camera: &Camera, size: Size, time: f32, lamp_slots: u32) -> Self {
        let [width, height] = size.map(|side| side as f32);
        let clip_from_view =
            directx::perspective(camera.angle.to_radians(), width / height, 0.3, 900.0);
        let clip_from_world = clip_from_view * look_at_mat4(camera.eye, camera.look_at, Vec3::Y);
        Self {
            clip_from_world,
            world_from_clip: clip_from_world.inverse(),
            eye: camera.eye,
            time,
            lamp_slots,
            padding: [0; 3],
        }
    }
}

/// The buffers of group 0, and the group.
#[derive(Debug)]
pub(crate) struct FrameGroup {
    view: wgpu::Buffer,
    lamps: ColumnBuffer<Lamp, Light>,
    textures: wgpu::TextureView,
    sampler: wgpu::Sampler,
    pub(crate) group: wgpu::BindGroup,
}

impl FrameGroup {
    pub(crate) fn new(gpu: &Gpu, groups: &Groups, textures: wgpu::TextureView) -> Self {
        let usage = BufferUsages::UNIFORM | BufferUsages::COPY_DST;
        let view = gpu.buffer("view", size_of::<View>(), usage);
        let storage = BufferUsages::STORAGE;
        let lamps = ColumnBuffer::<Lamp, _>::new(&gpu.device, storage, |lamps| lamps.light);
        let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("textures"),
            address_mode_u: wgpu::AddressMode::Repeat,
            address_mode_v: wgpu::AddressMode::Repeat,
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            ..Default::default()
        });
        let group = group(gpu, groups, &view, lamps.buffer(), &textures, &sampler);
        Self {
            view,
            lamps,
            textures,
            sampler,
            group,
        }
    }

    /// Sends the lamps that changed. If their buffer was replaced, the group is made again.
    pub(crate) fn send_lamps(
        &mut self,
        gpu: &Gpu,
        groups: &Groups,
        lamps: &mut LampHub,
    ) -> Result<Sent, UploadError> {
        lamps.advance();
        let sent = self.lamps.update(&gpu.device, &gpu.queue, lamps)?;
        if sent.grown {
            let lamps = self.lamps.buffer();
            self.group = group(
                gpu,
                groups,
                &self.view,
                lamps,
                &self.textures,
                &self.sampler,
            );
        }
        Ok(sent)
    }

    /// Writes the view of a frame.
    pub(crate) fn write_view(&self, gpu: &Gpu, view: &View) {
        gpu.queue
            .write_buffer(&self.view, 0, bytemuck::bytes_of(view));
    }
}

fn group(
    gpu: &Gpu,
    groups: &Groups,
    view: &wgpu::Buffer,
    lamps: &wgpu::Buffer,
    textures: &wgpu::TextureView,
    sampler: &wgpu::Sampler,
) -> wgpu::BindGroup {
    let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("frame"),
        layout: &groups.frame,
        entries: &[
            entry(0, view.as_entire_binding()),
            entry(1, lamps.as_entire_binding()),
            entry(2, wgpu::BindingResource::TextureView(textures)),
            entry(3, wgpu::BindingResource::Sampler(sampler)),
        ],
    })
}

impl Groups {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let layout = |label, entries: &[wgpu::BindGroupLayoutEntry]| {
            let descriptor = wgpu::BindGroupLayoutDescriptor {
                label: Some(label),
                entries,
            };
            gpu.device.create_bind_group_layout(&descriptor)
        };
        let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
            ty,
            count: None,
        };
        let uniform = |size: Option<usize>| wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: false,
            min_binding_size: size.map(address).and_then(NonZero::new),
        };
        let lamps = wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Storage { read_only: true },
            has_dynamic_offset: false,
            min_binding_size: NonZero::new(address(size_of::<Light>())),
        };
        let textures = wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: true },
            view_dimension: wgpu::TextureViewDimension::D2Array,
            multisampled: false,
        };
        let sampler = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
        Self {
            frame: layout(
                "frame",
                &[
                    entry(0, uniform(Some(size_of::<View>()))),
                    entry(1, lamps),
                    entry(2, textures),
                    entry(3, sampler),
                ],
            ),
            state: layout("state", &[entry(0, uniform(None))]),
        }
    }
}
