/** The real OpenCode as a server, with one session for each scene. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { binary } from './releases.js';
import type { Sandbox } from './sandbox.js';
import type { Answered, Message, ScriptedModel, Turn } from './scripted-model.js';

/** A tool part of OpenCode's record of a session. */
export interface ToolPart {
  type: 'tool';
  tool: string;
  callID: string;
  state: {
    status: 'pending' | 'running' | 'completed' | 'error';
    input: Record<string, unknown>;
    output?: string;
    error?: string;
  };
}

/** What came of a scene. */
export interface Played {
  session: string;
  /** The tool calls as OpenCode recorded them. */
  calls: ToolPart[];
  /** The text that the user was shown. */
  text: string;
  /** Why the turn died, if it did. */
  died?: string;
  /** What the model was asked. */
  requests: Answered[];
  /** The messages of the last request: what the model got. */
  got: Message[];
}

interface Recorded {
  info: { role: string; error?: unknown };
  parts: (ToolPart | { type: 'text'; text: string } | { type: 'other' })[];
}

export class OpenCode {
  readonly sandbox: Sandbox;
  /** Milliseconds from its start till it listened. */
  readonly started: number;
  readonly #child: ChildProcess;
  readonly #url: string;
  readonly #model: ScriptedModel;

  private constructor(
    sandbox: Sandbox,
    model: ScriptedModel,
    child: ChildProcess,
    url: string,
    started: number,
  ) {
    this.sandbox = sandbox;
    this.started = started;
    this.#child = child;
    this.#url = url;
    this.#model = model;
  }

  static async serve(sandbox: Sandbox, model: ScriptedModel, version?: string): Promise<OpenCode> {
    const start = performance.now();
    const child = spawn(binary(version), ['serve', '--port', '0', '--hostname', '127.0.0.1'], {
      cwd: sandbox.project,
      env: sandbox.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const url = await listening(child);
    return new OpenCode(sandbox, model, child, url, performance.now() - start);
  }

  /** Plays a scene: a session in which the model says these turns. */
  async play(scene: string, turns: Turn[], prompt = ''): Promise<Played> {
    this.#model.learn(scene, turns);
    const { id } = (await this.ask('/session', { title: scene })) as { id: string };
    return this.say(id, scene, `scene ${scene} ${prompt}`);
  }

  /** Says something in a session that is there already. */
  async say(session: string, scene: string, prompt: string): Promise<Played> {
    const said = (await this.ask(`/session/${session}/message`, {
      model: { providerID: 'scripted', modelID: 'deepseek-chat' },
      parts: [{ type: 'text', text: prompt }],
    })) as Recorded;
    const recorded = (await this.ask(`/session/${session}/message`)) as Recorded[];
    const parts = recorded
      .filter(({ info }) => info.role === 'assistant')
      .flatMap(({ parts: all }) => all);
    const requests = this.#model.requests(scene);
    return {
      session,
      calls: parts.filter((part) => part.type === 'tool'),
      text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
      ...(said.info?.error === undefined ? {} : { died: JSON.stringify(said.info.error) }),
      requests,
      got: requests.at(-1)?.body.messages ?? [],
    };
  }

  /** Asks the server itself. */
  async ask(path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.#url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(120_000),
    });
    return response.json();
  }

  /** Ends it: OpenCode sometimes goes on after SIGTERM, for ever. */
  async stop(): Promise<void> {
    const closed = once(this.#child, 'close');
    this.#child.kill('SIGTERM');
    const last = setTimeout(() => this.#child.kill('SIGKILL'), 5000);
    await closed;
    clearTimeout(last);
  }
}

/** The address that a server says it listens on: any port, since its favourite may be taken. */
async function listening(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const hear = (data: Buffer): void => {
      said += data.toString();
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('close', (code) =>
      reject(new Error(`OpenCode ended (${code}) before it listened: ${said}`)),
    );
  });
}
