//! A copy of the repository with all mutants in its sources.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, ops};

use serde::Deserialize;

use crate::Failed;
use crate::mutant::{Genre, Mutant, PACKAGES, ROOTS};
use crate::schemata::{self, Form};

/// The suites, as arguments of `cargo test`.
pub const SUITES: &str = "-p soa -p soa-runtime -p soa-runtime-derive -p soa-resources \
    -p soa-format-tests --features soa/every-kind --lib --test hub --test model --test packed \
    --test alloc_failure --test formats --test library --test simulator";

/// The suites that read expansions.
pub const DERIVE_SUITES: &str = "-p soa-runtime-derive --lib";

/// The suites that are built for each mutant that changes constants of `file`, until one finds it.
pub fn small_suites(file: &str) -> &'static [&'static str] {
    if file.starts_with("crates/soa-resources/") {
        return &["-p soa-resources --lib"];
    }
    &[
        "-p soa-runtime --lib",
        "-p soa --test constants",
        "-p soa --lib --test alloc_failure",
    ]
}

pub struct Tree {
    root: PathBuf,
    folder: PathBuf,
    pub mutants: BTreeMap<u32, Mutant>,
    pub forms: BTreeMap<u32, Form>,
}

/// A line of Cargo's output.
#[derive(Deserialize)]
struct Line {
    message: Option<Message>,
    executable: Option<PathBuf>,
    target: Option<Target>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct Message {
    level: String,
    code: Option<Code>,
    rendered: Option<String>,
    #[serde(default)]
    spans: Vec<Place>,
    #[serde(default)]
    children: Vec<Message>,
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

#[derive(Deserialize)]
struct Place {
    file_name: String,
    byte_start: usize,
    byte_end: usize,
    is_primary: bool,
    expansion: Option<Box<Expansion>>,
}

#[derive(Deserialize)]
struct Expansion {
    span: Place,
}

impl Tree {
    /// Copies the tracked files of a repository into a folder.
    pub fn copy(root: &Path, folder: &Path) -> Result<Self, Failed> {
        let mutants = crate::mutant::list(root)?;
        let listed = Command::new("git")
            .arg("ls-files")
            .current_dir(root)
            .output()?;
        let mut files: Vec<&str> = str::from_utf8(&listed.stdout)?.lines().collect();
        files.push("Cargo.lock");
        // Those with mutants are written later, once, so that Cargo builds nothing again.
        let changed: BTreeSet<&str> = mutants.values().map(|mutant| &*mutant.file).collect();
        for file in files {
            let is_changed = changed.contains(file) || ROOTS.contains(&file);
            // The settings of Cargo are not for a copy in a folder of builds.
            let is_copied = !is_changed && !file.starts_with(".cargo/");
            if is_copied && root.join(file).exists() {
                write(&folder.join(file), &fs::read(root.join(file))?)?;
            }
        }
        write(
            &folder.join("tests/constants.rs"),
            include_bytes!("../constants.rs"),
        )?;
        let mut tree = Self {
            root: root.to_owned(),
            folder: folder.to_owned(),
            mutants,
            forms: BTreeMap::new(),
        };
        // The forms of the last run: if nothing changed, Cargo builds nothing.
        if let Ok(text) = fs::read(tree.known_forms()) {
            let known: BTreeMap<String, Form> = serde_json::from_slice(&text)?;
            let form = |mutant: &Mutant| known.get(&mutant.name).copied();
            let forms = tree
                .mutants
                .iter()
                .filter_map(|(number, one)| Some((*number, form(one)?)));
            tree.forms = forms.collect();
        }
        Ok(tree)
    }

    /// Writes all mutants, and leaves out those that do not compile.
    pub fn settle(&mut self) -> Result<(), Failed> {
        for round in 1.. {
            self.write()?;
            let errors = self.errors()?;
            println!("round {round}: {} errors", errors.len());
            if errors.is_empty() {
                break;
            }
            let mut blamed = BTreeSet::new();
            for error in &errors {
                let found = self.blamed(error)?;
                if found.is_empty() {
                    if errors.len() > 1 {
                        continue;
                    }
                    return Err(error.rendered.clone().unwrap_or_default().into());
                }
                blamed.extend(found);
            }
            for number in blamed {
                let form = self.forms.entry(number).or_default();
                *form = match (*form, self.mutants[&number].has_long_form()) {
                    (Form::Short, true) => Form::Long,
                    _ => Form::Left,
                };
            }
        }
        let known = self
            .forms
            .iter()
            .map(|(number, form)| (&self.mutants[number].name, form));
        let known: BTreeMap<_, _> = known.collect();
        Ok(fs::write(
            self.known_forms(),
            serde_json::to_string_pretty(&known)?,
        )?)
    }

    fn known_forms(&self) -> PathBuf {
        self.folder.with_file_name("forms.json")
    }

    fn write(&mut self) -> Result<(), Failed> {
        let mut files: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for (number, mutant) in &self.mutants {
            files.entry(&mutant.file).or_default().push(*number);
        }
        for file in ROOTS {
            files.entry(file).or_default();
        }
        let mut left = Vec::new();
        for (file, numbers) in files {
            let text = fs::read_to_string(self.root.join(file))?;
            let (mut text, missing) = schemata::write(&text, &numbers, &self.mutants, &self.forms)?;
            left.extend(missing);
            if ROOTS.contains(&file) {
                text = crate_root(&text);
            }
            write(&self.folder.join(file), text.as_bytes())?;
        }
        self.forms
            .extend(left.into_iter().map(|number| (number, Form::Fixed)));
        let count = self.mutants.len() + 1;
        let switch = include_str!("switch.rs").replace("COUNT", &count.to_string());
        for file in ROOTS {
            let switch_file = self.folder.join(file).with_file_name("__mutants.rs");
            write(&switch_file, switch.as_bytes())?;
        }
        Ok(())
    }

    fn cargo(&self, arguments: &str, target: &str, mutant: u32) -> Result<Vec<Line>, Failed> {
        let output = Command::new("cargo")
            .args(arguments.split_whitespace())
            .args(["--message-format=json", "--offline"])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", self.folder.with_file_name(target))
            .env("SOA_MUTANT", mutant.to_string())
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUSTFLAGS", "--cap-lints=allow")
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .stderr(Stdio::null())
            .output()?;
        let text = str::from_utf8(&output.stdout)?;
        let lines = text.lines().map(serde_json::from_str);
        Ok(lines.collect::<Result<_, _>>()?)
    }

    fn errors(&self) -> Result<Vec<Message>, Failed> {
        let packages = PACKAGES.map(|package| format!("-p {package} "));
        let arguments = format!(
            "check --keep-going -p soa {} --all-features --lib",
            packages.concat()
        );
        let lines = self.cargo(&arguments, "build", 0)?;
        let messages = lines.into_iter().filter_map(|line| line.message);
        let errors = messages.filter(|message| message.level.starts_with("error"));
        Ok(errors.filter(|message| !message.spans.is_empty()).collect())
    }

    /// Returns the mutants that may be the cause of an error.
    fn blamed(&self, error: &Message) -> Result<BTreeSet<u32>, Failed> {
        let mut widest = BTreeSet::new();
        let mut places: Vec<&Place> = Vec::new();
        let all = error
            .spans
            .iter()
            .chain(error.children.iter().flat_map(|child| &child.spans));
        places.extend(all.clone().filter(|place| place.is_primary));
        places.extend(all.clone().filter(|place| !place.is_primary));
        // A `match` without the arms that a guard may switch off.
        if error.code.as_ref().is_some_and(|code| code.code == "E0004") {
            let path = &error.spans[0].file_name;
            let text = fs::read_to_string(self.folder.join(path))?;
            let all = all.filter(|place| place.file_name == *path);
            let end = all.map(|place| place.byte_end).max().unwrap_or_default();
            let mut found = schemata::inside(&text, error.spans[0].byte_start..end);
            found.retain(|number| self.mutants[number].place().0 == Genre::Arm);
            return Ok(found.into_iter().collect());
        }
        for mut place in places {
            loop {
                let path = self.folder.join(&place.file_name);
                if path.starts_with(&self.folder) && path.is_file() {
                    let text = fs::read_to_string(&path)?;
                    let range = ops::Range {
                        start: place.byte_start,
                        end: place.byte_end,
                    };
                    if let Some(inner) = schemata::blamed(&text, range).into_iter().next() {
                        if let [only] = inner[..] {
                            return Ok([only].into());
                        }
                        if widest.is_empty() {
                            widest.extend(inner);
                        }
                    }
                }
                match &place.expansion {
                    Some(expansion) => place = &expansion.span,
                    None => break,
                }
            }
        }
        Ok(widest)
    }

    /// Builds suites into a folder, and returns their programs or the compiler's errors.
    pub fn build(
        &self,
        suites: &str,
        target: &str,
        mutant: u32,
    ) -> Result<Result<Vec<(String, PathBuf)>, String>, Failed> {
        let lines = self.cargo(&format!("test --no-run {suites}"), target, mutant)?;
        let messages = lines.iter().filter_map(|line| line.message.as_ref());
        let errors: Vec<&str> = messages
            .filter(|message| message.level.starts_with("error"))
            .filter_map(|message| message.rendered.as_deref())
            .collect();
        if !errors.is_empty() {
            return Ok(Err(errors.concat()));
        }
        let programs = lines
            .into_iter()
            .filter_map(|line| Some((line.target?.name, line.executable?)));
        Ok(Ok(programs.collect()))
    }
}

/// Adds the switch to the root of a crate, and the standard library to those without it, so
/// that replacements can name `Vec` and `Box`.
fn crate_root(text: &str) -> String {
    let text = text
        .replace("#![no_std]", "")
        .replace("#![forbid(unsafe_code)]", "");
    let features = "#![feature(core_intrinsics, const_eval_select)]\n";
    format!("{features}{text}\nmod __mutants;\n")
}

/// Writes a file, unless it has this text already, so that Cargo does not build it again.
fn write(path: &Path, text: &[u8]) -> Result<(), Failed> {
    if fs::read(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().expect("a folder"))?;
    Ok(fs::write(path, text)?)
}
