//! What a wrapper holds: calls in any of the body grammars, told apart by how they begin.

use super::hermes::{self, Closers, JsonBody};
use super::series;
use super::wrapper::{Opener, is_wrapper, stray_closers};
use super::{gemma, glm, invoke, pythonic, tool_use};
use crate::leaks::block::Block;
use crate::leaks::cursor::{Cursor, Parsed, Stop, is_name_byte};
use crate::leaks::json_span;
use crate::leaks::markup_value::Nesting;
use crate::leaks::offer::Offer;
use crate::leaks::tag::{self, Tag};

/// How the body of a wrapper was read.
pub(super) struct Body {
    /// Whether the wrapper was closed, where it has a closer.
    pub(super) closed: bool,
    pub(super) kind: BodyKind,
    pub(super) nesting: Nesting,
}

/// The grammar of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyKind {
    Json,
    Invoke,
    Function,
    Pairs,
    Pythonic,
    Gemma,
    ToolUse,
}

impl BodyKind {
    /// The format's name, from the body and the tag around it.
    pub(super) fn format(self, tag: Option<&Tag<'_>>) -> &'static str {
        let sigil = tag.is_some_and(|tag| tag.sigil);
        let prefix = tag.map_or("", |tag| tag.prefix);
        match self {
            BodyKind::Invoke if sigil => "deepseek_dsml",
            BodyKind::Invoke if prefix == "minimax" => "minimax_m2",
            BodyKind::Invoke => "anthropic_xml",
            BodyKind::Function => "qwen3_coder_xml",
            BodyKind::Pairs => "glm_xml",
            BodyKind::Pythonic => "pythonic",
            BodyKind::Gemma => "gemma4",
            BodyKind::ToolUse => "tool_use_parameter",
            BodyKind::Json => "hermes_json",
        }
    }

    /// The closer of a value, where values are text between tags.
    pub(super) fn value_closer(self) -> Option<&'static str> {
        match self {
            BodyKind::Invoke | BodyKind::Function | BodyKind::ToolUse => Some("parameter"),
            BodyKind::Pairs => Some("arg_value"),
            BodyKind::Json | BodyKind::Pythonic | BodyKind::Gemma => None,
        }
    }
}

/// Reads the calls that stand here, and the wrapper's closer.
pub(super) fn read<'t>(
    cursor: &mut Cursor<'t>,
    opener: &Opener<'t>,
    offer: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<Body> {
    let mut reader = Reader { offer, opener, block, kind: None, nesting: Nesting::Balanced };
    reader.calls(cursor)?;
    let kind = reader.kind.ok_or(Stop::Refuted)?;
    let closed = reader.close(cursor, kind)?;
    if opener.is_declaration() && !closed {
        return Err(Stop::Refuted);
    }
    Ok(Body { closed, kind, nesting: reader.nesting })
}

struct Reader<'r, 't> {
    offer: Offer<'r>,
    opener: &'r Opener<'t>,
    block: &'r mut Block<'t>,
    kind: Option<BodyKind>,
    nesting: Nesting,
}

impl<'r, 't> Reader<'r, 't> {
    /// Reads calls as long as there are any. What cannot be read behind the first is left.
    fn calls(&mut self, cursor: &mut Cursor<'t>) -> Parsed<()> {
        loop {
            let read = self.block.parts.len();
            match self.step(cursor) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(stop) => {
                    self.block.parts.truncate(read);
                    if self.kind.is_none() {
                        return Err(stop);
                    }
                    if stop == Stop::Unfinished {
                        cursor.ended_or_stop()?;
                        self.block.cut = true;
                    }
                    return Ok(());
                }
            }
        }
    }

    /// Reads one call or one more opener. False where no call begins.
    fn step(&mut self, cursor: &mut Cursor<'t>) -> Parsed<bool> {
        let mut ahead = *cursor;
        ahead.space();
        if self.kind.is_some() {
            ahead.skip_while(|byte| byte.is_ascii_whitespace() || matches!(byte, b',' | b';'));
            if ahead.at_end()? {
                return Ok(false);
            }
        }
        if ahead.sees_any(self.opener.closers())? {
            return Ok(false);
        }
        let began = match ahead.byte()? {
            b'{' | b'[' => self.json_or_list(&mut ahead)?,
            b'`' => self.fence(&mut ahead)?,
            b'<' => self.tag(&mut ahead)?,
            byte if is_name_byte(byte) => self.named(&mut ahead)?,
            _ => false,
        };
        if began {
            cursor.set(ahead.at());
        } else if self.kind.is_none() {
            return Err(Stop::Refuted);
        }
        Ok(began)
    }

    fn json(&self) -> JsonBody<'r> {
        let closers = match self.opener {
            Opener::Tag(_) | Opener::Missing => Closers::Tag,
            Opener::Token(token) => Closers::Tokens(token.closers),
        };
        let needs_arguments = self.opener.is_declaration();
        JsonBody { needs_arguments, ..JsonBody::new(self.offer, closers) }
    }

    fn json_or_list(&mut self, cursor: &mut Cursor<'t>) -> Parsed<bool> {
        if json_span::starts_value(cursor)? {
            let json = self.json();
            json.read(cursor, self.block)?;
            self.kind = Some(BodyKind::Json);
            return Ok(true);
        }
        if self.opener.is_declaration() || cursor.byte()? != b'[' {
            return Ok(false);
        }
        pythonic::list(cursor, self.block)?;
        self.kind = Some(BodyKind::Pythonic);
        Ok(true)
    }

    /// JSON in a fence inside the wrapper.
    fn fence(&mut self, cursor: &mut Cursor<'t>) -> Parsed<bool> {
        let start = cursor.at();
        if !cursor.take("```")? {
            return Ok(false);
        }
        cursor.word(|byte| byte.is_ascii_alphabetic() || byte == b'_')?;
        cursor.space();
        cursor.byte()?;
        if !json_span::starts_value(cursor)? {
            return Ok(false);
        }
        self.block.markup(start..cursor.at());
        JsonBody::new(self.offer, Closers::Tokens(&["```"])).read(cursor, self.block)?;
        series::take_markup(cursor, self.block, &["```"])?;
        self.kind = Some(BodyKind::Json);
        Ok(true)
    }

    fn tag(&mut self, cursor: &mut Cursor<'t>) -> Parsed<bool> {
        if self.opener.is_declaration() {
            return Ok(false);
        }
        let Some(tag) = tag::take(cursor)? else { return Ok(false) };
        if invoke::call_name(&tag).is_some() {
            invoke::call(cursor, &tag, self.offer, &mut self.nesting, self.block)?;
            let function = tag.opens("function");
            self.kind = Some(if function { BodyKind::Function } else { BodyKind::Invoke });
            return Ok(true);
        }
        if tool_use::opens(&tag) {
            tool_use::call(cursor, &tag, &mut self.nesting, self.block)?;
            self.kind = Some(BodyKind::ToolUse);
            return Ok(true);
        }
        let again = is_wrapper(&tag) && !tag.closing && !tag.self_closing;
        if again {
            self.block.markup(tag.span);
        }
        Ok(again)
    }

    /// A call that begins with its name.
    fn named(&mut self, cursor: &mut Cursor<'t>) -> Parsed<bool> {
        if self.opener.is_declaration() {
            return Ok(false);
        }
        let kind = if gemma::begins(cursor)? {
            gemma::call(cursor, self.block)?;
            BodyKind::Gemma
        } else if pythonic::begins(cursor)? {
            pythonic::call(cursor, self.block)?;
            BodyKind::Pythonic
        } else if glm::call(cursor, self.offer, &mut self.nesting, self.block)? {
            BodyKind::Pairs
        } else {
            return Ok(false);
        };
        self.kind = Some(kind);
        Ok(true)
    }

    /// Reads the closers; whether there were any, where the format has one.
    fn close(&mut self, cursor: &mut Cursor<'t>, kind: BodyKind) -> Parsed<bool> {
        match self.opener {
            Opener::Tag(_) | Opener::Missing => {
                let json = |tag: &Tag<'_>| kind == BodyKind::Json && hermes::is_json_closer(tag);
                stray_closers(cursor, self.block, &json)
            }
            Opener::Token(token) if token.closers.is_empty() => Ok(true),
            Opener::Token(token) => {
                let mut closed = false;
                while series::take_markup(cursor, self.block, token.closers)? {
                    closed = true;
                }
                Ok(closed)
            }
        }
    }
}
