//! The types of uniform variables, and the conversion of Rust values to their bytes.

use std::fmt;

/// The type of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scalar {
    F32,
    I32,
    U32,
}

/// The type of a variable or of a vertex input.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Type {
    /// Any other type, for example an array.
    #[default]
    Bytes,
    Scalar(Scalar),
    Vector(Scalar, u8),
    /// A matrix of `f32`.
    Matrix {
        columns: u8,
        rows: u8,
    },
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Bytes => f.write_str("bytes"),
            Type::Scalar(scalar) => write!(f, "{scalar}"),
            Type::Vector(scalar, size) => write!(f, "vec{size}<{scalar}>"),
            Type::Matrix { columns, rows } => write!(f, "mat{columns}x{rows}<f32>"),
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scalar::F32 => "f32",
            Scalar::I32 => "i32",
            Scalar::U32 => "u32",
        })
    }
}

/// A value of a uniform variable.
pub(crate) trait Uniform: Copy + Default {
    const TYPE: Type;

    /// Writes the value to the bytes of a variable.
    fn write(&self, bytes: &mut [u8]);

    /// Reads the value from the bytes of a variable.
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! scalar {
    ($($rust:ty => $scalar:ident),*) => { $(
        impl Uniform for $rust {
            const TYPE: Type = Type::Scalar(Scalar::$scalar);

            fn write(&self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }

            fn read(bytes: &[u8]) -> Self {
                let mut word = [0; size_of::<$rust>()];
                word.copy_from_slice(bytes);
                <$rust>::from_le_bytes(word)
            }
        }
    )* };
}

scalar!(f32 => F32, i32 => I32, u32 => U32);

macro_rules! vector {
    ($($size:literal),*) => { $(
        impl Uniform for [f32; $size] {
            const TYPE: Type = Type::Vector(Scalar::F32, $size);

            fn write(&self, bytes: &mut [u8]) {
                for (value, bytes) in self.iter().zip(bytes.chunks_exact_mut(4)) {
                    value.write(bytes);
                }
            }

            fn read(bytes: &[u8]) -> Self {
                let mut vector = [0.0; $size];
                for (value, bytes) in vector.iter_mut().zip(bytes.chunks_exact(4)) {
                    *value = f32::read(bytes);
                }
                vector
            }
        }
    )* };
}

vector!(2, 3, 4);

macro_rules! matrix {
    ($($size:literal),*) => { $(
        // In a uniform buffer a column of three rows has the size of four.
        impl Uniform for [[f32; $size]; $size] {
            const TYPE: Type = Type::Matrix { columns: $size, rows: $size };

            fn write(&self, bytes: &mut [u8]) {
                for (column, bytes) in self.iter().zip(bytes.chunks_exact_mut(16)) {
                    column.write(&mut bytes[..$size * 4]);
                }
            }

            fn read(bytes: &[u8]) -> Self {
                let mut matrix = [[0.0; $size]; $size];
                for (column, bytes) in matrix.iter_mut().zip(bytes.chunks_exact(16)) {
                    *column = Uniform::read(&bytes[..$size * 4]);
                }
                matrix
            }
        }
    )* };
}

matrix!(3, 4);

/// Writes the text of a default, such as `1 0.5 0` or `identity`. Returns `None` if it does not fit
/// the type.
pub(crate) fn write_default(r#type: Type, text: &str, bytes: &mut [u8]) -> Option<()> {
    match (r#type, text) {
        (
            Type::Matrix {
                columns: 3,
                rows: 3,
            },
            "identity",
        ) => Uniform::write(&identity::<3>(), bytes),
        (
            Type::Matrix {
                columns: 4,
                rows: 4,
            },
            "identity",
        ) => Uniform::write(&identity::<4>(), bytes),
        (Type::Scalar(scalar), word) => write_word(scalar, word, bytes)?,
        (Type::Vector(scalar, size), words) => {
            let words: Vec<&str> = words.split_whitespace().collect();
            if words.len() != usize::from(size) {
                return None;
            }
            for (word, bytes) in words.iter().zip(bytes.chunks_exact_mut(4)) {
                write_word(scalar, word, bytes)?;
            }
        }
        _ => return None,
    }
    Some(())
}

fn write_word(scalar: Scalar, word: &str, bytes: &mut [u8]) -> Option<()> {
    match scalar {
        Scalar::F32 => word.parse::<f32>().ok()?.write(bytes),
        Scalar::I32 => word.parse::<i32>().ok()?.write(bytes),
        Scalar::U32 => word.parse::<u32>().ok()?.write(bytes),
    }
    Some(())
}

fn identity<const N: usize>() -> [[f32; N]; N] {
    std::array::from_fn(|column| std::array::from_fn(|row| f32::from(u8::from(column == row))))
}
