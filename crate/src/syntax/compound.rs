//! Compound commands.
//!
//! Owns `if`, the loops, `case`, groups, subshells and `(( … ))`: their keywords and what stands between them.

use super::cursor::Parser;
use super::keyword::{Keyword, Terminators};
use super::tree::{Arm, ArmEnd, Compound, List, Word};
use super::word::Place;

impl Keyword {
    /// Whether a compound command begins with it.
    pub(super) fn begins_compound(self) -> bool {
        matches!(
            self,
            Self::If
                | Self::While
                | Self::Until
                | Self::For
                | Self::Select
                | Self::Case
                | Self::OpenBrace
                | Self::OpenCondition
        )
    }
}

impl Parser<'_> {
    /// The compound command that begins here.
    pub(super) fn compound(&mut self) -> Option<Compound> {
        let start = self.at;
        if self.peek() == Some(b'(') {
            return Some(self.parenthesis(start));
        }
        let (keyword, end) = self.keyword()?;
        self.take_keyword(end);
        match keyword {
            Keyword::If => Some(self.if_clause(start)),
            Keyword::While | Keyword::Until => Some(self.while_loop(start, keyword == Keyword::Until)),
            Keyword::For | Keyword::Select => self.for_loop(start, keyword == Keyword::Select),
            Keyword::Case => self.case(start),
            Keyword::OpenBrace => {
                let list = self.commands(Terminators::BRACE);
                self.expect(Keyword::CloseBrace, start);
                Some(Compound::Group(list))
            }
            Keyword::OpenCondition => Some(Compound::Condition(self.conditional(start))),
            _ => None,
        }
    }

    /// Reads the keyword that must follow; `start` is where the command began that wants it.
    fn expect(&mut self, keyword: Keyword, start: usize) -> bool {
        let found = self.eat_keyword(keyword);
        if !found {
            self.fault(start);
        }
        found
    }

    /// `(( … ))` or `( … )`. Two parentheses are an arithmetic command only if the one that closes the second is followed
    /// by another: `((ls); pwd)` is a subshell in a subshell.
    fn parenthesis(&mut self, start: usize) -> Compound {
        if let Some(inner) = self.looking_at("((") {
            let end = self.closing(inner, b'(', b')');
            if let Some(end) = end.filter(|&end| self.byte(self.past_continuations(end + 1)) == Some(b')')) {
                self.at = inner;
                let expression = self.arithmetic(end);
                self.at = self.past_continuations(end + 1) + 1;
                return Compound::Arithmetic(expression);
            }
        }
        self.at += 1;
        let list = self.commands(Terminators::PARENTHESIS);
        if !self.eat(")") {
            self.fault(start);
        }
        Compound::Subshell(list)
    }

    fn if_clause(&mut self, start: usize) -> Compound {
        let then = Terminators::THEN;
        let body_ends = Terminators::ELIF.or(Terminators::ELSE).or(Terminators::FI);
        let outer = self.awaited;
        self.awaited = outer.or(then).or(body_ends);
        let mut branches = Vec::new();
        let mut otherwise = None;
        loop {
            let condition = self.commands(then);
            let found = self.expect(Keyword::Then, start);
            let body = if found { self.commands(body_ends) } else { List::default() };
            branches.push((condition, body));
            if !self.eat_keyword(Keyword::Elif) {
                break;
            }
        }
        if self.eat_keyword(Keyword::Else) {
            self.awaited = outer.or(Terminators::FI);
            otherwise = Some(self.commands(Terminators::FI));
        }
        self.awaited = outer;
        self.expect(Keyword::Fi, start);
        Compound::If { branches, otherwise }
    }

    fn while_loop(&mut self, start: usize, until: bool) -> Compound {
        let outer = self.awaited;
        self.awaited = outer.or(Terminators::DONE);
        let condition = self.commands(Terminators::DO);
        self.awaited = outer;
        let body = self.do_group(start);
        Compound::While { until, condition, body }
    }

    /// `do … done`.
    fn do_group(&mut self, start: usize) -> List {
        if !self.expect(Keyword::Do, start) {
            return List::default();
        }
        let body = self.commands(Terminators::DONE);
        self.expect(Keyword::Done, start);
        body
    }

    /// `do … done`, or braces in their place, as bash lets them stand in a `for`.
    fn loop_body(&mut self, start: usize) -> List {
        if !self.eat_keyword(Keyword::OpenBrace) {
            return self.do_group(start);
        }
        let body = self.commands(Terminators::BRACE);
        self.expect(Keyword::CloseBrace, start);
        body
    }

    fn for_loop(&mut self, start: usize, select: bool) -> Option<Compound> {
        self.skip_blanks();
        if !select && self.looking_at("((").is_some() {
            return self.for_arithmetic(start);
        }
        let Some(name) = self.word(Place::Command) else {
            self.fault(start);
            return None;
        };
        let end = self.at;
        self.skip_lines();
        let mut words = None;
        if self.eat_keyword(Keyword::In) {
            words = Some(self.for_words());
            self.for_separator(start);
        } else {
            self.at = end;
            self.skip_blanks();
            if self.peek() == Some(b';') && self.terminator().is_none() {
                self.at += 1;
            }
        }
        self.skip_lines();
        let body = self.loop_body(start);
        Some(Compound::For { name: self.name(name.span), words, body, select })
    }

    fn for_words(&mut self) -> Vec<Word> {
        let mut words = Vec::new();
        loop {
            self.skip_blanks();
            if self.peek() == Some(b'#') {
                self.comment();
            }
            match self.word(Place::Command) {
                Some(word) => words.push(word),
                None => return words,
            }
        }
    }

    /// The `;` or line break that ends the words of a `for`.
    fn for_separator(&mut self, start: usize) {
        match self.peek() {
            Some(b';') if self.terminator().is_none() => self.at += 1,
            Some(b'\n') => {}
            _ => self.fault(start),
        }
    }

    fn for_arithmetic(&mut self, start: usize) -> Option<Compound> {
        let inner = self.looking_at("((")?;
        let Some(end) = self.closing(inner, b'(', b')') else {
            self.fault(start);
            self.at = inner;
            return None;
        };
        self.at = inner;
        let mut parts = Vec::new();
        let mut separators = 0;
        while self.at < end && !self.is_halted() {
            let stop = self.semicolon(end);
            self.skip_blanks();
            if self.at < stop {
                parts.push(self.arithmetic(stop));
            }
            self.at = stop;
            if stop < end {
                separators += 1;
                self.at += 1;
            }
        }
        self.at = end;
        if separators != 2 || !self.eat("))") {
            self.at = end + 1;
            self.fault(start);
        }
        self.skip_blanks();
        if self.peek() == Some(b';') && self.terminator().is_none() {
            self.at += 1;
        }
        self.skip_lines();
        let body = self.loop_body(start);
        Some(Compound::ForArithmetic { parts, body })
    }

    /// The next semicolon before `end` that no bracket holds.
    fn semicolon(&self, end: usize) -> usize {
        let mut depth = 0usize;
        let mut at = self.at;
        while at < end {
            match self.byte(at) {
                Some(b'(' | b'{') => depth += 1,
                Some(b')' | b'}') => depth = depth.saturating_sub(1),
                Some(b';') if depth == 0 => return at,
                Some(b'\\') => at += 1,
                _ => {}
            }
            at += 1;
        }
        end
    }

    fn case(&mut self, start: usize) -> Option<Compound> {
        self.skip_blanks();
        let Some(subject) = self.word(Place::Command) else {
            self.fault(start);
            return None;
        };
        self.skip_lines();
        let mut arms = Vec::new();
        if !self.expect(Keyword::In, start) {
            return Some(Compound::Case { subject, arms });
        }
        loop {
            self.skip_lines();
            if self.eat_keyword(Keyword::Esac) {
                break;
            }
            let arm = if self.peek().is_some() { self.arm() } else { None };
            let Some((arm, ended)) = arm else {
                self.fault(start);
                break;
            };
            arms.push(arm);
            if !ended {
                self.expect(Keyword::Esac, start);
                break;
            }
        }
        Some(Compound::Case { subject, arms })
    }

    /// One arm, and whether `;;` or its like ended it.
    fn arm(&mut self) -> Option<(Arm, bool)> {
        let start = self.at;
        self.eat("(");
        let mut patterns = Vec::new();
        loop {
            self.skip_blanks();
            match self.word(Place::Command) {
                Some(pattern) => patterns.push(pattern),
                None => return None,
            }
            self.skip_blanks();
            if !self.eat("|") {
                break;
            }
        }
        if !self.eat(")") {
            self.fault(start);
        }
        let body = self.list(Terminators::ARM.or(Terminators::ESAC));
        let end = self.arm_end();
        let ended = end.is_some();
        Some((Arm { patterns, body, end: end.unwrap_or(ArmEnd::Break) }, ended))
    }

    fn arm_end(&mut self) -> Option<ArmEnd> {
        if self.eat(";;&") {
            Some(ArmEnd::Continue)
        } else if self.eat(";;") {
            Some(ArmEnd::Break)
        } else if self.eat(";&") {
            Some(ArmEnd::FallThrough)
        } else {
            None
        }
    }
}
