/** A dsh of the listeners alone, to see what the plugin does at each of them. */

import { Config, type Options } from '../src/options.js';
import type {
  Context,
  Execution,
  ExecutionResult,
  GenerateOptions,
  Listeners,
  PostDecision,
  Services,
  StreamChunk,
} from '../src/host.js';
import { apply } from '../src/plugin.js';
import { tools } from './tools.js';

/** What running a call gives: of the first time, the second, … */
type Run = (exec: Execution) => Partial<ExecutionResult>;

const accept = async (): Promise<PostDecision> => ({ kind: 'accept' });

const succeeds: Run = () => ({});

export class FakeDsh {
  readonly listeners: Partial<Listeners> = {};
  /** The nested calls that were made. */
  readonly nested: { name: string; arguments: unknown; parent: unknown; agent?: unknown }[] = [];
  #calls = 0;

  /** Starts the plugin, with these services beside the registry of tools. */
  constructor(options: Partial<Options> = {}, services: Partial<Services> = {}) {
    const { listeners, nested } = this;
    const context: Context = {
      tools: {
        get: (name) => tools.find((tool) => tool.name === name),
        schemas: () => structuredClone(tools),
        execute: async (call) => {
          nested.push(call);
          return { isError: false, content: [] };
        },
      },
      get: (service) => services[service],
      inject: () => undefined,
      on: (event, listener) => {
        listeners[event] = listener;
      },
      effect: () => undefined,
    };
    apply(context, { ...(Config({}) as unknown as Options), counts: false, ...options });
  }

  /** A call on its way: what runs, and what the model is told. */
  async call(
    name: string,
    sent: unknown,
    { run = succeeds, ...more }: { run?: Run; signal?: AbortSignal; parent?: unknown } = {},
  ): Promise<{
    ran: { name: string; arguments: unknown }[];
    result: ExecutionResult;
    told: string;
  }> {
    this.#calls += 1;
    const exec: Execution = {
      callId: `call-${this.#calls}`,
      rootCallId: `call-${this.#calls}`,
      name,
      arguments: frozen(sent),
      agent: { id: 'session' },
      token: Symbol('token'),
      signal: new AbortController().signal,
      ...more,
    };
    const ran: { name: string; arguments: unknown }[] = [];
    const next = async (): Promise<ExecutionResult> => {
      ran.push({ name: exec.name, arguments: exec.arguments });
      const content = [{ type: 'text' as const, text: 'result' }];
      return { isError: false, content, ...run(exec) };
    };
    const { listeners } = this;
    await listeners['tools/pre-execute']?.(exec, async () => ({ kind: 'allow' }));
    const result = (await listeners['tools/execute']?.(exec, next)) ?? (await next());
    const decision =
      (await listeners['tools/post-execute']?.(exec, result, accept)) ?? (await accept());
    listeners['tools/result']?.(Object.freeze(exec), result);
    const told = (decision.content ?? result.content)
      .map((block) => (block.type === 'text' ? block.text : ''))
      .join('');
    return { ran, result, told };
  }

  /** An answer of the model on its way to dsh. */
  async stream(
    chunks: StreamChunk[],
    request: Partial<GenerateOptions> = {},
  ): Promise<StreamChunk[]> {
    const options = {
      provider: 'p',
      model: 'm',
      messages: [],
      tools,
      sessionId: 'session',
      ...request,
    };
    const source = async function* (): AsyncIterable<StreamChunk> {
      yield* chunks;
    };
    const stream = this.listeners['llm/stream']?.(options, source) ?? source();
    const out: StreamChunk[] = [];
    for await (const chunk of stream) out.push(chunk);
    return out;
  }
}

/** As dsh hands on arguments: frozen all through. */
function frozen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
