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
    extended_pattern_as_an_argument => "shopt -s extglob\nls !(a|b*)" => "(shopt -s extglob); (ls !(a|b*))";
    subshell_in_a_subshell => "((ls); pwd)" => "{subshell {subshell (ls)}; (pwd)}";
    braces_as_a_body => "for x in a; { ls; }" => "{for x in a do (ls)}";
    assignment_before_a_redirection => "FOO=1 > f" => "(FOO=1 >f)";
}

trees! {
    // Words
    quotes_of_every_kind => "a 'b c' \"d $e\" $'f\\'g' $\"h\" \\i" => "(a 'b c' \"d ${e}\" $'f\\'g' \"h\" \\i)";
    empty_quotes_are_arguments => "a '' \"\"" => "(a '' \"\")";
    glued_pieces_are_one_word => "g'i't p\"u\"sh" => "(g'i't p\"u\"sh)";
    continuation_cuts_a_literal => "a b\\\nc \\\n d" => "(a b·c d)";
    dollar_alone_is_text => "a $ b$ $% \"$\"" => "(a $ b$ $% \"$\")";
    backslash_in_double_quotes => "\"\\a\\$\\\"\"" => "(\"\\a\\$\\\"\")";
    single_quote_is_text_in_double_quotes => "\"'$a'\"" => "(\"'${a}'\")";
    parenthesis_quoted_within_a_substitution => "\"$(echo \")\")\"" => "(\"$((echo \")\"))\")";
    backquotes_in_double_quotes_unescape_quotes => "\"`a \\\"b\\\"`\"" => "(\"$((a \"b\"))\")";
    backquotes_in_a_braced_word_do_not => "\"${x:-`a \\\"b\\\"`}\"" => "(\"${x:-\"$((a \\\"b\\\"))\"}\")";
    process_substitutions_are_pieces => "a x<(b) >(c)>d" => "(a x<((b)) >((c)) >d)";
    comments_begin_words_only => "a#b #c\nd" => "(a#b); (d)";
    hash_after_an_operator_is_a_comment => "a;#b" => "(a)";
    byte_order_mark_is_part_of_the_word => "\u{feff}ls" => "(\u{feff}ls)";
    brace_expansion_is_text => "a {b,c}{1..3} {}" => "(a {b,c}{1..3} {})";

    // Parameters
    plain_parameters => "$a$1$10 $@ $$x" => "(${a}${1}${1}0 ${@} ${$}x)";
    length_and_special_names => "${#a} ${#} ${##} ${#-} ${#:-b}" => "(${#a} ${#} ${##} ${#-} ${#:-b})";
    indirection_and_names => "${!a} ${!a*} ${!a[@]} ${!}" => "(${!a} ${!a*} ${!a[@]} ${!})";
    defaults => "${a:-b c} ${a=$b} ${a?} ${a:+\"d\"}" => "(${a:-b c} ${a=${b}} ${a?} ${a:+\"d\"})";
    default_in_double_quotes_is_in_double_quotes => "\"${a:-b\"c\"'}'}\"" => "(\"${a:-\"b\"c\"'}'\"}\")";
    pattern_in_double_quotes_is_live => "\"${a#'}'*}\"" => "(\"${a#'}'*}\")";
    affixes => "${a#b} ${a##*/} ${a%.*} ${a%%b}" => "(${a#b} ${a##*/} ${a%.*} ${a%%b})";
    replacements => "${a/b/c} ${a//b} ${a/#b/c} ${a/%b/c/d}" => "(${a/b/c} ${a//b/} ${a/#b/c} ${a/%b/c/d})";
    replacing_slashes => "${a////_} ${a//\\//_}" => "(${a////_} ${a//\\//_})";
    substrings => "${a:1:2} ${a: -1} ${a:b?1:2:3}" => "(${a:1:2} ${a: -1} ${a:b?1:2:3})";
    cases_and_transformations => "${a^} ${a,,[b]} ${a@Q}" => "(${a^} ${a,,[b]} ${a@Q})";
    subscripts => "${a[b c]} ${a[${b[1]}]} ${a[@]:1}" => "(${a[b c]} ${a[${b[1]}]} ${a[@]:1})";
    process_substitution_in_a_default => "${a:-<(rm x)}" => "(${a:-<((rm x))})";
    fault_that_expansion_finds_is_a_node => "a ${b c}; ${ d; } ${e[}" => "(a ${b bad}); (${ bad} ${e bad})";

    // What is read when the word is expanded
    fault_in_backquotes_is_set_apart => "a `b)`; c" => "(a $((b))); (c)";
    fault_in_escaped_backquotes_is_set_apart => "a `b \\`(c\\``" => "(a $((b $({subshell (c)}))))";
    fault_in_counted_parentheses_is_set_apart => "a $((b) c); d" => "(a $({subshell (b)}; (c))); (d)";

    // Extended patterns
    extended_pattern_without_the_option => "a @(b)" => "(a @(b)) !Syntax";
    option_counts_from_the_next_line_on => "shopt -s extglob; a @(b)\nc @(d)" => "(shopt -s extglob); (a @(b)); (c @(d)) !Syntax";
    option_within_an_open_command => "{ shopt -s extglob\na @(b); }" => "{group (shopt -s extglob); (a @(b))} !Syntax";
    pattern_or_negation => "shopt -s extglob\n!(a)" => "(shopt -s extglob); ! {subshell (a)} !Syntax";
    extended_pattern_in_a_condition => "[[ a == @(b c|) ]]" => "{[[ a == @(b c|) ]]}";

    // Arithmetic
    arithmetic_expansion => "$((a + $(b) * (2))) $[c]" => "($((a + $((b)) * (2))) $((c)))";
    arithmetic_or_subshells => "$((a); b) $((1))" => "($({subshell (a)}; (b)) $((1)))";
    arithmetic_command => "((a < 1 && b > 2)) > f" => "{((a < 1 && b > 2)) >f}";

    // Redirections
    descriptors => "a 2>&1 2 >b 3<&- &>c" => "(a 2 2>&1 >b 3<&- &>c)";
    digits_apart_are_a_word => "a 2 > b x2>c" => "(a 2 x2 >b >c)";
    hyphen_closes_and_the_rest_is_a_word => "a >&-b" => "(a b >&-)";
    redirection_before_the_command_word => ">f rm x" => "(rm x >f)";
    here_string => "a <<<\"b\" c" => "(a c <<<\"b\")";
    continuation_within_an_operator => "a &\\\n& b >\\\n> c" => "(a) && (b >>c)";

    descriptor_is_no_target => "a > 2> b; c > 1<(d)" => "(a >2 >b); (c >1<((d))) !Syntax";
    keyword_behind_a_redirection_is_none => "{ { a; } > b; }; { (c) >d }" => "{group {group (a) >b}}; {group {subshell (c) >d}} !Syntax";

    // Here-documents
    quoted_body_is_text => "a <<'E'\n$(b)\nE\nc" => "(a <<'E''['$(b)\\n']); (c)";
    partly_quoted_delimiter => "a <<E\"F\"\n$b\nEF\n" => "(a <<E\"F\"'['$b\\n'])";
    quoted_body_without_tabs => "a <<-'E'\n\t\tb\n\tc\n\tE\n" => "(a <<'E''['b\\n''c\\n'])";
    body_without_tabs => "a <<-E\n\tb\n\t\t$c\n\tE\n" => "(a <<E[b\\n${c}\\n])";
    continued_line_is_no_delimiter => "a <<E\nb\\\nE\nE\n" => "(a <<E[b·E\\n])";
    quotes_are_text_in_a_body => "a <<E\n\"'\\$b\nE\n" => "(a <<E[\"'\\$b\\n])";
    body_within_a_substitution => "a $(b <<E\nc\nE\n)" => "(a $((b <<E[c\\n])))";
    delimiter_and_parenthesis_on_a_line => "a $(b <<E\nc\nE) d" => "(a $((b <<E[c\\n])) d)";
    body_after_the_line_of_a_substitution => "a $(b <<E) c\nd\nE\ne" => "(a $((b <<E[d\\n])) c); (e)";
    body_in_a_condition => "while a <<E; do\nb\nE\nc; done" => "{while (a <<E[b\\n]) do (c)}";
    body_in_backquotes => "`a <<E\nb\nE\n`" => "($((a <<E[b\\n])))";
    body_in_a_function => "f() { a <<E; }\n$(b)\nE\n" => "function f {group (a <<E[$((b))\\n])}";

    fault_in_a_body_is_none_of_the_command => "a <<E\n$(b;;)\nE\nc" => "(a <<E[$((b))\\n]); (c)";

    // Lists and pipelines
    separators => "a; b & c\nd" => "(a); (b) &; (c); (d)";
    lists_over_lines => "a &&\n\n b ||\n# c\nd |\ne" => "(a) && (b) || (d) | (e)";
    both_streams_piped => "a |& b" => "(a) | (b)";
    time_and_its_options => "time -p -- a; time" => "time (a); time ";
    time_after_a_pipe_is_a_command => "a | time b" => "(a) | (time b)";
    quoted_keywords_are_words => "'if' a; \\time b; i\"f\"" => "('if' a); (\\time b); (i\"f\")";
    keywords_are_arguments => "echo if then { } ! time" => "(echo if then { } ! time)";
    bang_before_a_parenthesis_negates => "!(rm x)" => "! {subshell (rm x)}";
    two_negations_are_none => "! ! a" => "(a)";
    named_coprocess => "coproc N { a; }; coproc b c" => "coproc N {group (a)}; coproc (b c)";

    // Assignments
    assignments => "a=b c+=$d e[1]='f' g" => "(a=b c+=${d} e[1]='f' g)";
    arrays => "a=(b \"c d\" [e]=f\n# g\n*) h" => "(a=(b \"c d\" [e]=f *) h)";
    declared_arrays => "declare -a a=(b [1]=c) d=e" => "(declare -a a=(b [1]=c) d=e)";
    arrays_after_other_words_are_no_arrays => "echo a=(b)" => "(echo a=); {subshell (b)} !Syntax";
    blanks_in_a_subscript => "a[1 + $(b)]=c" => "(a[1 + $((b))]=c)";
    array_with_a_tail_is_a_text => "a=(b 'c')$d e; declare f=(g)h" => "(a=(·b· 'c')${d} e); (declare f=·(·g·)·h)";
    equals_after_the_command_word => "dd if=a of=$b" => "(dd if=a of=${b})";

    // Compound commands
    branches => "if a; then b; elif c; then d; else e; fi >f" => "{if (a) then (b) if (c) then (d) else (e) >f}";
    loops => "while a; do b; done; until c; do d; done" => "{while (a) do (b)}; {until (c) do (d)}";
    for_lists => "for x in a $b; do c; done; for y do d; done" => "{for x in a ${b} do (c)}; {for y do (d)}";
    for_expressions => "for ((i=0;;i++)); do a; done" => "{for ((i=0)) ((i++)) do (a)}";
    select_lists => "select x in a; do b; done" => "{select x in a do (b)}";
    case_arms => "case $a in (b|'c') d;& e*) f;;& *) g; esac" => "{case ${a} [b|'c' -> (d) ;&] [e* -> (f) ;;&] [* -> (g)]}";
    esac_as_a_pattern => "case a in (esac) b;; esac" => "{case a [esac -> (b)]}";
    groups_and_subshells => "{ a; (b; c) & } | d" => "{group (a); {subshell (b); (c)} &} | (d)";
    functions_in_both_forms => "f() { a; } >b; function g (c)" => "function f {group (a) >b}; function g {subshell (c)}";
    conditions => "[[ -f a && ! $b == c* || ( d ) ]]" => "{[[ ((-f a && ! ${b} == c*) || d) ]]}";
    regular_expressions => "[[ a =~ ^(b c|d)$ && e < f ]]" => "{[[ (a =~ ^(b c|d)$ && e < f) ]]}";

    // What cannot be read, and what is kept beside it
    lines_before_a_fault => "rm x\nfi\nrm y" => "(rm x); (rm y) !Syntax";
    unclosed_substitution => "a $(rm x" => "(a $((rm x))) !Syntax";
    unclosed_quote => "rm \"x y" => "(rm \"x y\") !Syntax";
    unclosed_group => "{ rm x; " => "{group (rm x)} !Syntax";
    unclosed_branch_in_a_subshell => "(if a; then rm x); b" => "{subshell {if (a) then (rm x) }}; (b) !Syntax";
    word_after_a_compound_command => "(a) rm x" => "{subshell (a)}; (rm x) !Syntax";
    missing_command_between_operators => "a && | b; c" => "(a); (b); (c) !Syntax";
    unclosed_backquote => "a `rm x" => "(a $((rm x))) !Syntax";
}
