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
        Texts::one("/work")
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
        ("cp --target-dir=/tmp a", "write /tmp, write /tmp/a, read a"),
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
        ("mktemp /opt/x.XXXX", "write /opt/x.XXXX"),
    ]);
}

#[test]
fn links_are_relative_to_where_they_are() {
    linux(&[
        ("ln -s ../t /opt/l", "link ../t in /opt, write /opt/l"),
        ("ln -s /etc/hosts", "link /etc/hosts, write hosts"),
        ("ln -s /etc/hosts src", "link /etc/hosts, write src, write src/hosts"),
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
        ("bash --rcfile /etc/rc -i", "read /etc/rc, bash>> stdin []"),
        ("bash -c $", "bash -c>> ** [], unknown code"),
    ]);
}
