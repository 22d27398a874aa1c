//! Reserved words, and what ends a list.
//!
//! Owns which texts are reserved. Where one is recognised is the grammar's matter: a word that is quoted, or that
//! stands after the command word, is no keyword.

use super::cursor::Parser;

/// A reserved word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    Bang,
    Time,
    Coproc,
    Function,
    If,
    Then,
    Elif,
    Else,
    Fi,
    While,
    Until,
    For,
    Select,
    Do,
    Done,
    Case,
    Esac,
    In,
    OpenBrace,
    CloseBrace,
    OpenCondition,
    CloseCondition,
}

const KEYWORDS: &[(&str, Keyword)] = &[
    ("!", Keyword::Bang),
    ("time", Keyword::Time),
    ("coproc", Keyword::Coproc),
    ("function", Keyword::Function),
    ("if", Keyword::If),
    ("then", Keyword::Then),
    ("elif", Keyword::Elif),
    ("else", Keyword::Else),
    ("fi", Keyword::Fi),
    ("while", Keyword::While),
    ("until", Keyword::Until),
    ("for", Keyword::For),
    ("select", Keyword::Select),
    ("do", Keyword::Do),
    ("done", Keyword::Done),
    ("case", Keyword::Case),
    ("esac", Keyword::Esac),
    ("in", Keyword::In),
    ("{", Keyword::OpenBrace),
    ("}", Keyword::CloseBrace),
    ("[[", Keyword::OpenCondition),
    ("]]", Keyword::CloseCondition),
];

/// The tokens that end a list, as a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Terminators(u16);

impl Terminators {
    pub(super) const NONE: Self = Self(0);
    pub(super) const THEN: Self = Self(1);
    pub(super) const ELIF: Self = Self(1 << 1);
    pub(super) const ELSE: Self = Self(1 << 2);
    pub(super) const FI: Self = Self(1 << 3);
    pub(super) const DO: Self = Self(1 << 4);
    pub(super) const DONE: Self = Self(1 << 5);
    pub(super) const ESAC: Self = Self(1 << 6);
    pub(super) const BRACE: Self = Self(1 << 7);
    pub(super) const PARENTHESIS: Self = Self(1 << 8);
    /// `;;`, `;&`, `;;&`.
    pub(super) const ARM: Self = Self(1 << 9);

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl Keyword {
    /// The terminator that this is, if it can only end a list.
    pub(super) fn terminator(self) -> Option<Terminators> {
        Some(match self {
            Self::Then => Terminators::THEN,
            Self::Elif => Terminators::ELIF,
            Self::Else => Terminators::ELSE,
            Self::Fi => Terminators::FI,
            Self::Do => Terminators::DO,
            Self::Done => Terminators::DONE,
            Self::Esac => Terminators::ESAC,
            Self::CloseBrace => Terminators::BRACE,
            _ => return None,
        })
    }
}

/// The bytes that end an unquoted word.
pub(super) fn is_meta(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'|' | b'&' | b';' | b'(' | b')' | b'<' | b'>')
}

impl Parser<'_> {
    /// The reserved word that the source goes on with, and where it ends.
    pub(super) fn keyword(&mut self) -> Option<(Keyword, usize)> {
        let first = self.peek()?;
        // Of a longer one the second byte decides as well, unless a line continuation may stand before it.
        let second = self.byte(self.at + 1);
        let begins = |text: &str| match text.as_bytes() {
            [byte, next, ..] => *byte == first && (second == Some(*next) || second == Some(b'\\')),
            bytes => bytes == [first],
        };
        KEYWORDS.iter().filter(|(text, _)| begins(text)).find_map(|&(text, keyword)| {
            let end = self.looking_at(text)?;
            let next = self.byte(self.past_continuations(end));
            next.is_none_or(is_meta).then_some((keyword, end))
        })
    }

    /// Reads `wanted` if the source goes on with it.
    pub(super) fn eat_keyword(&mut self, wanted: Keyword) -> bool {
        match self.keyword() {
            Some((keyword, end)) if keyword == wanted => {
                self.take_keyword(end);
                true
            }
            _ => false,
        }
    }

    /// Reads the keyword that ends at `end`.
    pub(super) fn take_keyword(&mut self, end: usize) {
        self.mark_start(self.at);
        self.structured();
        self.at = end;
    }

    /// The terminator that the source goes on with, and where it ends.
    pub(super) fn terminator(&mut self) -> Option<(Terminators, usize)> {
        match self.peek()? {
            b')' => Some((Terminators::PARENTHESIS, self.at + 1)),
            b';' => {
                let end = self.looking_at(";;&").or_else(|| self.looking_at(";;")).or_else(|| self.looking_at(";&"))?;
                Some((Terminators::ARM, end))
            }
            _ => {
                let (keyword, end) = self.keyword()?;
                Some((keyword.terminator()?, end))
            }
        }
    }
}
