//! Arithmetic, as far as it can be known.
//!
//! Owns the expression grammar (Bash manual, 6.5) over known numbers. Anything that is not known makes the whole result
//! unknown; the names that an expression assigns are told apart, so that nobody trusts their old values.

/// What an expression comes to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Result {
    /// The value, where it is known.
    pub(super) value: Option<i64>,
    /// The names that are assigned, each with its new value where it is known.
    pub(super) assigned: Vec<(String, Option<i64>)>,
}

/// Evaluates `text`, in which expansions are already done. `look_up` gives the number in a variable.
pub(super) fn evaluate(text: &str, look_up: &dyn Fn(&str) -> Option<i64>) -> Result {
    let mut parser = Parser { tokens: tokens(text), at: 0, look_up, assigned: Vec::new(), depth: 0, skip: 0, doubt: 0 };
    let value = parser.comma();
    let complete = parser.at == parser.tokens.len();
    Result { value: value.filter(|_| complete), assigned: parser.assigned }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Number(i64),
    Name(String),
    Operator(&'static str),
    /// Not understood.
    Other,
}

const OPERATORS: [&str; 39] = [
    "<<=", ">>=", "**", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=",
    "|=", "^=", "+", "-", "*", "/", "%", "<", ">", "=", "!", "~", "&", "|", "^", "?", ":", ",", "(", ")",
];

fn tokens(text: &str) -> Vec<Token> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        if c.is_ascii_digit() {
            let end = rest
                .find(|c: char| !(c.is_ascii_alphanumeric() || c == '#' || c == '@' || c == '_'))
                .unwrap_or(rest.len());
            let (digits, after) = rest.split_at(end);
            out.push(number(digits).map_or(Token::Other, Token::Number));
            rest = after;
        } else if c.is_ascii_alphabetic() || c == '_' {
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            out.push(Token::Name(name.to_owned()));
            rest = after;
        } else if let Some((operator, after)) = OPERATORS.iter().find_map(|op| rest.strip_prefix(op).map(|r| (*op, r)))
        {
            out.push(Token::Operator(operator));
            rest = after;
        } else {
            out.push(Token::Other);
            let mut chars = rest.chars();
            chars.next();
            rest = chars.as_str();
        }
        rest = rest.trim_start();
    }
    out
}

fn number(digits: &str) -> Option<i64> {
    if let Some(hex) = digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        i64::from_str_radix(hex, 16).ok()
    } else if let Some((base, digits)) = digits.split_once('#') {
        based(base.parse().ok()?, digits)
    } else if digits.len() > 1 && digits.starts_with('0') {
        i64::from_str_radix(digits, 8).ok()
    } else {
        digits.parse().ok()
    }
}

/// `base#digits`: lower-case letters, upper-case letters, `@` and `_` are the digits past 9; up to base 36 case does not count.
fn based(base: i64, digits: &str) -> Option<i64> {
    if !(2..=64).contains(&base) || digits.is_empty() {
        return None;
    }
    digits.bytes().try_fold(0i64, |value, byte| {
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'z' => byte - b'a' + 10,
            b'A'..=b'Z' if base <= 36 => byte - b'A' + 10,
            b'A'..=b'Z' => byte - b'A' + 36,
            b'@' => 62,
            b'_' => 63,
            _ => return None,
        };
        Some(value.wrapping_mul(base).wrapping_add(i64::from(digit))).filter(|_| i64::from(digit) < base)
    })
}

struct Parser<'a> {
    tokens: Vec<Token>,
    at: usize,
    look_up: &'a dyn Fn(&str) -> Option<i64>,
    assigned: Vec<(String, Option<i64>)>,
    depth: usize,
    /// In operands that are not evaluated.
    skip: usize,
    /// In operands of which it is not known whether they are evaluated.
    doubt: usize,
}

/// Binary operators, loosest first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Parser<'_> {
    fn eat(&mut self, operators: &[&'static str]) -> Option<&'static str> {
        match self.tokens.get(self.at) {
            Some(Token::Operator(op)) if operators.contains(op) => {
                self.at += 1;
                Some(op)
            }
            _ => None,
        }
    }

    fn assign(&mut self, name: String, value: Option<i64>) {
        if self.skip == 0 {
            self.assigned.push((name, value.filter(|_| self.doubt == 0)));
        }
    }

    /// An operand that is evaluated only if `runs` says so.
    fn conditional(&mut self, runs: Option<bool>, operand: impl FnOnce(&mut Self) -> Option<i64>) -> Option<i64> {
        let (skip, doubt) = (usize::from(runs == Some(false)), usize::from(runs.is_none()));
        self.skip += skip;
        self.doubt += doubt;
        let value = operand(self);
        self.skip -= skip;
        self.doubt -= doubt;
        value
    }

    fn comma(&mut self) -> Option<i64> {
        let mut value = self.assignment();
        while self.eat(&[","]).is_some() {
            value = self.assignment();
        }
        value
    }

    fn assignment(&mut self) -> Option<i64> {
        if let Some(Token::Name(name)) = self.tokens.get(self.at).cloned()
            && let Some(Token::Operator(op)) = self.tokens.get(self.at + 1)
            && matches!(*op, "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=")
        {
            let op = *op;
            self.at += 2;
            self.depth += 1;
            let right = if self.depth > 64 { None } else { self.assignment() };
            self.depth -= 1;
            let value = if op == "=" {
                right
            } else {
                op.strip_suffix('=').zip(self.value(&name).zip(right)).and_then(|(op, (a, b))| apply(op, a, b))
            };
            self.assign(name, value);
            return value;
        }
        self.ternary()
    }

    fn ternary(&mut self) -> Option<i64> {
        let condition = self.binary(0);
        if self.eat(&["?"]).is_none() {
            return condition;
        }
        self.depth += 1;
        if self.depth > 64 {
            return None;
        }
        let yes = self.conditional(condition.map(|c| c != 0), Self::assignment);
        self.eat(&[":"])?;
        let no = self.conditional(condition.map(|c| c == 0), Self::assignment);
        self.depth -= 1;
        if condition? != 0 { yes } else { no }
    }

    fn binary(&mut self, level: usize) -> Option<i64> {
        let Some(operators) = LEVELS.get(level) else { return self.power() };
        let mut left = self.binary(level + 1);
        while let Some(op) = self.eat(operators) {
            left = match op {
                "&&" | "||" => {
                    let decides = i64::from(op == "||");
                    let decided = left.map(|value| i64::from(value != 0) == decides);
                    let right = self.conditional(decided.map(|decided| !decided), |parser| parser.binary(level + 1));
                    if decided == Some(true) {
                        Some(decides)
                    } else {
                        left.zip(right).and_then(|(a, b)| apply(op, a, b))
                    }
                }
                op => {
                    let right = self.binary(level + 1);
                    left.zip(right).and_then(|(a, b)| apply(op, a, b))
                }
            };
        }
        left
    }

    fn power(&mut self) -> Option<i64> {
        let base = self.unary();
        if self.eat(&["**"]).is_none() {
            return base;
        }
        self.depth += 1;
        let exponent = if self.depth > 64 { None } else { self.power() };
        self.depth -= 1;
        u32::try_from(exponent?).ok().and_then(|e| base?.checked_pow(e))
    }

    fn unary(&mut self) -> Option<i64> {
        self.depth += 1;
        if self.depth > 64 {
            self.at = self.tokens.len();
            return None;
        }
        let value = match self.eat(&["+", "-", "!", "~", "++", "--"]) {
            Some(step @ ("++" | "--")) => {
                let name = match self.tokens.get(self.at) {
                    Some(Token::Name(name)) => name.clone(),
                    _ => return None,
                };
                self.at += 1;
                let value = self.value(&name).map(|v| if step == "++" { v.wrapping_add(1) } else { v.wrapping_sub(1) });
                self.assign(name, value);
                value
            }
            Some(op) => self.unary().map(|v| match op {
                "-" => v.wrapping_neg(),
                "!" => i64::from(v == 0),
                "~" => !v,
                _ => v,
            }),
            None => self.primary(),
        };
        self.depth -= 1;
        value
    }

    fn primary(&mut self) -> Option<i64> {
        let token = self.tokens.get(self.at).cloned()?;
        self.at += 1;
        match token {
            Token::Number(n) => Some(n),
            Token::Name(name) => {
                let value = self.value(&name);
                if let Some(step) = self.eat(&["++", "--"]) {
                    let next = value.map(|v| if step == "++" { v.wrapping_add(1) } else { v.wrapping_sub(1) });
                    self.assign(name, next);
                }
                value
            }
            Token::Operator("(") => {
                let value = self.comma();
                self.eat(&[")"])?;
                value
            }
            Token::Operator(_) | Token::Other => {
                self.at = self.tokens.len() + 1;
                None
            }
        }
    }

    fn value(&self, name: &str) -> Option<i64> {
        match self.assigned.iter().rev().find(|(n, _)| n == name) {
            Some((_, value)) => *value,
            None => (self.look_up)(name),
        }
    }
}

fn apply(op: &str, a: i64, b: i64) -> Option<i64> {
    Some(match op {
        "||" => i64::from(a != 0 || b != 0),
        "&&" => i64::from(a != 0 && b != 0),
        "|" => a | b,
        "^" => a ^ b,
        "&" => a & b,
        "==" => i64::from(a == b),
        "!=" => i64::from(a != b),
        "<=" => i64::from(a <= b),
        ">=" => i64::from(a >= b),
        "<" => i64::from(a < b),
        ">" => i64::from(a > b),
        "<<" => a.wrapping_shl(u32::try_from(b).ok()?),
        ">>" => a.wrapping_shr(u32::try_from(b).ok()?),
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "*" => a.wrapping_mul(b),
        "/" => a.checked_div(b)?,
        "%" => a.checked_rem(b)?,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::evaluate;

    // Each value is what bash 5.2 prints for `echo $((…))` with n=5 and u unset in a way that is not known.
    #[test]
    fn expressions() {
        let look_up = |name: &str| (name == "n").then_some(5);
        for (text, value) in [
            ("1+2*3", Some(7)),
            ("(1+2)*3", Some(9)),
            ("n%3", Some(2)),
            ("2**3**2", Some(512)),
            ("-n+1", Some(-4)),
            ("n>3?10:20", Some(10)),
            ("0x10 + 010", Some(24)),
            ("1/0", None),
            ("u+1", None),
            ("n++ + n", Some(11)),
            ("!0 && 1 || 0", Some(1)),
            ("a=3, a+n", Some(8)),
            ("1 || n++", Some(1)),
            ("0 && (n=9), n", Some(5)),
            ("1 ? 2 : (n=9)", Some(2)),
            ("u || (n=9), n", None),
            ("16#ff + 2#101 + 36#z + 64#_", Some(358)),
            ("8#9", None),
            ("a[1]", None),
            ("", None),
        ] {
            assert_eq!(evaluate(text, &look_up).value, value, "{text}");
        }
        assert_eq!(evaluate("i+=2", &look_up).assigned, [("i".to_owned(), None)]);
        assert_eq!(evaluate("n+=2", &look_up).assigned, [("n".to_owned(), Some(7))]);
    }

    #[test]
    fn deep_nesting_ends() {
        for text in
            ["(".repeat(10_000), "-".repeat(10_001), "1?".repeat(10_000), "a=".repeat(10_000), "1**".repeat(10_000)]
        {
            assert_eq!(evaluate(&text, &|_| None).value, None);
        }
    }
}
