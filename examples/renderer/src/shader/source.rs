//! Validates WGSL files and reflects on them, on workers.

use std::collections::BTreeMap;

use naga::front::wgsl::{Frontend, Options};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{Binding, EntryPoint, Expression, Literal, Module, TypeInner};
use soa_resources::BoxError;

use super::include::{Joined, Read};
use super::program::Features;

/// The bind group of a state. Group 0 is the bind group of the frame.
const STATE_GROUP: u32 = 1;

/// A member of a state's uniform block: a number.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) name: String,
    /// The offset in the block in bytes.
    pub(crate) offset: usize,
    /// The value for materials that do not set it.
    pub(crate) default: f32,
}

/// The properties of a shader that its source declares.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reflection {
    pub(crate) name: String,
    /// The source with all includes.
    pub(crate) text: String,
    /// The entry points, and the locations that each of them reads.
    pub(crate) entries: BTreeMap<String, Vec<u32>>,
    /// The `override` switches. The index of a switch is its bit in [`Features`].
    pub(crate) switches: Vec<String>,
    /// The switches that are on by default.
    pub(crate) default_features: Features,
    /// The members of the uniform block of its states.
    pub(crate) members: Vec<Member>,
    /// The size of the uniform block in bytes.
    pub(crate) block: usize,
}

/// Reads a source with its includes, and validates it.
pub(crate) fn read(name: &str, bytes: Vec<u8>, read: Read<'_>) -> Result<Reflection, BoxError> {
    let joined = Joined::new(name, bytes, read)?;
    let (text, mut options) = (&joined.text, Options::new());
    options.parse_doc_comments = true;
    let origin = |location: Option<naga::SourceLocation>| {
        joined.origin(location.map_or(u32::MAX, |location| location.line_number))
    };
    let module = Frontend::new_with_options(options)
        .parse(text)
        .map_err(|error| {
            let reason = error.emit_to_string_with_path(text, "with its includes");
            format!("{}: {reason}", origin(error.location(text)))
        })?;
    Validator::new(ValidationFlags::all(), Capabilities::default())
        .validate(&module)
        .map_err(|error| {
            let reason = error.emit_to_string_with_path(text, "with its includes");
            format!("{}: {reason}", origin(error.location(text)))
        })?;
    reflect(name, joined.text, &module)
}

/// Returns the locations of the inputs: arguments, and members of struct arguments.
fn locations(module: &Module, entry: &EntryPoint) -> Vec<u32> {
    let mut bindings = Vec::new();
    for argument in &entry.function.arguments {
        bindings.push(&argument.binding);
        if let TypeInner::Struct { members, .. } = &module.types[argument.ty].inner {
            bindings.extend(members.iter().map(|member| &member.binding));
        }
    }
    let location = |binding: &Option<Binding>| match binding {
        Some(Binding::Location { location, .. }) => Some(*location),
        _ => None,
    };
    bindings.into_iter().filter_map(location).collect()
}

fn reflect(name: &str, text: String, module: &Module) -> Result<Reflection, BoxError> {
    let mut reflection = Reflection {
        name: name.to_owned(),
        entries: module
            .entry_points
            .iter()
            .map(|entry| (entry.name.clone(), locations(module, entry)))
            .collect(),
        text,
        ..Reflection::default()
    };
    if reflection.entries.is_empty() {
        return Err("it has no entry points".into());
    }
    reflection.read_switches(module);
    reflection.read_block(module)?;
    Ok(reflection)
}

impl Reflection {
    /// Returns the default features and the features with these names. Ignores unknown names.
    pub(crate) fn features(&self, names: &[&str]) -> Features {
        let on = |switch: &String| names.contains(&switch.as_str());
        let places = (0..).zip(&self.switches).filter(|(_, switch)| on(switch));
        places.fold(self.default_features, |features, (place, _)| {
            features.with(place)
        })
    }

    /// Returns the same source with one more feature on by default.
    pub(crate) fn with_default(&self, name: &str) -> Self {
        Self {
            default_features: self.features(&[name]),
            ..self.clone()
        }
    }

    /// Reads every `override` of type `bool`.
    fn read_switches(&mut self, module: &Module) {
        for (_, switch) in module.overrides.iter() {
            let Some(name) = &switch.name else { continue };
            let default = switch.init.map(|init| &module.global_expressions[init]);
            let Some(Expression::Literal(Literal::Bool(is_on))) = default else {
                continue;
            };
            if *is_on {
                let place = u32::try_from(self.switches.len()).unwrap_or_default();
                self.default_features = self.default_features.with(place);
            }
            self.switches.push(name.clone());
        }
    }

    /// Reads the members of the uniform block. Their comments contain the defaults.
    fn read_block(&mut self, module: &Module) -> Result<(), BoxError> {
        let mut globals = module.global_variables.iter().map(|(_, global)| global);
        let block = globals.find(|global| {
            let binding = global.binding;
            binding.is_some_and(|binding| binding.group == STATE_GROUP)
        });
        let Some(block) = block else { return Ok(()) };
        let TypeInner::Struct { members, span } = &module.types[block.ty].inner else {
            return Err("the uniform of a state must be a struct".into());
        };
        self.block = *span as usize;
        for (place, member) in members.iter().enumerate() {
            let name = member.name.clone().unwrap_or_default();
            if module.types[member.ty].inner != TypeInner::Scalar(naga::Scalar::F32) {
                return Err(format!("`{name}` of a state must be an `f32`").into());
            }
            let comments = module.doc_comments.as_ref();
            let comments = comments.and_then(|docs| docs.struct_members.get(&(block.ty, place)));
            let mut lines = comments.into_iter().flatten();
            let default = lines.find_map(|line| line.split_once("default:"));
            let default = default.map_or("0", |(_, text)| text.trim());
            self.members.push(Member {
                offset: member.offset as usize,
                default: default.parse().map_err(|_| {
                    format!("invalid default `{default}` for `{name}`; expected a number")
                })?,
                name,
            });
        }
        Ok(())
    }
}
