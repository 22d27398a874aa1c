//! Bash sources from a grammar of our own, right ones and broken ones.
//!
//! The same seed gives the same sources. Half of them are as the grammar has them; in the others tokens are
//! deleted, doubled or swapped.

/// `count` sources.
pub(super) fn sources(seed: u64, count: usize) -> Vec<String> {
    let mut chance = Chance(seed);
    (0..count)
        .map(|n| {
            let mut tokens = Vec::new();
            chance.list(&mut tokens, 2);
            if n % 2 == 1 {
                chance.mutate(&mut tokens);
            }
            joined(&tokens)
        })
        .collect()
}

/// The tokens with a blank between them, but at the edges of lines.
fn joined(tokens: &[String]) -> String {
    let mut text = String::new();
    for (n, token) in tokens.iter().enumerate() {
        let glued = token.starts_with('\n') || text.ends_with('\n');
        text.push_str(if n > 0 && !glued { " " } else { "" });
        text.push_str(token);
    }
    text
}

/// A xorshift generator (Marsaglia 2003).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn pick(&mut self, of: &[&str]) -> String {
        of[self.below(of.len())].to_owned()
    }

    fn mutate(&mut self, tokens: &mut Vec<String>) {
        for _ in 0..=self.below(2) {
            if tokens.len() < 2 {
                return;
            }
            let at = self.below(tokens.len());
            let other = self.below(tokens.len());
            match self.below(3) {
                0 => drop(tokens.remove(at)),
                1 => tokens.insert(other, tokens[at].clone()),
                _ => tokens.swap(at, other),
            }
        }
    }

    fn put(&mut self, out: &mut Vec<String>, text: &str) {
        out.extend(text.split(' ').map(str::to_owned));
    }

    fn list(&mut self, out: &mut Vec<String>, fuel: usize) {
        for n in 0..=self.below(3) {
            if n > 0 {
                let separator = self.pick(&[";", ";", "&", "\n", "\n", "&&", "||", "|", "|&", "&& \n", "# b )\n"]);
                self.put(out, &separator);
            }
            self.command(out, fuel);
        }
    }

    /// A list, and what ends it before a keyword.
    fn body(&mut self, out: &mut Vec<String>, fuel: usize) {
        self.list(out, fuel.saturating_sub(1));
        let end = self.pick(&[";", "\n", "&"]);
        self.put(out, &end);
    }

    fn command(&mut self, out: &mut Vec<String>, fuel: usize) {
        if self.below(8) == 0 {
            let prefix = self.pick(&["!", "time", "time -p", "! !"]);
            self.put(out, &prefix);
        }
        if fuel == 0 || self.below(3) == 0 {
            return self.simple(out, fuel);
        }
        match self.below(13) {
            0 => self.between(out, fuel, "{", "}"),
            1 => {
                self.put(out, "(");
                self.list(out, fuel - 1);
                self.put(out, ")");
            }
            2 => {
                self.put(out, "if");
                self.body(out, fuel);
                self.between(out, fuel, "then", "");
                if self.below(2) == 0 {
                    self.put(out, "elif");
                    self.body(out, fuel);
                    self.between(out, fuel, "then", "");
                }
                if self.below(2) == 0 {
                    self.between(out, fuel, "else", "");
                }
                self.put(out, "fi");
            }
            3 => {
                let keyword = self.pick(&["while", "until"]);
                self.put(out, &keyword);
                self.body(out, fuel);
                self.between(out, fuel, "do", "done");
            }
            4 => {
                let head = self.pick(&["for x in", "select x in"]);
                self.put(out, &head);
                self.words(out, fuel);
                let end = self.pick(&[";", "\n"]);
                self.put(out, &end);
                self.between(out, fuel, "do", "done");
            }
            5 => {
                let head = self.pick(&["for x ;", "for x", "for (( i = 0 ; i < 3 ; i++ )) ;", "for (( ; ; )) \n"]);
                self.put(out, &head);
                self.between(out, fuel, "do", "done");
            }
            6 => self.case(out, fuel),
            7 => {
                let text = self.pick(&["(( a < 1 ))", "(( a[1] | $b ))", "(( ( a ) + 1 ))", "(( a , b ))"]);
                self.put(out, &text);
            }
            8 => {
                self.put(out, "[[");
                self.condition(out, 2);
                self.put(out, "]]");
            }
            9 => {
                let head = self.pick(&["f ()", "f()", "function f", "function f ()", "f ( ) \n"]);
                self.put(out, &head);
                self.between(out, fuel, "{", "}");
            }
            10 => {
                let head = self.pick(&["coproc", "coproc N"]);
                self.put(out, &head);
                self.between(out, fuel, "{", "}");
            }
            11 => {
                let document = self.pick(&[
                    "cat <<E \n $a $( b ) \n\\$c \nE\n",
                    "cat <<'E' \n $( ` \nE\n",
                    "cat <<-E \n\tb \n\tE\n",
                    "cat <<E <<F \n1 \nE\n2 \nF\n",
                ]);
                self.put(out, &document);
                self.simple(out, fuel);
            }
            _ => {
                self.between(out, fuel, "{", "}");
                self.redirection(out, fuel);
            }
        }
    }

    fn between(&mut self, out: &mut Vec<String>, fuel: usize, open: &str, close: &str) {
        self.put(out, open);
        self.body(out, fuel);
        if !close.is_empty() {
            self.put(out, close);
        }
    }

    fn case(&mut self, out: &mut Vec<String>, fuel: usize) {
        self.put(out, "case");
        out.push(self.word(fuel - 1));
        self.put(out, "in");
        for _ in 0..=self.below(2) {
            let head = self.pick(&["a )", "( a )", "a | b )", "* )", "[ab]?.c )", "\"a b\" )"]);
            self.put(out, &head);
            if self.below(5) > 0 {
                self.list(out, fuel - 1);
            }
            let end = self.pick(&[";;", ";&", ";;&", ";; \n"]);
            self.put(out, &end);
        }
        self.put(out, "esac");
    }

    fn condition(&mut self, out: &mut Vec<String>, fuel: usize) {
        match self.below(if fuel == 0 { 3 } else { 6 }) {
            0 => {
                let operator = self.pick(&["-f", "-z", "-n", "-d"]);
                self.put(out, &operator);
                out.push(self.word(0));
            }
            1 => {
                out.push(self.word(0));
                let operator = self.pick(&["==", "=", "!=", "-eq", "<", ">", "-nt"]);
                self.put(out, &operator);
                out.push(self.word(0));
            }
            2 => {
                let text = self.pick(&["a =~ ^(b|c)+$", "a == @(b|c)*", "a != !(b)", "$a =~ [0-9]+ ", "$a"]);
                self.put(out, text.trim());
            }
            3 => {
                self.put(out, "(");
                self.condition(out, fuel - 1);
                self.put(out, ")");
            }
            4 => {
                self.put(out, "!");
                self.condition(out, fuel - 1);
            }
            _ => {
                self.condition(out, fuel - 1);
                let operator = self.pick(&["&&", "||"]);
                self.put(out, &operator);
                self.condition(out, fuel - 1);
            }
        }
    }

    fn simple(&mut self, out: &mut Vec<String>, fuel: usize) {
        if self.below(4) == 0 {
            let value = self.word(fuel);
            let assignment = self.pick(&["a=", "a+=", "a[1]=", "a[$b + 1]="]);
            out.push(format!("{assignment}{value}"));
        }
        if self.below(12) == 0 {
            let array = self.pick(&["a=(b c)", "a=([1]=b \"c\")", "a=()", "declare -a a=(b $c)", "export a=b"]);
            self.put(out, &array);
            return;
        }
        if self.below(6) == 0 {
            self.redirection(out, fuel);
        }
        let command = self.pick(&["a", "ls", "./x", "\\rm", "'c d'", "[", "echo", "if_", "x-y"]);
        self.put(out, &command);
        self.words(out, fuel);
        if self.below(4) == 0 {
            self.redirection(out, fuel);
        }
    }

    fn redirection(&mut self, out: &mut Vec<String>, fuel: usize) {
        let operator = self.pick(&[">", ">>", "<", "2>", ">|", "<>", "&>", "&>>", "<<<", "{fd}>", "2>&1 >", ">&"]);
        self.put(out, &operator);
        out.push(self.word(fuel));
    }

    fn words(&mut self, out: &mut Vec<String>, fuel: usize) {
        for _ in 0..self.below(4) {
            out.push(self.word(fuel));
        }
    }

    fn word(&mut self, fuel: usize) -> String {
        let mut word = self.piece(fuel);
        if self.below(3) == 0 {
            word += &self.piece(fuel);
        }
        word
    }

    fn piece(&mut self, fuel: usize) -> String {
        if fuel == 0 || self.below(6) > 0 {
            return self.pick(&[
                "a",
                "b.c",
                "/x/y",
                "-v",
                "then",
                "{a,b}",
                "*.c",
                "~/x",
                "1",
                "'s q'",
                "\"d $x q\"",
                "$'\\n'",
                "\\;",
                "$x",
                "$1",
                "$?",
                "${x}",
                "${#x}",
                "${x:-y z}",
                "${x##*/}",
                "${x/a/b}",
                "${x:1:2}",
                "${x[@]}",
                "${!x}",
                "$((1 + x))",
                "$(( (1) + (2) ))",
                "\"${x:-\"y\"}\"",
                "a\\\nb",
                "é",
            ]);
        }
        let mut tokens = Vec::new();
        self.list(&mut tokens, fuel - 1);
        let inner = joined(&tokens);
        let holds_lines = inner.contains("<<") || inner.contains('#');
        let end = if holds_lines { "\n" } else { "" };
        match self.below(5) {
            0 | 1 => format!("$( {inner}{end} )"),
            2 => format!("\"$( {inner}{end} )\""),
            3 => format!("<( {inner}{end} )"),
            _ if inner.contains(['`', '\\']) => format!("${{x:-$( {inner}{end} )}}"),
            _ => format!("`{inner}{end}`"),
        }
    }
}
