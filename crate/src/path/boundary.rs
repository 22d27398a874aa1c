//! Where a path stands to the working directory.
//!
//! Owns the one question "is this outside?". It takes two routes, as far as links could be followed, and answers. It knows
//! nothing of bash, of rules, of files, or of how a path was written.

use super::Flavor;
use super::route::{Part, Route};
use crate::access::Boundary;
use crate::value::Text;

/// Where `path` stands to `cwd`. Both are normalised.
///
/// A part that is not known counts as below what stands before it, unless it may climb. What may climb out of a directory
/// that has nothing to do with `cwd` is outside all the same: `/tmp/log.$x` is.
pub(super) fn boundary(flavor: Flavor, path: &Route, cwd: &Route) -> Boundary {
    if path.parts.contains(&Part::Up) {
        return Boundary::Either;
    }
    if !flavor.same(&path.root, &cwd.root) {
        return Boundary::Outside;
    }
    let mut parts = path.parts.iter();
    let mut surely = true;
    for directory in cwd.parts.iter().filter_map(Part::name) {
        match parts.next() {
            Some(Part::Name(name)) if flavor.same(name, directory) => {}
            Some(Part::Some(text)) if may_be(flavor, text, directory) => surely = false,
            Some(Part::Below(text)) if !begins(flavor, directory, text.prefix()) => return Boundary::Outside,
            Some(Part::Below(_) | Part::Any(_)) => return Boundary::Either,
            _ => return Boundary::Outside,
        }
    }
    if surely && !parts.any(|part| matches!(part, Part::Any(_))) { Boundary::Inside } else { Boundary::Either }
}

/// Whether a name that is not wholly known may be `name`, as far as its known ends tell.
fn may_be(flavor: Flavor, text: &Text, name: &str) -> bool {
    let end = text.suffix();
    let last = name.len().checked_sub(end.len()).and_then(|at| name.get(at..));
    begins(flavor, name, text.prefix()) && last.is_some_and(|last| flavor.same(last, end))
}

fn begins(flavor: Flavor, name: &str, start: &str) -> bool {
    name.get(..start.len()).is_some_and(|first| flavor.same(first, start))
}

#[cfg(test)]
mod tests {
    use super::super::route::parts;
    use super::*;
    use crate::value::{Hole, Piece};
    use Boundary::{Either, Inside, Outside};

    fn stands(flavor: Flavor, cwd: &str, path: &Text) -> Boundary {
        let root = flavor.root(path.prefix());
        let route = Route { root: Route::of(flavor, path.prefix()).root, parts: parts(flavor, path, root.len) };
        boundary(flavor, &route.normal(), &Route::of(flavor, cwd))
    }

    fn posix(path: &str) -> Boundary {
        stands(Flavor::Posix, "/home/u/w", &Text::from(path))
    }

    fn with(before: &str, hole: Hole, after: &str) -> Boundary {
        let text = Text::from(before).concat(&Text::hole(hole)).concat(&Text::from(after));
        stands(Flavor::Posix, "/home/u/w", &text)
    }

    fn glob(before: &str, glob: &str, after: &str) -> Boundary {
        let mut text = Text::from(before);
        text.push(Piece::Glob(glob.into()));
        text.push_str(after);
        stands(Flavor::Posix, "/home/u/w", &text)
    }

    macro_rules! stand {
        ($($name:ident => $left:expr, $right:expr;)*) => { $(#[test] fn $name() { assert_eq!($left, $right); })* };
    }

    stand! {
        the_directory_itself_is_inside     => posix("/home/u/w"), Inside;
        below_is_inside                    => posix("/home/u/w/a/b"), Inside;
        beside_is_outside                  => posix("/home/u/wx"), Outside;
        above_is_outside                   => posix("/home/u"), Outside;
        the_root_is_outside                => posix("/"), Outside;
        case_counts                        => posix("/home/u/W/a"), Outside;
        digits_inside_are_inside           => with("/home/u/w/", Hole::Digits, ""), Inside;
        a_name_inside_is_inside            => with("/home/u/w/a.", Hole::Name, "/x"), Inside;
        a_list_inside_is_inside            => with("/home/u/w/src/", Hole::Below, ""), Inside;
        anything_inside_may_climb          => with("/home/u/w/a", Hole::Any, ""), Either;
        anything_elsewhere_is_outside      => with("/tmp/log.", Hole::Any, ""), Outside;
        anything_above_may_be_inside       => with("/home/", Hole::Any, "/x"), Either;
        anything_from_the_root             => with("/", Hole::Any, ""), Either;
        a_list_above_may_be_inside         => with("/home/", Hole::Below, ""), Either;
        a_list_that_begins_elsewhere       => with("/home/x", Hole::Below, ""), Outside;
        a_list_elsewhere_is_outside        => with("/tmp/", Hole::Below, ""), Outside;
        a_name_beside_may_be_it            => with("/home/u/", Hole::Name, ""), Either;
        a_short_name_above_is_outside      => with("/home/", Hole::Name, ""), Outside;
        a_name_that_cannot_be_it           => with("/home/u/x", Hole::Name, ""), Outside;
        climbing_out_of_a_list             => with("/home/u/w/", Hole::Below, "/../.."), Either;
        a_glob_inside_is_inside            => glob("/home/u/w/", "*", "/x"), Inside;
        a_glob_above_may_be_it             => glob("/home/", "*", "/w/x"), Either;
        a_glob_above_with_another_end      => glob("/home/", "*", "/v/x"), Outside;
    }

    #[test]
    fn windows_ignores_case_and_knows_drives() {
        let at = |path: &str| stands(Flavor::Windows, "C:\\Code\\p", &Text::from(path));
        assert_eq!(at("c:/code/P/x"), Inside);
        assert_eq!(at("D:\\Code\\p"), Outside);
        assert_eq!(at("\\\\.\\C:\\Code\\p"), Outside);
        assert_eq!(at("\\\\server\\share\\x"), Outside);
    }
}
