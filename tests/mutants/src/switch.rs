//! The module that each crate with mutants gets. It is no part of this program.

/// The mutant of this process. Zero is none.
static mut ACTIVE: u32 = 0;
/// Which mutants were reached.
static mut REACHED: [bool; COUNT] = [false; COUNT];

/// The mutant of this build, for constants. Zero is none.
const BUILT: u32 = match option_env!("SOA_MUTANT") {
    Some(text) => match u32::from_str_radix(text, 10) {
        Ok(number) => number,
        Err(_) => 0,
    },
    None => 0,
};

/// Returns whether a mutant is active.
#[inline(always)]
pub(crate) const fn is(number: u32) -> bool {
    const fn in_a_constant(number: u32) -> bool {
        number == BUILT
    }
    #[inline(always)]
    fn at_run_time(number: u32) -> bool {
        // SAFETY: `ACTIVE` is written before `main` alone. Threads write one value to
        // `REACHED`, and it is read after `main`.
        unsafe {
            REACHED[number as usize] = true;
            ACTIVE == number
        }
    }
    core::intrinsics::const_eval_select((number,), in_a_constant, at_run_time)
}

#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = {
    extern "C" fn choose() {
        if let Ok(number) = std::env::var("SOA_MUTANT") {
            // SAFETY: There are no threads yet.
            unsafe { ACTIVE = number.parse().expect("a number") };
        }
    }
    choose
};

#[used]
#[unsafe(link_section = ".fini_array")]
static AFTER_MAIN: extern "C" fn() = {
    extern "C" fn report() {
        use std::io::Write;
        let Some(path) = std::env::var_os("SOA_REACHED") else {
            return;
        };
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        // SAFETY: `main` has ended.
        let reached = (0..COUNT).filter(|&number| unsafe { REACHED[number] });
        let text: String = reached.map(|number| format!("{number}\n")).collect();
        file.and_then(|mut file| file.write_all(text.as_bytes())).expect("a file");
    }
    report
};
