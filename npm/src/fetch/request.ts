/** What a request asks of a model: which protocol it speaks, which tools it offers, its history. */

import { compileTools } from '../tools.js';
import type { Tool } from '../types.js';

export type Protocol = 'chat' | 'responses' | 'messages';

type Json = Record<string, unknown>;

/** A request to a model that offers function tools. */
export interface ModelRequest {
  protocol: Protocol;
  model: string;
  /** The function tools alone: what a server runs itself is none of ours. */
  tools: Tool[];
  body: Json;
}

const PATHS: [RegExp, Protocol][] = [
  [/\/chat\/completions\/?$/, 'chat'],
  [/\/responses\/?$/, 'responses'],
  [/\/messages\/?$/, 'messages'],
];

/** The protocol of a path, if it is one that models answer. */
export function protocolOf(url: string): Protocol | undefined {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return PATHS.find(([pattern]) => pattern.test(path))?.[1];
}

/** Reads a request's body; nothing where it offers no tools. */
export function readRequest(protocol: Protocol, text: string): ModelRequest | undefined {
  const body = asObject(parsed(text));
  const listed = objects(body?.tools).filter((tool) => isFunction(protocol, tool));
  if (body === undefined || listed.length === 0) return undefined;
  const model = typeof body.model === 'string' ? body.model : '';
  return { protocol, model, tools: listed as Tool[], body };
}

function isFunction(protocol: Protocol, tool: Json): boolean {
  if (protocol === 'chat') return asObject(tool.function) !== undefined;
  if (protocol === 'responses') return tool.type === 'function';
  return tool.input_schema !== undefined;
}

/** The texts of the request's user, system and tool messages: a call that stands there is quoted. */
export function* sentTexts({ body }: ModelRequest): Generator<string> {
  for (const key of ['system', 'instructions', 'input']) yield* texts(body[key]);
  for (const { role, content } of objects(body.messages)) {
    if (role !== 'assistant') yield* texts(content);
  }
}

function* texts(content: unknown): Generator<string> {
  if (typeof content === 'string') {
    yield content;
    return;
  }
  for (const part of objects(content)) {
    if (part.role === 'assistant') continue;
    if (typeof part.text === 'string') yield part.text;
    // Tool results hold content of their own.
    yield* texts(part.content);
    yield* texts(part.output);
  }
}

/**
 * The body with its history mended, or nothing if it needs no change: arguments that are no JSON
 * object make some servers refuse the whole session; the message of a refused call takes the place
 * of the harness's error.
 */
export function mendHistory(
  request: ModelRequest,
  tools: ReturnType<typeof compileTools>,
  messageOf: (callId: string) => string | undefined,
): string | undefined {
  let isChanged = false;
  const put = (target: Json, key: string, value: unknown): void => {
    if (target[key] === value) return;
    target[key] = value;
    isChanged = true;
  };
  const mendArguments = (call: Json, name: unknown): void => {
    const sent = call.arguments;
    if (typeof sent !== 'string' || asObject(parsed(sent)) !== undefined) return;
    const mended = tools.mend({ name: String(name ?? ''), arguments: sent });
    const text = mended.outcome === 'repaired' ? mended.arguments : invalid(sent);
    put(call, 'arguments', text);
  };
  const mendResult = (result: Json, id: unknown, key: string): void => {
    const message = typeof id === 'string' ? messageOf(id) : undefined;
    if (message !== undefined && isError(result, key)) put(result, key, message);
  };
  for (const message of objects(request.body.messages)) {
    for (const call of objects(message.tool_calls)) {
      const called = asObject(call.function);
      if (called !== undefined) mendArguments(called, called.name);
    }
    if (message.role === 'tool') mendResult(message, message.tool_call_id, 'content');
    if (request.protocol !== 'messages') continue;
    for (const block of objects(message.content)) {
      if (block.type === 'tool_use') put(block, 'input', mendedInput(block.input));
      if (block.type === 'tool_result') mendResult(block, block.tool_use_id, 'content');
    }
  }
  if (request.protocol === 'responses') {
    for (const item of objects(request.body.input)) {
      if (item.type === 'function_call') mendArguments(item, item.name);
      if (item.type === 'function_call_output') mendResult(item, item.call_id, 'output');
    }
  }
  return isChanged ? JSON.stringify(request.body) : undefined;
}

function mendedInput(input: unknown): unknown {
  if (asObject(input) !== undefined) return input;
  if (typeof input !== 'string') return { invalid_arguments: JSON.stringify(input) ?? '' };
  return asObject(parsed(input)) ?? { invalid_arguments: input };
}

function invalid(text: string): string {
  return JSON.stringify({ invalid_arguments: text });
}

/** Whether a result says that the call failed. One that the harness ran all the same stays. */
function isError(result: Json, key: string): boolean {
  if (typeof result.is_error === 'boolean') return result.is_error;
  const [text = ''] = texts(result[key]);
  return /error|invalid|fail|unknown|unavailable|not found|no such|does not exist|pars/i.test(
    text.slice(0, 300),
  );
}

function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(asObject).filter((one) => one !== undefined) : [];
}

function asObject(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Json)
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
