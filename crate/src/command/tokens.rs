//! Code of other languages as tokens.
//!
//! Owns how Python, JavaScript, Perl, Ruby, PHP and Lua write strings, patterns and comments, as far as it takes to tell a string from
//! what is none. It knows nothing of what code does.

use super::paths::UNKNOWN;
use std::iter::Peekable;
use std::str::Chars;

/// A language that code is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Python,
    Node,
    Perl,
    Ruby,
    Php,
    Lua,
    Other,
}

impl Dialect {
    /// The language of a program's code, by the program's name.
    pub(super) fn of(program: &str) -> Self {
        let starts = |names: &[&str]| names.iter().any(|name| program.starts_with(name));
        match program {
            _ if starts(&["python", "pypy", "ipython"]) => Self::Python,
            _ if starts(&["node", "deno", "bun", "tsx", "ts-node", "NODE_"]) => Self::Node,
            _ if starts(&["perl", "PERL"]) => Self::Perl,
            _ if starts(&["ruby", "RUBY", "irb"]) => Self::Ruby,
            _ if starts(&["php"]) => Self::Php,
            _ if starts(&["lua", "LUA"]) => Self::Lua,
            _ => Self::Other,
        }
    }

    /// A function may be called without parentheses.
    pub(super) fn has_commands(self) -> bool {
        matches!(self, Self::Perl | Self::Ruby | Self::Php | Self::Lua)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A name, with the sigil before it.
    Name(String),
    /// A string; what is filled in is [`UNKNOWN`].
    Text(String),
    /// A string that a shell runs: in backquotes.
    Shell(String),
    /// Several strings: `qw(a b)`.
    Words(Vec<String>),
    /// A number, or a pattern.
    Value,
    /// `->`, `::` and `?.` are a dot.
    Sign(char),
    /// A line's end.
    Break,
}

/// The tokens of code.
pub(super) fn tokens(code: &str, dialect: Dialect) -> Vec<Token> {
    let mut lexer = Lexer { chars: code.chars().peekable(), dialect, out: Vec::new(), blank: true };
    while lexer.token().is_some() {}
    lexer.out
}

struct Lexer<'c> {
    chars: Peekable<Chars<'c>>,
    dialect: Dialect,
    out: Vec<Token>,
    /// The character before was a blank.
    blank: bool,
}

impl Lexer<'_> {
    fn token(&mut self) -> Option<()> {
        use Dialect::{Lua, Node, Other, Perl, Php, Python, Ruby};
        let c = self.chars.next()?;
        let blank = std::mem::replace(&mut self.blank, c.is_whitespace());
        let next = self.chars.peek().copied();
        match (c, next) {
            ('\n', _) => self.out.push(Token::Break),
            (c, _) if c.is_whitespace() => {}
            ('#', _) if self.dialect == Python || matches!(self.dialect, Perl | Ruby | Php | Other) && blank => {
                self.line()
            }
            ('/', Some('/')) if matches!(self.dialect, Node | Php) => self.line(),
            ('/', Some('*')) if matches!(self.dialect, Node | Php) => self.comment(),
            ('-', Some('-')) if self.dialect == Lua => self.line(),
            ('`', _) if self.dialect == Node => self.string('`', '`', true),
            ('`', _) if !matches!(self.dialect, Python | Lua) => {
                if let Some(text) = self.body('`', '`', true) {
                    self.out.push(Token::Shell(text));
                }
            }
            ('"', _) => self.string('"', '"', true),
            ('\'', _) => self.string('\'', '\'', matches!(self.dialect, Python | Node | Lua)),
            ('[', Some('[')) if self.dialect == Lua => {
                self.chars.next();
                let mut text = String::new();
                while let Some(c) = self.chars.next() {
                    if c == ']' && self.chars.next_if_eq(&']').is_some() {
                        break;
                    }
                    text.push(c);
                }
                self.out.push(Token::Text(text));
            }
            ('/', _) if matches!(self.dialect, Node | Perl | Ruby) && !self.after_value() => {
                self.body('/', '/', false);
                self.out.push(Token::Value);
            }
            ('%', Some(kind)) if self.dialect == Ruby && !self.after_value() && "qQwWiIxr({[<|".contains(kind) => {
                self.percent(kind);
            }
            ('-', Some('>')) | (':', Some(':')) | ('?', Some('.')) => {
                self.chars.next();
                self.out.push(Token::Sign('.'));
            }
            (c, _) if c.is_ascii_digit() => {
                while self.chars.next_if(|c| c.is_ascii_alphanumeric() || *c == '_').is_some() {}
                self.out.push(Token::Value);
            }
            (c, Some(next)) if matches!(c, '$' | '@') && (next.is_alphanumeric() || next == '_') => self.name(c),
            (c, _) if c.is_alphanumeric() || matches!(c, '_' | UNKNOWN) => self.name(c),
            (c, _) => self.out.push(Token::Sign(c)),
        }
        Some(())
    }

    fn name(&mut self, first: char) {
        let mut name = first.to_string();
        while let Some(c) = self.chars.next_if(|c| c.is_alphanumeric() || *c == '_') {
            name.push(c);
        }
        if self.dialect == Dialect::Ruby
            && let Some(c) = self.chars.next_if(|c| matches!(c, '?' | '!'))
        {
            name.push(c);
        }
        let next = self.chars.peek().copied();
        let quoted = matches!(next, Some('"' | '\''));
        // `f"…"`, `rb'…'`
        if self.dialect == Dialect::Python && quoted && name.len() <= 2 && name.chars().all(|c| "rRbBfFuU".contains(c))
        {
            let (Some(quote), raw) = (self.chars.next(), name.contains(['r', 'R'])) else { return };
            return self.string(quote, quote, !raw);
        }
        let delimiter = next
            .filter(|c| !c.is_alphanumeric() && !c.is_whitespace() && !matches!(c, '_' | '=' | ',' | ';' | ')' | '>'));
        if self.dialect == Dialect::Perl
            && let Some(open) = delimiter
            && !matches!(self.out.last(), Some(Token::Sign('.' | '{')))
        {
            let close = closing(open);
            match name.as_str() {
                "q" | "qq" | "qw" | "qx" | "m" | "qr" | "s" | "tr" | "y" => _ = self.chars.next(),
                _ => return self.out.push(Token::Name(name)),
            }
            let text = self.body(open, close, name == "qq" || name == "qx").unwrap_or_default();
            let token = match name.as_str() {
                "q" | "qq" => Token::Text(text),
                "qx" => Token::Shell(text),
                "qw" => Token::Words(text.split_whitespace().map(str::to_owned).collect()),
                "s" | "tr" | "y" => {
                    if open != close {
                        while self.chars.next_if(|c| c.is_whitespace()).is_some() {}
                        self.chars.next();
                    }
                    self.body(open, close, false);
                    Token::Value
                }
                _ => Token::Value,
            };
            return self.out.push(token);
        }
        self.out.push(Token::Name(name));
    }

    /// Ruby's `%w(a b)`.
    fn percent(&mut self, kind: char) {
        let kind = if kind.is_alphabetic() { self.chars.next().unwrap_or('Q') } else { 'Q' };
        let Some(open) = self.chars.next() else { return };
        let text = self.body(open, closing(open), kind.is_uppercase() || kind == 'x').unwrap_or_default();
        self.out.push(match kind {
            'w' | 'W' | 'i' | 'I' => Token::Words(text.split_whitespace().map(str::to_owned).collect()),
            'x' => Token::Shell(text),
            'r' => Token::Value,
            _ => Token::Text(text),
        });
    }

    fn string(&mut self, open: char, close: char, escapes: bool) {
        // `"""…"""`
        if self.dialect == Dialect::Python && self.chars.next_if_eq(&open).is_some() {
            if self.chars.next_if_eq(&open).is_none() {
                return self.out.push(Token::Text(String::new()));
            }
            let mut text = String::new();
            let mut quotes = 0;
            for c in self.chars.by_ref() {
                text.push(c);
                quotes = if c == open { quotes + 1 } else { 0 };
                if quotes == 3 {
                    text.truncate(text.len() - 3);
                    break;
                }
            }
            return self.out.push(Token::Text(text));
        }
        if let Some(text) = self.body(open, close, escapes) {
            self.out.push(Token::Text(text));
        }
    }

    /// What stands before the delimiter that closes; `None` where nothing closes it.
    fn body(&mut self, open: char, close: char, escapes: bool) -> Option<String> {
        let spans_lines = matches!(self.dialect, Dialect::Perl | Dialect::Ruby | Dialect::Php) || open == '`';
        let (mut text, mut depth) = (String::new(), 0usize);
        while let Some(c) = self.chars.next() {
            match c {
                c if c == close && depth == 0 => return Some(text),
                c if c == close => depth -= 1,
                c if c == open => depth += 1,
                '\n' if !spans_lines => return None,
                '\\' => {
                    let escaped = self.chars.next()?;
                    match escaped {
                        'n' if escapes => text.push('\n'),
                        't' if escapes => text.push('\t'),
                        'x' | 'u' | 'U' | 'N' | '0'..='7' if escapes => text.push(UNKNOWN),
                        c if c == close || c == open || c == '\\' || escapes => text.push(c),
                        c => text.extend(['\\', c]),
                    }
                    continue;
                }
                // What is filled in.
                '{' if matches!(self.dialect, Dialect::Python) => {
                    self.skip('}');
                    text.push(UNKNOWN);
                    continue;
                }
                '$' | '#' | '@' if escapes && self.chars.peek() == Some(&'{') => {
                    self.skip('}');
                    text.push(UNKNOWN);
                    continue;
                }
                '$' | '@' if escapes && matches!(self.dialect, Dialect::Perl | Dialect::Php) => {
                    while self.chars.next_if(|c| c.is_alphanumeric() || *c == '_').is_some() {}
                    text.push(UNKNOWN);
                    continue;
                }
                _ => {}
            }
            text.push(c);
        }
        None
    }

    fn skip(&mut self, end: char) {
        while self.chars.next_if(|c| *c != end && *c != '\n').is_some() {}
        self.chars.next_if_eq(&end);
    }

    fn line(&mut self) {
        while self.chars.next_if(|c| *c != '\n').is_some() {}
    }

    fn comment(&mut self) {
        let mut star = false;
        for c in self.chars.by_ref() {
            if star && c == '/' {
                return;
            }
            star = c == '*';
        }
    }

    /// A slash divides; a percent sign is a remainder.
    fn after_value(&self) -> bool {
        const OPERATORS: [&str; 12] =
            ["if", "unless", "and", "or", "not", "return", "split", "grep", "map", "when", "puts", "print"];
        match self.out.last() {
            Some(Token::Name(name)) => !OPERATORS.contains(&name.as_str()),
            Some(Token::Text(_) | Token::Shell(_) | Token::Words(_) | Token::Value | Token::Sign(')' | ']' | '}')) => {
                true
            }
            _ => false,
        }
    }
}

fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        '<' => '>',
        other => other,
    }
}
