//! Reflects on WGSL text: features, layout, variables and defaults.
//!
//! A doc comment `/// default: ..` on a member of a uniform block declares the value in new states.
//! Members without such a comment start with zeros.

use std::sync::Arc;

use naga::front::wgsl::{Frontend, Options};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{AddressSpace, Expression, GlobalVariable, Handle, Literal, Module, TypeInner};

use crate::binding::{Binding, BindingKind, FRAME_GROUP, Slot};
use crate::compile::compile;
use crate::error::Error;
use crate::feature::FeatureMask;
use crate::program::Program;
use crate::value::{Scalar, Type, write_default};
use crate::variable::Variable;

/// The alignment that WebGPU requires for the offset of a uniform block, in bytes.
const BLOCK_ALIGN: u32 = 256;

/// The properties of a shader that its source declares.
#[derive(Debug, Default)]
pub(crate) struct Reflection {
    /// The name of the file.
    pub(crate) name: String,
    /// The `override` switches. The index of a feature is its bit in a mask.
    pub(crate) features: Vec<Arc<str>>,
    /// The features that are on by default.
    pub(crate) default_mask: FeatureMask,
    /// All bindings, sorted by slot.
    pub(crate) layout: Vec<Binding>,
    /// The variables of each state.
    pub(crate) variables: Vec<Variable>,
    /// The initial uniform bytes of each state.
    pub(crate) uniforms: Vec<u8>,
}

/// Parses, validates and compiles a source.
pub(crate) fn reflect(name: &str, text: &str) -> Result<(Reflection, Vec<Program>), Error> {
    let mut options = Options::new();
    options.parse_doc_comments = true;
    let module = Frontend::new_with_options(options)
        .parse(text)
        .map_err(|error| Error::Compile(error.emit_to_string_with_path(text, name)))?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::default())
        .validate(&module)
        .map_err(|error| Error::Compile(error.emit_to_string_with_path(text, name)))?;

    let mut reflection = Reflection {
        name: name.to_owned(),
        ..Reflection::default()
    };
    reflection.read_features(&module);
    reflection.read_layout(&module)?;
    let programs = compile(&module, &info, &reflection.features)?;
    Ok((reflection, programs))
}

impl Reflection {
    /// Returns the slots that a state fills with resources. Its own bytes fill the others.
    pub(crate) fn resource_slots(&self) -> impl Iterator<Item = Slot> {
        let is_resource = |binding: &&Binding| {
            binding.slot.group != FRAME_GROUP
                && !matches!(binding.kind, BindingKind::Uniform { .. })
        };
        self.layout
            .iter()
            .filter(is_resource)
            .map(|binding| binding.slot)
    }

    /// Returns the names of the features in a mask.
    pub(crate) fn feature_names(&self, mask: FeatureMask) -> String {
        let on = |(place, _): &(usize, &Arc<str>)| mask.contains(FeatureMask::bit(*place));
        let names = self
            .features
            .iter()
            .enumerate()
            .filter(on)
            .map(|(_, name)| &**name);
        names.collect::<Vec<_>>().join(" ")
    }

    /// Reads every `override` of type `bool`.
    fn read_features(&mut self, module: &Module) {
        for (_, switch) in module.overrides.iter() {
            let is_bool = matches!(
                module.types[switch.ty].inner,
                TypeInner::Scalar(naga::Scalar {
                    kind: naga::ScalarKind::Bool,
                    ..
                })
            );
            let (true, Some(name)) = (is_bool, &switch.name) else {
                continue;
            };
            let default = switch.init.map(|init| &module.global_expressions[init]);
            if let Some(Expression::Literal(Literal::Bool(true))) = default {
                self.default_mask = self.default_mask | FeatureMask::bit(self.features.len());
            }
            self.features.push(name.as_str().into());
        }
    }

    fn read_layout(&mut self, module: &Module) -> Result<(), Error> {
        let mut globals: Vec<(Slot, &GlobalVariable)> = module
            .global_variables
            .iter()
            .filter_map(|(_, global)| {
                let naga::ResourceBinding { group, binding } = global.binding?;
                Some((Slot { group, binding }, global))
            })
            .collect();
        globals.sort_by_key(|(slot, _)| *slot);
        for (slot, global) in globals {
            let name = global.name.as_deref().unwrap_or_default();
            let kind = match (global.space, &module.types[global.ty].inner) {
                (AddressSpace::Uniform, block) => {
                    let size = block.size(module.to_ctx());
                    let offset = if slot.group == FRAME_GROUP {
                        0
                    } else {
                        self.add_block(size)
                    };
                    if slot.group != FRAME_GROUP {
                        self.read_variables(module, global.ty, name, offset)?;
                    }
                    BindingKind::Uniform { offset, size }
                }
                (AddressSpace::Storage { .. }, _) => BindingKind::Storage,
                (_, TypeInner::Sampler { .. }) => BindingKind::Sampler,
                _ => BindingKind::Texture,
            };
            self.layout.push(Binding {
                slot,
                name: name.into(),
                kind,
            });
        }
        Ok(())
    }

    /// Appends a block, and returns its offset.
    fn add_block(&mut self, size: u32) -> u32 {
        let end = u32::try_from(self.uniforms.len()).expect("uniform blocks are small");
        let offset = end.next_multiple_of(BLOCK_ALIGN);
        self.uniforms.resize((offset + size) as usize, 0);
        offset
    }

    /// Adds one variable per member, including the members of nested structs.
    fn read_variables(
        &mut self,
        module: &Module,
        block: Handle<naga::Type>,
        path: &str,
        base: u32,
    ) -> Result<(), Error> {
        let TypeInner::Struct { members, .. } = &module.types[block].inner else {
            return self.add_variable(module, block, path, base, None);
        };
        for (place, member) in members.iter().enumerate() {
            let path = format!("{path}.{}", member.name.as_deref().unwrap_or_default());
            let offset = base + member.offset;
            if let TypeInner::Struct { .. } = module.types[member.ty].inner {
                self.read_variables(module, member.ty, &path, offset)?;
                continue;
            }
            let comments = module
                .doc_comments
                .as_ref()
                .and_then(|docs| docs.struct_members.get(&(block, place)));
            let default = comments
                .into_iter()
                .flatten()
                .find_map(|line| line.split_once("default:"))
                .map(|(_, text)| text.trim());
            self.add_variable(module, member.ty, &path, offset, default)?;
        }
        Ok(())
    }

    fn add_variable(
        &mut self,
        module: &Module,
        ty: Handle<naga::Type>,
        path: &str,
        offset: u32,
        default: Option<&str>,
    ) -> Result<(), Error> {
        let inner = &module.types[ty].inner;
        let (r#type, size) = (type_of(inner), inner.size(module.to_ctx()));
        if let Some(text) = default {
            let bytes = &mut self.uniforms[offset as usize..(offset + size) as usize];
            write_default(r#type, text, bytes).ok_or_else(|| {
                Error::Compile(format!(
                    "{}: `{text}` is no default for {path}: {type}",
                    self.name
                ))
            })?;
        }
        self.variables.push(Variable {
            name: path.into(),
            r#type,
            offset,
            size,
        });
        Ok(())
    }
}

/// Converts a type of `naga` to a type of this example.
pub(crate) fn type_of(inner: &TypeInner) -> Type {
    let scalar_of = |scalar: naga::Scalar| match (scalar.kind, scalar.width) {
        (naga::ScalarKind::Float, 4) => Some(Scalar::F32),
        (naga::ScalarKind::Sint, 4) => Some(Scalar::I32),
        (naga::ScalarKind::Uint, 4) => Some(Scalar::U32),
        _ => None,
    };
    match *inner {
        TypeInner::Scalar(scalar) => scalar_of(scalar).map(Type::Scalar),
        TypeInner::Vector { size, scalar } => {
            scalar_of(scalar).map(|scalar| Type::Vector(scalar, size as u8))
        }
        TypeInner::Matrix { columns, rows, .. } => Some(Type::Matrix {
            columns: columns as u8,
            rows: rows as u8,
        }),
        _ => None,
    }
    .unwrap_or_default()
}
