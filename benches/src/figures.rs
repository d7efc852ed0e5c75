//! What a measurement found: the data that pages and pictures show.

/// The class of a contender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Has no handles or checks nothing: what the machine can do.
    Limit,
    /// One of this project's containers.
    Ours,
    /// A container of another crate.
    Peer,
}

impl Kind {
    /// Returns the text, in bold type if it is about one of this project's containers.
    pub fn mark(self, text: &str) -> String {
        match self {
            Self::Ours => format!("**{text}**"),
            Self::Limit | Self::Peer => text.to_owned(),
        }
    }
}

/// What was measured of one contender.
#[derive(Debug, Clone)]
pub struct Figure {
    /// The contender's name.
    pub name: String,
    /// The class of the contender.
    pub kind: Kind,
    /// The median time of one operation, in nanoseconds.
    pub nanoseconds: f64,
    /// The lower quartile, the median and the upper quartile of the ratio to the limit of the
    /// same round.
    pub ratio: [f64; 3],
}

/// The figures of one workload at one size.
#[derive(Debug)]
pub struct Measured {
    /// The size.
    pub size: usize,
    /// One figure for each contender, the limit first.
    pub figures: Vec<Figure>,
}

impl Measured {
    /// Returns the figure of this contender, if it took part.
    pub fn of(&self, contender: &Figure) -> Option<&Figure> {
        let mut figures = self.figures.iter();
        figures.find(|figure| figure.name == contender.name)
    }
}

/// Returns the figures of the size at which most contenders took part.
pub(crate) fn contenders(measured: &[Measured]) -> &[Figure] {
    let figures = measured.iter().map(|measured| measured.figures.as_slice());
    figures
        .max_by_key(|figures| figures.len())
        .unwrap_or_default()
}
