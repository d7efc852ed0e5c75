//! Keeping the rows of a grid equal to a hub.

use soa_runtime::generic::TrackedRecord;

use super::placed::Placed;
use crate::follow::{Changed, Reader, Structure};

/// So few rows are always moved one by one.
const FEW: usize = 64;

impl<T: TrackedRecord + 'static, const D: usize> Structure<T, [f32; D]> for Placed<T::Id, D> {
    fn rebuild(&mut self, rows: &Reader<'_, T, [f32; D]>) {
        Placed::rebuild(self, |each| {
            rows.all(&mut |row, place| each(row.id, *place));
        });
    }

    fn update(&mut self, changed: &[u32], rows: &Reader<'_, T, [f32; D]>) {
        // Sorting all rows takes as long as moving about an eighth of them one by one.
        if changed.len() > FEW + rows.hub.len() / 8 {
            Structure::rebuild(self, rows);
            return;
        }
        rows.slots(changed, &mut |slot| match slot {
            Changed::Row(row, place) => self.put(row.id, *place),
            Changed::Vacant(slot) => self.remove(slot),
        });
        self.tidy();
    }

    fn clear(&mut self) {
        Placed::clear(self);
    }

    fn has(&self, slot: u32) -> bool {
        Placed::has(self, slot)
    }

    fn slots(&self) -> u32 {
        u32::try_from(Placed::slots(self)).unwrap_or(u32::MAX)
    }
}
