//! Reflects on WGSL text, and compiles it: SPIR-V for every entry point and every subset of the
//! features that it reads.
//!
//! A doc comment `/// default: ..` on a member of a uniform block declares the value in new states.
//! Members without such a comment start with zeros.

use std::error::Error;

use naga::back::pipeline_constants::process_overrides;
use naga::back::spv;
use naga::compact::{KeepUnused, compact};
use naga::front::wgsl::{Frontend, Options};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{AddressSpace, Expression, Handle, Literal, Module, ScalarKind, TypeInner};

use crate::program::{Features, Program};
use crate::state::Variable;

/// The bind group of the frame, which is bound once per shader and not once per state.
const FRAME_GROUP: u32 = 0;

/// The alignment that WebGPU requires for the offset of a uniform block, in bytes.
const BLOCK_ALIGN: usize = 256;

/// The properties of a shader that its source declares.
#[derive(Debug, Default)]
pub(crate) struct Reflection {
    /// The name of the file.
    pub(crate) name: String,
    /// The `override` switches. The index of a feature is its bit in a set.
    pub(crate) features: Vec<String>,
    /// The features that are on by default.
    pub(crate) default_features: Features,
    /// The number of slots that a state fills with resources. Its own bytes fill the others.
    pub(crate) slots: usize,
    /// The variables of each state.
    pub(crate) variables: Vec<Variable>,
    /// The initial uniform bytes of each state.
    pub(crate) uniforms: Vec<u8>,
}

/// Parses, validates and compiles a source.
pub(crate) fn reflect(
    name: &str,
    text: &str,
) -> Result<(Reflection, Vec<Program>), Box<dyn Error>> {
    let mut options = Options::new();
    options.parse_doc_comments = true;
    let module = Frontend::new_with_options(options)
        .parse(text)
        .map_err(|error| error.emit_to_string_with_path(text, name))?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::default())
        .validate(&module)
        .map_err(|error| error.emit_to_string_with_path(text, name))?;
    let mut reflection = Reflection {
        name: name.to_owned(),
        ..Reflection::default()
    };
    reflection.read_features(&module);
    reflection.read_layout(&module)?;
    let programs = reflection.compile(&module, &info)?;
    Ok((reflection, programs))
}

impl Reflection {
    /// Returns the set of the features with these names.
    pub(crate) fn features_of(&self, names: &[&str]) -> Result<Features, Box<dyn Error>> {
        let mut set = 0;
        for name in names {
            let bit = self.features.iter().position(|feature| feature == name);
            set |= 1 << bit.ok_or_else(|| format!("the shader declares no `{name}`"))?;
        }
        Ok(set)
    }

    /// Reads every `override` of type `bool`.
    fn read_features(&mut self, module: &Module) {
        for (_, switch) in module.overrides.iter() {
            let default = switch.init.map(|init| &module.global_expressions[init]);
            let default =
                default.map(|default| default == &Expression::Literal(Literal::Bool(true)));
            let is_bool = module.types[switch.ty].inner.scalar_kind() == Some(ScalarKind::Bool);
            if let (true, Some(name)) = (is_bool, &switch.name) {
                self.default_features |= u32::from(default == Some(true)) << self.features.len();
                self.features.push(name.clone());
            }
        }
    }

    /// Reads the uniform blocks and the resources of a state.
    fn read_layout(&mut self, module: &Module) -> Result<(), Box<dyn Error>> {
        for (_, global) in module.global_variables.iter() {
            if global
                .binding
                .is_none_or(|binding| binding.group == FRAME_GROUP)
            {
                continue;
            }
            if global.space == AddressSpace::Uniform {
                let size = module.types[global.ty].inner.size(module.to_ctx()) as usize;
                let offset = self.uniforms.len().next_multiple_of(BLOCK_ALIGN);
                self.uniforms.resize(offset + size, 0);
                let name = global.name.as_deref().unwrap_or_default();
                self.read_variables(module, global.ty, name, offset)?;
            } else {
                self.slots += 1;
            }
        }
        Ok(())
    }

    /// Adds one variable per member, including the members of nested structs.
    fn read_variables(
        &mut self,
        module: &Module,
        block: Handle<naga::Type>,
        path: &str,
        base: usize,
    ) -> Result<(), Box<dyn Error>> {
        let TypeInner::Struct { members, .. } = &module.types[block].inner else {
            return Err(format!("the uniform `{path}` is no struct").into());
        };
        for (place, member) in members.iter().enumerate() {
            let path = format!("{path}.{}", member.name.as_deref().unwrap_or_default());
            let offset = base + member.offset as usize;
            let inner = &module.types[member.ty].inner;
            if let TypeInner::Struct { .. } = inner {
                self.read_variables(module, member.ty, &path, offset)?;
                continue;
            }
            let size = inner.size(module.to_ctx()) as usize;
            let docs = module.doc_comments.as_ref();
            let lines = docs.and_then(|docs| docs.struct_members.get(&(block, place)));
            let mut lines = lines.into_iter().flatten();
            if let Some((_, text)) = lines.find_map(|line| line.split_once("default:")) {
                write_default(
                    inner,
                    text.trim(),
                    &mut self.uniforms[offset..offset + size],
                )
                .ok_or_else(|| format!("`{text}` is no default for {path}"))?;
            }
            self.variables.push(Variable {
                name: path.into(),
                offset,
                size,
            });
        }
        Ok(())
    }

    /// Compiles every variation of every entry point.
    fn compile(&self, module: &Module, info: &ModuleInfo) -> Result<Vec<Program>, Box<dyn Error>> {
        let mut programs = Vec::new();
        for (place, entry) in module.entry_points.iter().enumerate() {
            let switches = self.features_read(module, place);
            let subsets = (0..1 << self.features.len()).filter(|on| on & !switches == 0);
            for on in subsets {
                let features = self.features.iter().enumerate();
                let constants =
                    features.map(|(bit, name)| (name.clone(), f64::from(on >> bit & 1)));
                let only = Some((entry.stage, &*entry.name));
                let (module, info) = process_overrides(module, info, only, &constants.collect())?;
                let pipeline = spv::PipelineOptions {
                    shader_stage: entry.stage,
                    entry_point: entry.name.clone(),
                };
                let options = spv::Options::default();
                programs.push(Program {
                    entry: entry.name.as_str().into(),
                    stage: entry.stage,
                    switches,
                    on,
                    code: spv::write_vec(&module, &info, &options, Some(&pipeline))?,
                });
            }
        }
        Ok(programs)
    }

    /// Returns the features that an entry point reads.
    fn features_read(&self, module: &Module, entry: usize) -> Features {
        let mut alone = module.clone();
        alone.entry_points = vec![alone.entry_points.swap_remove(entry)];
        compact(&mut alone, KeepUnused::No);
        let is_read = |name: &String| {
            let mut switches = alone.overrides.iter();
            switches.any(|(_, switch)| switch.name.as_ref() == Some(name))
        };
        let features = self.features.iter().enumerate();
        let read = features.filter(|(_, name)| is_read(name));
        read.fold(0, |set, (bit, _)| set | 1 << bit)
    }
}

/// Writes the text of a default, such as `1 0.5 0` or `identity`. Returns `None` if it does not fit
/// the type.
fn write_default(inner: &TypeInner, text: &str, bytes: &mut [u8]) -> Option<()> {
    if let (TypeInner::Matrix { .. }, "identity") = (inner, text) {
        // In a uniform buffer each column of a matrix has 16 bytes.
        for (row, column) in bytes.chunks_exact_mut(16).enumerate() {
            column[row * 4..row * 4 + 4].copy_from_slice(&1.0_f32.to_le_bytes());
        }
        return Some(());
    }
    let kind = inner.scalar_kind()?;
    let mut texts = text.split_whitespace();
    for bytes in bytes.chunks_exact_mut(4) {
        let text = texts.next()?;
        let word = match kind {
            ScalarKind::Float => text.parse::<f32>().ok()?.to_le_bytes(),
            ScalarKind::Sint => text.parse::<i32>().ok()?.to_le_bytes(),
            ScalarKind::Uint => text.parse::<u32>().ok()?.to_le_bytes(),
            _ => return None,
        };
        bytes.copy_from_slice(&word);
    }
    texts.next().is_none().then_some(())
}
