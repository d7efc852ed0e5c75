//! `bevy_asset`, as its users run it: an app without a window.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use bevy_app::{App, TaskPoolOptions, TaskPoolPlugin};
use bevy_asset::io::memory::{Dir, MemoryAssetReader};
use bevy_asset::io::{AssetSourceBuilder, AssetSourceId, Reader};
use bevy_asset::{
    Asset, AssetApp, AssetLoader, AssetMetaCheck, AssetPath, AssetPlugin, AssetServer, Assets,
    Handle, LoadContext,
};
use bevy_reflect::TypePath;

use crate::{BYTES, each};

#[derive(Asset, TypePath)]
struct Item {
    bytes: [u8; BYTES],
}

#[derive(TypePath)]
struct Raw;

impl AssetLoader for Raw {
    type Asset = Item;
    type Settings = ();
    type Error = std::io::Error;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        _: &mut LoadContext<'_>,
    ) -> Result<Item, std::io::Error> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        let bytes = bytes.as_slice().try_into().map_err(std::io::Error::other)?;
        Ok(Item { bytes })
    }

    fn extensions(&self) -> &[&str] {
        &["bin"]
    }
}

/// An app of `names`, all of them loaded.
pub struct Loaded {
    app: App,
    handles: Vec<Handle<Item>>,
}

fn start(names: &[String]) -> App {
    let dir = Dir::default();
    for name in names {
        dir.insert_asset(Path::new(name), vec![7; BYTES]);
    }
    let mut app = App::new();
    app.register_asset_source(
        AssetSourceId::Default,
        AssetSourceBuilder::new(move || Box::new(MemoryAssetReader { root: dir.clone() })),
    )
    .add_plugins((
        // One thread for each of its pools.
        TaskPoolPlugin {
            task_pool_options: TaskPoolOptions::with_num_threads(3),
        },
        AssetPlugin {
            watch_for_changes_override: Some(false),
            use_asset_processor_override: Some(false),
            meta_check: AssetMetaCheck::Never,
            ..Default::default()
        },
    ))
    .init_asset::<Item>()
    .register_asset_loader(Raw);
    app.finish();
    app.cleanup();
    app.update();
    app
}

/// The time until the last of many names is loaded.
pub fn urgent_name(names: &[String]) -> Duration {
    let mut app = start(names);
    let server = app.world().resource::<AssetServer>().clone();
    let (urgent, others) = names.split_last().expect("there are names");
    let load = |name: &String| -> Handle<Item> { server.load(name.clone()) };
    let others: Vec<Handle<Item>> = others.iter().map(load).collect();
    let begin = Instant::now();
    let handle = load(urgent);
    let is_loaded = |app: &App| app.world().resource::<Assets<Item>>().contains(&handle);
    while !is_loaded(&app) {
        app.update();
    }
    black_box(others);
    begin.elapsed()
}

pub fn load(names: &[String]) -> (Duration, Loaded) {
    let mut app = start(names);
    let begin = Instant::now();
    let server = app.world().resource::<AssetServer>().clone();
    let handles = names.iter().map(|name| server.load(name.clone())).collect();
    while app.world().resource::<Assets<Item>>().len() < names.len() {
        app.update();
    }
    (begin.elapsed(), Loaded { app, handles })
}

impl Loaded {
    pub fn known_name(&self, names: &[String]) -> f64 {
        let server = self.app.world().resource::<AssetServer>();
        each(names, |name| -> Handle<Item> {
            server.load(AssetPath::parse(name))
        })
    }

    pub fn value(&self) -> f64 {
        let assets = self.app.world().resource::<Assets<Item>>();
        each(&self.handles, |handle| {
            assets.get(handle).map(|item| item.bytes)
        })
    }

    /// A frame in which nothing happens, with all that an app does then.
    pub fn idle(&mut self) -> f64 {
        each(&[(); 1000], |()| self.app.update())
    }
}
