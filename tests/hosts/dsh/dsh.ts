/** The real dsh in a throw-away home: one headless session for each play. */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

import {
  type Answered,
  type ScriptedModel,
  type Turn,
  textOf,
} from '../opencode/scripted-model.js';
import { dsh, install, path, programs } from './install.js';

/** A line of a session's log. */
export interface LogEvent {
  type: string;
  data?: Record<string, unknown>;
  [key: string]: unknown;
}

/** What came of a session. */
export interface Played {
  status: number | null;
  stdout: string;
  stderr: string;
  requests: Answered[];
  /** What the model was told of each of its turns' calls. */
  results: string[][];
  /** The calls as the next request repeats them. */
  calls: { name: string; arguments: string }[][];
  /** The session's own log. */
  log: LogEvent[];
}

export interface PlayOptions {
  /** How the tools are presented: by themselves, or through `run_code` only. */
  mode?: 'native' | 'code' | 'both';
  env?: Record<string, string>;
}

export class Dsh {
  readonly root = mkdtempSync(join(tmpdir(), 'toolmend-dsh-'));
  readonly home = join(this.root, 'home');
  readonly work = join(this.root, 'work');
  readonly #model: ScriptedModel;
  #sessions = 0;

  constructor(model: ScriptedModel) {
    install();
    this.#model = model;
    mkdirSync(this.work);
    mkdirSync(join(this.root, 'user'));
  }

  /** Installs a packed plugin into the profile, as a user would, without a network. */
  add(tarball: string): void {
    execFileSync(
      join(programs, 'node'),
      [dsh, 'plugin', '--profile', 'headless', 'add', tarball, '--offline'],
      { cwd: this.work, env: this.#env({}), stdio: 'pipe' },
    );
  }

  /** Writes a file of the session's folder. */
  write(file: string, content: string): void {
    mkdirSync(dirname(join(this.work, file)), { recursive: true });
    writeFileSync(join(this.work, file), content);
  }

  /** A layer over the profile: rows of plugins and their settings, in YAML. */
  patch(yaml: string): void {
    mkdirSync(this.home, { recursive: true });
    writeFileSync(join(this.home, 'cordis.patch.yml'), yaml);
  }

  /** Plays a session in which the model says these turns. */
  async play(turns: Turn[], { mode = 'native', env = {} }: PlayOptions = {}): Promise<Played> {
    this.#sessions += 1;
    const scene = `${this.root.slice(-6)}-${this.#sessions}`;
    this.#model.learn(scene, turns);
    const before = new Set(this.#logs());
    const child = spawn(
      join(programs, 'node'),
      [dsh, '--profile', 'headless', `play scene ${scene} now`],
      { cwd: this.work, env: this.#env({ DSH_TOOLS_MODE: mode, ...env }), timeout: 120_000 },
    );
    child.stdin.end();
    const ended = once(child, 'close');
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [status] = (await ended) as [number | null];
    const requests = this.#model.requests(scene);
    const log = this.#logs().find((file) => !before.has(file));
    return {
      status,
      stdout,
      stderr,
      requests,
      ...answers(requests),
      log: log === undefined ? [] : readLog(log),
    };
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }

  #env(more: Record<string, string>): Record<string, string> {
    // A certificate for the way to the registry is kept; pnpm asks it even offline.
    const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
    return {
      PATH: path,
      HOME: join(this.root, 'user'),
      TERM: 'dumb',
      DSH_HOME: this.home,
      DSH_PERMISSION_MODE: 'danger-full-access',
      DEEPSEEK_BASE_URL: this.#model.url,
      DEEPSEEK_API_KEY: 'none',
      ...(certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates }),
      ...more,
    };
  }

  #logs(): string[] {
    const folder = join(this.home, 'sessions');
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('session.jsonl.zstd'))
      .map((file) => join(folder, file));
  }
}

/** What each answer of the model was repeated as, and what came back for it. */
function answers(requests: readonly Answered[]): Pick<Played, 'results' | 'calls'> {
  const results: string[][] = [];
  const calls: Played['calls'] = [];
  const messages = requests.at(-1)?.body.messages ?? [];
  for (const message of messages) {
    if (message.role === 'assistant') {
      results.push([]);
      calls.push((message.tool_calls ?? []).map(({ function: call }) => call));
    } else if (message.role === 'tool') results.at(-1)?.push(textOf(message));
  }
  return { results, calls };
}

/** Each line is a frame of its own. Node 20, which the tests may run on, cannot read the format. */
const DECOMPRESS = `
const { readFileSync } = require('node:fs');
const { zstdDecompressSync } = require('node:zlib');
const log = readFileSync(process.argv[1]);
const starts = [];
const magic = Buffer.from('28b52ffd', 'hex');
for (let at = log.indexOf(magic); at >= 0; at = log.indexOf(magic, at + 1)) starts.push(at);
starts.forEach((start, i) => process.stdout.write(zstdDecompressSync(log.subarray(start, starts[i + 1]))));
`;

function readLog(file: string): LogEvent[] {
  const log = execFileSync(join(programs, 'node'), ['-e', DECOMPRESS, file], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LogEvent);
}
