//! The bind group 0 of all shaders: the view, the lamps and the textures.

use bytemuck::{Pod, Zeroable};
use example_gpu::{Gpu, Size};
use glam::camera::rh::proj::directx;
use glam::camera::rh::view::look_at_mat4;
use glam::{Mat4, Vec3};
use soa_wgpu::{ColumnBuffer, UploadError};
use wgpu::{BindingResource, BindingType, BufferBindingType, BufferUsages};

use crate::lamp::{Lamp, LampHub, Light};
use crate::shader::Groups;

/// The position and the direction of the camera.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Camera {
    pub(crate) eye: Vec3,
    pub(crate) look_at: Vec3,
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
        let clip_from_view = directx::perspective(0.733, width / height, 0.3, 900.0);
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

    /// Returns the planes between which everything in the picture is, with their normals inwards.
    pub(crate) fn planes(&self) -> [([f32; 3], f32); 6] {
        let [x, y, z, w] = [0, 1, 2, 3].map(|row| self.clip_from_world.row(row));
        let planes = [w + x, w - x, w + y, w - y, z, w - z];
        planes.map(|plane| (plane.truncate().to_array(), plane.w))
    }
}

/// The buffers of group 0.
#[derive(Debug)]
pub(crate) struct FrameGroup {
    view: wgpu::Buffer,
    lamps: ColumnBuffer<Lamp, Light>,
    textures: wgpu::TextureView,
    sampler: wgpu::Sampler,
}

impl FrameGroup {
    pub(crate) fn new(gpu: &Gpu, textures: wgpu::TextureView) -> Self {
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
            ..Default::default()
        });
        Self {
            view,
            lamps,
            textures,
            sampler,
        }
    }

    /// Sends the view of a frame, and the lamps that changed.
    pub(crate) fn send(
        &mut self,
        gpu: &Gpu,
        view: &View,
        lamps: &mut LampHub,
    ) -> Result<(), UploadError> {
        let bytes = bytemuck::bytes_of(view);
        gpu.queue.write_buffer(&self.view, 0, bytes);
        lamps.advance();
        self.lamps.update(&gpu.device, &gpu.queue, lamps)?;
        Ok(())
    }

    /// Creates the bind group of a frame, because the buffer of the lamps may have grown.
    pub(crate) fn group(&self, gpu: &Gpu, groups: &Groups) -> wgpu::BindGroup {
        let resources = [
            self.view.as_entire_binding(),
            self.lamps.buffer().as_entire_binding(),
            BindingResource::TextureView(&self.textures),
            BindingResource::Sampler(&self.sampler),
        ];
        gpu.group("frame", &groups.frame, &resources)
    }
}

impl Groups {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let buffer = |ty| BindingType::Buffer {
            ty,
            has_dynamic_offset: false,
            min_binding_size: None,
        };
        let uniform = buffer(BufferBindingType::Uniform);
        let textures = BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: true },
            view_dimension: wgpu::TextureViewDimension::D2Array,
            multisampled: false,
        };
        let frame = [
            uniform,
            buffer(BufferBindingType::Storage { read_only: true }),
            textures,
            BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
        ];
        Self {
            frame: gpu.group_layout("frame", &frame),
            state: gpu.group_layout("state", &[uniform]),
        }
    }
}
