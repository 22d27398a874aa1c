//! Trees, one a line.

use super::parse;
use super::print::print;

/// `name => source => tree`: the tree as [`print`] writes it, and what was missed.
macro_rules! trees {
    ($($name:ident => $source:expr => $tree:expr;)*) => {
        $(#[test]
        fn $name() {
            let source = $source;
            let parse = parse(source);
            assert_eq!(print(source, &parse), $tree, "in {source:?}, missed {:?}", parse.coverage.spans());
        })*
    };
}

// What tree-sitter-bash reads wrongly without saying so: each must come out here as bash has it.
trees! {
    redirection_is_the_last_commands_of_a_list => "a && b > f" => "(a) && (b >f)";
    redirection_is_the_last_commands_of_a_pipeline => "a | b > f" => "(a) | (b >f)";
    redirection_is_the_negated_commands => "! a > f" => "! (a >f)";
    pipelines_bind_closer_than_lists => "a | b && c > f | d" => "(a) | (b) && (c >f) | (d)";
    words_go_on_after_a_redirection => "echo > out hi" => "(echo hi >out)";
    options_go_on_after_a_redirection => "rm <x -rf /" => "(rm -rf / <x)";
    line_continuation_within_the_command_word => "r\\\nm -rf /" => "(r·m -rf /)";
    pipe_after_a_delimiter => "cat <<E | sh\nls\nE\n" => "(cat <<E[ls\\n]) | (sh)";
    list_after_a_delimiter => "cat <<E && rm y\na\nE\n" => "(cat <<E[a\\n]) && (rm y)";
    backquotes_in_a_body_run => "cat <<E\n`rm x`\nE\n" => "(cat <<E[$((rm x))\\n])";
    tabs_are_left_out_before_a_substitution => "cat <<-E\n\t$(rm x)\n\tE\n" => "(cat <<E[$((rm x))\\n])";
    escaped_backquotes_nest => "echo `echo \\`rm x\\``" => "(echo $((echo $((rm x)))))";
    time_is_a_keyword => "time rm x" => "time (rm x)";
    time_before_a_group => "time { rm x; }" => "time {group (rm x)}";
    time_before_a_negation => "time ! rm x" => "! time (rm x)";
    coproc_is_a_keyword => "coproc rm x" => "coproc (rm x)";
    descriptor_variable => "{fd}> f" => "({fd}>f)";
    carriage_return_is_part_of_the_word => "ls -la\r\n" => "(ls -la\\r)";
    reading_and_writing => "a <> f" => "(a <>f)";
    reading_and_writing_a_descriptor => "a 3<>f" => "(a 3<>f)";
    two_bodies_of_a_line => "a <<X <<Y\n1\nX\n2\nY\n" => "(a <<X[1\\n] <<Y[2\\n])";
    body_without_an_end => "a <<E\n1\n" => "(a <<E[1\\n])";
    extended_pattern_as_an_argument => "ls !(a|b*)" => "(ls !(a|b*))";
    subshell_in_a_subshell => "((ls); pwd)" => "{subshell {subshell (ls)}; (pwd)}";
    braces_as_a_body => "for x in a; { ls; }" => "{for x in a do (ls)}";
    assignment_before_a_redirection => "FOO=1 > f" => "(FOO=1 >f)";
}
