//! The module that the page loads.

use std::path::PathBuf;
use std::process::Command;
use std::{env, io};

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the module and returns its path.
pub(crate) fn module() -> io::Result<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // A folder of its own: Cargo may wait for a lock that this program's own Cargo has.
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/web"));
    let status = Command::new(cargo)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["build", "--lib", "--profile", "games", "--target", TARGET])
        .arg("--target-dir")
        .arg(&folder)
        // All browsers have had vector instructions since 2023.
        .env(
            "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
            "-Ctarget-feature=+simd128",
        )
        .status()?;
    if !status.success() {
        let sentence =
            format!("the module does not build; does `rustup target add {TARGET}` help?");
        return Err(io::Error::other(sentence));
    }
    Ok(folder.join(TARGET).join("games/swarm.wasm"))
}
