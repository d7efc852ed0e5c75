//! What turns bytes into records.

use std::marker::PhantomData;

#[cfg(feature = "json")]
use serde::de::DeserializeOwned;
use soa_runtime::IdAllocator;
use soa_runtime::generic::Vacate;

use crate::error::BoxError;
use crate::job::Job;

/// Turns bytes into records: one kind of resource.
///
/// [`Bytes`], [`Text`] and `Json` are loaders. A function or closure that makes the
/// record is one, too, if nothing is to be evicted: what it loads has no [`cost`](Self::cost). A
/// function pointer gives its library a type that a struct can name.
///
/// # Examples
///
/// ```
/// # use soa_resources::examples::{Note, NoteHub};
/// use soa_resources::{BoxError, Job, Library, Memory, StandIn, Tag};
///
/// /// `Library<Notes>` and `ResourceId<Notes>` are types of fields.
/// type Notes = fn(Vec<u8>, &Job<'_>) -> Result<Note, BoxError>;
///
/// let memory = Memory::new();
/// memory.insert("a.txt", " A ");
/// let mut notes = NoteHub::new();
/// let blank = notes.insert(Note { text: String::new() });
/// let trimmed = |bytes, job: &Job<'_>| {
///     let text = String::from_utf8(bytes)?.trim().to_owned();
///     assert_eq!(job.name(), "a.txt");
///     Ok(Note { text })
/// };
/// let mut library: Library<Notes> =
///     Library::new(trimmed, memory, StandIn { placeholder: blank, error: blank });
///
/// let a = library.request("a.txt", Tag(1));
/// library.finish_all_into(&mut notes);
/// assert_eq!(notes.row(library.row(a)).text, "A");
/// ```
///
/// A type of its own has a cost, and may decode to something else than the record:
///
/// ```
/// use soa_resources::{BoxError, Job, Loader};
/// use soa_runtime::IdAllocator;
///
/// /// The source of a shader.
/// #[derive(IdAllocator)]
/// pub struct Shader {
///     pub source: String,
/// }
///
/// struct Wgsl;
///
/// impl Loader for Wgsl {
///     type Record = Shader;
///     type Decoded = Shader;
///
///     fn decode(&self, bytes: Vec<u8>, job: &Job<'_>) -> Result<Shader, BoxError> {
///         let mut source = String::new();
///         for line in String::from_utf8(bytes)?.lines() {
///             // A change of the included file loads this shader again.
///             match line.strip_prefix("#include ") {
///                 Some(name) => source += &String::from_utf8(job.read(name)?)?,
///                 None => source += line,
///             }
///             source += "\n";
///         }
///         Ok(Shader { source })
///     }
///
///     fn cost(&self, shader: &Shader) -> u64 {
///         shader.source.len() as u64
///     }
/// }
/// ```
pub trait Loader: Send + Sync + 'static {
    /// What the hub stores.
    type Record: IdAllocator + Vacate;
    /// What a decode produces: the record itself, what [converts](Into) into it, or what the closure
    /// of [`maintain`](crate::Library::maintain) needs to make the record on the owner's
    /// thread. An example is an image that becomes a texture of the GPU.
    type Decoded: Send;

    /// Decodes the bytes of one resource. It runs on a worker, or inside
    /// `maintain` if the library has no threads.
    ///
    /// # Errors
    ///
    /// Returns whatever is wrong with the bytes. The resource then shows the error
    /// row, or what it showed before, and
    /// [`Library::error`](crate::Library::error) returns the cause. A panic is an
    /// error with the panic's message.
    fn decode(&self, bytes: Vec<u8>, job: &Job<'_>) -> Result<Self::Decoded, BoxError>;

    /// Returns the memory that the resource takes once it is loaded, in bytes. The
    /// library compares the sum with its [`budget`](crate::Config::budget).
    ///
    /// It is called once after each decode, on the same thread. A panic is a failure
    /// of that name. By default the cost is 0, and a resource that costs nothing is
    /// never evicted.
    fn cost(&self, decoded: &Self::Decoded) -> u64 {
        let _ = decoded;
        0
    }
}

impl<F, R> Loader for F
where
    F: Fn(Vec<u8>, &Job<'_>) -> Result<R, BoxError> + Send + Sync + 'static,
    R: IdAllocator + Vacate + Send,
{
    type Record = R;
    type Decoded = R;

    fn decode(&self, bytes: Vec<u8>, job: &Job<'_>) -> Result<R, BoxError> {
        self(bytes, job)
    }
}

/// Loads files as they are. The record is made of the bytes by `From<Vec<u8>>`, or by the closure of
/// [`maintain`](crate::Library::maintain). The cost is the length.
///
/// # Examples
///
/// ```
/// use soa_resources::{Bytes, Library, Memory, StandIn, Tag};
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// struct Sound { samples: Vec<u8> }
///
/// impl From<Vec<u8>> for Sound {
///     fn from(samples: Vec<u8>) -> Self {
///         Sound { samples }
///     }
/// }
///
/// let files = Memory::new();
/// files.insert("door", [3, 1, 2]);
/// let mut sounds = SoundHub::new();
/// let silence = sounds.alloc();
/// let stand_in = StandIn { placeholder: silence, error: silence };
/// let mut library = Library::new(Bytes::<Sound>::new(), files, stand_in);
///
/// let door = library.request("door", Tag(1));
/// library.finish_all_into(&mut sounds);
/// assert_eq!(sounds.row(library.row(door)).samples, &[3, 1, 2]);
/// ```
#[derive(Debug)]
pub struct Bytes<R>(PhantomData<fn() -> R>);

impl<R: IdAllocator + Vacate + 'static> Loader for Bytes<R> {
    type Record = R;
    type Decoded = Vec<u8>;

    fn decode(&self, bytes: Vec<u8>, _: &Job<'_>) -> Result<Vec<u8>, BoxError> {
        Ok(bytes)
    }

    fn cost(&self, bytes: &Vec<u8>) -> u64 {
        bytes.len() as u64
    }
}

/// Loads texts in UTF-8. The record is made of the text by `From<String>`, or by the closure of
/// [`maintain`](crate::Library::maintain). The cost is the length in bytes.
///
/// # Examples
///
/// ```
/// use soa_resources::{Library, Memory, StandIn, Tag, Text};
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// struct Shader { source: String }
///
/// let files = Memory::new();
/// files.insert("sky", "fn main() {}");
/// let mut shaders = ShaderHub::new();
/// let empty = shaders.alloc();
/// let stand_in = StandIn { placeholder: empty, error: empty };
/// let mut library = Library::new(Text::<Shader>::new(), files, stand_in);
///
/// let sky = library.request("sky", Tag(1));
/// library.finish_all(&mut shaders, |ready| Ok(Shader { source: ready.decoded }));
/// assert_eq!(shaders.row(library.row(sky)).source, "fn main() {}");
/// ```
#[derive(Debug)]
pub struct Text<R>(PhantomData<fn() -> R>);

impl<R: IdAllocator + Vacate + 'static> Loader for Text<R> {
    type Record = R;
    type Decoded = String;

    fn decode(&self, bytes: Vec<u8>, _: &Job<'_>) -> Result<String, BoxError> {
        Ok(String::from_utf8(bytes)?)
    }

    fn cost(&self, text: &String) -> u64 {
        text.len() as u64
    }
}

/// Loads JSON, with the feature `json`: files that describe a `T`. That is the record, or the record
/// is made of it by `From<T>`, or by the closure of
/// [`maintain`](crate::Library::maintain). The cost is 0, so nothing is evicted.
///
/// # Examples
///
/// ```
/// use serde::Deserialize;
/// use soa_resources::{Json, Library, Memory, StandIn, Tag};
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator, Deserialize)]
/// struct Monster { hp: u32, speed: f32 }
///
/// let files = Memory::new();
/// files.insert("ogre", r#"{ "hp": 90, "speed": 0.5 }"#);
/// files.insert("orc", r#"{ "hp": -1 }"#);
/// let mut monsters = MonsterHub::new();
/// let none = monsters.alloc();
/// let stand_in = StandIn { placeholder: none, error: none };
/// let mut library = Library::new(Json::<Monster>::new(), files, stand_in);
///
/// let [ogre, orc] = ["ogre", "orc"].map(|name| library.request(name, Tag(1)));
/// library.finish_all_into(&mut monsters);
/// assert_eq!(monsters.row(library.row(ogre)).hp, &90);
/// let error = library.error(orc).expect("it is refused").to_string();
/// assert!(error.contains("invalid value: integer `-1`, expected u32 at line 1"), "{error}");
/// ```
#[cfg(feature = "json")]
#[cfg_attr(docsrs, doc(cfg(feature = "json")))]
#[derive(Debug)]
pub struct Json<T, R = T>(PhantomData<fn() -> (T, R)>);

#[cfg(feature = "json")]
impl<T, R> Loader for Json<T, R>
where
    T: DeserializeOwned + Send + 'static,
    R: IdAllocator + Vacate + 'static,
{
    type Record = R;
    type Decoded = T;

    fn decode(&self, bytes: Vec<u8>, _: &Job<'_>) -> Result<T, BoxError> {
        Ok(serde_json::from_slice(&bytes)?)
    }
}

macro_rules! constructors {
    ($name:ident<$($parameter:ident),+>) => {
        impl<$($parameter),+> $name<$($parameter),+> {
            /// Returns the loader.
            pub const fn new() -> Self {
                Self(PhantomData)
            }
        }

        impl<$($parameter),+> Default for $name<$($parameter),+> {
            fn default() -> Self {
                Self::new()
            }
        }
    };
}

constructors!(Bytes<R>);
constructors!(Text<R>);
#[cfg(feature = "json")]
constructors!(Json<T, R>);
