//! Two levels by tags. What both levels hold stays, what only the old one holds is freed,
//! and nothing is loaded twice. The program prints the memory before, between and after.
//!
//! ```sh
//! cargo run --release -p soa-resources --example levels
//! ```

use std::error::Error;
use std::time::Duration;

use soa_resources::{BoxError, Event, Job, Library, Memory, StandIn, Tag};
use soa_runtime::IdAllocator;

const FOREST: Tag = Tag(1);
const TOWN: Tag = Tag(2);

/// A mesh as the game stores it.
#[derive(IdAllocator)]
struct Mesh {
    vertices: Vec<[u8; 12]>,
}

/// The type of a loader that is a function.
type Vertices = fn(Vec<u8>, &Job<'_>) -> Result<Mesh, BoxError>;

/// Reads 12 bytes for each vertex.
#[expect(clippy::needless_pass_by_value, reason = "a loader gets the bytes")]
fn decode(bytes: Vec<u8>, _: &Job<'_>) -> Result<Mesh, BoxError> {
    let vertices: Result<_, _> = bytes.chunks(12).map(<[u8; 12]>::try_from).collect();
    Ok(Mesh {
        vertices: vertices.map_err(|_| "the last vertex is cut off")?,
    })
}

/// Returns what a level needs: 40 meshes of its own, and 10 that all levels share.
fn names(level: &str) -> Vec<String> {
    let own = (0..40).map(|number| format!("{level}/{number}.mesh"));
    let common = (0..10).map(|number| format!("common/{number}.mesh"));
    own.chain(common).collect()
}

/// The part of a game that loads levels.
struct Game {
    meshes: MeshHub,
    library: Library<Vertices>,
}

impl Game {
    fn new(files: Memory) -> Self {
        let mut meshes = MeshHub::new();
        let blank = meshes.alloc();
        let stand_in = StandIn {
            placeholder: blank,
            error: blank,
        };
        let library = Library::new(decode as Vertices, files, stand_in);
        Self { meshes, library }
    }

    /// Runs frames until everything that `level` holds is loaded. Returns the number of meshes that were
    /// loaded, and the number of meshes that were unloaded.
    fn enter(&mut self, level: Tag, name: &str) -> [usize; 2] {
        for name in names(name) {
            self.library.request(&name, level);
        }
        let mut counts = [0, 0];
        loop {
            let budget = Duration::from_millis(1);
            for event in self.library.maintain_into(&mut self.meshes, budget) {
                counts[0] += usize::from(matches!(event, Event::Loaded(_)));
                counts[1] += usize::from(matches!(event, Event::Unloaded(_)));
            }
            if self.library.progress(level).pending() == 0 {
                return counts;
            }
            std::thread::sleep(Duration::from_millis(1)); // the rest of the frame
        }
    }

    fn report(&self, moment: &str) {
        let vertices = self.meshes.columns().vertices;
        let bytes: usize = vertices.iter().map(|mesh| mesh.len() * 12).sum();
        let meshes = self.library.len();
        println!("{moment:34} {meshes:3} meshes {:5} KiB", bytes / 1024);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let files = Memory::new();
    for name in names("forest").into_iter().chain(names("town")) {
        files.insert(name, vec![0; 12 << 10]);
    }
    let mut game = Game::new(files);
    game.report("before");

    let [loaded, _] = game.enter(FOREST, "forest");
    game.report("in the forest");
    assert_eq!((loaded, game.library.len()), (50, 50));
    let tree = game.library.find("forest/0.mesh").ok_or("it is loaded")?;
    let stone = game.library.find("common/0.mesh").ok_or("it is loaded")?;
    let row = game.library.row(stone);

    // First request the names of the next level, then release the last tag: what both
    // hold stays.
    let [loaded, unloaded] = game.enter(TOWN, "town");
    game.report("at the gate, holding both levels");
    assert_eq!((loaded, unloaded), (40, 0), "nothing is loaded twice");

    game.library.release_all(FOREST);
    let [_, unloaded] = game.enter(TOWN, "town");
    game.report("in the town");
    assert_eq!((unloaded, game.library.len()), (40, 50));
    assert_eq!(game.library.row(stone), row, "it never went away");
    assert_eq!(game.library.name(tree), None, "its id is stale forever");

    game.library.unload_all(&mut game.meshes);
    game.report("after");
    Ok(())
}
