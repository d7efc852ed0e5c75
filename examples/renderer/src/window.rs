//! Shows the pictures of the engine in a window.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use example_gpu::BoxError;
use glam::{Mat3, Vec3};
use winit::application::ApplicationHandler;
use winit::dpi::LogicalSize;
use winit::event::{ElementState, KeyEvent, WindowEvent};
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::keyboard::{Key, NamedKey};
use winit::window::{Window, WindowId};

use crate::engine::Engine;
use crate::gpu;
use crate::level::Level;
use crate::messages;

/// The size of the engine's pictures in pixels. The window scales them.
const SIZE: [u32; 2] = [1280, 720];

/// The angle that an arrow key turns the camera by, in radians.
const TURN: f32 = 0.05;

/// Opens a window, and draws frames until it is closed.
pub(crate) fn run(assets: &Path, inspect: bool) -> Result<(), BoxError> {
    let events = EventLoop::new().map_err(|error| format!("there is no display: {error}"))?;
    let mut app = App {
        assets,
        inspect,
        open: None,
        failed: None,
    };
    events.run_app(&mut app)?;
    app.failed.map_or(Ok(()), Err)
}

/// Handles the events of the window.
struct App<'a> {
    assets: &'a Path,
    inspect: bool,
    open: Option<Open>,
    failed: Option<BoxError>,
}

/// An open window.
struct Open {
    window: Arc<Window>,
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    blitter: wgpu::util::TextureBlitter,
    engine: Engine,
    last: Instant,
}

impl Open {
    fn new(events: &ActiveEventLoop, assets: &Path, inspect: bool) -> Result<Self, BoxError> {
        let [width, height] = SIZE;
        let attributes = Window::default_attributes()
            .with_title("renderer: 1, 2, 3 are the levels, arrows turn")
            .with_inner_size(LogicalSize::new(width, height));
        let window = Arc::new(events.create_window(attributes)?);
        let display = Box::new(events.owned_display_handle());
        messages::record();
        let descriptor = wgpu::InstanceDescriptor::new_with_display_handle(display);
        let api = example_gpu::open_api(descriptor);
        let surface = api.create_surface(Arc::clone(&window))?;
        let (gpu, adapter) = gpu::connect_to(&api, &surface)?;
        let size = window.inner_size();
        let config = surface
            .get_default_config(&adapter, size.width.max(1), size.height.max(1))
            .ok_or("the adapter cannot show pictures in this window")?;
        surface.configure(&gpu.device, &config);
        let blitter = wgpu::util::TextureBlitter::new(&gpu.device, config.format);
        let mut engine = Engine::new(gpu, SIZE, assets)?;
        if inspect {
            engine.inspect()?;
        }
        engine.enter(Level::Meadow);
        engine.enter(Level::Village);
        Ok(Self {
            window,
            surface,
            config,
            blitter,
            engine,
            last: Instant::now(),
        })
    }

    /// Draws a frame, and shows its picture in the window.
    fn draw(&mut self) -> Result<(), BoxError> {
        let seconds = self.last.elapsed().as_secs_f32().clamp(0.001, 0.1);
        self.last = Instant::now();
        self.engine.frame(seconds)?;
        for line in self.engine.file_log.lines.drain(..) {
            println!("{line}");
        }
        let gpu = &self.engine.gpu;
        let (wgpu::CurrentSurfaceTexture::Success(shown)
        | wgpu::CurrentSurfaceTexture::Suboptimal(shown)) = self.surface.get_current_texture()
        else {
            // The window has changed or is hidden. The next frame tries again.
            self.surface.configure(&gpu.device, &self.config);
            self.window.request_redraw();
            return Ok(());
        };
        let view =
            |texture: &wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
        let mut encoder = gpu.encoder();
        let (from, to) = (view(self.engine.texture()), view(&shown.texture));
        self.blitter.copy(&gpu.device, &mut encoder, &from, &to);
        gpu.queue.submit([encoder.finish()]);
        gpu.queue.present(shown);
        self.window.request_redraw();
        Ok(())
    }

    fn press(&mut self, key: &Key) {
        match key.as_ref() {
            Key::Character("1") => self.toggle(Level::Meadow),
            Key::Character("2") => self.toggle(Level::Village),
            Key::Character("3") => self.toggle(Level::Desert),
            Key::Named(NamedKey::ArrowLeft) => self.turn(-TURN),
            Key::Named(NamedKey::ArrowRight) => self.turn(TURN),
            _ => {}
        }
    }

    /// Enters or leaves a level. The desert excludes the other levels.
    fn toggle(&mut self, level: Level) {
        let current = self.engine.levels.clone();
        let is_other = |other: &&Level| (**other == Level::Desert) != (level == Level::Desert);
        if current.contains(&level) {
            self.engine.leave(level);
        } else {
            self.engine.enter(level);
            self.engine.camera = level.camera();
            for other in current.iter().filter(is_other) {
                self.engine.leave(*other);
            }
        }
    }

    fn turn(&mut self, angle: f32) {
        let camera = &mut self.engine.camera;
        let from = camera.eye - camera.look_at;
        camera.eye = camera.look_at + Mat3::from_axis_angle(Vec3::Y, angle) * from;
    }
}

impl ApplicationHandler for App<'_> {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        match Open::new(events, self.assets, self.inspect) {
            Ok(open) => self.open = Some(open),
            Err(error) => {
                self.failed = Some(error);
                events.exit();
            }
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(open) = &mut self.open else { return };
        match event {
            WindowEvent::CloseRequested => events.exit(),
            WindowEvent::Resized(size) => {
                open.config.width = size.width.max(1);
                open.config.height = size.height.max(1);
                open.surface
                    .configure(&open.engine.gpu.device, &open.config);
            }
            WindowEvent::KeyboardInput {
                event:
                    KeyEvent {
                        logical_key,
                        state: ElementState::Pressed,
                        ..
                    },
                ..
            } => open.press(&logical_key),
            WindowEvent::RedrawRequested => {
                if let Err(error) = open.draw() {
                    self.failed = Some(error);
                    events.exit();
                }
            }
            _ => {}
        }
    }
}
