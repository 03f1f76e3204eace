/**
 * A model that says what it is told: an OpenAI-compatible server, streaming only.
 *
 * The prompt names the scene to play (`scene NAME`), so that sessions may run side by side; each
 * request of a scene gets the next of its turns.
 */

import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';

/** A message as OpenCode sends it. */
export interface Message {
  role: string;
  content?: string | { type: string; text?: string }[] | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

/** A request as OpenCode sends it. */
export interface Request {
  model: string;
  messages: Message[];
  tools?: { type: 'function'; function: { name: string; parameters: unknown } }[];
}

/** A call as it goes over the wire: `arguments` is the very text. */
export interface ScriptedCall {
  id?: string;
  name: string;
  arguments: string;
}

/** What the model says in answer to one request. */
export interface Turn {
  text?: string;
  calls?: ScriptedCall[];
  finish?: string;
  /** The chunks themselves, in place of all this. */
  chunks?: unknown[];
}

/** A request that was answered. */
export interface Answered {
  body: Request;
  headers: IncomingHttpHeaders;
}

export class ScriptedModel {
  readonly #server: Server;
  readonly #scenes = new Map<string, Turn[]>();
  readonly #requests = new Map<string, Answered[]>();

  private constructor(title?: string) {
    this.#server = createServer(async (request, response) => {
      if (request.method === 'GET') {
        response.end('a page');
        return;
      }
      const body = JSON.parse(await text(request)) as Request;
      if (title !== undefined && !body.tools?.length) {
        respond(response, chunksOf({ text: title }, 'title'));
        return;
      }
      const scene = sceneOf(body);
      const requests = this.#requests.get(scene) ?? [];
      this.#requests.set(scene, requests);
      requests.push({ body, headers: request.headers });
      const turn = this.#scenes.get(scene)?.[requests.length - 1] ?? { text: 'done' };
      respond(response, turn.chunks ?? chunksOf(turn, `${scene}-${requests.length}`));
    });
  }

  /** With a title, requests without tools get it and belong to no scene. */
  static async start(title?: string): Promise<ScriptedModel> {
    const model = new ScriptedModel(title);
    await new Promise<void>((listening) => model.#server.listen(0, '127.0.0.1', listening));
    return model;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string')
      throw new Error('the model is not listening');
    return `http://127.0.0.1:${address.port}/v1`;
  }

  /** The address of a page that can be fetched. */
  get page(): string {
    return new URL('/page', this.url).href;
  }

  /** Tells the model its part in a scene. */
  learn(scene: string, turns: Turn[]): void {
    this.#scenes.set(scene, turns);
  }

  /** What was asked in a scene. */
  requests(scene: string): Answered[] {
    return this.#requests.get(scene) ?? [];
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }
}

/** A chunk of a streamed completion. */
export function chunk(delta: unknown, finish: string | null = null): unknown {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices };
}

/** A chunk with a piece of a tool call. */
export function callChunk(call: unknown): unknown {
  return chunk({ tool_calls: [call] });
}

function respond(response: ServerResponse, pieces: unknown[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const piece of pieces) response.write(`data: ${JSON.stringify(piece)}\n\n`);
  response.end('data: [DONE]\n\n');
}

function chunksOf({ text: content = '', calls = [], finish }: Turn, id: string): unknown[] {
  const pieces = calls.map((call, index) =>
    callChunk({
      index,
      id: call.id ?? `call_${id}_${index}`,
      type: 'function',
      function: { name: call.name, arguments: call.arguments },
    }),
  );
  const reason = finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  return [chunk({ role: 'assistant', content }), ...pieces, chunk({}, reason)];
}

function sceneOf({ messages }: Request): string {
  const said = messages.filter(({ role }) => role === 'user').map(textOf);
  return /scene (\S+)/.exec(said.join('\n'))?.[1] ?? '';
}

/** The text of a message. */
export function textOf({ content }: Message): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? '').join('');
}
