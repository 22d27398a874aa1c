//! What commands touch, one line a behaviour. Each right side is what bash 5.2 does, as far as it can be known before.

use super::{Environment, evaluate};
use crate::access::{Boundary, Certainty};
use crate::path::{Flavor, Listed, Platform, Surroundings, Table};
use std::collections::BTreeMap;

/// The accesses of `source` in `/w`: mode, path, and `?` where it is only possible.
fn accesses(source: &str) -> String {
    let files: BTreeMap<String, Listed> = ["/w/a/b/f", "/w/c/x.c", "/w/c/y.c", "/w/f", "/srv/deep/s", "/home/u/h/x"]
        .into_iter()
        .map(|path| (path.to_owned(), Listed::File))
        .chain([("/w/link".to_owned(), Listed::Link("/srv/deep".to_owned()))])
        .collect();
    let table = Table::new(Flavor::Posix, files);
    let env: BTreeMap<String, String> =
        [("HOME", "/home/u"), ("E", "env")].map(|(n, v)| (n.to_owned(), v.to_owned())).into();
    let surroundings = Surroundings { platform: Platform::Linux, cwd: "/w", home: Some("/home/u"), fs: &table };
    let evaluation = evaluate(source, &Environment { surroundings, env: Some(&env), prefix: None });
    let mut out: Vec<String> = evaluation
        .accesses
        .iter()
        .map(|access| {
            let path = access.place.record_path().unwrap_or_else(|| "?".to_owned());
            let path = path
                .strip_prefix("/w/")
                .filter(|_| access.place.boundary == Boundary::Inside)
                .unwrap_or(&path)
                .to_owned();
            let mode = format!("{:?}", access.mode).to_lowercase();
            let mark = if access.certainty == Certainty::Possible { "?" } else { "" };
            format!("{mode}{mark} {path}")
        })
        .collect();
    out.extend(evaluation.coverage.codes().map(|code| format!("{code:?}")));
    out.join(", ")
}

/// The source with a line below it that marks the spans of its accesses.
fn marked(source: &str) -> String {
    let files = Table::new(Flavor::Posix, BTreeMap::new());
    let surroundings = Surroundings { platform: Platform::Linux, cwd: "/w", home: Some("/home/u"), fs: &files };
    let evaluation = evaluate(source, &Environment { surroundings, env: None, prefix: None });
    let mut marks = vec![' '; source.len()];
    for span in evaluation.accesses.iter().filter_map(|a| a.span) {
        for mark in marks.iter_mut().take(span.end as usize).skip(span.start as usize) {
            *mark = '^';
        }
    }
    format!("{source}\n{}", marks.into_iter().collect::<String>())
}

macro_rules! accesses {
    ($($name:ident => $source:literal => $expected:literal;)*) => {
        $(#[test]
        fn $name() {
            let found = accesses($source);
            assert_eq!(found, $expected, "\n{}", marked($source));
        })*
    };
}

accesses! {
    // Words.
    literal => "cat f" => "read f";
    single_quotes => "cat 'a b'" => "read a b";
    double_quotes => "cat \"a $E\"" => "read a env";
    ansi_quotes => r"cat $'\x2fetc/x'" => "read /etc/x";
    escaped => r"cat a\ b" => "read a b";
    mixed_quotes => r#"cat /e't'"c"/x"# => "read /etc/x";
    braces => "cat {a,c}/x" => "read a/x, read c/x";
    braces_come_before_names => "s=q; s1=/etc/x; cat $s{1,1}" => "read /etc/x";
    brace_sequence => "cat f{1..2}" => "read f1, read f2";
    tilde => "cat ~/x" => "read /home/u/x";
    tilde_of_root => "cat ~root/x" => "read /root/x";
    tilde_quoted => "cat '~'/x" => "read ~/x";
    tilde_in_assignment => "p=~/x; cat $p" => "read /home/u/x";
    tilde_plus => "cat ~+/f" => "read f";
    glob => "cat c/*.c" => "read c/x.c, read c/y.c";
    glob_question => "cat c/?.c" => "read c/x.c, read c/y.c";
    glob_bracket => "cat c/[x].c" => "read c/x.c";
    glob_without_match => "cat c/*.z" => "read c/*.z";
    glob_quoted => "cat 'c/*.c'" => r"read c/*.c";
    glob_in_value => "g='c/*.c'; cat $g" => "read c/x.c, read c/y.c";
    glob_in_quoted_value => "g='c/*.c'; cat \"$g\"" => "read c/*.c";
    split_value => "v='a b'; cat $v" => "read a, read b";
    values_are_crossed => "C=echo F=/etc/x; [ -z $r ] && C=cat F=f; if [ -n $s ]; then F=g; fi; $C $F" => "read? g, read? f, read? /etc/x";
    a_value_that_may_be_unset_goes_home => "[ -z $r ] && d=a; cd $d" => "chdir? a, chdir? /home/u";
    a_read_at_the_end_sets_nothing => "printf 'a\n' | { while read -r l; do :; done; cat f$l; }" => "read? fa, read? f";
    quoted_value_is_one => "v='a b'; cat \"$v\"" => "read a b";
    value_split_at_ifs => "IFS=:; v=a:b; cat $v" => "read a, read b";
    empty_value_is_no_word => "v=; cat $v f" => "read f";
    unset_is_no_word => "cat $nothing f" => "read f";
    default_unset => "cat ${u:-f}" => "read f";
    default_set => "cat ${E:-f}" => "read env";
    default_splits => "cat ${u:-a 'b c'}" => "read a, read b c";
    alternative => "cat ${E:+f}" => "read f";
    assign_default => "cat ${u:=f}; cat $u" => "read f";
    prefix_removed => "p=/etc/x; cat ${p##*/}" => "read x";
    suffix_removed => "p=/etc/x; cat ${p%/*}/y" => "read /etc/y";
    replaced => "p=a-b; cat ${p/-//}" => "read a/b";
    replaced_with_match => "p=ab; cat ${p/b/&&}" => "read abb";
    substring => "p=xf; cat ${p:1}" => "read f";
    upper => "p=f; cat ${p^^}" => "read F";
    length => "p=abc; cat f${#p}" => "read f3";
    indirect => "p=E; cat ${!p}" => "read env";
    error_ends_the_shell => "cat a/${u:?no}; cat f" => "";
    arithmetic => "cat f$((1+2*3))" => "read f7";
    arithmetic_is_lazy => "n=1; : $((1 || n++)); cat f$n" => "read f1";
    array_all => "v=(a 'b c'); cat \"${v[@]}\"" => "read a, read b c";
    array_element => "v=(a b); cat ${v[1]}" => "read b";
    array_from_the_end => "v=(a b); cat ${v[-1]}" => "read b";
    array_slice => "v=(a b c); cat \"${v[@]:1}\"" => "read b, read c";
    array_in_quotes => "v=(a b); cat \"x${v[@]}y\"" => "read xa, read by";
    array_appended => "v=(a); v+=(b); cat ${v[@]}" => "read a, read b";
    substitution_echo => "cat $(echo a b)" => "read a, read b";
    substitution_lines => "cat $(echo a; echo b)" => "read a, read b";
    substitution_quoted => "cat \"$(printf '%s/' a)f\"" => "read a/f";
    substitution_nested => "cat $(echo $(echo f))" => "read f";
    backquotes => "cat `echo f`" => "read f";
    pwd_is_known => "cat $(pwd)/f" => "read f";
    process_substitution => "cat <(cat f)" => "read f";
    unknown_name_has_no_slash => "cat x/$(date +%s)" => "read? x/*";
    // Redirections.
    input => "wc <f" => "read f";
    output => "echo x >o" => "write o";
    append => "echo x >>o" => "write o";
    both => "make &>o" => "write o";
    read_write => ": <>o" => "read o, write o";
    words_after_redirection => "rm <f x" => "read f, delete x";
    descriptor_is_no_file => "echo x >&2" => "";
    safe_device => "echo x >/dev/null" => "";
    null_is_no_directory => "echo x >/dev/null/../x" => "write /dev/x";
    here_document_expands => "cat <<E\n$(cat f)\nE" => "read f";
    here_document_quoted => "cat <<'E'\n$(cat f)\nE" => "";
    here_document_is_code => "sh <<E\ncat f\nE" => "read f";
    here_string_is_code => "bash <<<'cat f'" => "read f";
    group_redirected => "{ cat f; } >o" => "read f, write o";
    // The working directory.
    cd => "cd a && cat f" => "chdir a, read a/f";
    cd_there_is_sure => "cd a; cat f" => "chdir a, read a/f";
    cd_not_there => "cd none; cat f" => "chdir none, read? none/f, read? f";
    cd_or => "cd none || cat f" => "chdir none, read? f";
    cd_or_exit => "cd none || exit; cat f" => "chdir none, read? none/f";
    cd_dash => "cd a; cd -; cat f" => "chdir a, chdir /w, read f";
    cd_home => "cd; cat h/x" => "chdir /home/u, read /home/u/h/x";
    cd_empty_stays => "cd ''; cat f" => "read f";
    cd_unset_goes_home => "cd $nothing; cat x" => "chdir /home/u, read /home/u/x";
    cd_link_is_logical => "cd link; cd ..; cat f" => "chdir /w/link, chdir /w, read f";
    cd_logical_dots => "cd link/..; cat f" => "chdir /w, read f";
    cd_physical => "cd -P link; cat s" => "chdir /w/link, read /srv/deep/s";
    dots_after_link_are_physical => "cat link/../x" => "read /srv/x";
    cd_through_missing_fails => "cd none/..; cat f" => "chdir /w, read f";
    cd_two_words_fails => "cd a b; cat f" => "read f";
    subshell_keeps => "(cd a; cat f); cat f" => "chdir a, read a/f, read f";
    pipeline_keeps => "cd a | cat; cat f" => "chdir a, read f";
    background_keeps => "cd a & cat f" => "chdir a, read f";
    group_changes => "{ cd a; }; cat f" => "chdir a, read a/f";
    pushd_popd => "pushd a; cat f; popd; cat f" => "chdir a, read a/f, read f";
    popd_of_nothing => "popd; cat f" => "read f";
    env_directory => "env -C a cat f" => "chdir a, read a/f";
    function_changes => "g() { cd a; }; g; cat f" => "chdir a, read a/f";
    // Variables.
    assignment_before_command => "x=a cat f; cat $x" => "read f";
    export => "export x=f; bash -c 'cat $x'" => "read f";
    not_exported => "x=f; bash -c 'cat $x g'" => "read g";
    local_ends => "x=f; g() { local x=a; cat $x; }; g; cat $x" => "read a, read f";
    local_outside_fails => "local x=f || cat a" => "read a";
    printf_v => "printf -v x '%s/%s' a f; cat $x" => "read a/f";
    read_here_string => "read x y <<< 'a b'; cat $y" => "read? b";
    read_lines => "printf '%s\\n' a b | while read -r l; do cat $l; done" => "read? a, read? b";
    mapfile => "mapfile -t v < <(printf '%s\\n' a b); cat \"${v[@]}\"" => "read? a, read? b";
    set_positional => "set -- a b; cat $2" => "read b";
    shift_positional => "set -- a b; shift; cat $1" => "read b";
    arguments => "g() { cat \"$2\"; }; g a b" => "read b";
    all_arguments => "g() { cat \"$@\"; }; g a 'b c'" => "read a, read b c";
    // Flow.
    and_true => "true && cat f" => "read f";
    and_false => "false && cat f" => "";
    or_true => "true || cat f" => "";
    or_unknown => "make || cat f" => "read? f";
    negated => "! false && cat f" => "read f";
    if_true => "if true; then cat f; else cat a; fi" => "read f";
    if_unknown => "if make; then cat f; else cat a; fi" => "read? f, read? a";
    test_of_texts => "[[ a == a* ]] && cat f" => "read f";
    case_known => "case b in a) cat a;; b) cat f;; *) cat c;; esac" => "read f";
    case_falls => "case a in a) cat a;& b) cat f;; esac" => "read a, read f";
    case_continues => "case a in a) cat a;;& *) cat f;; esac" => "read a, read f";
    for_words => "for i in a c; do cat $i; done" => "read a, read c";
    for_positional => "set -- a c; for i; do cat $i; done" => "read a, read c";
    for_break => "for i in a c; do cat $i; break; done" => "read a";
    for_continue => "for i in a c; do continue; cat $i; done" => "";
    for_arithmetic => "for ((i=0; i<2; i++)); do cat f; done" => "read? f";
    while_false => "while false; do cat f; done" => "";
    until_true => "until true; do cat f; done" => "";
    exit_ends => "exit; cat f" => "";
    return_ends_function => "g() { return; cat a; }; g; cat f" => "read f";
    exec_ends => "exec cat f; cat a" => "read f";
    exit_in_subshell => "(exit); cat f" => "read f";
    set_e => "set -e; false; cat f" => "";
    set_e_in_condition => "set -e; false || cat f" => "read f";
    trap_runs_at_the_end => "trap 'cat f' EXIT; cd a" => "read? a/f, chdir a";
    trap_of_a_subshell => "(trap 'cat f' EXIT; cd a); cat f" => "read? a/f, chdir a, read f";
    function_not_called => "g() { cat f; }" => "read? f";
    function_calls_itself => "g() { cat f; g; }; g" => "read f";
    // Payloads.
    eval => "eval 'cat f'" => "read f";
    eval_joins => "eval cat 'a b'" => "read a, read b";
    bash_c => "bash -c 'cat f'" => "read f";
    bash_c_arguments => "bash -c 'cat $1' x f" => "read f";
    nested_payloads => "bash -c \"eval 'cat f'\"" => "read f";
    echo_to_shell => "echo cat f | sh" => "read f";
    unknown_code => "eval \"$(make)\"" => "UnknownCode, UnknownCommand";
    unknown_command => "$(make) f" => "read? f, write? f, UnknownCommand";
    xargs => "echo f | xargs cat" => "read f";
}

#[test]
fn what_is_endless_ends_and_says_so() {
    let doubling = format!("x=aaaaaaaa; {}cat $x", "x=$x$x; ".repeat(60));
    let assigned: String = (0..10_000).map(|n| format!("x={n}; ")).collect();
    let arms: String = (0..10_000).map(|n| format!("a{n}) x={n};; ")).collect();
    let cases = [
        ("g() { g; g; }; g".to_owned(), false),
        (doubling, true),
        (format!("cat {}", "{1..9}".repeat(12)), true),
        (format!("{}cat f", "$(".repeat(10_000)), true),
        (format!("{assigned}cat $x"), false),
        (format!("case $q in {arms}esac"), false),
        (format!("v=({})", "a ".repeat(100_000)), true),
        (format!("{}:{}", "for i in 1 2; do ".repeat(120), "; done".repeat(120)), true),
        ("a".repeat(1024 * 1024), true),
        ("x=${x}/$(cmd)/a;cat $x;".repeat(5_000), true),
        (format!("cat {}", "*/".repeat(500)), false),
        (format!("x='eval \"$x\"'; {}", "eval \"$x\""), true),
    ];
    // The stack of the core in WebAssembly is 1 MiB.
    let run = move || {
        let files = Table::new(Flavor::Posix, [("/w/f".to_owned(), Listed::File)].into());
        let surroundings = Surroundings { platform: Platform::Linux, cwd: "/w", home: None, fs: &files };
        let env = BTreeMap::new();
        for (source, limited) in &cases {
            let evaluation = evaluate(source, &Environment { surroundings, env: Some(&env), prefix: None });
            let start: String = source.chars().take(40).collect();
            assert!(!limited || !evaluation.coverage.is_full(), "{start}: no limit was told");
        }
    };
    std::thread::Builder::new().stack_size(1024 * 1024).spawn(run).unwrap().join().unwrap();
}

#[test]
fn a_pattern_that_cannot_be_resolved_still_matches_links_of_the_text() {
    let many = (0..1001).map(|at| (format!("/w/big/{at}"), Listed::File)).collect();
    let table = Table::new(Flavor::Posix, many);
    let surroundings = Surroundings { platform: Platform::Linux, cwd: "/w", home: None, fs: &table };
    let environment = Environment { surroundings, env: None, prefix: None };
    let outside = |source: &str| {
        let accesses = evaluate(source, &environment).accesses;
        accesses
            .iter()
            .any(|access| access.mode == crate::access::Mode::Read && access.place.boundary == Boundary::Outside)
    };
    assert!(outside("ln -s /srv/s big/l.c; cat big/*.c"));
    assert!(outside("ln -s /srv/s big/l.c; find big -name '*.c' | xargs cat"));
    assert!(outside("ln -s /srv/s big/l.c; cd big; ls | xargs cat"));
    assert!(!outside("ln -s /srv/s big/l.c; cat big/*.h"));
}

/// However often directories are copied into themselves: it ends, and what is too much is told.
#[test]
fn copies_of_copies_end() {
    let source = "mkdir a; ln -s /srv/s a/l; ".to_owned() + &"cp -r a a/a; cp -rT a b; cp -rT b a; ".repeat(100);
    assert!(accesses(&source).contains("ExpansionLimit"));
}
