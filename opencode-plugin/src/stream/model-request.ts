/** Which requests ask a model, and what they say. */

/** A request to a model that offers tools. */
export interface ModelRequest {
  /** OpenCode's session, if the request names it. */
  session: string | undefined;
  /** The offered tools as JSON, and their names. */
  tools: string;
  names: string[];
  /** The texts that the model was given, without its own. */
  sent(): Iterable<string>;
}

interface Body {
  tools?: { function?: { name?: string } }[];
  messages?: { role?: string; content?: unknown }[];
}

/** Releases differ in which of these headers they send; the oldest sends the first alone. */
const SESSION_HEADERS = ['x-session-affinity', 'x-session-id', 'x-opencode-session-id'];

/**
 * What a `fetch` asks of a model: nothing unless it posts a text to the path of OpenAI's chat
 * completions and offers tools.
 */
export function modelRequest(
  input: string | URL | Request,
  init: RequestInit | undefined,
): ModelRequest | undefined {
  if (init?.method?.toUpperCase() !== 'POST' || typeof init.body !== 'string') return undefined;
  const url = typeof input === 'string' ? input : 'href' in input ? input.href : input.url;
  if (url.split('?', 1)[0]?.endsWith('/chat/completions') !== true) return undefined;
  const { tools, messages = [] } = JSON.parse(init.body) as Body;
  if (!Array.isArray(tools) || tools.length === 0) return undefined;
  return {
    session: sessionOf(init),
    tools: JSON.stringify(tools),
    names: tools.flatMap((tool) => tool.function?.name ?? []),
    sent: () => textsOf(messages),
  };
}

/** The session that a request belongs to. */
export function sessionOf(init: RequestInit | undefined): string | undefined {
  const headers = new Headers(init?.headers);
  return (
    SESSION_HEADERS.map((name) => headers.get(name)).find((value) => value !== null) ?? undefined
  );
}

function* textsOf(messages: NonNullable<Body['messages']>): Generator<string> {
  for (const { role, content } of messages) {
    if (role === 'assistant') continue;
    const parts: unknown[] = Array.isArray(content) ? content : [{ text: content }];
    for (const part of parts) {
      const { text } = (part ?? {}) as { text?: unknown };
      if (typeof text === 'string') yield text;
    }
  }
}
