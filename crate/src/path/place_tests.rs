//! Places, one line a behaviour.

use super::super::{FileSystem, NoFileSystem, Table};
use super::*;

/// The word in a test: `<any>`, `<name>`, `<digits>`, `<below>` are holes, `{…}` is a glob, a leading `<~x>` a home.
fn word(source: &str) -> Text {
    let mut out = Text::default();
    for part in source.split_inclusive(['>', '}']) {
        let (before, inner) = part.split_once(['<', '{']).unwrap_or((part, ""));
        out.push_str(before);
        out.push(match inner.trim_end_matches(['>', '}']) {
            "" => continue,
            "any" => Piece::Hole(Hole::Any),
            "name" => Piece::Hole(Hole::Name),
            "digits" => Piece::Hole(Hole::Digits),
            "below" => Piece::Hole(Hole::Below),
            inner if inner.starts_with('~') => Piece::Home(inner.trim_start_matches('~').into()),
            inner => Piece::Glob(inner.into()),
        });
    }
    out
}

fn on<'a>(platform: Platform, fs: &'a dyn FileSystem) -> Surroundings<'a> {
    let cwd = if platform == Platform::Win32 { "C:\\code\\proj" } else { "/home/u/w" };
    Surroundings { platform, cwd, home: None, fs }
}

fn describe(place: Option<Place>) -> String {
    match place {
        None => "none".to_owned(),
        Some(place) => {
            let boundary = format!("{:?}", place.boundary).to_lowercase();
            format!("{boundary} {}", place.shown().map_or("?".to_owned(), Text::plain))
        }
    }
}

fn known(path: &str) -> Directory {
    Directory::Known(path.to_owned())
}

const FILES: &str = r#"{"/home/u/w/etclink": {"link": "/etc"}, "/etc/hosts": "file", "/home/u/w/src/a.c": "file",
    "/home/u/w/sublink": {"link": "/srv/t/sub"}, "/srv/t/sub/x": "file", "/srv/in": {"link": "/home/u/w/src"},
    "/home/u/w/err": {"link": "/dev/stderr"}, "/dev/stderr": {"link": "/proc/self/fd/2"}, "/odd": {"link": "/a/b"},
    "/a/dev/null": "file", "/a/b": "directory", "/home/u/alias": {"link": "w"}}"#;

macro_rules! places {
    ($test:ident, $place:expr; $($name:ident => $word:expr, $expected:expr;)*) => {
        #[test]
        fn $test() {
            let place = $place;
            $(assert_eq!(describe(place($word)), $expected, stringify!($name));)*
        }
    };
}

fn files() -> Table {
    Table::new(Flavor::Posix, serde_json::from_str(FILES).unwrap())
}

fn read_in(directory: Directory) -> impl Fn(&str) -> Option<Place> {
    move |source| on(Platform::Linux, &files()).place(&directory, &word(source), Mode::Read)
}

fn read_blind(directory: Directory) -> impl Fn(&str) -> Option<Place> {
    move |source| on(Platform::Linux, &NoFileSystem).place(&directory, &word(source), Mode::Read)
}

fn read_windows(directory: Directory) -> impl Fn(&str) -> Option<Place> {
    move |source| on(Platform::Win32, &NoFileSystem).place(&directory, &word(source), Mode::Read)
}

places! { with_a_file_system, read_in(known("/home/u/w"));
    a_relative_word                  => "src/a.c", "inside /home/u/w/src/a.c";
    the_directory_itself             => ".", "inside /home/u/w";
    the_parent                       => "..", "outside /home/u";
    the_empty_word                   => "", "none";
    a_link_out_is_outside            => "etclink/hosts", "outside /home/u/w/etclink/hosts";
    a_link_in_is_inside              => "/srv/in/new", "inside /srv/in/new";
    the_parent_of_a_link_is_shown    => "sublink/../secret", "outside /srv/t/secret";
    the_way_back_is_shown_as_text    => "src/../new", "inside /home/u/w/new";
    a_glob_below_a_link_out          => "etclink/{*}", "outside /home/u/w/etclink/*";
    a_name_below_a_link_out          => "etclink/<name>", "outside /home/u/w/etclink/*";
    a_missing_file_below_a_link_out  => "etclink/new", "outside /home/u/w/etclink/new";
    a_link_to_a_device_is_no_device  => "err", "outside /home/u/w/err";
    a_device                         => "/dev/stderr", "none";
    a_device_by_a_detour_is_none     => "/odd/../dev/null", "outside /a/dev/null";
    an_alias_of_the_directory        => "/home/u/alias/src", "inside /home/u/alias/src";
}

places! { behind_a_link, read_in(known("/home/u/w/sublink"));
    a_word_is_below_the_target       => "x", "outside /home/u/w/sublink/x";
    the_parent_is_the_targets        => "../secret", "outside /srv/t/secret";
}

places! { without_a_file_system, read_blind(known("/home/u/w"));
    a_glob_inside                    => "src/{*}.c", "inside /home/u/w/src/*.c";
    a_glob_in_the_middle             => "{*}/../a", "inside /home/u/w/a";
    digits                           => "log.<digits>", "inside /home/u/w/log.*";
    a_name                           => "out/<name>/x", "inside /home/u/w/out/*/x";
    a_list                           => "<below>", "inside /home/u/w/**";
    a_list_left_upwards              => "<below>/../x", "either /home/u/w/**/../x";
    anything_relative                => "out/<any>", "either /home/u/w/out/**";
    anything_glued                   => "x<any>", "either /home/u/w/x**";
    anything_at_the_beginning        => "<any>/x", "either ?";
    anything_elsewhere               => "/tmp/log.<any>", "outside /tmp/log.**";
    anything_from_the_root           => "/<any>", "either /**";
    anything_from_above              => "/home/u/<any>.txt", "either /home/u/**.txt";
    a_text_with_a_line_break         => "a\nb/../c", "inside /home/u/w/c";
    another_home                     => "<~bob>/x", "outside ~bob/x";
    a_device                         => "/dev/null", "none";
    a_device_with_a_tail             => "/dev/null/x", "outside /dev/null/x";
    a_device_left_upwards            => "/dev/null/../etc/passwd", "outside /dev/etc/passwd";
    a_device_left_to_the_root        => "/dev/null/../../etc/passwd", "outside /etc/passwd";
    a_descriptor                     => "/dev/fd/<digits>", "none";
}

places! { in_an_unknown_directory, read_blind(Directory::Unknown);
    relative                         => "x", "either ?";
    absolute                         => "/etc/x", "outside /etc/x";
}

places! { in_a_pattern, read_blind(Directory::Pattern(word("/tmp/tmp.<name>")));
    below                            => "x", "outside /tmp/tmp.*/x";
    above                            => "../x", "outside /tmp/x";
    absolute                         => "/home/u/w/x", "inside /home/u/w/x";
}

places! { in_another_home, read_blind(Directory::Literal("~bob".to_owned()));
    below                            => "x", "outside ~bob/x";
    above                            => "../x", "either ?";
}

places! { on_windows, read_windows(known("C:\\code\\proj"));
    relative                         => "src/a", "inside C:\\code\\proj\\src\\a";
    in_other_case                    => "c:/CODE/Proj/a", "inside c:\\CODE\\Proj\\a";
    a_mount_inside                   => "/c/code/proj/x", "inside C:\\code\\proj\\x";
    a_mount_outside                  => "/c/Other/x", "outside C:\\Other\\x";
    a_mount_alone                    => "/d", "outside D:\\";
    a_mount_with_a_hole              => "/c/code/proj/<name>", "inside C:\\code\\proj\\*";
    a_mount_behind_a_hole            => "/<any>", "either ?";
    a_literal                        => "/tmp/../etc", "outside /tmp/../etc";
    a_literal_with_a_hole            => "/tmp/<any>", "outside /tmp/**";
    a_device                         => "/dev/null", "none";
    no_device                        => "/DEV/NULL", "outside /DEV/NULL";
    a_device_name_of_dos             => "NUL", "inside C:\\code\\proj\\NUL";
    the_device_namespace             => "\\\\.\\C:\\secret", "outside \\\\.\\C:\\secret";
    a_share                          => "\\\\srv\\share\\x", "outside \\\\srv\\share\\x";
    half_a_share                     => "\\\\srv<any>", "either ?";
    the_drives_directory             => "C:x", "inside C:\\code\\proj\\x";
    a_bare_drive_here                => "c:", "inside c:\\code\\proj";
    a_bare_drive_elsewhere           => "D:", "outside D:\\";
    another_drive                    => "D:x", "outside D:\\x";
    a_drive_and_a_hole               => "C:<any>", "either ?";
    rooted                           => "\\x", "outside C:\\x";
    up                               => "..\\x", "outside C:\\code\\x";
}

places! { on_windows_in_a_literal_directory, read_windows(Directory::Literal("/tmp".to_owned()));
    below                            => "./x", "outside /tmp/x";
    the_directory_itself             => ".", "outside /tmp";
    above                            => "a/../x", "either ?";
    rooted                           => "\\x", "either ?";
    absolute                         => "C:\\code\\proj\\x", "inside C:\\code\\proj\\x";
}

#[test]
fn a_look_follows_links() {
    let at = |source: &str| on(Platform::Linux, &files()).look(&known("/home/u/w"), &word(source));
    assert_eq!(at("etclink"), Entry::Directory);
    assert_eq!(at("etclink/hosts"), Entry::File);
    assert_eq!(at("etclink/hosts/x"), Entry::Missing);
    assert_eq!(at("sublink/../sub/x"), Entry::File);
    assert_eq!(at("etclink/<name>"), Entry::Unknown);
    assert_eq!(at(""), Entry::Missing);
}

#[test]
fn a_link_is_removed_itself() {
    let at =
        |source: &str, mode| describe(on(Platform::Linux, &files()).place(&known("/home/u/w"), &word(source), mode));
    assert_eq!(at("etclink", Mode::Delete), "inside /home/u/w/etclink");
    assert_eq!(at("etclink/", Mode::Delete), "outside /home/u/w/etclink");
    assert_eq!(at("etclink/hosts", Mode::Delete), "outside /home/u/w/etclink/hosts");
    assert_eq!(at("etclink", Mode::Write), "outside /home/u/w/etclink");
}

#[test]
fn a_connection_is_no_path() {
    let place = on(Platform::Linux, &NoFileSystem).place(&known("/"), &word("/dev/tcp/h/80"), Mode::Network).unwrap();
    assert!(place.external() && place.literal_only && place.canonical.is_none());
    assert_eq!(place.record_path().unwrap(), "/dev/tcp/h/80");
}

#[test]
fn a_pattern_is_marked() {
    let at = |source: &str| read_blind(known("/home/u/w"))(source).unwrap();
    assert!(at("{*}.c").is_pattern() && at("<any>").is_pattern());
    assert!(!at("a*").is_pattern() && !at("<~bob>").is_pattern());
    assert_eq!(at("<any>").record_path(), None);
    assert_eq!(at("a").canonical, None);
}

#[test]
fn the_typed_form_of_a_mount_stays() {
    let place = read_windows(known("C:\\code\\proj"))("/c/x").unwrap();
    assert_eq!((place.typed.plain(), place.lexical.unwrap().plain()), ("/c/x".to_owned(), "C:\\x".to_owned()));
}

fn change(platform: Platform, from: Directory, target: &str, physical: bool) -> String {
    let files = files();
    let fs: &dyn FileSystem = if platform == Platform::Win32 { &NoFileSystem } else { &files };
    match on(platform, fs).change(&from, &word(target), physical) {
        Directory::Known(path) => path,
        Directory::Pattern(text) => format!("pattern {}", text.plain()),
        Directory::Literal(path) => format!("literal {path}"),
        Directory::Unknown => "unknown".to_owned(),
    }
}

macro_rules! changes {
    ($($name:ident => $platform:ident $from:expr, $target:expr, $physical:expr, $to:expr;)*) => {
        $(#[test] fn $name() { assert_eq!(change(Platform::$platform, $from, $target, $physical), $to); })*
    };
}

changes! {
    cd_relative                      => Linux known("/home/u/w"), "src", false, "/home/u/w/src";
    cd_to_nothing_stays              => Linux known("/home/u/w"), "", false, "/home/u/w";
    cd_up_is_logical                 => Linux known("/home/u/w/sublink"), "..", false, "/home/u/w";
    cd_up_physically                 => Linux known("/home/u/w/sublink"), "..", true, "/srv/t";
    cd_physically                    => Linux known("/home/u/w"), "sublink", true, "/srv/t/sub";
    cd_logically                     => Linux known("/home/u/w"), "sublink", false, "/home/u/w/sublink";
    cd_to_a_name                     => Linux known("/tmp"), "t.<name>", false, "pattern /tmp/t.*";
    cd_to_anything                   => Linux known("/tmp"), "<any>", false, "unknown";
    cd_to_another_home               => Linux known("/tmp"), "<~bob>/x", false, "literal ~bob/x";
    cd_from_the_unknown              => Linux Directory::Unknown, "x", false, "unknown";
    cd_out_of_the_unknown            => Linux Directory::Unknown, "/x", false, "/x";
    cd_out_of_a_pattern              => Linux Directory::Pattern(word("/tmp/<name>")), "..", false, "/tmp";
    cd_to_a_mount                    => Win32 known("C:\\code\\proj"), "/d/x", false, "D:\\x";
    cd_to_a_literal                  => Win32 known("C:\\code\\proj"), "/tmp", false, "literal /tmp";
    cd_below_a_literal               => Win32 Directory::Literal("/tmp".to_owned()), "a", false, "literal /tmp/a";
    cd_above_a_literal               => Win32 Directory::Literal("/tmp".to_owned()), "..", false, "unknown";
    cd_on_windows                    => Win32 known("C:\\code\\proj"), "..\\b", false, "C:\\code\\b";
}

/// Numbers that look random and are the same in every run.
struct Numbers(u32);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as usize % n
    }
}

/// No text makes the core panic, what is absolute is normal, and what has no holes is never `either`.
#[test]
fn random_words_are_placed() {
    let bits = [
        "/", "/", "\\", "..", ".", "a", "c", "C:", "é", "\n", "\0", "~", "dev", "null", "etclink", "sublink", "<any>",
        "<name>", "<digits>", "<below>", "{*}", "home/u/w", "tmp", "srv",
    ];
    let mut numbers = Numbers(20_260_101);
    let files = files();
    for _ in 0..5_000 {
        let source: String = (0..numbers.below(9)).map(|_| bits[numbers.below(bits.len())]).collect();
        let word = word(&source);
        let platform = [Platform::Linux, Platform::Win32][numbers.below(2)];
        let fs: &dyn FileSystem = if numbers.below(2) == 0 { &files } else { &NoFileSystem };
        let session = on(platform, fs);
        for directory in [known(session.cwd), Directory::Unknown, Directory::Literal("/tmp".to_owned())] {
            let next = session.change(&directory, &word, numbers.below(2) == 0);
            for directory in [&directory, &next] {
                let Some(place) = session.place(directory, &word, Mode::Read) else { continue };
                let path = place.lexical.as_ref().and_then(Text::known);
                let Some(path) = path.filter(|_| !place.literal_only) else { continue };
                let flavor = platform.flavor();
                assert_eq!(flavor.resolve("", path), path, "{source:?}");
                assert_eq!(flavor.normalize(path), path, "{source:?}");
                assert_ne!(place.boundary, Boundary::Either, "{source:?}");
            }
        }
    }
}
