//! Measures what a struct costs to compile, beside `soa_derive`, `soa-rs` and `slotmap`,
//! and writes `compile_time.md`.
//!
//! It makes crates of many structs in a temporary folder, builds their dependencies, and then
//! measures clean builds of the crates alone, in turns. Times are CPU seconds of cargo and the
//! compiler, which a loaded machine disturbs less than wall-clock time. A crate of the same
//! structs without a derive is the base: what a struct costs is what is above it.
//!
//! *Declared* structs are only declared, so generic code is not instantiated. *Used* structs have
//! a function each that inserts, changes a row, sums a column, retains, removes and iterates.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use soa_bench::harness::{self, Failure, Options, Table, measure};

const TYPES: [&str; 5] = ["[f32; 3]", "f32", "u32", "u64", "bool"];
const PEER: &str = "soa_derive";

/// A title of a column, the command that is measured, and the settings of its profile.
type Build = (&'static str, &'static str, &'static [&'static str]);

const BUILD: Build = ("`build`", "build", &[]);
const DECLARED: [Build; 2] = [("`check`", "check", &[]), BUILD];
const OPTIMISED: &[&str] = &["profile.dev.package.'*'.opt-level=3"];
const USED: [Build; 2] = [BUILD, ("`build`, 3 for dependencies", "build", OPTIMISED)];

/// A way to declare structs, and to use them.
struct Contender {
    name: &'static str,
    dependency: &'static str,
    /// What the crate imports.
    import: &'static str,
    /// The attribute of a struct, unless the declaration is nothing but the struct.
    attribute: Option<&'static str>,
    /// The function that uses a struct of 5 fields, in which `S0` stands for its name. A line that
    /// begins with `*` is repeated for every field.
    used: Option<&'static str>,
}

const NO_DERIVE: Contender = Contender {
    name: "no derive",
    dependency: "",
    import: "",
    attribute: Some(""),
    used: Some("pub fn use_S0() {}"),
};

const RUNTIME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../soa-runtime");

const CONTENDERS: [Contender; 5] = [
    NO_DERIVE,
    Contender {
        name: "soa-runtime",
        dependency: "soa-runtime = { path = \"RUNTIME\" }",
        attribute: Some("#[derive(soa_runtime::IdAllocator)]"),
        used: Some(include_str!("soa_runtime.txt")),
        ..NO_DERIVE
    },
    Contender {
        name: PEER,
        dependency: "soa_derive = \"0.14\"",
        attribute: Some("#[derive(soa_derive::StructOfArray)]"),
        used: None,
        ..NO_DERIVE
    },
    Contender {
        name: "soa-rs",
        dependency: "soa-rs = \"1.0\"",
        // Its expansion names the trait as if it were imported.
        import: "use soa_rs::{Soa, Soars};",
        attribute: Some("#[derive(Soars)]"),
        // It has no ids and no `retain`.
        used: Some(include_str!("soa_rs.txt")),
    },
    Contender {
        name: "SlotMap + SecondaryMaps",
        dependency: "slotmap = \"1.1\"",
        import: "use slotmap::{new_key_type, SecondaryMap, SlotMap};",
        attribute: None,
        used: Some(include_str!("slotmap.txt")),
    },
];

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    let (rounds, less) = (options.rounds(3), if options.quick { 10 } else { 1 });
    let root = std::env::temp_dir().join(format!("soa-compile-time-{}", std::process::id()));
    let mut page = format!(
        "# Compile time\n\n\
         Written by `cargo run --release -p soa-bench --bin compile_time`: CPU seconds of clean \
         builds of a crate of these structs, dependencies built before; medians of {rounds} rounds \
         in turns. A struct costs what is above the crate without a derive.\n"
    );
    for (title, structs, fields, builds) in [
        ("Declared", 100 / less, 5, DECLARED),
        ("Declared", 10 / less, 50, DECLARED),
        ("Used", 100 / less, 5, USED),
    ] {
        let folder = root.join(format!("{title}-{fields}"));
        let table = table(&folder, (structs, fields), builds, title == "Used", rounds)?;
        let title = format!("{title}: {structs} structs of {fields} fields");
        // Writing to a string cannot fail.
        let _ = write!(page, "\n## {title}\n\n{table}");
    }
    fs::remove_dir_all(&root)?;
    options.publish("compile_time.md", &page)
}

/// Measures everything of one kind.
fn table(
    folder: &Path,
    (structs, fields): (u32, usize),
    builds: [Build; 2],
    used: bool,
    rounds: usize,
) -> Result<Table, Failure> {
    let takes_part = |it: &Contender| if used { it.used } else { it.attribute }.is_some();
    let contenders: Vec<Contender> = CONTENDERS.into_iter().filter(takes_part).collect();
    let mut crates = Vec::new();
    for contender in &contenders {
        let path = folder.join(contender.name.replace(' ', "-"));
        write_crate(&path, contender, (structs, fields), used)?;
        for build in builds {
            clean_build(&path, build)?;
        }
        crates.push(path);
    }
    let times = measure(rounds, &mut crates, |path| {
        Ok([clean_build(path, builds[0])?, clean_build(path, builds[1])?])
    })?;
    let peer = contenders.iter().position(|it| it.name == PEER);
    let titles = builds.map(|(title, ..)| format!("{title}, s | a struct, ms"));
    let last = peer.map_or_else(String::new, |_| format!("| `build` to {PEER}'s"));
    let titles = titles.join("|");
    let mut table = Table::new(&format!("structs x fields | derive | {titles} {last}"));
    for (contender, mine) in contenders.iter().zip(&times) {
        let mut row = vec![format!("{structs} x {fields}"), contender.name.to_owned()];
        for (mine, base) in mine.iter().zip(&times[0]) {
            let each = (mine.median() - base.median()) * 1e3 / f64::from(structs);
            row.extend([mine.median(), each].map(|value| format!("{value:.2}")));
        }
        row.extend(peer.map(|peer| format!("{:.2}", mine[1].median() / times[peer][1].median())));
        table.row(row);
    }
    Ok(table)
}

fn write_crate(
    path: &Path,
    contender: &Contender,
    (structs, fields): (u32, usize),
    used: bool,
) -> Result<(), Failure> {
    fs::create_dir_all(path.join("src"))?;
    let manifest = format!(
        "[package]\nname = \"measured\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n\
         [workspace]\n\n[dependencies]\n{}\n",
        contender.dependency.replace("RUNTIME", RUNTIME)
    );
    fs::write(path.join("Cargo.toml"), manifest)?;
    let allowed = "#![allow(dead_code, non_snake_case, unused_imports)]";
    let mut source = format!("{allowed}\n{}\n", contender.import);
    let attribute = contender.attribute.unwrap_or_default();
    for number in 0..structs {
        let _ = writeln!(source, "\n{attribute}\npub struct S{number} {{");
        for (field, ty) in TYPES.into_iter().cycle().enumerate().take(fields) {
            let _ = writeln!(source, "    pub f{field}: {ty},");
        }
        source.push_str("}\n");
        let code = contender.used.filter(|_| used).unwrap_or_default();
        for line in code.replace("S0", &format!("S{number}")).lines() {
            match line.trim_start().strip_prefix("* ") {
                Some(line) => TYPES.iter().zip(0..).for_each(|(ty, field)| {
                    let line = line.replace("f0", &format!("f{field}"));
                    source += &line.replace("T0", ty);
                }),
                None => source += line,
            }
            source.push('\n');
        }
    }
    Ok(fs::write(path.join("src/lib.rs"), source)?)
}

/// Builds only the crate again, and returns the CPU seconds that it took.
fn clean_build(path: &Path, (_, command, settings): Build) -> Result<f64, Failure> {
    cargo(path, &["clean", "--quiet", "--package", "measured"])?;
    let mut arguments = vec![command, "--quiet"];
    for setting in settings {
        arguments.extend(["--config", setting]);
    }
    let before = children_seconds()?;
    cargo(path, &arguments)?;
    Ok(children_seconds()? - before)
}

/// Returns the CPU seconds of all processes that this one has waited for, as Linux counts them.
fn children_seconds() -> Result<f64, Failure> {
    /// Ticks in a second, on all architectures that matter.
    const TICKS: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat")?;
    // After the name in parentheses, `cutime` and `cstime` are the fields 13 and 14.
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_whitespace().skip(13).take(2);
    Ok(ticks.flat_map(str::parse::<f64>).sum::<f64>() / TICKS)
}

fn cargo(path: &Path, arguments: &[&str]) -> Result<(), Failure> {
    let mut command = harness::cargo();
    command.args(arguments).current_dir(path);
    command.env("CARGO_TARGET_DIR", path.join("target"));
    harness::run(command.env("CARGO_INCREMENTAL", "0")).map(drop)
}
