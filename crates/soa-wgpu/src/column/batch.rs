//! Packing scattered units into uploads.

use std::ops::Range;

use wgpu::{Limits, WriteOnly};

use crate::link::copy_padded;
use crate::unit::{Unit, WORD};

/// The number of invocations in a workgroup of the shader.
pub(super) const GROUP: u32 = 64;

/// The bytes of a part before its places: the number of its units.
const HEADER: usize = WORD;

/// The largest upload in bytes, so that the memory for it stays small beside the column.
const MOST: u64 = 16 << 20;

/// What the scatter of a device can reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reach {
    unit: Unit,
    /// The number of units in a window, which is what a binding of the column can contain.
    window: usize,
    /// The largest upload in bytes.
    upload: usize,
    /// The alignment of bindings in bytes.
    align: usize,
}

impl Reach {
    /// Returns the reach, or `None` if a device with these limits cannot scatter units.
    pub(super) fn of(limits: &Limits, unit: Unit) -> Option<Self> {
        let can_run = limits.max_storage_buffers_per_shader_stage >= 2
            && limits.max_compute_invocations_per_workgroup >= GROUP
            && limits.max_compute_workgroup_size_x >= GROUP;
        let align = (limits.min_storage_buffer_offset_alignment as usize).max(WORD);
        // The shader counts words by 32 bits.
        let words = u64::from(u32::MAX) * WORD as u64;
        let binding = limits.max_storage_buffer_binding_size.min(words);
        let threads = u64::from(limits.max_compute_workgroups_per_dimension) * u64::from(GROUP);
        let upload = binding.min(limits.max_buffer_size).min(MOST);
        // Windows start at multiples of both a unit and the alignment.
        let step = (unit.bytes / gcd(unit.bytes, align)).checked_mul(align)?;
        let reach = Self {
            unit,
            window: usize::try_from(binding).ok()? / step * step / unit.bytes,
            upload: usize::try_from(upload.min(threads * WORD as u64)).ok()?,
            align,
        };
        let fits_one = reach.window > 0 && reach.upload >= HEADER + reach.packed(1);
        (can_run && fits_one).then_some(reach)
    }

    /// Returns the bytes of packed units and of their places.
    const fn packed(&self, units: usize) -> usize {
        units * (WORD + self.unit.bytes)
    }

    /// Packs ascending runs of units into as few uploads as the limits allow.
    pub(super) fn batches(&self, runs: &[Range<usize>]) -> Vec<Batch> {
        let mut batches = Vec::new();
        let mut batch = Batch::default();
        for run in runs {
            let mut left = run.clone();
            while !left.is_empty() {
                match self.take(&mut batch, &left) {
                    0 => batches.push(std::mem::take(&mut batch)),
                    taken => left.start += taken,
                }
            }
        }
        if !batch.parts.is_empty() {
            batches.push(batch);
        }
        batches
    }

    /// Adds the first of these units to a batch. Returns the number that fit, which is 0 if it is full.
    fn take(&self, batch: &mut Batch, units: &Range<usize>) -> usize {
        let window = units.start / self.window;
        if batch.parts.last().is_none_or(|part| part.window != window) {
            let start = batch.size.next_multiple_of(self.align);
            if start + HEADER + self.packed(1) > self.upload {
                return 0;
            }
            batch.size = start + HEADER;
            batch.parts.push(Part {
                start,
                window,
                units: 0,
                runs: Vec::new(),
            });
        }
        let room = (self.upload - batch.size) / self.packed(1);
        let taken = room.min((window + 1) * self.window - units.start);
        let taken = taken.min(units.len());
        if let Some(part) = batch.parts.last_mut().filter(|_| taken > 0) {
            part.units += taken;
            part.runs.push(units.start..units.start + taken);
            batch.size += self.packed(taken);
        }
        taken
    }

    /// Returns the bytes of a part in the upload.
    pub(super) fn bytes(&self, part: &Part) -> Range<usize> {
        part.start..part.start + HEADER + self.packed(part.units)
    }

    /// Returns the bytes of the window of a part in a column of `size` bytes.
    pub(super) fn window(&self, part: &Part, size: usize) -> Range<usize> {
        let window = part.window * self.window..(part.window + 1) * self.window;
        let Range { start, end } = self.unit.bytes_of(&window);
        start..end.min(size)
    }

    /// Returns the number of workgroups for a part.
    pub(super) fn groups(&self, part: &Part) -> u32 {
        let words = part.units * self.unit.words();
        u32::try_from(words.div_ceil(GROUP as usize))
            .expect("the upload was limited to fewer words")
    }

    /// Writes an upload: for each part the number of its units, then their places, then their bytes.
    pub(super) fn fill(&self, batch: &Batch, column: &[u8], mut upload: WriteOnly<'_, [u8]>) {
        for part in &batch.parts {
            let mut part_of = upload.slice(self.bytes(part));
            let (head, mut data) = part_of.slice(..).split_at(HEADER + part.units * WORD);
            let first = part.window * self.window;
            let places = part.runs.iter().cloned().flatten();
            let places = places.map(|unit| (unit - first) * self.unit.words());
            let words = std::iter::once(part.units).chain(places);
            let words = words.map(|word| {
                let word = u32::try_from(word).expect("windows have fewer words");
                word.to_ne_bytes()
            });
            head.into_chunks::<WORD>().0.write_iter(words);
            let mut at = 0;
            for run in &part.runs {
                let Range { start, end } = self.unit.bytes_of(run);
                let bytes = &column[start..end.min(column.len())];
                copy_padded(bytes, data.slice(at..at + (end - start)));
                at += end - start;
            }
        }
    }
}

/// One upload.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Batch {
    pub(super) parts: Vec<Part>,
    /// The number of bytes.
    pub(super) size: usize,
}

/// The units of an upload that are in one window of the column.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The first byte in the upload.
    start: usize,
    window: usize,
    units: usize,
    runs: Vec<Range<usize>>,
}

const fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Limits with windows of two units of 192 bytes, and uploads of at most `upload` bytes.
    fn limits(upload: u64) -> Limits {
        Limits {
            max_storage_buffer_binding_size: 900,
            min_storage_buffer_offset_alignment: 128,
            max_buffer_size: upload,
            ..Limits::default()
        }
    }

    const UNIT: Unit = Unit::of::<[u8; 192]>();

    #[test]
    fn windows_start_where_both_a_unit_and_a_binding_can_start() {
        let reach = Reach::of(&limits(4096), UNIT).expect("it can scatter");
        // 384 is the least common multiple of 192 and 128; 768 bytes fit in 900.
        assert_eq!(reach.window, 4);
        let batches = reach.batches(&[0..1, 3..5, 9..10]);
        let windows = batches.iter().flat_map(|batch| &batch.parts);
        let windows: Vec<_> = windows
            .map(|part| (part.units, reach.window(part, 1800)))
            .collect();
        assert_eq!(windows, [(2, 0..768), (1, 768..1536), (1, 1536..1800)]);
    }

    #[test]
    fn parts_are_aligned_and_no_upload_exceeds_the_limit() {
        let reach = Reach::of(&limits(600), UNIT).expect("it can scatter");
        let batches = reach.batches(&[0..6, 7..9]);
        for batch in &batches {
            assert!(batch.size <= 600, "{batch:?}");
            for part in &batch.parts {
                assert_eq!(part.start % 128, 0, "{batch:?}");
            }
        }
        let runs = batches.iter().flat_map(|batch| &batch.parts);
        let runs = runs.flat_map(|part| part.runs.iter().cloned());
        let units: Vec<_> = runs.flatten().collect();
        assert_eq!(units, [0, 1, 2, 3, 4, 5, 7, 8]);
    }

    #[test]
    fn a_device_that_cannot_scatter_has_no_reach() {
        let without = [
            Limits::downlevel_webgl2_defaults(),
            Limits {
                max_storage_buffers_per_shader_stage: 1,
                ..Limits::default()
            },
            Limits {
                max_compute_invocations_per_workgroup: 32,
                ..Limits::default()
            },
            Limits {
                max_compute_workgroups_per_dimension: 0,
                ..Limits::default()
            },
            Limits {
                max_storage_buffer_binding_size: 256,
                ..Limits::default()
            },
        ];
        for limits in without {
            assert_eq!(Reach::of(&limits, UNIT), None, "{limits:?}");
        }
        assert!(Reach::of(&Limits::downlevel_defaults(), UNIT).is_some());
    }
}
