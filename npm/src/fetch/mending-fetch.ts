/** The fetch itself: finds the requests to models, and puts a mender behind each answer. */

import { ChatStream, mendChatBody } from './chat-completions.js';
import { MessagesStream, mendMessagesBody } from './messages.js';
import { type ModelRequest, mendHistory, protocolOf, readRequest, sentTexts } from './request.js';
import { ResponsesStream, mendResponsesBody } from './responses.js';
import { Session } from './session.js';
import { mendedStream } from './stream.js';
import { Turn } from './turn.js';
import type { FetchOptions, MendingFetch, ResponseStream } from './types.js';

/** How each protocol is mended, and how the ids of its calls begin. */
const PROTOCOLS = {
  chat: { prefix: 'call_', stream: (turn: Turn) => new ChatStream(turn), body: mendChatBody },
  responses: {
    prefix: 'call_',
    stream: (turn: Turn) => new ResponsesStream(turn),
    body: mendResponsesBody,
  },
  messages: {
    prefix: 'toolu_',
    stream: (turn: Turn) => new MessagesStream(turn),
    body: mendMessagesBody,
  },
};

/** On the settings of a request that a mending fetch has taken, so that no other does. */
const TAKEN = Symbol.for('toolmend.taken');

type Init = RequestInit & { [TAKEN]?: true };

/** The environment's switch. */
function isOff(): boolean {
  return globalThis.process?.env?.TOOLMEND === 'off';
}

/**
 * Makes a fetch that mends the tool calls in what models answer: OpenAI's chat completions and
 * Responses, Anthropic's Messages, streamed or whole. Everything else passes as it is, and so does
 * everything where the mending fails.
 */
export function createMendingFetch(options: FetchOptions = {}): MendingFetch {
  const session = new Session(options);
  const mending = async (input: string | URL | Request, init?: Init): Promise<Response> => {
    const send = options.fetch ?? globalThis.fetch;
    const asked = await quietly(session, () => taken(session, input, init));
    if (asked === undefined) return send(input, init);
    const response = await send(input, { ...init, [TAKEN]: true, ...asked.init } as Init);
    return (await quietly(session, () => mended(session, asked.turn, response))) ?? response;
  };
  return Object.assign(mending, {
    notes: {
      take(callId: string): string | undefined {
        const note = session.notes.get(callId);
        session.notes.delete(callId);
        return note;
      },
    },
    messages: session.messages,
    schemas: session.schemas,
  });
}

interface Asked {
  turn: { turn: Turn; protocol: ModelRequest['protocol'] };
  /** What is sent instead. */
  init: RequestInit;
}

/** What a request asks of a model, if it does. */
async function taken(
  session: Session,
  input: string | URL | Request,
  init: Init | undefined,
): Promise<Asked | undefined> {
  if (isOff() || init?.[TAKEN] === true) return undefined;
  const request = typeof input === 'object' && 'url' in input ? input : undefined;
  const method = init?.method ?? request?.method ?? 'GET';
  const protocol = protocolOf(request?.url ?? String(input));
  if (method.toUpperCase() !== 'POST' || protocol === undefined) return undefined;
  const text = await bodyText(init?.body, request);
  const asked = text === undefined ? undefined : readRequest(protocol, text);
  if (asked === undefined) return undefined;
  const tools = session.tools(asked.tools);
  const { model } = asked;
  const { prefix } = PROTOCOLS[protocol];
  const turn = new Turn(session, tools, { model, sent: () => sentTexts(asked), prefix });
  if (session.options.observe === true) return { turn: { turn, protocol }, init: {} };
  const body = mendHistory(asked, tools, (id) => session.messages.get(id));
  if (body === undefined) return { turn: { turn, protocol }, init: {} };
  const headers = new Headers(init?.headers ?? request?.headers);
  headers.delete('content-length');
  return { turn: { turn, protocol }, init: { body, headers } };
}

/** The text of a body that can be read without being used up. */
async function bodyText(
  body: BodyInit | null | undefined,
  request: Request | undefined,
): Promise<string | undefined> {
  if (typeof body === 'string') return body;
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return new TextDecoder().decode(body);
  if (body === undefined || body === null) return request?.clone().text();
  return undefined;
}

/** The response with its calls mended; nothing where it is not a model's answer. */
async function mended(
  session: Session,
  { turn, protocol }: Asked['turn'],
  response: Response,
): Promise<Response | undefined> {
  if (!response.ok || response.body === null) return undefined;
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('text/event-stream')) {
    const stream: ResponseStream = PROTOCOLS[protocol].stream(turn);
    return withBody(response, mendedStream(response.body, stream, session.options));
  }
  if (!type.includes('json')) return undefined;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = await quietly(session, () => {
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return PROTOCOLS[protocol].body(turn, body as object) ? JSON.stringify(body) : undefined;
  });
  return withBody(response, session.options.observe === true ? bytes : (text ?? bytes));
}

/** The same response with another body. */
function withBody(response: Response, body: BodyInit): Response {
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  // Of the body as it was on the way: fetch has decoded it.
  headers.delete('content-encoding');
  headers.delete('content-length');
  const answer = new Response(body, { status, statusText, headers });
  Object.defineProperty(answer, 'url', { value: response.url });
  return answer;
}

/** Runs what must not break the host. */
async function quietly<T>(
  session: Session,
  work: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    session.options.onFailure?.(error);
    return undefined;
  }
}
