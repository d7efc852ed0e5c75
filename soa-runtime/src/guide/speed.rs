//! How fast it is, where it loses, and what was tried.
//!
//! # The figures
//!
//! Each figure is a ratio to the *limit* of the same round, so smaller is better. A store has
//! 100 000 rows of five fields and 40 bytes. The limit is unchecked code without ids: a `Vec` of
//! structs with a free list where rows are made and freed, and plain columns where they are read.
//!
//! | | slots | slots, 4-byte id | dense | `SlotMap<K, Struct>` | `SlotMap` + `SecondaryMap`s | soa-rs (no handles) | gecs |
//! |---|--:|--:|--:|--:|--:|--:|--:|
//! | insert, growing | 2.7 | 2.5 | 3.4 | 1.3 | 11 | 2.3 | 6.0 |
//! | insert, reserved | 1.8 | 1.8 | 2.3 | 1.1 | 8.7 | 1.7 | 4.2 |
//! | collect | 1.1 | 1.1 | 1.2 | 1.2 | 8.2 | 1.5 | 4.4 |
//! | collect, the ids kept | 1.5 | 1.3 | 1.4 | 1.2 | 8.3 | 1.6 | 4.0 |
//! | remove and insert, half full | 4.8 | 4.4 | 3.7 | 3.4 | 7.6 | | 2.4 |
//! | remove all, in random order | 20 | 18 | 18 | 10 | 58 | | 16 |
//! | `retain` every second row | 4.0 | 4.2 | 7.0 | 7.0 | 12 | | 9.2 |
//! | read one field by id, random | 2.4 | 1.9 | 4.1 | 20 | 1.9 | | 4.9 |
//! | sum one column | 1.0 | 1.0 | 1.0 | 20 | 16 | 1.0 | 1.0 |
//! | `position += velocity * dt` | 1.0 | 1.0 | 1.0 | 3.0 | 3.3 | 1.0 | 3.1 |
//! | sum one column, half of the rows freed | 2.0 | 2.0 | 1.0 | 223 | 223 | | 1.0 |
//! | walk the rows with ids, sum one field | 2.0 | 2.0 | 2.0 | 15 | 16 | | 2.0 |
//! | the same, half of the rows freed | 23 | 23 | 1.8 | 217 | 201 | | 1.8 |
//! | walk the rows, change all fields | 0.8 | 1.3 | 0.7 | 0.7 | 1.2 | | 0.8 |
//! | `clone_from` into the same memory | 0.9 | 0.9 | 1.3 | 0.9 | 2.1 | 1.7 | |
//! | 10 000 hubs of 0 to 8 rows | 1.2 | 1.2 | 1.3 | 1.6 | 5.3 | 1.1 | 3.8 |
//!
//! All workloads, peers and sizes are in `benches/results/results.md`. They were measured on a
//! shared machine with two cores. `cargo run --release -p soa-bench --bin compare` measures them
//! again. `benches/README.md` explains how to read the figures, and how to measure builds with
//! thin LTO. `benches/results/memory.md` lists bytes, and [`debug_builds`](super::debug_builds)
//! shows what single steps cost without optimisation.
//!
//! # Where it loses
//!
//! The figures are for 100 000 rows unless another size is named.
//!
//! - **Making rows.** A map of whole structs (`slab`, `SlotMap`) makes a row in 1.1 to 1.3 times the
//!   time of the limit. It writes one cache line, and a hub writes one for each column.
//! - **Removing rows from slots.** A removal takes 20 times as long as the limit, where `SlotMap`
//!   takes 10 times as long, because the hub fills a freed row with its defaults. With
//!   `holes = kept` it takes 6 times as long. `retain` takes 0.6 of the time of `SlotMap`'s, but 3.6
//!   times at 1000 rows. With `layout = dense` a removal takes 5, 18 and 48 times as long as the limit
//!   at 1000, 100 000 and a million rows: it writes to random places of tables of 20 bytes per row.
//!   How long these stay in a cache depends on the other cores.
//! - **Random reads.** A `SecondaryMap` stores the generation beside the value, so a read needs
//!   one cache line less: 1.9 where slots have 2.4 (1.9 with ids of 4 bytes).
//! - **Walks over holes.** With 10, 50 and 90 % of the rows freed, a live row costs 22 or 23 times as
//!   much as a value of a packed slice. (`SlotMap` has 34, 217 and 257, and `DenseSlotMap` has 13, 12
//!   and 9.) With `layout = dense` it costs twice as much, because its id is read, too.
//! - **All fields of a row.** One walk that changes all fields takes 0.73 where `SlotMap` takes
//!   0.70, at 1000 rows, and 1.3 with ids of 4 bytes. The compiler cannot assume that five columns do
//!   not overlap.
//! - **Whole frames with dense rows.** `benches/results/frames.md` has frames of a tower defence and of
//!   a shooter. They take 1.00 and 0.94 of the time on a `SlotMap` of structs with slots, and 1.00 and
//!   1.04 with dense rows. With the profile below (`frames-games.md`) they take 0.99 and 0.91 with
//!   slots, and 1.10 and 1.11 with dense rows.
//!
//! # The build profile
//!
//! Games are often built with thin LTO and one codegen unit, which lets the compiler inline across
//! crates. The towers of the tower defence then choose their targets in two thirds of the time.
//!
//! ```toml
//! [profile.release]
//! lto = "thin"
//! codegen-units = 1
//! ```
//!
//! # Columns in a function of your own
//!
//! The slices of [`columns_mut`](crate::Hub::columns_mut) never overlap, but the compiler cannot
//! use this fact inside a loop. It can use it for the *parameters* of a function, which it marks
//! as `noalias`. If a loop over all fields of a row is hot, pass the slices to a function of your
//! own, and do not inline it. In a study, such a function took 0.93, 0.82 and 0.77 of the time of
//! [`iter_mut`](crate::Hub::iter_mut) over five fields, at 1000, 20 000 and 100 000 rows.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! struct Body { position: f32, velocity: f32, heat: f32 }
//!
//! #[inline(never)]
//! fn step(position: &mut [f32], velocity: &mut [f32], heat: &mut [f32]) {
//!     let rows = position.iter_mut().zip(velocity).zip(heat);
//!     for ((position, velocity), heat) in rows {
//!         *position += *velocity;
//!         *velocity *= 0.5;
//!         *heat += *velocity;
//!     }
//! }
//!
//! let mut bodies: BodyHub =
//!     (0..100_u8).map(|n| Body { position: 0.0, velocity: n.into(), heat: 0.0 }).collect();
//! let mut columns = bodies.columns_mut();
//! step(&mut columns.position, &mut columns.velocity, &mut columns.heat);
//! assert_eq!((columns.position[8], columns.velocity[8], columns.heat[8]), (8.0, 4.0, 4.0));
//! ```
//!
//! # Aligned columns
//!
//! A column starts at a multiple of the alignment of its type, and a vector register may be wider.
//! With `#[soa(align = 64)]` above the struct every column that has a size starts at a multiple
//! of 64 bytes, in every capacity, so that no vector crosses a cache line. Each column loses at
//! most 63 bytes.
//!
//! It helps loops that write a column. Least times of 21 rounds in turns, on a shared AMD EPYC
//! with AVX-512, as ratios to the same columns at 16 bytes past a multiple of 64:
//!
//! | | 1000 rows | 10 000 rows | 100 000 rows |
//! |---|--:|--:|--:|
//! | scale a column of `f32`, AVX2 | 1.00 | 0.70 | 0.68 |
//! | scale a column of `f32`, AVX-512 | 1.00 | 0.69 | 0.58 |
//! | `position += velocity * dt`, AVX2 | 1.00 | 0.97 | 0.82 |
//! | `position += velocity * dt`, AVX-512 | 1.00 | 0.84 | 0.83 |
//! | sum a column of `f32`, AVX2 | 1.00 | 0.99 | 0.99 |
//! | sum a column of `f32`, AVX-512 | 1.00 | 0.93 | 0.96 |
//!
//! It needs wide vectors: build with `-C target-cpu=x86-64-v3` or `native`. It has a price where
//! blocks are made, if the alignment is more than 16 bytes. A block is copied when it grows, where
//! the system extends others in place, so reserve the memory. If a column is tracked, the whole
//! block is written at once, so its reserved pages are in memory from the start.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(align = 64)]
//! struct Body { heat: f32, team: u8, mass: f32 }
//!
//! let bodies = BodyHub::with_capacity(1000);
//! assert_eq!(bodies.columns().mass.as_ptr().addr() % 64, 0);
//! ```
//!
//! # Compile time
//!
//! The derive compiles in 0.11 times the time of `soa_derive` for structs of 5 fields, 0.07 for
//! 50. `benches/results/compile_time.md` has the measurements.
//!
//! # What was tried
//!
//! The following ideas were measured, and they do not help. The figures of this section come from
//! prototypes that ran in turns with the library on a busy machine with two cores. The prototypes
//! of tables are hubs written by hand, with the five columns of the first table of this page in one
//! allocation. Their ratios are of CPU time, the least of 21 rounds (5 at a million rows).
//!
//! | idea | result |
//! |---|---|
//! | fill a freed row with its defaults only when a whole column is lent | at best 4.0, 5.0 and 9 ns per row at 1000, 20 000 and 100 000 rows, where a removal takes 3.4, 9.2 and 34. It cannot be done soundly in general: a shared borrow of the columns would have to write, and to run `Default` on any thread. A default with side effects would run another number of times |
//! | non-temporal stores for the defaults of freed rows | 320 to 530 ns per row instead of 21 |
//! | a summary bitmap over the words of live bits | when 90 % of the rows are holes in random order, only 0.1 % of the words are empty. It begins to help when more than 99 % are holes |
//! | `retain` with `layout = dense` that compacts one column after the other | 8.6, 11 and 18 ns per row at 1000, 20 000 and 100 000 rows, where a swap of whole rows takes 2.7, 4.5 and 15 |
//! | forced inlining of insertions | with ids of 4 bytes, 13 ns per row instead of 7.8, because the record is passed through memory with the error |
//! | plain `*` and `+` where the address of a value is computed, in place of functions that are inlined | no gain in compile time, and a lookup of a debug build takes 1.35 times the instructions, because each operator is checked for overflow |
//! | one table entry `{row, generation}` per slot for `layout = dense`, with the free slots as a stack | reads take 1.35, 0.73, 0.92 and 0.74 of the time at 1000, 20 000, 100 000 and a million rows; removals 1.06, 0.97, 1.01 and 0.82; a removal with an insertion 0.90, 0.97, 0.89 and 0.97; insertions into slots freed in random order 0.97, 0.87, 0.49 and 0.17. But an entry of 8 bytes has no room for a tag, nor for 32 bits of generation and the mark of a free slot. And `insert_at` takes a slot from the middle of the free slots in O(1), and their order stays, which a stack cannot do; a hub would need a list as well |
//! | the same with whole words and rows in one entry of 12 bytes, which keeps the list | reads take 1.33, 0.87, 1.20 and 1.27 of the time at these sizes |
//! | the ids of free slots after the last row of `layout = dense`, so that an insertion fetches the table of the eighth slot ahead | insertions into slots freed in random order take 1.18, 1.07, 0.56 and 0.15 of the time at these sizes, removals 1.11, 1.09, 1.05 and 1.13; a removal with an insertion 1.07, 1.01, 0.96 and 0.97. The same in a function of its own, for large hubs only, slows down every insertion, because the record leaves its registers for the call |
//! | generations and a stack of free slots instead of words for `layout = slots` | reads take 1.53, 0.96, 0.98 and 0.91 of the time at these sizes; a removal with an insertion 0.91, 0.85, 0.95 and 0.79; removals 1.06, 0.97, 1.09 and 0.86; insertions into freed slots 1.44, 1.38, 1.12 and 0.81. The limits of tags and of `insert_at` are the same |
//! | the widest column first, so that growth does not move it | growing takes 0.88 of the time for 10 000 rows of 432 bytes, and 1.02 for 100 000, where growth then meets more new pages |
//! | liveness from the table of generations, without bits | removals are faster, but walks take 1.3 to 1.45 times as long when 90 % of the rows are holes, and each architecture needs its own intrinsics |
//!
//! If removals from slots are hot and the default values do not matter, use `holes = kept`. It
//! writes nothing into columns that need no drop.
