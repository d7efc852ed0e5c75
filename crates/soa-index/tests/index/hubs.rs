//! The records in both layouts, with and without tags, and with few generations.

use crate::record::record;

/// Moves rows of the dense layout.
macro_rules! sort {
    ($hub:ident, $a:ident, $b:ident) => {{
        let rows = $hub.len();
        if $a % 4 == 2 {
            $hub.sort_by(|left, right| left.team.cmp(right.team).then(right.hp.cmp(left.hp)));
        } else if $a % 2 == 0 {
            $hub.sort_by_key(|unit| unit.hp.wrapping_mul(u32::from($b) | 1));
        } else if rows > 0 {
            $hub.swap_rows(usize::from($a) % rows, usize::from($b) % rows);
        }
    }};
}

record!(
    slots,
    false,
    (layout = slots),
    |_: &mut Hub<Unit>, _: u8, _: u8| {}
);
record!(
    dense,
    false,
    (layout = dense),
    |hub: &mut Hub<Unit>, a: u8, b: u8| sort!(hub, a, b)
);
record!(
    tagged,
    true,
    (
        layout = slots,
        recycle = fifo,
        bits(index = 8, generation = 4, tag = 4)
    ),
    |_: &mut Hub<Unit>, _: u8, _: u8| {}
);
record!(
    dense_tagged,
    true,
    (
        layout = dense,
        exhausted = wrap,
        bits(index = 8, generation = 4, tag = 4)
    ),
    |hub: &mut Hub<Unit>, a: u8, b: u8| sort!(hub, a, b)
);

/// Runs a generic function for each record.
macro_rules! for_each_record {
    ($($test:ident($function:ident);)*) => {$(
        mod $test {
            #[test]
            fn with_slots() {
                super::$function::<crate::hubs::slots::Unit>();
            }

            #[test]
            fn dense() {
                super::$function::<crate::hubs::dense::Unit>();
            }

            #[test]
            fn with_tags() {
                super::$function::<crate::hubs::tagged::Unit>();
            }

            #[test]
            fn dense_with_tags() {
                super::$function::<crate::hubs::dense_tagged::Unit>();
            }
        }
    )*};
}

pub(crate) use for_each_record;
