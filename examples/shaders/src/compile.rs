//! Compiles a validated module to programs: SPIR-V for every entry point and every subset of the
//! features that it reads.

use std::borrow::Cow;
use std::sync::Arc;

use naga::back::PipelineConstants;
use naga::back::pipeline_constants::process_overrides;
use naga::back::spv;
use naga::compact::{KeepUnused, compact};
use naga::valid::ModuleInfo;
use naga::{EntryPoint, Module, ShaderStage};

use crate::error::Error;
use crate::feature::FeatureMask;
use crate::program::{Input, Program, Stage};
use crate::reflect::type_of;

/// Compiles every variation of every entry point.
pub(crate) fn compile(
    module: &Module,
    info: &ModuleInfo,
    features: &[Arc<str>],
) -> Result<Vec<Program>, Error> {
    let mut programs = Vec::new();
    for (place, entry) in module.entry_points.iter().enumerate() {
        let switches = features_read(module, place, features);
        for mask in switches.subsets() {
            let constants = constants_of(features, mask);
            let (module, info) = specialise(module, info, entry, &constants)?;
            let code = write_code(&module, &info, entry)?;
            let entry = &module.entry_points[0];
            programs.push(Program {
                entry: entry.name.as_str().into(),
                stage: stage_of(entry)?,
                switches,
                mask,
                workgroup: entry.workgroup_size,
                inputs: inputs_of(&module, entry),
                code,
            });
        }
    }
    Ok(programs)
}

/// Returns the features that an entry point reads.
fn features_read(module: &Module, entry: usize, features: &[Arc<str>]) -> FeatureMask {
    let mut alone = module.clone();
    alone.entry_points = vec![alone.entry_points.swap_remove(entry)];
    compact(&mut alone, KeepUnused::No);
    let names: Vec<&str> = alone
        .overrides
        .iter()
        .filter_map(|(_, o)| o.name.as_deref())
        .collect();
    let read = |(_, feature): &(usize, &Arc<str>)| names.contains(&&***feature);
    features
        .iter()
        .enumerate()
        .filter(read)
        .map(|(place, _)| FeatureMask::bit(place))
        .collect()
}

/// Returns the value of the `override` of every feature.
fn constants_of(features: &[Arc<str>], mask: FeatureMask) -> PipelineConstants {
    let value = |place| f64::from(u8::from(mask.contains(FeatureMask::bit(place))));
    features
        .iter()
        .enumerate()
        .map(|(place, name)| (name.to_string(), value(place)))
        .collect()
}

/// Returns a module with only this entry point and without `override`s.
fn specialise<'a>(
    module: &'a Module,
    info: &'a ModuleInfo,
    entry: &EntryPoint,
    constants: &PipelineConstants,
) -> Result<(Cow<'a, Module>, Cow<'a, ModuleInfo>), Error> {
    process_overrides(module, info, Some((entry.stage, &entry.name)), constants)
        .map_err(|error| Error::Compile(error.to_string()))
}

fn write_code(module: &Module, info: &ModuleInfo, entry: &EntryPoint) -> Result<Vec<u32>, Error> {
    let pipeline = spv::PipelineOptions {
        shader_stage: entry.stage,
        entry_point: entry.name.clone(),
    };
    spv::write_vec(module, info, &spv::Options::default(), Some(&pipeline))
        .map_err(|error| Error::Compile(error.to_string()))
}

fn stage_of(entry: &EntryPoint) -> Result<Stage, Error> {
    match entry.stage {
        ShaderStage::Vertex => Ok(Stage::Vertex),
        ShaderStage::Fragment => Ok(Stage::Fragment),
        ShaderStage::Compute => Ok(Stage::Compute),
        other => Err(Error::Compile(format!(
            "`{}`: stage {other:?} is not supported",
            entry.name
        ))),
    }
}

/// Returns the inputs that have a location: arguments, and members of struct arguments.
fn inputs_of(module: &Module, entry: &EntryPoint) -> Vec<Input> {
    let mut inputs = Vec::new();
    let mut add = |name: &Option<String>, binding: &Option<naga::Binding>, r#type| {
        if let Some(naga::Binding::Location { location, .. }) = *binding {
            let name = name.as_deref().unwrap_or_default().into();
            inputs.push(Input {
                location,
                name,
                r#type: type_of(&module.types[r#type].inner),
            });
        }
    };
    for argument in &entry.function.arguments {
        add(&argument.name, &argument.binding, argument.ty);
        if let naga::TypeInner::Struct { members, .. } = &module.types[argument.ty].inner {
            for member in members {
                add(&member.name, &member.binding, member.ty);
            }
        }
    }
    inputs
}
