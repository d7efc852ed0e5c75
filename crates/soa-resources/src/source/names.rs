//! The names that a folder accepts, and the error of a name that is not there.

use std::io;

/// Checks that a name leads to nothing outside its folder, on any system: it is
/// relative, its parts are plain, and only `/` divides them.
pub(super) fn check(name: &str) -> io::Result<()> {
    let refuse = |why| Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    if name.contains('\0') {
        return refuse("the name has a NUL in it; write it without");
    }
    if name.contains('\\') {
        return refuse("the name has a backslash in it; divide its parts by `/`");
    }
    if name.contains(':') {
        return refuse(
            "the name has a `:` in it; write it relative to the folder, without a drive",
        );
    }
    if name.starts_with('/') {
        return refuse("the name is absolute; write it relative to the folder");
    }
    match name.split('/').find(|part| ["", ".", ".."].contains(part)) {
        Some("") => refuse("the name has an empty part; divide its parts by one `/`"),
        Some(_) => refuse("the name has a part `.` or `..`; write the parts from the folder on"),
        None => Ok(()),
    }
}

/// Returns the sorted names below `folder`, for a source that reads any name.
pub(super) fn below<'n>(
    folder: &str,
    names: impl Iterator<Item = &'n str>,
) -> io::Result<Vec<String>> {
    check_folder(folder)?;
    let is_below = |name: &&str| {
        let rest = name.strip_prefix(folder);
        folder.is_empty() || rest.is_some_and(|rest| rest.starts_with('/'))
    };
    let names = names.filter(is_below).filter(|name| check(name).is_ok());
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    names.sort_unstable();
    Ok(names)
}

/// Checks a name of a folder. The empty one stands for everything.
pub(super) fn check_folder(folder: &str) -> io::Result<()> {
    if folder.is_empty() {
        return Ok(());
    }
    check(folder)
}

/// Returns the error of a name that `place` does not have.
pub(super) fn not_found(place: &str) -> io::Error {
    io::Error::new(
        io::ErrorKind::NotFound,
        format!("{place} has nothing of that name"),
    )
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn plain_relative_names_are_accepted() {
        for name in [
            "a",
            "a.png",
            "a/b/c.png",
            ".hidden",
            "..a",
            "a..",
            "...",
            "ä/ö ü.png",
        ] {
            assert!(check(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn names_that_could_lead_elsewhere_are_refused() {
        let names = [
            "",
            "/",
            "/a",
            "a/",
            "a//b",
            ".",
            "..",
            "./a",
            "a/./b",
            "a/../b",
            "../a",
            "a/..",
            "a\\b",
            "..\\a",
            "c:",
            "c:/a",
            "a:b",
            "\\\\server\\share",
            "a\0",
            "//server/share",
        ];
        for name in names {
            let error = check(name).expect_err(name);
            assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput, "{name}");
        }
    }
}
