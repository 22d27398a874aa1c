//! The guard: one session's surroundings and policy, asked about one tool call after another.
//!
//! Owns the way of a call through the house, from its input to its verdict. It holds no rule and no knowledge of bash or of
//! tools: those are `policy/`'s, `eval/`'s and `tool.rs`'s.

use crate::access::Access;
use crate::error::Error;
use crate::eval::{Environment, Evaluation, evaluate};
use crate::gate::{self, Call, Skills};
use crate::options::Options;
use crate::path::{FileSystem, NoFileSystem, Platform, Surroundings};
use crate::policy::{self, Action, Around, Configuration, Policy, Resolved, Rule};
use crate::record::{
    AccessRecord, Analysis, Checked, CommandRecord, CoverageRecord, Reason, SessionRule, ToolCall, Verdict,
};
use crate::source::Utf16;
use crate::tool::{self, Kind};
use crate::value::{Hole, Text};

/// Says of tool calls what they would do and whether the policy lets them.
pub struct Guard {
    options: Options,
    fs: Box<dyn FileSystem>,
    policy: Policy,
    skills: Skills,
    configuration: Configuration,
    /// Whether the preset holds.
    preset: bool,
}

/// What one call would do.
struct Understood<'c> {
    /// The command of a call that runs one.
    source: Option<&'c str>,
    evaluation: Evaluation,
}

impl Guard {
    /// A guard for one session. The rules are compiled here, once.
    ///
    /// # Errors
    ///
    /// The first option that cannot be used, with its field's name: `cwd`, `config.permission.bash`.
    pub fn new(mut options: Options, fs: Box<dyn FileSystem>) -> Result<Self, Error> {
        if !options.platform.flavor().is_absolute(&options.cwd) {
            return Err(Error::new("cwd", "must be an absolute path of its platform"));
        }
        let Resolved { mut config, configuration, preset } = match &options.sources {
            Some(sources) => sources.resolve(&surroundings(&options, fs.as_ref())),
            None => Resolved::of_value(options.config.as_ref())?,
        };
        config.session.extend(options.session.iter().flatten().map(|r| Rule::new(&r.surface, &r.pattern, r.action)));
        options.prefix = options.prefix.or_else(|| configuration.prefix.clone());
        let surroundings = surroundings(&options, fs.as_ref());
        let policy = Policy::new(config, &surroundings)?;
        let skills = Skills::new(&options.skills, &surroundings);
        Ok(Self { options, fs, policy, skills, configuration, preset })
    }

    /// The configuration in force: its rules and where each is from, and what is wrong with it.
    #[must_use]
    pub fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// The text of a configuration file with `rules` added; `None` is a file that is to be made. What the rest of the
    /// configuration says stays: the preset, and a surface that another file gives one action.
    ///
    /// # Errors
    ///
    /// A text that cannot be understood.
    pub fn add_rules(&self, text: Option<&str>, rules: &[SessionRule]) -> Result<String, Error> {
        policy::add_rules(text, rules, Around { preset: self.preset, whole: Some(&self.policy.config().whole) })
    }

    /// What in the configuration is not carried, as sentences to be said at start.
    #[must_use]
    pub fn notices(&self) -> &[String] {
        &self.policy.config().notices
    }

    /// Those of `tools` that the policy denies whatever their input: the model need not know of them.
    #[must_use]
    pub fn hidden(&self, tools: &[String]) -> Vec<String> {
        let anything = [Text::hole(Hole::Any)];
        let denied = |surface: &str| self.policy.texts(surface, &anything, &[]);
        tools
            .iter()
            .filter(|tool| match self.kind(tool) {
                Kind::Shell { .. } => {
                    let own = denied(tool);
                    denied("bash").action == Action::Deny || (own.action == Action::Deny && own.rule.is_some())
                }
                _ => denied(tool).action == Action::Deny,
            })
            .cloned()
            .collect()
    }

    /// What the model is told once of how its calls are changed.
    #[must_use]
    pub fn prompt_note(&self) -> Option<String> {
        let seconds = self.policy.config().default_timeout;
        self.hidden(&["bash".to_owned()]).is_empty().then(|| {
            format!(
                "A bash command is stopped after {seconds} seconds, unless the call has a timeout of its own: set one, in seconds, \
                 for a command that needs longer."
            )
        })
    }

    /// Whether `call` may run. Never fails: a call whose input is not what its tool takes is denied.
    #[must_use]
    pub fn check(&self, call: &ToolCall) -> Checked {
        match self.understand(call) {
            Ok(understood) => self.judge(call, &understood),
            Err(error) => refused(call, &error),
        }
    }

    /// What `call` would do, with the verdict.
    ///
    /// # Errors
    ///
    /// An input that is not what the tool takes: the field, and what is wrong with it.
    pub fn analyze(&self, call: &ToolCall) -> Result<Analysis, Error> {
        let understood = self.understand(call)?;
        let Evaluation { accesses, commands, find_roots, coverage, .. } = &understood.evaluation;
        let units = Utf16::new(understood.source.unwrap_or(""));
        let root = |access: &Access| {
            let place = &access.place;
            place.lexical.as_ref().or(place.canonical.as_ref()).filter(|text| !text.is_unknown()).map(Text::plain)
        };
        Ok(Analysis {
            id: None,
            verdict: self.judge(call, &understood).verdict,
            accesses: accesses.iter().map(|access| AccessRecord::new(access, &units)).collect(),
            commands: commands.iter().map(|command| CommandRecord::new(command, &units)).collect(),
            find_roots: find_roots.iter().map(|roots| roots.iter().filter_map(root).collect()).collect(),
            coverage: CoverageRecord::new(coverage, &units),
        })
    }

    /// The same in plain text, for people.
    ///
    /// # Errors
    ///
    /// As [`Guard::analyze`].
    pub fn explain(&self, call: &ToolCall) -> Result<String, Error> {
        Ok(crate::explain::explain(&self.analyze(call)?))
    }

    /// What a command does in `workdir`, or in the working directory of the session.
    fn evaluate(&self, source: &str, workdir: Option<&str>) -> Evaluation {
        let own = self.options.prefix.as_deref();
        // As bash would get there; the place itself is judged as the input of a tool.
        let moved =
            workdir.map(|path| format!("{}\ncd -- '{}' || exit", own.unwrap_or(""), path.replace('\'', r"'\''")));
        evaluate(
            source,
            &Environment {
                surroundings: self.surroundings(),
                env: self.options.env.as_ref(),
                prefix: moved.as_deref().or(own),
            },
        )
    }

    fn surroundings(&self) -> Surroundings<'_> {
        surroundings(&self.options, self.fs.as_ref())
    }

    fn judge(&self, call: &ToolCall, understood: &Understood<'_>) -> Checked {
        let Understood { source, evaluation } = understood;
        gate::judge(
            &Call {
                tool: &call.tool,
                kind: self.kind(&call.tool),
                origin: call.origin,
                input: &call.input,
                source: *source,
                evaluation,
                surroundings: self.surroundings(),
                skills: &self.skills,
            },
            &self.policy,
        )
    }

    fn kind(&self, tool: &str) -> Kind<'_> {
        Kind::of(tool, &self.policy.config().shell_tools)
    }

    fn understand<'c>(&self, call: &'c ToolCall) -> Result<Understood<'c>, Error> {
        let input = tool::read(call, self.kind(&call.tool), self.surroundings())?;
        let mut evaluation = input.command.map(|source| self.evaluate(source, input.workdir)).unwrap_or_default();
        evaluation.accesses.extend(input.accesses);
        Ok(Understood { source: input.command, evaluation })
    }
}

fn surroundings<'a>(options: &'a Options, fs: &'a dyn FileSystem) -> Surroundings<'a> {
    Surroundings { platform: options.platform, cwd: &options.cwd, home: options.home.as_deref(), fs }
}

/// The answer to a call that cannot be read.
fn refused(call: &ToolCall, error: &Error) -> Checked {
    let field = error.field.as_deref().unwrap_or("input");
    let message = format!("The tool call cannot be checked: {field} {}.", error.message);
    let reason = Reason {
        surface: call.tool.clone(),
        action: Action::Deny,
        rule: None,
        subject: field.to_owned(),
        message: message.clone(),
    };
    let why = format!("{message} Call the tool again with the input that it takes.");
    Checked {
        verdict: Verdict { action: Action::Deny, reasons: vec![reason], input: None },
        message: Some(format!("foregate: Not allowed. {why}")),
        why: Some(why),
        approvals: Vec::new(),
        question: None,
    }
}

/// `text` with `rules` added, comments and order kept; without a text a new one. [`Guard::add_rules`] also keeps what the rest of the
/// configuration says.
///
/// # Errors
///
/// A text that cannot be understood.
pub fn add_rules(text: Option<&str>, rules: &[SessionRule]) -> Result<String, Error> {
    policy::add_rules(text, rules, Around::default())
}

/// The starting points of every `find` that `command` would run, as bash would pass them.
///
/// Looks through wrappers, substitutions and `sh -c`; an empty list stands for a `find` with none written. Does not
/// resolve: `find .` gives `"."`.
#[must_use]
pub fn extract_find_paths(command: &str) -> Vec<Vec<String>> {
    let surroundings = Surroundings { platform: Platform::Linux, cwd: "/", home: None, fs: &NoFileSystem };
    evaluate(command, &Environment { surroundings, env: None, prefix: None }).find_paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn guard(config: Value) -> Result<Guard, Error> {
        let options = json!({"platform": "linux", "cwd": "/w", "home": "/home/u", "config": config});
        Guard::new(serde_json::from_value(options).unwrap(), Box::new(NoFileSystem))
    }

    #[test]
    fn a_call_that_cannot_be_read_is_denied_with_a_sentence() {
        let guard = guard(json!({"permission": {"*": "allow"}})).unwrap();
        for (tool, input) in [
            ("bash", json!({})),
            ("bash", json!({"command": 1})),
            ("bash", json!("ls")),
            ("read", json!({"path": null})),
            ("edit", json!({"path": ["x"]})),
            ("web", json!([])),
        ] {
            let call = ToolCall::new(tool, input);
            let checked = guard.check(&call);
            assert_eq!(checked.verdict.action, Action::Deny, "{call:?}");
            assert!(checked.message.is_some_and(|message| message.starts_with("foregate: ")), "{call:?}");
            assert!(guard.analyze(&call).unwrap_err().field.is_some_and(|field| field.starts_with("input")));
        }
    }

    #[test]
    fn options_that_cannot_be_used_name_their_field() {
        let error = |config| guard(config).err().and_then(|error| error.field);
        assert_eq!(error(json!({"permission": {"path": "no"}})).as_deref(), Some("config.permission.path"));
        assert_eq!(error(json!(7)).as_deref(), Some("config"));
        assert_eq!(error(Value::Null), None);
    }

    #[test]
    fn keys_that_are_not_carried_are_said() {
        assert_eq!(guard(json!({"yoloMode": true})).unwrap().notices().len(), 1);
    }

    #[test]
    fn a_tool_that_is_like_bash_is_read_like_bash() {
        let guard = guard(json!({
            "permission": {"*": "allow", "external_directory": "ask", "bash": {"*": "allow", "rm *": "deny"}},
            "shellTools": {"exec": {"commandArgument": "cmd", "workdirArgument": "dir"}}
        }))
        .unwrap();
        let action = |input| guard.check(&ToolCall::new("exec", input)).verdict.action;
        assert_eq!(action(json!({"cmd": "rm x"})), Action::Deny);
        assert_eq!(action(json!({"cmd": "ls"})), Action::Allow);
        assert_eq!(action(json!({"cmd": "ls", "dir": "/w/it's"})), Action::Allow);
        assert_eq!(action(json!({"cmd": "ls", "dir": "/etc"})), Action::Ask);
        assert_eq!(action(json!({"cmd": "cat ../x", "dir": "/w/src"})), Action::Allow);
        assert_eq!(action(json!({"cmd": "cat ../x"})), Action::Ask);
        assert_eq!(action(json!({"command": "ls"})), Action::Deny);
        let guard = self::guard(json!({
            "permission": {"*": "allow", "exec": "deny"}, "shellTools": {"exec": {"commandArgument": "cmd"}}
        }));
        let call = ToolCall::new("exec", json!({"cmd": "ls"}));
        assert_eq!(guard.unwrap().check(&call).verdict.action, Action::Deny);
    }

    #[test]
    fn an_explanation_is_plain_text() {
        let guard = guard(json!({"permission": {"*": "ask"}, "defaultTimeout": 9})).unwrap();
        let text = guard.explain(&ToolCall::new("bash", json!({"command": "ls"}))).unwrap();
        assert!(text.starts_with("verdict: ask\n"), "{text}");
        assert!(text.contains("timeout set to 9 seconds"), "{text}");
    }
}
