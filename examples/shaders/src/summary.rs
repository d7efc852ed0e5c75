//! Formats a summary of a shader.

use std::fmt;

use crate::binding::{Binding, BindingKind};
use crate::error::Error;
use crate::program::{Input, ProgramId, ProgramRow, Stage};
use crate::shader::{ShaderHub, ShaderId, ShaderRow};

/// Returns a line of numbers, and a line per entry point and bind group.
#[derive(Debug)]
pub(crate) struct Summary(String);

impl Summary {
    pub(crate) fn of(shaders: &ShaderHub, id: ShaderId) -> Result<Self, Error> {
        let shader = shaders.get(id).ok_or(Error::Shader(id))?;
        let code = shader.programs.columns().code.into_iter();
        let mut lines = vec![format!(
            "  {} {id:?}: {} programs, {} KB of SPIR-V; {} variables in {} bytes{}",
            shader.setup.name,
            shader.programs.len(),
            code.map(|code| size_of_val(&**code))
                .sum::<usize>()
                .div_ceil(1000),
            shader.setup.variables.len(),
            shader.setup.uniforms.len(),
            on(&shader)
        )];
        for &program in &shader.runtime.active {
            lines.push(entry_line(&shader, program)?);
        }
        lines.push(group_line(&shader));
        Ok(Summary(lines.join("\n")))
    }
}

/// Formats the features that are on.
fn on(shader: &ShaderRow<'_>) -> String {
    match shader.setup.feature_names(shader.runtime.mask) {
        names if names.is_empty() => names,
        names => format!("; on: {names}"),
    }
}

/// Formats an entry point: the number of its variations, its features and its inputs.
fn entry_line(shader: &ShaderRow<'_>, id: ProgramId) -> Result<String, Error> {
    let program = shader.programs.get(id).ok_or(Error::Program(id))?;
    let [x, y, z] = *program.workgroup;
    let (stage, takes) = match program.stage {
        Stage::Vertex => ("vertex", inputs(&program)),
        Stage::Fragment => ("fragment", String::new()),
        Stage::Compute => ("compute", format!("{x}x{y}x{z}")),
    };
    let entries = shader.programs.columns().entry.into_iter();
    let variations = entries.filter(|name| *name == program.entry).count();
    let features = shader.setup.feature_names(*program.switches);
    let line = format!("    {:<14}{stage:<9} x{variations:<3}", program.entry);
    let details = [line, features, takes]
        .into_iter()
        .filter(|part| !part.is_empty());
    Ok(details.collect::<Vec<_>>().join(" ").trim_end().to_owned())
}

/// Formats the vertex inputs by location.
fn inputs(program: &ProgramRow<'_>) -> String {
    let input = |input: &Input| format!("{}:{} {}", input.location, input.name, input.r#type);
    program
        .inputs
        .iter()
        .map(input)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Formats the bindings by group. A uniform block is followed by its size in bytes.
fn group_line(shader: &ShaderRow<'_>) -> String {
    let name = |binding: &Binding| match binding.kind {
        BindingKind::Uniform { size, .. } => format!("{}[{size}]", binding.name),
        _ => binding.name.to_string(),
    };
    let groups = shader
        .setup
        .layout
        .chunk_by(|a, b| a.slot.group == b.slot.group);
    let group = |group: &[Binding]| group.iter().map(name).collect::<Vec<_>>().join(" ");
    format!(
        "    groups: {}",
        groups.map(group).collect::<Vec<_>>().join(" | ")
    )
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
