//! One line a behaviour: an argument vector, and its effects.

use super::*;

struct Here {
    platform: Platform,
    stdin: Output,
}

impl Context for Here {
    fn platform(&self) -> Platform {
        self.platform
    }
    fn exists(&self, path: &str) -> bool {
        matches!(path, "Makefile" | "src" | "src/a.c" | ".git" | "/" | "/etc" | "/tmp")
    }
    fn is_directory(&self, path: &str) -> bool {
        matches!(path, "src" | "/" | "/etc" | "/tmp")
    }
    fn stdin(&self) -> &Output {
        &self.stdin
    }
    fn directory(&self) -> Texts {
        Texts::one("/home/u")
    }
}

/// The words of a line; quotes hold blanks together, `$` alone is a hole, `$$` an open one, `\n` a line break.
fn vector(line: &str) -> Vec<Argument> {
    let mut out: Vec<Argument> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut at = 0;
    let mut finish = |word: &mut Option<String>, at: usize| {
        if let Some(word) = word.take() {
            let mut text = Text::default();
            let open = word == "$$";
            for (n, part) in word.split(if open { "$$" } else { "$" }).enumerate() {
                if n > 0 && !word.contains("$1") && !word.contains("$0") && !word.ends_with("$!d") {
                    text.push(crate::value::Piece::Hole(crate::value::Hole::Any));
                } else if n > 0 {
                    text.push_str("$");
                }
                text.push_str(part);
            }
            out.push(Argument { text, span: Span::new(at, at + 1), open });
        }
    };
    for c in line.chars() {
        match (c, quote) {
            (c, Some(q)) if c == q => quote = None,
            (c, Some(_)) => word.get_or_insert_default().push(c),
            ('\'' | '"', None) => {
                word.get_or_insert_default();
                quote = Some(c);
            }
            (' ', None) => {
                finish(&mut word, at);
                at += 1;
            }
            (c, None) => word.get_or_insert_default().push(c),
        }
    }
    finish(&mut word, at);
    out
}

fn mode(mode: Mode) -> String {
    format!("{mode:?}").to_lowercase()
}

/// `read a, write /b/c, may search x, guessed write y, in /base: read z`.
fn described(effects: &Effects) -> String {
    let mut out = Vec::new();
    for effect in &effects.accesses {
        let mut line = String::new();
        match (effect.role, effect.certainty) {
            (Role::Guessed, _) => line += "guess ",
            (Role::Known, Certainty::Possible) => line += "may ",
            (Role::Known, Certainty::Definite) => {}
        }
        line += &format!("{} {}", mode(effect.mode), effect.text.record());
        if let Some(base) = &effect.base {
            line += &format!(" in {}", base.record());
        }
        out.push(line);
    }
    out.extend(effects.makes.iter().map(|effect| format!("make {}", effect.text.record())));
    for run in &effects.runs {
        let words = |arguments: &[Argument]| arguments.iter().map(|a| a.text.plain()).collect::<Vec<_>>().join(" ");
        let mut line = match &run.what {
            Runnable::Vector(arguments) => format!("{}> {}", run.via, words(arguments)),
            Runnable::Shell { script, arguments } => {
                format!("{}>> {} [{}]", run.via, script.text.plain(), words(arguments))
            }
            Runnable::ShellInput { arguments, .. } => format!("{}>> stdin [{}]", run.via, words(arguments)),
        };
        if run.elsewhere {
            line += " elsewhere";
        }
        if let Some(directory) = &run.directory {
            line += &format!(" in {}", directory.record());
        }
        if let Some(root) = &run.root {
            line += &format!(" root {}", root.record());
        }
        out.push(line);
    }
    if effects.opaque {
        out.push("opaque".into());
    }
    if !effects.unknown_code.is_empty() {
        out.push("unknown code".into());
    }
    out.join(", ")
}

fn check(platform: Platform, stdin: &Output, lines: &[(&str, &str)]) {
    let mut wrong = String::new();
    for (line, expected) in lines {
        let said = described(&interpret(&vector(line), &Here { platform, stdin: stdin.clone() }));
        if said != *expected {
            wrong += &format!("\n{line}\n  is       {said}\n  expected {expected}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn linux(lines: &[(&str, &str)]) {
    check(Platform::Linux, &Output::Unknown, lines);
}

#[test]
fn copies() {
    linux(&[
        ("cp /etc/hosts x", "read /etc/hosts, write x"),
        ("cp a b src", "read a, read b, write src, write src/a, write src/b"),
        ("cp a /tmp/", "read a, write /tmp/, write /tmp/a"),
        ("cp -t /tmp a b", "write /tmp, write /tmp/a, write /tmp/b, read a, read b"),
        ("cp --target-dir=/tmp a", "may write /tmp, may write /tmp/a, read a"),
        ("cp -rt/tmp a", "write /tmp, write /tmp/a, search a"),
        ("cp -- -r x", "read -r, write x"),
        ("cp -S .bak a b", "read a, write b"),
    ]);
}

#[test]
fn roles_follow_options() {
    linux(&[
        ("ls", "list ."),
        ("ls -la /etc", "list /etc"),
        ("ls -R /etc", "search /etc"),
        ("ls -d /etc", "metadata /etc"),
        ("ls --color=auto", "list ."),
        ("ls --ignore '*.o' x", "list x"),
        ("mv a /etc/b", "read a, delete a, write /etc/b"),
        ("rm -rf / x", "delete /, delete x"),
        ("rm -- -x", "delete -x"),
        ("install -d /opt/a b", "write /opt/a, write b"),
        ("install -m 755 a /opt/b", "read a, write /opt/b"),
        ("touch -r /etc/hosts x", "metadata /etc/hosts, write x"),
        ("chmod +x a", "write a"),
        ("chmod --reference=/etc/hosts a", "metadata /etc/hosts, write a"),
        ("dd if=/etc/hosts of=x bs=1M", "read /etc/hosts, write x"),
        ("du", "search ."),
        ("tee -a /tmp/x", "write /tmp/x"),
        ("cat -", ""),
        ("[ -f /etc/hosts ]", "metadata /etc/hosts"),
        ("test a = /etc/x", ""),
        ("test /etc/a -nt /etc/b", "metadata /etc/a, metadata /etc/b"),
        ("echo /etc/x", ""),
        ("printf %s /etc/x", ""),
        ("mktemp -d", ""),
        ("mktemp /opt/x.XXXX", "make /opt/x.*"),
    ]);
}

#[test]
fn links_are_relative_to_where_they_are() {
    linux(&[
        ("ln -s ../t /opt/l", "link ../t in /opt, write /opt/l"),
        ("ln -s /etc/hosts", "link /etc/hosts, write hosts"),
        ("ln -s /etc/hosts src", "link /etc/hosts, write src, write src/hosts"),
        ("ln -st /opt ../t", "write /opt, write /opt/t, link ../t in /opt"),
        ("ln a b", "read a, write b"),
    ]);
}

#[test]
fn wrappers_hand_on_a_vector() {
    linux(&[
        ("sudo -u root cat /etc/x", "sudo> cat /etc/x"),
        ("timeout -k 5 10 rm /x", "timeout> rm /x"),
        ("nice -n 5 make", "nice> make"),
        ("nice -5 make", "nice> make"),
        ("nohup ./run", "nohup> ./run"),
        ("env -i A=b -u C cat x", "env> cat x"),
        ("env -C /etc cat x", "chdir /etc, env> cat x in /etc"),
        ("env -S 'cat /etc/x'", "env>> cat /etc/x []"),
        ("chroot /mnt cat /etc/x", "chdir /mnt, chroot> cat /etc/x root /mnt"),
        ("command -v /etc/x", ""),
        ("command cat x", "command> cat x"),
        ("exec -a n cat x", "exec> cat x"),
        ("busybox cat x", "busybox> cat x"),
        ("watch -n 1 ls /etc", "watch>> ls /etc []"),
        ("su -c 'cat /x' root", "su>> cat /x []"),
        ("/usr/bin/sudo ls", "execute /usr/bin/sudo, sudo> ls"),
        ("flock /tmp/l make", "write /tmp/l, flock> make"),
    ]);
}

#[test]
fn shells_run_texts() {
    linux(&[
        ("bash -c 'cat $1' a b", "bash -c>> cat $1 [a b]"),
        ("bash -exc 'x'", "bash -c>> x []"),
        ("bash -o pipefail -c x", "bash -c>> x []"),
        ("sh script.sh /etc/x", "execute script.sh"),
        ("bash", "bash>> stdin []"),
        ("bash -s a", "bash>> stdin [a]"),
        ("bash --rcfile /etc/rc -i", "execute /etc/rc, bash>> stdin []"),
        ("bash -c $", "bash -c>> ** [], unknown code"),
    ]);
}

#[test]
fn what_the_catalog_does_not_have_is_read_in_every_way() {
    linux(&[
        // `--new` may take `x` as its value, or not.
        ("cp --new x a b", "may read x, read a, write b, may write b/x, may write b/a"),
        ("grep --new x /etc/a", "may read /etc/a"),
        ("grep --new=/etc/x p a", "guess read /etc/x, guess write /etc/x, read a"),
        ("cp -t", ""),
        ("ls --all=/etc", "guess read /etc, guess write /etc, list ."),
        ("grep $ a b", "may read a, read b"),
        ("grep $$ a b", "may read a, read b"),
        ("cat $", "read **"),
        ("cp $$ a", "may read **, may write a, may read a"),
    ]);
}

#[test]
fn bad_input_keeps_every_reading() {
    linux(&[
        // An option at the end without its value, a value where none belongs, two meanings.
        ("sort -o", ""),
        ("tar -cf", ""),
        ("rm -rf --", ""),
        ("mv --verbose=/x a b", "guess read /x, guess write /x, read a, delete a, write b"),
        ("sort --o /x a", "may write /x, read a, may read /x"),
        ("cp --frob /x a b", "may read /x, read a, write b, may write b/x, may write b/a"),
        ("gzip -y/x a", "guess read /x, guess write /x, may read a, may delete a, may write a*"),
        ("find -frob /x -delete", "search ., may delete ./**, may delete ."),
    ]);
}

#[test]
fn names_grow_and_copies_keep_their_directories() {
    linux(&[
        ("split -l 5 a /x/part", "read a, write /x/part*"),
        ("zip -r /x/n src", "read /x/n.zip, write /x/n.zip, search src"),
        ("zip /x/n.jar a", "read /x/n.jar, write /x/n.jar, read a"),
        ("gunzip /x/a.b.gz", "read /x/a.b.gz, delete /x/a.b.gz, write /x/a.b*"),
        ("xz -k a", "read a, write a*"),
        ("cp --parents /a/b c/d src", "read /a/b, read c/d, write src, write src/a/b, write src/c/d"),
        ("cp -T a src", "read a, write src"),
        ("mktemp /tmp/x.XXXX", "make /tmp/x.*"),
        ("mktemp /tmp/../x.XXXX", "make /tmp/../x.*"),
        ("mktemp -p /x n.XXXX", "make /x/n.*"),
        ("mktemp --tmpdir=/x --suffix=.c", "make /x/tmp.*.c"),
        ("mktemp -t n.XXXX.c", "make /tmp/n.*.c"),
        ("mktemp -u /x/n.XXXX", ""),
        ("gawk -i inplace 1 a", "read a, write a"),
        ("gawk -i lib 1 a", "read a"),
    ]);
}

#[test]
fn variables_may_name_commands_and_files() {
    linux(&[
        ("env GIT_SSH_COMMAND='ssh -i /k' git fetch", "GIT_SSH_COMMAND>> ssh -i /k [], env> git fetch"),
        ("sudo PAGER=/x/p git log", "PAGER>> /x/p [], sudo> git log"),
        ("env PYTHONPATH=/a:b python3 x.py", "may read /a, may read b, env> python3 x.py"),
        ("env NAME=/x cat a", "env> cat a"),
    ]);
}

#[test]
fn editors_and_make_follow_scripts() {
    let script = |text: &str| Output::Text(Texts::one(text));
    check(
        Platform::Linux,
        &script("1,5w /x/o\n/end/r /x/i\na\nr /no\n.\n!cat /y\nw"),
        &[("ed -s a", "read a, write a, may write /x/o, may read /x/i, ed>> cat /y []")],
    );
    check(
        Platform::Linux,
        &script("-include /x/m\nall: ; cat /y\n\t@rm $(OUT)/z"),
        &[("make -f -", "may read /x/m, make>> cat /y [], make>> rm **/z [], unknown code")],
    );
    linux(&[
        ("vim -es -c 'w! /x|q' a", "may write /x, read a, write a, unknown code"),
        ("vim -c '%!sort /y' a", "read a, write a, vim>> sort /y []"),
        ("awk '{ print > \"part\" NR }' a", "may write part*, read a"),
        ("awk '{ n = $1; print > \"part\" n }' a", "may write part**, read a"),
    ]);
}

#[test]
fn an_unknown_program_is_guessed() {
    linux(&[
        ("frob /etc/x", "guess read /etc/x, guess write /etc/x"),
        ("frob --out=/etc/x", "guess read /etc/x, guess write /etc/x"),
        ("frob OUT=/etc/x", "guess read /etc/x, guess write /etc/x"),
        ("frob -I/etc", "guess read /etc, guess write /etc"),
        ("frob https://a/b @a/b host:a/b main..a/b word", ""),
        ("frob Makefile", "guess read Makefile, guess write Makefile"),
        ("frob $", ""),
        ("frob -- -x", ""),
        ("findstr /etc", "guess read /etc, guess write /etc"),
        ("./frob", "execute ./frob"),
        ("$", ""),
        ("$/bin/cat /etc/x", "execute **/bin/cat, read /etc/x"),
        ("cat https://../../etc/x", "read https://../../etc/x"),
        // A program of the project with a known name.
        ("./test /etc/x", "execute ./test, guess read /etc/x, guess write /etc/x"),
        ("/usr/bin/test /etc/x", "execute /usr/bin/test"),
        ("CAT /etc/x", "read /etc/x"),
        ("python3.11 x.py", "execute x.py"),
        ("gcc-12 -c /x.c", "read /x.c"),
        ("cat2 /etc/x", "guess read /etc/x, guess write /etc/x"),
    ]);
}

#[test]
fn find_has_starting_points_and_an_expression() {
    linux(&[
        ("find", "search ."),
        ("find / -name aaa", "search /"),
        ("find -L src -O3 -type f", "search src"),
        ("find -H -O2 a b -newer /etc/x", "search a, search b, metadata /etc/x"),
        ("find . -path /etc", "search ."),
        ("find src -name '*.o' -delete", "search src, may delete src/**.o"),
        ("find src -delete", "search src, may delete src/**, may delete src"),
        ("find . -fprint /tmp/l", "search ., write /tmp/l"),
        ("find src -name '*.c' -exec grep x {} ;", "search src, find -exec> grep x src/**.c"),
        ("find src -type f -exec rm -f {} +", "search src, find -exec> rm -f src/**"),
        ("find a -exec cp {} /x/{}.b ;", "search a, find -exec> cp a/** /x/a/**.b, find -exec> cp a /x/a.b"),
        ("find src -type f -execdir cat {} ;", "search src, find -execdir> cat ./* in src/**"),
        ("find -files0-from /etc/l", "read /etc/l, may search **"),
        // GNU's find gives up at a word that is out of place.
        ("find /etc -name a b", "metadata b, may search /etc"),
        ("find /etc -d 1", "metadata 1, may search /etc"),
        ("find $$ -name a", "search **, search ."),
        ("/usr/bin/find /", "execute /usr/bin/find, search /"),
        ("git find /", "guess read /, guess write /"),
        ("echo find /", ""),
    ]);
    let starts = |line: &str| {
        let here = Here { platform: Platform::Linux, stdin: Output::Unknown };
        interpret(&vector(line), &here).find.map(|all| all.iter().map(|a| a.text.plain()).collect::<Vec<_>>())
    };
    assert_eq!(starts("find -name x"), Some(vec![]));
    assert_eq!(starts("FIND a b"), Some(vec!["a".into(), "b".into()]));
    assert_eq!(starts("fd a"), None);
    assert_eq!(starts("find / -name a b"), Some(vec!["b".into()]));
    assert_eq!(starts("find / -frob b"), Some(vec!["/".into()]));
}

#[test]
fn sed_scripts_name_files() {
    linux(&[
        ("sed s/a/b/ x", "read x"),
        ("sed -n 1,5p /etc/x", "read /etc/x"),
        ("sed -i.bak s/a/b/ hosts", "read hosts, write hosts, write hosts.bak"),
        ("sed -i 's|/etc/a|/etc/b|g' x", "read x, write x"),
        ("sed --in-place=old/* -e s/a/b/ d/x", "read d/x, write d/x, write old/x"),
        ("sed -e 'r /etc/x' a", "may read /etc/x, read a"),
        ("sed 's/a/b/w /tmp/o' x", "may write /tmp/o, read x"),
        ("sed '/[/]/w /tmp/o' x", "may write /tmp/o, read x"),
        ("sed '1e cat /etc/x' a", "read a, sed e>> cat /etc/x []"),
        ("sed s/a/b/e x", "read x, unknown code"),
        ("sed -f /etc/s x", "read /etc/s, read x"),
        ("sed '$!d' x", "read x"),
        ("sed 'a\\ w /tmp/x' f", "read f"),
    ]);
    check(
        Platform::Darwin,
        &Output::Unknown,
        &[("sed -i '' s/a/b/ x", "read x, write x"), ("sed -i .bak s/a/b/ x", "read x, write x, write x.bak")],
    );
}

#[test]
fn awk_programs_name_files() {
    linux(&[
        ("awk -F: '{print $1}' /etc/passwd", "read /etc/passwd"),
        ("awk '{print > \"/tmp/o\"}' x", "may write /tmp/o, read x"),
        ("awk '{print $1, $2 >> \"/tmp/\" $1}' x", "may write /tmp/**, read x"),
        ("awk '$1 > 5 {print}' x", "read x"),
        ("awk '{if ($1 > 5) print $1}' x", "read x"),
        ("awk 'BEGIN{while((getline l < \"/etc/x\")>0) print l}'", "may read /etc/x"),
        ("awk 'BEGIN{\"cat /etc/x\" | getline a}'", "awk>> cat /etc/x []"),
        ("awk '{print | \"sort\"}' x", "read x, awk>> sort []"),
        ("awk '{system(\"rm \" $1)}' x", "read x, awk>> rm ** [], unknown code"),
        ("awk '/a|b/ {print}' x", "read x"),
        ("awk -v a=/etc/x -f p.awk d", "read p.awk, read d"),
        ("awk '{print a/b > \"/dev/stderr\"}'", "may write /dev/stderr"),
    ]);
}

#[test]
fn xargs_appends_what_it_reads() {
    linux(&[
        ("xargs rm -f", "xargs> rm -f **"),
        ("xargs -I{} cp {} /tmp/{}", "xargs> cp ** /tmp/**"),
        ("xargs -a list cat", "read list, xargs> cat **"),
        ("xargs", ""),
    ]);
    let lines = Output::Lines(vec!["src/a".into(), "src/b".into()]);
    check(
        Platform::Linux,
        &lines,
        &[
            ("xargs -0 rm", "xargs> rm src/a src/b"),
            ("xargs -n1 -I % cp % x", "xargs> cp src/a x, xargs> cp src/b x"),
            ("parallel gzip", "parallel>> gzip src/a [], parallel>> gzip src/b []"),
            ("tar -cf x.tar -T -", "write x.tar, may read src/a, may read src/b"),
        ],
    );
    check(Platform::Linux, &Output::Text(Texts::one("/etc/a b")), &[("xargs cat", "xargs> cat /etc/a b")]);
    linux(&[
        ("parallel gzip ::: a b", "parallel>> gzip a [], parallel>> gzip b []"),
        ("parallel -j4 'cat {} > {}.x' ::: /a", "parallel>> cat /a > /a.x []"),
    ]);
}

#[test]
fn text_programs() {
    linux(&[
        ("grep -r x", "search ."),
        ("grep -rn x /etc", "search /etc"),
        ("grep -e x -f p a", "read p, read a"),
        ("grep --include=*.c -R /etc/x src", "search src"),
        ("grep -A3 x a", "read a"),
        ("rg x", "search ."),
        ("rg -g '*.c' x /etc", "search /etc"),
        ("rg --files /etc", "search /etc"),
        ("head -5 /etc/x", "read /etc/x"),
        ("head -n5 x", "read x"),
        ("tail +3 x", "read x"),
        ("tr / _", ""),
        ("numfmt -d / 1", ""),
        ("cut -d/ -f1 x", "read x"),
        ("sort -o /tmp/o -t/ x", "write /tmp/o, read x"),
        ("uniq a b", "read a, write b"),
        ("jq .a/b x.json", "read x.json"),
        ("jq --slurpfile a /etc/x . y", "read /etc/x, read y"),
        ("jq -n --arg a /etc/x '$a'", ""),
        ("diff -r a /etc", "search a, search /etc"),
        ("date +%Y/%m -r /etc/x", "metadata /etc/x"),
        ("tar -xf a.tar -C /etc", "read a.tar, chdir /etc, write . in /etc"),
        ("tar xzf a.tgz", "read a.tgz, write ."),
        ("tar -C/etc -cf a.tar hosts", "chdir /etc, write a.tar, search hosts in /etc"),
        ("tar --directory=/etc -tf a", "chdir /etc, read a"),
        ("tar cf host:a x", "search x"),
        ("unzip a.zip -d /opt", "read a.zip, write /opt"),
        ("unzip -l a.zip", "read a.zip"),
        ("unzip a.zip", "read a.zip, write ."),
        ("gzip -k a", "read a, write a*"),
    ]);
}

#[test]
fn git_knows_paths_from_revisions() {
    linux(&[
        ("git status", ""),
        ("git -C /etc status", "chdir /etc"),
        ("git -C a -C b add c", "chdir a, chdir b in a, read c in a/b"),
        ("git --git-dir=/r/.git log", "read /r/.git"),
        ("git commit -m 'fix /etc/x'", ""),
        ("git commit -F /tmp/m", "read /tmp/m"),
        ("git diff main..topic", ""),
        ("git diff HEAD~1 src/a.c", "may read src/a.c"),
        ("git diff --no-index a /etc/b", "read a, read /etc/b"),
        ("git log -S /etc/x", ""),
        ("git log --oneline -5", ""),
        ("git grep /etc/x", "search ."),
        ("git clone https://h/r /opt/r", "write /opt/r"),
        ("git clone /srv/r", "search /srv/r, write r"),
        ("git init /opt/r", "write /opt/r"),
        ("git init", "write ."),
        ("git worktree add -b t ../w main", "write ../w"),
        ("git archive -o /tmp/a.tar HEAD", "write /tmp/a.tar"),
        ("git config -f /etc/g user.name", "read /etc/g"),
        ("git apply /tmp/p", "read /tmp/p, write ."),
        ("git checkout topic/x", ""),
        ("git checkout -- gone.c", "write gone.c"),
        ("git log main -- /etc/x", "read /etc/x"),
        ("git push origin main", ""),
        ("git push ../r.git main", "may write ../r.git"),
        ("git pull --rebase /srv/r", "may read /srv/r"),
        ("git rebase -x 'cat /x' main", "git>> cat /x []"),
        ("git -c alias.x='!cat /x' x", "git>> cat /x []"),
        ("git unknown /etc/x", "guess read /etc/x, guess write /etc/x"),
    ]);
    let here = Here { platform: Platform::Linux, stdin: Output::Unknown };
    let canonical = |line: &str| {
        let effects = interpret(&vector(line), &here);
        effects.canonical.map(|all| all.iter().map(Text::plain).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(canonical("git -C . --work-tree=x push -f"), Some("git push -f".into()));
    assert_eq!(canonical("git -c a.b=c push"), None);
    assert_eq!(canonical("make -C sub all"), Some("make all".into()));
}

#[test]
fn code_is_searched_for_paths() {
    linux(&[
        ("python3 -c 'print(1)'", "opaque"),
        ("python3 -c 'open(\"/etc/hosts\")'", "may read /etc/hosts, opaque"),
        ("python3 -c 'route(\"/api/x\"); t.split(\"/\")'", "opaque"),
        ("python3 -c 'glob(\"/etc/*.d/x\")'", "may search /etc/*.d/x, opaque"),
        ("python3 -c 'x(\"/*\", \"text/html\", \"%d/%d\")'", "opaque"),
        ("python3 -c $", "opaque, unknown code"),
        ("python3 x.py", "execute x.py"),
        ("python3 -m http.server -d /opt", "guess read /opt, guess write /opt"),
        ("node -e 'f(`/tmp/${x}`)'", "guess read /tmp/**{x}, guess write /tmp/**{x}, opaque"),
        ("perl -pi.bak -e s/a/b/ x", "read x, write x, write x.bak, opaque"),
        ("python3", "opaque, unknown code"),
    ]);
    let code = Output::Text(Texts::one("open('/etc/hosts')"));
    check(Platform::Linux, &code, &[("python3 -", "may read /etc/hosts, opaque")]);
}

#[test]
fn the_network_and_containers() {
    linux(&[
        ("curl -d @/etc/x https://h", "read /etc/x"),
        ("curl -F 'f=@/etc/x;type=a/b' https://h", "read /etc/x"),
        ("curl -T/etc/x -o /tmp/o -K c file:///etc/y", "read /etc/x, write /tmp/o, read c, read /etc/y"),
        ("curl -sSLo /tmp/o https://h/a", "write /tmp/o"),
        ("curl -H 'Accept: a/b' https://h/a", ""),
        ("curl -O https://h/a", "write ."),
        ("wget -O- https://h", ""),
        ("wget -P /tmp https://h/a", "write /tmp"),
        ("ssh -i /k host cat /etc/x", "read /k, ssh>> cat /etc/x [] elsewhere"),
        ("scp a host:/etc/x", "read a"),
        ("scp host:/x /tmp/", "write /tmp/, write /tmp/x"),
        ("rsync -a --exclude /x src/ host:d", "search src/"),
        ("rsync -e 'ssh -i k' a b", "search a, write b, rsync>> ssh -i k []"),
        ("docker run --rm -v/etc:/mnt -e A=/x img cat /y", "read /etc, write /etc, docker> cat /y elsewhere"),
        ("docker run -v name:/x --mount type=bind,source=/a,target=/b img", "read /a, write /a"),
        ("docker exec -it c ls /etc", "docker> ls /etc elsewhere"),
        ("docker cp c:/etc/x /tmp/y", "write /tmp/y"),
        ("docker build -f D -t a/b .", "read D, search ."),
        ("kubectl exec pod -- cat /x", "kubectl> cat /x elsewhere"),
        ("kubectl apply -f /x.yml -f https://h/x.yml", "read /x.yml"),
        ("ssh host 'cat $'", "ssh>> cat ** [] elsewhere"),
        ("ssh -o 'ProxyCommand=nc /x' host", "ssh>> nc /x []"),
        ("gh pr create --body-file /tmp/b --title a/b", "read /tmp/b"),
        ("openssl x509 -in /c.pem -noout -text", "read /c.pem"),
    ]);
}

#[test]
fn builds_and_packages() {
    linux(&[
        ("gcc -O2 -Wall -I/usr/inc -L /l -o/tmp/a x.c -lm", "read /usr/inc, read /l, write /tmp/a, read x.c"),
        ("gcc x.c", "read x.c, write a.out"),
        ("gcc -c x.c -DA=/x", "read x.c"),
        ("make -C sub -f M all", "chdir sub, read M in sub"),
        ("make -j4 DEST=/opt", "guess read /opt, guess write /opt"),
        ("npm run build -- --out /etc/x", ""),
        ("npm install --prefix /opt @a/b", "chdir /opt"),
        ("npm exec -- tsc /x", "npm> tsc /x"),
        ("npx -y tool /x", "npx> tool /x"),
        ("pip install -r /tmp/r.txt", "read /tmp/r.txt"),
        ("cargo build --manifest-path /x/Cargo.toml", "read /x/Cargo.toml"),
    ]);
}

#[test]
fn options_that_hold_commands() {
    linux(&[
        ("fd -e c . src -x rm -f", "search src, fd -x> rm -f src/**"),
        ("fd x -X cp {} /tmp ; src", "search src, fd -X> cp src/** /tmp"),
        ("git -c core.pager='cat /x' log", "git>> cat /x []"),
        ("tar -cf a --checkpoint-action=exec='cat /x' b", "write a, search b, tar>> cat /x []"),
        ("sqlite3 a.db '.read /etc/x'", "read a.db, write a.db, may read /etc/x"),
        ("sqlite3 a.db 'select a/b from c'", "read a.db, write a.db"),
        ("bwrap --ro-bind /usr /usr cat x", "read /usr, bwrap> cat x"),
        ("python3 -c 'os.system(\"cat /x\")'", "python3>> cat /x [], opaque"),
    ]);
}

#[test]
fn values_that_hold_paths() {
    linux(&[
        ("java -cp /a:b/c.jar Main", "read /a, read b/c.jar"),
        ("java -jar /x.jar /etc/y", "execute /x.jar, guess read /etc/y, guess write /etc/y"),
        ("curl --data-urlencode x@/etc/x https://h", "read /etc/x"),
        ("ssh -o IdentityFile=/k host", "may read /k"),
        ("git -c core.hooksPath=/h commit", "may execute /h"),
    ]);
}

#[test]
fn every_program_takes_anything() {
    let hole = || Text::hole(crate::value::Hole::Any);
    let words = ["--", "-", "-é", "--é=", "{}", ";", "x=", "+", "-f", "-e", "'/", "s/[", "\\"];
    for stdin in [Output::Unknown, Output::Nothing, Output::Text(Texts::one("a 'é"))] {
        let here = Here { platform: Platform::Darwin, stdin };
        for name in catalog::programs() {
            for word in words {
                let text = |text: Text, open| Argument { text, span: Span::default(), open };
                let word = || text(word.into(), false);
                let mixed = text(Text::literal("-x=").concat(&hole()), false);
                let _ =
                    interpret(&[text(name.into(), false), word(), mixed, word(), text(hole(), true), word()], &here);
            }
        }
    }
}

#[test]
fn windows_names() {
    check(
        Platform::Win32,
        &Output::Unknown,
        &[
            ("C:\\bin\\cat.EXE x", "execute C:\\bin\\cat.EXE, read x"),
            ("frob C:\\x a\\b", "guess read C:\\x, guess write C:\\x, guess read a\\b, guess write a\\b"),
            ("docker run -v C:\\x:/y img", "read C:\\x, write C:\\x"),
        ],
    );
}

#[test]
fn outputs() {
    let here = Here { platform: Platform::Linux, stdin: Output::Lines(vec!["a/b".into()]) };
    let said = |line: &str| match interpret(&vector(line), &here).output {
        Output::Unknown => "?".to_owned(),
        Output::Nothing => "nothing".into(),
        Output::Text(texts) => texts.iter().map(Text::record).collect::<Vec<_>>().join(" | "),
        Output::Lines(lines) => lines.iter().map(Text::record).collect::<Vec<_>>().join(", "),
        Output::Files(files) => format!("in {}", files.join(", ")),
    };
    for (line, expected) in [
        ("pwd", "/home/u"),
        ("git rev-parse --show-toplevel", "/home/u"),
        ("echo a $", "\\a **".trim_start_matches('\\')),
        ("printf '%s\\n' /etc/x", "/etc/x"),
        ("printf 'f%03d ' 7", "f007 "),
        ("printf %5s a", "?"),
        ("dirname /a/b", "/a"),
        ("basename /a/b.c .c", "b"),
        ("basename $", "*"),
        ("mktemp", "/tmp/tmp.*"),
        ("mktemp -d /opt/x.XXXXXX", "/opt/x.*"),
        ("mktemp -p /var/tmp", "/var/tmp/tmp.*"),
        ("find src -name '*.ts'", "src/**.ts"),
        ("find src -printf %f", "?"),
        ("ls src", "*"),
        ("ls src/*.c", "*, src/*.c"),
        ("ls -l", "?"),
        ("git ls-files", "**"),
        ("git diff --name-only main", "**"),
        ("git ls-files src", "src/**, src"),
        ("date +%s", "*"),
        ("nproc", "*"),
        ("cat x", "?"),
        ("sort", "a/b"),
        ("head -1", "a/b"),
        ("cat", "a/b"),
        ("cat -n", "?"),
        ("tee /tmp/x", "a/b"),
        ("grep -o x", "?"),
        ("grep a", "a/b"),
        ("grep -l x src/a.c", "src/a.c/**, src/a.c"),
        ("realpath src", "src"),
        ("true", "nothing"),
    ] {
        assert_eq!(said(line), expected, "{line}");
    }
}
