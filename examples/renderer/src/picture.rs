//! The colours of fallbacks in a picture.

/// Returns whether all three channels are equal. Only what is not loaded yet is drawn in grey.
pub(crate) fn is_grey([red, green, blue]: [u8; 3]) -> bool {
    red == green && green == blue
}

/// Returns whether a colour has much red and blue, but little green. Only what failed to load is
/// drawn in magenta.
pub(crate) fn is_magenta([red, green, blue]: [u8; 3]) -> bool {
    red > 60 && blue > 60 && u16::from(green) * 3 < u16::from(red.min(blue))
}
