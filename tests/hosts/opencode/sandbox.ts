/** A throw-away home and project, in which OpenCode runs and finds nothing of this machine. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { ripgrep } from './releases.js';

/** OpenCode's configuration. */
export type Config = Record<string, unknown>;

export interface SandboxOptions {
  /** Files by their path in the sandbox: `project/a.txt`, `config/opencode/plugins/x.js`, … */
  files?: Record<string, string>;
  /** The base URL of the model. */
  model: string;
  config?: Config;
  env?: Record<string, string>;
  /** Lets OpenCode install what it installs in a user's home. */
  online?: boolean;
}

export class Sandbox {
  readonly root = mkdtempSync(join(tmpdir(), 'toolmend-opencode-'));
  readonly project = join(this.root, 'project');
  readonly env: Record<string, string>;

  constructor({ files = {}, model, config = {}, env = {}, online = false }: SandboxOptions) {
    for (const folder of ['home', 'project', 'config', 'data', 'cache', 'state', 'tmp']) {
      mkdirSync(join(this.root, folder));
    }
    this.env = { ...environment(this.root), ...env };
    this.write('project/opencode.json', JSON.stringify({ ...configuration(model), ...config }));
    if (!online) this.#spareInstall();
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  /** A path in the sandbox. */
  path(path: string): string {
    return join(this.root, path);
  }

  write(path: string, content: string): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), content);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }

  /**
   * With any plugin OpenCode first installs `@opencode-ai/plugin` into each config folder, unless a
   * lock file there names it.
   */
  #spareInstall(): void {
    const manifest = { dependencies: { '@opencode-ai/plugin': '*' } };
    for (const folder of ['config/opencode', 'project/.opencode']) {
      this.write(`${folder}/package.json`, JSON.stringify(manifest));
      this.write(`${folder}/package-lock.json`, JSON.stringify({ packages: { '': manifest } }));
      this.write(`${folder}/node_modules/.keep`, '');
    }
  }
}

function environment(root: string): Record<string, string> {
  const path = [ripgrep(), process.env['PATH'] ?? ''].join(delimiter);
  return {
    PATH: path,
    TERM: 'dumb',
    HOME: join(root, 'home'),
    TMPDIR: join(root, 'tmp'),
    XDG_CONFIG_HOME: join(root, 'config'),
    XDG_DATA_HOME: join(root, 'data'),
    XDG_CACHE_HOME: join(root, 'cache'),
    XDG_STATE_HOME: join(root, 'state'),
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_SHARE: '1',
    OPENCODE_DISABLE_CLAUDE_CODE: '1',
    OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
    OPENCODE_DISABLE_TERMINAL_TITLE: '1',
    OPENCODE_EXPERIMENTAL_DISABLE_FILEWATCHER: '1',
  };
}

function configuration(model: string): Config {
  return {
    autoupdate: false,
    share: 'disabled',
    model: 'scripted/deepseek-chat',
    small_model: 'scripted/deepseek-chat',
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Scripted',
        options: { baseURL: model, apiKey: 'none' },
        models: {
          'deepseek-chat': { tool_call: true, limit: { context: 128_000, output: 8192 } },
        },
      },
    },
    permission: { '*': 'allow' },
    // One more request without tools for each session.
    agent: { title: { disable: true } },
  };
}
