//! Counts the rows and the memory of the nested hubs.

use std::fmt;

use soa_runtime::{Hub, IdAllocator};

use crate::shader::ShaderHub;
use crate::state::VariableHub;

// A hub is a pointer and a few numbers, so a column of hubs is small.
const _: () = assert!(size_of::<VariableHub>() <= 64);

/// The sum over all hubs of one kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Line {
    /// The number of hubs.
    pub(crate) hubs: usize,
    /// The number of hubs that own memory, in one allocation each.
    pub(crate) blocks: usize,
    pub(crate) live: usize,
    pub(crate) free: usize,
    pub(crate) slots: usize,
    /// The bytes that the hubs use for their rows and slot tables.
    pub(crate) bytes: usize,
}

/// The hubs by kind. Parents come first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Account {
    pub(crate) shaders: Line,
    pub(crate) programs: Line,
    pub(crate) states: Line,
    pub(crate) variables: Line,
}

impl Line {
    fn add<T: IdAllocator>(&mut self, hub: &Hub<T>) {
        let (stats, bytes) = (hub.stats(), hub.memory().total());
        assert_eq!(
            bytes == 0,
            stats.capacity == 0,
            "an empty hub owns no memory"
        );
        self.hubs += 1;
        self.blocks += usize::from(bytes > 0);
        self.live += stats.live;
        self.free += stats.free;
        self.slots += stats.slots;
        self.bytes += bytes;
    }
}

impl Account {
    /// Visits the hubs from the outermost to the innermost.
    pub(crate) fn of(shaders: &ShaderHub) -> Self {
        let mut account = Account::default();
        account.shaders.add(shaders);
        for (_, shader) in shaders {
            account.programs.add(shader.programs);
            account.states.add(shader.states);
            for (_, state) in shader.states {
                account.variables.add(state.variables);
            }
        }
        account
    }

    fn lines(&self) -> [(&'static str, Line); 4] {
        [
            ("ShaderHub", self.shaders),
            ("  ProgramHub", self.programs),
            ("  StateHub", self.states),
            ("    VariableHub", self.variables),
        ]
    }

    /// Returns the number of allocations of all hubs.
    pub(crate) fn blocks(&self) -> usize {
        self.lines().iter().map(|(_, line)| line.blocks).sum()
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, line) in self.lines() {
            writeln!(f, "  {name:<16}{line:?}")?;
        }
        write!(
            f,
            "  {} blocks: one allocation per hub that is not empty; a hub is {} bytes in its row",
            self.blocks(),
            size_of::<VariableHub>()
        )
    }
}
